"""Whose turn it is decides whose hint there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from solver.core.values import Hint
from solver.games.cat_and_mouse import historian, lady
from solver.games.cat_and_mouse.table import Side, Table
from solver.games.cat_and_mouse.weights import weights

if TYPE_CHECKING:
    from solver.core.game import Known


def advise(table: Table, known: Sequence[Known]) -> Hint:
    """The hint for whom the session belongs to, when it is their turn."""
    if table.ending is not None:
        return _wait("The game is over.", f"{table.ending.winner.value.capitalize()} won: {table.ending.value}.")
    if table.secret is None:
        if table.to_act is Side.LADY:
            return _wait("It is her turn.", "Note what the Lady plays, and the hand that she has then.")
        return historian.advise_historian(table, known)
    if table.to_act is Side.HISTORIAN:
        return _wait("It is the Historian's turn.", "Note what the Historian does.")
    return lady.advise_lady(table)


def _wait(nudge: str, reason: str) -> Hint:
    return Hint("nothing: there is nothing to choose now", nudge, reason, (), (), weights())
