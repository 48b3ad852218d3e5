"""A session is one JSON file: read whole, checked whole, written atomically under a lock."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver.core.errors import DataError, Fault, UsageError
from solver.core.files import LARGEST_FILE, UnwritableFile, bounded, locked, read_text, replace_file
from solver.core.registry import game_names, load_game
from solver.core.schema import Event, validate
from solver.core.texts import load_json

if TYPE_CHECKING:
    from solver.core.game import Game

FORMAT = 1


@dataclass(frozen=True)
class Session:
    """A saved game: which game, its set-up, its events in order, and what the file holds beside them."""

    game: Game
    setup: Any
    events: tuple[Event, ...]
    raw: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """The file's content: unknown to no key, events as they were given, other keys untouched."""
        return {**self.raw, "events": [event.to_json() for event in self.events]}

    def with_events(self, events: Sequence[Event], history: Mapping[str, Any] | None = None) -> Session:
        """The session with other events; `history` tells what was replaced or taken back."""
        raw = dict(self.raw)
        if history is not None:
            raw["history"] = [*(raw.get("history") or ()), dict(history)]
        return replace(self, events=tuple(events), raw=raw)


MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""For each older format, the function that makes the next one of it. Format 1 is the first."""


def parse_session(text: str, where: str, folder: Path | None) -> Session:
    """The session that `text` holds. Raises DataError with every fault.

    `folder` is where card lists named in the set-up are looked for; None allows none (standard input).
    """
    raw = _migrate(_load_json(text, where), where)
    name = raw.get("game")
    if not isinstance(name, str) or name not in game_names():
        raise DataError([Fault("$.game", name, "one of " + ", ".join(game_names()))], where)
    game = load_game(name)
    model: Any = validate(game.session_model(), raw, where)
    try:
        setup = game.complete_setup(model.setup, folder)
        game.check_events(setup, model.events)
    except DataError as error:
        raise DataError(error.faults, error.where or where) from None
    return Session(game, setup, tuple(model.events), raw)


def _load_json(text: str, where: str) -> dict[str, Any]:
    try:
        raw = load_json(text)
    except json.JSONDecodeError as error:
        trouble = f"line {error.lineno}, column {error.colno}"
        raise DataError(
            [Fault("$", text[error.pos : error.pos + 20], f"JSON ({error.msg} at {trouble})")], where
        ) from None
    except (RecursionError, ValueError) as error:
        raise DataError([Fault("$", text[:20], f"JSON as files can hold it ({error})")], where) from None
    if not isinstance(raw, dict):
        raise DataError([Fault("$", raw, "an object with format, game, setup and events")], where)
    return raw


def _migrate(raw: dict[str, Any], where: str) -> dict[str, Any]:
    version = raw.get("format")
    while isinstance(version, int) and version in MIGRATIONS:
        raw = MIGRATIONS[version](raw)
        version = raw.get("format")
    if version != FORMAT or isinstance(version, bool):
        raise DataError([Fault("$.format", version, f"{FORMAT} (the format that this gnomon reads)")], where)
    return raw


def read_session(source: str) -> Session:
    """The session in the file `source`, or on standard input for "-". Raises DataError."""
    if source == "-":
        if sys.stdin is None:
            raise DataError([Fault("$", "closed", "a session on standard input")], "standard input")
        text = bounded(sys.stdin.buffer.read(LARGEST_FILE + 1), "standard input")
        return parse_session(text, "standard input", None)
    path = Path(source)
    return parse_session(read_text(path), source, path.resolve().parent)


def write_session(path: Path, session: Session) -> None:
    """Replaces the file at once: a temporary file beside it, flushed to disk, then renamed over it.

    Call it under `locked`. Raises UnwritableFile, and then the old file is untouched.
    """
    text = render_session(session)
    try:
        replace_file(path, text)
    except OSError as error:
        raise UnwritableFile(f"{path}: cannot be written ({error.strerror or error})") from None


def render_session(session: Session) -> str:
    """The file's text: one line per event, so that a person can read and compare it."""
    raw = session.to_json()
    lines = [f"  {json.dumps(key)}: {_render(key, value)}" for key, value in raw.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _render(key: str, value: Any) -> str:
    if key in ("events", "history") and value:
        return "[\n" + ",\n".join(f"    {json.dumps(item, ensure_ascii=False)}" for item in value) + "\n  ]"
    return json.dumps(value, ensure_ascii=False)


def create_session(path: Path, game: Game, setup: Mapping[str, Any]) -> Session:
    """A new session file without events. Raises UsageError if the file exists, DataError for its set-up."""
    if path.name in ("-", ""):
        raise UsageError(f"{str(path)!r} is no name for a session's file; give one such as game.json")
    raw = {"format": FORMAT, "game": game.name, "setup": dict(setup), "events": []}
    folder = path.resolve().parent
    session = parse_session(json.dumps(raw), str(path), folder)
    with locked(path) as real:
        if real.exists():
            raise UsageError(f"{path} exists already; choose another name, or delete it first")
        write_session(real, session)
    return session


def change_session(path: Path, change: Callable[[Session], Session]) -> Session:
    """Reads, changes and writes the file under its lock, so that two at once lose nothing."""
    if not path.is_file():
        if path.exists() and not path.is_dir():
            raise UnwritableFile(f"{path}: is no regular file, so no session can be kept there")
        read_text(path)  # raises the fault of what is no file, and leaves no lock behind
    with locked(path) as real:
        changed = change(read_session(str(real)))
        write_session(real, changed)
    return changed
