"""Running gnomon: in this process, and as a process of its own."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.app import app
from solver.core.errors import OutOfBudget
from tests.cli.helpers import SETUP, Ran, command, environment


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Runs a command in this process: run("solve", path, input=text)."""
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def invoke(*words: object, input: str = "", width: int = 80) -> Ran:
        env = {"COLUMNS": str(width), "TERM": "dumb"}
        result = CliRunner().invoke(app, [str(word) for word in words], input=input, env=env)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return Ran(result.exit_code, result.stdout, result.stderr)

    return invoke


@pytest.fixture
def spawn() -> Callable[..., Ran]:
    """Runs a command as a process of its own."""

    def invoke(*words: object, input: str = "", env: dict[str, str] | None = None) -> Ran:
        done = subprocess.run(
            command(*words), input=input.encode(), capture_output=True, env=environment(**(env or {})), timeout=60
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return invoke


@pytest.fixture
def session(tmp_path: Path) -> Callable[..., Path]:
    """Writes a session file: session([event, ...], name="g.json", **other top-level keys)."""

    def write(events: Sequence[dict[str, Any]] = (), name: str = "g.json", **more: Any) -> Path:
        path = tmp_path / name
        whole = {"format": 1, "game": "black-sonata", "setup": SETUP, "events": list(events)}
        path.write_text(json.dumps({**whole, **more}), encoding="utf-8")
        return path

    return write


@pytest.fixture
def no_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every engine runs out of budget at once."""

    def give_up(*_: object) -> None:
        raise OutOfBudget("a budget of nothing")

    monkeypatch.setattr("solver.answers.candidates.believe", give_up)
