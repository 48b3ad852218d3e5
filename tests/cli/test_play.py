"""play from a pipe: one line a note, commands between, and a status that tells what was refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.helpers import CHURCH, MISS, MOVE, TOP, events_in

Run = Callable[..., Any]
Write = Callable[..., Path]


def test_one_line_a_note(run: Run, session: Write) -> None:
    path = session()
    done = run("play", path, input="tavern\nchurch\n\nmove bishopsgate\nquit\npass\n")
    assert done.status == 0
    assert events_in(path) == [TOP, CHURCH, MOVE]
    lines = done.out.splitlines()
    assert [line.split("  ")[0] for line in lines] == ["event 0", "event 1", "event 2"]
    assert "Bishopsgate: certain" in lines[1]


def test_the_end_of_input_ends_it(run: Run, session: Write) -> None:
    path = session()
    assert run("play", path, input="tavern").status == 0
    assert events_in(path) == [TOP]


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ("move bishopsgate\nsearch miss\npass\n", 3),
        ("froob\ncommercial\n", 4),
        ("move bishopsgate\nfroob\nsearch miss\n", 4),
        ("pass\n", 0),
    ],
)
def test_a_refused_note_is_told_and_the_game_goes_on(run: Run, session: Write, lines: str, status: int) -> None:
    path = session([TOP, CHURCH])
    done = run("play", path, input=lines)
    assert done.status == status
    assert (done.err != "") == (status != 0)
    assert len(events_in(path)) > 2


def test_commands(run: Run, session: Write) -> None:
    path = session([TOP, CHURCH])
    done = run("play", path, input="hint nudge\nhint\nsolve\nshow\n?\nundo\n")
    assert done.status == 0
    assert done.out.count("hint ") == 2
    assert "Where is the Dark Lady now?" in done.out
    assert "Liberty of the Clink" in done.out or "Clink" in done.out
    assert "Next may come" in done.err
    assert events_in(path) == [TOP]


def test_undo_of_nothing_is_told(run: Run, session: Write) -> None:
    done = run("play", session(), input="undo\ntavern\n")
    assert done.status == 2
    assert "nothing to take back" in done.err


def test_anyway(run: Run, session: Write) -> None:
    path = session([TOP, CHURCH, MOVE])
    done = run("play", path, input=f"--anyway {json.dumps(MISS)}\nhint\nsolve\nshow\nundo\n")
    assert done.status == 3
    assert "contradict" in done.err
    assert events_in(path) == [TOP, CHURCH, MOVE]


def test_for_programs(run: Run, session: Write) -> None:
    path = session([TOP, CHURCH, MOVE])
    done = run("play", path, "--json", input="search miss\nfroob\ncommercial\nsolve\nhint\nshow\nundo\n")
    assert done.status == 4
    records = [json.loads(line) for line in done.out.splitlines()]
    keys = ("refused", "error", "noted", "questions", "ranked", "panels", "was")
    assert all(key in record for key, record in zip(keys, records, strict=True))
