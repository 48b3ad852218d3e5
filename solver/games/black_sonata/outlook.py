"""What lies ahead: the slots that will come up, and how likely she is at a location then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from maps.paths import hops
from solver.core.game import Known
from solver.core.protocol import Belief, Evidence
from solver.core.values import Budget, Distribution, Statistic
from solver.engines.information import entropy
from solver.engines.worlds import normalise
from solver.games.black_sonata.deck import Deck, Special
from solver.games.black_sonata.faces import Lies
from solver.games.black_sonata.stealth import CardsDeck
from solver.games.black_sonata.table import Table

HORIZON = 8
"""Turns that a plan looks ahead."""
LOCATION = "lady.location"
SYMBOLS = "lady.symbols"


@dataclass(frozen=True)
class CutBelief:
    """The map's distribution, cut to what CP-SAT proves possible with the printed cards. A stand-in, named as such."""

    by_map: Belief
    proved: Belief

    def distribution(self, statistic: Statistic) -> Distribution:
        kept = self.proved.candidates(statistic)
        weighed = self.by_map.distribution(statistic) or {}
        return normalise({value: chance for value, chance in weighed.items() if value in kept})


def _cut(evidence: Evidence) -> CutBelief:
    from solver.engines.cpsat import prove

    deck: Any = evidence.mystery
    return CutBelief(deck.by_map.count(evidence.facts, Budget()), prove(evidence, Budget()))


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

    def where(self, turns: int) -> Distribution:
        """How likely she is at each location `turns` turns from now (0: now)."""
        found: Distribution = self._where.distribution(("at", self.slot(turns)))
        return found

    def chance(self, turns: int, place: str) -> Fraction:
        return self.where(turns).get(place, Fraction(0))

    def slot(self, turns: int) -> int:
        """The slot on top after that many turns without a search; a flight that waits is flown first."""
        if turns == 0:
            return self.deck.slot
        skipped = self.table.clues.held if self.table.flight_waits else 0
        laid = 1 if isinstance(self.deck.top, Special) else 0
        return self._ring[(turns + skipped - laid) % len(self._ring)]

    def can_search(self, turns: int) -> bool:
        """True if a stealth card will lie on top then."""
        return self.deck.lies[self.slot(turns)] is Lies.STEALTH

    @property
    def deck(self) -> Deck:
        """The deck; only asked where one is tracked."""
        assert self.table.deck is not None
        return self.table.deck

    @cached_property
    def _ring(self) -> tuple[int, ...]:
        return (self.deck.slot, *self.deck.slots_below())

    def reach(self, start: str, moves: int) -> list[str]:
        """The locations within so many moves, in alphabetical order."""
        near = hops(self.table.board, start)
        return [place for place in self.table.board.names if near[place] <= moves]

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
