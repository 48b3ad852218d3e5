"""London in numbers, for looking ahead: places are 0 to 10 in alphabetical order, sets of places are bits of an int."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from maps import london
from maps.paths import hops

if TYPE_CHECKING:
    from solver.games.cat_and_mouse.cards import Card

NAMES = london().names
COUNT = len(NAMES)
NUMBER = {name: number for number, name in enumerate(NAMES)}
ROADS: tuple[tuple[int, ...], ...] = tuple(tuple(NUMBER[n] for n in london().neighbours[name]) for name in NAMES)
NEAR: tuple[tuple[int, ...], ...] = tuple((place, *roads) for place, roads in enumerate(ROADS))
"""Where one step, or none, leads."""
APART: tuple[tuple[int, ...], ...] = tuple(tuple(hops(london(), a)[b] for b in NAMES) for a in NAMES)
EVERYWHERE = (1 << COUNT) - 1


@cache
def sites(card: Card) -> int:
    """The places where she may play it."""
    return bits(NUMBER[name] for name in NAMES if card.fits(london(), name))


def bits(places: Iterable[int]) -> int:
    return sum(1 << place for place in set(places))


def members(places: int) -> tuple[int, ...]:
    return tuple(place for place in range(COUNT) if places >> place & 1)


@cache
def widened(places: int) -> int:
    """Where one step, or none, leads from any of `places`."""
    return bits(after for place in members(places) for after in NEAR[place])


def size(places: int) -> int:
    return places.bit_count()


def ways_round(start: int, goal: int, blocked: Iterable[int]) -> int:
    """Steps from start to goal past the blocked places (the goal itself may be blocked); 6 where there is no way."""
    closed = set(blocked) - {goal, start}
    steps, ring, seen = 0, {start}, {start}
    while ring:
        if goal in ring:
            return steps
        ring = {after for place in ring for after in ROADS[place]} - seen - closed
        seen |= ring
        steps += 1
    return 6
