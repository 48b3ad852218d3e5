"""The stealth deck as everyone sees it from outside: a ring of slots, with special cards between them.

A slot keeps its number (from 0, by the order at set-up) and its location for the whole game, whatever card lies in it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from solver.games.black_sonata.faces import Lies


@dataclass(frozen=True)
class Special:
    """A card that is no step of hers: `name` as sessions write it, `mark` what its part wants to remember."""

    name: str
    mark: str | int | None = None


Card: TypeAlias = int | Special


@dataclass(frozen=True)
class Deck:
    """`cards`: from the top to the bottom, slots by number; `lies[slot]`: what lies in that slot now."""

    cards: tuple[Card, ...]
    lies: tuple[Lies, ...]

    @property
    def top(self) -> Card:
        return self.cards[0]

    @property
    def slot(self) -> int:
        """The slot on top; while a special card lies on it, the first slot under that."""
        return next(card for card in self.cards if isinstance(card, int))

    @property
    def top_lies(self) -> Lies:
        return self.lies[self.slot]

    @property
    def shows_top(self) -> bool:
        """False while a special card lies on the slot on top."""
        return isinstance(self.top, int)

    def top_to_bottom(self) -> Deck:
        return replace(self, cards=(*self.cards[1:], self.cards[0]))

    def without_top(self) -> Deck:
        return replace(self, cards=self.cards[1:])

    def put(self, slot: int, lies: Lies) -> Deck:
        """The deck with another card in `slot`."""
        return replace(self, lies=(*self.lies[:slot], lies, *self.lies[slot + 1 :]))

    def slots_below(self) -> tuple[int, ...]:
        """The slots under the top one, in the order in which they will come up."""
        slots = tuple(card for card in self.cards if isinstance(card, int))
        return slots[1:] if isinstance(self.top, int) else slots

    def slots_of(self, lies: Lies) -> tuple[int, ...]:
        """The slots in which such a card lies, by number."""
        return tuple(slot for slot, here in enumerate(self.lies) if here is lies)


def new_deck(slots: int, bottom: tuple[Special, ...]) -> Deck:
    """The deck at set-up: slot 0 on top, all stealth cards, these special cards at the bottom."""
    return Deck((*range(slots), *bottom), (Lies.STEALTH,) * slots)
