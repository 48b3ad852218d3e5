"""The Darker Ladies: four suits of three (The Fair Youth, p. 3), and what all ladies with suits have in common."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import combinations
from math import log2
from pathlib import Path
from typing import Any

import pytest

from solver.answers.candidates import examine
from solver.core.errors import Contradiction, DataError, IllegalEvent, UnreadableEvent
from solver.core.protocol import Evidence, Noted
from solver.core.registry import load_game
from solver.core.session import Session, parse_session, read_session
from solver.core.values import Budget
from solver.engines import cpsat, csp, worlds
from solver.games.black_sonata.cards import DARKER_SUITS, SYMBOLS, Lady
from solver.games.black_sonata.lady.by_suit import CardLady, SymbolLady
from solver.games.black_sonata.lady.facts import Overlap, SeenAsClue
from solver.games.black_sonata.outlook import ClueWorth, Outlook

GAME = load_game("black-sonata")
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "darker-ladies.json"
HEARTS: dict[str, Any] = {"lady": {"set": "darker", "suit": "hearts"}}
DARK: dict[str, Any] = {"lady": {"set": "dark", "suit": "rose"}}
DECK: dict[str, Any] = {"start": "Cornhill", "stealth": {"knowledge": "map"}, **HEARTS}
ROUND_TRIP = ["Bishopsgate", "Shoreditch", "Cripplegate", "Clerkenwell", "Blackfriars", "Liberty of the Clink"]
ROUND_TRIP += ["Southwark", "London Bridge", "Eastcheap", "Cornhill", "St Paul's"]


def own_set(seed: int = 3) -> list[dict[str, Any]]:
    """Twelve Darker Ladies as a designer might make them, numbers and all."""
    triples = random.Random(seed).sample(list(combinations(SYMBOLS, 3)), 12)
    cards = [(f"Lady {n}", DARKER_SUITS[n % 4], set(triple)) for n, triple in enumerate(triples)]
    return [
        {
            "name": name,
            "suit": suit,
            "symbols": sorted(mine),
            "numbers": {
                of: sorted({len(mine & theirs) for other, s, theirs in cards if s == of and other != name})
                for of in DARKER_SUITS
            },
        }
        for name, suit, mine in cards
    ]


OWN = own_set()
OWN_HEARTS = [card for card in OWN if card["suit"] == "hearts"]
OTHERS = [card for card in OWN if card["suit"] != "hearts"]
LISTED: dict[str, Any] = {"lady": {"set": "darker", "suit": "hearts", "cards": OWN}}


def session(setup: dict[str, Any], *events: dict[str, Any], folder: Path | None = None) -> Session:
    raw = {"format": 1, "game": "black-sonata", "setup": setup, "events": list(events)}
    return parse_session(json.dumps(raw), "test", folder)


def table(setup: dict[str, Any], *events: dict[str, Any]) -> Any:
    return examine(session(setup, *events)).table


def answers(setup: dict[str, Any], *events: dict[str, Any]) -> dict[str, dict[Any, Fraction]]:
    found = examine(session(setup, *events)).answers()
    return {a.question.id: {c.value: c.probability or Fraction(0) for c in a.candidates} for a in found}


def worth(setup: dict[str, Any], *events: dict[str, Any]) -> ClueWorth:
    situation = examine(session(setup, *events))
    return Outlook(situation.table, {k.evidence.mystery.name: k for k in situation.known}).worth


def faults(setup: dict[str, Any], *events: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(DataError) as refused:
        session(setup, *events)
    return [(fault.path, fault.accepted) for fault in refused.value.faults]


def clue(card: dict[str, Any], suit: str = "hearts", **more: Any) -> dict[str, Any]:
    """What is noted of a listed card, for a lady of that suit."""
    return {"type": "clue", "symbols": card["symbols"], "numbers": card["numbers"][suit], **more}


def replaced(suit: str | None) -> dict[str, Any]:
    return {"type": "fog", "effect": "replace-lady", "suit": suit}


def all_keys() -> list[dict[str, Any]]:
    return [e for place in ROUND_TRIP for e in ({"type": "turn", "shows": None}, {"type": "move", "to": place})]


class TestWorlds:
    def test_without_cards_any_of_the_35_triples(self) -> None:
        assert answers(HEARTS) == {"lady.symbols": dict.fromkeys(combinations(SYMBOLS, 3), Fraction(1, 35))}

    def test_with_cards_the_three_ladies_of_her_suit(self) -> None:
        found = answers(LISTED)
        assert found["lady.identity"] == {card["name"]: Fraction(1, 3) for card in OWN_HEARTS}
        assert set(found["lady.symbols"]) == {tuple(card["symbols"]) for card in OWN_HEARTS}

    def test_a_list_may_serve_for_its_numbers_alone(self) -> None:
        setup = {"lady": {**LISTED["lady"], "knowledge": "symbols"}}
        assert len(answers(setup)["lady.symbols"]) == 35

    def test_numbers_are_sets_of_overlaps(self) -> None:
        event = {"type": "clue", "symbols": ["chain", "heart", "ring"], "numbers": [0, 1, 3]}
        for triple in answers(HEARTS, event)["lady.symbols"]:
            assert len(set(triple) & {"chain", "heart", "ring"}) in (0, 1, 3)

    def test_a_card_of_another_suit_tells_nothing_where_cards_are_known(self) -> None:
        assert answers(LISTED, *(clue(card) for card in OTHERS)) == answers(LISTED)

    def test_a_card_of_her_suit_is_not_she(self) -> None:
        one, other, last = OWN_HEARTS
        assert set(answers(LISTED, clue(one))["lady.identity"]) == {other["name"], last["name"]}
        assert answers(LISTED, clue(one), clue(other))["lady.identity"] == {last["name"]: 1}

    def test_all_three_as_clues_contradict_each_other(self) -> None:
        with pytest.raises(Contradiction) as refused:
            table(LISTED, *(clue(card) for card in OWN_HEARTS))
        assert refused.value.events == (0, 1, 2)


class TestReplacing:
    def test_numbers_noted_before_are_void(self) -> None:
        event = {"type": "clue", "symbols": ["chain", "heart", "ring"], "numbers": [1]}
        after = answers(HEARTS, event, replaced("spades"))["lady.symbols"]
        assert set(after) == {*combinations(SYMBOLS, 3)} - {("chain", "heart", "ring")}

    def test_a_listed_card_in_hand_tells_its_number_for_the_new_suit(self) -> None:
        card = next(card for card in OTHERS if card["suit"] != "spades" and len(card["numbers"]["spades"]) < 3)
        setup = {"lady": {**LISTED["lady"], "knowledge": "symbols"}}
        after = answers(setup, clue(card), replaced("spades"))["lady.symbols"]
        number = card["numbers"]["spades"]
        fits = {t for t in combinations(SYMBOLS, 3) if len(set(t) & set(card["symbols"])) in number}
        assert set(after) == fits - {tuple(card["symbols"])}

    def test_the_new_lady_is_of_the_new_suit(self) -> None:
        found = answers(LISTED, replaced("spades"))["lady.identity"]
        assert set(found) == {card["name"] for card in OWN if card["suit"] == "spades"}

    def test_only_to_a_suit_of_the_set(self) -> None:
        with pytest.raises(IllegalEvent, match="hearts, clubs, diamonds, spades"):
            table(HEARTS, replaced("rose"))
        with pytest.raises(DataError, match=r"events\[0\]\.suit"):
            table(HEARTS, replaced(None))
        with pytest.raises(IllegalEvent, match="hearts, clubs, diamonds, spades"):
            table(HEARTS, {"type": "fog", "effect": "other", "text": "a new lady", "suit": "oak"})

    def test_the_base_game_likewise(self) -> None:
        table(DARK, replaced("oak"))
        with pytest.raises(IllegalEvent, match="rose, oak"):
            table(DARK, replaced("hearts"))
        with pytest.raises(DataError, match=r"events\[0\]\.suit"):
            table(DARK, replaced(None))

    @pytest.mark.parametrize("right", [True, False])
    def test_what_confronting_told_of_an_earlier_lady_is_void(self, right: bool) -> None:
        setup = {"lady": {"set": "dark", "suit": "acorn", "knowledge": "cards"}}
        named = {"type": "confront", "symbols": ["heart", "crown", "chain"], "right": right}
        found = answers(setup, named, replaced("sage"))["lady.identity"]
        assert set(found) == {"Jacqueline Field", "Marie Mountjoy"}

    def test_only_to_a_suit_of_a_known_list(self) -> None:
        setup = {"lady": {"set": "darker", "suit": "hearts", "cards": OWN_HEARTS}}
        with pytest.raises(IllegalEvent, match="no lady of clubs"):
            table(setup, replaced("clubs"))

    def test_without_her_part_any_suit_may_be_noted(self) -> None:
        for suit in ("rose", "spades", None):
            table({}, replaced(suit))
        assert [path for path, _ in faults({}, replaced("swords"))] == ["$.events[0].suit"]


class TestClueCards:
    @pytest.mark.parametrize("setup", [HEARTS, DARK])
    @pytest.mark.parametrize(
        "event",
        [
            {"type": "clue", "side": "four", "symbols": ["chain", "heart", "ring", "music"], "count": 1},
            {"type": "clue", "side": "three", "symbols": ["chain", "heart", "ring"], "count": 1},
            {"type": "clue-card", "four": ["chain", "heart", "ring", "music"], "three": ["chain", "heart", "ring"]},
        ],
    )
    def test_those_with_two_sides_are_refused(self, setup: dict[str, Any], event: dict[str, Any]) -> None:
        with pytest.raises(IllegalEvent, match="Darkest"):
            table(setup, event)

    @pytest.mark.parametrize("lady", [HEARTS, DARK])
    def test_one_card_lies_under_the_keys(self, lady: dict[str, Any]) -> None:
        event = {"type": "clue", "symbols": ["chain", "heart", "ring"], "numbers": [1], "from": "keys"}
        assert table({**DECK, **lady}, *all_keys(), event).clues.held == 1
        twice = table({**DECK, **lady}, *all_keys(), event, event)
        assert "one clue card lies under the keys" in " ".join(twice.warnings)

    def test_where_it_came_from_is_kept_in_the_file(self) -> None:
        event = {"type": "clue", "symbols": ["chain", "heart", "ring"], "numbers": [1], "from": "keys"}
        assert session(HEARTS, event).to_json()["events"] == [event]


class TestWorth:
    """What a further clue tells, by the clue order of the set-up."""

    ONE_OF_TWO = log2(3) - 1
    """Bits of being shown one of the two others."""

    def test_the_card_under_the_keys_is_of_her_suit(self) -> None:
        assert worth(LISTED).key_clue == pytest.approx(self.ONE_OF_TWO)
        assert worth(LISTED, clue(OWN_HEARTS[0])).key_clue == pytest.approx(1)

    @pytest.mark.parametrize("seen", range(4))
    def test_one_of_the_first_four_is_of_her_suit(self, seen: int) -> None:
        found = worth(LISTED, *(clue(card) for card in OTHERS[:seen])).clue
        assert found == pytest.approx(self.ONE_OF_TWO / (4 - seen))

    def test_after_four_cards_the_deck_tells_nothing(self) -> None:
        assert worth(LISTED, *(clue(card) for card in OTHERS[:4])).clue == 0

    def test_once_it_was_seen_the_deck_tells_nothing(self) -> None:
        assert worth(LISTED, clue(OWN_HEARTS[1])).clue == 0

    def test_the_one_under_the_keys_leaves_the_other_in_the_deck(self) -> None:
        found = worth(LISTED, clue(OTHERS[0]), clue(OWN_HEARTS[1], **{"from": "keys"}))
        # of two ladies, with 1/3 the card of the other one, which tells all
        assert found.clue == pytest.approx(1 / 3)
        assert found.key_clue == 0

    def test_clues_that_were_not_noted_count_as_drawn(self) -> None:
        find = ({"type": "turn", "shows": None}, {"type": "search", "found": True})
        setup = {**DECK, **LISTED}
        one = worth(setup, *find).clue
        assert one == pytest.approx(self.ONE_OF_TWO / 4)
        assert worth(setup, *find * 4).clue == 0

    def test_once_she_was_replaced_any_card_may_come(self) -> None:
        found = worth(LISTED, replaced("spades"))
        assert found.clue == pytest.approx(self.ONE_OF_TWO * 2 / 11)
        assert found.key_clue == 0

    def test_without_cards_it_is_a_mean_over_what_may_come(self) -> None:
        found = worth(HEARTS)
        assert 0 < found.clue == found.key_clue < log2(35)
        assert found.clue < worth(DARK).clue  # numbers of three ladies tell less than those of two
        known = [{"type": "clue", "symbols": ["chain", "heart", "ring"], "numbers": [3]}]
        assert worth(HEARTS, *known) == ClueWorth(0.0, 0.0)


class TestCardLists:
    def test_a_file_beside_the_session(self, tmp_path: Path) -> None:
        lines = []
        for card in OWN:
            numbers = ", ".join(f"{suit} = {numbers}" for suit, numbers in card["numbers"].items())
            head = f'[[ladies]]\nname = "{card["name"]}"\nsuit = "{card["suit"]}"'
            lines.append(f"{head}\nsymbols = {json.dumps(card['symbols'])}\nnumbers = {{ {numbers} }}")
        (tmp_path / "own.toml").write_text("\n".join(lines))
        (tmp_path / "own.json").write_text(json.dumps(OWN))
        for name in ("own.toml", "own.json"):
            situation = examine(session({"lady": {**HEARTS["lady"], "cards": name}}, folder=tmp_path))
            assert len(situation.answers()[1].candidates) == 3

    def test_all_that_is_wrong_is_told_at_once(self) -> None:
        wrong = [
            *OWN,
            {**OWN[0], "name": "Lady 0"},
            {"name": "X", "suit": "hearts", "symbols": ["ring", "ring", "quill"]},
        ]
        found = faults({"lady": {**HEARTS["lady"], "cards": wrong}})
        assert found == [("$.setup.lady.cards[13].symbols", "three different symbols")]
        found = faults({"lady": {**HEARTS["lady"], "cards": [*OWN, OWN[0]]}})
        assert ("$.setup.lady.cards[12].name", "a name that no other card has") in found
        assert ("$.setup.lady.cards[12].symbols", "symbols that no other card has") in found

    def test_a_fourth_lady_of_a_suit(self) -> None:
        free = next(t for t in combinations(SYMBOLS, 3) if list(t) not in [card["symbols"] for card in OWN])
        bare = [{key: card[key] for key in ("name", "suit", "symbols")} for card in OWN]
        cards = [*bare, {"name": "X", "suit": "clubs", "symbols": list(free)}]
        found = faults({"lady": {**HEARTS["lady"], "cards": cards}})
        assert found == [("$.setup.lady.cards[12].suit", "a suit of at most 3 ladies")]

    def test_a_number_that_is_not_the_overlaps(self) -> None:
        right = OWN[1]["numbers"]["hearts"]
        cards = [OWN[0], {**OWN[1], "numbers": {"hearts": [n for n in range(4) if n not in right]}}, *OWN[2:]]
        assert [path for path, _ in faults({"lady": {**HEARTS["lady"], "cards": cards}})] == [
            "$.setup.lady.cards[1].numbers.hearts"
        ]

    def test_her_suit_must_be_listed(self) -> None:
        cards = list(OTHERS)
        found = faults({"lady": {**HEARTS["lady"], "cards": cards}})
        assert found == [("$.setup.lady.suit", "a suit of the card list: clubs, diamonds, spades")]

    def test_cards_cannot_be_known_without_a_list(self) -> None:
        assert [p for p, _ in faults({"lady": {**HEARTS["lady"], "knowledge": "cards"}})] == ["$.setup.lady.cards"]

    def test_suits_of_the_wrong_set(self) -> None:
        card = {"name": "A", "suit": "rose", "symbols": ["ring", "heart", "quill"], "numbers": {"oak": [1]}}
        assert [path for path, _ in faults({"lady": {**HEARTS["lady"], "cards": [card]}})] == [
            "$.setup.lady.cards[0].suit",
            "$.setup.lady.cards[0].numbers.oak",
        ]
        assert [path for path, _ in faults({"lady": {**DARK["lady"], "cards": [OWN[0]]}})] != []
        assert [path for path, _ in faults({"lady": {"set": "darker", "suit": "rose"}})] == ["$.setup.lady.suit"]
        assert [path for path, _ in faults({"lady": {"set": "dark", "suit": "spades"}})] == ["$.setup.lady.suit"]


class TestGrammar:
    @pytest.mark.parametrize(
        ("text", "event"),
        [
            ("fog replace-lady spades", replaced("spades")),
            (
                "clue from keys chain heart ring 0/1/2",
                {"type": "clue", "symbols": ["chain", "heart", "ring"], "numbers": [0, 1, 2], "from": "keys"},
            ),
        ],
    )
    def test_what_is_spoken_reads_back(self, text: str, event: dict[str, Any]) -> None:
        here = table(HEARTS)
        read = GAME.read_note(text, here)
        assert read.to_json() == event
        assert GAME.speak(read) == text
        assert GAME.read_note(GAME.speak(read), here) == read

    def test_her_suit_is_asked_for(self) -> None:
        with pytest.raises(UnreadableEvent, match="a suit"):
            GAME.read_note("fog replace", table(HEARTS))


def test_the_example_is_a_consistent_game() -> None:
    situation = examine(read_session(str(EXAMPLE)))
    assert 15 <= len(situation.session.events) <= 40
    assert situation.table.warnings == ()
    found = {a.question.id: {c.value for c in a.candidates} for a in situation.answers()}
    assert ("heart", "chain", "rattle") not in found["lady.symbols"]  # a set is told in alphabetical order
    assert ("chain", "heart", "rattle") in found["lady.symbols"]


ROOMY = Budget(worlds=10_000, states=10_000, seconds=60)


@pytest.mark.parametrize("seed", range(60))
def test_every_engine_has_the_same_candidates(seed: int) -> None:
    """On facts as clue cards tell them, one of three of them not in truth."""
    draw = random.Random(seed)
    cards = [Lady(c["name"], c["suit"], tuple(c["symbols"]), {}) for c in own_set(seed)]
    truth = draw.choice(cards)
    facts: list[Any] = []
    for card in draw.sample(cards, draw.randint(1, 6)):
        overlap = len(set(card.symbols) & set(truth.symbols))
        facts.append(Overlap(card.as_set, frozenset({overlap, draw.randint(0, 3)})))
        if card != truth or draw.random() < 0.3:
            facts.append(SeenAsClue(card.as_set))
    mystery: Any = CardLady(truth.suit, tuple(cards)) if draw.random() < 0.5 else SymbolLady()
    evidence = Evidence(mystery, tuple(Noted(index, fact) for index, fact in enumerate(facts)))
    for question in mystery.questions():
        found = worlds.weigh(mystery, facts, ROOMY).candidates(question.statistic)
        assert csp.enumerate_solutions(mystery, facts).candidates(question.statistic) == found
        assert cpsat.prove(evidence, ROOMY).candidates(question.statistic) == found


@pytest.mark.parametrize("seed", range(30))
def test_laws_of_notes(seed: int) -> None:
    """The truth is never lost while true clues are noted, and no clue adds a candidate."""
    draw = random.Random(seed)
    cards = own_set(seed)
    truth = draw.choice([card for card in cards if card["suit"] == "hearts"])
    listed = draw.random() < 0.5
    setup = {"lady": {"set": "darker", "suit": "hearts", **({"cards": cards} if listed else {})}}
    events = [clue(card) for card in draw.sample(cards, 8) if card != truth]
    before = set(answers(setup)["lady.symbols"])
    for length in range(1, len(events) + 1):
        found = answers(setup, *events[:length])["lady.symbols"]
        assert tuple(truth["symbols"]) in found
        assert set(found) <= before
        assert sum(found.values()) == 1
        before = set(found)
    draw.shuffle(events)
    assert answers(setup, *events)["lady.symbols"] == found
