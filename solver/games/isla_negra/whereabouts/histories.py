"""Reading 1: everything that can happen to the cards, history by history, for decks small enough to be listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, factorial, prod
from typing import TYPE_CHECKING, TypeAlias

from solver.games.isla_negra.decks import Deck, Level, shown_as
from solver.games.isla_negra.whereabouts.asking import MAYBE, NO, YES, responses, unlisted
from solver.games.isla_negra.whereabouts.facts import CardFact, Shown
from solver.games.isla_negra.whereabouts.moves import Clear, Draw, Leave, Look, Move, Scatter, Shuffle, Source, Zone

if TYPE_CHECKING:
    from collections.abc import Mapping

    from solver.core.values import Statistic, Value

Cards: TypeAlias = tuple[str, ...]
TOO_MANY = 10**18


@dataclass(frozen=True)
class History:
    """Where the cards are in the end, and what each move moved: the order of a shuffle from the top down, the cards
    drawn, the card that left, the cards scattered, the hand that was looked at."""

    deck: Cards
    hand: Cards = ()
    pile: Cards = ()
    """The top last."""
    table: Cards = ()
    moved: tuple[Cards, ...] = ()

    def add(self, moved: Cards) -> History:
        return replace(self, moved=(*self.moved, moved))


def histories(deck: Deck, moves: Sequence[Move]) -> Iterator[tuple[History, Fraction]]:
    """Every history of these moves with its probability; equal histories can come more than once."""
    start = History(tuple(kind for kind, copies in deck.copies.items() for _ in range(copies)))
    yield from _go_on(start, Fraction(1), moves, deck.upgrades)


def _go_on(
    history: History, share: Fraction, moves: Sequence[Move], upgrades: frozenset[str]
) -> Iterator[tuple[History, Fraction]]:
    if not moves:
        yield history, share
        return
    for after, chance in _make(history, moves[0], upgrades):
        yield from _go_on(after, share * chance, moves[1:], upgrades)


def _make(history: History, move: Move, upgrades: frozenset[str]) -> Iterator[tuple[History, Fraction]]:
    match move:
        case Shuffle(source):
            cards, rest = _gather(history, source)
            for order, chance in _orders(cards, upgrades):
                yield replace(rest, deck=order).add(order), chance
        case Draw(cards=number):
            drawn = history.deck[:number]
            after = replace(history, deck=history.deck[number:], hand=_sorted(history.hand + drawn))
            yield after.add(_sorted(drawn)), Fraction(1)
        case Leave(to):
            for card, copies in Counter(history.hand).items():
                left = replace(history, hand=_without(history.hand, (card,))).add((card,))
                yield _lay(left, card, to), Fraction(copies, len(history.hand))
        case Scatter(cards=number):
            for gone, chance in _subsets(history.hand, number):
                pile = (*history.pile[:-1], *gone, *history.pile[-1:])
                yield replace(history, hand=_without(history.hand, gone), pile=pile).add(gone), chance
        case Clear(cards=number):
            gone, kept = history.table[:number], history.table[number:]
            yield replace(history, table=kept, pile=history.pile + gone).add(gone), Fraction(1)
        case Look():
            yield history.add(history.hand), Fraction(1)


def _gather(history: History, source: Source) -> tuple[Cards, History]:
    """The cards that are shuffled, and the history with the rest where it lay."""
    if source is Source.ALL:
        everything = history.deck + history.hand + history.pile + history.table
        return everything, replace(history, deck=(), hand=(), pile=(), table=())
    if source is Source.PILE:
        return history.pile[:-1], replace(history, pile=history.pile[-1:])
    return history.deck, history


def _lay(history: History, card: str, to: Zone) -> History:
    if to is Zone.PILE:
        return replace(history, pile=(*history.pile, card))
    return replace(history, table=(*history.table, card))


def _sorted(cards: Cards) -> Cards:
    return tuple(sorted(cards))


def _without(cards: Cards, gone: Cards) -> Cards:
    return _sorted(tuple((Counter(cards) - Counter(gone)).elements()))


def _orders(cards: Cards, upgrades: frozenset[str]) -> Iterator[tuple[Cards, Fraction]]:
    """Every order that can end the shuffling, which goes on while an upgrade lies last (unless all are upgrades)."""
    lasts = [card for card in cards if card not in upgrades] or list(cards)
    alike = prod(factorial(copies) for copies in Counter(cards).values())
    chance = Fraction(alike, len(lasts) * factorial(len(cards) - 1))
    for order in _arrangements(Counter(cards)):
        if order[-1] in lasts:
            yield order, chance


def _arrangements(left: Counter[str]) -> Iterator[Cards]:
    if not left:
        yield ()
        return
    for card in list(left):
        for others in _arrangements(left - Counter((card,))):
            yield (card, *others)


def _subsets(cards: Cards, number: int) -> Iterator[tuple[Cards, Fraction]]:
    """Every set of `number` of these cards, drawn at random."""
    held = Counter(cards)
    for chosen in _choices(sorted(held.items()), number):
        ways = prod(comb(held[card], copies) for card, copies in Counter(chosen).items())
        yield chosen, Fraction(ways, comb(len(cards), number))


def _choices(held: Sequence[tuple[str, int]], number: int) -> Iterator[Cards]:
    if not held:
        if number == 0:
            yield ()
        return
    card, copies = held[0]
    for taken in range(min(copies, number) + 1):
        for others in _choices(held[1:], number - taken):
            yield (card,) * taken + others


def most_histories(deck: Deck, moves: Sequence[Move]) -> int:
    """At least as many as there are histories; cut off at a number that nobody can list."""
    kinds, most = len(deck.copies), 1
    for move in moves:
        if isinstance(move, Shuffle):
            alike = prod(factorial(copies) for copies in deck.copies.values())
            most *= factorial(deck.size) // alike
        elif isinstance(move, Leave):
            most *= kinds
        elif isinstance(move, Scatter):
            most *= comb(deck.size, move.cards)
        if most > TOO_MANY:
            return TOO_MANY
    return most


def likelihood(history: History, fact: CardFact) -> int:
    """1 where the history moved what was seen, else 0."""
    moved = history.moved[fact.move]
    if isinstance(fact, Shown):
        return int(moved[-1] in fact.kinds)
    return int(_fits(Counter(moved), fact.kinds))


def _fits(cards: Mapping[str, int], names: Sequence[frozenset[str]]) -> bool:
    """True when the cards can be dealt out to the names, each to one that it can be."""
    left = Counter(cards)
    if sum(left.values()) != len(names):
        return False
    for kinds in sorted(names, key=len):
        fitting = [kind for kind in sorted(kinds) if left[kind]]
        if not fitting:
            return False
        left[fitting[0]] -= 1
    return True


def read(history: History, statistic: Statistic, deck: Deck, most: Level) -> Value:
    """What a statistic is at the end of a history."""
    match statistic:
        case ("holds", str(kind)):
            return int(kind in history.hand)
        case ("among", frozenset() as kinds, int(draws)):
            return sum(card in kinds for card in history.hand + history.deck[:draws])
        case ("deck", frozenset() as kinds):
            return sum(card in kinds for card in history.deck)
        case ("next",):
            return shown_as(history.deck[0])
        case ("last",):
            return shown_as(history.deck[-1])
        case ("answer", str(word)):
            if any(card in responses(deck, word, most) for card in history.hand):
                return YES
            return MAYBE if any(card in unlisted(deck, word, most) for card in history.hand) else NO
    raise KeyError(statistic)
