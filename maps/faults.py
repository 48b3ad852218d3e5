"""Every way in which a map file can be wrong. Each check yields the faults it finds and goes on.

What a check cannot read it passes over, so that one fault does not bring up others as its echo.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from solver.core.errors import Fault

BOARD_KEYS = ("name", "about", "source", "locations", "roads", "river_crossings", "riverside")
LOCATION_KEYS = ("name", "colour", "landmarks", "xy", "keyhole")
KEYHOLE_KEYS = ("row", "column")

_TEXT = "a text that is not empty, on one line, without blanks around it"
_ROAD = "two names of locations"


def find_faults(data: Mapping[str, Any]) -> Iterator[Fault]:
    """The faults of a map that has been read from TOML, in the order of `BOARD_KEYS`; none in a good map."""
    yield from _unknown_keys("$", data, BOARD_KEYS)
    yield from _text("$.name", data.get("name"))
    for key in ("about", "source"):
        if not isinstance(data.get(key, ""), str):
            yield Fault(f"$.{key}", data[key], "a text")
    yield from _locations(data.get("locations"))
    names = _names(data)
    yield from _roads(data.get("roads", []), names)
    if isinstance(data.get("roads", []), list):
        yield from _connected(data.get("roads", []), names)
    yield from _crossings(data.get("river_crossings", []), _pairs(data.get("roads")))
    yield from _riverside(data.get("riverside", []), names)


def _unknown_keys(path: str, table: Mapping[str, Any], known: tuple[str, ...]) -> Iterator[Fault]:
    for key in table:
        if key not in known:
            yield Fault(f"{path}.{key}", table[key], f"only the keys {', '.join(known)}")


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and value.strip() == value != ""


def _text(path: str, value: object) -> Iterator[Fault]:
    if not _is_text(value):
        yield Fault(path, value, _TEXT)


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_point(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_is_whole(number) for number in value)


def _locations(value: object) -> Iterator[Fault]:
    if not isinstance(value, list) or not value:
        yield Fault("$.locations", value, "at least one table [[locations]]")
        return
    for index, entry in enumerate(value):
        yield from _location(f"$.locations[{index}]", entry)
    yield from _repeated(value, "name", "a name that no other location has")
    yield from _repeated(value, "xy", "coordinates that no other location has")


def _location(path: str, entry: object) -> Iterator[Fault]:
    if not isinstance(entry, dict):
        yield Fault(path, entry, "a table [[locations]]")
        return
    yield from _unknown_keys(path, entry, LOCATION_KEYS)
    yield from _text(f"{path}.name", entry.get("name"))
    yield from _text(f"{path}.colour", entry.get("colour"))
    yield from _landmarks(f"{path}.landmarks", entry.get("landmarks"))
    if not _is_point(entry.get("xy")):
        yield Fault(f"{path}.xy", entry.get("xy"), "two whole numbers [x, y], x to the east, y to the south")
    if "keyhole" in entry:
        yield from _keyhole(f"{path}.keyhole", entry["keyhole"])


def _landmarks(path: str, value: object) -> Iterator[Fault]:
    if not isinstance(value, list) or not value:
        yield Fault(path, value, "a list of at least one landmark")
        return
    for index, landmark in enumerate(value):
        yield from _text(f"{path}[{index}]", landmark)
        if landmark in value[:index]:
            yield Fault(f"{path}[{index}]", landmark, "each landmark once")


def _keyhole(path: str, value: object) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault(path, value, "a table { row = 1, column = 1 }")
        return
    yield from _unknown_keys(path, value, KEYHOLE_KEYS)
    for key in KEYHOLE_KEYS:
        number = value.get(key)
        if not _is_whole(number) or number < 1:
            yield Fault(f"{path}.{key}", number, "a whole number from 1")


def _repeated(locations: list[Any], key: str, accepted: str) -> Iterator[Fault]:
    """Names are compared without regard to capitals, as players type them."""
    seen = set()
    for index, entry in enumerate(locations):
        value = entry.get(key) if isinstance(entry, dict) else None
        if not (_is_text(value) or _is_point(value)):
            continue
        mark = str(value).casefold()
        if mark in seen:
            yield Fault(f"$.locations[{index}].{key}", value, accepted)
        seen.add(mark)


def _names(data: Mapping[str, Any]) -> tuple[str, ...]:
    """The readable names of locations, each once, in file order."""
    entries = data.get("locations")
    tables = [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
    return tuple(dict.fromkeys(entry["name"] for entry in tables if _is_text(entry.get("name"))))


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(name, str) for name in value)


def _pairs(value: object) -> list[list[str]]:
    return [entry for entry in value if _is_pair(entry)] if isinstance(value, list) else []


def _roads(value: object, names: tuple[str, ...]) -> Iterator[Fault]:
    if not isinstance(value, list):
        yield Fault("$.roads", value, f"a list of roads, each {_ROAD}")
        return
    seen: list[set[str]] = []
    for index, road in enumerate(value):
        path = f"$.roads[{index}]"
        if not _is_pair(road):
            yield Fault(path, road, _ROAD)
            continue
        yield from _road(path, road, names)
        if set(road) in seen:
            yield Fault(path, road, "each road once, in one direction")
        seen.append(set(road))


def _road(path: str, road: list[str], names: tuple[str, ...]) -> Iterator[Fault]:
    for end, name in enumerate(road):
        if name not in names:
            yield Fault(f"{path}[{end}]", name, _one_of(names))
    if road[0] == road[1]:
        yield Fault(path, road, "a road between two different locations")


def _crossings(value: object, roads: list[list[str]]) -> Iterator[Fault]:
    if not isinstance(value, list):
        yield Fault("$.river_crossings", value, "a list of roads that pass over the river")
        return
    known = [set(road) for road in roads]
    for index, crossing in enumerate(value):
        path = f"$.river_crossings[{index}]"
        if not _is_pair(crossing) or set(crossing) not in known:
            yield Fault(path, crossing, "one of the roads of this map")
        elif crossing in value[:index] or crossing[::-1] in value[:index]:
            yield Fault(path, crossing, "each crossing once")


def _riverside(value: object, names: tuple[str, ...]) -> Iterator[Fault]:
    if not isinstance(value, list):
        yield Fault("$.riverside", value, "a list of names of locations")
        return
    for index, name in enumerate(value):
        if name not in names:
            yield Fault(f"$.riverside[{index}]", name, _one_of(names))
        elif name in value[:index]:
            yield Fault(f"$.riverside[{index}]", name, "each location once")


def _connected(roads: list[Any], names: tuple[str, ...]) -> Iterator[Fault]:
    """One fault for every part that no road joins to the largest part (the first, of equally large ones).

    A faulty road may have been meant for any place: the places that it does name count as joined.
    """
    joined: dict[str, set[str]] = defaultdict(set)
    for a, b in _links(roads, names):
        joined[a].add(b)
        joined[b].add(a)
    parts: list[set[str]] = []
    for name in names:
        if not any(name in part for part in parts):
            parts.append(_reached(name, joined))
    main = max(parts, key=len, default=set())
    for part in parts:
        if part is not main:
            apart = [name for name in names if name in part]
            yield Fault("$.roads", apart, "roads that join these locations to the others")


def _links(roads: list[Any], names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """What each road joins; "" stands for an end that cannot be told."""
    for road in roads:
        ends = [name if name in names else "" for name in road] if isinstance(road, list) else []
        yield from [(ends[0], ends[1])] if len(ends) == 2 else [(end, "") for end in ends]


def _reached(start: str, joined: Mapping[str, set[str]]) -> set[str]:
    reached, open_ends = {start}, [start]
    while open_ends:
        new = joined.get(open_ends.pop(), set()) - reached
        reached |= new
        open_ends.extend(new)
    return reached


def _one_of(names: tuple[str, ...]) -> str:
    return "a location of this map: " + (", ".join(names) or "it has none")
