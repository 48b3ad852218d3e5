"""Extra fog cards: a larger stock, and effects of the owner's own (noted as `other`)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from solver.core.schema import COUNT
from solver.games.black_sonata.part import Part

if TYPE_CHECKING:
    from solver.games.black_sonata.table import Table

KEY = "extra_fog"
PRINTED = 4
"""Extra fog cards in the box (Strange Shadows, p. 3)."""


def _set_up(table: Table) -> Table:
    added = table.rules.settings[KEY]
    cards = PRINTED if added is True else added
    return replace(table, fog_stock=table.fog_stock + cards, fog_cards=table.fog_cards + cards)


PART = Part(
    name=KEY,
    rank=75,
    switch=KEY,
    settings={KEY: (COUNT, False)},
    opening=_set_up,
)
