"""What the lady's part remembers of the clue cards."""

from __future__ import annotations

from dataclasses import dataclass

from solver.core.protocol import Noted
from solver.games.black_sonata.cards import Lady

LADY = "lady"
"""The set-up key of her part, and the name under which the table keeps these notes."""


@dataclass(frozen=True)
class ClueNote:
    """What was noted of a clue card; `reign` counts the ladies drawn before; `is_held` until it is given away.

    `numbers` is None where the card was only seen to be given away.
    """

    event: int
    symbols: tuple[str, ...]
    numbers: frozenset[int] | None
    reign: int
    is_held: bool = True


@dataclass(frozen=True)
class LadyNotes:
    """Her suit now, the card list, how many ladies were drawn before her, and all clue cards seen."""

    suit: str
    cards: tuple[Lady, ...]
    knows_cards: bool
    reign: int = 0
    clues: tuple[ClueNote, ...] = ()
    confronted: tuple[Noted, ...] = ()
