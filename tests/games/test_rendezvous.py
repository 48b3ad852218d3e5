"""The Rendezvous: querying, the three readings, meeting the Dark Lady, the score; rule by rule."""

from __future__ import annotations

import json
from fractions import Fraction
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from maps import Board, Place, london
from maps.paths import distances
from solver.answers.candidates import Situation, examine
from solver.core.errors import Contradiction, DataError, IllegalEvent, UnreadableEvent
from solver.core.registry import load_game
from solver.core.session import read_session
from solver.games.black_sonata.rendezvous.mystery import Measured, Rendezvous
from solver.games.black_sonata.table import Ending
from tests.games.playing import move, session

if TYPE_CHECKING:
    from solver.core.values import Advice

BOARD = london()
GAME = load_game("black-sonata")
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "rendezvous.json"
HERE = {"start": "Cornhill", "rendezvous": {}}
Event = dict[str, Any]


def replay(setup: Event, *events: Event) -> Situation:
    return examine(session(setup, *events))


def landmarks(setup: Event, *events: Event) -> dict[Any, Fraction | None]:
    found = next(a for a in replay(setup, *events).answers() if a.question.id == "rendezvous.landmark")
    return {candidate.value: candidate.probability for candidate in found.candidates}


def query(distance: int) -> Event:
    return {"type": "query", "distance": distance}


def at(here: str, start: str = "Cornhill") -> Event:
    return {"start": start, "rendezvous": {"here": here}}


def lady(**more: Any) -> Event:
    return {"type": "confront", "symbols": ["chain", "crown", "heart"], **more}


def advised(setup: Event, *events: Event) -> list[Advice]:
    situation = replay(setup, *events)
    return list(GAME.advise(situation.table, situation.known).ranked)


def number(place: str, landmark: str, is_here_counted: bool) -> int:
    """The distance by the matrix of all distances, which the program does not use for this."""
    sites = [site for site in BOARD.with_landmark(landmark) if is_here_counted or site != place]
    return min(distances(BOARD)[place][site] for site in sites)


class TestSetUp:
    @pytest.mark.parametrize("on", [{}, True])
    def test_an_empty_object_and_true_switch_it_on(self, on: Any) -> None:
        found = landmarks({"start": "Cornhill", "rendezvous": on})
        assert found == {name: Fraction(1, 7) for name in BOARD.landmarks}
        assert landmarks({"start": "Cornhill", "rendezvous": on}, query(2)) == landmarks(at("nearest-other"), query(2))

    @pytest.mark.parametrize("off", [False, None])
    def test_false_and_null_leave_it_out(self, off: Any) -> None:
        assert not replay({"start": "Cornhill", "rendezvous": off}).answers()

    def test_it_needs_a_pawn(self) -> None:
        with pytest.raises(DataError, match=r"\$\.setup\.start"):
            session({"rendezvous": {}})


class TestQuerying:
    @pytest.mark.parametrize("place", BOARD.names)
    def test_nearest_other_counts_to_another_location_with_it(self, place: str) -> None:
        for distance in range(1, 4):
            expected = {name for name in BOARD.landmarks if number(place, name, False) == distance}
            if expected:
                found = landmarks(at("nearest-other", place), query(distance))
                assert found == {name: Fraction(1, len(expected)) for name in expected}

    @pytest.mark.parametrize("place", BOARD.names)
    def test_nearest_answers_0_where_it_stands_itself(self, place: str) -> None:
        for distance in range(4):
            expected = {name for name in BOARD.landmarks if number(place, name, True) == distance}
            if expected:
                found = landmarks(at("nearest", place), query(distance))
                assert found == {name: Fraction(1, len(expected)) for name in expected}

    @pytest.mark.parametrize("place", BOARD.names)
    def test_either_weighs_both_readings_alike(self, place: str) -> None:
        for distance in range(4):
            fits = [name for name in BOARD.landmarks for here in (True, False) if number(place, name, here) == distance]
            if fits:
                found = landmarks(at("either", place), query(distance))
                assert found == {name: Fraction(fits.count(name), len(fits)) for name in fits}

    def test_the_printed_cards_show_1_to_3(self) -> None:
        shown = {number(place, name, False) for place in BOARD.names for name in BOARD.landmarks}
        assert shown == {1, 2, 3}

    def test_every_landmark_stands_at_two_locations_or_more(self) -> None:
        assert all(len(BOARD.with_landmark(name)) >= 2 for name in BOARD.landmarks)

    def test_a_landmark_without_another_location_has_no_number_there(self) -> None:
        places = (Place("A", "red", ("inn",), (0, 0)), Place("B", "red", ("mill",), (1, 0)))
        mystery = Rendezvous(Board("two", places, (("A", "B"),)))
        assert [mystery.likelihood(("inn", "nearest-other"), Measured("A", count)) for count in range(3)] == [0, 0, 0]
        assert mystery.likelihood(("inn", "nearest-other"), Measured("B", 1)) == 1

    def test_a_number_is_printed_once(self) -> None:
        assert landmarks(HERE, query(1), query(1)) == landmarks(HERE, query(1))
        with pytest.raises(Contradiction) as refused:
            replay(HERE, query(1), move("Eastcheap"), move("Cornhill"), query(2))
        assert refused.value.events == (0, 3)

    @pytest.mark.parametrize("distance", [0, 4, 10])
    def test_a_number_that_no_card_can_give_is_a_contradiction(self, distance: int) -> None:
        with pytest.raises(Contradiction, match="away from Cornhill"):
            replay(HERE, query(distance))

    def test_it_needs_the_key_and_the_action_unless_it_is_free(self) -> None:
        with pytest.raises(IllegalEvent, match="key of Cornhill"):
            replay({**HERE, "rules": {"start_key": False}}, query(1))
        assert "more than one action" in replay(HERE, move("Eastcheap"), query(2)).table.warnings[0]
        assert not replay({**HERE, "rules": {"query_is_free": True}}, move("Eastcheap"), query(2)).table.warnings


class TestMeeting:
    def test_the_turned_card_is_evidence(self) -> None:
        assert landmarks(HERE, lady(landmark="commercial")) == {"commercial": 1}
        with pytest.raises(Contradiction):
            replay(HERE, query(1), lady(landmark="commercial"))

    @pytest.mark.parametrize(
        ("landmark", "right", "ending", "points"),
        [
            ("commercial", True, Ending.WON, 15),
            ("commercial", False, Ending.LOST, 0),
            ("commercial", None, Ending.OVER, None),
            ("tavern", None, Ending.LOST, 0),
            ("tavern", True, Ending.LOST, 0),
            (None, True, Ending.WON, 15),
        ],
    )
    def test_it_is_lost_where_the_landmark_does_not_stand(
        self, landmark: str | None, right: bool | None, ending: Ending, points: int | None
    ) -> None:
        table = replay(HERE, lady(landmark=landmark, right=right)).table
        part = next(part for part in table.rules.parts if part.name == "rendezvous")
        assert (table.ending, [line.points for line in part.score(table)]) == (ending, [points])

    def test_no_points_are_told_before_the_end(self) -> None:
        table = replay(HERE).table
        part = next(part for part in table.rules.parts if part.name == "rendezvous")
        assert [line.points for line in part.score(table)] == [None]

    def test_without_the_rendezvous_no_card_is_turned(self) -> None:
        with pytest.raises(IllegalEvent, match="does not switch it on"):
            replay({"start": "Cornhill"}, lady(landmark="commercial"))


class TestCards:
    CARD: ClassVar[Event] = {"landmark": "tavern", "distances": {"Cornhill": 1, "Eastcheap": 2}}
    FAR: ClassVar[Event] = {"landmark": "commercial", "distances": {"Cornhill": 0}}

    def on(self, *cards: Event, **more: Any) -> Event:
        return {"start": "Cornhill", "rendezvous": {"cards": list(cards), **more}}

    def test_worlds_are_the_listed_cards_and_say_what_they_print(self) -> None:
        assert landmarks(self.on(self.CARD, self.FAR)) == {"commercial": Fraction(1, 2), "tavern": Fraction(1, 2)}
        assert landmarks(self.on(self.CARD, self.FAR), query(0)) == {"commercial": 1}
        with pytest.raises(Contradiction):
            replay(self.on(self.CARD, self.FAR), query(2))

    def test_what_a_card_leaves_out_is_by_the_map(self) -> None:
        events = [move("Eastcheap"), query(1)]
        assert landmarks(self.on(self.CARD, self.FAR), *events) == {"commercial": 1}
        both = self.on({"landmark": "tavern", "distances": {}}, self.FAR)
        assert landmarks(both, move("Eastcheap"), query(2)) == {"tavern": 1}
        nearest = self.on({"landmark": "tavern", "distances": {}}, self.FAR, here="nearest")
        assert landmarks(nearest, move("Eastcheap"), query(0)) == {"tavern": 1}

    def test_the_cards_must_fit_a_reading_that_was_set(self) -> None:
        with pytest.raises(DataError, match=r"cards\[1\]\.distances\.Cornhill"):
            session(self.on(self.CARD, self.FAR, here="nearest-other"))

    def test_a_file_in_the_folder_of_the_session(self, tmp_path: Path) -> None:
        (tmp_path / "cards.json").write_text(json.dumps({"cards": [self.CARD, self.FAR]}), encoding="utf-8")
        setup = {"start": "Cornhill", "rendezvous": {"cards": "cards.json"}}
        assert examine(session(setup, folder=tmp_path)).known[0].belief.count == 2
        with pytest.raises(DataError, match="cannot be named here"):
            session(setup)

    def test_a_list_against_the_map_is_refused_with_every_fault(self) -> None:
        wrong = {"landmark": "tavern", "distances": {"Cornhill": 2, "Eastcheap": 1}}
        with pytest.raises(DataError) as refused:
            session(self.on(self.CARD, wrong))
        assert [(fault.path, fault.accepted) for fault in refused.value.faults] == [
            ("$.setup.rendezvous.cards[1].landmark", "a landmark that no other card has"),
            ("$.setup.rendezvous.cards[1].distances.Cornhill", "the distance to tavern from there: 1"),
            ("$.setup.rendezvous.cards[1].distances.Eastcheap", "the distance to tavern from there: 0 or 2"),
        ]


class TestBadInput:
    @pytest.mark.parametrize(
        ("setup", "events", "path"),
        [
            ({"rendezvous": "yes"}, [], "$.setup.rendezvous"),
            ({"rendezvous": {"here": "there"}}, [], "$.setup.rendezvous.here"),
            ({"rendezvous": {"cards": []}}, [], "$.setup.rendezvous.cards"),
            ({}, [query(-1)], "$.events[0].distance"),
            ({}, [query(11)], "$.events[0].distance"),
            ({}, [{"type": "query"}], "$.events[0].distance"),
            ({}, [{"type": "query", "distance": True}], "$.events[0].distance"),
            ({}, [lady(landmark="castle")], "$.events[0].landmark"),
        ],
    )
    def test_faults_have_their_path(self, setup: Event, events: list[Event], path: str) -> None:
        with pytest.raises(DataError) as refused:
            session({**HERE, **setup}, *events)
        assert [fault.path for fault in refused.value.faults] == [path]


class TestWords:
    @pytest.mark.parametrize(
        "event", [query(2), lady(), lady(landmark="tavern"), lady(landmark="rural", right=True), lady(right=False)]
    )
    def test_what_is_spoken_reads_back(self, event: Event) -> None:
        noted = session(HERE, {**event, "note": "far, far away"}).events[0]
        assert GAME.read_note(GAME.speak(noted), GAME.open(session(HERE).setup)) == noted

    @pytest.mark.parametrize(
        ("said", "meant"),
        [
            ("query 2", query(2)),
            ("distance 3", query(3)),
            ("confront lady chain crown heart at tavern wrong", lady(landmark="tavern", right=False)),
            ("confront chain crown heart right", lady(right=True)),
        ],
    )
    def test_what_a_player_types(self, said: str, meant: Event) -> None:
        assert GAME.read_note(said, GAME.open(session(HERE).setup)).to_json() == meant

    @pytest.mark.parametrize("said", ["query", "query far", "query 11", "confront chain crown heart at nowhere"])
    def test_what_cannot_be_read(self, said: str) -> None:
        with pytest.raises(UnreadableEvent):
            GAME.read_note(said, GAME.open(session(HERE).setup))

    def test_show_tells_the_numbers(self) -> None:
        table = replay(HERE, query(1)).table
        rows = [row for part in table.rules.parts if part.name == "rendezvous" for row in part.rows(table)]
        assert rows == [("Rendezvous queried", "1 from Cornhill")]


class TestHint:
    def test_querying_here_promises_exact_outcomes_and_bits(self) -> None:
        found = next(advice for advice in advised(HERE) if advice.action == {"type": "query"})
        counts = [number("Cornhill", name, False) for name in BOARD.landmarks]
        expected = {distance: Fraction(counts.count(distance), 7) for distance in set(counts)}
        assert {o.fields["distance"]: o.probability for o in found.outcomes} == expected
        assert found.bits == pytest.approx(-sum(float(p) * log2(p) for p in expected.values()))

    def test_either_counts_the_bits_of_landmark_and_reading(self) -> None:
        found = next(advice for advice in advised(at("either")) if advice.action == {"type": "query"})
        worlds = [(name, here) for name in BOARD.landmarks for here in (True, False)]
        counts = [number("Cornhill", *world) for world in worlds]
        shares = [Fraction(counts.count(distance), 14) for distance in set(counts)]
        assert found.bits == pytest.approx(-sum(float(p) * log2(p) for p in shares))
        assert sum(outcome.probability for outcome in found.outcomes) == 1

    def test_nothing_is_asked_where_it_is_known(self) -> None:
        known = [query(1), move("Eastcheap"), query(2)]  # a tavern, for certain
        assert all(advice.action["type"] != "query" for advice in advised(HERE, *known))
        assert all("plan" not in advice.named for advice in advised(HERE, *known))

    def test_meeting_her_is_weighed_by_the_chance_that_the_landmark_stands_here(self) -> None:
        card = {"name": "L", "suit": "rose", "symbols": ["chain", "crown", "heart"]}
        cards = {"set": "dark", "suit": "rose", "knowledge": "cards", "cards": [card]}
        setup = {**HERE, "lady": cards, "stealth": {"knowledge": "map"}}
        events = [{"type": "turn", "shows": "commercial"}, {"type": "search", "found": True, "flight": False}]
        found = next(advice for advice in advised(setup, *events) if advice.action["type"] == "confront")
        assert found.value == pytest.approx(20 * (2 / 7 - 1))
        assert "stands here with 14 % (1/7)" in found.because
        assert sum(outcome.probability for outcome in found.outcomes) == 1
        assert found.outcomes[1].fields == {"landmark": "commercial", "right": True}
        assert found.bits == pytest.approx(log2(7))
        assert found.bits_by == {"rendezvous.landmark": pytest.approx(log2(7)), "lady.symbols": 0}


def test_the_example_is_a_game_in_which_it_was_found_out() -> None:
    example = read_session(str(EXAMPLE))
    assert 15 <= len(example.events) <= 40
    answer = next(a for a in examine(example).answers() if a.question.id == "rendezvous.landmark")
    assert [candidate.value for candidate in answer.candidates] == ["commercial"]
