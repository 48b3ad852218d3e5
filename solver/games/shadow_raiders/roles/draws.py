"""Reading 1 of the deck: how likely the outcomes of unknown cards are in one world, copy by copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import perm, prod
from typing import TYPE_CHECKING

from solver.games.shadow_raiders.box import Character, reasoning_cards
from solver.games.shadow_raiders.roles.outcomes import Condition, outcomes

if TYPE_CHECKING:
    from solver.games.shadow_raiders.roles.facts import Showing, Shuffled
    from solver.games.shadow_raiders.rules import Rules, Switches

Kind = tuple[str, int, bool]
"""All that a reasoning card can tell of a character: camp, HP, and whether it lies."""
Row = tuple[tuple[Kind, str, Condition], ...]
"""What one copy showed: the kind, outcome and condition of each player who was handed it."""


def drawn(shuffled: Shuffled) -> int:
    """How many copies left the deck."""
    return sum(number for _, number in shuffled.known) + len(shuffled.unknown)


def left_over(rules: Rules, shuffled: Shuffled) -> Mapping[str, int] | None:
    """The copies that the unknown cards may be, by id; None where more were drawn than there are."""
    known = dict(shuffled.known)
    left = {card: copies - known.get(card, 0) for card, copies in rules.deck.copies.items()}
    is_possible = drawn(shuffled) <= rules.deck.size and set(known) <= set(left) and min(left.values()) >= 0
    return left if is_possible and not shuffled.is_torn else None


def order_weight(rules: Rules, shuffled: Shuffled) -> Fraction:
    """How likely the known cards came up in their places, and given copies in those of the unknown ones."""
    ways = prod(perm(rules.deck.copies[card], number) for card, number in shuffled.known)
    return Fraction(ways, perm(rules.deck.size, drawn(shuffled)))


def likelihood(rules: Rules, shuffled: Shuffled, roles: Mapping[str, Character]) -> Fraction:
    """How likely all draws of this shuffle came out as they did, where `roles` maps each player to their character."""
    left = left_over(rules, shuffled)
    if left is None:
        return Fraction(0)
    rows = sorted(_row(showings, roles) for showings in shuffled.unknown)
    ways = _ways(tuple(rows), tuple((card, copies) for card, copies in left.items() if copies), rules.switches)
    return order_weight(rules, shuffled) * ways


def _row(showings: Sequence[Showing], roles: Mapping[str, Character]) -> Row:
    return tuple((_kind(roles[showing.player]), showing.outcome, showing.condition) for showing in showings)


def _kind(character: Character) -> Kind:
    return (character.camp, character.hp, character.lies)


@lru_cache(maxsize=1 << 16)
def _ways(rows: tuple[Row, ...], left: tuple[tuple[str, int], ...], switches: Switches) -> Fraction:
    """The sum, over all ways to give each row a copy of its own, of how likely the rows then are."""
    if not rows:
        return Fraction(1)
    total = Fraction(0)
    for place, (card, copies) in enumerate(left):
        chance = _chance(card, rows[0], switches)
        if chance and copies:
            fewer = (*left[:place], (card, copies - 1), *left[place + 1 :])
            total += copies * chance * _ways(rows[1:], fewer, switches)
    return total


@lru_cache(maxsize=1 << 14)
def _chance(card: str, row: Row, switches: Switches) -> Fraction:
    chance = Fraction(1)
    for (camp, hp, lies), outcome, condition in row:
        somebody = Character("", "", camp, hp, "", lies=lies)
        chance *= outcomes(reasoning_cards()[card], somebody, condition, switches).get(outcome, Fraction(0))
    return chance
