"""What a play of hers may bring up: exact chances of the next hand, from the cards that the draw pile must hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from solver.core.values import Outcome
from solver.games.cat_and_mouse.cards import Card, by_value, without
from solver.games.cat_and_mouse.grammar import json_cards
from solver.games.cat_and_mouse.plays import Play, PlayKind

if TYPE_CHECKING:
    from solver.games.cat_and_mouse.table import Table

Drawn = tuple[tuple[Card, ...], Fraction]
"""Cards that come up together, in no order, and how likely that is."""


def outcomes_of(table: Table, play: Play) -> tuple[Outcome, ...]:
    """The hands (and next location cards) that may follow, likeliest first; one empty outcome where the notes of the
    cards do not add up."""
    if play.kind is PlayKind.TOP:
        return _after_top(table, str(play.place))
    if play.kind is PlayKind.NOTHING:
        return (Outcome({"hand": json_cards(table.hand)}, Fraction(1)),)
    if not table.piles.adds_up:
        return (Outcome({}, Fraction(1)),)
    if play.kind is PlayKind.CARD and play.card is not None:
        kept: tuple[Card, ...] = without(table.hand, play.card)
        found = _draws(table, 1, [play.card])
    else:
        kept = tuple(card for card in table.hand if card.is_location)
        found = _draws(table, len(table.hand) - len(kept), [card for card in table.hand if not card.is_location])
    listed = [Outcome({"hand": json_cards((*kept, *drawn))}, chance) for drawn, chance in found]
    return tuple(sorted(listed, key=lambda outcome: (-outcome.probability, str(outcome.fields))))


def _after_top(table: Table, place: str) -> tuple[Outcome, ...]:
    """The hand stays; the next card is any of the locations not seen yet, the one left out among them."""
    hand: dict[str, Any] = {"hand": json_cards(table.hand)}
    left = [name for name in table.board.names if name not in (*table.tops, place)]
    if table.locations_left <= 1 or table.secret is None:
        return (Outcome(hand, Fraction(1)),)
    return tuple(Outcome({**hand, "next": name}, Fraction(1, len(left))) for name in left)


def _draws(table: Table, number: int, discarded: Sequence[Card]) -> Iterator[Drawn]:
    """What comes up if `number` cards are drawn after these were discarded."""
    pile, top = table.piles.pile, table.piles.top
    if number > len(pile):
        rest = [*table.piles.discards, *discarded]
        first = tuple(pile)
        yield from (((*first, *more), chance) for more, chance in _samples(rest, min(number - len(pile), len(rest))))
    elif top is not None and top in pile and number:
        yield from (((top, *more), chance) for more, chance in _samples(without(pile, top), number - 1))
    else:
        yield from _samples(pile, number)


def _samples(cards: Sequence[Card], number: int) -> Iterator[Drawn]:
    """Every selection of so many cards from a shuffled pile, alike cards not told apart."""
    whole = comb(len(cards), number)
    for chosen, ways in _choices(list(Counter(cards).items()), number):
        yield tuple(sorted(chosen, key=by_value(cards).index)), Fraction(ways, whole)


def _choices(stock: Sequence[tuple[Card, int]], number: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Selections with the number of ways to make each."""
    if not number:
        yield (), 1
        return
    if not stock:
        return
    (card, copies), rest = stock[0], stock[1:]
    for taken in range(min(copies, number) + 1):
        for more, ways in _choices(rest, number - taken):
            yield (*[card] * taken, *more), ways * comb(copies, taken)
