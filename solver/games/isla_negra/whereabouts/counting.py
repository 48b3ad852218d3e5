"""Exact counting, second half: the hidden cards of every branch summed over, for one question after another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from solver.core.values import Budget, Distribution, Proof, Statistic, Value
from solver.games.isla_negra.decks import Deck, Level, shown_as
from solver.games.isla_negra.whereabouts.asking import MAYBE, NO, YES, responses, unlisted
from solver.games.isla_negra.whereabouts.branches import Branch, Vector, one_more
from solver.games.isla_negra.whereabouts.sharing import Frame, Stays
from solver.games.isla_negra.whereabouts.tracking import Meter, Tracker

if TYPE_CHECKING:
    from solver.games.isla_negra.whereabouts.facts import CardFact
    from solver.games.isla_negra.whereabouts.moves import Move
    from solver.games.isla_negra.whereabouts.series import Series
    from solver.games.isla_negra.whereabouts.spread import Spread


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
    _shared: dict[frozenset[int], dict[Group, Stays]] = field(default_factory=dict)

    @property
    def is_possible(self) -> bool:
        return self._total > 0

    @cached_property
    def _total(self) -> int:
        """The weight of everything that can be."""
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
        for group, stays in self._groups(kinds).items():
            known, places = group.deck() if draws is None else group.hand_after(draws)
            for number, share in self._shares(group, stays, places):
                sums[known + number] = sums.get(known + number, Fraction(0)) + share
        yield from ((number, sums[number]) for number in sorted(sums))

    def _shares(self, group: Group, stays: Stays, places: Vector) -> Iterator[tuple[int, Fraction]]:
        """The probability of a group, shared out by how many of the cards asked about lie in these hidden places."""
        whole = group.frame.choices(places) * self._total
        for number, ways in group.frame.lie(stays, places):
            yield number, Fraction(ways, whole)

    def _groups(self, kinds: frozenset[int]) -> Mapping[Group, Stays]:
        """Branches that are alike but for what was seen, summed up, with the cards of `kinds` shared out."""
        if kinds not in self._shared:
            self._shared[kinds] = dict(self._share_out(kinds))
        return self._shared[kinds]

    def _share_out(self, kinds: frozenset[int]) -> Iterator[tuple[Group, Stays]]:
        told: dict[Group, Series] = {}
        for branch, weight in self.tracker.branches.items():
            spread = self.tracker.spread(branch)
            series = told.setdefault(_group(branch, spread, kinds), {})
            factor = weight * spread.scale
            for key, ways in spread.told(kinds).items():
                series[key] = series.get(key, 0) + ways * factor
            self.tracker.meter.spend(len(series))
        for group, series in told.items():
            stays, steps = group.frame.share(series, group.watched)
            self.tracker.meter.spend(steps)
            yield group, stays

    def _next(self) -> Iterator[tuple[Value, Fraction]]:
        """The top card of the deck. The kind with most copies takes what the others leave: it would cost most."""
        most = max(self.tracker.deck.kinds, key=lambda kind: self.tracker.deck.copies[kind])
        shares = {kind: self._on_top(kind) for kind in self.tracker.deck.kinds if kind != most}
        shares[most] = 1 - sum(shares.values(), Fraction(0))
        sums: dict[str, Fraction] = {}
        for kind, share in shares.items():
            sums[shown_as(kind)] = sums.get(shown_as(kind), Fraction(0)) + share
        yield from ((name, share) for name, share in sums.items() if share)

    def _on_top(self, kind: str) -> Fraction:
        found = Fraction(0)
        for group, stays in self._groups(self.tracker.numbered((kind,))).items():
            known, places = group.top()
            found += sum((share for held, share in self._shares(group, stays, places) if known + held), Fraction(0))
        return found


@dataclass(frozen=True)
class Group:
    """Branches in which as many of the cards asked about are known, and as many hidden cards lie in each place.

    Each method gives the known cards asked about in a place, and its hidden places by epoch.
    """

    frame: Frame
    known_in_hand: int
    hidden_hand: Vector
    rest: int
    is_bottom: bool
    """True when the deck has its last card, and that is one of those asked about."""

    @property
    def watched(self) -> tuple[int, ...]:
        """The epochs with hidden cards in the hand or the deck."""
        now = len(self.hidden_hand) - 1
        return (*(epoch for epoch, number in enumerate(self.hidden_hand[:-1]) if number), now)

    def hand_after(self, draws: int) -> tuple[int, Vector]:
        places = one_more(self.hidden_hand, len(self.hidden_hand) - 1, min(draws, self.rest))
        return self.known_in_hand + int(self.is_bottom and draws > self.rest), places

    def deck(self) -> tuple[int, Vector]:
        return int(self.is_bottom), self._in_deck(self.rest)

    def top(self) -> tuple[int, Vector]:
        return int(self.is_bottom and not self.rest), self._in_deck(min(1, self.rest))

    def _in_deck(self, number: int) -> Vector:
        return (0,) * (len(self.hidden_hand) - 1) + (number,)


def _group(branch: Branch, spread: Spread, kinds: frozenset[int]) -> Group:
    frame = Frame(spread.layout, spread.totals, spread.pools(kinds), spread.hidden)
    known = sum(branch.hand[kind] for kind in kinds)
    return Group(frame, known, branch.hidden_hand, branch.rest, branch.has_bottom and branch.bottom in kinds)


def _holds(none: Fraction) -> Iterator[tuple[Value, Fraction]]:
    yield from ((value, share) for value, share in ((1, 1 - none), (0, none)) if share)
