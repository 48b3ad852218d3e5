"""Patterns of a deal, and the weights of everything in it: the whole numbers that counting multiplies.

A *pattern* says who is of which camp, and who, of those handed unknown cards, is the liar. For each pattern the unknown
cards give a polynomial in "has low HP" (`spread`), and each camp the weight of dealing its characters to its players
(`casting`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from solver.core.errors import OutOfBudget
from solver.games.shadow_raiders.box import CAMPS, Character
from solver.games.shadow_raiders.roles.casting import Casting, Cell, Entry, Table, table_of
from solver.games.shadow_raiders.roles.facts import Shuffled, Standing
from solver.games.shadow_raiders.roles.polynomial import Poly, times
from solver.games.shadow_raiders.roles.spread import LIAR, Spread

if TYPE_CHECKING:
    from solver.core.values import Budget
    from solver.games.shadow_raiders.rules import Rules

STATES = 0.8
"""A state of unknown cards takes 6 microseconds: so much of the budget's states are all that waiting is worth."""
GROWTH = 0.3
"""With each pattern fewer states are new: from some patterns to all, states grow by this power at least."""
SHADOW = CAMPS.index("shadow")
BESIDE_LIAR = LIAR
"""The number of the table of shadows who sit beside a liar that the pattern names."""


Joint = Sequence[Standing | Shuffled]


@dataclass(frozen=True)
class Pattern:
    """Who is of which camp: a set of players for each. `liar` is a player of the shadows, or None: nobody handed
    unknown cards is the liar."""

    masks: tuple[int, int, int]
    liar: int | None

    def _by_player(self, players: int) -> list[int]:
        return [next(camp for camp, mask in enumerate(self.masks) if mask >> player & 1) for player in range(players)]

    def camps(self, players: int) -> tuple[str, ...]:
        """Each player's camp."""
        return tuple(CAMPS[camp] for camp in self._by_player(players))

    def sides(self, players: int) -> list[int]:
        """Each player's side: their camp, or the liar's."""
        found = self._by_player(players)
        if self.liar is not None:
            found[self.liar] = LIAR
        return found

    @property
    def tables(self) -> tuple[tuple[int, int], ...]:
        """For each camp the number of its table, and the set of players that it deals to."""
        shadows = self.masks[SHADOW]
        if self.liar is None:
            return tuple(enumerate(self.masks))
        return (*list(enumerate(self.masks))[:SHADOW], (BESIDE_LIAR, shadows & ~(1 << self.liar)))


class Deal:
    """The deals that fit some facts: weights of characters by player, unknown cards by shuffle, tables by camp."""

    def __init__(self, rules: Rules, joined: Joint, budget: Budget) -> None:
        self.rules = rules
        self.players = len(rules.players)
        self.liar = next((character for character in rules.cast if character.lies), None)
        self.spreads = [Spread(rules, fact, self.liar) for fact in joined if isinstance(fact, Shuffled)]
        self.is_possible = all(spread.is_possible for spread in self.spreads)
        self.weights, self.scale = _weights(rules, joined)
        self._budget = budget
        self.touched = 0
        for spread in self.spreads:
            self.touched |= spread.touched
        self.degree = sum(spread.asks_hp for spread in self.spreads)

    @property
    def states(self) -> int:
        """How much was worked out of unknown cards so far."""
        return sum(spread.stock.states for spread in self.spreads)

    def possible(self) -> Deal:
        """The same deals, every one that is possible with weight 1. Unknown cards are shared with this one."""
        other = copy(self)
        other.weights = [dict.fromkeys(own, 1) for own in self.weights]
        return other

    def restricted(self, player: int, names: frozenset[str]) -> Deal:
        """The same deals, where one player's character is one of `names`. Unknown cards are shared with this one."""
        other = copy(self)
        other.weights = list(self.weights)
        other.weights[player] = {name: weight for name, weight in self.weights[player].items() if name in names}
        return other

    def castings(self, degree: int) -> dict[int, Casting]:
        """The table of each camp, and that of the shadows beside a liar, with the way to its shares."""
        return {
            table: Casting(self._cells(table), self.players, need, self.touched, degree)
            for table, need in self._needs().items()
        }

    def tables(self, degree: int) -> dict[int, Table]:
        """The tables alone."""
        return {
            table: table_of(self._cells(table), self.players, need, self.touched, degree)
            for table, need in self._needs().items()
        }

    def _needs(self) -> dict[int, int]:
        """How many players each table deals to; without the liar's where there is no shadow."""
        needs = {table: self.rules.dealt[camp] for table, camp in enumerate(CAMPS)}
        return {**needs, BESIDE_LIAR: needs[SHADOW] - 1} if needs[SHADOW] else needs

    def _cells(self, table: int) -> tuple[Cell, ...]:
        alike: dict[tuple[Entry, ...], int] = {}
        for slot in self.slots(table):
            entries = self.entries(table, slot)
            if entries:
                alike[entries] = alike.get(entries, 0) + 1
        return tuple(Cell(entries, size) for entries, size in alike.items())

    def slots(self, table: int) -> list[tuple[Character, ...]]:
        """The characters of a table, by what they take up."""
        found: dict[str, tuple[Character, ...]] = {}
        for character in self.rules.of_camp(CAMPS[min(table, SHADOW)]):
            slot = self.rules.slot(character)
            found[slot] = (*found.get(slot, ()), character)
        if table == BESIDE_LIAR and self.liar is not None:
            found.pop(self.rules.slot(self.liar), None)
        return list(found.values())

    def entries(self, table: int, slot: Sequence[Character]) -> tuple[Entry, ...]:
        """Who may have a character of this slot."""
        sums: dict[tuple[int, bool], int] = {}
        for player in range(self.players):
            for character in slot:
                if weight := self.weight(table, player, character):
                    key = (player, character.is_weak)
                    sums[key] = sums.get(key, 0) + weight
        return tuple(Entry(player, weight, is_weak) for (player, is_weak), weight in sorted(sums.items()))

    def weight(self, table: int, player: int, character: Character) -> int:
        """The weight of one player's character in this table.

        Patterns name the liar where that is one of those who were handed unknown cards.
        """
        if character == self.liar and (table == BESIDE_LIAR or self.touched >> player & 1):
            return 0
        return self.weights[player].get(character.name, 0)

    def patterns(self, tables: Mapping[int, Table]) -> Iterator[Pattern]:
        """Every pattern in which each camp can be dealt."""
        full = (1 << self.players) - 1
        shadows = tables[SHADOW]
        for citizens in tables[0]:
            for raiders in tables[1]:
                if citizens & raiders:
                    continue
                rest = full ^ citizens ^ raiders
                if rest in shadows:
                    yield Pattern((citizens, raiders, rest), None)
                for liar in self._liars(rest):
                    if rest & ~(1 << liar) in tables[BESIDE_LIAR]:
                        yield Pattern((citizens, raiders, rest), liar)

    def _liars(self, shadows: int) -> Iterator[int]:
        if self.liar is not None:
            for player in range(self.players):
                if (shadows & self.touched) >> player & 1 and self.weights[player].get(self.liar.name):
                    yield player

    def liar_weight(self, pattern: Pattern) -> int:
        """The weight of the liar's own character; 1 where the pattern names none."""
        if pattern.liar is None or self.liar is None:
            return 1
        return self.weights[pattern.liar].get(self.liar.name, 0)

    def chances(self, pattern: Pattern) -> Poly:
        """How likely the unknown cards of all shuffles are."""
        sides, poly = pattern.sides(self.players), {0: 1}
        for spread in self.spreads:
            poly = times(poly, spread.chances(sides))
            if not poly:
                break
        self.check_budget()
        return poly

    def check_budget(self, share: float = 1.0) -> None:
        """Raises OutOfBudget where too much was counted of the unknown cards, or will be: `share` (of all patterns, in
        no order) is done."""
        most = int(STATES * self._budget.states)
        if self.states > most * share**GROWTH:
            raise OutOfBudget(f"counting would need more than {most:,} states")


def _weights(rules: Rules, joined: Joint) -> tuple[list[dict[str, int]], Fraction]:
    """Each player's characters with whole weights, and what these must be multiplied by."""
    standing = {fact.player: fact.by_name for fact in joined if isinstance(fact, Standing)}
    found, scale = [], Fraction(1)
    for player in rules.players:
        seen = standing.get(player, {character.name: Fraction(1) for character in rules.cast})
        own = {name: weight for name, weight in seen.items() if (name == rules.role) == (player == rules.me)}
        common = lcm(*(weight.denominator for weight in own.values()))
        found.append({name: int(weight * common) for name, weight in own.items() if weight})
        scale /= common
    return found, scale


def total_of(pattern: Pattern, poly: Poly, tables: Mapping[int, Table]) -> int:
    """The weight of all deals of this pattern, the liar's own weight left aside."""
    rows = [(mask, tables[table].get(mask, {})) for table, mask in pattern.tables]
    total = 0
    for low, coefficient in poly.items():
        weight = coefficient
        for mask, row in rows:
            weight *= row.get(low & mask, 0)
            if not weight:
                break
        total += weight
    return total
