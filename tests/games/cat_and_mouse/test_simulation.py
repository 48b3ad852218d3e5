"""Games played out by policies: legal, repeatable, counted right; and hint beats greedy beats random."""

from __future__ import annotations

import json
import math
import os
import random
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.app import app
from solver.answers.simulate import Share, settle, simulate, simulator_of
from solver.core.errors import UsageError
from solver.core.registry import load_game
from solver.games.cat_and_mouse import GAME
from solver.games.cat_and_mouse.hiding import Option, plays_at
from solver.games.cat_and_mouse.numbers import NAMES, NEAR
from solver.games.cat_and_mouse.plays import NEW_HAND, plays_top
from solver.games.cat_and_mouse.policies import HISTORIANS, LADIES
from solver.games.cat_and_mouse.referee import Referee, deal, pawn_pairs
from solver.games.cat_and_mouse.table import Ending
from tests.cli.helpers import command, environment

POLICIES = ("random", "greedy", "hint")


def play(historian: str, lady: str, seed: int, rounds: int = 1) -> Referee:
    rng = random.Random(seed)
    game = deal(rng, seed % 3)
    game.play(HISTORIANS[historian](rng, rounds), LADIES[lady](rng))
    return game


def run(*words: object) -> Any:
    done = CliRunner().invoke(app, ["simulate", *map(str, words)], env={"COLUMNS": "100", "TERM": "dumb"})
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def check_ending(game: Referee) -> None:
    """The game ended by one of the four conditions, and by the one that the table names."""
    table = game.table
    held = {
        Ending.FOUND: table.finds == 3,
        Ending.TOKENS_LOST: table.misses == 5,
        Ending.ALL_VISITED: not game.deck and len(table.tops) == 10,
        Ending.TRAPPED: all(card.is_location for card in table.hand),
    }
    assert held[table.ending]
    assert sum(held[ending] for ending in (Ending.FOUND, Ending.TOKENS_LOST, Ending.ALL_VISITED)) <= 1


class TestGames:
    """The referee stops a game as soon as the table loses her true place, or warns of a legal game."""

    @pytest.mark.parametrize("number", range(100))
    def test_her_true_place_is_never_lost_and_the_end_is_legal(self, number: int) -> None:
        check_ending(play(POLICIES[number % 3], POLICIES[number // 3 % 3], number))

    @pytest.mark.slow
    @pytest.mark.parametrize("hundred", range(10))
    def test_nor_in_a_thousand_games(self, hundred: int) -> None:
        endings = Counter[Ending]()
        for number in range(100):
            game = play(POLICIES[number % 3], POLICIES[number // 3 % 3], 1_000 + 100 * hundred + number)
            check_ending(game)
            assert game.table.ending is not None
            endings[game.table.ending] += 1
        assert set(endings) >= {Ending.FOUND, Ending.TOKENS_LOST, Ending.ALL_VISITED}

    def test_the_deal(self) -> None:
        pairs = pawn_pairs()
        assert len(pairs) == 3 + 1 + 1 + 1 + 1
        for seed in range(20):
            game = deal(random.Random(seed), seed % 3)
            assert tuple(game.table.pawns) in pairs
            assert len(set(game.deck)) == 10
            assert len(game.pile) == 15 + seed % 3
            assert [str(card) for card in game.table.hand].count("fog") == seed % 3

    @pytest.mark.parametrize("cheat", ["far", "play", "new hand"])
    def test_a_lady_who_cheats_is_caught(self, cheat: str) -> None:
        class Cheat:
            def turn(self, table: Any, place: int, goal: int) -> Option:
                if cheat == "far":
                    far = next(other for other in range(11) if other not in NEAR[place])
                    return Option(far, plays_at(table.hand, far, goal)[0])
                other = next(name for number, name in enumerate(NAMES) if number != goal)
                return Option(place, plays_top(other) if cheat == "play" else NEW_HAND)

        with pytest.raises(RuntimeError, match=r"further|may not"):
            deal(random.Random(1), 1).play(HISTORIANS["random"](random.Random(1), 1), Cheat())  # type: ignore[arg-type]

    def test_a_table_that_loses_her_is_noticed(self) -> None:
        game = deal(random.Random(1), 1)
        game.table = replace(game.table, reach=frozenset())
        with pytest.raises(RuntimeError, match="lost her"):
            game.play(HISTORIANS["random"](random.Random(1), 1), LADIES["random"](random.Random(1)))


class TestCounting:
    @pytest.mark.parametrize(
        ("wins", "games", "low", "high"),
        [
            (0, 10, 0, 0.2775),
            (5, 10, 0.2366, 0.7634),
            (10, 10, 0.7225, 1),
            (81, 263, 0.2553, 0.3662),
            (1, 1, 0.2065, 1),
        ],
    )
    def test_wilsons_interval(self, wins: int, games: int, low: float, high: float) -> None:
        """The values of Newcombe's table (Statistics in Medicine 17, 1998) and of the formula."""
        share = Share(wins, games)
        assert (share.low, share.high) == pytest.approx((low, high), abs=5e-5)
        assert share.low <= share.rate <= share.high

    def test_everything_adds_up(self) -> None:
        chosen = settle(simulator_of(GAME), {"historian": "greedy", "lady": "random"})
        tally = simulate(GAME, chosen, 33, 5, 1, lambda _: None)
        assert tally.share("historian").wins + tally.share("lady").wins == 33
        assert sum(tally.endings.values()) == 33
        for groups in tally.sorted_by().values():
            assert sum(len(games) for games in groups.values()) == 33
        assert {value: len(games) for value, games in tally.sorted_by()["fog cards"].items()} == {
            "0": 11,
            "1": 11,
            "2": 11,
        }
        assert set(tally.sorted_by()["her start"]) <= set(NAMES)

    def test_the_same_seed_plays_the_same_games_in_any_number_of_processes(self) -> None:
        chosen = settle(simulator_of(GAME), {"historian": "greedy", "lady": "greedy"})
        done: list[int] = []
        one = simulate(GAME, chosen, 25, 3, 1, done.append)
        assert one.games == simulate(GAME, chosen, 25, 3, 2, lambda _: None).games
        assert one.games != simulate(GAME, chosen, 25, 4, 1, lambda _: None).games
        assert sum(done) == 25

    @pytest.mark.parametrize("fog", ["0", "1", "2"])
    def test_one_number_of_fog_cards(self, fog: str) -> None:
        chosen = settle(simulator_of(GAME), {"historian": "random", "lady": "random", "fog": fog})
        assert set(simulate(GAME, chosen, 6, 1, 1, lambda _: None).sorted_by()["fog cards"]) == {fog}

    def test_what_cannot_be_chosen_is_refused(self) -> None:
        with pytest.raises(UsageError, match="one of random, greedy, hint"):
            settle(simulator_of(GAME), {"historian": "clever"})

    def test_a_game_without_policies_is_refused(self) -> None:
        with pytest.raises(UsageError, match="no policies"):
            simulator_of(load_game("black-sonata"))


class TestCommand:
    def test_the_win_table(self) -> None:
        done = run(
            "cat-and-mouse", "--historian", "greedy", "--lady", "random", "--games", 12, "--seed", 2, "--jobs", 1
        )
        assert done.exit_code == 0
        for text in ("12 games, seed 2", "95 % interval", "mean length", "by fog cards", "by her start", "Wilson"):
            assert text in done.stdout

    def test_the_depth_is_printed(self) -> None:
        for rounds, plies in ((1, 2), (2, 4)):
            done = run("cat-and-mouse", "--games", 1, "--lady", "greedy", "--rounds", rounds, "--jobs", 1)
            assert f"({plies} plies)" in done.stdout

    def test_for_programs(self) -> None:
        done = run("cat-and-mouse", "--historian", "random", "--lady", "greedy", "--games", 9, "--json", "--jobs", 1)
        told = json.loads(done.stdout)
        assert told["games"] == told["wins"]["lady"]["games"] == 9
        assert told["wins"]["lady"]["wins"] + told["wins"]["historian"]["wins"] == 9
        assert told["chosen"] == {"historian": "random", "lady": "greedy", "fog": "all", "rounds": "1"}
        assert set(told["by"]) == {"fog cards", "her start"}
        assert told["length"]["mean"] > 1

    @pytest.mark.parametrize(
        "words",
        [
            ("chess",),
            ("black-sonata",),
            ("cat-and-mouse", "--games", "0"),
            ("cat-and-mouse", "--games", "x"),
            ("cat-and-mouse", "--historian", "clever"),
            ("cat-and-mouse", "--fog", "3"),
            ("cat-and-mouse", "--jobs", "0"),
        ],
    )
    def test_what_it_cannot_do_is_usage(self, words: tuple[str, ...]) -> None:
        done = run(*words)
        assert done.exit_code == 2
        assert done.stderr

    def test_an_interrupt_ends_it_soon_and_without_a_traceback(self) -> None:
        words = command("simulate", "cat-and-mouse", "--games", 100_000, "--lady", "greedy", "--jobs", 2)
        process = subprocess.Popen(words, stderr=subprocess.PIPE, env=environment(), start_new_session=True)
        _wait_for_children(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=20) == 130
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()

    def test_help(self) -> None:
        assert "cat-and-mouse" in run("--help").stdout
        shown = run("cat-and-mouse", "--help").stdout
        for option in ("--historian", "--lady", "--games", "--seed", "--fog", "--rounds", "--jobs", "--json"):
            assert option in shown


def _wait_for_children(pid: int) -> None:
    """Until its two processes are at work (where the system does not tell, some seconds)."""
    deadline, told = time.monotonic() + 30, Path(f"/proc/{pid}/task/{pid}/children")
    while told.exists() and len(told.read_text("utf-8").split()) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(1 if told.exists() else 5)


def rate(historian: str, lady: str, games: int = 400) -> Share:
    chosen = settle(simulator_of(GAME), {"historian": historian, "lady": lady})
    return simulate(GAME, chosen, games, 1, 1, lambda _: None).share("historian")


def least_difference(one: Share, other: Share) -> float:
    """The lower limit of the 95 % interval of the difference of two chances (Newcombe's tenth method)."""
    return one.rate - other.rate - math.hypot(one.rate - one.low, other.high - other.rate)


@pytest.mark.slow
class TestStrength:
    """Four hundred games each, at one round ahead; docs/cat-and-mouse.md has the table."""

    @pytest.mark.parametrize("lady", ["random", "greedy"])
    def test_the_hint_historian_beats_the_greedy_one_and_that_the_random_one(self, lady: str) -> None:
        by_chance, greedy, hint = (rate(historian, lady) for historian in POLICIES)
        assert by_chance.high < greedy.low
        assert greedy.high < hint.low

    def test_against_the_hint_lady_too_as_far_as_she_lets_anybody_win(self) -> None:
        by_chance, greedy, hint = (rate(historian, "hint") for historian in POLICIES)
        assert by_chance.wins <= greedy.wins
        assert least_difference(hint, greedy) > 0

    @pytest.mark.parametrize("historian", ["greedy", "hint"])
    def test_the_hint_lady_beats_the_greedy_one(self, historian: str) -> None:
        _, greedy, hint = (rate(historian, lady) for lady in POLICIES)
        assert hint.high < greedy.low

    def test_the_greedy_lady_beats_the_random_one(self) -> None:
        by_chance, greedy, _ = (rate("greedy", lady) for lady in POLICIES)
        assert greedy.high < by_chance.low


@pytest.mark.parametrize("make", [HISTORIANS, LADIES])
def test_every_policy_is_named_alike_on_both_sides(make: dict[str, Callable[..., Any]]) -> None:
    assert tuple(make) == POLICIES
