"""The pawn: where it starts, how it moves, which keys it holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import Field

from maps import london
from solver.core.schema import Event, OneOf, Setting
from solver.games.black_sonata.grammar import LOCATION, Phrase, Words
from solver.games.black_sonata.motion import arrive, walk
from solver.games.black_sonata.part import Part
from solver.games.black_sonata.travel import Stand, Step

if TYPE_CHECKING:
    from solver.games.black_sonata.table import Table

Location: TypeAlias = Annotated[str, OneOf("a location", london().names)]
LandmarkName: TypeAlias = Annotated[str, OneOf("a landmark", london().landmarks)]


class Move(Event):
    """The pawn went along a road."""

    type: Literal["move"] = "move"
    to: Location


class Pass(Event):
    """Nothing was done this turn."""

    type: Literal["pass"] = "pass"


class Rules(Setting):
    """Switches for what the rulebooks leave open, and the size of the fog stock."""

    start_key: bool = True
    fog_cards: Annotated[int, Field(ge=0, le=99)] = 10
    ask_is_free: bool = False
    query_is_free: bool = False


def _set_up(table: Table) -> Table:
    start = table.rules.settings.get("start")
    if start is None:
        return table
    placed = arrive(table, start)
    return placed if table.rules.settings["rules"].start_key else replace(placed, keys=frozenset())


def _move(table: Table, event: Move) -> Table:
    return walk(table, event.to).act()


def _pass(table: Table, event: Pass) -> Table:
    return table.act()


def _read_move(words: Words, table: Table) -> dict[str, object]:
    return {"type": "move", "to": words.take(LOCATION)}


def _steps(table: Table, stand: Stand) -> Iterable[Step]:
    """Along each road, in alphabetical order."""
    for place in table.rules.roads[stand.place]:
        yield Step(Move(to=place), f"move to {place}", replace(stand, place=place))


def _rows(table: Table) -> Sequence[tuple[str, str]]:
    if table.pawn is None:
        return ()
    missing = [name for name in table.rules.key_places if name not in table.keys]
    visited = f"{len(table.keys)} of {len(table.rules.key_places)}"
    left = "" if not missing else " (not yet: " + ", ".join(missing) + ")"
    return (("pawn", table.pawn), ("keys held", visited + left))


PART = Part(
    name="pawn",
    rank=5,
    settings={
        "start": (Location | None, None),
        "rules": (Rules, Rules.model_construct()),  # the defaults; Rules() would build its model by itself, too
    },
    opening=_set_up,
    events={Move: _move, Pass: _pass},
    phrases=(
        Phrase("move", "move LOCATION", Move, _read_move, lambda event: f"move {event.to}", lambda table: LOCATION),
        Phrase("pass", "pass", Pass, lambda words, table: {"type": "pass"}, lambda event: "pass"),
    ),
    rows=_rows,
    steps=_steps,
)
