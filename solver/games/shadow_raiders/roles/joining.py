"""Facts that are not independent of each other, given the roles, joined into one: all draws of a shuffle.

Facts of one player are joined as well, so that a world is weighed with one look at each player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from solver.games.shadow_raiders.box import Character, reasoning_cards
from solver.games.shadow_raiders.roles.facts import (
    AboutOne,
    Draw,
    Handed,
    Held,
    RoleFact,
    Showing,
    Shuffled,
    Standing,
    copies_of,
)
from solver.games.shadow_raiders.roles.outcomes import outcomes

if TYPE_CHECKING:
    from solver.games.shadow_raiders.rules import Rules


def join(rules: Rules, facts: Sequence[RoleFact]) -> tuple[Standing | Shuffled, ...]:
    """One `Standing` for each player something is known of (in order round the table), one `Shuffled` a shuffle."""
    draws = named(facts)
    standings = (standing for player in rules.players for standing in _standing(rules, player, facts, draws))
    shuffles = sorted({draw.shuffle for draw in draws})
    return (*standings, *(_shuffled([draw for draw in draws if draw.shuffle == shuffle]) for shuffle in shuffles))


def named(facts: Sequence[RoleFact]) -> list[Draw]:
    """The draws in order; where one fact names the card of a copy, the others do so, too."""
    draws: list[Draw] = [fact for fact in facts if isinstance(fact, Handed | Held)]
    names = {draw.copy: draw.card for draw in draws if draw.card is not None}
    return [
        replace(draw, card=names.get(draw.copy)) if isinstance(draw, Handed) and draw.card is None else draw
        for draw in draws
    ]


def _standing(rules: Rules, player: str, facts: Sequence[RoleFact], draws: Sequence[Draw]) -> Iterator[Standing]:
    own = [fact for fact in facts if not isinstance(fact, Handed | Held) and fact.player == player]
    handed = [draw for draw in draws if isinstance(draw, Handed) and draw.player == player]
    if own or any(draw.card or draw.role for draw in handed):
        weights = ((role.name, _weigh(rules, role, own, handed)) for role in rules.cast)
        yield Standing(player, tuple((name, weight) for name, weight in weights if weight))


def _weigh(rules: Rules, character: Character, own: Sequence[AboutOne], handed: Sequence[Handed]) -> Fraction:
    """How likely everything seen of one player is, if that is their character; unknown cards left aside."""
    weight = Fraction(1)
    for fact in own:
        weight *= fact.weigh(character)
    for draw in handed:
        if draw.role is not None:
            weight *= int(draw.role == character.name)
        if draw.card is not None and weight:
            chances = outcomes(reasoning_cards()[draw.card], character, draw.condition, rules.switches)
            weight *= chances.get(draw.outcome, 0)
    return weight


def _shuffled(draws: Sequence[Draw]) -> Shuffled:
    known: Counter[str] = Counter()
    unknown: list[tuple[Showing, ...]] = []
    is_torn = False
    for drawn in copies_of(draws).values():
        names = {draw.card for draw in drawn if draw.card is not None}
        is_torn = is_torn or len(names) > 1
        if not all(isinstance(draw, Handed) and draw.is_again for draw in drawn):
            known.update(names)
        if not names:
            unknown.append(tuple(Showing(d.player, d.outcome, d.condition) for d in drawn if isinstance(d, Handed)))
    return Shuffled(tuple(sorted(known.items())), tuple(unknown), is_torn)
