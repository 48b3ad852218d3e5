"""What `show` draws: the map with her possible places and both pawns, the chances, her hand, the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from solver.core.views import Cell, MapPanel, MapPlace, Mark, Panel, TablePanel, TextPanel, Tone, View
from solver.games.cat_and_mouse.cards import FINDS_TO_WIN, MISSES_TO_LOSE, by_value
from solver.games.cat_and_mouse.facts import is_legal
from solver.games.cat_and_mouse.plays import NEW_HAND, Play, plays_card
from solver.games.cat_and_mouse.table import Side, Table
from solver.games.cat_and_mouse.wording import listed, percent, several

if TYPE_CHECKING:
    from solver.core.game import Known
    from solver.core.values import Distribution

SHORT = {"Liberty of the Clink": "Clink"}
"""Names too long for a place on the map."""
LETTERS = {"green": "G", "grey": "Y", "blue": "B", "red": "R", "purple": "P"}
"""A letter for each colour, so that colour is never the only sign (Y: grey, as G is green)."""


def view(table: Table, known: Sequence[Known]) -> View:
    """The headline says where she can be; panels follow in the order in which they matter."""
    chances = [_now(entry) for entry in known]
    panels: list[Panel] = [_map(table, chances[0] if chances else None)]
    if len(chances) == 2:
        panels.append(_places(table, *chances))
    panels += [_hand(table), _situation(table)]
    return View(_headline(table), panels)


def _now(known: Known) -> Distribution:
    return known.belief.distribution(known.evidence.mystery.questions()[0].statistic) or {}


def _headline(table: Table) -> str:
    if table.ending is not None:
        return f"{table.ending.winner.value} won: {table.ending.value}"
    places, total = sorted(table.reach), len(table.board.names)
    who = "she" if table.secret is None else "he knows that you"
    is_are = ("is", "can be") if table.secret is None else ("are", "can be")
    if len(places) == 1:
        return f"turn {table.turn}: {who} {is_are[0]} at {places[0]}, certain"
    return f"turn {table.turn}: {who} {is_are[1]} in {len(places)} of {total} places"


def _map(table: Table, chances: Distribution | None) -> MapPanel:
    places = tuple(_place(table, name, chances) for name in table.board.names)
    return MapPanel("London", places, table.board.roads, _legend(table, chances))


def _legend(table: Table, chances: Distribution | None) -> str:
    pawns = f"pawn 0 at {table.pawns[0]}, pawn 1 at {table.pawns[1]}"
    if chances is None:
        return f"letters: colours of the locations; {pawns}"
    return f"bars: how likely she is there, if each legal move is equally likely; letters: colours; {pawns}"


def _place(table: Table, name: str, chances: Distribution | None) -> MapPlace:
    place = table.board.place(name)
    marks = {Mark.PAWN} if name in table.pawns else set()
    if name in table.tops:
        marks.add(Mark.VISITED)
    if table.secret is not None and table.secret.place == name:
        marks.add(Mark.HIDDEN)
    chance = None if chances is None else chances.get(name, Fraction(0))
    return MapPlace(
        name,
        SHORT.get(name, name),
        place.xy,
        place.colour,
        LETTERS[place.colour],
        place.landmarks,
        chance,
        name in table.reach,
        frozenset(marks),
    )


def _places(table: Table, even: Distribution, avoiding: Distribution) -> TablePanel:
    """Three answers side by side: what is possible, and how likely under each assumption."""
    ranked = sorted(even.items(), key=lambda item: (-item[1], str(item[0])))
    rows = tuple(
        (Cell(str(place), Tone.CERTAIN if chance == 1 else Tone.PLAIN), _chance(chance), _chance(avoiding[place]))
        for place, chance in ranked
    )
    caption = "possible by the rules alone; how likely depends on how she plays"
    title = "Where she can be" if table.secret is None else "Where he can believe you to be"
    return TablePanel(title, ("possible", "every move alike", "if she avoids capture"), rows, caption)


def _chance(chance: Fraction) -> Cell:
    return Cell(percent(chance), Tone.CERTAIN if chance == 1 else Tone.OPEN, chance)


def _hand(table: Table) -> TablePanel:
    """Each card of her hand, where it can be played, and how many places her playing it next would leave."""
    near = {after for place in table.reach for after in (place, *table.board.neighbours[place])}
    rows = [
        (
            Cell(_count(table, str(card))),
            Cell(_where(table, plays_card(card))),
            Cell(_left(table, near, plays_card(card))),
        )
        for card in by_value(table.hand)
    ]
    rows.append((Cell("a new hand", Tone.FAINT), Cell(_where(table, NEW_HAND)), Cell(_left(table, near, NEW_HAND))))
    return TablePanel("Her hand", ("card", "can be played at", "would leave"), tuple(rows))


def _count(table: Table, name: str) -> str:
    copies = sum(str(card) == name for card in table.hand)
    return name if copies == 1 else f"{name} (twice)" if copies == 2 else f"{name} ({copies} times)"


def _sites(table: Table, play: Play) -> list[str]:
    return [name for name in table.board.names if is_legal(table.board, name, play, table.hand)]


def _where(table: Table, play: Play) -> str:
    sites = _sites(table, play)
    if len(sites) == len(table.board.names):
        return "everywhere"
    return listed([SHORT.get(name, name) for name in sites]) if sites else "nowhere"


def _left(table: Table, near: set[str], play: Play) -> str:
    return several(len(near & set(_sites(table, play))), "place")


def _situation(table: Table) -> TextPanel:
    return TextPanel("Table", tuple(Cell(f"{name}: {value}") for name, value in _rows(table)))


def _rows(table: Table) -> Iterator[tuple[str, str]]:
    yield "to act", "nobody" if table.is_over else "the Lady" if table.to_act is Side.LADY else "the Historian"
    if table.secret is not None:
        yield "you", table.secret.place or "not noted: " + listed(sorted(table.secret.at))
        yield "top of your location deck", table.secret.next or "not noted"
    yield "pawns", f"0 at {table.pawns[0]}, 1 at {table.pawns[1]}"
    yield "finds", f"{table.finds} of {FINDS_TO_WIN}"
    yield "misses", f"{table.misses} of {MISSES_TO_LOSE}"
    yield "location deck", several(table.locations_left, "card") + _gone(table)
    yield "draw pile", _pile(table)
    yield "discards", listed([str(card) for card in table.piles.discards]) if table.piles.discards else "none"
    if table.setup.pawns[0] == table.setup.pawns[1] or _colours(table) > 1:
        yield "odd", "the pawns start on two locations of one colour (p. 12)"


def _colours(table: Table) -> int:
    return len({table.board.place(place).colour for place in table.setup.pawns})


def _gone(table: Table) -> str:
    return f" (played: {listed(table.tops)})" if table.tops else ""


def _pile(table: Table) -> str:
    piles = table.piles
    top = f", {piles.top} on top" if piles.top else ""
    renewed = f", renewed {several(piles.reshuffles, 'time')}" if piles.reshuffles else ""
    return several(piles.count, "card") + top + renewed
