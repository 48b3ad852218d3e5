"""Laws of her walk, on random games of a referee that knows the truth; and all engines against each other."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from maps import Board, Place, london
from solver.answers.candidates import examine, judge, replay
from solver.core.protocol import Evidence, Noted
from solver.core.session import Session, parse_session
from solver.core.values import Budget
from solver.engines import cpsat, csp, worlds
from solver.engines.worlds import normalise
from solver.games.cat_and_mouse.facts import Played, Searched
from solver.games.cat_and_mouse.plays import plays_top
from solver.games.cat_and_mouse.walk import Walk
from tests.games.cat_and_mouse.referee import Game, near, possible

BUDGET = Budget(worlds=60_000)
SEEDS = range(40)


def played(seed: int, turns: int = 12) -> tuple[Game, Session]:
    game = Game(seed, fog=seed % 3).play(turns)
    return game, parse_session(json.dumps(game.session()), "a game", None)


def evidence_of(session: Session) -> tuple[Evidence, ...]:
    return session.game.evidence(replay(session.game, session.setup, session.events))


def places(evidence: Evidence, belief: Any) -> Any:
    return belief.candidates(evidence.mystery.questions()[0].statistic)


def shares(evidence: Evidence, belief: Any) -> Any:
    return belief.distribution(evidence.mystery.questions()[0].statistic)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_true_place_is_never_lost_and_the_set_is_exact_after_every_event(seed: int) -> None:
    game, session = played(seed, turns=40)
    table = session.game.open(session.setup)
    for index, event in enumerate(session.events):
        table = session.game.advance(table, event, index)
        told = {**game.session(), "events": game.events[: index + 1]}
        assert game.truth[index] in table.reach
        assert table.reach == possible(told)
        assert table.warnings == ()
    even, avoiding = examine(session).answers()
    assert {one.value for one in even.candidates} == {one.value for one in avoiding.candidates} == table.reach


@pytest.mark.parametrize("seed", SEEDS)
def test_probabilities_sum_to_one_and_certain_is_exactly_one(seed: int) -> None:
    _, session = played(seed)
    for answer in examine(session).answers():
        assert sum(one.probability or 0 for one in answer.candidates) == 1
        for one in answer.candidates:
            assert (one.verdict.value == "certain") == (one.probability == 1)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_fact_more_never_adds_a_world(seed: int) -> None:
    _, session = played(seed)
    for evidence in evidence_of(session):
        mystery = evidence.mystery
        for facts in range(len(evidence.noted) + 1):
            some = mystery.count(evidence.facts[:facts], BUDGET)
            rest = mystery.count(evidence.facts, BUDGET)
            assert rest.count <= some.count
            for moment in range(0, len(mystery.steps) + 1, 5):
                assert rest.candidates(("at", moment)) <= some.candidates(("at", moment))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_the_facts_does_not_matter(seed: int) -> None:
    _, session = played(seed)
    for evidence in evidence_of(session):
        facts = list(evidence.facts)
        random.Random(seed).shuffle(facts)
        assert shares(evidence, evidence.mystery.count(facts, BUDGET)) == shares(
            evidence, evidence.mystery.count(evidence.facts, BUDGET)
        )


@pytest.mark.parametrize("seed", range(60))
def test_listing_counting_cpsat_and_python_constraint_agree(seed: int) -> None:
    _, session = played(seed, turns=1 + seed % 3)
    for evidence in evidence_of(session):
        counted = evidence.mystery.count(evidence.facts, BUDGET)
        listed = worlds.weigh(evidence.mystery, evidence.facts, BUDGET)
        assert listed.count == counted.count
        assert shares(evidence, listed) == shares(evidence, counted)
        assert places(evidence, cpsat.prove(evidence, BUDGET)) == places(evidence, counted)
        assert places(evidence, csp.enumerate_solutions(evidence.mystery, evidence.facts)) == places(evidence, counted)


@pytest.mark.parametrize("seed", range(12))
def test_the_time_expanded_model_agrees_with_the_set_filter_at_every_moment_of_a_long_game(seed: int) -> None:
    game, session = played(seed + 1_000, turns=25)
    evidence = evidence_of(session)[0]
    model = cpsat.prove(evidence, BUDGET)
    counted = evidence.mystery.count(evidence.facts, BUDGET)
    assert places(evidence, model) == possible(game.session())
    for moment in range(0, len(evidence.mystery.steps) + 1, 7):
        assert model.candidates(("at", moment)) == counted.candidates(("at", moment))


@pytest.mark.parametrize("seed", range(8))
def test_the_model_has_as_many_solutions_as_there_are_walks(seed: int) -> None:
    _, session = played(seed, turns=3)
    evidence = evidence_of(session)[0]
    moments = [("at", moment) for moment in range(len(evidence.mystery.steps) + 1)]
    found = cpsat.enumerate_values(evidence, moments, 20)
    assert len(found) == evidence.mystery.count(evidence.facts, BUDGET).count


@pytest.mark.parametrize("seed", range(30))
def test_a_wrong_note_is_found_by_every_engine_or_by_none(seed: int) -> None:
    """One fact is spoilt at random; the engines must agree also where nothing fits."""
    _, session = played(seed, turns=2)
    rng = random.Random(seed)
    for evidence in evidence_of(session):
        noted = list(evidence.noted)
        spoilt = rng.randrange(len(noted))
        noted[spoilt] = replace(noted[spoilt], fact=_spoilt(noted[spoilt].fact, rng))
        wrong = Evidence(evidence.mystery, tuple(noted))
        counted = evidence.mystery.count(wrong.facts, BUDGET)
        assert places(wrong, cpsat.prove(wrong, BUDGET)) == places(wrong, counted)
        assert places(wrong, worlds.weigh(wrong.mystery, wrong.facts, BUDGET)) == places(wrong, counted)
        assert counted.is_possible == bool(places(wrong, counted))


def _spoilt(fact: Any, rng: random.Random) -> Any:
    if isinstance(fact, Searched):
        return replace(fact, found=not fact.found)
    return replace(fact, play=plays_top(rng.choice(london().names)))


def test_each_rule_of_the_model_has_a_sentence_a_source_and_a_guard() -> None:
    _, session = played(3, turns=6)
    built, _ = cpsat.build(evidence_of(session)[0])
    assert built.rules
    for rule in built.rules:
        assert rule.sentence
        assert rule.source.startswith("Strange Shadows, p. 1")
        assert rule.guard is not None


@pytest.mark.parametrize("seed", range(10))
def test_renaming_the_places_permutes_the_answer(seed: int) -> None:
    _, session = played(seed, turns=5)
    evidence = evidence_of(session)[0]
    board, renamed = _renamed(seed)
    walk = Walk(board, evidence.mystery.steps)
    facts = [_rename(fact, renamed) for fact in evidence.facts]
    found = shares(evidence, evidence.mystery.count(evidence.facts, BUDGET))
    assert walk.count(facts, BUDGET).distribution(("at", len(walk.steps))) == {
        renamed[place]: chance for place, chance in found.items()
    }


def _renamed(seed: int) -> tuple[Board, dict[str, str]]:
    names = list(london().names)
    random.Random(seed).shuffle(names)
    new = dict(zip(london().names, names, strict=True))
    there = tuple(Place(new[p.name], p.colour, p.landmarks, p.xy) for p in london().places)
    return Board("London renamed", there, tuple((new[a], new[b]) for a, b in london().roads)), new


def _rename(fact: Any, new: dict[str, str]) -> Any:
    if isinstance(fact, Searched):
        return replace(fact, place=new[fact.place])
    hand = tuple(_rename_card(card, new) for card in fact.hand)
    play = fact.play
    if play.place is not None:
        play = replace(play, place=new[play.place])
    elif play.card is not None:
        play = replace(play, card=_rename_card(play.card, new))
    return replace(fact, play=play, hand=hand)


def _rename_card(card: Any, new: dict[str, str]) -> Any:
    return replace(card, name=new[card.name]) if card.is_location else card


@pytest.mark.parametrize("seed", range(20))
def test_the_forward_and_the_backward_sums_meet(seed: int) -> None:
    """The probability of each moment, counted on the whole walk, from a list of all walks."""
    _, session = played(seed, turns=2)
    for evidence in evidence_of(session):
        counted = evidence.mystery.count(evidence.facts, BUDGET)
        listed = worlds.weigh(evidence.mystery, evidence.facts, BUDGET)
        for moment in range(len(evidence.mystery.steps) + 1):
            assert counted.distribution(("at", moment)) == listed.distribution(("at", moment))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_even_chances_are_those_of_a_plain_walk(seed: int) -> None:
    """The contract's sum, done once more by hand: a step splits evenly, a play or a search only cuts."""
    game, session = played(seed)
    layer = {place: Fraction(1, 11) for place in london().names}
    evidence = evidence_of(session)[0]
    by_moment = {noted.fact.moment: [] for noted in evidence.noted}
    for noted in evidence.noted:
        by_moment[noted.fact.moment].append(noted.fact)
    for moment in range(len(evidence.mystery.steps) + 1):
        if moment:
            layer = _stepped(layer)
        for fact in by_moment.get(moment, ()):
            layer = {place: chance for place, chance in layer.items() if _holds(fact, place)}
    assert normalise(layer) == shares(evidence, evidence.mystery.count(evidence.facts, BUDGET))
    assert set(layer) == possible(game.session())


def _stepped(layer: dict[str, Fraction]) -> dict[str, Fraction]:
    after: dict[str, Fraction] = {}
    for place, chance in layer.items():
        for to in near(place):
            after[to] = after.get(to, Fraction(0)) + chance / len(near(place))
    return after


def _holds(fact: Any, place: str) -> bool:
    if isinstance(fact, Searched):
        return (place == fact.place) is fact.found
    assert isinstance(fact, Played)
    return bool(Walk(london(), ())._chance(place, fact))


class TestAvoiding:
    @pytest.mark.parametrize("seed", SEEDS)
    def test_every_legal_move_and_play_keeps_some_chance(self, seed: int) -> None:
        _, session = played(seed)
        walk = evidence_of(session)[1].mystery
        for step in walk.steps:
            for place in london().names:
                assert set(walk.weights(step, place)) == set(near(place))
                assert min(walk.weights(step, place).values()) >= 1

    def test_she_hardly_steps_on_a_pawn(self) -> None:
        _, session = played(0, turns=1)
        walk = evidence_of(session)[1].mystery
        step = replace(walk.steps[0], pawns=("Cornhill", "Clerkenwell"))
        ways = walk.weights(step, "Cripplegate")
        assert ways["Cornhill"] == ways["Clerkenwell"] == 1
        assert min(ways[place] for place in ("Cripplegate", "Shoreditch", "St Paul's")) > 3

    @pytest.mark.parametrize("seed", range(20))
    def test_her_choice_among_the_cards_of_a_place_adds_up_to_one(self, seed: int) -> None:
        from solver.games.cat_and_mouse.cards import by_value
        from solver.games.cat_and_mouse.plays import plays_card

        _, session = played(seed)
        walk = evidence_of(session)[1].mystery
        for moment, step in enumerate(walk.steps, start=1):
            for place in london().names:
                cards = [one for one in by_value(step.hand) if one.fits(london(), place)]
                chosen = [walk.share(Played(moment, plays_card(one), step.hand), place) for one in cards]
                assert not cards or sum(chosen) == 1

    def test_ways_out_fall_as_pawns_come_near(self) -> None:
        from solver.games.cat_and_mouse.avoiding import escapes

        board = london()
        far = escapes(board, "Southwark", ("Shoreditch", "Clerkenwell"), 2)
        close = escapes(board, "Southwark", ("London Bridge", "Liberty of the Clink"), 2)
        assert far > close > escapes(board, "Southwark", ("Southwark", "Cornhill"), 2) == 0


def test_a_contradiction_names_events_of_which_none_can_be_spared() -> None:
    from solver.core.errors import Contradiction
    from tests.games.cat_and_mouse.helpers import HAND, lady, moves, session

    events = [lady({"top": "Shoreditch"}, *HAND), moves(0, "St Paul's"), lady({"top": "Southwark"}, *HAND)]
    made = session(*events)
    table = replay(made.game, made.setup, made.events)
    with pytest.raises(Contradiction) as trouble:
        judge(made.game, table)
    assert trouble.value.events == (0, 2)
    assert isinstance(made.game.evidence(table)[0].noted[0], Noted)
