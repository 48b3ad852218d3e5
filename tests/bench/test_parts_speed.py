"""How long the expansions take: each small mystery alone, and all parts at once. Run with `pytest -m bench`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from statistics import median
from typing import TYPE_CHECKING

import pytest

from solver.answers.candidates import examine
from solver.games.black_sonata.advising.asking import _prospects
from tests.bench.test_speed import SLACK, Figures, seconds, timed
from tests.laws.house import session_of
from tests.referee_parts import SWITCHES, play_parts

if TYPE_CHECKING:
    from solver.core.session import Session

pytestmark = pytest.mark.bench

SMALL = ("youth", "rendezvous", "blazon", "darkest", "darker", "dark-symbols", "dark-cards")
SOLVE_AIM, HINT_AIM = 0.005, 0.030
ALL = {
    "all parts at map, Darkest Ladies": ("deck-map", "darkest", "elusive", *SWITCHES),
    "all parts at map, Darker Ladies": ("deck-map", "darker", "aggressive", *SWITCHES),
    "all parts at printed, Darkest Ladies": ("deck-printed", "darkest", "elusive", *SWITCHES),
}
EVENTS = 40


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest) -> Iterator[Figures]:
    """Collects the figures of all tests of this file, and prints them past pytest's capture."""
    figures = Figures([])
    yield figures
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        print("\n\n" + "\n".join(figures.lines))


def sessions_of(parts: tuple[str, ...]) -> list[Session]:
    """Five games of 40 events, cut short at different moments of a turn, none of them its end."""
    games = [play_parts(seed, parts, EVENTS - seed % 5) for seed in range(30)]
    going = [game for game in games if not game.moments[-1].is_over and len(game.events) > EVENTS - 5]
    return [session_of(game.session) for game in going[:5]]


def slowest(parts: tuple[str, ...]) -> tuple[float, float]:
    """Seconds of a solve (replay and all answers) and of a hint alone, for the slowest of the games."""
    games = sessions_of(parts)
    solve = max(seconds(partial(solved, game)) for game in games)
    hint = max(median(advised(game) for _ in range(5)) for game in games)
    return solve, hint


def solved(game: Session) -> None:
    examine(game).answers()


def advised(game: Session) -> float:
    """Seconds of a first hint: what is known was just solved, and nothing of an earlier hint is kept."""
    at = examine(game)
    _prospects.cache_clear()
    return timed(partial(game.game.advise, at.table, at.known))


@pytest.mark.parametrize("part", SMALL)
def test_a_small_mystery(part: str, table: Figures) -> None:
    solve, hint = slowest((part,))
    table.add(f"solve {part}, {EVENTS} events", f"{1000 * solve:.2f} ms", f"aim {1000 * SOLVE_AIM:g} ms")
    table.add(f"hint {part}, {EVENTS} events", f"{1000 * hint:.2f} ms", f"aim {1000 * HINT_AIM:g} ms")
    assert solve < SLACK * SOLVE_AIM
    assert hint < SLACK * HINT_AIM


@pytest.mark.parametrize("name", ALL)
def test_all_parts_at_once(name: str, table: Figures) -> None:
    """No aim is set for these together; the bounds keep a turn at the table from waiting."""
    solve, hint = slowest(ALL[name])
    table.add(f"solve {name}, {EVENTS} events", f"{1000 * solve:.1f} ms", "")
    table.add(f"hint {name}, {EVENTS} events", f"{1000 * hint:.1f} ms", "")
    assert solve < SLACK * 0.1
    assert hint < SLACK * 0.3
