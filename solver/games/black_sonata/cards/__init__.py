"""The printed cards, as data files and as values."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True)
class StealthCard:
    """One printed stealth card; `letters[k]` is its place in sequence k+1, "-" where it is left out."""

    location: str
    landmark: str
    letters: str


@dataclass(frozen=True)
class Lady:
    """One lady card. `numbers[suit]`: the overlaps that a lady of that suit may have with these symbols."""

    name: str
    suit: str
    symbols: tuple[str, ...]
    numbers: dict[str, tuple[int, ...]]

    @property
    def as_set(self) -> tuple[str, ...]:
        """Her symbols in alphabetical order."""
        return tuple(sorted(self.symbols))


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__name__).joinpath(name).read_text("utf-8"))


@cache
def stealth_cards() -> tuple[StealthCard, ...]:
    """The 32 printed stealth cards, in the order by which sessions number them (from 0)."""
    return tuple(StealthCard(**card) for card in _load("stealth.toml")["cards"])


@cache
def printed_sequence(number: int) -> tuple[int, ...]:
    """The 26 card numbers of printed sequence `number` (1 to 8), from A to Z."""
    lettered = [(card.letters[number - 1], index) for index, card in enumerate(stealth_cards())]
    return tuple(index for letter, index in sorted(lettered) if letter != "-")


@cache
def ladies() -> tuple[Lady, ...]:
    """The twelve printed ladies in alphabetical order."""
    read = [
        Lady(
            entry["name"],
            entry["suit"],
            tuple(entry["symbols"]),
            {suit: tuple(numbers) for suit, numbers in entry["numbers"].items()},
        )
        for entry in _load("ladies.toml")["ladies"]
    ]
    return tuple(sorted(read, key=lambda lady: lady.name))


SYMBOLS = ("chain", "crown", "heart", "music", "quill", "rattle", "ring")
"""The seven symbols, in alphabetical order."""

SUITS = ("rose", "oak", "bluebell", "acorn", "thistle", "sage")
"""The six suits of the base game."""

DARKER_SUITS = ("hearts", "clubs", "diamonds", "spades")
"""The four suits of the Darker Ladies, the easiest first (The Fair Youth, p. 3)."""
