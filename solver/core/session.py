"""A session is one JSON file: read whole, checked whole, written atomically under a lock."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver.core.errors import DataError, Fault, GnomonError, UsageError
from solver.core.registry import game_names, load_game
from solver.core.schema import Event, validate

if TYPE_CHECKING:
    from solver.core.game import Game

FORMAT = 1
LARGEST_FILE = 5_000_000
"""Bytes. A session of a thousand events is about a hundredth of this."""
LOCK_SECONDS = 10.0


class UnwritableFile(GnomonError):
    """The file cannot be written there; it is as it was."""

    exit_status = 4


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
    setup = game.complete_setup(model.setup, folder)
    game.check_events(setup, model.events)
    return Session(game, setup, tuple(model.events), raw)


def _load_json(text: str, where: str) -> dict[str, Any]:
    try:
        raw = json.loads(text)
    except json.JSONDecodeError as error:
        trouble = f"line {error.lineno}, column {error.colno}"
        raise DataError(
            [Fault("$", text[error.pos : error.pos + 20], f"JSON ({error.msg} at {trouble})")], where
        ) from None
    except (RecursionError, ValueError) as error:
        raise DataError([Fault("$", text[:20], f"JSON of reasonable depth and numbers ({error})")], where) from None
    if not isinstance(raw, dict):
        raise DataError([Fault("$", raw, "an object with format, game, setup and events")], where)
    return raw


def _migrate(raw: dict[str, Any], where: str) -> dict[str, Any]:
    while raw.get("format") in MIGRATIONS:
        raw = MIGRATIONS[raw["format"]](raw)
    version = raw.get("format")
    if version != FORMAT or isinstance(version, bool):
        raise DataError([Fault("$.format", version, f"{FORMAT} (the format that this gnomon reads)")], where)
    return raw


def read_session(source: str) -> Session:
    """The session in the file `source`, or on standard input for "-". Raises DataError."""
    if source == "-":
        return parse_session(
            _bounded(sys.stdin.buffer.read(LARGEST_FILE + 1), "standard input"), "standard input", None
        )
    path = Path(source)
    return parse_session(read_text(path), source, path.resolve().parent)


def read_text(path: Path) -> str:
    """What a file of UTF-8 text holds, up to `LARGEST_FILE`. Raises DataError."""
    try:
        with path.open("rb") as file:
            return _bounded(file.read(LARGEST_FILE + 1), str(path))
    except OSError as error:
        reason = error.strerror or str(error)
        raise DataError([Fault("$", str(path), f"a readable session file ({reason})")], str(path)) from None
    except ValueError:
        raise DataError([Fault("$", str(path), "the name of a file")], "") from None


def _bounded(data: bytes, where: str) -> str:
    if len(data) > LARGEST_FILE:
        raise DataError([Fault("$", f"over {LARGEST_FILE:,} bytes", f"at most {LARGEST_FILE:,} bytes")], where)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError([Fault("$", f"byte {error.start}", "text in UTF-8")], where) from None


@contextmanager
def locked(path: Path) -> Iterator[Path]:
    """Holds the session's lock; yields the file behind any symlinks. Raises UnwritableFile."""
    from filelock import FileLock, Timeout

    real = _real_path(path)
    beside = real.with_name(f".{real.name}.lock")
    lock = FileLock(beside, timeout=LOCK_SECONDS)
    try:
        os.close(os.open(beside, os.O_RDWR | os.O_CREAT, 0o666))  # filelock would wait, or make folders
        lock.acquire()
    except Timeout:
        raise UnwritableFile(f"{path}: another gnomon has held it for {LOCK_SECONDS:g} s; try again") from None
    except OSError as error:
        raise UnwritableFile(f"{path}: cannot be written there ({error.strerror or error})") from None
    try:
        yield real
    finally:
        lock.release()


def _real_path(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise UnwritableFile(f"{path}: cannot be followed ({error})") from None


def write_session(path: Path, session: Session) -> None:
    """Replaces the file at once: a temporary file beside it, flushed to disk, then renamed over it.

    Call it under `locked`. Raises UnwritableFile, and then the old file is untouched.
    """
    text = render_session(session)
    try:
        replace_file(path, text)
    except OSError as error:
        raise UnwritableFile(f"{path}: cannot be written ({error.strerror or error})") from None


def replace_file(path: Path, text: str) -> None:
    """Writes the file whole or not at all. Raises OSError, and then the old one is untouched."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


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
    if not path.exists():
        read_session(str(path))  # raises the fault of a file that is not there, and leaves no lock behind
    with locked(path) as real:
        changed = change(read_session(str(real)))
        write_session(real, changed)
    return changed
