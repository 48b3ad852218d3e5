"""Who she is: what clues say, and what is left of them when another lady is drawn."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from solver.core.errors import Contradiction
from solver.games.black_sonata.cards import SUITS, SYMBOLS, Lady, ladies
from tests.games.playing import answers, clue, faults, fog, fogged, played, search, turn, turns

WHATELEY = ("chain", "heart", "music")
LANIER = ("music", "rattle", "ring")
FLORIO = ("heart", "quill", "ring")


def symbols_known(suit: str = "oak", **more: Any) -> dict[str, Any]:
    return {"lady": {"set": "dark", "suit": suit, "knowledge": "symbols"}, **more}


def cards_known(suit: str = "oak", **more: Any) -> dict[str, Any]:
    return {"lady": {"set": "dark", "suit": suit, "knowledge": "cards"}, **more}


def triples(*facts: tuple[tuple[str, ...], set[int]]) -> set[tuple[str, ...]]:
    """The triples that share as many symbols with each card as one of its numbers says."""
    return {
        triple
        for triple in combinations(SYMBOLS, 3)
        if all(len(set(triple) & set(card)) in numbers for card, numbers in facts)
    }


def symbols(setup: Any, *events: Any) -> set[tuple[str, ...]]:
    return set(answers(setup, *events)["lady.symbols"])


def mates(suit: str) -> set[tuple[str, ...]]:
    return {lady.as_set for lady in ladies() if lady.suit == suit}


def by_name(name: str) -> Lady:
    return next(lady for lady in ladies() if lady.name == name)


def test_at_first_all_35_triples_are_equally_likely() -> None:
    shares = answers(symbols_known())["lady.symbols"]
    assert set(shares) == triples()
    assert set(shares.values()) == {Fraction(1, 35)}


def test_where_cards_are_known_she_is_one_of_the_two_of_her_suit() -> None:
    for suit in SUITS:
        found = answers(cards_known(suit))
        assert set(found["lady.symbols"]) == mates(suit)
        assert set(found["lady.identity"]) == {lady.name for lady in ladies() if lady.suit == suit}
        assert set(found["lady.identity"].values()) == {Fraction(1, 2)}


def test_who_she_is_by_name_is_asked_only_where_cards_are_known() -> None:
    assert set(answers(symbols_known())) == {"lady.symbols"}
    assert set(answers(cards_known())) == {"lady.symbols", "lady.identity"}


@pytest.mark.parametrize("numbers", [(0,), (1,), (2,), (3,), (0, 2), (0, 1, 3)])
def test_a_clue_says_with_how_many_symbols_hers_agree(numbers: tuple[int, ...]) -> None:
    assert symbols(symbols_known(), clue("heart quill ring", *numbers)) == triples((FLORIO, set(numbers)))


def test_the_order_of_symbols_and_numbers_does_not_matter() -> None:
    one = answers(symbols_known(), clue("heart quill ring", 0, 2))
    assert answers(symbols_known(), clue("ring heart quill", 2, 0)) == one


def test_clues_add_up() -> None:
    both = [clue("heart quill ring", 0, 2), clue("chain crown music", 1)]
    assert symbols(symbols_known(), *both) == triples((FLORIO, {0, 2}), (("chain", "crown", "music"), {1}))


def test_numbers_are_not_compared_with_those_printed() -> None:
    """Aline Florio prints 1 for oak; a designer's card may print 3."""
    assert symbols(symbols_known("oak"), clue("heart quill ring", 3)) == {FLORIO}


def test_clues_that_leave_nobody_are_a_contradiction() -> None:
    with pytest.raises(Contradiction) as refusal:
        answers(symbols_known(), clue("heart quill ring", 3), clue("chain heart music", 1), clue("heart quill ring", 1))
    assert refusal.value.events == (0, 2)


def test_where_cards_are_known_a_card_seen_as_a_clue_is_not_hers() -> None:
    found = answers(cards_known("oak"), clue("chain heart music", 0, 1, 2, 3))
    assert found["lady.symbols"] == {LANIER: 1}
    assert found["lady.identity"] == {"Emilia Lanier": 1}


def test_where_only_symbols_are_known_a_clue_card_may_have_her_symbols() -> None:
    assert WHATELEY in symbols(symbols_known("oak"), clue("chain heart music", 0, 1, 2, 3))


def test_the_other_card_of_her_suit_is_never_forbidden_as_a_clue() -> None:
    setup = cards_known("oak", start="Cornhill", stealth={"knowledge": "map"})
    found = answers(setup, turn(), search(found=True), clue("chain heart music", 1))
    assert found["lady.symbols"] == {LANIER: 1}


# Another lady is drawn


def replaced(setup_of: Any, suit: str, *before: Any, after: Any = ()) -> Any:
    """The answers once a fog card has brought a lady of that suit; `before` is noted after a find, before that."""
    setup = setup_of("oak", start="Cornhill", stealth={"knowledge": "map", "countdown": 3})
    find = [turn(), search(found=True), *before, *turns(25)]
    assert played(setup, *find).deck.slot == 1
    return answers(setup, *find, fog("replace-lady", suit=suit), *after)


def test_her_suit_becomes_that_of_the_new_lady() -> None:
    assert set(replaced(cards_known, "rose")["lady.symbols"]) == mates("rose")


def test_numbers_noted_of_the_lady_before_are_void() -> None:
    """A triple that is no printed card's: its number is void, and all that stays is that it is not hers."""
    strange = ("chain", "crown", "music")
    assert strange not in {lady.as_set for lady in ladies()}
    left = set(replaced(symbols_known, "rose", clue(" ".join(strange), 3))["lady.symbols"])
    assert left == triples() - {strange}


def test_a_held_clue_of_a_printed_lady_says_its_number_for_the_new_suit() -> None:
    """Aline Florio prints 1 for oak and 0/2 for rose."""
    left = set(replaced(symbols_known, "rose", clue("heart quill ring", 1))["lady.symbols"])
    assert by_name("Aline Florio").numbers["rose"] == (0, 2)
    assert left == triples((FLORIO, {0, 2}))


def test_the_new_lady_is_none_of_the_clue_cards_seen() -> None:
    """The clue in hand is a lady of the new suit: it was not shuffled in, so the other one was drawn."""
    found = replaced(cards_known, "bluebell", clue("heart quill ring", 1))
    assert found["lady.identity"] == {
        next(lady.name for lady in ladies() if lady.as_set in mates("bluebell") - {FLORIO}): 1
    }
    with_symbols = set(replaced(symbols_known, "bluebell", clue("heart quill ring", 1))["lady.symbols"])
    assert with_symbols == triples((FLORIO, set(by_name("Aline Florio").numbers["bluebell"]))) - {FLORIO}


def test_the_old_card_may_be_drawn_again() -> None:
    assert set(replaced(cards_known, "oak")["lady.symbols"]) == mates("oak")


def test_a_clue_given_away_before_yields_no_number_but_was_seen() -> None:
    setup = cards_known("oak", start="Cornhill", stealth={"knowledge": "map", "countdown": 3})
    given = [
        turn(), search(found=True), clue("heart quill ring", 1), *turns(25),
        fog("swap-clue", gives=["heart", "quill", "ring"]), *turns(26), fog("replace-lady", suit="bluebell"),
    ]  # fmt: skip
    assert FLORIO not in answers(setup, *given)["lady.symbols"]
    of_symbols = {**setup, "lady": {**setup["lady"], "knowledge": "symbols"}}
    assert set(answers(of_symbols, *given)["lady.symbols"]) == triples() - {FLORIO}


def test_a_clue_given_away_still_speaks_of_the_same_lady() -> None:
    setup = symbols_known("oak", start="Cornhill", stealth={"knowledge": "map", "countdown": 3})
    given = [
        turn(), search(found=True), clue("heart quill ring", 1), *turns(25),
        fog("swap-clue", gives=["heart", "quill", "ring"]),
    ]  # fmt: skip
    assert set(answers(setup, *given)["lady.symbols"]) == triples((FLORIO, {1}))


def test_clues_noted_after_the_change_speak_of_the_new_lady() -> None:
    new = clue("chain crown music", 2)
    found = replaced(symbols_known, "rose", after=[new])
    assert set(found["lady.symbols"]) == triples((("chain", "crown", "music"), {2}))


def test_two_changes_leave_only_the_last_lady() -> None:
    setup = symbols_known("oak", start="Cornhill", stealth={"knowledge": "map", "countdown": 3})
    events = [
        turn(), search(found=True), clue("heart quill ring", 1), *turns(25),
        fog("replace-lady", suit="rose"), *turns(26), fog("replace-lady", suit="sage"),
    ]  # fmt: skip
    assert set(answers(setup, *events)["lady.symbols"]) == triples(
        (FLORIO, set(by_name("Aline Florio").numbers["sage"]))
    )


def test_an_owners_fog_card_may_also_bring_another_lady() -> None:
    setup = cards_known("oak", start="Cornhill", stealth={"knowledge": "map"})
    other = fog("other", text="she sends her sister", suit="sage")
    assert set(answers(setup, *fogged(), other)["lady.symbols"]) == mates("sage")


# Card lists


def card(name: str, suit: str, symbols_: str, **numbers: list[int]) -> dict[str, Any]:
    return {"name": name, "suit": suit, "symbols": symbols_.split(), **({"numbers": numbers} if numbers else {})}


OWN = [
    card("Ann", "oak", "chain crown heart"),
    card("Bea", "oak", "music quill ring"),
    card("Cat", "oak", "heart quill rattle"),
    card("Dot", "rose", "chain quill ring", oak=[1, 2]),
]


def own(cards: Any, suit: str = "oak", knowledge: str = "cards") -> dict[str, Any]:
    return {"lady": {"set": "dark", "suit": suit, "knowledge": knowledge, "cards": cards}}


def test_ladies_of_an_own_list_take_the_place_of_those_printed() -> None:
    found = answers(own(OWN))
    assert found["lady.identity"] == dict.fromkeys(("Ann", "Bea", "Cat"), Fraction(1, 3))


def test_numbers_of_an_own_list_count_when_another_lady_is_drawn() -> None:
    setup = {**own(OWN, "rose", "symbols"), "start": "Cornhill", "stealth": {"knowledge": "map"}}
    events = [turn(), search(found=True), clue("chain quill ring", 0, 1), *turns(25), fog("replace-lady", suit="oak")]
    dot = ("chain", "quill", "ring")
    assert set(answers(setup, *events)["lady.symbols"]) == triples((dot, {1, 2})) - {dot}


def test_a_list_tells_all_its_faults_at_once() -> None:
    bad = [
        card("Ann", "oak", "chain crown heart", rose=[3]),
        card("Ann", "oak", "heart chain crown"),
        card("Dot", "rose", "music quill ring"),
    ]
    found = {fault.path: fault for fault in faults(own(bad))}
    assert set(found) == {
        "$.setup.lady.cards[0].numbers.rose",
        "$.setup.lady.cards[1].name",
        "$.setup.lady.cards[1].symbols",
    }
    assert "[0]" in found["$.setup.lady.cards[0].numbers.rose"].accepted


def test_a_card_has_three_different_symbols_of_the_game() -> None:
    bad = [
        card("Ann", "oak", "chain chain heart"),
        card("Bea", "oak", "chain heart"),
        card("Cat", "oak", "chain heart lute"),
        card("", "elm", "chain heart ring"),
    ]
    found = [fault.path for fault in faults(own(bad))]
    assert len(found) == 5
    assert "$.setup.lady.cards[0].symbols" in found
    assert "$.setup.lady.cards[2].symbols[2]" in found
    assert "$.setup.lady.cards[3].suit" in found


def test_a_list_without_her_suit_is_refused_where_cards_are_known() -> None:
    (fault,) = faults(own(OWN, "sage"))
    assert fault.path == "$.setup.lady.suit"
    assert "oak, rose" in fault.accepted
    assert len(answers(own(OWN, "sage", "symbols"))["lady.symbols"]) == 35


def test_a_file_cannot_be_named_from_standard_input() -> None:
    (fault,) = faults(own("cards.toml"))
    assert fault.path == "$.setup.lady.cards"
