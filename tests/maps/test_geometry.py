"""Compass letters, bearings and turns, with y to the south."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps import Board, Place, london
from maps.geometry import bearing, heading, opposite, turn_angle

# Eight directions from the origin, clockwise from north, as (letters, point).
COMPASS = [
    ("N", (0, -5)),
    ("NE", (5, -5)),
    ("E", (5, 0)),
    ("SE", (5, 5)),
    ("S", (0, 5)),
    ("SW", (-5, 5)),
    ("W", (-5, 0)),
    ("NW", (-5, -5)),
]
POINTS = st.tuples(st.integers(-2000, 2000), st.integers(-2000, 2000))
ROSE = Board(
    "rose",
    (
        *(Place(letters, "red", ("inn",), xy) for letters, xy in COMPASS),
        Place("centre", "red", ("inn",), (0, 0)),
    ),
    (),
)


@pytest.mark.parametrize("letters", [letters for letters, _ in COMPASS])
def test_heading_in_eight_directions(letters):
    assert heading(ROSE, "centre", letters) == set(letters)


def test_heading_to_the_same_place_has_no_letter():
    assert heading(london(), "Cornhill", "Cornhill") == frozenset()


@pytest.mark.parametrize(
    ("a", "b", "letters"),
    [
        ("Clerkenwell", "Cripplegate", "SE"),
        ("Cripplegate", "Shoreditch", "NE"),
        ("Liberty of the Clink", "Blackfriars", "NW"),
        ("Shoreditch", "Southwark", "SW"),
    ],
)
def test_heading_on_the_board(a, b, letters):
    assert heading(london(), a, b) == set(letters)


@pytest.mark.parametrize(("a", "b"), london().roads)
def test_heading_back_is_the_opposite(a, b):
    back = str.maketrans("NSEW", "SNWE")
    assert heading(london(), b, a) == {letter.translate(back) for letter in heading(london(), a, b)}


def test_heading_refuses_an_unknown_place():
    with pytest.raises(KeyError, match="Camden"):
        heading(london(), "Cornhill", "Camden")


@pytest.mark.parametrize(("eighth", "point"), [(i, point) for i, (_, point) in enumerate(COMPASS)])
def test_bearing_in_eight_directions(eighth, point):
    assert bearing((0, 0), point) == pytest.approx(45 * eighth)
    assert bearing((70, -30), (70 + point[0], -30 + point[1])) == pytest.approx(45 * eighth)


def test_bearing_stays_below_the_full_circle():
    assert bearing((0, 0), (-1, -(10**17))) == 0


@pytest.mark.parametrize("faced", range(8))
@pytest.mark.parametrize("turn", range(8))
def test_turn_angle_in_eight_directions(faced, turn):
    facing, option = COMPASS[faced][1], COMPASS[(faced + turn) % 8][1]
    assert turn_angle((0, 0), facing, option) == pytest.approx(45 * turn if turn <= 4 else 45 * turn - 360)


def test_straight_back_is_plus_180():
    assert turn_angle((3, 3), (3, 0), (3, 9)) == 180


@pytest.mark.parametrize(("facing", "option"), [((1, 1), (2, 2)), ((2, 2), (1, 1))])
def test_no_turn_to_where_one_stands(facing, option):
    with pytest.raises(ValueError, match="no direction"):
        turn_angle((1, 1), facing, option)
    with pytest.raises(ValueError, match="no direction"):
        bearing((1, 1), (1, 1))


@given(POINTS, POINTS, POINTS)
def test_turn_angle_is_the_difference_of_the_bearings(here, facing, option):
    if here in (facing, option):
        return
    angle = turn_angle(here, facing, option)
    assert -180 < angle <= 180
    circles = (bearing(here, option) - bearing(here, facing) - angle) / 360
    assert circles == pytest.approx(round(circles), abs=1e-9)


@given(POINTS, POINTS)
def test_opposite_lies_straight_behind(here, point):
    if here != point:
        assert turn_angle(here, point, opposite(here, point)) == 180
    assert opposite(here, opposite(here, point)) == point


def test_right_hand_in_london():
    """From Cripplegate, facing Shoreditch in the north-east, Cornhill lies to the right, Clerkenwell left."""
    xy = {place.name: place.xy for place in london().places}
    turn = {name: turn_angle(xy["Cripplegate"], xy["Shoreditch"], xy[name]) for name in xy if name != "Cripplegate"}
    assert turn["Clerkenwell"] < 0 < turn["Cornhill"] < turn["St Paul's"]
    assert max(london().neighbours["Cripplegate"], key=turn.__getitem__) == "St Paul's"
