"""The Fair Youth: asking, his hideout, confronting him, the score; rule by rule."""

from __future__ import annotations

import json
from fractions import Fraction
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from maps import london
from maps.paths import shortest_paths
from solver.answers.candidates import Situation, examine
from solver.core.errors import Contradiction, DataError, IllegalEvent, UnreadableEvent
from solver.core.registry import load_game
from solver.core.session import read_session
from solver.games.black_sonata.table import Ending
from solver.games.black_sonata.youth.mystery import Hideout, Pointed, legal_answers
from tests.games.playing import move, session

if TYPE_CHECKING:
    from solver.core.values import Advice

BOARD = london()
GAME = load_game("black-sonata")
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "fair-youth.json"
HERE = {"start": "Cornhill", "youth": {}}
Event = dict[str, Any]


def replay(setup: Event, *events: Event) -> Situation:
    return examine(session(setup, *events))


def hideouts(setup: Event, *events: Event) -> dict[Any, Fraction | None]:
    found = next(a for a in replay(setup, *events).answers() if a.question.id == "youth.hideout")
    return {candidate.value: candidate.probability for candidate in found.candidates}


def ask(landmark: str) -> Event:
    return {"type": "ask", "landmark": landmark}


def youth(location: str = "Cornhill", **more: Any) -> Event:
    return {"type": "confront", "who": "youth", "location": location, **more}


LADY: Event = {"type": "confront", "symbols": ["chain", "crown", "heart"], "right": True}


def advised(setup: Event, *events: Event) -> list[Advice]:
    situation = replay(setup, *events)
    return list(GAME.advise(situation.table, situation.known).ranked)


def named(ranked: list[Advice], **action: Any) -> Advice | None:
    return next((advice for advice in ranked if {**advice.action, **action} == advice.action), None)


class TestSetUp:
    @pytest.mark.parametrize("on", [{}, True])
    def test_an_empty_object_and_true_switch_him_on(self, on: Any) -> None:
        assert hideouts({"start": "Cornhill", "youth": on}) == {name: Fraction(1, 11) for name in BOARD.names}

    @pytest.mark.parametrize("off", [False, None])
    def test_false_and_null_leave_him_out(self, off: Any) -> None:
        assert not replay({"start": "Cornhill", "youth": off}).answers()
        with pytest.raises(IllegalEvent, match="does not switch on"):
            replay({"start": "Cornhill", "youth": off}, ask("tavern"))

    def test_he_needs_a_pawn(self) -> None:
        with pytest.raises(DataError, match=r"\$\.setup\.start"):
            session({"youth": {}})


class TestAsking:
    def test_the_landmark_stands_one_step_nearer_to_his_hideout(self) -> None:
        assert hideouts(HERE, ask("tavern")) == {
            "Eastcheap": Fraction(3, 10),
            "London Bridge": Fraction(3, 10),
            "Southwark": Fraction(3, 10),
            "Cornhill": Fraction(1, 10),  # the misleading answer at his own location: one of church, residence, tavern
        }

    def test_at_his_own_location_any_way_out_may_be_shown(self) -> None:
        for place in BOARD.names:
            around = {landmark for near in BOARD.neighbours[place] for landmark in BOARD.place(near).landmarks}
            assert set(legal_answers(BOARD)[place, place]) == around

    def test_every_answer_follows_a_shortest_path(self) -> None:
        for (place, hideout), legal in legal_answers(BOARD).items():
            if place != hideout:
                ways = {path[1] for path in shortest_paths(BOARD, place, hideout)}
                assert set(legal) == {landmark for way in ways for landmark in BOARD.place(way).landmarks}

    def test_17_pairs_have_tied_shortest_paths_and_one_of_them_three(self) -> None:
        pairs = [(place, hideout) for place in BOARD.names for hideout in BOARD.names if place != hideout]
        ways = [len({path[1] for path in shortest_paths(BOARD, *pair)}) for pair in pairs]
        assert sorted(count for count in ways if count > 1) == [2] * 16 + [3]

    def test_different_landmarks_are_equally_likely_however_many_ways_show_them(self) -> None:
        shown = Hideout(BOARD).foresee("Blackfriars").outcomes("Cripplegate")  # by Clerkenwell or by St Paul's
        half = Fraction(1, 2)
        assert shown == {(("landmark", "church"),): half, (("landmark", "rural"),): half}
        three = Hideout(BOARD).foresee("Cripplegate").outcomes("Southwark")  # church two of the three ways
        assert set(three.values()) == {Fraction(1, 3)}
        assert {fields[0][1] for fields in three} == {"church", "commercial", "rural"}

    def test_an_answer_is_printed_once(self) -> None:
        assert hideouts(HERE, ask("tavern"), ask("tavern")) == hideouts(HERE, ask("tavern"))
        with pytest.raises(Contradiction) as refused:
            replay(HERE, ask("tavern"), move("Eastcheap"), move("Cornhill"), ask("church"))
        assert refused.value.events == (0, 3)

    def test_an_answer_that_no_card_can_give_is_a_contradiction(self) -> None:
        with pytest.raises(Contradiction, match="the bystander at Cornhill showed rural"):
            replay(HERE, ask("rural"))

    def test_it_needs_the_key_of_the_location(self) -> None:
        keyless = {**HERE, "rules": {"start_key": False}}
        with pytest.raises(IllegalEvent, match="key of Cornhill"):
            replay(keyless, ask("tavern"))
        replay(keyless, move("Eastcheap"), move("Cornhill"), ask("tavern"))

    def test_it_is_the_action_of_the_turn_unless_it_is_free(self) -> None:
        assert "more than one action" in replay(HERE, move("Eastcheap"), ask("commercial")).table.warnings[0]
        free = {**HERE, "rules": {"ask_is_free": True}}
        found = replay(free, move("Eastcheap"), ask("commercial")).table
        assert (found.warnings, found.actions) == ((), 1)

    def test_it_waits_for_a_flight(self) -> None:
        deck = {**HERE, "stealth": {"knowledge": "map"}}
        found = {"type": "search", "found": True, "flight": False}
        with pytest.raises(IllegalEvent, match="a flight waits"):
            replay(deck, {"type": "turn", "shows": None}, found, ask("tavern"))
        replay(deck, {"type": "turn", "shows": None}, found, youth())  # confronting need not wait


class TestConfronting:
    def test_the_game_goes_on(self) -> None:
        assert not replay(HERE, youth(right=True)).table.is_over
        assert not replay(HERE, youth(right=False)).table.is_over

    def test_right_or_wrong_is_evidence(self) -> None:
        assert hideouts(HERE, youth(right=True)) == {"Cornhill": 1}
        assert hideouts(HERE, youth(right=False)) == {n: Fraction(1, 10) for n in BOARD.names if n != "Cornhill"}
        assert len(hideouts(HERE, youth())) == 11

    def test_only_where_the_pawn_stands(self) -> None:
        with pytest.raises(IllegalEvent, match="at Cornhill, not at Southwark"):
            replay(HERE, youth("Southwark"))

    def test_his_card_is_turned_once(self) -> None:
        assert "before" in replay(HERE, youth(), youth()).table.warnings[0]

    @pytest.mark.parametrize(
        ("events", "alone", "both"),
        [
            ([], 0, None),
            ([youth(right=True)], 20, 0),
            ([youth(right=False)], -20, 0),
            ([youth()], None, 0),
            ([youth(right=True), LADY], 20, 10),
            ([LADY, youth(right=True)], 20, 10),
            ([youth(right=False), LADY], -20, 0),
            ([youth(right=True), {**LADY, "right": False}], 20, 0),
            ([youth(right=True), {**LADY, "right": None}], 20, None),
            ([youth(right=True), move("Eastcheap"), LADY], 20, 0),
            ([youth(right=True), move("Eastcheap"), move("Cornhill"), LADY], 20, 0),
        ],
    )
    def test_the_score(self, events: list[Event], alone: int | None, both: int | None) -> None:
        table = replay(HERE, *events).table
        part = next(part for part in table.rules.parts if part.name == "youth")
        if not table.is_over:
            table = table.end(Ending.OVER, "tidied away")
        lines = [line.points for line in part.score(table)]
        assert lines == ([alone] if not events else [alone, both])

    def test_both_in_another_turn_is_not_at_once(self) -> None:
        table = replay(
            {**HERE, "stealth": {"knowledge": "map"}}, youth(right=True), {"type": "turn", "shows": None}, LADY
        ).table
        part = next(part for part in table.rules.parts if part.name == "youth")
        assert [line.points for line in part.score(table)] == [20, 0]


class TestCards:
    CARD: ClassVar[Event] = {"hideout": "Cornhill", "answers": {"Eastcheap": "commercial", "Cornhill": "church"}}
    FAR: ClassVar[Event] = {"hideout": "London Bridge", "answers": {"Cornhill": "tavern"}}

    def on(self, *cards: Event) -> Event:
        return {"start": "Cornhill", "youth": {"cards": list(cards)}}

    def test_worlds_are_the_listed_cards_and_answers_are_printed(self) -> None:
        assert hideouts(self.on(self.CARD, self.FAR)) == {"Cornhill": Fraction(1, 2), "London Bridge": Fraction(1, 2)}
        assert hideouts(self.on(self.CARD, self.FAR), ask("church")) == {"Cornhill": 1}
        with pytest.raises(Contradiction):
            replay(self.on(self.CARD, self.FAR), ask("residence"))

    def test_what_a_card_leaves_out_is_by_the_rules(self) -> None:
        events = [move("Eastcheap"), ask("commercial")]
        assert hideouts(self.on(self.CARD, self.FAR), *events)["Cornhill"] == Fraction(2, 3)  # riverside is as likely

    def test_a_file_in_the_folder_of_the_session(self, tmp_path: Path) -> None:
        (tmp_path / "cards.json").write_text(json.dumps([self.CARD, self.FAR]), encoding="utf-8")
        toml = '[[cards]]\nhideout = "Cornhill"\n[cards.answers]\nCornhill = "church"\n'
        (tmp_path / "cards.toml").write_text(toml, encoding="utf-8")
        for name, count in (("cards.json", 2), ("cards.toml", 1)):
            setup = {"start": "Cornhill", "youth": {"cards": name}}
            assert examine(session(setup, folder=tmp_path)).known[0].belief.count == count
        for name in ("../cards.json", "none.json"):
            with pytest.raises(DataError, match=r"\$\.setup\.youth\.cards"):
                session({"start": "Cornhill", "youth": {"cards": name}}, folder=tmp_path)

    def test_a_list_against_the_rules_is_refused_with_every_fault(self) -> None:
        wrong = {"hideout": "Cornhill", "answers": {"Eastcheap": "rural", "Clerkenwell": "tavern"}}
        with pytest.raises(DataError) as refused:
            session(self.on(self.CARD, wrong))
        assert [fault.path for fault in refused.value.faults] == [
            "$.setup.youth.cards[1].hideout",
            "$.setup.youth.cards[1].answers.Eastcheap",
            "$.setup.youth.cards[1].answers.Clerkenwell",
        ]


class TestBadInput:
    @pytest.mark.parametrize(
        ("setup", "events", "path"),
        [
            ({"youth": 3}, [], "$.setup.youth"),
            ({"youth": {"card": []}}, [], "$.setup.youth.card"),
            ({"youth": {"cards": []}}, [], "$.setup.youth.cards"),
            ({"youth": {"cards": [{"hideout": "Paris", "answers": {}}]}}, [], "$.setup.youth.cards[0].hideout"),
            ({}, [ask("castle")], "$.events[0].landmark"),
            ({}, [{"type": "ask"}], "$.events[0].landmark"),
            ({}, [youth("Paris")], "$.events[0].location"),
            ({}, [{"type": "confront", "who": "youth"}], "$.events[0].location"),
            ({}, [{"type": "confront", "who": "nobody"}], "$.events[0].who"),
            ({}, [youth(symbols=["chain", "crown", "heart"])], "$.events[0].symbols"),
        ],
    )
    def test_faults_have_their_path(self, setup: Event, events: list[Event], path: str) -> None:
        with pytest.raises(DataError) as refused:
            session({**HERE, **setup}, *events)
        assert [fault.path for fault in refused.value.faults] == [path]


class TestWords:
    @pytest.mark.parametrize("event", [ask("tavern"), youth(), youth(right=True), youth("St Paul's", right=False)])
    def test_what_is_spoken_reads_back(self, event: Event) -> None:
        noted = session(HERE, {**event, "note": "so he said"}).events[0]
        table = GAME.open(session(HERE).setup)
        assert GAME.read_note(GAME.speak(noted), table) == noted

    @pytest.mark.parametrize(
        ("said", "meant"),
        [
            ("ask tav", ask("tavern")),
            ("confront youth", youth()),
            ("confront youth wrong", youth(right=False)),
            ("confront youth st pauls right", youth("St Paul's", right=True)),
        ],
    )
    def test_what_a_player_types(self, said: str, meant: Event) -> None:
        table = GAME.open(session(HERE).setup)
        assert GAME.read_note(said, table).to_json() == meant

    def test_what_cannot_be_read(self) -> None:
        with pytest.raises(UnreadableEvent, match="landmark"):
            GAME.read_note("ask nobody", GAME.open(session(HERE).setup))

    def test_show_tells_who_was_asked(self) -> None:
        table = replay(HERE, ask("tavern"), youth(right=False)).table
        rows = [row for part in table.rules.parts if part.name == "youth" for row in part.rows(table)]
        assert rows == [("bystanders asked", "Cornhill (tavern)"), ("Fair Youth confronted", "at Cornhill, wrongly")]


class TestHint:
    def test_asking_here_promises_exact_outcomes_and_bits(self) -> None:
        found = named(advised(HERE), type="ask")
        assert found is not None
        shares = {outcome.fields["landmark"]: outcome.probability for outcome in found.outcomes}
        chance: dict[str, Fraction] = {}
        noise = 0.0
        for hideout in BOARD.names:
            legal = legal_answers(BOARD)["Cornhill", hideout]
            noise += log2(len(legal)) / 11
            for landmark in legal:
                chance[landmark] = chance.get(landmark, Fraction(0)) + Fraction(1, 11 * len(legal))
        assert shares == chance
        assert sum(shares.values()) == 1
        assert found.bits == pytest.approx(-sum(float(p) * log2(p) for p in chance.values()) - noise)
        assert found.bits_by == {"youth.hideout": found.bits}

    def test_asking_is_not_offered_where_the_answer_is_known_or_the_key_is_missing(self) -> None:
        assert named(advised(HERE, ask("tavern")), type="ask") is None
        assert named(advised({**HERE, "rules": {"start_key": False}}), type="ask") is None
        spent = {**HERE, "stealth": {"knowledge": "map"}}
        assert named(advised(spent, {"type": "turn", "shows": None}), type="ask") is not None
        assert named(advised(spent, {"type": "turn", "shows": None}, {"type": "pass"}), type="ask") is None
        assert named(advised(HERE, {"type": "pass"}), type="ask") is not None  # no turns are noted there

    def test_a_free_question_is_offered_when_the_action_is_spent_and_adds_to_the_best(self) -> None:
        free = {**HERE, "stealth": {"knowledge": "map"}, "rules": {"ask_is_free": True}}
        turn: Event = {"type": "turn", "shows": None}
        assert advised(free, turn, {"type": "pass"})[0].action["type"] == "ask"
        ranked = advised(free, turn)
        asked, other = ranked[0], next(a for a in ranked if not a.named.get("free"))
        assert asked.action["type"] == "ask"
        assert asked.value > other.value

    def test_the_walk_to_the_next_question_is_planned(self) -> None:
        best = advised(HERE, ask("tavern"))[0]
        assert best.action["type"] == "move"
        assert best.named["plan"]["do"].startswith("ask the bystander at ")

    def test_he_is_confronted_where_he_certainly_is(self) -> None:
        setup = {"start": "Cornhill", "youth": {"cards": [{"hideout": "Cornhill", "answers": {}}]}}
        best = advised(setup)[0]
        assert best.action == youth()
        assert (best.bits, [outcome.to_json() for outcome in best.outcomes]) == (
            0,
            [{"outcome": {"right": True}, "probability": 1.0}],
        )
        far = {"start": "Cornhill", "youth": {"cards": [{"hideout": "Southwark", "answers": {}}]}}
        plan = advised(far)[0]
        assert plan.action == {"type": "move", "to": "Eastcheap"}
        assert plan.named["plan"]["do"] == "confront the Fair Youth at Southwark"

    def test_a_guess_is_worth_less_than_asking_on(self) -> None:
        ranked = advised(HERE, ask("tavern"), move("Eastcheap"), {"type": "pass"})
        guess = named(ranked, type="confront", who="youth")
        assert guess is not None
        assert guess.named["exact"] == "3/10"
        assert guess.named["points"] == pytest.approx(20 * (2 * 0.3 - 1))
        assert ranked[-1] is guess
        assert sum(outcome.probability for outcome in guess.outcomes) == 1

    def test_nothing_more_once_his_card_was_turned(self) -> None:
        ranked = advised(HERE, youth())
        assert named(ranked, type="ask") is None
        assert named(ranked, type="confront") is None
        assert all("plan" not in advice.named for advice in ranked)

    def test_the_lady_at_the_same_place_adds_ten_points(self) -> None:
        symbols = {"name": "L", "suit": "rose", "symbols": ["chain", "crown", "heart"]}
        lady = {"set": "dark", "suit": "rose", "knowledge": "cards", "cards": [symbols]}
        cards = {"cards": [{"hideout": "Cornhill", "answers": {}}]}
        setup = {"start": "Cornhill", "youth": cards, "lady": lady, "stealth": {"knowledge": "map"}}
        turn = {"type": "turn", "shows": "commercial"}
        ranked = advised(setup, turn, {"type": "search", "found": True, "flight": False})
        assert [advice.action.get("who", "lady") for advice in ranked[:2]] == ["youth", "lady"]
        assert ranked[0].named["points"] == 30


def test_the_example_is_a_game_in_which_he_was_caught() -> None:
    example = read_session(str(EXAMPLE))
    assert 15 <= len(example.events) <= 40
    situation = examine(example)
    answer = next(answer for answer in situation.answers() if answer.question.id == "youth.hideout")
    assert [candidate.value for candidate in answer.candidates] == ["London Bridge"]
    assert Pointed("Cornhill", "tavern") in [noted.fact for noted in situation.table.facts["youth.hideout"]]
