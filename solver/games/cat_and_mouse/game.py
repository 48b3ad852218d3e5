"""The game as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver.core.protocol import Evidence
from solver.games.cat_and_mouse import turns
from solver.games.cat_and_mouse.avoiding import AvoidingWalk
from solver.games.cat_and_mouse.models import NAME, Setup, session_model
from solver.games.cat_and_mouse.table import Side, Table, opening
from solver.games.cat_and_mouse.walk import Walk

if TYPE_CHECKING:
    from solver.core.game import Known
    from solver.core.schema import Event, Strict
    from solver.core.values import Hint
    from solver.core.views import View


class CatAndMouse:
    """Stateless; everything is in the values it makes."""

    name = NAME
    title = "Cat and Mouse"

    def session_model(self) -> type[Strict]:
        return session_model()

    def complete_setup(self, setup: Setup, folder: Path | None) -> Setup:
        return setup

    def check_events(self, setup: Setup, events: Sequence[Event]) -> None:
        """Nothing is left to check: the session's model knows the view."""

    def open(self, setup: Setup) -> Table:
        return opening(setup)

    def advance(self, table: Table, event: Event, index: int) -> Table:
        return turns.advance(table, event, index)

    def evidence(self, table: Table) -> tuple[Evidence, ...]:
        """Twice what the Historian knows of her place, also in the Lady's view; the two differ in what is assumed."""
        if table.secret is None:
            walks = Walk(table.board, table.steps), AvoidingWalk(table.board, table.steps)
        else:
            text = "Where can the Historian believe that you are"
            walks = (
                Walk(table.board, table.steps, text + "?"),
                AvoidingWalk(table.board, table.steps, text + ", if you avoid capture?"),
            )
        return tuple(Evidence(walk, table.noted) for walk in walks)

    def read_note(self, text: str, table: Table) -> Event:
        from solver.games.cat_and_mouse.parse import read_note

        return read_note(text, table)

    def speak(self, event: Event) -> str:
        from solver.games.cat_and_mouse.parse import speak

        return speak(event)

    def complete_note(self, typed: str, table: Table) -> Sequence[str]:
        from solver.games.cat_and_mouse.parse import complete_note

        return complete_note(typed, table)

    def advise(self, table: Table, known: Sequence[Known]) -> Hint:
        from solver.games.cat_and_mouse.advice import advise

        return advise(table, known)

    def view(self, table: Table, known: Sequence[Known]) -> View:
        from solver.games.cat_and_mouse.view import view

        return view(table, known)

    def prompt(self, table: Table) -> str:
        if table.ending is not None:
            return f"turn {table.turn}, {table.ending.winner.value} won: {table.ending.value}"
        act = "the Lady to act" if table.to_act is Side.LADY else "the Historian to act"
        return f"turn {table.turn}, {act}, finds {table.finds}, misses {table.misses}"

    def simulator(self) -> Any:
        from solver.games.cat_and_mouse.simulator import SIMULATOR

        return SIMULATOR


GAME = CatAndMouse()
