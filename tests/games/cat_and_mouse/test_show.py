"""What `show` draws, in both views."""

from __future__ import annotations

from typing import Any

from cli.glyphs import FINE, PLAIN
from cli.mapart import legend
from cli.svg import map_svg
from solver.core.views import MapPanel, Mark, TablePanel, TextPanel, View
from solver.games.cat_and_mouse import GAME
from tests.games.cat_and_mouse.helpers import CHURCH, HAND, HERS, SETUP, card, lady, moves, searches, situation

HIDDEN = {**CHURCH, "at": "Southwark", "next": "London Bridge"}


def view(*events: dict[str, Any], setup: dict[str, Any] = SETUP) -> View:
    seen = situation(*events, setup=setup)
    return GAME.view(seen.table, seen.known)


def drawn(shown: View) -> MapPanel:
    return next(panel for panel in shown.panels if isinstance(panel, MapPanel))


def marked(shown: View, mark: Mark) -> set[str]:
    return {place.name for place in drawn(shown).places if mark in place.marks}


def grid(shown: View, title: str) -> list[list[str]]:
    panel = next(panel for panel in shown.panels if isinstance(panel, TablePanel) and panel.title == title)
    return [[cell.text for cell in row] for row in panel.rows]


def lines(shown: View) -> list[str]:
    panel = next(panel for panel in shown.panels if isinstance(panel, TextPanel))
    return [cell.text for cell in panel.lines]


class TestHistorian:
    def test_the_map_has_her_possible_places_and_both_pawns(self) -> None:
        shown = view(CHURCH)
        assert {place.name for place in drawn(shown).places if place.is_possible} == {
            "Bishopsgate",
            "Clerkenwell",
            "Southwark",
            "St Paul's",
        }
        assert marked(shown, Mark.PAWN) == {"Cornhill", "Clerkenwell"}
        assert marked(shown, Mark.HIDDEN) == set()
        assert "pawn 0 at Cornhill, pawn 1 at Clerkenwell" in drawn(shown).caption

    def test_the_headline(self) -> None:
        assert view(CHURCH).headline == "turn 1: she can be in 4 of 11 places"
        assert view(lady({"top": "Cornhill"}, *HAND)).headline == "turn 1: she is at Cornhill, certain"

    def test_three_answers_side_by_side(self) -> None:
        rows = grid(view(CHURCH), "Where she can be")
        assert [row[0] for row in rows] == ["Bishopsgate", "Southwark", "St Paul's", "Clerkenwell"]
        assert all(row[1].endswith("%") and row[2].endswith("%") for row in rows)

    def test_what_each_card_of_her_hand_would_leave(self) -> None:
        rows = {row[0]: row[1:] for row in grid(view(CHURCH), "Her hand")}
        assert rows["tavern"] == ["Eastcheap and Southwark", "2 places"]
        assert rows["fog"][0] == "everywhere"
        assert rows["rural (twice)"]
        assert rows["a new hand"] == ["nowhere", "0 places"]

    def test_the_table(self) -> None:
        told = lines(view(lady({"top": "Cornhill"}, *HAND, pile="church"), searches(0, True)))
        for text in ("finds: 1 of 3", "misses: 0 of 5", "location deck: 9 cards (played: Cornhill)"):
            assert text in told
        assert "draw pile: 16 cards, church on top" in told
        assert "to act: the Lady" in told

    def test_visited_locations_are_marked(self) -> None:
        assert marked(view(lady({"top": "Cornhill"}, *HAND)), Mark.VISITED) == {"Cornhill"}

    def test_pawns_of_two_colours_are_odd(self) -> None:
        assert any(line.startswith("odd:") for line in lines(view(setup={**SETUP, "pawns": ["Cornhill", "Southwark"]})))
        assert not any(line.startswith("odd:") for line in lines(view()))

    def test_the_end(self) -> None:
        hand = [card(name) for name in ("Cornhill", "Southwark", "Eastcheap", "Shoreditch", "Bishopsgate")]
        shown = view(lady("none", *hand), setup={**SETUP, "hand": hand})
        assert shown.headline == "historian won: she could not play or discard any card"


class TestLady:
    def test_her_own_pawn_stands_on_the_map(self) -> None:
        shown = view(HIDDEN, setup=HERS)
        assert marked(shown, Mark.HIDDEN) == {"Southwark"}
        assert marked(shown, Mark.PAWN) == {"Cornhill", "Clerkenwell"}

    def test_the_bars_are_what_the_historian_can_know(self) -> None:
        hers, his = view(HIDDEN, setup=HERS), view(CHURCH)
        assert [p.probability for p in drawn(hers).places] == [p.probability for p in drawn(his).places]
        assert hers.headline == "turn 1: he knows that you can be in 4 of 11 places"

    def test_what_she_knows_is_listed(self) -> None:
        told = lines(view(HIDDEN, setup=HERS))
        assert "you: Southwark" in told
        assert "top of your location deck: London Bridge" in told

    def test_what_she_did_not_note_is_not_guessed(self) -> None:
        shown = view(lady("fog", *HAND[1:], "rural"), moves(0, "St Paul's"), setup=HERS)
        assert marked(shown, Mark.HIDDEN) == set()
        assert any(line.startswith("you: not noted") for line in lines(shown))

    def test_the_mark_is_explained(self) -> None:
        places = drawn(view(HIDDEN, setup=HERS)).places
        for glyphs in (FINE, PLAIN):
            assert f"{glyphs.hidden} the hidden one, here" in legend(places, glyphs)
        assert "diamond" in map_svg(drawn(view(HIDDEN, setup=HERS)), "")
        assert "diamond" not in map_svg(drawn(view(CHURCH)), "")


def test_prompts() -> None:
    assert GAME.prompt(situation().table) == "turn 0, the Lady to act, finds 0, misses 0"
    assert "the Historian to act" in GAME.prompt(situation(CHURCH).table)
