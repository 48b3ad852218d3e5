"""Looking ahead for the Lady: each move and play, weighed by what it tells the Historian and where it leads her."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from math import log2
from typing import TYPE_CHECKING

from solver.games.cat_and_mouse.cards import FINDS_TO_WIN, Card, by_value, without
from solver.games.cat_and_mouse.numbers import EVERYWHERE, NAMES, NEAR, bits, members, sites, size, ways_round, widened
from solver.games.cat_and_mouse.plays import NEW_HAND, NOTHING, Play, PlayKind, plays_card, plays_top
from solver.games.cat_and_mouse.tracking import Guess, goal_weight, places_of, seeing, stepped, total
from solver.games.cat_and_mouse.weights import weights

if TYPE_CHECKING:
    from solver.games.cat_and_mouse.chase import Scene


@dataclass(frozen=True)
class Hideout:
    """What she knows beside her place: her goal (the top of her location deck; None where it was not noted), what
    everyone sees, what the Historian may make of it (`guess`, `reach`), and her turns since she last came to a goal."""

    goal: int | None
    scene: Scene
    guess: Guess
    reach: int
    waited: int


@dataclass(frozen=True)
class Option:
    """A turn that she may take: where she goes, and what she plays there."""

    place: int
    play: Play


def plays_at(hand: tuple[Card, ...], place: int, goal: int | None) -> tuple[Play, ...]:
    """Everything that the rules let her do at `place` (Strange Shadows, p. 14)."""
    found = [plays_top(NAMES[place])] if place == goal else []
    found += [plays_card(card) for card in by_value(hand) if sites(card) >> place & 1]
    if found:
        return tuple(found)
    return (NEW_HAND,) if any(not card.is_location for card in hand) else (NOTHING,)


def options(here: Hideout, start: int) -> Iterator[Option]:
    """Every turn that she may take from `start`."""
    for place in NEAR[start]:
        yield from (Option(place, play) for play in plays_at(here.scene.hand, place, here.goal))


@dataclass(frozen=True)
class Weighed:
    """An option with the figures behind it. `value` is about her chance to win; the others tell what it gives away:
    `found` how likely he finds her at once, `open` in how many places he must still look, `bits` what he learns,
    `goal_known` how sure he can be of her next goal."""

    option: Option
    value: float
    found: float
    open: int
    bits: float
    goal_known: float


@cache
def chance_to_get_away(finds: int, left: int) -> float:
    """Her chance to visit `left` more locations, each costing her a find with the same risk; the last one is free."""
    if finds >= FINDS_TO_WIN:
        return 0.0
    if left <= 0:
        return 1.0
    if left == 1:
        return 1.0 - 0.05 * finds
    risk = weights()["lady"]["risk"]
    return (1 - risk) * chance_to_get_away(finds, left - 1) + risk * chance_to_get_away(finds + 1, left - 1)


@dataclass(frozen=True)
class Hiding:
    """Weighs her options; what the Historian may make of each play is worked out once."""

    here: Hideout

    @cached_property
    def moved(self) -> Guess:
        """His guess once she may have moved."""
        return stepped(self.here.guess, self.here.scene.pawns)

    @cached_property
    def reach(self) -> int:
        return widened(self.here.reach)

    @cached_property
    def _seen(self) -> dict[Play, tuple[Guess, float]]:
        return {}

    def seen(self, play: Play) -> tuple[Guess, float]:
        """His guess after that play, and its weight."""
        if play not in self._seen:
            scene = self.here.scene
            guess = seeing(self.moved, scene.hand, play, scene.gone)
            self._seen[play] = (guess, total(guess))
        return self._seen[play]

    def weigh(self, option: Option) -> Weighed:
        """The option's value, and what it gives away."""
        if option.play.kind is PlayKind.NOTHING:
            return Weighed(option, -1.0, 0.0, self._open(option.play), 0.0, 0.0)
        scene, is_top = self.here.scene, option.play.kind is PlayKind.TOP
        left = scene.left - is_top
        found = self._found(option) if left else 0.0
        value = found * chance_to_get_away(scene.finds + 1, left)
        value += (1 - found) * chance_to_get_away(scene.finds, left)
        goal_known = 0.0 if is_top else self._goal_known(option.play)
        if left:
            value += self._onward(option, goal_known)
        return Weighed(option, value, found, self._open(option.play), self._told(option.play), goal_known)

    def _found(self, option: Option) -> float:
        """How likely he searches her place next, where a pawn stands on it."""
        if option.place not in self.here.scene.pawns:
            return 0.0
        if option.play.kind is PlayKind.TOP:
            return 1.0
        guess, whole = self.seen(option.play)
        chance = places_of(guess)[option.place] / whole if whole else 0.5
        return 1.0 if chance >= weights()["lady"]["search_from"] else chance

    def _open(self, play: Play) -> int:
        return size(self.reach & self._allowed(play))

    def _allowed(self, play: Play) -> int:
        if play.place is not None:
            return bits([NAMES.index(play.place)])
        if play.card is not None:
            return sites(play.card)
        return EVERYWHERE & ~bits(place for card in self.here.scene.hand for place in members(sites(card)))

    def _told(self, play: Play) -> float:
        """What the play tells him of her place, in bits: how unlikely the places were that allow it."""
        weight = places_of(self.moved)
        allowed = sum(weight[place] for place in members(self._allowed(play)))
        return max(0.0, log2(sum(weight) / allowed)) if allowed else 0.0

    def _goal_known(self, play: Play) -> float:
        guess, whole = self.seen(play)
        return goal_weight(guess, self.here.goal) / whole if self.here.goal is not None and whole else 0.0

    def _onward(self, option: Option, goal_known: float) -> float:
        """What she likes and dislikes about where that leaves her; mostly below 0."""
        lady, scene, goal = weights()["lady"], self.here.scene, self.here.goal
        liked = lady["hidden"] * log2(max(1, self._open(option.play)))
        if option.play.kind is PlayKind.TOP:
            liked -= 2 * lady["distance"]
        else:
            liked -= lady["waiting"] * self.here.waited + lady["goal_known"] * goal_known
            if goal is not None:
                liked -= lady["distance"] * ways_round(option.place, goal, scene.pawns)
                liked -= lady["blocked"] * (goal in scene.pawns)
        return liked - self._hand_trouble(option)

    def _hand_trouble(self, option: Option) -> float:
        """What is wrong with the hand that it leaves, as far as it is known."""
        lady, scene = weights()["lady"], self.here.scene
        hand = hand_after(scene, option.play)
        stuck = sum(card.is_location for card in hand) + (option.play.kind is PlayKind.NEW_HAND)
        trouble = lady["clogged"] * float(max(0, stuck - 1) ** 1.5)
        near = bits(place for place in NEAR[option.place] if place not in scene.pawns)
        if stuck >= 4 and not any(sites(card) & near for card in hand):
            trouble += lady["no_way"]
        return trouble


def hand_after(scene: Scene, play: Play) -> tuple[Card, ...]:
    """Her hand after a play, with the card on top of the draw pile where it is known and drawn."""
    if play.card is not None:
        return (*without(scene.hand, play.card), *((scene.top,) if scene.top else ()))
    if play.kind is PlayKind.NEW_HAND:
        return tuple(card for card in scene.hand if card.is_location)
    return scene.hand


def best_options(hiding: Hiding, start: int) -> list[Weighed]:
    """Every turn that she may take from `start`, best first; of equal ones the first by place, then by play."""
    weighed = map(hiding.weigh, options(hiding.here, start))
    return sorted(weighed, key=lambda option: -round(option.value, 9))


def refuges(start: int, steps: int) -> tuple[int, ...]:
    """Where a flight of up to so many steps can lead."""
    places = 1 << start
    for _ in range(steps):
        places = widened(places)
    return members(places)


def best_refuges(hiding: Hiding, places: Iterable[int]) -> list[tuple[int, Weighed]]:
    """Those ends of a flight, each with the turn that is best from there; best first."""
    found = [(place, best_options(hiding, place)[0]) for place in places]
    return sorted(found, key=lambda refuge: -round(refuge[1].value, 9))
