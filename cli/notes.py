"""The commands that change a session: note, undo, amend."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.wires import FORMAT, AsJson, SessionFile, Words, emit, say

if TYPE_CHECKING:
    from cli.noting import Change
    from solver.core.game import Known
    from solver.core.values import Answer

Anyway = Annotated[bool, typer.Option("--anyway", help="Write it even where the rules forbid it.")]


def note(file: SessionFile, text: Words = None, anyway: Anyway = False, as_json: AsJson = False) -> None:
    """Note what happened, as you would say it, or as JSON.

    With - or nothing as TEXT, one note a line is read from standard input.
    """
    words = " ".join(text or []).strip()
    if words and words != "-":
        _note_one(file, words, anyway, as_json)
        return
    if not words and (text or (sys.stdin is not None and sys.stdin.isatty())):
        from solver.core.errors import UsageError

        raise UsageError(f"nothing to note: say what happened, as in: gnomon note {file} TEXT")
    _note_lines(file, anyway, as_json)


def _note_one(file: str, text: str, anyway: bool, as_json: bool) -> None:
    from cli.noting import add_note

    with _told(file, as_json):
        report(file, add_note(Path(file), text, anyway), as_json)


@contextmanager
def _told(file: str, as_json: bool) -> Iterator[None]:
    """With --json, a refusal is also told as a record on standard output."""
    from cli.noting import Refused
    from cli.records import told_as_json

    with told_as_json(file, as_json):
        try:
            yield
        except Refused as refusal:
            if as_json:
                emit(refusal.record(file))
            raise


def _note_lines(file: str, anyway: bool, as_json: bool) -> None:
    from solver.core.errors import GnomonError

    count = 0
    for number, line in lines_of_input():
        try:
            _note_one(file, line, anyway, as_json)
        except GnomonError:
            say(f"Stopped at line {number} of the input: {line}")
            say(f"{count} noted before it." if count else "Nothing was noted before it.")
            raise
        count += 1
    if not count:
        say("The input held no notes.")


def lines_of_input() -> Iterator[tuple[int, str]]:
    """The lines of standard input that say something, with their numbers (from 1); `#` starts a remark."""
    for number, line in enumerate(sys.stdin or (), start=1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            yield number, stripped


def undo(file: SessionFile, as_json: AsJson = False) -> None:
    """Take back the last event. The file's history keeps it."""
    from cli.noting import take_back

    with _told(file, as_json):
        report(file, take_back(Path(file)), as_json)


def amend(
    file: SessionFile,
    number: Annotated[int, typer.Argument(metavar="N", help="The event's number, from 0, as shown.")],
    text: Words = None,
    insert: Annotated[bool, typer.Option("--insert", help="Put it before event N.")] = False,
    delete: Annotated[bool, typer.Option("--delete", help="Strike event N out.")] = False,
    anyway: Anyway = False,
    as_json: AsJson = False,
) -> None:
    """Mend an older event: write it anew, insert one before it, or strike it out."""
    from cli.noting import mend
    from solver.core.errors import UsageError

    words = " ".join(text or [])
    if delete == bool(words) or (delete and insert):
        raise UsageError("say either what event N should be (TEXT, or TEXT --insert), or --delete")
    with _told(file, as_json):
        report(file, mend(Path(file), number, words or None, insert, anyway), as_json)


def report(file: str, change: Change, as_json: bool) -> None:
    """Tells what was done, and what it means."""
    if as_json:
        emit(change_json(file, change))
    else:
        print("\n".join(change_lines(change)))
    sys.stdout.flush()
    tell_oddities(change)


def tell_oddities(change: Change) -> None:
    """What looked odd about it, and what the notes contradict now: on standard error."""
    for warning in change.warnings:
        say(f"warning: {warning}")
    if change.weighed.trouble is not None:
        from cli.messages import trouble_words

        say(f"The notes contradict: {trouble_words(change.weighed.trouble)}")


def change_json(file: str, change: Change) -> dict[str, Any]:
    """What was done, for programs: `noted` and `was` are events."""
    from cli.records import trouble_json

    game, weighed = change.session.game, change.weighed
    events = {"noted": change.event, "was": change.was}
    shown = {key: event.to_json() for key, event in events.items() if event is not None}
    words = {} if change.event is None else {"words": game.speak(change.event)}
    trouble = {} if weighed.trouble is None else {"consistent": False, **trouble_json(weighed.trouble)}
    place = {"format": FORMAT, "file": file, "event": change.number}
    return {
        **place,
        **shown,
        **words,
        "events": len(change.session.events),
        "prompt": game.prompt(weighed.table),
    } | {
        "warnings": list(change.warnings),
        **trouble,
    }


def change_lines(change: Change) -> Iterator[str]:
    """What was done, for people: the event in words, where the game stands, the main answer."""
    from cli.figures import answer_words

    game = change.session.game
    if change.event is None and change.was is not None:
        yield f"event {change.number} is gone: {game.speak(change.was)}"
    elif change.event is not None:
        instead = "" if change.was is None else f"  (instead of: {game.speak(change.was)})"
        yield f"event {change.number}  {game.speak(change.event)}{instead}"
    yield game.prompt(change.weighed.table)
    focus = getattr(change.weighed.table, "focus", None)
    yield from (answer_words(answer) for answer in main_answer(change.weighed.known, focus))


def main_answer(known: Sequence[Known], focus: str | None = None) -> Iterator[Answer]:
    """The answer that the latest note told most of; nothing where nothing is hidden.

    A table may name its question (`focus`); else it is the first one of the mystery that the latest notes told of.
    """
    from solver.answers.candidates import answer, answers_of

    asked = [(one, question) for one in known for question in one.evidence.mystery.questions() if question.id == focus]
    if asked:
        one, question = asked[0]
        yield answer(question, one.belief)
        return

    def latest(one: Known) -> int:
        return max((noted.event for noted in one.evidence.noted), default=-1)

    if known:
        yield from list(answers_of(max(known, key=latest)))[:1]
