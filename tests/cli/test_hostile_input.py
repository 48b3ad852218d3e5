"""What a careless or hostile input tries: each is one message and a status, and costs nobody else anything."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.helpers import SETUP, environment, spawn_raw

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[..., Path]
    Run = Callable[..., Any]
TOP = {"type": "top", "shows": "tavern"}


@pytest.mark.parametrize(
    "text",
    [
        '{"format":[]}',
        '{"format":NaN}',
        '{"format":1,"format":1,"game":"black-sonata","setup":{},"events":[]}',
        '{"format":1,"game":"black-sonata","setup":{},"events":[{"type":"pass","note":"\\ud800"}]}',
        '{"format":1,"game":"black-sonata","setup":{},"events":[{"type":"turn","shows":[{},"tavern"]}]}',
        '{"format":1,"game":"black-sonata","setup":{},"events":[{"type":"turn","shows":[[],"tavern"]}]}',
        '{"format":1,"game":"black-sonata","setup":{"lady":{"set":"dark","suit":"rose","cards":"\\u0000"}},"events":[]}',
        '{"format":1,"game":"black-sonata","setup":{"lady":{"set":"dark","suit":"rose","cards":"."}},"events":[]}',
        '{"format":1,"game":"black-sonata","setup":{"blazon":{"cards":[]}},"events":[]}',
    ],
)
def test_a_bad_file_costs_the_others_of_a_batch_nothing(run: Run, session: Write, tmp_path: Path, text: str) -> None:
    good, bad = session([TOP]), tmp_path / "bad.json"
    bad.write_text(text, encoding="utf-8")
    told = run("solve", "--json", good, bad, good)
    lines = [json.loads(line, parse_constant=pytest.fail) for line in told.out.splitlines()]
    assert told.status == 4
    assert [line.get("error", {}).get("exit") for line in lines] == [None, 4, None]


def test_a_card_file_with_a_huge_number_is_a_fault(run: Run, session: Write, tmp_path: Path) -> None:
    (tmp_path / "cards.toml").write_text(f"ladies = [0x{'f' * 20_000}]", encoding="utf-8")
    path = session([], setup={"lady": {"set": "dark", "suit": "rose", "cards": "cards.toml"}})
    assert run("solve", "--json", path).status == 4


@pytest.mark.parametrize(
    "text", ["pass // \x1b[31mred", 'pass // "a\nevent 7  won"', "\x1b]0;title\x07", "fog other \x9b1m"]
)
def test_nothing_noted_can_command_the_terminal(run: Run, session: Write, text: str) -> None:
    path = session([TOP])
    for told in (run("note", path, text), run("undo", path), run("show", path), run("solve", path)):
        assert all(c.isprintable() or c == "\n" for c in told.out + told.err)


def test_a_note_of_two_lines_forges_no_third(run: Run, session: Write) -> None:
    told = run("note", session([TOP]), "pass // a\nevent 7  won")
    assert not any(line.startswith("event 7") for line in (told.out + told.err).splitlines())


def test_an_unknown_key_is_told_as_it_can_be_seen(run: Run, session: Write) -> None:
    told = run("solve", session([], setup={**SETUP, "\x1b[31mfoo": 1}))
    assert told.status == 4
    assert "\x1b" not in told.err


@pytest.mark.parametrize("out", ["the session", "/dev/null", "a text"])
def test_a_picture_replaces_nothing_but_a_picture(run: Run, session: Write, tmp_path: Path, out: str) -> None:
    path = session([TOP])
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    target = {"the session": str(path), "a text": str(tmp_path / "notes.txt")}.get(out, out)
    before = path.read_bytes()
    assert run("show", path, "--svg", target).status == 2
    assert path.read_bytes() == before
    assert (tmp_path / "notes.txt").read_text("utf-8") == "mine"
    assert not os.path.isfile("/dev/null")


@pytest.mark.parametrize(
    "words", [["note", "/", "pass"], ["undo", "/"], ["note", "/dev/null", "pass"], ["note", ".", "pass"]]
)
def test_what_is_no_regular_file_keeps_no_session(run: Run, words: list[str]) -> None:
    told = run(*words)
    assert told.status == 4
    assert "defect" not in told.err


def test_a_session_has_a_name(run: Run) -> None:
    assert run("new", "black-sonata", "-", "--start", "Cornhill").status == 2


def test_long_names_can_be_noted_in(run: Run, tmp_path: Path) -> None:
    path = tmp_path / ("n" * 240 + ".json")
    assert run("new", "black-sonata", path, "--start", "Cornhill").status == 0
    assert run("note", path, "pass").status == 0


def test_bytes_that_are_no_text_are_refused(session: Write) -> None:
    path = session([TOP])
    before = path.read_bytes()
    done = spawn_raw(["note", str(path), b"pass // \xff"])
    assert (done.returncode, path.read_bytes()) == (4, before)
    done = spawn_raw(["note", str(path)], stdin=b"pass // \xff\n")
    assert (done.returncode, path.read_bytes()) == (4, before)


def test_a_width_of_nothing_is_no_width(session: Write) -> None:
    done = spawn_raw(["solve", str(session([TOP]))], env=environment(COLUMNS="0"))
    assert b"Eastcheap" in done.stdout


def test_closed_standard_input_is_told(session: Write) -> None:
    done = spawn_raw(["solve", "-"], close_stdin=True)
    assert done.returncode == 4
    assert b"defect" not in done.stderr
