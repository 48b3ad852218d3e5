"""The rules of one game: who plays, which characters may be dealt, which cards are in the deck, which options hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from solver.games.shadow_raiders.box import CAMPS, Character, Deck


@dataclass(frozen=True)
class Switches:
    """How far the liar may go, for tables that read it otherwise."""

    lies_on_hp_cards: bool = True
    lies_on_show_role: bool = False


@dataclass(frozen=True)
class Rules:
    """What a set-up fixes. `players` are named clockwise; `cast` is in alphabetical order, HP as the set-up has it.

    `one_of_each_initial`: the expansion's second way to deal, where no two characters share an initial. `areas` are the
    six names clockwise, or empty where the order round the table was not told.
    """

    players: tuple[str, ...]
    me: str
    role: str
    cast: tuple[Character, ...]
    one_of_each_initial: bool
    deal: tuple[tuple[str, int], ...]
    deck: Deck
    special_abilities: bool
    switches: Switches
    areas: tuple[str, ...] = ()
    has_airship: bool = False

    @cached_property
    def dealt(self) -> Mapping[str, int]:
        """How many of each camp are dealt; all three camps are named."""
        return {camp: dict(self.deal).get(camp, 0) for camp in CAMPS}

    @cached_property
    def by_name(self) -> Mapping[str, Character]:
        return {character.name: character for character in self.cast}

    @cached_property
    def seat(self) -> Mapping[str, int]:
        """Each player's place in `players`."""
        return {player: number for number, player in enumerate(self.players)}

    @property
    def my_camp(self) -> str:
        return self.by_name[self.role].camp

    def slot(self, character: Character) -> str:
        """What a character takes up: no two players can have the same."""
        return character.initial if self.one_of_each_initial else character.name

    def of_camp(self, camp: str) -> tuple[Character, ...]:
        return tuple(character for character in self.cast if character.camp == camp)
