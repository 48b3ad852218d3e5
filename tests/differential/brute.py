"""The fifth witness: every world written out, one by one, and crossed off where it does not fit.

Written from the rules alone. It shares no code with the program, and knows no trick: a deck is a list of cards,
each card is a (location, landmark) pair, and probabilities are sums of fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product

Card = tuple[str, str]
Deck = tuple[Card, ...]
Weighted = Iterator[tuple[Deck, Fraction]]


@dataclass(frozen=True)
class Town:
    """Which landmarks stand at each location, and between which locations a road runs."""

    landmarks: Mapping[str, tuple[str, ...]]
    roads: frozenset[frozenset[str]]

    def is_step(self, before: str, after: str, stays: bool) -> bool:
        return (before == after and stays) or frozenset((before, after)) in self.roads


@dataclass(frozen=True)
class Showed:
    """The card of this slot shows this landmark."""

    slot: int
    landmark: str

    def holds(self, deck: Deck) -> bool:
        return deck[self.slot][1] == self.landmark


@dataclass(frozen=True)
class Searched:
    """A search at `place` with this slot on top; `found` if she was there."""

    slot: int
    place: str
    found: bool

    def holds(self, deck: Deck) -> bool:
        return (deck[self.slot][0] == self.place) == self.found


Seen = Showed | Searched


def closed_walks(town: Town, slots: int, stays: bool) -> Iterator[tuple[str, ...]]:
    """Every way round: each slot one step from the one before, slot 0 one step from the last."""
    walks: list[tuple[str, ...]] = [(place,) for place in town.landmarks]
    for _ in range(slots - 1):
        walks = [(*walk, place) for walk in walks for place in town.landmarks if town.is_step(walk[-1], place, stays)]
    return (walk for walk in walks if town.is_step(walk[-1], walk[0], stays))


def decks_by_map(town: Town, slots: int, stays: bool, looked_at: Iterable[int]) -> Weighted:
    """Every closed walk, all alike; the cards that are looked at printed in every way, others left blank."""
    seen = frozenset(looked_at)
    for walk in closed_walks(town, slots, stays):
        prints = [town.landmarks[place] if slot in seen else ("",) for slot, place in enumerate(walk)]
        chance = Fraction(1)
        for printable in prints:
            chance /= len(printable)
        for faces in product(*prints):
            yield tuple(zip(walk, faces, strict=True)), chance


def decks_of_cards(town: Town, cards: Sequence[Card], slots: int, stays: bool) -> Weighted:
    """Every order of `slots` different cards that is a closed walk, all alike. Two equal cards are two cards."""
    for deck in permutations(cards, slots):
        if all(town.is_step(deck[slot - 1][0], deck[slot][0], stays) for slot in range(slots)):
            yield deck, Fraction(1)


def printed_decks(rows: Sequence[Sequence[Card]]) -> Weighted:
    """Every printed row, cut before any of its cards, all alike."""
    for row in rows:
        for cut in range(len(row)):
            yield (*row[cut:], *row[:cut]), Fraction(1)


def fitting(decks: Weighted, seen: Iterable[Seen]) -> list[tuple[Deck, Fraction]]:
    """The decks in which everything that was seen holds."""
    facts = list(seen)
    return [(deck, weight) for deck, weight in decks if all(fact.holds(deck) for fact in facts)]


def distribution(
    weighted: Sequence[tuple[Deck, Fraction]], read: Callable[[Deck], Hashable]
) -> dict[Hashable, Fraction]:
    """How likely each value that `read` gives is; empty where no deck is left."""
    total = sum((weight for _, weight in weighted), Fraction(0))
    shares: dict[Hashable, Fraction] = {}
    for deck, weight in weighted:
        shares[read(deck)] = shares.get(read(deck), Fraction(0)) + weight / total
    return shares


# Her symbols


@dataclass(frozen=True)
class Shares:
    """She shares one of `numbers` symbols with `symbols`."""

    symbols: frozenset[str]
    numbers: frozenset[int]

    def holds(self, hers: frozenset[str]) -> bool:
        return len(hers & self.symbols) in self.numbers


@dataclass(frozen=True)
class IsNot:
    """The card with these symbols was seen elsewhere (or was named in vain)."""

    symbols: frozenset[str]

    def holds(self, hers: frozenset[str]) -> bool:
        return hers != self.symbols


@dataclass(frozen=True)
class Is:
    """These symbols were named, and right."""

    symbols: frozenset[str]

    def holds(self, hers: frozenset[str]) -> bool:
        return hers == self.symbols


def possible_triples(
    triples: Iterable[Iterable[str]], facts: Sequence[Shares | IsNot | Is]
) -> dict[tuple[str, ...], Fraction]:
    """The triples in which every fact holds, alphabetical and equally likely."""
    left = [tuple(sorted(triple)) for triple in triples if all(fact.holds(frozenset(triple)) for fact in facts)]
    return {triple: Fraction(1, len(left)) for triple in left}


def all_triples(symbols: Iterable[str]) -> Iterator[tuple[str, ...]]:
    return combinations(sorted(symbols), 3)
