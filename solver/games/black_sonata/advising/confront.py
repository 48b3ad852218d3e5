"""Naming the Dark Lady, where a search of this turn has found her."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from solver.core.values import Advice, Outcome, json_value
from solver.engines.information import entropy
from solver.games.black_sonata.errands import Planner
from solver.games.black_sonata.outlook import SYMBOLS
from solver.games.black_sonata.weights import weight
from solver.games.black_sonata.wording import chance_words


def confront_advice(planner: Planner) -> Iterator[Advice]:
    """Her likeliest symbols; a wrong name loses the game, so it ranks high only where they are certain."""
    outlook = planner.outlook
    if not outlook.table.last_search_found or not outlook.symbols:
        return
    symbols, chance = min(outlook.symbols.items(), key=lambda item: (-item[1], str(item[0])))
    named = list(symbols) if isinstance(symbols, tuple) else [str(symbols)]
    because = f"she was found, and her symbols are these with {chance_words(chance)}; a wrong name loses the game"
    value = weight("play", "win") * (2 * float(chance) - 1)
    outcomes = [Outcome({"right": right}, p) for right, p in ((True, chance), (False, Fraction(1) - chance)) if p]
    bits = entropy([chance, 1 - chance])
    action = {"type": "confront", "symbols": json_value(symbols)}
    yield Advice(action, f"confront her as {' '.join(named)}", because, value, bits, {SYMBOLS: bits}, outcomes)
