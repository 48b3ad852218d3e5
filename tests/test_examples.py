"""Everything in examples/ works: found by looking, so that a new example is covered at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from solver.answers.candidates import examine, replay
from solver.core.session import Session, read_session
from solver.games.black_sonata.cards import Lady, StealthCard, ladies, printed_sequence, stealth_cards
from tests.reading_docs import desk, documents, run_from, run_here

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
SESSIONS = sorted(EXAMPLES.glob("*.json"))
SCRIPTS = sorted(EXAMPLES.glob("*.py"))
NOTES = sorted(EXAMPLES.glob("*.txt"))
LONGEST_CHECK = 70
"""Events. The engines are compared on shorter examples than this."""
SHORT_SESSIONS = [path for path in SESSIONS if len(json.loads(path.read_text("utf-8"))["events"]) <= LONGEST_CHECK]


@dataclass(frozen=True)
class Truth:
    """What really lay on the table: the sequence sorted, the card that slot 0 began with, and who she was."""

    sequence: int
    cut: int
    lady: str

    def card(self, slot: int) -> StealthCard:
        numbers = printed_sequence(self.sequence)
        return stealth_cards()[numbers[(self.cut + slot) % len(numbers)]]

    def her(self) -> Lady:
        return next(lady for lady in ladies() if lady.name == self.lady)


TRUTHS = {
    "easy-sequence": Truth(3, 8, "Lucy Morgan"),
    "second-pass-fog": Truth(2, 11, "Jane Davenant"),
    "sequence-with-stays": Truth(6, 15, "Jacqueline Field"),
}
"""Where it is known. Each was played with printed cards."""


def names(paths: list[Path]) -> Any:
    return [pytest.param(path, id=path.name) for path in paths]


def table_of(session: Session) -> Any:
    return replay(session.game, session.setup, session.events)


def run(*words: object) -> str:
    with desk():
        return run_here([str(word) for word in words], "")


def test_there_are_examples_and_no_truth_about_others() -> None:
    assert SESSIONS
    assert SCRIPTS
    assert set(TRUTHS) <= {path.stem for path in SESSIONS}


@pytest.mark.parametrize("path", names(SESSIONS))
def test_every_session_is_solved(path: Path) -> None:
    told = json.loads(run("solve", "--json", path))
    assert told["consistent"] is True
    assert all(question["answers"] or question["kind"] == "each" for question in told["questions"])


@pytest.mark.parametrize("path", names(SESSIONS))
def test_every_session_has_a_hint(path: Path) -> None:
    told = json.loads(run("hint", "--json", path))
    assert told["best"] == (told["ranked"][0] if told["ranked"] else None)
    assert run("hint", path).startswith("hint")


@pytest.mark.parametrize("path", names(SESSIONS))
def test_every_session_is_drawn(path: Path) -> None:
    shown = run("show", path)
    assert shown.startswith(json.loads(run("show", "--json", path))["headline"])


@pytest.mark.parametrize("path", names(SHORT_SESSIONS))
def test_the_engines_agree_on_every_short_session(path: Path) -> None:
    told = json.loads(run("check", "--json", path))
    assert told["sound"] is True


@pytest.mark.parametrize("path", names(SESSIONS))
def test_every_session_is_written_as_gnomon_writes_it(path: Path) -> None:
    from solver.core.session import render_session

    assert path.read_text("utf-8") == render_session(read_session(str(path)))


@pytest.mark.parametrize("path", names(SCRIPTS))
def test_every_script_runs_and_is_short(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(path)],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        timeout=60,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.strip()
    assert not done.stderr
    assert len(path.read_text("utf-8").splitlines()) < 40


@pytest.mark.parametrize("path", names(NOTES))
def test_every_list_of_notes_is_used_in_a_document(path: Path) -> None:
    """There it is read by a command, and a test runs that."""
    assert any(f"< examples/{path.name}" in document.read_text("utf-8") for document in documents())


@pytest.mark.parametrize("name", TRUTHS)
def test_the_truth_is_among_the_answers(name: str) -> None:
    session = read_session(str(EXAMPLES / f"{name}.json"))
    truth, deck = TRUTHS[name], table_of(session).deck
    following = deck.slots_below()[0]
    true = {
        "lady.location": truth.card(deck.slot).location,
        "lady.location.next": truth.card(following).location,
        "lady.symbols": truth.her().as_set,
        "lady.identity": truth.lady,
    }
    for answer in examine(session).answers():
        assert true[answer.question.id] in {candidate.value for candidate in answer.candidates}


@pytest.mark.parametrize("name", TRUTHS)
def test_every_note_is_what_the_printed_cards_show(name: str) -> None:
    session = read_session(str(EXAMPLES / f"{name}.json"))
    truth, told = TRUTHS[name], 0
    for fact in (fact for mystery in session.game.evidence(table_of(session)) for fact in mystery.facts):
        if hasattr(fact, "face"):
            assert truth.card(fact.slot).landmark == fact.face.word, fact.sentence()
        elif hasattr(fact, "place"):
            assert (truth.card(fact.slot).location == fact.place) is fact.found, fact.sentence()
        else:
            assert len(set(truth.her().symbols) & set(fact.symbols)) in fact.numbers, fact.sentence()
        told += 1
    assert told > 10


@pytest.mark.parametrize("name", TRUTHS)
def test_every_clue_is_a_printed_card_with_the_number_for_her_suit(name: str) -> None:
    session = read_session(str(EXAMPLES / f"{name}.json"))
    her = TRUTHS[name].her()
    printed = {lady.as_set: lady.numbers[her.suit] for lady in ladies() if lady != her}
    clues: list[Any] = [event for event in session.events if event.type == "clue"]
    assert clues
    for clue in clues:
        assert printed[tuple(sorted(clue.symbols))] == tuple(clue.numbers)


@pytest.mark.parametrize("name", TRUTHS)
def test_the_action_of_this_turn_is_still_open(name: str) -> None:
    """That is when one asks for a hint."""
    table = table_of(read_session(str(EXAMPLES / f"{name}.json")))
    assert table.actions == 0
    assert not table.is_over
    assert not table.warnings


def test_a_command_as_a_process_prints_the_same() -> None:
    """The documents are followed within this process; so it is with a process of its own."""
    path = str(SESSIONS[0])
    with desk():
        assert run_from(ROOT)(["solve", path], "") == run_here(["solve", path], "")
