"""Areas in a ring: who reaches whom, and where the dice lead."""

from __future__ import annotations

from fractions import Fraction

import pytest

from maps.ring import AreaRing, dice_gaps, dice_sums

NAMES = ("north", "east", "south", "west")
DICE = {2: "north", 3: "north", 4: "east", 5: "east", 6: "south", 7: "south", 8: "west", 9: "west", 10: "hub"}
RING = AreaRing(NAMES, "hub", DICE)


def test_left_is_counter_clockwise() -> None:
    assert [RING.left_of(area) for area in NAMES] == ["west", "north", "east", "south"]
    assert RING.left_of("north", 4) == "north"
    with pytest.raises(KeyError):
        RING.left_of("hub")


def test_one_reaches_ones_own_area_and_the_one_to_the_left() -> None:
    assert RING.reached_from("east") == ("north", "east", "hub")
    assert not RING.reaches("east", "south")
    assert not RING.reaches("north", "east")


def test_a_longer_reach_goes_further_left() -> None:
    assert RING.reached_from("east", 2) == ("north", "east", "west", "hub")
    assert RING.reached_from("east", 3) == (*NAMES, "hub")


def test_the_middle_reaches_all_and_is_reached_by_all() -> None:
    assert RING.reached_from("hub") == (*NAMES, "hub")
    assert all(RING.reaches(area, "hub") for area in NAMES)


def test_without_a_middle_there_is_only_the_ring() -> None:
    ring = AreaRing(NAMES, "", {})
    assert ring.reached_from("east") == ("north", "east")


def test_areas_must_be_different() -> None:
    with pytest.raises(ValueError, match="different"):
        AreaRing(("a", "b", "a"), "", {})
    with pytest.raises(ValueError, match="different"):
        AreaRing(("a", "b"), "a", {})


def test_the_dice_add_up_and_lead_somewhere() -> None:
    assert sum(dice_sums().values()) == 1
    assert dice_sums()[5] == Fraction(4, 24)
    assert dice_sums()[10] == Fraction(1, 24)
    assert RING.leads_to(10) == "hub"
    assert AreaRing(NAMES, "", {2: "north"}).leads_to(3) is None
    assert sum(RING.chances().values()) == 1
    assert RING.chances()["north"] == Fraction(3, 24)


def test_the_gap_of_the_dice_is_the_damage_of_an_attack() -> None:
    gaps = dice_gaps()
    assert sum(gaps.values()) == 1
    assert gaps[0] == Fraction(4, 24)
    assert max(gaps) == 5
