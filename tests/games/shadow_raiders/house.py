"""What the tests of this game share: small sessions, and what is known after them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from hypothesis import settings

from solver.answers.candidates import Situation, advance, examine, replay
from solver.core.errors import Contradiction, GnomonError, IllegalEvent
from solver.core.session import Session, parse_session

PLAYERS = ["Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo"]
Answers = dict[str, dict[Any, Fraction]]


def law(examples: int) -> settings:
    """The same examples at every run, however long they take."""
    return settings(max_examples=examples, deadline=None, derandomize=True, database=None)


def raw(events: Sequence[Mapping[str, Any]] = (), count: int = 6, **setup: Any) -> dict[str, Any]:
    """A session of the first `count` names; Ann is me, and Felix unless `role` says otherwise."""
    start = {"players": PLAYERS[:count], "me": "Ann", "role": "Felix"}
    return {"format": 1, "game": "shadow-raiders", "setup": {**start, **setup}, "events": [dict(e) for e in events]}


def session_of(session: Mapping[str, Any]) -> Session:
    return parse_session(json.dumps(session), "a game", None)


def examined(session: Mapping[str, Any]) -> Situation:
    return examine(session_of(session))


def answers(session: Mapping[str, Any]) -> Answers:
    """Every question with the probability of each value."""
    found = examined(session).answers()
    return {
        answer.question.id: {one.value: one.probability or Fraction(0) for one in answer.candidates} for answer in found
    }


def solved(events: Sequence[Mapping[str, Any]], count: int = 6, **setup: Any) -> Answers:
    return answers(raw(events, count, **setup))


def is_contradiction(session: Mapping[str, Any]) -> bool:
    """True where the notes cannot all be true, or the table forbids one."""
    try:
        examined(session)
    except (Contradiction, IllegalEvent):
        return True
    return False


def table_of(session: Mapping[str, Any]) -> Any:
    one = session_of(session)
    return replay(one.game, one.setup, one.events)


def tables_of(session: Session) -> list[Any]:
    """The table at set-up and after each event."""
    tables = [session.game.open(session.setup)]
    for index, event in enumerate(session.events):
        tables.append(advance(session.game, tables[-1], event, index))
    return tables


def evidence_of(session: Mapping[str, Any]) -> Any:
    one = session_of(session)
    return one.game.evidence(replay(one.game, one.setup, one.events))[0]


def refusal(session: Mapping[str, Any]) -> GnomonError:
    """What reading or solving this session raises."""
    try:
        examined(session)
    except GnomonError as error:
        return error
    raise AssertionError("this session was taken")


# Events


def handed(to: str, card: str | None, outcome: str, giver: str = "Ann", **more: Any) -> dict[str, Any]:
    return {"type": "reasoning", "from": giver, "to": to, "card": card, "outcome": outcome, **more}


def damage(player: str, total: int) -> dict[str, Any]:
    return {"type": "damage", "player": player, "total": total}


def out(player: str, role: str, **more: Any) -> dict[str, Any]:
    return {"type": "out", "player": player, "role": role, **more}


def reveal(player: str, role: str) -> dict[str, Any]:
    return {"type": "reveal", "player": player, "role": role}


def equipment(player: str, holds: int, **more: Any) -> dict[str, Any]:
    return {"type": "equipment", "player": player, "holds": holds, **more}


def drew(player: str, card: str, **more: Any) -> dict[str, Any]:
    return {"type": "drew", "player": player, "card": card, **more}


def at(player: str, area: str) -> dict[str, Any]:
    return {"type": "at", "player": player, "area": area}


def attack(by: str, to: Sequence[str], harm: int) -> dict[str, Any]:
    return {"type": "attack", "by": by, "to": list(to), "damage": harm}


SILENT = {"type": "silent"}
RESHUFFLE = {"type": "reshuffle"}
