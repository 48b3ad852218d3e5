"""Reading 1 of the deck: how likely the outcomes of unknown cards are in one world, copy by copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import perm, prod
from typing import TYPE_CHECKING

from solver.engines.stock import Stock, one
from solver.games.shadow_raiders.box import WEAK, Character, reasoning_cards
from solver.games.shadow_raiders.roles.outcomes import Condition, outcomes

if TYPE_CHECKING:
    from solver.games.shadow_raiders.roles.facts import Showing, Shuffled
    from solver.games.shadow_raiders.rules import Rules, Switches

Kind = tuple[str, bool, bool]
"""All that a reasoning card can tell of a character: camp, whether its HP is low, and whether it lies."""
Row = tuple[tuple[Kind, str, Condition], ...]
"""What one copy showed: the kind, outcome and condition of each player who was handed it."""
SCALE = 8
"""Every chance of an outcome is a multiple of 1/8."""


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
    stock, showings = _stock(tuple(left.items())), sum(map(len, shuffled.unknown))
    rows = (_row(showings_, roles) for showings_ in shuffled.unknown)
    weights = ([_weigh(card, row, rules.switches) for card in left] for row in rows)
    ways = stock.ways(sum(one(stock.row(weight)) for weight in weights))
    return order_weight(rules, shuffled) * Fraction(ways, SCALE**showings)


def _row(showings: Sequence[Showing], roles: Mapping[str, Character]) -> Row:
    return tuple((_kind(roles[showing.player]), showing.outcome, showing.condition) for showing in showings)


def _kind(character: Character) -> Kind:
    return (character.camp, character.is_weak, character.lies)


@lru_cache(maxsize=32)
def _stock(left: tuple[tuple[str, int], ...]) -> Stock:
    """The copies that are left; what was counted of them is remembered from world to world."""
    return Stock([copies for _, copies in left])


@lru_cache(maxsize=1 << 14)
def _weigh(card: str, row: Row, switches: Switches) -> int:
    """How likely one copy showed this if it was that card, times `SCALE` for each showing."""
    weight = 1
    for (camp, is_weak, lies), outcome, condition in row:
        somebody = Character("", "", camp, WEAK if is_weak else WEAK + 1, "", lies=lies)
        weight *= int(SCALE * outcomes(reasoning_cards()[card], somebody, condition, switches).get(outcome, 0))
    return weight
