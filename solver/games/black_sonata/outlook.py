"""What lies ahead: the slots that will come up, and how likely she is at a location then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import log2
from typing import TYPE_CHECKING, Any

from solver.core.errors import OutOfBudget
from solver.core.values import Budget, Distribution, Outcome, Statistic, Value
from solver.engines.information import entropy
from solver.engines.worlds import normalise
from solver.games.black_sonata.deck import Deck, Special
from solver.games.black_sonata.faces import Lies
from solver.games.black_sonata.stealth.by_cards import CardsDeck
from solver.games.black_sonata.weights import weight, weights

if TYPE_CHECKING:
    from solver.core.game import Known
    from solver.core.protocol import Belief, Evidence
    from solver.engines.cpsat import SolverBelief
    from solver.games.black_sonata.stealth.by_cards import StockedBelief
    from solver.games.black_sonata.table import Table

LOCATION = "lady.location"
SYMBOLS = "lady.symbols"


@dataclass(frozen=True)
class ClueWorth:
    """Expected bits about her symbols: of a clue as finds bring it, and of the one under the keys."""

    clue: float = 0.0
    key_clue: float = 0.0


@dataclass(frozen=True)
class Hurdle:
    """A card that is turned before hers, where the pawn stands now, and about which question it tells.

    `ways`: each way it may turn out, and whether she may still be named then; `words` tell the chance of that.
    """

    question: str
    ways: tuple[tuple[Outcome, bool], ...]
    words: str

    @property
    def chance(self) -> Fraction:
        """How likely she may still be named."""
        return sum((outcome.probability for outcome, passes in self.ways if passes), Fraction(0))


@dataclass(frozen=True)
class CutBelief:
    """The map's distribution, cut to what is possible with the printed cards. A stand-in, named as such.

    An order that is found proves a place possible, in every slot at once; where none is found quickly, CP-SAT decides.
    """

    evidence: Evidence
    by_map: Belief
    orders: StockedBelief
    _witnessed: dict[int, set[str]] = field(default_factory=dict)

    def distribution(self, statistic: Any) -> Distribution:
        weighed = self.by_map.distribution(statistic) or {}
        slot = statistic[1]
        for place in weighed:
            if place not in self._witnessed.get(slot, ()):
                self._witness(slot, str(place))
        open_still = frozenset(weighed) - self._witnessed.get(slot, set())
        kept = self._witnessed.get(slot, set()) | (self._proved(statistic, open_still) if open_still else set())
        return normalise({value: chance for value, chance in weighed.items() if value in kept})

    def _witness(self, slot: int, place: str) -> None:
        """Keeps every place of an order that has her at `place` in `slot`, if one is found quickly."""
        try:
            order = self.orders.find(slot, place, QUICK)
        except OutOfBudget:
            return  # undecided: left to CP-SAT
        for other, there in enumerate(order or ()):
            self._witnessed.setdefault(other, set()).add(there)

    def _proved(self, statistic: Statistic, among: frozenset[Value]) -> frozenset[Value]:
        return self._solver.candidates_among(statistic, among)

    @cached_property
    def _solver(self) -> SolverBelief:
        from solver.engines.cpsat import prove

        return prove(self.evidence, Budget())


QUICK = 500
"""Steps of a search for an order; one without dead ends takes 26."""


def _cut(evidence: Evidence) -> CutBelief:
    deck: Any = evidence.mystery
    return CutBelief(evidence, deck.by_map.count(evidence.facts, Budget()), deck.orders(evidence.facts, Budget()))


@dataclass(frozen=True)
class Outlook:
    """A table and what is known of its mysteries, by the mystery's name, for planning."""

    table: Table
    known: Mapping[str, Known]

    @cached_property
    def weighs_by(self) -> str | None:
        """The name of the stand-in that chances of her location come from; None where they are exact."""
        deck = self.known[LOCATION].evidence.mystery if LOCATION in self.known else None
        return "map cut to candidates" if isinstance(deck, CardsDeck) else None

    @cached_property
    def _where(self) -> Any:
        known = self.known[LOCATION]
        return _cut(known.evidence) if self.weighs_by else known.belief

    def where(self, turns: int, passed: int = 0) -> Distribution:
        """How likely she is at each location `turns` turns from now (0: now), as things are known now.

        `passed`: how many cards the deck advances more in between, after a search.
        """
        slot = self.slot(turns, passed)
        if slot not in self._places:
            self._places[slot] = self._where.distribution(("at", slot))
        return self._places[slot]

    @cached_property
    def _places(self) -> dict[int, Distribution]:
        return {}

    def chance(self, turns: int, place: str, passed: int = 0) -> Fraction:
        return self.where(turns, passed).get(place, Fraction(0))

    def slot(self, turns: int, passed: int = 0) -> int:
        """The slot on top after that many turns; a flight that waits is flown first."""
        if turns == 0:
            return self.deck.slot
        skipped = passed + (self.table.clues.held if self.table.flight_waits else 0)
        laid = 1 if isinstance(self.deck.top, Special) else 0
        return self._ring[(turns + skipped - laid) % len(self._ring)]

    def can_search(self, turns: int, passed: int = 0) -> bool:
        """True if a stealth card will lie on top then (the slot searched now holds one no longer)."""
        if turns == 0 and not self.deck.shows_top:
            return False
        slot = self.slot(turns, passed)
        return self.deck.lies[slot] is Lies.STEALTH and not (passed > 0 and slot == self.deck.slot)

    @property
    def deck(self) -> Deck:
        """The deck; only asked where one is tracked."""
        assert self.table.deck is not None
        return self.table.deck

    @cached_property
    def _ring(self) -> tuple[int, ...]:
        return tuple(card for card in self.deck.cards if isinstance(card, int))

    @cached_property
    def worth(self) -> ClueWorth:
        """What further clues are worth, by the part that tracks her card."""
        parts = [part for part in self.table.rules.parts if part.clue_worth is not None]
        return parts[0].clue_worth(self) if parts and parts[0].clue_worth else ClueWorth()

    @cached_property
    def symbol_points(self) -> float:
        """Points that a bit about her symbols is worth: the win, spread over what was open at the start."""
        if SYMBOLS not in self.known:
            return 0.0
        return self.naming_points / max(1.0, log2(self.known[SYMBOLS].evidence.mystery.size() or 1))

    @property
    def naming_points(self) -> float:
        """Points for naming the Dark Lady: a win, and what a win scores for the set of cards that she is from."""
        sets = [part.name for part in self.table.rules.parts if part.clue_worth is not None]
        return weight("play", "win") + sum(weights().get(name, {}).get("win", 0.0) for name in sets)

    @cached_property
    def known_symbol_bits(self) -> float:
        """Bits known of her symbols already: what was open at the start, less what is open now."""
        if SYMBOLS not in self.known:
            return 0.0
        return max(0.0, log2(self.known[SYMBOLS].evidence.mystery.size() or 1) - self.symbol_bits)

    def may_search(self, place: str, now: bool = False) -> bool:
        """True if a search there is not ruled out: `now` for this moment, else for when the pawn has come there."""
        return self.table.rules.may_search(self.table, place, now)

    @cached_property
    def missing(self) -> tuple[str, ...]:
        """The locations whose keys are not held yet."""
        return tuple(place for place in self.table.rules.key_places if place not in self.table.keys)

    @cached_property
    def hurdles(self) -> tuple[Hurdle, ...]:
        """What is turned before her card, in order."""
        found = (part.hurdle(self) for part in self.table.rules.parts)
        return tuple(hurdle for hurdle in found if hurdle is not None)

    @cached_property
    def symbols(self) -> Distribution:
        """How likely each set of her symbols is; empty where her card is not tracked."""
        if SYMBOLS not in self.known:
            return {}
        known = self.known[SYMBOLS]
        return known.belief.distribution(known.evidence.mystery.questions()[0].statistic) or {}

    @cached_property
    def symbol_bits(self) -> float:
        """What is still open about her symbols, in bits."""
        return entropy(self.symbols.values())
