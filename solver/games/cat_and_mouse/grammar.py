"""The words of a note: what may be typed for a play, a card, a pawn, a place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from maps import london
from solver.core.words import Vocabulary, Words, vocabulary
from solver.games.cat_and_mouse.cards import FOG, Card, landmark, location

if TYPE_CHECKING:
    from solver.games.cat_and_mouse.table import Table

PLACES = london().names
CARDS: Mapping[str, Card] = {
    **{name: landmark(name) for name in london().landmarks},
    "fog": FOG,
    **{name: location(name) for name in PLACES},
    **{f"card {name}": location(name) for name in PLACES},
}
CARD = Vocabulary("a card", CARDS)
STEALTH_CARD = Vocabulary("a landmark or fog", {name: card for name, card in CARDS.items() if not card.is_location})
LOCATION = vocabulary("a location", PLACES)
DECK = Vocabulary(
    "top, new-hand or none",
    {"top": "top", "new-hand": "new-hand", "new hand": "new-hand", "none": "none", "trapped": "none"},
)
VERB = Vocabulary(
    "what happened",
    {
        "lady": "lady",
        "plays": "lady",
        "top": "top",
        "new-hand": "new-hand",
        "new hand": "new-hand",
        "none": "none",
        "trapped": "none",
        "card": "card",
        "move": "move",
        "search": "search",
        "flight": "flight",
        "flees": "flight",
    },
)
TAIL = Vocabulary(
    "hand, draws, pile, at or next",
    {"hand": "hand", "draws": "draws", "pile": "pile", "at": "at", "next": "next"},
)
NOTHING = Vocabulary("nothing", {"nothing": True, "no card": True})
RESULT = Vocabulary(
    "hit or miss",
    {"hit": True, "found": True, "yes": True, "miss": False, "missed": False, "nothing": False, "no": False},
)
USAGES = (
    "CARD DRAWN",
    "lady CARD draws CARD [pile CARD]",
    "top LOCATION",
    "card LOCATION draws CARD",
    "new-hand CARDS",
    "none",
    "move [PAWN] LOCATION",
    "search [PAWN] hit|miss",
    "flight LOCATION",
)


def pawns_of(table: Table) -> Vocabulary:
    """Ways to name a pawn: its number, or where it stands."""
    places = {place: pawn for pawn, place in reversed(list(enumerate(table.pawns)))}
    return Vocabulary("a pawn (0 or 1, or where it stands)", {"0": 0, "1": 1, **places})


def take_cards(words: Words) -> list[Card]:
    """As many cards as follow."""
    cards: list[Card] = []
    while words:
        begin = words.mark()
        found = words.try_take(CARD, TAIL)
        if not isinstance(found, Card):
            words.go_back(begin)
            break
        cards.append(found)
    return cards


def card_words(card: Card) -> str:
    return f"card {card.name}" if card.is_location else card.name


def json_cards(cards: list[Card] | tuple[Card, ...]) -> list[Any]:
    return [card.to_json() for card in cards]
