"""Exact counting of deals, at every size.

The product of what `spread` and `casting` give, summed over the patterns of `deal`, is the weight of all deals; its
derivatives are those of each role. Whole numbers throughout.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod
from random import Random
from typing import TYPE_CHECKING, Any

from solver.core.values import Budget, Distribution, Proof, Statistic, Value
from solver.games.shadow_raiders.roles.deal import Deal, Joint, Pattern, total_of

if TYPE_CHECKING:
    from solver.games.shadow_raiders.roles.casting import Casting
    from solver.games.shadow_raiders.roles.polynomial import Poly
    from solver.games.shadow_raiders.rules import Rules


SEED = 1
FIRST = 50
"""Patterns that are weighed before it is judged how much work the rest will be."""


@dataclass(frozen=True)
class Weighed:
    """A pattern, its polynomial, and the weight of all deals that have it."""

    pattern: Pattern
    poly: Poly
    weight: int


class CountedDeals:
    """What is known of the deal. Nothing is counted before it is asked for; then it is remembered."""

    proof = Proof.COUNTED

    def __init__(self, rules: Rules, joined: Joint, budget: Budget) -> None:
        self._rules = rules
        self.deal = Deal(rules, joined, budget)

    @cached_property
    def _castings(self) -> dict[int, Casting]:
        return self.deal.castings(self.deal.degree)

    @cached_property
    def _patterns(self) -> tuple[Pattern, ...]:
        if not self.deal.is_possible:
            return ()
        return tuple(self.deal.patterns({table: casting.table for table, casting in self._castings.items()}))

    def _weigh(self, numbers: Iterable[int]) -> Iterator[tuple[int, Weighed]]:
        """Those of these patterns that are possible, with their numbers."""
        tables = {table: casting.table for table, casting in self._castings.items()} if self._patterns else {}
        for number in numbers:
            pattern = self._patterns[number]
            poly = self.deal.chances(pattern)
            weight = self.deal.liar_weight(pattern) * total_of(pattern, poly, tables)
            if weight:
                yield number, Weighed(pattern, poly, weight)

    def _mixed(self) -> Iterator[int]:
        """Every pattern's number, in no order; ends with OutOfBudget as soon as the rest looks too much."""
        numbers = list(range(len(self._patterns)))
        Random(SEED).shuffle(numbers)
        for done, number in enumerate(numbers):
            yield number
            if done > FIRST:
                self.deal.check_budget(done / len(numbers))

    @cached_property
    def weighed(self) -> tuple[Weighed, ...]:
        """Every pattern that is possible."""
        return tuple(one for _, one in sorted(self._weigh(self._mixed()), key=lambda found: found[0]))

    @cached_property
    def is_possible(self) -> bool:
        return next(self._weigh(range(len(self._patterns))), None) is not None

    def work_out(self) -> None:
        """Weighs every pattern: the only work whose cost is not known before."""
        _ = self.weighed

    @cached_property
    def weight(self) -> Fraction:
        """The probability of all that was seen, times the number of deals there were to begin with."""
        factor = prod((spread.factor for spread in self.deal.spreads), start=self.deal.scale)
        return factor * sum(one.weight for one in self.weighed) if self.deal.is_possible else Fraction(0)

    @cached_property
    def count(self) -> int:
        from solver.games.shadow_raiders.roles.possible import count_possible

        return count_possible(self.deal.possible()) if self.deal.is_possible else 0

    def candidates(self, statistic: Statistic) -> frozenset[Value]:
        return frozenset(self.distribution(statistic))

    def distribution(self, statistic: Statistic) -> Distribution:
        """Of ("role", PLAYER), ("camp", PLAYER), or ("camps",): all camps together, in the order round the table."""
        if statistic == ("camps",):
            return self._camps
        asked: Any = statistic
        what, player = asked
        roles = self._roles[self._rules.seat[player]]
        return roles if what == "role" else _by_camp(self._rules, roles)

    def most_probable(self, number: int) -> list[tuple[tuple[str, ...], Fraction]]:
        from solver.games.shadow_raiders.roles.ranking import most_probable

        return most_probable(self.deal, self.weighed, number) if self.weighed else []

    def camps_if(self, player: str, names: frozenset[str]) -> frozenset[tuple[str, ...]]:
        """Every way to share out the camps that is possible if the player's character is one of `names`."""
        deal = self.deal.restricted(self._rules.seat[player], names)
        tables = deal.tables(deal.degree)
        possible = (
            one for one in self.weighed if deal.liar_weight(one.pattern) and total_of(one.pattern, one.poly, tables)
        )
        return frozenset(one.pattern.camps(deal.players) for one in possible)

    @property
    def work(self) -> int:
        """How much was counted, in steps: states of unknown cards, and for each shuffle the patterns.

        A pattern is as much as ten steps and half a step for each term of its polynomial.
        """
        terms = sum(len(one.poly) for one in self.weighed)
        return self.deal.states + len(self.deal.spreads) * (10 * len(self.weighed) + terms // 2)

    @cached_property
    def _camps(self) -> Distribution:
        sums: dict[tuple[str, ...], int] = {}
        total = sum(one.weight for one in self.weighed)
        for one in self.weighed:
            sides = one.pattern.camps(self.deal.players)
            sums[sides] = sums.get(sides, 0) + one.weight
        return {sides: Fraction(weight, total) for sides, weight in sums.items()}

    @cached_property
    def _roles(self) -> list[dict[Value, Fraction]]:
        """For each player, how likely each character is."""
        from solver.games.shadow_raiders.roles.shares import role_weights

        total = sum(one.weight for one in self.weighed)
        sums = role_weights(self.deal, self._castings, self.weighed)
        return [{name: Fraction(weight, total) for name, weight in found.items() if weight} for found in sums]


def _by_camp(rules: Rules, roles: Mapping[Value, Fraction]) -> dict[Value, Fraction]:
    camps: dict[Value, Fraction] = {}
    for name, share in roles.items():
        camp = rules.by_name[str(name)].camp
        camps[camp] = camps.get(camp, Fraction(0)) + share
    return camps


def count(rules: Rules, joined: Joint, budget: Budget) -> CountedDeals:
    """The belief of exact counting; OutOfBudget may come when it is asked."""
    return CountedDeals(rules, joined, budget)
