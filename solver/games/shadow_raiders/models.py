"""The models of this game's session files, and what a set-up must be to be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Literal

from pydantic import Field, create_model

from solver.core.errors import DataError, Fault
from solver.core.schema import COMMON_KEYS, Event, Strict
from solver.core.words import plain
from solver.games.shadow_raiders.box import Character, allocation, areas, characters, deck
from solver.games.shadow_raiders.events import EVENTS, PLAYER_FIELDS, AreaName, Player, Role, field_name
from solver.games.shadow_raiders.places import area_named
from solver.games.shadow_raiders.rules import Rules, Switches

NAME = "shadow-raiders"
FEWEST = 4
MOST = {"base": 8, "all": 10, "by-initial": 10}
"""How many can play with these characters."""


class RuleSwitches(Strict):
    """How far Ulrich's lies go."""

    lies_on_hp_cards: bool = True
    lies_on_show_role: bool = False


class Setup(Strict):
    """Who plays, who I am, and what is in the box."""

    players: Annotated[list[Player], Field(min_length=FEWEST, max_length=max(MOST.values()))]
    me: Player
    role: Role
    characters: Literal["base", "all", "by-initial"] = "base"
    reasoning: Literal["base", "expansion"] | None = None
    special_abilities: bool = False
    areas: Annotated[list[AreaName], Field(min_length=6, max_length=6)] | None = None
    hp: dict[Role, Annotated[int, Field(ge=1)]] | None = None
    rules: RuleSwitches = RuleSwitches()


@cache
def session_model() -> type[Strict]:
    """The model of a whole file."""
    kinds: Any = reduce(or_, EVENTS)
    events: Any = list[Annotated[kinds, Field(discriminator="type")]]
    game: Any = Literal["shadow-raiders"]
    model: type[Strict] = create_model(
        "ShadowRaidersSession",
        __base__=Strict,
        format=(Literal[1], ...),
        game=(game, ...),
        setup=(Setup, ...),
        events=(events, ...),
        **COMMON_KEYS,
    )
    return model


def rules_of(setup: Setup) -> Rules:
    """The rules of this set-up. Raises DataError with everything that does not fit together."""
    faults = list(_faults(setup))
    if faults:
        raise DataError(faults)
    cast = _cast(setup.characters, setup.hp or {})
    has_expansion = setup.characters != "base"
    cards = setup.reasoning or ("expansion" if has_expansion else "base")
    return Rules(
        tuple(setup.players),
        setup.me,
        setup.role,
        cast,
        setup.characters == "by-initial",
        tuple(allocation(len(setup.players)).items()),
        deck(cards),
        setup.special_abilities,
        Switches(setup.rules.lies_on_hp_cards, setup.rules.lies_on_show_role),
        tuple(area_named(area) or area for area in setup.areas or ()),
        has_expansion or cards == "expansion",
    )


def _cast(which: str, hp: Mapping[str, int]) -> tuple[Character, ...]:
    chosen = (one for one in characters().values() if which != "base" or one.set == "base")
    return tuple(sorted((one.with_hp(hp.get(one.name, one.hp)) for one in chosen), key=lambda one: one.name))


def _faults(setup: Setup) -> Iterator[Fault]:
    players, most = setup.players, MOST[setup.characters]
    if len(players) > most:
        accepted = f"{FEWEST} to {most} players with the characters {setup.characters}"
        yield Fault("$.setup.players", len(players), accepted)
    for number, player in enumerate(players):
        if plain(player) in [plain(other) for other in players[:number]]:
            yield Fault(f"$.setup.players[{number}]", player, "a name that no other player has (capitals aside)")
        if not plain(player):
            yield Fault(f"$.setup.players[{number}]", player, "a name with a letter or a number in it")
    if setup.me not in players:
        yield Fault("$.setup.me", setup.me, f"one of the players: {', '.join(players)}")
    yield from _cast_faults(setup)
    if setup.areas is not None and len({area_named(area) for area in setup.areas} & {a.name for a in areas()}) < 6:
        yield Fault("$.setup.areas", setup.areas, f"each of {', '.join(area.name for area in areas())} once, clockwise")


def _cast_faults(setup: Setup) -> Iterator[Fault]:
    """Characters that this game does not have, and a camp that nobody is dealt from."""
    cast = {one.name: one for one in _cast(setup.characters, {})}
    for path, name in [("$.setup.role", setup.role), *((f"$.setup.hp.{name}", name) for name in setup.hp or {})]:
        if name not in cast:
            yield Fault(path, name, f"one of the characters of this set-up: {', '.join(cast)}")
    dealt = allocation(len(setup.players)) if setup.role in cast else {}
    if dealt and not dealt[cast[setup.role].camp]:
        camp = cast[setup.role].camp
        yield Fault("$.setup.role", setup.role, f"no {camp}: none is dealt among {len(setup.players)} players")


def check_names(rules: Rules, events: Sequence[Event]) -> None:
    """Raises DataError for every name in the events that no player of this set-up has."""
    faults = [fault for number, event in enumerate(events) for fault in _name_faults(rules, event, number)]
    if faults:
        raise DataError(faults)


def _name_faults(rules: Rules, event: Event, number: int) -> Iterator[Fault]:
    for field in PLAYER_FIELDS:
        value = getattr(event, field, None)
        path = f"$.events[{number}].{field_name(event, field)}" if value is not None else ""
        named = [(f"{path}[{n}]", name) for n, name in enumerate(value)] if isinstance(value, list) else [(path, value)]
        for where, name in named:
            if name is not None and name not in rules.seat:
                yield Fault(where, name, f"one of the players: {', '.join(rules.players)}")
