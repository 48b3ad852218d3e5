"""A wrong reading of a rule is caught by the comparison. Each fault here is one that somebody could write."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from solver.engines.counting import Ring
from solver.games.black_sonata.faces import Landmark
from solver.games.black_sonata.lady.by_suit import SymbolLady
from solver.games.black_sonata.lady.facts import Overlap, SeenAsClue
from solver.games.black_sonata.motion import SearchResult, Sighting
from solver.games.black_sonata.stealth.by_cards import CardsDeck
from solver.games.black_sonata.stealth.by_map import Grid, MapDeck, post_fact
from solver.games.black_sonata.stealth.printed import PrintedDeck
from tests.differential.small_games import KINDS, SmallGame
from tests.differential.witnesses import disagreements

if TYPE_CHECKING:
    from solver.core.protocol import Noted

TRIES = 60
"""In so many small games the fault has to show."""


def spoil(game: SmallGame, faulty: type[Any]) -> SmallGame:
    """The same game, its mystery read by a faulty class."""
    kept = {field.name: getattr(game.mystery, field.name) for field in fields(game.mystery)}
    return replace(game, mystery=faulty(**kept))


def first_difference(kind: str, faulty: type[Any]) -> str | None:
    found: Iterator[str] = (said for seed in range(TRIES) for said in disagreements(spoil(KINDS[kind](seed), faulty)))
    return next(found, None)


# The deck as the map tells it


class CertainLandmark(Landmark):
    """A landmark that every card of a fitting location shows for certain: 1 instead of 1/n."""

    def chance(self, board, before, here):
        return Fraction(int(self.name in board.place(here).landmarks))


def _certain(fact):
    is_face = isinstance(fact, Sighting) and isinstance(fact.face, Landmark)
    return replace(fact, face=CertainLandmark(fact.face.name)) if is_face else fact


class FacesAreAllEquallyLikely(MapDeck):
    """Every engine forgets that a location of three landmarks shows each of them less often."""

    def likelihood(self, world, fact):
        return super().likelihood(world, _certain(fact))

    def ring(self, facts):
        return super().ring([_certain(fact) for fact in facts])


class RingIsOpenWhenCounted(MapDeck):
    """The counting engine forgets that slot 0 follows the last slot."""

    def ring(self, facts):
        ring = super().ring(facts)
        if ring is None:
            return None
        anywhere = dict.fromkeys(self.board.names, self.board.names)
        return Ring(ring.weights, [*ring.steps[:-1], anywhere])


class RingIsOpenWhenListed(MapDeck):
    """Reading 1 forgets it."""

    def _walks(self, walk):
        if len(walk) == self.slots:
            yield walk
            return
        for place in self.followers(walk[-1]):
            yield from self._walks((*walk, place))


class RingIsOpenForCpSat(MapDeck):
    """Reading 2 forgets it: the rule of the step into slot 0, posted first, is not in force."""

    def declare(self, model):
        grid = super().declare(model)
        del model.rules[0]
        return grid


class SeenTwiceCountsTwice(MapDeck):
    """The same face seen in another pass is taken for new evidence."""

    def ring(self, facts):
        ring = super().ring(facts)
        seen = [fact for fact in facts if isinstance(fact, Sighting)]
        again = [fact for number, fact in enumerate(seen) if fact in seen[:number]]
        if ring is None:
            return None
        weights = [dict(layer) for layer in ring.weights]
        for fact in again:
            for place in weights[fact.slot]:
                weights[fact.slot][place] *= 6 // len(self.board.place(place).landmarks)
        return Ring(weights, ring.steps)


class CardMayShowTwoFaces(MapDeck):
    """Reading 2 lets a card show one landmark now and another one later."""

    def post(self, model, variables, noted):
        post_fact(model, Grid(variables.at), self.board, noted)


class MissProvesNothing(MapDeck):
    """Reading 2 learns nothing from a search that did not find her."""

    def post(self, model, variables, noted):
        if not isinstance(noted.fact, SearchResult) or noted.fact.found:
            super().post(model, variables, noted)


class SheMayAlwaysStay(MapDeck):
    """All engines agree that she may stay where she is, whatever the set-up says: only the brute force objects."""

    @property
    def _lax(self):
        return MapDeck(self.board, self.moments, True, self.slots)

    def followers(self, place):
        return self._lax.followers(place)

    def declare(self, model):
        return self._lax.declare(model)


class SlotsAreCountedFromOne(MapDeck):
    """python-constraint reads the slot after the one that was seen."""

    def _factor(self, fact, names):
        return super()._factor(replace(fact, slot=(fact.slot + 1) % self.slots), names)


# The deck of printed cards


class StockHasNoEnd(CardsDeck):
    """A card can be used any number of times."""

    def _orders(self, order):
        followers = self.by_map.followers(self.cards[order[-1]].location)
        if len(order) == self.slots:
            if self.cards[order[0]].location in followers:
                yield order
            return
        for number, card in enumerate(self.cards):
            if card.location in followers:
                yield from self._orders((*order, number))


class EqualCardsAreOneCard(CardsDeck):
    """Two cards of one location and landmark are counted once."""

    def worlds(self):
        kinds = set()
        for order, weight in super().worlds():
            kind = tuple((self.cards[number].location, self.cards[number].landmark) for number in order)
            if kind not in kinds:
                kinds.add(kind)
                yield order, weight


class StockIsOneCardTooLarge(CardsDeck):
    """Reading 2 believes in one more card than was printed."""

    def declare(self, model):
        larger = CardsDeck(self.board, self.moments, self.stays, self.slots, (*self.cards, self.cards[0]))
        return larger.declare(model)


class LandmarkOfACardIsForgotten(CardsDeck):
    """Reading 2 asks whether a location has the landmark, not whether one of its cards does."""

    def post(self, model, variables, noted):
        post_fact(model, variables.grid, self.board, noted)


class DeckIsNeverCut(PrintedDeck):
    """The row always begins with its first card."""

    def worlds(self):
        return ((world, weight) for world, weight in super().worlds() if world[1] == 0)


class CutShiftsTheOtherWay(PrintedDeck):
    """The deck is read backwards from its cut."""

    def card(self, world, slot):
        cards = self.rows[world[0]].cards
        return cards[(world[1] - slot) % len(cards)]


class PrintedLandmarkIsForgotten(PrintedDeck):
    """Reading 2 asks whether the location has the landmark, not which card lies there."""

    def post(self, model, variables, noted):
        post_fact(model, variables.grid, self.board, noted)


# Her symbols


class NumbersAreARange(SymbolLady):
    """0/2 is read as 0 to 2."""

    def likelihood(self, world, fact):
        if isinstance(fact, Overlap):
            fact = replace(fact, numbers=frozenset(range(min(fact.numbers), max(fact.numbers) + 1)))
        return super().likelihood(world, fact)


class ClueCardMayBeHers(SymbolLady):
    """Reading 2 forgets that a card seen as a clue is not hers."""

    def post(self, model, variables, noted: Noted):
        if not isinstance(noted.fact, SeenAsClue):
            super().post(model, variables, noted)


class TwoSymbolsWillDo(SymbolLady):
    """python-constraint gives her two or three symbols."""

    def factors(self, facts):
        right = super().factors(facts)
        return replace(right, rules=[(lambda *has: sum(has) in (2, 3), self.symbols), *right.rules[1:]])


FAULTS: list[tuple[str, type[Any], str]] = [
    ("map", FacesAreAllEquallyLikely, "worlds"),
    ("map", RingIsOpenWhenCounted, "counting"),
    ("map", RingIsOpenWhenListed, "worlds"),
    ("map", RingIsOpenForCpSat, "cpsat"),
    ("map", SeenTwiceCountsTwice, "counting"),
    ("map", CardMayShowTwoFaces, "cpsat"),
    ("map", MissProvesNothing, "cpsat"),
    ("map", SheMayAlwaysStay, "worlds"),
    ("map", SlotsAreCountedFromOne, "csp"),
    ("cards", StockHasNoEnd, "worlds"),
    ("cards", EqualCardsAreOneCard, "worlds"),
    ("cards", StockIsOneCardTooLarge, "cpsat"),
    ("cards", LandmarkOfACardIsForgotten, "cpsat"),
    ("printed", DeckIsNeverCut, "worlds"),
    ("printed", CutShiftsTheOtherWay, "worlds"),
    ("printed", PrintedLandmarkIsForgotten, "cpsat"),
    ("symbols", NumbersAreARange, "worlds"),
    ("symbols", ClueCardMayBeHers, "cpsat"),
    ("symbols", TwoSymbolsWillDo, "csp"),
]


@pytest.mark.parametrize(("kind", "faulty", "engine"), FAULTS, ids=lambda part: getattr(part, "__name__", None))
def test_a_wrong_reading_is_caught(kind: str, faulty: type[Any], engine: str) -> None:
    said = first_difference(kind, faulty)
    assert said is not None, f"{faulty.__doc__} Nobody noticed."
    assert said.startswith(engine), said


def test_the_right_readings_are_not_blamed() -> None:
    """The planting itself changes nothing: each class, planted as it is, agrees with the brute force."""
    right: dict[str, Callable[..., Any]] = {"map": MapDeck, "cards": CardsDeck, "printed": PrintedDeck}
    for kind, mystery in right.items():
        for seed in range(10):
            assert list(disagreements(spoil(KINDS[kind](seed), mystery))) == []
