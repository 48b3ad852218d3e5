"""The command `new`: one command for each game, with an option for everything in its set-up."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from cli.wires import FORMAT, AsJson, complete_game, emit, find_game, is_terminal, say

if TYPE_CHECKING:
    from cli.setup_options import Leaf, Part
    from solver.core.game import Game
    from solver.core.session import Session


class GameCommands(TyperGroup):
    """A command for every game, made from its set-up when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(complete_game(""))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.list_commands(ctx):
            return None
        return command_for(find_game(cmd_name))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if not args[0].startswith("-"):
            find_game(args[0])
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=GameCommands, no_args_is_help=True, subcommand_metavar="GAME FILE [OPTIONS]", add_completion=False
)


@app.callback()
def new() -> None:
    """Start a session: gnomon new GAME FILE, then the set-up (gnomon new GAME --help lists it)."""


def command_for(game: Game) -> Any:
    """The command `gnomon new GAME`, with the game's own options."""
    from cli.setup_options import read_setup

    parts = read_setup(game)

    def start(file: str, setup_file: str | None, as_json: bool, **given: Any) -> None:
        _start(game, parts, Path(file), setup_file, as_json, given)

    start.__doc__ = f"Start a session of {game.title}."
    start.__annotations__ = {}
    vars(start)["__signature__"] = inspect.Signature([*_common(), *_of_setup(parts)])
    own = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    own.command(name=game.name, help=f"{game.title}. Without options, a terminal asks for the set-up.")(start)
    return typer.main.get_command(own)


def _common() -> Iterator[inspect.Parameter]:
    file = typer.Argument(metavar="FILE", help="The session's file, which is made.")
    setup = typer.Option("--setup", metavar="FILE", help="The set-up object, as JSON or TOML; options go before it.")
    yield _parameter("file", Annotated[str, file], inspect.Parameter.empty)
    yield _parameter("setup_file", Annotated[str | None, setup], None)
    yield _parameter("as_json", AsJson, False)


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _of_setup(parts: Sequence[Leaf | Part]) -> Iterator[inspect.Parameter]:
    from cli.setup_options import Leaf

    for part in parts:
        if isinstance(part, Leaf):
            yield _of_leaf(part, "Set-up")
            continue
        panel = _plain(part.key)
        if part.is_plain:
            flag = typer.Option(part.option, help=f"Switch {part.key} on.", rich_help_panel=panel)
            yield _parameter(f"part_{part.key}", Annotated[bool, flag], False)
        yield from (_of_leaf(leaf, panel) for leaf in part.leaves)


def _of_leaf(leaf: Leaf, panel: str) -> inspect.Parameter:
    from cli.setup_options import Kind

    if leaf.kind is Kind.SWITCH:
        switch = typer.Option(f"{leaf.option}/--no-{leaf.option[2:]}", help=_help(leaf), rich_help_panel=panel)
        return _parameter(f"leaf_{leaf.name}", Annotated[bool | None, switch], None)
    option = typer.Option(
        leaf.option,
        metavar=_METAVARS.get(leaf.kind.name, "VALUE"),
        help=_help(leaf),
        rich_help_panel=panel,
        autocompletion=_completion(leaf),
    )
    return _parameter(f"leaf_{leaf.name}", Annotated[str | None, option], None)


_METAVARS = {"NUMBER": "N", "LIST": "A,B,...", "CONTENT": "FILE", "TEXT": "TEXT", "ON_OR_NUMBER": "on|N"}


def _help(leaf: Leaf) -> str:
    from cli.setup_options import default_words

    parts = [leaf.accepted]
    if leaf.only_with:
        parts.append(f"only with {leaf.only_with}")
    if leaf.default is not None:
        parts.append(f"default {default_words(leaf)}")
    return _plain("; ".join(parts)) + ("; required" if leaf.is_required and len(leaf.path) == 1 else "")


def _plain(text: str) -> str:
    """The text with nothing in it that a help page would take for markup."""
    return text.replace("[", "(").replace("]", ")")


def _completion(leaf: Leaf) -> Any:
    def complete(incomplete: str) -> list[str]:
        return [str(choice) for choice in leaf.choices if str(choice).lower().startswith(incomplete.lower())]

    return complete if leaf.choices else None


def _start(
    game: Game,
    parts: Sequence[Leaf | Part],
    path: Path,
    setup_file: str | None,
    as_json: bool,
    given: Mapping[str, Any],
) -> None:
    from cli.records import told_as_json
    from solver.core.errors import UsageError
    from solver.core.session import create_session

    if path.exists() or path.is_symlink():
        raise UsageError(f"{path} exists already; choose another name, or delete it first")
    is_bare = setup_file is None and all(value in (None, False) for value in given.values())
    if is_bare and not is_terminal():
        raise UsageError(_tell_options(game, parts))
    if is_bare:
        session = _ask(path, game, parts)
    else:
        with told_as_json(str(path), as_json):
            session = create_session(path, game, _gather(parts, setup_file, given))
    _report(path, session, as_json)


def _ask(path: Path, game: Game, parts: Sequence[Leaf | Part]) -> Session:
    """The session as asked for; what does not fit is asked again."""
    from cli.ask import ask_again, ask_setup
    from solver.core.errors import DataError
    from solver.core.session import create_session

    setup = ask_setup(game, parts)
    while True:
        try:
            return create_session(path, game, setup)
        except DataError as error:
            ask_again(setup, parts, error)


def _gather(parts: Sequence[Leaf | Part], setup_file: str | None, given: Mapping[str, Any]) -> dict[str, Any]:
    """The set-up: the file's, then what the options change in it."""
    from cli.contents import copy_in, load_setup
    from cli.setup_options import Part, all_leaves, plant, read_value

    leaves = list(all_leaves(parts))
    setup = {} if setup_file is None else load_setup(Path(setup_file), leaves)
    for part in parts:
        if isinstance(part, Part) and given.get(f"part_{part.key}"):
            setup.setdefault(part.key, {})
    for leaf in leaves:
        value = given[f"leaf_{leaf.name}"]
        if value is not None:
            plant(setup, leaf.path, value if isinstance(value, bool) else read_value(leaf, value))
    copy_in(setup, leaves, Path())
    return setup


def _tell_options(game: Game, parts: Sequence[Leaf | Part]) -> str:
    from cli.setup_options import all_leaves

    names = "  ".join(leaf.option for leaf in all_leaves(parts))
    return (
        f"say how the game is set up: here is no terminal to ask at. The options are\n  {names}\n"
        f"or --setup FILE; gnomon new {game.name} --help tells what each accepts."
    )


def _report(path: Path, session: Session, as_json: bool) -> None:
    from cli.messages import command

    game = session.game
    if as_json:
        emit({"format": FORMAT, "file": str(path), "game": game.name, "setup": session.raw["setup"]})
    else:
        print(f"{path}: {game.title}, ready to begin.")
    table = game.open(session.setup)
    likely = ", ".join(list(game.complete_note("", table))[:4])
    say(f"Note what happens:  {command('note', str(path))} TEXT" + (f"  (TEXT may begin: {likely})" if likely else ""))
    say(f"Or stay at the table:  {command('play', str(path))}")
