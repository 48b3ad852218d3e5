"""A budget that runs out is no fact about the game: it raises, and the next engine is asked."""

from __future__ import annotations

from typing import Any

import pytest

from maps import london
from solver.answers.check import check_mystery
from solver.core.errors import OutOfBudget
from solver.core.protocol import Evidence, Noted
from solver.core.values import Budget, Proof
from solver.engines import cpsat, csp, worlds
from solver.engines.choose import FEW_WORLDS, believe
from solver.games.black_sonata.cards import stealth_cards
from solver.games.black_sonata.faces import Landmark
from solver.games.black_sonata.lady.by_suit import SymbolLady
from solver.games.black_sonata.motion import Sighting
from solver.games.black_sonata.stealth.by_cards import CardsDeck
from solver.games.black_sonata.stealth.by_map import MapDeck
from solver.games.black_sonata.stealth.moments import Moments
from solver.games.black_sonata.stealth.printed import PrintedDeck, Row

NO_TIME = Budget(seconds=1e-9)
NO_ROOM = Budget(worlds=1, states=1, seconds=1e-9)
MAP = MapDeck(london(), Moments(0, 1))
CARDS = CardsDeck(london(), Moments(0, 1))
PRINTED = PrintedDeck(london(), Moments(0, 1), (Row("first", stealth_cards()[:26]),))
NOW = ("at", 0)


def told(mystery: Any, *faces: str) -> Evidence:
    """The mystery, with these faces seen in slots 0, 1, 2 and so on."""
    return Evidence(mystery, tuple(Noted(slot, Sighting(slot, Landmark(face))) for slot, face in enumerate(faces)))


def test_more_worlds_than_may_be_listed_are_not_listed() -> None:
    with pytest.raises(OutOfBudget, match="more than the 200,000 that may be listed"):
        worlds.weigh(MAP, [], Budget())
    assert worlds.weigh(SymbolLady(), [], Budget(worlds=35)).count == 35
    with pytest.raises(OutOfBudget):
        worlds.weigh(SymbolLady(), [], Budget(worlds=34))


def test_counting_cards_gives_up_when_too_many_states_are_visited() -> None:
    with pytest.raises(OutOfBudget, match="more than 100 states"):
        CARDS.count([], Budget(states=100))


def test_cp_sat_out_of_time_is_not_impossible() -> None:
    """Asked for candidates without time to decide, it says so; it does not say that there are none."""
    belief = cpsat.prove(told(CARDS, "tavern", "church"), NO_TIME)
    with pytest.raises(OutOfBudget, match="did not decide"):
        belief.candidates(NOW)
    with pytest.raises(OutOfBudget, match="did not decide"):
        _ = belief.is_possible


def test_an_enumeration_out_of_time_returns_nothing_as_if_it_were_all() -> None:
    with pytest.raises(OutOfBudget, match="did not enumerate"):
        cpsat.enumerate_values(told(MAP), [("at", slot) for slot in range(26)], 0.2)


def test_python_constraint_leaves_large_problems_alone() -> None:
    with pytest.raises(OutOfBudget, match="too large for python-constraint"):
        csp.enumerate_solutions(MAP, [])


def test_few_worlds_are_listed_many_are_counted() -> None:
    assert PRINTED.size() <= FEW_WORLDS < MAP.size()
    assert believe(told(PRINTED)).proof is Proof.ENUMERATED
    assert believe(told(MAP)).proof is Proof.COUNTED
    assert believe(told(SymbolLady())).proof is Proof.ENUMERATED


def test_where_counting_runs_out_cp_sat_proves_the_candidates() -> None:
    belief = believe(told(CARDS, "tavern", "riverside"), Budget(states=10))
    assert belief.proof is Proof.SOLVER
    assert (belief.count, belief.distribution(NOW)) == (None, None)
    assert belief.candidates(NOW) == {"Eastcheap", "Southwark"}


def test_where_every_engine_runs_out_there_is_no_answer() -> None:
    belief = believe(told(CARDS, "tavern"), NO_ROOM)
    with pytest.raises(OutOfBudget):
        belief.candidates(NOW)


def test_a_skipped_engine_says_why_and_is_no_answer() -> None:
    report = check_mystery(told(MAP, "tavern", "church"))
    verdicts = {engine.engine: engine for engine in report.engines}
    assert list(verdicts) == ["worlds", "counting", "search", "cpsat", "csp"]
    assert verdicts["counting"].verdict == verdicts["cpsat"].verdict == "agrees"
    for name in ("worlds", "csp"):
        assert verdicts[name].verdict.startswith("skipped: ")
        assert not verdicts[name].is_answer
    assert report.is_sound


def test_one_engine_alone_is_not_sound() -> None:
    report = check_mystery(told(MAP, "tavern", "church"), Budget(seconds=1e-9))
    assert [engine.engine for engine in report.engines if engine.is_answer] == ["counting"]
    assert not report.is_sound


class Liar(SymbolLady):
    """Reading 2 of a lady who never has the quill."""

    def declare(self, model: Any) -> Any:
        has = super().declare(model)
        model.model.add(has["quill"] == 0)
        return has


def test_an_engine_that_differs_is_named() -> None:
    report = check_mystery(told(Liar()))
    verdicts = {engine.engine: engine.verdict for engine in report.engines}
    assert verdicts["cpsat"].startswith("differs: candidates of ('symbols',)")
    assert not report.is_sound
    assert report.to_json()["sound"] is False
