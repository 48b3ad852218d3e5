"""Small random games with everything that was seen of them, and what the brute force makes of that.

A game is drawn from a seed: a board of four or five places, a deck that really lies there, faces and searches that
are true of it (some faces twice, some not noticed), and now and then one note that is false.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

from maps import Board, Place
from solver.core.protocol import Mystery, Noted
from solver.games.black_sonata.cards import SYMBOLS, Lady, StealthCard
from solver.games.black_sonata.faces import Landmark
from solver.games.black_sonata.lady.by_suit import CardLady, SymbolLady
from solver.games.black_sonata.lady.facts import Confronted, Overlap, SeenAsClue
from solver.games.black_sonata.motion import SearchResult, Sighting
from solver.games.black_sonata.stealth.by_cards import CardsDeck
from solver.games.black_sonata.stealth.by_map import MapDeck
from solver.games.black_sonata.stealth.moments import Moments
from solver.games.black_sonata.stealth.printed import PrintedDeck, Row
from tests.differential.brute import (
    Card,
    Deck,
    Is,
    IsNot,
    Searched,
    Seen,
    Shares,
    Showed,
    Town,
    all_triples,
    closed_walks,
    decks_by_map,
    decks_of_cards,
    distribution,
    fitting,
    possible_triples,
    printed_decks,
)

LANDMARKS = ("church", "playhouse", "rural", "tavern")
SHAPES: Mapping[str, tuple[str, ...]] = {
    "path of 4": ("AB", "BC", "CD"),
    "path of 5": ("AB", "BC", "CD", "DE"),
    "cycle of 4": ("AB", "BC", "CD", "AD"),
    "cycle of 5": ("AB", "BC", "CD", "DE", "AE"),
    "star and edge": ("AB", "AC", "AD", "AE", "BC"),
    "complete 4": tuple(a + b for a, b in combinations("ABCD", 2)),
    "complete 5": tuple(a + b for a, b in combinations("ABCDE", 2)),
}
MOST_WALKS = 1200
"""More would make the brute force and python-constraint slow."""
FALSE_NOTES = 0.2
"""The share of games in which one note is false."""


@dataclass(frozen=True)
class SmallGame:
    """A mystery, what was noted of it, and the truth about that: the brute force's answers.

    `expected` gives the distribution of every statistic, `worlds` how many worlds are left, `trails` where she is in
    each slot in each of them (empty for a lady).
    """

    title: str
    mystery: Mystery[Any]
    noted: tuple[Noted, ...]
    expected: Mapping[Any, Mapping[Any, Fraction]]
    worlds: int
    trails: frozenset[tuple[str, ...]] = frozenset()

    @property
    def facts(self) -> tuple[Any, ...]:
        return tuple(noted.fact for noted in self.noted)


# Boards


def random_town(rng: Random) -> tuple[str, Town]:
    shape = rng.choice(sorted(SHAPES))
    places = sorted(set("".join(SHAPES[shape])))
    standing = {place: tuple(sorted(rng.sample(LANDMARKS, rng.randint(1, 3)))) for place in places}
    return shape, Town(standing, frozenset(frozenset(road) for road in SHAPES[shape]))


def as_board(town: Town) -> Board:
    """The same town as the program knows it."""
    places = tuple(Place(name, "grey", landmarks, (0, 0)) for name, landmarks in town.landmarks.items())
    roads = tuple((min(road), max(road)) for road in town.roads)
    return Board("a small town", places, roads)


def walkable(rng: Random) -> tuple[str, Town, int, bool]:
    """A town, a number of slots and whether she may stay, such that some but not too many decks exist."""
    while True:
        shape, town = random_town(rng)
        slots, stays = rng.randint(4, 8), rng.random() < 0.4
        if 0 < count_walks(town, slots, stays) <= MOST_WALKS:
            return shape, town, slots, stays


def count_walks(town: Town, slots: int, stays: bool) -> int:
    """How many closed walks there are: the trace of a power of the matrix of steps."""
    places = list(town.landmarks)
    step = [[int(town.is_step(a, b, stays)) for b in places] for a in places]
    power = step
    for _ in range(slots - 1):
        power = [
            [sum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*step, strict=True)]
            for row in power
        ]
    return sum(power[i][i] for i in range(len(places)))


# What is seen


def random_notes(rng: Random, town: Town, deck: Deck) -> list[Seen]:
    """What a player saw of this deck, in the order in which it was noted."""
    seen: list[Seen] = []
    for _ in range(rng.randint(0, len(deck) + 2)):
        slot = rng.randrange(len(deck))
        chance = rng.random()
        if chance < 0.15 and seen:
            seen.append(rng.choice(seen))
        elif chance < 0.45:
            place = rng.choice([deck[slot][0], *town.landmarks])
            seen.append(Searched(slot, place, place == deck[slot][0]))
        elif chance < 0.9:  # else the card was not noticed
            seen.append(Showed(slot, deck[slot][1]))
    if rng.random() < FALSE_NOTES:
        seen.insert(rng.randint(0, len(seen)), _false_note(rng, town, deck))
    return seen


def _false_note(rng: Random, town: Town, deck: Deck) -> Seen:
    slot = rng.randrange(len(deck))
    if rng.random() < 0.5:
        place = rng.choice(sorted(town.landmarks))
        return Searched(slot, place, place != deck[slot][0])
    return Showed(slot, rng.choice([landmark for landmark in LANDMARKS if landmark != deck[slot][1]]))


def as_noted(seen: Iterable[Seen]) -> tuple[Noted, ...]:
    return tuple(Noted(event, _as_fact(fact)) for event, fact in enumerate(seen))


def _as_fact(fact: Seen) -> Sighting | SearchResult:
    if isinstance(fact, Showed):
        return Sighting(fact.slot, Landmark(fact.landmark))
    return SearchResult(fact.slot, fact.place, fact.found)


def looked_at(seen: Iterable[Seen]) -> set[int]:
    return {fact.slot for fact in seen if isinstance(fact, Showed)}


def random_moments(rng: Random, slots: int) -> Moments:
    now = rng.randrange(slots)
    return Moments(now, (now + rng.randint(1, 3)) % slots)


# Where she is


def map_game(seed: int) -> SmallGame:
    rng = Random(f"map {seed}")
    shape, town, slots, stays = walkable(rng)
    walk = rng.choice(list(closed_walks(town, slots, stays)))
    seen = random_notes(rng, town, tuple((place, rng.choice(town.landmarks[place])) for place in walk))
    mystery = MapDeck(as_board(town), random_moments(rng, slots), stays, slots)
    left = fitting(decks_by_map(town, slots, stays, looked_at(seen)), seen)
    trails = frozenset(tuple(place for place, _ in deck) for deck, _ in left)
    return _deck_game(f"{shape}, {slots} slots{', stays' * stays}", mystery, seen, left, len(trails))


def cards_game(seed: int) -> SmallGame:
    rng = Random(f"cards {seed}")
    while True:
        shape, town = random_town(rng)
        slots, stays = rng.randint(4, 5), rng.random() < 0.4
        cards = random_cards(rng, town, rng.randint(slots, 8))
        decks = [deck for deck, _ in decks_of_cards(town, cards, slots, stays)]
        if decks:
            break
    seen = random_notes(rng, town, rng.choice(decks))
    left = fitting(((deck, Fraction(1)) for deck in decks), seen)
    printed = tuple(StealthCard(place, landmark, "") for place, landmark in cards)
    mystery = CardsDeck(as_board(town), random_moments(rng, slots), stays, slots, printed)
    return _deck_game(f"{shape}, {slots} of {len(cards)} cards{', stays' * stays}", mystery, seen, left, len(left))


def random_cards(rng: Random, town: Town, number: int) -> tuple[Card, ...]:
    """A small stock; some cards are alike."""
    kinds = [(place, landmark) for place, standing in town.landmarks.items() for landmark in standing]
    return tuple(rng.choice(kinds) for _ in range(number))


def printed_game(seed: int) -> SmallGame:
    rng = Random(f"printed {seed}")
    shape, town, slots, stays = walkable(rng)
    walks = list(closed_walks(town, slots, stays))
    rows = [_print(rng, town, rng.choice(walks)) for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.5:
        rows += [row[::-1] for row in rows]
    deck, _ = rng.choice(list(printed_decks(rows)))
    seen = random_notes(rng, town, deck)
    left = fitting(printed_decks(rows), seen)
    printed = tuple(Row(f"row {n}", tuple(StealthCard(*card, "") for card in row)) for n, row in enumerate(rows))
    mystery = PrintedDeck(as_board(town), random_moments(rng, slots), printed)
    game = _deck_game(f"{shape}, {len(rows)} rows of {slots}", mystery, seen, left, len(left))
    faces = {("card", slot): distribution(left, lambda deck, slot=slot: deck[slot]) for slot in range(slots)}
    return SmallGame(game.title, mystery, game.noted, {**game.expected, **faces}, game.worlds, game.trails)


def _print(rng: Random, town: Town, walk: Sequence[str]) -> tuple[Card, ...]:
    return tuple((place, rng.choice(town.landmarks[place])) for place in walk)


def _deck_game(
    title: str, mystery: Any, seen: Sequence[Seen], left: Sequence[tuple[Deck, Fraction]], worlds: int
) -> SmallGame:
    expected = {
        ("at", slot): distribution(left, lambda deck, slot=slot: deck[slot][0]) for slot in range(mystery.slots)
    }
    trails = frozenset(tuple(place for place, _ in deck) for deck, _ in left)
    return SmallGame(title, mystery, as_noted(seen), expected, worlds, trails)


# Who she is


def symbol_game(seed: int) -> SmallGame:
    rng = Random(f"symbols {seed}")
    mystery = SymbolLady()
    triples = list(all_triples(mystery.symbols))
    facts = random_clues(rng, triples, rng.choice(triples))
    return _lady_game("any triple", mystery, facts, possible_triples(triples, facts), {})


def lady_game(seed: int) -> SmallGame:
    rng = Random(f"ladies {seed}")
    triples = rng.sample(list(all_triples(SYMBOLS)), rng.randint(3, 12))
    listed = tuple(Lady(f"lady {n}", rng.choice(["oak", "rose"]), triple, {}) for n, triple in enumerate(triples))
    suit = listed[0].suit
    names = {lady.symbols: lady.name for lady in listed if lady.suit == suit}
    facts = random_clues(rng, triples, rng.choice(sorted(names)))
    left = possible_triples(names, facts)
    by_name = {names[triple]: chance for triple, chance in left.items()}
    return _lady_game(f"a lady of {suit}", CardLady(suit, listed), facts, left, {("identity",): by_name})


def random_clues(rng: Random, cards: Sequence[Iterable[str]], hers: Iterable[str]) -> list[Shares | IsNot | Is]:
    """Clue cards and confrontations that are true of `hers`, and now and then one that is not."""
    mine = frozenset(hers)
    facts: list[Shares | IsNot | Is] = []
    for _ in range(rng.randint(0, 5)):
        card = frozenset(rng.choice(cards))
        numbers = frozenset({len(card & mine), *rng.sample(range(4), rng.randint(0, 2))})
        facts.append(Shares(card, numbers))
        if card != mine and rng.random() < 0.4:
            facts.append(IsNot(card))
    if rng.random() < 0.1:
        facts.append(Is(mine))
    if rng.random() < FALSE_NOTES:
        facts.insert(rng.randint(0, len(facts)), rng.choice([IsNot(mine), Shares(mine, frozenset({0, 1}))]))
    return facts


def _lady_game(title: str, mystery: Any, facts: Sequence[Shares | IsNot | Is], left: Any, more: Any) -> SmallGame:
    noted = tuple(Noted(event, _as_lady_fact(fact, event)) for event, fact in enumerate(facts))
    return SmallGame(title, mystery, noted, {("symbols",): left, **more}, len(left))


def _as_lady_fact(fact: Shares | IsNot | Is, event: int) -> Any:
    symbols = tuple(sorted(fact.symbols))
    match fact:
        case Shares():
            return Overlap(symbols, fact.numbers)
        case IsNot():
            return SeenAsClue(symbols) if event % 2 else Confronted(symbols, False)
        case Is():
            return Confronted(symbols, True)


KINDS = {"map": map_game, "cards": cards_game, "printed": printed_game, "symbols": symbol_game, "ladies": lady_game}
"""Every kind of small game, by name."""
