"""The game as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maps import london
from solver.core.errors import DataError, Fault, UnreadableEvent
from solver.core.schema import Event, Strict, validate
from solver.games.black_sonata.models import NAME, session_model
from solver.games.black_sonata.rulebook import Rulebook, rulebook
from solver.games.black_sonata.table import Table, forbid

if TYPE_CHECKING:
    from solver.core.game import Known
    from solver.core.protocol import Evidence
    from solver.core.values import Hint
    from solver.core.views import View


class BlackSonata:
    """Stateless; everything is in the values it makes."""

    name = NAME
    title = "Black Sonata"

    def session_model(self) -> type[Strict]:
        return session_model()

    def complete_setup(self, setup: Any, folder: Path | None) -> Rulebook:
        settings = {name: getattr(setup, name) for name in type(setup).model_fields}
        rules = rulebook(london(), settings)
        faults = list(_missing_start(rules))
        for part in rules.parts:
            if part.complete is not None and part.switch is not None:
                try:
                    settings[part.switch] = part.complete(settings[part.switch], folder)
                except DataError as error:
                    faults += error.faults
        if faults:
            raise DataError(faults)
        return replace(rules, settings=settings)

    def check_events(self, setup: Rulebook, events: Sequence[Event]) -> None:
        faults = [fault for part in setup.parts for fault in part.faults(setup, events)]
        if faults:
            raise DataError(faults)

    def open(self, setup: Rulebook) -> Table:
        fog = setup.settings["rules"].fog_cards
        table = Table(setup, pawn=None, keys=frozenset(), deck=None, fog_stock=fog, fog_cards=fog)
        for part in setup.parts:
            table = part.opening(table)
        return table

    def advance(self, table: Table, event: Event, index: int) -> Table:
        before = replace(table, event=index, warnings=())
        if table.is_over:  # being too late forbids nothing; the cards still lie as they lie
            before = before.warn("the game is over; this is noted all the same")
        rule = table.rules.objection(before, event)
        if rule is not None:
            raise forbid(rule, event.type)
        handler = table.rules.handlers.get(type(event))
        if handler is None:
            raise forbid(f"the set-up does not switch on the part that {event.type} belongs to", "set-up")
        after = handler(before, event)
        for part in table.rules.parts:
            for hook in part.after:
                after = hook(after, event)
        return after

    def evidence(self, table: Table) -> tuple[Evidence, ...]:
        return tuple(found for part in table.rules.parts for found in part.evidence(table))

    def read_note(self, text: str, table: Table) -> Event:
        from solver.games.black_sonata.parse import read_note

        event = _validated(read_note(text, table), text)
        try:
            self.check_events(table.rules, [event])
        except DataError as error:
            raise UnreadableEvent(text, _in_words(error)) from None
        return event

    def speak(self, event: Event) -> str:
        from solver.games.black_sonata.parse import speak

        return speak(event)

    def complete_note(self, typed: str, table: Table) -> Sequence[str]:
        from solver.games.black_sonata.parse import complete_note

        return complete_note(typed, table)

    def advise(self, table: Table, known: Sequence[Known]) -> Hint:
        from solver.games.black_sonata.advice import advise

        return advise(table, known)

    def view(self, table: Table, known: Sequence[Known]) -> View:
        from solver.games.black_sonata.view import view

        return view(table, known)

    def prompt(self, table: Table) -> str:
        place = f", at {table.pawn}" if table.pawn else ""
        over = f", {table.ending.value}" if table.ending else ""
        return f"turn {table.turn} of pass {table.passes + 1}{place}{over}"


def _missing_start(rules: Rulebook) -> Iterator[Fault]:
    needing = [part.switch for part in rules.parts if part.needs_pawn]
    if needing and rules.settings["start"] is None:
        names = ", ".join(rules.board.names)
        yield Fault("$.setup.start", None, f"the pawn's start, needed by {needing[0]}: one of {names}")


def _validated(raw: Mapping[str, Any], text: str) -> Event:
    """The event of a note. What a phrase made is wrong in content at most: told in words, not in paths."""
    session = {"format": 1, "game": NAME, "setup": {}, "events": [dict(raw)]}
    try:
        model: Any = validate(session_model(), session)
    except DataError as error:
        raise UnreadableEvent(text, _in_words(error)) from None
    event: Event = model.events[0]
    return event


def _in_words(error: DataError) -> str:
    """The faults of a single event, by its keys."""
    told = [(fault.path.removeprefix("$.events[0]").lstrip("."), fault.accepted) for fault in error.faults]
    return "; ".join(f"{key}: expected {accepted}" if key else f"expected {accepted}" for key, accepted in told)


GAME = BlackSonata()
