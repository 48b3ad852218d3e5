"""Who the Dark Lady is, by suit: what the clues say of the lady that lies under the board now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from solver.core.errors import DataError, Fault
from solver.core.protocol import Evidence, Mystery, Noted
from solver.core.schema import Event, Setting
from solver.games.black_sonata.card_files import CardSource, as_ladies, read_cards
from solver.games.black_sonata.cards import ladies
from solver.games.black_sonata.lady import CardLady, Confronted, Overlap, SeenAsClue, SymbolLady
from solver.games.black_sonata.lady.notes import LADY, ClueNote, LadyNotes
from solver.games.black_sonata.lady.worth import suit_clue_worth
from solver.games.black_sonata.part import Part
from solver.games.black_sonata.parts.clues import Clue
from solver.games.black_sonata.parts.confront import Confront
from solver.games.black_sonata.parts.fog import FogOther, FogReplaceLady, FogSwap, Suit
from solver.games.black_sonata.table import Table


class DarkSetting(Setting):
    """The base game's ladies: which suit she has, and whether the printed cards count as known."""

    set: Literal["dark"]
    suit: Suit
    knowledge: Literal["symbols", "cards"] = "symbols"
    cards: CardSource | None = None


def _set_up(table: Table) -> Table:
    setting: DarkSetting = table.rules.settings[LADY]
    listed = as_ladies(setting.cards) if isinstance(setting.cards, list) else ladies()
    return table.keep(LADY, LadyNotes(setting.suit, listed, setting.knowledge == "cards"))


def _remember(table: Table, event: Event) -> Table:
    """What an event of another part tells of her card."""
    notes: LadyNotes = table.states[LADY]
    match event:
        case Clue():
            note = ClueNote(table.event, _set(event.symbols), frozenset(event.numbers), notes.reign)
            notes = replace(notes, clues=(*notes.clues, note))
        case Confront() if event.right is not None:
            confronted = Noted(table.event, Confronted(_set(event.symbols), event.right))
            notes = replace(notes, confronted=(*notes.confronted, confronted))
        case FogReplaceLady():
            notes = replace(notes, suit=event.suit, reign=notes.reign + 1)
        case FogSwap():
            notes = _give_away(notes, table.event, _set(event.gives))
        case FogOther():
            notes = _after_other(notes, table.event, event)
    return table.keep(LADY, notes)


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


def _evidence(table: Table) -> Sequence[Evidence]:
    notes: LadyNotes = table.states[LADY]
    facts = (fact for clue in notes.clues for fact in _facts(notes, clue))
    mystery: Mystery[Any] = CardLady(notes.suit, notes.cards) if notes.knows_cards else SymbolLady()
    return (Evidence(mystery, (*facts, *notes.confronted)),)


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


def _complete(setting: Any, folder: Path | None) -> Any:
    """The setting with its card list read from the file it names, and checked."""
    if setting.cards is None:
        return setting
    cards = read_cards(setting.cards, folder, "$.setup.lady.cards")
    if setting.knowledge == "cards" and setting.suit not in {card.suit for card in cards}:
        suits = ", ".join(sorted({card.suit for card in cards}))
        raise DataError([Fault("$.setup.lady.suit", setting.suit, f"a suit of the card list: {suits}")])
    return setting.model_copy(update={"cards": cards})


def _rows(table: Table) -> Sequence[tuple[str, str]]:
    notes: LadyNotes = table.states[LADY]
    held = [clue for clue in notes.clues if clue.is_held]
    return (
        ("her suit", notes.suit),
        ("clue cards noted", ", ".join("-".join(clue.symbols) for clue in held) or "none"),
    )


PART = Part(
    name=LADY,
    rank=20,
    switch=LADY,
    settings={LADY: (DarkSetting | None, None)},
    opening=_set_up,
    after=(_remember,),
    evidence=_evidence,
    rows=_rows,
    clue_worth=suit_clue_worth,
    complete=_complete,
)
