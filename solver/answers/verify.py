"""Finds what can be verified: every game is asked, none is named."""

from __future__ import annotations

from collections.abc import Mapping

from solver.core.registry import game_names, load_game
from solver.core.verification import Verification, Verifying


def verifications() -> Mapping[str, Verification]:
    """By name, in alphabetical order. Imports every game."""
    games = [load_game(name) for name in game_names()]
    found = {one.name: one for game in games if isinstance(game, Verifying) for one in game.verifications()}
    return dict(sorted(found.items()))
