"""Plays many games out, in several processes where that is faster, and counts who won."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from solver.core.choices import Choice, choose
from solver.core.errors import UsageError
from solver.core.registry import load_game
from solver.core.simulation import Played, Simulated, Simulator

if TYPE_CHECKING:
    from solver.core.game import Game

Z = 1.959963984540054
"""Standard deviations to either side that hold 95 % of a normal distribution."""
PIECE = 10
"""Games that a process plays before it reports."""


@dataclass(frozen=True)
class Share:
    """`wins` of `games`, with the limits (`low`, `high`) of Wilson's 95 % interval for the chance behind them."""

    wins: int
    games: int

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def low(self) -> float:
        return max(0.0, self._middle - self._reach) if self.wins else 0.0

    @property
    def high(self) -> float:
        return min(1.0, self._middle + self._reach) if self.wins < self.games else 1.0

    @property
    def _middle(self) -> float:
        return (self.wins + Z**2 / 2) / (self.games + Z**2)

    @property
    def _reach(self) -> float:
        spread = self.wins * (self.games - self.wins) / self.games if self.games else 0.0
        return Z / (self.games + Z**2) * sqrt(spread + Z**2 / 4)


@dataclass(frozen=True)
class Tally:
    """Games played out, in the order of their numbers."""

    simulator: Simulator
    chosen: Mapping[str, str]
    seed: int
    games: tuple[Played, ...]

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.simulator.sides)

    def share(self, side: str, games: Sequence[Played] | None = None) -> Share:
        """How often that side won, of all games or of these."""
        counted = self.games if games is None else games
        return Share(sum(game.winner == side for game in counted), len(counted))

    @property
    def endings(self) -> Mapping[str, int]:
        """How the games ended, the most frequent first."""
        return dict(Counter(game.ending for game in self.games).most_common())

    @property
    def mean_length(self) -> float:
        return fmean(game.length for game in self.games)

    @property
    def length_error(self) -> float:
        """The standard error of the mean length; 0 for a single game."""
        lengths = [game.length for game in self.games]
        return stdev(lengths) / sqrt(len(lengths)) if len(lengths) > 1 else 0.0

    def sorted_by(self) -> Mapping[str, Mapping[str, tuple[Played, ...]]]:
        """For each dimension that the games are sorted by, the games with each of its values."""
        dimensions = sorted({name for game in self.games for name in game.labels})
        return {name: dict(sorted(self._groups(name).items())) for name in dimensions}

    def _groups(self, name: str) -> Mapping[str, tuple[Played, ...]]:
        groups: dict[str, list[Played]] = {}
        for game in self.games:
            groups.setdefault(game.labels.get(name, ""), []).append(game)
        return {value: tuple(games) for value, games in groups.items()}


def simulator_of(game: Game) -> Simulator:
    """What plays the game out. Raises UsageError where nothing does."""
    if not isinstance(game, Simulated):
        raise UsageError(f"{game.name} cannot be simulated: no policies play it yet")
    return game.simulator()


def choices(simulator: Simulator) -> tuple[Choice, ...]:
    """Everything to choose: the sides' policies, then the options."""
    return (*simulator.sides, *simulator.options)


def settle(simulator: Simulator, given: Mapping[str, str | None]) -> dict[str, str]:
    """What was chosen, with the defaults where nothing was. Raises UsageError for what cannot be chosen."""
    return choose(choices(simulator), given)


def simulate(
    game: Game, chosen: Mapping[str, str], count: int, seed: int, jobs: int, done: Callable[[int], None]
) -> Tally:
    """Plays `count` games; the same arguments give the same games, whatever `jobs` (processes) is.

    `done` is told after each piece how many games it held.
    """
    simulator = simulator_of(game)
    pieces = [range(start, min(start + PIECE, count)) for start in range(0, count, PIECE)]
    played: list[Played] = []
    for piece in _played(game.name, dict(chosen), seed, pieces, min(jobs, len(pieces))):
        played += piece
        done(len(piece))
    return Tally(simulator, chosen, seed, tuple(played))


def _played(name: str, chosen: dict[str, str], seed: int, pieces: Sequence[range], jobs: int) -> Iterator[list[Played]]:
    tasks = [(name, chosen, seed, piece) for piece in pieces]
    if jobs <= 1:
        yield from map(_play, tasks)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_leave_interrupts) as pool:
        try:
            yield from pool.map(_play, tasks)
        except BaseException:  # the pieces at work are played to their end; killing them would break the pool
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _leave_interrupts() -> None:
    """Who interrupts the command interrupts its processes, too; these leave it to the command to end them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(task: tuple[str, dict[str, str], int, range]) -> list[Played]:
    """One piece of the games, in whichever process."""
    name, chosen, seed, numbers = task
    simulator = simulator_of(load_game(name))
    return [simulator.play(chosen, seed, number) for number in numbers]
