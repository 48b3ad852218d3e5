"""How many deals are possible at all: as counting, where every weight is 1."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from solver.games.shadow_raiders.roles.deal import Deal, Pattern, total_of

if TYPE_CHECKING:
    from solver.games.shadow_raiders.roles.polynomial import Poly


def count_possible(deal: Deal) -> int:
    """The number of deals that fit (the deal's own weights are 1 or 0)."""
    tables = deal.tables(0)
    needed = [(pattern, _indicator(_fitting(deal, pattern), deal.players)) for pattern in deal.patterns(tables)]
    degree = max((low.bit_count() for _, poly in needed for low in poly), default=0)
    if degree:
        tables = deal.tables(degree)
    return sum(total_of(pattern, poly, tables) for pattern, poly in needed)


def _fitting(deal: Deal, pattern: Pattern) -> int:
    """Who may have low HP, given the unknown cards of all shuffles: the sets of players, as bits of one number."""
    sides, players = pattern.sides(deal.players), deal.players
    found = _sets_with(0, 0, players)
    for spread in deal.spreads:
        own = 0
        for low, high in spread.terms(sides):
            own |= _sets_with(low, high, players)
        found &= own
        if not found:
            break
    return found


@lru_cache(maxsize=1 << 12)
def _sets_with(low: int, high: int, players: int) -> int:
    """Every set of players with all of `low` and none of `high` in it: bit n is the set with the mask n."""
    found = 1 << low
    for player in range(players):
        if not (low | high) >> player & 1:
            found |= found << (1 << player)
    return found


@lru_cache(maxsize=1 << 12)
def _indicator(sets: int, players: int) -> Poly:
    """1 for these sets of players and 0 for all others, as a polynomial in "has low HP"."""
    asked = sum(1 << player for player in range(players) if _asks(sets, player, players))
    values = {lows: sets >> lows & 1 for lows in _subsets(asked)}
    for player in range(asked.bit_length()):
        bit = 1 << player
        if asked & bit:
            values = {low: value - values[low ^ bit] if low & bit else value for low, value in values.items()}
    return {low: value for low, value in values.items() if value}


def _asks(sets: int, player: int, players: int) -> bool:
    """Whether it matters if this player is in the set."""
    with_them = sets & _sets_with(1 << player, 0, players)
    return with_them >> (1 << player) != sets & _sets_with(0, 1 << player, players)


def _subsets(mask: int) -> Iterator[int]:
    subset = mask
    while True:
        yield subset
        if not subset:
            return
        subset = (subset - 1) & mask
