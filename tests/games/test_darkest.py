"""The Darkest Ladies: three symbols in order, clue cards with two sides (Strange Shadows, pp. 4 and 5)."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import permutations, product
from math import log2
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from solver.answers.candidates import answers_of, examine, judge
from solver.core.errors import Contradiction, DataError, IllegalEvent, UnreadableEvent
from solver.core.protocol import Evidence, Noted
from solver.core.registry import load_game
from solver.core.session import Session, parse_session, read_session
from solver.core.values import Advice, Budget, Hint
from solver.engines import cpsat, csp, worlds
from solver.games.black_sonata.cards import SYMBOLS
from solver.games.black_sonata.lady.ordered import IDENTITY, IN_ORDER, ListedLady, OrderedLady
from solver.games.black_sonata.lady.ordered_facts import FourSide, InOrder, ThreeSide
from solver.games.black_sonata.lady.sides import sample
from solver.games.black_sonata.outlook import Outlook
from solver.games.black_sonata.table import Ending

GAME = load_game("black-sonata")
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "darkest-ladies.json"
ALONE: dict[str, Any] = {"lady": {"set": "darkest"}}
REPEATS: dict[str, Any] = {"lady": {"set": "darkest", "repeats": True}}
DECK: dict[str, Any] = {"start": "Cornhill", "stealth": {"knowledge": "map"}, **ALONE}
CARD = {"type": "clue-card", "four": ["music", "crown", "heart", "chain"], "three": ["ring", "heart", "crown"]}
LADIES = [
    {"name": "Ada", "symbols": ["heart", "ring", "quill"]},
    {"name": "Bea", "symbols": ["ring", "heart", "quill"]},
    {"name": "Cis", "symbols": ["chain", "crown", "music"]},
]
CLUES = [
    {"four": ["heart", "ring", "chain", "music"], "three": ["heart", "ring", "quill"]},
    {"four": ["heart", "ring", "chain", "crown"], "three": ["music", "crown", "chain"]},
    {"four": ["quill", "rattle", "chain", "crown"], "three": ["heart", "ring", "rattle"]},
]
HIT = {"type": "search", "found": True}
ROUND_TRIP = ["Bishopsgate", "Shoreditch", "Cripplegate", "Clerkenwell", "Blackfriars", "Liberty of the Clink"]
ROUND_TRIP += ["Southwark", "London Bridge", "Eastcheap", "Cornhill", "St Paul's"]


def session(setup: dict[str, Any], *events: dict[str, Any], folder: Path | None = None) -> Session:
    raw = {"format": 1, "game": "black-sonata", "setup": setup, "events": list(events)}
    return parse_session(json.dumps(raw), "test", folder)


def table(setup: dict[str, Any], *events: dict[str, Any]) -> Any:
    return examine(session(setup, *events)).table


def answers(setup: dict[str, Any], *events: dict[str, Any]) -> dict[str, dict[Any, Fraction]]:
    found = examine(session(setup, *events)).answers()
    return {a.question.id: {c.value: c.probability or Fraction(0) for c in a.candidates} for a in found}


def hers(setup: dict[str, Any], *events: dict[str, Any]) -> set[Any]:
    return set(answers(setup, *events)["lady.symbols"])


def hint(setup: dict[str, Any], *events: dict[str, Any]) -> Hint:
    situation = examine(session(setup, *events))
    return GAME.advise(situation.table, situation.known)


def sides_in(found: Hint) -> list[Advice]:
    return [advice for advice in found.ranked if advice.action["type"] == "clue"]


def faults(setup: dict[str, Any], *events: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(DataError) as refused:
        session(setup, *events)
    return [(fault.path, fault.accepted) for fault in refused.value.faults]


def four(count: int, *symbols: str, **more: Any) -> dict[str, Any]:
    return {"type": "clue", "side": "four", "symbols": list(symbols), "count": count, **more}


def three(count: int, *symbols: str, **more: Any) -> dict[str, Any]:
    return {"type": "clue", "side": "three", "symbols": list(symbols), "count": count, **more}


def turn(shows: Any = None) -> dict[str, Any]:
    return {"type": "turn", "shows": shows}


def all_keys() -> list[dict[str, Any]]:
    """A walk that visits every location."""
    return [event for place in ROUND_TRIP for event in (turn(), {"type": "move", "to": place})]


BONUS = {"from": "keys"}
FOURS = ("chain", "crown", "heart", "music")
THREES = ("ring", "heart", "crown")


class TestWorlds:
    def test_she_has_three_different_symbols_in_order(self) -> None:
        found = answers(ALONE)["lady.symbols"]
        assert found == dict.fromkeys(permutations(SYMBOLS, 3), Fraction(1, 210))

    def test_with_repeats_any_three(self) -> None:
        found = answers(REPEATS)["lady.symbols"]
        assert found == dict.fromkeys(product(SYMBOLS, repeat=3), Fraction(1, 343))

    def test_with_a_list_she_is_one_of_the_listed_ladies(self) -> None:
        found = answers({"lady": {"set": "darkest", "cards": {"ladies": LADIES, "clues": CLUES}}})
        assert found["lady.identity"] == dict.fromkeys(("Ada", "Bea", "Cis"), Fraction(1, 3))
        assert set(found["lady.symbols"]) == {tuple(lady["symbols"]) for lady in LADIES}

    def test_without_a_list_there_is_no_question_of_who_she_is(self) -> None:
        assert set(answers(ALONE)) == {"lady.symbols"}


class TestClues:
    def test_the_side_of_four_tells_how_many_of_them_are_hers(self) -> None:
        found = hers(ALONE, four(2, *FOURS))
        assert found == {w for w in permutations(SYMBOLS, 3) if len(set(w) & set(FOURS)) == 2}

    def test_the_side_of_three_adds_those_in_the_right_place(self) -> None:
        """2 is one in its place, or two in wrong places (the rulebook's own example)."""
        for world in hers(ALONE, three(2, *THREES)):
            right = [a == b for a, b in zip(world, THREES, strict=True)]
            shared = set(world) & set(THREES)
            assert (len(shared), sum(right)) in {(1, 1), (2, 0)}

    def test_six_names_her(self) -> None:
        assert hers(ALONE, three(6, *THREES)) == {THREES}

    def test_with_repeats_different_symbols_count_once(self) -> None:
        found = hers(REPEATS, three(2, *THREES))
        assert ("ring", "ring", "ring") in found  # one symbol, in place
        assert ("heart", "chain", "heart") not in found  # one symbol, in no place: 1
        assert ("chain", "heart", "heart") in found
        assert ("heart", "heart", "heart") in found

    def test_the_order_of_the_four_does_not_matter(self) -> None:
        assert hers(ALONE, four(2, *FOURS)) == hers(ALONE, four(2, *reversed(FOURS)))

    def test_the_order_of_the_three_matters(self) -> None:
        assert hers(ALONE, three(4, *THREES)) != hers(ALONE, three(4, *reversed(THREES)))

    def test_two_answers_of_one_side_contradict_each_other(self) -> None:
        with pytest.raises(Contradiction) as refused:
            table(ALONE, three(1, "chain", "quill", "music"), four(2, *FOURS), four(1, *FOURS))
        assert refused.value.events == (1, 2)

    def test_a_clue_by_suit_is_refused(self) -> None:
        with pytest.raises(IllegalEvent, match="no suits"):
            table(ALONE, {"type": "clue", "symbols": ["heart", "ring", "quill"], "numbers": [1]})

    @pytest.mark.parametrize("event", [four(4, *FOURS), three(5, *THREES)])
    def test_a_count_that_no_lady_has_is_refused(self, event: dict[str, Any]) -> None:
        with pytest.raises(IllegalEvent):
            table(ALONE, event)
        with pytest.raises(IllegalEvent):
            table(REPEATS, event)

    def test_another_lady_makes_all_void_and_says_so(self) -> None:
        events = (four(2, *FOURS), {"type": "fog", "effect": "replace-lady", "suit": None})
        assert len(hers(ALONE, *events)) == 210
        assert "void" in " ".join(table(ALONE, *events).warnings)
        assert len(hers(ALONE, *events, four(3, *FOURS))) == 24

    def test_a_suit_of_the_new_lady_is_ignored(self) -> None:
        for event in (
            {"type": "fog", "effect": "replace-lady", "suit": "rose"},
            {"type": "fog", "effect": "replace-lady", "suit": "spades"},
            {"type": "fog", "effect": "other", "text": "another lady", "suit": "oak"},
        ):
            assert len(hers(ALONE, four(2, *FOURS), event)) == 210

    def test_a_clue_given_away_stays_true(self) -> None:
        events = (four(2, *FOURS), {"type": "fog", "effect": "swap-clue", "gives": list(THREES)})
        assert hers(ALONE, *events) == hers(ALONE, events[0])


class TestCounting:
    def test_a_clue_writes_down_one_that_is_counted(self) -> None:
        events = [turn("commercial"), {**HIT, "passed": [None]}, four(2, *FOURS)]
        after = table(DECK, *events)
        assert (after.clues.held, after.clues.unwritten) == (1, 0)
        with pytest.raises(IllegalEvent, match="noted already"):
            table(DECK, *events, three(1, *THREES))

    def test_two_bonus_cards_under_the_keys(self) -> None:
        events = [*all_keys(), four(2, *FOURS, **BONUS), three(1, *THREES, **BONUS)]
        assert table(DECK, *events).clues.held == 2
        third = table(DECK, *events, four(2, *FOURS, **BONUS))
        assert third.clues.held == 3
        assert "2 clue cards lie under the keys" in " ".join(third.warnings)

    def test_before_every_location_was_visited_it_is_warned_about(self) -> None:
        assert "not visited yet: St Paul's" in " ".join(
            table(DECK, *all_keys()[:-2], four(2, *FOURS, **BONUS)).warnings
        )
        assert table(DECK, *all_keys(), four(2, *FOURS, **BONUS)).warnings == ()

    def test_sided_clues_are_counted_without_her_part(self) -> None:
        setup = {key: DECK[key] for key in ("start", "stealth")}
        events = [turn("commercial"), {**HIT, "passed": [None]}, CARD, four(2, *FOURS)]
        assert table(setup, *events).clues.unwritten == 0

    def test_a_card_and_its_test_may_stand_before_a_flight(self) -> None:
        events = [turn("commercial"), {**HIT, "flight": False}, CARD, four(2, *FOURS), {"type": "flight"}]
        assert table(DECK, *events).clues.held == 1


class TestConfronting:
    def test_her_order_must_be_right(self) -> None:
        wrong = {"type": "confront", "symbols": list(THREES), "right": False}
        assert len(hers(ALONE, wrong)) == 209
        assert tuple(reversed(THREES)) in hers(ALONE, wrong)
        assert hers(ALONE, {**wrong, "right": True}) == {THREES}

    def test_a_symbol_twice_only_where_the_set_up_allows_it(self) -> None:
        event = {"type": "confront", "symbols": ["ring", "ring", "crown"], "right": True}
        assert hers(REPEATS, event) == {("ring", "ring", "crown")}
        for setup in (ALONE, {"lady": {"set": "dark", "suit": "rose"}}, {}):
            assert faults(setup, event) == [("$.events[0].symbols", "three different symbols")]

    @pytest.mark.parametrize(("right", "points"), [(True, 5), (False, 0), (None, None)])
    def test_a_win_scores_five_points(self, right: bool | None, points: int | None) -> None:
        event = {"type": "confront", "symbols": list(THREES)}
        after = table(ALONE, event if right is None else {**event, "right": right})
        lines = [line for part in after.rules.parts for line in part.score(after)]
        assert [line.points for line in lines] == [points]

    def test_the_sheet_is_open_before_the_end(self) -> None:
        before = table(ALONE)
        assert [line.points for part in before.rules.parts for line in part.score(before)] == [None]


class TestHint:
    @pytest.mark.parametrize("setup", [ALONE, REPEATS])
    def test_both_sides_with_exact_outcomes(self, setup: dict[str, Any]) -> None:
        events = [three(2, "quill", "ring", "chain"), CARD]
        found = sides_in(hint(setup, *events))
        left = answers(setup, *events)["lady.symbols"]
        assert {advice.action["side"] for advice in found} == {"four", "three"}
        for advice in found:
            assert sum(outcome.probability for outcome in advice.outcomes) == 1
            expected = sum(
                self._told(setup, events, advice, outcome.fields["count"], left) for outcome in advice.outcomes
            )
            assert advice.bits == pytest.approx(expected)
            assert advice.bits_by == {"lady.symbols": advice.bits}
            assert list(advice.action["symbols"]) == sorted(FOURS) or advice.action["side"] == "three"

    def _told(self, setup: Any, events: Any, advice: Advice, count: int, left: Any) -> float:
        """The outcome's share of the bits, by noting it; its probability is checked on the way."""
        after = answers(setup, *events, {**advice.action, "count": count})["lady.symbols"]
        share = Fraction(len(after), len(left))
        assert share == next(o.probability for o in advice.outcomes if o.fields["count"] == count)
        return float(share) * (log2(len(left)) - log2(len(after)))

    def test_the_side_that_tells_more_ranks_first(self) -> None:
        found = sides_in(hint(ALONE, CARD))
        assert [advice.action["side"] for advice in found] == ["three", "four"]
        bits = [advice.bits or 0.0 for advice in found]
        assert bits == sorted(bits, reverse=True)
        assert found[0].named["other_side_bits"] == found[1].bits

    def test_the_better_side_depends_on_what_is_known(self) -> None:
        none_of_three = sides_in(hint(ALONE, three(0, *THREES), CARD))
        assert (none_of_three[0].action["side"], bool(none_of_three[0].bits)) == ("four", True)
        only_three = sides_in(hint(ALONE, four(0, "quill", "rattle", "music", "chain"), CARD))
        assert [(advice.action["side"], bool(advice.bits)) for advice in only_three] == [
            ("three", True),
            ("four", False),
        ]

    def test_a_tested_card_is_out_of_hand(self) -> None:
        assert sides_in(hint(ALONE, CARD, three(2, *THREES))) == []
        assert sides_in(hint(ALONE, CARD, four(2, *FOURS))) == []

    def test_another_card_than_the_one_in_hand_is_warned_about(self) -> None:
        other = three(2, "quill", "heart", "crown")
        assert "in hand" in " ".join(table(ALONE, CARD, other).warnings)
        assert len(sides_in(hint(ALONE, CARD, other))) == 2

    def test_testing_is_no_action_and_comes_before_the_best_one(self) -> None:
        events = [turn("commercial"), {**HIT, "passed": ["tavern"]}, CARD]
        found = hint(DECK, *events)
        assert [advice.action["type"] for advice in found.ranked[:2]] == ["clue", "clue"]
        rest = max(advice.value for advice in found.ranked if not advice.named.get("free"))
        points = 25 / log2(210)
        for advice in sides_in(found):
            assert advice.value == pytest.approx(rest + points * (advice.bits or 0.0))

    def test_a_bonus_card_is_tested_as_one(self) -> None:
        found = sides_in(hint(DECK, *all_keys(), CARD))
        assert {advice.action.get("from") for advice in found} == {"keys"}

    def test_only_what_is_allowed_is_offered(self) -> None:
        assert sides_in(hint(DECK, turn("church"), CARD)) == []
        for advice in sides_in(hint(DECK, turn("commercial"), {**HIT, "flight": False}, CARD)):
            assert "from" not in advice.action

    def test_a_further_clue_is_worth_the_better_side_of_the_unseen_cards(self) -> None:
        setup = {**DECK, "lady": {"set": "darkest", "cards": {"ladies": LADIES, "clues": CLUES}}}
        open_bits = log2(3)
        two_to_one = open_bits - 2 / 3  # what the second card tells by its three; the others tell all
        assert self._worth(setup) == pytest.approx((open_bits + two_to_one + open_bits) / 3)
        seen = {"type": "clue-card", **CLUES[0]}
        assert self._worth(setup, seen) == pytest.approx((two_to_one + open_bits) / 2)

    def _worth(self, setup: dict[str, Any], *events: dict[str, Any]) -> float:
        situation = examine(session(setup, *events))
        return Outlook(situation.table, {k.evidence.mystery.name: k for k in situation.known}).worth.clue

    def test_without_a_list_it_is_that_of_a_fixed_sample(self) -> None:
        total = 0.0
        for card in sample():
            event = {"type": "clue-card", "four": list(card.four), "three": list(card.three)}
            total += max(advice.bits or 0.0 for advice in sides_in(hint(ALONE, event)))
        assert self._worth(ALONE) == pytest.approx(total / len(sample()))

    def test_where_she_is_certain_no_clue_tells_more(self) -> None:
        assert self._worth(ALONE, three(6, *THREES)) == 0.0


class TestCardLists:
    def test_a_file_beside_the_session(self, tmp_path: Path) -> None:
        (tmp_path / "own.json").write_text(json.dumps({"ladies": LADIES, "clues": CLUES}))
        lines = [f'[[ladies]]\nname = "{lady["name"]}"\nsymbols = {json.dumps(lady["symbols"])}' for lady in LADIES]
        lines += [f"[[clues]]\nfour = {json.dumps(c['four'])}\nthree = {json.dumps(c['three'])}" for c in CLUES]
        (tmp_path / "own.toml").write_text("\n".join(lines))
        for name in ("own.json", "own.toml"):
            setup = {"lady": {"set": "darkest", "cards": name}}
            situation = examine(session(setup, three(6, *LADIES[1]["symbols"]), folder=tmp_path))
            assert [candidate.value for candidate in situation.answers()[1].candidates] == ["Bea"]

    def test_a_bare_list_is_one_of_ladies(self) -> None:
        assert len(hers({"lady": {"set": "darkest", "cards": LADIES}})) == 3

    def test_all_that_is_wrong_is_told_at_once(self) -> None:
        twice = [
            *LADIES,
            {"name": "Ada", "symbols": ["ring", "heart", "quill"]},
            {"name": "D", "symbols": ["ring"] * 3},
        ]
        assert faults({"lady": {"set": "darkest", "cards": {"ladies": twice}}}) == [
            ("$.setup.lady.cards.ladies[3].name", "a name that no other card has"),
            ("$.setup.lady.cards.ladies[3].symbols", "symbols in an order that no other card has"),
            ("$.setup.lady.cards.ladies[4].symbols", "three different symbols (or `repeats`: true)"),
        ]
        assert len(hers({"lady": {"set": "darkest", "repeats": True, "cards": [*LADIES, twice[4]]}})) == 4

    def test_clue_cards_have_four_and_three_different_symbols(self) -> None:
        clues = [{"four": ["ring", "ring", "heart", "quill"], "three": ["ring", "bell", "heart"]}]
        assert faults({"lady": {"set": "darkest", "cards": {"ladies": LADIES, "clues": clues}}}) == [
            ("$.setup.lady.cards.clues[0].four", "four different symbols"),
            ("$.setup.lady.cards.clues[0].three[1]", f"a symbol: one of {', '.join(SYMBOLS)}"),
        ]

    def test_a_file_outside_or_missing_is_a_fault(self, tmp_path: Path) -> None:
        for name in ("../own.toml", "none.toml"):
            with pytest.raises(DataError):
                session({"lady": {"set": "darkest", "cards": name}}, folder=tmp_path)


class TestBadInput:
    @pytest.mark.parametrize(
        ("event", "paths"),
        [
            (four(2, "heart", "heart", "ring", "crown"), ["symbols"]),
            (four(5, *FOURS), ["count"]),
            (four(-1, *FOURS), ["count"]),
            (four(2, *THREES), ["symbols"]),
            (three(2, *FOURS), ["symbols"]),
            (three(7, "heart", "heart", "ring"), ["symbols", "count"]),
            (three(1, "heart", "bell", "ring"), ["symbols[1]"]),
            ({"type": "clue", "side": "five", "symbols": list(THREES), "count": 1}, ["side"]),
            ({"type": "clue", "side": "four", "symbols": list(FOURS), "numbers": [1]}, ["count", "numbers"]),
            ({"type": "clue-card", "four": list(FOURS)}, ["three"]),
        ],
    )
    def test_each_fault_is_told_with_its_path(self, event: dict[str, Any], paths: list[str]) -> None:
        assert [path for path, _ in faults(ALONE, event)] == [f"$.events[0].{path}" for path in paths]

    def test_a_set_up_of_another_set(self) -> None:
        assert faults({"lady": {"set": "darkest", "suit": "rose"}}) == [
            ("$.setup.lady.suit", "one of the keys cards, repeats, set")
        ]
        assert [path for path, _ in faults({"lady": {"set": "palest"}})] == ["$.setup.lady.set"]


NOTES = {
    "clue four chain crown heart music 2": four(2, *FOURS),
    "clue from keys three ring heart crown 4": three(4, *THREES, **BONUS),
    "clue from poet four chain crown heart music 0": four(0, *FOURS, **{"from": "poet"}),
    "card four music crown heart chain three ring heart crown": CARD,
    "fog replace-lady": {"type": "fog", "effect": "replace-lady", "suit": None},
    "confront ring heart crown right": {"type": "confront", "symbols": list(THREES), "right": True},
}


class TestGrammar:
    @pytest.mark.parametrize(("text", "event"), NOTES.items())
    def test_what_is_spoken_reads_back(self, text: str, event: dict[str, Any]) -> None:
        here = table(ALONE)
        read = GAME.read_note(text, here)
        assert read.to_json() == event
        assert GAME.speak(read) == text
        assert GAME.read_note(GAME.speak(read), here) == read

    @pytest.mark.parametrize(
        ("text", "event"),
        [
            ("clue chain crown heart music 2", four(2, *FOURS)),
            ("clue ring heart crown 2", three(2, *THREES)),
            ("clue card music crown heart chain ring heart crown", CARD),
        ],
    )
    def test_the_side_follows_from_the_symbols(self, text: str, event: dict[str, Any]) -> None:
        assert GAME.read_note(text, table(ALONE)).to_json() == event

    def test_three_symbols_of_a_lady_with_a_suit_are_a_clue_by_suit(self) -> None:
        here = table({"lady": {"set": "dark", "suit": "rose"}})
        read = GAME.read_note("clue from keys ring heart crown 0/2", here).to_json()
        assert read == {"type": "clue", "symbols": list(THREES), "numbers": [0, 2], "from": "keys"}

    @pytest.mark.parametrize("text", ["clue four ring heart crown 2", "clue three ring heart crown two", "clue ring"])
    def test_what_is_missing_is_asked_for(self, text: str) -> None:
        with pytest.raises(UnreadableEvent):
            GAME.read_note(text, table(ALONE))


def some_facts(draw: random.Random, truth: tuple[str, ...], lies: float = 0.0) -> list[Any]:
    """Facts that are true of `truth`; now and then a false one."""
    facts: list[Any] = []
    for _ in range(draw.randint(1, 5)):
        kind = draw.random()
        if kind < 0.45:
            symbols = tuple(sorted(draw.sample(SYMBOLS, 4)))
            facts.append(FourSide(symbols, len(set(symbols) & set(truth))))
        elif kind < 0.9:
            symbols = tuple(draw.sample(SYMBOLS, 3))
            in_place = sum(a == b for a, b in zip(symbols, truth, strict=True))
            facts.append(ThreeSide(symbols, len(set(symbols) & set(truth)) + in_place))
        else:
            symbols = tuple(draw.choice(SYMBOLS) for _ in range(3))
            facts.append(InOrder(symbols, symbols == truth))
    if draw.random() < lies:
        facts.append(FourSide(tuple(sorted(draw.sample(SYMBOLS, 4))), draw.randint(0, 3)))
    return facts


def some_mystery(draw: random.Random) -> OrderedLady | ListedLady:
    if draw.random() < 0.6:
        return OrderedLady(draw.random() < 0.5)
    ladies = draw.sample(sorted(product(SYMBOLS, repeat=3)), 12)
    return ListedLady(tuple((f"lady {number}", symbols) for number, symbols in enumerate(ladies)))


def test_the_example_is_a_consistent_game() -> None:
    situation = examine(read_session(str(EXAMPLE)))
    assert 15 <= len(situation.session.events) <= 40
    assert situation.table.warnings == ()
    assert situation.table.ending is Ending.WON
    assert [len(answer.candidates) for answer in situation.answers()][-1] == 1


ROOMY = Budget(worlds=10_000, states=10_000, seconds=60)


@pytest.mark.parametrize("seed", range(80))
def test_every_engine_has_the_same_candidates(seed: int) -> None:
    draw = random.Random(seed)
    mystery = some_mystery(draw)
    truth = draw.choice([world for world, _ in mystery.worlds()])
    facts = some_facts(draw, truth, lies=0.3)
    evidence = Evidence(mystery, tuple(Noted(index, fact) for index, fact in enumerate(facts)))
    listed, solved = worlds.weigh(mystery, facts, ROOMY), csp.enumerate_solutions(mystery, facts)
    for question in mystery.questions():
        found = listed.candidates(question.statistic)
        assert solved.candidates(question.statistic) == found
        assert {one for (one,) in cpsat.enumerate_values(evidence, [question.statistic], 60)} == found
        if len(found) < 12:
            assert cpsat.prove(evidence, ROOMY).candidates(question.statistic) == found


@pytest.mark.parametrize("seed", range(60))
def test_laws_of_evidence(seed: int) -> None:
    """The truth is never lost, a fact adds no candidate, order is all one, and certain means 1."""
    draw = random.Random(1000 + seed)
    mystery = some_mystery(draw)
    truth = draw.choice([world for world, _ in mystery.worlds()])
    facts = some_facts(draw, truth)
    before = worlds.weigh(mystery, [], ROOMY).candidates(IN_ORDER)
    for length in range(1, len(facts) + 1):
        after = worlds.weigh(mystery, facts[:length], ROOMY).candidates(IN_ORDER)
        assert truth in after
        assert after <= before
        before = after
    shares = worlds.weigh(mystery, facts, ROOMY).distribution(IN_ORDER)
    draw.shuffle(facts)
    assert worlds.weigh(mystery, facts, ROOMY).distribution(IN_ORDER) == shares
    assert sum(shares.values()) == 1
    assert (len(shares) == 1) == (max(shares.values()) == 1)
    if isinstance(mystery, ListedLady):
        assert len(worlds.weigh(mystery, facts, ROOMY).candidates(IDENTITY)) == len(shares)


def test_renaming_symbols_renames_the_answers() -> None:
    renamed = dict(zip(SYMBOLS, random.Random(7).sample(SYMBOLS, 7), strict=True))

    def rename(symbols: Any) -> list[str]:
        return [renamed[symbol] for symbol in symbols]

    plain = hers(ALONE, four(2, *FOURS), three(2, *THREES))
    other = hers(ALONE, four(2, *rename(FOURS)), three(2, *rename(THREES)))
    assert {tuple(rename(world)) for world in plain} == other


@pytest.mark.bench
def test_it_is_quick() -> None:
    for setup in (ALONE, REPEATS):
        game = session(setup, three(2, "quill", "ring", "chain"), CARD)
        situation = examine(game)
        begin = perf_counter()
        known = judge(game.game, situation.table)
        assert [list(answers_of(entry)) for entry in known]
        solved = perf_counter()
        GAME.advise(situation.table, known)
        assert solved - begin < 0.005
        assert perf_counter() - solved < 0.03
