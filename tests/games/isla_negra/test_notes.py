"""Notes as a player says them: read in any unambiguous shortening, refused kindly, spoken as they are read back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from cli.app import app
from solver.core.errors import UnreadableEvent
from solver.core.registry import load_game
from tests.games.isla_negra.helpers import (
    FULL,
    PART,
    START,
    crowd,
    discard,
    draw,
    drawn,
    hand,
    level,
    life,
    new_hand,
    play,
    raw,
    session_of,
    shuffle,
    table,
    table_of,
    turn,
    upgrade,
    won,
)

GAME = load_game("isla-negra")
BASE = (shuffle("Ann"), draw(5, "Ann"), *START, play("Punch"))
"""Bo's Punch at me is event 4, and open."""
TABLE = table(*BASE)
PARTIAL = table(*BASE, deck=PART)
TEAMS = table_of(crowd([], "abab"))


def read(text: str, at: Any = TABLE) -> dict[str, Any]:
    return GAME.read_note(text, at).to_json()


RESHUFFLED = {"after": 2, "last": "Kick"}
SAID = [
    ("Bo shuffles, last Punch", shuffle()),
    ("Bo shuffles last punch", shuffle()),
    ("bo reshuffles pun", shuffle()),
    ("Bo shuffles", shuffle(last=None)),
    ("Bo shuffles, showing wait and see", shuffle(last="Wait and See")),
    ("Bo draws 5", draw(5)),
    ("bo dr 5 cards", draw(5)),
    ("Bo draws", draw(1)),
    ("Bo draws a card", draw(1)),
    ("I draw 2", draw(2, "Ann")),
    ("I draw Punch, Dodge", drawn("Punch", "Dodge")),
    ("i draw punch dodge wait", drawn("Punch", "Dodge", "Wait and See")),
    ("I draw 2 Punch, Dodge", drawn("Punch", "Dodge")),
    ("I draw Punch and Dodge", drawn("Punch", "Dodge")),
    ("Bo plays Punch at Ann", play("Punch", at="Ann")),
    ("bo pl pun at me", play("Punch", at="Ann")),
    ("Bo plays Wait and See", play("Wait and See")),
    ("Bo attacks me with Kick", play("Kick", at="Ann")),
    ("I answer 4 with Dodge", play("Dodge", "Ann", answers=4)),
    ("I answer with Dodge", play("Dodge", "Ann", answers=4)),
    ("ann answers dodge", play("Dodge", "Ann", answers=4)),
    ("Ann answers with Block at Bo", play("Block", "Ann", at="Bo", answers=4)),
    ("Bo discards Punch, Kick", discard(["Punch", "Kick"])),
    ("Bo discards punch kick", discard(["Punch", "Kick"])),
    ("Bo discards Punch and Kick top Punch", discard(["Punch", "Kick"], top="Punch")),
    ("Bo discards 3 top Kick", discard(3, top="Kick")),
    ("Bo discards 3 cards, top Kick", discard(3, top="Kick")),
    ("Bo discards 3", discard(3)),
    ("Bo new hand top Block", new_hand("Block")),
    ("bo new hand block", new_hand("Block")),
    ("Bo takes a new hand, top Block", new_hand("Block")),
    ("Bo new-hand", new_hand(None)),
    ("Bo new hand top Block reshuffled after 2 last Kick", new_hand("Block", reshuffled=RESHUFFLED)),
    ("Bo new hand, top Block, reshuffled after 2, last Kick", new_hand("Block", reshuffled=RESHUFFLED)),
    ("Bo new hand reshuffled after 2", new_hand(None, reshuffled={"after": 2})),
    ("Bo upgrades Rage", upgrade()),
    ("bo up ra", upgrade()),
    ("Bo upgrades with Rage", upgrade()),
    ("Bo holds 6", hand(6)),
    ("Bo has 6 cards", hand(6)),
    ("Bo hand 6", hand(6)),
    ("I hold nothing", hand(0, "Ann")),
    ("my hand Punch Dodge Kick", hand(3, "Ann", names=["Punch", "Dodge", "Kick"])),
    ("I hold Punch, Punch", hand(2, "Ann", names=["Punch", "Punch"])),
    ("Bo level advanced", level("advanced")),
    ("Bo is adv", level("advanced")),
    ("Bo becomes expert", level("expert")),
    ("Bo life 18", life(18)),
    ("Bo has 18 life", life(18)),
    ("Bo loses 2", life(20)),
    ("Bo loses 2 life", life(20)),
    ("Bo gains 2", life(24)),
    ("Bo life -1", life(-1)),
    ("Bo wins the round", won()),
    ("Bo wins", won()),
    ("round Bo", won()),
    ("initiative Bo", turn("initiative")),
    ("Bo has the initiative", turn("initiative")),
    ("Bo initiative", turn("initiative")),
    ("Bo skips", turn("skip")),
    ("Bo loses a turn", turn("skip")),
    ("Bo skips the turn", turn("skip")),
    ("Bo passes", turn("passes")),
    ("I pass", turn("passes", "Ann")),
    ("Bo passes // slowly", turn("passes") | {"note": "slowly"}),
    ('{"type": "passes", "player": "Bo"}', turn("passes")),
    ('"Bo" plays "Punch" at "Ann"', play("Punch", at="Ann")),
    ("Bo draws five", draw(5)),
    ("Bo draws two cards", draw(2)),
    ("I draw two cards", draw(2, "Ann")),
    ("I draw a Punch", drawn("Punch")),
    ("I drew Punch and a Dodge", drawn("Punch", "Dodge")),
    ("I draw 2 cards: Punch, Dodge", drawn("Punch", "Dodge")),
    ("I draw: Punch, Dodge", drawn("Punch", "Dodge")),
    ("Bo takes a card", draw(1)),
    ("Bo takes 2 cards", draw(2)),
    ("Bo takes 2 damage", life(20)),
    ("Bo suffers two damage", life(20)),
    ("Bo takes the new hand top Kick", new_hand("Kick")),
    ("Bo new hand, Kick on top", new_hand("Kick")),
    ("Bo new hand reshuffled after two cards, last Kick", new_hand(None, reshuffled={"after": 2, "last": "Kick"})),
    ("Bo plays a Punch on me", play("Punch", at="Ann")),
    ("Bo plays his Punch against Ann", play("Punch", at="Ann")),
    ("I answer Punch with Dodge", play("Dodge", "Ann", answers=4)),
    ("I answer Bo with Dodge", play("Dodge", "Ann", answers=4)),
    ("I answer event 4 with Dodge", play("Dodge", "Ann", answers=4)),
    ("Bo discards his hand top Kick", discard(4, top="Kick")),
    ("Bo discards all", discard(4)),
    ("Bo discards three, Kick on top", discard(3, top="Kick")),
    ("Bo discards Punch, Kick on top", discard(["Punch", "Kick"], top="Kick")),
    ("Bo discards a Kick", discard(["Kick"])),
    ("Bo discards 1 Kick", discard(["Kick"])),
    ("Bo discards 2: Kick, Punch", discard(["Kick", "Punch"])),
    ("Bo shuffles the deck", shuffle(last=None)),
    ("Bo reshuffles his pile, last card Punch", shuffle()),
    ("Bo shuffles, the last is Punch", shuffle()),
    ("Bo shuffles: Punch", shuffle()),
    ("Bo lays down an upgrade: Rage", upgrade()),
    ("my hand: Punch, Kick", hand(2, "Ann", names=["Punch", "Kick"])),
    ("Bo's hand is 6", hand(6)),
    ("Bo is now advanced", level("advanced")),
    ("Bo becomes an expert", level("expert")),
    ("Bo is out", life(0)),
    ("Bo life: 18", life(18)),
    ("Bo has 18 hp", life(18)),
    ("Bo loses two", life(20)),
    ("Bo loses his next turn", turn("skip")),
    ("Bo misses a turn", turn("skip")),
    ("Bo's turn", turn("initiative")),
    ("my turn", turn("initiative", "Ann")),
    ("Bo begins", turn("initiative")),
    ("initiative: Bo", turn("initiative")),
]


@pytest.mark.parametrize(("text", "event"), SAID, ids=[text for text, _ in SAID])
def test_words_are_read_as_the_event(text: str, event: dict[str, Any]) -> None:
    assert read(text) == event


@pytest.mark.parametrize(("text", "event"), SAID, ids=[text for text, _ in SAID])
@pytest.mark.parametrize("at", [TABLE, PARTIAL, table(), table(deck=[])], ids=["full", "partial", "set-up", "no list"])
def test_events_are_spoken_so_that_they_are_read_back_at_any_table(text: str, event: dict[str, Any], at: Any) -> None:
    noted = GAME.read_note(text, TABLE)
    assert GAME.read_note(GAME.speak(noted), at) == noted
    assert read(GAME.speak(noted), at) == event


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "nothing was typed"),
        ("Zed draws 5", "not a player"),
        ("Bp draws 5", "did you mean Bo"),
        ("Bo dances", "what they do"),
        ("Bo", "what they do"),
        ("Bo p", "more than one thing"),
        ("Bo plays", "which card"),
        ("Bo plays Pnuch", "did you mean Punch?"),
        ("Bo plays dogde at Ann", "did you mean Dodge"),
        ("Bo plays Punch at", "a player is expected"),
        ("Bo plays Punch at Zed", "not a player"),
        ("Bo plays Punch at Ann now", "nothing more"),
        ('Bo plays "Punch', "quote is opened"),
        ('"Zed" plays Punch', "not a player"),
        ("Bo draws 99", "less than or equal to 27"),
        ("Bo draws 0", "greater than or equal to 1"),
        ("I draw 3 Punch, Dodge", "3 cards, but 2 are named"),
        ("I hold 2 Punch", "2 cards, but 1 is named: name each card"),
        ("Bo discards 3 Punch", "3 cards, but 1 is named"),
        ("Bo takes 2", "Cards, or damage?"),
        ("Bo takes", "what does Bo take"),
        ("pass", 'A note begins with a name: "Ann pass ..."'),
        ("I Dodge", "Dodge is a card: say what Ann does with it"),
        ("I answer Kick with Dodge", "not a card on the table"),
        ("Bo draws 1" + 5000 * "0", "too large a number"),
        ("Bo life -" + 30 * "9", "too large a number"),
        ("Bo draws Punch", "no names: only my own cards (Ann)"),
        ("Bo holds Punch", "no names"),
        ("Bo discards", "which cards"),
        ("Bo discards Punch zorn", "put it in quotes"),
        ("Bo discards Punch top Kick", "one of the discarded cards"),
        ("Bo new hand top Block reshuffled", "no number"),
        ("Bo new hand top Block reshuffled after 7", "less than or equal to 4"),
        ("Bo level high", "a level"),
        ("Bo life", "no number"),
        ("Bo loses", "no number"),
        ("initiative", "a player is expected"),
        ("round", "a player is expected"),
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
    assert "\ue000" not in str(refused.value)


def test_an_answer_needs_something_to_answer() -> None:
    with pytest.raises(UnreadableEvent, match="could be answered"):
        read("Bo answers with Dodge", table())


def test_the_latest_card_is_answered_where_none_is_open() -> None:
    assert read("I answer with Dodge", table(*BASE, draw(1)))["answers"] == 4


def test_cards_that_are_not_listed_are_taken_as_typed() -> None:
    assert read("Bo plays Spinning Elbow at Ann", PARTIAL) == play("Spinning Elbow", at="Ann")
    assert read("Bo discards Spinning Elbow, Punch, Zorn top Zorn", PARTIAL)["cards"] == [
        "Spinning Elbow", "Punch", "Zorn"
    ]  # fmt: skip
    assert read("Bo new hand top Spinning Elbow reshuffled after 2 last Low Kick", PARTIAL) == new_hand(
        "Spinning Elbow", reshuffled={"after": 2, "last": "Low Kick"}
    )
    assert read('Bo plays "Pnuch"', PARTIAL) == play("Pnuch")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Bo plays Elbow to me", "to"),
        ("Bo new hand top Elbow after reshuffling", "after"),
        ("Bo shuffles, Elbow is last", "is"),
        ("Bo upgrades to advanced", "to"),
        ("Bo discards Elbow then draws 5", "then"),
        ("I draw Elbow, 2 Zorn", "2"),
        ("Bo discards Elbow and Zorn", "one card or two"),
    ],
)
@pytest.mark.parametrize("deck", [PART, []], ids=["partial", "no list"])
def test_what_is_said_of_a_card_is_no_part_of_its_name(text: str, word: str, deck: Any) -> None:
    """Else a slip would be noted as a card that nobody has seen."""
    with pytest.raises(UnreadableEvent, match=word) as refused:
        read(text, table(*BASE, deck=deck))
    assert "quotes" in str(refused.value)


def test_such_a_card_is_put_in_quotes_once() -> None:
    assert read('Bo plays "Last Hand"', PARTIAL) == play("Last Hand")
    assert read("Bo plays last hand", table(*BASE, play("Last Hand"), deck=PART)) == play("Last Hand")
    assert read("I draw The Fox", table(*BASE, play("The Fox", "Ann"), deck=PART)) == drawn("The Fox")


WORDY = [
    *({"card": card, "type": "attack", "level": "basic"} for card in ("Top", "5", "At Last", "Reshuffled", "a")),
    {"card": "One Two Three Four Five Six Seven", "type": "attack", "level": "basic"},
    {"card": "Wait and See", "type": "attack", "level": "basic"},
]


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("Bo plays 5 at me", play("5", at="Ann")),
        ("Bo plays At Last at me", play("At Last", at="Ann")),
        ("Bo discards 2 top Top", discard(2, top="Top")),
        ("Bo new hand top Reshuffled", new_hand("Reshuffled")),
        ("I draw Wait and See, a", drawn("Wait and See", "a")),
        ("I draw One Two Three Four Five Six Seven, Top", drawn("One Two Three Four Five Six Seven", "Top")),
        ("Bo plays one two three four five six seven", play("One Two Three Four Five Six Seven")),
    ],
)
def test_listed_cards_may_be_called_like_words_of_notes(text: str, event: dict[str, Any]) -> None:
    assert read(text, table(*BASE, deck=WORDY)) == event


@pytest.mark.parametrize("text", ["Bo discards Top", "Bo new hand Top"])
def test_a_card_that_was_read_as_another_word_wants_quotes(text: str) -> None:
    with pytest.raises(UnreadableEvent, match="is another word, too, is put in quotes"):
        read(text, table(*BASE, deck=WORDY))


def test_a_player_who_is_called_like_a_word_wants_quotes() -> None:
    at = table_of(raw([], me="round", fighters=["round", "Bo"]))
    with pytest.raises(UnreadableEvent, match=r'put the name in quotes.*"round"'):
        read("round draws 5", at)
    assert read('"round" draws 5', at) == draw(5, "round")


def test_only_who_holds_no_card_cannot_discard_a_hand() -> None:
    with pytest.raises(UnreadableEvent, match="holds no card"):
        read("Bo discards his hand", table(shuffle()))


def test_cards_that_were_seen_are_known() -> None:
    after = table(*BASE, play("Spinning Elbow"), deck=PART)
    assert read("Bo plays spin", after) == play("Spinning Elbow")


def test_a_team_wins_a_round_and_does_nothing_else() -> None:
    assert read("team a wins the round", TEAMS) == won("a")
    assert read("round team b", TEAMS) == won("b")
    with pytest.raises(UnreadableEvent, match="is a team"):
        read("team b draws 2", TEAMS)


ODD = [
    "Ann Lee", "I", "round", "3", "plays", "Zoë", "O'Hara", "Bo-Bo", "Kick", "Ann//Bo", 'J "X"', "top", "a, b", " x",
]  # fmt: skip


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("deck", [PART, []], ids=["partial", "no list"])
def test_odd_names_are_spoken_so_that_they_are_read_back(name: str, deck: Any) -> None:
    """In words where these would be read back, else as JSON; of players and of cards."""
    fighters = [{"player": name, "deck": deck}, {"player": "Di", "deck": deck}]
    for event in (
        shuffle(name, name), draw(2, name, names=[name, "Punch"]), play(name, name, at="Di"),
        play(name, "Di", at=name, answers=3), discard([name, "Zorn"], name, top=name), discard(2, name, top=name),
        new_hand(name, name, reshuffled={"after": 1, "last": name}), upgrade(name, name), hand(1, name, names=[name]),
        hand(0, name, names=[]), level("master", name), life(-3, name), won(name), turn("skip", name),
        turn("initiative", name), turn("passes", name) | {"note": "a // b"}, turn("passes", name) | {"note": " "},
    ):  # fmt: skip
        session = session_of(raw([event], me=name, fighters=fighters))
        noted = session.events[0]
        assert session.game.read_note(session.game.speak(noted), session.game.open(session.setup)) == noted


NAMES = st.text(min_size=1, max_size=12)
WORDS = [
    "Bo", "Ann", "plays", "draws", "discards", "Punch", "wait", "zorn", "and", "top", "at", "3", ",", "new", "hand",
    '"', "last", "//", "{",
]  # fmt: skip


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(NAMES, NAMES, st.sampled_from([TABLE, PARTIAL, table(deck=[])]))
def test_any_name_of_a_card_is_spoken_so_that_it_is_read_back(one: str, other: str, at: Any) -> None:
    for event in (play(one), discard([one, other]), shuffle(last=one), new_hand(one), drawn(one, other)):
        noted = GAME.session_model().model_validate(raw([event])).events[0]
        assert GAME.read_note(GAME.speak(noted), at) == noted


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.lists(st.sampled_from(WORDS)))
def test_any_words_are_read_or_refused(words: list[str]) -> None:
    try:
        noted = GAME.read_note(" ".join(words), PARTIAL)
    except UnreadableEvent:
        return
    assert GAME.read_note(GAME.speak(noted), PARTIAL) == noted


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("", "Ann"),
        ("", "initiative"),
        ("Bo ", "plays"),
        ("Bo pl", "plays"),
        ("Bo plays p", "Punch"),
        ("Bo plays Punch at ", "Ann"),
        ("Bo attacks ", "Ann"),
        ("I answer ", "Dodge"),
        ("Bo shuffles l", "last"),
        ("Bo discards Punch t", "top"),
        ("Bo new ", "hand"),
        ("Bo new hand top b", "Block"),
        ("I draw d", "Dodge"),
        ("Bo upgrades ", "Rage"),
        ("Bo level ad", "advanced"),
        ("Bo wins t", "the round"),
        ("initiative b", "Bo"),
    ],
)
def test_what_is_typed_is_completed(typed: str, offered: str) -> None:
    assert offered in GAME.complete_note(typed, TABLE)


def test_completions_fit() -> None:
    assert "Punch" not in GAME.complete_note("Bo upgrades ", TABLE)
    assert "Punch" not in GAME.complete_note("Bo draws ", TABLE)
    assert "Bo" not in GAME.complete_note("", table(*BASE, life(0)))
    assert GAME.complete_note("", TABLE)[0] == "Ann"


# The command line


def run(*words: object) -> Any:
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "100", "TERM": "dumb"})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "g.json"
    path.write_text(json.dumps(raw(BASE)), "utf-8")
    return path


def events(file: Path) -> list[Any]:
    return list(json.loads(file.read_text("utf-8"))["events"])


def test_a_note_is_a_few_words_and_tells_what_it_means(file: Path) -> None:
    told = run("note", file, "I", "answer", "with", "dodge")
    assert told.exit_code == 0, told.output
    assert 'event 5  Ann answers 4 with "Dodge"' in told.output
    assert "event 5, round 1" in told.output
    assert events(file)[-1] == play("Dodge", "Ann", answers=4)


def test_notes_are_taken_back_and_mended(file: Path) -> None:
    assert run("note", file, "Bo loses 2").exit_code == 0
    assert run("amend", file, 5, "Bo life 19").exit_code == 0
    assert events(file)[-1] == life(19)
    assert run("amend", file, 4, "--insert", "initiative Bo").exit_code == 0
    assert events(file)[4] == turn("initiative")
    assert run("undo", file).exit_code == 0
    assert len(events(file)) == 6
    assert run("solve", file).exit_code == 0


def test_an_answer_follows_its_card_when_notes_are_put_in_or_struck_out(file: Path) -> None:
    answer = play("Dodge", "Ann", answers=4)
    assert run("note", file, json.dumps(answer)).exit_code == 0
    assert run("amend", file, 2, "--insert", "initiative Bo").exit_code == 0
    assert events(file)[-1] == {**answer, "answers": 5}
    assert run("amend", file, 5, "--insert", "initiative Bo").exit_code == 0
    assert events(file)[-1] == {**answer, "answers": 6}
    assert run("amend", file, 7, "--insert", "Bo holds 4").exit_code == 0
    assert run("amend", file, 6, "Bo plays Punch at Ann").exit_code == 0
    assert events(file)[-1] == {**answer, "answers": 6}
    assert run("amend", file, 5, "--delete").exit_code == 0
    assert run("amend", file, 2, "--delete").exit_code == 0
    assert events(file)[-1] == answer
    assert run("amend", file, 4, "--delete").exit_code == 3


def test_a_list_with_too_few_copies_shows_in_the_refusal(file: Path) -> None:
    """Two Punches left, with the one that was played and the one at the bottom."""
    fighters = [{"player": player, "deck": [*FULL[:1], {**FULL[1], "copies": 2}]} for player in ("Ann", "Bo")]
    file.write_text(json.dumps(raw(BASE, fighters=fighters)), "utf-8")
    told = run("note", file, "Bo plays Punch")
    assert told.exit_code == 3
    assert "Bo played Punch (2 in the list)" in told.output.replace("\n", " ")


def test_a_forbidden_note_is_not_taken(file: Path) -> None:
    told = run("note", file, "Bo holds 6")
    assert told.exit_code == 3
    assert "a draw was not noted (Bo draws 2)" in told.output.replace("\n", " ")
    assert len(events(file)) == len(BASE)
    assert run("note", file, "--anyway", "Bo holds 6").exit_code == 0
    assert run("solve", file).exit_code == 3


def test_a_fifth_upgrade_of_four_contradicts(file: Path) -> None:
    for _ in range(4):
        assert run("note", file, "Bo upgrades Rage").exit_code == 0
    assert run("note", file, "Bo draws").exit_code == 0
    told = run("note", file, "Bo upgrades Rage")
    assert told.exit_code == 3
    assert "cannot all be true" in told.output


def test_one_copy_too_many_contradicts(file: Path) -> None:
    assert run("note", file, "Bo draws 9").exit_code == 0
    for _ in range(4):  # of six, one was played before, and one lies at the bottom
        assert run("note", file, "Bo plays Punch").exit_code == 0
    assert run("note", file, "Bo plays Punch").exit_code == 3


def test_a_card_that_is_not_in_the_list_is_told_how_to_add(file: Path) -> None:
    told = run("note", file, "Bo plays Zorn")
    assert told.exit_code == 3
    assert "then Zorn is one of the unlisted" in told.output.replace("\n", " ")


def test_names_in_another_hand_are_a_fault_of_form(file: Path) -> None:
    told = run("note", file, json.dumps(draw(1, "Bo", names=["Punch"])))
    assert told.exit_code == 4
    assert "$.names" in told.output


def test_a_prompt_says_where_the_game_stands(file: Path) -> None:
    told = run("note", file, "Bo draws", "--json")
    assert json.loads(told.stdout)["prompt"] == (
        "event 5, round 1, Bo's turn: Ann 22 life basic (5 in hand), Bo 22 life basic (5 in hand)"
    )
    for _ in range(2):
        told = run("note", file, "Bo wins the round", "--json")
    assert json.loads(told.stdout)["prompt"] == "event 7: the game is over, Bo won"
