"""Games that can be played out by policies: what such a game offers, and what a game played out tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from solver.core.choices import Choice


@dataclass(frozen=True)
class Played:
    """One game played out. `labels` sort it: for each dimension (a start, a variant) the value that this game had."""

    winner: str
    ending: str
    length: int
    labels: Mapping[str, str]


class Simulator(Protocol):
    """Deals games and plays them out. Everything it makes depends on its arguments alone."""

    @property
    def sides(self) -> tuple[Choice, ...]:
        """The sides, each with the policies that can play it."""

    @property
    def options(self) -> tuple[Choice, ...]:
        """What else can be chosen."""

    @property
    def unit(self) -> str:
        """What the length of a game counts, in the plural."""

    def play(self, chosen: Mapping[str, str], seed: int, number: int) -> Played:
        """Game `number` (from 0) of those with this seed; `chosen` has a value for every side and option."""

    def notes(self, chosen: Mapping[str, str]) -> tuple[str, ...]:
        """What one should know of these policies to read the result."""


@runtime_checkable
class Simulated(Protocol):
    """A game that can be played out."""

    def simulator(self) -> Simulator: ...
