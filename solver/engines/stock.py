"""Exact counting of draws from a stock: in how many ways do rows get different copies of their own?

A stock holds kinds of things, each in a number of copies. A row takes one copy; rows that weigh every kind alike are
counted, not told apart. Counts are packed into one int, `BITS` bits for each row number, so that they can be added.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, perm

BITS = 5
"""At most 31 rows of one number."""
_MASK = (1 << BITS) - 1


def one(row: int) -> int:
    """The packed count of a single row."""
    return 1 << (BITS * row)


def number_of(counts: int, row: int) -> int:
    """How many rows of this number are counted."""
    return (counts >> (BITS * row)) & _MASK


class Stock:
    """`copies[k]` are the copies of kind k. What was counted is remembered, and shared by further counts."""

    def __init__(self, copies: Sequence[int]) -> None:
        self._copies = tuple(copies)
        self._left = [sum(self._copies[kind:]) for kind in range(len(self._copies) + 1)]
        self._rows: list[tuple[int, ...]] = []
        self._able: list[list[int]] = []
        """For each row: how many copies it may take of kind k and those after it."""
        self._numbers: dict[tuple[int, ...], int] = {}
        self._known: list[dict[int, int]] = [{} for _ in self._copies]
        self._asked: dict[int, int] = {}

    @property
    def states(self) -> int:
        """How many partial counts were worked out so far; each costs about ten microseconds."""
        return sum(map(len, self._known))

    def row(self, weights: Sequence[int]) -> int:
        """The number of a row; `weights[k]` is the whole weight of giving it a copy of kind k."""
        key = tuple(weights)
        if key not in self._numbers:
            self._numbers[key] = len(self._rows)
            self._rows.append(key)
            usable = [copies if weight else 0 for weight, copies in zip(key, self._copies, strict=True)]
            self._able.append([sum(usable[kind:]) for kind in range(len(usable) + 1)])
        return self._numbers[key]

    def ways(self, counts: int) -> int:
        """The total weight of all ways to give these rows (packed counts) a copy each, all copies different."""
        found = self._asked.get(counts)
        if found is None:
            found = self._asked[counts] = self._work_out(counts)
        return found

    def _work_out(self, counts: int) -> int:
        """Rows that weigh every kind alike are given a copy last: whatever the others leave will do."""
        rows, rest, weight = _unpack(counts), counts, 1
        free = self._left[0] - sum(number for _, number in rows)
        for row, number in rows:
            weights = self._rows[row]
            if weights and min(weights) == max(weights):
                rest -= number * one(row)
                weight *= weights[0] ** number * perm(max(0, free + number), number)
                free += number
        return weight * self._ways(0, rest) if weight else 0

    def _ways(self, kind: int, counts: int) -> int:
        if not counts:
            return 1
        if kind == len(self._copies):
            return 0
        known = self._known[kind]
        if counts not in known:
            known[counts] = self._count(kind, counts)
        return known[counts]

    def _count(self, kind: int, counts: int) -> int:
        rows = _unpack(counts)
        spare = sum(number for _, number in rows) - self._left[kind + 1]
        """So many, at least, have to take this kind."""
        if spare > self._copies[kind]:
            return 0
        takers, needed = [], 0
        for row, number in rows:
            must = number - self._able[row][kind + 1]
            needed += max(0, must)
            if weight := self._rows[row][kind]:
                takers.append((row, number, weight, max(0, must)))
            elif must > 0:
                return 0
        if needed > self._copies[kind]:
            return 0
        total = 0
        for used, rest, weight in _spendings(takers, self._copies[kind], counts):
            if used >= spare and (further := self._ways(kind + 1, rest)):
                total += weight * perm(self._copies[kind], used) * further
        return total


def _unpack(counts: int) -> list[tuple[int, int]]:
    """The rows that are counted, each with its number."""
    found, row = [], 0
    while counts:
        skipped = ((counts & -counts).bit_length() - 1) // BITS
        row, counts = row + skipped, counts >> (BITS * skipped)
        found.append((row, counts & _MASK))
        row, counts = row + 1, counts >> BITS
    return found


def _spendings(takers: Sequence[tuple[int, int, int, int]], copies: int, counts: int) -> Sequence[tuple[int, int, int]]:
    """Every way to let some rows take this kind: how many do, the counts left, the weight of choosing them so.

    A taker is a row, its number, its weight, and how many of them must take this kind.
    """
    spent = [(0, counts, 1)]
    for row, number, weight, must in takers:
        unit = one(row)
        spent = [
            (used + more, rest - more * unit, ways * comb(number, more) * weight**more)
            for used, rest, ways in spent
            for more in range(must, min(number, copies - used) + 1)
        ]
    return spent
