"""What a fighter's deck holds: the cards that its owner listed, and how many are not listed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cached_property

UNLISTED = "unknown"
"""The kind of every unlisted card that is no upgrade; also what a question calls any unlisted card."""
UNLISTED_UPGRADE = "unknown upgrade"
"""The kind of every unlisted upgrade."""
RESERVED = (UNLISTED, UNLISTED_UPGRADE)
UPGRADES = 4
"""Upgrades in a deck (rulebook, Upgrading)."""
SIZES = (26, 27)


class CardType(Enum):
    """The four types of cards."""

    ATTACK = "attack"
    RESPONSE = "response"
    TACTICS = "tactics"
    UPGRADE = "upgrade"


class Level(IntEnum):
    """The levels of fighters and of techniques, each above those before it."""

    BASIC = 0
    ADVANCED = 1
    EXPERT = 2
    MASTER = 3

    @property
    def word(self) -> str:
        """As files and players write it."""
        return self.name.lower()


LEVELS = {level.word: level for level in Level}


@dataclass(frozen=True)
class Listed:
    """One line of a deck list; `copies` is at least 1, `damage` None where it was not told."""

    card: str
    type: CardType
    level: Level
    copies: int
    damage: int | None = None


@dataclass(frozen=True)
class Deck:
    """A deck list, complete or partial. A *kind* is the name of a listed card, or one of the two unlisted kinds."""

    cards: tuple[Listed, ...]
    size: int = 27

    @cached_property
    def listed(self) -> dict[str, Listed]:
        """The lines by name, in the order of the list."""
        return {line.card: line for line in self.cards}

    @cached_property
    def unlisted(self) -> int:
        """How many cards are not listed; 0 when the list is complete."""
        return self.size - sum(line.copies for line in self.cards)

    @property
    def is_complete(self) -> bool:
        return self.unlisted == 0

    @cached_property
    def copies(self) -> dict[str, int]:
        """Copies of each kind: the listed ones in order, then the unlisted ones that there are."""
        listed = sum(line.copies for line in self.cards if line.type is CardType.UPGRADE)
        upgrades = max(0, min(UPGRADES - listed, self.unlisted))
        rest = {UNLISTED: self.unlisted - upgrades, UNLISTED_UPGRADE: upgrades}
        return {line.card: line.copies for line in self.cards} | {kind: n for kind, n in rest.items() if n > 0}

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self.copies)

    @cached_property
    def upgrades(self) -> frozenset[str]:
        """The kinds that are upgrades."""
        listed = {line.card for line in self.cards if line.type is CardType.UPGRADE}
        return frozenset(listed | ({UNLISTED_UPGRADE} & self.copies.keys()))

    def kinds_of(self, name: str, is_upgrade: bool | None = None) -> frozenset[str]:
        """What a card that is called `name` can be. An unlisted name can be any unlisted kind; `is_upgrade` tells
        which, where the place at which it was seen tells it. Empty: this deck has no such card."""
        if name in self.listed:
            line = self.listed[name]
            return frozenset({name}) if is_upgrade in (None, line.type is CardType.UPGRADE) else frozenset()
        unlisted = {UNLISTED_UPGRADE: True, UNLISTED: False}
        fitting = (kind for kind, upgrades in unlisted.items() if is_upgrade in (None, upgrades))
        return frozenset(kind for kind in fitting if kind in self.copies)

    def usable_responses(self, level: Level, most: Level) -> frozenset[str]:
        """The listed responses of `level` or higher, up to `most`."""
        return frozenset(
            line.card for line in self.cards if line.type is CardType.RESPONSE and level <= line.level <= most
        )


def shown_as(kind: str) -> str:
    """The name under which a question shows a kind: both unlisted kinds are `unknown`."""
    return UNLISTED if kind == UNLISTED_UPGRADE else kind


def shown_once(kinds: Iterable[str]) -> tuple[str, ...]:
    """The names under which these kinds are shown, each once, in order."""
    return tuple(dict.fromkeys(shown_as(kind) for kind in kinds))
