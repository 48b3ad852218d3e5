"""Who the Dark Lady is, by suit: what the clues say of the lady that lies under the board now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from solver.core.errors import DataError, Fault
from solver.core.schema import Setting
from solver.games.black_sonata.card_files import CardSource, DarkList, DarkSuit, as_ladies, read_cards
from solver.games.black_sonata.cards import SUITS, ladies
from solver.games.black_sonata.lady import suited
from solver.games.black_sonata.lady.notes import LADY, LadyNotes
from solver.games.black_sonata.lazily import later
from solver.games.black_sonata.part import Part

if TYPE_CHECKING:
    from solver.games.black_sonata.table import Table


class DarkSetting(Setting):
    """The base game's ladies: which suit she has, and whether the printed cards count as known."""

    set: Literal["dark"]
    suit: DarkSuit
    knowledge: Literal["symbols", "cards"] = "symbols"
    cards: CardSource | None = None


def _set_up(table: Table) -> Table:
    setting: DarkSetting = table.rules.settings[LADY]
    listed = as_ladies(setting.cards) if isinstance(setting.cards, list) else ladies()
    return table.keep(LADY, LadyNotes(setting.suit, listed, setting.knowledge == "cards", SUITS))


def _complete(setting: Any, folder: Path | None) -> Any:
    """The setting with its card list read from the file it names, and checked."""
    if setting.cards is None:
        return setting
    cards = read_cards(setting.cards, folder, "$.setup.lady.cards", DarkList)
    if setting.knowledge == "cards" and setting.suit not in {card.suit for card in cards}:
        suits = ", ".join(sorted({card.suit for card in cards}))
        raise DataError([Fault("$.setup.lady.suit", setting.suit, f"a suit of the card list: {suits}")])
    return setting.model_copy(update={"cards": cards})


PART = Part(
    name=LADY,
    rank=20,
    switch=LADY,
    variant="dark",
    settings={LADY: (DarkSetting | None, None)},
    opening=_set_up,
    objections=(suited.object_to,),
    after=(suited.remember,),
    faults=suited.missing_suits,
    evidence=suited.evidence,
    rows=suited.rows,
    clue_worth=later("lady.worth", "suit_clue_worth"),
    complete=_complete,
)
