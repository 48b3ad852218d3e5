"""Laws of noting and of answers, on random legal games of a referee who knows nothing of the program."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.core.session import parse_session, render_session
from solver.engines.choose import believe
from tests.games.shadow_raiders.house import (
    answers,
    damage,
    evidence_of,
    examined,
    handed,
    is_contradiction,
    law,
    raw,
    session_of,
    solved,
    table_of,
    tables_of,
)
from tests.games.shadow_raiders.referee import Played, play, settled

TABLES = ((4, "base"), (5, "base"), (6, "base"), (8, "base"), (4, "all"), (7, "by-initial"), (10, "all"))


def games(turns: int = 6, tables: Any = TABLES) -> Any:
    seeds = st.integers(0, 100_000)
    return st.builds(lambda seed, table: play(seed, *table, turns=turns), seeds, st.sampled_from(tables))


def cut(played: Played, number: int) -> dict[str, Any]:
    """The session after about so many events, where no damage waits to be settled."""
    return {**played.session, "events": played.events[: settled(played, number)]}


def test_the_referee_plays_every_rule() -> None:
    events = [event for seed in range(120) for event in play(seed, 6, turns=12).events]
    events += [event for seed in range(40) for event in play(seed, 8, "all", turns=12).events]
    assert {event["type"] for event in events} == {
        "reasoning", "holding", "reshuffle", "damage", "out", "reveal", "equipment", "drew", "at", "attack", "silent",
        "victory",
    }  # fmt: skip
    outcomes = {event["outcome"] for event in events if event["type"] == "reasoning"}
    assert outcomes == {"nothing", "damage-1", "damage-2", "heal-1", "equipment", "airship", "shown"}
    assert any(event.get("same_card") for event in events)
    assert any(event.get("immune") for event in events)
    assert any("role" in event for event in events if event["type"] == "reasoning")
    assert {event.get("cause") for event in events if event["type"] == "out"} == {"attack", "card", "area"}


@law(60)
@given(games())
def test_the_truth_is_never_lost(played: Played) -> None:
    """However far the game has come, the deal that the referee made is possible, and so is every true answer."""
    for share in (0.4, 0.7, 1.0):
        session = cut(played, int(len(played.events) * share))
        evidence = evidence_of(session)
        likelihood = 1
        for fact in evidence.mystery.join(evidence.facts):
            likelihood *= evidence.mystery.likelihood(played.truth, fact)
        assert likelihood > 0


@law(25)
@given(games())
def test_the_true_answers_are_among_those_given(played: Played) -> None:
    found = answers(cut(played, len(played.events) // 2))
    players = played.session["setup"]["players"]
    assert all(role in found[f"role.{player}"] for player, role in zip(players, played.truth, strict=True))


@law(25)
@given(games())
def test_probabilities_sum_to_one_and_certain_is_exactly_one(played: Played) -> None:
    for answer in examined(cut(played, len(played.events) // 2)).answers():
        shares = [one.probability or Fraction(0) for one in answer.candidates]
        assert sum(shares) == 1
        assert all(share > 0 for share in shares)
        assert (len(shares) == 1) is (answer.candidates[0].verdict.value == "certain")
        assert shares == sorted(shares, reverse=True)


@law(25)
@given(games())
def test_a_camp_is_as_likely_as_its_characters_together(played: Played) -> None:
    session = cut(played, len(played.events) // 2)
    found, cast = answers(session), session_of(session).setup.by_name
    for player in played.session["setup"]["players"]:
        camps: dict[str, Fraction] = {}
        for role, share in found[f"role.{player}"].items():
            camps[cast[role].camp] = camps.get(cast[role].camp, Fraction(0)) + share
        assert camps == found[f"camp.{player}"]


@law(20)
@given(games(tables=TABLES[:6]))
def test_an_event_never_adds_a_candidate(played: Played) -> None:
    """Where it settles what came before (damage that somebody went out by was not survived)."""
    looks = sorted({settled(played, int(len(played.events) * share)) for share in (0.2, 0.4, 0.6, 0.8, 1)})
    found = [answers({**played.session, "events": played.events[:number]}) for number in looks]
    for before, after in pairwise(found):
        for question, values in after.items():
            assert set(values) <= set(before[question])


@law(30)
@given(games(tables=TABLES[:4]), st.integers(0, 3))
def test_renaming_the_players_permutes_the_answers(played: Played, shift: int) -> None:
    """Moving everybody's seat on, and calling them otherwise, gives everybody the answers that they had."""
    session = cut(played, len(played.events) // 2)
    old = session["setup"]["players"]
    turned = [*old[shift:], *old[:shift]]
    names = {player: f"{player}a"[::-1] for player in old}
    moved = _renamed(session, names)
    moved["setup"]["players"] = [names[player] for player in turned]
    before, after = answers(session), answers(moved)
    for player, name in names.items():
        for what in ("camp", "role"):
            assert before[f"{what}.{player}"] == after[f"{what}.{name}"]


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value


@law(30)
@given(games(tables=TABLES[:5]))
def test_the_order_of_independent_events_never_matters(played: Played) -> None:
    """Cards handed to different players, neither of them giving or taking equipment, can change places."""
    session = cut(played, len(played.events) // 2)
    events = session["events"]
    for index, (one, other) in enumerate(pairwise(events)):
        if _are_independent(one, other):
            swapped = [*events[:index], other, one, *events[index + 2 :]]
            assert answers({**session, "events": swapped}) == answers(session)
            return


def _are_independent(one: dict[str, Any], other: dict[str, Any]) -> bool:
    both = (one, other)
    if any(event["type"] != "reasoning" or event.get("same_card") for event in both):
        return False
    return one["to"] != other["to"] and not any(event["outcome"] in ("equipment", "shown") for event in both)


def test_there_are_independent_events_to_swap() -> None:
    played = [play(seed, 6, turns=6) for seed in range(40)]
    pairs = [pair for game in played for pair in pairwise(game.events) if _are_independent(*pair)]
    assert len(pairs) >= 10


@law(30)
@given(games(tables=TABLES))
def test_undoing_is_as_if_it_had_never_been_noted(played: Played) -> None:
    session = session_of(played.session)
    tables = tables_of(session)
    number = len(played.events) // 2
    assert table_of({**played.session, "events": played.events[:number]}) == tables[number]
    assert session.with_events(session.events[:number]).to_json()["events"] == played.events[:number]


@law(40)
@given(games(tables=TABLES))
def test_what_is_spoken_is_read_back_as_the_same_event(played: Played) -> None:
    session = session_of(played.session)
    spoken = 0
    for table, event in zip(tables_of(session), session.events, strict=False):
        said = session.game.speak(event)
        back = session.game.read_note(said, table)
        assert back == event, said
        assert back.to_json().keys() == event.to_json().keys() or said.startswith("{")
        spoken += not said.startswith("{")
    assert spoken >= 0.9 * len(played.events)


@law(40)
@given(games(tables=TABLES))
def test_a_session_is_read_back_as_it_was_written(played: Played) -> None:
    session = session_of(played.session)
    again = parse_session(render_session(session), "again", None)
    assert again == session
    assert session.to_json() == played.session


@law(40)
@given(games(tables=TABLES))
def test_the_table_keeps_step_with_the_referee(played: Played) -> None:
    tables = tables_of(session_of(played.session))
    for event, table in zip(played.events, tables[1:], strict=True):
        if event["type"] == "damage":
            assert table.people[event["player"]].damage == event["total"]
        assert not [warning for warning in table.warnings if "over" not in warning]
    assert tables[-1].is_over is any(event["type"] == "victory" for event in played.events)


def test_a_player_without_evidence_has_the_prior_among_the_others_without() -> None:
    found = solved([damage("Bo", 9), handed("Cy", "raider-1", "nothing")], 8)
    assert found["role.Di"] == found["role.Eve"] == found["role.Hal"]
    nothing = solved([], 8)
    assert nothing["role.Bo"] == nothing["role.Hal"]


@pytest.mark.parametrize("seed", range(12))
def test_a_conflict_cannot_be_true_and_none_of_its_events_can_be_spared(seed: int) -> None:
    played = play(seed, 5, turns=6)
    player = next(name for name in played.session["setup"]["players"] if name != played.session["setup"]["me"])
    index = played.session["setup"]["players"].index(player)
    wrong = "Emi" if played.truth[index] != "Emi" else "Vampire"
    false = {
        **played.session,
        "events": [*cut(played, 12)["events"], {"type": "reveal", "player": player, "role": wrong}],
    }
    if not is_contradiction(false):
        return
    from solver.answers.candidates import irreducible

    try:
        evidence = evidence_of(false)
    except Exception:  # the table forbade it
        return
    events = irreducible(evidence)
    assert not believe(evidence.only(events)).is_possible
    for spared in events:
        assert believe(evidence.only(event for event in events if event != spared)).is_possible


def test_facts_rest_on_events_up_to_their_own() -> None:
    for seed in range(10):
        evidence = evidence_of(play(seed, 6, turns=6).session)
        for noted in evidence.noted:
            assert noted.event in noted.events
            assert noted.fact.sentence()


def test_an_impossible_log_has_no_world() -> None:
    assert is_contradiction(raw([handed("Ann", "raider-1", "nothing", giver="Bo")]))
