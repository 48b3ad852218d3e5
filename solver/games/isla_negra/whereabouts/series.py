"""Generating functions of hidden cards: sums over all ways in which cards can have gone from shuffle to shuffle.

A series maps a packed key to an integer weight. A key holds fields of seven bits: one for each flow of hidden cards
from one shuffle to a later one, then four for each epoch, see `Layout`. Fields add up when series are multiplied;
terms in which a flow holds more cards than went that way are dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, perm
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from solver.games.isla_negra.whereabouts.branches import Epoch

Series: TypeAlias = dict[int, int]
WIDTH = 7
FIELD = (1 << WIDTH) - 1
FULL = 1 << (WIDTH - 1)
"""A field with this bit set holds too much; no deck has 64 cards."""
ONE: Mapping[int, int] = {0: 1}


@dataclass(frozen=True)
class Path:
    """A way for a card to a deck: known in the deck of epoch `start`, then hidden along flows (`key` counts them)."""

    start: int
    key: int


@dataclass(frozen=True)
class Layout:
    """Where the fields lie, and how full the flows are: (from epoch, to epoch, cards)."""

    flows: tuple[tuple[int, int, int], ...]
    epochs: int

    @cached_property
    def guard(self) -> int:
        """Added to a key, it makes every flow that is too full show its highest bit."""
        return sum((FULL - 1 - cards) << (WIDTH * at) for at, (_, _, cards) in enumerate(self.flows))

    @cached_property
    def brim(self) -> int:
        return sum(FULL << (WIDTH * at) for at in range(len(self.flows)))

    @cached_property
    def target(self) -> int:
        """The key in which every flow holds just its cards."""
        return sum(cards << (WIDTH * at) for at, (_, _, cards) in enumerate(self.flows))

    @cached_property
    def flow_bits(self) -> int:
        return (1 << (WIDTH * len(self.flows))) - 1

    def _mark(self, block: int, epoch: int) -> int:
        return WIDTH * (len(self.flows) + block * self.epochs + epoch)

    def used_at(self, epoch: int) -> int:
        """The field of the cards that were known in this deck and that are known to have been seen since."""
        return self._mark(0, epoch)

    def own_at(self, epoch: int) -> int:
        """The same, of the cards asked about."""
        return self._mark(1, epoch)

    def asked_at(self, epoch: int) -> int:
        """The field of the upgrades asked about among the cards of this deck that stayed hidden."""
        return self._mark(2, epoch)

    def upgrades_at(self, epoch: int) -> int:
        """The field of the upgrades in this deck."""
        return self._mark(3, epoch)

    def numbers(self, key: int, first: int) -> tuple[int, ...]:
        """The fields of all epochs in the block whose first field is at `first`."""
        return tuple((key >> (first + WIDTH * epoch)) & FIELD for epoch in range(self.epochs))

    @cached_property
    def paths(self) -> tuple[tuple[Path, ...], ...]:
        """For each epoch, every way for a card into its deck."""
        found: list[tuple[Path, ...]] = []
        for epoch in range(self.epochs):
            longer = (
                Path(path.start, path.key + (1 << (WIDTH * at)))
                for at, (source, target, _) in enumerate(self.flows)
                if target == epoch
                for path in found[source]
            )
            found.append((Path(epoch, 1 << self.used_at(epoch)), *longer))
        return tuple(found)


def layout_of(epochs: Sequence[Epoch]) -> Layout:
    """The layout for the history of one branch: a field for each flow that has cards."""
    flows = (
        (source, target, epoch.flow_to(target))
        for source, epoch in enumerate(epochs)
        for target in range(source + 1, len(epochs))
        if epoch.flow_to(target)
    )
    return Layout(tuple(flows), len(epochs))


def multiply(one: Mapping[int, int], two: Mapping[int, int], layout: Layout) -> Series:
    """The product, without the terms whose flows are too full. Cost: the product of the lengths."""
    guard, brim = layout.guard, layout.brim
    product: Series = {}
    for key, weight in one.items():
        for other, factor in two.items():
            joined = key + other
            if not (joined + guard) & brim:
                product[joined] = product.get(joined, 0) + weight * factor
    return product


def ways_to_places(layout: Layout, places: Sequence[int]) -> Series:
    """The ways for cards to reach places[e] given places of the deck of each epoch e, by the paths taken.

    Which card of those at the start of a path it was is not counted yet.
    """
    series: Series = {0: 1}
    for epoch, number in enumerate(places):
        if number:
            ways = dict(_along(layout.paths[epoch], number))
            series = multiply(series, ways, layout)
    return series


def _along(paths: Sequence[Path], number: int) -> Iterator[tuple[int, int]]:
    """Every way to send `number` cards, each to a place of its own, along these paths."""
    if len(paths) == 1:
        yield paths[0].key * number, 1
        return
    for going in range(number + 1):
        for key, ways in _along(paths[1:], number - going):
            chosen = factorial(number) // (factorial(going) * factorial(number - going))
            yield key + paths[0].key * going, ways * chosen


def ways_of_named(layout: Layout, known: Sequence[int], named: Sequence[int], is_own: bool) -> Series:
    """The ways for the cards of one kind to reach the places that are known to have held it: `known[e]` of them were
    known in the deck of epoch e, `named[e]` of its places held one. `is_own` marks the cards as those asked about."""
    first = layout.used_at(0)
    found: Series = {}
    for key, ways in ways_to_places(layout, named).items():
        used = layout.numbers(key, first)
        for copies, number in zip(known, used, strict=True):
            ways *= perm(copies, number)
        if ways:
            own = sum(number << layout.own_at(epoch) for epoch, number in enumerate(used)) if is_own else 0
            found[key + own] = ways
    return found


def ways_of_upgrades(layout: Layout, known: Sequence[int], named: Sequence[int], is_asked: bool) -> Series:
    """The ways for all copies of a kind of upgrades, those never seen, too; they are marked in each deck, and where
    they stay hidden if `is_asked`."""
    series: Series = {}
    for key, weight in _spread(layout, known, named, 0, (0,) * layout.epochs, is_asked):
        series[key] = series.get(key, 0) + weight
    return series


def _spread(
    layout: Layout,
    known: Sequence[int],
    named: Sequence[int],
    epoch: int,
    arrived: tuple[int, ...],
    is_asked: bool,
) -> Iterator[tuple[int, int]]:
    if epoch == layout.epochs:
        yield 0, 1
        return
    copies = known[epoch] + arrived[epoch]
    free = copies - named[epoch]
    if free < 0:
        return
    for key, going, left, shares in _departures(layout, epoch, free):
        own = key + (copies << layout.upgrades_at(epoch)) + ((left << layout.asked_at(epoch)) if is_asked else 0)
        weight = factorial(copies) // (shares * factorial(left))
        here = tuple(a + g for a, g in zip(arrived, going, strict=True))
        for later, factor in _spread(layout, known, named, epoch + 1, here, is_asked):
            yield own + later, weight * factor


def _departures(layout: Layout, epoch: int, free: int) -> Iterator[tuple[int, tuple[int, ...], int, int]]:
    """Every way in which of `free` hidden copies some flow on: key, arrivals by epoch, those that stay, and the
    product of the factorials of what flows."""
    found = [(0, (0,) * layout.epochs, free, 1)]
    for at, (source, target, cards) in enumerate(layout.flows):
        if source == epoch:
            found = [
                (
                    key + (number << (WIDTH * at)),
                    (*going[:target], going[target] + number, *going[target + 1 :]),
                    left - number,
                    shares * factorial(number),
                )
                for key, going, left, shares in found
                for number in range(min(left, cards) + 1)
            ]
    yield from found
