"""What `show` draws: the map with her probability, the table, the deck, the symbols still possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from solver.core.views import Cell, MapPanel, MapPlace, Mark, Panel, TablePanel, TextPanel, Tone, View
from solver.games.black_sonata.faces import Lies
from solver.games.black_sonata.outlook import LOCATION, SYMBOLS
from solver.games.black_sonata.wording import percent

if TYPE_CHECKING:
    from solver.core.game import Known
    from solver.core.values import Distribution
    from solver.games.black_sonata.table import Table

SHORT = {"Liberty of the Clink": "Clink"}
"""Names too long for a place on the map."""


def view(table: Table, known: Sequence[Known]) -> View:
    """The headline says where she can be; panels follow in the order in which they matter."""
    by_name = {entry.evidence.mystery.name: entry for entry in known}
    panels: list[Panel] = []
    if table.deck is not None or table.pawn is not None:
        panels.append(_map(table, by_name.get(LOCATION)))
    panels += [_situation(table)]
    if table.deck is not None and LOCATION in by_name:
        panels.append(_deck(table, by_name[LOCATION]))
    panels += [panel for name, entry in by_name.items() if name != LOCATION for panel in _mystery(entry)]
    if table.is_over:
        panels.append(_score(table))
    return View(_headline(table, by_name.get(LOCATION)), panels)


def _headline(table: Table, known: Known | None) -> str:
    if table.ending is not None:
        return f"{table.ending.value}: {table.ending_reason}"
    if known is None:
        return f"turn {table.turn}"
    places = sorted(_candidates(known))
    total = len(table.board.names)
    where = f"she is at {places[0]}, certain" if len(places) == 1 else f"she can be in {len(places)} of {total} places"
    return f"turn {table.turn} of pass {table.passes + 1}: {where}"


def _now(known: Known) -> Any:
    return known.evidence.mystery.questions()[0].statistic


def _candidates(known: Known) -> frozenset[Any]:
    return known.belief.candidates(_now(known))


def _map(table: Table, known: Known | None) -> MapPanel:
    chances = None if known is None else known.belief.distribution(_now(known))
    possible = frozenset(table.board.names) if known is None else _candidates(known)
    places = tuple(_place(table, name, chances, name in possible) for name in table.board.names)
    roads = tuple((a, b) for a, b in table.board.roads)
    return MapPanel("London", places, roads, _legend(known))


def _legend(known: Known | None) -> str:
    if known is None:
        return "letters: colours of the locations"
    return "bars: how likely she is there now; letters: colours of the locations"


def _place(table: Table, name: str, chances: Distribution | None, is_possible: bool) -> MapPlace:
    place = table.board.place(name)
    marks = {Mark.PAWN} if table.pawn == name else set()
    if name in table.keys:
        marks.add(Mark.VISITED)
    probability = None if chances is None else chances.get(name, Fraction(0))
    return MapPlace(
        name,
        SHORT.get(name, name),
        place.xy,
        place.colour,
        LETTERS[place.colour],
        place.landmarks,
        probability,
        is_possible,
        frozenset(marks),
    )


LETTERS = {"green": "G", "grey": "Y", "blue": "B", "red": "R", "purple": "P"}
"""A letter for each colour, so that colour is never the only sign (Y: grey, as G is green)."""


def _situation(table: Table) -> TextPanel:
    rows = [row for part in table.rules.parts for row in part.rows(table)]
    return TextPanel("Table", tuple(Cell(f"{name}: {value}") for name, value in rows))


def _deck(table: Table, known: Known) -> TablePanel:
    """The slots in the order in which they come up, from the one on top."""
    assert table.deck is not None
    seen: dict[int, list[str]] = {}
    for fact in dict.fromkeys(known.evidence.facts):
        seen.setdefault(fact.slot, []).append(_word(fact))
    order = (table.deck.slot, *table.deck.slots_below())
    rows = tuple(_slot_row(table, known, turns, slot, seen.get(slot, [])) for turns, slot in enumerate(order))
    return TablePanel("Deck, from the top", ("in turns", "slot", "card", "seen", "she is at"), rows)


def _word(fact: Any) -> str:
    if hasattr(fact, "face"):
        return str(fact.face.word)
    return f"{'found' if fact.found else 'not'} at {SHORT.get(fact.place, fact.place)}"


def _slot_row(table: Table, known: Known, turns: int, slot: int, seen: list[str]) -> tuple[Cell, ...]:
    assert table.deck is not None
    lies = table.deck.lies[slot]
    tone = Tone.FAINT if lies is Lies.FOG else Tone.PLAIN
    return (
        Cell("now" if turns == 0 else str(turns)),
        Cell(str(slot)),
        Cell(lies.value, tone),
        Cell(", ".join(seen) or "-", Tone.PLAIN if seen else Tone.FAINT),
        _where_cell(known, slot),
    )


def _where_cell(known: Known, slot: int) -> Cell:
    chances = known.belief.distribution(("at", slot)) if known.belief.proof.value != "solver" else None
    if chances is None:
        return Cell("?", Tone.FAINT)
    ranked = sorted(chances.items(), key=lambda item: (-item[1], str(item[0])))
    if len(ranked) == 1:
        return Cell(f"{ranked[0][0]} (certain)", Tone.CERTAIN)
    if len(ranked) > 4:
        return Cell(f"{len(ranked)} places", Tone.FAINT)
    return Cell(", ".join(f"{place} {percent(chance)}" for place, chance in ranked), Tone.OPEN)


MOST = 8
"""Candidates that a panel lists."""


def _mystery(known: Known) -> Iterator[TablePanel]:
    """Symbols by how likely each is; every other question by its likeliest answers."""
    for question in known.evidence.mystery.questions():
        chances = known.belief.distribution(question.statistic) or {}
        if question.id == SYMBOLS:
            yield _in_order(chances) if getattr(known.evidence.mystery, "is_ordered", False) else _symbols(known)
        else:
            yield _likeliest(question.text, chances)


def _likeliest(title: str, chances: Distribution) -> TablePanel:
    ranked = sorted(chances.items(), key=lambda item: (-item[1], str(item[0])))
    rows = tuple((Cell(_value(value)), _chance_cell(chance)) for value, chance in ranked[:MOST])
    more = f"and {len(ranked) - MOST} more" if len(ranked) > MOST else ""
    return TablePanel(title, ("answer", "chance"), rows, more)


def _value(value: Any) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _chance_cell(chance: Fraction) -> Cell:
    is_certain = chance == 1
    return Cell(percent(chance), Tone.CERTAIN if is_certain else Tone.OPEN, chance)


def _score(table: Table) -> TablePanel:
    """The score sheet; the base game's own formula is not known, so the base score is left to the players."""
    lines = [line for part in table.rules.parts for line in part.score(table)]
    rows = tuple((Cell(line.text), Cell("?" if line.points is None else _points(line.points))) for line in lines)
    total = sum((line.points for line in lines if line.points is not None), Fraction(0))
    caption = f"expansions so far: {_points(total)} points, to be added to the base game's score"
    return TablePanel("Score", ("for", "points"), rows, caption)


def _points(points: Fraction) -> str:
    return str(points) if points.denominator == 1 else f"{float(points):g}"


def _symbols(known: Known) -> TablePanel:
    question = known.evidence.mystery.questions()[0]
    chances = known.belief.distribution(question.statistic) or {}
    rows = tuple(_symbol_rows(chances))
    return TablePanel(
        "Her symbols", ("symbol", "hers with"), rows, f"{len(chances)} sets of symbols are still possible"
    )


def _symbol_rows(chances: Distribution) -> Iterator[tuple[Cell, ...]]:
    for symbol, chance in _by_symbol(chances):
        yield (Cell(symbol), _chance_cell(chance))


def _by_symbol(chances: Distribution) -> Sequence[tuple[str, Fraction]]:
    """How likely each symbol is hers, the likeliest first."""
    totals: dict[str, Fraction] = {}
    for symbols, chance in chances.items():
        for symbol in set(symbols) if isinstance(symbols, tuple) else ():
            totals[symbol] = totals.get(symbol, Fraction(0)) + chance
    return sorted(totals.items(), key=lambda item: (-item[1], item[0]))


def _in_order(chances: Distribution) -> TablePanel:
    """How likely each symbol is hers, and in each place of her card."""
    rows = []
    for symbol, hers in _by_symbol(chances):
        places = [_chance_at(chances, place, symbol) for place in range(3)]
        rows.append((Cell(symbol), _chance_cell(hers), *(Cell(percent(place)) for place in places)))
    columns = ("symbol", "hers with", "first", "second", "third")
    return TablePanel("Her symbols, in order", columns, tuple(rows), f"{len(chances)} orders are still possible")


def _chance_at(chances: Distribution, place: int, symbol: str) -> Fraction:
    """How likely her symbol in that place (from 0) is this one."""
    found = (chance for triple, chance in chances.items() if isinstance(triple, tuple) and triple[place] == symbol)
    return sum(found, Fraction(0))
