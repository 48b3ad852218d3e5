"""The table: pawns, tokens, piles, the location deck, whose turn it is, and what only the Lady knows."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from solver.answers.candidates import replay
from solver.core.errors import IllegalEvent
from solver.games.cat_and_mouse.cards import FOG, landmark, location, stealth_cards
from tests.games.cat_and_mouse.helpers import (
    CHURCH,
    HAND,
    HERS,
    SETUP,
    card,
    flight,
    lady,
    moves,
    searches,
    session,
    situation,
    table,
)
from tests.games.cat_and_mouse.referee import STEALTH

HIDDEN = {**CHURCH, "at": "Southwark", "next": "London Bridge"}


class TestPrintedCards:
    def test_the_twenty_cards_with_letters_from_g_to_z_of_the_fifth_row(self) -> None:
        from solver.games.black_sonata.cards import stealth_cards as all_cards

        chosen = [one.landmark for one in all_cards() if "G" <= one.letters[4] <= "Z"]
        assert len(chosen) == 20
        assert sorted(chosen) == sorted(one.name for one in stealth_cards()) == sorted(STEALTH)


class TestPawns:
    def test_a_pawn_moves_along_a_road(self) -> None:
        assert table(CHURCH, moves(1, "Blackfriars")).pawns == ("Cornhill", "Blackfriars")

    @pytest.mark.parametrize("to", ["Southwark", "Cornhill"])
    def test_and_nowhere_else(self, to: str) -> None:
        with pytest.raises(IllegalEvent, match="no road leads") as refusal:
            situation(CHURCH, moves(0, to))
        assert refusal.value.index == 1

    def test_both_may_stand_on_one_place(self) -> None:
        events = [CHURCH, moves(0, "Cripplegate"), lady("church", *CHURCH["hand"][:1], "tavern", "rural", "rural")]
        assert len(set(table(*events, moves(1, "Cripplegate")).pawns)) == 1


class TestTurns:
    def test_the_lady_goes_first(self) -> None:
        assert table().to_act.value == "lady"
        assert table(CHURCH).to_act.value == "historian"
        assert table(CHURCH, searches(0, False)).to_act.value == "lady"

    @pytest.mark.parametrize("events", [[moves(0, "St Paul's")], [CHURCH, lady({"top": "Cornhill"}, *CHURCH["hand"])]])
    def test_out_of_turn_is_odd_and_taken(self, events: list[dict[str, Any]]) -> None:
        assert any("it was the turn of" in warning for warning in table(*events).warnings)

    def test_a_game_in_turn_has_no_warnings(self) -> None:
        assert table(CHURCH, moves(0, "St Paul's")).warnings == ()


class TestTokens:
    def test_finds_and_misses_are_counted(self) -> None:
        seen = table(
            lady({"top": "Cornhill"}, *HAND), searches(0, True), lady("fog", *HAND[1:], "rural"), searches(1, False)
        )
        assert (seen.finds, seen.misses) == (1, 1)


class TestPiles:
    def test_the_draw_pile_holds_what_is_not_in_the_hand(self) -> None:
        seen = table().piles
        assert (seen.count, len(seen.pile), seen.adds_up) == (16, 16, True)
        assert sorted(str(one) for one in [*seen.pile, *table().hand]) == sorted([*STEALTH, "fog"])

    def test_a_play_discards_and_draws(self) -> None:
        seen = table(CHURCH).piles
        assert (seen.count, seen.discards) == (15, (landmark("church"),))

    def test_a_location_card_goes_to_the_discards_without_a_draw(self) -> None:
        seen = table(lady({"top": "Cornhill"}, *HAND))
        assert (seen.piles.count, seen.piles.discards) == (16, (location("Cornhill"),))
        assert (seen.tops, seen.locations_left) == (("Cornhill",), 9)

    def test_a_new_hand_discards_all_but_the_location_cards(self) -> None:
        hand = [card("Southwark"), "rural", "rural", "church", "church"]
        after = [card("Southwark"), "fog", "tavern", "tavern", "residence"]
        seen = table(lady("new-hand", *after), setup={**SETUP, "hand": hand})
        assert [str(one) for one in seen.piles.discards] == ["rural", "rural", "church", "church"]

    def test_an_empty_pile_is_renewed_from_the_discards(self) -> None:
        played = tour_of_fog()
        assert played.piles.reshuffles == 1
        assert (played.piles.count, played.piles.discards) == (16, ())

    def test_location_cards_come_back_with_it(self) -> None:
        played = tour_of_fog(lady({"top": "Cornhill"}, *HAND))
        assert location("Cornhill") in played.piles.pile
        assert (played.piles.count, played.locations_left) == (17, 9)

    def test_more_copies_than_there_are_is_odd(self) -> None:
        odd = table(lady("church", "fog", "church", "tavern", "rural", "fog"))
        assert any("do not fit" in warning for warning in odd.warnings)

    def test_a_top_that_was_not_drawn_is_odd(self) -> None:
        seen = table({**CHURCH, "pile": "tavern"}, moves(0, "St Paul's"), lady("fog", *CHURCH["hand"][1:], "church"))
        assert any("tavern lay on top" in warning for warning in seen.warnings)
        fits = table({**CHURCH, "pile": "tavern"}, moves(0, "St Paul's"), lady("fog", *CHURCH["hand"][1:], "tavern"))
        assert fits.warnings == ()

    def test_a_top_that_cannot_lie_there_is_odd(self) -> None:
        assert any("holds no" in warning for warning in table({**CHURCH, "pile": card("Cornhill")}).warnings)

    def test_no_draw_from_a_pile_that_is_not_empty_is_odd(self) -> None:
        assert any("she drew 0 of 1" in warning for warning in table(lady("church", *CHURCH["hand"][:4])).warnings)


def tour_of_fog(*first: dict[str, Any]) -> Any:
    """The table after as many plays as use up the draw pile (whether she can have been there does not matter)."""
    pile = list(STEALTH)
    hand: list[Any] = list(HAND)
    for one in hand[1:]:
        pile.remove(one)
    events = list(first)
    while pile:
        played, hand = hand[0], [*hand[1:], pile.pop()]
        events.append(lady(played, *hand))
    made = session(*events)
    return replay(made.game, made.setup, made.events)


class TestSecrets:
    def test_a_historians_table_has_none(self) -> None:
        assert table(CHURCH).secret is None

    def test_she_notes_her_place_and_her_next_location(self) -> None:
        seen = table(HIDDEN, setup=HERS).secret
        assert (seen.place, seen.next) == ("Southwark", "London Bridge")

    def test_she_goes_no_further_than_one_road(self) -> None:
        with pytest.raises(IllegalEvent, match="in one move"):
            situation({**HIDDEN, "at": "Clerkenwell"}, setup=HERS)

    def test_her_play_must_fit_her_place(self) -> None:
        with pytest.raises(IllegalEvent, match="not allowed"):
            situation({**HIDDEN, "at": "London Bridge"}, setup=HERS)

    def test_without_her_place_every_place_that_fits_stays_open(self) -> None:
        assert table(CHURCH, setup=HERS).secret.at == {"Southwark"}
        fog = table(lady("fog", *HAND[1:], "rural"), setup=HERS).secret
        assert fog.at == {"Southwark", "London Bridge", "Liberty of the Clink"}
        assert fog.place is None

    def test_the_top_of_her_deck_stays_until_it_is_played(self) -> None:
        with pytest.raises(IllegalEvent, match="until it is played"):
            situation({**HIDDEN, "next": "Cornhill"}, setup=HERS)
        with pytest.raises(IllegalEvent, match="London Bridge was the top"):
            situation(lady({"top": "Southwark"}, *HAND, at="Southwark"), setup=HERS)
        played = lady({"top": "London Bridge"}, *HAND, at="London Bridge", next="Cornhill")
        assert table(played, setup=HERS).secret.next == "Cornhill"
        assert table(lady({"top": "London Bridge"}, *HAND), setup=HERS).secret.next is None

    @pytest.mark.parametrize("again", ["London Bridge"])
    def test_a_location_does_not_come_up_twice(self, again: str) -> None:
        with pytest.raises(IllegalEvent, match="already"):
            situation(lady({"top": "London Bridge"}, *HAND, next=again), setup=HERS)

    def test_a_new_hand_where_the_top_fits_is_odd(self) -> None:
        hand = ["church", "church", "tavern", "rural", "residence"]
        setup = {**HERS, "hand": hand, "at": "London Bridge"}
        seen = table(lady("new-hand", *HAND, at="London Bridge"), setup=setup)
        assert any("top of your location deck" in warning for warning in seen.warnings)

    def test_a_search_must_fit_her_place(self) -> None:
        with pytest.raises(IllegalEvent, match="other result"):
            situation(HIDDEN, searches(0, True), setup=HERS)
        with pytest.raises(IllegalEvent, match="other result"):
            situation(lady({"top": "London Bridge"}, *HAND), moves(0, "Eastcheap"), searches(0, True), setup=HERS)


class TestFlight:
    FOUND = (lady({"top": "London Bridge"}, *HAND, at="London Bridge"), searches(0, True))
    SETUP: ClassVar[dict[str, Any]] = {**HERS, "pawns": ["London Bridge", "Blackfriars"]}

    def test_as_far_as_there_were_finds(self) -> None:
        assert table(*self.FOUND, flight("Eastcheap"), setup=self.SETUP).secret.place == "Eastcheap"
        with pytest.raises(IllegalEvent, match="further than the 1 steps"):
            situation(*self.FOUND, flight("Cornhill"), setup=self.SETUP)

    def test_only_right_after_a_search(self) -> None:
        with pytest.raises(IllegalEvent, match="follows a search"):
            situation(HIDDEN, flight("Southwark"), setup=HERS)
        with pytest.raises(IllegalEvent, match="follows a search"):
            situation(*self.FOUND, flight("Eastcheap"), flight("Eastcheap"), setup=self.SETUP)

    def test_where_it_was_not_noted_all_its_ends_stay_open(self) -> None:
        assert table(*self.FOUND, setup=self.SETUP).secret.at == {"London Bridge", "Eastcheap", "Southwark"}

    def test_it_tells_the_historian_nothing(self) -> None:
        before = table(*self.FOUND, setup=self.SETUP)
        assert table(*self.FOUND, flight("Eastcheap"), setup=self.SETUP).reach == before.reach


def test_fog_is_a_card_like_another() -> None:
    assert table(lady("fog", *HAND[1:], "rural")).piles.discards == (FOG,)
