"""A part of the game: a file in `parts/` that offers `PART`. An expansion is one more such file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from solver.core.protocol import Evidence
from solver.core.schema import Event
from solver.core.values import Advice
from solver.games.black_sonata.deck import Special
from solver.games.black_sonata.faces import FaceKind
from solver.games.black_sonata.grammar import Phrase
from solver.games.black_sonata.outlook import Outlook
from solver.games.black_sonata.table import Table


def _unchanged(table: Table) -> Table:
    return table


def _no_evidence(table: Table) -> Sequence[Evidence]:
    return ()


def _no_rows(table: Table) -> Sequence[tuple[str, str]]:
    return ()


def _no_advice(outlook: Outlook) -> Sequence[Advice]:
    return ()


@dataclass(frozen=True)
class Part:
    """What a file of `parts/` offers.

    `settings` maps each set-up key that it reads to its type (with pydantic's metadata) and default. `switch` is the
    key that switches the part on, None for a part that is always on. `events` maps each kind of event it understands to
    the function that makes the next table. `objections` are rules that forbid an event of any part; `after`
    sees every event once it was taken. `specials` maps
    each special card to what happens when it comes up. `needs_pawn`: the set-up must name a `start`.
    """

    name: str
    switch: str | None = None
    settings: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)
    needs_pawn: bool = False
    opening: Callable[[Table], Table] = _unchanged
    events: Mapping[type[Event], Callable[[Table, Any], Table]] = field(default_factory=dict)
    faces: tuple[FaceKind, ...] = ()
    specials: Mapping[str, Callable[[Table, Special], Table]] = field(default_factory=dict)
    objections: tuple[Callable[[Table, Event], str | None], ...] = ()
    after: tuple[Callable[[Table, Event], Table], ...] = ()
    evidence: Callable[[Table], Sequence[Evidence]] = _no_evidence
    phrases: tuple[Phrase, ...] = ()
    rows: Callable[[Table], Sequence[tuple[str, str]]] = _no_rows
    advice: Callable[[Outlook], Sequence[Advice]] = _no_advice
    complete: Callable[[Any, Path | None], Any] | None = None
    """Reads the card files that the setting of `switch` names, inside the session's folder (None: no files)."""
