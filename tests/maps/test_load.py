"""A map file: what a good one gives, and that a bad one is told all of its faults at once."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maps import Board, Place, load_board, parse_board
from maps.faults import BOARD_KEYS, LOCATION_KEYS, find_faults
from solver.core.errors import DataError

GOOD = """
name = "Isle"
about = "A triangle with a tail."
roads = [["Quay", "Inn"], ["Inn", "Mill"], ["Quay", "Mill"], ["Abbey", "Mill"]]
river_crossings = [["Mill", "Abbey"]]
riverside = ["Mill", "Quay"]
locations = [
  { name = "Quay", colour = "red", landmarks = ["riverside"], xy = [0, 0], keyhole = {row = 1, column = 2} },
  { name = "Inn", colour = "blue", landmarks = ["tavern", "residence"], xy = [10, 0] },
  { name = "Mill", colour = "red", landmarks = ["riverside"], xy = [5, 9] },
  { name = "Abbey", colour = "blue", landmarks = ["church"], xy = [5, 20] },
]
"""


def faults_of(text):
    with pytest.raises(DataError) as caught:
        parse_board(text, "isle.toml")
    assert caught.value.where == "isle.toml"
    return {(fault.path, repr(fault.value)) for fault in caught.value.faults}


def test_a_good_map():
    assert parse_board(GOOD) == Board(
        name="Isle",
        places=(
            Place("Abbey", "blue", ("church",), (5, 20)),
            Place("Inn", "blue", ("residence", "tavern"), (10, 0)),
            Place("Mill", "red", ("riverside",), (5, 9)),
            Place("Quay", "red", ("riverside",), (0, 0), keyhole=(1, 2)),
        ),
        roads=(("Abbey", "Mill"), ("Inn", "Mill"), ("Inn", "Quay"), ("Mill", "Quay")),
        river_crossings=(("Abbey", "Mill"),),
        riverside=frozenset({"Mill", "Quay"}),
    )


def test_a_single_location_needs_no_road():
    text = 'name = "Rock"\n[[locations]]\nname = "Top"\ncolour = "grey"\nlandmarks = ["rural"]\nxy = [0, 0]\n'
    assert parse_board(text).neighbours == {"Top": ()}


# What is replaced in the good map, by what, and the one fault that comes of it: its path and value.
ONE_FAULT = {
    "no name": ('name = "Isle"', "", "$.name", "None"),
    "empty name": ('name = "Isle"', 'name = " "', "$.name", "' '"),
    "unknown key": ('name = "Isle"', 'name = "Isle"\nrivers = 1', "$.rivers", "1"),
    "about is no text": ('about = "A triangle with a tail."', "about = 3", "$.about", "3"),
    "unknown location key": ('"Inn", colour', '"Inn", tint = 1, colour', "$.locations[1].tint", "1"),
    "location is no table": ("locations = [", "locations = [ 7,", "$.locations[0]", "7"),
    "no colour": ('name = "Inn", colour = "blue",', 'name = "Inn",', "$.locations[1].colour", "None"),
    "colour is no text": ('"Inn", colour = "blue"', '"Inn", colour = 4', "$.locations[1].colour", "4"),
    "no landmark": ('landmarks = ["church"]', "landmarks = []", "$.locations[3].landmarks", "[]"),
    "landmarks missing": (', landmarks = ["church"]', "", "$.locations[3].landmarks", "None"),
    "landmark is no text": ('["church"]', '["church", 2]', "$.locations[3].landmarks[1]", "2"),
    "duplicate landmark": ('["church"]', '["church", "church"]', "$.locations[3].landmarks[1]", "'church'"),
    "no coordinates": (", xy = [5, 20]", "", "$.locations[3].xy", "None"),
    "one coordinate": ("xy = [5, 20]", "xy = [5]", "$.locations[3].xy", "[5]"),
    "coordinate is no number": ("[5, 20]", "[5, true]", "$.locations[3].xy", "[5, True]"),
    "same coordinates": ("xy = [5, 20]", "xy = [5, 9]", "$.locations[3].xy", "[5, 9]"),
    "keyhole is no table": ("{row = 1, column = 2}", "3", "$.locations[0].keyhole", "3"),
    "keyhole from 1": ("row = 1", "row = 0", "$.locations[0].keyhole.row", "0"),
    "half a keyhole": (", column = 2", "", "$.locations[0].keyhole.column", "None"),
    "unknown keyhole key": ("column = 2", "column = 2, page = 3", "$.locations[0].keyhole.page", "3"),
    "road to nowhere": ('["Inn", "Mill"]', '["Inn", "Mile"]', "$.roads[1][1]", "'Mile'"),
    "road of three": ('["Inn", "Mill"]', '["Inn", "Mill", "Quay"]', "$.roads[1]", "['Inn', 'Mill', 'Quay']"),
    "road is no list": ('["Inn", "Mill"]', '"Inn-Mill"', "$.roads[1]", "'Inn-Mill'"),
    "road to itself": ('["Inn", "Mill"]', '["Inn", "Inn"]', "$.roads[1]", "['Inn', 'Inn']"),
    "duplicate road": ('["Inn", "Mill"]', '["Inn", "Quay"]', "$.roads[1]", "['Inn', 'Quay']"),
    "crossing without a road": (
        '[["Mill", "Abbey"]]',
        '[["Inn", "Abbey"]]',
        "$.river_crossings[0]",
        "['Inn', 'Abbey']",
    ),
    "duplicate crossing": (
        '[["Mill", "Abbey"]]',
        '[["Mill", "Abbey"], ["Abbey", "Mill"]]',
        "$.river_crossings[1]",
        "['Abbey', 'Mill']",
    ),
    "crossings are no list": ('[["Mill", "Abbey"]]', '"Mill"', "$.river_crossings", "'Mill'"),
    "riverside is no list": ('["Mill", "Quay"]\n', "true\n", "$.riverside", "True"),
    "riverside unknown": ('["Mill", "Quay"]\n', '["Mill", "Kai"]\n', "$.riverside[1]", "'Kai'"),
    "riverside twice": ('["Mill", "Quay"]\n', '["Mill", "Mill"]\n', "$.riverside[1]", "'Mill'"),
}


@pytest.mark.parametrize("case", ONE_FAULT)
def test_one_fault(case):
    old, new, path, value = ONE_FAULT[case]
    assert GOOD.count(old) == 1
    assert faults_of(GOOD.replace(old, new)) == {(path, value)}


def test_duplicate_names_even_in_other_capitals():
    text = GOOD.replace('"Abbey"', '"mill"')
    assert faults_of(text) == {("$.locations[3].name", "'mill'")}


def test_a_location_without_a_name_cannot_be_named_by_a_road():
    text = GOOD.replace('name = "Abbey",', "")
    assert faults_of(text) == {("$.locations[3].name", "None"), ("$.roads[3][0]", "'Abbey'")}


def test_each_unreachable_part_is_told():
    text = GOOD.replace('["Abbey", "Mill"]', "").replace('[["Mill", "Abbey"]]', "[]")
    assert faults_of(text) == {("$.roads", "['Abbey']")}
    none = 'roads = []\nriver_crossings = []\nname = "Isle"\n' + GOOD[GOOD.index("locations") :]
    assert faults_of(none) == {("$.roads", f"['{name}']") for name in ("Inn", "Mill", "Abbey")}


@pytest.mark.parametrize("locations", ["", "locations = []", "locations = 3"])
def test_a_map_needs_a_location(locations):
    assert {path for path, _ in faults_of(f'name = "Void"\n{locations}')} == {"$.locations"}


def test_roads_of_the_wrong_type_do_not_echo():
    text = 'name = "Isle"\nroads = "all"\n' + GOOD[GOOD.index("locations") :]
    assert faults_of(text) == {("$.roads", "'all'")}


def test_all_faults_of_one_file_at_once():
    text = (
        GOOD.replace('name = "Isle"', 'title = "Isle"')
        .replace('["church"]', "[]")
        .replace('["Inn", "Mill"]', '["Inn", "Mile"]')
        .replace('"Quay", colour = "red"', '"Quay", colour = ""')
        .replace(", xy = [5, 9]", "")
        .replace('["Mill", "Quay"]\n', '["Mill", "Kai"]\n')
    )
    assert faults_of(text) == {
        ("$.title", "'Isle'"),
        ("$.name", "None"),
        ("$.locations[0].colour", "''"),
        ("$.locations[2].xy", "None"),
        ("$.locations[3].landmarks", "[]"),
        ("$.roads[1][1]", "'Mile'"),
        ("$.riverside[1]", "'Kai'"),
    }


def test_the_message_says_where_what_and_what_is_accepted():
    with pytest.raises(DataError, match=r"isle\.toml: \$\.roads\[1\]\[1\]: 'Mile' .* Quay, Inn, Mill, Abbey"):
        parse_board(GOOD.replace('["Inn", "Mill"]', '["Inn", "Mile"]'), "isle.toml")


@pytest.mark.parametrize(
    "text",
    ["name = ", "{}", "a = 1\na = 2", "a = " + "[" * 9000, "a = " + "9" * 9000],
    ids=["half a line", "JSON", "a key twice", "too deep", "too long a number"],
)
def test_what_is_not_toml(text):
    assert {path for path, _ in faults_of(text)} == {"$"}


def test_load_reads_a_file_with_or_without_a_byte_order_mark(tmp_path):
    path = tmp_path / "isle.toml"
    for mark in ("", "\ufeff"):
        path.write_text(mark + GOOD, encoding="utf-8")
        assert load_board(path) == parse_board(GOOD)


def test_load_tells_a_file_that_cannot_be_read(tmp_path):
    (tmp_path / "latin.toml").write_bytes('name = "Île"'.encode("latin-1"))
    for name, accepted in [("latin.toml", "UTF-8"), ("missing.toml", "can be read"), (".", "can be read")]:
        with pytest.raises(DataError, match=accepted) as caught:
            load_board(tmp_path / name)
        assert caught.value.where == str(tmp_path / name)


def test_load_names_the_file_of_a_fault(tmp_path):
    path = tmp_path / "isle.toml"
    path.write_text(GOOD.replace('"Isle"', '""'))
    with pytest.raises(DataError) as caught:
        load_board(path)
    assert caught.value.where == str(path)


SCALARS = st.sampled_from(["Quay", "Inn", "", " Inn", "in\nn"]) | st.integers(-1, 3) | st.booleans()
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*LOCATION_KEYS, "row", "column", "else"]), inner)
    ),
    max_leaves=30,
)


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from([*BOARD_KEYS, "else"]), VALUES))
def test_no_shape_of_data_stops_the_search_for_faults(data):
    for fault in find_faults(data):
        assert fault.path.startswith("$.")
        assert fault.accepted
