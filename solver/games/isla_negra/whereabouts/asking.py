"""What is asked about the cards of one fighter, in every reading alike."""

from __future__ import annotations

from collections.abc import Iterator

from solver.core.values import Kind, Question, Statistic, Upper, Value
from solver.games.isla_negra.decks import LEVELS, UNLISTED, Deck, Level

YES, NO, MAYBE = "yes", "no", "unlisted"
"""Whether a hand holds an answer; MAYBE: no listed one, but a card that is not listed."""
UPPER = Upper(MAYBE, YES, NO, "yes is at most this: every card that is not listed is counted as a response")


def responses(deck: Deck, word: str, most: Level) -> frozenset[str]:
    """The listed responses of a level (in a word) or higher that a fighter may use who may use all up to `most`."""
    return deck.usable_responses(LEVELS[word], most)


def unlisted(deck: Deck, word: str, most: Level) -> frozenset[str]:
    """The kind of the unlisted cards that may be such responses, if there are such cards."""
    return frozenset({UNLISTED} & deck.copies.keys()) if LEVELS[word] <= most else frozenset()


def questions(player: str, deck: Deck, is_me: bool, can_draw: bool) -> Iterator[Question]:
    """In the order in which they are shown. Also about levels too high for the fighter, which nothing answers."""
    whose, who = ("your", "you") if is_me else (f"{player}'s", player)
    parts: tuple[tuple[Value, Statistic], ...] = tuple((card, ("holds", card)) for card in deck.listed)
    if parts:
        holds = "do you hold" if is_me else f"does {player} hold"
        yield Question(f"hand.{player}", f"Which cards {holds}?", ("hand",), Kind.EACH, parts=parts)
    if can_draw:
        yield Question(f"draw.{player}", f"Which card is next in {whose} deck?", ("next",))
    for level in Level:
        text = f"Can {who} answer an attack of level {level.word}?"
        yield Question(f"answer.{player}.{level.word}", text, ("answer", level.word), upper=UPPER)
