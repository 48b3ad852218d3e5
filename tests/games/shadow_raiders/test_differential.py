"""Engines against each other, and against a brute force that shares no code with them, on the referee's games."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from solver.answers.check import check_mystery
from solver.core.values import Budget, Proof
from solver.engines import worlds
from solver.engines.choose import believe, worked_out
from solver.games.shadow_raiders.roles import model as reading_2
from solver.games.shadow_raiders.roles import outcomes as reading_1
from tests.games.shadow_raiders import brute
from tests.games.shadow_raiders.house import (
    RESHUFFLE,
    answers,
    damage,
    equipment,
    evidence_of,
    handed,
    is_contradiction,
    raw,
)
from tests.games.shadow_raiders.referee import Played, play, settled, unknown_cards

SETUPS = [
    (players, abilities, on_hp, on_show)
    for players in (4, 5, 6)
    for abilities in (False, True)
    for on_hp in (True, False)
    for on_show in (False, True)
]
"""Every base set-up of four to six players."""


def long_game(players: int, abilities: bool, on_hp: bool, on_show: bool, wanted: int = 1) -> list[Played]:
    """Games of this set-up with a new shuffle and at least six cards that were not seen."""
    found = []
    for seed in range(20_000):
        played = play(seed, players, turns=12)
        setup = played.session["setup"]
        switches = (setup["special_abilities"], *setup["rules"].values())
        is_long = any(event["type"] == "reshuffle" for event in played.events) and unknown_cards(played) >= 6
        if switches == (abilities, on_hp, on_show) and is_long:
            found.append(played)
        if len(found) == wanted:
            break
    assert len(found) == wanted
    return found


def cut(played: Played, share: float) -> dict[str, Any]:
    return {**played.session, "events": played.events[: settled(played, int(len(played.events) * share))]}


def same_beliefs(session: dict[str, Any]) -> None:
    """Counting and listing agree on the deals that are possible, on every probability, and on the weight of all."""
    evidence = evidence_of(session)
    listed: Any = worlds.weigh(evidence.mystery, evidence.facts, Budget())
    counted: Any = evidence.mystery.count(evidence.facts, Budget())
    assert counted.is_possible
    assert counted.count == listed.count
    assert counted.weight == sum(weight for _, weight in listed.weighted)
    for question in evidence.mystery.questions():
        assert counted.distribution(question.statistic) == listed.distribution(question.statistic)
    assert counted.distribution(("camps",)) == listed.distribution(("camps",))
    assert [share for _, share in counted.most_probable(8)] == [share for _, share in listed.most_probable(8)]


@pytest.mark.parametrize(("players", "abilities", "on_hp", "on_show"), SETUPS)
def test_counting_is_listing(players: int, abilities: bool, on_hp: bool, on_show: bool) -> None:
    (played,) = long_game(players, abilities, on_hp, on_show)
    for share in (0.5, 0.8):
        same_beliefs(cut(played, share))


@pytest.mark.slow
@pytest.mark.parametrize(("players", "abilities", "on_hp", "on_show"), SETUPS)
def test_counting_is_listing_in_many_games(players: int, abilities: bool, on_hp: bool, on_show: bool) -> None:
    for played in long_game(players, abilities, on_hp, on_show, wanted=4):
        for share in (0.3, 0.6, 0.9, 1.0):
            same_beliefs(cut(played, share))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("players", "which"), [(4, "all"), (4, "by-initial")])
def test_counting_is_listing_with_the_expansion(players: int, which: str, seed: int) -> None:
    played = play(seed, players, which, turns=5)
    for share in (0.6, 1.0):
        session = cut(played, share)
        if evidence_of(session).mystery.size() < 30_000:
            same_beliefs(session)


def test_counting_is_listing_with_hp_of_ones_own() -> None:
    """A character whose HP crosses the line is asked for by another card."""
    hp = {"Alice": 12, "Gordon": 9, "Ulrich": 12, "Werewolf": 3}
    for seed in range(6):
        session = cut(play(seed, 6, turns=3), 0.5)
        changed = {**session, "setup": {**session["setup"], "hp": hp}}
        if not is_contradiction(changed):
            same_beliefs(changed)


def test_counting_is_listing_where_one_card_is_handed_to_two() -> None:
    pair = [handed("Bo", None, "damage-1", giver="Cy"), handed("Di", None, "nothing", giver="Cy", same_card=True)]
    other = [handed("Eve", None, "damage-1", giver="Cy"), handed("Bo", None, "damage-1", giver="Cy", same_card=True)]
    hp_cards = [
        handed("Bo", None, "damage-2", giver="Flo"),
        handed("Cy", None, "damage-2", giver="Flo", same_card=True),
    ]
    same_beliefs(raw([*pair, *other]))
    same_beliefs(raw([*pair, *hp_cards, RESHUFFLE, *other, equipment("Bo", 1, immune=True), *pair]))


def test_counting_is_listing_to_the_last_card_of_the_deck() -> None:
    """All sixteen copies were drawn, so each was somebody's."""
    handings = ["nothing"] * 9 + ["damage-1"] * 5 + ["damage-2"] + ["shown"]
    names = ["Bo", "Cy", "Di", "Eve", "Flo"]
    events = [handed(names[n % 5], None, outcome, giver=names[(n + 1) % 5]) for n, outcome in enumerate(handings)]
    same_beliefs(raw(events))
    same_beliefs(raw([damage("Bo", 3), *events[:14]]))


@pytest.mark.parametrize("shown", [1, 2])
def test_counting_is_listing_where_three_shuffles_ask_for_hp(shown: int) -> None:
    """So many cards were drawn each time that one that asks for HP must be among them."""
    names, events = ["Bo", "Cy", "Di", "Eve", "Flo"], [RESHUFFLE]
    for shuffle in range(3):
        for number in range(15 if shuffle < 2 else 13):
            outcome = "damage-1" if number % 5 in (shuffle, shown + 2) else "nothing"
            events.append(handed(names[(number + shuffle) % 5], None, outcome, giver=names[(number + shuffle + 1) % 5]))
        events.append(RESHUFFLE)
    same_beliefs(raw(events))


def test_where_counting_takes_too_long_what_is_possible_is_proved() -> None:
    """Each unknown card was handed to two players, and no two of these cards look alike."""
    names, events = ["Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo"], []
    for number in range(9):
        one, two, giver = (names[(number + step) % 9] for step in (0, 1 + number % 3, 5))
        events.append(handed(one, None, "damage-1" if number % 3 == 0 else "nothing", giver=giver))
        events.append(handed(two, None, "nothing", giver=giver, same_card=True))
    evidence = evidence_of(raw(events, 10, characters="all"))
    small = Budget(states=10)
    counted, proved = believe(evidence), worked_out(evidence, believe(evidence, small), small)
    assert (counted.proof, proved.proof) == (Proof.COUNTED, Proof.SAMPLED)
    for question in evidence.mystery.questions():
        assert proved.candidates(question.statistic) == counted.candidates(question.statistic)


@pytest.mark.parametrize("seed", range(40))
def test_a_brute_force_that_shares_no_code_agrees(seed: int) -> None:
    players, which = ((4, "base"), (5, "base"), (6, "base"), (4, "by-initial"))[seed % 4]
    played = play(1000 + seed, players, which, turns=5)
    session = {**played.session, "events": played.events[: settled(played, 8 + seed % (7 if players == 6 else 14))]}
    assert brute.answers(session) == answers(session)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(300))
def test_a_brute_force_agrees_in_many_games(seed: int) -> None:
    players, which = ((4, "base"), (5, "base"), (6, "base"), (4, "by-initial"), (4, "all"))[seed % 5]
    played = play(5000 + seed, players, which, turns=6)
    session = {**played.session, "events": played.events[: settled(played, 6 + seed % 30)]}
    assert brute.answers(session) == answers(session)


@pytest.mark.parametrize("seed", range(30))
def test_a_brute_force_agrees_that_false_notes_contradict(seed: int) -> None:
    """One outcome is changed: either both find a deal, the same answers, or neither does."""
    played = play(3000 + seed, 4 + seed % 2, turns=4)
    session = cut(played, 0.8)
    events = [dict(event) for event in session["events"]]
    told = [event for event in events if event["type"] == "reasoning" and event["outcome"] in ("nothing", "damage-1")]
    if not told:
        return
    changed = told[seed % len(told)]
    changed["outcome"] = "nothing" if changed["outcome"] == "damage-1" else "damage-1"
    false = {**session, "events": events}
    found = brute.answers(false)
    assert is_contradiction(false) if found is None else answers(false) == found


# CP-SAT, python-constraint


@pytest.mark.parametrize(("players", "which"), [(8, "base"), (8, "by-initial"), (10, "all"), (10, "by-initial")])
@pytest.mark.parametrize("seed", range(2))
def test_cp_sat_has_the_candidates_of_counting(players: int, which: str, seed: int) -> None:
    played = play(seed, players, which, turns=4)
    evidence = evidence_of(cut(played, 0.5))
    report = check_mystery(evidence)
    assert report.is_sound, report
    assert {one.engine: one.verdict for one in report.engines}["cpsat"] == "agrees"
    assert {one.engine: one.verdict for one in report.engines}["counting"] == "agrees"


@pytest.mark.parametrize("seed", range(6))
def test_all_engines_agree_on_small_tables(seed: int) -> None:
    report = check_mystery(evidence_of(cut(play(seed, 5, turns=5), 0.7)))
    verdicts = {one.engine: one.verdict for one in report.engines if not one.verdict.startswith("skipped")}
    assert set(verdicts) >= {"worlds", "counting", "cpsat", "csp"}
    assert set(verdicts.values()) == {"agrees"}


def test_all_engines_agree_that_notes_contradict() -> None:
    report = check_mystery(evidence_of(raw([handed("Ann", "raider-1", "damage-1", giver="Bo")] * 3)))
    assert report.is_sound


def test_deals_are_counted_at_every_size() -> None:
    assert believe(evidence_of(raw([], 4))).proof.value == "counted"
    assert believe(evidence_of(raw([], 10, characters="all"))).proof.value == "counted"


# Faults that are planted are noticed


PLANTED: list[tuple[str, Any]] = [
    ("may_lie", lambda card, character, switches: False),
    ("matches", lambda card, character: not card.camps or character.camp in card.camps),
    ("HALF", Fraction(1, 3)),
]


@pytest.mark.parametrize(("name", "wrong"), PLANTED, ids=[name for name, _ in PLANTED])
def test_a_fault_in_reading_1_shows(name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_1, name, wrong)
    reading_1.outcomes.cache_clear()
    try:
        assert any(brute.answers(session) != _or_none(session) for session in map(_small, range(12)))
    finally:
        reading_1.outcomes.cache_clear()


def _or_none(session: dict[str, Any]) -> Any:
    return None if is_contradiction(session) else answers(session)


def _small(seed: int) -> dict[str, Any]:
    return cut(play(seed, 5, turns=4), 0.6)


def test_a_fault_in_reading_2_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    def believes_everybody(card: Any, character: Any, outcome: str, condition: Any, rule: Any) -> bool:
        return reading_1.matches(card, character) is (outcome != "nothing")

    monkeypatch.setattr(reading_2, "could_show", believes_everybody)
    reports = [check_mystery(evidence_of(_small(seed))) for seed in range(12)]
    assert not all(report.is_sound for report in reports)
