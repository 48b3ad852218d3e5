"""Plans: what is worth doing somewhere, some turns from now, and the best that a first step leaves open.

A plan is fixed in advance: walk, wait, do one errand. It does not adapt to what the deck shows on the way, so real
play does better than it promises. After its errand, another plan as good as today's best is assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from solver.games.black_sonata.weights import weight

if TYPE_CHECKING:
    from solver.games.black_sonata.outlook import Outlook


@dataclass(frozen=True)
class Errand:
    """Something worth `value` points when done at `place`; `tell` says what, as in "search Cornhill"."""

    place: str
    value: float
    tell: str
    why: str
    action: Mapping[str, Any]
    chance: Fraction | None = None
    can: Callable[[Any, Mapping[str, int]], bool] | None = field(default=None, compare=False)
    """Whether it can be done from a stand, given the actions to each place; None: the pawn must be there before."""

    def can_be_done(self, turns: int, stand: Any, reach: Mapping[str, int]) -> bool:
        """True if a pawn that stands so can do it in `turns` turns; `reach`: the fewest actions to each place."""
        return reach.get(self.place, turns) < turns if self.can is None else self.can(stand, reach)


@dataclass(frozen=True)
class Plan:
    """An errand done `turns` turns from now; `value` is discounted for the waiting."""

    turns: int
    errand: Errand
    value: float

    def to_json(self) -> dict[str, Any]:
        shown: dict[str, Any] = {"do": self.errand.tell, "turns": self.turns}
        if self.errand.chance is not None:
            shown |= {"chance": float(self.errand.chance), "exact": str(self.errand.chance)}
        return shown


@dataclass(frozen=True)
class Planner:
    """All plans from a table, each computed when first asked for."""

    outlook: Outlook
    _made: dict[tuple[Any, int], list[Plan]] = field(default_factory=dict)

    @cached_property
    def renewal(self) -> float:
        """What is assumed to come after an errand: the value of today's best plan alone."""
        return self.bare_value(self.outlook.table.rules.stand(self.outlook.table))

    def bare_value(self, stand: Any, passed: int = 0) -> float:
        """The value of the best plan alone, without what comes after its errand; 0 without one."""
        return max((plan.value for plan in self._plans(stand, passed)), default=0.0)

    def best(self, stand: Any, passed: int = 0) -> Plan | None:
        """The best plan once this turn's action is over and the pawn stands so; ties: sooner, then by its words.

        `passed`: cards by which the deck advances this turn, because of a search (-1: a Tarry card holds it).
        """
        patience = weight("play", "patience")
        plans = [
            Plan(plan.turns, plan.errand, plan.value + patience**plan.turns * self.renewal)
            for plan in self._plans(stand, passed)
        ]
        return min(plans, key=lambda plan: (-round(plan.value, 12), plan.turns, plan.errand.tell), default=None)

    def value(self, stand: Any, passed: int = 0) -> float:
        """The value of that plan, 0 without one."""
        plan = self.best(stand, passed)
        return 0.0 if plan is None else plan.value

    def _plans(self, stand: Any, passed: int) -> list[Plan]:
        key = (stand, passed)
        if key not in self._made:
            self._made[key] = list(self._make(stand, passed))
        return self._made[key]

    def _make(self, stand: Any, passed: int) -> Iterator[Plan]:
        reach = self.outlook.table.rules.reach(self.outlook.table, stand)
        for turns in range(1, int(weight("play", "horizon")) + 1):
            for errand in self._errands(turns, passed):
                if errand.can_be_done(turns, stand, reach):
                    yield Plan(turns, errand, weight("play", "patience") ** turns * errand.value)

    def _errands(self, turns: int, passed: int) -> list[Errand]:
        key = (turns, passed)
        if key not in self._listed:
            parts = self.outlook.table.rules.parts
            self._listed[key] = [e for part in parts for e in part.errands(self.outlook, turns, passed)]
        return self._listed[key]

    @cached_property
    def _listed(self) -> dict[tuple[int, int], list[Errand]]:
        return {}
