"""show: the picture on a terminal, as JSON and as SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cli.glyphs import FINE, PLAIN
from cli.mapart import NARROWEST, draw, lay_out
from cli.svg import map_svg
from solver.core.views import MapPanel, MapPlace, Mark
from tests.cli.helpers import CHURCH, MISS, MOVE, TOP

Run = Callable[..., Any]
Write = Callable[..., Path]
SVG = "{http://www.w3.org/2000/svg}"


def place(name: str, xy: tuple[int, int], chance: Fraction | None, is_possible: bool = True) -> MapPlace:
    return MapPlace(name, name[:8], xy, "red", "R", ("inn",), chance, is_possible, frozenset({Mark.PAWN}))


def panel(*places: MapPlace) -> MapPanel:
    roads = tuple((one.name, other.name) for one, other in pairwise(places))
    return MapPanel("Town", places, roads, "a caption")


def test_the_map_has_every_place_and_the_pawn(run: Run, session: Write) -> None:
    done = run("show", session([TOP, CHURCH, MOVE]))
    assert done.status == 0
    for name in ("Cripplegate", "Shoreditch", "✓ certain", "not here", "♟"):
        assert name in done.out


def test_narrow_terminals_get_a_list(run: Run, session: Write) -> None:
    assert "Liberty of the Clink" in run("show", session([TOP]), width=40).out


def test_for_programs(run: Run, session: Write) -> None:
    shown = run("show", session([TOP]), "--json").json
    drawn = next(panel for panel in shown["panels"] if panel["kind"] == "map")
    chances = {place["name"]: place.get("exact") for place in drawn["places"] if place["possible"]}
    assert set(chances) == {"Eastcheap", "Southwark"}
    assert sum(Fraction(exact) for exact in chances.values() if exact) == 1
    assert len(drawn["roads"]) == 15


def test_a_contradiction_is_drawn_as_far_as_it_goes(run: Run, session: Write) -> None:
    path = session([TOP, CHURCH, MOVE, MISS])
    done = run("show", path)
    assert done.status == 3
    assert "✓ certain" in done.out
    assert "before event 3" in done.err
    told = run("show", path, "--json")
    assert told.status == 3
    assert (told.json["consistent"], told.json["drawn"], told.json["conflict"]) == (False, 3, [0, 1, 3])


def test_a_forbidden_event_is_drawn_as_far_as_it_goes(run: Run, session: Write) -> None:
    done = run("show", session([TOP, {"type": "move", "to": "Southwark"}, CHURCH]), "--json")
    assert done.status == 3
    assert done.json["drawn"] == 1


def test_svg_is_a_picture_with_words(run: Run, session: Write, tmp_path: Path) -> None:
    out = tmp_path / "map.svg"
    done = run("show", session([TOP]), "--svg", out)
    assert done.status == 0
    picture = ET.parse(out).getroot()
    assert picture.get("role") == "img"
    described = {element.tag.removeprefix(SVG): element.text or "" for element in picture[:2]}
    assert described["title"]
    assert "Eastcheap: 97 %" in described["desc"]
    texts = {element.text for element in picture.iter(f"{SVG}text")}
    assert {"Eastcheap", "R", "97 %", "Cornhill", "not here"} <= texts


def test_svg_to_standard_output(run: Run, session: Write) -> None:
    assert run("show", session([TOP]), "--svg", "-").out.startswith("<svg")
    assert run("show", session([TOP]), "--svg", "-", "--json").status == 2


@pytest.mark.parametrize("out", ["/proc/nothing.svg", "nowhere/at/all.svg", "."])
def test_svg_where_nothing_can_be_written(run: Run, session: Write, out: str) -> None:
    done = run("show", session([TOP]), "--svg", out)
    assert done.status == 4
    assert "cannot be written" in done.err


def test_svg_replaces_whole_files_and_goes_through_links(run: Run, session: Write, tmp_path: Path) -> None:
    out, link = tmp_path / "map.svg", tmp_path / "link.svg"
    out.write_text("old")
    link.symlink_to(out)
    run("show", session([TOP]), "--svg", link)
    assert link.is_symlink()
    assert out.read_text().startswith("<svg")
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".tmp"]


def test_names_that_look_like_markup(run: Run) -> None:
    odd = place('[red]<b>&"x"[/red]\x01', (0, 0), Fraction(1, 3))
    text = draw(panel(odd, place("Other", (9, 9), Fraction(2, 3))), 80, FINE)
    assert "[red]<b>" in text.plain
    picture = ET.fromstring(map_svg(panel(odd), "[b]head & all"))
    assert any("[red]<b>" in (element.text or "") for element in picture.iter(f"{SVG}text"))


def test_places_on_one_spot_do_not_cover_each_other() -> None:
    crowd = [place(f"Place {number}", (5, 5), Fraction(1, 9)) for number in range(9)]
    for width in (NARROWEST, 80, 200):
        blocks = list(lay_out(crowd, width, FINE).values())
        assert not any(one.meets(other) for one in blocks for other in blocks if one is not other)
        text = draw(panel(*crowd), width, PLAIN).plain
        assert text.isascii()
        assert all(f"Place {number}"[:8] in text for number in range(9))


def test_maps_of_one_place_and_of_none() -> None:
    assert "certain" in draw(panel(place("Alone", (3, 3), Fraction(1))), 80, FINE).plain
    assert ET.fromstring(map_svg(panel(), "nothing")).tag == f"{SVG}svg"
