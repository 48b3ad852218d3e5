"""Finds the games: every folder under `solver/games` that offers `GAME`. Nothing is registered by hand."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import cast

import solver.games
from solver.core.game import Game


@cache
def game_names() -> tuple[str, ...]:
    """The names of all games, in alphabetical order, without importing any of them."""
    found = pkgutil.iter_modules(solver.games.__path__)
    return tuple(sorted(module.name.replace("_", "-") for module in found if module.ispkg))


@cache
def load_game(name: str) -> Game:
    """The game of that name; imports its folder. Raises KeyError for a name not in `game_names()`."""
    if name not in game_names():
        raise KeyError(name)
    module = importlib.import_module(f"solver.games.{name.replace('-', '_')}")
    return cast(Game, module.GAME)
