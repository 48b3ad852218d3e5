"""What a further clue about a Darker Lady is worth before it is seen: expected bits about her symbols."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import comb
from typing import TYPE_CHECKING, Any

from solver.core.protocol import Foresight
from solver.engines.information import look_ahead
from solver.games.black_sonata.lady.notes import LADY, LadyNotes
from solver.games.black_sonata.lady.worth import Outcomes, unseen_triples
from solver.games.black_sonata.outlook import ClueWorth, Outlook
from solver.games.black_sonata.parts.clues import KEYS, key_clues

if TYPE_CHECKING:
    from solver.core.values import Distribution, Value
    from solver.games.black_sonata.table import Table

FIRST = 4
"""One card of her suit is shuffled into the first four of the clue deck (The Fair Youth, p. 3)."""


def darker_clue_worth(outlook: Outlook) -> ClueWorth:
    """Bits of a clue from the deck, and of the one under the keys (a card of her suit).

    Where the printed cards count as known, only a card of her suit tells anything (any other prints one number for all
    ladies of hers), by showing a lady that she is not. One is under the keys, the other one among the first four of the
    clue deck; once she was replaced, any unseen card may come next. Else both are the mean over every triple that was
    not noted yet, the other two ladies of her suit taken as any two triples.
    """
    notes: LadyNotes = outlook.table.states[LADY]
    if len(outlook.symbols) <= 1:
        return ClueWorth(0.0, 0.0)
    if notes.knows_cards:
        return ClueWorth(
            _bits_of_showing(outlook.symbols, notes, _chance_in_deck(outlook.table, notes)),
            _bits_of_showing(outlook.symbols, notes, _chance_under_keys(outlook.table, notes)),
        )
    cards = unseen_triples(notes)
    mean = sum(look_ahead(_overlaps(outlook.symbols, card), PRINTED).bits for card in cards) / len(cards)
    return ClueWorth(mean, mean)


# Cards known


def _bits_of_showing(symbols: Distribution, notes: LadyNotes, chance: Fraction) -> float:
    """Bits of a card that is with `chance` one of her suit: each lady of it that is neither she nor seen, alike."""
    unseen = [lady.as_set for lady in notes.cards if lady.suit == notes.suit and not _was_seen(notes, lady.as_set)]

    def shows(hers: Any) -> Outcomes:
        others = [lady for lady in unseen if lady != hers]
        share = chance / len(others) if others else Fraction(0)
        shown: dict[Any, Fraction] = {(("shows", lady),): share for lady in others}
        return {**shown, (("shows", "another suit"),): 1 - share * len(others)}

    return look_ahead(symbols, Foresight(("symbols",), shows)).bits


def _was_seen(notes: LadyNotes, symbols: tuple[str, ...]) -> bool:
    return any(clue.symbols == symbols for clue in notes.clues)


def _is_met(notes: LadyNotes, from_keys: bool) -> bool:
    """True if the card of her suit from under the keys (or the one in the deck) was noted."""
    suit = {lady.as_set for lady in notes.cards if lady.suit == notes.suit}
    return any(clue.symbols in suit and (clue.source == KEYS) is from_keys for clue in notes.clues)


def _chance_in_deck(table: Table, notes: LadyNotes) -> Fraction:
    """How likely the next card of the clue deck is one of her suit."""
    if notes.reign:
        return _chance_anywhere(notes)
    if _is_met(notes, from_keys=False):
        return Fraction(0)
    noted = sum(clue.source != KEYS for clue in notes.clues)
    clues = table.clues
    drawn = max(noted, clues.held - key_clues(table) + clues.swapped)
    return Fraction(1, FIRST - noted) if drawn < FIRST else Fraction(0)


def _chance_under_keys(table: Table, notes: LadyNotes) -> Fraction:
    """The card under the keys is of the first lady's suit."""
    is_hers = notes.suit == table.rules.settings[LADY].suit
    return Fraction(int(is_hers and not _is_met(notes, from_keys=True)))


def _chance_anywhere(notes: LadyNotes) -> Fraction:
    """As likely as any card that was not seen; she is one of her suit herself."""
    unseen = [lady for lady in notes.cards if not _was_seen(notes, lady.as_set)]
    of_suit = sum(lady.suit == notes.suit for lady in unseen)
    return Fraction(max(0, of_suit - 1), max(1, len(unseen) - 1))


# Symbols only


def _overlaps(symbols: Distribution, card: tuple[str, ...]) -> Distribution:
    """How likely she shares so many symbols with the card."""
    chances: dict[Value, Fraction] = {}
    for triple, chance in symbols.items():
        shared = len(set(card) & set(triple)) if isinstance(triple, tuple) else 0
        chances[shared] = chances.get(shared, Fraction(0)) + chance
    return chances


def _printed(hers: Any) -> Outcomes:
    """The numbers that a card prints for her suit: her overlap, and those of two other ladies of it.

    Her own card is never a clue: an overlap of 3 counts as 2, so that outcomes stay complete.
    """
    each = {shared: Fraction(comb(3, shared) * comb(4, 3 - shared), 34) for shared in range(3)}
    chances: dict[tuple[tuple[str, Any], ...], Fraction] = {}
    for one, other in product(each, repeat=2):
        numbers = (("numbers", tuple(sorted({min(hers, 2), one, other}))),)
        chances[numbers] = chances.get(numbers, Fraction(0)) + each[one] * each[other]
    return chances


BY_OVERLAP: Mapping[int, Outcomes] = {shared: _printed(shared) for shared in range(4)}
PRINTED = Foresight(("overlap",), lambda shared: BY_OVERLAP[shared] if isinstance(shared, int) else {})
