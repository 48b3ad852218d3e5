"""What a game is to the rest of the house: a table, the mysteries of its set-up, and its talk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from solver.core.protocol import Belief, Evidence
    from solver.core.schema import Event, Strict
    from solver.core.values import Hint
    from solver.core.views import View


class Table(Protocol):
    """What everyone can see after some events. Immutable: a game's `advance` returns the next one."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What looked odd about the latest event, without being forbidden."""

    @property
    def is_over(self) -> bool:
        """True once the game has ended."""


@dataclass(frozen=True)
class Known:
    """A mystery's evidence, and what an engine makes of it."""

    evidence: Evidence
    belief: Belief


class Game(Protocol):
    """One game. A game's folder offers one of these as `GAME`."""

    name: str
    title: str

    def session_model(self) -> type[Strict]:
        """The model of a whole session file; it has the fields `setup` and `events`."""

    def complete_setup(self, setup: Any, folder: Any) -> Any:
        """The set-up with the card lists that it names read from files inside `folder` (None: none allowed).

        Raises DataError for a list that is not there or not right.
        """

    def check_events(self, setup: Any, events: Sequence[Event]) -> None:
        """Raises DataError for events whose form does not fit the set-up (a name that it does not have)."""

    def open(self, setup: Any) -> Any:
        """The table as it is set up."""

    def advance(self, table: Any, event: Event, index: int) -> Any:
        """The table after event number `index`. Raises IllegalEvent where the rules forbid it."""

    def evidence(self, table: Any) -> tuple[Evidence, ...]:
        """The mysteries of the set-up, each with all that the table has seen of it."""

    def read_note(self, text: str, table: Any) -> Event:
        """The event that a player means by `text` at this table. Raises UnreadableEvent."""

    def speak(self, event: Event) -> str:
        """The event in words that `read_note` reads back as the same event."""

    def complete_note(self, typed: str, table: Any) -> Sequence[str]:
        """What the last word of `typed` may be meant to become, likeliest first."""

    def advise(self, table: Any, known: Sequence[Known]) -> Hint:
        """The actions open now, best first, with the figures behind them."""

    def view(self, table: Any, known: Sequence[Known]) -> View:
        """What `show` draws."""

    def prompt(self, table: Any) -> str:
        """A few words for a prompt: where the game stands (turn, pass, place)."""
