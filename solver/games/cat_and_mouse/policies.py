"""Ways to play either side, from a table and (for the Lady) her secret: at random, greedily, by the hint."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Protocol

from solver.games.cat_and_mouse.chase import Act, Chase, WinAim, acts, scene_of
from solver.games.cat_and_mouse.hiding import (
    Hideout,
    Hiding,
    Option,
    best_options,
    best_refuges,
    plays_at,
    refuges,
)
from solver.games.cat_and_mouse.numbers import APART, COUNT, NEAR, NUMBER, ROADS, bits
from solver.games.cat_and_mouse.plays import PlayKind
from solver.games.cat_and_mouse.tracking import Follower, Manner, pruned

if TYPE_CHECKING:
    from solver.games.cat_and_mouse.table import Table


class HistorianPolicy(Protocol):
    """Asked once for every action of one game, table by table."""

    def act(self, table: Table) -> Act: ...


class LadyPolicy(Protocol):
    """Asked for every turn, and for the end of every flight, of one game."""

    def turn(self, table: Table, place: int, goal: int) -> Option: ...

    def flee(self, table: Table, place: int, goal: int, steps: int) -> int: ...


@dataclass(frozen=True)
class RandomHistorian:
    """Any action, each as likely as another."""

    rng: Random

    def act(self, table: Table) -> Act:
        return self.rng.choice(list(acts(scene_of(table))))


@dataclass(frozen=True)
class GreedyHistorian:
    """Searches the likeliest place where a pawn stands on it, otherwise goes there; all her moves alike."""

    rng: Random
    follower: Follower = field(default_factory=Follower)

    def act(self, table: Table) -> Act:
        layers = self.follower.at(table)[Manner.EVEN]
        weight = [sum(layer[place] for layer in layers if layer is not None) for place in range(COUNT)]
        pawns = scene_of(table).pawns
        most = max(weight) - 1e-9
        for pawn in (0, 1):
            if weight[pawns[pawn]] >= most:
                return Act(pawn)
        goal = next(place for place in range(COUNT) if weight[place] >= most)
        pawn = min((0, 1), key=lambda pawn: APART[pawns[pawn]][goal])
        return Act(pawn, min(ROADS[pawns[pawn]], key=lambda to: APART[to][goal]))


@dataclass(frozen=True)
class HintHistorian:
    """The best action of a look ahead of so many rounds."""

    rounds: int
    follower: Follower = field(default_factory=Follower)

    def act(self, table: Table) -> Act:
        guess, scene, chase = pruned(self.follower.at(table)), scene_of(table), Chase(WinAim())
        return max(acts(scene), key=lambda act: round(chase.worth(act, guess, scene, self.rounds), 9))


@dataclass(frozen=True)
class RandomLady:
    """Any legal turn: first a move, each as likely as another, then a play."""

    rng: Random

    def turn(self, table: Table, place: int, goal: int) -> Option:
        to = self.rng.choice(NEAR[place])
        return Option(to, self.rng.choice(plays_at(table.hand, to, goal)))

    def flee(self, table: Table, place: int, goal: int, steps: int) -> int:
        for _ in range(steps):
            place = self.rng.choice(NEAR[place])
        return place


@dataclass(frozen=True)
class GreedyLady:
    """Straight to the top of her location deck, whatever the Historian does; any card on the way."""

    rng: Random

    def turn(self, table: Table, place: int, goal: int) -> Option:
        to = self._nearest(NEAR[place], goal)
        plays = plays_at(table.hand, to, goal)
        return Option(to, plays[0] if plays[0].kind is PlayKind.TOP else self.rng.choice(plays))

    def flee(self, table: Table, place: int, goal: int, steps: int) -> int:
        return self._nearest(refuges(place, steps), goal)

    def _nearest(self, places: tuple[int, ...], goal: int) -> int:
        least = min(APART[place][goal] for place in places)
        return self.rng.choice([place for place in places if APART[place][goal] == least])


@dataclass(frozen=True)
class HintLady:
    """The best turn by the Lady's hint, from what the Historian can know."""

    follower: Follower = field(default_factory=Follower)

    def turn(self, table: Table, place: int, goal: int) -> Option:
        return best_options(hiding_at(table, goal, self.follower), place)[0].option

    def flee(self, table: Table, place: int, goal: int, steps: int) -> int:
        return best_refuges(hiding_at(table, goal, self.follower), refuges(place, steps))[0][0]


def hiding_at(table: Table, goal: int | None, follower: Follower) -> Hiding:
    """What the Lady weighs at this table."""
    reach = bits(NUMBER[place] for place in table.reach)
    return Hiding(Hideout(goal, scene_of(table), follower.at(table), reach, table.waited))


HISTORIANS: Mapping[str, Callable[[Random, int], HistorianPolicy]] = {
    "random": lambda rng, rounds: RandomHistorian(rng),
    "greedy": lambda rng, rounds: GreedyHistorian(rng),
    "hint": lambda rng, rounds: HintHistorian(rounds),
}
LADIES: Mapping[str, Callable[[Random], LadyPolicy]] = {
    "random": RandomLady,
    "greedy": GreedyLady,
    "hint": lambda rng: HintLady(),
}
