"""Deck lists: what must be right in one, and those that stand in a file beside the session."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
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
    """The deck of a list, or of the file of that name in `folder`. Raises DataError with every fault; a file's faults
    are told at `where`, with its name."""
    if not isinstance(source, str):
        return make_deck(source, size)
    items, _ = items_of(load_list(source, folder, where))
    faults = list(list_faults(items, size, where))
    if faults:
        raise DataError([Fault(fault.path, fault.value, f"{fault.accepted} (in {source})") for fault in faults])
    return make_deck(list(readable_lines(items).values()), size)


def items_of(content: Any) -> tuple[Any, str]:
    """The list in a file, alone or under one key, and its path there."""
    if isinstance(content, dict) and len(content) == 1:
        ((key, items),) = content.items()
        return items, f"$.{key}"
    return content, "$"


def list_faults(items: Any, size: int, root: str) -> Iterator[Fault]:
    """Everything that is wrong in a list, also between its lines; paths begin with `root`."""
    if not isinstance(items, list):
        yield Fault(root, items, "a list of cards, alone or under one key")
        return
    yield from form_faults(items, root)
    yield from faults_between_lines(items, size, root)


def form_faults(items: Any, root: str) -> Iterator[Fault]:
    """What the lines alone have wrong."""
    try:
        validate(DeckFile, {"cards": items})
    except DataError as error:
        for fault in error.faults:
            yield Fault(root + fault.path.removeprefix("$.cards"), fault.value, fault.accepted)


def faults_between_lines(items: Any, size: int, root: str) -> Iterator[Fault]:
    """What is wrong between the lines, as far as they can be read."""
    lines = readable_lines(items)
    numbers = list(lines)
    for fault in deck_faults(list(lines.values()), size, root):
        place = fault.path.removeprefix(root)
        place = re.sub(r"^\[(\d+)\]", lambda found: f"[{numbers[int(found[1])]}]", place)
        yield Fault(root + place, fault.value, fault.accepted)


def readable_lines(items: Any) -> dict[int, CardLine]:
    """The lines that have nothing wrong alone, by their numbers in the file."""
    found = {}
    for number, item in enumerate(items if isinstance(items, list) else ()):
        with suppress(DataError):
            found[number] = validate(CardLine, item)
    return found
