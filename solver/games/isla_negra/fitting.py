"""What must fit together in a session: who plays, who I am, the teams, and the names that events use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from solver.core.errors import Fault
from solver.core.words import plain
from solver.games.isla_negra.decklists import faults_between_lines
from solver.games.isla_negra.decks import SIZES

PLAYER_KEYS = ("player", "at", "winner")
"""The keys of events that hold the name of a player."""
ROOM = {"duel": (2, 2), "multiple": (3, 99), "team": (4, 98)}
"""How few and how many fight in each mode."""


def faults_between(raw: object) -> Iterator[Fault]:
    """Every such fault of a session file; paths begin behind its root. A part that is no part at all is passed over."""
    setup = raw.get("setup") if isinstance(raw, Mapping) else None
    if not isinstance(raw, Mapping) or not isinstance(setup, Mapping):
        return
    fighters = setup.get("fighters")
    if not isinstance(fighters, list):
        return
    yield from _of_fighters(fighters)
    players, events = _players(fighters), raw.get("events")
    me = setup.get("me")
    if players and isinstance(me, str) and me and me not in players:
        yield Fault(".setup.me", me, f"one of the players: {', '.join(players)}")
    yield from _of_mode(setup.get("mode", "duel"), fighters)
    if players and isinstance(events, list):
        for number, event in enumerate(events):
            if isinstance(event, Mapping):
                yield from _of_event(players, _teams(fighters), me, event, f".events[{number}]")


def _name(fighter: object) -> str:
    """The player of a fighter in either form; "" where there is none."""
    name = fighter.get("player") if isinstance(fighter, Mapping) else fighter
    return name if isinstance(name, str) else ""


def _players(fighters: list[Any]) -> list[str]:
    """The names of the fighters' players, as far as there are any."""
    return [name for name in map(_name, fighters) if name]


def _team(fighter: object) -> object:
    return fighter.get("team") if isinstance(fighter, Mapping) else None


def _teams(fighters: list[Any]) -> list[str]:
    return list(dict.fromkeys(str(team) for team in map(_team, fighters) if team is not None))


def _of_fighters(fighters: list[Any]) -> Iterator[Fault]:
    """Names that two have, and what is wrong between the lines of a list."""
    for number, fighter in enumerate(fighters):
        path, name = f".setup.fighters[{number}]", _name(fighter)
        where = f"{path}.player" if isinstance(fighter, Mapping) else path
        if name and plain(name) in [plain(_name(other)) for other in fighters[:number]]:
            yield Fault(where, name, "a name that no other player has (capitals aside)")
        if name and not plain(name):
            yield Fault(where, name, "a name with a letter or a number in it")
        if isinstance(fighter, Mapping) and isinstance(fighter.get("deck"), list):
            size = fighter.get("size")
            yield from faults_between_lines(
                fighter["deck"], size if size in SIZES and not isinstance(size, float) else max(SIZES), f"{path}.deck"
            )


def _of_mode(mode: object, fighters: list[Any]) -> Iterator[Fault]:
    if not isinstance(mode, str) or mode not in ROOM:
        return
    fewest, most = ROOM[mode]
    number = len(fighters)
    if number < 2:  # told with the form
        return
    if not fewest <= number <= most:
        accepted = f"exactly {fewest}" if fewest == most else f"at least {fewest}"
        yield Fault(".setup.fighters", number, f"{accepted} fighters in the mode {mode}")
    elif mode == "team":
        yield from _of_teams(fighters)
    if mode != "team":
        for index, team in enumerate(map(_team, fighters)):
            if team is not None:
                yield Fault(f".setup.fighters[{index}].team", team, "no team unless the mode is team")


def _of_teams(fighters: list[Any]) -> Iterator[Fault]:
    """Two teams of one size, each with a name that no player has."""
    for index, team in enumerate(map(_team, fighters)):
        path = f".setup.fighters[{index}].team"
        if team is None:
            yield Fault(path, None, "the team of this fighter, one of two")
        elif plain(str(team)) in map(plain, _players(fighters)):
            yield Fault(path, team, "a name that no player has")
    sizes = Counter(str(team) for team in map(_team, fighters) if team is not None)
    if sum(sizes.values()) == len(fighters) and (len(sizes) != 2 or len(set(sizes.values())) != 1):
        told = ", ".join(f"{team}: {size}" for team, size in sizes.items())
        yield Fault(".setup.fighters", told, "two teams with as many fighters each")


def _of_event(players: list[str], teams: list[str], me: object, event: Mapping[str, Any], path: str) -> Iterator[Fault]:
    """Names that no player has, and cards named that I cannot have seen."""
    for key in PLAYER_KEYS:
        value = event.get(key)
        known = players + (teams if key == "winner" else [])
        if isinstance(value, str) and value and value not in known:
            yield Fault(f"{path}.{key}", value, f"one of the players: {', '.join(known)}")
    player = event.get("player")
    if event.get("names") is not None and me in players and player in players and player != me:
        yield Fault(f"{path}.names", event["names"], f"no names: only my own cards ({me}) are seen in a hand")
