"""Turns, searches and flights: what happens with the deck, whether gnomon tracks it or not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from pydantic import model_validator

from solver.core.schema import Event, refuse
from solver.games.black_sonata.deck import Deck, Special
from solver.games.black_sonata.faces import Lies, Shows
from solver.games.black_sonata.grammar import RESULT, Phrase, Words
from solver.games.black_sonata.lazily import later
from solver.games.black_sonata.motion import STEALTH, SearchResult, flee, look_at_top, turn_card
from solver.games.black_sonata.part import Part
from solver.games.black_sonata.reading import (
    WAIT,
    face_vocabulary,
    fill_specials,
    read_face,
    read_faces,
    speak_faces,
)
from solver.games.black_sonata.table import Table, forbid

DURING_FLIGHT = frozenset({"flight", "clue", "clue-card", "waypoint", "tracer", "confront"})
"""What may be noted between a search and a flight that waits."""


class Top(Event):
    """The card on top at set-up, before the first turn."""

    type: Literal["top"] = "top"
    shows: Shows


class Turn(Event):
    """The top card went to the bottom; the new top shows this."""

    type: Literal["turn"] = "turn"
    shows: Shows


class Search(Event):
    """A search at the pawn, and the flight after it (`flight: false`: the deck waits for a `flight`)."""

    type: Literal["search"] = "search"
    found: bool
    passed: list[Shows] | None = None
    flight: bool = True

    @model_validator(mode="after")
    def _passed_with_its_flight(self) -> Search:
        if self.passed is not None and not self.flight:
            raise refuse("no `passed` beside flight: false (it belongs to the later flight)")
        return self


class Flight(Event):
    """The flight that a search left waiting."""

    type: Literal["flight"] = "flight"
    passed: list[Shows] | None = None


def _top(table: Table, event: Top) -> Table:
    if table.turn or table.searches or table.states.get(STEALTH):
        raise forbid("the card on top at set-up is noted once, before the first turn", "set-up")
    return look_at_top(table, event.shows).keep(STEALTH, "top noted")


def _turn(table: Table, event: Turn) -> Table:
    table = replace(table, turn=table.turn + 1, actions=0, flight_waits=False, last_search_found=False)
    return turn_card(table, event.shows)


def _search(table: Table, event: Search) -> Table:
    _refuse_search(table)
    table = replace(table, searches=table.searches + 1, last_search_found=event.found).act()
    deck = table.deck
    if deck is not None and table.pawn is not None:
        table = table.see(STEALTH, SearchResult(deck.slot, table.pawn, event.found))
        table, lies = table.rules.fill(table)
        table = replace(table, deck=deck.put(deck.slot, lies))
    if event.found:
        table = replace(table, clues=replace(table.clues, finds=table.clues.finds + 1))
    return flee(table, event.passed) if event.flight else replace(table, flight_waits=True)


def _refuse_search(table: Table) -> None:
    if table.deck is None:
        return
    if isinstance(table.deck.top, Special) or table.deck.top_lies is not Lies.STEALTH:
        raise forbid(
            f"a search needs a stealth card on top; here lies {_top_words(table.deck)}",
            "search",
        )
    if table.pawn is not None and not table.rules.may_search(table, table.pawn, now=True):
        raise forbid(f"a search needs the key of {table.pawn}, which is not held", "search")


def _top_words(deck: Deck) -> str:
    if isinstance(deck.top, Special):
        return f"the {deck.top.name} card"
    return f"a {deck.top_lies.value} card (slot {deck.slot})"


def _flight(table: Table, event: Flight) -> Table:
    if not table.flight_waits:
        raise forbid("no flight waits here: a flight follows a search that was noted with flight: false", "flight")
    return flee(table, event.passed)


def _object_during_flight(table: Table, event: Event) -> str | None:
    """While a flight waits, the deck does not go on (a flight of no cards need not be noted)."""
    if table.deck is None or not table.flight_waits or not table.clues.held or event.type in DURING_FLIGHT:
        return None
    return f"a flight waits (the deck advances {table.clues.held}): note it before this"


def _read_turn(words: Words, table: Table) -> dict[str, Any]:
    return {"type": "turn", "shows": fill_specials(table, [read_face(words, table)])[0]}


def _read_top(words: Words, table: Table) -> dict[str, Any]:
    return {"type": "top", "shows": read_face(words, table)}


def _read_search(words: Words, table: Table) -> dict[str, Any]:
    event: dict[str, Any] = {"type": "search", "found": words.take(RESULT)}
    if words.try_take(WAIT):
        return {**event, "flight": False}
    return {**event, **_read_passed(words, table)}


def _read_flight(words: Words, table: Table) -> dict[str, Any]:
    return {"type": "flight", **_read_passed(words, table)}


def _read_passed(words: Words, table: Table) -> dict[str, Any]:
    if words.left == ["none"]:
        words.drop(1)
        return {"passed": []}
    return {"passed": fill_specials(table, read_faces(words, table))} if words else {}


def _speak_passed(event: Search | Flight) -> str:
    if event.passed is None:
        return ""
    return " " + (speak_faces(event.passed) or "none")


def _speak_search(event: Search) -> str:
    wait = "" if event.flight else " wait"
    return f"search {'hit' if event.found else 'miss'}{wait}{_speak_passed(event)}"


PART = Part(
    name="turns",
    rank=0,
    events={Top: _top, Turn: _turn, Search: _search, Flight: _flight},
    advice=later("advising.search", "deck_advice"),
    errands=later("advising.search", "search_errands"),
    objections=(_object_during_flight,),
    phrases=(
        Phrase(
            "turn",
            "FACE  or  turn FACE",
            Turn,
            _read_turn,
            lambda event: f"turn {event.shows}",
            face_vocabulary,
        ),
        Phrase("top", "top FACE", Top, _read_top, lambda event: f"top {event.shows}", face_vocabulary),
        Phrase(
            "search",
            "search hit|miss [FACES passed | wait]",
            Search,
            _read_search,
            _speak_search,
            lambda table: RESULT,
        ),
        Phrase(
            "flight",
            "flight [FACES passed]",
            Flight,
            _read_flight,
            lambda event: f"flight{_speak_passed(event)}",
            face_vocabulary,
        ),
    ),
)
