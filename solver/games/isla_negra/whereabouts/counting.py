"""Exact counting, second half: the mixed cards of every state summed over, for one question after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import comb, factorial, prod
from typing import TYPE_CHECKING, TypeAlias

from solver.core.values import Budget, Distribution, Proof, Statistic, Value
from solver.games.isla_negra.decks import Deck, Level, shown_as
from solver.games.isla_negra.whereabouts.asking import MAYBE, NO, YES, responses, unlisted
from solver.games.isla_negra.whereabouts.sizes import Sizes
from solver.games.isla_negra.whereabouts.states import Kinds, Shape, Told, count
from solver.games.isla_negra.whereabouts.tracking import Tracker

if TYPE_CHECKING:
    from solver.games.isla_negra.whereabouts.facts import CardFact
    from solver.games.isla_negra.whereabouts.moves import Move

Case: TypeAlias = tuple[int, int, int, int, int]
"""Known cards asked about that are picked, mixed ones asked about, all mixed ones, mixed places picked in the hand,
mixed places picked in the deck."""


def count_cards(
    deck: Deck, most: Level, moves: Sequence[Move], facts: Sequence[CardFact], budget: Budget
) -> CountedBelief:
    """What is known after `moves`. Raises OutOfBudget when more than `budget.states` steps would be taken.

    Cost: some microseconds a step. Before the first reshuffle a move is one step; after it as many as there are hands
    that may have been held at the reshuffle.
    """
    tracker = Tracker(Kinds(deck), budget.states, Sizes(deck=deck.size))
    seen = {fact.move: fact for fact in facts}  # of two about one move the later one tells more
    for number, move in enumerate(moves):
        tracker.make(move, seen.get(number))
    return CountedBelief(tracker.kinds, tuple(tracker.weighed()), tracker.rest, most)


@dataclass
class CountedBelief:
    """Exact probabilities of everything about the hand and the deck, of which `rest` cards are mixed. Answers are
    remembered."""

    kinds: Kinds
    states: tuple[tuple[Shape, Told, Sequence[int], int], ...]
    """Each with the numbers of its mixed cards, and its weight."""
    rest: int
    most: Level
    proof: Proof = Proof.COUNTED
    _told: dict[Statistic, dict[Value, Fraction]] = field(default_factory=dict)

    @property
    def is_possible(self) -> bool:
        return bool(self.states)

    @cached_property
    def count(self) -> int:
        """In how many ways the cards can lie, place by place; cards of one kind are alike."""
        return sum(factorial(sum(mixed)) // prod(map(factorial, mixed)) for _, _, mixed, _ in self.states)

    @cached_property
    def _total(self) -> int:
        return sum(weight for *_, weight in self.states)

    def candidates(self, statistic: Statistic) -> frozenset[Value]:
        return frozenset(self.distribution(statistic))

    def distribution(self, statistic: Statistic) -> Distribution:
        if not self.states:
            return {}
        if statistic not in self._told:
            self._told[statistic] = {value: share for value, share in self._ask(statistic) if share}
        return self._told[statistic]

    def _ask(self, statistic: Statistic) -> Iterator[tuple[Value, Fraction]]:
        match statistic:
            case ("among", frozenset() as kinds, int(draws)):
                yield from self._numbers(self._cases(kinds, 1, min(draws, self.rest), draws > self.rest))
            case ("deck", frozenset() as kinds):
                yield from self._numbers(self._cases(kinds, 0, self.rest, takes_last=True))
            case ("holds", str(kind)):
                none = self._none_held(frozenset({kind}))
                yield from ((1, 1 - none), (0, none))
            case ("answer", str(word)):
                yield from self._answers(word)
            case ("next",):
                yield from self._next()
            case ("last",):
                yield from self._last()
            case _:
                raise KeyError(statistic)

    def _none_held(self, kinds: frozenset[str]) -> Fraction:
        return self.distribution(("among", kinds, 0)).get(0, Fraction(0))

    def _answers(self, word: str) -> Iterator[tuple[Value, Fraction]]:
        listed = responses(self.kinds.deck, word, self.most)
        doubtful = unlisted(self.kinds.deck, word, self.most)
        without = self._none_held(listed) if listed else Fraction(1)
        neither = self._none_held(listed | doubtful) if doubtful else without
        yield from ((YES, 1 - without), (MAYBE, without - neither), (NO, neither))

    def _next(self) -> Iterator[tuple[Value, Fraction]]:
        """The top card of the deck: one of its mixed cards, or its last card."""
        sums: dict[str, Fraction] = {}
        for kind in self.kinds.deck.kinds:
            cases = self._cases(frozenset({kind}), 0, min(1, self.rest), takes_last=not self.rest)
            share = dict(self._numbers(cases)).get(1, Fraction(0))
            sums[shown_as(kind)] = sums.get(shown_as(kind), Fraction(0)) + share
        yield from sums.items()

    def _last(self) -> Iterator[tuple[Value, Fraction]]:
        """The last card of the deck, which every state tells."""
        sums: dict[str, int] = {}
        for shape, _, _, weight in self.states:
            if shape.bottom is not None:
                card = shown_as(self.kinds.deck.kinds[shape.bottom])
                sums[card] = sums.get(card, 0) + weight
        yield from ((card, Fraction(weight, self._total)) for card, weight in sums.items())

    def _cases(self, kinds: frozenset[str], hand: int, deck: int, takes_last: bool) -> dict[Case, int]:
        """The states by what matters for how many of `kinds` are picked: from the hand if `hand` is 1, and `deck`
        mixed cards of the deck, with its last card where that is taken."""
        asked = self.kinds.numbered(kinds)
        cases: dict[Case, int] = {}
        for shape, told, mixed, weight in self.states:
            known = sum(count(told, kind) for kind in asked) if hand else 0
            known += int(takes_last and shape.bottom in asked)
            mine = sum(mixed[kind] for kind in asked)
            case = (known, mine, sum(mixed), shape.mixed_hand * hand, deck)
            cases[case] = cases.get(case, 0) + weight
        return cases

    def _numbers(self, cases: dict[Case, int]) -> Iterator[tuple[int, Fraction]]:
        """How likely each number of picked cards is, the fewest first; mixed places are all alike."""
        sums: dict[int, Fraction] = {}
        for (known, mine, mixed, in_hand, in_deck), weight in cases.items():
            places = in_hand + in_deck
            ways = comb(mixed, places) * self._total
            for number in range(max(0, places + mine - mixed), min(mine, places) + 1):
                share = Fraction(weight * comb(mine, number) * comb(mixed - mine, places - number), ways)
                sums[known + number] = sums.get(known + number, Fraction(0)) + share
        yield from ((number, sums[number]) for number in sorted(sums))
