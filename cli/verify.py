"""The command `verify`: one command for each kind of file that a game looks through."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from cli.choosing import choice_option, parameter
from cli.wires import FORMAT, AsJson, complete_file, emit

if TYPE_CHECKING:
    from solver.core.verification import Verification, Verified

OwnFile = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help="A file in JSON or TOML, or - for JSON on standard input.", autocompletion=complete_file
    ),
]


class Verifications(TyperGroup):
    """A command for everything that some game verifies, made when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        from solver.answers.verify import verifications

        return list(verifications())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        from solver.answers.verify import verifications

        found = verifications().get(cmd_name)
        return None if found is None else command_for(found)


app = typer.Typer(cls=Verifications, no_args_is_help=True, subcommand_metavar="WHAT FILE", add_completion=False)


@app.callback()
def verify() -> None:
    """Look a file of your own through: what is wrong in it, and what it holds."""


def command_for(verification: Verification) -> Any:
    """The command `gnomon verify WHAT`, with the options of its own."""

    def look(file: str, as_json: bool, **given: Any) -> None:
        _run(verification, file, as_json, given)

    options = map(choice_option, verification.options)
    look.__annotations__ = {}
    vars(look)["__signature__"] = inspect.Signature(
        [parameter("file", OwnFile), parameter("as_json", AsJson, False), *options]
    )
    own = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    own.command(name=verification.name, help=f"Verify {verification.about}.")(look)
    return typer.main.get_command(own)


def _run(verification: Verification, file: str, as_json: bool, given: dict[str, Any]) -> None:
    from cli.records import told_as_json
    from solver.core.choices import choose

    chosen = choose(verification.options, given)
    with told_as_json(file, as_json):
        found: Verified = verification.verify(_content(file), file, chosen)
    if as_json:
        emit({"format": FORMAT, "file": file, "verify": verification.name, **found.data})
        return
    from cli.render import Page, show_view

    show_view(Page(), found.view)


def _content(file: str) -> Any:
    """What the file holds, or standard input."""
    from cli.contents import load_file, parse_content
    from solver.core.files import LARGEST_FILE, bounded

    if file != "-":
        return load_file(Path(file))
    return parse_content(bounded(sys.stdin.buffer.read(LARGEST_FILE + 1), "standard input"), "standard input")
