"""The table: what each event does to hands, decks and piles, one test for each rule."""

from __future__ import annotations

from typing import Any

import pytest

from solver.core.errors import Contradiction
from solver.games.isla_negra.decks import Level
from solver.games.isla_negra.evidence import facts
from solver.games.isla_negra.whereabouts.facts import Named, Shown
from solver.games.isla_negra.whereabouts.moves import Clear, Draw, Leave, Look, Scatter, Shuffle, Source, Zone
from tests.games.isla_negra.helpers import (
    EXPERT,
    FULL,
    PART,
    START,
    TECHNIQUES,
    crowd,
    discard,
    draw,
    drawn,
    forbidden,
    hand,
    level,
    life,
    line,
    new_hand,
    play,
    raw,
    refusal,
    shuffle,
    table,
    table_of,
    tables_of,
    turn,
    upgrade,
    warnings,
    why_forbidden,
    won,
)

ALL, DECK, PILE = Shuffle(Source.ALL), Shuffle(Source.DECK), Shuffle(Source.PILE)
PUT, LAY = Leave(Zone.PILE), Leave(Zone.TABLE)


def bo(*events: dict[str, Any], deck: Any = FULL) -> Any:
    return table(*events, deck=deck).people["Bo"]


def seen(*events: dict[str, Any], deck: Any = FULL, player: str = "Bo") -> list[Any]:
    """The facts about the player's cards."""
    after = table(*events, deck=deck)
    return [noted.fact for noted in facts(after.people[player], after.fighter(player).deck)]


# Shuffling


def test_at_set_up_every_card_is_in_the_deck() -> None:
    assert (bo().deck, bo().hand, bo().pile, bo().moves, bo().life) == (27, 0, (), (ALL,), 22)
    assert bo().level is Level.BASIC


def test_the_first_shuffle_shows_the_last_card() -> None:
    person = bo(shuffle())
    assert (person.moves, person.bottom, person.deck) == ((ALL,), "Punch", 27)
    (fact,) = seen(shuffle())
    assert fact == Shown(0, "Punch", frozenset({"Punch"}), "the last card of Bo's deck was Punch (6 in the list)")


def test_shuffled_again_before_anything_is_drawn_is_a_new_shuffle_of_all() -> None:
    person = bo(shuffle(), shuffle(last="Kick"))
    assert (person.moves, person.bottom) == ((ALL, ALL), "Kick")


def test_a_deck_in_play_is_shuffled_without_hand_and_pile() -> None:
    person = bo(*START, play("Punch"), shuffle(last="Kick"))
    assert person.moves == (ALL, Draw(5), PUT, DECK)
    assert (person.deck, person.hand, person.pile, person.bottom) == (22, 4, ("Punch",), "Kick")


def test_a_shuffle_that_leaves_the_pile_out_is_warned_about() -> None:
    """Most likely a draw was not noted: by the rules only an empty deck is shuffled."""
    assert "Bo's deck still has 22 cards" in warnings(*START, play("Punch"), shuffle(last="Kick"))
    assert warnings(*START, draw(22), discard(["Punch", "Kick", "Dodge"]), shuffle(last="Kick")) == ""


def test_an_empty_deck_is_made_of_the_pile_without_its_top() -> None:
    person = bo(*START, draw(22), discard(["Punch", "Kick", "Dodge"]), shuffle(last="Kick"))
    assert person.moves == (ALL, Draw(5), Draw(22), PUT, PUT, PUT, PILE)
    assert (person.deck, person.pile, person.bottom, person.hand) == (2, ("Dodge",), "Kick", 24)


def test_a_pile_of_one_card_cannot_be_reshuffled() -> None:
    assert "pile has 1 card" in forbidden(*START, draw(22), discard(["Punch"]), shuffle())


def test_a_shuffle_without_its_last_card_is_warned_about() -> None:
    assert "shuffles, last CARD" in warnings(shuffle(last=None))
    assert seen(shuffle(last=None)) == []
    assert bo(shuffle(last=None)).bottom is None


def test_the_last_card_is_never_an_upgrade() -> None:
    assert "shuffle again" in forbidden(shuffle(last="Rage"))


# Drawing


def test_cards_are_drawn() -> None:
    person = bo(*START, draw())
    assert (person.deck, person.hand, person.moves) == (21, 6, (ALL, Draw(5), Draw(1)))


def test_a_draw_before_any_shuffle_is_warned_about() -> None:
    assert "no shuffle was noted" in warnings(draw(5))
    assert warnings(*START) == ""
    assert warnings(draw(5), draw()) == ""


def test_more_than_the_deck_holds_cannot_be_drawn() -> None:
    told = forbidden(*START, draw(20), draw(3))
    assert "deck has 2 cards" in told
    assert "note the draw of 2 first, then the reshuffle" in told


def test_an_empty_deck_asks_for_the_reshuffle() -> None:
    assert "note the reshuffle first (Bo shuffles, last CARD)" in forbidden(*START, draw(22), draw())


def test_the_known_last_card_is_gone_with_the_last_draw() -> None:
    assert bo(*START, draw(21)).bottom == "Punch"
    assert bo(*START, draw(22)).bottom is None


def test_with_more_than_thirteen_in_hand_a_draw_is_warned_about() -> None:
    assert warnings(*START, draw(8), draw()) == ""
    assert "more than 13" in warnings(*START, draw(9), draw())
    assert warnings(*START, draw(9), draw(3)) == ""


def test_my_own_cards_are_named() -> None:
    facts_of_mine = seen(drawn("Rage", "Punch"), player="Ann")
    kinds = (frozenset({"Rage"}), frozenset({"Punch"}))
    assert facts_of_mine == [
        Named(1, ("Rage", "Punch"), kinds, "you drew Rage and Punch (in the list: Rage 4, Punch 6)")
    ]


# Techniques


def test_a_technique_goes_to_the_top_of_the_pile() -> None:
    person = bo(*START, play("Punch"), play("Kick"))
    assert (person.pile, person.top, person.hand) == (("Punch", "Kick"), "Kick", 3)
    assert person.moves[-2:] == (PUT, PUT)
    assert seen(*START, play("Punch"))[-1] == Shown(2, "Punch", frozenset({"Punch"}), "Bo played Punch (6 in the list)")


def test_who_holds_nothing_plays_nothing() -> None:
    assert "the first cards were not noted (Bo draws 5)" in forbidden(shuffle(), play("Punch"))


def test_a_played_upgrade_is_laid_down() -> None:
    after = table(*START, play("Rage"))
    assert after.people["Bo"].table == ("Rage",)
    assert "Bo upgrades Rage" in after.warnings[0]
    assert after.plays == ()


def test_a_technique_above_the_level_is_warned_about() -> None:
    assert "Kick is advanced, above Bo's level (basic)" in warnings(*START, play("Kick"))
    assert warnings(*START, level("advanced"), play("Kick")) == ""


def test_nobody_attacks_themselves() -> None:
    assert "themselves" in forbidden(*START, play("Punch", at="Bo"))


def test_an_answer_names_an_earlier_card_of_another_player() -> None:
    mine = (shuffle("Ann"), draw(5, "Ann"))
    assert warnings(*mine, *START, play("Punch"), play("Dodge", "Ann", answers=4)) == ""
    assert "event 3 is no card played" in forbidden(*mine, *START, play("Punch"), play("Dodge", "Ann", answers=3))
    assert "cannot answer it" in forbidden(*START, play("Punch"), play("Dodge", answers=2))
    assert "no response but attack" in warnings(*mine, *START, play("Punch"), play("Punch", "Ann", answers=4))
    assert "Ann answers with Dodge" in warnings(*mine, *START, play("Punch"), play("Dodge", "Ann"))


def test_a_master_technique_of_a_master_spends_the_oldest_upgrade_first() -> None:
    person = bo(*START, draw(4), level("expert"), upgrade(), upgrade(), play("Fox Storm"))
    assert (person.level, person.table, person.pile) == (Level.MASTER, ("Rage",), ("Rage", "Fox Storm"))
    assert person.moves[-2:] == (Clear(1), PUT)


def test_a_master_without_upgrades_cannot_spend_one() -> None:
    after = (*START, level("master"), play("Fox Storm"))
    assert "no upgrade on the table to spend" in warnings(*after)
    assert Clear(1) not in bo(*after).moves


def test_the_highest_technique_that_can_be_used() -> None:
    assert bo(*START).most is Level.BASIC
    assert bo(*START, level("master")).most is Level.EXPERT
    assert bo(*START, level("master"), upgrade()).most is Level.MASTER


# Upgrades


def test_an_upgrade_lies_beside_the_fighter() -> None:
    person = bo(*START, upgrade())
    assert (person.table, person.pile, person.hand, person.moves[-1]) == (("Rage",), (), 4, LAY)
    assert person.level is Level.BASIC


def test_two_upgrades_raise_the_level_and_go_to_the_pile() -> None:
    person = bo(*START, upgrade(), upgrade())
    assert (person.table, person.pile, person.level) == ((), ("Rage", "Rage"), Level.ADVANCED)
    assert person.moves[-2:] == (LAY, Clear(2))
    assert bo(*EXPERT).level is Level.EXPERT


def test_the_upgrades_of_a_new_master_stay_on_the_table() -> None:
    person = bo(*START, level("expert"), upgrade(), upgrade())
    assert (person.table, person.pile, person.level) == (("Rage", "Rage"), (), Level.MASTER)
    assert Clear(2) not in person.moves


def test_a_master_gathers_upgrades() -> None:
    person = bo(*START, level("expert"), upgrade(), upgrade(), upgrade())
    assert (person.table, person.level) == (("Rage", "Rage", "Rage"), Level.MASTER)


def test_a_technique_cannot_be_laid_down_as_an_upgrade() -> None:
    assert "listed as attack" in forbidden(*START, upgrade("Punch"))


def test_a_noted_level_is_believed_and_warned_about_where_it_is_another() -> None:
    assert bo(level("expert")).level is Level.EXPERT
    assert "was basic by the upgrades" in warnings(level("expert"))
    assert warnings(*START, upgrade(), upgrade(), level("advanced")) == ""


# Discarding


def test_named_cards_are_discarded_in_order() -> None:
    person = bo(*START, discard(["Punch", "Kick", "Dodge"]))
    assert (person.pile, person.hand, person.moves[-3:]) == (("Punch", "Kick", "Dodge"), 2, (PUT, PUT, PUT))
    assert bo(*START, discard(["Punch", "Kick", "Dodge"], top="Punch")).pile == ("Kick", "Dodge", "Punch")


def test_of_a_number_of_cards_only_the_top_is_seen() -> None:
    person = bo(*START, discard(3, top="Kick"))
    assert (person.pile, person.hand, person.moves[-2:]) == ((None, None, "Kick"), 2, (PUT, Scatter(2)))
    fact = seen(*START, discard(3, top="Kick"))[-1]
    assert (fact.move, fact.kinds) == (2, frozenset({"Kick"}))
    assert bo(*START, discard(1, top="Rage")).moves[-1] == PUT


def test_a_discarded_top_that_was_not_noted_is_warned_about() -> None:
    assert "top CARD" in warnings(*START, discard(2))
    assert bo(*START, discard(2)).top is None
    assert len(seen(*START, discard(2))) == 1


def test_no_more_than_the_hand_holds_can_be_discarded() -> None:
    assert "Bo holds 5 cards by the notes, not 6" in forbidden(*START, discard(6, top="Kick"))
    assert "a draw was not noted" in forbidden(*START, discard(["Punch"] * 6))


def test_a_new_hand_leaves_one_card_to_be_seen_and_draws_five() -> None:
    person = bo(*START, draw(), new_hand())
    assert person.pile == (None, None, None, None, None, "Kick")
    assert (person.hand, person.deck) == (5, 16)
    assert person.moves[-3:] == (PUT, Scatter(5), Draw(5))


def test_a_new_hand_for_an_empty_one_only_draws() -> None:
    after = (*START, discard(["Punch"] * 3 + ["Kick"] * 2))
    assert bo(*after, new_hand(None)).moves[-1] == Draw(5)
    assert "holds no card by the notes" in forbidden(*after, new_hand("Kick"))


def test_a_new_hand_from_a_deck_that_runs_out() -> None:
    before = (*START, draw(20))
    told = forbidden(*before, new_hand())
    assert "deck has 2 cards" in told
    assert "Bo new hand top CARD reshuffled after 2 last CARD" in told
    person = bo(*before, new_hand(reshuffled={"after": 2, "last": "Dodge"}))
    assert person.moves[-5:] == (PUT, Scatter(24), Draw(2), PILE, Draw(3))
    assert (person.hand, person.deck, person.pile, person.bottom) == (5, 21, ("Kick",), "Dodge")


def test_a_new_hand_from_an_empty_deck() -> None:
    person = bo(*START, draw(22), new_hand(reshuffled={"after": 0, "last": "Dodge"}))
    assert person.moves[-4:] == (PUT, Scatter(26), PILE, Draw(5))


def test_the_reshuffle_comes_when_the_deck_is_empty() -> None:
    told = forbidden(*START, draw(20), new_hand(reshuffled={"after": 3, "last": "Dodge"}))
    assert "the reshuffle came after 2, not 3" in told
    assert "no reshuffle was needed" in forbidden(*START, new_hand(reshuffled={"after": 3, "last": "Dodge"}))


def test_a_new_hand_without_its_top_is_warned_about() -> None:
    assert "top CARD" in warnings(*START, new_hand(None))


# Hands


def test_a_hand_is_as_large_as_the_notes_say() -> None:
    assert bo(*START, hand(5)) == bo(*START)
    assert "a draw was not noted (Bo draws 2)" in forbidden(*START, hand(7))
    assert "cards that left the hand" in forbidden(*START, hand(4))


def test_my_hand_is_looked_at() -> None:
    mine = [draw(2, "Ann"), hand(2, "Ann", names=["Punch", "Punch"])]
    assert table(*mine).people["Ann"].moves[-1] == Look()
    kinds = (frozenset({"Punch"}),) * 2
    assert seen(*mine, player="Ann")[0] == Named(
        2, ("Punch", "Punch"), kinds, "you hold Punch and Punch (in the list: Punch 6)"
    )


# Names


def test_a_card_that_a_complete_list_has_not_is_forbidden_with_the_nearest() -> None:
    told = forbidden(*START, play("Pnuch"))
    assert "has no Pnuch; did you mean Punch?" in told
    assert "list fewer copies" in told
    assert "complete" in forbidden(*START, discard(["Zorn"]))
    assert "complete" in forbidden(shuffle(last="Zorn"))
    assert "complete" in forbidden(drawn("Zorn"))


def test_in_a_partial_list_it_is_one_of_the_unlisted() -> None:
    assert seen(*START, play("Zorn"), deck=PART)[-1].kinds == frozenset({"unknown"})
    assert seen(*START, play("Zorn"), deck=[])[-1].kinds == frozenset({"unknown"})
    assert seen(*START, upgrade("Zorn"), deck=[])[-1].kinds == frozenset({"unknown upgrade"})
    assert seen(*START, discard(["Zorn"]), deck=[])[-1].kinds == frozenset({"unknown", "unknown upgrade"})


def test_what_looks_like_a_slip_is_warned_about() -> None:
    assert "did you mean Punch?" in warnings(*START, play("Pnuch"), deck=PART)
    assert warnings(*START, play("Zorn"), deck=PART) == ""
    assert warnings(*START, play("Pnuch"), play("Pnuch"), deck=PART) == ""


def test_an_unlisted_name_is_the_same_everywhere() -> None:
    before = (*START, discard(["Zorn"]), upgrade("Zorn"))
    alone, together = seen(*before, deck=[])[1:3]
    assert alone.kinds == frozenset({"unknown", "unknown upgrade"})
    assert together.kinds == frozenset({"unknown upgrade"})
    assert "Zorn was an upgrade before (event 3)" in forbidden(*before, shuffle(last="Zorn"), deck=[])
    assert bo(*before, play("Zorn"), deck=[]).table == ()
    assert "Zorn was no upgrade before (event 2)" in forbidden(*START, play("Zorn"), upgrade("Zorn"), deck=[])


def test_what_an_unlisted_name_is_rests_on_the_event_that_told() -> None:
    after = table(*START, discard(["Zorn"]), upgrade("Zorn"), deck=[])
    noted = list(facts(after.people["Bo"], after.fighter("Bo").deck))
    assert [(one.event, one.also) for one in noted[1:]] == [(2, frozenset()), (2, frozenset({3})), (3, frozenset())]


def test_a_conflict_holds_no_event_that_only_told_what_a_name_is() -> None:
    """Seven cards are not listed, so an eighth is one too many, whether it is an upgrade or not."""
    lines = [line("Punch", "attack", "basic", 20)]
    eight = [f"Zorn {number}" for number in range(8)]
    refused = refusal(raw([shuffle("Ann"), drawn(*eight[:5]), drawn(*eight[5:]), upgrade("Zorn 1", "Ann")], lines))
    assert isinstance(refused, Contradiction)
    assert refused.events == (1, 2)
    assert str(refused).count("event 1") == 1


def test_a_conflict_holds_the_event_that_told_what_a_name_is() -> None:
    """Five upgrades laid down or drawn are one too many; that Zorn is one was told by laying it down."""
    lines = [line("Rage", "upgrade", "basic", 3), line("Punch", "attack", "basic", 20)]
    notes = [shuffle("Ann"), drawn("Zorn", "Zorn"), upgrade("Zorn", "Ann")]
    refused = refusal(raw(notes, lines))
    assert isinstance(refused, Contradiction)
    assert refused.events == (1, 2)


def test_when_all_upgrades_are_listed_no_other_card_is_one() -> None:
    assert "all 4 upgrades of Bo are listed" in forbidden(*START, upgrade("Zorn"), deck=PART)


def test_when_only_upgrades_are_not_listed_no_technique_is_unlisted() -> None:
    only = [line("Punch", "attack", "basic", 23)]
    assert "are all upgrades" in forbidden(*START, play("Zorn"), deck=only)
    assert bo(*START, upgrade("Zorn"), deck=only).table == ("Zorn",)


def test_names_of_one_fighter_say_nothing_of_another() -> None:
    mine = (draw(5, "Ann"), upgrade("Zorn", "Ann"))
    assert bo(*mine, *START, play("Zorn"), deck=TECHNIQUES).pile == ("Zorn",)


# Rounds


def test_life_is_as_noted() -> None:
    assert bo(life(18)).life == 18
    assert "Ann wins the round" in warnings(life(0))
    assert warnings(life(1)) == ""


def test_a_round_gathers_every_card() -> None:
    after = table(*EXPERT, life(0), won("Ann"))
    person = after.people["Bo"]
    assert (person.deck, person.hand, person.pile, person.table) == (27, 0, (), ())
    assert (person.life, person.level, person.wins, person.moves[-1]) == (22, Level.BASIC, 0, ALL)
    assert (after.round, after.people["Ann"].wins, after.plays) == (2, 1, ())
    assert table(*EXPERT, won("Ann"), shuffle(), draw(5)).people["Bo"].moves[-2:] == (ALL, Draw(5))


def test_two_rounds_win_and_nothing_is_forbidden_any_more() -> None:
    after = table(won(), won("Ann"), won(), draw(24))
    assert after.winners == ("Bo",)
    assert after.is_over
    assert "the game is over" in after.warnings[0]
    assert after.people["Bo"].hand == 0
    assert "the game is over" in warnings(won(), won())


def test_a_round_counts_for_the_whole_team() -> None:
    for winner in ("Ann", "Cy", "a"):
        after = table_of(crowd([won(winner)], "abab"))
        assert [person.wins for person in after.people.values()] == [1, 0, 1, 0]


# Turns


def test_the_initiative_goes_to_the_next_player() -> None:
    tables = tables_of(
        crowd([turn("initiative"), turn("passes"), turn("skip", "Cy"), life(0, "Ann"), turn("passes", "Di")])
    )
    assert [one.initiative for one in tables] == [None, "Bo", "Cy", "Di", "Di", "Bo"]


def test_a_new_hand_ends_the_turn() -> None:
    assert table(*START, turn("initiative"), new_hand()).initiative == "Ann"


def test_who_draws_one_card_has_the_turn() -> None:
    mine = (shuffle("Ann"), draw(5, "Ann"))
    assert table(*mine, *START).initiative is None
    after = table(*mine, *START, turn("initiative", "Ann"), draw())
    assert (after.initiative, after.has_drawn, after.has_acted) == ("Bo", True, False)
    assert table(*mine, *START, turn("initiative", "Ann"), play("Wait and See"), draw()).initiative == "Ann"
    assert table(*mine, *START, draw(), upgrade()).has_acted


def test_who_acts_first_has_the_initiative() -> None:
    assert table(*START, play("Punch")).initiative == "Bo"


# Attacks and answers


def ready(*events: dict[str, Any], teams: str = "") -> dict[str, Any]:
    """Four players, each with five cards (events 0 to 7), then these events."""
    start = [one for player in ("Ann", "Bo", "Cy", "Di") for one in (shuffle(player), draw(5, player))]
    return crowd([*start, *events], teams)


def test_in_a_duel_an_attack_is_at_the_rival() -> None:
    after = table(*START, play("Punch"))
    assert (after.open.at, after.may_answer) == ("Ann", ("Ann",))


def test_alone_everybody_but_the_attacker_may_answer() -> None:
    after = table_of(ready(play("Punch", at="Ann")))
    assert after.may_answer == ("Ann", "Cy", "Di")
    answered = table_of(ready(play("Punch", at="Ann"), play("Dodge", "Cy", answers=8)))
    assert answered.may_answer == ("Ann", "Bo", "Di")
    assert answered.attack.event == 8


def test_in_teams_the_side_of_the_target_may_answer() -> None:
    after = table_of(ready(play("Punch", at="Ann"), teams="abab"))
    assert after.may_answer == ("Ann", "Cy")
    assert table_of(ready(play("Punch", at="Ann"), play("Dodge", "Cy", answers=8), teams="abab")).may_answer == (
        "Bo",
        "Di",
    )
    odd = table_of(ready(play("Punch", at="Ann"), play("Dodge", "Di", answers=8), teams="abab"))
    assert "only Ann or Cy may answer" in odd.warnings[0]


def test_an_attack_among_many_names_its_target() -> None:
    assert "who is attacked?" in table_of(ready(play("Punch"))).warnings[0]
    assert "fights on Bo's side" in table_of(ready(play("Punch", at="Di"), teams="abab")).warnings[0]


def test_who_is_out_answers_nothing() -> None:
    after = table_of(ready(life(0, "Cy"), play("Punch", at="Ann")))
    assert after.may_answer == ("Ann", "Di")
    assert "Cy is out of this round" in table_of(ready(life(0, "Cy"), draw(1, "Cy"))).warnings[0]
    assert "Cy is out" in table_of(ready(life(0, "Cy"))).warnings[0]


@pytest.mark.parametrize("later", [life(20, "Ann"), draw(1, "Ann"), turn("passes"), upgrade(player="Ann"), new_hand()])
def test_a_card_is_open_until_something_else_happens(later: dict[str, Any]) -> None:
    before = (draw(5, "Ann"), *START, play("Punch"))
    assert table(*before).open is not None
    assert table(*before, hand(5, "Ann")).open is not None
    assert table(*before, later).open is None


def test_tactics_cannot_be_answered() -> None:
    assert table(*START, play("Wait and See")).open is None


def test_an_unlisted_technique_may_be_answered() -> None:
    assert table(*START, play("Zorn"), deck=PART).open is not None


# Order


def test_events_of_different_fighters_do_not_depend_on_each_other() -> None:
    mine = [shuffle("Ann"), draw(5, "Ann"), upgrade(player="Ann"), draw(2, "Ann")]
    his = [*START, upgrade(), draw(3)]
    one, other = table(*mine, *his), table(*his, *mine)
    for player in ("Ann", "Bo"):
        assert one.people[player].moves == other.people[player].moves
        assert one.people[player].pile == other.people[player].pile


def test_a_forbidden_event_is_told_with_its_rule() -> None:
    assert "(rulebook, Turn sequence)" in why_forbidden(raw([*START, draw(22), draw()]))


def test_a_response_below_the_level_of_what_it_answers_is_warned_about() -> None:
    begin = (*START, shuffle("Ann", "Kick"), draw(5, "Ann"))
    kick = play("Kick", at="Ann")
    assert "Dodge is basic, below Kick (advanced)" in warnings(*begin, kick, play("Dodge", "Ann", answers=4))
    assert "below" not in warnings(*begin, kick, play("Block", "Ann", answers=4))
    assert warnings(*begin, play("Punch", at="Ann"), play("Dodge", "Ann", answers=4)) == ""
