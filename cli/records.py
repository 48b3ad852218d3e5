"""The JSON records that several commands share, and the errors told in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from cli.wires import FORMAT, emit
from solver.core.errors import (
    Contradiction,
    DataError,
    Fault,
    GnomonError,
    IllegalEvent,
    OutOfBudget,
    UnreadableEvent,
)

if TYPE_CHECKING:
    from solver.core.session import Session


def head_json(session: Session) -> dict[str, Any]:
    """The keys that start every record about a session."""
    return {"format": FORMAT, "game": session.game.name, "events": len(session.events)}


def trouble_json(trouble: IllegalEvent | Contradiction) -> dict[str, Any]:
    """The keys that tell a trouble: `conflict` always, `trouble` or `forbidden` as it fits."""
    if isinstance(trouble, Contradiction):
        return {"conflict": list(trouble.events), "doubt": [], "trouble": trouble.trouble}
    return {"conflict": [], "doubt": [], "forbidden": {"event": trouble.index, "rule": str(trouble)}}


def unsolved_json(session: Session, error: GnomonError, **empty: Any) -> dict[str, Any]:
    """The record of a session without answers; `empty` are the keys that hold the answers otherwise."""
    head = head_json(session)
    if isinstance(error, OutOfBudget):
        return {**head, **empty, "out_of_budget": str(error)}
    assert isinstance(error, IllegalEvent | Contradiction)
    return {**head, "consistent": False, **empty, **trouble_json(error)}


def error_json(source: str, error: GnomonError) -> dict[str, Any]:
    """The record of a file, or of a note, that could not be read."""
    if isinstance(error, UnreadableEvent):
        faults = [Fault("$", error.text, str(error)).to_json()]
    else:
        faults = [fault.to_json() for fault in error.faults] if isinstance(error, DataError) else []
    told = {} if faults else {"trouble": str(error)}
    return {"format": FORMAT, "file": source, "error": {"exit": error.exit_status, "faults": faults, **told}}


@contextmanager
def told_as_json(source: str, as_json: bool) -> Iterator[None]:
    """With --json, an unreadable file or note is also told as a record on standard output."""
    try:
        yield
    except (DataError, UnreadableEvent) as error:
        if as_json:
            emit(error_json(source, error))
        raise
