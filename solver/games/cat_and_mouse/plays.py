"""What she does with her cards in a turn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from solver.games.cat_and_mouse.cards import Card  # noqa: TC001 (pydantic reads the fields of a play)


class PlayKind(Enum):
    """The four things that her turn may end with (Strange Shadows, p. 14)."""

    CARD = "card"
    TOP = "top"
    NEW_HAND = "new-hand"
    NOTHING = "none"


@dataclass(frozen=True)
class Play:
    """`card` is set for CARD, `place` for TOP."""

    kind: PlayKind
    card: Card | None = None
    place: str | None = None

    def to_json(self) -> Any:
        if self.card is not None:
            return self.card.to_json()
        return self.kind.value if self.place is None else {"top": self.place}

    def __str__(self) -> str:
        if self.card is not None:
            return f"the card {self.card}" if self.card.is_location else str(self.card)
        return self.kind.value if self.place is None else f"the top of her location deck, {self.place}"


NEW_HAND = Play(PlayKind.NEW_HAND)
NOTHING = Play(PlayKind.NOTHING)


def plays_card(card: Card) -> Play:
    return Play(PlayKind.CARD, card=card)


def plays_top(place: str) -> Play:
    return Play(PlayKind.TOP, place=place)
