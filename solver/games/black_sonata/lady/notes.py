"""What the lady's part remembers of the clue cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.core.protocol import Noted
    from solver.games.black_sonata.cards import Lady
    from solver.games.black_sonata.lady.ordered_facts import Sides

LADY = "lady"
"""The set-up key of her part, and the name under which the table keeps these notes."""
BONUS = 2
"""Clue cards of the Darkest Ladies under the keys (Strange Shadows, p. 4)."""


@dataclass(frozen=True)
class ClueNote:
    """What was noted of a clue card; `reign` counts the ladies drawn before; `is_held` until it is given away.

    `numbers` is None where the card was only seen to be given away; `source` is where it came from, if not from the
    clue deck by a find or a fog card.
    """

    event: int
    symbols: tuple[str, ...]
    numbers: frozenset[int] | None
    reign: int
    is_held: bool = True
    source: str | None = None


@dataclass(frozen=True)
class LadyNotes:
    """Her suit now, the card list, how many ladies were drawn before her, and all clue cards seen.

    `suits` are those of her set of cards.
    """

    suit: str
    cards: tuple[Lady, ...]
    knows_cards: bool
    suits: tuple[str, ...]
    reign: int = 0
    clues: tuple[ClueNote, ...] = ()
    confronted: tuple[tuple[int, Noted], ...] = ()
    """What confronting a lady told, with her reign."""


@dataclass(frozen=True)
class DarkestNotes:
    """What was told of the Darkest Lady under the board now, the clue cards in hand, and the sides noted of any."""

    told: tuple[Noted, ...] = ()
    hand: tuple[Sides, ...] = ()
    seen: frozenset[tuple[str, ...]] = frozenset()
    """The four or three symbols of every side that was noted."""

    def has_seen(self, card: Sides) -> bool:
        return card.four in self.seen or card.three in self.seen
