"""The cards of the game, as data and as values: landmarks, fog, and locations that came back into the draw pile."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any

from maps import Board, london


class CardKind(Enum):
    """What a card in the open hand is."""

    LANDMARK = "landmark"
    FOG = "fog"
    LOCATION = "location"


@dataclass(frozen=True)
class Card:
    """One card. `name` is its landmark or its location; `fog` for fog. Two cards of one name are alike."""

    kind: CardKind
    name: str

    @property
    def is_location(self) -> bool:
        return self.kind is CardKind.LOCATION

    def fits(self, board: Board, place: str) -> bool:
        """True where she may play it: at a place with its landmark, at its location, fog everywhere (p. 14)."""
        if self.kind is CardKind.LANDMARK:
            return self.name in board.place(place).landmarks
        return self.kind is CardKind.FOG or self.name == place

    def to_json(self) -> Any:
        return {"location": self.name} if self.is_location else self.name

    def __str__(self) -> str:
        return self.name


def landmark(name: str) -> Card:
    return Card(CardKind.LANDMARK, name)


def location(name: str) -> Card:
    return Card(CardKind.LOCATION, name)


FOG = Card(CardKind.FOG, "fog")


def by_value(cards: Iterable[Card]) -> list[Card]:
    """The different cards, each once: landmarks by name, fog, locations by name."""
    order = list(CardKind)
    return sorted(set(cards), key=lambda card: (order.index(card.kind), card.name))


def without(hand: Iterable[Card], card: Card) -> tuple[Card, ...]:
    """The hand with one copy of `card` fewer. Raises ValueError where it holds none."""
    left = list(hand)
    left.remove(card)
    return tuple(left)


@cache
def _printed() -> Mapping[str, Any]:
    return tomllib.loads(files(__package__).joinpath("cards.toml").read_text("utf-8"))


@cache
def stealth_cards() -> tuple[Card, ...]:
    """The twenty stealth cards of this game (Strange Shadows, p. 13), by the letter in their corner."""
    return tuple(landmark(card["landmark"]) for card in _printed()["stealth"])


def printed(name: str) -> int:
    """A number that the rulebook fixes, by its name in `cards.toml`."""
    return int(_printed()[name])


MOST_FOG = printed("most_fog")
HAND = printed("hand")
FINDS_TO_WIN = printed("finds_to_win")
MISSES_TO_LOSE = printed("misses_to_lose")
LOCATION_CARDS = len(london().names) - printed("left_out")
"""How many cards the location deck has at set-up."""
