"""python-constraint as a third witness: small problems only, and nothing but candidate sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

from solver.core.errors import OutOfBudget
from solver.core.values import Distribution, Proof, Statistic, Value
from solver.engines.facts import fold

if TYPE_CHECKING:
    from solver.core.protocol import Factors, Mystery

LARGEST = 5_000_000
"""Problems whose domains multiply to more than this are left to the other engines (it has no time limit)."""


@dataclass(frozen=True)
class CspBelief:
    """All solutions that python-constraint found."""

    factors: Factors | None
    solutions: tuple[Mapping[str, Any], ...]
    proof: Proof = Proof.SOLVER

    @property
    def count(self) -> int:
        return len(self.solutions)

    @property
    def is_possible(self) -> bool:
        return bool(self.solutions)

    def candidates(self, statistic: Statistic) -> frozenset[Value]:
        if self.factors is None:
            return frozenset()
        return frozenset(self.factors.read(solution, statistic) for solution in self.solutions)

    def distribution(self, statistic: Statistic) -> Distribution | None:
        return None


def enumerate_solutions(mystery: Mystery[Any], facts: Sequence[Any]) -> CspBelief:
    """Every solution of the mystery cut into factors. Raises OutOfBudget where it is too large."""
    folded = fold(facts)
    factors = mystery.factors(folded or ())
    if factors is None:
        raise OutOfBudget("this mystery has no small form for python-constraint")
    size = prod(len(domain) for domain in factors.domains.values())
    if size > LARGEST:
        raise OutOfBudget(f"too large for python-constraint: {size:.1e} combinations, limit {LARGEST:.0e}")
    if folded is None or size == 0:
        return CspBelief(factors, ())
    return CspBelief(factors, tuple(_solve(factors)))


def _solve(factors: Factors) -> list[dict[str, Any]]:
    from constraint import FunctionConstraint, Problem

    problem = Problem()
    for name, domain in factors.domains.items():
        problem.addVariable(name, list(domain))
    for predicate, names in factors.rules:
        problem.addConstraint(FunctionConstraint(predicate), names)
    return list(problem.getSolutions())
