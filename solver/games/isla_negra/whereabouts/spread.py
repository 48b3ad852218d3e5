"""What was seen of one history of shuffles: the weight of every way for the seen cards to have come there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from math import factorial, lcm, prod
from typing import TYPE_CHECKING

from solver.games.isla_negra.whereabouts.series import (
    ONE,
    Layout,
    Series,
    layout_of,
    multiply,
    ways_of_named,
    ways_of_upgrades,
)

if TYPE_CHECKING:
    from solver.games.isla_negra.whereabouts.branches import Epoch, Vector


class Spread:
    """What was seen of one history, as series. `spend(steps)` is told of the work, and may raise OutOfBudget.

    Every place that is known to have held a kind is given a card of it and a path to there; all other cards are
    exchangeable, and shared out later (see `sharing`). Only the upgrades are followed one and all, as their number in
    a deck weighs the card shown last.
    """

    def __init__(self, epochs: tuple[Epoch, ...], upgrades: frozenset[int], spend: Callable[[int], None]) -> None:
        self.epochs = epochs
        self.spend = spend
        self.layout: Layout = layout_of(epochs)
        self.upgrades = upgrades if len(epochs) > 1 else frozenset[int]()
        others = frozenset(range(len(epochs[0].known))) - self.upgrades
        self.totals = self.pools(others)
        """How many cards that are no upgrades were known in the deck of each epoch."""
        self.seen = tuple(sorted(kind for kind in others if any(epoch.named[kind] for epoch in epochs)))
        self.hidden: Vector = tuple(epoch.hidden for epoch in epochs)
        self._products: dict[tuple[int, ...], Mapping[int, int]] = {}
        self._told: dict[frozenset[int], Mapping[int, int]] = {}
        self._upgrade_cache: dict[frozenset[int], Mapping[int, int]] = {}

    def pools(self, kinds: Iterable[int]) -> Vector:
        """How many cards of `kinds` that are no upgrades were known in the deck of each epoch."""
        chosen = tuple(kind for kind in kinds if kind not in self.upgrades)
        return tuple(sum(epoch.known[kind] for kind in chosen) for epoch in self.epochs)

    @cached_property
    def scale(self) -> int:
        """Which hidden card took which of the places that are alike."""
        flows = prod(factorial(number) for epoch in self.epochs for number in epoch.flows)
        return flows * prod(factorial(number) for number in self.hidden)

    def told(self, kinds: frozenset[int]) -> Mapping[int, int]:
        """The series of all that was seen, where the cards of `kinds` are marked."""
        own = kinds & (self.upgrades | frozenset(self.seen))
        if own not in self._told:
            told = self._product(tuple(kind for kind in self.seen if kind not in own))
            told = self._times(told, self._upgrade_series(own & self.upgrades))
            for kind in sorted(own - self.upgrades):
                told = self._times(told, self._named(kind, is_own=True))
            self._told[own] = told
        return self._told[own]

    def _times(self, one: Mapping[int, int], two: Mapping[int, int]) -> Mapping[int, int]:
        if one is ONE or two is ONE:
            return two if one is ONE else one
        self.spend(len(one) * len(two))
        return multiply(one, two, self.layout)

    def _product(self, kinds: tuple[int, ...]) -> Mapping[int, int]:
        """The series of several kinds at once; halves are remembered, as most questions leave out only one kind."""
        if not kinds:
            return ONE
        if kinds not in self._products:
            middle = len(kinds) // 2
            self._products[kinds] = (
                self._times(self._product(kinds[:middle]), self._product(kinds[middle:]))
                if middle
                else self._named(kinds[0])
            )
        return self._products[kinds]

    def _named(self, kind: int, is_own: bool = False) -> Series:
        return ways_of_named(self.layout, *self._known_and_named(kind), is_own)

    def _known_and_named(self, kind: int) -> tuple[Vector, Vector]:
        return tuple(e.known[kind] for e in self.epochs), tuple(e.named[kind] for e in self.epochs)

    def _upgrade_series(self, asked: frozenset[int]) -> Mapping[int, int]:
        """The series of all upgrades, those of `asked` marked, with what their number says of the card shown last."""
        if asked not in self._upgrade_cache:
            told: Mapping[int, int] = ONE
            for kind in sorted(self.upgrades):
                copies = ways_of_upgrades(self.layout, *self._known_and_named(kind), kind in asked)
                told = self._times(told, copies)
            self._upgrade_cache[asked] = told if told is ONE else self._weighed(told)
        return self._upgrade_cache[asked]

    def _weighed(self, told: Mapping[int, int]) -> Series:
        """The series of all upgrades without their marks, each deck weighed by the number of its upgrades."""
        first = self.layout.upgrades_at(0)
        bare: Series = {}
        for key, weight in told.items():
            for epoch, upgrades in zip(self.epochs, self.layout.numbers(key, first), strict=True):
                weight *= last_card_factor(epoch.size, upgrades, epoch.bottom in self.upgrades)
            own = key & ((1 << first) - 1)
            if weight:
                bare[own] = bare.get(own, 0) + weight
        return bare


def last_card_factor(size: int, upgrades: int, is_upgrade: bool) -> int:
    """What shuffling again while an upgrade lies last does to the weight of an order, up to a factor of the size.

    Only orders with another card last count, each 1 / (cards that are no upgrades); all of them where all are upgrades.
    """
    choices = size - upgrades
    if is_upgrade:
        choices = size if choices == 0 else 0
    return lcm(*range(1, size + 1)) // choices if choices else 0
