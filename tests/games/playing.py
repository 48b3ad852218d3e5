"""Plays events from JSON, so that a test of a rule reads like a page of a session."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from solver.answers.candidates import examine, replay
from solver.core.errors import DataError, Fault, IllegalEvent
from solver.core.session import Session, parse_session

MAP = {"start": "Cornhill", "stealth": {"knowledge": "map"}}
ONLY_LADY = {"lady": {"set": "dark", "suit": "oak"}}
PASS = {"type": "pass"}


def turn(shows: Any = None) -> dict[str, Any]:
    return {"type": "turn", "shows": shows}


def turns(number: int) -> list[dict[str, Any]]:
    """So many turns in which nobody looked."""
    return [turn()] * number


def move(to: str) -> dict[str, Any]:
    return {"type": "move", "to": to}


def search(found: bool = False, **fields: Any) -> dict[str, Any]:
    return {"type": "search", "found": found, **fields}


def fog(effect: str, **fields: Any) -> dict[str, Any]:
    return {"type": "fog", "effect": effect, **fields}


def clue(symbols: str, *numbers: int, **fields: Any) -> dict[str, Any]:
    return {"type": "clue", "symbols": symbols.split(), "numbers": list(numbers), **fields}


def session(setup: Any, *events: Any, folder: Path | None = None) -> Session:
    raw = {"format": 1, "game": "black-sonata", "setup": setup, "events": list(events)}
    return parse_session(json.dumps(raw), "a game", folder)


def played(setup: Any, *events: Any) -> Any:
    """The table after these events, all of which are legal."""
    game = session(setup, *events)
    return replay(game.game, game.setup, game.events)


def refused(setup: Any, *events: Any) -> str:
    """The rule that the last event breaks; those before it are legal."""
    with pytest.raises(IllegalEvent) as refusal:
        played(setup, *events)
    assert refusal.value.index == len(events) - 1
    assert refusal.value.exit_status == 3
    return str(refusal.value)


def answers(setup: Any, *events: Any) -> dict[str, Any]:
    """For each question, each possible value and its exact probability."""
    found = examine(session(setup, *events)).answers()
    return {answer.question.id: {c.value: c.probability for c in answer.candidates} for answer in found}


def faults(setup: Any, *events: Any) -> tuple[Fault, ...]:
    """What is wrong in the form of this session."""
    with pytest.raises(DataError) as refusal:
        session(setup, *events)
    return refusal.value.faults


def fogged(*extra: Any) -> list[dict[str, Any]]:
    """Events after which a fog card lies on top: a search in the first turn, then once round the deck."""
    return [turn(), search(found=False), *extra, *turns(26)]


def visit_all() -> list[dict[str, Any]]:
    """A walk from Cornhill through all eleven locations."""
    walk = (
        "Bishopsgate", "Shoreditch", "Cripplegate", "Clerkenwell", "Blackfriars", "St Paul's", "Blackfriars",
        "Liberty of the Clink", "Southwark", "London Bridge", "Eastcheap",
    )  # fmt: skip
    return [event for place in walk for event in (turn(), move(place))]
