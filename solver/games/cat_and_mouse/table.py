"""The table: what everyone can see of the chase, and in the Lady's view what only she knows. An immutable value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from maps import Board, london
from solver.core.errors import IllegalEvent
from solver.core.protocol import Noted
from solver.games.cat_and_mouse.cards import LOCATION_CARDS, Card
from solver.games.cat_and_mouse.piles import Piles, fresh

if TYPE_CHECKING:
    from solver.games.cat_and_mouse.facts import MouseFact, Step
    from solver.games.cat_and_mouse.models import Setup


class Side(Enum):
    """Who acts."""

    LADY = "lady"
    HISTORIAN = "historian"


class Ending(Enum):
    """The four ways in which the game ends (Strange Shadows, p. 15), and who has won by each."""

    FOUND = "she was found three times"
    TOKENS_LOST = "five deduction tokens are lost"
    ALL_VISITED = "the location deck is empty"
    TRAPPED = "she could not play or discard any card"

    @property
    def winner(self) -> Side:
        return Side.HISTORIAN if self in (Ending.FOUND, Ending.TRAPPED) else Side.LADY


@dataclass(frozen=True)
class Secret:
    """What only the Lady knows. `at`: where she may be by her own notes (one place while she notes it);
    `next`: the top of her location deck, None where it was not noted."""

    at: frozenset[str]
    next: str | None

    @property
    def place(self) -> str | None:
        return next(iter(self.at)) if len(self.at) == 1 else None


@dataclass(frozen=True)
class Table:
    """One moment of a game. `event` is the number of the event that led to it, -1 at set-up."""

    setup: Setup
    pawns: tuple[str, str]
    hand: tuple[Card, ...]
    piles: Piles
    reach: frozenset[str]
    """Where she can be, by all that everyone saw; empty once the notes contradict."""
    tops: tuple[str, ...] = ()
    """The location cards played from the top of their deck, in order."""
    finds: int = 0
    misses: int = 0
    turn: int = 0
    """Her turns so far."""
    waited: int = 0
    """Her turns since the last one that played from the location deck."""
    to_act: Side = Side.LADY
    after_search: bool = False
    """True right after a search, while her flight may be noted."""
    steps: tuple[Step, ...] = ()
    noted: tuple[Noted, ...] = ()
    secret: Secret | None = None
    ending: Ending | None = None
    event: int = -1
    warnings: tuple[str, ...] = ()

    @property
    def board(self) -> Board:
        return london()

    @property
    def is_over(self) -> bool:
        return self.ending is not None

    @property
    def locations_left(self) -> int:
        """How many cards the location deck still has."""
        return max(0, LOCATION_CARDS - len(self.tops))

    def warn(self, text: str) -> Table:
        return replace(self, warnings=(*self.warnings, text))

    def see(self, fact: MouseFact) -> Table:
        """The table with a fact of the current event."""
        return replace(self, noted=(*self.noted, Noted(self.event, fact)))

    def end(self, ending: Ending) -> Table:
        return self if self.is_over else replace(self, ending=ending)


def opening(setup: Setup) -> Table:
    """The table as it is set up."""
    secret = None
    if setup.at is not None:
        secret = Secret(frozenset({setup.at}), setup.next)
    hand = tuple(setup.hand)
    pawns = (setup.pawns[0], setup.pawns[1])
    return Table(setup, pawns, hand, fresh(setup.fog, hand), frozenset(london().names), secret=secret)


def forbid(rule: str, page: int) -> IllegalEvent:
    """The refusal of an event: the rule in a player's words, and the page of Strange Shadows that it stands on."""
    return IllegalEvent(rule, f"Strange Shadows, p. {page}")
