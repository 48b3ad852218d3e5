"""CONTRIBUTING.md, followed to the letter in a copy of the source: its toy part works, and touches no other file."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.reading_docs import (
    CONTRIBUTING,
    ROOT,
    SOURCES,
    Run,
    blocks,
    desk,
    fits,
    follow,
    steps,
    taught_part,
    workshop,
)
from tests.test_layers import PYTHON_RULES, Source

STEALTH = ("--stealth-knowledge", "map", "--lady-set", "dark", "--lady-suit", "rose")


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs the gnomon of a copy with the part."""
    return workshop(tmp_path_factory.mktemp("source"))


@pytest.fixture
def taught(copied: Run) -> Iterator[Run]:
    """Likewise, in a folder of its own."""
    with desk():
        yield copied


def recorded(run: Run, *words: str) -> dict[str, Any]:
    """The first line of JSON that the command prints (talk may stand around it)."""
    for line in run([*words, "--json"], "").splitlines():
        with suppress(ValueError):
            told: dict[str, Any] = json.loads(line)
            return told
    raise AssertionError(f"{words} printed no JSON")


def test_the_part_is_one_more_file() -> None:
    path, _ = taught_part()
    assert not (ROOT / path).exists()
    with desk() as folder:
        workshop(folder)
        copied = {file.relative_to(folder) for name in SOURCES for file in (folder / name).rglob("*") if file.is_file()}
        added = {file.as_posix() for file in copied if not (ROOT / file).exists()}
        assert added == {path}
        others = copied - {Path(path)}
        assert all((folder / file).read_bytes() == (ROOT / file).read_bytes() for file in others)


def test_its_commands_print_what_is_shown(taught: Run) -> None:
    for block in blocks(CONTRIBUTING.read_text("utf-8"), "console"):
        for step in steps(block):
            printed = follow(step, taught)
            assert fits(step.shown, printed), f"$ {step.command}\n" + "\n".join(printed)


def test_the_part_works_beside_the_others(taught: Run) -> None:
    taught(["new", "black-sonata", "g.json", "--start", "Cornhill", "--lantern", *STEALTH], "")
    taught(["note", "g.json"], "top tavern\nglow dark\nchurch\nst pauls\nglow seen // a reflection on the river?\n")
    events = json.loads(Path("g.json").read_text("utf-8"))["events"]
    assert events[-1] == {"type": "glow", "note": "a reflection on the river?", "seen": True}
    answers = {question["id"]: question["answers"] for question in recorded(taught, "solve", "g.json")["questions"]}
    assert {"lady.location", "lady.symbols", "lantern.location"} <= set(answers)
    assert {answer["value"] for answer in answers["lantern.location"]} == {"Blackfriars"}
    assert recorded(taught, "check", "g.json")["sound"] is True
    assert recorded(taught, "undo", "g.json")["was"]["type"] == "glow"


def test_a_note_of_it_that_cannot_be_true_is_refused(taught: Run) -> None:
    taught(["new", "black-sonata", "g.json", "--start", "Cornhill", "--lantern"], "")
    taught(["note", "g.json", "glow", "seen"], "")
    assert "no glow was seen from Cornhill" in taught(["note", "g.json", "glow", "dark"], "")
    assert len(json.loads(Path("g.json").read_text("utf-8"))["events"]) == 1


def test_the_part_is_off_unless_the_set_up_names_it(taught: Run) -> None:
    taught(["new", "black-sonata", "g.json", "--start", "Cornhill", *STEALTH], "")
    assert "does not switch on" in taught(["note", "g.json", "glow", "seen"], "")


def test_the_schema_and_the_faults_know_it(taught: Run) -> None:
    described = taught(["schema", "black-sonata"], "")
    assert '"lantern"' in described
    assert '"glow"' in described
    taught(["new", "black-sonata", "g.json", "--start", "Cornhill", "--lantern"], "")
    assert "seen, dark" in taught(["note", "g.json", "glow", "bright"], "")


@pytest.mark.parametrize("rule", PYTHON_RULES, ids=lambda rule: rule.__name__)
def test_the_part_keeps_the_rules_of_the_house(rule: Any) -> None:
    assert not list(rule(Source(*taught_part())))


@pytest.mark.parametrize("how", [["check"], ["format", "--check"]], ids=" ".join)
def test_the_part_is_in_the_style_of_the_house(how: list[str]) -> None:
    path, text = taught_part()
    words = [sys.executable, "-m", "ruff", *how, "--stdin-filename", str(ROOT / path), "-"]
    done = subprocess.run(words, input=text.encode(), capture_output=True, cwd=ROOT, timeout=60)
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
