"""What a hint offers of the Fair Youth: asking, and confronting him."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import ceil, prod
from typing import TYPE_CHECKING, Any

from solver.core.values import Advice, Distribution, Outcome
from solver.engines.information import entropy
from solver.games.black_sonata.advice import is_free_to_act
from solver.games.black_sonata.advising.asking import asking_advice, asking_errands
from solver.games.black_sonata.errands import Errand, Planner
from solver.games.black_sonata.weights import weight
from solver.games.black_sonata.wording import chance_words
from solver.games.black_sonata.youth.forms import ASKING, KEY, MYSTERY, ConfrontYouth
from solver.games.black_sonata.youth.mystery import HIDEOUT

if TYPE_CHECKING:
    from solver.games.black_sonata.outlook import Outlook
    from solver.games.black_sonata.table import Table

TURNS_TO_ASK = 2
"""Turns that asking once more is taken to cost, with the way there; it is taken to bring one bit."""


def youth_advice(planner: Planner) -> Iterator[Advice]:
    """Asking here, and confronting him here, which costs no action; nothing once his card was turned."""
    outlook, here = planner.outlook, planner.outlook.table.pawn
    if outlook.table.states[KEY].caught is not None:
        return
    yield from asking_advice(ASKING, planner)
    chance = _hideouts(outlook).get(here or "", Fraction(0))
    if here is not None and chance and _may_confront(outlook.table, here):
        yield _confront(outlook, here, chance)


def _may_confront(table: Table, here: str) -> bool:
    """True in a turn, whether its action is spent or not, and while a flight waits."""
    turn = replace(table, actions=0, flight_waits=False)
    event = ConfrontYouth(who="youth", location=here)
    return is_free_to_act(turn) and table.rules.objection(table, event) is None


def _confront(outlook: Outlook, here: str, chance: Fraction) -> Advice:
    lady = _lady_chance(outlook)
    points = _stake(chance) + weight(KEY, "both") * float(chance * lady)
    waiting = _waiting(_hideouts(outlook), chance) * float(1 - lady)
    because = f"he is here with {chance_words(chance)}: {points:.1f} points on average, won or lost for good"
    if waiting:
        because += f"; asking on first may bring as much as {waiting:.1f}"
    outcomes = [Outcome({"right": right}, p) for right, p in ((True, chance), (False, 1 - chance)) if p]
    bits = entropy([chance, 1 - chance])
    action = {"type": "confront", "who": "youth", "location": here}
    named: dict[str, Any] = {"free": True, "chance": float(chance), "exact": str(chance), "points": points}
    words = f"confront the Fair Youth at {here}"
    return Advice(action, words, because, points - waiting, bits, {MYSTERY: bits}, outcomes, named)


def _hideouts(outlook: Outlook) -> Distribution:
    return outlook.known[MYSTERY].belief.distribution(HIDEOUT) or {}


def _stake(chance: Fraction) -> float:
    """Points of confronting him on average: as many are lost if he is not there."""
    return weight(KEY, "points") * float(2 * chance - 1)


def _waiting(chances: Distribution, chance: Fraction) -> float:
    """What is given up by not asking on: the full points, less the patience of the turns that this may take."""
    if chance == 1:
        return 0.0
    turns = TURNS_TO_ASK * max(1, ceil(entropy(chances.values())))
    return weight(KEY, "points") * float(weight("play", "patience") ** turns)


def _lady_chance(outlook: Outlook) -> Fraction:
    """How likely the Dark Lady can be named here and now: found in this turn, and by her likeliest symbols."""
    if not outlook.table.last_search_found:
        return Fraction(0)
    chance = max(outlook.symbols.values(), default=Fraction(0))
    return prod((hurdle.chance for hurdle in outlook.hurdles), start=chance)


def youth_errands(outlook: Outlook, turns: int, passed: int) -> Iterator[Errand]:
    """Asking wherever it tells something; and confronting him, once that promises more than asking on."""
    if outlook.table.states[KEY].caught is not None:
        return
    yield from asking_errands(ASKING, outlook)
    chances = _hideouts(outlook)
    for hideout, chance in chances.items():
        value, place = _stake(chance) - _waiting(chances, chance), str(hideout)
        if value > 0:
            action = {"type": "confront", "who": "youth", "location": place}
            why = f"he is there with {chance_words(chance)}"
            yield Errand(place, value, f"confront the Fair Youth at {place}", why, action)
