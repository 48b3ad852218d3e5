"""Several at once, and ends in the middle: nothing is lost, and the file is whole at every moment."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.helpers import TOP, command, environment, events_in

Run = Callable[..., Any]
Write = Callable[..., Path]


def noting(path: Path, remark: str, count: int) -> subprocess.Popen[bytes]:
    lines = "".join(json.dumps({"type": "pass", "note": f"{remark} {number}"}) + "\n" for number in range(count))
    process = subprocess.Popen(
        command("note", path, "-", "--anyway"),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdin is not None
    process.stdin.write(lines.encode())
    process.stdin.close()
    return process


def test_two_at_once_lose_nothing(session: Write) -> None:
    path = session([TOP])
    processes = [noting(path, "one", 15), noting(path, "two", 15)]
    assert [process.wait(timeout=60) for process in processes] == [0, 0]
    remarks = [event["note"] for event in events_in(path)[1:]]
    assert len(remarks) == 30
    for who in ("one", "two"):
        assert [r for r in remarks if r.startswith(who)] == [f"{who} {number}" for number in range(15)]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_an_end_in_the_middle_leaves_a_whole_file(run: Run, session: Write, how: signal.Signals) -> None:
    path = session([TOP])
    process = noting(path, "x", 400)
    deadline = time.monotonic() + 30
    while len(events_in(path)) < 4 and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(how)
    process.wait(timeout=30)
    events = events_in(path)
    assert len(events) >= 4
    assert [event["note"] for event in events[1:]] == [f"x {number}" for number in range(len(events) - 1)]
    assert run("note", path, "--anyway", "pass").status == 0
    assert len(events_in(path)) == len(events) + 1


def test_an_interrupt(session: Write) -> None:
    path = session([TOP])
    process = noting(path, "x", 400)
    deadline = time.monotonic() + 30
    while len(events_in(path)) < 3 and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 130
    assert process.stderr is not None
    assert b"Traceback" not in process.stderr.read()
    assert len(events_in(path)) >= 3
