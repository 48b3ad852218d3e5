"""Asking at the pawn's location, with its key: what the Fair Youth and the Rendezvous have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from solver.core.cardlists import load_list
from solver.core.schema import Strict, validate
from solver.games.black_sonata.table import forbid

if TYPE_CHECKING:
    from solver.core.schema import Event
    from solver.games.black_sonata.table import Table

CardT = TypeVar("CardT", bound=Strict)


@dataclass(frozen=True)
class Inquiry:
    """A way to ask. `section` is the part (and its weights), `mystery` what is asked about, told as `about`.

    `event` makes any event of its kind; `free` is the rules switch that lets it cost no action; `words` tell it for a
    place.
    """

    section: str
    mystery: str
    about: str
    event: Callable[[], Event]
    free: str
    words: str
    source: str


def answered_at(place: str) -> tuple[str, str]:
    """What is printed: one answer at each location, once and for all."""
    return ("answer", place)


def use_key(table: Table, inquiry: Inquiry) -> Table:
    """The table once the key under the pawn was used; refused where it is not held."""
    if not has_key(table):
        raise forbid(f"asking here needs the key of {table.pawn}, which is not held", inquiry.source)
    return table if is_free(table, inquiry) else table.act()


def has_key(table: Table) -> bool:
    """True if the key under the pawn is held; where the table cannot know, it is taken to be."""
    here = table.pawn
    return here is not None and (here in table.keys or table.rules.doubts_key(table, here))


def is_free(table: Table, inquiry: Inquiry) -> bool:
    """True if the rules switches let asking cost no action."""
    return bool(getattr(table.rules.settings["rules"], inquiry.free))


def answers(table: Table, mystery: str) -> Mapping[str, Any]:
    """The facts that were answers, by the location where they were given (the first one there)."""
    found: dict[str, Any] = {}
    for noted in table.facts.get(mystery, ()):
        fact: Any = noted.fact
        if fact.printed == answered_at(getattr(fact, "place", "")):
            found.setdefault(fact.place, fact)
    return found


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
