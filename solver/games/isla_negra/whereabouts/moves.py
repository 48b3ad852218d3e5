"""How the cards of one fighter moved, as everyone saw it: how many, from where, to where; never which.

The moves of a fighter are public, so the mystery is built from them. Which cards moved is hidden; what was seen of
that is told by facts, each about one move.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class Source(Enum):
    """What is shuffled. ALL: every card of the fighter, wherever it was, becomes the deck (the start of a round).
    DECK: what is left of the deck. PILE: the used techniques without the top one; the deck must be empty."""

    ALL = "all"
    DECK = "deck"
    PILE = "pile"


class Zone(Enum):
    """Where a card goes that leaves the hand: on top of the pile, or face up beside the fighter."""

    PILE = "pile"
    TABLE = "table"


@dataclass(frozen=True)
class Shuffle:
    """The cards of `source` become the deck in an order that is uniform among those whose last card is no upgrade."""

    source: Source


@dataclass(frozen=True)
class Draw:
    """The top `cards` of the deck go to the hand; the deck has that many."""

    cards: int


@dataclass(frozen=True)
class Leave:
    """One card of the hand, each equally likely, goes to `to`."""

    to: Zone


@dataclass(frozen=True)
class Scatter:
    """`cards` cards of the hand, each set equally likely, go to the pile below its top."""

    cards: int


@dataclass(frozen=True)
class Clear:
    """The oldest `cards` cards beside the fighter go on top of the pile, the oldest first."""

    cards: int


@dataclass(frozen=True)
class Look:
    """The hand is looked at; nothing moves."""


Move: TypeAlias = Shuffle | Draw | Leave | Scatter | Clear | Look
