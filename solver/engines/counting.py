"""Exact counting by layers, with Python integers: closed walks on a ring of positions.

A ring is a cycle of positions, each in one state; `weights[i]` maps the states allowed at position i to integer
weights, `steps(i)` says which states may stand at position i+1 after a state at i. The weight of a closed walk is
the product of its weights. A ring of 26 positions over 11 states with 41 steps costs about 10,000 additions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from solver.core.errors import OutOfBudget

State = TypeVar("State", bound=Hashable)


@dataclass(frozen=True)
class Ring(Generic[State]):
    """`weights[i][state]` is a positive integer; `steps[i][state]` the states that may follow it at i+1."""

    weights: Sequence[Mapping[State, int]]
    steps: Sequence[Mapping[State, Sequence[State]]]

    def __len__(self) -> int:
        return len(self.weights)

    def counted_once(self) -> Ring[State]:
        """The same ring with every allowed state weighing 1, so that weights of walks count walks."""
        return Ring([dict.fromkeys(layer, 1) for layer in self.weights], self.steps)


def anchored_weights(ring: Ring[State], anchor: int) -> dict[State, int]:
    """For each state at position `anchor`, the total weight of the closed walks through it; zeros left out."""
    found = {start: _closing_weight(ring, anchor, start) for start in ring.weights[anchor]}
    return {state: weight for state, weight in found.items() if weight}


def _closing_weight(ring: Ring[State], anchor: int, start: State) -> int:
    size = len(ring)
    layer = {start: ring.weights[anchor][start]}
    for offset in range(1, size):
        at = (anchor + offset) % size
        layer = _next_layer(layer, ring.steps[at - 1], ring.weights[at])
        if not layer:
            return 0
    closing = ring.steps[(anchor - 1) % size]
    return sum(weight for state, weight in layer.items() if start in closing[state])


def _next_layer(
    layer: Mapping[State, int], steps: Mapping[State, Sequence[State]], weights: Mapping[State, int]
) -> dict[State, int]:
    reached: dict[State, int] = {}
    for state, weight in layer.items():
        for follower in steps[state]:
            if follower in weights:
                reached[follower] = reached.get(follower, 0) + weight
    return {state: weight * weights[state] for state, weight in reached.items()}


@dataclass(frozen=True)
class Counter:
    """A counter of a stock, four bits wide at `shift` of a packed int: how many were drawn of `copies` (at most 15).

    Where the draw is of one kind of thing (`is_choice`), the copies left are so many ways to make it.
    """

    shift: int
    copies: int
    is_choice: bool


def stocked_weights(
    ring: Ring[State],
    anchor: int,
    draws: Sequence[Mapping[State, Sequence[Counter]]],
    finish: Callable[[int], int],
    budget: int,
) -> tuple[dict[State, int], int]:
    """As `anchored_weights`, where every position also draws from a stock that runs out.

    `draws[i][state]` are the counters that a state at position i draws one from each (a state left out cannot stand
    there); `finish(drawn)` is the factor that depends on the final counts alone. Returns the weights and the number of
    states visited. Raises OutOfBudget when more than `budget` states would be visited; about 1 microsecond each.
    """
    found: dict[State, int] = {}
    spent = 0
    for start in ring.weights[anchor]:
        weight, cost = _stocked_closing(ring, anchor, start, draws, finish, budget - spent)
        spent += cost
        if weight:
            found[start] = weight
    return found, spent


def _stocked_closing(
    ring: Ring[State],
    anchor: int,
    start: State,
    draws: Sequence[Mapping[State, Sequence[Counter]]],
    finish: Callable[[int], int],
    budget: int,
) -> tuple[int, int]:
    first = _draw(draws[anchor].get(start), 0, ring.weights[anchor][start])
    if first is None:
        return 0, 1
    useful, spent, size = _useful_states(ring, anchor, start), 0, len(ring)
    layer: dict[tuple[State, int], int] = {(start, first[0]): first[1]}
    for offset in range(1, size):
        at = (anchor + offset) % size
        layer = _next_stocked_layer(layer, ring.steps[at - 1], useful[offset], ring.weights[at], draws[at])
        spent += len(layer)
        if spent > budget:
            raise OutOfBudget(f"counting would visit more than {budget:,} states")
    closing = ring.steps[anchor - 1]
    return sum(weight * finish(drawn) for (s, drawn), weight in layer.items() if start in closing[s]), spent


def _next_stocked_layer(
    layer: Mapping[tuple[State, int], int],
    steps: Mapping[State, Sequence[State]],
    useful: frozenset[State],
    weights: Mapping[State, int],
    draws: Mapping[State, Sequence[Counter]],
) -> dict[tuple[State, int], int]:
    """One position further: every state reached, with every count vector, and the weight of the ways there."""
    grown: dict[tuple[State, int], int] = {}
    ways = {state: [(s, weights[s], draws.get(s)) for s in after if s in useful] for state, after in steps.items()}
    for (state, drawn), weight in layer.items():
        for follower, own, counters in ways[state]:
            made = _draw(counters, drawn, weight * own)
            if made is not None:
                key = (follower, made[0])
                grown[key] = grown.get(key, 0) + made[1]
    return grown


def _draw(counters: Sequence[Counter] | None, drawn: int, weight: int) -> tuple[int, int] | None:
    """The count vector and the weight after drawing one from each counter; None when one has run out."""
    if counters is None:
        return None
    for counter in counters:
        left = counter.copies - ((drawn >> counter.shift) & 15)
        if left <= 0:
            return None
        if counter.is_choice:
            weight *= left
        drawn += 1 << counter.shift
    return drawn, weight


def find_stocked_walk(
    ring: Ring[State], anchor: int, start: State, draws: Sequence[Mapping[State, Sequence[Counter]]], budget: int
) -> tuple[State, ...] | None:
    """One closed walk through `start` at `anchor` that the stock allows, from the anchor on; None if there is none.

    Depth first, the states with most left in stock first. Raises OutOfBudget after `budget` steps.
    """
    useful, size, steps = _useful_states(ring, anchor, start), len(ring), 0
    first = _draw(draws[anchor].get(start), 0, 1)
    branches = [iter([(start, first[0])] if first is not None else [])]
    walk: list[State] = []
    while branches:
        steps += 1
        if steps > budget:
            raise OutOfBudget(f"searching would take more than {budget:,} steps")
        found = next(branches[-1], None)
        if found is None:
            branches.pop()
            del walk[-1:]
            continue
        state, drawn = found
        walk.append(state)
        if len(walk) == size:
            if start in ring.steps[anchor - 1][state]:
                return tuple(walk)
            walk.pop()
            continue
        at = (anchor + len(walk)) % size
        allowed = [s for s in ring.steps[at - 1][state] if s in useful[len(walk)]]
        branches.append(iter(_by_stock_left(allowed, draws[at], drawn)))
    return None


def _by_stock_left(
    states: Sequence[State], draws: Mapping[State, Sequence[Counter]], drawn: int
) -> list[tuple[State, int]]:
    """The states that can still be drawn, with the count vector after that, the fullest stock first."""
    left = []
    for state in states:
        counters = draws.get(state)
        made = _draw(counters, drawn, 1)
        if counters is not None and made is not None:
            left.append((min(c.copies - ((drawn >> c.shift) & 15) for c in counters), state, made[0]))
    ranked = sorted(left, key=lambda entry: -entry[0])
    return [(state, after) for _, state, after in ranked]


def _useful_states(ring: Ring[State], anchor: int, start: State) -> list[frozenset[State]]:
    """For each offset from the anchor, the states from which the walk can still close at `start`."""
    size = len(ring)
    useful: list[frozenset[State]] = [frozenset()] * size
    targets: frozenset[State] = frozenset({start})
    for offset in range(size - 1, 0, -1):
        at = (anchor + offset) % size
        steps = ring.steps[at]
        targets = frozenset(s for s in ring.weights[at] if any(t in targets for t in steps[s]))
        useful[offset] = targets
    return useful
