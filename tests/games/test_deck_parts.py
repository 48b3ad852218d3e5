"""The parts that put cards into the deck: indirections, waypoints and traces, Tarry, extra fog, blazonry."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import product
from typing import Any, ClassVar

import pytest

from maps import london
from maps.geometry import heading
from solver.answers.candidates import examine
from solver.core.errors import Contradiction, DataError, IllegalEvent
from solver.core.protocol import Evidence, Noted
from solver.core.session import Session, parse_session
from solver.core.values import Budget
from solver.engines import cpsat, csp, worlds
from solver.games.black_sonata.blazon import Blazons, Common, Named
from solver.games.black_sonata.deck import Special
from solver.games.black_sonata.faces import Lies
from solver.games.black_sonata.parts.indirections import Colours, Compass
from solver.games.black_sonata.parts.waypoints import insert_above

MAP = {"start": "Cornhill", "stealth": {"knowledge": "map"}}


def session(setup: dict[str, Any], *events: dict[str, Any]) -> Session:
    raw = {"format": 1, "game": "black-sonata", "setup": {**MAP, **setup}, "events": list(events)}
    return parse_session(json.dumps(raw), "test", None)


def table(setup: dict[str, Any], *events: dict[str, Any]) -> Any:
    return examine(session(setup, *events)).table


def answers(setup: dict[str, Any], *events: dict[str, Any]) -> dict[str, dict[Any, Fraction]]:
    found = examine(session(setup, *events)).answers()
    return {a.question.id: {c.value: c.probability or Fraction(0) for c in a.candidates} for a in found}


def turn(shows: Any = None) -> dict[str, Any]:
    return {"type": "turn", "shows": shows}


TOP = {"type": "top", "shows": None}


class TestIndirections:
    ON: ClassVar[dict[str, Any]] = {"indirections": True}

    def test_a_compass_card_tells_the_step_from_the_slot_before(self) -> None:
        found = answers(self.ON, {"type": "top", "shows": "playhouse"}, turn({"compass": ["S", "W"]}))
        board = london()
        for place in found["lady.location"]:
            near = board.neighbours[str(place)]
            sources = [a for a in near if {"S", "W"} <= heading(board, a, str(place))]
            assert any("playhouse" in board.place(a).landmarks for a in sources)

    def test_two_colours_name_the_places_of_those_colours(self) -> None:
        found = answers(self.ON, {"type": "top", "shows": {"colours": ["purple", "red"]}})
        board = london()
        assert {board.place(str(p)).colour for p in found["lady.location"]} == {"purple", "red"}
        assert sum(found["lady.location"].values()) == 1

    @pytest.mark.parametrize("letters", [c for n in (1, 2) for c in product("NSEW", repeat=n)])
    def test_one_letter_of_each_axis_at_most(self, letters: tuple[str, ...]) -> None:
        good = len(set(letters)) == len(letters) and set(letters) not in ({"N", "S"}, {"E", "W"})
        event = turn({"compass": list(letters)})
        if good:
            session(self.ON, event)
        else:
            with pytest.raises(DataError):
                session(self.ON, event)

    @pytest.mark.parametrize(
        "raw",
        [
            {"colours": ["red"]},
            {"colours": ["red", "red"]},
            {"colours": ["red", "pink"]},
            {"compass": []},
            {"compass": ["N"], "x": 1},
        ],
    )
    def test_other_faces_are_faults(self, raw: Any) -> None:
        with pytest.raises(DataError) as refused:
            session(self.ON, turn(raw))
        assert refused.value.faults[0].path == "$.events[0].shows"

    def test_such_cards_must_be_switched_on(self) -> None:
        with pytest.raises(IllegalEvent, match="switch"):
            examine(session({}, turn({"compass": ["N"]})))

    def test_two_readings_of_each_face_agree_on_the_real_board(self) -> None:
        board = london()
        letters = [("E",), ("N",), ("S",), ("W",), ("E", "N"), ("N", "W"), ("E", "S"), ("S", "W")]
        faces: list[Any] = [Compass(pair) for pair in letters]
        faces += [Colours((a, b)) for a in board.colours for b in board.colours if a < b]
        for face in faces:
            chances = {(a, b) for a in board.names for b in board.names if face.chance(board, a, b)}
            assert chances == face.steps(board)
            assert {b for _, b in chances} == face.sites(board)

    def test_a_card_has_one_face_of_whatever_kind(self) -> None:
        events = [{"type": "top", "shows": "tavern"}, *[turn() for _ in range(25)]]
        again = turn(["countdown", {"colours": ["purple", "red"]}])
        with pytest.raises(Contradiction) as refused:
            examine(session(self.ON, *events, again))
        assert refused.value.events == (0, 26)

    @pytest.mark.parametrize(
        "reading", [{"directions": ["reverse"]}, {"sequences": [{"name": "mine", "cards": list(range(26))}]}]
    )
    def test_compass_cards_warn_with_a_deck_they_were_not_printed_for(self, reading: dict[str, Any]) -> None:
        setup = {"stealth": {"knowledge": "printed", **reading}, **self.ON}
        state = session(setup, turn({"compass": ["E"]}))
        table = state.game.advance(state.game.open(state.setup), state.events[0], 0)
        assert "compass" in table.warnings[0]

    def test_the_slot_before_slot_0_is_the_last(self) -> None:
        found = answers(self.ON, {"type": "top", "shows": {"compass": ["N", "W"]}}, turn("church"))
        assert found["lady.location"]

    def test_half_a_point_for_each_card(self) -> None:
        state = table({"indirections": 7})
        lines = [line for part in state.rules.parts for line in part.score(state)]
        assert sum(line.points or 0 for line in lines) == Fraction(7, 2)


class TestWaypoints:
    ON: ClassVar[dict[str, Any]] = {"waypoints": True}

    def test_a_waypoint_comes_up_before_the_slot_that_was_below_it(self) -> None:
        events = [TOP, turn(), {"type": "waypoint", "at": "Cornhill"}, *[turn() for _ in range(24)]]
        state = table(self.ON, *events)
        assert state.deck.slot == 25
        assert [card.name for card in state.deck.cards if isinstance(card, Special)] == ["countdown", "waypoint"]
        after = table(self.ON, *events, turn(["countdown", None]), turn(["waypoint", None]))
        assert after.deck.slot == 1
        assert not [card for card in after.deck.cards if isinstance(card, Special) and card.name == "waypoint"]

    def test_a_note_that_leaves_it_out_is_refused(self) -> None:
        events = [TOP, turn(), {"type": "waypoint", "at": "Cornhill"}, *[turn() for _ in range(25)]]
        with pytest.raises(IllegalEvent, match="waypoint"):
            examine(session(self.ON, *events, turn("tavern")))

    def test_it_is_no_evidence(self) -> None:
        with_mark = answers(self.ON, TOP, turn("tavern"), {"type": "waypoint", "at": "Cornhill"})
        assert with_mark == answers(self.ON, TOP, turn("tavern"))

    @pytest.mark.parametrize("moves", [3, 5])
    def test_the_tracer_lies_above_the_last_cards_of_hers(self, moves: int) -> None:
        state = table(self.ON, TOP, turn(), {"type": "tracer", "moves": moves})
        below = state.deck.cards[state.deck.cards.index(Special("tracer", moves)) + 1 :]
        assert sum(isinstance(card, int) for card in below) == moves

    def test_special_cards_do_not_count_for_the_tracer(self) -> None:
        cards = (0, 1, 2, Special("countdown"), 3)
        assert insert_above(cards, 3, Special("tracer")) == (0, Special("tracer"), 1, 2, Special("countdown"), 3)

    def test_each_is_used_twice_and_not_while_it_lies_in_the_deck(self) -> None:
        first = {"type": "waypoint", "at": "Cornhill"}
        with pytest.raises(IllegalEvent, match="lies in the deck"):
            examine(session(self.ON, TOP, turn(), first, turn(), first))
        round_trip = [*[turn() for _ in range(25)]]
        both = [TOP, turn(), first, *round_trip, turn(), first, *round_trip, turn(), turn()]
        with pytest.raises(IllegalEvent, match="as often"):
            examine(session(self.ON, *both, first))

    def test_it_may_be_laid_while_a_flight_waits(self) -> None:
        search = {"type": "search", "found": True, "flight": False}
        events = [TOP, turn(), search, {"type": "waypoint", "at": "Cornhill"}, {"type": "flight"}]
        assert table(self.ON, *events).deck.slot == 2

    def test_the_set_up_may_allow_more_uses(self) -> None:
        assert table({"waypoints": 3}).states["waypoints"]["waypoint"] == 3


class TestTarry:
    ON: ClassVar[dict[str, Any]] = {"tarry": True}

    def test_the_next_turn_shows_the_same_card_again(self) -> None:
        state = table(self.ON, TOP, turn("tavern"), {"type": "tarry"}, turn("tavern"))
        assert (state.turn, state.deck.slot) == (2, 1)
        with pytest.raises(Contradiction):
            examine(session(self.ON, TOP, turn("tavern"), {"type": "tarry"}, turn("church")))

    def test_seen_again_it_is_no_new_evidence(self) -> None:
        once = answers(self.ON, TOP, turn("tavern"))
        assert answers(self.ON, TOP, turn("tavern"), {"type": "tarry"}, turn("tavern")) == once

    def test_next_location_counts_a_card_already_laid(self) -> None:
        laid = answers(self.ON, TOP, turn("tavern"), {"type": "tarry"})
        assert laid["lady.location.next"] == laid["lady.location"]

    def test_met_again_it_is_gone(self) -> None:
        events = [TOP, turn(), {"type": "tarry"}, turn(), *[turn() for _ in range(24)], turn(["countdown", None])]
        met = table(self.ON, *events, turn(["tarry", None]))
        assert met.deck.slot == 1
        assert all(not (isinstance(card, Special) and card.name == "tarry") for card in met.deck.cards)

    def test_three_cards_and_no_more(self) -> None:
        each = [{"type": "tarry"}, turn()]
        assert table(self.ON, TOP, turn(), *each, *each, *each).states["tarry"] == 0
        with pytest.raises(IllegalEvent, match="no Tarry"):
            examine(session(self.ON, TOP, turn(), *each, *each, *each, {"type": "tarry"}))

    def test_no_search_while_it_lies_on_top(self) -> None:
        with pytest.raises(IllegalEvent, match="tarry"):
            examine(session(self.ON, TOP, turn(), {"type": "tarry"}, {"type": "search", "found": False}))

    def test_what_it_said_is_kept_as_text(self) -> None:
        events = [TOP, turn(), {"type": "tarry-text", "text": "take a clue"}]
        assert session(self.ON, *events).events[-1].to_json() == events[-1]

    def test_a_hint_may_offer_it_once_the_action_is_done(self) -> None:
        situation = examine(session(self.ON, TOP, turn("tavern"), {"type": "move", "to": "Eastcheap"}))
        hint = situation.session.game.advise(situation.table, situation.known)
        assert {"type": "tarry"} in [dict(advice.action) for advice in hint.ranked]


class TestExtraFog:
    @pytest.mark.parametrize(("setting", "stock"), [(True, 14), (2, 12), (0, 10), (False, 10)])
    def test_the_stock_is_larger(self, setting: Any, stock: int) -> None:
        assert table({"extra_fog": setting}).fog_stock == stock

    @pytest.mark.parametrize("setting", [-1, 100, "two", 1.5])
    def test_other_settings_are_faults(self, setting: Any) -> None:
        with pytest.raises(DataError):
            session({"extra_fog": setting})


class TestBlazonry:
    ON: ClassVar[dict[str, Any]] = {"blazon": {}}
    SEARCHED: ClassVar[list[dict[str, Any]]] = [TOP, turn(), {"type": "search", "found": False}]

    def test_eighty_blazons_each_of_four_tiles(self) -> None:
        found = answers(self.ON)["blazon.symbols"]
        assert len(found) == 80
        assert all(len({str(side)[0] for side in blazon}) == 4 for blazon in found)  # type: ignore[union-attr]

    def test_a_question_card_takes_the_searched_slot_and_spends_no_fog(self) -> None:
        state = table(self.ON, *self.SEARCHED)
        assert state.deck.lies[1] is Lies.BLAZON
        assert state.fog_stock == 10

    def test_coming_up_it_turns_to_fog_and_is_noted_once(self) -> None:
        events = [*self.SEARCHED, *[turn() for _ in range(24)], turn(["countdown", None]), turn("blazon")]
        state = table(self.ON, *events)
        assert (state.deck.slot, state.deck.lies[1], state.fog_stock) == (1, Lies.FOG, 9)
        clue = {"type": "blazon", "symbols": ["1a", "2a", "3a", "4a"], "common": 2}
        noted = table(self.ON, *events, clue, {"type": "fog", "effect": "clue"})
        assert noted.clues.held == 1
        with pytest.raises(IllegalEvent, match="no question card"):
            examine(session(self.ON, *events, clue, clue))

    def test_in_a_flight_it_turns_to_fog_too(self) -> None:
        events = [*self.SEARCHED, *[turn() for _ in range(24)], turn(["countdown", None])]
        search = {"type": "search", "found": True, "passed": ["blazon"]}
        state = table(self.ON, *events, search)
        assert (state.deck.slot, state.deck.lies[1]) == (1, Lies.FOG)

    def test_fog_where_a_question_card_lies_is_refused(self) -> None:
        events = [*self.SEARCHED, *[turn() for _ in range(24)], turn(["countdown", None])]
        with pytest.raises(IllegalEvent, match="blazon"):
            examine(session(self.ON, *events, turn("fog")))

    def test_after_nine_of_them_searches_leave_fog(self) -> None:
        events = [TOP]
        for _ in range(10):
            events += [turn(), {"type": "search", "found": False}]
        state = table(self.ON, *events)
        assert len(state.deck.slots_of(Lies.BLAZON)) == 9
        assert len(state.deck.slots_of(Lies.FOG)) == 1

    def test_without_a_deck_any_number_of_clues(self) -> None:
        raw = {"format": 1, "game": "black-sonata", "setup": {"blazon": {}}, "events": [
            {"type": "blazon", "symbols": ["1a", "2a", "3a", "4a"], "common": 4}]}  # fmt: skip
        answer = examine(parse_session(json.dumps(raw), "test", None)).answers()[0]
        assert [c.value for c in answer.candidates] == [("1a", "2a", "3a", "4a")]

    @pytest.mark.parametrize(
        "symbols", [["1a", "1b", "2a", "3a"], ["1a", "1a", "2a", "3a"], ["1a", "2a", "3a", "9z"], ["1a", "2a", "3a"]]
    )
    def test_two_of_one_tile_and_unknown_symbols_are_faults(self, symbols: list[str]) -> None:
        with pytest.raises(DataError):
            session(self.ON, {"type": "blazon", "symbols": symbols, "common": 2})

    @pytest.mark.parametrize("common", [-1, 5, True])
    def test_a_count_beyond_four_is_a_fault(self, common: Any) -> None:
        with pytest.raises(DataError):
            session(self.ON, {"type": "blazon", "symbols": ["1a", "2a", "3a", "4a"], "common": common})

    def test_another_reading_picks_four_of_any_symbols(self) -> None:
        setup = {"blazon": {"symbols": ["sun", "moon", "star", "rose", "lion", "crown"], "pick": 4}}
        assert len(answers(setup)["blazon.symbols"]) == 15

    def test_a_card_list_narrows_the_blazons(self) -> None:
        setup = {"blazon": {"cards": [["1a", "2a", "3a", "4a"], ["1b", "2a", "3a", "5a"]]}}
        assert set(answers(setup)["blazon.symbols"].values()) == {Fraction(1, 2)}
        with pytest.raises(DataError) as refused:
            session({"blazon": {"cards": [["1a", "1b", "3a", "4a"], ["x", "2a", "3a", "5a"]]}})
        assert len(refused.value.faults) == 2

    def test_a_wrong_name_loses_and_rules_it_out(self) -> None:
        named = {"type": "confront", "who": "blazon", "symbols": ["1a", "2a", "3a", "4a"], "right": False}
        situation = examine(session(self.ON, named))
        assert situation.table.ending.value == "lost"
        assert situation.answers()[-1].worlds == 79

    def test_true_switches_it_on_with_the_defaults(self) -> None:
        assert answers({"blazon": True}) == answers(self.ON)


class TestBlazonsAsAMystery:
    MYSTERIES: ClassVar[list[Blazons]] = [
        Blazons(tuple((f"{n}a", f"{n}b") for n in range(1, 6))),
        Blazons(tuple((s,) for s in "abcdefg")),
        Blazons(
            tuple((f"{n}a", f"{n}b") for n in range(1, 6)), 4, (("1a", "2a", "3a", "4a"), ("1b", "2a", "3b", "5a"))
        ),
    ]

    @pytest.mark.parametrize("seed", range(60))
    def test_three_engines_agree(self, seed: int) -> None:
        dice = random.Random(seed)
        mystery = dice.choice(self.MYSTERIES)
        truth = dice.choice([world for world, _ in mystery.worlds()])
        noted = [Noted(number, self.fact(dice, mystery, truth)) for number in range(dice.randint(0, 4))]
        evidence = Evidence(mystery, tuple(noted))
        facts = evidence.facts
        listed = worlds.weigh(mystery, facts, Budget()).candidates(("symbols",))
        assert truth in listed or any(isinstance(n.fact, Named) for n in noted)
        assert listed == cpsat.prove(evidence, Budget()).candidates(("symbols",))
        assert listed == csp.enumerate_solutions(mystery, facts).candidates(("symbols",))

    def fact(self, dice: random.Random, mystery: Blazons, truth: tuple[str, ...]) -> Common | Named:
        asked = dice.choice([world for world, _ in mystery.worlds()])
        if dice.random() < 0.2:
            return Named(asked, asked == truth)
        return Common(asked, len(set(asked) & set(truth)))

    def test_a_new_fact_never_adds_a_blazon_and_order_does_not_matter(self) -> None:
        dice = random.Random(7)
        mystery = self.MYSTERIES[0]
        truth = ("1a", "2b", "3a", "5b")
        facts = [self.fact(dice, mystery, truth) for _ in range(5)]
        sizes = [worlds.weigh(mystery, facts[:n], Budget()).count for n in range(6)]
        assert sizes == sorted(sizes, reverse=True)
        forward, backward = (worlds.weigh(mystery, f, Budget()).weighted for f in (facts, facts[::-1]))
        assert forward == backward


NOTES = [
    ({"indirections": True}, "north-west", turn({"compass": ["N", "W"]})),
    ({"indirections": True}, "ws", turn({"compass": ["S", "W"]})),
    ({"indirections": True}, "red/purple", turn({"colours": ["purple", "red"]})),
    ({"waypoints": True}, "waypoint at clink", {"type": "waypoint", "at": "Liberty of the Clink"}),
    ({"waypoints": True}, "tracer 3", {"type": "tracer", "moves": 3}),
    ({"tarry": True}, "tarry", {"type": "tarry"}),
    ({"tarry": True}, "tarry-text Take a clue", {"type": "tarry-text", "text": "Take a clue"}),
    ({"blazon": {}}, "blazon 1a 2b 3a 5a 2", {"type": "blazon", "symbols": ["1a", "2b", "3a", "5a"], "common": 2}),
    ({"blazon": {}}, "confront blazon 1a 2b 3a 5a wrong",
     {"type": "confront", "who": "blazon", "symbols": ["1a", "2b", "3a", "5a"], "right": False}),
]  # fmt: skip


@pytest.mark.parametrize(("setup", "text", "event"), NOTES)
def test_words_are_read_and_spoken(setup: dict[str, Any], text: str, event: dict[str, Any]) -> None:
    state = session(setup, TOP)
    game = state.game
    now = game.advance(game.open(state.setup), state.events[0], 0)
    read = game.read_note(text, now)
    assert read.to_json() == event
    assert game.read_note(game.speak(read), now) == read


@pytest.mark.parametrize("setup", [{"waypoints": True}, {"tarry": True}])
def test_special_cards_that_the_table_knows_are_filled_in(setup: dict[str, Any]) -> None:
    state = session(setup, TOP, *[turn() for _ in range(25)])
    now = examine(state).table
    assert state.game.read_note("tavern", now).to_json() == turn(["countdown", "tavern"])
