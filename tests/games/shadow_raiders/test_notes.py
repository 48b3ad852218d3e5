"""Notes as a player says them: read in any unambiguous shortening, refused kindly, spoken as they are read back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.app import app
from solver.core.errors import UnreadableEvent
from solver.core.registry import load_game
from tests.games.shadow_raiders.house import raw, session_of, table_of

GAME = load_game("shadow-raiders")
TABLE = table_of(raw(me="Eve", role="Emi"))


def read(text: str, table: Any = TABLE) -> dict[str, Any]:
    return GAME.read_note(text, table).to_json()


def given(giver: str, to: str, card: str | None, outcome: str, **more: Any) -> dict[str, Any]:
    return {"type": "reasoning", "from": giver, "to": to, "card": card, "outcome": outcome, **more}


SAID = [
    ("Ann gives Bo nothing", given("Ann", "Bo", None, "nothing")),
    ("I give Bo raider-1 damage", given("Eve", "Bo", "raider-1", "damage-1")),
    ("i give b shadow-2 dam", given("Eve", "Bo", "shadow-2", "damage-2")),
    ("Ann gives Bo ? 2 damage", given("Ann", "Bo", None, "damage-2")),
    ("Ann gives Bo damage 2", given("Ann", "Bo", None, "damage-2")),
    ("Ann gives Bo damage-1", given("Ann", "Bo", None, "damage-1")),
    ("ann hands bo heal", given("Ann", "Bo", None, "heal-1")),
    ("Ann gives to Bo equipment", given("Ann", "Bo", None, "equipment")),
    ("Ann gives Bo same nothing", given("Ann", "Bo", None, "nothing", same_card=True)),
    ("me gives Di show-role shown werew", given("Eve", "Di", "show-role", "shown", role="Werewolf")),
    ("Di gives me hp-11 nothing", given("Di", "Eve", "hp-11-or-less-1", "nothing")),
    ("I hold raider-heal", {"type": "holding", "card": "raider-heal"}),
    ("holding raider-heal", {"type": "holding", "card": "raider-heal"}),
    ("reshuffle", {"type": "reshuffle"}),
    ("Cy has 6 damage", {"type": "damage", "player": "Cy", "total": 6}),
    ("Cy holds 2 equipment", {"type": "equipment", "player": "Cy", "holds": 2}),
    ("I have 2 equipment immune", {"type": "equipment", "player": "Eve", "holds": 2, "immune": True}),
    ("Di is out Vampire", {"type": "out", "player": "Di", "role": "Vampire"}),
    ("di out vamp by ann attack", {"type": "out", "player": "Di", "role": "Vampire", "by": "Ann", "cause": "attack"}),
    ("Di reveals Vampire", {"type": "reveal", "player": "Di", "role": "Vampire"}),
    ("Di is Vampire", {"type": "reveal", "player": "Di", "role": "Vampire"}),
    ("Cy drew mirror", {"type": "drew", "player": "Cy", "card": "mirror"}),
    ("Cy drew dark ritual revealed", {"type": "drew", "player": "Cy", "card": "dark-ritual", "revealed": True}),
    ("Cy drew a banana skin hidden", {"type": "drew", "player": "Cy", "card": "a banana skin", "revealed": False}),
    ("Bo at town", {"type": "at", "player": "Bo", "area": "Town hall"}),
    ("Bo goes to the airship", {"type": "at", "player": "Bo", "area": "Her Majesty's airship"}),
    ("Bo is in blackmist", {"type": "at", "player": "Bo", "area": "Blackmist area"}),
    ("Ann attacks Bo and Cy 3", {"type": "attack", "by": "Ann", "to": ["Bo", "Cy"], "damage": 3}),
    ("Ann attacks Bo 3 damage", {"type": "attack", "by": "Ann", "to": ["Bo"], "damage": 3}),
    ("silent", {"type": "silent"}),
    ("victory Ann Bo", {"type": "victory", "players": ["Ann", "Bo"]}),
    ("Ann wins", {"type": "victory", "players": ["Ann"]}),
    ("silent // for long", {"type": "silent", "note": "for long"}),
    ('{"type": "silent"}', {"type": "silent"}),
]


@pytest.mark.parametrize(("text", "event"), SAID, ids=[text for text, _ in SAID])
def test_words_are_read_as_the_event(text: str, event: dict[str, Any]) -> None:
    assert read(text) == event


@pytest.mark.parametrize(("text", "event"), SAID, ids=[text for text, _ in SAID])
def test_events_are_spoken_so_that_they_are_read_back(text: str, event: dict[str, Any]) -> None:
    noted = GAME.read_note(text, TABLE)
    assert GAME.read_note(GAME.speak(noted), TABLE) == noted


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "nothing was typed"),
        ("Zed gives Bo nothing", "not a player"),
        ("Dx has 3 damage", "did you mean Di"),
        ("Ann dances", "what they do"),
        ("Ann gives", "a player is expected"),
        ("Ann gives Bo", "what came of it"),
        ("Ann gives Bo raider damage", "more than one thing"),
        ("Ann gives Bo laughter", "an outcome"),
        ("Ann has damage", "no number"),
        ("Ann has 3", "damage or equipment"),
        ("Ann has 3 damage more", "nothing more"),
        ("Ann is out", "a character"),
        ("Ann is out Angela", "a character"),
        ("Ann attacks 3", "a player"),
        ("Ann attacks Bo", "no number"),
        ("Ann drew", "which card"),
        ("Ann at nowhere", "an area"),
        ("holding ?", "that I see"),
        ("Bo has raider-1", "no number"),
        ('{"type": 3}', "type"),
        ("{", "JSON"),
        ("[1]", "not a player"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_nearest_words(text: str, told: str) -> None:
    with pytest.raises(UnreadableEvent) as refused:
        read(text)
    assert told in str(refused.value)
    assert refused.value.exit_status == 4


def test_a_card_in_my_hand_need_not_be_named() -> None:
    table = table_of(raw([{"type": "holding", "card": "shadow-2"}]))
    assert read("I give Bo damage", table)["card"] == "shadow-2"
    assert read("I give Bo damage", table)["outcome"] == "damage-2"
    assert read("Cy gives Bo damage", table)["card"] is None


ODD = ["Ann Lee", "I", "silent", "3", "gives", "Zoë", "O'Hara", "Bo-Bo", "mirror", "Ann//Bo"]


@pytest.mark.parametrize("name", ODD)
def test_odd_names_are_spoken_so_that_they_are_read_back(name: str) -> None:
    """In words where these would be read back, else as JSON."""
    setup = {"players": [name, "Bo", "Cy", "Di"], "me": "Bo", "role": "Felix"}
    for event in (
        {"type": "damage", "player": name, "total": 3},
        {"type": "reasoning", "from": name, "to": "Bo", "card": "raider-1", "outcome": "damage-1"},
        {"type": "attack", "by": name, "to": ["Cy", "Di"], "damage": 2},
        {"type": "out", "player": "Cy", "role": "Vampire", "by": name, "cause": "attack"},
        {"type": "victory", "players": [name]},
    ):
        session = session_of({**raw([event]), "setup": setup})
        table = session.game.open(session.setup)
        assert session.game.read_note(session.game.speak(session.events[0]), table) == session.events[0]


def test_a_letter_of_a_joining_word_may_be_somebody() -> None:
    """ "a" is Ann, not "and"; "t" is Tom, not "to"."""
    table = table_of({**raw(), "setup": {"players": ["Ann", "An", "Tom", "Bo"], "me": "Bo", "role": "Emi"}})
    assert read("Tom attacks Bo, An 3", table)["to"] == ["Bo", "An"]
    assert read("Tom attacks Bo and An 3", table)["to"] == ["Bo", "An"]
    assert read("bo attacks t ann 3", table)["to"] == ["Tom", "Ann"]
    assert read("victory Bo An", table)["players"] == ["Bo", "An"]
    assert read("Bo gives t nothing", table)["to"] == "Tom"
    assert read("Bo gives to t nothing", table)["to"] == "Tom"
    assert read("Tom at t", table)["area"] == "Town hall"


def test_somebody_may_be_called_by_a_number() -> None:
    table = table_of({**raw(), "setup": {"players": ["1", "2", "Tom", "Bo"], "me": "Bo", "role": "Emi"}})
    assert read("Tom attacks 1 2", table) == {"type": "attack", "by": "Tom", "to": ["1"], "damage": 2}
    assert read("Tom attacks 1 and 2 2", table)["to"] == ["1", "2"]
    assert read("1 attacks Tom 2 damage", table) == {"type": "attack", "by": "1", "to": ["Tom"], "damage": 2}
    assert read("victory 1", table)["players"] == ["1"]
    assert read("1 wins", table)["players"] == ["1"]


def test_names_of_several_words_are_spoken_in_words() -> None:
    names = ["Mary Ann", "Jean-Luc", "O'Brien", "Bo"]
    event = {"type": "reasoning", "from": "Mary Ann", "to": "Jean-Luc", "card": None, "outcome": "nothing"}
    session = session_of({**raw([event]), "setup": {"players": names, "me": "Bo", "role": "Emi"}})
    table = session.game.open(session.setup)
    assert session.game.speak(session.events[0]) == "Mary Ann gives Jean-Luc ? nothing"
    assert session.game.read_note("Mary Ann gives Jean-Luc ? nothing", table) == session.events[0]


def test_a_reasoning_card_that_i_drew_is_in_my_hand() -> None:
    assert read("I drew raider-1") == {"type": "holding", "card": "raider-1"}
    with pytest.raises(UnreadableEvent, match="raider-1 is a reasoning card: note whom it was given to"):
        read("Bo drew raider-1")


def test_brackets_of_a_name_need_not_be_typed() -> None:
    table = table_of(raw(count=10, characters="all"))
    assert read("Bo is out raider g white", table)["role"] == "Raider G (white star)"
    assert read("Bo reveals citizen d (black star)", table)["role"] == "Citizen D (black star)"


def test_a_number_of_thousands_of_digits_is_refused_in_words() -> None:
    with pytest.raises(UnreadableEvent, match="too large a number"):
        read(f"Cy has {'9' * 5000} damage")


@pytest.mark.parametrize("card", ["a, b", "Bo // c", "revealed", "  x", "mir", "{", "a  b", "Mirror"])
def test_odd_cards_are_spoken_so_that_they_are_read_back(card: str) -> None:
    session = session_of(raw([{"type": "drew", "player": "Bo", "card": card}]))
    assert session.game.read_note(session.game.speak(session.events[0]), TABLE) == session.events[0]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("", "Ann"),
        ("", "silent"),
        ("Ann ", "gives"),
        ("Ann gives ", "Bo"),
        ("Ann gives Bo n", "nothing"),
        ("Ann gives Bo rai", "raider-1"),
        ("I give Bo show-role shown v", "Vampire"),
        ("Cy has 6 d", "damage"),
        ("Di is o", "out"),
        ("Di is out va", "Vampire"),
        ("Di reveals va", "Vampire"),
        ("Cy drew mi", "mirror"),
        ("Cy at tow", "Town hall"),
        ("Ann attacks b", "Bo"),
        ("holding sho", "show-role"),
    ],
)
def test_what_is_typed_is_completed(typed: str, offered: str) -> None:
    assert offered in GAME.complete_note(typed, TABLE)


def test_who_is_out_is_not_offered() -> None:
    table = table_of(raw([{"type": "out", "player": "Bo", "role": "Vampire"}]))
    assert "Bo" not in GAME.complete_note("", table)


# The command line


def run(*words: object) -> Any:
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "100", "TERM": "dumb"})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "t.json"
    path.write_text(json.dumps(raw(me="Eve", role="Emi")), "utf-8")
    return path


def test_a_note_is_three_words_and_tells_what_it_means(file: Path) -> None:
    told = run("note", file, "Ann", "gives", "Bo", "nothing")
    assert told.exit_code == 0
    assert "event 0  Ann gives Bo ? nothing" in told.output
    assert "Who is Bo?" in told.output
    assert json.loads(file.read_text("utf-8"))["events"][0]["to"] == "Bo"


def test_a_note_that_no_deal_allows_is_not_taken(file: Path) -> None:
    assert run("note", file, "Bo is Vampire").exit_code == 0
    told = run("note", file, "I give Bo raider-1 damage")
    assert told.exit_code == 3
    assert "cannot all be true" in told.output
    assert len(json.loads(file.read_text("utf-8"))["events"]) == 1
    assert run("note", file, "--anyway", "I give Bo raider-1 damage").exit_code == 0
    assert run("solve", file).exit_code == 3


def test_deadly_damage_says_how_to_note_a_death(file: Path) -> None:
    told = run("note", file, "Bo has 14 damage")
    assert told.exit_code == 3
    assert "Bo is out ROLE" in told.output
    assert run("note", file, "Bo is out Werewolf").exit_code == 0


def test_a_name_that_nobody_has_is_a_fault_of_form(file: Path) -> None:
    told = run("note", file, '{"type": "damage", "player": "Zed", "total": -1}')
    assert told.exit_code == 4
    assert "$.player" in told.output
    assert "$.total" in told.output


def test_a_prompt_says_where_the_game_stands(file: Path) -> None:
    run("note", file, "Ann gives Bo nothing")
    told = run("note", file, "Di is out Vampire", "--json")
    assert json.loads(told.stdout)["prompt"] == "event 1: 5 of 6 in, 15 reasoning cards left (1 not seen)"
