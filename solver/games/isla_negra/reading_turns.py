"""Notes about levels, life points, rounds, and whose turn it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from solver.games.isla_negra import grammar as g

if TYPE_CHECKING:
    from solver.games.isla_negra.table import Table

Raw = dict[str, Any]


def level(note: g.Note, table: Table, player: str) -> Raw:
    if note.drop_if(["out"]):
        return {"type": "life", "player": player, "total": 0}
    note.drop_if(["now"])
    note.drop_if(["a"], ["an"])
    return {"type": "level", "player": player, "level": note.take(g.LEVEL)}


def life(note: g.Note, table: Table, player: str) -> Raw:
    is_below = bool(note) and note.left[0].startswith("-") and note.left[0][1:].isdecimal()
    if is_below:
        note.left[0] = note.left[0].removeprefix("-")
    number = note.take_count("life points")
    total = -number if is_below else number
    note.try_take(g.LIFE)
    return {"type": "life", "player": player, "total": total}


def loses(note: g.Note, table: Table, player: str) -> Raw:
    if _told_of_turn(note):
        return {"type": "skip", "player": player}
    return _changed(note, table, player, -1)


def _told_of_turn(note: g.Note) -> bool:
    """Whether a turn comes next: `the turn`, `his next turn`. Passes over it."""
    start = note.mark()
    note.drop_if(*([word] for word in g.ARTICLES))
    note.drop_if(["next"])
    if note.try_take(g.TURN) is not None:
        return True
    note.go_back(start)
    return note.try_take(g.TURN) is not None


def gains(note: g.Note, table: Table, player: str) -> Raw:
    return _changed(note, table, player, 1)


def _changed(note: g.Note, table: Table, player: str, sign: int) -> Raw:
    number = note.take_count("life points")
    note.try_take(g.HARM)
    return life_changed(table, player, sign * number)


def life_changed(table: Table, player: str, by: int) -> Raw:
    return {"type": "life", "player": player, "total": table.people[player].life + by}


def round_won(note: g.Note, table: Table, player: str) -> Raw:
    note.try_take(g.ROUND)
    return {"type": "round", "winner": player}


def turn(kind: str) -> Callable[[g.Note, Table, str], Raw]:
    """The reader of an event that is told by its verb alone."""

    def read(note: g.Note, table: Table, player: str) -> Raw:
        _told_of_turn(note)
        return {"type": kind, "player": player}

    return read
