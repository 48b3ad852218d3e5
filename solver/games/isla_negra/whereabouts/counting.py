"""Exact counting, second half: the hidden cards of every branch summed over, for one question after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING

from solver.core.values import Budget, Distribution, Proof, Statistic, Value
from solver.games.isla_negra.decks import Deck, Level, shown_as
from solver.games.isla_negra.whereabouts.asking import MAYBE, NO, YES, responses, unlisted
from solver.games.isla_negra.whereabouts.tracking import Meter, Tracker

if TYPE_CHECKING:
    from solver.games.isla_negra.whereabouts.branches import Branch, Vector
    from solver.games.isla_negra.whereabouts.facts import CardFact
    from solver.games.isla_negra.whereabouts.moves import Move


def count(deck: Deck, most: Level, moves: Sequence[Move], facts: Sequence[CardFact], budget: Budget) -> CountedBelief:
    """What is known after `moves`. Raises OutOfBudget when more than `budget.states` steps would be taken.

    Cost: a step is about half a microsecond; games with one shuffle take some hundred.
    """
    tracker = Tracker(deck, Meter(budget.states))
    seen = {fact.move: fact for fact in facts}
    for number, move in enumerate(moves):
        tracker.make(move, seen.get(number))
    return CountedBelief(tracker, most)


@dataclass
class CountedBelief:
    """Exact probabilities of everything about the hand and the deck. Answers are remembered."""

    tracker: Tracker
    most: Level
    proof: Proof = Proof.COUNTED
    count: int | None = None
    _told: dict[Statistic, dict[Value, Fraction]] = field(default_factory=dict)

    @property
    def is_possible(self) -> bool:
        return self._total > 0

    @cached_property
    def _total(self) -> int:
        return self.tracker.total

    def candidates(self, statistic: Statistic) -> frozenset[Value]:
        return frozenset(self._tell(statistic)) if self.is_possible else frozenset()

    def distribution(self, statistic: Statistic) -> Distribution:
        return self._tell(statistic) if self.is_possible else {}

    def _tell(self, statistic: Statistic) -> dict[Value, Fraction]:
        if statistic not in self._told:
            self._told[statistic] = dict(self._ask(statistic))
        return self._told[statistic]

    def _ask(self, statistic: Statistic) -> Iterator[tuple[Value, Fraction]]:
        match statistic:
            case ("among", frozenset() as kinds, int(draws)):
                yield from self._numbers(self.tracker.numbered(kinds), draws)
            case ("deck", frozenset() as kinds):
                yield from self._numbers(self.tracker.numbered(kinds), None)
            case ("holds", str(kind)):
                yield from _holds(self._none_held(frozenset({kind})))
            case ("answer", str(word)):
                yield from self._answers(word)
            case ("next",):
                yield from self._next()
            case _:
                raise KeyError(statistic)

    def _none_held(self, kinds: frozenset[str]) -> Fraction:
        numbers = dict(self._tell(("among", kinds, 0)))
        return numbers.get(0, Fraction(0))

    def _answers(self, word: str) -> Iterator[tuple[Value, Fraction]]:
        listed = responses(self.tracker.deck, word, self.most)
        doubtful = unlisted(self.tracker.deck, word, self.most)
        without = self._none_held(listed) if listed else Fraction(1)
        neither = self._none_held(listed | doubtful) if doubtful else without
        shares = {YES: 1 - without, MAYBE: without - neither, NO: neither}
        yield from ((value, share) for value, share in shares.items() if share)

    def _numbers(self, kinds: frozenset[int], draws: int | None) -> Iterator[tuple[Value, Fraction]]:
        """How many of `kinds` are in the hand after `draws` draws; in the deck where that is None."""
        sums: dict[int, Fraction] = {}
        for branch, weight in self.tracker.branches.items():
            known, picked = _picked(branch, kinds, draws)
            hidden = [epoch.hidden for epoch in branch.epochs]
            for held, ways in self.tracker.spread(branch).of(kinds).items():
                for number, share in _drawn(held, picked, hidden).items():
                    sums[known + number] = sums.get(known + number, Fraction(0)) + share * (ways * weight)
        for number in sorted(sums):
            yield number, sums[number] / self._total

    def _next(self) -> Iterator[tuple[Value, Fraction]]:
        """The top card of the deck: one of the hidden ones, or the last card."""
        sums: dict[str, Fraction] = {}
        for kind, number in self.tracker.numbers.items():
            name = shown_as(kind)
            for branch, weight in self.tracker.branches.items():
                sums[name] = sums.get(name, Fraction(0)) + weight * self._on_top(branch, number)
        yield from ((name, weight / self._total) for name, weight in sums.items() if weight)

    def _on_top(self, branch: Branch, kind: int) -> Fraction:
        spread = self.tracker.spread(branch)
        if branch.rest:
            found = spread.of(frozenset({kind}))
            return Fraction(sum(held[branch.now] * ways for held, ways in found.items()), branch.epochs[-1].hidden)
        is_last = branch.has_bottom and branch.bottom == kind
        return Fraction(spread.total if is_last else 0)


def _holds(none: Fraction) -> Iterator[tuple[Value, Fraction]]:
    yield from ((value, share) for value, share in ((1, 1 - none), (0, none)) if share)


def _picked(branch: Branch, kinds: frozenset[int], draws: int | None) -> tuple[int, list[int]]:
    """The known cards of `kinds` that are counted, and how many hidden places of each epoch."""
    bottom = int(branch.bottom in kinds) if branch.has_bottom else 0
    if draws is None:
        return bottom, [0] * branch.now + [branch.rest]
    picked = list(branch.hidden_hand)
    picked[-1] += min(draws, branch.rest)
    known = sum(branch.hand[kind] for kind in kinds)
    return known + (bottom if draws > branch.rest else 0), picked


def _drawn(held: Vector, picked: Sequence[int], hidden: Sequence[int]) -> dict[int, Fraction]:
    """How many of the cards asked about lie in the picked places, when each epoch's lie anywhere among its hidden."""
    sums = {0: Fraction(1)}
    for cards, places, of in zip(held, picked, hidden, strict=True):
        if cards and places:
            grown: dict[int, Fraction] = {}
            for number in range(max(0, places + cards - of), min(cards, places) + 1):
                share = Fraction(comb(cards, number) * comb(of - cards, places - number), comb(of, places))
                for before, weight in sums.items():
                    grown[before + number] = grown.get(before + number, Fraction(0)) + weight * share
            sums = grown
    return sums
