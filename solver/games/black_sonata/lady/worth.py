"""What a further clue is worth before it is seen: expected bits about her symbols."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

from solver.core.protocol import Foresight
from solver.engines.information import look_ahead
from solver.games.black_sonata.cards import SYMBOLS
from solver.games.black_sonata.lady.notes import LADY, LadyNotes
from solver.games.black_sonata.outlook import ClueWorth, Outlook

Outcomes = Mapping[tuple[tuple[str, Any], ...], Fraction]


def suit_clue_worth(outlook: Outlook) -> ClueWorth:
    """Bits of a clue from the deck, and of the one under the keys (the other card of her suit).

    Where the printed cards count as known, a deck clue tells nothing (a card prints one number for a whole suit) and
    the key clue all that is open. Else both are the mean over every triple that was not noted yet.
    """
    notes: LadyNotes = outlook.table.states[LADY]
    if notes.knows_cards:
        return ClueWorth(0.0, outlook.symbol_bits)
    if len(outlook.symbols) <= 1:
        return ClueWorth(0.0, 0.0)
    cards = unseen_triples(notes)
    mean = sum(look_ahead(outlook.symbols, _foresight(card)).bits for card in cards) / len(cards)
    return ClueWorth(mean, mean)


def unseen_triples(notes: LadyNotes) -> list[tuple[str, ...]]:
    """Every triple of symbols that no noted clue card shows."""
    seen = {clue.symbols for clue in notes.clues}
    return [triple for triple in combinations(SYMBOLS, 3) if triple not in seen]


def _foresight(card: tuple[str, ...]) -> Foresight:
    """A card prints 1, 2 or 0/2; where she shares two of it, 2 and 0/2 are taken as equally likely."""
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
