"""A Historian's session can never show her pawn: every output and every saved byte is read for it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.app import app
from solver.core.views import Mark
from solver.games.cat_and_mouse import GAME
from solver.games.cat_and_mouse.referee import deal
from tests.games.cat_and_mouse.referee import Game
from tests.games.cat_and_mouse.test_laws import played

SECRET_KEYS = {"at", "next", "flight", "secret", "place", "you"}
READERS = (["show"], ["show", "--svg", "-"], ["solve"], ["solve", "--all"], ["hint", "--weights"], ["check"])


def run(*words: object) -> str:
    """What a command prints, on both channels."""
    result = CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "120", "TERM": "dumb"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.stdout + result.stderr


def keys(value: Any) -> Iterator[str]:
    """Every key of every object inside a JSON value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner)


def outputs(path: Path) -> Iterator[str]:
    for words in READERS:
        yield run(words[0], path, *words[1:])
        if "--svg" not in words:
            yield run(words[0], path, *words[1:], "--json")


@pytest.fixture
def table(tmp_path: Path) -> Callable[[Game], Path]:
    """A Historian's session of a game, noted event by event through the command line."""

    def sit(game: Game) -> Path:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.json"
        setup = tmp_path / "setup.toml"
        setup.with_suffix(".json").write_text(json.dumps(game.setup), "utf-8")
        run("new", "cat-and-mouse", path, "--setup", setup.with_suffix(".json"))
        for event in game.events:
            assert "Not noted" not in run("note", path, json.dumps(event))
        return path

    return sit


@pytest.mark.parametrize("seed", [1, 2])
def test_every_output_and_every_saved_byte(table: Callable[[Game], Path], tmp_path: Path, seed: int) -> None:
    game = Game(seed).play(8)
    path = table(game)
    run("undo", path)
    run("amend", path, 0, json.dumps({**game.events[0], "note": "a remark"}))
    for told in outputs(path):
        assert "◆" not in told
        assert "diamond" not in told
        assert not told.startswith("{") or not SECRET_KEYS & set(keys(json.loads(told)))
    for saved in tmp_path.iterdir():
        if saved.suffix == ".json":
            assert not SECRET_KEYS & set(keys(json.loads(saved.read_text("utf-8"))))


def test_two_truths_behind_the_same_notes_look_the_same(table: Callable[[Game], Path]) -> None:
    """The notes are all that there is: whatever is shown is a function of them."""
    one, other = Game(5).play(3), Game(5).play(3)
    other.place = next(place for place in ("Southwark", "Cornhill") if place != one.place)
    other.secret["at"] = other.place
    other.deck.reverse()
    assert list(outputs(table(one))) == list(outputs(table(other)))


@pytest.mark.parametrize(
    "words",
    [
        ("note", "{}", '{"type": "flight", "at": "Cornhill"}'),
        ("note", "{}", "--anyway", '{"type": "flight", "at": "Cornhill"}'),
        ("note", "{}", "--anyway", "flight cornhill"),
        ("note", "{}", "--anyway", "fog church at cornhill"),
        ("note", "{}", "--anyway", "fog church next cornhill"),
        ("amend", "{}", "0", "--anyway", "fog church at cornhill"),
        ("amend", "{}", "0", "--insert", "--anyway", '{"type": "flight", "at": "Cornhill"}'),
    ],
)
def test_what_only_she_knows_is_never_saved(table: Callable[[Game], Path], words: tuple[str, ...]) -> None:
    path = table(Game(3).play(2))
    before = path.read_bytes()
    run(*(str(path) if word == "{}" else word for word in words))
    assert path.read_bytes() == before


def test_no_session_is_made_that_holds_it(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    hand, pawns = "fog,church,church,tavern,rural", "Cornhill,Clerkenwell"
    run("new", "cat-and-mouse", path, "--pawns", pawns, "--hand", hand, "--view", "historian", "--at", "Cornhill")
    assert not path.exists()


def test_a_ladys_session_is_not_read_as_a_historians(tmp_path: Path) -> None:
    raw = Game(4).play(5).session("lady")
    raw["setup"] = {**raw["setup"], "view": "historian"}
    path = tmp_path / "g.json"
    path.write_text(json.dumps(raw), "utf-8")
    record = json.loads(run("solve", path, "--json").splitlines()[0])
    assert record["error"]["exit"] == 4
    assert any(fault["path"] == "$.setup.at" for fault in record["error"]["faults"])
    assert any(fault["path"] == "$.events[0].at" for fault in record["error"]["faults"])


@pytest.mark.parametrize("seed", range(12))
def test_no_value_of_a_historians_table_holds_a_secret(seed: int) -> None:
    from solver.answers.candidates import judge

    _, session = played(seed)
    here = session.game.open(session.setup)
    for index, event in enumerate(session.events):
        here = session.game.advance(here, event, index)
        assert here.secret is None
    marks = {mark for place in GAME.view(here, judge(GAME, here)).panels[0].places for mark in place.marks}
    assert Mark.HIDDEN not in marks


def test_the_policies_of_a_simulated_historian_are_given_the_public_table_alone() -> None:
    import random

    game = deal(random.Random(1), 1)

    class Spy:
        def act(self, table: Any) -> Any:
            assert table.secret is None
            raise StopIteration

    class Any_Lady:
        def turn(self, table: Any, place: int, goal: int) -> Any:
            from solver.games.cat_and_mouse.hiding import Option, plays_at

            return Option(place, plays_at(table.hand, place, goal)[0])

    with pytest.raises(StopIteration):
        game.play(Spy(), Any_Lady())  # type: ignore[arg-type]
