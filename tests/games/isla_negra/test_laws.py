"""Laws that hold whatever the cards are, on duels that a referee played from hidden decks."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from solver.core.protocol import Evidence
from solver.core.values import Budget, Kind, Verdict
from solver.engines import cpsat
from solver.engines.choose import believe
from tests.games.isla_negra.helpers import FULL, PART, examined, raw, refusal, session_of
from tests.games.isla_negra.sparring import LEVELS, Duel, Side

GAMES = [
    *[(seed, 12, False) for seed in range(10)],
    *[(seed, 30, seed % 2 == 0) for seed in range(10, 20)],
    *[(seed, 50, seed % 2 == 0) for seed in range(20, 32)],
]
"""Seed, events, whether the deck lists are partial; those of 50 events have reshuffles."""


def duel(seed: int, events: int = 50) -> Duel:
    """A duel of about so many events; with 50 of them the pile was shuffled."""
    played = Duel(seed)
    played.play(events)
    return played


def session(played: Duel, is_partial: bool = False, events: Any = None) -> Any:
    return raw(played.events if events is None else events, PART if is_partial else FULL)


def answers_of(session: Any) -> dict[str, Any]:
    return {answer.question.id: answer for answer in examined(session).answers()}


def truths(side: Side, is_partial: bool) -> dict[str, Any]:
    """What is true of a player's cards: the values that must not be lost."""
    lines = {line["card"]: line for line in (PART if is_partial else FULL)}
    usable = LEVELS.index("expert") if side.level == LEVELS.index("master") and not side.table else side.level
    found: dict[str, Any] = {f"hand.{side.name}": {card for card in side.hand if card in lines}}
    if side.deck:
        found[f"draw.{side.name}"] = {side.deck[0] if side.deck[0] in lines else "unknown"}
    responses = {line["card"]: LEVELS.index(line["level"]) for line in FULL if line["type"] == "response"}
    for at, level in enumerate(LEVELS):
        answers = any(at <= responses.get(card, -1) <= usable for card in side.hand)
        found[f"answer.{side.name}.{level}"] = {"yes" if answers else "no"}
    return found


def test_the_long_duels_have_reshuffles() -> None:
    assert all(sum(side.reshuffles for side in duel(seed).sides) >= 1 for seed, events, _ in GAMES if events == 50)


@pytest.mark.parametrize(("seed", "events", "is_partial"), GAMES)
def test_what_is_true_is_never_lost_and_every_figure_is_one(seed: int, events: int, is_partial: bool) -> None:
    played = duel(seed, events)
    answers = answers_of(session(played, is_partial))
    for side in played.sides:
        for question, true in truths(side, is_partial).items():
            assert true <= {candidate.value for candidate in answers[question].candidates}, question
    for answer in answers.values():
        figures = [candidate.probability for candidate in answer.candidates]
        assert all(figure is None or 0 < figure <= 1 for figure in figures)
        if answer.question.kind is Kind.ONE_OF and None not in figures:
            assert sum(figures, Fraction(0)) == 1
        for candidate in answer.candidates:
            assert (candidate.verdict is Verdict.CERTAIN) == (candidate.probability == 1)


@pytest.mark.parametrize("seed", range(40, 46))
def test_my_own_hand_is_known(seed: int) -> None:
    played = duel(seed, 30)
    held = answers_of(session(played))["hand.Ann"].candidates
    assert {candidate.value for candidate in held} == set(played.sides[0].hand)
    assert all(candidate.verdict is Verdict.CERTAIN for candidate in held)


@pytest.mark.parametrize("seed", range(50, 58))
def test_a_note_less_never_rules_out_more(seed: int) -> None:
    played, rng = duel(seed, 40), random.Random(seed)
    for known in examined(session(played)).known:
        noted = known.evidence.noted
        fewer = Evidence(known.evidence.mystery, tuple(one for one in noted if rng.random() < 0.7))
        with_fewer = believe(fewer)
        for question in known.evidence.mystery.questions():
            for statistic in question.statistics:
                assert known.belief.candidates(statistic) <= with_fewer.candidates(statistic)


@pytest.mark.parametrize("seed", range(60, 66))
def test_events_of_different_fighters_may_come_in_any_order(seed: int) -> None:
    """The cards of one fighter say nothing of another's."""
    played, rng = duel(seed), random.Random(seed)
    told = [{key: value for key, value in one.items() if key != "answers"} for one in played.events]
    queues = {side.name: [one for one in told if one["player"] == side.name] for side in played.sides}
    mixed = []
    while any(queues.values()):
        player = rng.choice([player for player, queue in queues.items() if queue])
        mixed.append(queues[player].pop(0))
    assert _figures(answers_of(session(played, events=mixed))) == _figures(answers_of(session(played)))


def _figures(answers: dict[str, Any]) -> dict[str, Any]:
    return {
        question: [(one.value, one.probability) for one in answer.candidates] for question, answer in answers.items()
    }


@pytest.mark.parametrize("seed", range(70, 74))
def test_renaming_players_and_cards_renames_the_answers(seed: int) -> None:
    played = duel(seed)
    names = {"Ann": "Zoe", "Bo": "Abe", "Dodge": "Sidestep", "Rage": "Calm", "Punch": "Zap"}

    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: renamed(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [renamed(inner) for inner in value]
        return names.get(value, value) if isinstance(value, str) else value

    before, after = answers_of(session(played)), answers_of(renamed(session(played)))
    for question, answer in before.items():
        kind, player, *level = question.split(".")
        found = after[".".join([kind, names[player], *level])]
        expected = {(renamed(one.value), one.probability) for one in answer.candidates}
        assert {(one.value, one.probability) for one in found.candidates} == expected


@pytest.mark.parametrize("seed", range(80, 90))
def test_every_note_is_read_back_as_it_was_said(seed: int) -> None:
    read = session_of(session(duel(seed), is_partial=seed % 2 == 0))
    game, table = read.game, read.game.open(read.setup)
    for index, event in enumerate(read.events):
        assert game.read_note(game.speak(event), table) == event
        table = game.advance(table, event, index)


@pytest.mark.parametrize("seed", range(90, 96))
def test_cp_sat_finds_the_same_candidates_in_whole_duels(seed: int) -> None:
    played = duel(seed, 40)
    for known in examined(session(played, is_partial=seed % 2 == 0)).known:
        proved = cpsat.prove(known.evidence, Budget())
        for question in known.evidence.mystery.questions():
            for statistic in question.statistics:
                assert proved.candidates(statistic) == known.belief.candidates(statistic), statistic


@pytest.mark.parametrize("seed", range(100, 106))
def test_a_card_that_cannot_be_there_is_refused(seed: int) -> None:
    """The second Fox Storm of one, noted right after the first."""
    played = duel(seed, 20)
    played.events += [{"type": "draw", "player": "Bo", "cards": 1}] * 2
    played.events += [{"type": "play", "player": "Bo", "card": "Fox Storm"}] * 2
    assert refusal(session(played)).exit_status == 3
