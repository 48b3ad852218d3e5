"""At a terminal: new asks, play completes and draws, and a long wait shows a sign of life."""

from __future__ import annotations

import json
import os
import pty
import select
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.cli.helpers import SETUP, command, environment, events_in

Write = Callable[..., Path]
PATIENCE = 30.0


def talk(words: Sequence[object], inputs: Sequence[str]) -> tuple[str, int]:
    """Runs gnomon at a pseudo-terminal; types each input once the output has rested. Its output and status."""
    child, end = pty.fork()
    if child == 0:  # pragma: no cover (the other process)
        os.execve(sys.executable, command(*words), environment(TERM="xterm", COLUMNS="90"))
    said, waiting, deadline = b"", list(inputs), time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if not select.select([end], [], [], 0.4)[0]:
            if waiting:
                os.write(end, waiting.pop(0).encode())
            continue
        try:
            heard = os.read(end, 65536)
        except OSError:
            break
        if not heard:
            break
        if b"\x1b[6n" in heard:
            os.write(end, b"\x1b[1;1R")  # a terminal answers where its cursor is
        said += heard
    os.close(end)
    return said.decode(errors="replace"), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def answers_to(questions: str) -> list[str]:
    return [f"{line.strip()}\r" for line in questions.split("|")]


def test_new_asks_part_by_part(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    told, status = talk(["new", "black-sonata", path], ["\r"] * 40)
    assert status == 0, told
    assert json.loads(path.read_text())["setup"] == {}
    for expected in ("stealth?", "lady?", "Cornhill", "[no]"):
        assert expected in told


def test_new_that_is_left_at_a_question_says_so(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    told, status = talk(["new", "shadow-raiders", path], ["Ann,Bo,Cy,Di\r", "Bo\r", "\x04"])
    assert status == 2, told
    assert "no file was made" in told
    assert not path.exists()


def test_new_asks_again_for_a_list_with_a_fault_in_it(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    inputs = ["Ann,ann,Cy,Di\r", "Cy\r", "emi\r", *["\r"] * 6, "Ann,1,Cy,Di\r"]
    told, status = talk(["new", "shadow-raiders", path], inputs)
    assert status == 0, told
    assert json.loads(path.read_text())["setup"]["players"] == ["Ann", "1", "Cy", "Di"]


def test_what_does_not_fit_inside_a_list_is_asked_again_and_decks_are_copied_in(tmp_path: Path) -> None:
    deck = tmp_path / "deck.json"
    deck.write_text('[{"card": "Punch", "type": "attack", "level": "basic"}]', "utf-8")
    fighters = [{"player": player, "team": team} for player, team in zip("ABCD", "xyxy", strict=True)]
    lost, found = ([{**fighters[0], "deck": str(file)}, *fighters[1:]] for file in (tmp_path / "no.json", deck))
    path = tmp_path / "beside" / "g.json"
    path.parent.mkdir()
    inputs = ["team\r", "A\r", "A, B, C, D\r", f"{json.dumps(lost)}\r", f"{json.dumps(found)}\r"]
    told, status = talk(["new", "isla-negra", path], inputs)
    assert status == 0, told
    assert "fighters[3].team" in told
    assert json.loads(path.read_text())["setup"]["fighters"][0]["deck"] == json.loads(deck.read_text())


def test_play_at_a_terminal(session: Write) -> None:
    path = session(setup=SETUP)
    inputs = ["tavern\r", "church\r", "froob\r", "hint nudge\r", "?\r", "undo\r", "\x03", "quit\r"]
    told, status = talk(["play", path], inputs)
    assert status == 0, told
    assert [event["shows"] for event in events_in(path)] == ["tavern"]
    for expected in ("Type ? for help", "event 1", "Next may come", "\x1b["):
        assert expected in told


def test_a_sign_of_life(tmp_path: Path) -> None:
    work = "import time; from cli.progress import progress\nwith progress('thinking [hard]'): time.sleep(1.6)"
    child, end = pty.fork()
    if child == 0:  # pragma: no cover (the other process)
        os.execve(
            sys.executable, [sys.executable, "-c", work + "\nprint('done')"], environment(TERM="xterm", COLUMNS="90")
        )
    said = b""
    while True:
        try:
            said += os.read(end, 65536)
        except OSError:
            break
    os.close(end)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert b"thinking [hard]" in said
    assert b"done" in said
