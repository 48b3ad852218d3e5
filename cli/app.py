"""gnomon's command line: the commands, and the one place where errors become messages and exit statuses."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from cli import new, notes, play, reading, simulate, verify
from cli.wires import say, settle_encoding

INTERRUPTED = 130
PIPE_CLOSED = 141
UNREADABLE = 4


class Guarded(TyperGroup):
    """A group whose commands end with a message and a status, never with a traceback."""

    def list_commands(self, ctx: Any) -> list[str]:
        """`new` first: it is what one types first."""
        return sorted(super().list_commands(ctx), key=lambda name: name != "new")

    def invoke(self, ctx: Any) -> Any:
        settle_encoding()
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except Exception as error:
            if isinstance(error, typer.Abort) or hasattr(error, "exit_code"):
                raise
            raise typer.Exit(_tell(error)) from None


def _tell(error: Exception) -> int:
    """Says what went wrong; the exit status for it."""
    if isinstance(error, BrokenPipeError):
        return _leave_pipe()
    if os.environ.get("GNOMON_TRACEBACK") == "1":
        import traceback

        traceback.print_exception(error)
    from cli.messages import describe
    from solver.core.errors import GnomonError

    if isinstance(error, GnomonError):
        say(describe(error))
        return error.exit_status
    if isinstance(error, OSError):
        say(f"The system refused: {error}")
        return UNREADABLE
    say(f"this is a defect of gnomon: {type(error).__name__}: {error} (GNOMON_TRACEBACK=1 shows where)")
    return 1


def _leave_pipe() -> int:
    """Whoever read our output has gone: end quietly, also when Python flushes at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED


app = typer.Typer(
    name="gnomon",
    cls=Guarded,
    help="Deduce what is hidden in a board game: note what you see, ask what is still possible.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"gnomon {version('gnomon')}")
        except PackageNotFoundError:
            print("gnomon (not installed: run from its source)")
        raise typer.Exit


@app.callback()
def gnomon(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Deduce what is hidden in a board game: note what you see, ask what is still possible."""


app.add_typer(new.app, name="new")
app.add_typer(simulate.app, name="simulate")
app.add_typer(verify.app, name="verify")
COMMANDS: tuple[Callable[..., None], ...] = (
    notes.note,
    notes.undo,
    notes.amend,
    play.play,
    reading.show,
    reading.solve,
    reading.hint,
    reading.check,
    reading.games,
    reading.schema,
)
for command in COMMANDS:
    app.command()(command)


MANY = 100_000
"""Objects between two collections of garbage: what a command imports and reads is no garbage, and is soon over."""


def main() -> None:
    """The entry point `gnomon`."""
    gc.set_threshold(MANY)
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.exit(_leave_pipe())
    finally:
        gc.freeze()  # the process ends here: searching all that it holds for garbage would only keep its user waiting


if __name__ == "__main__":
    main()
