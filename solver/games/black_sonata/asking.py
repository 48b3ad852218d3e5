"""Asking at the pawn's location, with its key: what the Fair Youth and the Rendezvous have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from solver.core.protocol import Foresight, Mystery
from solver.core.schema import Event, Strict, validate
from solver.core.values import Advice, Value
from solver.engines.information import Prospect, entropy, look_ahead
from solver.games.black_sonata.advice import is_free_to_act
from solver.games.black_sonata.card_files import load_list
from solver.games.black_sonata.errands import Errand, Planner
from solver.games.black_sonata.table import Table, forbid
from solver.games.black_sonata.weights import weight

if TYPE_CHECKING:
    from maps import Board
    from solver.games.black_sonata.outlook import Outlook

CardT = TypeVar("CardT", bound=Strict)


class Asked(Mystery[Any], Protocol):
    """A mystery that answers at each location, the same whenever it is asked there."""

    @property
    def board(self) -> Board:
        """The map with all its roads."""

    def foresee(self, place: str) -> Foresight:
        """What a question at `place` would show."""


@dataclass(frozen=True)
class Inquiry:
    """A way to ask. `section` is the part (and its weights), `mystery` what is asked about, told as `about`.

    `event` is any event of its kind; `free` the rules switch that lets it cost no action; `words` tell it for a place.
    """

    section: str
    mystery: str
    about: str
    event: Event
    free: str
    words: str
    source: str


def answered_at(place: str) -> tuple[str, str]:
    """What is printed: one answer at each location, once and for all."""
    return ("answer", place)


def use_key(table: Table, inquiry: Inquiry) -> Table:
    """The table once the key under the pawn was used; refused where it is not held."""
    if not _has_key(table):
        raise forbid(f"asking here needs the key of {table.pawn}, which is not held", inquiry.source)
    return table if _is_free(table, inquiry) else table.act()


def _has_key(table: Table) -> bool:
    """True if the key under the pawn is held; where the table cannot know, it is taken to be."""
    here = table.pawn
    return here is not None and (here in table.keys or table.rules.doubts_key(table, here))


def _is_free(table: Table, inquiry: Inquiry) -> bool:
    return bool(getattr(table.rules.settings["rules"], inquiry.free))


def answers(table: Table, mystery: str) -> Mapping[str, Any]:
    """The facts that were answers, by the location where they were given (the first one there)."""
    found: dict[str, Any] = {}
    for noted in table.facts.get(mystery, ()):
        fact: Any = noted.fact
        if fact.printed == answered_at(getattr(fact, "place", "")):
            found.setdefault(fact.place, fact)
    return found


# Hints


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
    if _is_free(outlook.table, inquiry):
        named = {"free": True}
    else:
        value += planner.value(outlook.table.rules.stand(outlook.table))
    words, bits = f"{inquiry.words} {here}", {inquiry.mystery: prospect.bits}
    yield Advice({"type": inquiry.event.type}, words, because, value, prospect.bits, bits, prospect.outcomes, named)


def asking_errands(inquiry: Inquiry, outlook: Outlook) -> Iterator[Errand]:
    """Asking at each location where the pawn will hold the key, and the answer is not known."""
    each = points_per_bit(inquiry, outlook)
    for place, prospect in _open_prospects(inquiry, outlook).items():
        if gets_key(outlook.table, place):
            why = f"{prospect.bits:.2f} bits expected about {inquiry.about}"
            action = {"type": inquiry.event.type}
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
    turn = replace(table, actions=0) if _is_free(table, inquiry) else table
    return is_free_to_act(turn) and _has_key(table) and table.rules.objection(table, inquiry.event) is None


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


# Card lists


def read_list(listed: Sequence[CardT] | str, whole: type[Strict], folder: Path | None, where: str) -> list[CardT]:
    """The cards of a list in the session, or of the file that it names (`whole` is the model of its content).

    A file holds the list alone or under one key, as TOML needs it. Raises DataError with every fault.
    """
    if not isinstance(listed, str):
        return list(listed)
    raw = load_list(listed, folder, where)
    only = next(iter(raw.values())) if isinstance(raw, dict) and len(raw) == 1 else raw
    content: Any = validate(whole, {"cards": only}, listed)
    return list(content.cards)
