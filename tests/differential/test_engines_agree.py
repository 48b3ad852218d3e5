"""Five witnesses on small random games: brute force, listed worlds, counting, python-constraint, CP-SAT."""

from __future__ import annotations

import pytest

from solver.core.protocol import Countable, Evidence
from solver.engines import cpsat
from tests.differential.small_games import KINDS, cards_game, map_game, printed_game
from tests.differential.witnesses import ROOMY, disagreements

SEEDS = {"map": 130, "cards": 90, "printed": 70, "symbols": 50, "ladies": 50}
"""How many games of each kind are tried."""
GAMES = [(kind, seed) for kind, seeds in SEEDS.items() for seed in range(seeds)]


@pytest.mark.parametrize(("kind", "seed"), GAMES)
def test_every_engine_says_what_the_brute_force_says(kind: str, seed: int) -> None:
    game = KINDS[kind](seed)
    assert list(disagreements(game)) == [], f"{game.title}: {[noted.fact.sentence() for noted in game.noted]}"


def test_the_random_games_are_worth_comparing() -> None:
    """Some are contradictory, most are open, and all is not certain at once."""
    for kind, seeds in SEEDS.items():
        games = [KINDS[kind](seed) for seed in range(seeds)]
        contradictory = sum(not game.worlds for game in games)
        uneven = sum(any(len(set(shares.values())) > 1 for shares in game.expected.values()) for game in games)
        assert 0.03 * seeds <= contradictory <= 0.5 * seeds, kind
        assert sum(game.worlds > 1 for game in games) >= 0.3 * seeds, kind
        assert uneven >= 0.2 * seeds or kind in ("symbols", "ladies"), kind


@pytest.mark.parametrize("seed", range(30))
def test_cp_sat_lists_exactly_the_closed_walks_that_counting_counts(seed: int) -> None:
    game = map_game(1000 + seed)
    slots = [("at", slot) for slot in range(game.mystery.slots)]
    listed = cpsat.enumerate_values(Evidence(game.mystery, game.noted), slots, seconds=30)
    assert listed == game.trails
    assert isinstance(game.mystery, Countable)
    assert len(listed) == game.mystery.count(game.facts, ROOMY).count


@pytest.mark.parametrize("make", [cards_game, printed_game])
@pytest.mark.parametrize("seed", range(15))
def test_cp_sat_lists_exactly_the_trails_of_the_decks_that_are_left(make, seed: int) -> None:
    game = make(2000 + seed)
    slots = [("at", slot) for slot in range(game.mystery.slots)]
    assert cpsat.enumerate_values(Evidence(game.mystery, game.noted), slots, seconds=30) == game.trails
