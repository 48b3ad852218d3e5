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
from tests.games.isla_negra.duels import LEVELS, LIST, Duel, duel
from tests.games.isla_negra.helpers import examined, session_of

GAMES = [
    *[(seed, 12, 0, False) for seed in range(10)],
    *[(seed, 30, 0, seed % 2 == 0) for seed in range(10, 20)],
    *[(seed, 40, 2, seed % 2 == 0) for seed in range(20, 32)],
]
"""Seed, events, reshuffles, whether the deck lists are partial."""


def answers_of(session: Any) -> dict[str, Any]:
    return {answer.question.id: answer for answer in examined(session).answers()}


def truths(played: Duel, player: str) -> dict[str, Any]:
    """What is true of a player's cards: the values that must not be lost."""
    side = played.sides[player]
    listed = {line["card"] for line in played.setup["fighters"][0]["deck"]}
    usable = min(side.level, 2) if side.level == 3 and not side.table else side.level
    found: dict[str, Any] = {f"hand.{player}": {card for card in side.hand if card in listed}}
    if side.deck:
        found[f"draw.{player}"] = {side.deck[0] if side.deck[0] in listed else "unknown"}
    for at, level in enumerate(LEVELS):
        fitting = [
            name
            for name, kind, own, _ in LIST
            if kind == "response" and at <= LEVELS.index(own) <= usable and name in side.hand
        ]
        found[f"answer.{player}.{level}"] = {"yes" if fitting else "no"}
    return found


@pytest.mark.parametrize(("seed", "events", "reshuffles", "is_partial"), GAMES)
def test_what_is_true_is_never_lost_and_every_figure_is_one(
    seed: int, events: int, reshuffles: int, is_partial: bool
) -> None:
    played = duel(seed, events, reshuffles, is_partial=is_partial)
    answers = answers_of(played.session)
    for player in played.sides:
        for question, true in truths(played, player).items():
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
    held = answers_of(played.session)["hand.Ann"].candidates
    assert {candidate.value for candidate in held} == set(played.sides["Ann"].hand)
    assert all(candidate.verdict is Verdict.CERTAIN for candidate in held)


@pytest.mark.parametrize("seed", range(50, 58))
def test_a_note_less_never_rules_out_more(seed: int) -> None:
    played, rng = duel(seed, 36, reshuffles=2), random.Random(seed)
    for known in examined(played.session).known:
        noted = known.evidence.noted
        fewer = Evidence(known.evidence.mystery, tuple(one for one in noted if rng.random() < 0.7))
        with_fewer = believe(fewer)
        for question in known.evidence.mystery.questions():
            for statistic in question.statistics:
                assert known.belief.candidates(statistic) <= with_fewer.candidates(statistic)


@pytest.mark.parametrize("seed", range(60, 66))
def test_events_of_different_fighters_may_come_in_any_order(seed: int) -> None:
    """The cards of one fighter say nothing of another's."""
    played, rng = duel(seed, 40, reshuffles=1), random.Random(seed)
    queues = {player: [one for one in played.events if one["player"] == player] for player in played.sides}
    mixed = []
    while any(queues.values()):
        player = rng.choice([player for player, queue in queues.items() if queue])
        mixed.append(queues[player].pop(0))
    session = {**played.session, "events": mixed}
    assert _figures(answers_of(session)) == _figures(answers_of(played.session))


def _figures(answers: dict[str, Any]) -> dict[str, Any]:
    return {
        question: [(one.value, one.probability) for one in answer.candidates] for question, answer in answers.items()
    }


@pytest.mark.parametrize("seed", range(70, 74))
def test_renaming_players_and_cards_renames_the_answers(seed: int) -> None:
    played = duel(seed, 36, reshuffles=2)
    names = {"Ann": "Zoe", "Bo": "Abe", "Dodge": "Sidestep", "Rage": "Calm", "Punch": "Zap"}

    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: renamed(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [renamed(inner) for inner in value]
        return names.get(value, value) if isinstance(value, str) else value

    before, after = answers_of(played.session), answers_of(renamed(played.session))
    for question, answer in before.items():
        kind, player, *level = question.split(".")
        found = after[".".join([kind, names[player], *level])]
        expected = {(renamed(one.value), one.probability) for one in answer.candidates}
        assert {(one.value, one.probability) for one in found.candidates} == expected


@pytest.mark.parametrize("seed", range(80, 90))
def test_every_note_is_read_back_as_it_was_said(seed: int) -> None:
    session = session_of(duel(seed, 40, reshuffles=1, is_partial=seed % 2 == 0).session)
    game, table = session.game, session.game.open(session.setup)
    for index, event in enumerate(session.events):
        assert game.read_note(game.speak(event), table) == event
        table = game.advance(table, event, index)


@pytest.mark.parametrize("seed", range(90, 96))
def test_cp_sat_finds_the_same_candidates_in_whole_duels(seed: int) -> None:
    played = duel(seed, 36, reshuffles=2, is_partial=seed % 2 == 0)
    for known in examined(played.session).known:
        proved = cpsat.prove(known.evidence, Budget())
        for question in known.evidence.mystery.questions():
            for statistic in question.statistics:
                assert proved.candidates(statistic) == known.belief.candidates(statistic), statistic


@pytest.mark.parametrize("seed", range(100, 110))
def test_a_card_that_cannot_be_there_is_refused(seed: int) -> None:
    """The fifth Fury of one, noted right away."""
    played = duel(seed, 20)
    played.events += [{"type": "draw", "player": "Bo", "cards": 1}] * 2
    for _ in range(2):
        played.events.append({"type": "play", "player": "Bo", "card": "Fury"})
    from solver.core.errors import Contradiction, IllegalEvent

    with pytest.raises((Contradiction, IllegalEvent)) as refused:
        examined(played.session)
    assert refused.value.exit_status == 3
