"""What can be drawn of a session, also of one whose notes contradict; and views as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cli.noting import Trouble, Weighed, furthest, weigh
from cli.records import head_json, trouble_json
from cli.wires import say
from solver.core.errors import OutOfBudget
from solver.core.values import edge_float
from solver.core.views import Cell, MapPanel, MapPlace, Panel, TablePanel, TextPanel, View

if TYPE_CHECKING:
    from solver.core.session import Session


@dataclass(frozen=True)
class Scene:
    """A table to look at: `count` events are on it, `trouble` stops the next one."""

    session: Session
    view: View
    count: int
    trouble: Trouble | None
    unchecked: str

    def to_json(self) -> dict[str, Any]:
        told = {"consistent": True} if self.trouble is None else {"consistent": False, **trouble_json(self.trouble)}
        return {**head_json(self.session), "drawn": self.count, **told, **view_json(self.view)}

    def complain(self) -> None:
        """Raises what kept the picture from being whole."""
        if self.unchecked:
            raise OutOfBudget(f"drawn without chances: {self.unchecked}")
        if self.trouble is not None:
            say(f"The notes contradict; this is the table as it stood before event {self.count}.")
            raise self.trouble


def draw_scene(session: Session) -> Scene:
    """The table after as many events as agree."""
    reached, count, trouble = _last_sound(session)
    view = session.game.view(reached.table, reached.known)
    return Scene(session, view, count, trouble, reached.unchecked)


def _last_sound(session: Session) -> tuple[Weighed, int, Trouble | None]:
    """The table after as many events as agree, how many those are, and what stops the next one."""
    game, events = session.game, session.events
    reached = weigh(game, furthest(game, session.setup, events))
    first = trouble = reached.trouble
    count = len(events)
    while trouble is not None and count:
        count = _before(trouble, count)
        reached = weigh(game, furthest(game, session.setup, events[:count]))
        trouble = reached.trouble
    return reached, count, first


def _before(trouble: Trouble, count: int) -> int:
    """How many events come before the one with which the trouble shows."""
    named = trouble.events if hasattr(trouble, "events") else (trouble.index,)
    return min(max((number for number in named if number is not None), default=count - 1), count - 1)


def view_json(view: View) -> dict[str, Any]:
    """The view for programs; probabilities also as exact fractions."""
    return {"headline": view.headline, "panels": [_panel_json(panel) for panel in view.panels]}


def _panel_json(panel: Panel) -> dict[str, Any]:
    match panel:
        case MapPanel():
            roads = [list(road) for road in panel.roads]
            places = [_place_json(place) for place in panel.places]
            body: dict[str, Any] = {"kind": "map", "places": places, "roads": roads, "caption": panel.caption}
        case TablePanel():
            rows = [[_cell_json(cell) for cell in row] for row in panel.rows]
            body = {"kind": "table", "columns": list(panel.columns), "rows": rows, "caption": panel.caption}
        case TextPanel():
            body = {"kind": "text", "lines": [_cell_json(line) for line in panel.lines]}
    return {"title": panel.title, **body}


def _place_json(place: MapPlace) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "name": place.name,
        "xy": list(place.xy),
        "colour": place.colour,
        "labels": list(place.labels),
        "possible": place.is_possible,
        "marks": sorted(mark.value for mark in place.marks),
    }
    if place.probability is not None:
        shown |= {"probability": edge_float(place.probability), "exact": str(place.probability)}
    return shown


def _cell_json(cell: Cell) -> dict[str, Any]:
    shown: dict[str, Any] = {"text": cell.text, "tone": cell.tone.value}
    if cell.share is not None:
        shown |= {"share": edge_float(cell.share), "exact": str(cell.share)}
    return shown
