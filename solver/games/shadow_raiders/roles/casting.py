"""Who of one camp is whom: the weight of all ways to give a set of players different characters of their camp.

Players are bits of a mask. Some of a set may be *marked*: only ways in which they have low HP count for that.
Characters that weigh alike for every player are counted together, in a cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

Table = dict[int, dict[int, int]]
"""By set of players, by set of marked players among them: the total weight; zeros left out."""


@dataclass(frozen=True)
class Entry:
    """A player who may have one character of a cell: with which weight, and whether with low HP."""

    player: int
    weight: int
    is_weak: bool


@dataclass(frozen=True)
class Cell:
    """`size` slots that weigh alike, each for one player."""

    entries: tuple[Entry, ...]
    size: int


@dataclass(frozen=True)
class _Step:
    """One player is asked, in one cell: layer `before` leads to the next."""

    cell: int
    entries: tuple[tuple[int, Entry], ...]
    before: Mapping[int, int]
    is_last: bool


class Casting:
    """The sums for all sets of `need` players at once. `markable` players may be marked, `degree` of them at a time.

    Cost: a few microseconds for each set, mark and cell; about 3,000 sets where 4 of 9 players are sought.
    """

    def __init__(self, cells: Sequence[Cell], players: int, need: int, markable: int, degree: int) -> None:
        self._cells = tuple(cells)
        self._players = players
        self._need = need
        self._markable = markable
        self._degree = degree
        self._full = (1 << players) - 1
        self._steps: list[_Step] = []
        layer = {0: 1}
        for number, cell in enumerate(self._cells):
            layer = self._fill(number, cell, layer)
        self.states = sum(len(step.before) for step in self._steps)
        self.table: Table = {}
        for key, weight in layer.items():
            mask = key & self._full
            if mask.bit_count() == need:
                self.table.setdefault(mask, {})[key >> players] = weight

    def _fill(self, number: int, cell: Cell, layer: dict[int, int]) -> dict[int, int]:
        """The layer after giving the characters of one cell to any players, one player after the other."""
        asked = sorted({entry.player for entry in cell.entries})
        for player in asked:
            entries = tuple((index, e) for index, e in enumerate(cell.entries) if e.player == player)
            self._steps.append(_Step(number, entries, layer, player == asked[-1]))
            layer = self._next(self._steps[-1])
        return layer

    def _next(self, step: _Step) -> dict[int, int]:
        grown: dict[int, int] = {}
        for key, weight in step.before.items():
            kept = self._closed(key) if step.is_last else key
            grown[kept] = grown.get(kept, 0) + weight
            for _, factor, after in self._ways(step, key):
                grown[after] = grown.get(after, 0) + weight * factor
        return grown

    def _closed(self, key: int) -> int:
        """The key without the number of characters used of this cell."""
        return key & ((1 << (2 * self._players)) - 1)

    def _ways(self, step: _Step, key: int) -> Iterator[tuple[int, int, int]]:
        """The entries that the player may take, each with its factor and the key after it, marked or not."""
        players, used = self._players, key >> (2 * self._players)
        bit = 1 << step.entries[0][1].player
        free = self._cells[step.cell].size - used
        if key & bit or free <= 0 or (key & self._full).bit_count() >= self._need:
            return
        after = key | bit
        after = self._closed(after) if step.is_last else after + (1 << (2 * players))
        marks = (key >> players) & self._full
        may_mark = self._markable & bit and marks.bit_count() < self._degree
        for index, entry in step.entries:
            yield index, entry.weight * free, after
            if entry.is_weak and may_mark:
                yield index, entry.weight * free, after | bit << players

    def shares(self, gradient: Mapping[int, Mapping[int, int]]) -> dict[tuple[int, int], int]:
        """By (cell, number of the entry): the sum over sets and marks of the gradient times that entry's weight there.

        One pass back through the steps.
        """
        behind = {
            mask | marks << self._players: value for mask, row in gradient.items() for marks, value in row.items()
        }
        found: dict[tuple[int, int], int] = {}
        for step in reversed(self._steps):
            earlier: dict[int, int] = {}
            for key, weight in step.before.items():
                total = behind.get(self._closed(key) if step.is_last else key, 0)
                for index, factor, after in self._ways(step, key):
                    if value := behind.get(after, 0):
                        total += factor * value
                        place = (step.cell, index)
                        found[place] = found.get(place, 0) + weight * factor * value
                if total:
                    earlier[key] = total
            behind = earlier
        return found


@lru_cache(maxsize=512)
def table_of(cells: tuple[Cell, ...], players: int, need: int, markable: int, degree: int) -> Table:
    """The table of a casting alone; a hint asks for the same ones over and over."""
    return Casting(cells, players, need, markable, degree).table
