"""A mystery cut down to a few facts: kinds of cards that they do not tell apart are one, later moves are left out.

Whether the facts fit is found out much sooner then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from solver.games.isla_negra.decks import CardType, Deck, Level, Listed
from solver.games.isla_negra.whereabouts.facts import CardFact, Shown
from solver.games.isla_negra.whereabouts.moves import Shuffle, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solver.games.isla_negra.whereabouts.moves import Move


def first_of_alike(deck: Deck, facts: Sequence[CardFact]) -> dict[str, str]:
    """For each kind the first kind that every fact allows where it allows this one, upgrades apart from others."""
    allowed = list(_allowed(facts))
    firsts: dict[tuple[bool, ...], str] = {}
    return {
        kind: firsts.setdefault((kind in deck.upgrades, *(kind in kinds for kinds in allowed)), kind)
        for kind in deck.kinds
    }


def _allowed(facts: Sequence[CardFact]) -> Iterator[frozenset[str]]:
    for fact in facts:
        yield from (fact.kinds,) if isinstance(fact, Shown) else fact.kinds


def merged_deck(deck: Deck, firsts: Mapping[str, str]) -> Deck:
    """A complete deck in which kinds that are alike are one; it tells upgrades from other cards and no more."""
    copies: dict[str, int] = {}
    for kind, number in deck.copies.items():
        copies[firsts[kind]] = copies.get(firsts[kind], 0) + number
    types = {True: CardType.UPGRADE, False: CardType.TACTICS}
    cards = (Listed(kind, types[kind in deck.upgrades], Level.BASIC, number) for kind, number in copies.items())
    return Deck(tuple(cards), deck.size)


def merged_fact(fact: CardFact, firsts: Mapping[str, str], move: int) -> CardFact:
    """What the fact says of that deck; its move has a new number."""
    if isinstance(fact, Shown):
        return replace(fact, move=move, kinds=_firsts(fact.kinds, firsts))
    return replace(fact, move=move, kinds=tuple(_firsts(kinds, firsts) for kinds in fact.kinds))


def _firsts(kinds: frozenset[str], firsts: Mapping[str, str]) -> frozenset[str]:
    return frozenset(firsts[kind] for kind in kinds)


def moves_told_of(moves: Sequence[Move], told: Sequence[int]) -> list[int]:
    """The numbers of the moves without which facts about the moves `told` would mean something else: in each round all
    up to the last of these. What comes later can always be, and a round begins with every card in the deck."""
    needed: list[int] = []
    last = -1
    for number in reversed(range(len(moves))):
        last = max(last, number) if number in told else last
        if number <= last:
            needed.append(number)
        if moves[number] == Shuffle(Source.ALL):
            last = -1
    return needed[::-1]
