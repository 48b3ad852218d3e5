"""Laws of hints: what is promised is legal, complete, and exactly as likely as promised."""

from __future__ import annotations

from fractions import Fraction
from math import log2, prod
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.answers.candidates import judge
from solver.core.values import Advice, Budget, Hint
from solver.engines.choose import FEW_WORLDS
from solver.engines.worlds import weigh
from tests.laws.house import answers_of, games, is_legal, law, play, session_of, table_of, total_weight

if TYPE_CHECKING:
    from solver.core.protocol import Evidence
    from tests.referee import Played

UNTOLD = ("fog",)
"""Actions whose outcomes name the effect alone, not all that the event will hold."""


def hint_at(played: Played, number: int) -> tuple[Any, Hint]:
    """The table after so many events, and the hint there."""
    session = session_of(played.session, played.events[:number])
    table = table_of(played.session, played.events[:number])
    return table, session.game.advise(table, judge(session.game, table))


def evidence_after(played: Played, number: int, *more: dict[str, Any]) -> tuple[Evidence, ...]:
    session = session_of(played.session, [*played.events[:number], *more])
    return session.game.evidence(table_of(session.to_json()))


@law(40)
@given(games(), st.data())
def test_the_outcomes_of_every_action_are_complete_and_different(played: Played, data: Any) -> None:
    number = data.draw(st.integers(0, len(played.events)), "events")
    for advice in hint_at(played, number)[1].ranked:
        assert sum(outcome.probability for outcome in advice.outcomes) == 1
        assert all(outcome.probability > 0 for outcome in advice.outcomes)
        fields = [str(sorted(outcome.fields.items())) for outcome in advice.outcomes]
        assert len(set(fields)) == len(fields)


@law(60)
@given(games(), st.data())
def test_every_promised_outcome_is_a_legal_event(played: Played, data: Any) -> None:
    number = data.draw(st.integers(0, len(played.events)), "events")
    before = played.events[:number]
    for advice in hint_at(played, number)[1].ranked:
        for outcome in advice.outcomes:
            if advice.action["type"] not in UNTOLD:
                event = {**advice.action, **outcome.fields}
                assert is_legal(played.session, [*before, event]), event


@law(40)
@given(games(), st.data())
def test_promised_outcomes_have_the_promised_probability(played: Played, data: Any) -> None:
    """The weight of all worlds once the outcome is noted, by the weight of all worlds before, exactly."""
    number = data.draw(st.integers(0, len(played.events)), "events")
    before = [total_weight(evidence) for evidence in evidence_after(played, number)]
    for advice in hint_at(played, number)[1].ranked:
        for outcome in advice.outcomes:
            if advice.action["type"] in UNTOLD:
                continue
            noted = evidence_after(played, number, {**advice.action, **outcome.fields})
            after = [total_weight(evidence) for evidence in noted]
            assert prod((new / old for new, old in zip(after, before, strict=True)), start=Fraction(1)) == (
                outcome.probability
            )


@law(40)
@given(games(), st.data())
def test_the_chance_of_a_search_is_that_of_the_answers(played: Played, data: Any) -> None:
    """A hint and the answers never disagree on how likely she is here."""
    number = data.draw(st.integers(0, len(played.events)), "events")
    table, hint = hint_at(played, number)
    where = next(a for a in answers_of(played.session, played.events[:number]) if a.question.id == "lady.location")
    here = {candidate.value: candidate.probability for candidate in where.candidates}.get(table.pawn, 0)
    for advice in hint.ranked:
        if advice.action["type"] == "search":
            found = {outcome.fields["found"]: outcome.probability for outcome in advice.outcomes}
            assert found.get(True, 0) == here
            assert Fraction(advice.named["exact"]) == here


def test_searches_are_among_the_hints_that_are_tried() -> None:
    turns = [(seed, n) for seed in range(6) for n, e in enumerate(play(seed).events, 1) if e["type"] == "turn"]
    hints = [hint_at(play(seed), number)[1] for seed, number in turns]
    assert sum(any(advice.action["type"] == "search" for advice in hint.ranked) for hint in hints) >= 50


@law(25)
@given(games("printed"), st.data())
def test_bits_are_the_mutual_information_with_the_world(played: Played, data: Any) -> None:
    """Directly: the entropy of the world before, less its mean entropy once the outcome is known."""
    number = data.draw(st.integers(0, len(played.events)), "events")
    before = sum(_world_entropy(evidence) for evidence in evidence_after(played, number))
    for advice in hint_at(played, number)[1].ranked:
        if advice.action["type"] in UNTOLD:
            continue
        after = 0.0
        for outcome in advice.outcomes:
            noted = evidence_after(played, number, {**advice.action, **outcome.fields})
            after += float(outcome.probability) * sum(_world_entropy(evidence) for evidence in noted)
        assert advice.bits == pytest.approx(before - after, abs=1e-9)
        assert advice.bits == pytest.approx(sum(advice.bits_by.values()))


def _world_entropy(evidence: Evidence) -> float:
    assert evidence.mystery.size() <= FEW_WORLDS
    weights = [weight for _, weight in weigh(evidence.mystery, evidence.facts, Budget()).weighted]
    return -sum(w / sum(weights) * log2(w / sum(weights)) for w in weights)


def _order(advice: Advice) -> tuple[float, str]:
    return -round(advice.value, 9), advice.words


@law(25)
@given(games(), st.data())
def test_the_best_action_comes_first(played: Played, data: Any) -> None:
    number = data.draw(st.integers(0, len(played.events)), "events")
    table, hint = hint_at(played, number)
    assert [_order(advice) for advice in hint.ranked] == sorted(_order(advice) for advice in hint.ranked)
    assert bool(hint.ranked) is not table.is_over
    assert hint.nudge
    assert hint.reason


@law(3)
@given(games("cards", ladies=("symbols",)), st.data())
def test_among_printed_cards_the_stand_in_is_named(played: Played, data: Any) -> None:
    number = data.draw(st.integers(0, len(played.events)), "events")
    table, hint = hint_at(played, number)
    assert bool(hint.ranked) is not table.is_over
    for advice in hint.ranked:
        assert sum(outcome.probability for outcome in advice.outcomes) == 1
        assert advice.named["weighs_by"] == "map cut to candidates"
        assert advice.to_json()["weighs_by"] == "map cut to candidates"


def test_a_hint_depends_on_nothing_but_the_session() -> None:
    for seed in range(5):
        first, second = (hint_at(play(seed), 20)[1] for _ in range(2))
        assert first == second
