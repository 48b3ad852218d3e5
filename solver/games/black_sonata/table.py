"""The table: everything that is plain to see. An immutable value; parts make the next one of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from solver.core.errors import IllegalEvent
from solver.core.protocol import Fact, Noted

if TYPE_CHECKING:
    from maps import Board
    from solver.games.black_sonata.deck import Deck
    from solver.games.black_sonata.rulebook import Rulebook


class Ending(Enum):
    """How the game ended."""

    WON = "won"
    LOST = "lost"
    OVER = "over"


@dataclass(frozen=True)
class Clues:
    """The clues held, by where they came from; `written` counts those whose content was noted."""

    finds: int = 0
    from_fog: int = 0
    elsewhere: int = 0
    swapped: int = 0
    written: int = 0

    @property
    def held(self) -> int:
        """How many cards the deck advances in a flight."""
        return self.finds + self.from_fog + self.elsewhere

    @property
    def unwritten(self) -> int:
        """Clues counted already, of which nothing was noted yet."""
        return self.finds + self.from_fog + self.swapped - self.written


@dataclass(frozen=True)
class Table:
    """One moment of a game. `event` is the number of the event that led to it, -1 at set-up."""

    rules: Rulebook
    pawn: str | None
    keys: frozenset[str]
    deck: Deck | None
    fog_stock: int
    fog_cards: int = 10
    """Fog cards in the game, as set up."""
    fog_gone: frozenset[str] = frozenset()
    """Effects whose fog card was discarded from the game."""
    clues: Clues = Clues()
    turn: int = 0
    passes: int = 0
    actions: int = 0
    flight_waits: bool = False
    searches: int = 0
    last_search_found: bool = False
    ending: Ending | None = None
    ending_reason: str = ""
    event: int = -1
    facts: Mapping[str, tuple[Noted, ...]] = field(default_factory=dict)
    states: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    @property
    def board(self) -> Board:
        return self.rules.board

    @property
    def is_over(self) -> bool:
        return self.ending is not None

    def warn(self, text: str) -> Table:
        return replace(self, warnings=(*self.warnings, text))

    def see(self, mystery: str, fact: Fact) -> Table:
        """The table after telling a mystery a fact of the current event."""
        told = (*self.facts.get(mystery, ()), Noted(self.event, fact))
        return replace(self, facts={**self.facts, mystery: told})

    def keep(self, part: str, state: Any) -> Table:
        """The table with what a part remembers for itself."""
        return replace(self, states={**self.states, part: state})

    def act(self) -> Table:
        """Counts an action of this turn; a second one is warned about, never forbidden."""
        table = replace(self, actions=self.actions + 1)
        return table if table.actions == 1 else table.warn("this is more than one action in this turn")

    def end(self, ending: Ending, reason: str) -> Table:
        return self if self.is_over else replace(self, ending=ending, ending_reason=reason)

    def spend_fog(self, cards: int = 1) -> Table:
        """The table with fewer fog cards in stock (never below 0; running out is warned about)."""
        table = replace(self, fog_stock=max(0, self.fog_stock - cards))
        return table.warn("there is no fog card left in the stock for this") if self.fog_stock < cards else table


def forbid(rule: str, source: str) -> IllegalEvent:
    """The refusal of an event: the rule in a player's words, and where it is printed."""
    return IllegalEvent(rule, source)
