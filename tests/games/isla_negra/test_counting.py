"""Figures that can be worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from time import perf_counter
from typing import Any

import pytest

from solver.answers import candidates
from solver.answers.candidates import answer, answers_of
from solver.answers.ranking import likeliest
from solver.core.errors import OutOfBudget
from solver.core.game import Known
from solver.core.protocol import Evidence, Noted
from solver.core.values import Answer, Budget, Kind, Proof, Verdict
from solver.engines import worlds
from solver.engines.choose import believe
from solver.games.isla_negra.decks import CardType, Deck, Level, Listed
from solver.games.isla_negra.whereabouts.facts import CardFact, Named, Shown
from solver.games.isla_negra.whereabouts.moves import Clear, Draw, Leave, Look, Move, Scatter, Shuffle, Source, Zone
from solver.games.isla_negra.whereabouts.moving import scatter
from solver.games.isla_negra.whereabouts.mystery import Whereabouts
from solver.games.isla_negra.whereabouts.sizes import Sizes
from solver.games.isla_negra.whereabouts.states import Kinds, Shape, pack
from solver.games.isla_negra.whereabouts.tracking import Tracker

RAGE = Listed("Rage", CardType.UPGRADE, Level.BASIC, 4)
PUNCH = Listed("Punch", CardType.ATTACK, Level.BASIC, 11)
DODGE = Listed("Dodge", CardType.RESPONSE, Level.BASIC, 6)
BLOCK = Listed("Block", CardType.RESPONSE, Level.ADVANCED, 4)
WAIT = Listed("Wait", CardType.TACTICS, Level.BASIC, 2)
WHOLE = Deck((RAGE, PUNCH, DODGE, BLOCK, WAIT))
PARTIAL = Deck((RAGE, DODGE))
ALL, PILE = Shuffle(Source.ALL), Shuffle(Source.PILE)


def shown(move: int, card: str) -> Shown:
    return Shown(move, card, frozenset({card}), f"{card} was seen")


def ask(
    moves: Sequence[Move], facts: Sequence[CardFact], deck: Deck = WHOLE, most: Level = Level.BASIC
) -> dict[str, Answer]:
    mystery = Whereabouts("Bo", deck, tuple(moves), most)
    evidence = Evidence(mystery, tuple(Noted(number, fact) for number, fact in enumerate(facts)))
    return {one.question.id: one for one in answers_of(Known(evidence, believe(evidence)))}


def shares(answer: Answer) -> dict[Any, Fraction | None]:
    return {candidate.value: candidate.probability for candidate in answer.candidates}


def test_no_upgrade_in_the_opening_five_when_the_last_card_was_shown() -> None:
    moves, facts = [ALL, Draw(5)], [shown(0, "Punch")]
    mystery = Whereabouts("Bo", WHOLE, tuple(moves), Level.BASIC)
    upgrades = mystery.count(facts, Budget()).distribution(("among", frozenset({"Rage"}), 0))
    assert upgrades is not None
    assert upgrades[0] == Fraction(comb(22, 5), comb(26, 5))


def test_an_opening_five_without_a_word_on_the_last_card_still_knows_that_it_is_no_upgrade() -> None:
    mystery = Whereabouts("Bo", WHOLE, (ALL, Draw(5)), Level.BASIC)
    upgrades = mystery.count([], Budget()).distribution(("among", frozenset({"Rage"}), 0))
    assert upgrades is not None
    assert upgrades[0] == Fraction(comb(22, 5), comb(26, 5))


def test_the_next_card_of_a_fresh_deck() -> None:
    answers = ask([ALL], [shown(0, "Punch")])
    assert shares(answers["draw.Bo"]) == {
        "Punch": Fraction(10, 26),
        "Dodge": Fraction(6, 26),
        "Rage": Fraction(4, 26),
        "Block": Fraction(4, 26),
        "Wait": Fraction(2, 26),
    }


def test_the_shown_last_card_is_certain_once_the_deck_is_drawn() -> None:
    answers = ask([ALL, Draw(27), Leave(Zone.PILE), Leave(Zone.PILE)], [shown(0, "Wait"), shown(2, "Rage")])
    held = {candidate.value: candidate.verdict for candidate in answers["hand.Bo"].candidates}
    assert held["Wait"] is Verdict.CERTAIN
    assert set(shares(answers["draw.Bo"])) == {"Rage"}


def test_after_a_reshuffle_the_hand_and_the_deck_no_longer_mix_evenly() -> None:
    """Six cards: two Rage, two Dodge, Punch, Block. All drawn, three discarded unseen under Punch, then shuffled."""
    two = [Listed("Rage", CardType.UPGRADE, Level.BASIC, 2), Listed("Dodge", CardType.RESPONSE, Level.BASIC, 2)]
    one = [Listed("Punch", CardType.ATTACK, Level.BASIC, 1), Listed("Block", CardType.RESPONSE, Level.BASIC, 1)]
    moves = [ALL, Draw(6), Leave(Zone.PILE), Scatter(3), PILE]
    facts = [shown(0, "Block"), shown(2, "Punch"), shown(4, "Dodge")]
    # Left are Rage Rage Dodge Dodge Block; two of them stay in the hand, each pair as likely (10 pairs), and three are
    # shuffled until no Rage lies last: of the cards that are no Rage each is as likely to be the last. By the pair:
    # RR -> D D B, a Dodge lies last: 2/3; RD (4 pairs) -> R D B, 1/2; RB (2) -> R D D, 1; DD -> R R B, 0;
    # DB (2) -> R R D, 1.
    weights = {"RR": Fraction(2, 3), "RD": Fraction(2), "RB": Fraction(2), "DB": Fraction(2)}
    total = sum(weights.values())
    held = shares(ask(moves, facts, Deck((*two, *one), 6))["hand.Bo"])
    assert held == {
        "Rage": (weights["RR"] + weights["RD"] + weights["RB"]) / total,
        "Dodge": (weights["RD"] + weights["DB"]) / total,
        "Block": (weights["RB"] + weights["DB"]) / total,
    }


def test_the_upgrades_on_the_table_are_in_no_hand() -> None:
    moves = [ALL, Draw(5), Leave(Zone.TABLE), Leave(Zone.TABLE), Clear(2), Leave(Zone.TABLE), Leave(Zone.TABLE)]
    facts = [shown(0, "Punch"), *(shown(move, "Rage") for move in (2, 3, 5, 6))]
    assert "Rage" not in shares(ask(moves, facts)["hand.Bo"])


def test_a_fifth_upgrade_of_four_contradicts() -> None:
    moves = [ALL, Draw(9), *[Leave(Zone.TABLE)] * 5]
    facts = [shown(0, "Dodge"), *(shown(move, "Rage") for move in range(2, 7))]
    for deck in (WHOLE, PARTIAL):
        assert not Whereabouts("Bo", deck, tuple(moves), Level.BASIC).count(facts, Budget()).is_possible


def test_a_fifth_unlisted_upgrade_contradicts_too() -> None:
    """Every deck has four upgrades, so an empty list has four unlisted ones."""
    deck = Deck(())
    for number in (4, 5):
        facts = [Shown(2 * n + 2, "Rage", deck.kinds_of("Rage", True), "an upgrade") for n in range(number)]
        belief = Whereabouts("Bo", deck, (ALL, *_draw_and_leave(number)), Level.BASIC).count(facts, Budget())
        assert belief.is_possible == (number == 4)


def _draw_and_leave(number: int) -> list[Move]:
    return [move for _ in range(number) for move in (Draw(1), Leave(Zone.TABLE))]


def test_my_own_hand_is_certain_when_i_named_it() -> None:
    names = ("Dodge", "Dodge", "Block")
    facts = [shown(0, "Punch"), named(2, *names)]
    answers = ask([ALL, Draw(3), Look()], facts)
    assert {(one.value, one.verdict) for one in answers["hand.Bo"].candidates} == {
        ("Dodge", Verdict.CERTAIN),
        ("Block", Verdict.CERTAIN),
    }


def test_statements_about_a_hand_are_independent_and_best_first() -> None:
    answer = ask([ALL, Draw(5)], [shown(0, "Wait")])["hand.Bo"]
    assert answer.question.kind is Kind.EACH
    figures = [candidate.probability for candidate in answer.candidates if candidate.probability is not None]
    assert figures == sorted(figures, reverse=True)
    assert sum(figures, Fraction(0)) > 1
    held = shares(answer)
    assert held["Wait"] == 1 - Fraction(comb(25, 5), comb(26, 5))


def test_an_answer_counts_listed_responses_that_may_be_used() -> None:
    basic = ask([ALL, Draw(5)], [shown(0, "Punch")])
    advanced = ask([ALL, Draw(5)], [shown(0, "Punch")], most=Level.ADVANCED)
    nothing = Fraction(comb(20, 5), comb(26, 5))
    assert shares(basic["answer.Bo.basic"]) == {"yes": 1 - nothing, "no": nothing}
    assert shares(basic["answer.Bo.advanced"]) == {"no": Fraction(1)}
    either = Fraction(comb(16, 5), comb(26, 5))
    assert shares(advanced["answer.Bo.basic"]) == {"yes": 1 - either, "no": either}
    only_block = Fraction(comb(22, 5), comb(26, 5))
    assert shares(advanced["answer.Bo.advanced"]) == {"yes": 1 - only_block, "no": only_block}


def test_unlisted_cards_make_an_answer_an_upper_bound() -> None:
    answer = ask([ALL, Draw(5)], [shown(0, "Dodge")], PARTIAL)["answer.Bo.basic"]
    neither, none_listed = Fraction(comb(4, 5), comb(26, 5)), Fraction(comb(21, 5), comb(26, 5))
    assert neither == 0
    assert answer.at_least == 1 - none_listed
    assert [(one.value, one.verdict, one.probability) for one in answer.candidates] == [
        ("no", Verdict.OPEN, None),
        ("yes", Verdict.OPEN, None),
    ]
    shown_json = answer.to_json()
    assert shown_json["at_most"] is True
    assert shown_json["proof"] == "solver"
    assert "probability" not in shown_json["answers"][0]


def test_an_upper_bound_below_one_is_given_as_a_figure() -> None:
    answer = ask([ALL, Draw(3)], [shown(0, "Dodge")], PARTIAL)["answer.Bo.basic"]
    neither = Fraction(comb(4, 3), comb(26, 3))
    assert shares(answer) == {"yes": 1 - neither, "no": neither}
    assert all(candidate.verdict is Verdict.OPEN for candidate in answer.candidates)
    assert answer.at_least == 1 - Fraction(comb(21, 3), comb(26, 3))


def test_unlisted_cards_say_nothing_about_a_level_that_the_fighter_has_not_reached() -> None:
    answer = ask([ALL, Draw(5)], [shown(0, "Dodge")], PARTIAL)["answer.Bo.master"]
    assert shares(answer) == {"no": Fraction(1)}
    assert answer.at_least is None


def test_a_solver_without_figures_leaves_a_bounded_answer_open() -> None:
    from solver.engines import cpsat

    mystery = Whereabouts("Bo", PARTIAL, (ALL, Draw(5)), Level.BASIC)
    belief = cpsat.prove(Evidence(mystery, (Noted(0, shown(0, "Dodge")),)), Budget())
    (question,) = (one for one in mystery.questions() if one.id == "answer.Bo.basic")
    found = answer(question, belief)
    assert [(one.value, one.probability) for one in found.candidates] == [("no", None), ("yes", None)]


def test_a_pile_of_one_card_leaves_nothing_to_draw() -> None:
    deck = Deck((Listed("Punch", CardType.ATTACK, Level.BASIC, 1), Listed("Rage", CardType.UPGRADE, Level.BASIC, 1)), 2)
    mystery = Whereabouts("Bo", deck, (ALL, Draw(2), Leave(Zone.PILE)), Level.BASIC)
    assert not mystery.can_draw
    assert not any(question.id == "draw.Bo" for question in mystery.questions())


def test_a_fighter_of_whom_nothing_was_noted_has_the_prior() -> None:
    answers = ask([], [])
    assert not answers["hand.Bo"].candidates
    assert shares(answers["draw.Bo"])["Rage"] == Fraction(4, 26)


def test_a_new_round_forgets_the_cards_of_the_one_before() -> None:
    before = [ALL, Draw(5), Leave(Zone.PILE), Scatter(4)]
    facts = [shown(0, "Punch"), shown(2, "Block"), shown(4, "Wait")]
    assert ask([*before, ALL, Draw(3)], facts)["hand.Bo"].candidates == (
        ask([ALL, Draw(3)], [shown(0, "Wait")])["hand.Bo"].candidates
    )


def test_a_contradiction_in_an_earlier_round_stays_one() -> None:
    moves = (ALL, Draw(9), *[Leave(Zone.TABLE)] * 5, ALL, Draw(3))
    facts = [shown(move, "Rage") for move in range(2, 7)]
    assert not Whereabouts("Bo", WHOLE, moves, Level.BASIC).count(facts, Budget()).is_possible


def test_so_does_one_between_cards_that_were_named() -> None:
    """A third of two Waits is drawn, or held after two were played."""
    moves = (ALL, Draw(2), Draw(1), ALL, Draw(3))
    facts: list[CardFact] = [named(1, "Wait", "Wait"), named(2, "Wait")]
    assert not Whereabouts("Bo", WHOLE, moves, Level.BASIC).count(facts, Budget()).is_possible
    moves = (ALL, Draw(4), Leave(Zone.PILE), Leave(Zone.PILE), Look(), ALL, Draw(3))
    facts = [shown(2, "Wait"), shown(3, "Wait"), named(4, "Wait", "Rage")]
    assert not Whereabouts("Bo", WHOLE, moves, Level.BASIC).count(facts, Budget()).is_possible


def named(move: int, *cards: str) -> Named:
    return Named(move, cards, tuple(frozenset({card}) for card in cards), "these were seen")


def test_worlds_are_the_ways_in_which_the_cards_can_lie() -> None:
    """Five cards in a deck whose last is known: two Rage, Dodge, Punch in any of 12 orders; one once all is known."""
    lines = [Listed("Rage", CardType.UPGRADE, Level.BASIC, 2), Listed("Dodge", CardType.RESPONSE, Level.BASIC, 1)]
    deck = Deck((*lines, Listed("Punch", CardType.ATTACK, Level.BASIC, 2)), 5)
    for moves, ways in (((ALL,), 12), ((ALL, Draw(2)), 12), ((ALL, Draw(1), Leave(Zone.PILE)), 6)):
        facts = [shown(0, "Punch"), shown(2, "Rage")][: 2 if len(moves) > 2 else 1]
        assert Whereabouts("Bo", deck, moves, Level.BASIC).count(facts, Budget()).count == ways


def test_a_small_deck_is_counted_like_any_other() -> None:
    """However few its orders: so the number of worlds means the same for every deck."""
    deck = Deck((Listed("Punch", CardType.ATTACK, Level.BASIC, 26), Listed("Dodge", CardType.RESPONSE, Level.BASIC, 1)))
    assert ask([ALL, Draw(5)], [shown(0, "Punch")], deck)["draw.Bo"].proof is Proof.COUNTED


def test_a_listed_world_is_told_with_every_card_of_the_hand() -> None:
    lines = [Listed("Rage", CardType.UPGRADE, Level.BASIC, 1), Listed("Dodge", CardType.RESPONSE, Level.BASIC, 2)]
    mystery = Whereabouts("Bo", Deck(tuple(lines), 3), (ALL, Draw(2)), Level.BASIC)
    evidence = Evidence(mystery, (Noted(0, shown(0, "Dodge")),))
    (found,) = likeliest([Known(evidence, worlds.weigh(mystery, evidence.facts, Budget()))])
    assert {told["hand.Bo"] for told, _ in found.worlds} == {("Rage", "Dodge")}
    assert {told["draw.Bo"] for told, _ in found.worlds} == {"Dodge"}


def test_counting_stops_at_its_budget() -> None:
    moves = (ALL, Draw(26), Leave(Zone.PILE), Scatter(18), Draw(1), PILE, Draw(5))
    mystery = Whereabouts("Bo", WHOLE, moves, Level.BASIC)
    assert mystery.count([], Budget()).is_possible
    with pytest.raises(OutOfBudget, match="counting would take more than 20 steps"):
        mystery.count([], Budget(states=20))


@pytest.mark.parametrize(
    "moves",
    [
        (Draw(8), Leave(Zone.PILE), Scatter(7), Draw(5), Shuffle(Source.DECK)),
        (Draw(8), Leave(Zone.PILE), Scatter(7), Draw(5), Leave(Zone.PILE), Draw(14), PILE),
    ],
)
def test_a_shuffle_stops_before_it_takes_too_long(moves: tuple[Move, ...]) -> None:
    """With 24 kinds of cards there are millions of ways to tell the hand and the pile apart from the deck."""
    lines = tuple(Listed(f"Punch {number}", CardType.ATTACK, Level.BASIC, 1) for number in range(23))
    mystery = Whereabouts("Bo", Deck((RAGE, *lines)), (ALL, *moves), Level.BASIC)
    start = perf_counter()
    with pytest.raises(OutOfBudget, match="more than 50,000 steps"):
        mystery.count([], Budget(states=50_000))
    assert perf_counter() - start < 3


DECK = Shuffle(Source.DECK)
MANY = Deck((RAGE, *(Listed(f"Blow {number}", CardType.ATTACK, Level.BASIC, 1) for number in range(23))))
"""Every technique once: as many hands as can be."""


@pytest.mark.parametrize(
    "moves",
    [
        (ALL, Draw(26), Leave(Zone.PILE), Scatter(12), Draw(1), PILE),
        (ALL, Draw(13), Leave(Zone.PILE), Scatter(5), DECK),
    ],
    ids=["a hand of fourteen is kept", "a deck is shuffled"],
)
def test_the_budget_also_stops_a_single_move(moves: tuple[Move, ...]) -> None:
    """Millions of hands would be told apart before the next move; they are not even begun."""
    tracker = Tracker(Kinds(MANY), 20_000, Sizes(deck=MANY.size))
    for move in moves[:-1]:
        tracker.make(move, None)
    with pytest.raises(OutOfBudget):
        tracker.make(moves[-1], None)
    assert sum(map(len, tracker.states.values())) <= 20_000


def test_the_budget_also_stops_a_discard() -> None:
    """Thirteen different cards in hand, of which any six may go: 1716 ways."""
    kinds = Kinds(MANY)
    hand = pack([0, *[1] * 13, *[0] * 10])
    assert sum(map(len, scatter(kinds, {Shape(): {hand: 1}}, 6, 13, 1716).values())) == 1716
    with pytest.raises(OutOfBudget, match="more than 1,715 steps"):
        scatter(kinds, {Shape(): {hand: 1}}, 6, 13, 1715)


def test_names_that_mean_the_same_are_counted_together() -> None:
    """Each of 26 unlisted names may be an upgrade or not: not one of 2 to the 26 ways, but one of five."""
    deck, names = Deck(()), tuple(f"Card {number}" for number in range(26))
    kinds = deck.kinds_of("Card 0")
    assert len(kinds) == 2
    facts = [Named(1, names, (kinds,) * 26, "all were seen")]
    belief = Whereabouts("Bo", deck, (ALL, Draw(26)), Level.BASIC).count(facts, Budget())
    assert belief.distribution(("among", frozenset({"unknown upgrade"}), 0)) == {4: Fraction(1)}


def test_the_last_card_is_told_by_the_shuffle() -> None:
    belief = Whereabouts("Bo", WHOLE, (ALL, Draw(5)), Level.BASIC).count([], Budget())
    assert belief.distribution(("last",)) == {
        "Punch": Fraction(11, 23), "Dodge": Fraction(6, 23), "Block": Fraction(4, 23), "Wait": Fraction(2, 23)
    }  # fmt: skip
    seen = Whereabouts("Bo", WHOLE, (ALL, Draw(5)), Level.BASIC).count([shown(0, "Wait")], Budget())
    assert seen.distribution(("last",)) == {"Wait": Fraction(1)}


def test_a_conflict_is_told_where_a_budget_leaves_it_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """That the notes contradict is known; an event of which nothing can be told stays among them."""
    facts = [Noted(number, shown(0, "Punch")) for number in range(2)] + [Noted(2, shown(0, "Dodge"))]
    evidence = Evidence(Whereabouts("Bo", WHOLE, (ALL,), Level.BASIC), tuple(facts))

    def believe_little(told: Evidence, budget: Budget | None = None) -> Any:
        if {noted.event for noted in told.noted} == {0, 2}:
            raise OutOfBudget("too long")
        return Outcome(not {noted.event for noted in told.noted} >= {1, 2})

    monkeypatch.setattr(candidates, "believe", believe_little)
    assert candidates.irreducible(evidence) == (1, 2)
    monkeypatch.setattr(candidates, "believe", lambda told, budget=None: never_tells(told))
    assert candidates.irreducible(evidence) == (0, 1, 2)


@dataclass(frozen=True)
class Outcome:
    is_possible: bool


def never_tells(told: Evidence) -> Any:
    raise OutOfBudget(f"{len(told.noted)} facts are too many")
