"""What is drawn: the fighters, the cards as deck trackers show them, who can answer, how soon levels rise."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.app import app
from solver.core.views import Cell, TablePanel, Tone, View
from solver.games.isla_negra.answering import Chance, alone, answerers, anyone, beliefs_of, to_open, together
from solver.games.isla_negra.decks import Level
from solver.games.isla_negra.rising import rises
from solver.games.isla_negra.wording import percent
from tests.games.isla_negra.helpers import (
    EXPERT,
    PART,
    START,
    crowd,
    discard,
    draw,
    drawn,
    examined,
    hand,
    level,
    life,
    new_hand,
    play,
    raw,
    shuffle,
    turn,
    upgrade,
    won,
)

MINE = (shuffle("Ann", "Dodge"), drawn("Punch", "Punch", "Block", "Rage", "Kick"))
ONE = Fraction(1)


def view_of(session: Mapping[str, Any]) -> View:
    situation = examined(session)
    view: View = situation.session.game.view(situation.table, situation.known)
    return view


def panels(*events: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {panel.title: panel for panel in view_of(raw(events, **more)).panels}


def rows(panel: TablePanel) -> dict[str, tuple[Cell, ...]]:
    """The rows by the text of their first cell."""
    return {row[0].text: row[1:] for row in panel.rows}


def texts(cells: tuple[Cell, ...]) -> list[str]:
    return [cell.text for cell in cells]


def test_a_line_for_each_fighter() -> None:
    found = rows(panels(*MINE, *START, draw(2), upgrade(), play("Punch"), life(19, "Ann"))["Fighters"])
    assert texts(found["Bo"]) == ["22", "basic", "Rage", "5", "20", "Punch", "1", "Punch"]
    assert texts(found["Ann (you)"]) == ["19", "basic", "-", "5", "22", "Dodge", "0", "-"]


def test_a_fighter_who_is_out_is_faint() -> None:
    found = rows(panels(life(0))["Fighters"])
    assert found["Bo"][0] == Cell("out", Tone.FAINT)


def test_the_pile_shows_its_top_where_it_was_noted() -> None:
    assert rows(panels(*START, new_hand())["Fighters"])["Bo"][-2:] == (Cell("5"), Cell("Kick"))
    assert rows(panels(*START, new_hand(None))["Fighters"])["Bo"][-1].text == "not noted"


def test_left_in_hand_and_next_for_each_card() -> None:
    found = rows(panels(*START)["Bo"])
    assert list(found) == [
        "Rage", "Punch", "Kick", "Dodge",
        "Block", "Wait and See", "Fox Storm",
    ]  # fmt: skip
    kind, left, held, following = found["Rage"]
    assert (kind.text, found["Kick"][0].text) == ("upgrade", "attack, advanced")
    assert left.text == "4/4"
    assert held.share == 1 - Fraction(comb(22, 5), comb(26, 5))
    assert following.share == Fraction(4, 26)
    assert held.tone is following.tone is Tone.OPEN


def test_cards_that_lie_face_up_are_not_left() -> None:
    found = rows(panels(*START, upgrade(), play("Punch"), new_hand())["Bo"])
    assert [found[card][1].text for card in ("Rage", "Punch", "Kick")] == [
        "3/4", "5/6", "2/3"
    ]  # fmt: skip
    gone = rows(panels(*START, draw(4), play("Fox Storm"))["Bo"])["Fox Storm"]
    assert texts(gone[1:]) == ["0/1", "-", "-"]


def test_certain_and_maybe_look_different() -> None:
    found = rows(panels(*MINE)["Ann (you)"])
    assert found["Punch"][2] == Cell("2 certain", Tone.CERTAIN)
    assert found["Block"][2] == Cell("certain", Tone.CERTAIN)
    assert found["Dodge"][2].text == "-"
    assert found["Dodge"][3].share == Fraction(4, 21)
    for panel in panels(*MINE, *START).values():
        for cell in (cell for row in getattr(panel, "rows", ()) for cell in row):
            assert (cell.tone is Tone.CERTAIN) == ("certain" in cell.text)
            assert cell.share is None or 0 < cell.share < 1
            assert not cell.text.startswith(("0 %", "100 %"))


def test_the_last_card_of_the_deck_is_a_certain_draw() -> None:
    found = rows(panels(*START, draw(21))["Bo"])
    assert found["Punch"][3] == Cell("certain", Tone.CERTAIN)
    assert found["Rage"][3].text == "-"


def test_where_nothing_can_be_drawn_nothing_is_next() -> None:
    found = rows(panels(*START, draw(22))["Bo"])
    assert {cells[-1].text for cells in found.values()} == {"-"}


def test_an_empty_deck_draws_from_the_pile_below_its_top() -> None:
    found = rows(panels(*START, draw(22), discard(["Kick", "Rage", "Dodge"]))["Bo"])
    assert [card for card, cells in found.items() if cells[-1].text != "-"] == ["Rage"]


def test_cards_that_are_not_listed_have_a_line() -> None:
    found = rows(panels(*START, play("Zorn"), deck=PART)["Bo"])
    assert found["not listed"][1].text == "8/9"
    assert found["not listed"][2].tone is Tone.OPEN
    none = rows(panels(*START, deck=[])["Bo"])
    assert list(none) == ["not listed"]
    assert none["not listed"][2] == Cell("5 certain", Tone.CERTAIN)
    assert none["not listed"][3] == Cell("certain", Tone.CERTAIN)


def test_a_card_on_the_table_tells_who_may_answer() -> None:
    lines = [line.text for line in panels(*START, play("Punch"))["On the table"].lines]
    assert lines == ["event 2: Bo played Punch at Ann", "may answer: Ann"]
    assert "On the table" not in panels(*START)


def test_the_headline_tells_the_rounds_and_the_turn() -> None:
    assert view_of(raw([won(), turn("initiative", "Ann")])).headline == (
        "round 2 (rounds won: Ann 0, Bo 1); it is your turn"
    )
    assert "the game is over: Bo won" in view_of(raw([won(), won()])).headline


# Answers


def believed(session: Mapping[str, Any]) -> tuple[Any, Any]:
    situation = examined(session)
    return situation.table, beliefs_of(situation.known)


def test_the_chance_to_answer_each_level() -> None:
    found = rows(panels(*START)["Answers"])["Bo"]
    assert found[0].text == percent(1 - Fraction(comb(21, 5), comb(26, 5)))
    assert texts(found[1:]) == ["-", "-", "-"]
    raised = rows(panels(*START, level("advanced"))["Answers"])["Bo"]
    assert raised[0].text == percent(1 - Fraction(comb(17, 5), comb(26, 5)))
    assert raised[1].text == percent(1 - Fraction(comb(22, 5), comb(26, 5)))
    assert all(cell.share is None for cell in raised)


def test_unlisted_cards_make_it_a_range() -> None:
    found = rows(panels(*START, deck=PART)["Answers"])["Bo"]
    assert " to " in found[0].text
    raised = rows(panels(*START, level("advanced"), deck=PART)["Answers"])["Bo"]
    assert raised[1].text.startswith("up to ")
    _, beliefs = believed(raw(START, PART))
    chance = alone(beliefs["Bo"], Level.BASIC)
    assert chance == Chance(1 - Fraction(comb(21, 5), comb(26, 5)), 1 - Fraction(comb(12, 5), comb(26, 5)))
    assert chance.unanswered == Chance(1 - chance.most, 1 - chance.least)


def test_in_a_duel_the_rival_alone_may_answer() -> None:
    table, beliefs = believed(raw([*MINE, *START]))
    assert answerers(table, "Ann", "Bo") == ("Bo",)
    assert anyone(table, beliefs, "Ann", "Bo", Level.BASIC) == alone(beliefs["Bo"], Level.BASIC)


def four(*events: Mapping[str, Any], teams: str = "") -> dict[str, Any]:
    start = [one for player in ("Ann", "Bo", "Cy", "Di") for one in (shuffle(player), draw(5, player))]
    return crowd([*start, *events], teams)


def missed(*players: int) -> Fraction:
    """The chance that so many players with five cards hold no basic response."""
    return Fraction(comb(21, 5), comb(26, 5)) ** players[0]


def test_alone_any_other_player_may_answer() -> None:
    table, beliefs = believed(four())
    assert answerers(table, "Ann", "Bo") == ("Bo", "Cy", "Di")
    chance = anyone(table, beliefs, "Ann", "Bo", Level.BASIC)
    assert chance is not None
    assert chance.is_exact
    assert chance.least == 1 - missed(3)


def test_in_teams_the_targets_side_may_answer() -> None:
    table, beliefs = believed(four(teams="abab"))
    assert answerers(table, "Ann", "Bo") == ("Bo", "Di")
    chance = anyone(table, beliefs, "Ann", "Bo", Level.BASIC)
    assert chance is not None
    assert chance.least == 1 - missed(2)


def test_who_is_out_does_not_answer() -> None:
    table, beliefs = believed(four(life(0, "Di"), teams="abab"))
    assert answerers(table, "Ann", "Bo") == ("Bo",)
    chance = anyone(table, beliefs, "Ann", "Bo", Level.BASIC)
    assert chance is not None
    assert chance.least == 1 - missed(1)


def test_a_response_is_answered_by_the_side_of_the_one_who_was_answered() -> None:
    session = four(play("Punch", "Ann", at="Bo"), play("Dodge", "Di", answers=8), teams="abab")
    table, beliefs = believed(session)
    chance = to_open(table, beliefs, table.open, Level.BASIC)
    assert chance == together([alone(beliefs["Ann"], Level.BASIC), alone(beliefs["Cy"], Level.BASIC)])


def test_among_many_the_view_tells_of_anyone() -> None:
    shown = {panel.title: panel for panel in view_of(four(teams="abab")).panels}
    found = rows(shown["Answers"])
    assert list(found) == ["Bo", "Cy", "Di", "Ann", "anyone, if you attack Bo", "anyone, if you attack Di"]
    assert found["anyone, if you attack Bo"][0].text == percent(1 - missed(2))


# Levels


def test_upgrades_in_hand_and_the_earliest_turns() -> None:
    found = panels(*START)["Upgrades"]
    assert found.columns[-3:] == ("by then", "2 later", "4 later")
    first = found.rows[0]
    assert [cell.text for cell in (first[0], first[3], first[4])] == ["Bo", "advanced", "2"]
    none = Fraction(comb(22, 7), comb(26, 7))
    one = Fraction(4 * comb(22, 6), comb(26, 7))
    assert first[5].text == percent(1 - none - one)
    assert [row[3].text for row in found.rows[:3]] == ["advanced", "expert", "master"]


def test_a_turn_that_has_begun_draws_no_more() -> None:
    table, beliefs = believed(raw([*START, turn("initiative"), draw()]))
    rise = next(iter(rises(table, "Bo", beliefs["Bo"])))
    assert (rise.level, rise.needs) == (Level.ADVANCED, 2)
    held = beliefs["Bo"].distribution(("among", frozenset({"Rage"}), 1)) or {}
    assert rise.chances[0] == sum(share for number, share in held.items() if number >= 2)


def test_what_is_certain_rises_for_certain() -> None:
    mine = drawn("Rage", "Rage", "Punch", "Kick", "Dodge")
    found = rows(panels(mine)["Upgrades"])["Ann"]
    assert [cell.text for cell in found[:5]] == ["certain", "certain", "advanced", "2", "certain"]


def test_a_master_rises_no_more() -> None:
    table, beliefs = believed(raw([*EXPERT, level("master")]))
    assert list(rises(table, "Bo", beliefs["Bo"])) == []
    assert texts(rows(panels(*EXPERT, level("master"))["Upgrades"])["Bo"])[2:] == ["-"] * 5


def test_no_level_rises_beyond_the_deck() -> None:
    table, beliefs = believed(raw([*START, draw(21)]))
    chances = {rise.level: rise.chances for rise in rises(table, "Bo", beliefs["Bo"])}
    assert chances[Level.ADVANCED] == ()


# The command line


def run(*words: object, width: int = 100) -> Any:
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": str(width), "TERM": "dumb"})


@pytest.mark.parametrize("width", [40, 80, 140])
def test_show_draws_the_panels(tmp_path: Path, width: int) -> None:
    path = tmp_path / "g.json"
    path.write_text(json.dumps(raw([*MINE, *START, play("Punch"), hand(5, "Ann")])), "utf-8")
    told = run("show", path, width=width)
    assert told.exit_code == 0, told.output
    for name in ("Fighters", "On the table", "Bo", "Ann (you)", "Answers", "Upgrades"):
        assert name in told.stdout
    assert all(len(text) <= width for text in told.stdout.splitlines())
    assert run("show", path, "--json").exit_code == 0


def test_words_are_not_broken_where_the_table_fits(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_text(json.dumps(raw([*START, draw(4)])), "utf-8")
    lines = run("show", path, width=80).stdout.splitlines()
    assert any("advanced" in text.split() for text in lines if "by then" not in text)
    narrow = run("show", path, width=64).stdout
    assert "fighter, holds one, holds two, level" in narrow


def test_an_empty_hand_holds_none_of_the_listed_cards(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_text(json.dumps(raw([])), "utf-8")
    told = run("note", path, "initiative Bo")
    assert "0 possible" not in told.stdout
    assert "none" in told.stdout
    assert " none" in run("solve", path).stdout


def test_a_question_is_not_broken_by_a_narrow_table(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_text(json.dumps(raw([])), "utf-8")
    assert "Can Bo answer an attack of level advanced?" in run("solve", path, width=60).stdout
