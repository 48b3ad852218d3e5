"""How each public move, with what was seen of it, carries the states on. Factors that all states share are left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import comb, factorial, lcm, prod
from typing import TypeAlias

from solver.games.isla_negra.whereabouts.moves import Zone
from solver.games.isla_negra.whereabouts.states import (
    FIELD,
    WIDTH,
    Kinds,
    Packed,
    State,
    States,
    count,
    one,
    pack,
    parts,
)

CHOICES = [[comb(n, k) for k in range(n + 1)] for n in range(1 << WIDTH)]
Split: TypeAlias = Iterable[tuple[State, int]]
Cards: TypeAlias = tuple[int, ...]
"""A number of cards for each kind."""


def carry(states: States, step: Callable[[State], Split]) -> States:
    """Every state taken through `step`; equal ones are joined."""
    carried: States = {}
    for state, weight in states.items():
        for after, factor in step(state):
            if factor:
                carried[after] = carried.get(after, 0) + weight * factor
    return carried


def draw(state: State, cards: int, rest: int) -> State:
    """The hand takes the next `cards` cards, of which the deck has `rest` mixed ones above its last card."""
    mixed = min(cards, rest)
    after = state._replace(mixed_hand=state.mixed_hand + mixed)
    if cards > rest and state.bottom is not None:
        after = after._replace(hand=state.hand + one(state.bottom), bottom=None)
    return after


def draw_named(kinds: Kinds, state: State, meanings: Sequence[Cards], rest: int) -> Split:
    """The next cards when the drawer names them; `meanings` are the cards that the names can mean."""
    mixed = kinds.counts(kinds.mixed(state))
    for cards in meanings:
        hidden, after = list(cards), state._replace(hand=state.hand + pack(cards))
        if sum(cards) > rest and state.bottom is not None:
            hidden[state.bottom] -= 1
            after = after._replace(bottom=None)
        if min(hidden) >= 0:
            yield after, _ways(mixed, hidden)


def _ways(mixed: Sequence[int], cards: Sequence[int]) -> int:
    """In how many ways mixed cards can lie in given places so that these are there."""
    return factorial(sum(cards)) * prod(comb(of, number) for of, number in zip(mixed, cards, strict=True))


def leave(kinds: Kinds, state: State, to: Zone, seen: Iterable[int]) -> Split:
    """One card of the hand goes to the pile or the table, each as likely; `seen` is what it can be."""
    mixed = kinds.mixed(state)
    for kind in seen:
        told = count(state.hand, kind)
        if told:
            yield _lay(state._replace(hand=state.hand - one(kind)), kind, to), told
        others = count(mixed, kind)
        if state.mixed_hand and others:
            after = state._replace(mixed_hand=state.mixed_hand - 1)
            yield _lay(after, kind, to), state.mixed_hand * others


def _lay(state: State, kind: int, to: Zone) -> State:
    return cover(state, kind) if to is Zone.PILE else state._replace(table=(*state.table, kind))


def cover(state: State, kind: int) -> State:
    """One more card on top of the pile."""
    below = 0 if state.top is None else one(state.top)
    return state._replace(pile=state.pile + below, top=kind)


def scatter(kinds: Kinds, state: State, cards: int, hand_size: int) -> Split:
    """`cards` cards of the hand go to the pile below its top, every choice of them as likely."""
    if cards == hand_size:
        pile, mixed_pile = state.pile + state.hand, state.mixed_pile + state.mixed_hand
        yield state._replace(hand=0, mixed_hand=0, pile=pile, mixed_pile=mixed_pile), 1
        return
    held = (*kinds.counts(state.hand), state.mixed_hand)
    for gone in parts(held, cards):
        told, mixed = pack(gone[:-1]), gone[-1]
        after = state._replace(
            hand=state.hand - told,
            mixed_hand=state.mixed_hand - mixed,
            pile=state.pile + told,
            mixed_pile=state.mixed_pile + mixed,
        )
        yield after, prod(comb(of, number) for of, number in zip(held, gone, strict=True))


def clear(state: State, cards: int) -> State:
    """The oldest cards beside the fighter go on top of the pile."""
    after = state._replace(table=state.table[cards:])
    for kind in state.table[:cards]:
        after = cover(after, kind)
    return after


def look(kinds: Kinds, state: State, meanings: Sequence[Cards]) -> Split:
    """The hand is seen; `meanings` are the cards that its names can mean."""
    told, mixed = kinds.counts(state.hand), kinds.counts(kinds.mixed(state))
    for cards in meanings:
        hidden = [number - known for number, known in zip(cards, told, strict=True)]
        if min(hidden) >= 0:
            yield state._replace(hand=pack(cards), mixed_hand=0), _ways(mixed, hidden)


def shuffle_pile(kinds: Kinds, states: States, bottoms: Sequence[int]) -> States:
    """The pile without its top becomes the deck: what stays in the hand has to be told apart from now on."""
    told = tell_hands(kinds, states, forgets_pile=True)
    return carry(told, lambda state: _show_last(kinds, state, kinds.mixed(state), bottoms))


def shuffle_deck(kinds: Kinds, states: States, bottoms: Sequence[int]) -> States:
    """What is left of the deck is shuffled again: all that lies elsewhere has to be told apart from now on."""
    hands = tell_hands(kinds, states, forgets_pile=False)
    piles = carry(hands, lambda state: _tell_pile(kinds, state))
    decks = carry(piles, lambda state: [(state._replace(bottom=None), 1)])
    return carry(decks, lambda state: _show_last(kinds, state, kinds.mixed(state), bottoms))


def _tell_pile(kinds: Kinds, state: State) -> Split:
    mixed = kinds.counts(kinds.mixed(state))
    for cards in parts(mixed, state.mixed_pile):
        yield state._replace(pile=state.pile + pack(cards), mixed_pile=0), _ways(mixed, cards)


def tell_hands(kinds: Kinds, states: States, forgets_pile: bool) -> States:
    """The same with the mixed cards of the hand told; with `forgets_pile` all others are mixed in the end."""
    told: States = {}
    groups: dict[State, dict[int, int]] = {}
    width = kinds.width
    for state, weight in states.items():
        places = factorial(state.mixed_hand) * (factorial(state.mixed_pile) if forgets_pile else 1)
        bare = state._replace(hand=0, pile=0, mixed_hand=0, mixed_pile=0 if forgets_pile else state.mixed_pile)
        key = state.hand + (state.pile << width) + (state.mixed_hand << 2 * width)
        group = groups.setdefault(bare, {})
        group[key] = group.get(key, 0) + weight * places
    for bare, group in groups.items():
        for key, weight in _tell(kinds, kinds.counts(kinds.mixed(bare)), group, forgets_pile).items():
            hand, pile = key & kinds.mask, (key >> width) & kinds.mask
            told[bare._replace(hand=hand, pile=pile)] = weight
    return told


def _tell(kinds: Kinds, copies: Cards | list[int], group: dict[int, int], forgets_pile: bool) -> dict[int, int]:
    """Kind after kind, so that states that become equal are joined as early as can be: a key is the hand, the pile
    (forgotten kind by kind if it is to be) and how many cards of the hand are still to be told."""
    one_left = 1 << 2 * kinds.width
    found = group
    for kind, total in enumerate(copies):
        later = sum(copies[kind + 1 :]) * one_left + one_left
        in_hand, in_pile = WIDTH * kind, WIDTH * kind + kinds.width
        carried: dict[int, int] = {}
        for key, weight in found.items():
            pile = (key >> in_pile) & FIELD
            mixed = total - ((key >> in_hand) & FIELD) - pile
            after = key - (pile << in_pile) if forgets_pile else key
            for ways in CHOICES[mixed]:
                if 0 <= after < later:
                    carried[after] = carried.get(after, 0) + weight * ways
                after += (1 << in_hand) - one_left
        found = carried
    return found


def _show_last(kinds: Kinds, state: State, deck: Packed, bottoms: Iterable[int]) -> Split:
    """A deck of these cards was shuffled, again and again until the last card was no upgrade."""
    counts = kinds.counts(deck)
    upgrades = sum(counts[kind] for kind in kinds.upgrades)
    size = sum(counts)
    lasts = size - upgrades
    for kind in bottoms:
        if kind in kinds.upgrades:
            factor = lcm(*range(1, size + 1)) // size if not lasts else 0
        else:
            factor = lcm(*range(1, size + 1)) // lasts if lasts else 0
        yield state._replace(bottom=kind), counts[kind] * factor
