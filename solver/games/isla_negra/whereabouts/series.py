"""Generating functions of hidden cards: sums over all ways in which the copies of some kinds can be spread.

A series maps a packed key to an integer weight. A key holds one field of seven bits for each flow of hidden cards
from one shuffle to a later one, then one for each epoch that counts upgrades in its deck, then one for each epoch
that counts the cards asked about among those that stayed hidden. Fields add up when series are multiplied; terms in
which a flow holds more cards than went that way are dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import factorial
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
class Layout:
    """Where the fields lie, and how full the flows are."""

    flows: tuple[tuple[int, int, int], ...]
    """From epoch, to epoch, cards."""
    epochs: int

    @property
    def guard(self) -> int:
        """Added to a key, it makes every flow that is too full show its highest bit."""
        return sum((FULL - 1 - cards) << (WIDTH * at) for at, (_, _, cards) in enumerate(self.flows))

    @property
    def brim(self) -> int:
        return sum(FULL << (WIDTH * at) for at in range(len(self.flows)))

    @property
    def target(self) -> int:
        """The key in which every flow holds just its cards."""
        return sum(cards << (WIDTH * at) for at, (_, _, cards) in enumerate(self.flows))

    def upgrades_at(self, epoch: int) -> int:
        return WIDTH * (len(self.flows) + epoch)

    def asked_at(self, epoch: int) -> int:
        return WIDTH * (len(self.flows) + self.epochs + epoch)

    @property
    def flow_bits(self) -> int:
        return (1 << (WIDTH * len(self.flows))) - 1


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


def ways_of_kind(
    layout: Layout, known: Sequence[int], named: Sequence[int], counts_upgrades: bool, is_asked: bool
) -> Series:
    """The series of one kind: `known[e]` of its copies were known in the deck of epoch e, `named[e]` places of that
    epoch are known to have held it."""
    series: Series = {}
    for key, weight in _spread(layout, known, named, 0, (0,) * layout.epochs, (counts_upgrades, is_asked)):
        series[key] = series.get(key, 0) + weight
    return series


def _spread(
    layout: Layout,
    known: Sequence[int],
    named: Sequence[int],
    epoch: int,
    arrived: tuple[int, ...],
    marks: tuple[bool, bool],
) -> Iterator[tuple[int, int]]:
    if epoch == layout.epochs:
        yield 0, 1
        return
    copies = known[epoch] + arrived[epoch]
    free = copies - named[epoch]
    if free < 0:
        return
    for key, going, left, shares in _departures(layout, epoch, free):
        own = key
        if marks[0]:
            own += copies << layout.upgrades_at(epoch)
        if marks[1]:
            own += left << layout.asked_at(epoch)
        weight = factorial(copies) // (shares * factorial(left))
        here = tuple(a + g for a, g in zip(arrived, going, strict=True))
        for later, factor in _spread(layout, known, named, epoch + 1, here, marks):
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


def ways_of_rest(layout: Layout, known: Sequence[int], key: int) -> int:
    """The coefficient of `key` in the series of cards of which no place is known, `known[e]` of them known in deck e.

    All such cards are exchangeable, whatever their kinds.
    """
    arrived = [0] * layout.epochs
    left = list(known)
    shares = 1
    for at, (source, target, _) in enumerate(layout.flows):
        number = (key >> (WIDTH * at)) & FIELD
        arrived[target] += number
        left[source] -= number
        shares *= factorial(number)
    ways = 1
    for epoch, cards in enumerate(known):
        stays = left[epoch] + arrived[epoch]
        if stays < 0:
            return 0
        ways *= factorial(cards + arrived[epoch])
        shares *= factorial(stays)
    return ways // shares
