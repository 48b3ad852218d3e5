"""How many deals are possible at all: as counting, where every weight is 1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from solver.games.shadow_raiders.roles.deal import Deal, Pattern, total_of

if TYPE_CHECKING:
    from solver.games.shadow_raiders.roles.polynomial import Poly
    from solver.games.shadow_raiders.roles.spread import Term


def count_possible(deal: Deal) -> int:
    """The number of deals that fit (the deal's own weights are 1 or 0)."""
    castings = deal.castings(0)
    needed = [(pattern, _indicator(frozenset(_terms(deal, pattern)))) for pattern in deal.patterns(castings)]
    degree = max((low.bit_count() for _, poly in needed for low in poly), default=0)
    if degree:
        castings = deal.castings(degree)
    return sum(total_of(pattern, poly, castings) for pattern, poly in needed)


def _terms(deal: Deal, pattern: Pattern) -> Iterable[Term]:
    """What must hold of HP for the unknown cards of all shuffles; without repetition."""
    sides = pattern.sides(deal.players)
    found: set[Term] = {(0, 0)}
    for spread in deal.spreads:
        own = set(spread.terms(sides))
        both = {(low | more, high | fewer) for low, high in found for more, fewer in own}
        found = {(low, high) for low, high in both if not low & high}
    return found


@lru_cache(maxsize=1 << 12)
def _indicator(terms: frozenset[Term]) -> Poly:
    """1 where one of the conditions holds and 0 elsewhere, as a polynomial in "has low HP"."""
    kept = [term for term in terms if not any(_is_weaker(other, term) for other in terms)]
    asked = 0
    for low, high in kept:
        asked |= low | high
    values = {lows: int(any(low & ~lows == 0 and high & lows == 0 for low, high in kept)) for lows in _subsets(asked)}
    for player in range(asked.bit_length()):
        bit = 1 << player
        if asked & bit:
            values = {low: value - values[low ^ bit] if low & bit else value for low, value in values.items()}
    return {low: value for low, value in values.items() if value}


def _is_weaker(one: Term, other: Term) -> bool:
    """True if the first condition asks for less than the second."""
    return one != other and not one[0] & ~other[0] and not one[1] & ~other[1]


def _subsets(mask: int) -> Iterator[int]:
    subset = mask
    while True:
        yield subset
        if not subset:
            return
        subset = (subset - 1) & mask
