"""Set-ups and files: what is accepted, and every fault of what is not, all at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.app import app
from solver.core.errors import DataError
from solver.core.registry import game_names, load_game
from solver.core.session import read_session
from tests.games.isla_negra.helpers import (
    FULL,
    PART,
    crowd,
    discard,
    draw,
    faults,
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
    won,
)

TOML = """
[[cards]]
card = "Rage"
type = "upgrade"
copies = 4
[[cards]]
card = "Punch"
type = "attack"
level = "basic"
copies = 3
"""


def test_the_game_is_found() -> None:
    assert "isla-negra" in game_names()
    assert load_game("isla-negra").title == "Sombras sobre Isla Negra"


def test_a_short_set_up_takes_the_defaults() -> None:
    rules = session_of({**raw(), "setup": {"me": "Ann", "fighters": ["Ann", "Bo"]}}).setup
    assert (rules.mode, rules.players, rules.teams) == ("duel", ("Ann", "Bo"), ())
    assert [(one.deck.size, one.deck.unlisted, one.name) for one in rules.fighters] == [(27, 27, "")] * 2


def test_a_deck_has_26_or_27_cards() -> None:
    fighters = [{"player": "Ann", "size": 26, "fighter": "Roku Shoju"}, {"player": "Bo", "deck": FULL}]
    rules = session_of(raw(fighters=fighters)).setup
    assert [one.deck.size for one in rules.fighters] == [26, 27]
    assert [one.deck.is_complete for one in rules.fighters] == [False, True]
    assert rules.fighters[0].name == "Roku Shoju"


def test_only_an_upgrade_may_be_without_a_level() -> None:
    deck = [{"card": "Rage", "type": "upgrade"}]
    assert session_of(raw(deck=deck)).setup.fighters[0].deck.copies == {"Rage": 1, "unknown": 23, "unknown upgrade": 3}
    found = faults(raw(deck=[{"card": "Punch", "type": "attack"}]))
    assert "a level" in found["$.setup.fighters[0].deck[0].level"]


def fighters(**first: Any) -> dict[str, Any]:
    return {"fighters": [{"player": "Ann"} | first, {"player": "Bo"}]}


@pytest.mark.parametrize(
    ("setup", "path", "told"),
    [
        ({"mode": "brawl"}, ".mode", "'duel', 'multiple' or 'team'"),
        ({"me": "Zed"}, ".me", "one of the players: Ann, Bo"),
        ({"me": ""}, ".me", "at least 1"),
        ({"fighters": []}, ".fighters", "at least 2"),
        ({"fighters": {}}, ".fighters", "list"),
        ({"fighters": ["Ann", "Bo", "Cy"]}, ".fighters", "exactly 2"),
        ({"fighters": ["Ann", 3]}, ".fighters[1]", "an object"),
        ({"fighters": ["Ann", "Bo"], "mode": "multiple"}, ".fighters", "at least 3"),
        ({"fighters": ["Ann", "ann"]}, ".fighters[1]", "no other player"),
        ({"fighters": ["Ann", "'"]}, ".fighters[1]", "a letter"),
        (fighters(player="bo"), ".fighters[1].player", "no other player"),
        (fighters(size=28), ".fighters[0].size", "26 or 27"),
        (fighters(team="a"), ".fighters[0].team", "no team unless"),
        (fighters(deck="ann.toml"), ".fighters[0].deck", "a file cannot be named here"),
        (fighters(cards=[]), ".fighters[0].cards", "deck, fighter, player, size, team"),
        (fighters(deck=[*FULL, line("Zorn", "attack", "basic", 1)]), ".fighters[0].deck", "at most 27 cards"),
        (fighters(deck=FULL, size=26), ".fighters[0].deck", "at most 26 cards"),
        (fighters(deck=[line("Rage", "upgrade", "basic", 5)]), ".fighters[0].deck", "at most 4 upgrades"),
        (fighters(deck=[*PART, PART[1]]), ".fighters[0].deck[4].card", "no other line"),
        (fighters(deck=[*PART, line("PUNCH", "attack", "basic", 1)]), ".fighters[0].deck[4].card", "no other line"),
        (fighters(deck=[line("unknown", "attack", "basic", 1)]), ".fighters[0].deck[0].card", "unknown anyway"),
        (fighters(deck=[line("unknown upgrade", "upgrade", "basic", 1)]), ".fighters[0].deck[0].card", "unknown"),
        (fighters(deck=[line(".", "attack", "basic", 1)]), ".fighters[0].deck[0].card", "a letter"),
        (fighters(deck=[line("Punch", "blow", "basic", 1)]), ".fighters[0].deck[0].type", "'attack'"),
        (fighters(deck=[line("Punch", "attack", "high", 1)]), ".fighters[0].deck[0].level", "'basic'"),
        (fighters(deck=[line("Punch", "attack", "basic", 0)]), ".fighters[0].deck[0].copies", "greater than"),
        (fighters(deck=[{"type": "attack", "level": "basic"}]), ".fighters[0].deck[0].card", "required"),
        ({"rounds": 3}, ".rounds", "fighters, me, mode"),
    ],
)
def test_a_wrong_set_up_is_refused_with_its_path(setup: dict[str, Any], path: str, told: str) -> None:
    found = faults(raw(**setup))
    assert told in found["$.setup" + path], found


@pytest.mark.parametrize("missing", ["me", "fighters"])
def test_who_plays_and_who_i_am_is_needed(missing: str) -> None:
    session = raw()
    del session["setup"][missing]
    assert "required" in faults(session)[f"$.setup.{missing}"]


@pytest.mark.parametrize(
    ("teams", "players", "told"),
    [
        ("aabb", "Ann Bo Cy Di", ""),
        ("abab", "Ann Bo Cy Di", ""),
        ("abb", "Ann Bo Cy", "at least 4"),
        ("abbb", "Ann Bo Cy Di", "as many fighters each"),
        ("abcc", "Ann Bo Cy Di", "two teams"),
        ("aaaa", "Ann Bo Cy Di", "two teams"),
        ("aabbb", "Ann Bo Cy Di Eve", "as many fighters each"),
    ],
)
def test_teams_are_two_and_even(teams: str, players: str, told: str) -> None:
    session = crowd([], teams, players)
    if told:
        assert told in faults(session)["$.setup.fighters"]
    else:
        assert len(session_of(session).setup.teams) == 2


def test_every_fighter_has_a_team_with_a_name_of_its_own() -> None:
    found = faults(crowd([], "ab "[:2]))
    assert set(found) == {"$.setup.fighters[2].team", "$.setup.fighters[3].team"}
    session = crowd([], "abab")
    session["setup"]["fighters"][0]["team"] = session["setup"]["fighters"][2]["team"] = "Bo"
    assert "no player has" in faults(session)["$.setup.fighters[0].team"]
    session["setup"]["fighters"][0]["team"] = session["setup"]["fighters"][2]["team"] = 1
    assert session_of(session).setup.teams == ("1", "b")


@pytest.mark.parametrize(
    ("event", "path", "told"),
    [
        ({"type": "shuffle"}, ".player", "required"),
        (shuffle("Zed"), ".player", "one of the players"),
        (shuffle(last=""), ".last", "at least 1"),
        (draw(0), ".cards", "greater than"),
        (draw(28), ".cards", "less than"),
        ({"type": "draw", "player": "Bo", "cards": "3"}, ".cards", "integer"),
        (draw(1, names=["Punch"]), ".names", "only my own cards (Ann)"),
        (draw(2, "Ann", names=["Punch"]), ".names", "as many names as `cards`, 2"),
        (play("Punch", at="Zed"), ".at", "one of the players"),
        (play("Punch", answers=-1), ".answers", "greater than"),
        (play(""), ".card", "at least 1"),
        (discard(0), ".cards", "greater than"),
        (discard([]), ".cards", "at least 1"),
        (discard(["Punch", 3]), ".cards[1]", "string"),
        (discard(["Punch"], top="Kick"), ".top", "one of the discarded cards"),
        (new_hand(reshuffled={"after": 5}), ".reshuffled.after", "less than"),
        (new_hand(reshuffled={"last": "Kick"}), ".reshuffled.after", "required"),
        (new_hand(reshuffled=2), ".reshuffled", "an object"),
        (hand(-1), ".cards", "greater than"),
        (hand(1, names=["Punch"]), ".names", "only my own"),
        (hand(2, "Ann", names=["Punch"]), ".names", "as many names"),
        (level("high"), ".level", "'basic'"),
        (life(100), ".total", "less than"),
        (won("Zed"), ".winner", "one of the players"),
        (turn("passes", "Zed"), ".player", "one of the players"),
        ({"type": "dance"}, ".type", "'shuffle'"),
        ({"player": "Bo"}, "", "type"),
        ({"type": "skip", "player": "Bo", "cards": 1}, ".cards", "note, player, type"),
    ],
)
def test_a_wrong_event_is_refused_with_its_path(event: dict[str, Any], path: str, told: str) -> None:
    found = faults(raw([shuffle(), event]))
    assert told in found["$.events[1]" + path], found


def test_all_faults_are_told_at_once() -> None:
    session = raw(
        [shuffle("Zed"), draw(0), hand(1, names=["Punch"])], **fighters(deck=[*PART, PART[1]], size=26), me="X"
    )
    session["more"] = 1
    found = set(faults(session))
    assert found >= {
        "$.more",
        "$.setup.me",
        "$.events[0].player",
        "$.events[1].cards",
        "$.setup.fighters[0].deck[4].card",
    }


def test_faults_of_form_hide_no_others() -> None:
    """Between fighters, lines, teams and names, whatever else is wrong."""
    deck = [line("Punch", "blow", "basic", 1), *PART[:1], *PART[:1], line("Zorn", "upgrade", "basic", 1)]
    fighters = [{"player": "Ann", "deck": deck, "size": 3}, {"player": "ann", "team": 1}, {"player": 4}]
    session = raw([draw(0, "Zed")], me="X", mode="duel", fighters=fighters)
    assert set(faults(session)) == {
        "$.setup.me", "$.setup.fighters", "$.setup.fighters[0].size", "$.setup.fighters[0].deck[0].type",
        "$.setup.fighters[0].deck[2].card", "$.setup.fighters[0].deck", "$.setup.fighters[1].player",
        "$.setup.fighters[1].team", "$.setup.fighters[2].player", "$.events[0].player", "$.events[0].cards",
    }  # fmt: skip


WRONG: list[Any] = [None, True, 0, -1, 10**30, 1.5, "", "x", [], {}, [[]], [None], [3], {"a": 1}, "\ue000", "x" * 5000]


@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_a_wrong_value_anywhere_is_a_fault_or_accepted_and_never_a_crash(value: Any) -> None:
    whole = crowd([shuffle(), draw(2, "Ann", names=["Punch", "Kick"]), new_hand(reshuffled={"after": 2})], "abab")
    text = json.dumps(whole)
    for path in _paths(whole):
        session = json.loads(text)
        *before, last = path
        here = session
        for key in before:
            here = here[key]
        here[last] = value
        with suppress(DataError):
            session_of(session)


def _paths(part: Any) -> Iterator[tuple[Any, ...]]:
    for key, inner in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
        yield (key,)
        yield from ((key, *path) for path in _paths(inner))


@pytest.mark.parametrize("raw_session", [[], {"format": 1, "game": "isla-negra"}, {"setup": [], "events": {}}])
def test_what_is_no_session_is_refused(raw_session: Any) -> None:
    whole = {"format": 1, "game": "isla-negra", **raw_session} if isinstance(raw_session, dict) else raw_session
    with pytest.raises(DataError):
        session_of(whole)


def test_a_session_may_carry_what_every_session_may() -> None:
    session = {**raw([shuffle() | {"note": "long"}]), "settings": {"deepest_stage": "nudge"}, "used": {}}
    assert session_of(session).to_json() == session


# Files of decks


def with_file(tmp_path: Path, name: str, text: str, **more: Any) -> Path:
    (tmp_path / name).write_text(text, "utf-8")
    path = tmp_path / "g.json"
    path.write_text(json.dumps(raw(**fighters(deck=name, **more))), "utf-8")
    return path


@pytest.mark.parametrize("text", [json.dumps(PART), json.dumps({"cards": PART})])
def test_a_deck_may_stand_in_a_json_file_beside_the_session(tmp_path: Path, text: str) -> None:
    session = read_session(str(with_file(tmp_path, "ann.json", text)))
    assert list(session.setup.fighters[0].deck.listed) == ["Rage", "Punch", "Kick", "Dodge"]
    assert session.raw["setup"]["fighters"][0]["deck"] == "ann.json"


def test_a_deck_may_stand_in_a_toml_file(tmp_path: Path) -> None:
    deck = read_session(str(with_file(tmp_path, "ann.toml", TOML, size=26))).setup.fighters[0].deck
    assert (deck.copies, deck.size) == ({"Rage": 4, "Punch": 3, "unknown": 19}, 26)


@pytest.mark.parametrize(
    ("name", "text", "path", "told"),
    [
        ("ann.json", "{", "$.setup.fighters[0].deck", "readable TOML or JSON"),
        ("ann.json", "3", "$.setup.fighters[0].deck", "a list of cards"),
        ("ann.json", '{"a": [], "b": []}', "$.setup.fighters[0].deck", "a list of cards, alone or under one key"),
        ("ann.json", json.dumps([*PART, PART[0]]), "$.setup.fighters[0].deck[4].card", "no other line"),
        ("ann.json", json.dumps([*PART, 3]), "$.setup.fighters[0].deck[4]", "an object (in ann.json)"),
        ("ann.json", json.dumps([*FULL, line("Zorn", "attack", "basic", 1)]), "$.setup.fighters[0].deck", "at most 27"),
        ("ann.toml", TOML + "level = 3", "$.setup.fighters[0].deck", "readable TOML"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, name: str, text: str, path: str, told: str) -> None:
    with pytest.raises(DataError) as refused:
        read_session(str(with_file(tmp_path, name, text)))
    assert any(told in fault.accepted for fault in refused.value.faults if fault.path == path)


def test_every_fault_of_every_file_is_told_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "ann.json").write_text(json.dumps([{"card": "A"}, PART[1], PART[1]]), "utf-8")
    (tmp_path / "bo.json").write_text(json.dumps([line("unknown", "attack", "basic", 28)]), "utf-8")
    path = tmp_path / "g.json"
    decks = [{"player": "Ann", "deck": "ann.json"}, {"player": "Bo", "deck": "bo.json"}]
    path.write_text(json.dumps(raw(fighters=decks)), "utf-8")
    with pytest.raises(DataError) as refused:
        read_session(str(path))
    told = {fault.path.removeprefix("$.setup.fighters"): fault.accepted for fault in refused.value.faults}
    assert set(told) == {"[0].deck[0].type", "[0].deck[2].card", "[1].deck[0].copies"}
    assert told["[0].deck[2].card"].endswith("(in ann.json)")
    assert told["[1].deck[0].copies"].endswith("(in bo.json)")


@pytest.mark.parametrize("name", ["none.json", "../out.json", "/etc/passwd"])
def test_a_file_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "out.json").write_text("[]", "utf-8")
    path = inside / "g.json"
    path.write_text(
        json.dumps(raw(fighters=[{"player": "Ann", "deck": name}, {"player": "Bo", "deck": name}])), "utf-8"
    )
    with pytest.raises(DataError) as refused:
        read_session(str(path))
    assert [fault.path for fault in refused.value.faults] == [f"$.setup.fighters[{one}].deck" for one in (0, 1)]


# The command line


def run(*words: object) -> Any:
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "100", "TERM": "dumb"})


def setup_of(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))["setup"]


def test_a_session_is_started_by_options(tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    told = run("new", "isla-negra", file, "--me", "Ann", "--fighters", "Ann,Bo,Cy", "--mode", "Multiple")
    assert told.exit_code == 0, told.output
    assert setup_of(file) == {"me": "Ann", "fighters": ["Ann", "Bo", "Cy"], "mode": "multiple"}
    assert run("note", file, "Bo shuffles last Punch").exit_code == 0


def test_fighters_may_be_given_as_json(tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    told = run(
        "new", "isla-negra", file, "--me", "Ann", "--fighters", json.dumps(["Ann", {"player": "Bo", "deck": PART}])
    )
    assert told.exit_code == 0, told.output
    assert setup_of(file)["fighters"][1]["deck"] == PART


def test_a_set_up_file_names_decks_beside_it(tmp_path: Path) -> None:
    beside = tmp_path / "beside"
    beside.mkdir()
    (beside / "ann.toml").write_text(TOML, "utf-8")
    (beside / "setup.json").write_text(json.dumps({"me": "Ann", **fighters(deck="ann.toml")}), "utf-8")
    file = tmp_path / "g.json"
    told = run("new", "isla-negra", file, "--setup", beside / "setup.json", "--mode", "duel")
    assert told.exit_code == 0, told.output
    assert setup_of(file)["fighters"][0]["deck"][1] == line("Punch", "attack", "basic", 3)


def test_a_wrong_set_up_leaves_no_file(tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    assert run("new", "isla-negra", file, "--me", "Zed", "--fighters", "Ann,Bo").exit_code == 4
    assert (
        run("new", "isla-negra", file, "--me", "Ann", "--fighters", '[{"player": "Ann", "deck": "no.json"}]').exit_code
        == 4
    )
    assert not file.exists()


def test_the_schema_names_every_event() -> None:
    described = load_game("isla-negra").session_model().model_json_schema()
    kinds = {
        model["properties"]["type"]["const"]
        for model in described["$defs"].values()
        if "const" in model["properties"].get("type", {})
    }
    assert kinds == {
        "shuffle", "draw", "play", "discard", "new-hand", "upgrade", "hand", "level", "life", "round", "initiative",
        "skip", "passes",
    }  # fmt: skip
