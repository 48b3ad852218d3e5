"""Solves with every engine and compares: each agrees, differs, or was skipped for a stated reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from solver.core.errors import OutOfBudget
from solver.core.protocol import Belief, Countable, Evidence, Searchable
from solver.core.values import Budget, Distribution, Statistic, Value
from solver.engines import cpsat, csp, worlds

PATIENT = Budget(states=4_000_000)
"""A check may take some seconds: ten times what an answer at the table may cost."""


@dataclass(frozen=True)
class EngineReport:
    """What one engine said of one mystery: `agrees`, `differs: ...` or `skipped: ...`."""

    engine: str
    verdict: str

    @property
    def is_answer(self) -> bool:
        return not self.verdict.startswith("skipped")


@dataclass(frozen=True)
class MysteryReport:
    """All engines on one mystery. `is_sound`: at least two answered, and none differs."""

    mystery: str
    engines: tuple[EngineReport, ...]

    @property
    def is_sound(self) -> bool:
        answered = [report for report in self.engines if report.is_answer]
        return len(answered) >= 2 and all(report.verdict == "agrees" for report in answered)

    def to_json(self) -> dict[str, Any]:
        said = {report.engine: report.verdict for report in self.engines}
        return {"mystery": self.mystery, "sound": self.is_sound, "engines": said}


def _by_counting(evidence: Evidence, budget: Budget) -> Belief:
    if not isinstance(evidence.mystery, Countable):
        raise OutOfBudget("this mystery has no counting engine")
    return evidence.mystery.count(evidence.facts, budget)


def _by_search(evidence: Evidence, budget: Budget) -> Belief:
    if not isinstance(evidence.mystery, Searchable):
        raise OutOfBudget("this mystery has no search of its own")
    return evidence.mystery.search(evidence.facts, budget)


ENGINES: Mapping[str, Callable[[Evidence, Budget], Belief]] = {
    "worlds": lambda evidence, budget: worlds.weigh(evidence.mystery, evidence.facts, budget),
    "counting": _by_counting,
    "search": _by_search,
    "cpsat": cpsat.prove,
    "csp": lambda evidence, budget: csp.enumerate_solutions(evidence.mystery, evidence.facts),
}


@dataclass(frozen=True)
class _Finding:
    candidates: Mapping[Statistic, frozenset[Value]]
    distributions: Mapping[Statistic, Distribution | None]


def check_mystery(evidence: Evidence, budget: Budget | None = None) -> MysteryReport:
    """Asks every engine for the candidates of every question, and exact engines for the probabilities."""
    allowed = budget or PATIENT
    findings: dict[str, _Finding] = {}
    skipped: dict[str, str] = {}
    for name, engine in ENGINES.items():
        try:
            findings[name] = _find(evidence, engine(evidence, allowed))
        except OutOfBudget as reason:
            skipped[name] = f"skipped: {reason}"
    verdicts = {name: _compare(name, findings) for name in findings} | skipped
    return MysteryReport(evidence.mystery.name, tuple(EngineReport(name, verdicts[name]) for name in ENGINES))


def _find(evidence: Evidence, belief: Belief) -> _Finding:
    statistics = [one for question in evidence.mystery.questions() for one in question.statistics]
    return _Finding(
        {statistic: belief.candidates(statistic) for statistic in statistics},
        {statistic: belief.distribution(statistic) for statistic in statistics},
    )


def _compare(name: str, findings: Mapping[str, _Finding]) -> str:
    """Against the first other engine that it differs from, if there is one."""
    mine = findings[name]
    for other, theirs in findings.items():
        for statistic, values in mine.candidates.items():
            if values != theirs.candidates[statistic]:
                return f"differs: candidates of {statistic} from those of {other}"
            one, two = mine.distributions[statistic], theirs.distributions[statistic]
            if one is not None and two is not None and dict(one) != dict(two):
                return f"differs: probabilities of {statistic} from those of {other}"
    return "agrees"
