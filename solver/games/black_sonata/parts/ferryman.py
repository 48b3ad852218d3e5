"""The Ferryman: a ferry beside the pawn, a road less, no search at the riverside, keys in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, Field

from maps import london
from solver.core.schema import Event, OneOf, Setting, refuse
from solver.games.black_sonata.grammar import LOCATION, Phrase, Vocabulary, Words, vocabulary
from solver.games.black_sonata.lazily import later
from solver.games.black_sonata.motion import arrive
from solver.games.black_sonata.part import Part, ScoreLine
from solver.games.black_sonata.parts.pawn import Location
from solver.games.black_sonata.table import Ending, Table, forbid
from solver.games.black_sonata.travel import Stand, Step

if TYPE_CHECKING:
    from maps.ferry import Leg

FERRYMAN = "ferryman"
SOURCE = "Strange Shadows, p. 11"
CROSSING = ("Blackfriars", "Liberty of the Clink")
"""The road that only the ferry replaces; London Bridge stays open."""
RIVERSIDE = tuple(sorted(london().riverside))
KEYED = tuple(name for name in london().names if name not in RIVERSIDE)
"""The locations whose keys are in the game."""
USES_KEY = frozenset({"search", "ask", "query"})


def _all_different(keys: list[str]) -> list[str]:
    if len(set(keys)) != len(keys):
        raise refuse("different locations: each key exists once")
    return keys


class FerrymanSetting(Setting):
    """Where the ferry lies at set-up, and the key cards seen from the top of the pile on, in order."""

    ferry: Annotated[str, OneOf("a riverside location", RIVERSIDE)]
    keys: Annotated[
        list[Annotated[str, OneOf("a location whose key is in the game", KEYED)]], AfterValidator(_all_different)
    ] = Field(default_factory=list)


class Ferry(Event):
    """The pawn and the ferry went from one riverside location to another."""

    type: Literal["ferry"] = "ferry"
    to: Location


class Summon(Event):
    """The ferry was called to the pawn."""

    type: Literal["summon"] = "summon"


class Key(Event):
    """The next key card, now on top of the pile, shows this location."""

    type: Literal["key"] = "key"
    next: Location


@dataclass(frozen=True)
class River:
    """Where the ferry lies, and the keys in order as far as they were seen; the first ones may be collected."""

    ferry: str
    order: tuple[str, ...]


def _river(table: Table) -> River:
    """What the table knows; before this part has opened (the pawn is placed first) what the set-up says."""
    river: River | None = table.states.get(FERRYMAN)
    return _at_set_up(table) if river is None else river


def _at_set_up(table: Table) -> River:
    setting: FerrymanSetting = table.rules.settings[FERRYMAN]
    return River(setting.ferry, tuple(setting.keys))


def top_key(table: Table) -> str | None:
    """The location of the key card on top; None while it was not noted, and when all are collected."""
    return next((place for place in _river(table).order if place not in table.keys), None)


# The ferry


def _ride(table: Table, event: Ferry) -> Table:
    ferry = _river(table).ferry
    if table.pawn != ferry:
        raise forbid(f"the ferry lies at {ferry}, and the pawn is at {table.pawn}: it cannot ride from there", SOURCE)
    if event.to not in RIVERSIDE or event.to == ferry:
        others = " or ".join(place for place in RIVERSIDE if place != ferry)
        raise forbid(f"from {ferry} the ferry goes to {others}, not to {event.to}", SOURCE)
    return arrive(_moor(table, event.to), event.to).act()


def _summon(table: Table, event: Summon) -> Table:
    ferry, pawn = _river(table).ferry, table.pawn
    if pawn is None or pawn not in RIVERSIDE:
        raise forbid(f"the ferry is called to a riverside location ({', '.join(RIVERSIDE)}), not to {pawn}", SOURCE)
    if pawn == ferry:
        raise forbid(f"the ferry lies at {pawn} already", SOURCE)
    return _moor(table, pawn).act()


def _moor(table: Table, place: str) -> Table:
    return table.keep(FERRYMAN, replace(_river(table), ferry=place))


def _roads(roads: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    return {here: tuple(there for there in near if {here, there} != set(CROSSING)) for here, near in roads.items()}


def _stand(table: Table, stand: Stand) -> Stand:
    return replace(stand, ferry=_river(table).ferry)


def _steps(table: Table, stand: Stand) -> Iterable[Step]:
    """Rides from where the ferry lies; a call from another riverside location."""
    if stand.place == stand.ferry:
        for place in RIVERSIDE:
            if place != stand.ferry:
                yield Step(Ferry(to=place), f"ride the ferry to {place}", Stand(place, place))
    elif stand.place in RIVERSIDE:
        yield Step(Summon(), "summon the ferry", replace(stand, ferry=stand.place))


# The keys


def _reveal(table: Table, event: Key) -> Table:
    order, top = _river(table).order, top_key(table)
    if event.next == top:
        return table
    if event.next in RIVERSIDE:
        raise forbid(f"the key of {event.next} is not in the game, as no riverside key is", "Strange Shadows, p. 10")
    if top is not None:
        raise forbid(f"the top key card is {top}; the next one is revealed when that is collected", SOURCE)
    if event.next in order:
        raise forbid(f"the key of {event.next} is collected already", SOURCE)
    table = table.keep(FERRYMAN, replace(_river(table), order=(*order, event.next)))
    return table if table.pawn is None else _take_key(table, table.pawn)


def _take_key(table: Table, place: str) -> Table:
    """Only the top key is taken, where the pawn comes to its location."""
    return replace(table, keys=table.keys | {place}) if place == top_key(table) else table


def _doubts_key(table: Table, place: str) -> bool:
    """What lies on top was not noted: any key may have been collected."""
    return place in KEYED and place not in table.keys and top_key(table) is None


def _lets_search(table: Table, place: str) -> bool:
    """Where the key is held, or will be on arrival; anywhere but at the riverside while the top key was not noted."""
    return place in table.keys or place == top_key(table) or _doubts_key(table, place)


def _object(table: Table, event: Event) -> str | None:
    """No search (nor asking) without a collected key."""
    place = table.pawn
    if event.type not in USES_KEY or place is None or place in table.keys or _doubts_key(table, place):
        return None
    if place in RIVERSIDE:
        return f"the key of {place} is not in the game: the Ferryman protects her at the riverside"
    return f"the key of {place} is not collected yet: keys are collected in order, and the next is {top_key(table)}"


def _warn(table: Table, event: Event) -> Table:
    place = table.pawn
    if event.type in USES_KEY and place is not None and _doubts_key(table, place):
        return table.warn(f"whether the key of {place} is collected is not known: note each key card (key LOCATION)")
    is_open = top_key(table) is None and len(table.keys) < len(KEYED)
    if getattr(event, "source", None) == "keys" and is_open:
        noted = f"{len(table.keys)} of {len(KEYED)} keys are noted as collected"
        return table.warn(f"{noted}; the clue under them is taken after all")
    return table


# What it is worth


def _score(table: Table) -> Sequence[ScoreLine]:
    from solver.games.black_sonata.weights import weight

    points = {Ending.WON: Fraction(weight(FERRYMAN, "win")), Ending.LOST: Fraction(0)}
    return (ScoreLine("the Ferryman, if you win", points.get(table.ending) if table.ending else None),)


# Talk


def _rows(table: Table) -> Sequence[tuple[str, str]]:
    return (("ferry", f"at {_river(table).ferry}"), ("next key", _tell_key(table)))


def _tell_key(table: Table) -> str:
    from maps.ferry import shortest_plan

    top, river = top_key(table), _river(table)
    if top is None and len(table.keys) == len(KEYED):
        return "none: all eight are collected"
    if top is None or table.pawn is None:
        return "not known: note it as key LOCATION"
    closed = table.board.without_road(*CROSSING)
    plan = shortest_plan(closed, table.pawn, river.ferry, top)
    return f"{top}: {', '.join(map(_tell_leg, plan))}" if plan else f"{top}: leave, and come back"


def _tell_leg(leg: Leg) -> str:
    match leg.do:
        case "walk":
            return f"walk to {leg.to}"
        case "ride":
            return f"ride the ferry to {leg.to}"
        case "summon":
            return "summon the ferry"


LANDINGS = vocabulary("a riverside location", RIVERSIDE)
KEY_PLACES = vocabulary("a location with a key", KEYED)


def _read_ride(words: Words, table: Table) -> dict[str, Any]:
    return {"type": "ferry", "to": words.take(LOCATION)}


def _read_key(words: Words, table: Table) -> dict[str, Any]:
    return {"type": "key", "next": words.take(LOCATION)}


def _landings(table: Table) -> Vocabulary:
    return LANDINGS


PART = Part(
    name=FERRYMAN,
    switch=FERRYMAN,
    settings={FERRYMAN: (FerrymanSetting | None, None)},
    needs_pawn=True,
    opening=lambda table: table.keep(FERRYMAN, _at_set_up(table)),
    events={Ferry: _ride, Summon: _summon, Key: _reveal},
    objections=(_object,),
    after=(_warn,),
    key_places=lambda places: tuple(place for place in places if place not in RIVERSIDE),
    takes_key=_take_key,
    doubts_key=_doubts_key,
    roads=_roads,
    stand=_stand,
    steps=_steps,
    lets_search=_lets_search,
    step_gain=later("advising.ferryman", "step_gain"),
    errands=later("advising.ferryman", "key_errands"),
    score=_score,
    rows=_rows,
    phrases=(
        Phrase("ferry", "ferry LOCATION", Ferry, _read_ride, lambda event: f"ferry {event.to}", _landings),
        Phrase("ride", "ride LOCATION", Ferry, _read_ride, lambda event: f"ride {event.to}", _landings),
        Phrase("summon", "summon", Summon, lambda words, table: {"type": "summon"}, lambda event: "summon"),
        Phrase("key", "key LOCATION", Key, _read_key, lambda event: f"key {event.next}", lambda table: KEY_PLACES),
    ),
)
