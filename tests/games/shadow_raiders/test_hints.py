"""Hints: what is promised is legal, complete and exactly as likely as promised; bits are what they say."""

from __future__ import annotations

from fractions import Fraction
from math import log2
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.ring import dice_gaps
from solver.core.values import Advice, Budget, Hint
from solver.engines.worlds import weigh
from tests.games.shadow_raiders.house import (
    RESHUFFLE,
    at,
    attack,
    damage,
    drew,
    equipment,
    evidence_of,
    examined,
    handed,
    law,
    out,
    raw,
    reveal,
    table_of,
)
from tests.games.shadow_raiders.referee import Played, play, settled

SMALL = ((4, "base"), (5, "base"), (6, "base"))


def games(tables: Any = SMALL) -> Any:
    seeds = st.integers(0, 100_000)
    return st.builds(lambda seed, table: play(seed, *table, turns=4), seeds, st.sampled_from(tables))


def cut(played: Played, share: float = 0.4) -> dict[str, Any]:
    return {**played.session, "events": played.events[: settled(played, int(len(played.events) * share))]}


def hint_of(session: dict[str, Any]) -> Hint:
    situation = examined(session)
    return situation.session.game.advise(situation.table, situation.known)


def noted(session: dict[str, Any], *more: dict[str, Any]) -> dict[str, Any]:
    return {**session, "events": [*session["events"], *more]}


def is_open(session: dict[str, Any]) -> bool:
    """Whether I am in, and the game goes on."""
    table = examined(session).table
    return not table.is_over and not table.me.is_out


def asked(session: dict[str, Any], card: str) -> dict[str, Any]:
    """The session with a card in my hand."""
    return noted(acting(session), {"type": "holding", "card": card})


def acting(session: dict[str, Any]) -> dict[str, Any]:
    """The session where somebody acts: whoever had to turn up has, or did not have to."""
    me = session["setup"]["me"]
    person = table_of(session).people[me]
    return noted(session, equipment(me, person.holds, **({"immune": True} if person.immune else {})))


def total(session: dict[str, Any]) -> Fraction:
    """The weight of all deals, by counting."""
    evidence = evidence_of(session)
    return Fraction(evidence.mystery.count(evidence.facts, Budget()).weight)


def weight_after(session: dict[str, Any], event: dict[str, Any]) -> Fraction:
    """The weight of all deals in which this comes next, whoever goes out by it: damage noted last is survived."""
    weight = total(noted(session, event))
    if event["outcome"].startswith("damage-"):
        names = examined(session).table.rules.by_name
        fallen = [out(event["to"], name) for name in names]
        weight += sum(total(noted(session, event, one)) for one in fallen)
    return weight


def entropy_of(session: dict[str, Any]) -> float:
    """How open the deal is, deal by deal."""
    evidence = evidence_of(session)
    weights = [weight for _, weight in weigh(evidence.mystery, evidence.facts, Budget()).weighted]
    return -sum(float(w / sum(weights)) * log2(w / sum(weights)) for w in weights)


def is_deadly(session: dict[str, Any]) -> bool:
    """Whether a reasoning card may take somebody out, so that noting its outcome tells more."""
    people = examined(session).table.people.values()
    return any(person.damage >= 6 and not person.is_out for person in people)


CARDS = st.sampled_from(["raider-1", "show-role", "hp-12-or-more-2", "citizen-or-shadow-equip", "shadow-heal"])


def holding(played: Played, card: str) -> dict[str, Any] | None:
    """A game in which I hold that card now; None where that cannot be."""
    session = cut(played)
    if not is_open(session) or total(asked(session, card)) == 0:
        return None
    return asked(session, card)


@law(25)
@given(games(((5, "base"), (6, "base"), (8, "by-initial"), (10, "all"))), CARDS)
def test_outcomes_are_complete_different_and_legal(played: Played, card: str) -> None:
    for session in (cut(played), holding(played, card)):
        for advice in hint_of(session).ranked if session is not None else ():
            assert sum(outcome.probability for outcome in advice.outcomes) == 1
            assert all(outcome.probability > 0 for outcome in advice.outcomes)
            fields = [str(sorted(outcome.fields.items())) for outcome in advice.outcomes]
            assert len(set(fields)) == len(fields)


@law(20)
@given(games(), CARDS)
def test_a_handing_has_the_outcomes_promised_with_their_probability(played: Played, card: str) -> None:
    """The weight of all deals once the outcome is noted, by that before."""
    session = holding(played, card)
    if session is None:
        return
    before = total(session)
    for advice in hint_of(session).ranked[:3]:
        for outcome in advice.outcomes:
            assert weight_after(session, {**advice.action, **outcome.fields}) / before == outcome.probability


@law(12)
@given(games())
def test_a_draw_has_the_cards_and_outcomes_promised_with_their_probability(played: Played) -> None:
    session = acting(cut(played))
    before = total(session)
    for advice in _draws(session):
        for outcome in advice.outcomes:
            assert weight_after(session, {**advice.action, **outcome.fields}) / before == outcome.probability


def _draws(session: dict[str, Any]) -> list[Advice]:
    """The draws from the reasoning deck that a hint offers, with exact chances."""
    ranked = hint_of(session).ranked if is_open(session) else ()
    return [advice for advice in ranked if advice.action["type"] == "reasoning" and "weighs_by" not in advice.named]


@law(12)
@given(games(), CARDS)
def test_bits_of_a_handing_are_the_mutual_information_with_the_deal(played: Played, card: str) -> None:
    session = holding(played, card)
    if session is None:
        return
    if is_deadly(session):
        return
    before = entropy_of(session)
    for advice in hint_of(session).ranked[:2]:
        after = _mean_entropy(session, advice)
        assert advice.bits == pytest.approx(before - after, abs=1e-9)
        assert advice.bits == pytest.approx(sum(advice.bits_by.values()))


def _mean_entropy(session: dict[str, Any], advice: Advice) -> float:
    return sum(
        float(outcome.probability) * entropy_of(noted(session, {**advice.action, **outcome.fields}))
        for outcome in advice.outcomes
    )


@law(8)
@given(games())
def test_bits_of_a_draw_are_the_mutual_information_with_the_deal(played: Played) -> None:
    """What the card itself tells of those that others were handed, and what the handing tells."""
    session = acting(cut(played, 0.3))
    for advice in _draws(session):
        if "bits_leave_out" not in advice.named and not is_deadly(session):
            assert advice.bits == pytest.approx(entropy_of(session) - _mean_entropy(session, advice), abs=1e-9)


def test_a_hint_depends_on_nothing_but_the_session() -> None:
    session = cut(play(3, 6, turns=4))
    assert hint_of(session) == hint_of(session)


def test_the_best_comes_first() -> None:
    ranked = hint_of(cut(play(3, 6, turns=4))).ranked
    assert [advice.value for advice in ranked] == sorted((advice.value for advice in ranked), reverse=True)


# Handing a card


def by_player(hint: Hint) -> dict[str, Advice]:
    return {advice.action["to"]: advice for advice in hint.ranked if advice.action["type"] == "reasoning"}


def test_a_card_in_hand_is_handed_before_anything_else() -> None:
    hint = hint_of(asked(raw(), "raider-1"))
    assert {advice.action["type"] for advice in hint.ranked} == {"reasoning"}
    assert set(by_player(hint)) == {"Bo", "Cy", "Di", "Eve", "Flo"}
    assert "raider-1" in hint.ranked[0].words


def test_somebody_known_has_nothing_to_tell() -> None:
    found = by_player(hint_of(asked(raw([reveal("Bo", "Vampire")]), "raider-1")))
    assert found["Bo"].bits == 0
    assert found["Cy"].bits > 0.4


def test_the_damage_that_a_friend_may_take_is_told_and_avoided() -> None:
    friend = raw([reveal("Bo", "Emi")])
    found = by_player(hint_of(asked(friend, "raider-1")))
    assert found["Bo"].named["damage_to_friends"] == 1.0
    assert found["Bo"].value < 0
    assert "friend" in found["Bo"].because
    enemy = by_player(hint_of(asked(raw([reveal("Bo", "Vampire")]), "shadow-2")))["Bo"]
    assert (enemy.named["damage_to_enemies"], enemy.named["damage_to_friends"]) == (2.0, 0.0)
    assert enemy.value > 0


def test_bits_are_split_between_camp_and_character() -> None:
    hint = by_player(hint_of(asked(raw(), "show-role")))["Bo"]
    assert set(hint.bits_by) == {"camp.Bo", "role.Bo"}
    camps = [Fraction(2, 5), Fraction(1, 5), Fraction(2, 5)]
    assert hint.bits_by["camp.Bo"] == pytest.approx(-sum(float(c) * log2(c) for c in camps))
    assert {"outcome": "shown", "role": "Alice"} in [outcome.fields for outcome in hint.outcomes]


def test_every_outcome_says_what_it_would_leave() -> None:
    told = by_player(hint_of(asked(raw(), "raider-1")))["Bo"].named["per_outcome"]
    assert {entry["outcome"]["outcome"] for entry in told} == {"nothing", "damage-1"}
    for entry in told:
        assert sum(entry["camps"].values()) == pytest.approx(1)
    assert "raider" not in next(entry for entry in told if entry["outcome"]["outcome"] == "nothing")["camps"]


def test_the_chance_to_know_all_enemies_stands_beside_bits() -> None:
    """Four players: my friend is one of three, and damage proves who (Ulrich aside)."""
    plain = raw([], 4, rules={"lies_on_show_role": False})
    found = by_player(hint_of(asked(plain, "show-role")))["Bo"]
    assert found.named["all_enemies_known"] == pytest.approx(1 / 3)
    assert "all enemies" in found.because
    known = raw([reveal("Bo", "Emi")], 4)
    assert by_player(hint_of(asked(known, "raider-1")))["Cy"].named["all_enemies_known"] == 1.0


def test_citizens_have_no_enemies_to_know() -> None:
    hint = hint_of(asked(raw(role="Alice"), "raider-1"))
    assert by_player(hint)["Bo"].named["all_enemies_known"] is None
    assert "Citizens" in hint.reason
    assert hint.notes == ()


def test_a_card_that_kills_says_so() -> None:
    session = asked(raw([reveal("Bo", "Ulrich"), damage("Bo", 9), {"type": "silent"}]), "hp-11-or-less-1")
    assert by_player(hint_of(session))["Bo"].named["kills"] == 0
    session = asked(raw([reveal("Bo", "Vampire"), damage("Bo", 12), {"type": "silent"}]), "shadow-1")
    assert by_player(hint_of(session))["Bo"].named["kills"] == 1.0


# Decks


def decks(hint: Hint) -> set[str]:
    return {
        "reasoning" if advice.action["type"] == "reasoning" else advice.named["deck"]
        for advice in hint.ranked
        if advice.action["type"] in ("reasoning", "drew")
    }


@pytest.mark.parametrize(
    ("area", "open_decks"),
    [
        ("Blackmist area", {"reasoning", "white", "black"}),
        ("Detective agency", {"reasoning"}),
        ("Grand cathedral", {"white"}),
        ("Underground passage", {"black"}),
        ("Town hall", set()),
    ],
)
def test_where_i_stand_says_which_deck_i_may_draw_from(area: str, open_decks: set[str]) -> None:
    assert decks(hint_of(raw([at("Ann", area)]))) == open_decks


def test_before_i_move_every_deck_may_come() -> None:
    assert decks(hint_of(raw())) == {"reasoning", "white", "black"}
    assert decks(hint_of(raw([at("Ann", "Town hall"), at("Bo", "Town hall")]))) == {"reasoning", "white", "black"}


def test_once_i_have_drawn_there_is_no_more_to_draw() -> None:
    here = at("Ann", "Blackmist area")
    for done in (handed("Bo", "raider-1", "nothing"), drew("Ann", "holy water")):
        hint = hint_of(raw([here, done]))
        assert decks(hint) == set()
        assert hint.ranked[0].action["type"] == "attack"


def test_a_draw_tells_whom_to_hand_each_card() -> None:
    (advice,) = _draws(raw())
    assert len({outcome.fields["card"] for outcome in advice.outcomes}) == 12
    assert {"to", "card", "outcome"} <= set(advice.outcomes[0].fields)
    assert advice.bits > 0.5


def test_a_card_that_is_gone_is_not_drawn() -> None:
    (advice,) = _draws(raw([handed("Bo", "show-role", "shown", role="Vampire")]))
    assert "show-role" not in {outcome.fields["card"] for outcome in advice.outcomes}
    seen = raw([handed("Bo", None, "shown", giver="Cy")])
    assert "show-role" not in {outcome.fields["card"] for outcome in _draws(seen)[0].outcomes}
    assert "show-role" in {outcome.fields["card"] for outcome in _draws(noted(seen, RESHUFFLE))[0].outcomes}


def test_a_stand_in_for_the_next_card_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.games.shadow_raiders.advising.drawing.MOST_WORK", 0)
    hint = hint_of(raw([handed("Bo", None, "nothing", giver="Cy")]))
    (advice,) = [one for one in hint.ranked if one.action["type"] == "reasoning"]
    assert "not seen" in advice.named["weighs_by"]
    assert sum(outcome.probability for outcome in advice.outcomes) == 1


# Attacks


RING = ["Town hall", "Detective agency", "Grand cathedral", "Blackmist area", "Oliver's hideout", "Underground passage"]


def attacks(hint: Hint) -> dict[str, Advice]:
    return {advice.action["to"][0]: advice for advice in hint.ranked if advice.action["type"] == "attack"}


def test_only_who_may_be_in_reach_is_attacked() -> None:
    """I stand in the cathedral: the agency is to its left, Blackmist to its right."""
    places = [at("Bo", RING[2]), at("Cy", RING[1]), at("Di", RING[3]), at("Eve", RING[0]), at("Ann", RING[2])]
    found = attacks(hint_of(raw(places, areas=RING)))
    assert set(found) == {"Bo", "Cy", "Flo"}
    assert found["Bo"].named["in_reach"] is True
    assert found["Flo"].named["in_reach"] is None


def test_the_airship_reaches_all_and_is_reached_by_all() -> None:
    places = [at("Bo", "airship"), at("Cy", RING[0]), at("Ann", RING[2])]
    session = raw(places, 4, areas=RING, characters="all")
    assert set(attacks(hint_of(session))) == {"Bo", "Di"}
    aboard = raw([*places[:2], at("Di", RING[5]), at("Ann", "airship")], 4, areas=RING, characters="all")
    assert set(attacks(hint_of(aboard))) == {"Bo", "Cy", "Di"}


def test_before_i_move_the_dice_say_whom_i_may_reach() -> None:
    session = raw([at("Bo", RING[1])], areas=RING)
    found = attacks(hint_of(session))["Bo"].named["chance_of_reach"]
    assert found == pytest.approx(float(Fraction(3, 24) + Fraction(4, 24) + Fraction(1, 24)))  # 2-3, 6; a 10 is free


def test_with_the_airship_a_ten_leads_there_and_from_there_everybody_is_in_reach() -> None:
    session = raw([at("Bo", RING[1])], areas=RING, characters="all")
    found = attacks(hint_of(session))["Bo"].named["chance_of_reach"]
    assert found == pytest.approx(float(Fraction(8, 24)))


def test_once_somebody_else_acts_my_turn_is_over() -> None:
    """I moved, drew and gave; then others play on, and their moves are not noted: all decks may come again."""
    mine = [at("Ann", "Detective agency"), handed("Bo", "raider-1", "nothing")]
    assert {advice.action["type"] for advice in hint_of(raw(mine)).ranked} == {"attack"}
    for event in (handed("Di", None, "nothing", giver="Cy"), attack("Cy", ["Di"], 1), drew("Cy", "cookies")):
        assert "drew" in {advice.action["type"] for advice in hint_of(raw([*mine, event])).ranked}


def test_who_cannot_be_an_enemy_is_none_for_certain() -> None:
    hint = attacks(hint_of(raw([reveal("Bo", "Alice")])))["Bo"]
    assert "no enemy for certain" in hint.because


def test_a_hit_says_how_likely_it_kills() -> None:
    hint = attacks(hint_of(raw([reveal("Bo", "Vampire"), damage("Bo", 11), {"type": "silent"}])))["Bo"]
    kills = sum(chance for gap, chance in dice_gaps().items() if gap >= 2)
    assert hint.named["kills"] == pytest.approx(float(kills))
    assert (hint.named["enemy"], hint.named["friend"]) == (1.0, 0.0)
    assert hint.value > 1
    assert {outcome.fields["damage"]: outcome.probability for outcome in hint.outcomes} == dict(dice_gaps())


def test_friends_and_daniel_are_warned_of() -> None:
    friend = attacks(hint_of(raw([reveal("Bo", "Emi")])))["Bo"]
    assert friend.named["warnings"] == ["Bo is with you for certain"]
    assert friend.value < 0
    daniel = attacks(hint_of(raw([reveal("Bo", "Daniel")])))["Bo"]
    assert "wins if he is out first" in daniel.because
    late = attacks(hint_of(raw([reveal("Bo", "Daniel"), out("Cy", "Alice")])))["Bo"]
    assert late.named["warnings"] == []


def test_the_town_hall_strikes_anybody() -> None:
    events = [reveal("Bo", "Vampire"), damage("Bo", 11), at("Ann", "Town hall")]
    hint = hint_of(raw(events))
    assert hint.ranked[0].action == {"type": "damage", "player": "Bo", "total": 13}
    assert hint.ranked[0].named["kills"] == 1.0
    assert not [one for one in hint_of(raw(events[:2])).ranked if one.action["type"] == "damage"]


def test_allies_are_told() -> None:
    hint = hint_of(raw([reveal("Bo", "Emi"), reveal("Cy", "Vampire")]))
    assert "Bo for certain" in hint.notes[0]
    assert "With you for certain: Bo; against you: Cy." in hint.reason


@pytest.mark.parametrize("ending", [{"type": "victory", "players": ["Bo"]}, out("Ann", "Felix")])
def test_nothing_is_advised_when_it_is_over(ending: dict[str, Any]) -> None:
    hint = hint_of(raw([ending]))
    assert hint.ranked == ()
    assert hint.reason


def test_the_weights_are_shown_on_demand() -> None:
    assert hint_of(raw()).weights["learn"]["camp"] == 1.0


def test_an_attack_by_dice_is_legal() -> None:
    for advice in attacks(hint_of(raw())).values():
        assert not examined(noted(raw(), {**advice.action, **advice.outcomes[0].fields})).table.warnings
    assert attack("Ann", ["Bo"], 0)["to"] == ["Bo"]
