"""How each public move, with what was seen of it, carries weighted branches on. Weights are relative integers: what
all branches share (the sizes of hands, of decks) is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import comb, factorial, prod
from typing import TypeAlias

from solver.games.isla_negra.whereabouts.branches import (
    Branch,
    Item,
    Vector,
    minus,
    one_more,
    plus,
    shuffle_deck,
    shuffle_pile,
    unit,
)
from solver.games.isla_negra.whereabouts.moves import Source, Zone

Branches: TypeAlias = dict[Branch, int]
Kinds: TypeAlias = frozenset[int]
Split: TypeAlias = Iterable[tuple[Branch, int]]


def carry(branches: Branches, step: Callable[[Branch], Split]) -> Branches:
    """Every branch taken through `step`; equal ones are joined."""
    carried: Branches = {}
    for branch, weight in branches.items():
        for follower, factor in step(branch):
            carried[follower] = carried.get(follower, 0) + weight * factor
    return carried


def draw(branch: Branch, cards: int) -> Branch:
    """The hand with the next `cards` cards; the bottom card, once drawn, is a known one."""
    unseen = min(cards, branch.rest)
    hand = one_more(branch.hand, branch.bottom) if cards > branch.rest else branch.hand
    return replace(
        branch,
        hand=hand,
        hidden_hand=one_more(branch.hidden_hand, branch.now, unseen),
        rest=branch.rest - unseen,
        has_bottom=branch.has_bottom and cards <= branch.rest,
    )


def draw_named(branch: Branch, cards: Sequence[Vector]) -> Split:
    """The next cards when the drawer names them: `cards` are the vectors that the names can mean."""
    kinds = len(branch.hand)
    for drawn in cards:
        number = sum(drawn)
        takes_bottom = number > branch.rest
        hidden = minus(drawn, unit(kinds, branch.bottom)) if takes_bottom else drawn
        if min(hidden) < 0:
            continue
        after = replace(branch, hand=plus(branch.hand, drawn), rest=branch.rest - sum(hidden))
        after = replace(after, has_bottom=branch.has_bottom and not takes_bottom)
        yield after.name(branch.now, hidden), _orders(hidden)


def _orders(cards: Vector) -> int:
    """In how many orders these cards can lie."""
    return factorial(sum(cards)) // prod(factorial(number) for number in cards)


def leave(branch: Branch, to: Zone, seen: Kinds | None) -> Split:
    """One card leaves the hand, each as likely: a known one, or a hidden one of some epoch; `seen`: what it can be."""
    for kind, copies in enumerate(branch.hand):
        if copies and (seen is None or kind in seen):
            rest = replace(branch, hand=one_more(branch.hand, kind, -1))
            yield _put(rest, kind, to), copies
    for epoch, cards in enumerate(branch.hidden_hand):
        if cards:
            rest = replace(branch, hidden_hand=one_more(branch.hidden_hand, epoch, -1))
            if seen is None:
                yield _put(rest, -1 - epoch, to), cards
            else:
                for kind in seen:
                    yield _put(rest.name(epoch, unit(len(branch.hand), kind)), kind, to), cards


def _put(branch: Branch, item: Item, to: Zone) -> Branch:
    return branch.cover(item) if to is Zone.PILE else replace(branch, table=(*branch.table, item))


def scatter(branch: Branch, cards: int) -> Split:
    """`cards` cards of the hand go below the top of the pile, every choice of them as likely."""
    held = (*branch.hand, *branch.hidden_hand)
    kinds = len(branch.hand)
    for gone in parts_of(held, cards):
        known, hidden = gone[:kinds], gone[kinds:]
        after = replace(
            branch,
            hand=minus(branch.hand, known),
            hidden_hand=minus(branch.hidden_hand, hidden),
            pile=plus(branch.pile, known),
            hidden_pile=plus(branch.hidden_pile, hidden),
        )
        yield after, prod(comb(held[at], number) for at, number in enumerate(gone))


def clear(branch: Branch, cards: int) -> Branch:
    """The oldest cards beside the fighter go on top of the pile."""
    after = replace(branch, table=branch.table[cards:])
    for item in branch.table[:cards]:
        after = after.cover(item)
    return after


def look(branch: Branch, hands: Sequence[Vector]) -> Split:
    """The hand is seen: `hands` are the vectors that its names can mean."""
    for hand in hands:
        unknown = minus(hand, branch.hand)
        if min(unknown) >= 0:
            yield from _name_hand(replace(branch, hand=hand), unknown, len(branch.hidden_hand) - 1)


def _name_hand(branch: Branch, unknown: Vector, epoch: int) -> Iterator[tuple[Branch, int]]:
    """The hidden places of the hand, epoch by epoch from `epoch` down, are given these kinds in every way."""
    if epoch < 0:
        if not any(unknown):
            yield branch, 1
        return
    cards = branch.hidden_hand[epoch]
    bare = replace(branch, hidden_hand=one_more(branch.hidden_hand, epoch, -cards))
    for part in parts_of(unknown, cards):
        named = bare.name(epoch, part) if cards else bare
        for after, ways in _name_hand(named, minus(unknown, part), epoch - 1):
            yield after, ways * _orders(part)


@lru_cache(maxsize=4096)
def parts_of(whole: Vector, number: int) -> tuple[Vector, ...]:
    """Every vector of `number` cards that is at most `whole` in each place."""
    if number > sum(whole):
        return ()
    if not whole:
        return ((),)
    return tuple(
        (first, *others) for first in range(min(whole[0], number) + 1) for others in parts_of(whole[1:], number - first)
    )


def shuffle(branch: Branch, source: Source, bottoms: Iterable[int]) -> Split:
    """The pile or the rest of the deck is shuffled; `bottoms` are the kinds that its last card can be of."""
    begin = shuffle_pile if source is Source.PILE else shuffle_deck
    for bottom in bottoms:
        yield begin(branch, bottom), 1
