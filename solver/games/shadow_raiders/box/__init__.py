"""What lies in the box, as data files and as values: characters, reasoning cards, areas."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

CAMPS = ("citizen", "raider", "shadow")
"""The three camps, in alphabetical order."""
WEAK = 11
"""The highest HP that reasoning cards (and Bruce) count as low."""


@dataclass(frozen=True)
class Character:
    """One character card. `hp` is the damage at which it is out.

    `declares` and `must_reveal` are "" where no such text is known.
    `set` is the box it comes from; `lies` tells that it may lie when handed a reasoning card.
    """

    name: str
    initial: str
    camp: str
    hp: int
    set: str
    text_known: bool = True
    declares: str = ""
    must_reveal: str = ""
    lies: bool = False
    wins: str = ""
    doubt: str = ""

    @property
    def is_weak(self) -> bool:
        return self.hp <= WEAK

    def with_hp(self, hp: int) -> Character:
        """The same character with another HP."""
        return self if hp == self.hp else replace(self, hp=hp)


@dataclass(frozen=True)
class ReasoningCard:
    """One reasoning card: whom it is for (`camps` empty and no HP limit: anyone), and what happens to them."""

    id: str
    effect: str
    camps: frozenset[str] = frozenset()
    most_hp: int | None = None
    least_hp: int | None = None

    @property
    def tests_hp(self) -> bool:
        return self.most_hp is not None or self.least_hp is not None

    @property
    def is_for_anyone(self) -> bool:
        return not self.camps and not self.tests_hp


@dataclass(frozen=True)
class Deck:
    """The reasoning deck: how many copies of each card it has, by id."""

    copies: Mapping[str, int]

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.copies.items())))

    @property
    def size(self) -> int:
        return sum(self.copies.values())


@dataclass(frozen=True)
class Reveal:
    """A white or black card by which somebody must, or may, turn up a character that passes its test."""

    card: str
    initials: frozenset[str]
    camps: frozenset[str]
    must: bool

    def passes(self, character: Character) -> bool:
        return character.initial in self.initials or character.camp in self.camps


@dataclass(frozen=True)
class Area:
    """A place to stand: its name, other words for it, the sums of both dice that lead there, the decks drawn from."""

    name: str
    also: tuple[str, ...]
    dice: tuple[int, ...]
    draws: tuple[str, ...] = ()


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__name__).joinpath(name).read_text("utf-8"))


@cache
def characters() -> Mapping[str, Character]:
    """All 30 characters by name, the base game's first."""
    return {entry["name"]: Character(**entry) for entry in _load("characters.toml")["characters"]}


@cache
def reasoning_cards() -> Mapping[str, ReasoningCard]:
    """Every kind of reasoning card by id, the base game's first."""
    raw = _load("reasoning.toml")
    return {entry["id"]: _card(entry) for entry in (*raw["base"], *raw["added"])}


def _card(entry: Mapping[str, Any]) -> ReasoningCard:
    camps = frozenset(entry.get("camps", ()))
    return ReasoningCard(entry["id"], entry["effect"], camps, entry.get("most_hp"), entry.get("least_hp"))


@cache
def deck(name: str) -> Deck:
    """The deck `base` (16 copies) or `expansion` (20)."""
    raw = _load("reasoning.toml")
    copies: Counter[str] = Counter({entry["id"]: entry["copies"] for entry in raw["base"]})
    if name == "expansion":
        copies.subtract(raw["removed"])
        copies.update({entry["id"]: entry["copies"] for entry in raw["added"]})
    return Deck({card: number for card, number in copies.items() if number})


@cache
def allocation(players: int) -> Mapping[str, int]:
    """How many of each camp are dealt among so many players. KeyError for a number that is not printed."""
    return dict(_load("table.toml")["deal"][str(players)])


@cache
def areas() -> tuple[Area, ...]:
    """The six areas of the ring, in the order of their dice."""
    return tuple(_area(entry) for entry in _load("table.toml")["areas"])


@cache
def airship() -> Area:
    """The area in the middle."""
    return _area(_load("table.toml")["airship"])


def _area(entry: Mapping[str, Any]) -> Area:
    return Area(entry["name"], tuple(entry["also"]), tuple(entry["dice"]), tuple(entry.get("draws", ())))


@cache
def reveals() -> Mapping[str, Reveal]:
    """The cards by which somebody must or may turn up their character, by their name in sessions."""
    return {
        entry["card"]: Reveal(
            entry["card"],
            frozenset(entry.get("initials", ())),
            frozenset(entry.get("camps", ())),
            entry.get("must", False),
        )
        for entry in _load("table.toml")["reveals"]
    }
