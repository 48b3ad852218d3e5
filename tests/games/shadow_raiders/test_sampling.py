"""Chances estimated from samples, against exact ones; what is possible is never left to chance."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any

import pytest

from solver.answers.candidates import answer, answers_of
from solver.answers.check import check_mystery
from solver.core.game import Known
from solver.core.values import Budget, Proof, Verdict
from solver.engines import cpsat, sampling
from solver.engines.choose import believe, worked_out
from solver.games.shadow_raiders.roles import draws
from solver.games.shadow_raiders.roles.facts import Shuffled
from solver.games.shadow_raiders.roles.sampling import Stack
from tests.games.shadow_raiders.house import (
    RESHUFFLE,
    damage,
    equipment,
    evidence_of,
    examined,
    handed,
    raw,
    session_of,
)
from tests.games.shadow_raiders.referee import play, settled, unknown_cards

if TYPE_CHECKING:
    from solver.core.protocol import Evidence

OTHERS = ["Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo"]


def handed_twice(cards: int) -> dict[str, Any]:
    """Each unknown card was handed to two players, and few of these cards look alike."""
    events = []
    for number in range(cards):
        one, two, giver = (OTHERS[(number + step) % 9] for step in (0, 1 + number % 3, 5))
        events.append(handed(one, None, "damage-1" if number % 3 == 0 else "nothing", giver=giver))
        events.append(handed(two, None, "nothing", giver=giver, same_card=True))
    return raw(events, 10, characters="all")


def of_all_kinds(cards: int) -> dict[str, Any]:
    """One player for each unknown card; equipment, some of it immune, and damage to heal."""
    outcomes = ["nothing", "damage-1", "heal-1", "equipment", "airship", "nothing", "damage-2"]
    events = [equipment(name, 1, **({"immune": True} if name in ("Bo", "Hal") else {})) for name in OTHERS]
    events += [damage(name, 2) for name in OTHERS]
    for number in range(cards):
        target, giver = OTHERS[number % 9], OTHERS[(number + 3) % 9]
        events.append(handed(target, None, outcomes[number % 7], giver=giver))
    return raw(events, 10, characters="all")


def over_two_shuffles() -> dict[str, Any]:
    head = of_all_kinds(5)
    more = [handed(name, None, "nothing", giver="Jo") for name in ("Bo", "Cy", "Di")]
    return {**head, "events": [*head["events"], RESHUFFLE, *more]}


def noted_by_a_referee(seed: int, players: int, which: str) -> dict[str, Any]:
    played = next(one for n in range(seed, 9_999) if unknown_cards(one := play(n, players, which, turns=8)) >= 3)
    return {**played.session, "events": played.events[: settled(played, len(played.events) * 2 // 3)]}


SESSIONS = {
    "handed twice": handed_twice(6),
    "of all kinds": of_all_kinds(6),
    "over two shuffles": over_two_shuffles(),
    "five players": noted_by_a_referee(0, 5, "base"),
    "eight players": noted_by_a_referee(100, 8, "base"),
    "ten players": noted_by_a_referee(200, 10, "all"),
    "one of each initial": noted_by_a_referee(300, 9, "by-initial"),
    "nothing noted": raw([], 7),
}


def sampled(evidence: Evidence, number: int = 4_000, seed: int = 1) -> sampling.SampledBelief:
    belief = sampling.estimate(evidence, Budget(samples=number))
    belief.seed = seed
    return belief


@lru_cache
def exact_of(name: str) -> tuple[Evidence, Any]:
    """What is known after one of the sessions, counted."""
    evidence = evidence_of(SESSIONS[name])
    mystery: Any = evidence.mystery
    return evidence, mystery.count(evidence.facts, Budget())


def errors(name: str, belief: Any) -> Iterator[tuple[Fraction, float, float]]:
    """For each open value of each question: its probability, that estimated, and the standard error."""
    evidence, exact = exact_of(name)
    for question in evidence.mystery.questions():
        found, told = belief.estimates(question.statistic), exact.distribution(question.statistic)
        assert set(found) == set(told)
        if len(told) > 1:
            yield from ((told[value], found[value].probability, found[value].stderr) for value in told)


@pytest.mark.parametrize("name", SESSIONS)
def test_every_estimate_is_within_five_errors_of_the_exact_chance(name: str) -> None:
    evidence = evidence_of(SESSIONS[name])
    belief = sampled(evidence)
    assert belief.proof is Proof.SAMPLED
    for exact, estimate, stderr in errors(name, belief):
        assert abs(exact - estimate) <= 5 * stderr
        assert 0 < estimate < 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["handed twice", "of all kinds", "eight players"])
def test_errors_are_neither_too_small_nor_too_large(name: str) -> None:
    """Over many seeds, misses in units of the error that was told have a mean of 0 and a square of 1."""
    evidence = evidence_of(SESSIONS[name])
    misses: list[float] = []
    for seed in range(12):
        for exact, estimate, stderr in errors(name, sampled(evidence, 1_000, seed)):
            if 0.05 < exact < 0.95:
                misses.append((float(exact) - estimate) / stderr)
    assert 0.7 < sqrt(fmean(miss * miss for miss in misses)) < 1.3
    assert abs(fmean(misses)) < 0.2


@pytest.mark.parametrize("name", ["handed twice", "of all kinds"])
def test_sixteen_times_the_samples_quarter_the_error(name: str) -> None:
    evidence = evidence_of(SESSIONS[name])
    few, many = sampled(evidence, 1_000), sampled(evidence, 16_000)
    pairs = zip(errors(name, few), errors(name, many), strict=True)
    ratios = [before / after for (exact, _, before), (_, _, after) in pairs if 0.05 < exact < 0.95]
    assert 3.2 < fmean(ratios) < 4.8


def test_the_same_seed_gives_the_same_estimates() -> None:
    evidence = evidence_of(SESSIONS["handed twice"])
    first, again, other = (sampled(evidence, 500, seed) for seed in (3, 3, 4))
    assert first.estimates(("camp", "Bo")) == again.estimates(("camp", "Bo")) != other.estimates(("camp", "Bo"))


@pytest.mark.parametrize("name", SESSIONS)
def test_what_is_possible_is_what_cp_sat_proves(name: str) -> None:
    """However few the samples."""
    evidence = evidence_of(SESSIONS[name])
    belief, proved = sampled(evidence, 200), cpsat.prove(evidence, Budget())
    for question in evidence.mystery.questions():
        assert belief.candidates(question.statistic) == proved.candidates(question.statistic)


def test_a_sampled_deal_has_a_likelihood() -> None:
    """Reading 1 finds possible whatever has a weight, and impossible what has none (a dead end apart)."""
    for name in ("handed twice", "of all kinds", "over two shuffles", "one of each initial"):
        evidence = evidence_of(SESSIONS[name])
        mystery: Any = evidence.mystery
        joined = mystery.join(evidence.facts)
        for world, weight in mystery.sample(evidence.facts, 1, 100):
            if weight:
                assert all(mystery.likelihood(world, fact) for fact in joined)


def test_dealing_out_the_copies_left_is_right_on_average() -> None:
    """The mean of many estimates of one deal is what reading 1 says of it."""
    evidence = evidence_of(SESSIONS["handed twice"])
    mystery: Any = evidence.mystery
    rules = mystery.rules
    (shuffled,) = (fact for fact in mystery.join(evidence.facts) if isinstance(fact, Shuffled))
    stack, random = Stack(rules, shuffled, draws.left_over(rules, shuffled) or {}), Random(1)
    world = max(mystery.sample(evidence.facts, 1, 50), key=lambda drawn: drawn[1])[0]
    mean = fmean(stack.chance(world, random) for _ in range(4_000))
    assert mean == pytest.approx(float(draws.likelihood(rules, shuffled, mystery.seated(world))), rel=0.05)


def test_answers_tell_the_error_and_what_it_rests_on() -> None:
    evidence = evidence_of(SESSIONS["handed twice"])
    told = [one.to_json() for one in answers_of(Known(evidence, sampled(evidence, 2_000)))]
    for question in told:
        assert question["proof"] == "sampled"
        assert question["samples"] == 2_000
        assert 30 < question["effective_samples"] < 2_000
        assert "worlds" not in question
        assert sum(one["probability"] for one in question["answers"]) == pytest.approx(1)
        for one in question["answers"]:
            assert set(one) == {"value", "verdict", "probability", "stderr"}
            is_certain = len(question["answers"]) == 1
            assert one["verdict"] == ("certain" if is_certain else "open")
            assert (one["probability"] == 1, one["stderr"] == 0) == (is_certain, is_certain)
    assert [one["value"] for one in told[0]["answers"]] == ["raider"]


def test_a_possible_value_that_was_never_sampled_is_neither_0_nor_certain() -> None:
    """With few samples most characters of a player were not met."""
    evidence = evidence_of(SESSIONS["nothing noted"])
    belief = sampled(evidence, 40)
    unmet = 0
    for question in evidence.mystery.questions():
        found = answer(question, belief).candidates
        seen = {evidence.mystery.read(world, question.statistic) for world in belief._worlds}
        for one in found if len(found) > 1 else ():
            assert one.verdict is Verdict.OPEN
            assert one.probability is not None
            assert one.stderr is not None
            assert 0 < one.probability < 1
            if one.value not in seen:
                unmet += 1
                assert one.stderr >= one.probability
    assert unmet


def test_too_few_samples_tell_no_chances() -> None:
    evidence = evidence_of(SESSIONS["of all kinds"])
    belief = sampled(evidence, 20)
    assert belief.proof is Proof.SOLVER
    told = answer(evidence.mystery.questions()[1], belief)
    assert [one.probability for one in told.candidates] == [None] * 3
    assert told.sample is None


def test_notes_that_cannot_be_true_are_not_sampled() -> None:
    """Equipment given by somebody who has none."""
    evidence = evidence_of(raw([handed("Bo", None, "equipment", giver="Cy")]))
    belief = worked_out(evidence, believe(evidence, Budget(states=0)), Budget(states=0))
    assert not sampled(evidence).is_possible
    assert not belief.is_possible
    assert not list(evidence.mystery.sample(evidence.facts, 1, 10))


def test_estimates_are_not_compared_as_if_they_were_exact() -> None:
    report = check_mystery(evidence_of(SESSIONS["eight players"]), Budget(states=0))
    verdicts = {engine.engine: engine.verdict for engine in report.engines}
    assert "sampling" not in verdicts
    assert verdicts["cpsat"] == "agrees"


def test_what_is_too_much_to_count_is_sampled_in_time() -> None:
    """Counting all of it would take over ten seconds; that is seen long before."""
    session = handed_twice(14)
    begin = time.process_time()
    situation = examined(session)
    told = situation.answers()
    assert time.process_time() - begin < 6
    assert {one.proof for one in told} == {Proof.SAMPLED}
    assert all(one.stderr < 0.03 for answer in told for one in answer.candidates if one.stderr is not None)
    hint = session_of(session).game.advise(situation.table, situation.known)
    assert (hint.ranked, "too much to count" in hint.reason) == ((), True)
