"""Figures and lists for the eye."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def percent(chance: Fraction | float) -> str:
    """In per cent, never rounded to certainty: "62 %", "<1 %", "certain"."""
    if chance in (0, 1):
        return "0 %" if chance == 0 else "certain"
    rounded = round(100 * chance)
    return "<1 %" if rounded <= 0 else ">99 %" if rounded >= 100 else f"{rounded} %"


def chance_words(chance: Fraction) -> str:
    """With the exact fraction where it is short: "62 % (31/50)"."""
    exact = f" ({chance})" if 0 < chance < 1 and chance.denominator < 1_000 else ""
    return percent(chance) + exact


def listed(names: Sequence[str]) -> str:
    """ "A", "A and B", "A, B and C"."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def several(number: int, one: str, more: str = "") -> str:
    """ "1 place", "3 places"; `more` is the plural where it is not made by an s."""
    return f"{number} {one if number == 1 else more or one + 's'}"


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}." if text else ""
