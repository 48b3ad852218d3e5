"""What a player types: shortenings, slips of the finger, and every phrase that the help page shows."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from solver.core.errors import UnreadableEvent
from solver.games.black_sonata.game import GAME
from solver.games.black_sonata.grammar import plain
from solver.games.black_sonata.parse import all_phrases
from tests.games.playing import MAP, played, search, turn, turns

STARTED = [turn("church")]
WAITING = [turn(), search(found=True, flight=False)]


def read(text: str, *before: Any) -> dict[str, Any]:
    """The event that this means after these events, in JSON."""
    return GAME.read_note(text, played(MAP, *(before or STARTED))).to_json()


def trouble(text: str, *before: Any) -> UnreadableEvent:
    with pytest.raises(UnreadableEvent) as refusal:
        read(text, *before)
    assert refusal.value.exit_status == 4
    assert text.startswith(refusal.value.text)
    return refusal.value


# Every phrase

SAID: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "turn": [
        ("turn tavern", turn("tavern")),
        ("turn fog", turn("fog")),
        ("turn ?", turn(None)),
        ("turn countdown church", turn(["countdown", "church"])),
        ("turn countdown ?", turn(["countdown", None])),
    ],
    "top": [("top riverside", {"type": "top", "shows": "riverside"}), ("top ?", {"type": "top", "shows": None})],
    "search": [
        ("search hit", search(found=True)),
        ("search miss", search(found=False)),
        ("search found", search(found=True)),
        ("search nothing", search(found=False)),
        ("search hit church ?", search(found=True, passed=["church", None])),
        ("search miss none", search(found=False, passed=[])),
        ("search hit wait", search(found=True, flight=False)),
    ],
    "flight": [
        ("flight", {"type": "flight"}),
        ("flight ? tavern", {"type": "flight", "passed": [None, "tavern"]}),
        ("flight none", {"type": "flight", "passed": []}),
    ],
    "move": [("move eastcheap", {"type": "move", "to": "Eastcheap"})],
    "pass": [("pass", {"type": "pass"})],
    "clue": [
        ("clue heart quill ring 0/2", {"type": "clue", "symbols": ["heart", "quill", "ring"], "numbers": [0, 2]}),
        ("clue heart quill ring 1", {"type": "clue", "symbols": ["heart", "quill", "ring"], "numbers": [1]}),
        (
            "clue from keys heart quill ring 2",
            {"type": "clue", "symbols": ["heart", "quill", "ring"], "numbers": [2], "from": "keys"},
        ),
        (
            "clue from poet heart quill ring 3",
            {"type": "clue", "symbols": ["heart", "quill", "ring"], "numbers": [3], "from": "poet"},
        ),
    ],
    "confront": [
        ("confront heart quill ring", {"type": "confront", "symbols": ["heart", "quill", "ring"]}),
        ("confront heart quill ring right", {"type": "confront", "symbols": ["heart", "quill", "ring"], "right": True}),
        (
            "confront heart quill ring wrong",
            {"type": "confront", "symbols": ["heart", "quill", "ring"], "right": False},
        ),
    ],
    "fog": [
        ("fog", turn("fog")),
        ("fog clue", {"type": "fog", "effect": "clue"}),
        ("fog clue-and-discard", {"type": "fog", "effect": "clue-and-discard"}),
        ("fog discard", {"type": "fog", "effect": "discard"}),
        ("fog discard-fog", {"type": "fog", "effect": "discard-fog"}),
        ("fog replace rose", {"type": "fog", "effect": "replace-lady", "suit": "rose"}),
        ("fog anywhere southwark", {"type": "fog", "effect": "move-anywhere", "to": "Southwark"}),
        ("fog neighbour eastcheap", {"type": "fog", "effect": "move-neighbour", "to": "Eastcheap"}),
        (
            "fog look church ? tavern rural ?",
            {"type": "fog", "effect": "look-five", "shows": ["church", None, "tavern", "rural", None]},
        ),
        ("fog swap heart quill ring", {"type": "fog", "effect": "swap-clue", "gives": ["heart", "quill", "ring"]}),
        ("fog advance", {"type": "fog", "effect": "advance-two"}),
        ("fog advance church ?", {"type": "fog", "effect": "advance-two", "passed": ["church", None]}),
        ("fog other it rained all day", {"type": "fog", "effect": "other", "text": "it rained all day"}),
    ],
}
EXAMPLES = [(text, event) for said in SAID.values() for text, event in said]


@pytest.mark.parametrize(("text", "event"), EXAMPLES)
def test_a_phrase_is_read(text: str, event: dict[str, Any]) -> None:
    assert read(text) == event


@pytest.mark.parametrize(("text", "event"), EXAMPLES)
def test_a_phrase_is_read_in_capitals_and_with_commas(text: str, event: dict[str, Any]) -> None:
    if event.get("effect") != "other":
        assert read(re.sub("(?<=.) (?=.)", " , ", text.upper())) == event


def test_every_phrase_of_the_base_game_is_tried() -> None:
    verbs = {phrase.verb for phrase in all_phrases()}
    assert set(SAID) <= verbs


@pytest.mark.parametrize("phrase", all_phrases(), ids=lambda phrase: phrase.verb)
def test_a_phrase_shows_how_it_is_used(phrase: Any) -> None:
    assert phrase.verb in phrase.usage


# Bare words


def test_a_bare_face_is_the_next_card() -> None:
    assert read("tavern") == turn("tavern")
    assert read("?") == turn(None)
    assert read("fog") == turn("fog")


def test_a_bare_face_at_set_up_is_the_card_on_top() -> None:
    event = GAME.read_note("tavern", played(MAP))
    assert event.to_json() == {"type": "top", "shows": "tavern"}


def test_bare_faces_while_a_flight_waits_are_the_cards_that_pass() -> None:
    assert read("tavern", *WAITING) == {"type": "flight", "passed": ["tavern"]}
    assert read("? church", *WAITING) == {"type": "flight", "passed": [None, "church"]}


def test_several_bare_faces_at_a_turn_are_refused() -> None:
    assert "one card comes up at a turn" in trouble("tavern church").trouble


def test_a_bare_location_is_a_move() -> None:
    assert read("southwark") == {"type": "move", "to": "Southwark"}
    assert read("London Bridge") == {"type": "move", "to": "London Bridge"}


# The countdown is filled in


def test_the_countdown_is_filled_in_where_it_must_come_up() -> None:
    assert read("tavern", *turns(25)) == turn(["countdown", "tavern"])
    assert read("turn tavern", *turns(25)) == turn(["countdown", "tavern"])
    assert read("tavern", *turns(24)) == turn("tavern")
    assert read("countdown tavern", *turns(25)) == turn(["countdown", "tavern"])


def test_the_countdown_is_filled_in_among_the_cards_passed() -> None:
    table = [turn(), search(found=True), *turns(22)]
    assert played(MAP, *table).deck.slot == 24
    assert read("search hit church tavern", *table) == search(found=True, passed=["church", ["countdown", "tavern"]])


def test_the_countdown_is_filled_in_where_fog_advances_the_deck() -> None:
    table = [*turns(24), search(found=False), *turns(26)]
    assert read("fog advance church tavern", *table)["passed"] == ["church", ["countdown", "tavern"]]


def test_the_countdown_is_not_filled_in_for_a_card_not_noticed() -> None:
    assert read("?", *turns(25)) == turn(None)


def test_the_countdown_is_not_filled_in_where_one_looks_ahead() -> None:
    table = [*turns(24), search(found=False), *turns(26)]
    assert read("fog look church ? ? ? tavern", *table)["shows"] == ["church", None, None, None, "tavern"]


# Shortenings


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("tav", turn("tavern")),
        ("com", turn("commercial")),
        ("riv", turn("riverside")),
        ("lon", {"type": "move", "to": "London Bridge"}),
        ("lon br", {"type": "move", "to": "London Bridge"}),
        ("bridge", {"type": "move", "to": "London Bridge"}),
        ("clink", {"type": "move", "to": "Liberty of the Clink"}),
        ("lib", {"type": "move", "to": "Liberty of the Clink"}),
        ("pauls", {"type": "move", "to": "St Paul's"}),
        ("st p", {"type": "move", "to": "St Paul's"}),
        ("m bish", {"type": "move", "to": "Bishopsgate"}),
        ("se m", search(found=False)),
        ("clu he q ri 0/2", {"type": "clue", "symbols": ["heart", "quill", "ring"], "numbers": [0, 2]}),
        ("fog rep r", {"type": "fog", "effect": "replace-lady", "suit": "rose"}),
        ("fog move-n east", {"type": "fog", "effect": "move-neighbour", "to": "Eastcheap"}),
    ],
)
def test_any_shortening_that_means_one_thing_will_do(text: str, event: dict[str, Any]) -> None:
    assert read(text) == event


@pytest.mark.parametrize("text", ["st paul's", "St. Paul’s", "ST PAULS", "st  páuls", "pauls"])
def test_accents_apostrophes_and_case_do_not_matter(text: str) -> None:
    assert read(text) == {"type": "move", "to": "St Paul's"}


def test_words_are_made_plain() -> None:
    assert plain("  Clérkenwell’s   RING. ") == "clerkenwells ring"


@pytest.mark.parametrize(
    ("text", "meanings"),
    [
        ("c", {"church", "commercial", "Clerkenwell", "Cornhill", "Cripplegate", "clue", "confront", "countdown"}),
        ("ri", {"riverside"}),
        ("clue r heart quill 1", {"rattle", "ring"}),
        ("move c", {"Clerkenwell", "Cornhill", "Cripplegate"}),
        ("fog d", {"discard", "discard-fog"}),
        ("fog move cornhill", {"move-anywhere", "move-neighbour"}),
    ],
)
def test_a_word_that_could_be_more_than_one_thing_is_asked_back(text: str, meanings: set[str]) -> None:
    if len(meanings) == 1:
        assert read(text) == turn(*meanings)
        return
    asked = trouble(text)
    assert "could be more than one thing" in asked.trouble
    assert meanings <= set(asked.suggestions)


def test_a_word_in_full_is_never_ambiguous() -> None:
    assert read("fog discard")["effect"] == "discard"
    assert read("fog clue")["effect"] == "clue"


# Slips


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("tavren", "tavern"),
        ("chruch", "church"),
        ("sothwark", "Southwark"),
        ("move blakfriars", "Blackfriars"),
        ("serach miss", "search"),
        ("clue haert quill ring 1", "heart"),
        ("search mis5", "miss"),
        ("fog replace roes", "rose"),
        ("fog swop heart quill ring", "swap"),
    ],
)
def test_a_misspelling_brings_what_was_likely_meant(text: str, meant: str) -> None:
    asked = trouble(text)
    assert meant in asked.suggestions
    assert meant in str(asked)


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("move", "a location"),
        ("search", "hit or miss"),
        ("clue heart quill", "a symbol"),
        ("clue heart quill ring", "a number"),
        ("fog replace", "a suit"),
        ("turn", "a face"),
        ("confront heart", "a symbol"),
    ],
)
def test_a_note_that_ends_too_early_tells_what_is_missing(text: str, missing: str) -> None:
    asked = trouble(text)
    assert f"the note ends where {missing}" in asked.trouble
    assert asked.suggestions


@pytest.mark.parametrize(
    "text", ["pass now", "move cornhill quickly", "turn tavern church", "clue heart quill ring 1 2"]
)
def test_words_left_over_are_refused(text: str) -> None:
    assert "nothing more is expected" in trouble(text).trouble


@pytest.mark.parametrize("text", ["", "   ", "// only a remark"])
def test_nothing_typed_shows_what_can_be(text: str) -> None:
    asked = trouble(text)
    assert "nothing was typed" in asked.trouble
    assert any("search hit|miss" in usage for usage in asked.suggestions)


def test_what_is_wrong_in_content_is_told_in_words_not_in_paths() -> None:
    said = str(trouble("clue heart heart ring 1"))
    assert "three different symbols" in said
    assert "$" not in said
    assert trouble("fog look church")


# Remarks and JSON


def test_a_remark_is_kept_as_free_text() -> None:
    assert read("tavern // the dog barked // twice") == {**turn("tavern"), "note": "the dog barked // twice"}
    assert read("pass //") == {"type": "pass"}


def test_an_event_can_be_typed_as_json() -> None:
    assert read('{"type": "search", "found": true, "passed": ["church"]}') == search(found=True, passed=["church"])
    assert read('  {"type": "pass", "note": "a // b"}') == {"type": "pass", "note": "a // b"}


@pytest.mark.parametrize(
    "text", ['{"type": "pass"', '{"type": "fly"}', '{"type": "move"}', "{}", '{"type": "move", "to": "Rome"}']
)
def test_json_that_is_no_event_is_refused(text: str) -> None:
    assert trouble(text)


@pytest.mark.parametrize(
    "event",
    [
        {"type": "fog", "effect": "other", "text": "a storm, then calm"},
        {"type": "fog", "effect": "other", "text": "rain // sun"},
        {"type": "fog", "effect": "other", "text": "a ride", "to": "Southwark"},
        {"type": "clue", "symbols": ["heart", "quill", "ring"], "numbers": [2, 0]},
        {"type": "clue", "symbols": ["heart", "quill", "ring"], "numbers": [1, 1]},
        {"type": "pass", "note": ""},
        {"type": "pass", "note": " spaced "},
    ],
)
def test_what_words_cannot_carry_is_spoken_as_json(event: dict[str, Any]) -> None:
    table = played(MAP, *STARTED)
    model = GAME.read_note(json.dumps(event), table)
    assert GAME.speak(model).startswith("{")
    assert GAME.read_note(GAME.speak(model), table) == model


# Completion


def test_after_move_the_neighbours_are_offered() -> None:
    table = played(MAP, *STARTED)
    assert list(GAME.complete_note("move ", table)) == ["Bishopsgate", "Cripplegate", "Eastcheap", "St Paul's"]
    assert list(GAME.complete_note("move b", table)) == ["Bishopsgate"]


def test_a_begun_word_is_completed() -> None:
    table = played(MAP, *STARTED)
    assert "search" in GAME.complete_note("se", table)
    assert "tavern" in GAME.complete_note("ta", table)
    assert set(GAME.complete_note("search ", table)) >= {"hit", "miss"}
    assert set(GAME.complete_note("fog repl", table)) == {"replace-lady", "replace"}


def test_at_the_start_of_a_turn_actions_come_first_after_it_faces() -> None:
    acting = list(GAME.complete_note("", played(MAP, *STARTED)))
    waiting = list(GAME.complete_note("", played(MAP, *STARTED, {"type": "pass"})))
    assert acting.index("search") < acting.index("tavern")
    assert waiting.index("tavern") < waiting.index("search")
