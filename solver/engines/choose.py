"""Picks the engine for a mystery; the answer says which by its `proof`."""

from __future__ import annotations

from typing import Any

from solver.core.errors import OutOfBudget
from solver.core.protocol import Belief, Countable, CountedFirst, Evidence, Mystery
from solver.core.values import Budget
from solver.engines import worlds

FEW_WORLDS = 5_000
"""Up to this many worlds, listing them is faster than anything cleverer."""


def believe(evidence: Evidence, budget: Budget | None = None) -> Belief:
    """What is known of the mystery: listed where worlds are few (or counting is slower), else counted, else proved.

    Raises OutOfBudget when no engine can answer within the budget.
    """
    allowed = budget or Budget()
    mystery: Mystery[Any] = evidence.mystery
    if mystery.size() <= FEW_WORLDS and not isinstance(mystery, CountedFirst):
        return worlds.weigh(mystery, evidence.facts, allowed)
    if isinstance(mystery, Countable):
        try:
            return mystery.count(evidence.facts, allowed)
        except OutOfBudget:
            pass
    from solver.engines import cpsat

    return cpsat.prove(evidence, allowed)
