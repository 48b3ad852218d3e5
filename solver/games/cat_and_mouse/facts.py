"""What the table sees of her: the steps of her hidden walk, and the facts about where it led.

Moment 0 is her start; each step leads to the next moment. A fact speaks of one moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from solver.games.cat_and_mouse.plays import Play, PlayKind

if TYPE_CHECKING:
    from maps import Board
    from solver.games.cat_and_mouse.cards import Card


@dataclass(frozen=True)
class Step:
    """One step of hers, and what everyone could see before it.

    `is_turn`: the optional move at the start of her turn; otherwise a step of a flight. `reach`: where she can be
    after it, by all that was seen until then.
    """

    is_turn: bool
    pawns: tuple[str, str]
    hand: tuple[Card, ...]
    reach: frozenset[str]


@dataclass(frozen=True)
class Played:
    """What she did with her hand at `moment`."""

    moment: int
    play: Play
    hand: tuple[Card, ...]
    """Her open hand before it."""
    printed: None = None

    def sentence(self) -> str:
        match self.play.kind:
            case PlayKind.NEW_HAND:
                return "she took a new hand, so she could play none of " + _listed(self.hand)
            case PlayKind.NOTHING:
                return "she could play nothing and discard nothing"
            case PlayKind.TOP:
                return f"she played {self.play.place} from the top of her location deck, so she was there"
        return f"she played {self.play}"


@dataclass(frozen=True)
class Searched:
    """A search at `place` at `moment`."""

    moment: int
    place: str
    found: bool
    printed: None = None

    def sentence(self) -> str:
        return f"she was {'found' if self.found else 'not'} at {self.place}"


MouseFact = Played | Searched


def _listed(hand: tuple[Card, ...]) -> str:
    return ", ".join(str(card) for card in hand) or "no card"


def is_legal(board: Board, place: str, play: Play, hand: tuple[Card, ...]) -> bool:
    """Reading 1: whether the rules let her do that at `place` with that hand (Strange Shadows, p. 14).

    The top of her location deck is hidden, so it neither allows nor forbids a new hand.
    """
    match play.kind:
        case PlayKind.CARD:
            return play.card is not None and play.card.fits(board, place)
        case PlayKind.TOP:
            return play.place == place
        case PlayKind.NEW_HAND | PlayKind.NOTHING:
            return not any(card.fits(board, place) for card in hand)
