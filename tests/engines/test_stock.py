"""Draws from a stock: the weight of all ways to give rows different copies, against writing them all out."""

from __future__ import annotations

from itertools import permutations
from math import perm, prod
from random import Random

import pytest

from solver.engines.stock import Stock, number_of, one


def written_out(copies: list[int], rows: list[list[int]]) -> int:
    """The sum over all ordered choices of different copies."""
    cards = [kind for kind, number in enumerate(copies) for _ in range(number)]
    return sum(
        prod(row[cards[place]] for row, place in zip(rows, chosen, strict=True))
        for chosen in permutations(range(len(cards)), len(rows))
    )


def counted(stock: Stock, rows: list[list[int]]) -> int:
    return stock.ways(sum(one(stock.row(row)) for row in rows))


@pytest.mark.parametrize("seed", range(60))
def test_counting_is_writing_out(seed: int) -> None:
    rng = Random(seed)
    copies = [rng.randint(0, 3) for _ in range(rng.randint(1, 4))]
    kinds = [[rng.choice((0, 0, 1, 1, 4, 8)) for _ in copies] for _ in range(3)]
    stock = Stock(copies)
    for number in range(min(6, sum(copies)) + 2):
        rows = [rng.choice(kinds) for _ in range(number)]
        if number <= sum(copies):
            assert counted(stock, rows) == written_out(copies, rows)
        else:
            assert counted(stock, rows) == 0


def test_nothing_to_give_is_one_way() -> None:
    assert Stock([2, 1]).ways(0) == 1


def test_rows_that_take_anything_are_given_what_is_left() -> None:
    stock = Stock([3, 2])
    assert counted(stock, [[1, 1]] * 4) == perm(5, 4)
    assert counted(stock, [[2, 2]] * 2 + [[1, 0]] * 3) == 2**2 * perm(3, 3) * perm(2, 2)
    assert counted(stock, [[1, 1]] * 6) == 0


def test_rows_that_take_nothing_leave_no_way() -> None:
    stock = Stock([3, 2])
    assert counted(stock, [[0, 0]]) == 0
    assert counted(stock, [[1, 0]] * 4) == 0


def test_the_same_weights_are_the_same_row() -> None:
    stock = Stock([1, 1])
    assert stock.row([1, 0]) == stock.row((1, 0)) != stock.row([0, 1])


def test_counts_are_packed() -> None:
    counts = 3 * one(2) + one(5)
    assert [number_of(counts, row) for row in range(7)] == [0, 0, 3, 0, 0, 1, 0]


def test_what_was_counted_is_remembered() -> None:
    stock = Stock([2, 2, 2])
    rows = [[1, 0, 1], [0, 1, 1], [1, 1, 0]]
    first = counted(stock, rows)
    states = stock.states
    assert counted(stock, rows) == first
    assert stock.states == states
