"""What a further clue is worth before it is seen: expected bits about her symbols."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

from solver.core.protocol import Foresight
from solver.core.values import Distribution
from solver.engines.information import look_ahead
from solver.games.black_sonata.cards import SYMBOLS
from solver.games.black_sonata.parts.lady import LADY, LadyNotes
from solver.games.black_sonata.table import Table

Outcomes = Mapping[tuple[tuple[str, Any], ...], Fraction]


def clue_bits(table: Table, symbols: Distribution) -> float:
    """Bits that a clue card from the deck tells on average about her symbols.

    Where the printed cards count as known: 0, since a card prints one number for a whole suit. Else the mean over
    every triple that was not noted yet. A card prints 1, 2 or 0/2; 2 and 0/2 are taken as equally likely where she
    shares two. 0 where her card is not tracked or nothing is open.
    """
    notes = table.states.get(LADY)
    if notes is None or len(symbols) <= 1 or table.rules.settings[LADY].knowledge == "cards":
        return 0.0
    cards = unseen_cards(notes)
    return sum(look_ahead(symbols, _foresight(card)).bits for card in cards) / len(cards)


def key_clue_bits(table: Table, symbols: Distribution, open_bits: float) -> float:
    """Bits of the clue under the keys, the other card of her suit: all that is open where cards are known."""
    if table.states.get(LADY) is None:
        return 0.0
    return open_bits if table.rules.settings[LADY].knowledge == "cards" else clue_bits(table, symbols)


def unseen_cards(notes: LadyNotes) -> list[tuple[str, ...]]:
    """Every triple of symbols that no noted clue card shows."""
    seen = {clue.symbols for clue in notes.clues}
    return [triple for triple in combinations(SYMBOLS, 3) if triple not in seen]


def _foresight(card: tuple[str, ...]) -> Foresight:
    half = Fraction(1, 2)
    one, two, either = ((("numbers", numbers),) for numbers in ((1,), (2,), (0, 2)))
    by_overlap: dict[int, Outcomes] = {
        0: {either: Fraction(1)},
        1: {one: Fraction(1)},
        2: {two: half, either: half},
        3: {two: half, either: half},  # her own card is never a clue; kept so that outcomes stay complete
    }
    return Foresight(("symbols",), lambda triple: by_overlap[len(set(card) & set(_triple(triple)))])


def _triple(value: Any) -> tuple[str, ...]:
    return tuple(value)
