"""What a player types, and how an event is said."""

from __future__ import annotations

import json
from typing import Any

import pytest

from solver.core.errors import UnreadableEvent
from solver.core.session import parse_session
from solver.games.cat_and_mouse import GAME
from tests.games.cat_and_mouse.helpers import CHURCH, HAND, HERS, SETUP, card, flight, lady, moves, searches, table
from tests.games.cat_and_mouse.referee import PLACES, Game


def read(text: str, *events: dict[str, Any], setup: dict[str, Any] = SETUP) -> dict[str, Any]:
    return GAME.read_note(text, table(*events, setup=setup)).to_json()


AFTER = CHURCH["hand"]
"""Her hand after `CHURCH`."""
KNOWN = {**CHURCH, "pile": "tavern"}
"""The same turn, with the top of the draw pile noted."""


class TestHerTurn:
    @pytest.mark.parametrize(
        "text",
        [
            "church riverside",
            "church draws riverside",
            "lady church draws riverside",
            "plays church, draws riverside",
            "CHURCH Riverside",
            "chur river",
            "lady church, hand fog church tavern rural riverside",
            "lady church hand fog, church, tavern, rural, riverside",
        ],
    )
    def test_a_card_and_what_she_drew(self, text: str) -> None:
        assert read(text) == lady("church", "fog", "church", "tavern", "rural", "riverside")

    def test_the_card_drawn_is_the_one_on_top_where_that_was_noted(self) -> None:
        assert read("fog", KNOWN) == lady("fog", *AFTER[1:], "tavern")
        assert read("fog draws church", KNOWN) == lady("fog", *AFTER[1:], "church")

    def test_otherwise_it_is_asked_for(self) -> None:
        with pytest.raises(UnreadableEvent, match="which card did she draw after church") as refused:
            read("church")
        assert read(refused.value.example)["plays"] == "church"

    def test_nothing_drawn(self) -> None:
        assert read("church draws nothing") == lady("church", "fog", "church", "tavern", "rural")

    def test_the_top_of_the_draw_pile(self) -> None:
        assert read("church riverside pile tavern")["pile"] == "tavern"
        assert read("church riverside, pile card cornhill")["pile"] == card("Cornhill")

    @pytest.mark.parametrize("text", ["top southwark", "lady top Southwark", "top south"])
    def test_the_top_of_the_location_deck_leaves_the_hand(self, text: str) -> None:
        assert read(text) == lady({"top": "Southwark"}, *HAND)

    def test_a_location_card_of_the_hand(self) -> None:
        hand = [card("St Paul's"), *HAND[1:]]
        told = read("card st pauls draws fog", setup={**SETUP, "hand": hand})
        assert told == lady(card("St Paul's"), *HAND[1:], "fog")

    def test_it_may_be_named_bare_in_her_turn(self) -> None:
        hand = [card("Liberty of the Clink"), *HAND[1:]]
        assert read("clink fog", setup={**SETUP, "hand": hand})["plays"] == card("Liberty of the Clink")

    @pytest.mark.parametrize("verb", ["new-hand", "new hand", "lady new-hand"])
    def test_a_new_hand_keeps_the_location_cards(self, verb: str) -> None:
        hand = [card("Southwark"), *HAND[1:]]
        told = read(f"{verb} fog fog tavern rural", setup={**SETUP, "hand": hand})
        assert told == lady("new-hand", card("Southwark"), "fog", "fog", "tavern", "rural")

    def test_a_new_hand_is_asked_for(self) -> None:
        with pytest.raises(UnreadableEvent, match="new hand is missing"):
            read("new-hand")

    @pytest.mark.parametrize("text", ["none", "lady none", "trapped"])
    def test_none(self, text: str) -> None:
        assert read(text) == lady("none", *HAND)

    def test_in_her_view_with_her_place_and_her_next_location(self) -> None:
        told = read("church riverside at southwark next london", setup=HERS)
        assert (told["at"], told["next"]) == ("Southwark", "London Bridge")

    @pytest.mark.parametrize(
        "text", ["church riverside at southwark", "church riverside next southwark", "flight clink"]
    )
    def test_in_the_historians_view_that_is_refused(self, text: str) -> None:
        with pytest.raises(UnreadableEvent):
            read(text)

    def test_a_card_not_in_the_hand_is_read_and_left_to_the_table(self) -> None:
        assert read("riverside tavern") == lady("riverside", *HAND, "tavern")


class TestHistorian:
    def test_a_move_of_the_only_pawn_that_can(self) -> None:
        assert read("move eastcheap", CHURCH) == moves(0, "Eastcheap")
        assert read("blackfriars", CHURCH) == moves(1, "Blackfriars")

    @pytest.mark.parametrize("text", ["move 1 cripplegate", "move clerkenwell cripplegate", "move clerk cripp"])
    def test_a_pawn_by_its_number_or_its_place(self, text: str) -> None:
        assert read(text, CHURCH) == moves(1, "Cripplegate")

    def test_two_pawns_that_can_are_told_apart(self) -> None:
        with pytest.raises(UnreadableEvent) as refused:
            read("move cripplegate", CHURCH)
        assert set(refused.value.suggestions) == {"move 0 Cripplegate", "move 1 Cripplegate"}

    def test_no_pawn_there(self) -> None:
        with pytest.raises(UnreadableEvent, match="no pawn stands at Southwark"):
            read("move southwark clink", CHURCH)

    def test_where_no_road_leads_is_left_to_the_table(self) -> None:
        assert read("move southwark", CHURCH) == moves(0, "Southwark")

    @pytest.mark.parametrize(
        ("text", "event"),
        [
            ("search 0 miss", searches(0, False)),
            ("search cornhill hit", searches(0, True)),
            ("search clerk found", searches(1, True)),
            ("sea 1 nothing", searches(1, False)),
        ],
    )
    def test_a_search(self, text: str, event: dict[str, Any]) -> None:
        assert read(text, CHURCH) == event

    def test_which_pawn_is_asked_for(self) -> None:
        with pytest.raises(UnreadableEvent, match="which pawn searched"):
            read("search miss", CHURCH)

    def test_not_where_both_stand_on_one_place(self) -> None:
        setup = {**SETUP, "pawns": ["Cornhill", "Cornhill"]}
        assert read("search miss", CHURCH, setup=setup) == searches(0, False)


class TestFlight:
    def test_where_she_fled_to(self) -> None:
        assert read("flight clink", setup=HERS) == flight("Liberty of the Clink")
        assert read("flees clink", setup=HERS) == flight("Liberty of the Clink")


class TestMistakes:
    @pytest.mark.parametrize("text", ["", "  ", "// only a remark", "{", "[]", '{"type": "pass"}', '{"plays": 3}'])
    def test_what_has_no_form_is_refused_with_help(self, text: str) -> None:
        with pytest.raises(UnreadableEvent):
            read(text)

    def test_a_misspelling_is_answered_with_the_nearest_names(self) -> None:
        with pytest.raises(UnreadableEvent) as refused:
            read("chruch tavern")
        assert "church" in refused.value.suggestions

    def test_an_ambiguous_shortening_names_what_it_could_be(self) -> None:
        with pytest.raises(UnreadableEvent) as refused:
            read("ri tavern pile c")
        assert {"church", "commercial"} <= set(refused.value.suggestions)

    def test_something_said_twice(self) -> None:
        with pytest.raises(UnreadableEvent, match="twice"):
            read("church tavern pile fog pile fog")

    def test_words_left_over(self) -> None:
        with pytest.raises(UnreadableEvent, match="nothing more is expected"):
            read("search 0 miss again", CHURCH)


class TestSpeaking:
    EVENTS = (
        CHURCH,
        KNOWN,
        lady(card("Liberty of the Clink"), card("St Paul's"), "fog", pile=card("Southwark")),
        lady({"top": "Liberty of the Clink"}, *HAND, note="she smiled"),
        lady("new-hand", *HAND),
        lady("none", card("Southwark")),
        lady("none"),
        moves(1, "St Paul's"),
        searches(0, True),
        {**searches(1, False), "note": " odd  spaces "},
        {**searches(1, False), "note": ""},
    )

    @pytest.mark.parametrize("raw", EVENTS)
    @pytest.mark.parametrize("before", [(), (CHURCH,)])
    def test_what_is_said_is_read_as_the_same_event(self, raw: dict[str, Any], before: tuple[Any, ...]) -> None:
        here = table(*before)
        event = GAME.read_note(json.dumps(raw), here)
        assert event.to_json() == raw
        assert GAME.read_note(GAME.speak(event), here) == event

    @pytest.mark.parametrize(
        "raw", [{**CHURCH, "at": "Southwark", "next": "St Paul's"}, flight("Liberty of the Clink")]
    )
    def test_hers_too(self, raw: dict[str, Any]) -> None:
        here = table(setup=HERS)
        event = GAME.read_note(json.dumps(raw), here)
        assert GAME.read_note(GAME.speak(event), here) == event

    @pytest.mark.parametrize("view", ["historian", "lady"])
    @pytest.mark.parametrize("seed", range(10))
    def test_whole_games(self, seed: int, view: str) -> None:
        session = parse_session(json.dumps(Game(seed, seed % 3).play(30).session(view)), "a game", None)
        here = session.game.open(session.setup)
        for index, event in enumerate(session.events):
            assert session.game.read_note(session.game.speak(event), here) == event
            here = session.game.advance(here, event, index)


class TestCompletion:
    def test_her_cards_first_in_her_turn(self) -> None:
        assert list(GAME.complete_note("", table()))[:2] == ["fog", "church"]

    def test_then_the_pawns_ways(self) -> None:
        found = list(GAME.complete_note("", table(CHURCH)))
        assert found[:2] == ["Bishopsgate", "Cripplegate"]
        assert "search" in found

    def test_what_was_begun(self) -> None:
        assert list(GAME.complete_note("move cr", table(CHURCH))) == ["Cripplegate"]
        assert list(GAME.complete_note("search mi", table(CHURCH))) == ["miss"]
        assert set(GAME.complete_note("top ", table())) == set(PLACES)

    def test_what_only_she_notes_is_offered_to_her_alone(self) -> None:
        for typed in ("", "church "):
            offered = {"flight", "at", "next"} & set(GAME.complete_note(typed, table()))
            assert not offered
        assert {"at", "next"} <= set(GAME.complete_note("church ", table(setup=HERS)))
