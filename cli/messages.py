"""Refusals in a player's words: what is wrong, and what to type next."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from solver.core.errors import Contradiction, DataError, GnomonError, IllegalEvent

if TYPE_CHECKING:
    from solver.core.game import Game
    from solver.core.schema import Event

MOST_FAULTS = 20
LATEST = 3
"""How many of the latest notes are shown when one is refused."""


def describe(error: GnomonError) -> str:
    """The error as it is printed on standard error."""
    match error:
        case DataError():
            return "\n".join(_faults(error))
        case IllegalEvent():
            return trouble_words(error)
        case _:
            return str(error) or type(error).__name__


def _faults(error: DataError) -> Iterator[str]:
    shown = error.faults[:MOST_FAULTS]
    where = error.where or "this"
    if len(error.faults) == 1:
        yield f"{where}: expected {shown[0].accepted}" if shown[0].path == "$" else f"{where}: {shown[0]}"
        return
    yield f"{where}: {len(error.faults)} things to mend"
    yield from (f"  {fault}" for fault in shown)
    if len(error.faults) > len(shown):
        yield f"  and {len(error.faults) - len(shown)} more (--json lists all)"


def trouble_words(error: IllegalEvent | Contradiction) -> str:
    """What the notes break, with the number of the event where it shows."""
    if isinstance(error, IllegalEvent):
        at = "" if error.index is None else f"event {error.index}: "
        return f"{at}{error}"
    return error.trouble


def command(*words: str) -> str:
    """A gnomon command that can be copied into a shell."""
    return "gnomon " + shlex.join(words)


def refusal(file: str, game: Game, events: Sequence[Event], error: IllegalEvent | Contradiction) -> str:
    """Why a note was not taken: the rule, the older notes to look at, and the commands that mend it.

    `events` are those in the file, without the refused one.
    """
    return "\n".join([f"Not noted: {_reason(error)}", *_older(game, events, error), *_repairs(file, events)])


def older_trouble(file: str, game: Game, events: Sequence[Event], error: IllegalEvent | Contradiction) -> str:
    """As `refusal`, where the notes before already contradict each other."""
    head = f"Not noted: the older notes already contradict. {trouble_words(error)}"
    return "\n".join([head, *_older(game, events, error), *_repairs(file, events)])


def _reason(error: IllegalEvent | Contradiction) -> str:
    """The rule alone: the refused note needs no number."""
    return str(error) if isinstance(error, IllegalEvent) else error.trouble


def _older(game: Game, events: Sequence[Event], error: IllegalEvent | Contradiction) -> Iterator[str]:
    """The notes to look at: those that the contradiction names, or the latest where the table forbids."""
    named = error.events if isinstance(error, Contradiction) else ()
    numbers = [n for n in named if n < len(events)] or range(max(0, len(events) - LATEST), len(events))
    if numbers:
        yield "The slip may be in an older note:"
        yield from (f"  event {number}  {game.speak(events[number])}" for number in numbers)


def _repairs(file: str, events: Sequence[Event]) -> Iterator[str]:
    last = len(events) - 1
    yield "What you can do:"
    if events:
        yield f"  {command('undo', file)}  takes back event {last}"
        yield f"  {command('amend', file, str(last))} TEXT  writes event {last} anew (any other number too)"
    yield f"  {command('note', file)} --anyway TEXT  notes it as it stands"
