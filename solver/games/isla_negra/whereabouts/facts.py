"""What was seen of the cards that moved. Each fact is about one move of one fighter, by its number in `moves`."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Shown:
    """The last card of a Shuffle, or the card of a Leave, is of one of these kinds. Facts about different moves are
    independent given a world."""

    move: int
    card: str
    """As the player wrote it."""
    kinds: frozenset[str]
    words: str
    """What happened, in a player's words, without a full stop: `Bo played Punch`."""

    @property
    def printed(self) -> Hashable | None:
        return None

    def sentence(self) -> str:
        return self.words


@dataclass(frozen=True)
class Named:
    """All the cards of a Draw, or the whole hand at a Look: `kinds[i]` is what the i-th of `cards` can be."""

    move: int
    cards: tuple[str, ...]
    kinds: tuple[frozenset[str], ...]
    words: str

    @property
    def printed(self) -> Hashable | None:
        return None

    def sentence(self) -> str:
        return self.words


CardFact: TypeAlias = Shown | Named
