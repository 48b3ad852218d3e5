"""Waypoints and Traces: two cards that mark a moment of the deck. A player's marks, never evidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from solver.core.schema import COUNT, Event
from solver.games.black_sonata.deck import Card, Special
from solver.games.black_sonata.grammar import LOCATION, Phrase, Vocabulary, Words
from solver.games.black_sonata.part import Part
from solver.games.black_sonata.parts.pawn import Location
from solver.games.black_sonata.table import Table, forbid

if TYPE_CHECKING:
    from solver.core.values import Advice
    from solver.games.black_sonata.errands import Planner

KEY = "waypoints"
WAYPOINT = "waypoint"
TRACER = "tracer"
USES = 2
"""Each card may be used a second time (The Fair Youth, p. 10)."""
SOURCE = "The Fair Youth, p. 10"


class Waypoint(Event):
    """The waypoint card went to the bottom of the deck, its token to this location."""

    type: Literal["waypoint"] = "waypoint"
    at: Location


class Tracer(Event):
    """The tracer card went into the deck, above the last three or five cards of hers."""

    type: Literal["tracer"] = "tracer"
    moves: Literal[3, 5]


def _set_up(table: Table) -> Table:
    uses = table.rules.settings[KEY]
    each = USES if uses is True else uses
    return table.keep(KEY, {WAYPOINT: each, TRACER: each})


def _mark(table: Table, event: Waypoint) -> Table:
    table = _spend(table, WAYPOINT)
    if table.deck is None:
        return table
    return replace(table, deck=replace(table.deck, cards=(*table.deck.cards, Special(WAYPOINT, event.at))))


def _trace(table: Table, event: Tracer) -> Table:
    table = _spend(table, TRACER)
    if table.deck is None:
        return table
    cards = insert_above(table.deck.cards, event.moves, Special(TRACER, event.moves))
    return replace(table, deck=replace(table.deck, cards=cards))


def insert_above(cards: Sequence[Card], moves: int, special: Special) -> tuple[Card, ...]:
    """The deck with `special` right above the last `moves` stealth, fog and blazon cards."""
    places = [position for position, card in enumerate(cards) if isinstance(card, int)]
    position = places[-moves] if moves <= len(places) else 0
    return (*cards[:position], special, *cards[position:])


def _spend(table: Table, name: str) -> Table:
    left = table.states[KEY]
    if table.deck is not None and any(isinstance(card, Special) and card.name == name for card in table.deck.cards):
        raise forbid(f"the {name} card lies in the deck; it can be used again once it has come up", SOURCE)
    if left[name] < 1:
        raise forbid(f"the {name} card was used as often as it may be", SOURCE)
    return table.keep(KEY, {**left, name: left[name] - 1})


def _meet(table: Table, special: Special) -> Table:
    """It is taken off the deck again; for a waypoint, the next card is the one that was marked."""
    assert table.deck is not None
    return replace(table, deck=table.deck.without_top())


def _advice(planner: Planner) -> Iterator[Advice]:
    """Marking costs no action and tells gnomon nothing that it does not keep track of: value 0, for the eye only."""
    from solver.core.values import SURELY, Advice

    table = planner.outlook.table
    if table.deck is None or table.is_over or table.turn == 0:
        return
    certain = [place for place, chance in planner.outlook.where(0).items() if chance == 1]
    left = table.states[KEY]
    lies = {card.name for card in table.deck.cards if isinstance(card, Special)}
    if certain and left[WAYPOINT] and WAYPOINT not in lies:
        because = f"free: she is at {certain[0]} for certain, and will be again when this card comes up"
        words = f"mark {certain[0]} with the waypoint"
        yield Advice({"type": WAYPOINT, "at": certain[0]}, words, because, 0.0, 0.0, {}, SURELY, {"free": True})


def _rows(table: Table) -> Sequence[tuple[str, str]]:
    left = table.states[KEY]
    return (("marks left", f"waypoint {left[WAYPOINT]}, tracer {left[TRACER]}"), *_ahead(table))


def _ahead(table: Table) -> Iterator[tuple[str, str]]:
    """In how many turns each mark comes up, if nothing makes the deck advance."""
    turns = 0
    for card in table.deck.cards if table.deck is not None else ():
        if isinstance(card, int):
            turns += 1
        elif card.name in (WAYPOINT, TRACER):
            yield (card.name, f"comes up in {turns} turns" + (f", at {card.mark}" if card.name == WAYPOINT else ""))


MOVES = Vocabulary("3 or 5", {"3": 3, "5": 5, "three": 3, "five": 5})


def _read_waypoint(words: Words, table: Table) -> dict[str, object]:
    words.try_take(Vocabulary("at", {"at": True}))
    return {"type": WAYPOINT, "at": words.take(LOCATION)}


PART = Part(
    name=KEY,
    rank=60,
    switch=KEY,
    settings={KEY: (COUNT, False)},
    opening=_set_up,
    events={Waypoint: _mark, Tracer: _trace},
    specials={WAYPOINT: _meet, TRACER: _meet},
    phrases=(
        Phrase(
            WAYPOINT,
            "waypoint LOCATION",
            Waypoint,
            _read_waypoint,
            lambda event: f"waypoint {event.at}",
            lambda table: LOCATION,
        ),
        Phrase(
            TRACER,
            "tracer 3|5",
            Tracer,
            lambda words, table: {"type": TRACER, "moves": words.take(MOVES)},
            lambda event: f"tracer {event.moves}",
            lambda table: MOVES,
        ),
    ),
    rows=_rows,
    advice=_advice,
)
