"""The game as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver.core.errors import DataError, UnreadableEvent
from solver.core.protocol import Evidence
from solver.core.schema import Event, Strict, validate
from solver.games.shadow_raiders.models import NAME, rules_of, session_model
from solver.games.shadow_raiders.moves import advance
from solver.games.shadow_raiders.roles import Roles
from solver.games.shadow_raiders.settling import pending
from solver.games.shadow_raiders.table import Table, open_table

if TYPE_CHECKING:
    from solver.core.game import Known
    from solver.core.values import Hint
    from solver.core.views import View
    from solver.games.shadow_raiders.rules import Rules
    from solver.games.shadow_raiders.setup import Setup


class ShadowRaiders:
    """Stateless; everything is in the values it makes."""

    name = NAME
    title = "Shadow Raiders"

    def session_model(self) -> type[Strict]:
        return session_model()

    def complete_setup(self, setup: Setup, folder: Path | None) -> Rules:
        return rules_of(setup)

    def check_events(self, setup: Rules, events: Sequence[Event]) -> None:
        """Names are checked with the form of the whole session."""

    def open(self, setup: Rules) -> Table:
        return open_table(setup)

    def advance(self, table: Table, event: Event, index: int) -> Table:
        return advance(table, event, index)

    def evidence(self, table: Table) -> tuple[Evidence, ...]:
        noted = sorted((*table.facts, *pending(table, is_last=True)), key=lambda one: one.event)
        return (Evidence(Roles(table.rules), tuple(noted)),)

    def read_note(self, text: str, table: Table) -> Event:
        from solver.games.shadow_raiders.parse import read_note

        return _validated(read_note(text, table), text, table)

    def speak(self, event: Event) -> str:
        from solver.games.shadow_raiders.parse import speak

        return speak(event)

    def complete_note(self, typed: str, table: Table) -> Sequence[str]:
        from solver.games.shadow_raiders.parse import complete_note

        return complete_note(typed, table)

    def advise(self, table: Table, known: Sequence[Known]) -> Hint:
        from solver.games.shadow_raiders.advice import advise

        return advise(table, known[0])

    def view(self, table: Table, known: Sequence[Known]) -> View:
        from solver.games.shadow_raiders.view import view

        return view(table, known)

    def prompt(self, table: Table) -> str:
        players = len(table.people)
        left = players - sum(person.is_out for person in table.people.values())
        deck = table.rules.deck.size - len(table.drawn)
        place = "set-up" if table.event < 0 else f"event {table.event}"
        over = ", the game is over" if table.is_over else ""
        return f"{place}: {left} of {players} in, {max(0, deck)} reasoning cards left ({table.unseen} not seen){over}"


def _validated(raw: Mapping[str, Any], text: str, table: Table) -> Event:
    """The event of a note. What words made is wrong in content at most: told in words, not in paths."""
    session = {"format": 1, "game": NAME, "setup": _any_setup(table.rules), "events": [dict(raw)]}
    try:
        model: Any = validate(session_model(), session)
    except DataError as error:
        said = "; ".join(
            f"{fault.path.removeprefix('$.events[0]').lstrip('.')}: expected {fault.accepted}" for fault in error.faults
        )
        raise UnreadableEvent(text, said) from None
    event: Event = model.events[0]
    return event


def _any_setup(rules: Rules) -> dict[str, Any]:
    """A set-up with these players in which every character may be named; the table refuses those that are not dealt."""
    return {"players": list(rules.players), "me": rules.me, "role": rules.role, "characters": "all"}


GAME = ShadowRaiders()
