"""A board as a value: places, the roads between them, and what follows from those two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx

Point = tuple[int, int]
Road = tuple[str, str]


@dataclass(frozen=True)
class Place:
    """A location where a pawn can stand.

    `landmarks` is alphabetical. `xy` is in the map's own pixels: x to the east, y to the SOUTH.
    `keyhole` is the (row, column), both from 1, of the place's hole, or None where a map has none.
    """

    name: str
    colour: str
    landmarks: tuple[str, ...]
    xy: Point
    keyhole: Point | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "landmarks", tuple(sorted(self.landmarks)))


@dataclass(frozen=True)
class Board:
    """Places and two-way roads. Whatever order they are given in, two equal boards compare equal.

    `places` is sorted by name; in `roads` and `river_crossings` each pair is alphabetical and so is the
    list. Every river crossing is also a road. Nothing is checked here: `maps.load` refuses a faulty map.
    """

    name: str
    places: tuple[Place, ...]
    roads: tuple[Road, ...]
    river_crossings: tuple[Road, ...] = ()
    riverside: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", tuple(sorted(self.places, key=lambda place: place.name)))
        object.__setattr__(self, "roads", _sorted_roads(self.roads))
        object.__setattr__(self, "river_crossings", _sorted_roads(self.river_crossings))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all places, alphabetical."""
        return tuple(place.name for place in self.places)

    @cached_property
    def landmarks(self) -> tuple[str, ...]:
        """Every landmark that stands somewhere on the board, once, alphabetical."""
        return tuple(sorted({landmark for place in self.places for landmark in place.landmarks}))

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """Every colour that some place has, once, alphabetical."""
        return tuple(sorted({place.colour for place in self.places}))

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """For every place the places that one road leads to, alphabetical; itself is never among them."""
        joined: dict[str, set[str]] = {name: set() for name in self.names}
        for a, b in self.roads:
            joined[a].add(b)
            joined[b].add(a)
        return {name: tuple(sorted(others)) for name, others in joined.items()}

    @cached_property
    def graph(self) -> networkx.Graph:
        """The same board for networkx, frozen. Imports networkx, which takes about 0.1 s the first time.

        Node attributes: colour, landmarks, xy, keyhole. Edge attribute: `crossing`, whether the road
        passes over the river.
        """
        import networkx

        graph = networkx.Graph(name=self.name)
        for place in self.places:
            graph.add_node(
                place.name,
                colour=place.colour,
                landmarks=place.landmarks,
                xy=place.xy,
                keyhole=place.keyhole,
            )
        for road in self.roads:
            graph.add_edge(*road, crossing=road in self.river_crossings)
        return networkx.freeze(graph)

    def place(self, name: str) -> Place:
        """The place of exactly this name; KeyError, with the names there are, when the board has none."""
        try:
            return self._by_name[name]
        except KeyError:
            known = ", ".join(self.names)
            raise KeyError(f"{name!r} is not on the board {self.name}; it has {known}") from None

    def with_landmark(self, landmark: str) -> tuple[str, ...]:
        """The places where this landmark stands, alphabetical; empty when it stands nowhere."""
        return tuple(place.name for place in self.places if landmark in place.landmarks)

    def without_road(self, a: str, b: str) -> Board:
        """This board with the road between a and b (in either order) closed; it may fall apart by that.

        The riverside stays as it is. KeyError when no road joins a and b.
        """
        closed = _alphabetical((a, b))
        if closed not in self.roads:
            raise KeyError(f"no road joins {a!r} and {b!r} on the board {self.name}")
        return replace(
            self,
            roads=tuple(road for road in self.roads if road != closed),
            river_crossings=tuple(road for road in self.river_crossings if road != closed),
        )

    @cached_property
    def _by_name(self) -> Mapping[str, Place]:
        return {place.name: place for place in self.places}


def _alphabetical(road: Road) -> Road:
    a, b = road
    return (a, b) if a <= b else (b, a)


def _sorted_roads(roads: tuple[Road, ...]) -> tuple[Road, ...]:
    return tuple(sorted(_alphabetical(road) for road in roads))
