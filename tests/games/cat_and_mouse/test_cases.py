"""Cases with right answers, made by a program that is not this one: compared exactly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from solver.answers.candidates import examine
from solver.core.errors import Contradiction, IllegalEvent
from solver.core.session import parse_session
from tests.games.cat_and_mouse.referee import possible

FOLDER = Path(__file__).resolve().parents[2] / "cases"
CASES = [
    path
    for path in sorted(FOLDER.glob("*.json"))
    if json.loads(path.read_text("utf-8"))["session"]["game"] == "cat-and-mouse"
]


def test_there_are_cases() -> None:
    assert len(CASES) >= 8


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_agrees(path: Path) -> None:
    case: dict[str, Any] = json.loads(path.read_text("utf-8"))
    session = parse_session(json.dumps(case["session"]), path.name, None)
    if case["expect"] is None:
        with pytest.raises((Contradiction, IllegalEvent)):
            examine(session)
        return
    answers = {answer.question.id: answer for answer in examine(session).answers()}
    for question, expected in case["expect"].items():
        found = {candidate.value: candidate.probability for candidate in answers[question].candidates}
        assert set(found) == {value for value, _ in expected}
        for value, probability in expected:
            assert probability is None or str(found[value]) == probability


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_plain_set_filter_agrees(path: Path) -> None:
    case = json.loads(path.read_text("utf-8"))
    if case["expect"] is not None:
        assert possible(case["session"]) == {value for value, _ in case["expect"]["mouse.location"]}
