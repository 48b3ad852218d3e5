"""What the Historian may make of it all: her place, her next location and her manner, weighed together.

A guess weighs each (manner, goal, place): the goal is the top of her location deck. Floating point: these are for
advice and never for answers. One step of a guess takes about 0.2 ms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from maps import london
from solver.games.cat_and_mouse.avoiding import TURNS, escapes
from solver.games.cat_and_mouse.facts import MouseFact, Played, Step
from solver.games.cat_and_mouse.numbers import APART, COUNT, EVERYWHERE, NAMES, NEAR, NUMBER, sites
from solver.games.cat_and_mouse.plays import Play, PlayKind
from solver.games.cat_and_mouse.weights import weights

if TYPE_CHECKING:
    from solver.games.cat_and_mouse.cards import Card
    from solver.games.cat_and_mouse.table import Table

NEGLIGIBLE = 1e-12
SLIGHT = 0.001
"""The share of a guess below which a goal, pursued in one manner, is not looked ahead on."""
OVERSIGHT = 0.02
"""How likely she is to take a new hand although she could play the top of her location deck."""


class Manner(IntEnum):
    """How she may go about it."""

    EVEN = 0
    AVOIDING = 1
    HURRIED = 2
    CAREFUL = 3


Layer: TypeAlias = "list[float] | None"
"""The weight of each place; None for a goal that she cannot have any more."""
Guess: TypeAlias = list[list[Layer]]
"""By manner and goal."""


def fresh_guess(places: Iterable[int] = range(COUNT)) -> Guess:
    """Each of these places and every goal alike: before anything is seen, or where nothing that was seen fits."""
    among = frozenset(places)
    here = [1.0 if place in among else 0.0 for place in range(COUNT)]
    prior = weights()["manners"]
    return scaled([[[prior[m.name.lower()] * one for one in here] for _ in range(COUNT)] for m in Manner])


@cache
def _ways(manner: Manner, goal: int, pawns: tuple[int, int]) -> tuple[tuple[tuple[int, float], ...], ...]:
    """From each place, where she goes and how likely."""
    return tuple(_ways_from(place, manner, goal, pawns) for place in range(COUNT))


def _ways_from(place: int, manner: Manner, goal: int, pawns: tuple[int, int]) -> tuple[tuple[int, float], ...]:
    liked = [(after, _liking(place, after, manner, goal, pawns)) for after in NEAR[place]]
    total = sum(liking for _, liking in liked)
    return tuple((after, liking / total) for after, liking in liked)


def _liking(place: int, after: int, manner: Manner, goal: int, pawns: tuple[int, int]) -> float:
    liking = 1.0
    if manner in (Manner.AVOIDING, Manner.CAREFUL):
        liking += escapes(london(), NAMES[after], (NAMES[pawns[0]], NAMES[pawns[1]]), TURNS)
    if manner in (Manner.HURRIED, Manner.CAREFUL):
        steps = weights()["steps"]
        closer = APART[place][goal] - APART[after][goal]
        liking *= steps["nearer"] if closer > 0 or after == goal else steps["farther" if closer < 0 else "level"]
    return liking


def stepped(guess: Guess, pawns: tuple[int, int]) -> Guess:
    """The guess once she may have gone one step."""
    pair = pawns if pawns[0] <= pawns[1] else (pawns[1], pawns[0])
    return [
        [
            None if layer is None else _spread(layer, _ways(manner, _goal_of(manner, goal), _pair_of(manner, pair)))
            for goal, layer in enumerate(guess[manner])
        ]
        for manner in Manner
    ]


def _goal_of(manner: Manner, goal: int) -> int:
    return goal if manner in (Manner.HURRIED, Manner.CAREFUL) else 0


def _pair_of(manner: Manner, pair: tuple[int, int]) -> tuple[int, int]:
    return pair if manner in (Manner.AVOIDING, Manner.CAREFUL) else (0, 0)


def _spread(layer: list[float], ways: tuple[tuple[tuple[int, float], ...], ...]) -> list[float]:
    spread = [0.0] * COUNT
    for place, weight in enumerate(layer):
        if weight > NEGLIGIBLE:
            for after, share in ways[place]:
                spread[after] += weight * share
    return spread


def within(guess: Guess, places: int) -> Guess:
    """The guess cut to these places."""
    kept = [1.0 if places >> place & 1 else 0.0 for place in range(COUNT)]
    return [
        [None if layer is None else [w * k for w, k in zip(layer, kept, strict=True)] for layer in layers]
        for layers in guess
    ]


def fitting(hand: Iterable[Card]) -> list[int]:
    """For each place, how many different cards of the hand can be played there."""
    masks = [sites(card) for card in set(hand)]
    return [sum(mask >> place & 1 for mask in masks) for place in range(COUNT)]


def seeing(guess: Guess, hand: Sequence[Card], play: Play, gone: int) -> Guess:
    """The guess after her play; `gone` are the goals visited before it."""
    if play.place is not None:
        return _seeing_top(guess, fitting(hand), NUMBER[play.place], gone)
    choices = fitting(hand)
    places = EVERYWHERE if play.card is None else sites(play.card)
    return [
        [None if layer is None else _played(layer, manner, goal, places, choices, play) for goal, layer in enumerate(g)]
        for manner, g in zip(Manner, guess, strict=True)
    ]


def _played(layer: list[float], manner: Manner, goal: int, places: int, choices: list[int], play: Play) -> list[float]:
    """One layer after a play that was not from the location deck: she is hardly at her goal, if she is in a hurry."""
    seen = [0.0] * COUNT
    for place, weight in enumerate(layer):
        if weight <= NEGLIGIBLE or not places >> place & 1:
            continue
        if play.card is None:
            seen[place] = 0.0 if choices[place] else weight * (OVERSIGHT if place == goal else 1)
        elif place == goal:
            seen[place] = weight * (1 - _plays_top(manner, choices[place])) / choices[place]
        else:
            seen[place] = weight / choices[place]
    return seen


def _plays_top(manner: Manner, choices: int) -> float:
    """How surely she plays her top card where she can, with so many other cards that she could play."""
    if not choices:
        return 1.0
    return weights()["steps"]["plays_top"] if manner >= Manner.HURRIED else 1 / (choices + 1)


def _seeing_top(guess: Guess, choices: list[int], place: int, gone: int) -> Guess:
    """She stands at `place`, and any location that was not visited yet is her next goal."""
    left = [goal for goal in range(COUNT) if not gone >> goal & 1 and goal != place]
    after: Guess = []
    for manner, layers in zip(Manner, guess, strict=True):
        layer = layers[place]
        weight = 0.0 if layer is None else layer[place] * _plays_top(manner, choices[place])
        row: list[Layer] = [None] * COUNT
        for goal in left:
            row[goal] = [weight / len(left) if other == place else 0.0 for other in range(COUNT)]
        after.append(row)
    return after


def places_of(guess: Guess) -> list[float]:
    """The weight of each place, whatever her manner and goal."""
    sums = [0.0] * COUNT
    for layers in guess:
        for layer in layers:
            if layer is not None:
                for place, weight in enumerate(layer):
                    sums[place] += weight
    return sums


def goal_weight(guess: Guess, goal: int) -> float:
    """The weight of one goal, whatever her place and manner."""
    return sum(sum(layers[goal] or ()) for layers in guess)


def total(guess: Guess) -> float:
    return sum(sum(layer) for layers in guess for layer in layers if layer is not None)


def scaled(guess: Guess) -> Guess:
    """The guess with a total of 1; as it is where nothing is left of it."""
    whole = total(guess)
    if not whole:
        return guess
    return [[None if layer is None else [w / whole for w in layer] for layer in layers] for layers in guess]


def pruned(guess: Guess) -> Guess:
    """The guess without what hardly counts any more, with a total of 1: quicker to look ahead on."""
    least = SLIGHT * total(guess)
    return scaled([[None if sum(layer or ()) < least else layer for layer in layers] for layers in guess])


@dataclass
class Follower:
    """Keeps a guess up with a game: asked for a later table, it only follows what is new."""

    guess: Guess = field(default_factory=fresh_guess)
    moment: int = 0
    facts: int = 0
    gone: int = 0

    def at(self, table: Table) -> Guess:
        """The guess at `table`, which must come after every table asked for before."""
        for fact, until in self._news(table):
            self._go_to(table.steps, until)
            if fact is not None:
                self._see(fact)
            self.guess = scaled(self.guess)
        if not total(self.guess):
            self.guess = fresh_guess(NUMBER[place] for place in table.reach)
        return self.guess

    def _news(self, table: Table) -> Iterator[tuple[MouseFact | None, int]]:
        for noted in table.noted[self.facts :]:
            yield noted.fact, noted.fact.moment  # type: ignore[attr-defined, misc]
        self.facts = len(table.noted)
        yield None, len(table.steps)

    def _go_to(self, steps: Sequence[Step], moment: int) -> None:
        for step in steps[self.moment : moment]:
            self.guess = stepped(self.guess, (NUMBER[step.pawns[0]], NUMBER[step.pawns[1]]))
        self.moment = max(self.moment, moment)

    def _see(self, fact: MouseFact) -> None:
        if isinstance(fact, Played):
            self.guess = seeing(self.guess, fact.hand, fact.play, self.gone)
            if fact.play.kind is PlayKind.TOP:
                self.gone |= 1 << NUMBER[str(fact.play.place)]
        else:
            here = 1 << NUMBER[fact.place]
            self.guess = within(self.guess, here if fact.found else EVERYWHERE & ~here)
