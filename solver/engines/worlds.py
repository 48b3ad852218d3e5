"""Filters explicit weighted worlds: exact, and fast where worlds are few."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from solver.core.errors import OutOfBudget
from solver.core.values import Budget, Distribution, Proof, Statistic, Value
from solver.engines.facts import fold

if TYPE_CHECKING:
    from solver.core.protocol import Mystery, Weight


@dataclass(frozen=True)
class WorldsBelief:
    """The possible worlds themselves, each with its weight (prior times likelihood, not normalised)."""

    mystery: Mystery[Any]
    weighted: tuple[tuple[Any, Weight], ...]
    proof: Proof = Proof.ENUMERATED

    @property
    def count(self) -> int:
        return len(self.weighted)

    @property
    def is_possible(self) -> bool:
        return bool(self.weighted)

    def candidates(self, statistic: Statistic) -> frozenset[Value]:
        return frozenset(self.mystery.read(world, statistic) for world, _ in self.weighted)

    def distribution(self, statistic: Statistic) -> Distribution:
        sums: dict[Value, Weight] = {}
        for world, weight in self.weighted:
            value = self.mystery.read(world, statistic)
            sums[value] = sums.get(value, 0) + weight
        return normalise(sums)


def normalise(sums: Mapping[Any, Weight]) -> dict[Value, Fraction]:
    """The weights as fractions of their total, without the zeros; empty if all are zero."""
    total = sum(sums.values())
    return {value: Fraction(weight) / total for value, weight in sums.items() if weight}


def weigh(mystery: Mystery[Any], facts: Sequence[Any], budget: Budget) -> WorldsBelief:
    """All worlds that fit `facts`. Cost: one likelihood per world and fact, until the world falls.

    Raises OutOfBudget when the prior may hold more than `budget.worlds` worlds.
    """
    if mystery.size() > budget.worlds:
        raise OutOfBudget(f"{mystery.size():,} worlds are more than the {budget.worlds:,} that may be listed")
    folded = fold(facts)
    if folded is None:
        return WorldsBelief(mystery, ())
    kept = []
    for world, weight in mystery.worlds():
        for fact in folded:
            weight *= mystery.likelihood(world, fact)
            if not weight:
                break
        else:
            kept.append((world, weight))
    return WorldsBelief(mystery, tuple(kept))
