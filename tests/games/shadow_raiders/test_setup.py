"""Set-ups and files: what is accepted, and every fault of what is not, all at once."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.app import app
from solver.core.errors import DataError
from solver.core.registry import load_game
from tests.games.shadow_raiders.house import PLAYERS, at, damage, handed, out, raw, session_of, table_of


def faults(session: dict[str, Any]) -> dict[str, str]:
    """By path: what would have been accepted."""
    with pytest.raises(DataError) as refused:
        session_of(session)
    assert refused.value.exit_status == 4
    return {fault.path: fault.accepted for fault in refused.value.faults}


def test_a_short_set_up_takes_the_defaults() -> None:
    rules = session_of(raw()).setup
    assert (rules.deck.size, rules.special_abilities, rules.areas, rules.has_airship) == (16, False, (), False)
    assert (rules.switches.lies_on_hp_cards, rules.switches.lies_on_show_role) == (True, False)
    assert len(rules.cast) == 10


@pytest.mark.parametrize("which", ["all", "by-initial"])
def test_the_reasoning_deck_follows_the_characters(which: str) -> None:
    assert session_of(raw(characters=which)).setup.deck.size == 20
    assert session_of(raw(characters=which, reasoning="base")).setup.deck.size == 16
    assert session_of(raw(reasoning="expansion")).setup.deck.size == 20


AREAS = [
    "Town hall",
    "Detective agency",
    "Grand cathedral",
    "Blackmist area",
    "Oliver's hideout",
    "Underground passage",
]


@pytest.mark.parametrize(
    ("setup", "path", "told"),
    [
        ({"players": ["Ann", "Bo", "Cy"]}, ".players", "at least 4"),
        ({"players": [*PLAYERS, "Kit"]}, ".players", "at most 10"),
        ({"players": PLAYERS[:9]}, ".players", "4 to 8"),
        ({"players": ["Ann", "Bo", "bo", "Cy"]}, ".players[2]", "no other player"),
        ({"players": ["Ann", "Bo", "", "Cy"]}, ".players[2]", "at least 1"),
        ({"players": ["Ann", "Bo", "'", "Cy"]}, ".players[2]", "a letter"),
        ({"players": "Ann"}, ".players", "list"),
        ({"me": "Zed"}, ".me", "one of the players"),
        ({"role": "Zed"}, ".role", "Alice"),
        ({"role": "Angela"}, ".role", "of this set-up"),
        ({"players": PLAYERS[:4], "role": "Alice"}, ".role", "none is dealt"),
        ({"characters": "some"}, ".characters", "by-initial"),
        ({"reasoning": "none"}, ".reasoning", "expansion"),
        ({"special_abilities": 1}, ".special_abilities", "boolean"),
        ({"areas": AREAS[:5]}, ".areas", "at least 6"),
        ({"areas": [*AREAS[:5], "Town hall"]}, ".areas", "once, clockwise"),
        ({"areas": [*AREAS[:5], "airship"]}, ".areas", "once, clockwise"),
        ({"areas": [*AREAS[:5], "Nowhere"]}, ".areas[5]", "an area"),
        ({"hp": {"Zed": 3}}, ".hp.Zed", "Alice"),
        ({"hp": {"Angela": 3}}, ".hp.Angela", "of this set-up"),
        ({"hp": {"Alice": 0}}, ".hp.Alice", "greater than or equal to 1"),
        ({"rules": {"lies": True}}, ".rules.lies", "lies_on_hp_cards"),
        ({"sets": 2}, ".sets", "special_abilities"),
    ],
)
def test_a_wrong_set_up_is_refused_with_its_path(setup: dict[str, Any], path: str, told: str) -> None:
    found = faults(raw(**setup))
    assert told in found["$.setup" + path], found


@pytest.mark.parametrize("missing", ["players", "me", "role"])
def test_who_plays_and_who_i_am_is_needed(missing: str) -> None:
    session = raw()
    del session["setup"][missing]
    assert "required" in faults(session)[f"$.setup.{missing}"]


@pytest.mark.parametrize(
    ("event", "path", "told"),
    [
        ({"type": "reasoning"}, ".from", "required"),
        (handed("Zed", None, "nothing"), ".to", "one of the players"),
        (handed("Bo", None, "nothing", giver="Zed"), ".from", "one of the players"),
        (handed("Bo", "raider-9", "nothing"), ".card", "raider-1"),
        (handed("Bo", None, "laughs"), ".outcome", "damage-1"),
        (handed("Bo", "show-role", "nothing", role="Emi"), ".role", "unless the outcome is shown"),
        (handed("Bo", "show-role", "shown", role="Zed"), ".role", "Alice"),
        (damage("Bo", -1), ".total", "greater than or equal to 0"),
        ({"type": "damage", "player": "Bo", "total": "3"}, ".total", "integer"),
        (out("Bo", "Emi", cause="boredom"), ".cause", "attack"),
        (out("Bo", "Emi", by="Zed"), ".by", "one of the players"),
        (at("Bo", "Nowhere"), ".area", "Town hall"),
        ({"type": "attack", "by": "Bo", "to": [], "damage": 1}, ".to", "at least 1"),
        ({"type": "attack", "by": "Bo", "to": ["Cy", "Zed"], "damage": 1}, ".to[1]", "one of the players"),
        ({"type": "victory", "players": ["Zed"]}, ".players[0]", "one of the players"),
        ({"type": "drew", "player": "Bo", "card": ""}, ".card", "at least 1"),
        ({"type": "silent", "player": "Bo"}, ".player", "note, type"),
        ({"type": "dance"}, ".type", "'reasoning'"),
        ({"player": "Bo"}, "", "type"),
        ({"type": "equipment", "player": "Bo", "holds": 1, "immune": "yes"}, ".immune", "boolean"),
    ],
)
def test_a_wrong_event_is_refused_with_its_path(event: dict[str, Any], path: str, told: str) -> None:
    found = faults(raw([{"type": "silent"}, event]))
    assert told in found["$.events[1]" + path], found


def test_all_faults_are_told_at_once() -> None:
    session = raw([handed("Zed", "raider-9", "nothing"), damage("Yan", -1)], me="Xan", hp={"Zed": 0})
    session["more"] = 1
    assert set(faults(session)) >= {
        "$.more", "$.events[0].to", "$.events[0].card", "$.events[1].player", "$.events[1].total", "$.setup.hp.Zed",
    }  # fmt: skip


def test_faults_between_parts_are_told_beside_faults_of_form() -> None:
    setup = {"players": ["Ann", "ann", 3, "Di"], "me": "Zed", "role": "Alice", "hp": {"Wight": 3}, "areas": ["x"] * 6}
    assert {"$.setup.players[1]", "$.setup.players[2]", "$.setup.me", "$.setup.role", "$.setup.hp.Wight"} <= set(
        faults({**raw(), "setup": setup})
    )


@pytest.mark.parametrize("key", ["players", "me", "role", "characters", "hp", "areas", "rules", "reasoning"])
@pytest.mark.parametrize("value", [None, 3, [], {}, [[]], [{}], "x", {"a": []}, True])
def test_nothing_in_a_set_up_is_a_defect(key: str, value: Any) -> None:
    session = raw()
    changed = {**session, "setup": {**session["setup"], key: value}}
    with suppress(DataError):
        assert session_of(changed).setup is not None


def test_names_of_areas_may_be_short() -> None:
    short = ["town hall", "Agency", "cathedral", "Blackmist", "hideout", "underground"]
    rules = session_of(raw(areas=short)).setup
    assert rules.areas == tuple(AREAS)
    for word in ("airship", "Her Majesty's airship", "Queen Majesty's Airship"):
        assert table_of(raw([at("Bo", word)])).people["Bo"].place == "Her Majesty's airship"


@pytest.mark.parametrize("raw_session", [[], {"format": 1, "game": "shadow-raiders"}, {"setup": [], "events": {}}])
def test_what_is_no_session_is_refused(raw_session: Any) -> None:
    whole = {"format": 1, "game": "shadow-raiders", **raw_session} if isinstance(raw_session, dict) else raw_session
    with pytest.raises(DataError):
        session_of(whole)


def test_a_session_may_carry_what_every_session_may(tmp_path: Path) -> None:
    session = {
        **raw([{"type": "silent", "note": "a long silence"}]),
        "settings": {"deepest_stage": "nudge"},
        "used": {},
    }
    assert session_of(session).to_json() == session


# The command line


def run(*words: object) -> Any:
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "100", "TERM": "dumb"})


def test_a_session_is_started_by_options(tmp_path: Path) -> None:
    file = tmp_path / "t.json"
    told = run(
        "new", "shadow-raiders", file, "--players", "Ann,Bo,Cy,Di", "--me", "Ann", "--role", "felix",
        "--characters", "by-initial", "--special-abilities", "--rules-lies-on-show-role", "--hp", '{"Daniel": 14}',
    )  # fmt: skip
    assert told.exit_code == 0, told.output
    assert json.loads(file.read_text("utf-8"))["setup"] == {
        "players": ["Ann", "Bo", "Cy", "Di"], "me": "Ann", "role": "Felix", "characters": "by-initial",
        "special_abilities": True, "rules": {"lies_on_show_role": True}, "hp": {"Daniel": 14},
    }  # fmt: skip


def test_a_wrong_set_up_leaves_no_file(tmp_path: Path) -> None:
    file = tmp_path / "t.json"
    told = run("new", "shadow-raiders", file, "--players", "Ann,Bo,Cy", "--me", "Zed", "--role", "Felix")
    assert told.exit_code == 4
    assert not file.exists()


def test_the_schema_names_every_event() -> None:
    described = load_game("shadow-raiders").session_model().model_json_schema()
    kinds = {
        model["properties"]["type"]["const"] for model in described["$defs"].values() if "type" in model["properties"]
    }
    assert kinds == {
        "reasoning", "holding", "reshuffle", "damage", "out", "reveal", "equipment", "drew", "at", "attack", "silent",
        "victory",
    }  # fmt: skip
