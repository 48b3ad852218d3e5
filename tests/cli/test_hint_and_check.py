"""hint, check, games, schema and the version."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from solver.answers.check import EngineReport, MysteryReport
from tests.cli.helpers import CHURCH, MISS, MOVE, TOP

Run = Callable[..., Any]
Write = Callable[..., Path]


def test_the_best_is_first(run: Run, session: Write) -> None:
    told = run("hint", session([TOP, CHURCH]), "--json").json
    assert told["best"] == told["ranked"][0]
    assert told["format"] == 1
    values = [entry["value"] for entry in told["ranked"]]
    assert values == sorted(values, reverse=True)
    for entry in told["ranked"]:
        assert "type" in entry["action"]
        assert sum(outcome["probability"] for outcome in entry["outcomes"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("stage", "labels"), [("nudge", ["hint"]), ("reason", ["hint", "reason"]), ("answer", ["hint", "reason", "answer"])]
)
def test_stages_stop_where_the_player_said(run: Run, session: Write, stage: str, labels: list[str]) -> None:
    path = session([TOP, CHURCH])
    first_words = [line.split(" ")[0] for line in run("hint", path, "--stage", stage).out.splitlines()]
    assert [word for word in first_words if word in ("hint", "reason", "answer")] == labels
    told = run("hint", path, "--stage", stage, "--json").json
    assert ("ranked" in told) == (stage == "answer")
    assert told.get("stage", "answer") == stage


def test_the_settings_keep_a_player_from_more(run: Run, session: Write) -> None:
    path = session([TOP], settings={"deepest_stage": "nudge"})
    told = run("hint", path, "--json")
    assert told.json["stage"] == "nudge"
    assert "stop at the nudge" in told.err
    assert run("hint", session([TOP], settings={"deepest_stage": ["odd"]}), "--json").status == 4


def test_no_hint_from_contradictory_notes(run: Run, session: Write) -> None:
    done = run("hint", session([TOP, CHURCH, MOVE, MISS]), "--json")
    assert done.status == 3
    assert (done.json["best"], done.json["ranked"], done.json["conflict"]) == (None, [], [0, 1, 3])


def test_no_hint_without_a_budget(run: Run, session: Write, no_budget: None) -> None:
    done = run("hint", session([TOP]), "--json")
    assert done.status == 5
    assert done.json["out_of_budget"]


def test_the_engines_agree(run: Run, session: Write) -> None:
    done = run("check", session([TOP, CHURCH]), "--json")
    assert done.status == 0
    assert done.json["sound"] is True
    for mystery in done.json["mysteries"]:
        said = list(mystery["engines"].values())
        assert said.count("agrees") >= 2
        assert all(word == "agrees" or word.startswith("skipped: ") for word in said)
    assert "agree" in run("check", session([TOP])).out


def test_check_of_contradictory_notes(run: Run, session: Write) -> None:
    done = run("check", session([TOP, CHURCH, MOVE, MISS]), "--json")
    assert done.status == 3
    assert (done.json["consistent"], done.json["sound"]) == (False, True)


def test_check_of_a_forbidden_event(run: Run, session: Write) -> None:
    done = run("check", session([TOP, {"type": "move", "to": "Southwark"}]), "--json")
    assert done.status == 3
    assert done.json["forbidden"]["event"] == 1


@pytest.mark.parametrize(
    ("verdicts", "status"),
    [
        (["agrees", "differs: candidates of x from those of y"], 1),
        (["agrees", "skipped: too large"], 5),
        (["skipped: too large", "skipped: too large"], 5),
        (["agrees", "agrees", "skipped: too large"], 0),
    ],
)
def test_what_check_ends_with(
    run: Run, session: Write, monkeypatch: pytest.MonkeyPatch, verdicts: list[str], status: int
) -> None:
    engines = tuple(EngineReport(f"engine {number}", verdict) for number, verdict in enumerate(verdicts))
    monkeypatch.setattr("cli.checking.check_mystery", lambda evidence: MysteryReport("one", engines))
    done = run("check", session([TOP]), "--json")
    assert done.status == status
    assert done.json["sound"] is (status == 0)
    assert run("check", session([TOP])).status == status


def test_games(run: Run) -> None:
    assert "black-sonata" in [game["name"] for game in run("games", "--json").json["games"]]
    assert "Black Sonata" in run("games").out


def test_schema(run: Run) -> None:
    described = run("schema", "black-sonata").json
    assert {"format", "game", "setup", "events"} <= set(described["properties"])
    assert run("schema", "black-sonata", "--json").json == described


@pytest.mark.parametrize("words", [("schema", "black-sonnet"), ("new", "black-sonnet", "x.json")])
def test_a_game_that_is_none(run: Run, words: tuple[str, ...]) -> None:
    done = run(*words)
    assert done.status == 2
    assert "black-sonata" in done.err


def test_version(run: Run) -> None:
    done = run("--version")
    assert done.status == 0
    assert done.out.startswith("gnomon ")


@pytest.mark.parametrize(
    "words", [("frob",), ("solve",), ("note",), ("solve", "x", "--frob"), ("hint", "x", "--stage", "y")]
)
def test_usage(run: Run, words: tuple[str, ...]) -> None:
    assert run(*words).status == 2


def test_every_command_helps_itself(run: Run) -> None:
    names = ["new", "note", "undo", "amend", "play", "show", "solve", "hint", "check", "games", "schema"]
    listed = run("--help").out
    for name in names:
        assert name in listed
        assert run(name, "--help").status == 0
        assert name == "new" or "--json" in run(name, "--help").out


def test_what_the_advisor_plays_for_is_shown_on_demand(run: Run, session: Write) -> None:
    path = session([TOP])
    assert "play.find = 4" in run("hint", path, "--weights").out
    assert run("hint", path, "--weights", "--json").json["weights"]["play"]["find"] == 4
    assert "weights" not in run("hint", path, "--json").json
