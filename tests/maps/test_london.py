"""The London board against a second reading of the printed one, and against networkx."""

import subprocess
import sys
from pathlib import Path

import networkx
import pytest

import maps
from maps import london
from maps.paths import distances

LANDMARKS = {
    "Bishopsgate": "church residence",
    "Blackfriars": "playhouse residence riverside",
    "Clerkenwell": "church rural",
    "Cornhill": "commercial",
    "Cripplegate": "residence",
    "Eastcheap": "tavern",
    "Liberty of the Clink": "playhouse residence riverside",
    "London Bridge": "commercial riverside",
    "Shoreditch": "playhouse rural",
    "Southwark": "church tavern",
    "St Paul's": "church",
}
NEIGHBOURS = {
    "Bishopsgate": ("Cornhill", "Eastcheap", "Shoreditch"),
    "Blackfriars": ("Clerkenwell", "Liberty of the Clink", "St Paul's"),
    "Clerkenwell": ("Blackfriars", "Cripplegate"),
    "Cornhill": ("Bishopsgate", "Cripplegate", "Eastcheap", "St Paul's"),
    "Cripplegate": ("Clerkenwell", "Cornhill", "Shoreditch", "St Paul's"),
    "Eastcheap": ("Bishopsgate", "Cornhill", "London Bridge"),
    "Liberty of the Clink": ("Blackfriars", "Southwark"),
    "London Bridge": ("Eastcheap", "Southwark"),
    "Shoreditch": ("Bishopsgate", "Cripplegate"),
    "Southwark": ("Liberty of the Clink", "London Bridge"),
    "St Paul's": ("Blackfriars", "Cornhill", "Cripplegate"),
}
COLOURS = {
    "blue": {"Clerkenwell", "Cornhill"},
    "green": {"Bishopsgate", "Cripplegate", "Liberty of the Clink"},
    "grey": {"Blackfriars", "London Bridge"},
    "purple": {"Shoreditch", "Southwark"},
    "red": {"Eastcheap", "St Paul's"},
}


def test_eleven_places_in_alphabetical_order():
    assert london().names == tuple(sorted(LANDMARKS))
    assert [place.name for place in london().places] == sorted(LANDMARKS)


def test_fifteen_roads_each_written_once():
    roads = london().roads
    assert len(roads) == 15
    assert len({frozenset(road) for road in roads}) == 15
    assert list(roads) == sorted(tuple(sorted(road)) for road in roads)


@pytest.mark.parametrize("name", LANDMARKS)
def test_landmarks_of_each_place(name):
    assert london().place(name).landmarks == tuple(LANDMARKS[name].split())


@pytest.mark.parametrize("name", NEIGHBOURS)
def test_neighbours_of_each_place(name):
    assert london().neighbours[name] == NEIGHBOURS[name]


def test_seven_landmarks_on_the_board():
    assert london().landmarks == (
        "church",
        "commercial",
        "playhouse",
        "residence",
        "riverside",
        "rural",
        "tavern",
    )
    for landmark in london().landmarks:
        standing = tuple(name for name in sorted(LANDMARKS) if landmark in LANDMARKS[name].split())
        assert london().with_landmark(landmark) == standing
    assert london().with_landmark("airport") == ()


def test_colours():
    assert london().colours == tuple(COLOURS)
    for colour, names in COLOURS.items():
        assert {place.name for place in london().places if place.colour == colour} == names


def test_every_place_has_a_keyhole_of_its_own():
    keyholes = [place.keyhole for place in london().places]
    assert None not in keyholes
    assert len(set(keyholes)) == 11
    assert set(keyholes) == {(row, column) for row in (1, 2, 3) for column in (1, 2, 3, 4)} - {(2, 4)}


def test_roads_meet_as_printed():
    degrees = sorted(len(others) for others in london().neighbours.values())
    assert degrees == [2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4]


def test_places_at_the_riverside_are_those_with_its_landmark():
    assert london().riverside == set(london().with_landmark("riverside"))


def test_south_of_the_river_is_reached_by_crossings_alone():
    board = london()
    for road in board.river_crossings:
        assert road in board.roads
        board = board.without_road(*road)
    parts = {frozenset(part) for part in networkx.connected_components(board.graph)}
    south = {frozenset({"London Bridge"}), frozenset({"Liberty of the Clink", "Southwark"})}
    assert parts == south | {frozenset(LANDMARKS) - frozenset().union(*south)}


def test_graph_says_what_the_board_says():
    graph = london().graph
    assert tuple(graph) == london().names
    assert {tuple(sorted(edge)) for edge in graph.edges} == set(london().roads)
    assert {tuple(sorted(edge[:2])) for edge in graph.edges(data="crossing") if edge[2]} == set(
        london().river_crossings
    )
    assert graph.nodes["Southwark"] == {
        "colour": "purple",
        "landmarks": ("church", "tavern"),
        "xy": (1012, 848),
        "keyhole": (1, 2),
    }
    with pytest.raises(networkx.NetworkXError, match=r"(?i)frozen"):
        graph.add_edge("Southwark", "Clerkenwell")


def test_four_steps_cross_the_whole_board():
    assert networkx.diameter(london().graph) == 4
    furthest = {(a, b) for a, far in distances(london()).items() for b, n in far.items() if n == 4 and a < b}
    assert furthest == {
        ("Bishopsgate", "Liberty of the Clink"),
        ("Clerkenwell", "London Bridge"),
        ("Cripplegate", "Southwark"),
        ("Liberty of the Clink", "Shoreditch"),
        ("Shoreditch", "Southwark"),
    }


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        ("Southwark", "Southwark", 0),
        ("London Bridge", "Eastcheap", 1),
        ("St Paul's", "Liberty of the Clink", 2),
        ("Clerkenwell", "Eastcheap", 3),
        ("Shoreditch", "Liberty of the Clink", 4),
    ],
)
def test_distances_counted_by_finger(a, b, steps):
    assert distances(london())[a][b] == distances(london())[b][a] == steps


def test_a_closed_road_is_gone_in_both_directions_and_nowhere_else():
    closed = london().without_road("London Bridge", "Eastcheap")
    assert set(london().roads) - set(closed.roads) == {("Eastcheap", "London Bridge")}
    assert closed.river_crossings == (
        ("Blackfriars", "Liberty of the Clink"),
        ("London Bridge", "Southwark"),
    )
    assert closed.places == london().places
    assert closed.neighbours["Eastcheap"] == ("Bishopsgate", "Cornhill")
    assert len(london().roads) == 15
    with pytest.raises(KeyError, match="no road joins"):
        closed.without_road("Eastcheap", "London Bridge")


def test_an_unknown_place_is_refused_with_the_names_there_are():
    with pytest.raises(KeyError, match="'Camden' is not on the board London; it has Bishopsgate"):
        london().place("Camden")


def test_london_is_read_once():
    assert london() is london()


def test_reading_the_board_and_counting_steps_does_not_wait_for_networkx():
    script = (
        "import sys, maps, maps.paths, maps.geometry\n"
        "maps.paths.hops(maps.london(), 'Southwark')\n"
        "maps.paths.next_steps(maps.london(), 'Southwark', 'Shoreditch')\n"
        "sys.exit('networkx' in sys.modules)"
    )
    root = Path(maps.__file__).parents[1]
    assert subprocess.run([sys.executable, "-c", script], cwd=root).returncode == 0
