"""Areas in a ring, one in the middle: who reaches whom, and where the dice lead.

From an area one reaches that area and the one to its left, which is the next one counter-clockwise; a longer reach goes
further left. The middle reaches every area and is reached from every area.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

SIDES = (4, 6)
"""The two dice that lead from area to area."""


@dataclass(frozen=True)
class AreaRing:
    """`areas` clockwise; `middle` lies inside (empty: nothing does); `dice` maps a sum of both dice to an area.

    Raises ValueError for areas that are not all different.
    """

    areas: tuple[str, ...]
    middle: str
    dice: Mapping[int, str]

    def __post_init__(self) -> None:
        if len({*self.areas, self.middle}) != len(self.areas) + 1:
            raise ValueError(f"areas must be different: {', '.join((*self.areas, self.middle))}")

    def left_of(self, area: str, steps: int = 1) -> str:
        """The area so many steps counter-clockwise. KeyError for an area that is not on the ring."""
        if area not in self.areas:
            raise KeyError(area)
        return self.areas[(self.areas.index(area) - steps) % len(self.areas)]

    def reached_from(self, area: str, reach: int = 1) -> tuple[str, ...]:
        """Every area that can be attacked from there, in the order of the ring, the middle last."""
        everywhere = (*self.areas, *([self.middle] if self.middle else []))
        return tuple(other for other in everywhere if self.reaches(area, other, reach))

    def reaches(self, area: str, other: str, reach: int = 1) -> bool:
        """True if somebody at `area` can attack somebody at `other`; each further step left needs 1 more of `reach`."""
        if self.middle and self.middle in (area, other):
            return True
        return other in {self.left_of(area, steps) for steps in range(reach + 1)}

    def leads_to(self, total: int) -> str | None:
        """The area of this sum of both dice; None where the player may choose."""
        return self.dice.get(total)

    def chances(self) -> Mapping[str, Fraction]:
        """How likely each area is to be rolled; adds up to 1 unless a sum leads nowhere."""
        found: dict[str, Fraction] = {}
        for total, chance in dice_sums().items():
            if total in self.dice:
                found[self.dice[total]] = found.get(self.dice[total], Fraction(0)) + chance
        return found


def dice_sums(sides: Sequence[int] = SIDES) -> Mapping[int, Fraction]:
    """The sums of the dice and how likely they are."""
    return _spread([sum(rolled) for rolled in product(*(range(1, side + 1) for side in sides))])


def dice_gaps(sides: Sequence[int] = SIDES) -> Mapping[int, Fraction]:
    """The larger die less the smaller one, and how likely each is: the damage of an attack."""
    return _spread([max(rolled) - min(rolled) for rolled in product(*(range(1, side + 1) for side in sides))])


def _spread(rolled: Sequence[int]) -> Mapping[int, Fraction]:
    return {value: Fraction(rolled.count(value), len(rolled)) for value in sorted(set(rolled))}
