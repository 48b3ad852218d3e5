"""What is possible, as weighted states: the part of the cards that has to be told apart, and the rest as a number.

Of the cards that were shuffled together and not seen since, wherever they lie now, every arrangement is as likely.
So a state names the kinds of the other cards only: those that stayed in the hand while the pile was shuffled, those
of them that were discarded since, and all that were seen. Numbers of kinds are packed, five bits for each kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from solver.games.isla_negra.decks import Deck

WIDTH = 5
FIELD = (1 << WIDTH) - 1
Packed: TypeAlias = int
"""How many cards of each kind; a deck has at most 27 cards, so five bits are enough."""


class State(NamedTuple):
    """One thing that can be. `mixed` cards lie in the hand, in the pile and in the deck whose kinds are not told: they
    are those of the deck list that are told nowhere else."""

    hand: Packed = 0
    pile: Packed = 0
    """Below its top."""
    mixed_hand: int = 0
    mixed_pile: int = 0
    bottom: int | None = None
    top: int | None = None
    table: tuple[int, ...] = ()


States: TypeAlias = dict[State, int]
"""Weights, up to a common factor. The probability of a state is its weight times the orders of its mixed cards."""


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
    def all(self) -> Packed:
        return pack(self.copies)

    @cached_property
    def width(self) -> int:
        """The bits of a packed number of cards."""
        return WIDTH * len(self.copies)

    @cached_property
    def mask(self) -> int:
        return (1 << self.width) - 1

    def numbered(self, kinds: frozenset[str]) -> frozenset[int]:
        return frozenset(self.numbers[kind] for kind in kinds)

    def mixed(self, state: State) -> Packed:
        """The mixed cards. Negative, or with fields that are, where the state tells more cards than there are."""
        told = state.hand + state.pile
        for card in (state.bottom, state.top, *state.table):
            if card is not None:
                told += one(card)
        return self.all - told

    def counts(self, packed: Packed) -> list[int]:
        return [(packed >> (WIDTH * kind)) & FIELD for kind in range(len(self.copies))]

    def number_mixed(self, state: State) -> int:
        return sum(self.counts(self.mixed(state)))


def pack(counts: Sequence[int]) -> Packed:
    return sum(number << (WIDTH * kind) for kind, number in enumerate(counts))


def one(kind: int) -> Packed:
    """A single card."""
    return 1 << (WIDTH * kind)


def count(packed: Packed, kind: int) -> int:
    return (packed >> (WIDTH * kind)) & FIELD


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
