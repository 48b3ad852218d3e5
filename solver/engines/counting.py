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
class Draw:
    """Taking one thing from a stock: the weight it multiplies, and the count vector after it."""

    weight: int
    drawn: int


def stocked_weights(
    ring: Ring[State],
    anchor: int,
    draw: Callable[[int, State, int], Draw | None],
    finish: Callable[[int], int],
    budget: int,
) -> tuple[dict[State, int], int]:
    """As `anchored_weights`, where every position also draws from a stock that runs out.

    `draw(position, state, drawn)` is the draw made there (None when the stock has none left), on count vectors packed
    into one int; `finish(drawn)` the factor that depends on the final counts alone. Returns the weights and the number
    of states visited. Raises OutOfBudget when more than `budget` states would be visited.
    """
    found: dict[State, int] = {}
    spent = 0
    for start in ring.weights[anchor]:
        weight, cost = _stocked_closing(ring, anchor, start, draw, finish, budget - spent)
        spent += cost
        if weight:
            found[start] = weight
    return found, spent


def _stocked_closing(
    ring: Ring[State],
    anchor: int,
    start: State,
    draw: Callable[[int, State, int], Draw | None],
    finish: Callable[[int], int],
    budget: int,
) -> tuple[int, int]:
    size, spent = len(ring), 0
    first = draw(anchor, start, 0)
    if first is None:
        return 0, 1
    useful = _useful_states(ring, anchor, start)
    layer = {(start, first.drawn): first.weight * ring.weights[anchor][start]}
    for offset in range(1, size):
        at = (anchor + offset) % size
        grown: dict[tuple[State, int], int] = {}
        for (state, drawn), weight in layer.items():
            for follower in ring.steps[at - 1][state]:
                if follower not in useful[offset]:
                    continue
                made = draw(at, follower, drawn)
                if made is not None:
                    key = (follower, made.drawn)
                    grown[key] = grown.get(key, 0) + weight * made.weight * ring.weights[at][follower]
        layer = grown
        spent += len(layer)
        if spent > budget:
            raise OutOfBudget(f"counting would visit more than {budget:,} states")
    return sum(weight * finish(drawn) for (_, drawn), weight in layer.items()), spent


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
