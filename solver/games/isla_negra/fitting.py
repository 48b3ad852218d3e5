"""What must fit together in a session: who plays, who I am, the teams, and the names that events use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from pydantic import ValidationError

from solver.core.errors import Fault
from solver.core.words import plain
from solver.games.isla_negra.decklists import deck_faults
from solver.games.isla_negra.setup import FighterForm, Setup

PLAYER_KEYS = ("player", "at", "winner")
"""The keys of events that hold the name of a player."""
ROOM = {"duel": (2, 2), "multiple": (3, 99), "team": (4, 98)}
"""How few and how many fight in each mode."""


def faults_between(raw: object) -> Iterator[Fault]:
    """Every such fault of a session file; paths begin behind its root. A part that is no part at all is passed over."""
    if not isinstance(raw, Mapping):
        return
    setup = raw.get("setup")
    with suppress(ValidationError):  # its own faults are told already
        yield from _of_setup(Setup.model_validate(setup))
    players, events = _players(setup), raw.get("events")
    if players and isinstance(setup, Mapping) and isinstance(events, list):
        teams = _teams(setup)
        for number, event in enumerate(events):
            if isinstance(event, Mapping):
                yield from _of_event(players, teams, setup.get("me"), event, f".events[{number}]")


def _players(setup: object) -> list[str]:
    """The names of the fighters' players, as far as there are any."""
    fighters = setup.get("fighters") if isinstance(setup, Mapping) else None
    names = (one.get("player") if isinstance(one, Mapping) else one for one in fighters or () if one)
    return [name for name in names if isinstance(name, str)] if isinstance(fighters, list) else []


def _teams(setup: Mapping[str, Any]) -> list[str]:
    fighters = [one for one in setup["fighters"] if isinstance(one, Mapping)]
    return list(dict.fromkeys(str(one["team"]) for one in fighters if one.get("team") is not None))


def _of_setup(setup: Setup) -> Iterator[Fault]:
    forms = setup.forms
    players = [form.player for form in forms]
    for number, form in enumerate(forms):
        path = f".setup.fighters[{number}]"
        where = path if isinstance(setup.fighters[number], str) else f"{path}.player"
        if plain(form.player) in map(plain, players[:number]):
            yield Fault(where, form.player, "a name that no other player has (capitals aside)")
        if not plain(form.player):
            yield Fault(where, form.player, "a name with a letter or a number in it")
        if not isinstance(form.deck, str):
            yield from deck_faults(form.deck, form.size, f"{path}.deck")
    if setup.me not in players:
        yield Fault(".setup.me", setup.me, f"one of the players: {', '.join(players)}")
    yield from _of_mode(setup)


def _of_mode(setup: Setup) -> Iterator[Fault]:
    fewest, most = ROOM[setup.mode]
    number = len(setup.fighters)
    if not fewest <= number <= most:
        accepted = f"exactly {fewest}" if fewest == most else f"at least {fewest}"
        yield Fault(".setup.fighters", number, f"{accepted} fighters in the mode {setup.mode}")
    elif setup.mode == "team":
        yield from _of_teams(setup.forms)
    if setup.mode != "team":
        for index, form in enumerate(setup.forms):
            if form.team is not None:
                yield Fault(f".setup.fighters[{index}].team", form.team, "no team unless the mode is team")


def _of_teams(forms: tuple[FighterForm, ...]) -> Iterator[Fault]:
    """Two teams of one size, each with a name that no player has."""
    for index, form in enumerate(forms):
        path = f".setup.fighters[{index}].team"
        if form.team is None:
            yield Fault(path, None, "the team of this fighter, one of two")
        elif plain(str(form.team)) in [plain(other.player) for other in forms]:
            yield Fault(path, form.team, "a name that no player has")
    sizes = Counter(str(form.team) for form in forms if form.team is not None)
    if sum(sizes.values()) == len(forms) and (len(sizes) != 2 or len(set(sizes.values())) != 1):
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
