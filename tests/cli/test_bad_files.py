"""Files that are no sessions, and places where nothing can be written: a message and a status, never more."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.helpers import SETUP, TOP

Run = Callable[..., Any]
Write = Callable[..., Path]
READING = ("solve", "show", "hint", "check")
WRITING = (("note", "tavern"), ("undo",), ("amend", "0", "tavern"), ("play",))
WHOLE = {"format": 1, "game": "black-sonata", "setup": SETUP, "events": [TOP]}
TEXTS = {
    "empty": b"",
    "truncated": b'{"format": 1, "game": "black-so',
    "a list": b"[1, 2]",
    "a number": b"7",
    "not JSON": b"format = 1",
    "not text": b"\xff\xfe\x00\x01",
    "too deep": b"[" * 100_000,
    "a huge number": b'{"format": ' + b"9" * 5000 + b"}",
    "50 MB": b" " * 50_000_000,
    "no keys": b"{}",
    "wrong types": b'{"format": 1, "game": "black-sonata", "setup": [], "events": {}}',
    "another format": json.dumps(WHOLE | {"format": 2}).encode(),
    "format true": json.dumps(WHOLE | {"format": True}).encode(),
    "unknown game": json.dumps(WHOLE | {"game": "chess"}).encode(),
    "no game": json.dumps(WHOLE | {"game": None}).encode(),
    "game of a wrong type": json.dumps(WHOLE | {"game": ["black-sonata"]}).encode(),
    "unknown key": json.dumps(WHOLE | {"sudo": True}).encode(),
    "unknown set-up": json.dumps(WHOLE | {"setup": {"stealth": {"knowledge": "maps"}}}).encode(),
    "unknown event": json.dumps(WHOLE | {"events": [{"type": "fly"}, 7, None]}).encode(),
    "number as text": json.dumps(
        WHOLE | {"setup": SETUP | {"stealth": {"knowledge": "map", "countdown": "2"}}}
    ).encode(),
}


@pytest.fixture(params=TEXTS.values(), ids=TEXTS.keys())
def bad(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "bad.json"
    path.write_bytes(request.param)
    return path


@pytest.mark.parametrize("command", READING)
def test_reading_a_bad_file(run: Run, bad: Path, command: str) -> None:
    done = run(command, bad, "--json")
    assert done.status == 4
    assert str(bad) in done.err
    record = done.json
    assert (record["format"], record["file"], record["error"]["exit"]) == (1, str(bad), 4)
    for fault in record["error"]["faults"]:
        assert set(fault) == {"path", "value", "accepted"}
        assert fault["path"].startswith("$")
    assert len(done.out) < 10_000


@pytest.mark.parametrize("words", WRITING, ids=[words[0] for words in WRITING])
def test_writing_to_a_bad_file_leaves_it(run: Run, bad: Path, words: tuple[str, ...]) -> None:
    before = bad.read_bytes()
    assert run(words[0], bad, *words[1:]).status == 4
    assert bad.read_bytes() == before


def test_all_faults_at_once(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_text(json.dumps(WHOLE | {"events": [{"type": "move", "to": "Rome"}] * 50, "x": 1}))
    done = run("solve", path, "--json")
    assert len(done.json["error"]["faults"]) == 51
    assert "51 things to mend" in done.err
    assert "and 31 more" in done.err


@pytest.mark.parametrize("where", [".", "missing.json", "g.json/inside.json", "loop.json"])
def test_what_is_no_file(run: Run, session: Write, tmp_path: Path, where: str) -> None:
    session([TOP])
    (tmp_path / "loop.json").symlink_to(tmp_path / "loop.json")
    path = tmp_path / where
    for command in READING:
        assert run(command, path).status == 4
    for words in WRITING:
        assert run(words[0], path, *words[1:]).status == 4
    assert not list(tmp_path.glob(".missing*"))


@pytest.mark.parametrize("where", ["/proc/g.json", "g.json/inside.json", "missing/g.json", "n" * 300])
def test_new_where_nothing_can_be_written(run: Run, session: Write, tmp_path: Path, where: str) -> None:
    session([TOP])
    done = run("new", "black-sonata", tmp_path / where, "--start", "Cornhill")
    assert done.status == 4
    assert done.err
    assert not (tmp_path / "missing").exists()


def test_a_full_disk(spawn: Run, session: Write) -> None:
    if not Path("/dev/full").exists():
        return
    import subprocess

    from tests.cli.helpers import command, environment

    with Path("/dev/full").open("wb") as full:
        words = command("solve", "--json", session([TOP]))
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, env=environment(), timeout=60)
    assert done.returncode == 4
    assert b"Traceback" not in done.stderr


def test_a_defect_is_one_line(spawn: Run, session: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    from typer.testing import CliRunner

    from cli.app import app

    def fail(*_: object) -> None:
        raise KeyError("[bold]odd")

    monkeypatch.setattr("cli.solving.examine", fail)
    done = CliRunner().invoke(app, ["solve", str(session([TOP]))])
    assert done.exit_code == 1
    assert done.stderr.startswith("this is a defect of gnomon: KeyError: '[bold]odd'")
    assert done.stderr.count("\n") == 1
    shown = CliRunner().invoke(app, ["solve", str(session([TOP]))], env={"GNOMON_TRACEBACK": "1"})
    assert "Traceback" in shown.stderr
