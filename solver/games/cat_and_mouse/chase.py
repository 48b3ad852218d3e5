"""Looking ahead for the Historian: his actions against her replies, over a guess of where she is.

A round is two plies: an action of his, then her unseen move and her play. Her moves follow the guess; of the cards that
she can play at a place she picks the one that leaves him least, and her top location card where she stands on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Protocol

from solver.games.cat_and_mouse.cards import FINDS_TO_WIN, LOCATION_CARDS, MISSES_TO_LOSE, Card, by_value, without
from solver.games.cat_and_mouse.numbers import COUNT, EVERYWHERE, NUMBER, ROADS, bits, sites
from solver.games.cat_and_mouse.tracking import Guess, goal_weight, places_of, stepped, total, within
from solver.games.cat_and_mouse.weights import weights

if TYPE_CHECKING:
    from solver.games.cat_and_mouse.table import Table

NEGLIGIBLE = 1e-9


@dataclass(frozen=True)
class Scene:
    """What everyone sees, in numbers; `gone` are the locations visited, `top` the card on the draw pile if noted."""

    pawns: tuple[int, int]
    hand: tuple[Card, ...]
    finds: int
    misses: int
    gone: int
    top: Card | None = None

    @property
    def left(self) -> int:
        """Cards of the location deck that she still has to play."""
        return LOCATION_CARDS - self.gone.bit_count()


def scene_of(table: Table) -> Scene:
    pawns = (NUMBER[table.pawns[0]], NUMBER[table.pawns[1]])
    gone = bits(NUMBER[place] for place in table.tops)
    return Scene(pawns, table.hand, table.finds, table.misses, gone, table.piles.top)


@dataclass(frozen=True)
class Act:
    """The Historian's action: `pawn` goes to `to`, or searches where it stands (None)."""

    pawn: int
    to: int | None = None


def acts(scene: Scene) -> Iterator[Act]:
    """Every action; what leads to the same places of the pawns, or searches the same place, only once."""
    seen: set[tuple[int, int]] = set()
    for pawn, place in enumerate(scene.pawns):
        other = scene.pawns[1 - pawn]
        if not pawn or place != other:
            yield Act(pawn)
        for to in ROADS[place]:
            after = (to, other) if to <= other else (other, to)
            if after not in seen:
                seen.add(after)
                yield Act(pawn, to)


class Aim(Protocol):
    """What he looks ahead for. All values are per unit of weight, between 0 and 1 or so."""

    @property
    def trust(self) -> float:
        """How far a deeper look is trusted over the value at rest, 0 to 1."""

    def is_reached(self, finds: int) -> bool:
        """True where so many finds are all that he wants."""

    def at_rest(self, guess: Guess, scene: Scene) -> float:
        """The value where the look ahead ends, he to act; times the guess's weight."""

    def after_top(self, scene: Scene, place: int) -> float:
        """The value once she has played her top card at `place`, which is among `scene.gone`."""


@cache
def chance_to_win(finds: int, misses: int, rounds: int) -> float:
    """If chances of a search come up as in `weights.toml`, and he waits for good ones."""
    if finds >= FINDS_TO_WIN:
        return 1.0
    if misses >= MISSES_TO_LOSE or rounds <= 0:
        return 0.0
    wait = chance_to_win(finds, misses, rounds - 1)
    hit = chance_to_win(finds + 1, misses, rounds - 1)
    miss = chance_to_win(finds, misses + 1, rounds - 1)
    return sum(share * max(wait, chance * hit + (1 - chance) * miss) for chance, share in _chances())


@cache
def _chances() -> tuple[tuple[float, float], ...]:
    named = {"nothing": 0.0, "quarter": 0.25, "four_tenths": 0.4, "six_tenths": 0.6, "certain": 1.0}
    return tuple((chance, weights()["chances"][name]) for name, chance in named.items())


def prospects(scene: Scene) -> tuple[float, float, float]:
    """The chance to win as it is, after one more find, and after one more miss."""
    rounds = round(scene.left * weights()["historian"]["rounds_per_location"])
    return (
        chance_to_win(scene.finds, scene.misses, rounds),
        chance_to_win(scene.finds + 1, scene.misses, rounds),
        chance_to_win(scene.finds, scene.misses + 1, rounds),
    )


def _block(chance: float) -> float:
    """What it is worth that a pawn stands where she must go next with that chance, in shares of a find."""
    historian = weights()["historian"]
    return min(historian["block_most"], historian["block"] * chance)


class WinAim:
    """The chance to win: three finds before five misses, and before her location deck is empty.

    A deeper look counts for a part only: what can wait a round would otherwise always wait.
    """

    @property
    def trust(self) -> float:
        return weights()["historian"]["trust"]

    def is_reached(self, finds: int) -> bool:
        return finds >= FINDS_TO_WIN

    def at_rest(self, guess: Guess, scene: Scene) -> float:
        """As it is, plus what it is worth that a pawn stands where she must go; or the best search at once."""
        whole, weight = total(guess), places_of(guess)
        now, hit, miss = prospects(scene)
        blocked = sum(goal_weight(guess, place) for place in set(scene.pawns))
        best = whole * now + (hit - now) * whole * _block(blocked / whole)
        return max(best, *(weight[place] * hit + (whole - weight[place]) * miss for place in scene.pawns))

    def after_top(self, scene: Scene, place: int) -> float:
        if not scene.left:
            return 0.0
        now, hit, _ = prospects(scene)
        standing = sum(not scene.gone >> pawn & 1 for pawn in set(scene.pawns))
        blocked = standing / (COUNT - scene.gone.bit_count())
        best = now + (hit - now) * _block(blocked)
        return max(best, hit) if place in scene.pawns else best


class FindAim:
    """The chance to find her at least once within the turns looked at, the present one and one after each round."""

    trust = 1.0

    def is_reached(self, finds: int) -> bool:
        return True

    def at_rest(self, guess: Guess, scene: Scene) -> float:
        weight = places_of(guess)
        return max(weight[place] for place in scene.pawns)

    def after_top(self, scene: Scene, place: int) -> float:
        return 1.0 if place in scene.pawns and scene.left else 0.0


@dataclass(frozen=True)
class Reply:
    """A play of hers, the places that allow it, and what it leaves him per unit of weight. None: a new hand."""

    card: Card | None
    places: int
    value: float


@dataclass(frozen=True)
class Chase:
    """A look ahead for one aim."""

    aim: Aim

    def worth(self, act: Act, guess: Guess, scene: Scene, rounds: int) -> float:
        """The action's value times the guess's weight, looking `rounds` ahead (at least 1)."""
        if act.to is None:
            return self._search(scene.pawns[act.pawn], guess, scene, rounds)
        pawns = (act.to, scene.pawns[1]) if act.pawn == 0 else (scene.pawns[0], act.to)
        return self._her_turn(guess, replace(scene, pawns=pawns), rounds)

    def _search(self, place: int, guess: Guess, scene: Scene, rounds: int) -> float:
        here = 1 << place
        hit = total(within(guess, here))
        value = hit if self.aim.is_reached(scene.finds + 1) else 0.0
        if hit > NEGLIGIBLE and not value:
            value = self._flight(within(guess, here), replace(scene, finds=scene.finds + 1), rounds)
        if scene.misses + 1 < MISSES_TO_LOSE:
            missed = replace(scene, misses=scene.misses + 1)
            value += self._flight(within(guess, EVERYWHERE & ~here), missed, rounds)
        return value

    def _flight(self, guess: Guess, scene: Scene, rounds: int) -> float:
        for _ in range(scene.finds):
            guess = stepped(guess, scene.pawns)
        return self._her_turn(guess, scene, rounds)

    def _her_turn(self, guess: Guess, scene: Scene, rounds: int) -> float:
        guess = stepped(guess, scene.pawns)
        replies = self.replies(guess, scene, rounds)
        value = 0.0
        for place, weight in enumerate(places_of(guess)):
            if weight > NEGLIGIBLE:
                top = sum(layer[place] for layer in (layers[place] for layers in guess) if layer is not None)
                seen = replace(scene, gone=scene.gone | 1 << place)
                value += top * self.aim.after_top(seen, place) if top > NEGLIGIBLE else 0.0
                value += (weight - top) * best_reply(replies, place).value
        return value

    def replies(self, guess: Guess, scene: Scene, rounds: int) -> list[Reply]:
        """Her plays after her move (`guess` is taken after it), the worst for him first."""
        found, unplayable = [], EVERYWHERE
        for card in by_value(scene.hand):
            places = sites(card)
            unplayable &= ~places
            hand = (*without(scene.hand, card), *((scene.top,) if scene.top else ()))
            found.append(self._reply(card, places, guess, replace(scene, hand=hand, top=None), rounds))
        kept = tuple(card for card in scene.hand if card.is_location)
        found.append(self._reply(None, unplayable, guess, replace(scene, hand=kept, top=None), rounds))
        return sorted(found, key=lambda reply: reply.value)

    def _reply(self, card: Card | None, places: int, guess: Guess, scene: Scene, rounds: int) -> Reply:
        seen = within(guess, places)
        weight = total(seen)
        if weight <= NEGLIGIBLE:
            return Reply(card, places, 0.0)
        return Reply(card, places, self.best(seen, scene, rounds - 1) / weight)

    def best(self, guess: Guess, scene: Scene, rounds: int) -> float:
        """The best that he can do, he to act; times the guess's weight."""
        trust = self.aim.trust if rounds else 0.0
        value = (1 - trust) * self.aim.at_rest(guess, scene) if trust < 1 else 0.0
        if trust:
            value += trust * max(self.worth(act, guess, scene, rounds) for act in acts(scene))
        return value


def best_reply(replies: list[Reply], place: int) -> Reply:
    """The worst for him of those that she can play at `place`. There always is one."""
    return next(reply for reply in replies if reply.places >> place & 1)
