"""What is drawn: the ring of players with their camps, the areas, the role matrix; and whole deals, best first."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.app import app
from cli.ringart import edge
from solver.core.game import Known
from solver.core.values import Budget
from solver.core.views import RingPanel, TablePanel, TextPanel, Tone, View
from solver.engines import cpsat
from tests.games.shadow_raiders.house import (
    SILENT,
    at,
    damage,
    equipment,
    examined,
    handed,
    out,
    raw,
    reveal,
    session_of,
)
from tests.games.shadow_raiders.referee import play, settled

RING = ["Town hall", "Detective agency", "Grand cathedral", "Blackmist area", "Oliver's hideout", "Underground passage"]


def view_of(session: dict[str, Any]) -> View:
    situation = examined(session)
    return situation.session.game.view(situation.table, situation.known)


def panels(session: dict[str, Any]) -> dict[str, Any]:
    return {panel.title: panel for panel in view_of(session).panels}


def test_everybody_has_a_seat_with_bars_for_the_camps() -> None:
    ring = panels(raw([damage("Bo", 3), equipment("Cy", 2), reveal("Di", "Vampire"), out("Eve", "Alice")]))[
        "Round the table"
    ]
    assert isinstance(ring, RingPanel)
    assert [seat.name for seat in ring.seats] == ["Ann (you)", "Bo", "Cy", "Di", "Eve", "Flo"]
    told = {seat.name: [line.text for line in seat.lines] for seat in ring.seats}
    assert told["Ann (you)"] == ["Felix, a raider"]
    assert told["Bo"][0] == "3 damage"
    assert told["Cy"][0] == "2 equipment"
    assert told["Eve"][0] == "out"
    assert ring.seats[4].is_faint
    bars = [line for line in ring.seats[1].lines if line.share is not None]
    assert sum((line.share or Fraction(0) for line in bars), Fraction(0)) == 1


def test_certain_and_likely_look_different() -> None:
    ring = panels(raw([reveal("Di", "Vampire")]))["Round the table"]
    assert ring.seats[3].lines[-1].tone is Tone.CERTAIN
    assert ring.seats[3].lines[-1].share is None
    assert all("certain" not in line.text for line in ring.seats[1].lines)


def test_the_matrix_has_a_row_for_each_character_that_somebody_may_be() -> None:
    matrix = panels(raw([reveal("Di", "Vampire"), handed("Bo", "raider-1", "nothing")]))["Who is who"]
    assert isinstance(matrix, TablePanel)
    assert matrix.columns == ("character", "", "Bo", "Cy", "Eve", "Flo")
    rows = {row[0].text: [cell.text for cell in row[2:]] for row in matrix.rows}
    assert rows["Emi"][0] == "·"
    assert {"Felix", "Vampire"} & set(rows) == set()
    assert all(text not in ("0", "100") for row in rows.values() for text in row)


def test_there_is_no_matrix_where_all_is_known() -> None:
    known = raw([reveal("Bo", "Emi"), reveal("Cy", "Ulrich"), reveal("Di", "Vampire")], 4)
    assert "Who is who" not in panels(known)
    assert "4 of 4 camps are certain" in view_of(known).headline


def test_the_areas_tell_who_stands_where_and_who_is_in_reach() -> None:
    session = raw([at("Bo", RING[1]), at("Ann", RING[2])], areas=RING, characters="all")
    areas = panels(session)["Areas"]
    assert [seat.name for seat in areas.seats] == RING
    told = {seat.name: [line.text for line in seat.lines] for seat in areas.seats}
    assert told["Detective agency"] == ["Bo", "in reach"]
    assert told["Grand cathedral"] == ["Ann", "in reach"]
    assert told["Blackmist area"] == []
    assert areas.middle.name == "Her Majesty's airship"
    assert panels(raw(areas=RING))["Areas"].middle is None
    assert isinstance(panels(raw([at("Bo", RING[1])]))["Where they stand"], TablePanel)


def test_the_cards_tell_what_is_left() -> None:
    lines = panels(raw([{"type": "holding", "card": "raider-1"}, handed("Bo", None, "nothing", giver="Cy")]))["Cards"]
    assert isinstance(lines, TextPanel)
    text = " ".join(line.text for line in lines.lines)
    assert "in my hand: raider-1" in text
    assert "14 reasoning cards" in text
    assert "raider-1 1" in text


def test_the_headline_tells_who_won() -> None:
    assert view_of(raw([{"type": "victory", "players": ["Bo", "Cy"]}])).headline == "the game is over: Bo and Cy won"


# The ring on a terminal


@pytest.mark.parametrize(
    ("count", "across"), [(4, 2), (5, 3), (6, 3), (7, 3), (8, 4), (9, 4), (10, 3), (10, 4), (10, 2)]
)
def test_seats_stand_round_the_edge_clockwise(count: int, across: int) -> None:
    places = edge(count, across, has_middle=False)
    assert len(set(places)) == count
    last = max(row for row, _ in places)
    assert all(row in (0, last) or column in (0, across - 1) for row, column in places)
    assert places[:across] == [(0, column) for column in range(across)]


def test_one_column_is_a_list() -> None:
    assert edge(3, 1, has_middle=True) == [(0, 0), (1, 0), (2, 0)]


def run(*words: object, width: int = 100) -> Any:
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": str(width), "TERM": "dumb"})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    played = play(3, 6, turns=3)
    session = {**played.session, "events": played.events[: settled(played, 20)]}
    path = tmp_path / "t.json"
    path.write_text(json.dumps(session), "utf-8")
    return path


@pytest.mark.parametrize("width", [40, 80, 140])
def test_show_draws_the_ring(file: Path, width: int) -> None:
    told = run("show", file, width=width)
    assert told.exit_code == 0
    for name in ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Round the table", "Who is who"):
        assert name in told.stdout
    assert all(len(line) <= width for line in told.stdout.splitlines())


def test_show_as_json_has_the_ring(file: Path) -> None:
    shown = json.loads(run("show", file, "--json").stdout)
    ring = next(panel for panel in shown["panels"] if panel["kind"] == "ring")
    assert len(ring["seats"]) == 6
    assert {"name", "lines", "faint"} == set(ring["seats"][0])


def test_no_svg_of_a_table_without_a_map(file: Path, tmp_path: Path) -> None:
    assert run("show", file, "--svg", tmp_path / "x.svg").exit_code == 2


# Whole deals


def test_solve_world_lists_the_most_probable_deals(file: Path) -> None:
    told = json.loads(run("solve", file, "--world", "--json").stdout)
    (ranked,) = told["likeliest"]
    assert ranked["mystery"] == "roles"
    assert 0 < len(ranked["ranked"]) <= 10
    shares = [Fraction(one["exact"]) for one in ranked["ranked"]]
    assert shares == sorted(shares, reverse=True)
    assert int(ranked["worlds"]) >= len(shares)
    assert set(ranked["ranked"][0]["world"]) == {"Ann", "Bo", "Cy", "Di", "Eve", "Flo"}
    shown = run("solve", file, "--world").stdout
    assert "worlds are possible" in shown
    assert ranked["ranked"][0]["world"]["Ann"] in shown


def test_the_most_probable_deals_of_all_thirty_are_found_without_listing_them() -> None:
    situation = examined(
        raw([handed("Bo", None, "damage-1", giver="Cy"), handed("Di", "raider-1", "nothing")], 10, characters="all")
    )
    belief: Any = situation.known[0].belief
    found = belief.most_probable(5)
    assert belief.count > 10**10
    assert [share for _, share in found] == sorted((share for _, share in found), reverse=True)
    assert len({deal for deal, _ in found}) == 5


@pytest.mark.parametrize("seed", range(4))
def test_the_most_probable_deals_of_one_of_each_initial_are_found_with_many_cards_unseen(seed: int) -> None:
    """Bounds must know that a camp has but one raider of low HP, or they lead nowhere."""
    names = ["Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo"]
    outcomes = ("nothing", "nothing", "damage-1", "nothing", "damage-1", "damage-2")
    events = [
        handed(names[(n * (seed + 2)) % 9], None, outcomes[(n + seed) % 6], giver=names[(n * (seed + 2) + 1) % 9])
        for n in range(11)
    ]
    belief: Any = examined(raw(events, 10, characters="by-initial")).known[0].belief
    found = belief.most_probable(10)
    assert len({deal for deal, _ in found}) == 10
    assert [share for _, share in found] == sorted((share for _, share in found), reverse=True)


def test_deals_too_wide_for_a_table_are_told_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_text(json.dumps(raw([out("Bo", "Citizen D (white star)")], 10, characters="all")), "utf-8")
    shown = run("solve", path, "--world").stdout
    assert "Bo: Citizen D (white star)" in " ".join(shown.split())


def test_without_chances_what_is_possible_is_shown() -> None:
    session = session_of(raw([reveal("Bo", "Alice"), damage("Cy", 12), SILENT], 8))
    situation = examined(raw([reveal("Bo", "Alice"), damage("Cy", 12), SILENT], 8))
    known = situation.known[0]
    proved = Known(known.evidence, cpsat.prove(known.evidence, Budget()))
    panels: Any = session.game.view(situation.table, [proved]).panels
    seats = {seat.name: [line.text for line in seat.lines] for seat in panels[0].seats}
    assert seats["Bo"] == ["0 of 8 damage", "Alice, a citizen"]
    assert seats["Cy"][1:] == ["citizen or raider or shadow"]
    rows = {row[0].text: [cell.text for cell in row[2:]] for row in panels[1].rows}
    assert rows["Emi"][0] == "·"
    assert rows["Gordon"][0] == "?"


def test_without_the_option_nothing_is_ranked(file: Path) -> None:
    assert "likeliest" not in json.loads(run("solve", file, "--json").stdout)
