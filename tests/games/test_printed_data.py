"""The printed components: each fact that the rules lean on is checked on the cards as the program has them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from string import ascii_uppercase

import pytest

from maps import london
from solver.games.black_sonata.cards import SUITS, SYMBOLS, Lady, ladies, printed_sequence, stealth_cards

STAYS = {1: 0, 2: 0, 3: 0, 4: 0, 5: 1, 6: 2, 7: 3, 8: 2}
TRIPLES = [frozenset(triple) for triple in combinations(SYMBOLS, 3)]


def locations(sequence: int) -> list[str]:
    return [stealth_cards()[number].location for number in printed_sequence(sequence)]


def overlap(one: Lady, other: Lady) -> int:
    return len(set(one.symbols) & set(other.symbols))


def mate(lady: Lady) -> Lady:
    """The other lady of her suit."""
    return next(other for other in ladies() if other.suit == lady.suit and other != lady)


def left_after(cards: list[Lady], her: Lady) -> list[frozenset[str]]:
    """The triples that fit the numbers which these cards print for her suit."""
    return [
        triple for triple in TRIPLES if all(len(triple & set(card.symbols)) in card.numbers[her.suit] for card in cards)
    ]


def test_there_are_32_stealth_cards_at_eleven_locations() -> None:
    assert len(stealth_cards()) == 32
    assert {card.location for card in stealth_cards()} == set(london().names)


@pytest.mark.parametrize("number", range(32))
def test_the_landmark_of_a_card_stands_at_its_location(number: int) -> None:
    card = stealth_cards()[number]
    assert card.landmark in london().place(card.location).landmarks


@pytest.mark.parametrize("sequence", range(1, 9))
def test_a_sequence_has_26_different_cards_lettered_a_to_z(sequence: int) -> None:
    numbers = printed_sequence(sequence)
    assert len(set(numbers)) == len(numbers) == 26
    assert "".join(stealth_cards()[number].letters[sequence - 1] for number in numbers) == ascii_uppercase
    left_out = [card for number, card in enumerate(stealth_cards()) if number not in numbers]
    assert {card.letters[sequence - 1] for card in left_out} == {"-"}


@pytest.mark.parametrize("sequence", range(1, 9))
def test_a_sequence_is_a_closed_walk_along_the_roads(sequence: int) -> None:
    """Z is followed by A by a legal step, so that the deck can be cut anywhere."""
    walk = locations(sequence)
    for before, after in pairwise([*walk, walk[0]]):
        assert after in london().neighbours[before] or (before == after and STAYS[sequence])


@pytest.mark.parametrize(("sequence", "stays"), STAYS.items())
def test_she_stays_only_in_sequences_5_to_8(sequence: int, stays: int) -> None:
    walk = locations(sequence)
    assert sum(before == after for before, after in pairwise([*walk, walk[0]])) == stays


def test_there_are_twelve_ladies_two_in_each_suit() -> None:
    assert len(ladies()) == 12
    assert Counter(lady.suit for lady in ladies()) == dict.fromkeys(SUITS, 2)
    assert [lady.name for lady in ladies()] == sorted({lady.name for lady in ladies()})


def test_there_are_seven_symbols_and_35_triples() -> None:
    assert len(TRIPLES) == 35
    assert all(lady.as_set == tuple(sorted(set(lady.symbols))) for lady in ladies())
    assert len({lady.as_set for lady in ladies()}) == 12
    assert {symbol for lady in ladies() for symbol in lady.symbols} == set(SYMBOLS)


@pytest.mark.parametrize("lady", ladies(), ids=lambda lady: lady.name)
@pytest.mark.parametrize("suit", SUITS)
def test_a_printed_number_is_the_set_of_overlaps_with_the_ladies_of_that_suit(lady: Lady, suit: str) -> None:
    others = [other for other in ladies() if other.suit == suit and other != lady]
    assert list(lady.numbers[suit]) == sorted({overlap(lady, other) for other in others})
    assert lady.numbers[suit] in ((1,), (2,), (0, 2))


def test_there_are_72_printed_numbers() -> None:
    assert sum(len(lady.numbers) for lady in ladies()) == 72


@pytest.mark.parametrize("her", ladies(), ids=lambda lady: lady.name)
def test_the_ten_deck_clues_never_separate_the_two_ladies_of_a_suit(her: Lady) -> None:
    deck = [lady for lady in ladies() if lady.suit != her.suit]
    assert len(deck) == 10
    assert set(left_after(deck, her)) == {frozenset(her.symbols), frozenset(mate(her).symbols)}


@pytest.mark.parametrize("her", ladies(), ids=lambda lady: lady.name)
def test_the_clue_under_the_keys_separates_them(her: Lady) -> None:
    """Hers is the other card of the suit; together with the ten it leaves her alone."""
    deck = [lady for lady in ladies() if lady != her]
    assert left_after(deck, her) == [frozenset(her.symbols)]
