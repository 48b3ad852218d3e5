"""Laws of the two mysteries that are asked about, and their engines held together, on random games of any board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from maps import Board, Place, london
from maps.paths import distances, shortest_paths
from solver.core.protocol import Evidence, Noted
from solver.core.values import Budget
from solver.engines import cpsat, csp, worlds
from solver.games.black_sonata.rendezvous.mystery import LANDMARK, WORLD, Measured, Rendezvous, RendezvousCard, Turned
from solver.games.black_sonata.youth.mystery import HIDEOUT, Caught, Hideout, Pointed, YouthCard

SEEDS = range(80)
NAMES = ("church", "playhouse", "rural", "tavern")


@dataclass(frozen=True)
class Game:
    """A mystery, one of its worlds, what was seen in it, and the probabilities by brute force."""

    mystery: Any
    truth: Any
    facts: tuple[Any, ...]
    is_true: bool
    expected: dict[Any, Fraction]

    def weigh(self, facts: Sequence[Any] | None = None) -> worlds.WorldsBelief:
        return worlds.weigh(self.mystery, self.facts if facts is None else facts, Budget())

    @property
    def statistic(self) -> Any:
        return HIDEOUT if isinstance(self.mystery, Hideout) else LANDMARK


def any_board(random: Random) -> Board:
    """London, or a connected board of four to six places."""
    if random.random() < 0.4:
        return london()
    names = "ABCDEF"[: random.randint(4, 6)]
    roads = {(random.choice(names[:index]), name) for index, name in enumerate(names) if index}
    roads |= set(random.sample(list(combinations(names, 2)), random.randint(0, 3)))
    places = tuple(Place(n, "red", tuple(random.sample(NAMES, random.randint(1, 3))), (0, 0)) for n in names)
    return Board("small", places, tuple(roads))


def shown_on_the_way(board: Board, place: str, hideout: str) -> list[str]:
    """By the list of all shortest paths."""
    paths = [(place, near) for near in board.neighbours[place]]
    if place != hideout:
        paths = [path[:2] for path in shortest_paths(board, place, hideout)]  # type: ignore[misc]
    return sorted({landmark for path in paths for landmark in board.place(path[1]).landmarks})


def numbers(board: Board, place: str, landmark: str, here: str) -> list[int]:
    """By the matrix of all distances; here: the reading, or "either"."""
    steps = [distances(board)[place][site] for site in board.with_landmark(landmark)]
    counted = {"nearest": steps, "nearest-other": [count for count in steps if count]}
    readings = counted if here == "either" else [here]
    return sorted({min(counted[reading]) for reading in readings if counted[reading]})


def youth_game(seed: int) -> Game:
    random = Random(seed)
    board = any_board(random)
    cards = None
    if random.random() < 0.4:
        listed = random.sample(board.names, random.randint(2, 4))
        cards = tuple(YouthCard(hideout, _some_answers(random, board, hideout)) for hideout in listed)
    mystery = Hideout(board, cards)
    truth = random.choice([world for world, _ in mystery.worlds()])
    legal = {
        (place, hideout): [dict(card.answers).get(place)] * (place in dict(card.answers))
        or shown_on_the_way(board, place, hideout)
        for hideout, card in _youth_cards(board, cards).items()
        for place in board.names
    }
    facts: list[Any] = [Pointed(place, random.choice(legal[place, truth])) for place in _places(random, board)]
    facts += random.sample(facts, min(len(facts), 1))
    if random.random() < 0.2:
        place = random.choice(board.names)
        facts.append(Caught(place, place == truth))
    is_true = random.random() < 0.7
    if not is_true:
        facts.append(Pointed(random.choice(board.names), random.choice(board.landmarks)))
    random.shuffle(facts)
    weights = {hideout: _youth_weight(facts, legal, hideout) for hideout in _youth_cards(board, cards)}
    return Game(mystery, truth, tuple(facts), is_true, _shares(weights))


def _youth_cards(board: Board, cards: tuple[YouthCard, ...] | None) -> dict[str, YouthCard]:
    return {card.hideout: card for card in (cards or [YouthCard(name) for name in board.names])}


def _some_answers(random: Random, board: Board, hideout: str) -> tuple[tuple[str, str], ...]:
    places = random.sample(board.names, random.randint(0, len(board.names)))
    return tuple((place, random.choice(shown_on_the_way(board, place, hideout))) for place in places)


def _places(random: Random, board: Board) -> list[str]:
    return random.sample(board.names, random.randint(1, 4))


def _youth_weight(facts: Sequence[Any], legal: Any, hideout: str) -> Fraction:
    weight = Fraction(1)
    for fact in set(facts):
        if isinstance(fact, Caught):
            weight *= fact.right is (fact.place == hideout)
        else:
            shown = legal[fact.place, hideout]
            weight *= Fraction(fact.landmark in shown, len(shown))
    return weight * _is_printed_once(facts)


def _is_printed_once(facts: Sequence[Any]) -> bool:
    printed = {fact for fact in facts if fact.printed is not None}
    return len(printed) == len({fact.printed for fact in printed})


def _shares(weights: dict[Any, Fraction]) -> dict[Any, Fraction]:
    total = sum(weights.values())
    return {value: weight / total for value, weight in weights.items() if weight}


def rendezvous_game(seed: int) -> Game:
    random = Random(seed)
    board = any_board(random)
    here = random.choice(["nearest", "nearest-other", "either"])
    cards = None
    if random.random() < 0.4:
        listed = random.sample(board.landmarks, min(3, len(board.landmarks)))
        cards = tuple(RendezvousCard(landmark, _some_numbers(random, board, landmark, here)) for landmark in listed)
    mystery = Rendezvous(board, here, cards)
    truth = random.choice([world for world, _ in mystery.worlds()])
    legal = {
        (place, world): _legal_numbers(board, place, world, here, cards)
        for world, _ in mystery.worlds()
        for place in board.names
    }
    facts: list[Any] = [
        Measured(place, random.choice(legal[place, truth])) for place in _places(random, board) if legal[place, truth]
    ]
    facts += random.sample(facts, min(len(facts), 1))
    is_true = random.random() < 0.7
    if not is_true:
        facts.append(Measured(random.choice(board.names), random.randint(0, 3)))
    if random.random() < 0.1:
        facts.append(Turned(truth[0]))
    random.shuffle(facts)
    weights: dict[Any, Fraction] = {}
    for world, _ in mystery.worlds():
        weights[world[0]] = weights.get(world[0], Fraction(0)) + _rendezvous_weight(facts, legal, world)
    return Game(mystery, truth, tuple(facts), is_true, _shares(weights))


def _some_numbers(random: Random, board: Board, landmark: str, here: str) -> tuple[tuple[str, int], ...]:
    places = random.sample(board.names, random.randint(0, len(board.names)))
    legal = {place: numbers(board, place, landmark, here) for place in places}
    return tuple((place, random.choice(counts)) for place, counts in legal.items() if counts)


def _legal_numbers(board: Board, place: str, world: Any, here: str, cards: Any) -> list[int]:
    landmark, reading = world
    if cards is None:
        return numbers(board, place, landmark, reading)
    listed = next(dict(card.distances) for card in cards if card.landmark == landmark)
    return [listed[place]] if place in listed else numbers(board, place, landmark, here)


def _rendezvous_weight(facts: Sequence[Any], legal: Any, world: Any) -> Fraction:
    weight = Fraction(1)
    for fact in set(facts):
        if isinstance(fact, Turned):
            weight *= fact.landmark == world[0]
        else:
            counts = legal[fact.place, world]
            weight *= Fraction(fact.distance in counts, max(1, len(counts)))
    return weight * _is_printed_once(facts)


MAKERS = pytest.mark.parametrize("make", [youth_game, rendezvous_game])


@MAKERS
@pytest.mark.parametrize("seed", SEEDS)
def test_the_engines_agree_with_brute_force(make: Any, seed: int) -> None:
    game = make(seed)
    noted = tuple(Noted(index, fact) for index, fact in enumerate(game.facts))
    listed = game.weigh()
    assert listed.distribution(game.statistic) == game.expected
    statistics = [game.statistic] if isinstance(game.mystery, Hideout) else [LANDMARK, WORLD]
    for belief in (
        cpsat.prove(Evidence(game.mystery, noted), Budget()),
        csp.enumerate_solutions(game.mystery, game.facts),
    ):
        for statistic in statistics:
            assert belief.candidates(statistic) == listed.candidates(statistic)


@MAKERS
def test_the_random_games_meet_every_case(make: Any) -> None:
    games = [make(seed) for seed in SEEDS]
    assert any(not game.expected for game in games)
    assert any(len(game.expected) > 3 for game in games)
    assert {game.mystery.cards is None for game in games} == {True, False}
    kinds = {type(fact) for game in games for fact in game.facts}
    assert kinds == ({Pointed, Caught} if make is youth_game else {Measured, Turned})


@MAKERS
@pytest.mark.parametrize("seed", range(40))
def test_laws(make: Any, seed: int) -> None:
    """The truth stays; a fact adds no candidate; order and repetition do not matter; certain is exactly 1."""
    game = make(seed)
    before = game.weigh(()).candidates(game.statistic)
    for count in range(1, len(game.facts) + 1):
        belief = game.weigh(game.facts[:count])
        now = belief.candidates(game.statistic)
        assert now <= before
        if game.is_true:
            assert game.truth in [world for world, _ in belief.weighted]
        chances = belief.distribution(game.statistic)
        assert (len(now) == 1) == (1 in chances.values())
        before = now
    mixed = (*reversed(game.facts), *game.facts)
    assert game.weigh(mixed).distribution(game.statistic) == game.expected


@MAKERS
@pytest.mark.parametrize("seed", range(40))
def test_what_is_foreseen_is_what_the_likelihood_says(make: Any, seed: int) -> None:
    game = make(seed)
    kind = Pointed if make is youth_game else Measured
    for place in game.mystery.board.names:
        foresight = game.mystery.foresee(place)
        for world, _ in game.mystery.worlds():
            outcomes = foresight.outcomes(game.mystery.read(world, foresight.statistic))
            assert sum(outcomes.values()) == 1
            for ((_, shown),), chance in outcomes.items():
                if shown is not None:
                    assert game.mystery.likelihood(world, kind(place, shown)) == chance


class Truthful(Hideout):
    """A planted fault: no misleading answer at his own location."""

    def likelihood(self, world: str, fact: Any) -> Any:
        if isinstance(fact, Pointed) and fact.place == world:
            return 0
        return super().likelihood(world, fact)


def test_a_planted_fault_is_found() -> None:
    games = [youth_game(seed) for seed in SEEDS]
    honest = (worlds.weigh(Truthful(g.mystery.board, g.mystery.cards), g.facts, Budget()) for g in games)
    found = [belief.distribution(HIDEOUT) != game.expected for belief, game in zip(honest, games, strict=True)]
    assert sum(found) > 5
