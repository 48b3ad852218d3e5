"""What is possible, as weighted states: the part of the cards that has to be told apart, and the rest as a number.

Of the cards that were shuffled together and not seen since, wherever they lie now, every arrangement is as likely.
So a state tells the kinds of the other cards only: those that stayed in the hand while the pile was shuffled, those
of them that were discarded since, and all that were seen.

A state is a shape and a told number. Told are the cards of the hand and of the pile below its top, five bits for each
kind: first the hand's, then the pile's. Few shapes have many told numbers each, so moves that are alike for all of
them (a draw) cost next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from solver.games.isla_negra.decks import Deck

BITS = 5
FIELD = (1 << BITS) - 1
Packed: TypeAlias = int
"""How many cards of each kind; a deck has at most 27 cards, so five bits are enough."""
Told: TypeAlias = int
"""The hand's packed numbers, above them the pile's."""


MIXED = -1
"""Instead of a kind: a card at the top of the pile that was not seen, and is one of the mixed cards."""


class Shape(NamedTuple):
    """What states have in common. `mixed` cards lie in the hand, in the pile and in the deck whose kinds are not told:
    they are the cards of the deck list that are told nowhere else. `mixed_pile` is below the top."""

    mixed_hand: int = 0
    mixed_pile: int = 0
    bottom: int | None = None
    top: int | None = None
    table: tuple[int, ...] = ()


States: TypeAlias = dict[Shape, dict[Told, int]]
"""Weights, up to a common factor. The probability of a state is its weight times the orders of its mixed cards."""


def join(states: States, shape: Shape, weights: dict[Told, int]) -> None:
    """Adds the states of a shape, if there are any; takes `weights` over."""
    if not weights:
        return
    if shape not in states:
        states[shape] = weights
        return
    known = states[shape]
    for told, weight in weights.items():
        known[told] = known.get(told, 0) + weight


@dataclass(frozen=True)
class Kinds:
    """The kinds of a deck list by number, and how many cards each has."""

    deck: Deck

    @cached_property
    def copies(self) -> tuple[int, ...]:
        return tuple(self.deck.copies.values())

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {kind: number for number, kind in enumerate(self.deck.kinds)}

    @cached_property
    def upgrades(self) -> frozenset[int]:
        return self.numbered(self.deck.upgrades)

    @cached_property
    def width(self) -> int:
        """The bits of a packed number of cards."""
        return BITS * len(self.copies)

    @cached_property
    def mask(self) -> int:
        return (1 << self.width) - 1

    def numbered(self, kinds: frozenset[str]) -> frozenset[int]:
        return frozenset(self.numbers[kind] for kind in kinds)

    def untold(self, shape: Shape) -> Packed:
        """The cards that neither a shape nor the list rules out of the hand, the pile and the mixed cards."""
        cards = pack(self.copies)
        for kind in (shape.bottom, shape.top, *shape.table):
            cards -= 0 if kind in (None, MIXED) else one(kind)
        return cards

    def mixed(self, untold: Packed, told: Told) -> Packed:
        """The mixed cards of a state, of whose shape `untold` is what it leaves."""
        return untold - (told & self.mask) - (told >> self.width)

    def counts(self, packed: Packed) -> list[int]:
        """The numbers of a packed number of cards; of a told number, those of the hand."""
        return [(packed >> (BITS * kind)) & FIELD for kind in range(len(self.copies))]

    def in_pile(self, packed: Packed) -> Told:
        """These cards, as cards of the pile."""
        return packed << self.width


def pack(counts: Sequence[int]) -> Packed:
    return sum(number << (BITS * kind) for kind, number in enumerate(counts))


def one(kind: int) -> Packed:
    """A single card."""
    return 1 << (BITS * kind)


def count(packed: Packed, kind: int) -> int:
    return (packed >> (BITS * kind)) & FIELD


def parts(counts: Sequence[int], number: int) -> Iterator[tuple[int, ...]]:
    """Every way to have `number` cards, none more than `counts`."""
    if not counts:
        if number == 0:
            yield ()
        return
    least = max(0, number - sum(counts[1:]))
    for first in range(least, min(counts[0], number) + 1):
        for others in parts(counts[1:], number - first):
            yield (first, *others)
