"""Laws of noting: nothing true is lost, nothing comes back, order and undoing do not matter."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from solver.core.registry import game_names
from solver.core.session import parse_session, render_session
from solver.engines.choose import believe
from tests.laws.house import (
    REFEREES,
    answers_at,
    answers_of,
    games,
    is_legal,
    law,
    play,
    session_of,
    table_of,
    tables_of,
)
from tests.referee import EFFECTS, Played, some_of


def test_every_game_has_a_referee() -> None:
    assert set(game_names()) <= set(REFEREES)


def test_the_referee_plays_every_rule() -> None:
    events = [event for seed in range(60) for event in play(seed, turns=60).events]
    kinds = {event["type"] for event in events}
    assert kinds == {"top", "turn", "move", "pass", "search", "flight", "clue", "fog", "confront"}
    assert {event["effect"] for event in events if event["type"] == "fog"} == set(EFFECTS)
    flights = [event for event in events if event["type"] in ("search", "flight")]
    assert any("passed" not in event for event in flights)
    assert any(None in event.get("passed", ()) for event in flights)
    assert any(isinstance(face, list) for event in flights for face in event.get("passed", ()))
    assert any(isinstance(event.get("shows"), list) and event["type"] == "turn" for event in events)
    assert any(event.get("from") == "keys" for event in events)
    assert any("note" in event for event in events)


@law(60)
@given(games(turns=60))
def test_the_table_keeps_step_with_the_referee(played: Played) -> None:
    for table, truth in zip(tables_of(session_of(played.session)), played.moments, strict=True):
        assert (table.pawn, table.keys, table.turn) == (truth.pawn, truth.keys, truth.turn)
        assert (table.fog_stock, table.clues.held) == (truth.fog_left, truth.held)
        assert table.is_over is truth.is_over
        assert table.warnings == ()
        countdown = next(card for card in table.deck.cards if not isinstance(card, int))
        assert countdown.mark == truth.countdown


@law(40)
@given(games(turns=60))
def test_the_truth_is_never_lost(played: Played) -> None:
    session = session_of(played.session)
    tables = tables_of(session)
    for number in some_of(len(played.events), 3):
        for answer in answers_at(session, tables[number]):
            values = [candidate.value for candidate in answer.candidates]
            assert played.moments[number].answers()[answer.question.id] in values


@law(4)
@given(games("cards", ladies=(None,)))
def test_the_truth_is_never_lost_among_printed_cards(played: Played) -> None:
    session = session_of(played.session)
    tables = tables_of(session)
    for number in some_of(len(played.events), 25):
        for answer in answers_at(session, tables[number]):
            values = [candidate.value for candidate in answer.candidates]
            assert played.moments[number].answers()[answer.question.id] in values


@law(40)
@given(games("map", ladies=(None,)))
def test_every_fact_is_likely_enough_in_the_true_world(played: Played) -> None:
    (evidence,) = session_of(played.session).game.evidence(table_of(played.session))
    assert all(evidence.mystery.likelihood(played.trail, fact) > 0 for fact in evidence.facts)


@law(25)
@given(games(turns=30))
def test_an_event_never_adds_a_candidate(played: Played) -> None:
    """Slot by slot for the deck; for her symbols as long as no other lady was drawn."""
    session = session_of(played.session)
    tables = tables_of(session)
    looks = some_of(len(played.events), 5)
    for before, after in pairwise(looks):
        is_same_lady = not any(event.get("effect") == "replace-lady" for event in played.events[before:after])
        for old, new in zip(*(session.game.evidence(tables[number]) for number in (before, after)), strict=True):
            if old.mystery.name == "lady.location":
                for slot in range(26):
                    assert _candidates(new, ("at", slot)) <= _candidates(old, ("at", slot))
            elif is_same_lady:
                assert _candidates(new, ("symbols",)) <= _candidates(old, ("symbols",))


def _candidates(evidence: Any, statistic: Any) -> frozenset[Any]:
    return believe(evidence).candidates(statistic)


@law(40)
@given(games(), st.data())
def test_even_a_false_event_never_adds_a_candidate(played: Played, data: Any) -> None:
    """Any face at the next turn, true or not, leaves a part of what was possible (perhaps nothing)."""
    number = data.draw(st.integers(0, len(played.events)), "events before")
    face = data.draw(st.sampled_from(["church", "commercial", "playhouse", "residence", "riverside", "tavern", "fog"]))
    before, more = played.events[:number], {"type": "turn", "shows": face}
    if not is_legal(played.session, [*before, more]):
        return
    session = session_of(played.session, [*before, more])
    tables = tables_of(session)
    old, new = (session.game.evidence(table)[-1] for table in tables[-2:])
    for slot in range(26):
        assert _candidates(new, ("at", slot)) <= _candidates(old, ("at", slot))


INDEPENDENT = {("clue", "clue"), ("clue", "move"), ("move", "clue"), ("clue", "pass"), ("pass", "clue")}


def _swappable(events: list[Any]) -> list[int]:
    """Where two neighbouring events do not depend on each other (a clue from the keys needs the last visit)."""
    pairs = [(first["type"], second["type"]) for first, second in pairwise(events)]
    return [
        index
        for index, pair in enumerate(pairs)
        if pair in INDEPENDENT and "from" not in events[index] and "from" not in events[index + 1]
    ]


@law(40)
@given(games(turns=50))
def test_the_order_of_independent_events_never_matters(played: Played) -> None:
    answers = answers_of(played.session)
    for index in _swappable(played.events):
        events = list(played.events)
        events[index], events[index + 1] = events[index + 1], events[index]
        assert answers_of(played.session, events) == answers


def test_there_are_independent_events_to_swap() -> None:
    pairs = [index for seed in range(30) for index in _swappable(play(seed).events)]
    assert len(pairs) >= 20


@law(30)
@given(games(), st.data())
def test_undoing_is_as_if_it_had_never_been_noted(played: Played, data: Any) -> None:
    session = session_of(played.session)
    tables = tables_of(session)
    number = data.draw(st.integers(0, len(played.events)), "events kept")
    undone = session.with_events(session.events[:number])
    assert table_of(played.session, played.events[:number]) == tables[number]
    assert undone.with_events(session.events) == session
    assert undone.to_json()["events"] == played.events[:number]
    assert answers_of(played.session, played.events[:number]) == answers_at(session, tables[number])


@law(40)
@given(games(turns=60))
def test_what_is_spoken_is_read_back_as_the_same_event(played: Played) -> None:
    session = session_of(played.session)
    for table, event in zip(tables_of(session), session.events, strict=False):
        assert session.game.read_note(session.game.speak(event), table) == event


@law(40)
@given(games("map", "printed", "cards", ladies=(None, "symbols", "cards")))
def test_a_session_is_read_back_as_it_was_written(played: Played) -> None:
    session = session_of(played.session)
    assert session.to_json() == played.session
    again = parse_session(render_session(session), "again", None)
    assert again == session
    assert json.loads(render_session(session)) == played.session
