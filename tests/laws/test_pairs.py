"""Every pair of parts, each part alone, and all at once: random legal games of the combination obey the laws."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from math import isclose
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from solver.answers.candidates import answers_of, judge
from solver.core.session import parse_session, render_session
from solver.core.values import Verdict
from tests.laws.house import session_of, tables_of
from tests.referee_parts import LADIES, LEVELS, PARTS, POETS, SWITCHES, play_parts

if TYPE_CHECKING:
    from solver.core.game import Known
    from solver.core.session import Session
    from tests.referee import Played

GROUPS = (LEVELS, LADIES, POETS)
SLOW = "deck-cards"
QUICK = [part for part in PARTS if part != SLOW]
PATTERNS = (
    "where he was placed was not noted", "compass cards do not fit", "keys are noted as collected",
    "another Darkest Lady lies under the board now", "whether the key of",
)  # fmt: skip
"""What a table may find odd in a legal game of which not everything was noted."""


def fit(*parts: str) -> bool:
    """True if one game may have all these parts."""
    return all(sum(part in group for part in set(parts)) <= 1 for group in GROUPS)


PAIRS = [(a, b) for a, b in combinations(QUICK, 2) if fit(a, b)]
SMALL = [*((part,) for part in QUICK), *PAIRS]
ON_A_MAP = [(*parts, "deck-map") for parts in PAIRS if not set(parts) & set(LEVELS)]
ALL = [
    (*([level] if level else []), *([lady] if lady else []), poet, *SWITCHES)
    for level in (None, "deck-map", "deck-printed")
    for lady in (None, *LADIES)
    for poet in POETS
]
FEW_AT_CARDS = [(SLOW, "dark-cards", "elusive", *SWITCHES), (SLOW, "blazon", "indirections")]
AT_CARDS = [*((SLOW, part) for part in QUICK if fit(SLOW, part)), *((SLOW, *rest[1:]) for rest in ALL[10:20])]


def seed_of(parts: tuple[str, ...]) -> int:
    return sum(map(ord, "".join(parts))) % 1000


def game_of(parts: tuple[str, ...], extra: int = 0) -> Played:
    seed = seed_of(parts) + extra
    return play_parts(seed, parts, Random(seed).randint(25, 45))


def name_of(parts: tuple[str, ...]) -> str:
    return "all parts " + "+".join(parts[:3]) if len(parts) > 4 else "+".join(parts)


def obeys_all_laws(played: Played, looks: int) -> None:
    """The laws, at some moments of a game, its beginning and its end among them."""
    session = session_of(played.session)
    tables = tables_of(session)
    is_written_as_read(session, played)
    for table, event in zip(tables, session.events, strict=False):
        assert session.game.read_note(session.game.speak(event), table) == event
    for table, moment in zip(tables, played.moments, strict=True):
        keeps_step(session, table, moment)
    last = len(session.events)
    for number in sorted({0, last, *Random(last).sample(range(last + 1), min(looks, last + 1))}):
        table, moment = tables[number], played.moments[number]
        known = judge(session.game, table)
        session.game.view(table, known)
        session.game.prompt(table)
        answers_are_true(known, moment)
        hints_are_legal(session, table, known, number)


def is_written_as_read(session: Session, played: Played) -> None:
    assert session.to_json() == as_kept(played.session)
    again = parse_session(render_session(session), "again", None)
    assert again.to_json() == session.to_json()
    assert (again.events, again.setup) == (session.events, session.setup)


def as_kept(raw: Any) -> Any:
    """The directions and the colours of an indirection may be given in any order, and are kept in one."""
    if isinstance(raw, dict):
        return {k: sorted(v) if k in ("compass", "colours") else as_kept(v) for k, v in raw.items()}
    return [as_kept(entry) for entry in raw] if isinstance(raw, list) else raw


def keeps_step(session: Session, table: Any, moment: Any) -> None:
    """What the table keeps is what lies on the referee's side."""
    setup = table.rules.settings
    assert (table.pawn, table.turn, table.clues.held) == (moment.pawn, moment.turn, moment.held)
    assert all(any(odd in warning for odd in PATTERNS) for warning in table.warnings), table.warnings
    tells_keys = setup["ferryman"] is None or setup["ferryman"].keys
    assert table.keys == moment.keys if tells_keys else table.keys <= moment.keys
    assert "ferryman" not in table.states or table.states["ferryman"].ferry == moment.ferry
    poet = table.states.get("poet")  # where he was placed need not be noted
    assert poet is None or poet.waits or moment.poet in poet.places
    assert table.states.get("tarry", moment.left["tarry"]) == moment.left["tarry"]
    marks = {name: moment.left[name] for name in ("waypoint", "tracer")}
    assert table.states.get("waypoints", marks) == marks
    if table.deck is not None:
        assert table.fog_stock == moment.fog_left
        assert table.is_over is moment.is_over
        assert "blazon" not in table.states or table.states["blazon"].left == moment.left["blazon"]


def answers_are_true(known: tuple[Known, ...], moment: Any) -> None:
    for entry in known:
        for answer in answers_of(entry):
            values = [candidate.value for candidate in answer.candidates]
            assert moment.answers()[answer.question.id] in values, answer.question.id
            shares = [candidate.probability for candidate in answer.candidates]
            if None not in shares:
                assert sum(share for share in shares if share is not None) == 1
                assert all(0 < share <= 1 for share in shares if share is not None)
                assert all((c.verdict is Verdict.CERTAIN) is (c.probability == 1) for c in answer.candidates)
            assert (len(values) == 1) is (answer.candidates[0].verdict is Verdict.CERTAIN)


def hints_are_legal(session: Session, table: Any, known: tuple[Known, ...], number: int) -> None:
    hint = session.game.advise(table, known)
    assert bool(hint.ranked) is not table.is_over or table.deck is None
    values = [-round(advice.value, 9) for advice in hint.ranked]
    assert values == sorted(values)
    words = [advice.words for advice in hint.ranked]
    assert len(set(words)) == len(words), words
    for advice in hint.ranked:
        assert sum(outcome.probability for outcome in advice.outcomes) == 1
        assert all(0 < outcome.probability <= 1 for outcome in advice.outcomes)
        fields = [json.dumps(outcome.fields, sort_keys=True) for outcome in advice.outcomes]
        assert len(set(fields)) == len(fields)
        assert advice.bits is None or advice.bits >= 0
        assert advice.bits is None or isclose(advice.bits, sum(advice.bits_by.values()), abs_tol=1e-9)
        for outcome in advice.outcomes:
            event = session.game.read_note(json.dumps(completed({**advice.action, **outcome.fields}, table)), table)
            session.game.advance(table, event, number)


def completed(event: dict[str, Any], table: Any) -> dict[str, Any]:
    """The event of a fog card with what its hint leaves open."""
    if event["type"] != "fog":
        return event
    suit = getattr(table.rules.settings["lady"], "suit", None)
    avoided = table.states["poet"].place if "poet" in table.states else None
    near = next(place for place in table.rules.roads[table.pawn] if place != avoided)
    more: dict[str, dict[str, Any]] = {
        "replace-lady": {"suit": suit or (None if table.rules.settings["lady"] else "oak")},
        "move-anywhere": {"to": near},
        "move-neighbour": {"to": near},
        "look-five": {"shows": [None] * 5},
        "swap-clue": {"gives": ["heart", "quill", "ring"]},
    }
    return {**event, **more.get(event["effect"], {})}


@pytest.mark.parametrize("parts", SMALL, ids=name_of)
def test_each_part_alone_and_every_pair(parts: tuple[str, ...]) -> None:
    obeys_all_laws(game_of(parts), 2)


@pytest.mark.parametrize("parts", ON_A_MAP, ids=name_of)
def test_every_pair_on_a_deck(parts: tuple[str, ...]) -> None:
    obeys_all_laws(game_of(parts), 1)


@pytest.mark.parametrize("parts", ALL, ids=name_of)
def test_all_parts_at_once(parts: tuple[str, ...]) -> None:
    obeys_all_laws(game_of(parts), 2)


@pytest.mark.parametrize("parts", FEW_AT_CARDS, ids=name_of)
def test_printed_cards_in_any_order_with_other_parts(parts: tuple[str, ...]) -> None:
    obeys_all_laws(game_of(parts), 0)


@pytest.mark.slow
@pytest.mark.parametrize("parts", AT_CARDS, ids=name_of)
def test_printed_cards_in_any_order_with_every_part(parts: tuple[str, ...]) -> None:
    obeys_all_laws(game_of(parts), 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("parts", ALL, ids=name_of)
def test_long_games_of_all_parts(parts: tuple[str, ...], seed: int) -> None:
    obeys_all_laws(play_parts(seed, parts, 150), 4)


def test_the_referee_plays_every_rule() -> None:
    """Otherwise the laws would hold of nothing."""
    events = [event for parts in ALL for seed in range(12) for event in play_parts(seed, parts, 120).events]
    kinds = Counter(event["type"] for event in events)
    assert set(kinds) == {
        "top", "turn", "move", "ferry", "summon", "search", "flight", "clue", "clue-card", "fog", "ask", "query",
        "blazon", "key", "tarry", "tarry-text", "waypoint", "tracer", "poet", "confront", "pass",
    }  # fmt: skip
    assert min(kinds.values()) >= 10, kinds
    assert {event.get("who") for event in events if event["type"] == "confront"} == {None, "youth", "blazon"}
    assert {event.get("from") for event in events if event["type"] == "clue"} == {None, "keys", "poet"}
    met = Counter(name for event in events for shown in faces(event) if isinstance(shown, list) for name in shown[:-1])
    assert set(met) == {"countdown", "waypoint", "tracer", "tarry"}
    shown = Counter(str(face) for event in events for face in faces(event))
    assert any("compass" in face for face in shown)
    assert any("colours" in face for face in shown)
    assert shown["blazon"] > 10


def faces(event: dict[str, Any]) -> list[Any]:
    return [*([event["shows"]] if event["type"] in ("top", "turn") else []), *event.get("passed", ())]
