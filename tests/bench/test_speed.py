"""How long answers take, and how much faster counting is than listing. Run with `pytest -m bench`.

Times on a shared machine are noise, so every bound is three times the aim, and what matters most is a ratio of two
things measured in one run.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from maps import london
from solver.answers.candidates import examine
from solver.core.protocol import Evidence
from solver.core.session import Session, parse_session
from solver.core.values import Budget
from solver.engines import cpsat, csp
from solver.engines.counting import anchored_weights
from solver.games.black_sonata.stealth.by_map import MapDeck
from solver.games.black_sonata.stealth.moments import Moments
from tests.referee import play

pytestmark = pytest.mark.bench

ROOT = Path(__file__).resolve().parents[2]
EVENTS = 30
SLACK = 3
"""A bound is so many times the aim."""
PATIENCE = 20.0
"""Seconds that an engine may list worlds before a ring counts as too large for it."""
LEVELS = ("map", "printed", "cards")
SOLVE_AIM = {"map": 0.020, "printed": 0.002, "cards": 1.0}
HINT_AIM = {"map": 0.150, "printed": 0.150, "cards": 0.150}
COLD_AIM = 1.6
"""A solve by the command line, as a multiple of importing what any such program imports."""


@dataclass
class Figures:
    """The lines of the table that is printed at the end."""

    lines: list[str]

    def add(self, what: str, found: str, aim: str) -> None:
        self.lines.append(f"{what:<58} {found:>14}   {aim}")


@pytest.fixture(scope="module")
def figures(request: pytest.FixtureRequest) -> Iterator[Figures]:
    """Collects the figures of all tests of this file, and prints them past pytest's capture."""
    table = Figures([])
    yield table
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        print("\n\n" + "\n".join(table.lines))


def seconds(work: Callable[[], Any], times: int = 5) -> float:
    """The median of several runs, after one that pays for imports."""
    work()
    return median(timed(work) for _ in range(times))


def timed(work: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def sessions_at(level: str) -> list[Session]:
    """Five real games of 30 events, none of them its end."""
    games = (play(seed, level) for seed in range(99))
    long_enough = islice((game for game in games if len(game.events) > EVENTS), 5)
    raws = [{**game.session, "events": game.events[:EVENTS]} for game in long_enough]
    return [parse_session(json.dumps(raw), level, None) for raw in raws]


def solve_everything(session: Session) -> None:
    """Every question, and the location in all 26 slots where probabilities are exact."""
    situation = examine(session)
    situation.answers()
    for known in situation.known:
        if known.evidence.mystery.name == "lady.location" and known.belief.proof.value != "solver":
            for slot in range(26):
                assert sum(known.belief.distribution(("at", slot)).values()) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_solving_a_session_of_30_events(level: str, figures: Figures) -> None:
    """The slowest of the games. At `cards` some are proved by CP-SAT, where counting would cost too much."""
    work = (lambda session: examine(session).answers()) if level == "cards" else solve_everything
    found = max(seconds(partial(work, session)) for session in sessions_at(level))
    figures.add(f"solve at {level}, {EVENTS} events", f"{1000 * found:.1f} ms", f"aim {1000 * SOLVE_AIM[level]:g} ms")
    assert found < SLACK * SOLVE_AIM[level]


@pytest.mark.parametrize("level", LEVELS)
def test_one_hint(level: str, figures: Figures) -> None:
    """The advice alone, for the slowest of the games; what is known was solved before, nothing else is kept."""
    situations = [examine(session) for session in sessions_at(level)]
    found = max(seconds(lambda at=at: at.session.game.advise(at.table, at.known)) for at in situations)
    figures.add(f"hint at {level}, {EVENTS} events", f"{1000 * found:.1f} ms", f"aim {1000 * HINT_AIM[level]:g} ms")
    assert found < SLACK * HINT_AIM[level]


# Counting against listing


def ring(slots: int) -> MapDeck:
    return MapDeck(london(), Moments(0, 1), slots=slots)


def by_counting(slots: int) -> int:
    """All marginals of all slots; the number of worlds, which each of them finds."""
    belief = ring(slots).count([], Budget())
    (worlds,) = {sum(anchored_weights(belief.ring, slot).values()) for slot in range(slots)}
    return worlds


def by_cp_sat(slots: int) -> int:
    statistics = [("at", slot) for slot in range(slots)]
    return len(cpsat.enumerate_values(Evidence(ring(slots), ()), statistics, 10 * PATIENCE))


def by_python_constraint(slots: int) -> int:
    return csp.enumerate_solutions(ring(slots), []).count


def largest_ring(work: Callable[[int], int]) -> tuple[int, int, float]:
    """Grows the ring until listing it takes longer than we wait: its slots, its worlds, and the seconds."""
    slots = 3
    while True:
        begin = time.perf_counter()
        worlds = work(slots)
        took = time.perf_counter() - begin
        if took > PATIENCE / 3:  # one slot more makes about three times as many worlds
            return slots, worlds, took
        slots += 1


@pytest.mark.parametrize(("name", "work"), [("CP-SAT", by_cp_sat), ("python-constraint", by_python_constraint)])
def test_counting_beats_listing(name: str, work: Callable[[int], int], figures: Figures, monkeypatch: Any) -> None:
    monkeypatch.setattr(csp, "LARGEST", float("inf"))
    slots, worlds, listed = largest_ring(work)
    counted = seconds(lambda: by_counting(slots))
    assert by_counting(slots) == worlds
    ratio = listed / counted
    figures.add(f"counting {worlds:,} walks of {slots} slots, against {name}", f"{ratio:,.0f} times", "aim 240 times")
    assert ratio > 240 / SLACK


# Cold start


def run(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True, capture_output=True)


def test_cold_start(figures: Figures, tmp_path: Path) -> None:
    """A solve from the shell against importing typer, rich and networkx: the median of seven, taken in turns."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps(sessions_at("map")[0].to_json()), "utf-8")
    solve = ["-m", "cli.app", "solve", str(path)]
    imports = ["-c", "import typer, rich, networkx"]
    run(*solve)
    run(*imports)
    pairs = [(timed(lambda: run(*solve)), timed(lambda: run(*imports))) for _ in range(7)]
    solving, importing = (median(times) for times in zip(*pairs, strict=True))
    ratio = solving / importing
    figures.add(f"cold start of solve ({1000 * solving:.0f} ms), by imports alone", f"{ratio:.2f}", f"aim {COLD_AIM}")
    assert ratio < SLACK * COLD_AIM
