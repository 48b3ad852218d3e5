"""Set-up files and card lists: JSON or TOML from disk, copied into the session."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cli.setup_options import Kind, Leaf
from solver.core.errors import DataError, Fault
from solver.core.files import read_text
from solver.core.texts import load_json


def load_file(path: Path) -> Any:
    """What a JSON or TOML file holds. Raises DataError."""
    return parse_content(read_text(path), str(path), path.suffix.lower() == ".toml")


def parse_content(text: str, where: str, is_toml: bool = False) -> Any:
    """What the text of a JSON or TOML file holds. Raises DataError."""
    try:
        if not is_toml:
            return load_json(text)
        return json.loads(json.dumps(tomllib.loads(text), default=str))  # TOML's dates as texts
    except (ValueError, RecursionError) as error:
        raise DataError([Fault("$", text[:20], f"{'TOML' if is_toml else 'JSON'} ({error})")], where) from None


def load_setup(path: Path, leaves: Sequence[Leaf]) -> dict[str, Any]:
    """A set-up object, with the card lists that it names read from beside it. Raises DataError."""
    setup = load_file(path)
    if isinstance(setup, dict) and set(setup) == {"setup"}:
        setup = setup["setup"]
    if not isinstance(setup, dict):
        raise DataError([Fault("$", setup, "an object: the set-up of a game")], str(path))
    copy_in(setup, leaves, path.parent)
    return setup


def copy_in(setup: dict[str, Any], leaves: Sequence[Leaf], folder: Path) -> None:
    """Replaces every file that a leaf names by what it holds. Raises DataError."""
    for leaf in leaves:
        if leaf.kind in (Kind.CONTENT, Kind.LIST):
            holder = _holder(setup, leaf)
            if holder is not None and isinstance(named := holder.get(leaf.path[-1]), str):
                holder[leaf.path[-1]] = read_content(named, leaf, folder)
            if holder is not None and leaf.files:
                copy_into(holder.get(leaf.path[-1]), leaf, folder)


def copy_into(items: Any, leaf: Leaf, folder: Path) -> None:
    """Likewise for the files that the objects of a list name."""
    for item in items if isinstance(items, list) else ():
        for key in leaf.files:
            if isinstance(item, dict) and isinstance(named := item.get(key), str):
                item[key] = read_content(named, leaf, folder)


def _holder(setup: dict[str, Any], leaf: Leaf) -> dict[str, Any] | None:
    here: Any = setup
    for key in leaf.path[:-1]:
        here = here.get(key) if isinstance(here, dict) else None
    return here if isinstance(here, dict) else None


def read_content(text: str, leaf: Leaf, folder: Path) -> Any:
    """JSON as typed, or what the file of that name holds; a list also under a key, as TOML needs it."""
    if text.lstrip().startswith(("[", "{")):
        try:
            return load_json(text)
        except (ValueError, RecursionError) as error:
            raise DataError([Fault(leaf.option, text, f"JSON ({error})")], "set-up") from None
    content = load_file(folder / text)
    values = list(content.values()) if isinstance(content, dict) else []
    return values[0] if len(values) == 1 and isinstance(values[0], list) else content
