"""Card lists in files of their own, TOML or JSON, beside the session that names them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from solver.core.errors import DataError, Fault
from solver.core.texts import load_json

LARGEST_LIST = 1_000_000
"""Bytes; a list of twelve cards is about a thousandth of this."""


def load_list(name: str, folder: Path | None, where: str) -> Any:
    """The content of the card file `name` in `folder` (None: no file may be named). Raises DataError."""
    if folder is None:
        raise DataError([Fault(where, name, "a list of cards (a file cannot be named here)")])
    path = _inside(folder, name, where)
    try:
        if path.stat().st_size > LARGEST_LIST:
            raise ValueError(f"over {LARGEST_LIST:,} bytes")
        text = path.read_bytes().decode("utf-8-sig")
        return tomllib.loads(text) if path.suffix.lower() == ".toml" else load_json(text)
    except (OSError, ValueError, RecursionError) as error:
        raise DataError([Fault(where, name, f"a readable TOML or JSON file of cards ({error})")]) from None


def _inside(folder: Path, name: str, where: str) -> Path:
    """The regular file of that name inside `folder`, symlinks followed. Raises DataError."""
    try:
        path = (folder / name).resolve()
        is_inside, is_file = path.is_relative_to(folder.resolve()), path.is_file()
    except (OSError, ValueError, RuntimeError):
        raise DataError([Fault(where, name, "the name of a file")]) from None
    if not is_inside:
        raise DataError([Fault(where, name, "a file inside the session's folder")])
    if not is_file:
        raise DataError([Fault(where, name, "a file that is there, beside the session")])
    return path
