"""What a table looks like, as values: a terminal, a picture and a page each draw the same view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction


class Mark(Enum):
    """What may stand on a place of a map, besides the hidden one's probability."""

    PAWN = "pawn"
    VISITED = "visited"
    HIDDEN = "hidden"
    """The hidden one's true place; only in the view of whoever hides there."""


@dataclass(frozen=True)
class MapPlace:
    """A place of a map. `probability` is None where nothing is known of it, 0 where it is ruled out."""

    name: str
    short: str
    xy: tuple[int, int]
    colour: str
    letter: str
    labels: tuple[str, ...]
    probability: Fraction | None
    is_possible: bool
    marks: frozenset[Mark] = frozenset()


@dataclass(frozen=True)
class MapPanel:
    """A map with roads, in the coordinates of the board (x to the east, y to the south)."""

    title: str
    places: tuple[MapPlace, ...]
    roads: tuple[tuple[str, str], ...]
    caption: str = ""


class Tone(Enum):
    """How a cell should catch the eye; never the only sign of what it says."""

    PLAIN = "plain"
    CERTAIN = "certain"
    OPEN = "open"
    FAINT = "faint"
    WARNING = "warning"


@dataclass(frozen=True)
class Cell:
    """A piece of text with a tone, and a bar in front of it where `share` (0 to 1) is given."""

    text: str
    tone: Tone = Tone.PLAIN
    share: Fraction | None = None


@dataclass(frozen=True)
class TablePanel:
    """A titled table; every row has one cell per column."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""


@dataclass(frozen=True)
class TextPanel:
    """A titled list of lines."""

    title: str
    lines: tuple[Cell, ...]


@dataclass(frozen=True)
class Seat:
    """A place in a ring: its name, what is told of it line by line, and whether it matters no longer."""

    name: str
    lines: tuple[Cell, ...]
    is_faint: bool = False


@dataclass(frozen=True)
class RingPanel:
    """A titled ring of seats, clockwise; `middle` lies inside it."""

    title: str
    seats: tuple[Seat, ...]
    caption: str = ""
    middle: Seat | None = None


Panel = MapPanel | TablePanel | TextPanel | RingPanel


@dataclass(frozen=True)
class View:
    """Everything that `show` draws: one headline, then panels in the order in which they matter."""

    headline: str
    panels: Sequence[Panel]
