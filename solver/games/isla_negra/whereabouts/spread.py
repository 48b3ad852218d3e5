"""How many of some kinds are among the hidden cards of each shuffle: exact weights, for one branch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from math import factorial, perm, prod
from typing import TYPE_CHECKING

from solver.games.isla_negra.whereabouts.series import (
    FIELD,
    ONE,
    Layout,
    Series,
    layout_of,
    multiply,
    ways_of_kind,
    ways_of_rest,
)

if TYPE_CHECKING:
    from solver.games.isla_negra.whereabouts.branches import Epoch, Vector


class Spread:
    """The hidden cards of one history. `spend(steps)` is told of the work, and may raise OutOfBudget."""

    def __init__(self, epochs: tuple[Epoch, ...], upgrades: frozenset[int], spend: Callable[[int], None]) -> None:
        self.epochs = epochs
        self.spend = spend
        self.layout: Layout = layout_of(epochs)
        kinds = range(len(epochs[0].known))
        self.upgrades = frozenset(k for k in upgrades if self._is_reshuffled) if len(epochs) > 1 else frozenset[int]()
        self.seen = [k for k in kinds if k not in self.upgrades and any(epoch.named[k] for epoch in epochs[1:])]
        """The kinds of which a place in a later deck is known; no others have to be told apart."""
        self.rest = frozenset(kinds) - self.upgrades - frozenset(self.seen)
        self._products: dict[tuple[int, ...], Mapping[int, int]] = {}
        self._asked: dict[frozenset[int], dict[Vector, int]] = {}

    @property
    def _is_reshuffled(self) -> bool:
        return len(self.epochs) > 1

    @cached_property
    def total(self) -> int:
        """The weight of all ways; 0 where what was seen cannot be."""
        return sum(self.of(frozenset()).values())

    def of(self, kinds: frozenset[int]) -> dict[Vector, int]:
        """The weight of the ways by how many cards of `kinds` each epoch's hidden cards hold (without zeros)."""
        if kinds not in self._asked:
            self._asked[kinds] = self._weigh(kinds)
        return self._asked[kinds]

    def _weigh(self, kinds: frozenset[int]) -> dict[Vector, int]:
        told = self._product(tuple(kind for kind in self.seen if kind not in kinds))
        told = self._times(told, self._upgrades(kinds & self.upgrades))
        for kind in sorted(kinds - self.upgrades):
            told = self._times(told, self._kind(kind, is_asked=True))
        rest = self.rest - kinds
        known, scale = self._rest_known(rest), self._scale * self._seen_places(rest)
        weights: dict[Vector, int] = {}
        if not scale:
            return weights
        ways: dict[int, int] = {}
        self.spend(len(told))
        for key, weight in told.items():
            left = self.layout.target - (key & self.layout.flow_bits)
            if left not in ways:
                ways[left] = ways_of_rest(self.layout, known, left)
            if ways[left]:
                asked = self._asked_numbers(key)
                weights[asked] = weights.get(asked, 0) + weight * ways[left] * scale
        return weights

    def _asked_numbers(self, key: int) -> Vector:
        return tuple((key >> self.layout.asked_at(epoch)) & FIELD for epoch in range(self.layout.epochs))

    def _rest_known(self, rest: Iterable[int]) -> list[int]:
        """How many cards of these kinds were known in each deck, less those of the first that were seen again."""
        return [
            sum(epoch.known[kind] - (0 if number else epoch.named[kind]) for kind in rest)
            for number, epoch in enumerate(self.epochs)
        ]

    def _seen_places(self, rest: Iterable[int]) -> int:
        first = self.epochs[0]
        return prod(perm(first.known[kind], first.named[kind]) for kind in rest)

    @cached_property
    def _scale(self) -> int:
        """Which hidden card took which of the places that are alike."""
        return prod(
            factorial(epoch.hidden) * prod(factorial(number) for number in epoch.flows) for epoch in self.epochs
        )

    def _times(self, one: Mapping[int, int], two: Mapping[int, int]) -> Mapping[int, int]:
        if one is ONE or two is ONE:
            return two if one is ONE else one
        self.spend(len(one) * len(two))
        return multiply(one, two, self.layout)

    def _product(self, kinds: tuple[int, ...]) -> Mapping[int, int]:
        """The series of several kinds at once; halves are remembered, as most questions leave out only one kind."""
        if not kinds:
            return ONE
        if len(kinds) == 1:
            return self._kind(kinds[0])
        if kinds not in self._products:
            middle = len(kinds) // 2
            self._products[kinds] = self._times(self._product(kinds[:middle]), self._product(kinds[middle:]))
        return self._products[kinds]

    def _kind(self, kind: int, is_asked: bool = False) -> Series:
        known = [epoch.known[kind] for epoch in self.epochs]
        named = [epoch.named[kind] for epoch in self.epochs]
        return ways_of_kind(self.layout, known, named, kind in self.upgrades, is_asked)

    def _upgrades(self, asked: frozenset[int]) -> Mapping[int, int]:
        """The series of all upgrades; then what their number says of the card shown last, deck by deck."""
        told: Mapping[int, int] = ONE
        for kind in sorted(self.upgrades):
            told = self._times(told, self._kind(kind, kind in asked))
        if told is ONE:
            return told
        marks = [self.layout.upgrades_at(epoch) for epoch in range(self.layout.epochs)]
        bare: Series = {}
        for key, weight in told.items():
            factor, own = 1, key
            for mark, epoch in zip(marks, self.epochs, strict=True):
                upgrades = (key >> mark) & FIELD
                factor *= last_card_factor(epoch.size, upgrades, epoch.bottom in self.upgrades)
                own -= upgrades << mark
            if factor:
                bare[own] = bare.get(own, 0) + weight * factor
        return bare


def last_card_factor(size: int, upgrades: int, is_upgrade: bool) -> int:
    """What shuffling again while an upgrade lies last does to the weight of an order, up to a factor of the size.

    Only orders with another card last count, each 1 / (cards that are no upgrades); all of them where all are upgrades.
    """
    choices = size - upgrades
    if is_upgrade:
        choices = size if choices == 0 else 0
    return multiple_below(size) // choices if choices else 0


def multiple_below(size: int) -> int:
    """A number that every number from 1 to `size` divides."""
    from math import lcm

    return lcm(*range(1, size + 1))
