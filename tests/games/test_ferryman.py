"""The Ferryman: the ferry, the closed road, the riverside, the keys in order, and plans over the river."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from maps import london
from maps.ferry import legs, product_graph, shortest_plan
from solver.answers.candidates import advance, examine, judge
from solver.core.errors import DataError, IllegalEvent, UnreadableEvent
from solver.core.session import Session, parse_session
from solver.games.black_sonata.advice import advise
from solver.games.black_sonata.errands import Planner
from solver.games.black_sonata.game import GAME
from solver.games.black_sonata.outlook import Outlook
from solver.games.black_sonata.parts.ferryman import top_key
from solver.games.black_sonata.travel import Stand

SITUATIONS = Path(__file__).resolve().parent.parent / "situations" / "ferry.txt"
RIVERSIDE = ("Blackfriars", "Liberty of the Clink", "London Bridge")
KEYED = tuple(name for name in london().names if name not in RIVERSIDE)
CLOSED = london().without_road("Blackfriars", "Liberty of the Clink")
DECK = {"stealth": {"knowledge": "map"}, "lady": {"set": "dark", "suit": "rose"}}


def river(start: str, ferry: str, *keys: str, **more: Any) -> dict[str, Any]:
    return {"start": start, "ferryman": {"ferry": ferry, "keys": list(keys)}, **more}


def session(setup: dict[str, Any], *events: dict[str, Any]) -> Session:
    raw = {"format": 1, "game": "black-sonata", "setup": setup, "events": list(events)}
    return parse_session(json.dumps(raw), "a game", None)


def table(setup: dict[str, Any], *notes: str) -> Any:
    """The table after notes as a player types them."""
    now = GAME.open(session(setup).setup)
    for index, note in enumerate(notes):
        now = advance(GAME, now, GAME.read_note(note, now), index)
    return now


def rows(now: Any) -> str:
    return "\n".join(f"{name}: {value}" for part in now.rules.parts for name, value in part.rows(now))


def outlook_at(setup: dict[str, Any], *notes: str) -> Outlook:
    now = table(setup, *notes)
    return Outlook(now, {known.evidence.mystery.name: known for known in judge(GAME, now)})


# Hand-checked situations


def situations() -> Iterator[Any]:
    """Each block of the file: its title, and its lines by their first word."""
    for block in SITUATIONS.read_text("utf-8").split("\n\n"):
        title, *lines = [line for line in block.splitlines() if not line.startswith("#")] or [""]
        if lines:
            yield pytest.param(dict(line.strip().split(None, 1) for line in lines), id=title)


def read_place(text: str) -> tuple[str, str, list[str]]:
    """From "PAWN, ferry PLACE, keys A B": the pawn, the ferry, the locations listed."""
    pawn, ferry, *listed = [part.strip() for part in text.split(",")]
    names = listed[0].split(" ", 1)[1] if listed else ""
    return pawn, ferry.removeprefix("ferry "), [name for name in names.split(" ") if name]


@pytest.mark.parametrize("told", list(situations()))
@pytest.mark.parametrize("with_a_turn", [False, True])
def test_hand_checked_situation(told: dict[str, str], with_a_turn: bool) -> None:
    pawn, ferry, keys = read_place(told["start"])
    now = table(river(pawn, ferry, *keys))
    *before, last = told.get("do", "").split("; ")
    for note in before:
        now = note_turn(advance(GAME, now, GAME.read_note(note, now), 0), with_a_turn)
    if "refused" in told:
        with pytest.raises(IllegalEvent, match=told["refused"]):
            GAME.advance(now, GAME.read_note(last, now), 0)
        return
    if last:
        now = advance(GAME, now, GAME.read_note(last, now), 0)
    check(told, now)


def note_turn(now: Any, noted: bool) -> Any:
    """With a `turn` between the actions, as in play, no second action is warned about."""
    return advance(GAME, now, GAME.read_note("turn rural", now), 0) if noted else now


def check(told: dict[str, str], now: Any) -> None:
    if "now" in told:
        pawn, ferry, keys = read_place(told["now"])
        assert now.rules.stand(now) == Stand(pawn, ferry)
        assert now.keys == set(keys)
    if "plan" in told:
        goal, words = told["plan"].split(": ")
        stand = now.rules.stand(now)
        plan = shortest_plan(CLOSED, stand.place, stand.ferry or "", goal)
        assert plan is not None
        assert [f"{leg.do} {leg.to}" if leg.do != "summon" else leg.do for leg in plan] == words.split(", ")


def test_there_are_enough_situations() -> None:
    assert len(list(situations())) >= 9
    assert sum("refused" in found.values[0] for found in situations()) >= 4
    assert sum("plan" in found.values[0] for found in situations()) >= 4


# The product graph of pawn and ferry


@pytest.mark.parametrize("ferry", RIVERSIDE)
@pytest.mark.parametrize("pawn", london().names)
def test_shortest_plans_are_as_long_as_breadth_first_search_says(pawn: str, ferry: str) -> None:
    now = table(river(pawn, ferry))
    reach = now.rules.reach(now, Stand(pawn, ferry))
    plans = {goal: shortest_plan(CLOSED, pawn, ferry, goal) for goal in london().names}
    assert {goal: len(plan or ()) for goal, plan in plans.items()} == reach


@pytest.mark.parametrize("ferry", RIVERSIDE)
@pytest.mark.parametrize("goal", london().names)
def test_every_plan_can_be_played(goal: str, ferry: str) -> None:
    """Each action is open where it is taken, and the last one brings the pawn to the goal."""
    now = table(river("Southwark", ferry))
    for leg in shortest_plan(CLOSED, "Southwark", ferry, goal) or ():
        note = {"walk": f"move {leg.to}", "ride": f"ride {leg.to}", "summon": "summon"}[leg.do]
        now = advance(GAME, now, GAME.read_note(note, now), 0)
        assert now.pawn == leg.to
    assert now.pawn == goal


def test_the_graph_holds_every_place_of_pawn_and_ferry() -> None:
    graph = product_graph(CLOSED)
    assert len(graph) == len(london().names) * len(RIVERSIDE)
    walks = 2 * len(CLOSED.roads) * len(RIVERSIDE)
    rides, calls = 3 * 2, 3 * 2
    assert graph.number_of_edges() == walks + rides + calls


def test_the_graph_and_the_rules_allow_the_same_actions() -> None:
    for pawn, ferry in product_graph(CLOSED):
        now = table(river(pawn, ferry))
        played = {(step.stand.place, step.stand.ferry) for step in now.rules.steps(now, now.rules.stand(now))}
        assert played == {node for _, node in legs(CLOSED, pawn, ferry)}


def test_a_plan_needs_places_that_are_there() -> None:
    with pytest.raises(KeyError, match="Camden"):
        shortest_plan(CLOSED, "Camden", "Blackfriars", "Cornhill")
    with pytest.raises(ValueError, match="riverside"):
        shortest_plan(CLOSED, "Cornhill", "Cornhill", "Cornhill")
    assert shortest_plan(CLOSED, "Cornhill", "Blackfriars", "Cornhill") == ()


# Ways


def test_the_youth_and_the_poet_keep_the_closed_road() -> None:
    now = table(river("Blackfriars", "Blackfriars"))
    assert "Liberty of the Clink" not in now.rules.roads["Blackfriars"]
    assert "Blackfriars" not in now.rules.roads["Liberty of the Clink"]
    assert "Liberty of the Clink" in now.board.neighbours["Blackfriars"]
    assert sum(map(len, now.rules.roads.values())) == 2 * 14


def test_a_ride_and_a_call_are_actions() -> None:
    now = table(river("Blackfriars", "London Bridge"), "fog", "summon")
    assert now.actions == 1
    again = advance(GAME, now, GAME.read_note("ferry Liberty", now), 2)
    assert again.actions == 2
    assert again.warnings


# Keys


def test_only_eight_keys_are_in_the_game() -> None:
    assert table(river("Cornhill", "Blackfriars")).rules.key_places == KEYED


def test_the_start_takes_the_top_key() -> None:
    assert table(river("Cornhill", "Blackfriars", "Cornhill")).keys == {"Cornhill"}
    assert table(river("Cornhill", "Blackfriars", "Eastcheap")).keys == set()
    assert table(river("Cornhill", "Blackfriars")).keys == set()


def test_without_a_start_key_the_pawn_must_come_back() -> None:
    setup = river("Cornhill", "Blackfriars", "Cornhill", rules={"start_key": False})
    assert table(setup).keys == set()
    assert "leave, and come back" in rows(table(setup))
    assert table(setup, "fog", "move Eastcheap", "fog", "move Cornhill").keys == {"Cornhill"}


def test_each_key_is_noted_when_it_is_revealed() -> None:
    setup = river("Cornhill", "Blackfriars", "Cornhill")
    now = table(setup, "key Eastcheap", "fog", "move Eastcheap", "key Bishopsgate", "fog", "move Bishopsgate")
    assert now.keys == {"Cornhill", "Eastcheap", "Bishopsgate"}
    assert top_key(now) is None


def test_the_same_top_key_may_be_noted_again() -> None:
    assert top_key(table(river("Cornhill", "Blackfriars", "Eastcheap"), "key Eastcheap")) == "Eastcheap"


def test_a_key_comes_up_once() -> None:
    with pytest.raises(IllegalEvent, match="collected already"):
        table(river("Cornhill", "Blackfriars", "Cornhill"), "key Cornhill")


SEARCH = ["turn commercial", "search miss"]


def test_a_search_by_an_unknown_key_is_warned_about() -> None:
    now = table(river("Cornhill", "Blackfriars", **DECK), *SEARCH)
    assert any("key of Cornhill" in warning for warning in now.warnings)
    assert now.searches == 1


def test_a_search_by_a_collected_key_is_not() -> None:
    assert table(river("Cornhill", "Blackfriars", "Cornhill", **DECK), *SEARCH).warnings == ()


def test_a_search_before_its_key_is_refused() -> None:
    with pytest.raises(IllegalEvent, match="the next is Eastcheap"):
        table(river("Cornhill", "Blackfriars", "Eastcheap", **DECK), *SEARCH)


def test_no_search_at_the_riverside_even_where_keys_are_not_noted() -> None:
    with pytest.raises(IllegalEvent, match="riverside"):
        table(river("London Bridge", "Blackfriars", **DECK), *SEARCH)


@pytest.mark.parametrize(("part", "note"), [("youth", "ask tavern"), ("rendezvous", "query 1")])
def test_asking_needs_the_collected_key_too(part: str, note: str) -> None:
    more = {part: {}}
    assert table(river("Cornhill", "Blackfriars", "Cornhill", **more), note).event == 0
    assert table(river("Cornhill", "Blackfriars", **more), note).warnings
    with pytest.raises(IllegalEvent, match="the next is Eastcheap"):
        table(river("Cornhill", "Blackfriars", "Eastcheap", **more), note)
    with pytest.raises(IllegalEvent, match="riverside"):
        table(river("London Bridge", "Blackfriars", **more), note)


CLUE = "clue from keys heart quill ring 0/2"
ALL = ("Cornhill", "Eastcheap", "Bishopsgate", "Shoreditch", "Cripplegate", "Clerkenwell", "St Paul's", "Southwark")


def all_round() -> list[str]:
    """Every key in the order of ALL, the last one over London Bridge."""
    way = ["Eastcheap", "Bishopsgate", "Shoreditch", "Cripplegate", "Clerkenwell", "Cripplegate", "St Paul's"]
    way += ["Cornhill", "Eastcheap", "London Bridge", "Southwark"]
    return [note for place in way for note in ("turn ?", f"move {place}")]


def test_the_clue_under_the_keys_comes_after_all_eight() -> None:
    setup = river("Cornhill", "Blackfriars", *ALL, **DECK)
    done = table(setup, *all_round())
    assert done.keys == set(KEYED)
    assert "none: all eight are collected" in rows(done)
    assert table(setup, *all_round(), CLUE).clues.held == 1
    (warning,) = table(setup, *all_round()[:-1], CLUE).warnings
    assert "Southwark" in warning


def test_it_is_taken_on_trust_where_keys_were_not_noted() -> None:
    now = table(river("Cornhill", "Blackfriars", **DECK), "turn ?", CLUE)
    assert now.clues.held == 1
    assert any("0 of 8 keys" in warning for warning in now.warnings)


# Set-up and bad input


@pytest.mark.parametrize(
    ("ferryman", "paths"),
    [
        ({}, ["$.setup.ferryman.ferry"]),
        ({"ferry": "Cornhill"}, ["$.setup.ferryman.ferry"]),
        ({"ferry": "Blackfriars", "keys": ["London Bridge"]}, ["$.setup.ferryman.keys[0]"]),
        ({"ferry": "Blackfriars", "keys": ["Cornhill", "Cornhill"]}, ["$.setup.ferryman.keys"]),
        ({"ferry": "Camden", "keys": ["Cornhill", "Camden"]}, ["$.setup.ferryman.ferry", "$.setup.ferryman.keys[1]"]),
        ({"ferry": "Blackfriars", "toll": 1}, ["$.setup.ferryman.toll"]),
    ],
)
def test_a_bad_set_up_is_refused_with_every_path(ferryman: dict[str, Any], paths: list[str]) -> None:
    with pytest.raises(DataError) as refusal:
        session({"start": "Cornhill", "ferryman": ferryman})
    assert [fault.path for fault in refusal.value.faults] == paths


def test_the_part_needs_a_pawn() -> None:
    with pytest.raises(DataError, match="start"):
        session({"ferryman": {"ferry": "Blackfriars"}})


@pytest.mark.parametrize("note", ["ferry Blackfriars", "summon", "key Cornhill"])
def test_without_the_part_there_is_no_ferry(note: str) -> None:
    with pytest.raises(IllegalEvent, match="switch on"):
        table({"start": "London Bridge"}, note)


@pytest.mark.parametrize("typed", ["ferry Blackfriars", "ride clink", "summon", "key Cornhill", "key st p"])
def test_words_and_event_say_the_same(typed: str) -> None:
    now = table(river("London Bridge", "London Bridge"))
    event = GAME.read_note(typed, now)
    assert GAME.read_note(GAME.speak(event), now) == event


@pytest.mark.parametrize("typed", ["ferry", "ride Camden", "summon Cornhill", "key"])
def test_words_that_say_nothing_are_refused(typed: str) -> None:
    with pytest.raises(UnreadableEvent):
        GAME.read_note(typed, table(river("London Bridge", "London Bridge")))


# Talk, score, hints


def test_show_tells_the_shortest_plan_to_the_next_key() -> None:
    told = rows(table(river("Southwark", "London Bridge", "St Paul's")))
    assert "ferry: at London Bridge" in told
    assert "next key: St Paul's: walk to London Bridge, ride the ferry to Blackfriars, walk to St Paul's" in told
    assert "next key: not known" in rows(table(river("Southwark", "London Bridge")))
    assert "summon the ferry" in rows(table(river("Southwark", "Blackfriars", "Clerkenwell")))


@pytest.mark.parametrize(("end", "points"), [("right", Fraction(10)), ("wrong", Fraction(0)), ("", None)])
def test_score(end: str, points: Fraction | None) -> None:
    now = table(river("Cornhill", "Blackfriars"), f"confront heart quill ring {end}")
    (line,) = [line for part in now.rules.parts for line in part.score(now) if "Ferryman" in line.text]
    assert line.points == points


def test_a_hint_offers_rides_and_calls() -> None:
    now = table(river("Blackfriars", "Blackfriars", "Southwark", **DECK), "turn tavern")
    actions = [advice.action for advice in advise(now, judge(GAME, now)).ranked]
    assert {"type": "ferry", "to": "London Bridge"} in actions
    assert {"type": "ferry", "to": "Liberty of the Clink"} in actions
    assert {"type": "move", "to": "Liberty of the Clink"} not in actions
    assert {"type": "summon"} not in actions
    away = table(river("Blackfriars", "London Bridge", "Southwark", **DECK), "turn tavern")
    assert {"type": "summon"} in [advice.action for advice in advise(away, judge(GAME, away)).ranked]


def test_a_hint_never_searches_at_the_riverside_or_before_the_key() -> None:
    for setup in (river("London Bridge", "Blackfriars", **DECK), river("Cornhill", "Blackfriars", "Eastcheap", **DECK)):
        now = table(setup, "turn commercial")
        assert "search" not in [advice.action["type"] for advice in advise(now, judge(GAME, now)).ranked]


def test_only_a_step_to_the_top_key_takes_a_key() -> None:
    now = table(river("Cornhill", "Blackfriars", "Eastcheap", **DECK), "turn rural")
    told = {a.action.get("to"): a.because for a in advise(now, judge(GAME, now)).ranked if a.action["type"] == "move"}
    assert [place for place, why in told.items() if "Eastcheap is the next key" in why] == ["Eastcheap"]
    assert [place for place, why in told.items() if "not visited yet" in why] == ["Eastcheap"]


def test_the_next_key_is_an_errand_for_as_many_turns_as_the_way_has() -> None:
    planner = Planner(outlook_at(river("Cornhill", "Blackfriars", "Southwark", **DECK), "turn rural"))
    key = "collect the key of Southwark"
    turns = {plan.turns for plan in planner._plans(Stand("Blackfriars", "Blackfriars"), 0) if plan.errand.tell == key}
    assert min(turns) == 2
    assert not [plan for plan in planner._plans(Stand("Southwark", "Blackfriars"), 0) if plan.errand.tell == key]


@pytest.mark.parametrize("name", ["ferryman"])
def test_the_example_is_a_consistent_game(name: str) -> None:
    path = Path(__file__).resolve().parents[2] / "examples" / f"{name}.json"
    whole = parse_session(path.read_text("utf-8"), str(path), None)
    assert 15 <= len(whole.events) <= 40
    for count in range(len(whole.events) + 1):
        found = examine(whole.with_events(whole.events[:count]))
        assert advise(found.table, found.known).objective
