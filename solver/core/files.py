"""Files of sessions: read with a bound, written whole or not at all, under a lock."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from solver.core.errors import DataError, Fault, GnomonError

LARGEST_FILE = 5_000_000
"""Bytes. A session of a thousand events is about a hundredth of this."""
LOCK_SECONDS = 10.0
LONGEST_STEM = 80
"""Characters of a file's name that the names of its lock and temporary file repeat; systems allow 255 bytes."""


class UnwritableFile(GnomonError):
    """The file cannot be written there; it is as it was."""

    exit_status = 4


def read_text(path: Path) -> str:
    """What a file of UTF-8 text holds, up to `LARGEST_FILE`. Raises DataError."""
    try:
        with path.open("rb") as file:
            return bounded(file.read(LARGEST_FILE + 1), str(path))
    except OSError as error:
        reason = error.strerror or str(error)
        raise DataError([Fault("$", str(path), f"a readable file ({reason})")], str(path)) from None
    except ValueError:
        raise DataError([Fault("$", str(path), "the name of a file")], "") from None


def bounded(data: bytes, where: str) -> str:
    """The text that `data` holds, up to `LARGEST_FILE` bytes. Raises DataError."""
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
    if real.exists() and not real.is_file():
        raise UnwritableFile(f"{path}: is no regular file, so no session can be kept there")
    if real.exists() and not os.access(real, os.W_OK):
        raise UnwritableFile(f"{path}: is read-only; allow writing it first")
    beside = real.parent / f".{real.name[:LONGEST_STEM]}.lock"
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


def replace_file(path: Path, text: str) -> None:
    """Writes the file whole or not at all. Raises OSError, and then the old one is untouched."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:LONGEST_STEM]}.", suffix=".tmp", dir=path.parent)
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
