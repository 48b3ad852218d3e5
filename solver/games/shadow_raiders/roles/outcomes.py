"""Reading 1 of a reasoning card: what one character shows when it is handed one, and how likely each outcome is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.games.shadow_raiders.box import Character, ReasoningCard
    from solver.games.shadow_raiders.rules import Switches

OUTCOMES = ("nothing", "damage-1", "damage-2", "heal-1", "equipment", "airship", "shown")
"""What everybody sees of a reasoning card, as sessions write it."""
UNKNOWN, ABOARD, ELSEWHERE = "unknown", "aboard", "elsewhere"
"""Where somebody stands, as far as the airship's cards ask."""
HALF = Fraction(1, 2)
SURE = Fraction(1)

Chances = Mapping[str, Fraction]
"""Outcomes with their probability; those that cannot be are left out."""


@dataclass(frozen=True, order=True)
class Condition:
    """What the table knows of somebody who is handed a card; `where` is one of the three words above."""

    unhurt: bool = True
    equipped: bool = False
    immune: bool = False
    where: str = UNKNOWN


def matches(card: ReasoningCard, character: Character) -> bool:
    """True if the card is for this character."""
    if card.most_hp is not None and character.hp > card.most_hp:
        return False
    if card.least_hp is not None and character.hp < card.least_hp:
        return False
    return not card.camps or character.camp in card.camps


def may_lie(card: ReasoningCard, character: Character, switches: Switches) -> bool:
    """True for the liar, on the cards that the table lets him lie about."""
    if not character.lies:
        return False
    if card.tests_hp:
        return switches.lies_on_hp_cards
    return switches.lies_on_show_role if card.effect == "show" else True


@lru_cache(maxsize=1 << 14)
def outcomes(card: ReasoningCard, character: Character, condition: Condition, switches: Switches) -> Chances:
    """How likely this character shows each outcome; adds up to 1."""
    nothing: Chances = {"nothing": SURE}
    if may_lie(card, character, switches):
        return _mixed(_obeyed(card.effect, condition), nothing)
    return _obeyed(card.effect, condition) if matches(card, character) else nothing


def _obeyed(effect: str, condition: Condition) -> Chances:
    """The outcomes for somebody whose card matches."""
    plain = _effect(effect, condition)
    return _mixed(plain, {"nothing": SURE}) if condition.immune else plain


def _effect(effect: str, condition: Condition) -> Chances:
    match effect:
        case "equipment":
            return {"equipment": HALF, "damage-1": HALF} if condition.equipped else {"damage-1": SURE}
        case "heal":
            return {"damage-1" if condition.unhurt else "heal-1": SURE}
        case "airship":
            if condition.where == UNKNOWN:
                return {"airship": HALF, "damage-1": HALF}
            return {"damage-1" if condition.where == ABOARD else "airship": SURE}
        case "show":
            return {"shown": SURE}
        case _:
            return {effect: SURE}


def _mixed(one: Chances, other: Chances) -> Chances:
    """Either of the two, each equally likely."""
    return {outcome: HALF * (one.get(outcome, 0) + other.get(outcome, 0)) for outcome in {**one, **other}}
