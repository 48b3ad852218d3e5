"""The Darker Ladies: four suits of three, told apart by harder clues. Their printed cards are not known to us."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from solver.core.errors import DataError, Fault
from solver.core.schema import Setting
from solver.games.black_sonata.card_files import (
    DarkerList,
    DarkerSource,
    DarkerSuit,
    LadyCard,
    as_ladies,
    read_cards,
)
from solver.games.black_sonata.cards import DARKER_SUITS
from solver.games.black_sonata.lady import suited
from solver.games.black_sonata.lady.notes import LADY, LadyNotes
from solver.games.black_sonata.lazily import later
from solver.games.black_sonata.part import Part

if TYPE_CHECKING:
    from solver.games.black_sonata.table import Table

OF_A_SUIT = 3
"""Ladies of each suit (The Fair Youth, p. 3)."""
WHERE = "$.setup.lady.cards"


class DarkerSetting(Setting):
    """Which suit she has; with `cards`, she is one of the ladies listed (unless `knowledge` is `symbols`)."""

    set: Literal["darker"]
    suit: DarkerSuit
    knowledge: Literal["symbols", "cards"] | None = None
    cards: DarkerSource | None = None


def _set_up(table: Table) -> Table:
    setting: DarkerSetting = table.rules.settings[LADY]
    listed = as_ladies(setting.cards) if isinstance(setting.cards, list) else ()
    knows_cards = bool(listed) and setting.knowledge != "symbols"
    return table.keep(LADY, LadyNotes(setting.suit, listed, knows_cards, DARKER_SUITS))


def _complete(setting: Any, folder: Path | None) -> Any:
    """The setting with its card list read from the file it names, and checked."""
    if setting.cards is None:
        if setting.knowledge == "cards":
            raise DataError([Fault(WHERE, None, "a list of the Darker Ladies, whose printed cards are not known here")])
        return setting
    cards = read_cards(setting.cards, folder, WHERE, DarkerList)
    faults = list(_faults(cards, setting))
    if faults:
        raise DataError(faults)
    return setting.model_copy(update={"cards": cards})


def _faults(cards: Sequence[LadyCard], setting: DarkerSetting) -> Iterator[Fault]:
    """A fourth lady of a suit, and a suit of hers that no listed lady has."""
    suits = [card.suit for card in cards]
    for index, suit in enumerate(suits):
        if suits[:index].count(suit) >= OF_A_SUIT:
            yield Fault(f"{WHERE}[{index}].suit", suit, f"a suit of at most {OF_A_SUIT} ladies")
    if setting.knowledge != "symbols" and setting.suit not in suits:
        listed = ", ".join(sorted(set(suits)))
        yield Fault("$.setup.lady.suit", setting.suit, f"a suit of the card list: {listed}")


PART = Part(
    name="darker",
    rank=21,
    switch=LADY,
    variant="darker",
    settings={LADY: (DarkerSetting | None, None)},
    opening=_set_up,
    objections=(suited.object_to,),
    after=(suited.remember,),
    faults=suited.missing_suits,
    evidence=suited.evidence,
    rows=suited.rows,
    clue_worth=later("lady.darker_worth", "darker_clue_worth"),
    complete=_complete,
)
