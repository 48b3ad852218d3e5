"""The most probable complete worlds on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from cli.figures import percent, short_fraction, value_words

if TYPE_CHECKING:
    from cli.render import Page
    from solver.answers.ranking import Likeliest


def show_worlds(page: Page, found: Sequence[Likeliest]) -> None:
    """A table for each mystery: a world in each row, best first."""
    for ranked in found:
        _show(page, ranked)
    if not found:
        page.print(Text("No engine that answered here can rank complete worlds."))


def _show(page: Page, ranked: Likeliest) -> None:
    names = list(ranked.worlds[0][0]) if ranked.worlds else []
    head = [*names, "chance", "exact"]
    rows = [[*map(value_words, told.values()), percent(share), short_fraction(share)] for told, share in ranked.worlds]
    left = "" if ranked.left is None else f"{ranked.left:,} worlds are possible"
    title = f"The most probable worlds: {ranked.mystery}"
    widest = sum(3 + max(map(len, column)) for column in zip(head, *rows, strict=True))
    if widest > page.width:
        page.print(Text(title, "bold"), *(_told(names, row) for row in rows), Text(left, "dim"), "")
        return
    table = page.table(title, head)
    for row in rows:
        table.add_row(*map(Text, row[:-1]), Text(row[-1], "dim"))
    page.print(table, Text(left, "dim"), "")


def _told(names: Sequence[str], row: Sequence[str]) -> Padding:
    """A world that is too wide for a line of a table: its chance, then who or what is what."""
    *values, chance, exact = row
    said = "; ".join(f"{name}: {value}" for name, value in zip(names, values, strict=True))
    return Padding(Text.assemble((f"{chance}  ", "bold"), said, (f"  {exact}" if exact else "", "dim")), (0, 0, 0, 2))
