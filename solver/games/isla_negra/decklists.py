"""Deck lists: what must be right in one, and those that stand in a file beside the session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from solver.core.cardlists import load_list
from solver.core.errors import DataError, Fault
from solver.core.schema import validate
from solver.core.words import plain
from solver.games.isla_negra.decks import LEVELS, RESERVED, UPGRADES, CardType, Deck, Level, Listed
from solver.games.isla_negra.setup import CardLine, DeckFile


def deck_faults(lines: Sequence[CardLine], size: int, path: str) -> Iterator[Fault]:
    """What no deck of `size` cards can be; paths begin with `path`."""
    for number, line in enumerate(lines):
        where = f"{path}[{number}].card"
        if plain(line.card) in [plain(other.card) for other in lines[:number]]:
            yield Fault(where, line.card, "a name that no other line has (capitals aside); `copies` tells how many")
        if not plain(line.card):
            yield Fault(where, line.card, "a name with a letter or a number in it")
        if plain(line.card) in RESERVED:
            yield Fault(where, line.card, "the name of a card; those not listed are unknown anyway")
    copies = sum(line.copies for line in lines)
    if copies > size:
        yield Fault(path, copies, f"at most {size} cards in all, the `size` of the deck")
    upgrades = sum(line.copies for line in lines if line.type == CardType.UPGRADE.value)
    if upgrades > UPGRADES:
        yield Fault(path, upgrades, f"at most {UPGRADES} upgrades in all")


def make_deck(lines: Sequence[CardLine], size: int) -> Deck:
    """The deck of a list without faults."""
    return Deck(tuple(map(_listed, lines)), size)


def _listed(line: CardLine) -> Listed:
    return Listed(line.card, CardType(line.type), LEVELS[line.level or Level.BASIC.word], line.copies, line.damage)


def read_deck(source: Sequence[CardLine] | str, size: int, folder: Path | None, where: str) -> Deck:
    """The deck of a list, or of the file of that name in `folder`. Raises DataError with every fault."""
    if not isinstance(source, str):
        return make_deck(source, size)
    lines = lines_of(load_list(source, folder, where), source)
    faults = list(deck_faults(lines, size, "$"))
    if faults:
        raise DataError(faults, source)
    return make_deck(lines, size)


def lines_of(content: Any, where: str) -> list[CardLine]:
    """The lines of a file's content: the list alone, or under one key. Raises DataError."""
    only = next(iter(content.values())) if isinstance(content, dict) and len(content) == 1 else content
    found: DeckFile = validate(DeckFile, {"cards": only}, where)
    return found.cards
