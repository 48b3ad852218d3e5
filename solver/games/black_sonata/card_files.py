"""Lady cards from a designer's or owner's own list: in the session, or in a TOML or JSON file beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

from pydantic import Discriminator, Field, Tag

from solver.core.cardlists import load_list
from solver.core.errors import DataError, Fault
from solver.core.schema import OneOf, Strict, list_or_file, validate
from solver.games.black_sonata.cards import DARKER_SUITS, SUITS, Lady
from solver.games.black_sonata.parts.fog import Suit, Triple

Name: TypeAlias = Annotated[str, Field(min_length=1)]
Numbers: TypeAlias = Annotated[list[Annotated[int, Field(ge=0, le=3)]], Field(min_length=1)]
DarkSuit: TypeAlias = Annotated[str, OneOf("a suit", SUITS)]
DarkerSuit: TypeAlias = Annotated[str, OneOf("a suit", DARKER_SUITS)]


class LadyCard(Strict):
    """A lady card: her name, suit and symbols, and the number printed for each suit (left out: not used)."""

    name: Name
    suit: Suit
    symbols: Triple
    numbers: dict[Suit, Numbers] = Field(default_factory=dict)


class DarkCard(LadyCard):
    """A card of the base game's six suits."""

    suit: DarkSuit
    numbers: dict[DarkSuit, Numbers] = Field(default_factory=dict)


class DarkerCard(LadyCard):
    """A card of the Darker Ladies' four suits."""

    suit: DarkerSuit
    numbers: dict[DarkerSuit, Numbers] = Field(default_factory=dict)


class DarkList(Strict):
    """The content of a file of the base game's cards."""

    ladies: Annotated[list[DarkCard], Field(min_length=1)]


class DarkerList(Strict):
    """The content of a file of Darker Ladies."""

    ladies: Annotated[list[DarkerCard], Field(min_length=1)]


File = Annotated[str, Tag("file")]
CardSource = Annotated[Annotated[list[DarkCard], Field(min_length=1), Tag("list")] | File, Discriminator(list_or_file)]
"""A card list in the session, or the name of a file that holds it."""
DarkerSource = Annotated[
    Annotated[list[DarkerCard], Field(min_length=1), Tag("list")] | File, Discriminator(list_or_file)
]


def read_cards(
    listed: Sequence[LadyCard] | str, folder: Path | None, where: str, content: type[DarkList] | type[DarkerList]
) -> list[LadyCard]:
    """The cards of a list, or of the file that is named. Raises DataError with every fault.

    The file lies in the session's folder or below it; with `folder` None (standard input) none may be named.
    """
    if isinstance(listed, str):
        raw = load_list(listed, folder, where)
        listed = validate(content, raw if isinstance(raw, dict) else {"ladies": raw}, listed).ladies
    faults = list(_faults(listed, where))
    if faults:
        raise DataError(faults)
    return list(listed)


def _faults(cards: Sequence[LadyCard], where: str) -> Iterator[Fault]:
    """What contradicts the rules: two cards alike, or a number that is not the overlaps with that suit."""
    names: set[str] = set()
    symbols: set[frozenset[str]] = set()
    for index, card in enumerate(cards):
        path = f"{where}[{index}]"
        if card.name in names:
            yield Fault(f"{path}.name", card.name, "a name that no other card has")
        if frozenset(card.symbols) in symbols:
            yield Fault(f"{path}.symbols", card.symbols, "symbols that no other card has")
        names.add(card.name)
        symbols.add(frozenset(card.symbols))
        yield from _wrong_numbers(cards, card, path)


def _wrong_numbers(cards: Sequence[LadyCard], card: LadyCard, path: str) -> Iterator[Fault]:
    for suit, numbers in card.numbers.items():
        others = [other for other in cards if other.suit == suit and other is not card]
        overlaps = {len(set(card.symbols) & set(other.symbols)) for other in others}
        if others and overlaps != set(numbers):
            yield Fault(
                f"{path}.numbers.{suit}",
                numbers,
                f"{sorted(overlaps)}, the overlaps with the ladies of {suit}",
            )


def as_ladies(cards: Sequence[LadyCard]) -> tuple[Lady, ...]:
    """The cards as the mysteries know them."""
    return tuple(Lady(c.name, c.suit, tuple(c.symbols), _tuples(c.numbers)) for c in cards)


def _tuples(numbers: Mapping[str, Sequence[int]]) -> dict[str, tuple[int, ...]]:
    return {suit: tuple(listed) for suit, listed in numbers.items()}
