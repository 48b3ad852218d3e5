"""Set-ups: what a key takes, its defaults, sequences of one's own; and all faults of a file at once."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from solver.answers.candidates import examine
from solver.games.black_sonata.cards import printed_sequence, stealth_cards
from solver.games.black_sonata.parts.stealth import printed_rows
from tests.games.playing import answers, faults, session, turn


def printed(**fields: Any) -> dict[str, Any]:
    return {"start": "Cornhill", "stealth": {"knowledge": "printed", **fields}}


def rows_of(setup: dict[str, Any]) -> list[list[int]]:
    """The rows in which the cards come up, as card numbers."""
    rows = printed_rows(session(setup).setup.settings["stealth"])
    return [[stealth_cards().index(card) for card in row.cards] for row in rows]


def worlds(setup: dict[str, Any], *events: Any) -> int:
    found = examine(session(setup, *events)).answers()[0].worlds
    assert found is not None
    return found


OWN = {"name": "mine", "cards": list(printed_sequence(3))[5:] + list(printed_sequence(3))[:5]}


# Sequences


def test_all_eight_sequences_forward_are_allowed_by_default() -> None:
    assert rows_of(printed()) == [list(printed_sequence(number)) for number in range(1, 9)]
    assert worlds(printed()) == 8 * 26


def test_only_the_sequences_named_are_allowed() -> None:
    assert rows_of(printed(sequences=[7, 2])) == [list(printed_sequence(7)), list(printed_sequence(2))]
    assert worlds(printed(sequences=[7, 2])) == 52


def test_reverse_is_from_z_to_a() -> None:
    assert rows_of(printed(sequences=[1], directions=["reverse"])) == [list(printed_sequence(1))[::-1]]
    assert worlds(printed(directions=["forward", "reverse"])) == 416


def test_a_sequence_or_direction_named_twice_counts_once() -> None:
    twice = printed(sequences=[1, 1, 2], directions=["forward", "forward"])
    assert answers(twice, turn("tavern")) == answers(printed(sequences=[1, 2]), turn("tavern"))


def test_a_sequence_of_ones_own_is_cut_anywhere_like_a_printed_one() -> None:
    """Turned by five cards, it is the same ring as the printed sequence that it was made of."""
    own, third = printed(sequences=[OWN]), printed(sequences=[3])
    assert worlds(own) == 26
    assert answers(own, turn("tavern"), turn("riverside")) == answers(third, turn("tavern"), turn("riverside"))


def test_own_and_printed_sequences_stand_side_by_side() -> None:
    assert worlds(printed(sequences=[1, OWN], directions=["forward", "reverse"])) == 104


def test_an_own_sequence_follows_its_cards_wherever_they_lie() -> None:
    """A designer's sequence need not be a walk: the cards are known, so the board proves nothing about them."""
    jumps = {"name": "jumps", "cards": list(range(26))}
    cards = [stealth_cards()[number] for number in range(26)]
    first, second = cards[0], cards[1]
    found = answers(printed(sequences=[jumps]), {"type": "top", "shows": first.landmark}, turn(second.landmark))
    pairs = [(a, b) for a, b in zip(cards, cards[1:] + cards[:1], strict=True)]
    fitting = [b.location for a, b in pairs if (a.landmark, b.landmark) == (first.landmark, second.landmark)]
    expected = {place: Fraction(fitting.count(place), len(fitting)) for place in fitting}
    assert found["lady.location"] == expected


@pytest.mark.parametrize(
    ("sequence", "path"),
    [
        (0, "sequences[0]"),
        (9, "sequences[0]"),
        ("3", "sequences[0]"),
        (True, "sequences[0]"),
        ({"name": "short", "cards": list(range(25))}, "sequences[0].cards"),
        ({"name": "long", "cards": [*range(26), 26]}, "sequences[0].cards"),
        ({"name": "twice", "cards": [0, *range(25)]}, "sequences[0]"),
        ({"name": "beyond", "cards": [*range(25), 32]}, "sequences[0].cards[25]"),
        ({"name": "below", "cards": [-1, *range(25)]}, "sequences[0].cards[0]"),
        ({"name": "", "cards": list(range(26))}, "sequences[0].name"),
        ({"cards": list(range(26))}, "sequences[0]"),
        ({"name": "more", "cards": list(range(26)), "start": 3}, "sequences[0].start"),
    ],
)
def test_a_sequence_that_cannot_be_is_refused_with_its_path(sequence: Any, path: str) -> None:
    found = faults(printed(sequences=[sequence]))
    assert any(fault.path.startswith(f"$.setup.stealth.{path}") for fault in found), [str(fault) for fault in found]


def test_a_bad_list_gives_all_its_faults_at_once() -> None:
    bad = {"name": "", "cards": [40, *range(1, 25), -3]}
    found = {fault.path for fault in faults(printed(sequences=[1, bad, 12]))}
    for part in ("[1].name", "[1].cards[0]", "[1].cards[25]", "[2]"):
        assert any(path.startswith(f"$.setup.stealth.sequences{part}") for path in found), (part, found)


def test_an_empty_list_of_sequences_or_directions_is_refused() -> None:
    assert faults(printed(sequences=[]))
    assert faults(printed(directions=[]))
    assert faults(printed(directions=["sideways"]))


# Keys


def test_knowledge_must_be_named() -> None:
    (fault,) = faults({"start": "Cornhill", "stealth": {}})
    assert fault.path == "$.setup.stealth.knowledge"


def test_a_deck_needs_a_pawn_to_search_with() -> None:
    (fault,) = faults({"stealth": {"knowledge": "map"}})
    assert fault.path == "$.setup.start"
    assert "Cornhill" in fault.accepted


def test_a_set_up_without_a_deck_needs_no_pawn() -> None:
    assert set(answers({"lady": {"set": "dark", "suit": "oak"}})) == {"lady.symbols"}
    assert answers({}) == {}


@pytest.mark.parametrize("knowledge", ["map", "cards"])
def test_stays_are_off_unless_switched_on(knowledge: str) -> None:
    """Taverns stand at Eastcheap and Southwark, which no road joins."""
    for stays, may_stay in (({}, False), ({"stays": False}, False), ({"stays": True}, True)):
        setup = {"start": "Cornhill", "stealth": {"knowledge": knowledge, **stays}}
        following = answers(setup, {"type": "top", "shows": "tavern"})["lady.location.next"]
        assert ({"Eastcheap", "Southwark"} <= set(following)) is may_stay
        assert {"Bishopsgate", "Cornhill", "Liberty of the Clink", "London Bridge"} <= set(following)


def test_all_faults_of_a_file_are_told_at_once() -> None:
    setup = {
        "start": "Rome",
        "stealth": {"knowledge": "all", "countdown": 7},
        "lady": {"set": "dark", "suit": "elm"},
        "rules": {"fog_cards": -1},
        "sonnet": True,
    }
    found = {
        fault.path
        for fault in faults(
            setup, {"type": "turn", "shows": "castle"}, {"type": "fly"}, {"type": "move", "to": "Rome", "on": "foot"}
        )
    }
    assert found == {
        "$.setup.start",
        "$.setup.stealth.knowledge",
        "$.setup.stealth.countdown",
        "$.setup.lady.suit",
        "$.setup.rules.fog_cards",
        "$.setup.sonnet",
        "$.events[0].shows",
        "$.events[1].type",
        "$.events[2].to",
        "$.events[2].on",
    }


@pytest.mark.parametrize(
    ("event", "path"),
    [
        ({"type": "turn"}, "$.events[0].shows"),
        ({"type": "turn", "shows": "castle"}, "$.events[0].shows"),
        ({"type": "turn", "shows": ["tavern", "countdown"]}, "$.events[0].shows"),
        ({"type": "turn", "shows": 3}, "$.events[0].shows"),
        ({"type": "turn", "shows": True}, "$.events[0].shows"),
        ({"type": "search"}, "$.events[0].found"),
        ({"type": "search", "found": "yes"}, "$.events[0].found"),
        ({"type": "search", "found": 1}, "$.events[0].found"),
        ({"type": "clue", "symbols": ["heart", "quill", "ring"], "numbers": []}, "$.events[0].numbers"),
        ({"type": "clue", "symbols": ["heart", "quill", "ring"], "numbers": [4]}, "$.events[0].numbers[0]"),
        ({"type": "clue", "symbols": ["heart", "quill", "ring"], "numbers": [True]}, "$.events[0].numbers[0]"),
        ({"type": "clue", "symbols": ["heart", "quill"], "numbers": [1]}, "$.events[0].symbols"),
        ({"type": "clue", "symbols": ["heart", "quill", "heart"], "numbers": [1]}, "$.events[0].symbols"),
        ({"type": "clue", "symbols": ["heart", "quill", "lute"], "numbers": [1]}, "$.events[0].symbols[2]"),
        ({"type": "fog", "effect": "clue", "to": "Cornhill"}, "$.events[0].to"),
        ({"type": "fog", "effect": "move-anywhere"}, "$.events[0].to"),
        ({"type": "fog", "effect": "replace-lady", "suit": "elm"}, "$.events[0].suit"),
        ({"type": "fog", "effect": "vanish"}, "$.events[0]"),
        ({"type": "confront", "symbols": ["heart", "quill", "ring"], "right": "yes"}, "$.events[0].right"),
        ({"type": "pass", "note": 3}, "$.events[0].note"),
        ({"type": "pass", "to": "Cornhill"}, "$.events[0].to"),
        ({}, "$.events[0]"),
        ("tavern", "$.events[0]"),
    ],
)
def test_an_event_of_another_form_is_refused_with_its_path(event: Any, path: str) -> None:
    found = faults({"start": "Cornhill", "stealth": {"knowledge": "map"}}, event)
    assert any(fault.path.startswith(path) for fault in found), [str(fault) for fault in found]
