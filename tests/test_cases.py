"""Cases that a plain brute-force program answered, written from the rulebooks and not by this project.

A file holds `session`, `expect` (for each question the values with their exact probability as text, null where only
the set is fixed; null altogether where the notes contradict each other), and `rules`: those that matter in it.
A case whose set-up the program does not offer yet waits for the part that it needs.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cli.solving import solve_file
from maps import london
from solver.answers.candidates import examine
from solver.core.errors import Contradiction, DataError, IllegalEvent
from solver.core.registry import game_names
from solver.core.session import parse_session

FOLDER = Path(__file__).parent / "cases"
FILES = {path.stem: path for path in sorted(FOLDER.glob("*.json"))}
BASE = (
    "lady-dark-00", "lady-dark-01", "lady-dark-02", "lady-dark-03", "lady-dark-04", "lady-replaced-03",
    "stealth-map-03", "stealth-map-04", "stealth-map-09", "stealth-map-13",
    "stealth-printed-01", "stealth-printed-03", "stealth-printed-07", "stealth-printed-09",
)  # fmt: skip
"""Cases of the base game alone: these run whatever else is offered."""


def load(name: str) -> dict[str, Any]:
    case: dict[str, Any] = json.loads(FILES[name].read_text("utf-8"))
    return case


def is_offered(name: str) -> bool:
    """True if the program knows this game and every key of this set-up."""
    session = load(name)["session"]
    if session["game"] not in game_names():
        return False
    try:
        parse_session(json.dumps({**session, "events": []}), name, None)
    except DataError:
        return False
    return True


OFFERED = [name for name in FILES if is_offered(name)]
SOLVABLE = [name for name in OFFERED if load(name)["expect"] is not None]
CONTRADICTORY = [name for name in OFFERED if load(name)["expect"] is None]


def solved(name: str) -> dict[str, Any]:
    """The answers by question, as JSON."""
    situation = examine(parse_session(json.dumps(load(name)["session"]), name, None))
    return {answer.question.id: answer.to_json() for answer in situation.answers()}


def as_key(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@pytest.fixture
def write(tmp_path: Path):
    """Writes a session into a file, and gives its name."""

    def _write(session: dict[str, Any]) -> str:
        path = tmp_path / "game.json"
        path.write_text(json.dumps(session), "utf-8")
        return str(path)

    return _write


def test_the_cases_of_the_base_game_are_among_those_that_run() -> None:
    assert set(BASE) <= set(OFFERED)


def test_each_family_of_cases_is_there() -> None:
    families = {name.rpartition("-")[0] for name in FILES}
    assert {"stealth-map", "stealth-printed", "stealth-blazon", "lady-dark", "lady-darkest"} <= families
    assert {"lady-replaced", "youth", "rendezvous", "blazon", "mixed"} <= families


@pytest.mark.parametrize("name", SOLVABLE)
def test_a_case_has_exactly_the_expected_answers(name: str) -> None:
    found = solved(name)
    for question, expected in load(name)["expect"].items():
        answers = {as_key(shown["value"]): shown for shown in found[question]["answers"]}
        assert len(answers) == len(found[question]["answers"])
        assert answers.keys() == {as_key(value) for value, _ in expected}
        for value, exact in expected:
            if exact is not None:
                assert answers[as_key(value)]["exact"] == exact


@pytest.mark.parametrize("name", SOLVABLE)
def test_answers_come_most_probable_first_then_by_value(name: str) -> None:
    for question in solved(name).values():
        if question["proof"] == "solver":
            order = [as_key(shown["value"]) for shown in question["answers"]]
            assert order == sorted(order)
        else:
            ranked = [(-Fraction(shown["exact"]), as_key(shown["value"])) for shown in question["answers"]]
            assert ranked == sorted(ranked)


@pytest.mark.parametrize("name", SOLVABLE)
def test_a_verdict_is_certain_exactly_where_one_value_is_left(name: str) -> None:
    for question in solved(name).values():
        if question["kind"] != "one-of":
            continue
        verdicts = [shown["verdict"] for shown in question["answers"]]
        assert verdicts == (["certain"] if len(verdicts) == 1 else ["open"] * len(verdicts))


@pytest.mark.parametrize("name", SOLVABLE)
def test_exact_answers_add_up_to_one_and_say_how_they_were_found(name: str) -> None:
    for question in solved(name).values():
        assert question["proof"] in ("enumerated", "counted", "solver")
        if question["proof"] == "solver":
            assert all("probability" not in shown and "exact" not in shown for shown in question["answers"])
            continue
        assert int(question["worlds"]) > 0
        if question["kind"] == "one-of":
            assert int(question["worlds"]) >= len(question["answers"]) > 0
            assert sum(Fraction(shown["exact"]) for shown in question["answers"]) == 1


EXACT = [name for name in BASE if "cards" not in str(load(name)["session"]["setup"].get("stealth"))]


@pytest.mark.parametrize("name", EXACT)
def test_the_base_game_is_answered_exactly(name: str) -> None:
    assert {question["proof"] for question in solved(name).values()} <= {"enumerated", "counted"}


def spoilt(name: str) -> dict[str, Any] | None:
    """The case with one more note that fits none of its expected answers; None where every note fits one."""
    case = load(name)
    if "lady.location.next" in case["expect"]:
        places = [value for value, _ in case["expect"]["lady.location.next"]]
        fitting: set[Any] = {mark for place in places for mark in london().place(place).landmarks}
        false = [{"type": "turn", "shows": mark} for mark in london().landmarks if mark not in fitting]
    else:
        triples = [value for value, _ in case["expect"]["lady.symbols"]]
        fitting = {len(set(triple) & set(triples[0])) for triple in triples}
        false = [{"type": "clue", "symbols": triples[0], "numbers": [n]} for n in range(4) if n not in fitting]
    return {**case["session"], "events": [*case["session"]["events"], false[0]]} if false else None


SPOILT = {f"{name} with a false note": session for name in BASE if (session := spoilt(name))}
REFUSED = SPOILT | {name: load(name)["session"] for name in CONTRADICTORY}


@pytest.mark.parametrize("name", REFUSED)
def test_a_contradictory_case_is_refused(name: str, write) -> None:
    session = parse_session(json.dumps(REFUSED[name]), name, None)
    with pytest.raises((Contradiction, IllegalEvent)) as refusal:
        examine(session)
    assert refusal.value.exit_status == 3
    assert solve_file(write(REFUSED[name])).exit_status == 3


def test_most_cases_of_the_base_game_can_be_spoilt() -> None:
    assert len(SPOILT) >= 12


# Through the command line's own functions


@pytest.mark.parametrize("name", ["stealth-map-04", "stealth-printed-01", "lady-dark-04"])
def test_a_case_is_printed_as_the_contract_says(name: str, write) -> None:
    case = load(name)
    shown = solve_file(write(case["session"]))
    record = shown.to_json()
    assert shown.exit_status == 0
    assert (record["format"], record["game"], record["consistent"]) == (1, "black-sonata", True)
    assert record["events"] == len(case["session"]["events"])
    assert {question["id"] for question in record["questions"]} >= set(case["expect"])
    for question in record["questions"]:
        assert list(question)[:4] == ["id", "kind", "text", "proof"]
        for answer in question["answers"]:
            assert set(answer) == {"value", "verdict", "probability", "exact"}
            assert answer["probability"] == pytest.approx(float(Fraction(answer["exact"])))


def test_a_contradiction_is_printed_with_its_events(write) -> None:
    """Nothing rural stands at London Bridge, so she was not found there with that card on top."""
    events = [
        {"type": "turn", "shows": None},
        {"type": "pass"},
        {"type": "turn", "shows": "rural"},
        {"type": "search", "found": True},
    ]
    setup = {"start": "London Bridge", "stealth": {"knowledge": "printed"}}
    shown = solve_file(write({"format": 1, "game": "black-sonata", "setup": setup, "events": events}))
    record = shown.to_json()
    assert shown.exit_status == 3
    assert (record["consistent"], record["questions"], record["conflict"]) == (False, [], [2, 3])


def test_a_forbidden_note_is_printed_with_its_rule(write) -> None:
    events = [{"type": "turn", "shows": "tavern"}, {"type": "move", "to": "Shoreditch"}]
    setup = {"start": "London Bridge", "stealth": {"knowledge": "map"}}
    shown = solve_file(write({"format": 1, "game": "black-sonata", "setup": setup, "events": events}))
    record = shown.to_json()
    assert shown.exit_status == 3
    assert (record["consistent"], record["questions"]) == (False, [])
    assert record["forbidden"]["event"] == 1
    assert "no road leads from London Bridge to Shoreditch" in record["forbidden"]["rule"]
