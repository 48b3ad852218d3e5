"""The command `simulate`: one command for each game, with an option for each side's policy."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from cli.choosing import choice_option, parameter
from cli.wires import AsJson, complete_game, emit, find_game

if TYPE_CHECKING:
    from solver.answers.simulate import Tally
    from solver.core.game import Game


class GameCommands(TyperGroup):
    """A command for every game that can be played out, made from what it offers when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        from solver.core.simulation import Simulated

        return [name for name in complete_game("") if isinstance(find_game(name), Simulated)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return command_for(find_game(cmd_name)) if cmd_name in complete_game("") else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if not args[0].startswith("-"):
            find_game(args[0])
        return super().resolve_command(ctx, args)


app = typer.Typer(cls=GameCommands, no_args_is_help=True, subcommand_metavar="GAME [OPTIONS]", add_completion=False)


@app.callback()
def simulate() -> None:
    """Let policies play a game out many times, and tell who wins how often."""


def command_for(game: Game) -> Any:
    """The command `gnomon simulate GAME`, with the game's own options."""
    from solver.answers.simulate import choices, simulator_of

    simulator = simulator_of(game)

    def play(games: int, seed: int, jobs: int, as_json: bool, **given: Any) -> None:
        _run(game, games, seed, jobs, as_json, given)

    play.__annotations__ = {}
    vars(play)["__signature__"] = inspect.Signature([*_common(), *map(choice_option, choices(simulator))])
    own = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    own.command(name=game.name, help=f"Play {game.title} out between two policies.")(play)
    return typer.main.get_command(own)


def _common() -> Iterator[inspect.Parameter]:
    games = typer.Option("--games", metavar="N", min=1, help="How many games.")
    seed = typer.Option("--seed", metavar="S", help="The same seed deals the same games.")
    jobs = typer.Option("--jobs", metavar="J", min=1, help="Processes; as many as there are cores by default.")
    yield parameter("games", Annotated[int, games], 100)
    yield parameter("seed", Annotated[int, seed], 1)
    yield parameter("jobs", Annotated[int, jobs], os.cpu_count() or 1)
    yield parameter("as_json", AsJson, False)


def _run(game: Game, games: int, seed: int, jobs: int, as_json: bool, given: dict[str, Any]) -> None:
    from cli.progress import counting
    from cli.tallies import tally_json, tally_view
    from solver.answers.simulate import settle, simulator_of
    from solver.answers.simulate import simulate as play_out

    chosen = settle(simulator_of(game), given)
    with counting(f"{game.title}: playing {games} games", games) as done:
        tally: Tally = play_out(game, chosen, games, seed, jobs, done)
    if as_json:
        emit(tally_json(game, tally))
        return
    from cli.render import Page, show_view

    show_view(Page(), tally_view(game, tally))
