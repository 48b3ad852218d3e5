"""Counting, listing and CP-SAT against each other, and against a brute force that follows every order of cards."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from solver.core.protocol import Evidence, Noted
from solver.core.values import Budget
from solver.engines import cpsat, worlds
from solver.games.isla_negra.decks import RESERVED, CardType, Deck, Level, Listed
from solver.games.isla_negra.whereabouts.facts import CardFact, Shown
from solver.games.isla_negra.whereabouts.moves import Draw, Leave, Shuffle, Source, Zone
from solver.games.isla_negra.whereabouts.mystery import Whereabouts
from tests.games.isla_negra.brute import State, shares, states_after
from tests.games.isla_negra.referee import Fighter, play


def mystery_of(fighter: Fighter, most: Level = Level.ADVANCED) -> Whereabouts:
    return Whereabouts("Bo", fighter.cards, tuple(fighter.moves), most)


def statistics_of(mystery: Whereabouts, rng: random.Random) -> list[Any]:
    """Everything that is asked, and some sets of kinds."""
    asked: list[Any] = [statistic for question in mystery.questions() for statistic in question.statistics]
    kinds = mystery.deck.kinds
    if mystery.can_draw:
        asked.append(("last",))
    for _ in range(3):
        some = frozenset(kind for kind in kinds if rng.random() < 0.5)
        asked += [("among", some, rng.randint(0, mystery.sizes.deck)), ("deck", some)]
    return asked


def read_plainly(deck: Deck, most: Level, statistic: Any) -> Any:
    """A reader of states of the brute force."""

    def answers(level: str, state: State) -> str:
        at_least = Level[level.upper()]
        for card in state[1]:
            line = deck.listed.get(card)
            if line is not None and line.type is CardType.RESPONSE and at_least <= line.level <= most:
                return "yes"
        return "unlisted" if at_least <= most and "unknown" in state[1] else "no"

    match statistic:
        case ("holds", kind):
            return lambda state: int(kind in state[1])
        case ("among", kinds, draws):
            return lambda state: sum(card in kinds for card in state[1] + state[0][:draws])
        case ("deck", kinds):
            return lambda state: sum(card in kinds for card in state[0])
        case ("next",):
            return lambda state: "unknown" if state[0][0] in RESERVED else state[0][0]
        case ("last",):
            return lambda state: "unknown" if state[0][-1] in RESERVED else state[0][-1]
        case ("answer", level):
            return lambda state: answers(level, state)
    raise AssertionError(statistic)


def compare_with_brute_force(fighter: Fighter, facts: list[CardFact], seed: int) -> None:
    mystery = mystery_of(fighter)
    states = states_after(fighter.cards, mystery.schedule, facts)
    belief = mystery.count(facts, Budget())
    assert belief.is_possible == bool(states)
    if not states:
        return
    for statistic in statistics_of(mystery, random.Random(seed)):
        plain = shares(states, read_plainly(fighter.cards, mystery.most, statistic))
        assert dict(belief.distribution(statistic) or {}) == plain, statistic
        assert belief.candidates(statistic) == set(plain), statistic


@pytest.mark.parametrize("seed", range(60))
def test_counting_is_following_every_order(seed: int) -> None:
    fighter = play(seed, sizes=(6, 7))
    compare_with_brute_force(fighter, fighter.facts, seed)


@pytest.mark.parametrize("seed", range(100, 112))
def test_counting_is_following_every_order_over_two_reshuffles(seed: int) -> None:
    fighter = play(seed, sizes=(6,), moves=16, reshuffles=2)
    compare_with_brute_force(fighter, fighter.facts, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_counting_is_following_every_order_of_longer_games(seed: int) -> None:
    fighter = play(seed, moves=22, reshuffles=2)
    compare_with_brute_force(fighter, fighter.facts, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1300, 1312))
def test_counting_is_following_every_order_of_nine_cards(seed: int) -> None:
    lines = [Listed("Rage", CardType.UPGRADE, Level.BASIC, 2), Listed("Dodge", CardType.RESPONSE, Level.BASIC, 3)]
    fighter = play(seed, Deck((*lines, Listed("Punch", CardType.ATTACK, Level.BASIC, 3)), 9), reshuffles=2)
    compare_with_brute_force(fighter, fighter.facts, seed)


@pytest.mark.parametrize("seed", range(200, 240))
def test_a_false_note_is_a_contradiction_for_both_or_for_none(seed: int) -> None:
    fighter, rng = play(seed, sizes=(6,)), random.Random(seed)
    shown = [at for at, fact in enumerate(fighter.facts) if isinstance(fact, Shown)]
    facts, at = list(fighter.facts), rng.choice(shown)
    false = frozenset({rng.choice(fighter.cards.kinds)})
    facts[at] = Shown(facts[at].move, "another card", false, "it was another card")
    compare_with_brute_force(fighter, facts, seed)


def evidence_of(fighter: Fighter, mystery: Whereabouts) -> Evidence:
    return Evidence(mystery, tuple(Noted(number, fact) for number, fact in enumerate(fighter.facts)))


@pytest.mark.parametrize("seed", range(600, 680))
def test_cut_down_to_some_facts_the_same_fits(seed: int) -> None:
    """Kinds made one and moves left out change nothing of whether some of the facts, false ones among them, fit."""
    fighter, rng = play(seed, sizes=(6, 7), moves=16, reshuffles=1), random.Random(seed)
    mystery = mystery_of(fighter)
    for _ in range(12):
        facts = rng.sample(fighter.facts, rng.randint(0, len(fighter.facts)))
        shown = [at for at, fact in enumerate(facts) if isinstance(fact, Shown)]
        for at in rng.sample(shown, min(len(shown), 2)):
            facts[at] = Shown(facts[at].move, "another", frozenset({rng.choice(fighter.cards.kinds)}), "another")
        facts.sort(key=lambda fact: fact.move)
        cut = mystery.simplify([Noted(number, fact) for number, fact in enumerate(facts)])
        counted, proved = cut.mystery.count(cut.facts, Budget()), cpsat.prove(cut, Budget())
        fits = mystery.count(facts, Budget()).is_possible
        assert (counted.is_possible, proved.is_possible) == (fits, fits)
        assert cut.mystery.deck.is_complete
        assert len(cut.mystery.moves) <= len(mystery.moves)


def test_what_was_not_seen_is_made_one() -> None:
    lines = (Listed(card, CardType.ATTACK, Level.BASIC, 2) for card in ("Punch", "Kick", "Slap", "Palm"))
    deck = Deck((*lines, Listed("Rage", CardType.UPGRADE, Level.BASIC, 4)), 14)
    begin = (Shuffle(Source.ALL), Draw(5), Leave(Zone.PILE))
    mystery = Whereabouts("Bo", deck, (*begin, *begin, Draw(1), *begin), Level.BASIC)
    cut = mystery.simplify([Noted(7, Shown(5, "Kick", frozenset({"Kick"}), "Bo played Kick"))])
    assert cut.mystery.moves == begin
    assert cut.mystery.deck.copies == {"Punch": 8, "Kick": 2, "Rage": 4}
    assert cut.facts == (Shown(2, "Kick", frozenset({"Kick"}), "Bo played Kick"),)
    assert cut.noted[0].event == 7


@pytest.mark.parametrize("seed", range(300, 330))
def test_cp_sat_finds_the_candidates_of_counting(seed: int) -> None:
    fighter = play(seed, moves=16, reshuffles=1)
    mystery = mystery_of(fighter)
    proved = cpsat.prove(evidence_of(fighter, mystery), Budget())
    belief = mystery.count(fighter.facts, Budget())
    assert proved.is_possible
    assert belief.is_possible
    for question in mystery.questions():
        for statistic in question.statistics:
            assert proved.candidates(statistic) == belief.candidates(statistic), statistic


def short_game(seed: int, deck: Deck) -> Fighter:
    """The first game from this seed on with few enough histories, and cards that left a hand."""
    for number in range(100):
        fighter = play(seed + 1000 * number, deck, moves=6)
        if mystery_of(fighter).size() <= 20_000 and len(fighter.facts) >= 3:
            return fighter
    raise AssertionError("no game is short enough")


@pytest.mark.parametrize("seed", range(400, 420))
def test_listing_histories_is_counting(seed: int) -> None:
    lines = (Listed("Rage", CardType.UPGRADE, Level.BASIC, 1), Listed("Dodge", CardType.RESPONSE, Level.BASIC, 2))
    lines = (*lines, Listed("Punch", CardType.ATTACK, Level.BASIC, 1))
    fighter = short_game(seed, Deck(lines, 5))
    mystery = mystery_of(fighter)
    listed = worlds.weigh(mystery, fighter.facts, Budget())
    belief = mystery.count(fighter.facts, Budget())
    for question in mystery.questions():
        for statistic in question.statistics:
            assert listed.distribution(statistic) == belief.distribution(statistic), statistic


@pytest.mark.parametrize("seed", range(500, 520))
def test_the_likelihoods_of_all_histories_add_up_to_one(seed: int) -> None:
    lines = (Listed("Rage", CardType.UPGRADE, Level.BASIC, 1), Listed("Dodge", CardType.RESPONSE, Level.BASIC, 2))
    mystery = mystery_of(play(seed, Deck(lines, 4), moves=4))
    assert sum((share for _, share in mystery.worlds()), Fraction(0)) == 1
