"""What the tests of the command line share: a small game, and what a command did."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SETUP = {"start": "Cornhill", "stealth": {"knowledge": "map"}, "lady": {"set": "dark", "suit": "rose"}}
TOP = {"type": "top", "shows": "tavern"}
CHURCH = {"type": "turn", "shows": "church"}
MOVE = {"type": "move", "to": "Bishopsgate"}
MISS = {"type": "search", "found": False, "passed": []}


class Ran:
    """What a command did. Nothing that people see may ever be a traceback."""

    def __init__(self, status: int, out: str, err: str) -> None:
        assert "Traceback" not in out + err, err
        assert "defect of gnomon" not in out + err, err
        self.status, self.out, self.err = status, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def environment(**more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("FORCE_COLOR", "NO_COLOR", "COLUMNS")}
    return {**kept, "PYTHONPATH": str(ROOT), **more}


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "cli.app", *map(str, words)]


def events_in(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["events"]
    return found


def spawn_raw(
    words: list[str | bytes],
    stdin: bytes = b"",
    env: dict[str, str] | None = None,
    close_stdin: bool = False,
) -> subprocess.CompletedProcess[bytes]:
    """Runs gnomon in a process of its own, with bytes as they are; `close_stdin` starts it without a standard input."""
    line: list[str | bytes] = [sys.executable, "-m", "cli.app", *words]
    given: dict[str, Any] = {"preexec_fn": lambda: os.close(0)} if close_stdin else {"input": stdin}
    return subprocess.run(line, capture_output=True, env=env or environment(), cwd=ROOT, timeout=60, **given)
