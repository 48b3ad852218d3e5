"""Who can answer: the chance that a fighter, or anyone who may, holds a response to an attack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from solver.games.isla_negra.whereabouts.asking import NO, YES
from solver.games.isla_negra.wording import percent

if TYPE_CHECKING:
    from solver.core.game import Known
    from solver.core.protocol import Belief
    from solver.games.isla_negra.decks import Level
    from solver.games.isla_negra.table import Played, Table

Beliefs = Mapping[str, "Belief"]
"""By player."""


@dataclass(frozen=True)
class Chance:
    """A chance that lies between `least` and `most`: they differ where unlisted cards may be answers."""

    least: Fraction
    most: Fraction

    @property
    def is_exact(self) -> bool:
        return self.least == self.most

    @property
    def unanswered(self) -> Chance:
        """The chance of the opposite."""
        return Chance(1 - self.most, 1 - self.least)

    def able(self, what: str) -> str:
        """Whether somebody can answer it: "can answer it with 62 %", "cannot answer it"."""
        if not self.most:
            return f"cannot answer {what}"
        return f"can answer {what} {'for certain' if self.least == 1 else f'with {self.words}'}"

    @property
    def words(self) -> str:
        """A figure, or the range in which it lies: "62 %", "10 % to 100 %", "up to 30 %"."""
        if self.is_exact:
            return percent(self.least)
        least = f"{percent(self.least)} to " if self.least else "up to "
        return least + ("100 %" if self.most == 1 else percent(self.most))


def beliefs_of(known: Sequence[Known]) -> dict[str, Belief]:
    """What is known of each fighter's cards."""
    found: dict[str, Belief] = {}
    for one in known:
        mystery: Any = one.evidence.mystery
        found[mystery.player] = one.belief
    return found


def alone(belief: Belief, level: Level) -> Chance | None:
    """The chance that this fighter holds a response of that level or higher; None where it is not counted.

    A response that the fighter may not use now does not count.
    """
    shares = belief.distribution(("answer", level.word))
    if shares is None:
        return None
    return Chance(shares.get(YES, Fraction(0)), 1 - shares.get(NO, Fraction(0)))


def answerers(table: Table, attacker: str, target: str) -> tuple[str, ...]:
    """Who may answer this attack and is still in the round."""
    found = table.rules.may_answer(attacker, target)
    return tuple(player for player in found if not table.people[player].is_out)


def anyone(table: Table, beliefs: Beliefs, attacker: str, target: str, level: Level) -> Chance | None:
    """The chance that anyone who may answer an attack of `level` at `target` holds an answer.

    The cards of different fighters are independent of each other. None where it is not counted.
    """
    return together(alone(beliefs[player], level) for player in answerers(table, attacker, target))


def to_open(table: Table, beliefs: Beliefs, played: Played, level: Level) -> Chance | None:
    """Likewise for a card on the table, an attack or a response."""
    return together(alone(beliefs[player], level) for player in table.answerers(played))


def together(chances: Iterable[Chance | None]) -> Chance | None:
    """The chance of at least one of several independent things, 0 for none of them; None where one is not counted."""
    least, most = Fraction(1), Fraction(1)
    for chance in chances:
        if chance is None:
            return None
        least, most = least * (1 - chance.least), most * (1 - chance.most)
    return Chance(1 - least, 1 - most)
