"""solve: the contract's records and exit statuses, and the tables for people."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from solver.answers.candidates import Situation
from solver.core.errors import OutOfBudget
from tests.cli.helpers import CHURCH, MISS, MOVE, TOP

Run = Callable[..., Any]
Write = Callable[..., Path]


def test_the_record(run: Run, session: Write) -> None:
    done = run("solve", session([TOP]), "--json")
    assert done.status == 0
    assert done.out.count("\n") == 1
    record = done.json
    head = {key: record[key] for key in ("format", "game", "events", "consistent")}
    assert head == {"format": 1, "game": "black-sonata", "events": 1, "consistent": True}
    assert "file" not in record
    where = next(question for question in record["questions"] if question["id"] == "lady.location")
    assert where["proof"] in ("counted", "enumerated")
    assert [answer["value"] for answer in where["answers"]] == ["Eastcheap", "Southwark"]
    assert sum(Fraction(answer["exact"]) for answer in where["answers"]) == 1
    assert all(0 < answer["probability"] < 1 for answer in where["answers"])


def test_certain_is_exactly_one(run: Run, session: Write) -> None:
    record = run("solve", session([TOP, CHURCH]), "--json").json
    where = next(question for question in record["questions"] if question["id"] == "lady.location")
    expected = {"value": "Bishopsgate", "verdict": "certain", "probability": 1.0, "exact": "1"}
    assert where["answers"] == [expected]


def test_a_contradiction(run: Run, session: Write) -> None:
    done = run("solve", session([TOP, CHURCH, MOVE, MISS]), "--json")
    assert done.status == 3
    record = done.json
    assert record["consistent"] is False
    assert record["questions"] == []
    assert record["doubt"] == []
    assert record["conflict"] == [0, 1, 3]
    assert "trouble" in record


def test_a_forbidden_event(run: Run, session: Write) -> None:
    done = run("solve", session([TOP, {"type": "move", "to": "Southwark"}]), "--json")
    assert done.status == 3
    record = done.json
    assert (record["consistent"], record["questions"], record["conflict"]) == (False, [], [])
    assert record["forbidden"]["event"] == 1
    assert record["forbidden"]["rule"]


def test_a_budget_that_ran_out(run: Run, session: Write, no_budget: None) -> None:
    done = run("solve", session([TOP]), "--json")
    assert done.status == 5
    assert done.json["questions"] == []
    assert done.json["out_of_budget"]
    assert "consistent" not in done.json


def test_many_files_one_line_each_in_order(run: Run, session: Write, tmp_path: Path) -> None:
    good, bad = session([TOP]), session([TOP, CHURCH, MOVE, MISS], name="bad.json")
    broken, missing = tmp_path / "broken.json", tmp_path / "missing.json"
    broken.write_text('{"format": 1,')
    done = run("solve", "--json", broken, good, missing, bad, good)
    assert done.status == 4
    records = [json.loads(line) for line in done.out.splitlines()]
    assert [record["file"] for record in records] == [str(p) for p in (broken, good, missing, bad, good)]
    assert [record.get("error", {}).get("exit") for record in records] == [4, None, 4, None, None]
    assert records[1] == records[4]
    assert run("solve", good, bad).status == 3


def test_standard_input(run: Run, session: Write) -> None:
    path = session([TOP])
    assert run("solve", "-", "--json", input=path.read_text()).json == run("solve", path, "--json").json


def test_for_people(run: Run, session: Write) -> None:
    done = run("solve", session([TOP, CHURCH]))
    assert done.status == 0
    assert "Where is the Dark Lady now?" in done.out
    assert "✓ certain" in done.out
    assert "1/35" in done.out
    assert "--all" in done.out
    assert "\x1b" not in done.out
    assert run("solve", session([TOP]), "--all").out.count("1/35") == 35


@pytest.mark.parametrize("width", [40, 80, 200])
def test_no_line_is_wider_than_the_terminal(run: Run, session: Write, width: int) -> None:
    path = session([TOP, CHURCH, MOVE])
    for command in ("solve", "show", "hint"):
        lines = run(command, path, width=width).out.splitlines()
        assert max(len(line.rstrip()) for line in lines) <= width, command


def test_plain_letters_where_the_terminal_has_no_more(spawn: Run, session: Write) -> None:
    env = {"PYTHONIOENCODING": "ascii"}
    for command in ("solve", "show", "hint"):
        done = spawn(command, session([TOP]), env=env)
        assert done.status == 0
        assert done.out.isascii()
    assert "#" in spawn("solve", session([TOP]), env=env).out


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash to close the pipe early")
def test_a_closed_pipe_is_quiet(session: Write) -> None:
    import subprocess

    from tests.cli.helpers import command, environment

    words = command("solve", "--json", *[session([TOP])] * 40)
    script = 'set -o pipefail; "$@" | head -c 1 >/dev/null'
    done = subprocess.run(["bash", "-c", script, "-", *words], capture_output=True, env=environment(), timeout=60)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_file_that_runs_out_of_its_budget_late_costs_no_other_its_answers(
    run: Run, session: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some beliefs count only when they are asked: that is still within one file's own record."""
    fine, late, asked = session([TOP], name="a.json"), session([TOP], name="b.json"), Situation.answers

    def answers(situation: Situation) -> Any:
        if len(situation.session.events) > 1:
            raise OutOfBudget("a budget of nothing")
        return asked(situation)

    late.write_text(fine.read_text("utf-8").replace(json.dumps([TOP]), json.dumps([TOP, CHURCH])), "utf-8")
    monkeypatch.setattr(Situation, "answers", answers)
    done = run("solve", "--json", fine, late, fine)
    assert done.status == 5
    records = [json.loads(line) for line in done.out.splitlines()]
    assert [record["file"] for record in records] == [str(fine), str(late), str(fine)]
    assert ["out_of_budget" in record for record in records] == [False, True, False]
