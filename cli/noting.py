"""Changing a session: a note is read at the table where it belongs, judged, and written or refused whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli import messages
from cli.progress import progress
from cli.records import trouble_json
from cli.wires import FORMAT
from solver.answers.candidates import advance, judge
from solver.core.errors import (
    Contradiction,
    DataError,
    Fault,
    GnomonError,
    IllegalEvent,
    OutOfBudget,
    UnreadableEvent,
    UsageError,
)
from solver.core.schema import Event, validate
from solver.core.session import Session, change_session
from solver.core.texts import is_encodable, load_json

if TYPE_CHECKING:
    from solver.core.game import Game, Known

Trouble = IllegalEvent | Contradiction


class Refused(GnomonError):
    """A change that the rules forbid; the file is as it was."""

    exit_status = 3

    def __init__(self, message: str, trouble: Trouble, event: Event | None, is_older: bool) -> None:
        self.trouble = trouble
        self.event = event
        self.is_older = is_older
        super().__init__(message)

    def record(self, file: str) -> dict[str, Any]:
        """What --json prints of it; `older` tells that the notes contradicted before."""
        shown = None if self.event is None else self.event.to_json()
        head = {"format": FORMAT, "file": file, "refused": shown, "older": self.is_older}
        return {**head, **trouble_json(self.trouble)}


@dataclass(frozen=True)
class Weighed:
    """A session as far as it can be replayed. `trouble` is the first thing that forbids it, if any does."""

    table: Any
    known: tuple[Known, ...] = ()
    trouble: Trouble | None = None
    unchecked: str = ""
    """Why the notes were not judged, where a budget ran out."""


@dataclass(frozen=True)
class Change:
    """What was done to a file: `event` is None after a deletion."""

    session: Session
    number: int
    event: Event | None
    was: Event | None
    weighed: Weighed

    @property
    def warnings(self) -> tuple[str, ...]:
        odd = tuple(self.weighed.table.warnings) if self.weighed.trouble is None else ()
        late = self.weighed.unchecked
        return (*odd, f"noted, but not checked against the older notes: {late}") if late else odd


def furthest(game: Game, setup: Any, events: Sequence[Event]) -> Weighed:
    """The table after as many of the events as the rules allow; nothing is judged."""
    table = game.open(setup)
    for index, event in enumerate(events):
        try:
            table = advance(game, table, event, index)
        except IllegalEvent as trouble:
            return Weighed(table, trouble=trouble)
    return Weighed(table)


def weigh(game: Game, reached: Weighed) -> Weighed:
    """The same table with what is known at it, or with the contradiction in it."""
    if reached.trouble is not None:
        return reached
    try:
        return replace(reached, known=judge(game, reached.table))
    except Contradiction as trouble:
        return replace(reached, trouble=trouble)
    except OutOfBudget as reason:
        return replace(reached, unchecked=str(reason))


def _one_more(game: Game, reached: Weighed, event: Event, index: int) -> Weighed:
    if reached.trouble is not None:
        return reached
    try:
        return weigh(game, Weighed(advance(game, reached.table, event, index)))
    except IllegalEvent as trouble:
        return replace(reached, trouble=trouble)


def read_event(session: Session, text: str, table: Any) -> Event:
    """The event that `text` means at `table`: in words, or as JSON. Raises UnreadableEvent or DataError."""
    if not is_encodable(text):
        raise UnreadableEvent(text, "the note holds bytes that are no text in UTF-8, so no file can keep it")
    if text.lstrip().startswith("{"):
        return _from_json(session, text)
    return session.game.read_note(text, table)


def _from_json(session: Session, text: str) -> Event:
    try:
        raw = load_json(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableEvent(text, f"This is not JSON ({error}).") from None
    try:
        model: Any = validate(session.game.session_model(), {**session.raw, "events": [raw]})
    except DataError as error:
        raise DataError([_rooted(fault) for fault in error.faults], "note") from None
    event: Event = model.events[0]
    return event


def _rooted(fault: Fault) -> Fault:
    """The fault with a path that starts at the event instead of the file."""
    return replace(fault, path=fault.path.replace("$.events[0]", "$", 1))


def add_note(path: Path, text: str, is_forced: bool) -> Change:
    """Appends one event. Raises Refused (unless forced), UnreadableEvent or DataError; nothing is written."""

    def add(session: Session) -> Change:
        game, number = session.game, len(session.events)
        before = furthest(game, session.setup, session.events)
        event = read_event(session, text, before.table)
        after = _one_more(game, before, event, number)
        if after.trouble is not None and not is_forced:
            raise _refuse_note(path, session, event, before, after.trouble)
        return Change(session.with_events([*session.events, event]), number, event, None, after)

    return _apply(path, add)


def _apply(path: Path, make: Any) -> Change:
    """Makes a change and writes it under the file's lock, once its form is known to be right."""
    made: list[Change] = []

    def change(session: Session) -> Session:
        made.append(make(session))
        changed = made[-1].session
        validate(changed.game.session_model(), changed.to_json(), str(path))
        return changed

    with progress(f"working on {path}"):
        change_session(path, change)
    return made[-1]


def _refuse_note(path: Path, session: Session, event: Event, before: Weighed, trouble: Trouble) -> Refused:
    is_older = weigh(session.game, before).trouble is not None
    tell = messages.older_trouble if is_older else messages.refusal
    return Refused(tell(str(path), session.game, session.events, trouble), trouble, event, is_older)


def take_back(path: Path) -> Change:
    """Takes back the last event; the file's history keeps it. Raises UsageError where there is none."""

    def undo(session: Session) -> Change:
        if not session.events:
            raise UsageError(f"{path} holds no events: there is nothing to take back")
        number, last = len(session.events) - 1, session.events[-1]
        fewer = session.with_events(session.events[:-1], _record("undo", number, was=last))
        left = weigh(session.game, furthest(session.game, session.setup, fewer.events))
        return Change(fewer, number, None, last, left)

    return _apply(path, undo)


def _record(did: str, number: int, was: Event | None = None, now: Event | None = None) -> Mapping[str, Any]:
    kept = {"was": was, "now": now}
    return {
        "did": did,
        "event": number,
        **{k: event.to_json() for k, event in kept.items() if event is not None},
    }


def mend(path: Path, number: int, text: str | None, is_insert: bool, is_forced: bool) -> Change:
    """Replaces event `number`, inserts before it, or deletes it (`text` is None).

    The text is read at the table before that event; later events that name others follow them to their new numbers.
    The result is judged whole. Raises Refused unless forced.
    """

    def amend(session: Session) -> Change:
        _check_number(path, session, number, is_insert)
        game, events = session.game, session.events
        before = furthest(game, session.setup, events[:number])
        event = None if text is None else read_event(session, text, before.table)
        was = None if is_insert else events[number]
        kept = events[number + (was is not None) :]
        shift = (event is not None) - (was is not None)
        later = [one.renumbered(lambda old: old + shift if old + (was is None) > number else old) for one in kept]
        mended = [*events[:number], *([event] if event else []), *later]
        after = weigh(game, furthest(game, session.setup, mended))
        if after.trouble is not None and not is_forced:
            raise _refuse_mending(session, event, after.trouble)
        did = "insert" if is_insert else "replace" if event else "delete"
        return Change(session.with_events(mended, _record(did, number, was, event)), number, event, was, after)

    return _apply(path, amend)


def _check_number(path: Path, session: Session, number: int, is_insert: bool) -> None:
    last = len(session.events) - (0 if is_insert else 1)
    if not 0 <= number <= last:
        known = f"its events are numbered 0 to {len(session.events) - 1}" if session.events else "it holds no events"
        raise UsageError(f"{path} has no event {number}: {known}")


def _refuse_mending(session: Session, event: Event | None, trouble: Trouble) -> Refused:
    now = weigh(session.game, furthest(session.game, session.setup, session.events)).trouble
    lines = [f"Nothing changed: the notes would contradict. {messages.trouble_words(trouble)}"]
    if now is not None:
        lines.append(f"(They contradict now, too: {messages.trouble_words(now)})")
    lines.append("To change it all the same, add --anyway.")
    return Refused("\n".join(lines), trouble, event, now is not None)
