"""What a hint offers of the blazon: naming it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from solver.core.values import Advice, Outcome
from solver.engines.information import entropy
from solver.games.black_sonata.parts.blazon import KEY, MYSTERY
from solver.games.black_sonata.weights import weight
from solver.games.black_sonata.wording import chance_words

if TYPE_CHECKING:
    from solver.games.black_sonata.errands import Planner


def blazon_advice(planner: Planner) -> Iterator[Advice]:
    """Naming the blazon, once a search of this turn has found her; a wrong name loses the game."""
    outlook = planner.outlook
    if not outlook.table.last_search_found or outlook.table.is_over or outlook.table.states[KEY].named_right:
        return
    known = outlook.known[MYSTERY]
    symbols, chance = min((known.belief.distribution(("symbols",)) or {}).items(), key=lambda i: (-i[1], str(i[0])))
    because = f"the blazon shows these with {chance_words(chance)}; a wrong name loses the game"
    outcomes = [Outcome({"right": right}, p) for right, p in ((True, chance), (False, Fraction(1) - chance)) if p]
    bits = entropy([chance, 1 - chance])
    value = (weight("play", "win") + weight(KEY, "win")) * (2 * float(chance) - 1)
    named = list(symbols) if isinstance(symbols, tuple) else []
    action = {"type": "confront", "who": "blazon", "symbols": named}
    yield Advice(action, f"name the blazon {' '.join(named)}", because, value, bits, {MYSTERY: bits}, outcomes)
