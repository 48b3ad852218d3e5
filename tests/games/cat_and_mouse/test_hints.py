"""Both hints: figures that are true, promises that are kept, and the sense in them."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from functools import cache
from math import log2
from typing import TYPE_CHECKING, Any

import pytest

from maps import london
from solver.answers.candidates import Situation, examine
from solver.core.errors import IllegalEvent
from solver.core.session import parse_session
from solver.games.cat_and_mouse import GAME, historian
from solver.games.cat_and_mouse.chase import Chase, FindAim, Scene, WinAim, acts, scene_of
from solver.games.cat_and_mouse.numbers import NAMES, NUMBER
from solver.games.cat_and_mouse.tracking import Follower, places_of, total
from tests.games.cat_and_mouse.helpers import (
    CHURCH,
    HAND,
    HERS,
    SETUP,
    card,
    flight,
    lady,
    moves,
    searches,
    session,
    situation,
)
from tests.games.cat_and_mouse.referee import PLACES, Game, near

if TYPE_CHECKING:
    from solver.core.values import Hint


def hint(*events: dict[str, Any], setup: dict[str, Any] = SETUP) -> Hint:
    return advised(situation(*events, setup=setup))


def advised(seen: Situation) -> Hint:
    key = id(seen)
    if key not in ADVISED:
        ADVISED[key] = seen, GAME.advise(seen.table, seen.known)
    return ADVISED[key][1]


ADVISED: dict[int, tuple[Situation, Hint]] = {}
"""Hints by the situation that they were given for (kept, so that its number stays its own)."""


@cache
def of_game(seed: int, view: str, turns: int = 4) -> Situation:
    """A random game up to where that side is to act."""
    raw = Game(seed, seed % 3).play(turns).session(view)
    wanted = "lady" if view == "historian" else "historian"
    while raw["events"] and raw["events"][-1]["type"] != wanted:
        raw["events"] = raw["events"][:-1]
    return examine(parse_session(json.dumps(raw), "a game", None))


class TestHistorian:
    @pytest.mark.parametrize("seed", range(6))
    def test_every_action_once_best_first(self, seed: int) -> None:
        told = advised(of_game(seed, "historian"))
        values = [advice.value for advice in told.ranked]
        assert values == sorted(values, reverse=True)
        words = [json.dumps(advice.action, sort_keys=True) for advice in told.ranked]
        assert len(set(words)) == len(words)

    @pytest.mark.parametrize("seed", range(6))
    def test_every_action_is_one_that_the_table_takes(self, seed: int) -> None:
        seen = of_game(seed, "historian")
        for advice in advised(seen).ranked:
            for outcome in advice.outcomes:
                event = GAME.read_note(json.dumps({**advice.action, **outcome.fields}), seen.table)
                GAME.advance(seen.table, event, len(seen.session.events))

    @pytest.mark.parametrize("seed", range(6))
    def test_all_moves_and_searches_are_there(self, seed: int) -> None:
        seen = of_game(seed, "historian")
        told = [advice.action for advice in advised(seen).ranked]
        ways = {
            frozenset([(to, seen.table.pawns[1 - pawn])])
            for pawn in (0, 1)
            for to in london().neighbours[seen.table.pawns[pawn]]
        }
        assert len([action for action in told if "searches" in action]) == len(set(seen.table.pawns))
        assert 1 <= len([action for action in told if "moves" in action]) <= len(ways)

    @pytest.mark.parametrize("seed", range(8))
    def test_outcomes_are_disjoint_complete_and_exact(self, seed: int) -> None:
        seen = of_game(seed, "historian")
        even = {one.value: one.probability for one in seen.answers()[0].candidates}
        for advice in advised(seen).ranked:
            assert sum(outcome.probability for outcome in advice.outcomes) == 1
            shown = [json.dumps(dict(outcome.fields)) for outcome in advice.outcomes]
            assert len(set(shown)) == len(shown)
            if "searches" in advice.action:
                here = even.get(seen.table.pawns[advice.action["searches"]], Fraction(0))
                told = {outcome.fields["found"]: outcome.probability for outcome in advice.outcomes}
                assert told.get(True, Fraction(0)) == here
                assert advice.named["find_now"]["even"] == pytest.approx(float(here))
                assert advice.bits == pytest.approx(-sum(p * log2(p) for p in map(float, told.values()) if p < 1))
                assert advice.bits_by == {"mouse.location": advice.bits}
                assert advice.named["assumes"] == seen.answers()[0].question.assumes

    @pytest.mark.parametrize("seed", range(5))
    def test_the_promised_probability_of_a_find_is_that_of_the_next_answer(self, seed: int) -> None:
        """Noting each outcome leaves exactly the places that it promised."""
        seen = of_game(seed, "historian")
        even = {one.value: one.probability for one in seen.answers()[0].candidates}
        for advice in advised(seen).ranked:
            if "searches" not in advice.action:
                continue
            for outcome in advice.outcomes:
                raw = {**advice.action, **outcome.fields}
                after = parse_session(
                    json.dumps({**seen.session.raw, "events": [*seen.session.raw["events"], raw]}), "", None
                )
                place = seen.table.pawns[advice.action["searches"]]
                kept = {p for p in even if (p == place) is outcome.fields["found"]}
                assert sum(even[p] for p in kept) == outcome.probability
                if not examine(after).table.finds:
                    assert {one.value for one in examine(after).answers()[0].candidates} == kept

    def test_a_certain_third_find_is_taken(self) -> None:
        events = [lady({"top": "Cornhill"}, *HAND), searches(0, True), lady({"top": "St Paul's"}, *HAND)]
        events += [moves(0, "St Paul's"), lady("church", "fog", "church", "tavern", "rural", "rural")]
        events += [searches(0, True), lady({"top": "Blackfriars"}, "fog", "church", "tavern", "rural", "rural")]
        setup = {**SETUP, "pawns": ["Cornhill", "Blackfriars"]}
        best = hint(*events, setup=setup).ranked[0]
        assert best.action == {"type": "historian", "searches": 1}
        assert best.value == pytest.approx(1)
        assert [outcome.to_json() for outcome in best.outcomes] == [{"outcome": {"found": True}, "probability": 1.0}]

    def test_no_token_is_spent_where_she_cannot_be(self) -> None:
        told = hint(lady({"top": "Southwark"}, *HAND))
        order = ["searches" in advice.action for advice in told.ranked]
        assert not order[0]
        assert order[-1] or order[-2]

    def test_tokens_are_scarce(self) -> None:
        """The same chance is worth a search while four tokens may be lost, and is not when the next one is the last."""
        seen = situation(lady({"top": "Cornhill"}, *HAND), lady("fog", *HAND[1:], "rural"))
        guess, scene = Follower().at(seen.table), scene_of(seen.table)
        chase, act = Chase(WinAim()), next(iter(acts(scene)))
        cost = []
        for misses in (0, 4):
            here = Scene(scene.pawns, scene.hand, 0, misses, scene.gone)
            moved = max(chase.worth(other, guess, here, 1) for other in acts(here) if other.to is not None)
            cost.append(moved - chase.worth(act, guess, here, 1))
        assert cost[1] > cost[0]

    @pytest.mark.parametrize("seed", range(5))
    def test_the_chance_within_k_turns_grows_with_k(self, seed: int) -> None:
        for advice in advised(of_game(seed, "historian")).ranked:
            within = [advice.named["find_within"][key] for key in ("1", "2", "3")]
            assert within == sorted(within)
            assert within[0] >= 0
            assert within[-1] <= 1 + 1e-9

    @pytest.mark.parametrize("seed", range(5))
    def test_a_search_is_a_find_within_one_turn(self, seed: int) -> None:
        for advice in advised(of_game(seed, "historian")).ranked:
            if "searches" in advice.action:
                assert advice.named["find_within"]["1"] == advice.named["find_now"]["weighed"]

    @pytest.mark.parametrize("seed", range(5))
    def test_the_expected_number_of_places_is_possible(self, seed: int) -> None:
        for advice in advised(of_game(seed, "historian")).ranked:
            assert 0 < advice.named["expected_places"] <= 11

    def test_it_looks_two_rounds_of_two_plies_ahead(self) -> None:
        assert historian.ROUNDS >= 2
        seen = situation(CHURCH)
        guess, scene = Follower().at(seen.table), scene_of(seen.table)
        deep = _Counting()
        for act in acts(scene):
            Chase(deep).worth(act, guess, scene, historian.ROUNDS)
        assert deep.rests > len(list(acts(scene))) ** 2

    def test_her_turn_is_waited_for(self) -> None:
        told = hint()
        assert told.ranked == ()
        assert "Lady" in told.reason

    def test_nothing_after_the_end(self) -> None:
        hand = [card(name) for name in PLACES[:5]]
        told = hint(lady("none", *hand), setup={**SETUP, "hand": hand})
        assert told.ranked == ()
        assert "over" in told.nudge

    def test_what_it_plays_for_is_told(self) -> None:
        told = hint(CHURCH)
        assert told.weights["historian"]["trust"] > 0
        assert "as she played so far" in told.notes[0]
        assert "chance to win" in told.objective


class _Counting(WinAim):
    rests = 0

    def at_rest(self, guess: Any, scene: Any) -> float:
        self.rests += 1
        return super().at_rest(guess, scene)


class TestGuess:
    @pytest.mark.parametrize("seed", range(20))
    def test_it_never_leaves_the_possible_places_and_keeps_the_true_one(self, seed: int) -> None:
        game = Game(seed, seed % 3).play(30)
        made = parse_session(json.dumps(game.session()), "a game", None)
        table, follower = made.game.open(made.setup), Follower()
        for index, event in enumerate(made.events):
            table = made.game.advance(table, event, index)
            weight = places_of(follower.at(table))
            assert {NAMES[place] for place in range(11) if weight[place] > 0} <= table.reach
            assert weight[NUMBER[game.truth[index]]] > 0
            assert sum(weight) == pytest.approx(1)

    def test_followed_or_told_at_once_it_is_the_same(self) -> None:
        made = parse_session(json.dumps(Game(4).play(10).session()), "a game", None)
        table, follower = made.game.open(made.setup), Follower()
        for index, event in enumerate(made.events):
            table = made.game.advance(table, event, index)
            followed = follower.at(table)
        assert places_of(followed) == pytest.approx(places_of(Follower().at(table)))

    def test_a_straight_walk_looks_like_a_hurried_one(self) -> None:
        tour = ["Shoreditch", "Bishopsgate", "Eastcheap", "London Bridge"]
        guess = Follower().at(situation(*[lady({"top": place}, *HAND) for place in tour]).table)
        assert total(guess[2:4]) > 0.6

    def test_her_goal_is_no_place_that_she_visited(self) -> None:
        tour = ("Cornhill", "Eastcheap", "London Bridge")
        guess = Follower().at(situation(*[lady({"top": place}, *HAND) for place in tour]).table)
        for place in PLACES:
            assert all((layers[NUMBER[place]] is None) == (place in tour) for layers in guess)

    def test_find_aim_counts_one_find(self) -> None:
        seen = situation(lady({"top": "Cornhill"}, *HAND))
        guess, scene = Follower().at(seen.table), scene_of(seen.table)
        assert Chase(FindAim()).worth(next(iter(acts(scene))), guess, scene, 1) == pytest.approx(1)


class TestLady:
    NOW = (lady("fog", *HAND[1:], "church", at="London Bridge"), moves(0, "Eastcheap"))

    @pytest.mark.parametrize("seed", range(8))
    def test_every_turn_that_the_rules_allow_once_best_first(self, seed: int) -> None:
        seen = of_game(seed, "lady", turns=3)
        told = advised(seen)
        if seen.table.is_over:
            return
        values = [advice.value for advice in told.ranked]
        assert values == sorted(values, reverse=True)
        found = {(json.dumps(advice.action["plays"]), advice.action["at"]) for advice in told.ranked}
        assert len(found) == len(told.ranked)
        assert {place for _, place in found} == set(near(seen.table.secret.place))

    @pytest.mark.parametrize("seed", range(8))
    def test_every_turn_is_taken_with_every_outcome(self, seed: int) -> None:
        seen = of_game(seed, "lady", turns=3)
        for advice in advised(seen).ranked:
            assert sum(outcome.probability for outcome in advice.outcomes) == 1
            shown = [json.dumps(dict(outcome.fields)) for outcome in advice.outcomes]
            assert len(set(shown)) == len(shown)
            for outcome in random.Random(seed).sample(list(advice.outcomes), min(20, len(advice.outcomes))):
                event = GAME.read_note(json.dumps({**advice.action, **outcome.fields}), seen.table)
                after = GAME.advance(seen.table, event, len(seen.session.events))
                assert not after.warnings
                assert len(after.reach) == advice.named["places_after"]

    def test_what_a_play_gives_away_is_told(self) -> None:
        told = {advice.words: advice for advice in hint(*self.NOW, setup=HERS).ranked}
        church = told["go to Southwark, play church"]
        tavern = told["go to Southwark, play tavern"]
        assert church.named["places_after"] > tavern.named["places_after"]
        assert church.named["gives_away"] < tavern.named["gives_away"]

    def test_she_does_not_step_on_a_pawn_without_need(self) -> None:
        best = hint(*self.NOW, setup={**HERS, "next": "Blackfriars"}).ranked[0]
        assert best.action["at"] != "Eastcheap"
        assert best.named["found_next"] == 0

    def test_she_comes_to_her_next_location_when_it_is_safe(self) -> None:
        best = hint(lady("fog", *HAND[1:], "church", at="London Bridge"), moves(1, "Blackfriars"), setup=HERS).ranked[0]
        assert best.action == {"type": "lady", "plays": {"top": "London Bridge"}, "at": "London Bridge"}

    def test_the_last_location_is_taken_even_under_a_pawn(self) -> None:
        """It ends the game at once."""
        tour = ["Eastcheap", "Cornhill", "Bishopsgate", "Shoreditch", "Cripplegate"]
        tour += ["Clerkenwell", "Blackfriars", "Liberty of the Clink", "Southwark"]
        events = [
            lady({"top": place}, *HAND, at=place, next=after)
            for place, after in zip(tour, [*tour[1:], "London Bridge"], strict=True)
        ]
        setup = {**HERS, "at": "Eastcheap", "next": "Eastcheap", "pawns": ["London Bridge", "Blackfriars"]}
        best = hint(*events, moves(1, "Clerkenwell"), setup=setup).ranked[0]
        assert best.action["plays"] == {"top": "London Bridge"}
        assert best.value >= 1

    def test_the_next_location_is_any_that_was_not_seen(self) -> None:
        told = hint(lady("fog", *HAND[1:], "church", at="London Bridge"), moves(1, "Blackfriars"), setup=HERS).ranked[0]
        assert {outcome.fields["next"] for outcome in told.outcomes} == set(PLACES) - {"London Bridge"}
        assert {outcome.probability for outcome in told.outcomes} == {Fraction(1, 10)}

    def test_a_draw_from_a_known_top_is_certain(self) -> None:
        known = lady("fog", *HAND[1:], "church", at="London Bridge", pile="tavern")
        for advice in hint(known, moves(0, "Eastcheap"), setup=HERS).ranked:
            if isinstance(advice.action["plays"], str) and advice.action["plays"] != "new-hand":
                assert len(advice.outcomes) == 1

    def test_a_draw_from_an_unknown_pile_follows_what_it_must_hold(self) -> None:
        advice = next(one for one in hint(*self.NOW, setup=HERS).ranked if one.action["plays"] == "church")
        drawn = {str(outcome.fields["hand"][-1]): outcome.probability for outcome in advice.outcomes}
        assert drawn["residence"] == Fraction(4, 15)
        assert drawn["riverside"] == Fraction(3, 15)
        assert "fog" not in drawn

    def test_cards_that_do_not_add_up_promise_nothing(self) -> None:
        odd = lady("fog", *HAND[1:], "fog", at="London Bridge")
        advice = next(
            one for one in hint(odd, moves(0, "Eastcheap"), setup=HERS).ranked if one.action["plays"] == "fog"
        )
        assert [dict(outcome.fields) for outcome in advice.outcomes] == [{}]

    def test_a_flight_is_advised_after_a_find(self) -> None:
        found = (lady({"top": "London Bridge"}, *HAND, at="London Bridge", next="Cornhill"), searches(0, True))
        told = hint(*found, setup={**HERS, "pawns": ["London Bridge", "Blackfriars"]})
        assert {advice.action["type"] for advice in told.ranked} == {"flight"}
        assert {advice.action["at"] for advice in told.ranked} == set(near("London Bridge"))
        after = hint(*found, flight("Eastcheap"), setup={**HERS, "pawns": ["London Bridge", "Blackfriars"]})
        assert after.ranked[0].action["type"] == "lady"

    def test_she_is_asked_where_she_is(self) -> None:
        told = hint(lady("fog", *HAND[1:], "church"), moves(0, "Eastcheap"), setup=HERS)
        assert told.ranked == ()
        assert "where you are" in told.reason

    def test_the_historians_turn_is_waited_for(self) -> None:
        assert hint(lady("fog", *HAND[1:], "church", at="London Bridge"), setup=HERS).ranked == ()

    def test_trapped_she_can_only_lose(self) -> None:
        hand = [card(name) for name in PLACES[:5]]
        setup = {**HERS, "hand": hand, "at": "Southwark", "next": PLACES[0]}
        told = hint(setup=setup).ranked
        assert {json.dumps(advice.action["plays"]) for advice in told} >= {'"none"'}

    def test_in_her_hint_the_historian_knows_what_he_knows_in_his(self) -> None:
        """The same notes, seen from both sides: what her play leaves him is what his session then shows."""
        hers = situation(*self.NOW, setup=HERS)
        for advice in advised(hers).ranked:
            raw = {**advice.action, **advice.outcomes[0].fields}
            public = {key: value for key, value in raw.items() if key not in ("at", "next")}
            his = situation(lady("fog", *HAND[1:], "church"), moves(0, "Eastcheap"), public)
            assert len(his.answers()[0].candidates) == advice.named["places_after"]


def test_every_text_of_a_hint_is_a_sentence() -> None:
    for told in (hint(CHURCH), hint(*TestLady.NOW, setup=HERS), hint()):
        for text in (told.nudge, told.reason):
            assert text[0].isupper()
            assert text.endswith((".", "?"))


def test_an_impossible_action_is_not_offered() -> None:
    with pytest.raises(IllegalEvent):
        examine(session(CHURCH, moves(0, "Southwark")))
    assert all("Southwark" not in advice.words for advice in hint(CHURCH).ranked)
