"""What the tests of this game share: small sessions, and what is plain to see after them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from solver.answers.candidates import Situation, advance, examine, replay
from solver.core.errors import DataError, GnomonError, IllegalEvent
from solver.core.session import Session, parse_session

Raw = dict[str, Any]


def line(card: str, kind: str, level: str, copies: int) -> Raw:
    return {"card": card, "type": kind, "level": level, "copies": copies}


FULL = [
    line("Rage", "upgrade", "basic", 4),
    line("Punch", "attack", "basic", 6),
    line("Kick", "attack", "advanced", 3),
    line("Dodge", "response", "basic", 5),
    line("Block", "response", "advanced", 4),
    line("Wait and See", "tactics", "basic", 4),
    line("Fox Storm", "attack", "master", 1),
]
"""A complete list of 27 cards."""
PART = FULL[:4]
"""A partial list: 18 of 27 cards, all four upgrades among them."""
TECHNIQUES = FULL[1:4]
"""A partial list without upgrades."""


def raw(events: Sequence[Mapping[str, Any]] = (), deck: Any = FULL, **setup: Any) -> Raw:
    """A duel of Ann, who is me, and Bo, both with this deck."""
    fighters = [{"player": player, "deck": deck} for player in ("Ann", "Bo")]
    start = {"mode": "duel", "me": "Ann", "fighters": fighters}
    return {"format": 1, "game": "isla-negra", "setup": {**start, **setup}, "events": [dict(one) for one in events]}


def crowd(events: Sequence[Mapping[str, Any]] = (), teams: str = "", players: str = "Ann Bo Cy Di") -> Raw:
    """Four players, everybody alone or in teams: a letter of `teams` for each."""
    fighters: list[Raw] = [{"player": player, "deck": FULL} for player in players.split()]
    for fighter, team in zip(fighters, teams, strict=False):
        fighter["team"] = team
    return raw(events, mode="team" if teams else "multiple", fighters=fighters)


def session_of(session: Mapping[str, Any]) -> Session:
    return parse_session(json.dumps(session), "a game", None)


def table_of(session: Mapping[str, Any]) -> Any:
    one = session_of(session)
    return replay(one.game, one.setup, one.events)


def tables_of(session: Mapping[str, Any]) -> list[Any]:
    """The table at set-up and after each event."""
    one = session_of(session)
    tables = [one.game.open(one.setup)]
    for index, event in enumerate(one.events):
        tables.append(advance(one.game, tables[-1], event, index))
    return tables


def table(*events: Mapping[str, Any], deck: Any = FULL) -> Any:
    """The table of a duel after these events."""
    return table_of(raw(events, deck))


def warnings(*events: Mapping[str, Any], deck: Any = FULL) -> str:
    """What was odd about the last event."""
    return "; ".join(table(*events, deck=deck).warnings)


def forbidden(*events: Mapping[str, Any], deck: Any = FULL) -> str:
    """Why the last event is forbidden; the others are not."""
    table(*events[:-1], deck=deck)
    return why_forbidden(raw(events, deck))


def why_forbidden(session: Mapping[str, Any]) -> str:
    with pytest.raises(IllegalEvent) as refused:
        table_of(session)
    assert refused.value.index == len(session["events"]) - 1
    assert refused.value.exit_status == 3
    return str(refused.value)


def faults(session: Mapping[str, Any]) -> dict[str, str]:
    """By path: what would have been accepted."""
    with pytest.raises(DataError) as refused:
        session_of(session)
    assert refused.value.exit_status == 4
    return {fault.path: fault.accepted for fault in refused.value.faults}


def examined(session: Mapping[str, Any]) -> Situation:
    return examine(session_of(session))


def refusal(session: Mapping[str, Any]) -> GnomonError:
    """What reading or solving this session raises."""
    with pytest.raises(GnomonError) as refused:
        examined(session)
    return refused.value


# Events


def shuffle(player: str = "Bo", last: str | None = "Punch") -> Raw:
    return {"type": "shuffle", "player": player, **({} if last is None else {"last": last})}


def draw(cards: int = 1, player: str = "Bo", **more: Any) -> Raw:
    return {"type": "draw", "player": player, "cards": cards, **more}


def drawn(*names: str) -> Raw:
    """I draw these."""
    return draw(len(names), "Ann", names=list(names))


def play(card: str, player: str = "Bo", **more: Any) -> Raw:
    return {"type": "play", "player": player, "card": card, **more}


def upgrade(card: str = "Rage", player: str = "Bo") -> Raw:
    return {"type": "upgrade", "player": player, "card": card}


def discard(cards: Any, player: str = "Bo", **more: Any) -> Raw:
    return {"type": "discard", "player": player, "cards": cards, **more}


def new_hand(top: str | None = "Kick", player: str = "Bo", **more: Any) -> Raw:
    return {"type": "new-hand", "player": player, **({} if top is None else {"top": top}), **more}


def hand(cards: int, player: str = "Bo", **more: Any) -> Raw:
    return {"type": "hand", "player": player, "cards": cards, **more}


def level(word: str, player: str = "Bo") -> Raw:
    return {"type": "level", "player": player, "level": word}


def life(total: int, player: str = "Bo") -> Raw:
    return {"type": "life", "player": player, "total": total}


def won(winner: str = "Bo") -> Raw:
    return {"type": "round", "winner": winner}


def turn(kind: str, player: str = "Bo") -> Raw:
    """`initiative`, `skip` or `passes`."""
    return {"type": kind, "player": player}


START = (shuffle(), draw(5))
"""Bo is ready."""
EXPERT = (*START, draw(4), upgrade(), upgrade(), upgrade(), upgrade())
"""Bo has raised the level twice."""
