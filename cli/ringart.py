"""A ring of seats as a picture: along the edge of a grid, clockwise from the upper left corner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import RenderableType

SEAT = 26
"""Columns that a seat needs."""
Place = tuple[int, int]
"""Row and column."""


def ring_grid(seats: Sequence[RenderableType], middle: RenderableType | None, width: int) -> Table:
    """The seats in `width` columns; one below the other where two do not fit."""
    across = max(1, min(width // SEAT, max(2, (len(seats) + 1) // 2)))
    places = edge(len(seats), across, middle is not None)
    cells = dict(zip(places, seats, strict=True))
    rows = 1 + max((row for row, _ in places), default=0)
    if middle is not None:
        cells[(rows // 2, across // 2) if across > 2 else (rows, 0)] = middle
    grid = Table.grid(padding=(0, 1))
    for _ in range(across):
        grid.add_column(width=width // across - 1, overflow="fold")
    for row in range(1 + max((row for row, _ in cells), default=0)):
        grid.add_row(*(cells.get((row, column), Text("")) for column in range(across)))
    return grid


def edge(count: int, across: int, has_middle: bool) -> list[Place]:
    """Where `count` seats stand round the edge of a grid that is `across` wide, clockwise."""
    if across < 2:
        return [(row, 0) for row in range(count)]
    needed = -(-(count - 2 * across) // 2)
    between = max(0, needed, 1 if has_middle and across > 2 else 0)
    last = between + 1
    right = [(row, across - 1) for row in range(1, last)]
    left = [(row, 0) for row in range(last - 1, 0, -1)]
    sides = max(0, count - 2 * across)
    right, left = right[: (sides + 1) // 2], left[len(left) - sides // 2 :]
    top = [(0, column) for column in range(across)]
    bottom = [(last, column) for column in range(across - 1, -1, -1)]
    return [*top, *right, *bottom, *left][:count]
