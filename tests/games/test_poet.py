"""The Rival Poet: how he moves, what he gives, what he forbids, and what a hint makes of him."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from maps import london
from maps.geometry import turn_angle
from solver.answers.candidates import advance, examine, judge
from solver.core.errors import DataError, IllegalEvent, UnreadableEvent
from solver.core.session import Session, parse_session
from solver.games.black_sonata.advice import advise
from solver.games.black_sonata.faces import Landmark
from solver.games.black_sonata.game import GAME
from solver.games.black_sonata.outlook import Outlook
from solver.games.black_sonata.poet_moves import hops, next_place, right_most
from solver.games.black_sonata.poet_plans import clue_points, poet_errands, step_gain
from solver.games.black_sonata.rival import rival
from solver.games.black_sonata.travel import Stand

SITUATIONS = Path(__file__).resolve().parent.parent / "situations" / "poet.txt"
STEALTH = {"stealth": {"knowledge": "map"}}


def session(setup: dict[str, Any], *events: dict[str, Any]) -> Session:
    raw = {"format": 1, "game": "black-sonata", "setup": setup, "events": list(events)}
    return parse_session(json.dumps(raw), "a game", None)


def table(setup: dict[str, Any], *notes: str) -> Any:
    """The table after notes as a player types them."""
    now = GAME.open(session(setup).setup)
    for index, note in enumerate(notes):
        now = advance(GAME, now, GAME.read_note(note, now), index)
    return now


def elusive(start: str, at: str, **more: Any) -> dict[str, Any]:
    return {"start": start, "poet": {"kind": "elusive", "at": at}, **more}


def aggressive(start: str, at: str, **more: Any) -> dict[str, Any]:
    return {"start": start, "poet": {"kind": "aggressive", "at": at}, **more}


def where(setup: dict[str, Any], *notes: str) -> set[str]:
    return set(rival(table(setup, *notes)).places)


def hint(setup: dict[str, Any], *notes: str) -> Any:
    now = table(setup, *notes)
    return advise(now, judge(GAME, now))


# Hand-checked situations


def situations() -> list[tuple[str, ...]]:
    lines = SITUATIONS.read_text("utf-8").splitlines()
    return [tuple(part.strip() for part in line.split("|")) for line in lines if "|" in line and line[0] not in "# "]


def situations_in_games() -> list[tuple[Any, ...]]:
    """Each situation with other parts on; a fresh deck has no fog on top (see the test of fog in a searched slot)."""
    ferry = {"ferryman": {"ferry": "London Bridge"}}
    deck = {**STEALTH, "indirections": True}
    return [(*s, more) for more in ({}, deck, ferry) for s in situations() if more is not deck or s[3] != "fog"]


@pytest.mark.parametrize(("kind", "poet", "pawn", "shows", "goes", "more"), situations_in_games())
def test_hand_checked_situation(kind: str, poet: str, pawn: str, shows: str, goes: str, more: dict[str, Any]) -> None:
    setup = {"start": pawn, "poet": {"kind": kind, "at": poet}, **more}
    assert where(setup, f"turn {shows}") == {poet if goes == "stays" else goes}


def test_there_are_enough_situations_each_with_its_reason() -> None:
    text = SITUATIONS.read_text("utf-8")
    assert len(situations()) >= 14
    assert {kind for kind, *_ in situations()} == {"elusive", "aggressive"}
    blocks = [block for block in text.split("\n\n") if "|" in block and not block.lstrip().startswith("#")]
    assert all("\n    " in block for block in blocks)
    assert len(blocks) == len(situations())


# The rule itself, against a plain reading by brute force


def plain_step(kind: str, poet: str, pawn: str, landmark: str) -> str:
    """The rule read again, path by path and angle by angle."""
    board = london()
    blocked = {place.name for place in board.places if landmark in place.landmarks}
    if kind == "elusive":
        away = {name: len(min(paths(name, pawn, set()), key=len)) for name in board.names}
        near = pawn in board.neighbours[poet]
        options = [n for n in board.neighbours[poet] if near and n not in blocked and away[n] > away[poet]]
        facing = tuple(2 * a - b for a, b in zip(board.place(poet).xy, board.place(pawn).xy, strict=True))
    else:
        found = [] if poet == pawn else paths(poet, pawn, blocked)
        shortest = min(map(len, found), default=0)
        options = sorted({path[1] for path in found if len(path) == shortest})
        facing = board.place(pawn).xy
    if not options:
        return poet
    here = board.place(poet).xy
    return max(options, key=lambda name: turn_angle(here, (facing[0], facing[1]), board.place(name).xy))


def paths(start: str, goal: str, blocked: set[str]) -> list[list[str]]:
    """Every way from start to goal that visits no place twice and enters nothing blocked."""
    found, open_ends = [], [[start]]
    while open_ends:
        path = open_ends.pop()
        if path[-1] == goal:
            found.append(path)
            continue
        steps = london().neighbours[path[-1]]
        open_ends += [[*path, step] for step in steps if step not in path and step not in blocked]
    return found


@pytest.mark.parametrize("landmark", london().landmarks)
@pytest.mark.parametrize("kind", ["elusive", "aggressive"])
def test_every_step_is_that_of_the_plain_reading(kind: Any, landmark: str) -> None:
    for poet in london().names:
        for pawn in london().names:
            expected = plain_step(kind, poet, pawn, landmark)
            assert next_place(london(), kind, poet, pawn, Landmark(landmark)) == expected, (poet, pawn)


def test_equal_angles_go_by_name() -> None:
    board = london()
    assert right_most(board, (0, 0), (0, -1), ["Cornhill"]) == "Cornhill"
    far = board.place("Cornhill").xy
    assert right_most(board, (far[0], far[1] + 10), far, ["Cornhill", "Cornhill"]) == "Cornhill"


def test_hops_enter_no_closed_place() -> None:
    roads = london().neighbours
    assert hops(roads, "Eastcheap")["Southwark"] == 2
    assert hops(roads, "Eastcheap", {"London Bridge", "Cornhill"})["Southwark"] == 7
    assert "Southwark" not in hops(roads, "Eastcheap", {"London Bridge", "Blackfriars"})


# When he moves


def test_he_moves_once_a_turn_and_not_in_a_flight() -> None:
    setup = elusive("Cornhill", "Eastcheap", **STEALTH)
    notes = ["top church", "turn rural", "search hit wait"]
    assert where(setup, *notes[:2]) == {"London Bridge"}
    assert where(setup, *notes, "flight tavern") == {"London Bridge"}


def test_he_moves_by_the_pawn_as_it_stood_before_the_turn() -> None:
    setup = elusive("Bishopsgate", "Eastcheap")
    assert where(setup, "fog", "move Cornhill") == {"Eastcheap"}
    assert where(setup, "fog", "move Cornhill", "turn rural") == {"London Bridge"}


FAR = ["search miss", *["turn ?", "pass"] * 25, "move Bishopsgate"]
"""After a first turn at Shoreditch: one pass through the deck, and at its end a step next to him."""


def test_under_fog_in_a_searched_slot_he_stays() -> None:
    setup = elusive("Shoreditch", "Eastcheap", **STEALTH)
    assert where(setup, "turn rural", *FAR) == {"Eastcheap"}
    assert where(setup, "turn rural", *FAR, "fog") == {"Eastcheap"}
    assert where(setup, "turn rural", "pass", *FAR[1:], "turn rural") == {"London Bridge"}


def test_a_blazon_on_top_is_fog() -> None:
    setup = elusive("Shoreditch", "Eastcheap", **STEALTH, blazon={})
    assert where(setup, "turn rural", *FAR, "turn blazon") == {"Eastcheap"}


def test_a_tarry_turn_moves_him_by_the_same_card() -> None:
    setup = aggressive("Cornhill", "Shoreditch", **STEALTH, tarry=True)
    assert where(setup, "turn tavern") == {"Cripplegate"}
    assert where(setup, "turn tavern", "tarry", "turn tavern") == {"Cornhill"}


def test_a_card_seen_before_need_not_be_noted_again() -> None:
    setup = elusive("Shoreditch", "Cornhill", **STEALTH)
    assert where(setup, "turn ?", "pass", *FAR[1:], "turn ?") == {"Cripplegate", "St Paul's"}
    assert where(setup, "turn residence", "pass", *FAR[1:], "turn ?") == {"St Paul's"}


# What was not noticed


def test_an_unseen_card_leaves_every_place_that_it_may_send_him_to() -> None:
    assert where(elusive("St Paul's", "Cornhill", **STEALTH), "turn ?") == {"Bishopsgate", "Eastcheap"}
    assert where(elusive("St Paul's", "Cornhill"), "turn ?") == {"Bishopsgate", "Eastcheap", "Cornhill"}


def test_an_unseen_indirection_may_block_nothing() -> None:
    setup = aggressive("Clerkenwell", "Cripplegate", **STEALTH)
    assert where(setup, "turn ?") == {"Clerkenwell", "Cripplegate"}
    assert where({**setup, "indirections": True}, "turn ?") == {"Clerkenwell", "Cripplegate"}


@pytest.mark.parametrize("kind", ["elusive", "aggressive"])
@pytest.mark.parametrize("seed", range(20))
def test_not_noticing_never_loses_where_he_is(kind: str, seed: int) -> None:
    """The same random game, once seen and once with cards not noticed."""
    chance = random.Random(f"{kind} {seed}")
    setup = {"start": "Cornhill", "poet": {"kind": kind, "at": "Clerkenwell"}}
    seen, dim = table(setup), table(setup)
    for index in range(30):
        face = chance.choice(["fog", *london().landmarks])
        noted = chance.choice([face, "?"])
        seen = advance(GAME, seen, GAME.read_note(f"turn {face}", seen), index)
        dim = advance(GAME, dim, GAME.read_note(f"turn {noted}", dim), index)
        (place,) = rival(seen).places
        assert place in rival(dim).places
        free = [near for near in london().neighbours[seen.pawn] if near != place]
        move = GAME.read_note(f"move {chance.choice(free)}", seen)
        seen, dim = advance(GAME, seen, move, index), advance(GAME, dim, move, index)
        assert rival(seen).places <= rival(dim).places


def test_what_the_pawn_does_freely_shows_where_the_aggressive_one_is_not() -> None:
    setup = aggressive("Clerkenwell", "Cripplegate")
    assert where(setup, "turn ?", "pass") == {"Cripplegate"}
    assert where(setup, "turn ?", "move Cripplegate") == {"Clerkenwell"}
    assert where(setup, "turn ?", "move Blackfriars") == {"Clerkenwell", "Cripplegate"}


def test_only_what_is_certain_is_forbidden() -> None:
    setup = aggressive("Clerkenwell", "Cripplegate")
    assert table(setup, "turn ?", "search miss").pawn == "Clerkenwell"
    with pytest.raises(IllegalEvent, match="stands on the pawn"):
        table(setup, "turn ?", "search miss", "turn tavern", "search miss")


# The Elusive Poet's clue

CLUE = "clue from poet heart quill ring 0/2"


def test_coming_to_him_brings_a_clue_and_costs_a_fog_card() -> None:
    setup = elusive("Cornhill", "Eastcheap")
    before, after = table(setup, "fog", "move Eastcheap"), table(setup, "fog", "move Eastcheap", CLUE)
    assert after.clues.held == before.clues.held + 1
    assert after.fog_stock == before.fog_stock - 1


def test_the_clue_is_refused_before_he_was_met() -> None:
    with pytest.raises(IllegalEvent, match="each time that the pawn comes to him; he is at Eastcheap"):
        table(elusive("Cornhill", "Eastcheap"), "fog", CLUE)


def test_the_clue_is_given_once_for_each_meeting() -> None:
    setup = elusive("Cornhill", "Eastcheap")
    with pytest.raises(IllegalEvent, match="one clue each time"):
        table(setup, "fog", "move Eastcheap", CLUE, CLUE)
    met_twice = [
        "fog",
        "move Eastcheap",
        CLUE,
        "poet at St Paul's",
        "fog",
        "move Cornhill",
        "fog",
        "move St Paul's",
        CLUE,
    ]
    assert table(setup, *met_twice).clues.held == 2


def test_he_is_met_by_a_fog_card_and_by_ferry_too() -> None:
    assert table(elusive("Cornhill", "Southwark"), "fog", "fog anywhere Southwark", CLUE).clues.held == 1
    river = elusive("Blackfriars", "London Bridge", ferryman={"ferry": "Blackfriars"})
    assert table(river, "fog", "ferry London Bridge", CLUE).clues.held == 1


def test_the_start_at_his_location_is_no_meeting() -> None:
    with pytest.raises(IllegalEvent, match="one clue each time"):
        table(elusive("Cornhill", "Cornhill"), "fog", CLUE)


def test_he_is_placed_where_the_colour_of_the_meeting_is() -> None:
    setup = elusive("Cornhill", "Bishopsgate")
    met = ["fog", "move Bishopsgate", CLUE]
    assert where(setup, *met, "poet at Cripplegate") == {"Cripplegate"}
    assert where(setup, *met, "poet at Liberty of the Clink") == {"Liberty of the Clink"}
    assert where(setup, "fog", "move Bishopsgate", "poet at Cripplegate", CLUE) == {"Cripplegate"}


@pytest.mark.parametrize("place", ["Bishopsgate", "Clerkenwell", "Cornhill"])
def test_he_is_not_placed_anywhere_else(place: str) -> None:
    """Neither where he was met nor in another colour, the start's for one."""
    with pytest.raises(IllegalEvent, match="Cripplegate or Liberty of the Clink"):
        table(elusive("Cornhill", "Bishopsgate"), "fog", "move Bishopsgate", CLUE, f"poet at {place}")


def test_he_is_not_placed_without_a_meeting() -> None:
    with pytest.raises(IllegalEvent, match="only when the pawn has come to him"):
        table(elusive("Cornhill", "Eastcheap"), "fog", "poet at St Paul's")
    with pytest.raises(IllegalEvent, match="never"):
        table(aggressive("Cornhill", "Eastcheap"), "fog", "poet at St Paul's")


def test_noting_where_he_stands_settles_what_was_open() -> None:
    setup = elusive("St Paul's", "Cornhill", **STEALTH)
    assert where(setup, "turn ?", "poet at Eastcheap") == {"Eastcheap"}
    assert where(setup, "turn tavern", "poet at Bishopsgate") == {"Bishopsgate"}
    with pytest.raises(IllegalEvent, match="Bishopsgate or Eastcheap"):
        table(setup, "turn ?", "poet at Cornhill")


def test_a_placing_that_was_not_noted_is_warned_about_and_leaves_the_choice_open() -> None:
    now = table(elusive("Cornhill", "Bishopsgate"), "fog", "move Bishopsgate", CLUE, "fog")
    assert any("poet" in warning.casefold() for warning in now.warnings)
    assert rival(now).places == {"Cripplegate", "Liberty of the Clink"}


def test_where_he_may_have_been_met_a_clue_is_allowed() -> None:
    setup = elusive("St Paul's", "Cornhill", **STEALTH)
    unsure = ["turn ?", "move Cornhill", "turn ?", "move Eastcheap"]
    assert "Eastcheap" in where(setup, *unsure)
    assert table(setup, *unsure, CLUE).clues.held == 1
    assert where(setup, *unsure, CLUE, "poet at St Paul's") == {"St Paul's"}


def test_the_aggressive_poet_gives_no_clue() -> None:
    with pytest.raises(IllegalEvent, match="gives no clues"):
        table(aggressive("Cornhill", "Eastcheap"), "fog", CLUE)


# What the Aggressive Poet forbids


@pytest.mark.parametrize(
    ("more", "note"),
    [
        ({}, "move Bishopsgate"),
        ({}, "fog move-anywhere Bishopsgate"),
        ({}, "fog move-neighbour Bishopsgate"),
        ({}, '{"type": "fog", "effect": "other", "text": "a coach", "to": "Bishopsgate"}'),
    ],
)
def test_the_pawn_does_not_move_to_where_he_stands(more: dict[str, Any], note: str) -> None:
    with pytest.raises(IllegalEvent, match="the Aggressive Poet stands at Bishopsgate"):
        table(aggressive("Cornhill", "Bishopsgate", **more), "fog", note)


def test_nor_does_it_ride_there() -> None:
    setup = aggressive("Blackfriars", "London Bridge", ferryman={"ferry": "Blackfriars"})
    with pytest.raises(IllegalEvent, match="the Aggressive Poet stands at London Bridge"):
        table(setup, "fog", "ferry London Bridge")


@pytest.mark.parametrize("note", ["search miss", "fog discard", "fog anywhere Shoreditch", "pass"])
def test_with_him_on_the_pawn_one_must_move_away(note: str) -> None:
    setup = aggressive("Cornhill", "Bishopsgate")
    with pytest.raises(IllegalEvent, match="move away"):
        table(setup, "turn tavern", note)
    assert table(setup, "turn tavern", "move Bishopsgate").pawn == "Bishopsgate"
    assert table(setup, "turn tavern", "move Bishopsgate", note).event == 2


def test_with_him_on_the_pawn_the_ferry_is_ridden_but_not_called() -> None:
    there, away = {"ferry": "London Bridge"}, {"ferry": "Blackfriars"}
    assert table(aggressive("London Bridge", "Southwark", ferryman=there), "turn rural", "ferry Blackfriars").event == 1
    with pytest.raises(IllegalEvent, match="move away"):
        table(aggressive("London Bridge", "Southwark", ferryman=away), "turn rural", "summon")


@pytest.mark.parametrize(("part", "event"), [("youth", "ask"), ("rendezvous", "query")])
def test_asking_is_forbidden_unless_it_is_free(part: str, event: str) -> None:
    setup = aggressive("Cornhill", "Bishopsgate", **{part: {}})
    note = {"ask": "ask tavern", "query": '{"type": "query", "distance": 1}'}[event]
    with pytest.raises(IllegalEvent, match="move away"):
        table(setup, "turn tavern", note)
    free = {**setup, "rules": {f"{event}_is_free": True}}
    assert table(free, "turn tavern", note).event == 1


# The set-up


def test_a_start_in_another_colour_is_warned_about() -> None:
    assert GAME.open(session(elusive("Cornhill", "Clerkenwell")).setup).warnings == ()
    for at in ("Eastcheap", "Cornhill"):
        (warning,) = GAME.open(session(elusive("Cornhill", at)).setup).warnings
        assert "Clerkenwell" in warning


@pytest.mark.parametrize(
    ("poet", "path"),
    [
        ({}, "$.setup.poet.kind"),
        ({"kind": "shy", "at": "Cornhill"}, "$.setup.poet.kind"),
        ({"kind": "elusive", "at": "Camden"}, "$.setup.poet.at"),
        ({"kind": "elusive", "at": "Cornhill", "speed": 2}, "$.setup.poet.speed"),
    ],
)
def test_a_bad_set_up_is_refused_with_its_path(poet: dict[str, Any], path: str) -> None:
    with pytest.raises(DataError) as refusal:
        session({"start": "Cornhill", "poet": poet})
    assert path in [fault.path for fault in refusal.value.faults]


def test_he_needs_a_pawn() -> None:
    with pytest.raises(DataError, match="start"):
        session({"poet": {"kind": "elusive", "at": "Cornhill"}})


def test_without_him_there_is_nothing_to_place() -> None:
    with pytest.raises(IllegalEvent, match="switch on"):
        table({"start": "Cornhill"}, "poet at Eastcheap")


# Talk and score


@pytest.mark.parametrize("typed", ["poet at Cornhill", "poet cornh", "poet at clink"])
def test_words_and_event_say_the_same(typed: str) -> None:
    now = table(elusive("Cornhill", "Clerkenwell"))
    event = GAME.read_note(typed, now)
    assert GAME.read_note(GAME.speak(event), now) == event


def test_a_place_that_is_not_there_is_not_read() -> None:
    with pytest.raises(UnreadableEvent):
        GAME.read_note("poet at Camden", table(elusive("Cornhill", "Clerkenwell")))


def rows(setup: dict[str, Any], *notes: str) -> str:
    now = table(setup, *notes)
    return "\n".join(f"{name}: {value}" for part in now.rules.parts for name, value in part.rows(now))


def test_show_tells_where_he_is_and_where_each_landmark_sends_him() -> None:
    told = rows(elusive("St Paul's", "Cornhill"), "fog")
    assert "elusive Poet: at Cornhill" in told
    assert "Poet's next step: to Eastcheap; to Bishopsgate after tavern" in told
    assert "Poet's next step: stays" in rows(elusive("Shoreditch", "Blackfriars"))
    assert "at Bishopsgate or Eastcheap" in rows(elusive("St Paul's", "Cornhill", **STEALTH), "turn ?")
    assert "poet at Clerkenwell" in rows(elusive("St Paul's", "Cornhill"), "fog", "move Cornhill")


@pytest.mark.parametrize(("kind", "points"), [("elusive", -10), ("aggressive", 10)])
def test_score(kind: str, points: int) -> None:
    now = table({"start": "Cornhill", "poet": {"kind": kind, "at": "Clerkenwell"}})
    lines = [line for part in now.rules.parts for line in part.score(now)]
    assert [line.points for line in lines if "Poet" in line.text] == [Fraction(points)]


# Hints

DECK = {"stealth": {"knowledge": "printed"}, "lady": {"set": "dark", "suit": "rose"}}


def test_a_step_to_the_elusive_poet_is_worth_a_clue() -> None:
    told = hint(elusive("Cornhill", "Eastcheap", **DECK), "turn riverside")
    assert told.ranked[0].action == {"type": "move", "to": "Eastcheap"}
    assert "the Poet is there: a clue" in told.ranked[0].because


def test_the_chance_that_he_gets_away_is_exact() -> None:
    """Next to him, he flees unless the next card shows what blocks his only way."""
    setup = elusive("Cornhill", "London Bridge", **DECK)
    now = table(setup, "turn tavern")
    known = judge(GAME, now)
    belief = known[0].belief
    cards = belief.distribution(("card", 2))
    assert cards is not None
    stays = sum(chance for card, chance in cards.items() if card[1] in ("church", "tavern"))
    step = next(a for a in advise(now, known).ranked if a.action.get("to") == "Eastcheap")
    fled = 1 - stays
    assert 0 < fled < 1
    assert f"moves away with {round(100 * fled)} % ({fled})" in step.because


def test_he_is_caught_under_the_fog_that_the_table_knows_will_come() -> None:
    """Fog lies in slot 1. At the next turn it is on top: he stays, and a pawn next to him steps onto him."""
    setup = elusive("Cornhill", "London Bridge", stealth={"knowledge": "map"}, lady=DECK["lady"])
    notes = ["turn ?", "search miss", *["turn ?", "pass"] * 24, "turn countdown tavern"]
    now = table(setup, *notes)
    assert now.deck.slot == 0
    told = advise(now, judge(GAME, now))
    step = next(advice for advice in told.ranked if advice.action.get("to") == "Eastcheap")
    assert "the Poet, next to it, cannot get away" in step.because
    assert told.ranked[0].action == {"type": "move", "to": "Eastcheap"}
    assert "step onto the Poet at London Bridge" in step.because


def outlook_at(setup: dict[str, Any], *notes: str) -> Outlook:
    now = table(setup, *notes)
    return Outlook(now, {known.evidence.mystery.name: known for known in judge(GAME, now)})


FOG_IN_TWO = ["turn ?", "search miss", *["turn ?", "pass"] * 23, "turn ?"]
"""Slot 25 is on top, then come slot 0 and the fog in slot 1; the action is still open."""


def test_a_pawn_comes_next_to_him_just_before_the_fog() -> None:
    """He flees from a pawn that waits next to him, so it waits elsewhere."""
    outlook = outlook_at(elusive("Cripplegate", "London Bridge", **STEALTH), *FOG_IN_TWO)
    (errand,) = [e for e in poet_errands(outlook, 2, 0) if e.place == "Eastcheap"]
    assert errand.value == pytest.approx(clue_points(outlook))
    assert "he is still there with certainty" in errand.why
    able = {place for place in london().names if errand.can_be_done(2, Stand(place), {})}
    assert able == {"Cornhill", "Bishopsgate"}
    (sooner,) = [e for e in poet_errands(outlook, 1, 0) if e.place == "Eastcheap"] or [errand]
    assert not sooner.can_be_done(1, Stand("Cornhill"), {})


def test_with_indirections_a_chance_says_what_it_rests_on() -> None:
    setup = elusive("Cornhill", "London Bridge", **STEALTH)
    step = Stand("Eastcheap")
    _, plain = step_gain(outlook_at(setup, "turn commercial"), step)
    points, careful = step_gain(outlook_at({**setup, "indirections": True}, "turn commercial"), step)
    assert points == 0
    assert careful == f"{plain} if that card shows a landmark"


def test_no_errand_counts_on_a_road_that_only_he_has() -> None:
    setup = elusive("Cripplegate", "Blackfriars", **STEALTH, ferryman={"ferry": "London Bridge"})
    assert {e.place for e in poet_errands(outlook_at(setup, *FOG_IN_TWO), 2, 0)} == {"Clerkenwell", "St Paul's"}


def test_the_risk_of_the_aggressive_poet_is_told() -> None:
    """The chance that he comes next turn, and its points, from the cards that may come."""
    outlook = outlook_at(aggressive("Cornhill", "Shoreditch", **DECK), "turn church")
    cards = outlook.known["lady.location"].belief.distribution(("card", 2))
    assert cards is not None
    assert rival(outlook.table).place == "Cripplegate"
    comes = sum(chance for card, chance in cards.items() if card[1] != "commercial")
    points, why = step_gain(outlook, Stand("Cornhill"))
    assert 0 < comes < 1
    assert points == pytest.approx(-float(comes))
    assert f"({comes})" in why
    told = hint(aggressive("Cornhill", "Shoreditch", **DECK), "turn church")
    assert any(why in advice.because for advice in told.ranked if advice.action["type"] == "pass")


def test_with_the_aggressive_poet_on_the_pawn_only_moves_are_offered() -> None:
    told = hint(aggressive("Cornhill", "Bishopsgate", **DECK), "turn tavern")
    assert {advice.action["type"] for advice in told.ranked} == {"move"}
    assert len(told.ranked) == len(london().neighbours["Cornhill"])


def test_no_step_onto_the_aggressive_poet_is_offered() -> None:
    told = hint(aggressive("Cornhill", "Bishopsgate", **DECK), "turn commercial")
    assert {"type": "move", "to": "Bishopsgate"} not in [advice.action for advice in told.ranked]
    assert {"type": "pass"} in [advice.action for advice in told.ranked]


@pytest.mark.parametrize("name", ["rival-poet"])
def test_the_example_is_a_consistent_game(name: str) -> None:
    path = Path(__file__).resolve().parents[2] / "examples" / f"{name}.json"
    whole = parse_session(path.read_text("utf-8"), str(path), None)
    assert 15 <= len(whole.events) <= 40
    for count in range(len(whole.events) + 1):
        found = examine(whole.with_events(whole.events[:count]))
        assert advise(found.table, found.known).objective
