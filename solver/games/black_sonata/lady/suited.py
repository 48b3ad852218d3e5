"""What the sets of ladies with suits have in common: the record of clues, and what it says of the lady of today."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from solver.core.errors import Fault
from solver.core.protocol import Evidence, Mystery, Noted
from solver.games.black_sonata.lady.by_suit import CardLady, SymbolLady
from solver.games.black_sonata.lady.facts import Confronted, Overlap, SeenAsClue
from solver.games.black_sonata.lady.notes import LADY, ClueNote, LadyNotes
from solver.games.black_sonata.parts.clues import Clue, ClueCard, ClueFour, ClueThree, warn_of_keys
from solver.games.black_sonata.parts.confront import Confront
from solver.games.black_sonata.parts.fog import FogOther, FogReplaceLady, FogSwap

if TYPE_CHECKING:
    from solver.core.schema import Event
    from solver.games.black_sonata.rulebook import Rulebook
    from solver.games.black_sonata.table import Table


def remember(table: Table, event: Event) -> Table:
    """What an event of another part tells of her card."""
    notes: LadyNotes = table.states[LADY]
    match event:
        case Clue():
            numbers = frozenset(event.numbers)
            note = ClueNote(table.event, _set(event.symbols), numbers, notes.reign, source=event.source)
            notes = replace(notes, clues=(*notes.clues, note))
            table = warn_of_keys(table, event, 1)
        case Confront() if event.right is not None:
            confronted = Noted(table.event, Confronted(_set(event.symbols), event.right))
            notes = replace(notes, confronted=(*notes.confronted, (notes.reign, confronted)))
        case FogReplaceLady() if event.suit is not None:
            notes = replace(notes, suit=event.suit, reign=notes.reign + 1)
        case FogSwap():
            notes = _give_away(notes, table.event, _set(event.gives))
        case FogOther():
            notes = _after_other(notes, table.event, event)
    return table.keep(LADY, notes)


def missing_suits(rules: Rulebook, events: Sequence[Event]) -> Iterator[Fault]:
    """A lady who replaces one by suit has a suit, too."""
    for index, event in enumerate(events):
        if isinstance(event, FogReplaceLady) and event.suit is None:
            yield Fault(f"$.events[{index}].suit", None, "the suit of the new Dark Lady, which is required")


def _after_other(notes: LadyNotes, index: int, event: FogOther) -> LadyNotes:
    if event.gives is not None:
        notes = _give_away(notes, index, _set(event.gives))
    return notes if event.suit is None else replace(notes, suit=event.suit, reign=notes.reign + 1)


def _give_away(notes: LadyNotes, index: int, symbols: tuple[str, ...]) -> LadyNotes:
    """The clue with these symbols is held no longer; if nothing was noted of it, at least its card was seen."""
    for number, clue in enumerate(notes.clues):
        if clue.is_held and clue.symbols == symbols:
            given = replace(clue, is_held=False)
            return replace(notes, clues=(*notes.clues[:number], given, *notes.clues[number + 1 :]))
    seen = ClueNote(index, symbols, None, notes.reign, is_held=False)
    return replace(notes, clues=(*notes.clues, seen))


def _set(symbols: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(symbols))


def object_to(table: Table, event: Event) -> str | None:
    """What does not fit ladies with suits, or these suits."""
    notes: LadyNotes = table.states[LADY]
    match event:
        case ClueFour() | ClueThree() | ClueCard():
            return "clue cards with two sides belong to the Darkest Ladies; this one's tell numbers for her suit"
        case FogReplaceLady():
            return _object_to_suit(notes, event.suit)
        case FogOther() if event.suit is not None:
            return _object_to_suit(notes, event.suit)
        case _:
            return None


def _object_to_suit(notes: LadyNotes, suit: str | None) -> str | None:
    if suit not in notes.suits:
        return f"the new lady's suit is on the back of her card: one of {', '.join(notes.suits)}"
    listed = sorted({lady.suit for lady in notes.cards})
    if notes.knows_cards and suit not in listed:
        return f"no lady of {suit} is in the card list, only of {', '.join(listed)}"
    return None


def evidence(table: Table) -> Sequence[Evidence]:
    """The mystery of her symbols, with all that was told of the lady of this reign."""
    notes: LadyNotes = table.states[LADY]
    facts = (fact for clue in notes.clues for fact in _facts(notes, clue))
    mystery: Mystery[Any] = CardLady(notes.suit, notes.cards) if notes.knows_cards else SymbolLady()
    named = (noted for reign, noted in notes.confronted if reign == notes.reign)
    return (Evidence(mystery, (*facts, *named)),)


def _facts(notes: LadyNotes, clue: ClueNote) -> Iterator[Noted]:
    """What a clue says of the lady of this reign.

    Numbers noted of an earlier lady are void; but the card of a held clue prints a number for every suit.
    """
    is_void = clue.reign < notes.reign
    if not is_void and clue.numbers is not None:
        yield Noted(clue.event, Overlap(clue.symbols, clue.numbers))
    if is_void and clue.is_held:
        for numbers in _printed_numbers(notes, clue):
            yield Noted(clue.event, Overlap(clue.symbols, numbers))
    if is_void or notes.knows_cards:
        yield Noted(clue.event, SeenAsClue(clue.symbols))


def _printed_numbers(notes: LadyNotes, clue: ClueNote) -> Iterator[frozenset[int]]:
    for lady in notes.cards:
        if lady.as_set == clue.symbols and notes.suit in lady.numbers:
            yield frozenset(lady.numbers[notes.suit])


def rows(table: Table) -> Sequence[tuple[str, str]]:
    """Her suit, and the clue cards held."""
    notes: LadyNotes = table.states[LADY]
    held = [clue for clue in notes.clues if clue.is_held]
    return (
        ("her suit", notes.suit),
        ("clue cards noted", ", ".join("-".join(clue.symbols) for clue in held) or "none"),
    )
