"""Steps and ways: the breadth-first search and networkx must say the same of every board."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maps import Board, Place, london
from maps.paths import distances, hops, next_steps, shortest_paths


def drawn(names, roads):
    return Board("drawn", tuple(Place(name, "red", ("inn",), (i, i)) for i, name in enumerate(names)), roads)


@st.composite
def boards(draw):
    """Boards of 1 to 8 places with any roads, also in several parts."""
    names = "abcdefgh"[: draw(st.integers(1, 8))]
    possible = list(combinations(names, 2))
    roads = draw(st.lists(st.sampled_from(possible), unique=True)) if possible else []
    return drawn(names, tuple(roads))


@settings(deadline=None)
@given(boards())
def test_hops_and_networkx_agree(board):
    assert {name: hops(board, name) for name in board.names} == distances(board)


@settings(deadline=None)
@given(boards())
def test_next_steps_are_the_first_steps_of_the_shortest_paths(board):
    for start in board.names:
        for goal in board.names:
            firsts = {path[1] for path in shortest_paths(board, start, goal) if len(path) > 1}
            assert next_steps(board, start, goal) == tuple(sorted(firsts))


@settings(deadline=None)
@given(boards())
def test_shortest_paths_walk_on_roads_and_are_as_short_as_the_distance(board):
    for a, far in distances(board).items():
        for b in board.names:
            paths = shortest_paths(board, a, b)
            assert list(paths) == sorted(set(paths))
            assert bool(paths) == (b in far)
            for path in paths:
                assert (path[0], path[-1], len(path)) == (a, b, far[b] + 1)
                assert all(there in board.neighbours[here] for here, there in pairwise(path))


def test_hops_start_with_the_nearest():
    counts = list(hops(london(), "Southwark").values())
    assert counts[0] == 0
    assert counts == sorted(counts)


def test_two_ways_of_equal_length():
    assert shortest_paths(london(), "Cripplegate", "Eastcheap") == (("Cripplegate", "Cornhill", "Eastcheap"),)
    assert shortest_paths(london(), "Clerkenwell", "Cornhill") == (("Clerkenwell", "Cripplegate", "Cornhill"),)
    assert shortest_paths(london(), "Clerkenwell", "St Paul's") == (
        ("Clerkenwell", "Blackfriars", "St Paul's"),
        ("Clerkenwell", "Cripplegate", "St Paul's"),
    )
    assert next_steps(london(), "Clerkenwell", "St Paul's") == ("Blackfriars", "Cripplegate")


def test_from_a_place_to_itself():
    assert next_steps(london(), "Southwark", "Southwark") == ()
    assert shortest_paths(london(), "Southwark", "Southwark") == (("Southwark",),)


def test_a_closed_road_makes_the_way_longer():
    closed = london().without_road("Eastcheap", "London Bridge")
    assert hops(london(), "Eastcheap")["London Bridge"] == 1
    assert hops(closed, "Eastcheap")["London Bridge"] == distances(closed)["Eastcheap"]["London Bridge"] == 6
    assert next_steps(closed, "Eastcheap", "London Bridge") == ("Cornhill",)


def test_what_no_road_reaches():
    board = drawn("abc", (("a", "b"),))
    assert hops(board, "a") == {"a": 0, "b": 1}
    assert next_steps(board, "a", "c") == ()
    assert next_steps(board, "c", "a") == ()
    assert shortest_paths(board, "a", "c") == ()


def test_distances_are_computed_once_per_board():
    assert distances(london()) is distances(london())


@pytest.mark.parametrize(
    "ask",
    [
        lambda board: hops(board, "Camden"),
        lambda board: next_steps(board, "Camden", "Southwark"),
        lambda board: next_steps(board, "Southwark", "Camden"),
        lambda board: shortest_paths(board, "Southwark", "Camden"),
    ],
)
def test_an_unknown_place_is_refused(ask):
    with pytest.raises(KeyError, match="Camden"):
        ask(london())
