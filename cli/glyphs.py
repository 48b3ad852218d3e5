"""The signs that a terminal can show: blocks and ticks, or plain ASCII where the encoding has no more."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Glyphs:
    """`full` and `rest` make bars; the others mark what a colour alone must never say."""

    full: str
    rest: str
    tick: str
    pawn: str
    visited: str
    road: str
    hidden: str
    is_ascii: bool = False

    def bar(self, share: Fraction, width: int) -> str:
        """`share` as a bar of `width` cells: never empty above 0, never full below 1."""
        filled = round(share * width)
        if 0 < share < 1:
            filled = min(max(filled, 1), width - 1)
        return self.full * filled + self.rest * (width - filled)


FINE = Glyphs("█", "░", "✓", "♟", "•", "·", "◆")
PLAIN = Glyphs("#", "-", "*", "@", "o", ".", "&", is_ascii=True)


def glyphs_for(encoding: str) -> Glyphs:
    """The finest signs that `encoding` has."""
    try:
        "".join((FINE.full, FINE.rest, FINE.tick, FINE.pawn, FINE.visited, FINE.road, FINE.hidden)).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return PLAIN
    return FINE
