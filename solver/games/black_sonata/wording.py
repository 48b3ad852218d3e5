"""Figures for the eye."""

from __future__ import annotations

from fractions import Fraction


def percent(chance: Fraction) -> str:
    """In per cent, never rounded to 0 or 100: "62 %", "<1 %", "certain"."""
    if chance in (0, 1):
        return "0 %" if chance == 0 else "certain"
    rounded = round(100 * chance)
    return "<1 %" if rounded == 0 else ">99 %" if rounded == 100 else f"{rounded} %"


def chance_words(chance: Fraction) -> str:
    """In per cent with the exact fraction where it is short: "62 % (31/50)"."""
    if chance == 1:
        return "certainty"
    if chance == 0 or chance.denominator >= 10_000:
        return percent(chance)
    return f"{percent(chance)} ({chance})"


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    return f"{text[0].upper()}{text[1:]}." if text else ""
