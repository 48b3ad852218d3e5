"""An owner's deck list looked through: what is wrong, what it holds, and what it leaves open."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from solver.core.choices import Choice
from solver.core.errors import DataError, Fault
from solver.core.verification import Verified
from solver.core.views import Cell, Panel, TablePanel, TextPanel, Tone, View
from solver.games.isla_negra.decklists import items_of, list_faults, make_deck, readable_lines
from solver.games.isla_negra.decks import SIZES, UPGRADES, CardType, Deck, Level
from solver.games.isla_negra.wording import cards_of, listed

NONE = Cell("-", Tone.FAINT)
TECHNIQUES = (CardType.ATTACK, CardType.RESPONSE, CardType.TACTICS)


@dataclass(frozen=True)
class DeckList:
    """A list of one fighter's cards, complete or partial."""

    name: str = "deck"
    about: str = "the list of a fighter's cards (JSON or TOML)"
    options: tuple[Choice, ...] = (
        Choice("size", tuple(map(str, reversed(SIZES))), str(max(SIZES)), "How many cards the deck has"),
    )

    def verify(self, content: Any, where: str, chosen: Mapping[str, str]) -> Verified:
        """Raises DataError with every fault, those between the lines, too."""
        deck = check_deck(content, int(chosen["size"]), where)
        return Verified(_view(deck, where), _data(deck))


def check_deck(content: Any, size: int, where: str) -> Deck:
    """The deck of a file's content. Raises DataError."""
    items, root = items_of(content)
    faults = list(list_faults(items, size, root))
    deck = None if faults else make_deck(list(readable_lines(items).values()), size)
    if deck is not None:
        faults += _upgrade_faults(deck, root)
    if faults or deck is None:
        raise DataError(sorted(faults, key=_place), where)
    return deck


def _place(fault: Fault) -> float:
    """The line that it is about; those about the whole list come last."""
    found = re.search(r"\[(\d+)\]", fault.path)
    return int(found[1]) if found else inf


def _upgrade_faults(deck: Deck, root: str) -> Iterator[Fault]:
    """Every deck has the same number of upgrades: those not listed must find room among the cards not listed."""
    upgrades = _upgrades(deck)
    if upgrades < UPGRADES and deck.is_complete:
        yield Fault(root, upgrades, f"{UPGRADES} upgrades in a complete list of {deck.size} cards")
    elif UPGRADES - upgrades > deck.unlisted:
        missing = f"{UPGRADES - upgrades} upgrades are missing, and {cards_of(deck.unlisted)} not listed"
        yield Fault(root, upgrades, f"{UPGRADES} upgrades in all ({missing})")


def _upgrades(deck: Deck) -> int:
    return sum(line.copies for line in deck.cards if line.type is CardType.UPGRADE)


def _copies(deck: Deck, kind: CardType, level: Level | None = None) -> int:
    """Copies of a type; techniques of one level alone where it is given."""
    lines = (line for line in deck.cards if line.type is kind and level in (None, line.level))
    return sum(line.copies for line in lines)


def _no_damage(deck: Deck) -> tuple[str, ...]:
    """The attacks whose damage is not told."""
    return tuple(line.card for line in deck.cards if line.type is CardType.ATTACK and line.damage is None)


# What is told of it


def _data(deck: Deck) -> dict[str, Any]:
    by = {kind.value: {level.word: _copies(deck, kind, level) for level in Level} for kind in TECHNIQUES}
    return {
        "sound": True,
        "size": deck.size,
        "listed": deck.size - deck.unlisted,
        "unlisted": deck.unlisted,
        "complete": deck.is_complete,
        "upgrades": _upgrades(deck),
        "techniques": by,
        "without_damage": list(_no_damage(deck)),
        "notes": list(_open(deck)),
    }


def _view(deck: Deck, where: str) -> View:
    listed_cards = deck.size - deck.unlisted
    is_partial = f"partial: {listed_cards} of {deck.size} cards are listed, {deck.unlisted} are not"
    headline = f"{where}: nothing is wrong; {f'complete: {deck.size} cards' if deck.is_complete else is_partial}"
    panels: list[Panel] = [_table(deck)]
    notes = tuple(map(Cell, _open(deck)))
    return View(headline, [*panels, TextPanel("What it leaves open", notes)] if notes else panels)


def _table(deck: Deck) -> TablePanel:
    rows = [
        (Cell(kind.value), *(_number(_copies(deck, kind, level)) for level in Level), _number(_copies(deck, kind)))
        for kind in TECHNIQUES
    ]
    rows.append((Cell("upgrade"), *([NONE] * len(Level)), Cell(f"{_upgrades(deck)} of {UPGRADES}")))
    if deck.unlisted:
        rows.append((Cell("not listed"), *([NONE] * len(Level)), Cell(str(deck.unlisted), Tone.OPEN)))
    columns = ("type", *(level.word for level in Level), "in all")
    return TablePanel("Cards", columns, tuple(rows), f"copies; {len(deck.cards)} different cards are listed")


def _number(copies: int) -> Cell:
    return Cell(str(copies)) if copies else NONE


def _open(deck: Deck) -> Iterator[str]:
    """What is missing, and what cannot be answered with it."""
    if deck.unlisted:
        missing = UPGRADES - _upgrades(deck)
        what = f", {missing} of them upgrades" if missing else ", no upgrade among them"
        yield f"{cards_of(deck.unlisted)} not listed{what}: a name that is not in the list is one of these"
        yield "what is held is answered for listed cards alone; the next card may be `unknown`"
        if deck.unlisted > missing:
            yield "whether somebody can answer has bounds only: every card not listed may be a response"
        yield "a listed card has the copies listed here and no more: seen more often, it is refused"
    if without := _no_damage(deck):
        yield f"no `damage` for {listed(without)}: a hint cannot tell what to expect of it"
    if not _copies(deck, CardType.RESPONSE):
        yield "no response is listed"
