"""Picks the engine for a mystery; the answer says which by its `proof`."""

from __future__ import annotations

from typing import Any

from solver.core.errors import OutOfBudget
from solver.core.protocol import Belief, Countable, CountedFirst, Deferred, Evidence, Mystery, Sampled
from solver.core.values import Budget
from solver.engines import worlds

FEW_WORLDS = 5_000
"""Up to this many worlds, listing them is faster than anything cleverer."""


def believe(evidence: Evidence, budget: Budget | None = None) -> Belief:
    """What is known of the mystery: listed where worlds are few (or counting is slower), else counted, else proved
    (and sampled, where the mystery can be).

    Raises OutOfBudget when no engine can answer within the budget. A belief that counts when it is asked may still do
    so later; see `worked_out`.
    """
    allowed = budget or Budget()
    mystery: Mystery[Any] = evidence.mystery
    if mystery.size() <= FEW_WORLDS and not isinstance(mystery, CountedFirst):
        return worlds.weigh(mystery, evidence.facts, allowed)
    if isinstance(mystery, Countable):
        try:
            belief = mystery.count(evidence.facts, allowed)
            _ = belief.is_possible  # asked by everybody; a belief that counts late may run out already here
            return belief
        except OutOfBudget:
            pass
    return _fall_back(evidence, allowed)


def worked_out(evidence: Evidence, belief: Belief, budget: Budget | None = None) -> Belief:
    """The belief once all that questions may ask is counted; where that takes too long, one that is proved (and
    sampled) instead.

    Raises OutOfBudget when that cannot be had within the budget, either.
    """
    if isinstance(belief, Deferred):
        try:
            belief.work_out()
        except OutOfBudget:
            return _fall_back(evidence, budget or Budget())
    return belief


def _fall_back(evidence: Evidence, budget: Budget) -> Belief:
    from solver.engines import cpsat, sampling

    if isinstance(evidence.mystery, Sampled):
        return sampling.estimate(evidence, budget)
    return cpsat.prove(evidence, budget)
