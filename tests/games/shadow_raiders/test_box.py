"""The printed facts: characters, cards, areas; and that doubts are marked."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction

import pytest

from solver.games.shadow_raiders import box
from solver.games.shadow_raiders.places import area_named, ring_of
from tests.games.shadow_raiders.referee import BOX

HP = {"A": 8, "B": 10, "C": 11, "D": 13, "E": 10, "F": 12, "G": 14, "U": 11, "V": 13, "W": 14}


def test_there_are_thirty_characters_three_of_each_initial() -> None:
    cast = box.characters().values()
    assert len(cast) == 30
    assert Counter(one.initial for one in cast) == dict.fromkeys(HP, 3)
    assert Counter(one.camp for one in cast) == {"citizen": 12, "raider": 9, "shadow": 9}
    assert Counter(one.set for one in cast) == {"base": 10, "expansion-white": 10, "expansion-black": 10}


def test_hp_follows_the_initial() -> None:
    assert all(one.hp == HP[one.initial] for one in box.characters().values())


def test_ten_are_known_only_by_camp_initial_and_hp_and_no_text_of_theirs_is_used() -> None:
    unknown = [one for one in box.characters().values() if not one.text_known]
    assert len(unknown) == 10
    assert all(one.doubt and not one.wins and not one.declares and not one.must_reveal for one in unknown)


def test_doubts_are_marked() -> None:
    assert "14" in box.characters()["Daniel"].doubt
    text = (BOX / "table.toml").read_text("utf-8")
    assert text.count("doubt:") == 2


def test_ulrich_alone_lies() -> None:
    assert [one.name for one in box.characters().values() if one.lies] == ["Ulrich"]


@pytest.mark.parametrize(("name", "size"), [("base", 16), ("expansion", 20)])
def test_the_decks_have_the_copies_printed(name: str, size: int) -> None:
    deck = box.deck(name)
    assert deck.size == size
    assert deck.copies["hp-11-or-less-1"] == deck.copies["hp-12-or-more-2"] == 1
    assert deck.copies["shadow-2"] == (1 if name == "base" else 2)
    assert ("raider-airship" in deck.copies) is (name == "expansion")


def test_every_card_has_an_effect_that_is_known() -> None:
    effects = {card.effect for card in box.reasoning_cards().values()}
    assert effects == {"equipment", "damage-1", "damage-2", "heal", "show", "airship"}
    assert [card.id for card in box.reasoning_cards().values() if card.is_for_anyone] == ["show-role"]


@pytest.mark.parametrize("players", range(4, 11))
def test_as_many_are_dealt_as_play(players: int) -> None:
    assert sum(box.allocation(players).values()) == players


def test_every_sum_of_the_dice_leads_somewhere() -> None:
    ring = ring_of([area.name for area in box.areas()], has_airship=True)
    assert sum(ring.chances().values()) == 1
    assert ring.leads_to(10) == "Her Majesty's airship"
    base = ring_of([area.name for area in box.areas()], has_airship=False)
    assert base.leads_to(10) is None
    assert sum(base.chances().values()) == Fraction(23, 24)


def test_areas_are_known_by_short_names_too() -> None:
    assert area_named("BLACKMIST") == "Blackmist area"
    assert area_named("nowhere") is None


def test_the_files_have_no_key_that_is_not_read() -> None:
    for entry in tomllib.loads((BOX / "characters.toml").read_text("utf-8"))["characters"]:
        assert set(entry) <= set(box.Character.__dataclass_fields__)
