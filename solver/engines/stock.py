"""Exact counting of draws from a stock: in how many ways do rows get different copies of their own?

A stock holds kinds of things, each in a number of copies. A row takes one copy; rows that weigh every kind alike are
counted, not told apart. Counts are packed into one int, `BITS` bits for each row number, so that they can be added.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, perm
from typing import NamedTuple

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
        self._numbers: dict[tuple[int, ...], int] = {}
        self._rows: list[tuple[int, ...]] = []
        self._takers: list[list[_Taker]] = [[] for _ in self._copies]
        self._able: list[int] = []
        """For each row: of how many copies it may take one."""
        self._asked: dict[int, int] = {}
        self._known: list[dict[int, int]] = [{} for _ in self._copies]

    @property
    def states(self) -> int:
        """How many partial counts were worked out so far; each costs some microseconds."""
        return sum(map(len, self._known))

    def row(self, weights: Sequence[int]) -> int:
        """The number of a row; `weights[k]` is the whole weight of giving it a copy of kind k."""
        key = tuple(weights)
        if key not in self._numbers:
            number = self._numbers[key] = len(self._rows)
            self._rows.append(key)
            later = 0
            for kind in reversed(range(len(key))):
                if key[kind]:
                    self._takers[kind].append(_Taker(BITS * number, key[kind], later))
                    later += self._copies[kind]
            self._able.append(later)
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
        asked = sum(number for _, number in rows)
        free = self._left[0] - asked
        if free < 0 or any(number > self._able[row] for row, number in rows):
            return 0
        for row, number in rows:
            weights = self._rows[row]
            if min(weights) == max(weights):
                rest -= number * one(row)
                asked -= number
                weight *= weights[0] ** number * perm(free + number, number)
                free += number
        return weight * self._ways(0, rest, asked)

    def _ways(self, kind: int, counts: int, asked: int) -> int:
        if not counts:
            return 1
        known = self._known[kind]
        found = known.get(counts)
        if found is None:
            found = known[counts] = self._count(kind, counts, asked)
        return found

    def _count(self, kind: int, counts: int, asked: int) -> int:
        """Some rows take this kind, the others later ones.

        No row is counted more often than there are copies for it from here on.
        """
        copies = self._copies[kind]
        spent = [(0, counts, 1)]
        for shift, weight, later in self._takers[kind]:
            if number := (counts >> shift) & _MASK:
                must = max(0, number - later)
                spent = [
                    (used + more, rest - (more << shift), ways * _CHOICES[number][more] * weight**more)
                    for used, rest, ways in spent
                    for more in range(must, min(number, copies - used) + 1)
                ]
        spare, total = asked - self._left[kind + 1], 0
        for used, rest, ways in spent:
            if used >= spare and (further := self._ways(kind + 1, rest, asked - used)):
                total += ways * perm(copies, used) * further
        return total


class _Taker(NamedTuple):
    """A row that may take a copy of some kind: where it is counted, with which weight, how many later copies it may
    take instead."""

    shift: int
    weight: int
    later: int


_CHOICES = [[comb(number, more) for more in range(number + 1)] for number in range(_MASK + 1)]


def _unpack(counts: int) -> list[tuple[int, int]]:
    """The rows that are counted, each with its number."""
    found, row = [], 0
    while counts:
        skipped = ((counts & -counts).bit_length() - 1) // BITS
        row, counts = row + skipped, counts >> (BITS * skipped)
        found.append((row, counts & _MASK))
        row, counts = row + 1, counts >> BITS
    return found
