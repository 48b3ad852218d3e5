"""What must fit together in a session: who plays, who I am, and the names that events use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from solver.core.errors import Fault
from solver.core.words import plain
from solver.games.shadow_raiders.box import CAMPS, allocation, areas, characters
from solver.games.shadow_raiders.places import area_named
from solver.games.shadow_raiders.setup import FEWEST, MOST

PLAYER_KEYS = ("from", "to", "player", "by", "players")
"""The keys of events that hold the name of a player, or a list of them."""


def faults_between(raw: object) -> Iterator[Fault]:
    """Every such fault of a session file; paths begin behind its root. A part that is no part at all is passed over."""
    if not isinstance(raw, Mapping):
        return
    setup = raw.get("setup")
    if not isinstance(setup, Mapping):
        return
    yield from _of_setup(setup)
    players, events = setup.get("players"), raw.get("events")
    if isinstance(players, list) and isinstance(events, list):
        for number, event in enumerate(events):
            if isinstance(event, Mapping):
                yield from _of_event(players, event, f".events[{number}]")


def _of_setup(setup: Mapping[str, Any]) -> Iterator[Fault]:
    """What has the wrong form is told already, and passed over here."""
    players, which = setup.get("players"), setup.get("characters", "base")
    if isinstance(players, list):
        yield from _of_players(players, which)
        me = setup.get("me")
        if isinstance(me, str) and me not in players:
            yield Fault(".setup.me", me, f"one of the players: {', '.join(map(str, players))}")
    round_table = setup.get("areas")
    if isinstance(round_table, list) and all(isinstance(area, str) and area_named(area) for area in round_table):
        names = {area_named(area) for area in round_table}
        if len(round_table) == len(areas()) and names != {area.name for area in areas()}:
            accepted = f"each of {', '.join(area.name for area in areas())} once, clockwise"
            yield Fault(".setup.areas", round_table, accepted)
    if isinstance(which, str) and which in MOST:
        yield from _of_cast(setup, which)


def _of_players(players: list[Any], which: Any) -> Iterator[Fault]:
    most = MOST.get(which) if isinstance(which, str) else None
    if most is not None and most < len(players) <= max(MOST.values()):
        yield Fault(".setup.players", len(players), f"{FEWEST} to {most} players with the characters {which}")
    names = [player if isinstance(player, str) else "" for player in players]
    for number, player in enumerate(names):
        if player and plain(player) in [plain(other) for other in names[:number] if other]:
            yield Fault(f".setup.players[{number}]", player, "a name that no other player has (capitals aside)")
        if player and not plain(player):
            yield Fault(f".setup.players[{number}]", player, "a name with a letter or a number in it")


def _of_cast(setup: Mapping[str, Any], which: str) -> Iterator[Fault]:
    """Characters that this game does not have, and a role of a camp that nobody is dealt from."""
    every, role, hp, players = characters(), setup.get("role"), setup.get("hp"), setup.get("players")
    cast = {one.name: one for one in every.values() if which != "base" or one.set == "base"}
    named = [(".setup.role", role), *((f".setup.hp.{name}", name) for name in (hp if isinstance(hp, Mapping) else ()))]
    for path, name in named:
        if isinstance(name, str) and name in every and name not in cast:
            yield Fault(path, name, f"one of the characters of this set-up: {', '.join(cast)}")
    if isinstance(role, str) and role in cast and isinstance(players, list):
        yield from _of_role(role, cast[role].camp, len(players))


def _of_role(role: str, camp: str, players: int) -> Iterator[Fault]:
    if FEWEST <= players <= max(MOST.values()) and not allocation(players)[camp]:
        dealt = " or ".join(other for other in CAMPS if allocation(players)[other])
        yield Fault(".setup.role", role, f"a {dealt}; of {camp}s none is dealt among {players} players")


def _of_event(players: list[Any], event: Mapping[str, Any], path: str) -> Iterator[Fault]:
    """Names that no player has."""
    for key in PLAYER_KEYS:
        value = event.get(key)
        named = enumerate(value) if isinstance(value, list) else [(None, value)]
        for number, name in named:
            if isinstance(name, str) and name and name not in players:
                where = f"{path}.{key}" + ("" if number is None else f"[{number}]")
                yield Fault(where, name, f"one of the players: {', '.join(map(str, players))}")
