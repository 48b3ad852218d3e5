"""The game as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver.core.errors import DataError, UnreadableEvent
from solver.core.schema import Event, Strict, validate
from solver.games.isla_negra.evidence import evidence
from solver.games.isla_negra.models import NAME, rules_of, session_model
from solver.games.isla_negra.table import Table, open_table
from solver.games.isla_negra.turns import advance

if TYPE_CHECKING:
    from solver.core.game import Known
    from solver.core.protocol import Evidence
    from solver.core.values import Hint
    from solver.core.verification import Verification
    from solver.core.views import View
    from solver.games.isla_negra.rules import Rules
    from solver.games.isla_negra.setup import Setup


class IslaNegra:
    """Stateless; everything is in the values it makes."""

    name = NAME
    title = "Sombras sobre Isla Negra"

    def session_model(self) -> type[Strict]:
        return session_model()

    def complete_setup(self, setup: Setup, folder: Path | None) -> Rules:
        return rules_of(setup, folder)

    def check_events(self, setup: Rules, events: Sequence[Event]) -> None:
        """Names are checked with the form of the whole session."""

    def open(self, setup: Rules) -> Table:
        return open_table(setup)

    def advance(self, table: Table, event: Event, index: int) -> Table:
        return advance(table, event, index)

    def evidence(self, table: Table) -> tuple[Evidence, ...]:
        return evidence(table)

    def read_note(self, text: str, table: Table) -> Event:
        from solver.games.isla_negra.parse import read_note

        return _validated(read_note(text, table), text, table)

    def speak(self, event: Event) -> str:
        from solver.games.isla_negra.speaking import speak

        return speak(event)

    def complete_note(self, typed: str, table: Table) -> Sequence[str]:
        from solver.games.isla_negra.completing import complete_note

        return complete_note(typed, table)

    def advise(self, table: Table, known: Sequence[Known]) -> Hint:
        from solver.games.isla_negra.advice import advise

        return advise(table, known)

    def view(self, table: Table, known: Sequence[Known]) -> View:
        from solver.games.isla_negra.view import view

        return view(table, known)

    def verifications(self) -> Sequence[Verification]:
        from solver.games.isla_negra.verifying import DeckList

        return (DeckList(),)

    def prompt(self, table: Table) -> str:
        place = "set-up" if table.event < 0 else f"event {table.event}"
        if table.is_over:
            return f"{place}: the game is over, {' and '.join(table.winners)} won"
        told = ", ".join(
            f"{player} {person.life} life {person.level.word} ({person.hand} in hand)"
            for player, person in table.people.items()
        )
        turn = "" if table.initiative is None else f", {table.initiative}'s turn"
        return f"{place}, round {table.round}{turn}: {told}"


def _validated(raw: Mapping[str, Any], text: str, table: Table) -> Event:
    """The event of a note. What words made is wrong in content at most: told in words, not in paths."""
    session = {"format": 1, "game": NAME, "setup": _same_players(table.rules), "events": [dict(raw)]}
    try:
        model: Any = validate(session_model(), session)
    except DataError as error:
        said = "; ".join(
            f"{fault.path.removeprefix('$.events[0]').lstrip('.')}: expected {fault.accepted}" for fault in error.faults
        )
        raise UnreadableEvent(text, said) from None
    event: Event = model.events[0]
    return event


def _same_players(rules: Rules) -> dict[str, Any]:
    """A set-up with these players and teams, without any cards."""
    fighters = [
        {"player": fighter.player} | ({"team": fighter.team} if fighter.team else {}) for fighter in rules.fighters
    ]
    return {"mode": rules.mode, "me": rules.me, "fighters": fighters}


GAME = IslaNegra()
