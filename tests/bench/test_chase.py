"""How long the chase takes: the set after a turn, a solve, both hints. Run with `pytest -m bench`.

Times on a shared machine are noise: every bound is three times the aim.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import pytest

from solver.answers.candidates import examine
from solver.core.session import parse_session
from solver.core.values import Budget
from solver.games.cat_and_mouse import GAME
from solver.games.cat_and_mouse.policies import HISTORIANS, LADIES
from solver.games.cat_and_mouse.referee import deal
from solver.games.cat_and_mouse.tracking import Follower
from tests.games.cat_and_mouse.referee import Game

pytestmark = pytest.mark.bench

SLACK = 3
SET_AIM = 0.001
HINT_AIM = 2.0
GAMES = range(8)


@pytest.fixture(scope="module")
def figures(request: pytest.FixtureRequest) -> Iterator[Callable[[str, float, str], None]]:
    lines: list[str] = []
    yield lambda what, seconds, aim: lines.append(f"{what:<58} {seconds * 1000:>10.2f} ms   {aim}")
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print("\n\n" + "\n".join(lines))


def timed(work: Callable[[], Any], rounds: int = 5) -> float:
    """The median of so many runs, in seconds."""
    taken = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return median(taken)


def long_game(seed: int, view: str = "historian") -> Any:
    """A game between two hints, of up to 40 turns, where that side is to act."""
    raw = Game(seed, 1).play(20, caution=1.0).session(view)
    wanted = "lady" if view == "historian" else "historian"
    while raw["events"][-1]["type"] != wanted:
        raw["events"] = raw["events"][:-1]
    return parse_session(json.dumps(raw), "a game", None)


def test_the_set_after_a_turn(figures: Any) -> None:
    """One event more: the table's exact set, its cards and its facts."""
    slowest = 0.0
    for seed in GAMES:
        session = long_game(seed)
        table = session.game.open(session.setup)
        for index, event in enumerate(session.events):
            before = table
            slowest = max(slowest, timed(lambda b=before, e=event, i=index: GAME.advance(b, e, i)))
            table = GAME.advance(before, event, index)
    figures("the exact set after one event more, the slowest of all", slowest, "1 ms")
    assert slowest < SLACK * SET_AIM


def test_the_chances_after_a_turn(figures: Any) -> None:
    """One turn more, added to what is known: the sums over all walks are made step by step."""
    sessions = [examine(long_game(seed)) for seed in GAMES]
    taken, steps = 0.0, 0
    for seen in sessions:
        walk = seen.known[0].evidence
        taken += timed(lambda w=walk: w.mystery.count(w.facts, Budget()).before)
        steps += len(walk.mystery.steps)
    figures("the exact chances of a turn, each step equally likely", taken / steps, "1 ms")
    assert taken / steps < SLACK * SET_AIM


def test_a_whole_solve(figures: Any) -> None:
    slowest = max(timed(lambda s=game: examine(s).answers()) for game in map(long_game, GAMES))
    figures("solve, both questions, games of up to 20 turns", slowest, "")


def test_the_historians_hint(figures: Any) -> None:
    """Two rounds, four plies, and the searches after them."""
    taken = [timed(lambda s=seen: GAME.advise(s.table, s.known), 3) for seen in map(examine, map(long_game, GAMES))]
    figures("the Historian's hint, four plies, the slowest", max(taken), "2000 ms")
    figures("the Historian's hint, four plies, the median", median(taken), "")
    assert max(taken) < HINT_AIM


def test_the_ladys_hint(figures: Any) -> None:
    seen = [examine(long_game(seed, "lady")) for seed in GAMES]
    taken = [timed(lambda s=one: GAME.advise(s.table, s.known), 3) for one in seen]
    figures("the Lady's hint, the slowest", max(taken), "2000 ms")
    assert max(taken) < HINT_AIM


def test_following_a_guess(figures: Any) -> None:
    seen = examine(long_game(0))
    figures("what the Historian may guess, from the start of a game", timed(lambda: Follower().at(seen.table)), "")


def test_a_simulated_game(figures: Any) -> None:
    """At the depth at which games are simulated."""
    taken = []
    for seed in range(10):
        rng = random.Random(seed)
        start = time.perf_counter()
        deal(rng, 1).play(HISTORIANS["hint"](rng, 1), LADIES["hint"](rng))
        taken.append(time.perf_counter() - start)
    figures("a game between two hints, one round ahead, the slowest", max(taken), "2000 ms")
    assert max(taken) < SLACK * HINT_AIM
