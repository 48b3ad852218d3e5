"""The most probable complete worlds on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

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
    table = page.table(f"The most probable worlds: {ranked.mystery}", [*names, "chance", "exact"])
    for told, share in ranked.worlds:
        cells = [Text(value_words(value)) for value in told.values()]
        table.add_row(*cells, Text(percent(share)), Text(short_fraction(share), "dim"))
    left = "" if ranked.left is None else f"{ranked.left:,} worlds are possible"
    page.print(table, Text(left, "dim"), "")
