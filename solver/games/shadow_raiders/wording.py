"""Figures and lists for the eye."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any


def percent(chance: Fraction) -> str:
    """In per cent, never rounded to 0 or 100: "62 %", "<1 %", "certain"."""
    if chance in (0, 1):
        return "0 %" if chance == 0 else "certain"
    rounded = round(100 * chance)
    return "<1 %" if rounded == 0 else ">99 %" if rounded == 100 else f"{rounded} %"


def listed(words: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"; "nobody" for none."""
    if len(words) < 2:
        return words[0] if words else "nobody"
    return f"{', '.join(words[:-1])} and {words[-1]}"


def ranked(chances: Mapping[Any, Fraction]) -> list[tuple[Any, Fraction]]:
    """Most probable first, then by value."""
    return sorted(chances.items(), key=lambda item: (-item[1], str(item[0])))


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    return f"{text[0].upper()}{text[1:]}." if text else ""
