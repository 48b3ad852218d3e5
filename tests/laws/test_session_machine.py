"""Sessions as files: however one notes, takes back, mends and reads again, the file says what was noted."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from solver.core.registry import load_game
from solver.core.session import Session, change_session, create_session, read_session
from tests.laws.house import answers_of, play, session_of

GAME = play(7, "printed", "cards")


class SessionFile(RuleBasedStateMachine):
    """A file beside a plain list of events that ought to be in it, and the list of what was taken back."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "game.json"
        create_session(self.path, load_game("black-sonata"), GAME.session["setup"])
        self.events: list[dict[str, Any]] = []
        self.taken_back: list[dict[str, Any]] = []

    def teardown(self) -> None:
        self.folder.cleanup()

    def write(self, events: list[dict[str, Any]], history: dict[str, Any] | None = None) -> None:
        made = session_of(GAME.session, events).events

        def change(session: Session) -> Session:
            return session.with_events(made, history)

        change_session(self.path, change)
        self.events = events
        if history is not None:
            self.taken_back.append(history)

    @precondition(lambda self: len(self.events) < len(GAME.events))
    @rule()
    def note_the_next_event(self) -> None:
        self.write([*self.events, GAME.events[len(self.events)]])

    @precondition(lambda self: self.events)
    @rule()
    def take_back_the_last(self) -> None:
        self.write(self.events[:-1], {"undone": self.events[-1]})

    @precondition(lambda self: self.events)
    @rule(data=st.data(), remark=st.sampled_from(["late", "Überfall", 'a "quote"']))
    def put_a_remark_to_an_older_one(self, data: Any, remark: str) -> None:
        number = data.draw(st.integers(0, len(self.events) - 1))
        mended = {**self.events[number], "note": remark}
        self.write([*self.events[:number], mended, *self.events[number + 1 :]], {"replaced": self.events[number]})

    @invariant()
    def the_file_says_what_was_noted(self) -> None:
        raw = json.loads(self.path.read_text("utf-8"))
        assert raw["events"] == self.events
        assert raw.get("history", []) == self.taken_back
        assert raw["setup"] == GAME.session["setup"]
        assert list(self.path.parent.glob("*.tmp")) == []

    @invariant()
    def the_answers_are_those_of_the_events_alone(self) -> None:
        session = read_session(str(self.path))
        assert answers_of(session.to_json()) == answers_of(GAME.session, GAME.events[: len(self.events)])


TestSessionFile = SessionFile.TestCase
TestSessionFile.settings = settings(
    max_examples=12, stateful_step_count=15, deadline=None, derandomize=True, database=None
)
