"""Boards from TOML: the one that gnomon brings along and a designer's own, in one format."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from maps.board import Board, Place, Road
from maps.faults import find_faults
from solver.core.errors import DataError, Fault

__all__ = ["Board", "Place", "load_board", "london", "parse_board"]


@functools.cache
def london() -> Board:
    """The London board: 11 locations, 15 roads. The same object at every call; the first takes 6 ms."""
    from importlib.resources import files

    text = files("maps").joinpath("london.toml").read_text(encoding="utf-8")
    return parse_board(text, "london.toml")


def load_board(path: Path) -> Board:
    """The board that a map file describes; DataError with every fault of it, also when it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as trouble:
        raise DataError([Fault("$", str(trouble), "a file in UTF-8")], str(path)) from trouble
    except OSError as trouble:
        raise DataError([Fault("$", str(trouble), "a file that can be read")], str(path)) from trouble
    return parse_board(text, str(path))


def parse_board(text: str, where: str = "") -> Board:
    """The board that TOML text describes; DataError, headed by `where`, with every fault of it."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as trouble:  # a TOMLDecodeError is a ValueError
        raise DataError([Fault("$", str(trouble), "a map in TOML")], where) from trouble
    faults = tuple(find_faults(data))
    if faults:
        raise DataError(faults, where)
    return _board(data)


def _board(data: Mapping[str, Any]) -> Board:
    """The board of a map without faults."""
    return Board(
        name=data["name"],
        places=tuple(_place(entry) for entry in data["locations"]),
        roads=_roads(data.get("roads", [])),
        river_crossings=_roads(data.get("river_crossings", [])),
        riverside=frozenset(data.get("riverside", [])),
    )


def _place(entry: Mapping[str, Any]) -> Place:
    keyhole = entry.get("keyhole")
    return Place(
        name=entry["name"],
        colour=entry["colour"],
        landmarks=tuple(entry["landmarks"]),
        xy=(entry["xy"][0], entry["xy"][1]),
        keyhole=(keyhole["row"], keyhole["column"]) if keyhole else None,
    )


def _roads(pairs: list[list[str]]) -> tuple[Road, ...]:
    return tuple((a, b) for a, b in pairs)
