"""Every clause of the rules as they are noted, each on the smallest table that shows it."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial
from typing import Any

import pytest

from solver.games.shadow_raiders.box import characters
from solver.games.shadow_raiders.roles import Roles
from tests.games.shadow_raiders.house import (
    PLAYERS,
    RESHUFFLE,
    SILENT,
    answers,
    at,
    attack,
    damage,
    drew,
    equipment,
    evidence_of,
    examined,
    handed,
    is_contradiction,
    out,
    raw,
    refusal,
    reveal,
    session_of,
    solved,
    table_of,
)

LOW = {"Alice", "Bylon", "Craig", "Emi", "Ulrich"}
HALF = Fraction(1, 2)
CAST = [one for one in characters().values() if one.set == "base"]


def support(found: dict[Any, Fraction], prior: dict[Any, Fraction]) -> dict[Any, Fraction]:
    """How likely what was seen is for each character, up to a common factor."""
    return {name: found.get(name, Fraction(0)) / share for name, share in prior.items()}


# The deal


def test_without_evidence_a_player_has_the_prior() -> None:
    """Six players, I am a raider: of the five others one is a raider, two are shadows, two are citizens."""
    found = solved([])
    for player in PLAYERS[1:6]:
        assert found[f"camp.{player}"] == {
            "citizen": Fraction(2, 5),
            "raider": Fraction(1, 5),
            "shadow": Fraction(2, 5),
        }
        assert found[f"role.{player}"]["Alice"] == Fraction(2, 5) / 4
        assert found[f"role.{player}"]["Emi"] == Fraction(1, 5) / 2
        assert found[f"role.{player}"]["Ulrich"] == Fraction(2, 5) / 3
    assert found["role.Ann"] == {"Felix": 1}


@pytest.mark.parametrize(("players", "deal"), [(4, (2, 2, 0)), (5, (2, 2, 1)), (7, (2, 2, 3)), (8, (3, 3, 2))])
def test_as_many_of_each_camp_are_dealt_as_the_table_says(players: int, deal: tuple[int, ...]) -> None:
    found = solved([], players)["camp.Bo"]
    others = {"raider": deal[0] - 1, "shadow": deal[1], "citizen": deal[2]}
    assert found == {camp: Fraction(number, players - 1) for camp, number in others.items() if number}


@pytest.mark.parametrize(("players", "deal"), [(9, (3, 3, 3)), (10, (3, 3, 4))])
@pytest.mark.parametrize("which", ["all", "by-initial"])
def test_nine_and_ten_play_with_the_expansion(players: int, deal: tuple[int, ...], which: str) -> None:
    found = solved([], players, characters=which)["camp.Bo"]
    assert found["raider"] == Fraction(deal[0] - 1, players - 1)
    assert found["citizen"] == Fraction(deal[2], players - 1)


def test_of_all_thirty_any_may_be_dealt() -> None:
    """Four players, no citizens: eight other raiders, and nine shadows."""
    found = solved([], 4, characters="all")["role.Bo"]
    assert len(found) == 8 + 9
    assert found["Uranus"] == Fraction(2, 3) / 9


def test_no_initial_is_dealt_twice_where_one_of_each_is_picked() -> None:
    found = solved([], 4, characters="by-initial")["role.Bo"]
    assert not {"Freddy", "Raider F (black star)"} & set(found)
    both = solved([reveal("Bo", "Emi")], 4, characters="by-initial", me="Cy", role="Walpurgis")
    assert {name for name in both["role.Ann"] if name.startswith("Raider E")} == set()


def test_the_number_of_deals_is_that_of_the_box() -> None:
    """Ten players and all thirty: 1.27 * 10^13 deals, of which a thirtieth leaves me my role."""
    left = examined(raw([], 10, characters="all")).known[0].belief.count
    every = comb(12, 4) * comb(9, 3) * comb(9, 3) * factorial(10)
    assert f"{every:.2e}" == "1.27e+13"
    assert left == every // 30
    base = [Roles(session_of(raw([], 8, role=role)).setup).size() * 10 for role in ("Felix", "Ulrich")]
    assert base == [30240 * 10] * 2
    assert sum(Roles(session_of(raw([], 8, role=one.name)).setup).size() for one in CAST) == 241_920


# A matching card takes effect, another one does not


@pytest.mark.parametrize(
    ("card", "camps"),
    [("raider-1", {"raider"}), ("shadow-1", {"shadow"}), ("citizen-or-shadow-equip", {"citizen", "shadow"})],
)
def test_a_card_that_takes_effect_matches(card: str, camps: set[str]) -> None:
    """Or the player is Ulrich, who may do what any card says."""
    found = solved([handed("Bo", card, "damage-1")])
    assert set(found["camp.Bo"]) == camps | {"shadow"}
    if "shadow" not in camps:
        assert "Vampire" not in found["role.Bo"]
        assert "Ulrich" in found["role.Bo"]


def test_a_card_that_does_not_match_does_nothing() -> None:
    found = solved([handed("Bo", "raider-1", "nothing")])
    assert "raider" not in found["camp.Bo"]
    assert found["role.Bo"]["Vampire"] == 2 * found["role.Bo"]["Ulrich"]
    assert (
        found["role.Bo"]["Alice"]
        == solved([])["role.Bo"]["Alice"] * found["role.Bo"]["Vampire"] / (solved([])["role.Bo"]["Vampire"])
    )


@pytest.mark.parametrize("outcome", ["damage-2", "heal-1", "equipment", "airship", "shown"])
def test_a_card_does_what_it_says_and_nothing_else(outcome: str) -> None:
    assert is_contradiction(raw([handed("Bo", "raider-1", outcome)]))


def test_hp_cards_ask_for_eleven_or_less_and_twelve_or_more() -> None:
    low = solved([handed("Bo", "hp-11-or-less-1", "damage-1")])
    assert set(low["role.Bo"]) == LOW
    high = solved([handed("Bo", "hp-12-or-more-2", "damage-2")])
    assert set(high["role.Bo"]) == {"Daniel", "Gordon", "Vampire", "Werewolf", "Ulrich"}


def test_without_equipment_damage_is_certain_with_it_each_is_as_likely() -> None:
    assert is_contradiction(raw([handed("Bo", "raider-or-shadow-equip", "equipment")]))
    prior = solved([])["role.Bo"]
    for armed, outcome in ((0, "damage-1"), (1, "damage-1"), (1, "equipment")):
        found = support(
            solved([equipment("Bo", armed), handed("Bo", "raider-or-shadow-equip", outcome)])["role.Bo"], prior
        )
        assert found["Alice"] == 0
        assert found["Emi"] == found["Vampire"] == 2 * found["Ulrich"]


def test_heal_is_damage_for_the_unhurt() -> None:
    assert is_contradiction(raw([handed("Bo", "raider-heal", "heal-1")]))
    assert is_contradiction(raw([damage("Bo", 1), handed("Bo", "raider-heal", "damage-1")]))
    assert set(solved([handed("Bo", "raider-heal", "damage-1")])["camp.Bo"]) == {"raider", "shadow"}
    assert set(solved([damage("Bo", 1), handed("Bo", "raider-heal", "heal-1")])["camp.Bo"]) == {"raider", "shadow"}


AIRSHIP: dict[str, Any] = {"count": 4, "characters": "all"}


def test_the_airship_card_moves_or_hits_who_is_there_already() -> None:
    unknown = [handed("Bo", "raider-airship", "airship")]
    assert solved(unknown, **AIRSHIP)["camp.Bo"]["raider"] > Fraction(1, 2)
    aboard, ashore = at("Bo", "Her Majesty's airship"), at("Bo", "Town hall")
    assert is_contradiction(raw([aboard, handed("Bo", "raider-airship", "airship")], **AIRSHIP))
    assert is_contradiction(raw([ashore, handed("Bo", "raider-airship", "damage-1")], **AIRSHIP))
    assert not is_contradiction(raw([ashore, handed("Bo", "raider-airship", "airship")], **AIRSHIP))


def test_where_the_place_is_unknown_either_is_as_likely() -> None:
    """So nothing follows for the roles: the same answers, whichever happened."""
    first, second = (
        solved([handed("Bo", "raider-airship", outcome)], **AIRSHIP) for outcome in ("airship", "damage-1")
    )
    assert first == second


def test_who_was_moved_to_the_airship_is_there() -> None:
    moved = [handed("Bo", "raider-airship", "airship"), handed("Bo", "shadow-airship", "airship")]
    assert is_contradiction(raw(moved, **AIRSHIP))
    assert table_of(raw(moved[:1], **AIRSHIP)).people["Bo"].place == "Her Majesty's airship"


def test_an_immune_player_whose_card_matches_may_do_nothing() -> None:
    prior = solved([])["role.Bo"]
    shield = equipment("Bo", 1, immune=True)
    found = support(solved([shield, handed("Bo", "raider-1", "nothing")])["role.Bo"], prior)
    assert found["Emi"] == HALF * found["Vampire"]
    assert found["Ulrich"] == found["Vampire"] * (HALF + HALF * HALF)
    hit = support(solved([shield, handed("Bo", "raider-1", "damage-1")])["role.Bo"], prior)
    assert hit["Vampire"] == 0
    assert hit["Ulrich"] == HALF * hit["Emi"]


def test_immunity_goes_with_the_last_equipment() -> None:
    given = [equipment("Bo", 1, immune=True), handed("Bo", "raider-or-shadow-equip", "equipment")]
    person = table_of(raw(given)).people["Bo"]
    assert (person.holds, person.immune) == (0, False)
    later = equipment("Bo", 2)
    assert table_of(raw([*given, later])).people["Bo"].immune is False


def test_who_is_shown_to_me_is_known() -> None:
    found = solved([handed("Bo", "show-role", "shown", role="Vampire")])
    assert found["role.Bo"] == {"Vampire": 1}


# Ulrich


def test_ulrich_does_as_if_it_matched_or_nothing_whatever_the_card_says() -> None:
    prior = solved([])["role.Bo"]
    found = support(solved([handed("Bo", "shadow-1", "nothing")])["role.Bo"], prior)
    assert found["Ulrich"] == HALF * found["Emi"]  # it matches him, and he lied
    found = support(solved([handed("Bo", "raider-1", "damage-1")])["role.Bo"], prior)
    assert found["Ulrich"] == HALF * found["Emi"]  # it does not match him, and he took the damage


@pytest.mark.parametrize("lies", [True, False])
def test_ulrich_may_lie_on_hp_cards_if_the_table_says_so(lies: bool) -> None:
    found = solved([handed("Bo", "hp-11-or-less-1", "nothing")], 4, rules={"lies_on_hp_cards": lies})
    assert ("Ulrich" in found["role.Bo"]) is lies


@pytest.mark.parametrize("lies", [True, False])
def test_ulrich_may_lie_when_he_must_show_if_the_table_says_so(lies: bool) -> None:
    """He lies by showing nothing; nobody else can."""
    session = raw([handed("Bo", "show-role", "nothing")], 4, rules={"lies_on_show_role": lies})
    if lies:
        assert answers(session)["role.Bo"] == {"Ulrich": 1}
    else:
        assert is_contradiction(session)
    shown = handed("Bo", "show-role", "shown", role="Ulrich")
    assert answers(raw([shown], 4, rules={"lies_on_show_role": lies}))["role.Bo"] == {"Ulrich": 1}


def test_only_ulrich_lies_not_every_u() -> None:
    found = solved([handed("Bo", "raider-1", "damage-1")], 4, characters="all")["role.Bo"]
    assert "Ulrich" in found
    assert not {"Uranus", "Shadow U (white star)"} & set(found)


# Damage and equipment of the target follow from the events before


def test_outcomes_count_for_damage_and_equipment() -> None:
    events = [
        handed("Bo", "raider-1", "damage-1"),
        handed("Bo", None, "damage-2", giver="Cy"),
        handed("Bo", "citizen-heal", "nothing"),
        handed("Bo", None, "heal-1", giver="Cy"),
        equipment("Di", 2),
        handed("Di", None, "equipment", giver="Cy"),
    ]
    people = table_of(raw(events)).people
    assert people["Bo"].damage == 2
    assert (people["Di"].holds, people["Cy"].holds) == (1, 1)


def test_an_attack_adds_its_damage_until_a_total_is_noted() -> None:
    assert table_of(raw([attack("Bo", ["Cy", "Di"], 3)])).people["Di"].damage == 3
    assert table_of(raw([attack("Bo", ["Cy"], 3), damage("Cy", 2)])).people["Cy"].damage == 2


def test_equipment_is_gone_with_its_owner() -> None:
    people = table_of(raw([equipment("Bo", 5), out("Bo", "Vampire")])).people
    assert people["Bo"].holds == 0


# Unknown cards


def test_an_unknown_card_is_any_copy_that_is_left() -> None:
    """Of 16 copies so many do one damage to each; Ulrich may obey any that could, and does so half of the time."""
    prior = solved([])["role.Bo"]
    found = support(solved([handed("Bo", None, "damage-1", giver="Cy")])["role.Bo"], prior)
    equip, strike, heal, low = 4, {"raider": 2, "shadow": 1, "citizen": 0}, 1, 1
    copies = {camp: equip + strike[camp] + heal for camp in strike}
    expected = {
        "Emi": copies["raider"] + low, "Gordon": copies["raider"], "Vampire": copies["shadow"],
        "Alice": copies["citizen"] + low, "Daniel": copies["citizen"], "Ulrich": HALF * (6 + 2 + 1 + 3 + 1),
    }  # fmt: skip
    unit = found["Emi"] / expected["Emi"]
    assert {name: found[name] for name in expected} == {name: unit * weight for name, weight in expected.items()}


def test_later_known_cards_count_too() -> None:
    """Both copies of raider-1 turn out to be mine, so the card before was none of them."""
    before = handed("Bo", None, "damage-1", giver="Cy")
    mine = [handed("Ann", "raider-1", "damage-1", giver="Di"), handed("Ann", "raider-1", "damage-1", giver="Di")]
    assert solved([before, *mine])["camp.Bo"] == solved([*mine, before])["camp.Bo"]
    assert solved([before, *mine])["camp.Bo"]["raider"] < solved([before])["camp.Bo"]["raider"]


def test_between_two_shuffles_a_copy_is_drawn_once() -> None:
    thrice = [handed("Ann", "raider-1", "damage-1", giver="Di")] * 3
    assert is_contradiction(raw(thrice))
    assert not is_contradiction(raw([*thrice[:2], RESHUFFLE, thrice[2]]))


def test_more_draws_than_copies_are_a_contradiction() -> None:
    unseen = handed("Bo", None, "nothing", giver="Cy")
    assert is_contradiction(raw([unseen] * 17))
    assert not is_contradiction(raw([*[unseen] * 8, RESHUFFLE, *[unseen] * 8]))
    assert "shuffled" in table_of(raw([unseen] * 17)).warnings[0]


def test_an_unknown_card_that_made_somebody_show_was_the_one_that_does() -> None:
    shown = handed("Bo", None, "shown", giver="Cy")
    assert is_contradiction(raw([shown, handed("Di", "show-role", "shown", role="Emi")]))
    assert solved([shown])["camp.Bo"] == solved([])["camp.Bo"]


def test_the_card_in_my_hand_is_no_other_one() -> None:
    holding = {"type": "holding", "card": "show-role"}
    assert is_contradiction(raw([holding, handed("Bo", None, "shown", giver="Cy")]))
    given = handed("Bo", "show-role", "shown", role="Vampire")
    assert answers(raw([holding, given])) == answers(raw([given]))
    assert answers(raw([holding, holding, given])) == answers(raw([given]))


def test_the_card_in_my_hand_is_not_shuffled_in() -> None:
    holding = {"type": "holding", "card": "show-role"}
    assert is_contradiction(raw([holding, RESHUFFLE, handed("Bo", None, "shown", giver="Cy")]))
    assert not is_contradiction(raw([holding, RESHUFFLE, handed("Bo", "show-role", "shown", role="Vampire")]))


def test_a_card_kept_over_a_shuffle_leaves_my_hand_when_it_is_given() -> None:
    given = handed("Bo", "show-role", "shown", role="Vampire")
    events = [{"type": "holding", "card": "show-role"}, RESHUFFLE, given]
    assert table_of(raw(events)).held == ()
    assert is_contradiction(raw([*events, handed("Cy", "show-role", "shown", role="Emi")]))
    assert not is_contradiction(raw([*events, RESHUFFLE, handed("Cy", "show-role", "shown", role="Emi")]))


def test_a_card_not_named_is_the_one_in_my_hand() -> None:
    holding = {"type": "holding", "card": "raider-1"}
    assert answers(raw([holding, handed("Bo", None, "damage-1")])) == answers(
        raw([handed("Bo", "raider-1", "damage-1")])
    )


def test_the_same_card_on_another_target_is_one_copy() -> None:
    first = handed("Bo", None, "shown", giver="Cy")
    again = {**handed("Di", None, "shown", giver="Cy"), "same_card": True}
    assert not is_contradiction(raw([first, again]))
    assert is_contradiction(raw([first, {**again, "same_card": False}]))
    assert table_of(raw([first, again])).copies == 1


def test_the_same_card_that_i_see_names_the_copy_before() -> None:
    first = handed("Bo", None, "damage-1", giver="Cy")
    to_me = {**handed("Ann", "raider-1", "damage-1", giver="Cy"), "same_card": True}
    assert (
        answers(raw([first, to_me]))["camp.Bo"]
        == answers(raw([handed("Bo", "raider-1", "damage-1", giver="Cy")]))["camp.Bo"]
    )
    assert "before" in str(refusal(raw([{**first, "same_card": True}])))
    other = {**handed("Ann", "shadow-1", "nothing", giver="Cy"), "same_card": True}
    assert is_contradiction(raw([first, to_me, other]))


def test_a_revealed_player_may_be_handed_a_card() -> None:
    assert not is_contradiction(raw([reveal("Bo", "Vampire"), handed("Bo", "shadow-1", "damage-1")]))
    assert is_contradiction(raw([reveal("Bo", "Vampire"), handed("Bo", "raider-1", "damage-1")]))


# Damage


def test_a_living_player_has_more_hp_than_damage() -> None:
    found = solved([damage("Bo", 12), SILENT])
    assert set(found["role.Bo"]) == {"Daniel", "Gordon", "Vampire", "Werewolf"}


def test_damage_is_survived_unless_the_same_player_goes_out_at_once() -> None:
    falls = [damage("Bo", 12), damage("Cy", 3), reveal("Di", "Emi"), out("Bo", "Ulrich")]
    assert not is_contradiction(raw(falls))
    assert is_contradiction(raw([falls[0], SILENT, falls[3]]))
    assert is_contradiction(raw([falls[0], out("Cy", "Ulrich"), SILENT, out("Bo", "Alice")]))


def test_the_last_damage_noted_is_survived() -> None:
    assert set(solved([damage("Bo", 13)])["role.Bo"]) == {"Gordon", "Werewolf"}
    assert is_contradiction(raw([damage("Bo", 14)]))


def test_who_goes_out_right_after_damage_has_no_more_hp() -> None:
    assert is_contradiction(raw([damage("Bo", 10), out("Bo", "Ulrich")]))
    assert not is_contradiction(raw([damage("Bo", 11), out("Bo", "Ulrich")]))
    assert not is_contradiction(raw([damage("Bo", 10), SILENT, out("Bo", "Ulrich")]))


def test_damage_by_a_card_is_noted_damage() -> None:
    hurt = [damage("Bo", 9), handed("Bo", "shadow-2", "damage-2")]
    assert set(solved(hurt)["role.Bo"]) == {"Vampire", "Werewolf"}
    assert not is_contradiction(raw([*hurt, out("Bo", "Ulrich")]))
    assert is_contradiction(raw([*hurt, out("Bo", "Vampire")]))


def test_an_attack_is_survived_by_who_is_in_when_the_table_moves_on() -> None:
    assert "Alice" in solved([attack("Bo", ["Cy"], 9)])["role.Cy"]
    assert "Alice" not in solved([attack("Bo", ["Cy"], 9), SILENT])["role.Cy"]
    assert "Alice" in solved([attack("Bo", ["Cy"], 9), damage("Cy", 6), SILENT])["role.Cy"]
    assert not is_contradiction(raw([attack("Bo", ["Cy"], 3), out("Cy", "Alice"), SILENT]))


@pytest.mark.parametrize("total", [3, 11, 40])
def test_damage_noted_after_a_death_proves_nothing(total: int) -> None:
    assert solved([out("Bo", "Ulrich"), damage("Bo", total), SILENT]) == solved([out("Bo", "Ulrich")])


def test_a_total_may_exceed_the_hp() -> None:
    assert not is_contradiction(raw([damage("Bo", 40), out("Bo", "Ulrich")]))


def test_hp_can_be_overridden() -> None:
    assert "Alice" in solved([damage("Bo", 12), SILENT], hp={"Alice": 13})["role.Bo"]
    assert "Alice" not in solved([handed("Bo", "hp-11-or-less-1", "damage-1")], hp={"Alice": 12})["role.Bo"]


# Out, reveals, and what must be turned up


def test_out_and_reveal_tell_the_role() -> None:
    assert solved([out("Bo", "Vampire")])["role.Bo"] == {"Vampire": 1}
    assert solved([reveal("Bo", "Vampire")])["role.Bo"] == {"Vampire": 1}


def test_three_raiders_among_four_players_are_one_too_many() -> None:
    assert is_contradiction(raw([out("Bo", "Emi"), out("Cy", "Gordon")], 4))
    assert is_contradiction(raw([reveal("Bo", "Emi"), reveal("Cy", "Emi")]))


MIRROR = drew("Bo", "mirror", revealed=False)


def test_the_mirror_stays_open_while_only_deaths_and_reveals_follow() -> None:
    assert "Vampire" in solved([MIRROR])["role.Bo"]
    assert "Vampire" in solved([MIRROR, reveal("Cy", "Emi"), out("Di", "Alice")])["role.Bo"]
    assert not is_contradiction(raw([MIRROR, reveal("Bo", "Vampire")]))
    for closing in (SILENT, damage("Cy", 1), RESHUFFLE, drew("Cy", "holy water")):
        assert not {"Vampire", "Werewolf"} & set(solved([MIRROR, closing])["role.Bo"])
        assert is_contradiction(raw([MIRROR, closing, reveal("Bo", "Vampire")]))


def test_a_mirror_that_turned_somebody_up_proves_v_or_w() -> None:
    assert set(solved([drew("Bo", "mirror", revealed=True)])["role.Bo"]) == {"Vampire", "Werewolf"}


def test_who_is_turned_up_already_need_not_again() -> None:
    assert not is_contradiction(raw([reveal("Bo", "Vampire"), MIRROR, SILENT]))


@pytest.mark.parametrize("card", ["mirror", "dark-ritual"])
def test_nor_need_who_was_turned_up_by_a_card(card: str) -> None:
    turned_up = drew("Bo", card, revealed=True)
    assert solved([turned_up, MIRROR, SILENT]) == solved([turned_up])


def test_silence_says_nothing_of_who_was_turned_up_by_a_card() -> None:
    gone = [out("Bo", "Ulrich"), out("Cy", "Vampire"), reveal("Di", "Emi")]
    turned_up = drew("Eve", "advent", revealed=True)
    assert solved([*gone, turned_up, SILENT], me="Flo", role="Alice")["camp.Eve"] == {"raider": 1}


def test_who_went_out_in_the_group_is_exempt() -> None:
    assert not is_contradiction(raw([MIRROR, out("Bo", "Vampire"), SILENT]))
    events = [out("Bo", "Emi"), out("Cy", "Daniel"), SILENT]
    assert not is_contradiction(raw(events, special_abilities=True))


@pytest.mark.parametrize(
    ("card", "passing"),
    [
        ("cookies", {"Alice", "Ulrich"}),
        ("advent", {"Emi", "Gordon"}),
        ("dark-ritual", {"Ulrich", "Vampire", "Werewolf"}),
    ],
)
def test_who_may_turn_up_proves_the_test_only_by_doing_so(card: str, passing: set[str]) -> None:
    assert set(solved([drew("Bo", card, revealed=True)])["role.Bo"]) == passing
    assert solved([drew("Bo", card, revealed=False), SILENT])["role.Bo"] == solved([])["role.Bo"]


def test_other_cards_are_no_evidence() -> None:
    assert solved([drew("Bo", "a banana skin", revealed=True), SILENT]) == solved([])


@pytest.mark.parametrize("abilities", [True, False])
def test_daniel_must_turn_up_when_somebody_else_goes_out(abilities: bool) -> None:
    found = solved([out("Bo", "Emi"), SILENT], special_abilities=abilities)
    assert ("Daniel" in found["role.Cy"]) is not abilities
    assert "Daniel" in solved([out("Bo", "Emi")], special_abilities=abilities)["role.Cy"]
    turned_up = [out("Bo", "Emi"), reveal("Cy", "Daniel"), SILENT]
    assert not is_contradiction(raw(turned_up, special_abilities=abilities))
    assert is_contradiction(raw([out("Bo", "Emi"), SILENT], me="Ann", role="Daniel", special_abilities=True))


@pytest.mark.parametrize(
    ("role", "cause", "is_ruled_out"),
    [("Emi", "attack", True), ("Felix", "attack", False), ("Emi", "card", False), ("Emi", None, False)],
)
def test_bruce_must_turn_up_when_his_attack_takes_out_a_weak_one(role: str, cause: Any, is_ruled_out: bool) -> None:
    killed = out("Bo", role, by="Cy", **({"cause": cause} if cause else {}))
    found = solved([killed, SILENT], role="Gordon", characters="all", special_abilities=True)
    assert ("Bruce" not in found["role.Cy"]) is is_ruled_out
    assert "Bruce" in found["role.Di"]
    assert "Bruce" in solved([killed, SILENT], role="Gordon", characters="all")["role.Cy"]


# Nobody declared victory


def test_bylon_with_five_equipment_would_have_won() -> None:
    assert "Bylon" not in solved([equipment("Bo", 5), SILENT])["role.Bo"]
    assert "Bylon" in solved([equipment("Bo", 4), SILENT])["role.Bo"]
    assert "Bylon" in solved([equipment("Bo", 5)])["role.Bo"]
    assert "Bylon" in solved([equipment("Bo", 5), SILENT])["role.Cy"]


def test_benjamin_would_have_won_when_another_has_five() -> None:
    found = solved([equipment("Bo", 5), SILENT], characters="all")
    assert "Benjamin" in found["role.Bo"]
    assert "Benjamin" not in found["role.Cy"]


def test_raiders_would_have_won_when_all_shadows_are_out() -> None:
    gone = [out("Bo", "Ulrich"), out("Cy", "Vampire")]
    assert "raider" in solved(gone, me="Flo", role="Alice")["camp.Di"]
    assert is_contradiction(raw([*gone, SILENT], me="Flo", role="Alice"))  # two raiders are in, and none spoke


def test_a_raider_in_hiding_is_impossible_then() -> None:
    """Six players, two shadows out, nobody declares: the raiders who are in must have been turned up."""
    gone = [out("Bo", "Ulrich"), out("Cy", "Vampire"), reveal("Di", "Emi"), reveal("Eve", "Gordon")]
    found = solved([*gone, SILENT], me="Flo", role="Alice")
    assert set(found["role.Ann"]) == {"Bylon", "Craig"}
    assert is_contradiction(raw([*gone[:3], SILENT], me="Flo", role="Alice"))
    assert is_contradiction(raw([*gone[:2], SILENT]))  # I am a hidden raider myself


def test_daniel_who_is_in_would_have_won_when_all_shadows_are_out() -> None:
    gone = [out("Bo", "Ulrich"), out("Cy", "Vampire"), reveal("Di", "Emi"), reveal("Eve", "Gordon")]
    assert "Daniel" in solved(gone, me="Flo", role="Alice")["role.Ann"]


def test_shadows_would_have_won_when_all_raiders_or_three_citizens_are_out() -> None:
    raiders = [out("Bo", "Emi"), out("Cy", "Gordon")]
    assert is_contradiction(raw([*raiders, SILENT], me="Flo", role="Alice"))
    citizens = [out("Bo", "Alice"), out("Cy", "Bylon"), out("Di", "Craig")]
    assert is_contradiction(raw([*citizens, SILENT], 7))
    assert not is_contradiction(raw([*citizens[:2], SILENT], 7))


def test_other_conditions_exclude_nobody() -> None:
    assert solved([SILENT]) == solved([])
    assert "Craig" in solved([out("Bo", "Ulrich", by="Cy", cause="attack"), SILENT])["role.Cy"]


def test_who_is_turned_up_is_not_asked_again() -> None:
    assert not is_contradiction(raw([reveal("Bo", "Bylon"), equipment("Bo", 5), SILENT]))


def test_a_character_whose_text_is_not_known_yields_no_evidence_from_it() -> None:
    found = solved([out("Bo", "Emi"), SILENT], characters="all", special_abilities=True)["role.Cy"]
    assert "Daniel" not in found
    assert {"Citizen D (white star)", "Citizen D (black star)"} <= set(found)


# The rest


def test_the_initial_hint_is_noted_as_any_card() -> None:
    ring = [handed("Bo", "raider-1", "nothing"), handed("Cy", None, "damage-1", giver="Bo")]
    assert "raider" not in solved(ring)["camp.Bo"]


@pytest.mark.parametrize("event", [at("Bo", "Town hall"), RESHUFFLE, {"type": "victory", "players": ["Bo"]}])
def test_what_is_no_evidence_changes_nothing(event: dict[str, Any]) -> None:
    assert solved([event]) == solved([])


def test_after_victory_everything_is_warned_about_and_nothing_forbidden() -> None:
    over = {"type": "victory", "players": ["Bo", "Cy"]}
    after = table_of(raw([out("Bo", "Vampire"), over, handed("Bo", "raider-1", "nothing"), drew("Bo", "mirror")]))
    assert after.is_over
    assert "over" in after.warnings[0]
    assert (
        solved([over, handed("Cy", "raider-1", "nothing")])["camp.Cy"]
        == solved([handed("Cy", "raider-1", "nothing")])["camp.Cy"]
    )


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ([handed("Ann", "raider-1", "damage-1")], "another player"),
        ([out("Bo", "Vampire"), handed("Bo", "raider-1", "nothing")], "out already"),
        ([out("Bo", "Vampire"), handed("Ann", "raider-1", "damage-1", giver="Bo")], "out already"),
        ([out("Bo", "Vampire"), out("Bo", "Vampire")], "out already"),
        ([out("Bo", "Vampire"), attack("Bo", ["Cy"], 1)], "out already"),
        ([out("Bo", "Vampire"), drew("Bo", "mirror")], "out already"),
        ([attack("Bo", ["Bo"], 1)], "themselves"),
        ([reveal("Bo", "Angela")], "not among the characters"),
        ([handed("Bo", "raider-airship", "airship")], "no raider-airship"),
        ([{**handed("Bo", "raider-1", "nothing"), "same_card": True}], "before"),
    ],
)
def test_what_the_table_forbids_is_refused_with_its_rule(events: list[dict[str, Any]], told: str) -> None:
    error = refusal(raw(events))
    assert error.exit_status == 3
    assert told in str(error)


@pytest.mark.parametrize("event", [damage("Bo", 3), equipment("Bo", 1), at("Bo", "Town hall")])
def test_what_is_merely_odd_is_warned_about(event: dict[str, Any]) -> None:
    assert "out already" in table_of(raw([out("Bo", "Vampire"), event])).warnings[0]


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        ("equipment", "Bo holds no equipment; note it first: Bo has 1 equipment"),
        ("heal-1", "Bo has no damage to heal; note it first: Bo has 1 damage"),
    ],
)
def test_an_outcome_that_needs_something_noted_before_says_so(outcome: str, told: str) -> None:
    assert told in str(refusal(raw([handed("Bo", None, outcome, giver="Cy")])))


def test_the_airship_is_odd_where_there_is_none() -> None:
    assert table_of(raw([at("Bo", "airship")])).warnings
    assert not table_of(raw([at("Bo", "airship")], characters="all")).warnings
    assert not table_of(raw([at("Bo", "airship")], reasoning="expansion")).warnings


def test_a_conflict_names_the_events_that_cannot_all_be_true() -> None:
    noise = [handed("Cy", "raider-1", "nothing"), damage("Di", 2), equipment("Eve", 1)]
    events = [noise[0], handed("Bo", "raider-1", "damage-1"), noise[1], reveal("Bo", "Vampire"), noise[2]]
    error: Any = refusal(raw(events))
    assert error.events == (1, 3)
    thrice: Any = refusal(raw([*noise, *[handed("Ann", "raider-heal", "damage-1", giver="Di")] * 2]))
    assert thrice.events == (3, 4)


@pytest.mark.parametrize(
    ("events", "conflict"),
    [
        ([at("Ann", "airship"), handed("Ann", "raider-airship", "nothing", giver="Bo")], (1,)),
        ([equipment("Ann", 1, immune=True), handed("Ann", "raider-1", "damage-2", giver="Bo")], (1,)),
        ([damage("Bo", 1), handed("Bo", "raider-heal", "damage-2")], (1,)),
        ([damage("Bo", 1), handed("Bo", "raider-heal", "damage-1"), reveal("Bo", "Emi")], (0, 1)),
        ([reveal("Bo", "Alice"), attack("Ann", ["Bo"], 9), SILENT], (0, 1, 2)),
    ],
)
def test_a_conflict_holds_on_its_own_and_has_nothing_to_spare(
    events: list[dict[str, Any]], conflict: tuple[int, ...]
) -> None:
    """The events of a conflict contradict without the others; without any one of them they do not."""
    found: Any = refusal(raw(events, reasoning="expansion"))
    assert found.events == conflict
    kept = [events[number] for number in conflict]
    assert is_contradiction(raw(kept, reasoning="expansion"))
    less = ([*kept[:n], *kept[n + 1 :]] for n in range(len(kept)))
    assert not any(is_contradiction(raw(events, reasoning="expansion")) for events in less)


def test_who_stayed_hidden_did_so_only_once_the_table_moved_on() -> None:
    found: Any = refusal(raw([drew("Ann", "mirror"), SILENT], role="Vampire"))
    assert found.events == (0, 1)
    assert "cannot all be true" in str(found)


def test_a_conflict_names_the_damage_that_a_total_adds_up_from() -> None:
    events = [damage("Bo", 9), equipment("Cy", 1), handed("Bo", "shadow-2", "damage-2"), SILENT, reveal("Bo", "Ulrich")]
    error: Any = refusal(raw(events))
    assert error.events == (0, 2, 4)


@pytest.mark.parametrize(
    ("events", "conflict"),
    [
        ([damage("Cy", 4), handed("Cy", "raider-heal", "damage-2")], (1,)),
        ([damage("Cy", 4), handed("Cy", "raider-heal", "nothing"), reveal("Cy", "Emi")], (1, 2)),
        ([damage("Cy", 4), handed("Cy", "raider-heal", "damage-1"), SILENT], (0, 1)),
        ([equipment("Cy", 1), handed("Cy", "raider-or-shadow-equip", "damage-1"), reveal("Cy", "Alice")], (1, 2)),
        (
            [handed("Cy", None, "nothing", giver="Di"), handed("Bo", "raider-1", "heal-1", giver="Di", same_card=True)],
            (1,),
        ),
        ([attack("Bo", ["Cy"], 3), damage("Cy", 11), SILENT, reveal("Cy", "Ulrich")], (1, 3)),
    ],
)
def test_a_conflict_holds_no_event_that_can_be_spared(events: list[Any], conflict: tuple[int, ...]) -> None:
    error: Any = refusal(raw(events))
    assert error.events == conflict


def test_facts_rest_on_the_events_without_which_they_would_not_follow() -> None:
    evidence = evidence_of(raw([equipment("Bo", 5), equipment("Bo", 6), SILENT]))
    assert {noted.events for noted in evidence.noted} == {frozenset({1, 2})}
