"""The table: everything that is plain to see, and what this viewer was told. Immutable; `moves` makes the next one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from solver.core.errors import IllegalEvent
from solver.core.protocol import Noted
from solver.games.shadow_raiders.box import airship
from solver.games.shadow_raiders.roles.outcomes import ABOARD, ELSEWHERE, UNKNOWN, Condition

if TYPE_CHECKING:
    from solver.games.shadow_raiders.roles.facts import RoleFact
    from solver.games.shadow_raiders.rules import Rules

NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Person:
    """What is plain to see of one player. `role` is set once it was turned up; `place` is "" where it was not noted.

    `is_turned_up` without a `role`: a card turned them up, and who they are was not noted (yet).
    `hurt_by`, `armed_by`, `placed_by` and `fell_by` are the events that damage, equipment, place and death rest on.
    """

    damage: int = 0
    holds: int = 0
    immune: bool = False
    place: str = ""
    role: str | None = None
    is_turned_up: bool = False
    is_out: bool = False
    hurt_by: frozenset[int] = NOTHING
    armed_by: frozenset[int] = NOTHING
    placed_by: frozenset[int] = NOTHING
    fell_by: frozenset[int] = NOTHING

    @property
    def is_hidden(self) -> bool:
        """Still in, and not turned up."""
        return not self.is_out and not self.is_turned_up

    @property
    def condition(self) -> Condition:
        """As far as reasoning cards ask."""
        where = UNKNOWN if not self.place else ABOARD if self.place == airship().name else ELSEWHERE
        return Condition(self.damage == 0, self.holds > 0, self.immune, where)


@dataclass(frozen=True)
class Blow:
    """Damage that is not settled yet: is it survived? `total` is None for an attack, whose damage may be mended."""

    event: int
    player: str
    total: int | None
    also: frozenset[int]


@dataclass(frozen=True)
class Duty:
    """Somebody must turn up now if their character is one of `names`; silent, it is none of them."""

    event: int
    player: str
    names: tuple[str, ...]
    words: str
    also: frozenset[int] = NOTHING


@dataclass(frozen=True)
class Copy:
    """A copy of a reasoning card: its number, the shuffle that it was drawn in, the event that first told of it."""

    number: int
    shuffle: int
    event: int
    card: str | None


@dataclass(frozen=True)
class Table:
    """One moment of a game. `event` is the number of the event that led to it, -1 at set-up.

    `last` is the copy handed most lately; `held` are those in my hand; `cards` the known ones of this shuffle by id.
    """

    rules: Rules
    people: Mapping[str, Person]
    facts: tuple[Noted, ...] = ()
    event: int = -1
    shuffle: int = 0
    copies: int = 0
    last: Copy | None = None
    held: tuple[Copy, ...] = ()
    drawn: tuple[str | None, ...] = ()
    """What left the deck since the last shuffle, in order; None for a card that was not seen."""
    blows: tuple[Blow, ...] = ()
    duties: tuple[Duty, ...] = ()
    mover: str | None = None
    """Who moved last, as far as that was noted: it is their turn."""
    has_acted: bool = False
    """Whether the mover has drawn a card or handed one since."""
    winners: tuple[str, ...] | None = None
    focus: str | None = None
    """The question that the latest event tells most of."""
    warnings: tuple[str, ...] = ()

    @property
    def is_over(self) -> bool:
        return self.winners is not None

    @property
    def me(self) -> Person:
        return self.people[self.rules.me]

    @property
    def my_turn(self) -> bool | None:
        """Whether I have moved and nobody else has since; None where moves are not noted."""
        return None if self.mover is None else self.mover == self.rules.me

    @property
    def unseen(self) -> int:
        """How many cards were drawn since the last shuffle that nobody showed me."""
        return sum(card is None for card in self.drawn)

    def is_out(self, camp: str) -> bool:
        """True if everybody of this camp is out."""
        return len(self.gone(camp)) >= self.rules.dealt[camp]

    def gone(self, camp: str) -> tuple[str, ...]:
        """The players of this camp who are out, in the order round the table."""
        return tuple(
            player
            for player, person in self.people.items()
            if person.is_out and person.role is not None and self.rules.by_name[person.role].camp == camp
        )

    def warn(self, text: str) -> Table:
        return replace(self, warnings=(*self.warnings, text))

    def see(self, fact: RoleFact, event: int | None = None, also: frozenset[int] = NOTHING) -> Table:
        """The table after learning a fact of the current event, or of an older one."""
        number = self.event if event is None else event
        return replace(self, facts=(*self.facts, Noted(number, fact, also - {number})))

    def change(self, player: str, **changes: Any) -> Table:
        """The table with something changed about a player."""
        return replace(self, people={**self.people, player: replace(self.people[player], **changes)})


def open_table(rules: Rules) -> Table:
    """The table as it is set up: everybody in, unhurt, with nothing in hand."""
    return Table(rules, dict.fromkeys(rules.players, Person()))


def forbid(rule: str, source: str) -> IllegalEvent:
    """The refusal of an event: the rule in a player's words, and where it is printed."""
    return IllegalEvent(rule, source)
