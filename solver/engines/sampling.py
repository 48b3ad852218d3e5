"""Estimates by weighed samples, where exact counting is too much work. What is possible stays proved, never sampled.

Self-normalised importance sampling: a probability is the weight of the sampled worlds with a value over the weight of
all, and its standard error is that of a ratio (delta method).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Any

from solver.core.values import Budget, Distribution, Estimate, Proof, Sample, Statistic, Value

if TYPE_CHECKING:
    from solver.core.protocol import Evidence, Sampled
    from solver.engines.cpsat import SolverBelief

SEED = 1
"""The same for every answer, so that results repeat."""
FEWEST = 30
"""With fewer effective samples a standard error is not to be relied on: chances are left out then."""

Sums = dict[Any, tuple[float, float]]
"""By world or value: the sum of the weights, and that of their squares."""


@dataclass
class SampledBelief:
    """Candidates proved by CP-SAT or by a sampled world that has them; chances estimated when they are asked for."""

    mystery: Sampled
    facts: tuple[Any, ...]
    proved: SolverBelief
    number: int
    seed: int = SEED
    count: int | None = None
    _by_value: dict[Statistic, Sums] = field(default_factory=dict)

    @property
    def proof(self) -> Proof:
        """SOLVER where the samples tell too little of how likely anything is."""
        return Proof.SAMPLED if self._is_usable else Proof.SOLVER

    @property
    def is_possible(self) -> bool:
        return self.proved.is_possible

    def candidates(self, statistic: Statistic) -> frozenset[Value]:
        seen = frozenset(self._sums(statistic))
        return seen | self.proved.candidates_beyond(statistic, seen)

    def distribution(self, statistic: Statistic) -> Distribution | None:
        """None: nothing is known exactly."""
        return None

    @cached_property
    def sample(self) -> Sample:
        """How many worlds were drawn, and how many drawn alike would tell as much."""
        total, squares = self._totals
        return Sample(self.number, total * total / squares if squares else 0.0)

    def estimates(self, statistic: Statistic) -> Mapping[Value, Estimate] | None:
        """For each candidate of a statistic; they add up to 1. None where the samples tell too little.

        A value that was proved, and hardly or never sampled, gets half of one effective sample, and an error as large
        as the most that it may have been missed by.
        """
        values = self.candidates(statistic)
        if len(values) == 1:
            return {value: Estimate(1.0, 0.0) for value in values}
        if not self._is_usable:
            return None
        total, squares = self._totals
        effective, sums = self.sample.effective, self._sums(statistic)
        least = 1 / (2 * (effective + 1))
        shares = {value: max(sums.get(value, (0.0, 0.0))[0] / total, least) for value in values}
        whole = sum(shares.values())
        found = {}
        for value, raw in shares.items():
            share, own = raw / whole, sums.get(value, (0.0, 0.0))[1]
            spread = ((1 - share) ** 2 * own + share**2 * (squares - own)) / total**2
            found[value] = Estimate(share, max(sqrt(spread), _binomial(share, effective)))
        return found

    @property
    def _is_usable(self) -> bool:
        return self.sample.effective >= FEWEST

    @cached_property
    def _worlds(self) -> Sums:
        """The sampled worlds, each once."""
        found: Sums = {}
        for world, weight in self.mystery.sample(self.facts, self.seed, self.number):
            if weight > 0:
                _gather(found, world, weight, weight * weight)
        return found

    @cached_property
    def _totals(self) -> tuple[float, float]:
        return sum(one for one, _ in self._worlds.values()), sum(two for _, two in self._worlds.values())

    def _sums(self, statistic: Statistic) -> Sums:
        if statistic not in self._by_value:
            found = self._by_value[statistic] = {}
            for world, (weight, square) in self._worlds.items():
                _gather(found, self.mystery.read(world, statistic), weight, square)
        return self._by_value[statistic]


def _gather(sums: Sums, key: Any, weight: float, square: float) -> None:
    one, two = sums.get(key, (0.0, 0.0))
    sums[key] = (one + weight, two + square)


def _binomial(share: float, effective: float) -> float:
    """The error of so many plain draws, one hit and one miss added: no error is ever told to be smaller than this."""
    smooth = (share * effective + 1) / (effective + 2)
    return sqrt(smooth * (1 - smooth) / (effective + 2))


def estimate(evidence: Evidence, budget: Budget) -> SampledBelief:
    """The belief of a mystery that can be sampled. Nothing is drawn before it is asked for."""
    from solver.engines import cpsat

    mystery: Any = evidence.mystery
    return SampledBelief(mystery, evidence.facts, cpsat.prove(evidence, budget), budget.samples)
