"""How many cards lie where, which everyone can see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from solver.games.isla_negra.whereabouts.moves import Clear, Draw, Leave, Move, Scatter, Shuffle, Source, Zone


@dataclass(frozen=True)
class Sizes:
    """Numbers of cards; `pile` counts its top."""

    deck: int = 0
    hand: int = 0
    pile: int = 0
    table: int = 0

    def after(self, move: Move) -> Sizes:
        """The numbers after one more move."""
        match move:
            case Shuffle(Source.ALL):
                return Sizes(deck=self.deck + self.hand + self.pile + self.table)
            case Shuffle(Source.PILE):
                return replace(self, deck=self.pile - 1, pile=1)
            case Draw(cards):
                return replace(self, deck=self.deck - cards, hand=self.hand + cards)
            case Leave(Zone.PILE):
                return replace(self, hand=self.hand - 1, pile=self.pile + 1)
            case Leave(Zone.TABLE):
                return replace(self, hand=self.hand - 1, table=self.table + 1)
            case Scatter(cards):
                return replace(self, hand=self.hand - cards, pile=self.pile + cards)
            case Clear(cards):
                return replace(self, table=self.table - cards, pile=self.pile + cards)
            case _:
                return self


def sizes_after(size: int, moves: Iterable[Move]) -> Sizes:
    """The numbers after these moves, for a fighter with `size` cards."""
    sizes = Sizes(deck=size)
    for move in moves:
        sizes = sizes.after(move)
    return sizes
