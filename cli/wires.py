"""What every command shares: its arguments, completion, and the two channels (data out, talk aside)."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from solver.core.game import Game

FORMAT = 1


def emit(data: Any) -> None:
    """One line of JSON on standard output; plain ASCII where the output cannot carry more."""
    is_plain = not (sys.stdout.encoding or "").lower().startswith("utf")
    print(json.dumps(data, ensure_ascii=is_plain, separators=(",", ":")))


def say(text: str) -> None:
    """Talk: on standard error, so that the data can be piped; nothing in it can command the terminal."""
    from solver.core.texts import visible

    print(visible(text), file=sys.stderr)


def is_terminal() -> bool:
    """True where a person can be asked: both ends of the talk are a terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def settle_encoding() -> None:
    """A name that the terminal cannot show is shown with `?`, never refused; a closed stream takes nothing."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 (as long as the process lives)
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "replace"), (sys.stdin, "surrogateescape")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)
    if os.environ.get("COLUMNS", "").strip() in ("0", "1"):
        del os.environ["COLUMNS"]  # no width at all: the terminal's own, or 80


def complete_file(incomplete: str) -> Iterator[str]:
    """Folders and session files that begin so, for the shell."""
    start = Path(incomplete)
    folder = start if incomplete.endswith("/") or not incomplete else start.parent
    try:
        found = sorted(folder.iterdir())
    except OSError:
        return
    for path in found:
        name = str(path) if str(folder) != "." or incomplete.startswith("./") else path.name
        if name.startswith(incomplete) and (path.is_dir() or path.suffix == ".json"):
            yield name + ("/" if path.is_dir() else "")


def complete_game(incomplete: str) -> Iterator[str]:
    """Names of games that begin so, for the shell."""
    from solver.core.registry import game_names

    return (name for name in game_names() if name.startswith(incomplete))


SessionFile = Annotated[str, typer.Argument(metavar="FILE", help="The session's file.", autocompletion=complete_file)]
ReadFile = Annotated[
    str,
    typer.Argument(metavar="FILE", help="The session's file, or - for standard input.", autocompletion=complete_file),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Words = Annotated[list[str] | None, typer.Argument(metavar="TEXT...", show_default=False)]


def find_game(name: str) -> Game:
    """The game of that name. Raises UsageError that tells the names there are."""
    from difflib import get_close_matches

    from solver.core.errors import UsageError
    from solver.core.registry import game_names, load_game

    if name in game_names():
        return load_game(name)
    near = get_close_matches(name, game_names(), 1)
    meant = f" Did you mean {near[0]}?" if near else ""
    raise UsageError(f"there is no game {name!r}.{meant} Known games: {', '.join(game_names())}")
