"""What must fit together in a session: who plays, who I am, and the names that events use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from pydantic import ValidationError

from solver.core.errors import Fault
from solver.core.words import plain
from solver.games.shadow_raiders.box import allocation, areas, characters
from solver.games.shadow_raiders.places import area_named
from solver.games.shadow_raiders.setup import FEWEST, MOST, Setup

PLAYER_KEYS = ("from", "to", "player", "by", "players")
"""The keys of events that hold the name of a player, or a list of them."""


def faults_between(raw: object) -> Iterator[Fault]:
    """Every such fault of a session file; paths begin behind its root. A part that is no part at all is passed over."""
    if not isinstance(raw, Mapping):
        return
    setup = raw.get("setup")
    with suppress(ValidationError):  # its own faults are told already
        yield from _of_setup(Setup.model_validate(setup))
    players = setup.get("players") if isinstance(setup, Mapping) else None
    events = raw.get("events")
    if isinstance(players, list) and isinstance(events, list):
        for number, event in enumerate(events):
            if isinstance(event, Mapping):
                yield from _of_event(players, event, f".events[{number}]")


def _of_setup(setup: Setup) -> Iterator[Fault]:
    players, most = setup.players, MOST[setup.characters]
    if len(players) > most:
        accepted = f"{FEWEST} to {most} players with the characters {setup.characters}"
        yield Fault(".setup.players", len(players), accepted)
    for number, player in enumerate(players):
        if plain(player) in [plain(other) for other in players[:number]]:
            yield Fault(f".setup.players[{number}]", player, "a name that no other player has (capitals aside)")
        if not plain(player):
            yield Fault(f".setup.players[{number}]", player, "a name with a letter or a number in it")
    if setup.me not in players:
        yield Fault(".setup.me", setup.me, f"one of the players: {', '.join(players)}")
    if setup.areas is not None and {area_named(area) for area in setup.areas} != {area.name for area in areas()}:
        yield Fault(".setup.areas", setup.areas, f"each of {', '.join(area.name for area in areas())} once, clockwise")
    yield from _of_cast(setup)


def _of_cast(setup: Setup) -> Iterator[Fault]:
    """Characters that this game does not have, and a role of a camp that nobody is dealt from."""
    cast = {one.name: one for one in characters().values() if setup.characters != "base" or one.set == "base"}
    for path, name in [(".setup.role", setup.role), *((f".setup.hp.{name}", name) for name in setup.hp or {})]:
        if name not in cast:
            yield Fault(path, name, f"one of the characters of this set-up: {', '.join(cast)}")
    if setup.role in cast and not allocation(len(setup.players))[cast[setup.role].camp]:
        camp = cast[setup.role].camp
        yield Fault(".setup.role", setup.role, f"no {camp}: none is dealt among {len(setup.players)} players")


def _of_event(players: list[Any], event: Mapping[str, Any], path: str) -> Iterator[Fault]:
    """Names that no player has."""
    for key in PLAYER_KEYS:
        value = event.get(key)
        named = enumerate(value) if isinstance(value, list) else [(None, value)]
        for number, name in named:
            if isinstance(name, str) and name and name not in players:
                where = f"{path}.{key}" + ("" if number is None else f"[{number}]")
                yield Fault(where, name, f"one of the players: {', '.join(map(str, players))}")
