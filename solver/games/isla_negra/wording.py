"""Figures and lists for the eye, and who is spoken to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.games.isla_negra.decks import Level
    from solver.games.isla_negra.table import Table


def percent(chance: Fraction) -> str:
    """In per cent, never rounded to 0 or 100: "62 %", "<1 %", "certain"."""
    if chance in (0, 1):
        return "0 %" if chance == 0 else "certain"
    rounded = round(100 * chance)
    return "<1 %" if rounded == 0 else ">99 %" if rounded == 100 else f"{rounded} %"


def listed(words: Sequence[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"; "nothing" for none."""
    if len(words) < 2:
        return words[0] if words else "nothing"
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def ranked(chances: Mapping[Any, Fraction]) -> list[tuple[Any, Fraction]]:
    """Most probable first, then by value."""
    return sorted(chances.items(), key=lambda item: (-item[1], str(item[0])))


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    return f"{text[0].upper()}{text[1:]}." if text else ""


def cards_of(number: int) -> str:
    """ "no card", "1 card", "7 cards"."""
    return "no card" if number == 0 else "1 card" if number == 1 else f"{number} cards"


def a_level(level: Level) -> str:
    """ "a basic", "an expert"."""
    return f"{'an' if level.word[0] in 'ae' else 'a'} {level.word}"


def who(table: Table, player: str) -> str:
    return "you" if player == table.rules.me else player


def whose(table: Table, player: str) -> str:
    return "your" if player == table.rules.me else f"{player}'s"


def having(table: Table, player: str) -> str:
    return "you hold" if player == table.rules.me else f"{player} holds"
