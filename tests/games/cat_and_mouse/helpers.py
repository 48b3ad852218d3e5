"""What the tests of this game share: sessions, and what they answer."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from solver.answers.candidates import Situation, examine
from solver.core.session import Session, parse_session

HAND = ["fog", "church", "church", "tavern", "rural"]
SETUP = {"pawns": ["Cornhill", "Clerkenwell"], "fog": 1, "hand": HAND, "view": "historian"}
HERS = {**SETUP, "view": "lady", "at": "Southwark", "next": "London Bridge"}


def session(*events: dict[str, Any], setup: dict[str, Any] = SETUP, **more: Any) -> Session:
    raw = {"format": 1, "game": "cat-and-mouse", "setup": setup, "events": list(events), **more}
    return parse_session(json.dumps(raw), "test", None)


def situation(*events: dict[str, Any], setup: dict[str, Any] = SETUP) -> Situation:
    return examine(session(*events, setup=setup))


def table(*events: dict[str, Any], setup: dict[str, Any] = SETUP) -> Any:
    return situation(*events, setup=setup).table


def chances(*events: dict[str, Any], setup: dict[str, Any] = SETUP, number: int = 0) -> dict[Any, Fraction]:
    """The answer to a question (0: moves equally likely, 1: she avoids capture)."""
    answer = situation(*events, setup=setup).answers()[number]
    return {one.value: one.probability or Fraction(0) for one in answer.candidates}


def lady(plays: Any, *hand: Any, **more: Any) -> dict[str, Any]:
    return {"type": "lady", "plays": plays, "hand": list(hand), **more}


def moves(pawn: int, to: str) -> dict[str, Any]:
    return {"type": "historian", "moves": [pawn, to]}


def searches(pawn: int, found: bool) -> dict[str, Any]:
    return {"type": "historian", "searches": pawn, "found": found}


def flight(at: str) -> dict[str, Any]:
    return {"type": "flight", "at": at}


def card(name: str) -> dict[str, str]:
    return {"location": name}


CHURCH = lady("church", "fog", "church", "tavern", "rural", "rural")
"""A first turn that fits `SETUP`."""
