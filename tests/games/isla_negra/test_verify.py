"""`gnomon verify deck`: every fault at once, what a list holds, what it leaves open; and the lists that are shipped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from solver.answers.candidates import examine
from solver.answers.verify import verifications
from solver.core.errors import DataError
from solver.core.session import parse_session
from solver.games.isla_negra.decks import UPGRADES
from solver.games.isla_negra.verifying import DeckList, check_deck
from tests.games.isla_negra.helpers import FULL, PART, TECHNIQUES, Raw, line

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = sorted((ROOT / "examples" / "decks").glob("*.toml"))
NAMED = {
    "fushi-akunawa": set(),
    "mai-lo-verion": {"Motivation", "Dodge", "Catch Your Breath", "Kick", "Block", "Knee Strike"},
    "nestor-valdez": {"Rage", "Dodge", "Wait and See", "Kick"},
    "roku-shoju": {"Concentration", "Punch", "Kick", "Counter"},
}
"""What the rulebook's two examples name for each fighter."""


def faults(content: Any, size: int = 27) -> dict[str, str]:
    """By path: what would have been accepted."""
    with pytest.raises(DataError) as refused:
        check_deck(content, size, "deck.json")
    assert refused.value.exit_status == 4
    return {fault.path: fault.accepted for fault in refused.value.faults}


def look(content: Any, size: int = 27) -> Any:
    return DeckList().verify(content, "deck.json", {"size": str(size)})


# Faults


def test_every_fault_is_told_at_once_with_its_place_in_the_file() -> None:
    bad = [
        {"card": "Fog", "type": "spell", "level": "basic"},
        line("Punch", "attack", "basic", 20),
        {"card": "Kick", "type": "attack", "level": "grand"},
        {"card": "punch", "type": "attack", "level": "basic"},
        {"card": "Block", "type": "response"},
        line("unknown", "tactics", "basic", 1),
        line("Rage", "upgrade", "basic", 5),
        {"card": "Dodge", "type": "response", "level": "basic", "colour": "red"},
        7,
    ]
    found = faults({"cards": bad})
    assert "attack" in found["$.cards[0].type"]
    assert "master" in found["$.cards[2].level"]
    assert "no other line" in found["$.cards[3].card"]
    assert "level" in found["$.cards[4].level"]
    assert "unknown" in found["$.cards[5].card"]
    assert set(found) >= {"$.cards[7].colour", "$.cards[8]"}
    with pytest.raises(DataError) as refused:
        check_deck(bad, 27, "deck.json")
    told = [fault.path for fault in refused.value.faults]
    assert told[-2:] == ["$[8]", "$"], "those about the whole list come last"


def test_more_cards_than_the_deck_has() -> None:
    assert "27" in faults([*FULL, line("Fog", "tactics", "basic", 1)])["$"]
    assert check_deck([*FULL[:-1]], 26, "").is_complete
    assert "26" in faults(FULL, 26)["$"]


def test_there_are_four_upgrades_neither_more_nor_fewer() -> None:
    assert "4 upgrades" in faults([line("Rage", "upgrade", "basic", 5)])["$"]
    three = [line("Rage", "upgrade", "basic", 3), line("Punch", "attack", "basic", 24)]
    assert faults(three)["$"] == "4 upgrades in a complete list of 27 cards"
    assert (
        "2 upgrades are missing, and 1 card not listed" in faults([line("Rage", "upgrade", "basic", 2), three[1]])["$"]
    )
    assert check_deck([line("Rage", "upgrade", "basic", 3), line("Punch", "attack", "basic", 23)], 27, "").unlisted == 1


@pytest.mark.parametrize("content", [7, "cards", None, {"cards": 3}, {"a": [], "b": []}])
def test_what_is_no_list(content: Any) -> None:
    assert len(faults(content)) == 1


@pytest.mark.parametrize("damage", [-1, "two", 2.5, 100])
def test_damage_is_a_number(damage: Any) -> None:
    assert set(faults([{**line("Punch", "attack", "basic", 1), "damage": damage}])) == {"$[0].damage"}


def test_only_attacks_and_responses_do_damage() -> None:
    assert "attack or response" in faults([{**line("Fog", "tactics", "basic", 1), "damage": 1}])["$[0].damage"]
    assert check_deck([{**line("Counter", "response", "basic", 1), "damage": 1}], 27, "").cards[0].damage == 1


# What is told


def test_a_complete_list() -> None:
    data = look(FULL).data
    assert (data["complete"], data["listed"], data["unlisted"], data["upgrades"]) == (True, 27, 0, UPGRADES)
    assert data["techniques"]["response"] == {"basic": 5, "advanced": 4, "expert": 0, "master": 0}
    assert data["without_damage"] == ["Punch", "Kick", "Fox Storm"]
    assert "complete" in look(FULL).view.headline


def test_a_partial_list_says_what_it_cannot_answer() -> None:
    found = look(TECHNIQUES)
    assert "partial: 14 of 27" in found.view.headline
    said = "; ".join(found.data["notes"])
    assert "13 cards not listed, 4 of them upgrades" in said
    assert "bounds only" in said
    assert "no response is listed" not in said
    assert "no response is listed" in "; ".join(look(FULL[:3]).data["notes"])


def test_a_list_with_nothing_open_has_no_notes() -> None:
    whole = [dict(one, damage=1) if one["type"] == "attack" else one for one in FULL]
    assert look(whole).data["notes"] == []
    assert len(look(whole).view.panels) == 1


def test_every_game_is_asked_what_it_verifies() -> None:
    assert "deck" in verifications()


# The command


def run(*words: str, given: str = "") -> tuple[int, str, str]:
    """Exit status, data, talk; in a process of its own, as standard input is read in bytes."""
    done = subprocess.run(
        [sys.executable, "-m", "cli.app", *words],
        input=given.encode(),
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def written(folder: Path, content: Any) -> str:
    path = folder / "deck.json"
    path.write_text(json.dumps(content), "utf-8")
    return str(path)


def test_the_command_tells_people_and_programs(tmp_path: Path) -> None:
    file = written(tmp_path, {"cards": PART})
    status, told, _ = run("verify", "deck", file)
    assert status == 0
    assert "not listed" in told
    status, told, _ = run("verify", "deck", file, "--json")
    data = json.loads(told)
    assert (status, data["format"], data["verify"], data["sound"]) == (0, 1, "deck", True)


def test_the_command_reads_standard_input_and_the_size() -> None:
    status, told, _ = run("verify", "deck", "-", "--size", "26", "--json", given=json.dumps(FULL[:-1]))
    assert (status, json.loads(told)["complete"]) == (0, True)


def test_faults_end_with_status_4(tmp_path: Path) -> None:
    file = written(tmp_path, [*FULL, {"card": "Fog", "type": "spell"}])
    status, told, said = run("verify", "deck", file, "--json")
    assert status == 4
    assert json.loads(told)["error"]["faults"][0]["path"] == "$[7].type"
    assert "spell" in said
    assert run("verify", "deck", str(tmp_path / "none.json"))[0] == 4


@pytest.mark.parametrize("words", [("verify", "dek", "x"), ("verify", "deck", "x", "--size", "30"), ("verify", "deck")])
def test_misuse_ends_with_status_2(words: tuple[str, ...]) -> None:
    assert run(*words)[0] == 2


@pytest.mark.parametrize("text", ["[", "{", "[1, NaN]", "\x00"])
def test_what_cannot_be_read_ends_with_status_4(text: str, tmp_path: Path) -> None:
    for name in ("deck.json", "deck.toml"):
        (tmp_path / name).write_text(text, "utf-8")
        status, _, said = run("verify", "deck", str(tmp_path / name))
        assert status == 4
        assert "Traceback" not in said


# The lists that are shipped


def test_every_fighter_has_a_list() -> None:
    assert {path.stem for path in SHIPPED} == set(NAMED)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_list_holds_only_what_the_examples_name(path: Path) -> None:
    text = path.read_text("utf-8")
    deck = check_deck(tomllib.loads(text), 27, path.name)
    assert set(deck.listed) == set(NAMED[path.stem])
    assert not deck.is_complete
    assert "partial" in text.splitlines()[0]
    left = f"{deck.unlisted} of 27 cards are not listed" if deck.listed else "none of 27 is listed"
    assert left in text


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_list_is_named_in_a_set_up(path: Path) -> None:
    fighters = [{"player": "Ann"}, {"player": "Bo", "deck": path.name}]
    raw: Raw = {"format": 1, "game": "isla-negra", "setup": {"me": "Ann", "fighters": fighters}, "events": []}
    raw["events"] = [{"type": "draw", "player": "Bo", "cards": 5}]
    session = parse_session(json.dumps(raw), "session", path.parent)
    held = next(one for one in examine(session).answers() if one.question.id == "answer.Bo.basic")
    assert held.at_least is not None
