"""Section 5 of the session contract, clause by clause."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from maps import london
from solver.answers.candidates import examine
from solver.core.errors import Contradiction, DataError, IllegalEvent
from tests.games.cat_and_mouse.helpers import (
    CHURCH,
    HAND,
    HERS,
    SETUP,
    card,
    chances,
    flight,
    lady,
    moves,
    searches,
    session,
    situation,
    table,
)
from tests.games.cat_and_mouse.referee import PLACES, near

TOUR = (
    "Shoreditch",
    "Bishopsgate",
    "Cornhill",
    "Eastcheap",
    "London Bridge",
    "Southwark",
    "Liberty of the Clink",
    "Blackfriars",
    "Clerkenwell",
    "Cripplegate",
)
"""Ten locations, each one road from the one before."""


def faults(*events: dict[str, Any], setup: dict[str, Any] = SETUP, **more: Any) -> dict[str, str]:
    with pytest.raises(DataError) as refused:
        session(*events, setup=setup, **more)
    return {fault.path: fault.accepted for fault in refused.value.faults}


class TestSetUp:
    def test_fog_is_1_and_the_view_the_historians_unless_told(self) -> None:
        made = session(setup={"pawns": SETUP["pawns"], "hand": HAND})
        assert (made.setup.fog, made.setup.view) == (1, "historian")

    @pytest.mark.parametrize("fog", [0, 1, 2])
    def test_none_one_or_two_fog_cards(self, fog: int) -> None:
        assert session(setup={**SETUP, "fog": fog}).setup.fog == fog

    @pytest.mark.parametrize("fog", [-1, 3, True, "1", 1.0])
    def test_no_other_number_of_fog_cards(self, fog: Any) -> None:
        assert "$.setup.fog" in faults(setup={**SETUP, "fog": fog})

    @pytest.mark.parametrize("pawns", [["Cornhill"], ["Cornhill"] * 3, ["Cornhill", "Atlantis"], "Cornhill", None])
    def test_two_pawns_on_locations(self, pawns: Any) -> None:
        assert any(path.startswith("$.setup.pawns") for path in faults(setup={**SETUP, "pawns": pawns}))

    @pytest.mark.parametrize("hand", [HAND[:4], [*HAND, "fog"], ["inn", *HAND[1:]], [card("Atlantis"), *HAND[1:]]])
    def test_five_cards_in_hand(self, hand: Any) -> None:
        assert any(path.startswith("$.setup.hand") for path in faults(setup={**SETUP, "hand": hand}))

    def test_a_card_is_a_landmark_fog_or_a_location(self) -> None:
        hand = ["church", "fog", card("St Paul's"), "tavern", "rural"]
        assert [one.to_json() for one in session(setup={**SETUP, "hand": hand}).setup.hand] == hand

    @pytest.mark.parametrize("view", ["mouse", None, 1])
    def test_a_view_is_one_of_two(self, view: Any) -> None:
        assert "$.setup.view" in faults(setup={**SETUP, "view": view})

    def test_the_ladys_view_needs_her_place_and_her_next_location(self) -> None:
        assert set(faults(setup={**SETUP, "view": "lady"})) == {"$.setup.at", "$.setup.next"}
        assert session(setup=HERS).setup.at == "Southwark"

    @pytest.mark.parametrize("key", ["at", "next"])
    def test_in_the_historians_set_up_they_are_faults(self, key: str) -> None:
        assert list(faults(setup={**SETUP, key: "Cornhill"})) == [f"$.setup.{key}"]
        assert list(faults(setup={**SETUP, key: None})) == [f"$.setup.{key}"]


class TestEvents:
    @pytest.mark.parametrize(
        ("event", "path"),
        [
            ({"type": "mouse"}, "$.events[0].type"),
            ("lady", "$.events[0]"),
            ({"type": "lady", "hand": HAND}, "$.events[0].plays"),
            ({"type": "lady", "plays": "fog"}, "$.events[0].hand"),
            (lady("inn", *HAND), "$.events[0].plays"),
            (lady({"top": "Atlantis"}, *HAND), "$.events[0].plays"),
            (lady({"top": "Cornhill", "location": "Cornhill"}, *HAND), "$.events[0].plays"),
            (lady("fog", "inn"), "$.events[0].hand[0]"),
            (lady("fog", *HAND, pile="inn"), "$.events[0].pile"),
            (lady("fog", *HAND, extra=1), "$.events[0].extra"),
            ({"type": "historian"}, "$.events[0].moves"),
            (moves(2, "Cornhill"), "$.events[0].moves[0]"),
            (moves(True, "Cornhill"), "$.events[0].moves[0]"),
            (moves(0, "Atlantis"), "$.events[0].moves[1]"),
            ({"type": "historian", "moves": [0]}, "$.events[0].moves"),
            ({"type": "historian", "moves": "Cornhill"}, "$.events[0].moves"),
            ({"type": "historian", "searches": 0}, "$.events[0].found"),
            (searches(0, 1), "$.events[0].found"),
            (searches(2, True), "$.events[0].searches"),
            ({"type": "historian", "searches": 0, "found": True, "moves": [0, "Cornhill"]}, "$.events[0].moves"),
        ],
    )
    def test_another_form_is_a_fault_with_its_path(self, event: Any, path: str) -> None:
        assert list(faults(event)) == [path]

    def test_all_faults_are_told_at_once(self) -> None:
        found = faults(moves(7, "Atlantis"), lady("inn", 3), setup={**SETUP, "fog": 9}, extra=1)
        assert len(found) == 6

    @pytest.mark.parametrize(
        ("event", "path"),
        [
            ({**CHURCH, "at": "Cornhill"}, "$.events[0].at"),
            ({**CHURCH, "next": "Cornhill"}, "$.events[0].next"),
            (flight("Cornhill"), "$.events[0].type"),
        ],
    )
    def test_what_only_she_knows_is_a_fault_in_a_historians_session(self, event: Any, path: str) -> None:
        assert list(faults(event)) == [path]

    def test_also_in_its_history(self) -> None:
        kept = [{"did": "undo", "event": 0, "was": {**CHURCH, "at": "Cornhill"}}]
        assert list(faults(history=kept)) == ["$.history"]
        session(history=[{"did": "undo", "event": 0, "was": CHURCH}])

    def test_and_noted_in_hers(self) -> None:
        told = {**CHURCH, "at": "Southwark", "next": "London Bridge"}
        found = situation(told, searches(0, False), flight("Southwark"), setup=HERS)
        assert found.table.secret.place == "Southwark"

    def test_the_top_of_the_draw_pile_is_optional_in_both(self) -> None:
        for setup in (SETUP, HERS):
            assert str(table({**CHURCH, "pile": "tavern"}, setup=setup).piles.top) == "tavern"


class TestHerTurn:
    def test_she_moves_along_one_road_or_stays_then_plays(self) -> None:
        found = set(chances(lady({"top": "Cornhill"}, *HAND), lady("fog", *HAND[1:], "church")))
        assert found == set(near("Cornhill"))

    def test_the_top_card_shows_where_she_is(self) -> None:
        assert chances(lady({"top": "Cornhill"}, *HAND)) == {"Cornhill": 1}

    def test_each_location_is_on_the_deck_at_most_once(self) -> None:
        with pytest.raises(IllegalEvent, match="already"):
            situation(lady({"top": "Cornhill"}, *HAND), moves(0, "St Paul's"), lady({"top": "Cornhill"}, *HAND))

    def test_a_landmark_is_played_where_it_stands(self) -> None:
        assert set(chances(CHURCH)) == set(london().with_landmark("church"))

    def test_fog_is_played_anywhere(self) -> None:
        assert set(chances(lady("fog", *HAND[1:], "rural"))) == set(PLACES)

    def test_a_location_card_is_played_at_its_location(self) -> None:
        hand = [card("Southwark"), *HAND[1:]]
        assert chances(lady(card("Southwark"), *hand[1:], "fog"), setup={**SETUP, "hand": hand}) == {"Southwark": 1}

    def test_a_new_hand_where_no_card_could_be_played(self) -> None:
        hand = ["church", "church", "tavern", "rural", "residence"]
        found = chances(lady("new-hand", *HAND), setup={**SETUP, "hand": hand})
        assert set(found) == {"Cornhill", "London Bridge"}

    def test_fog_in_the_hand_contradicts_a_new_hand(self) -> None:
        with pytest.raises(Contradiction) as trouble:
            situation(lady("new-hand", *HAND))
        assert trouble.value.events == (0,)

    def test_the_hidden_top_does_not_forbid_a_new_hand(self) -> None:
        hand = ["church", "church", "tavern", "rural", "residence"]
        found = chances(lady("new-hand", *HAND), setup={**HERS, "hand": hand, "at": "Cornhill", "next": "Cornhill"})
        assert "Cornhill" in found

    def test_location_cards_in_the_hand_are_kept(self) -> None:
        hand = [card("Southwark"), "rural", "rural", "rural", "rural"]
        after = ["church", card("Southwark"), "tavern", "tavern", "fog"]
        assert situation(lady("new-hand", *after), setup={**SETUP, "hand": hand})
        with pytest.raises(IllegalEvent, match="keeps the location cards"):
            situation(lady("new-hand", *HAND), setup={**SETUP, "hand": hand})

    def test_none_where_she_can_play_and_discard_nothing_and_she_loses(self) -> None:
        hand = [card(name) for name in PLACES[:5]]
        found = situation(lady("none", *hand), setup={**SETUP, "hand": hand})
        assert {one.value for one in found.answers()[0].candidates} == set(PLACES[5:])
        assert found.table.ending.winner.value == "historian"

    def test_no_none_while_she_holds_a_card_to_discard(self) -> None:
        with pytest.raises(IllegalEvent, match="not trapped"):
            situation(lady("none", *HAND))

    def test_no_new_hand_of_location_cards_alone(self) -> None:
        hand = [card(name) for name in PLACES[:5]]
        with pytest.raises(IllegalEvent, match="no card that a new hand"):
            situation(lady("new-hand", *hand), setup={**SETUP, "hand": hand})


class TestHand:
    def test_a_played_card_was_in_it(self) -> None:
        with pytest.raises(IllegalEvent, match="not in her hand"):
            situation(lady("riverside", *HAND))

    @pytest.mark.parametrize(
        "event",
        [
            CHURCH,
            lady("church", "rural", "tavern", "church", "fog", "playhouse"),
            lady("church", "fog", "church", "tavern", "rural"),
            lady({"top": "Cornhill"}, *reversed(HAND)),
        ],
    )
    def test_the_next_one_follows_by_one_draw_or_none(self, event: dict[str, Any]) -> None:
        assert situation(event)

    @pytest.mark.parametrize(
        "event",
        [
            lady("church", *HAND, "rural"),
            lady("church", "fog", "church", "tavern", "playhouse", "playhouse"),
            lady("church", "fog", "tavern", "rural", "rural", "rural"),
            lady({"top": "Cornhill"}, *HAND[:4], "riverside"),
            lady({"top": "Cornhill"}, *HAND[:4]),
        ],
    )
    def test_another_hand_is_forbidden(self, event: dict[str, Any]) -> None:
        with pytest.raises(IllegalEvent, match="does not follow"):
            situation(event)

    def test_nothing_else_about_the_cards_is_forbidden(self) -> None:
        """Eight taverns are more than there are: odd, and taken."""
        hand = ["tavern"] * 5
        events = [lady("tavern", *hand), moves(0, "St Paul's"), lady("tavern", *hand), moves(0, "Cornhill")]
        found = situation(*events, lady("tavern", *hand), setup={**SETUP, "hand": hand})
        assert set(chances(*events, setup={**SETUP, "hand": hand}))
        assert found.table.piles.adds_up is False


class TestSearch:
    def test_a_find_places_her_at_the_pawn_then_she_may_flee_one_step(self) -> None:
        found = chances(lady("fog", *HAND[1:], "rural"), searches(0, True))
        assert set(found) == set(near("Cornhill"))

    def test_a_miss_rules_the_place_out_and_without_finds_she_stays(self) -> None:
        found = chances(lady("fog", *HAND[1:], "rural"), searches(0, False))
        assert set(found) == set(PLACES) - {"Cornhill"}

    def test_after_any_search_she_may_flee_as_many_steps_as_there_were_finds(self) -> None:
        begin = [lady("fog", *HAND[1:], "rural"), searches(0, True)]
        place = lady({"top": "Eastcheap"}, *HAND[1:], "rural")
        assert set(chances(*begin, place, searches(0, False))) == set(near("Eastcheap"))

    def test_two_finds_two_steps(self) -> None:
        hand = [*HAND[1:], "rural"]
        events = [lady("fog", *hand), searches(0, True), lady({"top": "Cornhill"}, *hand), searches(0, True)]
        wide = {far for place in near("Cornhill") for far in near(place)}
        assert set(chances(*events)) == wide
        assert set(chances(*events, lady({"top": "Eastcheap"}, *hand))) == {"Eastcheap"}


class TestQuestion:
    def test_it_says_what_it_assumes(self) -> None:
        first, second = situation(CHURCH).answers()
        assert (first.question.id, second.question.id) == ("mouse.location", "mouse.location.avoiding")
        assert first.to_json()["assumes"] == "each legal move equally likely"
        assert "avoids capture" in second.to_json()["assumes"]
        assert first.to_json()["proof"] in ("counted", "enumerated")

    def test_before_the_first_turn_eleven_places_are_alike(self) -> None:
        assert chances() == dict.fromkeys(PLACES, Fraction(1, 11))

    def test_neighbours_and_staying_are_equally_likely(self) -> None:
        found = chances(lady({"top": "Shoreditch"}, *HAND), lady("fog", *HAND[1:], "rural"))
        assert found == dict.fromkeys(near("Shoreditch"), Fraction(1, 3))

    def test_from_any_place(self) -> None:
        sums = dict.fromkeys(PLACES, Fraction(0))
        for place in PLACES:
            for after in near(place):
                sums[after] += Fraction(1, 11) / len(near(place))
        assert chances(lady("fog", *HAND[1:], "rural")) == sums

    def test_each_step_of_a_flight_likewise(self) -> None:
        found = chances(lady({"top": "Cornhill"}, *HAND), searches(0, True))
        assert found == dict.fromkeys(near("Cornhill"), Fraction(1, 5))
        steps = [lady({"top": "Cornhill"}, *HAND), searches(0, True), lady({"top": "Eastcheap"}, *HAND)]
        assert chances(*steps, searches(0, False)) == dict.fromkeys(near("Eastcheap"), Fraction(1, 4))

    def test_a_play_only_cuts(self) -> None:
        """Where she could play twenty cards it counts no more than where she could play one."""
        before = chances(lady("fog", *HAND[1:], "rural"))
        churches = {place: before[place] for place in london().with_landmark("church")}
        whole = sum(churches.values())
        assert chances(CHURCH) == {place: chance / whole for place, chance in churches.items()}

    def test_the_possible_places_are_the_same_whatever_is_assumed(self) -> None:
        events = [CHURCH, moves(0, "St Paul's"), lady("rural", "fog", "church", "tavern", "rural", "residence")]
        assert set(chances(*events)) == set(chances(*events, number=1))

    def test_in_the_ladys_view_it_is_what_the_historian_can_know(self) -> None:
        told = {**CHURCH, "at": "Southwark", "next": "London Bridge"}
        assert chances(told, setup=HERS) == chances(CHURCH)
        assert "Historian" in situation(told, setup=HERS).answers()[0].question.text


class TestEnd:
    def test_five_misses(self) -> None:
        events = [event for place in TOUR[:5] for event in (lady({"top": place}, *HAND), searches(1, False))]
        assert table(*events[:-1]).ending is None
        over = table(*events)
        assert (over.misses, over.ending.winner.value) == (5, "lady")

    def test_three_finds_and_her_steps_after_the_third_still_count(self) -> None:
        second, third = [*HAND[:1], *HAND[2:], "rural"], ["church", "tavern", "rural", "rural", "rural"]
        events = [lady({"top": "Cornhill"}, *HAND), searches(0, True), lady({"top": "St Paul's"}, *HAND)]
        events += [moves(0, "St Paul's"), lady("church", *second), searches(0, True)]
        events += [lady({"top": "Blackfriars"}, *second), moves(0, "Blackfriars"), lady("fog", *third)]
        assert table(*events).ending is None
        over = situation(*events, searches(0, True))
        assert (over.table.finds, over.table.ending.winner.value) == (3, "historian")
        steps = {"Blackfriars"}
        for _ in range(3):
            steps = {after for place in steps for after in near(place)}
        assert {one.value for one in over.answers()[0].candidates} == steps

    def test_an_empty_location_deck(self) -> None:
        events = [lady({"top": place}, *HAND) for place in TOUR]
        assert table(*events[:9]).ending is None
        over = table(*events)
        assert (over.locations_left, over.ending.winner.value) == (0, "lady")

    def test_none(self) -> None:
        hand = [card(name) for name in PLACES[:5]]
        assert table(lady("none", *hand), setup={**SETUP, "hand": hand}).ending.winner.value == "historian"

    def test_an_event_after_the_end_is_warned_about_and_counts(self) -> None:
        hand = [card(name) for name in PLACES[:5]]
        over = [lady("none", *hand), moves(0, "St Paul's")]
        found = situation(*over, setup={**SETUP, "hand": hand})
        assert any("over" in warning for warning in found.table.warnings)
        assert found.table.pawns[0] == "St Paul's"
        assert examine(session(*over, searches(0, False), setup={**SETUP, "hand": hand})).answers()
