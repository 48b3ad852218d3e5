"""Tarry cards: one laid on top holds the Dark Lady for a turn; met later, its owner's text is obeyed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from solver.core.schema import COUNT, Event
from solver.games.black_sonata.deck import Special
from solver.games.black_sonata.grammar import Phrase
from solver.games.black_sonata.part import Part
from solver.games.black_sonata.table import Table, forbid

if TYPE_CHECKING:
    from solver.core.values import Advice
    from solver.games.black_sonata.errands import Planner

KEY = "tarry"
PRINTED = 3
"""Tarry cards in the box (Strange Shadows, p. 3)."""
LAY_SOURCE = "Strange Shadows, p. 3"


class Tarry(Event):
    """A Tarry card was laid on top of the stealth deck."""

    type: Literal["tarry"] = "tarry"


class TarryText(Event):
    """What a Tarry card said when it was met."""

    type: Literal["tarry-text"] = "tarry-text"
    text: Annotated[str, Field(min_length=1)]


def _set_up(table: Table) -> Table:
    cards = table.rules.settings[KEY]
    return table.keep(KEY, PRINTED if cards is True else cards)


def _lay(table: Table, event: Tarry) -> Table:
    left = table.states[KEY]
    if left < 1:
        raise forbid("no Tarry card is left", LAY_SOURCE)
    if table.deck is None:
        return table.keep(KEY, left - 1)
    deck = replace(table.deck, cards=(Special(KEY), *table.deck.cards))
    return replace(table, deck=deck).keep(KEY, left - 1)


def _meet(table: Table, special: Special) -> Table:
    """Turned, obeyed, gone from the game."""
    assert table.deck is not None
    return replace(table, deck=table.deck.without_top())


def _advice(planner: Planner) -> Iterator[Advice]:
    """Before the next card is turned: to hold her is worth what the plans gain by one more turn at her slot."""
    from solver.core.values import SURELY, Advice

    table = planner.outlook.table
    if table.is_over or table.deck is None or not table.states[KEY] or not _may_lay(table):
        return
    held = planner.value(table.rules.stand(table), passed=-1)
    because = "she stays for one more turn; the card comes round again, and then its text is obeyed"
    yield Advice({"type": "tarry"}, "lay a Tarry card", because, held, 0.0, {}, SURELY)


def _may_lay(table: Table) -> bool:
    assert table.deck is not None
    waits = table.flight_waits and table.clues.held > 0
    return bool(table.actions) and not waits and not isinstance(table.deck.top, Special)


def _rows(table: Table) -> Sequence[tuple[str, str]]:
    return (("Tarry cards left", str(table.states[KEY])),)


PART = Part(
    name=KEY,
    rank=70,
    switch=KEY,
    settings={KEY: (COUNT, False)},
    opening=_set_up,
    events={Tarry: _lay, TarryText: lambda table, event: table},
    specials={KEY: _meet},
    phrases=(
        Phrase("tarry", "tarry", Tarry, lambda words, table: {"type": "tarry"}, lambda event: "tarry"),
        Phrase(
            "tarry-text",
            "tarry-text WORDS",
            TarryText,
            lambda words, table: {"type": "tarry-text", "text": words.rest()},
            lambda event: f"tarry-text {event.text}",
        ),
    ),
    rows=_rows,
    advice=_advice,
)
