"""Where cards can be, by following every order of every deck: shares no code with the program but the moves' names.

A state is (deck from the top, hand, pile with its top last, table); weights are exact. For decks of up to nine cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any, TypeAlias

from solver.games.isla_negra.whereabouts.moves import Clear, Draw, Leave, Look, Move, Scatter, Shuffle, Source, Zone

if TYPE_CHECKING:
    from solver.games.isla_negra.decks import Deck

Cards: TypeAlias = tuple[str, ...]
State: TypeAlias = tuple[Cards, Cards, Cards, Cards]


def states_after(deck: Deck, moves: Sequence[Move], facts: Sequence[Any]) -> dict[State, Fraction]:
    """Every state that can be, with its weight; the weights add up to the likelihood of all that was seen."""
    everything = tuple(sorted(kind for kind, copies in deck.copies.items() for _ in range(copies)))
    states: dict[State, Fraction] = {(everything, (), (), ()): Fraction(1)}
    seen = {fact.move: fact for fact in facts}
    for number, move in enumerate(moves):
        after: Counter[State] = Counter()
        for state, weight in states.items():
            for follower, moved, share in follow(state, move, frozenset(deck.upgrades)):
                if number not in seen or is_seen(moved, seen[number]):
                    after[follower] += weight * share  # type: ignore[assignment]
        states = dict(after)  # type: ignore[arg-type]
    return states


def is_seen(moved: Cards, fact: Any) -> bool:
    """Whether the cards that moved can be what was seen."""
    if isinstance(fact.kinds, frozenset):
        return moved[-1] in fact.kinds
    if len(moved) != len(fact.kinds):
        return False
    orders = set(permutations(moved))
    return any(all(card in kinds for card, kinds in zip(order, fact.kinds, strict=True)) for order in orders)


def follow(state: State, move: Move, upgrades: frozenset[str]) -> Iterator[tuple[State, Cards, Fraction]]:
    """Everything that a move can do, the cards that moved (a shuffle: the whole order), and how likely it is."""
    deck, hand, pile, table = state
    match move:
        case Shuffle(Source.ALL):
            for order, share in orders(tuple(sorted(deck + hand + pile + table)), upgrades):
                yield (order, (), (), ()), order, share
        case Shuffle(Source.PILE):
            assert not deck
            for order, share in orders(tuple(sorted(pile[:-1])), upgrades):
                yield (order, hand, pile[-1:], table), order, share
        case Shuffle(Source.DECK):
            for order, share in orders(tuple(sorted(deck)), upgrades):
                yield (order, hand, pile, table), order, share
        case Draw(number):
            yield (deck[number:], tuple(sorted(hand + deck[:number])), pile, table), deck[:number], Fraction(1)
        case Leave(to):
            for at, card in enumerate(hand):
                left = hand[:at] + hand[at + 1 :]
                after = (deck, left, (*pile, card), table) if to is Zone.PILE else (deck, left, pile, (*table, card))
                yield after, (card,), Fraction(1, len(hand))
        case Scatter(number):
            choices = list(combinations(range(len(hand)), number))
            for chosen in choices:
                gone = tuple(hand[at] for at in chosen)
                left = tuple(card for at, card in enumerate(hand) if at not in chosen)
                below = tuple(sorted(pile[:-1] + gone))
                yield (deck, left, below + pile[-1:], table), gone, Fraction(1, len(choices))
        case Clear(number):
            yield (deck, hand, pile + table[:number], table[number:]), table[:number], Fraction(1)
        case Look():
            yield state, hand, Fraction(1)


@cache
def orders(cards: Cards, upgrades: frozenset[str]) -> tuple[tuple[Cards, Fraction], ...]:
    """Every order of these cards with its probability, when an upgrade at the end is shuffled away."""
    counted = Counter(distinct_orders(cards))
    good = {order: ways for order, ways in counted.items() if order[-1] not in upgrades} or dict(counted)
    total = sum(good.values())
    return tuple((order, Fraction(ways, total)) for order, ways in good.items())


def distinct_orders(cards: Cards) -> Mapping[Cards, int]:
    """Every order of kinds, with the number of orders of the cards that look like it."""
    if not cards:
        return {(): 1}
    found: Counter[Cards] = Counter()
    for card, copies in Counter(cards).items():
        rest = list(cards)
        rest.remove(card)
        for order, ways in distinct_orders(tuple(rest)).items():
            found[(card, *order)] += copies * ways
    return found


def shares(states: Mapping[State, Fraction], read: Any) -> dict[Any, Fraction]:
    """The probability of each value that `read` reads off a state."""
    total = sum(states.values())
    found: dict[Any, Fraction] = {}
    for state, weight in states.items():
        value = read(state)
        found[value] = found.get(value, Fraction(0)) + weight / total
    return found
