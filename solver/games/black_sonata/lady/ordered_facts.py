"""What can be learnt of a Darkest Lady's symbols, and the clue cards that tell it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class FourSide:
    """The side with these four symbols (alphabetical) was tested, and `count` of them are hers."""

    symbols: tuple[str, ...]
    count: int
    printed: None = None

    def hole(self, world: Sequence[str]) -> int:
        """What the hole shows of a lady with these symbols."""
        return four_hole(self.symbols, world)

    def sentence(self) -> str:
        return f"{self.count} of {', '.join(self.symbols)} {'is' if self.count == 1 else 'are'} hers"


@dataclass(frozen=True)
class ThreeSide:
    """The side with these three symbols (in order) was tested, and showed `count`."""

    symbols: tuple[str, ...]
    count: int
    printed: None = None

    def hole(self, world: Sequence[str]) -> int:
        """What the hole shows of a lady with these symbols."""
        return three_hole(self.symbols, world)

    def sentence(self) -> str:
        return f"of {', '.join(self.symbols)}, those that are hers and those in their place make {self.count}"


@dataclass(frozen=True)
class InOrder:
    """She was confronted with these symbols (in order), and they were right or not."""

    symbols: tuple[str, ...]
    right: bool
    printed: None = None

    def sentence(self) -> str:
        return f"{', '.join(self.symbols)} in this order was {'right' if self.right else 'wrong'}"


def four_hole(four: Sequence[str], hers: Sequence[str]) -> int:
    """How many of the four symbols are hers."""
    return len(set(four) & set(hers))


def three_hole(three: Sequence[str], hers: Sequence[str]) -> int:
    """How many different ones of the three are hers, plus how many stand in the same place on her card."""
    return len(set(three) & set(hers)) + sum(one == other for one, other in zip(three, hers, strict=True))


@dataclass(frozen=True)
class Sides:
    """A clue card: its four symbols (alphabetical), and its three in order."""

    four: tuple[str, ...]
    three: tuple[str, ...]
