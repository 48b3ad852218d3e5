"""How long the cards of a duel take after 40 events with two reshuffles. Run with `pytest -m bench`.

Times on a shared machine are noise: what must hold is checked, what was found is printed beside it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import TYPE_CHECKING, Any

import pytest

from solver.answers.candidates import examine
from tests.games.isla_negra.helpers import FULL, PART, line, session_of
from tests.games.isla_negra.sparring import Duel

if TYPE_CHECKING:
    from solver.core.session import Session

pytestmark = pytest.mark.bench

EVENTS = {False: 40, True: 48}
"""By whether my hand is noted after each new hand, which takes notes of its own."""
RESHUFFLES = 2
GAMES = 20
MANY = [
    line("Rage", "upgrade", "basic", 4),
    *(line(f"Blow {at}", "attack", "basic" if at < 3 else "advanced", 2) for at in range(5)),
    *(line(f"Parry {at}", "response", "basic" if at < 2 else "advanced", 2) for at in range(4)),
    *(line(f"Ruse {at}", "tactics", "basic", 1) for at in range(5)),
]
"""A complete list of fifteen different cards: as many hands are possible as hardly any real deck has."""
LISTS = {"complete lists": FULL, "partial lists": PART, "many cards": MANY}
WAYS = [(tells, which) for which in ("complete lists", "partial lists") for tells in (True, False)]


@pytest.fixture(scope="module")
def figures(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    lines: list[str] = []
    yield lines
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        print("\n\n" + "\n".join(lines))


def duels(tells: bool, which: str) -> list[Session]:
    """Duels of so many events, in which somebody reshuffled twice; it is my turn. Played from complete lists."""
    found: list[Session] = []
    for seed in range(5_000):
        cards = MANY if which == "many cards" else FULL
        duel = Duel(seed, cards, new_hand=0.9 if seed % 2 else 0.75, tells=tells)
        session = duel.play(EVENTS[tells] - 1)
        events = [*session["events"][: EVENTS[tells] - 1], {"type": "initiative", "player": "Ann"}]
        if _reshuffles(events) >= RESHUFFLES:
            fighters = [{"player": player, "deck": LISTS[which]} for player in ("Ann", "Bo")]
            setup = {**session["setup"], "fighters": fighters}
            found.append(session_of({**session, "setup": setup, "events": events}))
        if len(found) == GAMES:
            return found
    raise AssertionError(f"only {len(found)} duels have {RESHUFFLES} reshuffles in {EVENTS[tells]} events")


def _reshuffles(events: list[dict[str, Any]]) -> int:
    """The most that one of the two has made."""
    again = [event["player"] for event in events if "reshuffled" in event]
    again += [event["player"] for event in events[4:] if event["type"] == "shuffle"]
    return max(again.count(player) for player in ("Ann", "Bo"))


def seconds(work: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def solve(session: Session) -> None:
    """Everything is counted; an upper bound of 1 has no figure, and says so."""
    answers = examine(session).answers()
    assert all(answer.proof.value == "counted" or answer.at_least is not None for answer in answers)


def advise(session: Session) -> None:
    """From the session's file to the hint: what is known of all cards is worked out first."""
    situation = examine(session)
    assert session.game.advise(situation.table, situation.known).ranked


@pytest.mark.parametrize(("tells", "which"), WAYS, ids=lambda value: str(value).replace(" ", "-"))
@pytest.mark.parametrize(("work", "must"), [(solve, 0.020), (advise, 0.100)], ids=["solve", "hint"])
def test_forty_events_with_two_reshuffles(
    tells: bool, which: str, work: Callable[[Session], None], must: float, figures: list[str]
) -> None:
    sessions = duels(tells, which)
    work(sessions[0])
    found = [seconds(lambda session=session: work(session)) for session in sessions]  # type: ignore[misc]
    mine = "my hand noted" if tells else "my hand not noted"
    told = f"{work.__name__}, {EVENTS[tells]} events, {RESHUFFLES} reshuffles, {which}, {mine}"
    figures.append(
        f"{told:<72} median {1000 * median(found):6.1f} ms, slowest {1000 * max(found):6.1f} ms   "
        f"must be under {1000 * must:.0f} ms"
    )
    assert median(found) < must


@pytest.mark.parametrize("work", [solve, advise])
def test_a_deck_of_fifteen_different_cards(work: Callable[[Session], None], figures: list[str]) -> None:
    """Only that it stays exact is asked of this one; it is told so that nobody takes the others for the worst."""
    found = [seconds(lambda session=session: work(session)) for session in duels(False, "many cards")]  # type: ignore[misc]
    told = f"{work.__name__}, {EVENTS[False]} events, {RESHUFFLES} reshuffles, fifteen different cards"
    figures.append(f"{told:<72} median {1000 * median(found):6.1f} ms, slowest {1000 * max(found):6.1f} ms")
