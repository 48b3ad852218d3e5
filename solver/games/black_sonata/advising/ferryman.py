"""What the next key is worth where the Ferryman orders them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from solver.games.black_sonata.errands import Errand
from solver.games.black_sonata.parts.ferryman import FERRYMAN, top_key
from solver.games.black_sonata.weights import weight

if TYPE_CHECKING:
    from solver.games.black_sonata.outlook import Outlook
    from solver.games.black_sonata.travel import Stand


def step_gain(outlook: Outlook, stand: Stand) -> tuple[float, str]:
    """Coming to the location of the top key."""
    table = outlook.table
    if stand.place == table.pawn or stand.place != top_key(table):
        return 0.0, ""
    return weight(FERRYMAN, "key"), f"{stand.place} is the next key, and opens a location to searches"


def key_errands(outlook: Outlook, turns: int, passed: int) -> Iterator[Errand]:
    """Going for the top key."""
    top = top_key(outlook.table)
    if top is None:
        return
    share = outlook.symbol_points * outlook.worth.key_clue / len(outlook.missing)
    yield Errand(
        top,
        weight(FERRYMAN, "key") + share,
        f"collect the key of {top}",
        "it is the next key, and opens a location to searches",
        {"type": "move", "to": top},
        can=lambda stand, reach: 0 < reach.get(top, 0) <= turns,
    )
