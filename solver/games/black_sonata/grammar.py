"""What may be said in this game: its names, and phrases that are read into events and spoken from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from maps import london
from solver.core.words import REMARK, Vocabulary, Words, plain, vocabulary
from solver.games.black_sonata.cards import DARKER_SUITS, SUITS, SYMBOLS

if TYPE_CHECKING:
    from solver.core.schema import Event
    from solver.games.black_sonata.table import Table

__all__ = ["REMARK", "Phrase", "Vocabulary", "Words", "plain", "vocabulary"]

LOCATION = vocabulary("a location", london().names)
LANDMARK = vocabulary("a landmark", london().landmarks)
SYMBOL = vocabulary("a symbol", SYMBOLS)
SUIT = vocabulary("a suit", (*SUITS, *DARKER_SUITS))
RESULT = Vocabulary(
    "hit or miss",
    {"hit": True, "found": True, "yes": True, "miss": False, "missed": False, "nothing": False, "no": False},
)


@dataclass(frozen=True)
class Phrase:
    """One way to say an event: its verb, what a help page shows, and both directions of reading."""

    verb: str
    usage: str
    event: type[Event]
    read: Callable[[Words, Table], Mapping[str, Any]]
    speak: Callable[[Any], str | None]
    """None where words do not say all of it."""
    follow: Callable[[Table], Vocabulary] | None = None
    """What may stand behind the verb, for completion."""
