"""How long the roles of a table take, by the number of cards that were not seen. Run with `pytest -m bench`.

Times on a shared machine are noise: what must hold is checked, what is aimed at is printed beside it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import pytest

from solver.answers.candidates import examine
from solver.core.session import Session, parse_session
from tests.games.shadow_raiders.house import session_of
from tests.games.shadow_raiders.referee import Played, play, settled
from tests.games.shadow_raiders.test_sampling import handed_twice

pytestmark = pytest.mark.bench


@dataclass
class Figures:
    """The lines of the table that is printed at the end."""

    lines: list[str] = field(default_factory=list)

    def add(self, what: str, found: float, must: str) -> None:
        self.lines.append(f"{what:<64} {1000 * found:>9.1f} ms   {must}")


@pytest.fixture(scope="module")
def figures(request: pytest.FixtureRequest) -> Iterator[Figures]:
    table = Figures()
    yield table
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        print("\n\n" + "\n".join(table.lines))


def seconds(work: Callable[[], Any], times: int = 5) -> float:
    """The median of several runs, after one that pays for imports and caches of rules."""
    work()
    found = []
    for _ in range(times):
        begin = time.perf_counter()
        work()
        found.append(time.perf_counter() - begin)
    return median(found)


def unseen(events: Sequence[Mapping[str, Any]]) -> int:
    return sum(e["type"] == "reasoning" and e["card"] is None and not e.get("same_card") for e in events)


def game(players: int, which: str, unknown: int, events: int) -> Session:
    """A referee's game, cut and thinned to so many events, of which so many are cards that were not seen."""
    for seed in range(5_000):
        kept = _thinned(play(seed, players, which, turns=8), unknown, events)
        if kept is not None:
            played = play(seed, players, which, turns=8)
            return parse_session(json.dumps({**played.session, "events": kept}), "bench", None)
    raise AssertionError(f"no game of {players} has {events} events with {unknown} unknown cards")


def _thinned(played: Played, unknown: int, events: int) -> list[dict[str, Any]] | None:
    if "areas" in played.session["setup"]:
        return None  # moves would be most of the events
    for cut in range(events, len(played.events) + 1):
        head = played.events[: settled(played, cut)]
        if unseen(head) > unknown or any(event["type"] == "victory" for event in head):
            return None
        spare = len(head) - events
        idle = [n for n, event in enumerate(head) if event["type"] == "silent"][: max(0, spare)]
        if unseen(head) == unknown and len(idle) == spare:
            return [event for n, event in enumerate(head) if n not in idle]
    return None


def solve(session: Session) -> Any:
    """Every question, and the number of deals left."""
    return examine(session).answers()


def test_eight_players_of_the_base_game_after_25_events(figures: Figures) -> None:
    session = game(8, "base", 6, 25)
    found = seconds(lambda: solve(session))
    figures.add("solve, 8 players, base, 25 events, 6 cards not seen", found, "must be under 50 ms")
    assert found < 0.050


@pytest.mark.parametrize("unknown", [0, 4, 8, 12])
def test_ten_players_of_all_thirty_after_30_events(unknown: int, figures: Figures) -> None:
    session = game(10, "all", unknown, 30)
    proofs = {answer.proof.value for answer in solve(session)}
    assert proofs == {"counted"}
    found = seconds(lambda: solve(session), 3)
    figures.add(f"solve, 10 players, all, 30 events, {unknown} cards not seen", found, "under 3 s; aim 300 ms")
    assert found < 3


@pytest.mark.parametrize("unknown", [12, 16, 18])
def test_ten_players_of_whom_nothing_else_is_known(unknown: int, figures: Figures) -> None:
    """The worst there is: nothing but unknown cards, so that nearly every way to share out the camps is possible."""
    names = ["Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo"]
    outcomes = ["nothing", "nothing", "damage-1", "nothing", "damage-1"]
    pairs = [(names[1 + (n + 3) % 9], names[1 + n % 9], outcomes[n % 5]) for n in range(unknown)]
    events = [{"type": "reasoning", "from": a, "to": b, "card": None, "outcome": outcome} for a, b, outcome in pairs]
    setup = {"players": names, "me": "Ann", "role": "Felix", "characters": "all"}
    raw = {"format": 1, "game": "shadow-raiders", "setup": setup, "events": events}
    session = parse_session(json.dumps(raw), "bench", None)
    found = seconds(lambda: solve(session), 1)
    figures.add(f"solve, 10 players, all, nothing but {unknown} cards not seen", found, "exact")
    assert found < 30


@pytest.mark.parametrize("cards", [12, 14])
def test_more_than_can_be_counted(cards: int, figures: Figures) -> None:
    """Each card was handed to two players: the chances are sampled, and the most that one may be off is printed."""
    session = session_of(handed_twice(cards))
    told = solve(session)
    assert {answer.proof.value for answer in told} == {"sampled"}
    most = 100 * max(one.stderr for answer in told for one in answer.candidates)
    found = seconds(lambda: solve(session), 1)
    what = f"solve, 10 players, all, {cards} cards handed to two players each"
    figures.add(what, found, f"must be under 6 s; errors up to {most:.1f} %")
    assert found < 6


@pytest.mark.parametrize(("players", "which", "events", "must"), [(8, "base", 25, 1), (10, "all", 30, 5)])
@pytest.mark.parametrize("unknown", [4, 8])
def test_a_hint(players: int, which: str, events: int, must: int, unknown: int, figures: Figures) -> None:
    """The advice alone; what is known was solved before."""
    session = game(players, which, unknown, events)
    situation = examine(session)
    found = seconds(lambda: session.game.advise(situation.table, situation.known), 3)
    figures.add(
        f"hint, {players} players, {which}, {events} events, {unknown} not seen", found, f"must be under {must} s"
    )
    assert found < must


def test_the_most_probable_deals(figures: Figures) -> None:
    session = game(10, "all", 8, 30)
    belief: Any = examine(session).known[0].belief
    found = seconds(lambda: belief.most_probable(10), 2)
    figures.add("solve --world, 10 players, all, 30 events, 8 not seen", found, "")
    assert found < 10
