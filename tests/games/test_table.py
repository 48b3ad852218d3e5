"""The rules of the table, one by one: the deck, the countdown, searches, flights, fog, keys, clues, the end."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from solver.core.errors import Contradiction
from solver.games.black_sonata.faces import Landmark, Lies
from solver.games.black_sonata.motion import SearchResult, Sighting
from solver.games.black_sonata.table import Ending
from tests.games.playing import (
    MAP,
    ONLY_LADY,
    PASS,
    answers,
    clue,
    faults,
    fog,
    fogged,
    move,
    played,
    refused,
    search,
    session,
    turn,
    turns,
    visit_all,
)

FOUND_HERE = [turn(), search(found=True)]
"""A find in the first turn: one clue is held, and the deck has advanced by one card more."""


def countdown(table: Any) -> int:
    return next(card.mark for card in table.deck.cards if not isinstance(card, int))


def facts(table: Any, setup: Any = MAP) -> list[Any]:
    return [fact for evidence in session(setup).game.evidence(table) for fact in evidence.facts]


def with_countdown(number: int) -> dict[str, Any]:
    return {"start": "Cornhill", "stealth": {"knowledge": "map", "countdown": number}}


# The deck is a ring


def test_the_card_on_top_at_set_up_lies_in_slot_0() -> None:
    assert played(MAP).deck.slot == 0
    assert facts(played(MAP, {"type": "top", "shows": "church"})) == [Sighting(0, Landmark("church"))]


def test_a_turn_brings_up_the_next_slot() -> None:
    table = played(MAP, turn("church"), turn(), turn("tavern"))
    assert (table.deck.slot, table.turn) == (3, 3)
    assert facts(table) == [Sighting(1, Landmark("church")), Sighting(3, Landmark("tavern"))]


def test_a_card_not_noticed_says_nothing() -> None:
    assert facts(played(MAP, *turns(30))) == []


def test_slot_0_comes_round_after_26_turns() -> None:
    table = played(MAP, *turns(26))
    assert (table.deck.slot, table.passes) == (0, 1)


def test_the_top_card_is_noted_once_before_the_first_turn() -> None:
    top = {"type": "top", "shows": "church"}
    assert "before the first turn" in refused(MAP, top, top)
    assert "before the first turn" in refused(MAP, turn("church"), top)


def test_at_set_up_no_fog_lies_on_top() -> None:
    assert "no fog lies anywhere in the deck" in refused(MAP, {"type": "top", "shows": "fog"})


def test_the_same_face_in_a_later_pass_is_no_new_evidence() -> None:
    round_again = [turn("playhouse"), *turns(24), turn(["countdown", None]), turn("playhouse")]
    assert answers(MAP, *round_again) == answers(MAP, *round_again[:-1], turn())


def test_another_face_of_the_same_slot_is_a_contradiction() -> None:
    round_again = [turn("playhouse"), *turns(24), turn(["countdown", None]), turn("residence")]
    with pytest.raises(Contradiction) as refusal:
        answers(MAP, *round_again)
    assert refusal.value.events == (0, 26)


def test_the_slot_before_slot_0_is_slot_25() -> None:
    """A tavern in slot 0 and a rural card in slot 25 would be two steps apart."""
    top = {"type": "top", "shows": "tavern"}
    with pytest.raises(Contradiction):
        answers(MAP, top, *turns(24), turn("rural"))


# The countdown


def test_the_countdown_comes_up_before_slot_0() -> None:
    assert countdown(played(MAP, *turns(25))) == 2
    assert countdown(played(MAP, *turns(26))) == 1


def test_the_countdown_is_noted_before_the_face_that_follows_it() -> None:
    assert '["countdown", FACE]' in refused(MAP, *turns(25), turn("church"))
    table = played(MAP, *turns(25), turn(["countdown", "church"]))
    assert facts(table) == [Sighting(0, Landmark("church"))]


def test_a_face_after_the_countdown_may_be_missed_and_so_may_both() -> None:
    assert facts(played(MAP, *turns(25), turn(["countdown", None]))) == []
    assert countdown(played(MAP, *turns(25), turn(["countdown", None]))) == 1
    assert countdown(played(MAP, *turns(25), turn(None))) == 1


def test_the_countdown_comes_up_nowhere_else() -> None:
    assert "no special card comes up here" in refused(MAP, *turns(24), turn(["countdown", "church"]))
    assert "first countdown comes up here" in refused(MAP, *turns(25), turn(["countdown", "countdown", "church"]))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_game_is_lost_when_the_countdown_reaches_0(number: int) -> None:
    before = played(with_countdown(number), *turns(26 * number - 1))
    after = played(with_countdown(number), *turns(26 * number))
    assert not before.is_over
    assert (after.ending, countdown(after)) == (Ending.LOST, 0)


def test_the_countdown_starts_at_2_unless_the_set_up_says_otherwise() -> None:
    assert countdown(played(MAP)) == 2
    assert countdown(played(with_countdown(3))) == 3


def test_at_the_end_the_countdown_stays_at_0_and_still_comes_up() -> None:
    table = played(with_countdown(1), *turns(51))
    assert countdown(table) == 0
    again = played(with_countdown(1), *turns(51), turn(["countdown", "church"]))
    assert (again.ending, countdown(again), again.deck.slot) == (Ending.LOST, 0, 0)


def test_the_countdown_also_comes_up_in_a_flight() -> None:
    in_flight = [turn(), search(found=True, passed=[None]), *turns(23)]
    assert played(MAP, *in_flight).deck.slot == 25
    seen = [*in_flight, search(found=False, passed=[["countdown", "church"]])]
    table = played(MAP, *seen)
    assert (countdown(table), table.deck.slot) == (1, 0)
    assert "first countdown comes up here" in refused(MAP, *in_flight, search(found=False, passed=["church"]))


# After the end


def test_an_event_after_the_end_is_warned_about_and_taken() -> None:
    table = played(with_countdown(1), *turns(26), move("Eastcheap"))
    assert any("the game is over" in warning for warning in table.warnings)
    assert table.pawn == "Eastcheap"
    assert played(with_countdown(1), *turns(26)).warnings == ()


def test_after_the_end_questions_are_still_answered() -> None:
    lost = [*turns(25), turn(["countdown", "tavern"]), turn("church")]
    assert played(with_countdown(1), *lost).ending is Ending.LOST
    assert answers(with_countdown(1), *lost)["lady.location"] == {"Bishopsgate": 1}


# The pawn


def test_a_pawn_moves_along_one_road() -> None:
    assert played(MAP, turn(), move("St Paul's")).pawn == "St Paul's"
    rule = refused(MAP, turn(), move("London Bridge"))
    assert "no road leads from Cornhill to London Bridge" in rule
    assert "Bishopsgate, Cripplegate, Eastcheap, St Paul's" in rule


def test_a_pawn_does_not_move_to_where_it_stands() -> None:
    assert "no road leads from Cornhill to Cornhill" in refused(MAP, turn(), move("Cornhill"))


def test_the_first_visit_to_a_location_takes_its_key() -> None:
    table = played(MAP, turn(), move("Eastcheap"), turn(), move("Cornhill"))
    assert table.keys == {"Cornhill", "Eastcheap"}


def test_the_key_of_the_start_is_taken_at_once_unless_switched_off() -> None:
    switched = {**MAP, "rules": {"start_key": False}}
    assert played(MAP).keys == {"Cornhill"}
    assert played(switched).keys == set()
    assert "needs the key of Cornhill" in refused(switched, turn(), search())
    back = [turn(), move("Eastcheap"), turn(), move("Cornhill"), turn(), search()]
    assert played(switched, *back).searches == 1


def test_a_second_action_in_a_turn_is_warned_about_never_forbidden() -> None:
    twice = played(MAP, turn(), move("Eastcheap"), move("Cornhill"))
    assert twice.warnings == ("this is more than one action in this turn",)
    assert twice.pawn == "Cornhill"
    assert played(MAP, turn(), move("Eastcheap"), turn(), move("Cornhill")).warnings == ()


@pytest.mark.parametrize("first", [PASS, search(), move("Eastcheap")])
def test_passing_searching_and_moving_are_actions(first: Any) -> None:
    assert played(MAP, turn(), first).warnings == ()
    assert played(MAP, turn(), first, PASS).warnings != ()


def test_using_the_fog_card_is_an_action() -> None:
    assert played(MAP, *fogged(), fog("clue"), PASS).warnings != ()


# Searches


@pytest.mark.parametrize("found", [True, False])
def test_fog_takes_the_slot_of_the_searched_card_hit_or_miss(found: bool) -> None:
    table = played(MAP, turn(), search(found=found))
    assert table.deck.slots_of(Lies.FOG) == (1,)
    assert (table.fog_stock, table.searches) == (9, 1)
    assert facts(table) == [SearchResult(1, "Cornhill", found)]


def test_the_searched_slot_shows_fog_when_it_comes_round() -> None:
    assert played(MAP, *fogged()[:-1], turn("fog")).deck.top_lies is Lies.FOG
    rule = refused(MAP, *fogged()[:-1], turn("tavern"))
    assert "here lies a fog card (slot 1)" in rule


def test_fog_lies_only_in_slots_that_were_searched_and_these_are_named() -> None:
    assert "no fog lies anywhere in the deck" in refused(MAP, turn("fog"))
    searched = [turn(), search(), turn(), search(), turn(), search()]
    assert "fog lies only in slots 1, 2 and 3" in refused(MAP, *searched, turn("fog"))
    assert "here lies a stealth card (slot 4)" in refused(MAP, *searched, turn("fog"))


def test_a_slot_keeps_its_location_with_fog_on_it() -> None:
    """A find in slot 1 tells where she is there in the next pass, too, fog on it or not."""
    again = [turn(), search(found=True, passed=[None]), *turns(24), turn("fog")]
    assert played(MAP, *again).deck.slot == 1
    assert answers(MAP, *again)["lady.location"] == {"Cornhill": 1}


def test_a_search_needs_a_stealth_card_on_top() -> None:
    assert "needs a stealth card on top; here lies a fog card (slot 1)" in refused(MAP, *fogged(), search())


def test_a_search_needs_the_key_of_its_location() -> None:
    switched = {**MAP, "rules": {"start_key": False}}
    assert "needs the key" in refused(switched, turn(), search())


def test_the_eleventh_search_is_warned_about_never_forbidden() -> None:
    ten = [event for _ in range(10) for event in (turn(), search())]
    assert played(MAP, *ten).fog_stock == 0
    assert played(MAP, *ten).warnings == ()
    table = played(MAP, *ten, turn(), search())
    assert table.warnings == ("there is no fog card left in the stock for this",)
    assert (table.fog_stock, table.searches) == (0, 11)


def test_the_fog_stock_is_ten_unless_the_rules_say_otherwise() -> None:
    assert played(MAP).fog_stock == 10
    assert played({**MAP, "rules": {"fog_cards": 3}}).fog_stock == 3


# Flights


def test_without_a_clue_a_miss_passes_no_card() -> None:
    assert played(MAP, turn(), search(found=False, passed=[])).deck.slot == 1
    assert "the deck advances 0 cards here" in refused(MAP, turn(), search(found=False, passed=["church"]))


def test_a_find_counts_at_once_for_its_own_flight() -> None:
    table = played(MAP, turn(), search(found=True, passed=["tavern"]))
    assert (table.deck.slot, table.clues.held) == (2, 1)
    assert facts(table)[-1] == Sighting(2, Landmark("tavern"))


def test_the_deck_advances_one_card_for_each_clue_held() -> None:
    two = [*FOUND_HERE, turn(), search(found=True)]
    assert played(MAP, *two).deck.slot == 1 + 1 + 1 + 2
    assert played(MAP, *two, turn(), search(found=False)).deck.slot == 5 + 1 + 2


@pytest.mark.parametrize("passed", [[], ["tavern", "church"]])
def test_passed_names_exactly_one_face_for_each_card(passed: list[str]) -> None:
    rule = refused(MAP, turn(), search(found=True, passed=passed))
    assert f"the deck advances 1 card here (one for each clue held: 1), but {len(passed)} were noted" in rule


def test_passed_left_out_was_not_noticed() -> None:
    assert played(MAP, *FOUND_HERE).deck.slot == 2
    assert facts(played(MAP, *FOUND_HERE)) == [SearchResult(1, "Cornhill", True)]


def test_the_last_card_passed_is_the_new_top() -> None:
    table = played(MAP, *FOUND_HERE, turn(), search(found=True, passed=["church", "tavern"]))
    assert facts(table)[-1] == Sighting(table.deck.slot, Landmark("tavern"))


def test_a_waiting_flight_blocks_the_next_turn() -> None:
    waiting = [turn(), search(found=True, flight=False)]
    assert "a flight waits (the deck advances 1)" in refused(MAP, *waiting, turn("church"))
    assert "a flight waits" in refused(MAP, *waiting, move("Eastcheap"))
    assert played(MAP, *waiting, {"type": "flight", "passed": ["church"]}, turn()).deck.slot == 3


def test_while_a_flight_waits_the_searched_slot_stays_on_top() -> None:
    table = played(MAP, turn(), search(found=True, flight=False))
    assert (table.deck.slot, table.deck.top_lies) == (1, Lies.FOG)


def test_clues_and_a_confrontation_may_stand_before_the_flight() -> None:
    waiting = [turn(), search(found=True, flight=False), clue("heart quill ring", 1)]
    assert played(MAP, *waiting, {"type": "flight"}).clues.held == 1
    assert played(MAP, *waiting, {"type": "confront", "symbols": ["heart", "quill", "ring"]}).is_over


def test_the_next_location_counts_the_flight_that_waits() -> None:
    waiting = [turn(), search(found=True, flight=False)]
    flown = [*waiting, {"type": "flight"}, turn()]
    assert answers(MAP, *waiting)["lady.location.next"] == answers(MAP, *flown)["lady.location"]


def test_a_flight_of_no_cards_need_not_be_noted() -> None:
    missed = [turn(), search(found=False, flight=False)]
    assert played(MAP, *missed, turn()).deck.slot == 2
    assert played(MAP, *missed, {"type": "flight", "passed": []}, turn()).deck.slot == 2


def test_a_flight_of_no_cards_is_over_at_the_next_turn() -> None:
    """Else a clue won later would let it wait again, and block the turns after that."""
    missed = [turn(), search(found=False, flight=False), turn()]
    assert "no flight waits here" in refused(MAP, *missed, {"type": "flight"})
    poet = clue("heart quill ring", 1, **{"from": "poet"})
    assert played(MAP, *missed, poet, turn()).deck.slot == 3


def test_a_flight_follows_a_search_that_left_it_waiting() -> None:
    assert "no flight waits here" in refused(MAP, turn(), {"type": "flight"})
    assert "no flight waits here" in refused(MAP, *FOUND_HERE, {"type": "flight"})
    assert "no flight waits here" in refused(
        MAP, turn(), search(found=True, flight=False), {"type": "flight"}, {"type": "flight"}
    )


def test_a_waiting_flight_has_the_length_of_the_clues_held() -> None:
    waiting = [turn(), search(found=True, flight=False)]
    assert "the deck advances 1 card here" in refused(MAP, *waiting, {"type": "flight", "passed": []})


def test_passed_beside_flight_false_is_a_fault_of_form() -> None:
    (fault,) = faults(MAP, turn(), search(found=True, flight=False, passed=["church"]))
    assert "flight" in fault.accepted


# Fog


def test_a_fog_card_is_used_only_on_top() -> None:
    assert "only while it lies on top; slot 1 holds a stealth card" in refused(MAP, turn(), fog("clue"))


def test_a_used_fog_card_leaves_another_in_its_slot_and_returns_to_the_stock() -> None:
    table = played(MAP, *fogged(), fog("move-anywhere", to="Southwark"))
    assert table.deck.top_lies is Lies.FOG
    assert table.fog_stock == 9


def test_fog_may_bring_a_clue() -> None:
    table = played(MAP, *fogged(), fog("clue"))
    assert (table.clues.held, table.fog_stock) == (1, 9)
    assert played(MAP, *fogged(), fog("clue"), turn(), search(passed=[None])).deck.slot == 3


def test_fog_may_bring_a_clue_and_be_discarded() -> None:
    table = played(MAP, *fogged(), fog("clue-and-discard"))
    assert (table.clues.held, table.fog_stock) == (1, 8)


@pytest.mark.parametrize("effect", ["discard", "discard-fog"])
def test_fog_may_be_discarded_or_cost_another_fog_card(effect: str) -> None:
    table = played(MAP, *fogged(), fog(effect))
    assert (table.clues.held, table.fog_stock) == (0, 8)
    assert table.deck.top_lies is Lies.FOG


def test_fog_may_move_the_pawn_anywhere_also_where_it_stands() -> None:
    assert played(MAP, *fogged(), fog("move-anywhere", to="Southwark")).pawn == "Southwark"
    assert played(MAP, *fogged(), fog("move-anywhere", to="Cornhill")).pawn == "Cornhill"
    assert "Southwark" in played(MAP, *fogged(), fog("move-anywhere", to="Southwark")).keys


def test_fog_may_move_the_pawn_along_one_road_only() -> None:
    table = played(MAP, *fogged(), fog("move-neighbour", to="Eastcheap"))
    assert (table.pawn, "Eastcheap" in table.keys) == ("Eastcheap", True)
    assert "no road leads" in refused(MAP, *fogged(), fog("move-neighbour", to="Southwark"))
    assert "no road leads" in refused(MAP, *fogged(), fog("move-neighbour", to="Cornhill"))


def test_fog_may_show_the_next_five_stealth_cards_fog_and_countdown_skipped() -> None:
    """Slots 1, 3 and 4 hold fog; with slot 1 on top the next stealth cards are 2, 5, 6, 7 and 8."""
    searched = [turn(), search(), turn(), turn(), search(), turn(), search(), *turns(23)]
    shows = ["church", None, "tavern", None, "rural"]
    table = played(MAP, *searched, fog("look-five", shows=shows))
    assert table.deck.slot == 1
    assert facts(table)[-3:] == [
        Sighting(2, Landmark("church")),
        Sighting(6, Landmark("tavern")),
        Sighting(8, Landmark("rural")),
    ]


def test_looking_ahead_goes_on_behind_the_countdown() -> None:
    """A search of the last card but one: with slot 24 on top the next five are 25, 0, 1, 2 and 3."""
    searched = [*turns(24), search(), *turns(26)]
    table = played(MAP, *searched, fog("look-five", shows=[None, None, "church", None, None]))
    assert facts(table)[-1] == Sighting(1, Landmark("church"))


def test_looking_ahead_sees_no_fog_and_no_special_cards() -> None:
    assert "here lies a stealth card" in refused(MAP, *fogged(), fog("look-five", shows=["fog", *[None] * 4]))
    assert "special cards are skipped" in refused(
        MAP, *fogged(), fog("look-five", shows=[["countdown", "church"], *[None] * 4])
    )


@pytest.mark.parametrize("number", [4, 6])
def test_looking_ahead_shows_five_faces(number: int) -> None:
    assert faults(MAP, *fogged(), fog("look-five", shows=[None] * number))


def test_looking_ahead_shows_no_more_than_the_cards_that_are_left() -> None:
    """With 24 of 26 slots searched, two stealth cards lie below the fog on top."""
    most = [event for _ in range(24) for event in (turn(), search())]
    rules = {**MAP, "rules": {"fog_cards": 99}}
    seen = [*most, turn(), turn(), turn()]
    assert played(rules, *seen).deck.slot == 1
    table = played(rules, *seen, fog("look-five", shows=["church", "church", None, None, None]))
    assert [fact.slot for fact in facts(table)[-2:]] == [25, 0]
    assert "only 2 stealth cards are left" in refused(rules, *seen, fog("look-five", shows=["church"] * 5))


def test_swapping_a_clue_keeps_the_number_and_brings_a_new_one_to_write_down() -> None:
    held = [*FOUND_HERE, clue("heart quill ring", 1), *turns(25)]
    table = played(MAP, *held, fog("swap-clue", gives=["heart", "quill", "ring"]))
    assert table.clues.held == 1
    assert played(MAP, *held, fog("swap-clue", gives=["heart", "quill", "ring"]), clue("chain crown music", 2))
    assert "noted already" in refused(MAP, *held, clue("chain crown music", 2))


def test_fog_may_advance_the_deck_by_two_cards() -> None:
    table = played(MAP, *fogged(), fog("advance-two", passed=["church", "tavern"]))
    assert table.deck.slot == 3
    assert [fact.slot for fact in facts(table)[-2:]] == [2, 3]
    assert played(MAP, *fogged(), fog("advance-two")).deck.slot == 3
    assert "two, by the fog card" in refused(MAP, *fogged(), fog("advance-two", passed=["church"]))


def test_any_other_effect_is_told_in_words_and_does_what_its_fields_say() -> None:
    other = fog("other", text="a storm", to="Southwark", passed=[None, "church", None])
    table = played(MAP, *fogged(), other)
    assert (table.pawn, table.deck.slot) == ("Southwark", 4)
    assert played(MAP, *fogged(), fog("other", text="nothing")).deck.slot == 1
    assert faults(MAP, *fogged(), fog("other"))


def test_a_replaced_lady_changes_nothing_on_the_table() -> None:
    before, after = played(MAP, *fogged()), played(MAP, *fogged(), fog("replace-lady", suit="rose"))
    assert (after.deck, after.clues, after.pawn, after.fog_stock) == (
        before.deck,
        before.clues,
        before.pawn,
        before.fog_stock,
    )


# Clues


def test_a_clue_writes_down_one_that_is_held_already() -> None:
    assert played(MAP, *FOUND_HERE, clue("heart quill ring", 1)).clues.held == 1
    assert "a further one needs a find, a fog card" in refused(MAP, turn(), clue("heart quill ring", 1))
    assert "noted already" in refused(MAP, *FOUND_HERE, clue("heart quill ring", 1), clue("chain crown heart", 1))


def test_a_clue_of_a_fog_card_can_be_written_down() -> None:
    assert played(MAP, *fogged(), fog("clue"), clue("heart quill ring", 1)).clues.held == 1


def test_the_clue_under_the_keys_before_the_last_visit_is_warned_about() -> None:
    keys = clue("heart quill ring", 1, **{"from": "keys"})
    assert len(played(MAP, *visit_all()).keys) == 11
    table = played(MAP, *visit_all(), keys)
    assert (table.clues.held, table.warnings) == (1, ())
    early = played(MAP, *visit_all()[:-1], keys)
    assert early.clues.held == 1
    assert any("not visited yet: Eastcheap" in warning for warning in early.warnings)


def test_the_clue_under_the_keys_makes_flights_longer() -> None:
    keys = clue("heart quill ring", 1, **{"from": "keys"})
    before = [*visit_all(), keys, turn()]
    assert played(MAP, *before, search(passed=[None])).deck.slot == played(MAP, *before).deck.slot + 1


def test_a_clue_from_the_poet_is_counted() -> None:
    table = played(MAP, turn(), clue("heart quill ring", 1, **{"from": "poet"}))
    assert table.clues.held == 1


def test_clues_are_counted_with_or_without_the_lady() -> None:
    with_lady = {**MAP, **ONLY_LADY}
    events = [*FOUND_HERE, clue("heart quill ring", 1)]
    assert played(MAP, *events).clues == played(with_lady, *events).clues


def test_without_a_stealth_deck_any_number_of_clues_is_allowed() -> None:
    table = played(ONLY_LADY, *[clue("heart quill ring", 0, 1, 2)] * 5)
    assert table.deck is None
    assert len(facts(table, ONLY_LADY)) == 5


def test_without_a_stealth_deck_turns_and_searches_can_still_be_noted() -> None:
    table = played(ONLY_LADY, turn("tavern"), search(found=True), turn("fog"))
    assert (table.turn, table.clues.held) == (2, 1)


# The end


CONFRONT = {"type": "confront", "symbols": ["heart", "quill", "ring"]}


@pytest.mark.parametrize(
    ("right", "ending"), [({"right": True}, Ending.WON), ({"right": False}, Ending.LOST), ({}, Ending.OVER)]
)
def test_confronting_her_ends_the_game(right: dict[str, bool], ending: Ending) -> None:
    assert played(MAP, *FOUND_HERE, {**CONFRONT, **right}).ending is ending


def test_she_is_confronted_where_a_search_of_this_turn_has_found_her() -> None:
    assert played(MAP, *FOUND_HERE, CONFRONT).warnings == ()
    assert played(MAP, *FOUND_HERE, turn(), CONFRONT).warnings != ()
    assert played(MAP, turn(), search(found=False), CONFRONT).warnings != ()


def test_a_confrontation_tells_who_she_is_or_is_not() -> None:
    lady = {"lady": {"set": "dark", "suit": "oak"}}
    named = ("heart", "quill", "ring")
    assert answers(lady, {**CONFRONT, "right": True})["lady.symbols"] == {named: 1}
    wrong = answers(lady, {**CONFRONT, "right": False})["lady.symbols"]
    assert named not in wrong
    assert set(wrong.values()) == {Fraction(1, 34)}
    assert len(answers(lady, CONFRONT)["lady.symbols"]) == 35


def test_the_first_end_stays_the_end() -> None:
    table = played(with_countdown(1), *turns(26), {**CONFRONT, "right": True})
    assert table.ending is Ending.LOST
