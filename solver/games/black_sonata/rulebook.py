"""Finds the parts, and puts those that a set-up switches on together into the rules of one game."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import solver.games.black_sonata.parts as folder
from maps import Board
from solver.core.schema import Event

if TYPE_CHECKING:
    from solver.games.black_sonata.deck import Special
    from solver.games.black_sonata.part import Part
    from solver.games.black_sonata.table import Table


@cache
def all_parts() -> tuple[Part, ...]:
    """Every part there is, in alphabetical order of its file."""
    names = sorted(module.name for module in pkgutil.iter_modules(folder.__path__))
    return tuple(importlib.import_module(f"{folder.__name__}.{name}").PART for name in names)


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game: the board, the settings by key, the parts that are on."""

    board: Board
    settings: Mapping[str, Any]
    parts: tuple[Part, ...]

    def has(self, key: str) -> bool:
        """True if the set-up switches that part on."""
        return bool(self.settings.get(key))

    @cached_property
    def specials(self) -> Mapping[str, Callable[[Table, Special], Table]]:
        return {name: meet for part in self.parts for name, meet in part.specials.items()}

    @cached_property
    def handlers(self) -> Mapping[type[Event], Callable[[Table, Any], Table]]:
        return {kind: handle for part in self.parts for kind, handle in part.events.items()}

    def roads(self, table: Table) -> Mapping[str, tuple[str, ...]]:
        """Where the pawn can go from each location."""
        return self.board.neighbours


def rulebook(board: Board, settings: Mapping[str, Any]) -> Rulebook:
    """The rules for these settings (None or False: that part is off)."""
    on = tuple(part for part in all_parts() if part.switch is None or settings.get(part.switch))
    return Rulebook(board, settings, on)
