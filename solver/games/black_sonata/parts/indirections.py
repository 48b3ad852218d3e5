"""Indirections: stealth cards that show a step's compass directions or two colours instead of a landmark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

from maps import Board, london
from solver.core.schema import COUNT, Event
from solver.games.black_sonata.faces import Face, FaceKind, Lies, Shown
from solver.games.black_sonata.part import Part, ScoreLine

if TYPE_CHECKING:
    from solver.games.black_sonata.table import Table

KEY = "indirections"
AXES = (("N", "S"), ("E", "W"))


@dataclass(frozen=True)
class Compass:
    """Her step from the slot before went in these directions (one or two, alphabetical); an axis not named is open."""

    letters: tuple[str, ...]
    looks_back: bool = True

    @property
    def lies(self) -> Lies:
        return Lies.STEALTH

    @property
    def word(self) -> str:
        return "-".join(LONG[letter] for letter in self.letters)

    def to_json(self) -> dict[str, list[str]]:
        return {"compass": list(self.letters)}

    def chance(self, board: Board, before: str, here: str) -> Fraction:
        (x0, y0), (x1, y1) = board.place(before).xy, board.place(here).xy
        went = {"N": y1 < y0, "S": y1 > y0, "E": x1 > x0, "W": x1 < x0}
        return Fraction(all(went[letter] for letter in self.letters))

    def sites(self, board: Board) -> frozenset[str]:
        return frozenset(here for _, here in self.steps(board))

    def steps(self, board: Board) -> frozenset[tuple[str, str]]:
        from maps.geometry import heading

        wanted = frozenset(self.letters)
        return frozenset((a, b) for a in board.names for b in board.names if wanted <= heading(board, a, b))


@dataclass(frozen=True)
class Colours:
    """Her location has one of these two colours (alphabetical)."""

    colours: tuple[str, ...]
    looks_back: bool = False

    @property
    def lies(self) -> Lies:
        return Lies.STEALTH

    @property
    def word(self) -> str:
        return "/".join(self.colours)

    def to_json(self) -> dict[str, list[str]]:
        return {"colours": list(self.colours)}

    def chance(self, board: Board, before: str, here: str) -> Fraction:
        return Fraction(board.place(here).colour in self.colours)

    def sites(self, board: Board) -> frozenset[str]:
        return frozenset(place.name for colour in self.colours for place in board.places if place.colour == colour)

    def steps(self, board: Board) -> frozenset[tuple[str, str]]:
        return frozenset((before, here) for here in self.sites(board) for before in board.names)


LONG = {"N": "north", "S": "south", "E": "east", "W": "west"}


def _list(raw: Any, key: str) -> list[str] | None:
    """The texts under the only key of an object; None if `raw` is something else."""
    if not isinstance(raw, Mapping) or set(raw) != {key} or not isinstance(raw[key], list):
        return None
    listed = raw[key]
    return listed if all(isinstance(item, str) for item in listed) and len(set(listed)) == len(listed) else None


def _read_compass(raw: Any) -> Face | None:
    letters = _list(raw, "compass")
    if (
        not letters
        or any(sum(letter in axis for letter in letters) > 1 for axis in AXES)
        or not set(letters) <= set(LONG)
    ):
        return None
    return Compass(tuple(sorted(letters)))


def _read_colours(raw: Any) -> Face | None:
    colours = _list(raw, "colours")
    if colours is None or len(colours) != 2 or not set(colours) <= set(london().colours):
        return None
    return Colours(tuple(sorted(colours)))


def _compass_words() -> dict[str, Any]:
    """What is typed for each compass card, the directions in either order: north, north-west, n, nw."""
    words: dict[str, Any] = {}
    for letters in (
        *[(one,) for one in LONG],
        *[(a, b) for a in "NS" for b in "EW"],
        *[(b, a) for a in "NS" for b in "EW"],
    ):
        face = {"compass": sorted(letters)}
        words["-".join(LONG[letter] for letter in letters)] = face
        words["".join(letters).lower()] = face
    return words


def _colour_words() -> dict[str, Any]:
    return {
        f"{one}/{two}": {"colours": sorted((one, two))}
        for pair in combinations(london().colours, 2)
        for one, two in (pair, pair[::-1])
    }


COMPASS = FaceKind(_read_compass, '{"compass": [one or two of N, S, E, W, one of each axis]}', _compass_words())
COLOURS = FaceKind(_read_colours, '{"colours": [two of ' + ", ".join(london().colours) + "]}", _colour_words())


def _warn(table: Table, event: Event) -> Table:
    """Compass cards are printed for the eight sequences, dealt forward."""
    if not any(isinstance(shown.face, Compass) for shown in _shown(event)) or not _is_unfit(table):
        return table
    return table.warn("compass cards do not fit a deck in reverse order or a sequence of one's own")


def _shown(event: Any) -> Sequence[Shown]:
    single = [event.shows] if isinstance(getattr(event, "shows", None), Shown) else []
    return [*single, *(getattr(event, "passed", None) or ())]


def _is_unfit(table: Table) -> bool:
    setting = table.rules.settings.get("stealth")
    if setting is None or setting.knowledge != "printed":
        return False
    return "reverse" in setting.directions or any(not isinstance(entry, int) for entry in setting.sequences)


def _score(table: Table) -> Sequence[ScoreLine]:
    """Half a point for each card put into the deck; unknown where the set-up does not say how many."""
    from solver.games.black_sonata.weights import weight

    count = table.rules.settings[KEY]
    points = None if count is True else Fraction(weight(KEY, "each")) * count
    return (ScoreLine("indirections in the deck, half a point each", points),)


PART = Part(
    name=KEY,
    rank=65,
    switch=KEY,
    settings={KEY: (COUNT, False)},
    faces=(COMPASS, COLOURS),
    after=(_warn,),
    score=_score,
)
