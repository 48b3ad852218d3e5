"""How soon a fighter can reach the next levels, and how likely."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from solver.games.isla_negra.decks import Level
from solver.games.isla_negra.turns.techniques import PAIR, to_rise

if TYPE_CHECKING:
    from solver.core.protocol import Belief
    from solver.games.isla_negra.table import Table


@dataclass(frozen=True)
class Rise:
    """A level that needs `needs` more upgrades, laid down one a turn: at the earliest at the turn of that number.

    `chances[i]` is the chance to be able to reach it by turn `needs + i`, turns of the fighter counted from the
    coming one (or the present one, while nothing was done in it), with one card drawn in each and no reshuffle.
    """

    level: Level
    needs: int
    chances: tuple[Fraction, ...]


def at_least(belief: Belief, kinds: frozenset[str], draws: int, number: int) -> Fraction | None:
    """The chance of at least `number` cards of these kinds in the hand after so many draws; None: not counted."""
    if not kinds or number <= 0:
        return Fraction(int(number <= 0))
    shares = belief.distribution(("among", kinds, draws))
    if shares is None:
        return None
    return sum((share for held, share in shares.items() if isinstance(held, int) and held >= number), Fraction(0))


def rises(table: Table, player: str, belief: Belief, later: int = 4) -> Iterator[Rise]:
    """Every level above the fighter's, with the chances for its earliest turn and up to `later` turns after it.

    Enough upgrades by a turn are enough to lay them down in time: a turn brings at most one more.
    """
    person, kinds = table.people[player], table.fighter(player).deck.upgrades
    drawn = 1 if table.initiative == player and table.has_drawn and not table.has_acted else 0
    needs = to_rise(person.level, len(person.table))
    for level in list(Level)[person.level + 1 :]:
        chances = []
        for turn in range(needs, needs + later + 1):
            draws = max(0, turn - drawn)
            chance = at_least(belief, kinds, draws, needs) if draws <= person.deck else None
            if chance is None:
                break
            chances.append(chance)
        yield Rise(level, needs, tuple(chances))
        needs += PAIR
