"""A map as a picture of characters: places where the board has them, roads between, a bar for each chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from rich.text import Text

from cli.figures import percent
from solver.core.views import MapPanel, MapPlace, Mark

if TYPE_CHECKING:
    from cli.glyphs import Glyphs

NARROWEST = 64
"""Columns. Below this a list of the places says more than a picture."""
ROOMY = 96
"""Columns. From here on the labels of the places are shown, too."""
BAR = 5
COLOURS = {"grey": "bright_black", "gray": "bright_black", "purple": "magenta", "brown": "yellow"}
"""Colours of boards that terminals call otherwise."""
TERMINAL_COLOURS = frozenset({"red", "green", "blue", "yellow", "magenta", "cyan", "white", "bright_black"})

Line = tuple[tuple[str, str], ...]
"""Pieces of text, each with its style."""


@dataclass(frozen=True)
class Block:
    """What is written at one place, and the cell of its upper left corner."""

    lines: tuple[Line, ...]
    left: int
    top: int

    @property
    def width(self) -> int:
        return max(width_of(line) for line in self.lines)

    @property
    def middle(self) -> tuple[int, int]:
        return self.left + self.width // 2, self.top

    def meets(self, other: Block) -> bool:
        """True where the two would touch."""
        beside = self.left + self.width + 1 <= other.left or other.left + other.width + 1 <= self.left
        above = self.top + len(self.lines) <= other.top or other.top + len(other.lines) <= self.top
        return not (beside or above)


def width_of(line: Line) -> int:
    return sum(len(text) for text, _ in line)


def style_of(colour: str) -> str:
    """The terminal's name for a board's colour; plain where it has none."""
    known = COLOURS.get(colour, colour)
    return known if known in TERMINAL_COLOURS else ""


def place_lines(place: MapPlace, glyphs: Glyphs, name: str) -> tuple[Line, Line]:
    """Marks, name and colour's letter; then the chance."""
    ruled_out = not place.is_possible
    marks = "".join(sign for mark, sign in _signs(glyphs).items() if mark in place.marks)
    head = ((marks + " ", "bold") if marks else ("", ""), (name, "dim" if ruled_out else "bold"))
    letter = ((" ", ""), (place.letter, style_of(place.colour) + " bold")) if place.letter else ()
    return ((*head, *letter), chance(place, glyphs))


def legend(places: Sequence[MapPlace], glyphs: Glyphs) -> str:
    """What the marks mean that are on this map."""
    here = {mark for place in places for mark in place.marks}
    words = {Mark.PAWN: "pawn", Mark.VISITED: "been there", Mark.HIDDEN: "the hidden one, here"}
    return "; ".join(f"{sign} {words[mark]}" for mark, sign in _signs(glyphs).items() if mark in here)


def _signs(glyphs: Glyphs) -> Mapping[Mark, str]:
    return {Mark.PAWN: glyphs.pawn, Mark.VISITED: glyphs.visited, Mark.HIDDEN: glyphs.hidden}


def chance(place: MapPlace, glyphs: Glyphs) -> Line:
    """A bar with its figure; words where it is certain, ruled out, or only possible."""
    if not place.is_possible:
        return (("not here", "dim"),)
    if place.probability is None:
        return (("possible", ""),)
    if place.probability == 1:
        return ((f"{glyphs.tick} certain", "bold green"),)
    return ((glyphs.bar(place.probability, BAR), "cyan"), (" " + percent(place.probability), ""))


def draw(panel: MapPanel, width: int, glyphs: Glyphs) -> Text:
    """The map in `width` columns (at least `NARROWEST`)."""
    blocks = lay_out(panel.places, width, glyphs)
    height = max(block.top + len(block.lines) for block in blocks.values())
    cells = [[(" ", "")] * width for _ in range(height)]
    for one, other in panel.roads:
        for column, row in steps(blocks[one].middle, blocks[other].middle):
            cells[row][column] = (glyphs.road, "dim")
    for block in blocks.values():
        _write(cells, block)
    return _join(cells)


def lay_out(places: Sequence[MapPlace], width: int, glyphs: Glyphs) -> dict[str, Block]:
    """Where each place is written: as on the board, moved down as little as keeps them apart."""
    left, top = (min(place.xy[axis] for place in places) for axis in (0, 1))
    across = max(1, max(place.xy[0] for place in places) - left)
    scale = (width - 1) / across
    placed: dict[str, Block] = {}
    for place in sorted(places, key=lambda place: (place.xy[1], place.xy[0])):
        lines = _block_lines(place, width, glyphs)
        wide = max(width_of(line) for line in lines)
        column = round((place.xy[0] - left) * scale - wide / 2)
        column = min(max(column, 0), max(0, width - wide))
        block = Block(lines, column, round((place.xy[1] - top) * scale / 2.4))
        placed[place.name] = _settle(block, list(placed.values()))
    return placed


def _block_lines(place: MapPlace, width: int, glyphs: Glyphs) -> tuple[Line, ...]:
    lines = place_lines(place, glyphs, place.short)
    if width < ROOMY or not place.labels:
        return lines
    return (*lines, ((" ".join(place.labels), "dim"),))


def _settle(block: Block, placed: Sequence[Block]) -> Block:
    while any(block.meets(other) for other in placed):
        block = Block(block.lines, block.left, block.top + 1)
    return block


def steps(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The cells of a straight line, as sparse as the eye can follow."""
    count = max(abs(end[0] - start[0]) // 2, abs(end[1] - start[1]), 1)
    for step in range(count + 1):
        share = step / count
        yield round(start[0] + (end[0] - start[0]) * share), round(start[1] + (end[1] - start[1]) * share)


def _write(cells: list[list[tuple[str, str]]], block: Block) -> None:
    for row, line in enumerate(block.lines, start=block.top):
        column = block.left
        for text, style in line:
            for sign in text:
                if column < len(cells[row]):
                    cells[row][column] = (sign, style)
                column += 1


def _join(cells: Sequence[Sequence[tuple[str, str]]]) -> Text:
    text = Text(no_wrap=True, overflow="crop")
    for number, row in enumerate(cells):
        end = max((column + 1 for column, (sign, _) in enumerate(row) if sign != " "), default=0)
        for style, run in groupby(row[:end], key=lambda cell: cell[1]):
            text.append("".join(sign for sign, _ in run), style)
        if number < len(cells) - 1:
            text.append("\n")
    return text
