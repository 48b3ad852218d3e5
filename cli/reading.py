"""The commands that only read: show, solve, hint, check, games, schema."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.wires import FORMAT, AsJson, ReadFile, complete_file, complete_game, emit, say

if TYPE_CHECKING:
    from cli.solving import Solved
    from solver.answers.candidates import Situation
    from solver.core.session import Session


class Stage(StrEnum):
    """How much a hint may say; each stage includes those before it."""

    NUDGE = "nudge"
    REASON = "reason"
    ANSWER = "answer"


def solve(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Sessions; - for standard input.", autocompletion=complete_file),
    ],
    as_json: AsJson = False,
    whole: Annotated[bool, typer.Option("--all", help="Show every value, however many there are.")] = False,
    world: Annotated[
        bool, typer.Option("--world", help="Show the most probable complete worlds, and how many are left.")
    ] = False,
) -> None:
    """Answer every question: what is still possible, and how likely."""
    is_batch = len(files) > 1
    if worst := max(solve_one(source, as_json, is_batch, whole, world) for source in files):
        raise typer.Exit(worst)


def solve_one(
    source: str, as_json: bool, is_batch: bool = False, whole: bool = False, with_worlds: bool = False
) -> int:
    """Prints one file's answers, or why there are none; the exit status for it."""
    from cli.progress import progress
    from cli.solving import solve_file

    with progress(f"solving {source}"):
        solved = solve_file(source, with_worlds)
        record = solved.to_json() if as_json else {}
    if as_json:
        emit({"file": source, **record} if is_batch else record)
    _tell_solved(solved, is_batch, as_json, whole)
    return solved.exit_status


def _tell_solved(solved: Solved, is_batch: bool, as_json: bool, whole: bool) -> None:
    if solved.error is not None:
        from cli.messages import describe

        text = describe(solved.error)
        say(text if not is_batch or text.startswith(solved.source) else f"{solved.source}: {text}")
    elif not as_json and solved.situation is not None:
        from cli.render import Page, show_answers
        from cli.worlds import show_worlds

        if is_batch:
            print(f"== {solved.source} ==")
        page = Page()
        if solved.likeliest is not None:
            show_worlds(page, solved.likeliest)
        else:
            show_answers(page, solved.situation.answers(), whole)


def _read(file: str, as_json: bool) -> Session:
    from cli.records import told_as_json
    from solver.core.session import read_session

    with told_as_json(file, as_json):
        return read_session(file)


def _examine(session: Session, as_json: bool, **empty: Any) -> Situation:
    """Solves; a trouble is told as a record (with --json) and then raised."""
    from cli.records import unsolved_json
    from solver.answers.candidates import examine
    from solver.core.errors import Contradiction, IllegalEvent, OutOfBudget

    try:
        return examine(session)
    except (IllegalEvent, Contradiction, OutOfBudget) as error:
        if as_json:
            emit(unsolved_json(session, error, **empty))
        raise


def hint(
    file: ReadFile,
    stage: Annotated[Stage, typer.Option(help="Stop after this much.")] = Stage.ANSWER,
    as_json: AsJson = False,
    weights: Annotated[bool, typer.Option("--weights", help="Show what the advisor plays for, too.")] = False,
) -> None:
    """The next action, in stages: a nudge, the reason, the answer with its figures."""
    from cli.hints import allowed_stage, hint_json
    from cli.progress import progress

    session = _read(file, as_json)
    allowed = allowed_stage(session, stage.value)
    with progress("looking for the best action"):
        situation = _examine(session, as_json, best=None, ranked=[])
        advice = session.game.advise(situation.table, situation.known)
    if as_json:
        told = hint_json(session, advice, allowed)
        emit({**told, "weights": advice.weights} if weights else told)
        return
    from cli.render import Page, show_hint, show_weights

    page = Page()
    show_hint(page, advice, allowed)
    if weights:
        show_weights(page, advice.weights)


def check(file: ReadFile, as_json: AsJson = False) -> None:
    """Solve with every engine and compare what they say."""
    from cli.checking import check_json, check_lines, check_status, compare

    session = _read(file, as_json)
    checked = compare(session, as_json)
    if as_json:
        emit(check_json(session, checked))
    else:
        print("\n".join(check_lines(checked)))
    if status := check_status(checked):
        raise typer.Exit(status)


def show(
    file: ReadFile,
    as_json: AsJson = False,
    svg: Annotated[
        str | None, typer.Option(metavar="OUT", help="Write the map as an SVG picture to this file, too.")
    ] = None,
) -> None:
    """Draw the table as it stands."""
    from cli.pictures import draw_scene
    from cli.progress import progress

    if as_json and svg == "-":
        raise typer.BadParameter("standard output takes one of --json and --svg -; give the picture a file")
    session = _read(file, as_json)
    with progress("solving"):
        scene = draw_scene(session)
    if svg is not None:
        from cli.svg import save_map

        save_map(svg, scene.view)
        if svg != "-":
            say(f"The map is in {svg}.")
    if as_json:
        emit(scene.to_json())
    elif svg != "-":
        from cli.render import Page, show_view

        show_view(Page(), scene.view)
    scene.complain()


def games(as_json: AsJson = False) -> None:
    """List the games that gnomon knows."""
    from solver.core.registry import game_names, load_game

    known = [load_game(name) for name in game_names()]
    if as_json:
        emit({"format": FORMAT, "games": [{"name": game.name, "title": game.title} for game in known]})
        return
    widest = max((len(game.name) for game in known), default=0)
    for game in known:
        print(f"{game.name:{widest}}  {game.title}")
    say("Start one with: gnomon new GAME FILE")


def schema(
    game: Annotated[str, typer.Argument(metavar="GAME", autocompletion=complete_game)],
    as_json: AsJson = False,
) -> None:
    """Print the JSON Schema of a game's session files."""
    from cli.wires import find_game

    described = find_game(game).session_model().model_json_schema()
    if as_json:
        emit(described)
    else:
        print(json.dumps(described, indent=2))
