"""note, undo and amend: what is written, what is refused, and what people are told."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.helpers import CHURCH, MISS, MOVE, TOP, events_in

Run = Callable[..., Any]
Write = Callable[..., Path]


def test_a_word_is_a_note(run: Run, session: Write) -> None:
    path = session()
    done = run("note", path, "tavern")
    assert done.status == 0
    assert events_in(path) == [TOP]
    assert "event 0" in done.out
    assert "Eastcheap" in done.out
    assert done.err == ""


def test_json_is_a_note_and_keeps_its_remark(run: Run, session: Write) -> None:
    path = session([TOP])
    event = {"type": "turn", "shows": "church", "note": "I think"}
    assert run("note", path, json.dumps(event)).status == 0
    assert events_in(path) == [TOP, event]


def test_json_words_can_stand_apart(run: Run, session: Write) -> None:
    path = session([TOP])
    assert run("note", path, '{"type":', '"turn",', '"shows":', '"church"}').status == 0
    assert events_in(path) == [TOP, CHURCH]


def test_note_tells_programs(run: Run, session: Write) -> None:
    told = run("note", session(), "tavern", "--json").json
    assert (told["event"], told["noted"], told["events"]) == (0, TOP, 1)
    assert told["warnings"] == []


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ('{"type": "move", "to": "Rome", "x": 1}', ["$.to", "$.x"]),
        ('{"type": "fly"}', ["$.type"]),
        ("{}", ["$.type"]),
        ('{"type": "turn", "shows": 3}', ["$.shows"]),
    ],
)
def test_faults_of_a_json_note_start_at_the_note(run: Run, session: Write, text: str, paths: list[str]) -> None:
    path = session([TOP])
    before = path.read_bytes()
    done = run("note", path, text, "--json")
    assert done.status == 4
    assert [fault["path"] for fault in done.json["error"]["faults"]] == paths
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["froob", '{"type":', "{" * 5000, "move nowhere at all", "\x00", "-1"])
def test_an_unreadable_note_changes_nothing(run: Run, session: Write, text: str) -> None:
    path = session([TOP])
    before = path.read_bytes()
    done = run("note", path, "--", text)
    assert done.status == 4
    assert done.err
    assert path.read_bytes() == before


def test_nothing_to_note_is_a_usage_error(run: Run, session: Write) -> None:
    assert run("note", session(), " ").status == 2


def test_a_forbidden_note_is_refused_with_its_repairs(run: Run, session: Write) -> None:
    path = session([TOP, CHURCH, MOVE])
    before = path.read_bytes()
    done = run("note", path, "search", "miss")
    assert done.status == 3
    assert path.read_bytes() == before
    assert done.out == ""
    for expected in ("Not noted", "event 1  ", "event 0  ", f"gnomon undo {path}", "gnomon amend", "--anyway"):
        assert expected in done.err


def test_a_forbidden_note_tells_programs(run: Run, session: Write) -> None:
    done = run("note", session([TOP, CHURCH, MOVE]), json.dumps(MISS), "--json")
    assert done.status == 3
    assert done.json["refused"] == MISS
    assert done.json["conflict"] == [0, 1, 3]
    assert done.json["older"] is False


def test_anyway_writes_it_and_says_so(run: Run, session: Write) -> None:
    path = session([TOP, CHURCH, MOVE])
    done = run("note", path, "--anyway", json.dumps(MISS))
    assert done.status == 0
    assert events_in(path)[-1] == MISS
    assert "contradict" in done.err


def test_a_note_on_contradictory_notes_says_that_they_are_older(run: Run, session: Write) -> None:
    path = session([TOP, CHURCH, MOVE, MISS])
    done = run("note", path, "church")
    assert done.status == 3
    assert "older notes already contradict" in done.err
    assert len(events_in(path)) == 4
    assert run("note", path, "--anyway", "church").status == 0
    assert len(events_in(path)) == 5


def test_a_note_that_the_table_forbids(run: Run, session: Write) -> None:
    path = session([TOP])
    far = {"type": "move", "to": "Southwark"}
    done = run("note", path, json.dumps(far), "--json")
    assert done.status == 3
    assert done.json["forbidden"]["event"] == 1
    assert done.json["conflict"] == []
    assert events_in(path) == [TOP]
    assert run("note", path, "--anyway", json.dumps(far)).status == 0
    older = run("note", path, "church", "--json")
    assert older.status == 3
    assert older.json["older"] is True


def test_lines_from_standard_input(run: Run, session: Write) -> None:
    path = session()
    done = run("note", path, "-", input="# the first turns\n\ntavern\n  church  \nmove bishopsgate\n")
    assert done.status == 0
    assert events_in(path) == [TOP, CHURCH, MOVE]


def test_lines_without_text_too(run: Run, session: Write) -> None:
    path = session()
    done = run("note", path, "--json", input="tavern\nchurch\n")
    assert [json.loads(line)["event"] for line in done.out.splitlines()] == [0, 1]


def test_lines_stop_at_the_first_refused(run: Run, session: Write) -> None:
    path = session()
    done = run("note", path, "-", input="tavern\nchurch\n\nfroob\nmove bishopsgate\n")
    assert done.status == 4
    assert "line 4" in done.err
    assert events_in(path) == [TOP, CHURCH]


def test_no_lines_at_all(run: Run, session: Write) -> None:
    done = run("note", session(), "-", input="")
    assert done.status == 0
    assert "no notes" in done.err


def test_undo_keeps_what_it_takes_back(run: Run, session: Write) -> None:
    path = session([TOP, CHURCH])
    done = run("undo", path)
    assert done.status == 0
    saved = json.loads(path.read_text())
    assert saved["events"] == [TOP]
    assert saved["history"] == [{"did": "undo", "event": 1, "was": CHURCH}]


def test_undo_tells_programs(run: Run, session: Write) -> None:
    told = run("undo", session([TOP, CHURCH]), "--json").json
    assert (told["event"], told["was"], told["events"]) == (1, CHURCH, 1)


def test_undo_of_nothing(run: Run, session: Write) -> None:
    path = session()
    before = path.read_bytes()
    assert run("undo", path).status == 2
    assert path.read_bytes() == before


def test_undo_where_history_is_null(run: Run, session: Write) -> None:
    path = session([TOP], history=None)
    assert run("undo", path).status == 0
    assert len(json.loads(path.read_text())["history"]) == 1


def test_note_then_undo_is_as_before(run: Run, session: Write) -> None:
    path = session([TOP, CHURCH])
    run("note", path, "move", "bishopsgate")
    run("undo", path)
    assert events_in(path) == [TOP, CHURCH]


def test_amend_replaces(run: Run, session: Write) -> None:
    path = session([TOP, CHURCH, MOVE])
    assert run("amend", path, 1, "commercial").status == 0
    saved = json.loads(path.read_text())
    now = {"type": "turn", "shows": "commercial"}
    assert saved["events"] == [TOP, now, MOVE]
    assert saved["history"] == [{"did": "replace", "event": 1, "was": CHURCH, "now": now}]


def test_amend_reads_the_text_where_the_event_stood(run: Run, session: Write) -> None:
    path = session([TOP, CHURCH])
    assert run("amend", path, 0, "residence").status == 0
    assert events_in(path)[0] == {"type": "top", "shows": "residence"}


def test_amend_inserts(run: Run, session: Write) -> None:
    path = session([TOP, MOVE])
    assert run("amend", path, 1, "church", "--insert").status == 0
    assert events_in(path) == [TOP, CHURCH, MOVE]
    assert run("amend", path, 3, "pass", "--insert").status == 0
    assert events_in(path)[3] == {"type": "pass"}


def test_amend_deletes(run: Run, session: Write) -> None:
    path = session([TOP, CHURCH, MOVE])
    done = run("amend", path, 1, "--delete", "--json")
    assert done.json["was"] == CHURCH
    assert events_in(path) == [TOP, MOVE]


def test_a_forbidden_amendment_changes_nothing(run: Run, session: Write) -> None:
    path = session([TOP, CHURCH, MOVE])
    before = path.read_bytes()
    done = run("amend", path, 2, json.dumps(MISS | {"found": True, "passed": ["tavern"]}))
    assert done.status == 3
    assert "Nothing changed" in done.err
    assert path.read_bytes() == before


def test_a_forbidden_amendment_anyway(run: Run, session: Write) -> None:
    path = session([TOP, CHURCH, MOVE])
    assert run("amend", path, 1, "rural", "--json").status == 3
    assert run("amend", path, 1, "rural", "--anyway").status == 0
    assert events_in(path)[1] == {"type": "turn", "shows": "rural"}


@pytest.mark.parametrize(
    "words", [(9, "church"), (2, "church"), (3, "church", "--insert"), (1,), (1, "church", "--delete"), ("x", "church")]
)
def test_amend_that_makes_no_sense(run: Run, session: Write, words: tuple[object, ...]) -> None:
    path = session([TOP, CHURCH])
    before = path.read_bytes()
    assert run("amend", path, *words).status == 2
    assert path.read_bytes() == before


def test_writing_goes_through_a_link(run: Run, session: Write, tmp_path: Path) -> None:
    path = session([TOP])
    link = tmp_path / "link.json"
    link.symlink_to(path)
    assert run("note", link, "church").status == 0
    assert link.is_symlink()
    assert events_in(path) == [TOP, CHURCH]


def test_permissions_stay(run: Run, session: Write) -> None:
    path = session([TOP])
    os.chmod(path, 0o640)
    run("note", path, "church")
    assert path.stat().st_mode & 0o777 == 0o640


def test_nothing_else_in_the_file_is_lost(run: Run, session: Write) -> None:
    path = session([TOP | {"note": "a remark"}], used={"nudge": 2}, settings={"language": "en"})
    run("note", path, "church")
    saved = json.loads(path.read_text())
    assert saved["used"] == {"nudge": 2}
    assert saved["settings"] == {"language": "en"}
    assert saved["events"][0]["note"] == "a remark"


def test_a_budget_that_runs_out_still_notes(run: Run, session: Write, no_budget: None) -> None:
    path = session([TOP])
    done = run("note", path, "church")
    assert done.status == 0
    assert "not checked" in done.err
    assert events_in(path) == [TOP, CHURCH]
