"""Areas by the names that people use for them, and the ring of one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from maps.ring import AreaRing
from solver.games.shadow_raiders.box import Area, airship, areas


@cache
def area_words() -> Mapping[str, str]:
    """Every name of every area, in lower case, with the printed name."""
    return {word.casefold(): area.name for area in all_areas() for word in (area.name, *area.also)}


def all_areas() -> tuple[Area, ...]:
    """The six of the ring and the airship."""
    return (*areas(), airship())


def area_named(text: str) -> str | None:
    """The printed name of the area that `text` means; None where it means none."""
    return area_words().get(text.casefold())


def ring_of(order: Sequence[str], has_airship: bool) -> AreaRing:
    """The ring with the areas in this order (clockwise); with the expansion the airship lies in its middle.

    Without it a 10 leads wherever the player likes.
    """
    known = all_areas() if has_airship else areas()
    dice = {total: area.name for area in known for total in area.dice}
    return AreaRing(tuple(order), airship().name if has_airship else "", dice)
