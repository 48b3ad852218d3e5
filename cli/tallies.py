"""What a simulation found, as JSON and as a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from cli.figures import percent
from cli.wires import FORMAT
from solver.core.views import Cell, Panel, TablePanel, TextPanel, View

if TYPE_CHECKING:
    from solver.answers.simulate import Share, Tally
    from solver.core.game import Game
    from solver.core.simulation import Played


def tally_json(game: Game, tally: Tally) -> dict[str, Any]:
    """The whole result for programs; intervals are Wilson's, at 95 %."""
    head = {"format": FORMAT, "game": game.name, "games": len(tally.games), "seed": tally.seed}
    length = {"unit": tally.simulator.unit, "mean": tally.mean_length, "error": tally.length_error}
    return {
        **head,
        "chosen": dict(tally.chosen),
        "notes": list(tally.simulator.notes(tally.chosen)),
        "wins": _wins_json(tally, tally.games),
        "length": length,
        "endings": dict(tally.endings),
        "by": {
            name: {value: _wins_json(tally, games) for value, games in groups.items()}
            for name, groups in tally.sorted_by().items()
        },
    }


def _wins_json(tally: Tally, games: Sequence[Played]) -> dict[str, Any]:
    return {side: _share_json(tally.share(side, games)) for side in tally.sides}


def _share_json(share: Share) -> dict[str, Any]:
    return {"wins": share.wins, "games": share.games, "share": share.rate, "low": share.low, "high": share.high}


def tally_view(game: Game, tally: Tally) -> View:
    """The result for people: the win table, the length, then the games sorted each way."""
    names = ", ".join(f"{name} {value}" for name, value in tally.chosen.items())
    headline = f"{game.title}: {len(tally.games)} games, seed {tally.seed}; {names}"
    panels: list[Panel] = [_wins(tally), TextPanel("Games", tuple(map(Cell, _lines(tally))))]
    panels += [_by(tally, name) for name in tally.sorted_by()]
    return View(headline, panels)


def _wins(tally: Tally) -> TablePanel:
    rows = tuple((Cell(side), *_share_cells(tally.share(side))) for side in tally.sides)
    return TablePanel("Wins", ("side", "wins", "share", "95 % interval"), rows, "; ".join(_notes(tally)))


def _notes(tally: Tally) -> Iterator[str]:
    yield from tally.simulator.notes(tally.chosen)
    yield "intervals by Wilson"


def _share_cells(share: Share) -> tuple[Cell, ...]:
    rate = Fraction(share.wins, share.games) if share.games else Fraction(0)
    return (
        Cell(f"{share.wins} of {share.games}"),
        Cell(percent(rate), share=rate),
        Cell(f"{100 * share.low:.1f} to {100 * share.high:.1f} %"),
    )


def _lines(tally: Tally) -> Iterator[str]:
    error = f" (standard error {tally.length_error:.1f})" if len(tally.games) > 1 else ""
    yield f"mean length: {tally.mean_length:.1f} {tally.simulator.unit}{error}"
    yield "endings: " + ", ".join(f"{ending} {count}" for ending, count in tally.endings.items())


def _by(tally: Tally, name: str) -> TablePanel:
    """One side's wins for each value of a dimension; the first side's, as the other has the rest."""
    side = tally.sides[0]
    groups = tally.sorted_by()[name]
    rows = tuple((Cell(value), *_share_cells(tally.share(side, games))) for value, games in groups.items())
    return TablePanel(f"Wins of the {side}, by {name}", (name, "wins", "share", "95 % interval"), rows)
