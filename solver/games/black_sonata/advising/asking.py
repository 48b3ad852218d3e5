"""What a hint offers of asking: here and now, and at the locations where the pawn will hold the key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import log2
from typing import TYPE_CHECKING, Any, Protocol

from solver.core.protocol import Foresight, Mystery
from solver.core.values import Advice, Value
from solver.engines.information import Prospect, entropy, look_ahead
from solver.games.black_sonata.advice import is_free_to_act
from solver.games.black_sonata.asking import Inquiry, answers, has_key, is_free
from solver.games.black_sonata.errands import Errand, Planner
from solver.games.black_sonata.weights import weight

if TYPE_CHECKING:
    from maps import Board
    from solver.games.black_sonata.outlook import Outlook
    from solver.games.black_sonata.table import Table


class Asked(Mystery[Any], Protocol):
    """A mystery that answers at each location, the same whenever it is asked there."""

    @property
    def board(self) -> Board:
        """The map with all its roads."""

    def foresee(self, place: str) -> Foresight:
        """What a question at `place` would show."""


def asking_advice(inquiry: Inquiry, planner: Planner) -> Iterator[Advice]:
    """Asking here and now, if that is allowed and may tell something."""
    outlook, here = planner.outlook, planner.outlook.table.pawn
    prospect = _open_prospects(inquiry, outlook).get(here or "")
    if here is None or prospect is None or not _may_ask(outlook.table, inquiry):
        return
    left = entropy((outlook.known[inquiry.mystery].belief.distribution(_statistic(inquiry, outlook)) or {}).values())
    because = f"the answer tells {prospect.bits:.2f} of {left:.2f} bits still open about {inquiry.about}"
    value = prospect.bits * points_per_bit(inquiry, outlook)
    named: dict[str, Any] = {}
    if is_free(outlook.table, inquiry):
        named = {"free": True}
    else:
        value += planner.value(outlook.table.rules.stand(outlook.table))
    words, bits = f"{inquiry.words} {here}", {inquiry.mystery: prospect.bits}
    yield Advice({"type": inquiry.event().type}, words, because, value, prospect.bits, bits, prospect.outcomes, named)


def asking_errands(inquiry: Inquiry, outlook: Outlook) -> Iterator[Errand]:
    """Asking at each location where the pawn will hold the key, and the answer is not known."""
    each = points_per_bit(inquiry, outlook)
    for place, prospect in _open_prospects(inquiry, outlook).items():
        if gets_key(outlook.table, place):
            why = f"{prospect.bits:.2f} bits expected about {inquiry.about}"
            action = {"type": inquiry.event().type}
            yield Errand(place, each * prospect.bits, f"{inquiry.words} {place}", why, action)


def gets_key(table: Table, place: str) -> bool:
    """True if the key of `place` is held (or may be), or is taken when the pawn comes there next."""
    if place in table.keys or table.rules.doubts_key(table, place):
        return True
    return place in table.rules.take_key(replace(table, pawn=place), place).keys


def points_per_bit(inquiry: Inquiry, outlook: Outlook) -> float:
    """Points of a bit about it: what it scores, spread over what was open at the start."""
    size = outlook.known[inquiry.mystery].evidence.mystery.size()
    return weight(inquiry.section, "points") / max(1.0, log2(size or 1))


def _may_ask(table: Table, inquiry: Inquiry) -> bool:
    """True if asking is legal now and the turn has room for it; a free one has it with the action spent, too."""
    turn = replace(table, actions=0) if is_free(table, inquiry) else table
    return is_free_to_act(turn) and has_key(table) and table.rules.objection(table, inquiry.event()) is None


def _statistic(inquiry: Inquiry, outlook: Outlook) -> Any:
    mystery: Any = outlook.known[inquiry.mystery].evidence.mystery
    return mystery.foresee(outlook.table.board.names[0]).statistic


def _open_prospects(inquiry: Inquiry, outlook: Outlook) -> Mapping[str, Prospect]:
    """What asking at each location would tell, where it would tell anything."""
    known = outlook.known[inquiry.mystery]
    mystery: Any = known.evidence.mystery
    chances = known.belief.distribution(_statistic(inquiry, outlook)) or {}
    asked = answers(outlook.table, inquiry.mystery)
    prospects = _prospects(mystery, tuple(chances.items()))
    return {place: found for place, found in prospects.items() if place not in asked and found.bits > 0}


@lru_cache(maxsize=64)
def _prospects(mystery: Asked, chances: tuple[tuple[Value, Fraction], ...]) -> Mapping[str, Prospect]:
    distribution = dict(chances)
    return {place: look_ahead(distribution, mystery.foresee(place)) for place in mystery.board.names}
