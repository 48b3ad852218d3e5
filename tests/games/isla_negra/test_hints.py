"""Hints: what is promised is legal, complete and exactly as likely as promised; figures are what they say."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, log2
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.answers.candidates import judge, replay
from solver.core.values import Advice, Budget, Hint
from solver.engines.worlds import weigh
from solver.games.isla_negra import events as e
from solver.games.isla_negra.advising.own_cards import KINDS
from solver.games.isla_negra.decks import CardType, Deck, Level, Listed
from solver.games.isla_negra.game import GAME
from solver.games.isla_negra.rules import Fighter, Rules
from solver.games.isla_negra.weights import weight
from tests.games.isla_negra.helpers import (
    EXPERT,
    FULL,
    PART,
    START,
    TECHNIQUES,
    Raw,
    crowd,
    draw,
    drawn,
    examined,
    hand,
    level,
    life,
    line,
    new_hand,
    play,
    raw,
    session_of,
    shuffle,
    turn,
    upgrade,
    won,
)
from tests.games.isla_negra.sparring import duel

BLOWS = [dict(line, damage=2) if line["type"] == "attack" else line for line in FULL]
"""The complete list with the damage of its attacks."""
MINE = (shuffle("Ann", "Dodge"), drawn("Punch", "Kick", "Dodge", "Rage", "Wait and See"), *START)
"""Both are ready, and my hand is known."""
MY_TURN = (*MINE, turn("initiative", "Ann"), drawn("Block"))
"""I have drawn for my turn."""


def law(examples: int) -> Any:
    """The same examples at every run, however long they take."""
    return settings(max_examples=examples, deadline=None, derandomize=True, database=None)


def hint_of(session: Raw) -> Hint:
    situation = examined(session)
    return situation.session.game.advise(situation.table, situation.known)


def hint(*events: Raw, deck: Any = BLOWS) -> Hint:
    return hint_of(raw(events, deck))


def named(found: Hint) -> dict[str, Advice]:
    return {advice.words: advice for advice in found.ranked}


def chances(advice: Advice) -> dict[Any, Fraction]:
    """By the value of the only field that the outcomes have."""
    return {next(iter(outcome.fields.values())): outcome.probability for outcome in advice.outcomes}


# Laws

MANY = st.builds(
    lambda seed, events, often, tells: duel(seed, events, deck=BLOWS, new_hand=often, tells=tells),
    st.integers(0, 10_000),
    st.integers(4, 45),
    st.sampled_from([0.1, 0.4, 0.8]),
    st.booleans(),
)


@law(60)
@given(MANY)
def test_outcomes_are_complete_and_different(session: Raw) -> None:
    for shown in (session, noted(session, turn("initiative", "Ann"))):
        for advice in hint_of(shown).ranked:
            assert sum(outcome.probability for outcome in advice.outcomes) == 1
            assert all(outcome.probability > 0 for outcome in advice.outcomes)
            fields = [str(outcome.fields) for outcome in advice.outcomes]
            assert len(set(fields)) == len(fields)


def noted(session: Raw, *events: Raw) -> Raw:
    return {**session, "events": [*session["events"], *events]}


@law(60)
@given(MANY)
def test_the_best_comes_first_and_every_action_is_legal(session: Raw) -> None:
    """With the fields of any outcome that an event has."""
    mine = noted(session, turn("initiative", "Ann"))
    found = hint_of(mine)
    assert [one.value for one in found.ranked] == sorted((one.value for one in found.ranked), reverse=True)
    assert hint_of(mine) == found
    for advice in found.ranked:
        fields = [outcome.fields for outcome in advice.outcomes] if advice.action["type"] == "draw" else [{}]
        for more in fields:
            examined(noted(mine, {**advice.action, **more}))


@law(60)
@given(MANY)
def test_bits_are_split_by_question(session: Raw) -> None:
    for advice in hint_of(noted(session, turn("initiative", "Ann"))).ranked:
        if advice.bits is not None:
            assert advice.bits == pytest.approx(sum(advice.bits_by.values()))
            assert advice.bits >= 0


# Promised probabilities, by histories listed one by one

SMALL = Deck(
    (
        Listed("Rage", CardType.UPGRADE, Level.BASIC, 1),
        Listed("Punch", CardType.ATTACK, Level.BASIC, 3, 3),
        Listed("Dodge", CardType.RESPONSE, Level.BASIC, 1),
        Listed("Block", CardType.RESPONSE, Level.ADVANCED, 1),
    ),
    7,
)
"""One card of seven is not listed, an upgrade."""


def small(mode: str, players: str, *events: Any) -> Any:
    """The table of fighters with small decks."""
    rules = Rules(mode, "Ann", tuple(Fighter(player, "", SMALL) for player in players.split()))
    return replay(GAME, rules, events)


def listed_by_hand(table: Any, player: str) -> Any:
    """What reading 1 makes of this fighter's cards."""
    index = list(table.people).index(player)
    evidence = GAME.evidence(table)[index]
    return weigh(evidence.mystery, evidence.facts, Budget(worlds=10**12))


def ready(player: str, *names: str) -> list[Any]:
    """A small deck shuffled, and three cards drawn."""
    shown = {"names": list(names)} if names else {}
    return [e.Shuffle(player=player, last="Punch"), e.DrawEvent(player=player, cards=3, **shown)]


BUSY = [
    *ready("Ann", "Punch", "Dodge", "Rage"),
    *ready("Bo"),
    e.Play(player="Bo", card="Punch"),
    e.DrawEvent(player="Bo", cards=2),
    e.Discard(player="Bo", cards=3, top="Block"),
    e.DrawEvent(player="Bo", cards=2),
    e.Shuffle(player="Bo", last="Punch"),
    e.DrawEvent(player="Bo", cards=1),
    e.Initiative(player="Ann"),
]
"""Bo has reshuffled: four of seven cards are in hand, one of them drawn since."""


def advised(table: Any) -> dict[str, Advice]:
    return named(GAME.advise(table, judge(GAME, table)))


@pytest.mark.parametrize("events", [BUSY, [*BUSY[:6], e.Initiative(player="Ann")]])
def test_an_attack_is_unanswered_as_often_as_promised(events: list[Any]) -> None:
    table = small("duel", "Ann Bo", *events)
    advice = advised(table)["attack Bo with Punch"]
    theirs = listed_by_hand(table, "Bo").distribution(("answer", "basic"))
    assert chances(advice) == dict(theirs)
    assert len(theirs) == 2


def test_with_several_who_may_answer_hands_are_independent() -> None:
    events = [*BUSY[:-1], *ready("Cy"), e.Initiative(player="Ann")]
    table = small("multiple", "Ann Bo Cy", *events)
    advice = advised(table)["attack Cy with Punch"]
    none = [listed_by_hand(table, player).distribution(("answer", "basic"))["no"] for player in ("Bo", "Cy")]
    assert chances(advice)["no"] == none[0] * none[1]
    assert advice.bits == pytest.approx(_entropy(none[0] * none[1]))
    assert set(advice.bits_by) == {"answer.Bo.basic", "answer.Cy.basic"}


def _entropy(chance: Fraction) -> float:
    return -sum(float(p) * log2(p) for p in (chance, 1 - chance) if p)


def test_a_draw_brings_the_cards_promised() -> None:
    events = [*ready("Ann", "Punch", "Dodge", "Rage"), *ready("Bo"), e.Initiative(player="Bo"), e.Passes(player="Bo")]
    table = small("duel", "Ann Bo", *events)
    advice = advised(table)["draw a card"]
    shares = {card: chance for (card,), chance in ((o.fields["names"], o.probability) for o in advice.outcomes)}
    assert shares == dict(listed_by_hand(table, "Ann").distribution(("next",)))


def five(table: Any, kinds: frozenset[str]) -> dict[Any, Fraction]:
    """How many of `kinds` a new hand has, history by history."""
    left = {"reshuffled": {"after": table.me.deck}} if table.me.deck < 5 else {}
    after = GAME.advance(table, e.NewHand.model_validate({"player": "Ann", **left}), table.event + 1)
    return dict(listed_by_hand(after, "Ann").distribution(("among", kinds, 0)))


@pytest.mark.parametrize("names", [("Punch", "Dodge"), ()])
@pytest.mark.parametrize("held", [2, 3])
def test_a_new_hand_brings_what_is_promised(names: tuple[str, ...], held: int) -> None:
    """Two in hand leave five in the deck; three make a reshuffle necessary."""
    cards = (*names, "Rage")[:held] if names else ()
    told = {"names": list(cards)} if cards else {}
    mine = [e.Shuffle(player="Ann", last="Punch"), e.DrawEvent(player="Ann", cards=held, **told)]
    table = small("duel", "Ann Bo", *mine, *ready("Bo"), e.Initiative(player="Ann"))
    advice = advised(table)["take a new hand"]
    usable = frozenset({"Punch", "Dodge", "Rage", "unknown upgrade"})
    assert chances(advice) == five(table, usable)
    for kind, kinds in (("response", {"Dodge"}), ("attack", {"Punch"}), ("upgrade", {"Rage", "unknown upgrade"})):
        none = five(table, frozenset(kinds)).get(0, Fraction(0))
        assert advice.named["fresh"][kind] == pytest.approx(float(1 - none))
    assert ("reshuffled" in advice.action) is (held == 3)
    assert (advice.bits is None) is (held == 3)


# An attack


def test_an_attack_is_weighed_by_who_can_answer() -> None:
    advice = named(hint(*MY_TURN))["attack Bo with Punch"]
    none = Fraction(comb(26 - 5, 5), comb(26, 5))  # the five basic responses; the last card is Punch
    assert chances(advice) == {"no": none, "yes": 1 - none}
    assert advice.named["unanswered"] == float(none)
    assert advice.named["expected_damage"] == pytest.approx(2 * float(none))
    assert (advice.named["takes_out"], advice.named["wins_round"]) == (0.0, 0.0)
    assert advice.bits == pytest.approx(_entropy(none))
    assert advice.named["bits_assume"] == "they answer whenever they can"


def test_nobody_answers_above_their_level() -> None:
    """As in the rulebook's duel: the rival is basic, so a kick of an advanced fighter goes through."""
    found = hint(*MINE, level("advanced", "Ann"), turn("initiative", "Ann"), drawn("Block"))
    advice = named(found)["attack Bo with Kick"]
    assert chances(advice) == {"no": 1}
    assert advice.named["expected_damage"] == 2.0
    assert "certainty" in advice.because
    assert advice.bits == 0


def test_techniques_above_my_level_are_not_offered() -> None:
    assert "attack Bo with Kick" not in named(hint(*MY_TURN))


def test_a_master_needs_an_upgrade_to_spend() -> None:
    master = (*MINE[:2], draw(2, "Ann", names=["Fox Storm", "Rage"]), *START, level("master", "Ann"))
    mine = turn("initiative", "Ann")
    assert "attack Bo with Fox Storm" not in named(hint(*master, mine))
    ready_to_spend = named(hint(*master, upgrade("Rage", "Ann"), turn("passes", "Ann"), mine))
    assert "an upgrade is spent" in ready_to_spend["attack Bo with Fox Storm"].because


def test_a_blow_that_may_win_the_round_says_so() -> None:
    advice = named(hint(*MINE, life(2), turn("initiative", "Ann"), drawn("Block")))["attack Bo with Punch"]
    assert advice.named["wins_round"] == advice.named["takes_out"] == advice.named["unanswered"]
    assert "wins the round" in advice.because
    assert hint(*MINE, life(2), turn("initiative", "Ann"), drawn("Block")).ranked[0] == advice


def test_who_is_not_the_last_goes_out_without_an_end() -> None:
    setup = {"fighters": [{"player": player, "deck": BLOWS} for player in ("Ann", "Bo", "Cy")], "mode": "multiple"}
    events = [*MINE, shuffle("Cy"), draw(5, "Cy"), life(1), turn("initiative", "Ann"), drawn("Block")]
    advice = named(hint_of(raw(events, BLOWS, **setup)))["attack Bo with Punch"]
    assert advice.named["takes_out"] == advice.named["unanswered"] > 0
    assert advice.named["wins_round"] == 0.0
    assert "takes Bo out" in advice.because


def test_damage_that_is_not_listed_is_not_made_up() -> None:
    found = hint(*MY_TURN, deck=FULL)
    advice = named(found)["attack Bo with Punch"]
    assert advice.named["damage"] is advice.named["expected_damage"] is advice.named["takes_out"] is None
    assert "not listed" in advice.because
    assert any("damage" in note for note in found.notes)


def test_unlisted_cards_make_bounds_and_no_bits() -> None:
    advice = named(hint(*MY_TURN[:-1], drawn("Punch"), deck=PART))["attack Bo with Punch"]
    assert set(chances(advice)) == {"yes", "no", "unlisted"}
    assert advice.named["unanswered"] < advice.named["unanswered_at_most"]
    assert advice.bits is None
    assert "not listed" in advice.named["bits_missing"]


def test_mates_may_answer_and_the_attacker_s_side_may_not() -> None:
    events = [*MINE, *(one for player in ("Cy", "Di") for one in (shuffle(player), draw(5, player)))]
    mine = (turn("initiative", "Ann"), drawn("Block"))
    advice = named(hint_of(crowd([*events, *mine], teams="abab")))
    assert set(advice["attack Bo with Punch"].bits_by) == {"answer.Bo.basic", "answer.Di.basic"}
    assert "attack Cy with Punch" not in advice
    alone = named(hint_of(crowd([*events, *mine])))["attack Bo with Punch"]
    assert set(alone.bits_by) == {"answer.Bo.basic", "answer.Cy.basic", "answer.Di.basic"}
    assert alone.named["unanswered"] < advice["attack Bo with Punch"].named["unanswered"]
    out = named(hint_of(crowd([*events, life(0, "Di"), *mine], teams="abab")))
    assert set(out["attack Bo with Punch"].bits_by) == {"answer.Bo.basic"}


def test_a_rival_without_cards_cannot_answer() -> None:
    events = (*MINE, {"type": "discard", "player": "Bo", "cards": 5, "top": "Kick"}, *MY_TURN[len(MINE) :])
    assert chances(named(hint(*events))["attack Bo with Punch"]) == {"no": 1}


# My hand


def test_without_names_cards_are_offered_by_their_chance() -> None:
    unnamed = (shuffle("Ann", "Dodge"), draw(5, "Ann"), *START, turn("initiative", "Ann"), draw(1, "Ann"))
    found = hint(*unnamed)
    advice = named(found)["attack Bo with Punch"]
    assert advice.named["held"] == pytest.approx(1 - comb(20, 6) / comb(26, 6))
    assert "you hold it with" in advice.because
    assert any("not known card by card" in note for note in found.notes)
    seen = named(hint(*unnamed, hand(6, "Ann", names=["Punch", "Punch", "Kick", "Dodge", "Dodge", "Rage"])))
    assert seen["attack Bo with Punch"].named["held"] == 1.0
    assert seen["attack Bo with Punch"].value > advice.value
    assert "play Wait and See" not in seen


def test_cards_of_mine_that_are_not_listed_are_told() -> None:
    found = hint(shuffle("Ann", "Punch"), drawn("Punch", "Fog", "Dodge"), *START, turn("initiative", "Ann"), deck=PART)
    assert any("not listed" in note for note in found.notes)


def test_an_upgrade_that_is_not_listed_can_be_laid_down() -> None:
    events = (shuffle("Ann", "Punch"), draw(5, "Ann"), *START, turn("initiative", "Ann"), draw(1, "Ann"))
    assert "lay down an upgrade that is not listed" in named(hint(*events, deck=TECHNIQUES))


# Upgrades, draws, new hands


def test_the_second_upgrade_raises_the_level() -> None:
    two = (shuffle("Ann"), drawn("Rage", "Rage", "Kick", "Dodge", "Dodge"), *START, turn("initiative", "Ann"))
    first = named(hint(*two, drawn("Block")))["lay down Rage"]
    assert first.named["level"] == "basic"
    assert first.named["holds_second"] == 1.0
    events = (*two, upgrade("Rage", "Ann"), turn("passes", "Ann"), draw(), turn("passes"), drawn("Block"))
    second = named(hint(*events))["lay down Rage"]
    assert (second.named["level"], second.named["opens"]) == ("advanced", 1.0)
    assert second.value > first.value


def test_a_master_lays_upgrades_down_to_spend_them() -> None:
    events = [{**one, "player": "Ann"} for one in EXPERT]
    found = named(hint(*events, *START, level("master", "Ann"), turn("initiative", "Ann"), draw(1, "Ann"), deck=PART))
    assert all(advice.named.get("level") != "expert" for advice in found.values())
    spare = named(hint(*MINE, level("master", "Ann"), turn("initiative", "Ann"), drawn("Block")))["lay down Rage"]
    assert "spend" in spare.because


def test_a_turn_begins_with_a_card() -> None:
    found = hint(*MINE, turn("initiative"), turn("passes"), play("Punch"), turn("initiative", "Ann"))
    assert found.ranked[0].words == "draw a card"
    assert sum(found.ranked[0].named["next"].values()) == pytest.approx(1)
    assert found.ranked[0].bits == pytest.approx(sum(-float(p) * log2(p) for p in chances_of_names(found.ranked[0])))


def chances_of_names(advice: Advice) -> list[Fraction]:
    return [outcome.probability for outcome in advice.outcomes]


def test_who_begins_the_round_draws_none() -> None:
    found = hint(*MINE, turn("initiative", "Ann"))
    assert found.ranked[0].words != "draw a card"
    assert "unless you begin" in named(found)["draw a card"].because


def test_nobody_draws_with_more_than_thirteen_in_hand() -> None:
    many = (shuffle("Ann"), draw(14, "Ann"), *START, turn("initiative"), turn("passes"))
    assert "draw a card" not in named(hint(*many))


def test_an_empty_deck_is_reshuffled_first() -> None:
    events = (shuffle("Ann"), draw(5, "Ann"), new_hand("Kick", "Ann"), draw(5, "Ann"), draw(12, "Ann"), *START)
    cut = (*events, {"type": "discard", "player": "Ann", "cards": 10, "top": "Dodge"})
    found = hint(*cut, turn("initiative", "Ann"))
    reshuffle = found.ranked[0]
    assert reshuffle.action == {"type": "shuffle", "player": "Ann"}
    assert {outcome.fields["last"] for outcome in reshuffle.outcomes} == {line["card"] for line in BLOWS[1:]}
    assert sum(outcome.probability for outcome in reshuffle.outcomes) == 1
    assert (reshuffle.bits, "reshuffle" in reshuffle.named["bits_missing"]) == (None, True)
    fresh = named(found)["take a new hand"]
    assert fresh.action["reshuffled"] == {"after": 0}
    assert "reshuffled" in fresh.because


def test_there_is_no_new_hand_where_the_cards_do_not_suffice() -> None:
    table = small("duel", "Ann Bo", *ready("Ann"), *ready("Bo"), e.UpgradeEvent(player="Ann", card="Rage"))
    table = replay_on(table, e.UpgradeEvent(player="Ann", card="x"), e.Initiative(player="Ann"))
    assert "take a new hand" in advised(table)
    small_deck = Rules("duel", "Ann", tuple(Fighter(player, "", Deck(SMALL.cards[:2], 4)) for player in ("Ann", "Bo")))
    poor = replay(GAME, small_deck, [*ready("Ann"), *ready("Bo"), e.Initiative(player="Ann")])
    assert "take a new hand" not in advised(poor)


def replay_on(table: Any, *events: Any) -> Any:
    for event in events:
        table = GAME.advance(table, event, table.event + 1)
    return table


def test_a_new_hand_is_measured_by_what_it_gives_away() -> None:
    """Nothing to use now against a good hand."""
    good = named(hint(*MY_TURN))["take a new hand"]
    poor_hand = (shuffle("Ann"), drawn("Kick", "Kick", "Kick", "Block", "Block"), *START, *MY_TURN[len(MINE) :])
    poor = named(hint(*poor_hand))["take a new hand"]
    assert poor.value > good.value
    assert hint(*poor_hand).ranked[0] == poor
    assert set(poor.named["fresh"]) == {kind.value for kind in KINDS}


# Answers

STRUCK = (*MINE, turn("initiative"), draw(), play("Punch", at="Ann"))


def test_an_open_attack_is_answered_or_not() -> None:
    found = hint(*STRUCK)
    assert set(named(found)) == {"answer Punch with Dodge", "do not answer Punch"}
    answer, leave = (named(found)[words] for words in ("answer Punch with Dodge", "do not answer Punch"))
    assert answer.action == {"type": "play", "player": "Ann", "card": "Dodge", "answers": len(STRUCK) - 1}
    assert leave.action == {"type": "life", "player": "Ann", "total": 20}
    assert (leave.value, leave.bits) == (0.0, 0.0)
    assert set(chances(answer)) == {"yes", "no"}


def test_a_response_must_be_of_the_attack_s_level() -> None:
    kick = (*MINE, level("advanced"), level("advanced", "Ann"), turn("initiative"), draw(), play("Kick", at="Ann"))
    assert set(named(hint(*kick))) == {"do not answer Kick"}
    with_block = (shuffle("Ann"), drawn("Block", "Dodge", "Kick"), *kick[2:])
    assert set(named(hint(*with_block))) == {"answer Kick with Block", "do not answer Kick"}


def test_the_reason_tells_whether_i_can_answer_this_card() -> None:
    kick = (*MINE, level("advanced"), turn("initiative"), draw(), play("Kick", at="Ann"))
    assert "You are basic and cannot answer an advanced card" in hint(*kick).reason
    held = (shuffle("Ann", "Dodge"), drawn("Dodge", "Kick"), *kick[2:-1], play("Punch", at="Ann"))
    assert "and can answer a basic card for certain" in hint(*held, deck=FULL).reason


def test_a_master_s_answer_and_tactics_cost_an_upgrade_too() -> None:
    tricks = [*BLOWS[:5], line("Feint", "tactics", "master", 4), line("Wall", "response", "master", 1)]
    begin = (shuffle("Ann", "Dodge"), drawn("Rage", "Rage", "Wall", "Feint", "Dodge"), *START)
    ready = (*begin, level("master", "Ann"), upgrade("Rage", "Ann"), turn("passes", "Ann"), draw())
    struck = hint(*ready, play("Punch", at="Ann"), deck=tricks)
    assert "an upgrade is spent" in named(struck)["answer Punch with Wall"].because
    assert "an upgrade is spent" not in named(struck)["answer Punch with Dodge"].because
    dearer = weight("attack", "spent") + weight("answer", "level") * Level.MASTER
    answers = [named(struck)[f"answer Punch with {card}"] for card in ("Dodge", "Wall")]
    worth = [one.value - weight("learn", "bits") * (one.bits or 0.0) for one in answers]
    stands = [one.named["unanswered"] * weight("answer", "life") * 2 for one in answers]
    assert worth[0] - stands[0] == pytest.approx(worth[1] - stands[1] + dearer)
    mine = hint(*ready, turn("passes"), drawn("Block"), deck=tricks)
    assert "an upgrade is spent" in named(mine)["play Feint"].because


def test_who_cannot_answer_is_said_in_words() -> None:
    others = [shuffle("Cy"), draw(5, "Cy")]
    setup = {"fighters": [{"player": player, "deck": BLOWS} for player in ("Ann", "Bo", "Cy")], "mode": "multiple"}
    events = [*MINE, *others, level("advanced"), turn("initiative"), draw(), play("Kick", at="Cy")]
    assert "Cy cannot answer it" in named(hint_of(raw(events, BLOWS, **setup)))["do not answer Kick"].because


def test_whom_a_card_is_aimed_at_may_not_be_noted() -> None:
    others = [shuffle("Cy"), draw(5, "Cy")]
    setup = {"fighters": [{"player": player, "deck": BLOWS} for player in ("Ann", "Bo", "Cy")], "mode": "multiple"}
    found = hint_of(raw([*MINE, *others, turn("initiative"), draw(), play("Punch")], BLOWS, **setup))
    leave = named(found)["do not answer Punch"]
    assert "whom it is aimed at is not noted" in leave.because
    assert "to you" not in leave.because
    assert leave.action == {"type": "life", "player": "Ann"}


def test_what_would_end_the_round_is_answered() -> None:
    found = hint(*MINE, life(2, "Ann"), *STRUCK[len(MINE) :])
    assert found.ranked[0].words == "answer Punch with Dodge"
    assert found.ranked[0].value > weight("answer", "round") * 0.2
    assert "who is out then" in found.ranked[0].because


def test_nobody_answers_for_a_rival() -> None:
    others = [shuffle("Cy"), draw(5, "Cy")]
    setup = {"fighters": [{"player": player, "deck": BLOWS} for player in ("Ann", "Bo", "Cy")], "mode": "multiple"}
    events = [*MINE, *others, turn("initiative"), draw(), play("Punch", at="Cy")]
    found = hint_of(raw(events, BLOWS, **setup))
    assert found.ranked[0].words == "do not answer Punch"
    assert found.ranked[0].action["player"] == "Cy"
    assert found.ranked[0].named["others"]["unanswered"] > 0


def test_a_mate_is_helped() -> None:
    events = [*MINE, *(one for player in ("Cy", "Di") for one in (shuffle(player), draw(5, player)))]
    fighters = [{"player": player, "deck": BLOWS, "team": team} for player, team in zip("ABCD", "xyxy", strict=True)]
    renamed = {"Ann": "A", "Bo": "B", "Cy": "C", "Di": "D"}
    played = [{**one, "player": renamed[one["player"]]} for one in [*events, turn("initiative"), draw(), play("Punch")]]
    played[-1]["at"] = "C"
    found = hint_of(raw(played, BLOWS, mode="team", me="A", fighters=fighters))
    assert set(named(found)) == {"answer Punch with Dodge", "do not answer Punch"}
    assert set(named(found)["answer Punch with Dodge"].bits_by) == {"answer.B.basic", "answer.D.basic"}
    assert "C can answer it" in named(found)["do not answer Punch"].because


def test_an_open_card_that_is_not_listed_says_so() -> None:
    found = hint(*STRUCK[:-1], play("Elbow", at="Ann"), deck=PART[:1] + PART[3:])
    assert "is not listed" in found.ranked[0].because
    assert {advice.words for advice in found.ranked} >= {"do not answer Elbow", "answer Elbow with Dodge"}


def test_after_an_answer_a_card_may_follow() -> None:
    found = hint(*STRUCK, play("Dodge", "Ann", answers=len(STRUCK) - 1))
    assert "attack Bo with Punch" in named(found)
    assert "take a new hand" not in named(found)
    assert any("text of your response" in note for note in found.notes)


def test_an_answer_to_my_attack_is_mine_to_answer() -> None:
    attack = (*MY_TURN, play("Punch", "Ann", at="Bo"))
    found = hint(*attack, play("Dodge", answers=len(attack) - 1))
    assert set(named(found)) == {"answer Dodge with Dodge", "do not answer Dodge"}
    assert named(found)["do not answer Dodge"].action == {"type": "passes", "player": "Ann"}
    waiting = hint(*attack)
    assert set(named(waiting)) == {"pass the initiative"}
    assert waiting.nudge == "This turn has had its card."
    assert "Bo may answer it first" in waiting.ranked[0].because


# When there is nothing to do


def test_in_a_rival_s_turn_there_is_nothing_to_do() -> None:
    found = hint(*MINE, turn("initiative"))
    assert found.ranked == ()
    assert "Bo's turn" in found.reason


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ((), "first cards"),
        (MINE[:2], "The first cards of Bo are not noted yet (Bo draws 5)"),
        ((*MINE, life(0, "Ann")), "out of this round"),
        ((*MINE, life(0)), "Ann wins the round"),
        ((*MINE, won("Bo"), won("Bo")), "over"),
    ],
)
def test_why_there_is_nothing_to_do(events: tuple[Raw, ...], told: str) -> None:
    found = hint(*events)
    assert found.ranked == ()
    assert told in found.reason


def test_without_counting_there_are_no_figures() -> None:
    """Beliefs that only prove: no chance is made up."""
    situation = examined(raw(MY_TURN, BLOWS))
    found = GAME.advise(situation.table, [uncounted(one) for one in situation.known])
    assert "too much to count" in found.reason
    rival = [one if number == 0 else uncounted(one) for number, one in enumerate(situation.known)]
    advice = named(GAME.advise(situation.table, rival))["attack Bo with Punch"]
    assert advice.bits is advice.named["unanswered"] is advice.named["expected_damage"] is None


def uncounted(known: Any) -> Any:
    from dataclasses import replace

    from solver.engines.cpsat import prove

    return replace(known, belief=prove(known.evidence, Budget()))


def test_weights_are_shown() -> None:
    assert hint(*MY_TURN).weights["attack"]["life"] == weight("attack", "life")
    with pytest.raises(KeyError):
        weight("attack", "style")


def test_chances_rest_on_the_deck_list() -> None:
    """The true hands of many duels are unanswered about as often as was promised."""
    promised, happened, games = Fraction(0), 0, 120
    for seed in range(games):
        played = _one(seed)
        advice = named(hint_of(played[0]))["attack Bo with Punch"]
        promised += chances(advice).get("no", Fraction(0))
        happened += not (Counter(played[1]) & Counter({"Dodge": 9}))
    assert abs(float(promised) - happened) < 3 * (games / 4) ** 0.5


def _one(seed: int) -> tuple[Raw, list[str]]:
    """A duel after a few turns, with Ann's turn to come and Punch in her hand; Bo's true hand."""
    from tests.games.isla_negra.sparring import Duel

    for more in range(seed, seed + 5_000, 1_000):
        one = Duel(more, BLOWS, new_hand=0.4)
        session = one.play(14)
        mine, theirs = one.sides
        if "Punch" in mine.hand and theirs.level == 0:
            return noted(session, turn("initiative", "Ann")), theirs.hand
    return _one(seed + 7_000)


def test_the_hint_is_told_in_stages(tmp_path: Path) -> None:
    import json

    from tests.reading_docs import plain_terminal, run_here

    file = tmp_path / "duel.json"
    file.write_text(json.dumps(raw(MY_TURN, BLOWS)), "utf-8")
    with plain_terminal():
        assert "answer" not in run_here(["hint", str(file), "--stage", "nudge"], "")
        shown = run_here(["hint", str(file), "--weights"], "")
    assert "attack Bo with Punch" in shown
    assert "attack.life" in shown
    assert session_of(raw(MY_TURN, BLOWS)).game is GAME
