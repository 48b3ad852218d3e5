"""Naming the Dark Lady, where a search of this turn has found her."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

from solver.core.values import Advice, Outcome, json_value
from solver.engines.information import entropy
from solver.games.black_sonata.outlook import SYMBOLS, Hurdle
from solver.games.black_sonata.wording import chance_words

if TYPE_CHECKING:
    from solver.games.black_sonata.errands import Planner


def confront_advice(planner: Planner) -> Iterator[Advice]:
    """Her likeliest symbols; a wrong name loses the game, so it ranks high only where they are certain."""
    outlook = planner.outlook
    if not outlook.table.last_search_found or not outlook.symbols:
        return
    symbols, chance = min(outlook.symbols.items(), key=lambda item: (-item[1], str(item[0])))
    named = list(symbols) if isinstance(symbols, tuple) else [str(symbols)]
    hurdles = "".join(f"{hurdle.words}; " for hurdle in outlook.hurdles)
    because = (
        f"she was found, and her symbols are these with {chance_words(chance)}; {hurdles}a wrong name loses the game"
    )
    reached = prod((hurdle.chance for hurdle in outlook.hurdles), start=Fraction(1))
    value = outlook.naming_points * (2 * float(reached * chance) - 1)
    bits = dict(_bits(outlook.hurdles, chance))
    action = {"type": "confront", "symbols": json_value(symbols)}
    outcomes = tuple(_turned(outlook.hurdles, chance))
    yield Advice(action, f"confront her as {' '.join(named)}", because, value, sum(bits.values()), bits, outcomes)


def _turned(hurdles: Sequence[Hurdle], chance: Fraction) -> Iterator[Outcome]:
    """Card by card, hers last; one that is wrong ends it."""
    if not hurdles:
        yield from (Outcome({"right": right}, p) for right, p in ((True, chance), (False, 1 - chance)) if p)
        return
    for first, passes in hurdles[0].ways:
        after = _turned(hurdles[1:], chance) if passes else [Outcome({}, Fraction(1))]
        yield from (Outcome({**first.fields, **o.fields}, first.probability * o.probability) for o in after)


def _bits(hurdles: Sequence[Hurdle], chance: Fraction) -> Iterator[tuple[str, float]]:
    """The bits of each card that is turned, weighed by the chance that it comes to that."""
    reached = Fraction(1)
    for hurdle in hurdles:
        yield hurdle.question, float(reached) * entropy(outcome.probability for outcome, _ in hurdle.ways)
        reached *= hurdle.chance
    yield SYMBOLS, float(reached) * entropy([chance, 1 - chance])
