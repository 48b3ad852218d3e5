"""The command `play`: one line a note, as long as a game lasts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.wires import AsJson, SessionFile, emit, is_terminal, say

if TYPE_CHECKING:
    from cli.noting import Change
    from solver.core.session import Session

HELP = """\
Say what happens, one line a note. Besides that:
  ?                      what may come next
  hint [nudge|reason]    what to do now; stops where you say
  solve                  every question with its answers
  show                   the table as it stands
  undo                   takes back the last note
  --anyway TEXT          notes what the rules forbid
  quit                   ends; everything is already saved"""


def play(file: SessionFile, as_json: AsJson = False) -> None:
    """Sit at the table: note line by line, with completion; ? helps. Reads a pipe as well."""
    from solver.core.session import read_session

    read_session(file)  # a bad file is told before anybody types
    seat = Seat(file, as_json, is_live=is_terminal() and sys.stdout.isatty())
    if seat.is_live:
        seat.do("show")
        say("Type ? for help.")
    for line in _typed(seat) if seat.is_live else _piped():
        if line in ("quit", "exit", "q"):
            break
        if line:
            seat.do(line)
    if not seat.is_live and seat.worst:
        import typer

        raise typer.Exit(seat.worst)


def _piped() -> Iterator[str]:
    from cli.notes import lines_of_input

    return (line for _, line in lines_of_input())


def _typed(seat: Seat) -> Iterator[str]:
    """Lines from a terminal, with completion, until the end of input."""
    from prompt_toolkit import PromptSession

    session: PromptSession[str] = PromptSession(completer=seat.completer(), complete_while_typing=True)
    while True:
        try:
            yield session.prompt(f"{seat.prompt()} > ").strip()
        except KeyboardInterrupt:
            continue
        except EOFError:
            return


class Seat:
    """One place at the table. The file is the only memory: others may note in it at the same time."""

    def __init__(self, file: str, as_json: bool, is_live: bool) -> None:
        self.file = file
        self.as_json = as_json
        self.is_live = is_live
        self.worst = 0

    def do(self, line: str) -> None:
        """Obeys one line. A refusal is told, and remembered in `worst`; the game goes on."""
        from cli.messages import describe
        from cli.noting import Refused
        from cli.records import error_json
        from solver.core.errors import GnomonError

        try:
            self._command(line)()
        except GnomonError as error:
            self.worst = max(self.worst, error.exit_status)
            if self.as_json:
                emit(error.record(self.file) if isinstance(error, Refused) else error_json(self.file, error))
            say(self._as_typed_here(describe(error)))
        sys.stdout.flush()

    def _as_typed_here(self, message: str) -> str:
        """Commands as they are typed at this prompt; amending needs the shell."""
        from cli.messages import command

        undo, note = command("undo", self.file), command("note", self.file)
        lines = message.replace(undo, "undo").replace(f"{note} --anyway", "--anyway").split("\n")
        return "\n".join(line + "  (after quit)" if command("amend") in line else line for line in lines)

    def _command(self, line: str) -> Callable[[], None]:
        match line.split():
            case ["?" | "help"]:
                return self._help
            case ["undo"]:
                return self._undo
            case ["show"]:
                return self._show
            case ["solve"]:
                return self._solve
            case ["hint"]:
                return lambda: self._hint("answer")
            case ["hint", "nudge" | "reason" | "answer" as stage]:
                return lambda: self._hint(stage)
            case ["--anyway", *_]:
                return lambda: self._note(line.removeprefix("--anyway").strip(), True)
        return lambda: self._note(line, False)

    def _help(self) -> None:
        session, table = self._here()
        say(HELP)
        say("Next may come: " + ", ".join(session.game.complete_note("", table)))

    def _here(self) -> tuple[Session, Any]:
        from cli.noting import furthest
        from solver.core.session import read_session

        session = read_session(self.file)
        return session, furthest(session.game, session.setup, session.events).table

    def _note(self, text: str, is_forced: bool) -> None:
        from cli.noting import add_note

        self._report(add_note(Path(self.file), text, is_forced))

    def _undo(self) -> None:
        from cli.noting import take_back

        self._report(take_back(Path(self.file)))

    def _report(self, change: Change) -> None:
        """On a terminal the table is drawn again; on a pipe one line says what became of the note."""
        from cli.notes import change_lines, report, tell_oddities

        if self.as_json:
            report(self.file, change, as_json=True)
        elif self.is_live:
            report(self.file, change, as_json=False)
            self._glance(change)
        else:
            print("  ".join(change_lines(change)))
            tell_oddities(change)

    def _glance(self, change: Change) -> None:
        """The map alone, after each note; `show` has the rest."""
        from cli.render import Page, show_view

        weighed = change.weighed
        if weighed.trouble is None and not weighed.unchecked:
            show_view(Page(), change.session.game.view(weighed.table, weighed.known), is_brief=True)

    def _show(self) -> None:
        from cli.reading import show

        show(self.file, self.as_json)

    def _solve(self) -> None:
        from cli.reading import solve_one

        self.worst = max(self.worst, solve_one(self.file, self.as_json))

    def _hint(self, stage: str) -> None:
        from cli.reading import Stage, hint

        hint(self.file, Stage(stage), self.as_json)

    def prompt(self) -> str:
        """Where the game stands."""
        session, table = self._here()
        return session.game.prompt(table)

    def completer(self) -> Any:
        """What the game says a line may become; nothing while the file cannot be read."""
        from prompt_toolkit.completion import Completer, Completion

        from solver.core.errors import GnomonError

        here = self._here

        class Notes(Completer):
            def get_completions(self, document: Any, complete_event: Any) -> Iterator[Completion]:
                typed = document.text_before_cursor
                word = typed.rpartition(" ")[2]
                try:
                    session, table = here()
                    words = session.game.complete_note(typed, table)
                except GnomonError:
                    return
                yield from (Completion(found, start_position=-len(word)) for found in words)

        return Notes()
