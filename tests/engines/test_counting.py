"""Counting by layers, against a brute force over all ways round random rings."""

from __future__ import annotations

from itertools import product
from math import prod
from random import Random
from typing import Any

import pytest

from solver.core.errors import OutOfBudget
from solver.engines.counting import Counter, Ring, anchored_weights, stocked_weights

STATES = "abcd"


def random_ring(rng: Random, size: int) -> Ring[str]:
    """Weights and steps that differ from position to position; some states cannot stand everywhere."""
    weights = [{s: rng.randint(1, 5) for s in STATES if rng.random() < 0.8} for _ in range(size)]
    steps = [{s: [t for t in STATES if rng.random() < 0.6] for s in STATES} for _ in range(size)]
    return Ring(weights, steps)


def closed_walks(ring: Ring[str]) -> list[tuple[str, ...]]:
    size = len(ring)
    return [
        walk
        for walk in product(STATES, repeat=size)
        if all(walk[i] in ring.weights[i] for i in range(size))
        and all(walk[(i + 1) % size] in ring.steps[i][walk[i]] for i in range(size))
    ]


def weight_of(ring: Ring[str], walk: tuple[str, ...]) -> int:
    return prod(ring.weights[i][state] for i, state in enumerate(walk))


@pytest.mark.parametrize("seed", range(60))
def test_anchored_weights_are_sums_over_closed_walks(seed: int) -> None:
    rng = Random(seed)
    ring = random_ring(rng, rng.randint(1, 6))
    walks = closed_walks(ring)
    for anchor in range(len(ring)):
        expected: dict[str, int] = {}
        for walk in walks:
            expected[walk[anchor]] = expected.get(walk[anchor], 0) + weight_of(ring, walk)
        assert anchored_weights(ring, anchor) == expected


@pytest.mark.parametrize("seed", range(20))
def test_counted_once_every_walk_weighs_one(seed: int) -> None:
    rng = Random(f"once {seed}")
    ring = random_ring(rng, rng.randint(1, 5))
    assert sum(anchored_weights(ring.counted_once(), 0).values()) == len(closed_walks(ring))


def test_every_anchor_finds_the_same_total() -> None:
    ring = random_ring(Random(9), 6)
    totals = {sum(anchored_weights(ring, anchor).values()) for anchor in range(6)}
    assert len(totals) == 1
    assert totals != {0}


def test_weights_stay_exact_however_large() -> None:
    """4 states, each followed by each, each of weight 10**20: 4**30 walks of weight 10**600."""
    ring = Ring([dict.fromkeys(STATES, 10**20)] * 30, [dict.fromkeys(STATES, STATES)] * 30)
    assert sum(anchored_weights(ring, 0).values()) == 4**30 * 10**600


# With a stock


def random_draws(rng: Random, size: int) -> list[dict[str, list[Counter]]]:
    """Each state draws from a counter of its own kind, sometimes from another one, too."""
    kinds = {state: Counter(4 * i, rng.randint(1, 3), is_choice=True) for i, state in enumerate(STATES)}
    colours = [Counter(16 + 4 * i, rng.randint(1, 5), is_choice=False) for i in range(2)]
    return [
        {s: [kinds[s], *rng.sample(colours, rng.randint(0, 2))] for s in STATES if rng.random() < 0.9}
        for _ in range(size)
    ]


def finish(drawn: int) -> int:
    return 1 + drawn % 5


def drawn_along(
    ring: Ring[str], draws: list[dict[str, list[Counter]]], walk: tuple[str, ...], anchor: int
) -> tuple[int, int]:
    """The weight of a walk, cards taken one after the other from the anchor on, and the counts at its end."""
    left: dict[int, int] = {}
    weight = 1
    for offset in range(len(ring)):
        at = (anchor + offset) % len(ring)
        if walk[at] not in draws[at]:
            return 0, 0
        weight *= ring.weights[at][walk[at]]
        for counter in draws[at][walk[at]]:
            copies = left.setdefault(counter.shift, counter.copies)
            weight *= (copies if counter.is_choice else 1) if copies > 0 else 0
            left[counter.shift] = copies - 1
    taken: dict[int, int] = {}
    for at, state in enumerate(walk):
        for counter in draws[at][state]:
            taken[counter.shift] = taken.get(counter.shift, 0) + 1
    return weight, sum(number << shift for shift, number in taken.items())


@pytest.mark.parametrize("seed", range(60))
def test_stocked_weights_are_sums_over_walks_that_the_stock_allows(seed: int) -> None:
    rng = Random(f"stock {seed}")
    size = rng.randint(1, 6)
    ring, draws = random_ring(rng, size), random_draws(rng, size)
    for anchor in range(size):
        expected: dict[str, int] = {}
        for walk in closed_walks(ring):
            weight, drawn = drawn_along(ring, draws, walk, anchor)
            if weight:
                expected[walk[anchor]] = expected.get(walk[anchor], 0) + weight * finish(drawn)
        found, spent = stocked_weights(ring, anchor, draws, finish, 10**6)
        assert found == expected
        assert spent >= 0


def test_the_random_stocks_do_run_out() -> None:
    """Else the test above would prove nothing of stocks."""
    changed = 0
    for seed in range(60):
        rng = Random(f"stock {seed}")
        size = rng.randint(1, 6)
        ring, draws = random_ring(rng, size), random_draws(rng, size)
        walks = [walk for walk in closed_walks(ring) if all(s in draws[i] for i, s in enumerate(walk))]
        changed += any(not drawn_along(ring, draws, walk, 0)[0] for walk in walks)
    assert changed >= 15


def test_a_stock_of_more_states_than_the_budget_is_given_up() -> None:
    ring: Ring[str] = Ring([dict.fromkeys(STATES, 1)] * 12, [dict.fromkeys(STATES, STATES)] * 12)
    draws: list[Any] = [{s: [Counter(4 * i, 9, is_choice=False)] for i, s in enumerate(STATES)}] * 12
    found, spent = stocked_weights(ring, 0, draws, lambda drawn: 1, 10**6)
    assert found
    assert stocked_weights(ring, 0, draws, lambda drawn: 1, spent)[0] == found
    with pytest.raises(OutOfBudget) as refusal:
        stocked_weights(ring, 0, draws, lambda drawn: 1, spent // 2)
    assert refusal.value.exit_status == 5
