"""With several parts on: one hint for all, exact bits, weights that count, one score sheet, faults found."""

from __future__ import annotations

from fractions import Fraction
from math import log2, prod
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from maps import london
from solver.answers.candidates import examine, judge
from solver.core.errors import Contradiction, DataError, IllegalEvent
from solver.core.values import Budget
from solver.engines.choose import FEW_WORLDS
from solver.engines.worlds import weigh
from solver.games.black_sonata.outlook import Outlook
from solver.games.black_sonata.weights import weights
from tests.games.playing import fog, move, played, search, session, turn, turns
from tests.laws.house import session_of, table_of, tables_of, total_weight
from tests.referee import sorted_row
from tests.referee_parts import LADIES, POETS, SWITCHES, distance, play_parts, youth_answers

if TYPE_CHECKING:
    from solver.core.protocol import Evidence
    from solver.core.values import Advice, Hint

Json = dict[str, Any]
PASS: Json = {"type": "pass"}
CARD: Json = {"type": "clue-card", "four": ["heart", "quill", "ring", "crown"], "three": ["quill", "heart", "chain"]}
ALL_BUT_FERRY: Json = {
    "start": "Cornhill",
    "stealth": {"knowledge": "printed", "sequences": [1]},
    "lady": {"set": "darkest"},
    "youth": {},
    "rendezvous": {},
    "blazon": {},
    "poet": {"kind": "elusive", "at": "St Paul's"},
    "extra_fog": True,
    "tarry": True,
    "waypoints": True,
    "indirections": 4,
}
FERRY: Json = {"ferryman": {"ferry": "London Bridge", "keys": ["Eastcheap"]}}
PRINTED_ALL = [("deck-printed", lady, poet, *SWITCHES) for lady in LADIES for poet in POETS]


def hint_of(setup: Json, *events: Json) -> Hint:
    found = examine(session(setup, *events))
    hint: Hint = found.session.game.advise(found.table, found.known)
    return hint


def kinds_of(hint: Hint) -> set[str]:
    """The kinds of action, with the side of a clue and who is confronted."""
    told = ("side", "who")
    return {" ".join([a.action["type"], *(str(a.action[k]) for k in told if k in a.action)]) for a in hint.ranked}


def first_faces(number: int) -> list[str]:
    """Faces that the printed sequence 1 shows from its first card on."""
    return [landmark for _, landmark in sorted_row(1)[:number]]


# One hint for all


def test_one_hint_ranks_what_may_be_done_with_a_key_in_hand() -> None:
    """After seven faces of the only sequence there may be, her location is certain: worth a mark."""
    top, *seen, last = first_faces(7)
    events = [{"type": "top", "shows": top}, *(event for face in seen for event in (turn(face), PASS))]
    hint = hint_of(ALL_BUT_FERRY, *events, turn(last))
    found = {"move", "search", "ask", "query", "waypoint", "pass"}
    assert found <= kinds_of(hint)
    assert hint.weights == weights()


def test_one_hint_ranks_both_sides_of_a_clue_with_the_other_actions() -> None:
    """At Cornhill without a deck: nothing limits which clue comes when."""
    setup = {key: value for key, value in ALL_BUT_FERRY.items() if key != "stealth"}
    hint = hint_of(setup, CARD)
    assert {"move", "ask", "query", "clue four", "clue three", "confront youth", "pass"} <= kinds_of(hint)


def test_one_hint_ranks_the_ferry_with_the_other_actions() -> None:
    at_the_ferry = hint_of({**ALL_BUT_FERRY, **FERRY, "start": "London Bridge"}, turn())
    assert {"move", "ferry", "pass"} <= kinds_of(at_the_ferry)
    assert not {"search", "ask", "query"} & kinds_of(at_the_ferry)
    across = hint_of({**ALL_BUT_FERRY, **FERRY, "start": "Blackfriars"}, turn())
    assert {"move", "summon", "pass"} <= kinds_of(across)


def test_one_hint_ranks_fog_with_the_other_actions() -> None:
    setup = {key: value for key, value in ALL_BUT_FERRY.items() if key != "blazon"}
    hint = hint_of(setup, turn(), search(), *turns(26))
    assert {"move", "fog", "ask", "query", "pass"} <= kinds_of(hint)
    assert "search" not in kinds_of(hint)


def test_after_the_action_the_next_card_is_ranked_with_a_tarry() -> None:
    assert {"turn", "tarry"} <= kinds_of(hint_of(ALL_BUT_FERRY, turn(), PASS))


def test_while_a_tarry_card_holds_her_there_is_no_search_and_no_fog() -> None:
    """It lies on the card of hers; what it hides can be neither searched nor used."""
    hint = hint_of(ALL_BUT_FERRY, turn(), {"type": "tarry"})
    assert "turn" in kinds_of(hint)
    assert not {"search", "fog", "tarry"} & kinds_of(hint)
    with pytest.raises(IllegalEvent, match="special card"):
        played({**ALL_BUT_FERRY, "blazon": None}, turn(), search(), *turns(26), {"type": "tarry"}, fog("discard"))


@pytest.mark.parametrize("seed", range(12))
def test_a_plan_looks_at_the_cards_that_will_come_up(seed: int) -> None:
    """The slot `n` turns ahead is that of the deck once nothing but turns were noted, specials and all."""
    raw = play_parts(seed, PRINTED_ALL[seed % len(PRINTED_ALL)], 90).session
    game = session_of(raw)
    for number, table in list(enumerate(tables_of(game)))[::7]:
        fly: list[Json] = [{"type": "flight"}] if table.flight_waits else []
        outlook = Outlook(table, {})
        for ahead in range(1, 9):
            later = table_of(raw, [*raw["events"][:number], *fly, *turns(ahead)])
            assert outlook.slot(ahead) == later.deck.slot, (number, ahead)


# Bits


def evidence_after(raw: Json, *events: Json) -> tuple[Evidence, ...]:
    game = session_of(raw, events)
    return tuple(game.game.evidence(table_of(raw, events)))


def entropy_of(evidence: Evidence) -> float:
    assert evidence.mystery.size() <= FEW_WORLDS
    shares = [weight for _, weight in weigh(evidence.mystery, evidence.facts, Budget()).weighted]
    return -sum(w / sum(shares) * log2(w / sum(shares)) for w in shares)


def tells_what_it_says(raw: Json, events: list[Json], advice: Advice) -> None:
    """Outcome by outcome: the weight of all worlds once it is noted, and the entropy that is left of each mystery."""
    before = evidence_after(raw, *events)
    weight_before = [total_weight(evidence) for evidence in before]
    left = {evidence.mystery.name: 0.0 for evidence in before}
    for outcome in advice.outcomes:
        after = evidence_after(raw, *events, {**advice.action, **outcome.fields})
        shares = (total_weight(new) / old for new, old in zip(after, weight_before, strict=True))
        assert prod(shares, start=Fraction(1)) == outcome.probability
        for evidence in after:
            left[evidence.mystery.name] += float(outcome.probability) * entropy_of(evidence)
    for evidence in before:
        name = evidence.mystery.name
        told = entropy_of(evidence) - left[name]
        assert advice.bits_by.get(name, 0.0) == pytest.approx(told, abs=1e-9), (advice.words, name)
    assert advice.bits == pytest.approx(sum(advice.bits_by.values()), abs=1e-9)


@pytest.mark.parametrize("seed", range(24))
def test_bits_are_those_of_conditioning(seed: int) -> None:
    raw = play_parts(seed, PRINTED_ALL[seed % len(PRINTED_ALL)], 60).session
    number = Random(seed).randint(1, len(raw["events"]))
    events = raw["events"][:number]
    table = table_of(raw, events)
    game = session_of(raw, events).game
    for advice in game.advise(table, judge(game, table)).ranked:
        if advice.action["type"] != "fog":
            tells_what_it_says(raw, events, advice)


def test_bits_of_asking_querying_and_both_sides_are_those_of_conditioning() -> None:
    setup = {key: value for key, value in ALL_BUT_FERRY.items() if key != "stealth"}
    raw: Json = {"format": 1, "game": "black-sonata", "setup": setup, "events": [CARD]}
    told = {advice.action["type"]: advice for advice in hint_of(setup, CARD).ranked}
    for kind in ("ask", "query", "clue", "confront"):
        assert (told[kind].bits or 0) > 0
    for advice in hint_of(setup, CARD).ranked:
        tells_what_it_says(raw, [CARD], advice)


# Weights

NAMED = {
    ("youth", "points"): 20, ("youth", "both"): 10, ("rendezvous", "points"): 15, ("blazon", "win"): 10,
    ("ferryman", "win"): 10, ("darkest", "win"): 5, ("poet", "aggressive"): 10, ("poet", "elusive"): -10,
    ("indirections", "each"): 0.5,
}  # fmt: skip
SYMBOLS = ["chain", "crown", "heart"]
SCORED: Json = {
    "start": "Cornhill", "lady": {"set": "darkest"}, "youth": {}, "rendezvous": {}, "blazon": {}, "indirections": 4,
    "ferryman": {"ferry": "London Bridge", "keys": ["Eastcheap"]}, "poet": {"kind": "aggressive", "at": "St Paul's"},
}  # fmt: skip
HERE = london().place("Cornhill").landmarks[0]
ELSEWHERE = next(mark for mark in london().landmarks if mark not in london().place("Cornhill").landmarks)
WON: list[Json] = [
    turn(),
    {"type": "confront", "who": "youth", "location": "Cornhill", "right": True},
    {"type": "confront", "who": "blazon", "symbols": ["1a", "2a", "3a", "4a"], "right": True},
    {"type": "confront", "symbols": SYMBOLS, "landmark": HERE, "right": True},
]
LOST: list[Json] = [
    turn(),
    {"type": "confront", "who": "youth", "location": "Cornhill", "right": False},
    {"type": "confront", "symbols": SYMBOLS, "landmark": ELSEWHERE},
]


def test_the_weights_are_what_the_parts_score() -> None:
    assert {key: weights()[key[0]][key[1]] for key in NAMED} == NAMED


def score_sheet(setup: Json, *events: Json) -> tuple[dict[str, str], str]:
    found = examine(session(setup, *events))
    view = found.session.game.view(found.table, found.known)
    panel: Any = next(panel for panel in view.panels if getattr(panel, "title", "") == "Score")
    return {row[0].text: row[1].text for row in panel.rows}, panel.caption


def points(setup: Json, *events: Json) -> list[str]:
    return list(score_sheet(setup, *events)[0].values())


def test_the_score_sheet_of_a_game_that_was_won() -> None:
    lines, caption = score_sheet(SCORED, *WON)
    assert sorted(lines.values(), key=float) == ["2", "5", "10", "10", "10", "10", "15", "20"]
    assert "82 points" in caption


def test_the_score_sheet_of_a_game_that_was_lost() -> None:
    setup = {**SCORED, "poet": {"kind": "elusive", "at": "St Paul's"}, "indirections": 3}
    lines, caption = score_sheet(setup, *LOST)
    assert sorted(lines.values(), key=float) == ["-20", "-10", "0", "0", "0", "0", "0", "1.5"]
    assert "-28.5 points" in caption


@pytest.mark.parametrize("key", NAMED)
def test_every_weight_counts_in_the_score(key: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    setup = {**SCORED, "poet": {"kind": "elusive", "at": "St Paul's"}} if key == ("poet", "elusive") else SCORED
    before = points(setup, *WON)
    monkeypatch.setitem(weights()[key[0]], key[1], 1000.0)
    changed = [new for old, new in zip(before, points(setup, *WON), strict=True) if old != new]
    assert changed == ["4000" if key == ("indirections", "each") else "1000"]


def values_of(hint: Hint) -> dict[str, float]:
    return {advice.words: advice.value for advice in hint.ranked}


@pytest.mark.parametrize(("part", "kind"), [("youth", "ask"), ("rendezvous", "query")])
def test_a_weight_changes_the_ranking(part: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a part scores decides which of two answers is asked for first."""
    other = {"ask": "query", "query": "ask"}[kind]
    monkeypatch.setitem(weights()["youth" if part == "rendezvous" else "rendezvous"], "points", 0.1)
    monkeypatch.setitem(weights()[part], "points", 500.0)
    order = [advice.action["type"] for advice in hint_of(ALL_BUT_FERRY, turn()).ranked]
    assert order.index(kind) < order.index(other)


@pytest.mark.parametrize("key", [("blazon", "win"), ("darkest", "win"), ("youth", "both"), ("poet", "held")])
def test_a_weight_counts_in_the_hint(key: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """After a find, where she, the blazon and the Youth may be named; or with the Aggressive Poet next to the pawn."""
    setup: Json = {**ALL_BUT_FERRY, "stealth": {"knowledge": "map"}}
    events = [turn(), search(found=True, flight=False)]
    if key[0] == "poet":
        setup, events = {**setup, "poet": {"kind": "aggressive", "at": "Eastcheap"}}, [turn("tavern")]
    before = values_of(hint_of(setup, *events))
    monkeypatch.setitem(weights()[key[0]], key[1], 400.0)
    assert values_of(hint_of(setup, *events)) != before


# Planted faults

NO_DECK = {key: value for key, value in ALL_BUT_FERRY.items() if key != "stealth"}
BLAZON = {"type": "blazon", "symbols": ["1a", "2a", "3a", "4a"]}
SIDE = {"type": "clue", "side": "four", "symbols": ["heart", "quill", "ring", "crown"]}
ORDER = {"type": "clue", "side": "three", "symbols": ["heart", "quill", "ring"]}
FAR = {"type": "query", "distance": 3}
IMPOSSIBLE: dict[str, tuple[Json, list[Json], list[int]]] = {
    "another answer at the same place": (
        NO_DECK, [{"type": "ask", "landmark": m} for m in youth_answers("Cornhill", "Cornhill")[:2]], [0, 1]),
    "another distance at the same place": (NO_DECK, [{"type": "query", "distance": n} for n in (1, 2)], [0, 1]),
    "another count of one blazon card": (NO_DECK, [{**BLAZON, "common": 4}, {**BLAZON, "common": 3}], [0, 1]),
    "no blazon has fewer than three of four tiles": (NO_DECK, [
        {**BLAZON, "common": 0}, {**BLAZON, "symbols": ["1b", "2b", "3b", "4b"], "common": 0}], [0, 1]),
    "a named blazon that was right, and a clue": (NO_DECK, [
        {**BLAZON, "common": 1}, {"type": "confront", "who": "blazon", "symbols": BLAZON["symbols"], "right": True}],
        [0, 1]),
    "two counts of one side": (NO_DECK, [{**SIDE, "count": 1}, {**SIDE, "count": 2}], [0, 1]),
    "in place, but not hers": (NO_DECK, [
        {**ORDER, "count": 6}, {**SIDE, "symbols": ["heart", "quill", "ring", "crown"], "count": 2}], [0, 1]),
    "a Rendezvous that is turned, and a distance": (NO_DECK, [
        {"type": "query", "distance": next(n for n in (1, 2, 3) if n != distance(HERE, "nearest-other", "Cornhill"))},
        {"type": "confront", "symbols": SYMBOLS, "landmark": HERE, "right": True}], [0, 1]),
    "the Youth was there, and was not": (NO_DECK, [
        {"type": "confront", "who": "youth", "location": "Cornhill", "right": r} for r in (True, False)], [0, 1]),
    "another face in the same slot": (
        ALL_BUT_FERRY, [turn({"compass": ["N"]}), *turns(25), turn({"compass": ["S"]})], [0, 26]),
    "a landmark where a compass card was": (ALL_BUT_FERRY, [turn({"compass": ["N"]}), *turns(25), turn("church")],
                                            [0, 26]),
}  # fmt: skip


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_notes_that_no_world_fits_are_a_contradiction(name: str) -> None:
    setup, events, conflict = IMPOSSIBLE[name]
    with pytest.raises(Contradiction) as refusal:
        examine(session(setup, *events))
    assert list(refusal.value.events) == conflict
    assert refusal.value.exit_status == 3


AGGRESSIVE = {**NO_DECK, "poet": {"kind": "aggressive", "at": "Bishopsgate"}}
AT_RIVER = {**NO_DECK, **FERRY, "start": "Blackfriars"}
FORBIDDEN: dict[str, tuple[Json, list[Json]]] = {
    "a blazon clue before a card came up": (ALL_BUT_FERRY, [turn(), {**BLAZON, "common": 2}]),
    "fog where a blazon card lies": (ALL_BUT_FERRY, [turn(), search(), *turns(25), turn("fog")]),
    "a waypoint that does not turn up": (
        ALL_BUT_FERRY, [turn(), {"type": "waypoint", "at": "Cornhill"}, *turns(25), turn("church")]),
    "a tracer that turns up too soon": (
        ALL_BUT_FERRY, [turn(), {"type": "tracer", "moves": 3}, turn(["tracer", None])]),
    "a second tracer": (ALL_BUT_FERRY, [turn(), *[{"type": "tracer", "moves": 3}] * 2]),
    "a fourth Tarry card": (ALL_BUT_FERRY, [event for _ in range(4) for event in (turn(), {"type": "tarry"})]),
    "four symbols of a lady with three": (NO_DECK, [{**SIDE, "count": 4}]),
    "a count of five": (NO_DECK, [{**ORDER, "count": 5}]),
    "a ride from where the ferry is not": (AT_RIVER, [{"type": "ferry", "to": "Liberty of the Clink"}]),
    "the crossing on foot": (AT_RIVER, [move("Liberty of the Clink")]),
    "asking without a key": (AT_RIVER, [{"type": "ask", "landmark": "church"}]),
    "a key out of order": (AT_RIVER, [{"type": "key", "next": "Cornhill"}]),
    "a move onto the Aggressive Poet": (AGGRESSIVE, [move("Bishopsgate")]),
    "a clue from the Aggressive Poet": (AGGRESSIVE, [{**SIDE, "count": 1, "from": "poet"}]),
    "the Poet placed where he was not met": (NO_DECK, [{"type": "poet", "at": "Southwark"}]),
    "the Youth confronted from afar": (NO_DECK, [
        {"type": "confront", "who": "youth", "location": "Southwark", "right": True}]),
    "suits of ladies who have none": (NO_DECK, [{"type": "clue", "symbols": SYMBOLS, "numbers": [1]}]),
}  # fmt: skip


@pytest.mark.parametrize("name", FORBIDDEN)
def test_notes_that_the_table_does_not_allow_are_forbidden(name: str) -> None:
    setup, events = FORBIDDEN[name]
    game = session(setup, *events)
    with pytest.raises(IllegalEvent) as refusal:
        examine(game)
    assert refusal.value.index == len(events) - 1
    assert refusal.value.exit_status == 3


@pytest.mark.parametrize(
    ("event", "path"),
    [
        ({**BLAZON, "common": 5}, "$.events[0].common"),
        ({**BLAZON, "symbols": ["1a", "1b", "2a", "3a"], "common": 1}, "$.events[0].symbols"),
        ({**SIDE, "symbols": ["heart", "heart", "ring", "crown"], "count": 1}, "$.events[0].symbols"),
        ({**ORDER, "count": 7}, "$.events[0].count"),
        ({"type": "tracer", "moves": 4}, "$.events[0].moves"),
        ({"type": "turn", "shows": {"compass": ["N", "S"]}}, "$.events[0].shows"),
    ],
)
def test_notes_of_the_wrong_form_are_faults(event: Json, path: str) -> None:
    with pytest.raises(DataError) as refusal:
        session(ALL_BUT_FERRY, event)
    assert path in {fault.path for fault in refusal.value.faults}


@pytest.mark.parametrize("seed", range(20))
def test_a_second_answer_in_a_random_game_is_a_contradiction(seed: int) -> None:
    """Asked again in the same turn, the bystander shows something else, or the distance is another one."""
    raw = play_parts(seed, ("youth", "rendezvous", LADIES[seed % 4], "blazon"), 60).session
    asked = [n for n, event in enumerate(raw["events"]) if event["type"] in ("ask", "query")]
    for number in asked[:3]:
        event = raw["events"][number]
        kept = raw["events"][: number + 1]
        wrong = {**event, "landmark": _another(event["landmark"])} if "landmark" in event else {
            **event, "distance": event["distance"] % 3 + 1}  # fmt: skip
        with pytest.raises(Contradiction) as refusal:
            examine(session_of(raw, [*kept, wrong]))
        assert number + 1 in refusal.value.events


def _another(landmark: str) -> str:
    return next(mark for mark in london().landmarks if mark != landmark)
