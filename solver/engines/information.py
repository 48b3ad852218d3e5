"""How much an action would tell: mutual information, from exact probabilities; floats only in the logarithm."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import log2
from typing import TYPE_CHECKING, Any

from solver.core.values import Distribution, Outcome

if TYPE_CHECKING:
    from solver.core.protocol import Foresight


@dataclass(frozen=True)
class Prospect:
    """The outcomes of an action, likeliest first, and the bits that they tell about the mystery's world."""

    outcomes: tuple[Outcome, ...]
    bits: float


def entropy(probabilities: Iterable[Fraction]) -> float:
    """Bits; zeros are passed over. 0 for a certainty."""
    return -sum(float(p) * log2(float(p)) for p in probabilities if 0 < p < 1) + 0.0


def look_ahead(distribution: Distribution, foresight: Foresight) -> Prospect:
    """What an action would show, and the mutual information of that with the world.

    As the statistic is sufficient, this is the entropy of the outcome less its mean entropy once the statistic is
    known (what is left is chance, not news of the world).
    """
    chances: dict[tuple[tuple[str, Any], ...], Fraction] = {}
    noise = 0.0
    for value, probability in distribution.items():
        outcomes = foresight.outcomes(value)
        noise += float(probability) * entropy(outcomes.values())
        for outcome, chance in outcomes.items():
            chances[outcome] = chances.get(outcome, Fraction(0)) + probability * chance
    bits = max(0.0, entropy(chances.values()) - noise)
    return Prospect(_ranked(chances), bits)


def _ranked(chances: Mapping[tuple[tuple[str, Any], ...], Fraction]) -> tuple[Outcome, ...]:
    listed = sorted(chances.items(), key=lambda item: (-item[1], str(item[0])))
    return tuple(Outcome(dict(fields), chance) for fields, chance in listed if chance)
