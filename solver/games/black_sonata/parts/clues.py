"""Clues: what they say is written down, and how many are held. Counted whether her card is tracked or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from solver.core.schema import Event
from solver.games.black_sonata.grammar import SYMBOL, Phrase, Vocabulary, Words
from solver.games.black_sonata.part import Part
from solver.games.black_sonata.parts.fog import Four, Triple, has_no_suits
from solver.games.black_sonata.table import Table, forbid

Number = Annotated[int, Field(ge=0, le=3)]
CLUES = "clues"
"""The part's name, and the name under which the table keeps how many clues came from under the keys."""
KEYS = "keys"
FOUR = "four"
THREE = "three"


class ClueEvent(Event):
    """What a clue card told of her symbols; `source` where it is neither a find's nor a fog card's."""

    told_by: ClassVar[str] = "side"

    type: Literal["clue"] = "clue"
    source: Literal["keys", "poet"] | None = Field(default=None, alias="from")


class Clue(ClueEvent):
    """A clue card with suits: with how many of `symbols` hers agree, as one of `numbers`."""

    symbols: Triple
    numbers: Annotated[list[Number], Field(min_length=1, max_length=4)]


class ClueFour(ClueEvent):
    """The side with four symbols: `count` of them are hers."""

    side: Literal["four"]
    symbols: Four
    count: Annotated[int, Field(ge=0, le=4)]


class ClueThree(ClueEvent):
    """The side with three symbols in order: `count` is how many are hers, and how many of these are in place."""

    side: Literal["three"]
    symbols: Triple
    count: Annotated[int, Field(ge=0, le=6)]


class ClueCard(Event):
    """A clue card with two sides is in hand, and neither was tested yet."""

    type: Literal["clue-card"] = "clue-card"
    four: Four
    three: Triple


def key_clues(table: Table) -> int:
    """How many clues were taken from under the keys."""
    return int(table.states.get(CLUES, 0))


def missing_keys(table: Table) -> list[str]:
    """The locations whose keys are not held, and still have to be before the clue under them is taken."""
    rules, keys = table.rules, table.keys
    return [name for name in rules.key_places if name not in keys and not rules.doubts_key(table, name)]


def _clue(table: Table, event: ClueEvent) -> Table:
    clues = table.clues
    if event.source is not None:
        return _from_elsewhere(table, event)
    if table.deck is not None and clues.unwritten < 1:
        raise forbid(
            f"{clues.held} clues are held and what each says is noted already; a further one needs a find, a fog card, "
            'or its source ("from": "keys")',
            "clues",
        )
    return replace(table, clues=replace(clues, written=clues.written + 1))


def _from_elsewhere(table: Table, event: ClueEvent) -> Table:
    missing = missing_keys(table)
    if event.source == KEYS and table.deck is not None and missing:
        rule = "the clue under the keys is taken once every location was visited"
        table = table.warn(f"{rule}; not visited yet: {', '.join(missing)}")
    taken = key_clues(table) + (event.source == KEYS)
    return replace(table, clues=replace(table.clues, elsewhere=table.clues.elsewhere + 1)).keep(CLUES, taken)


def warn_of_keys(table: Table, event: ClueEvent, cards: int) -> Table:
    """A warning where more clues were taken from under the keys than the `cards` that lie there."""
    if event.source != KEYS or key_clues(table) <= cards:
        return table
    lie = "one clue card lies" if cards == 1 else f"{cards} clue cards lie"
    return table.warn(f"{lie} under the keys, and this is number {key_clues(table)}")


NUMBERS: Mapping[str, tuple[int, ...]] = {
    "0": (0,), "1": (1,), "2": (2,), "3": (3,), "0/2": (0, 2), "2/0": (0, 2), "0or2": (0, 2),
    "0/1": (0, 1), "1/2": (1, 2), "0/3": (0, 3), "1/3": (1, 3), "2/3": (2, 3),
    "0/1/2": (0, 1, 2), "0/1/3": (0, 1, 3), "0/2/3": (0, 2, 3), "1/2/3": (1, 2, 3), "0/1/2/3": (0, 1, 2, 3),
}  # fmt: skip
NUMBER_WORDS = Vocabulary("a number of symbols (0, 1, 2, 3, or several as in 0/2)", NUMBERS)
SOURCE_WORDS = Vocabulary("where the clue came from", {"from keys": "keys", "from poet": "poet"})
SIDE_WORDS = Vocabulary("a side of the card (four or three)", {FOUR: FOUR, THREE: THREE})
CARD_WORD = Vocabulary("card", {"card": True})
FOLLOW = Vocabulary("a symbol, or a side of the card", {**SYMBOL.meanings, **SIDE_WORDS.meanings})


def _read(words: Words, table: Table) -> dict[str, Any]:
    """A side that is not named follows from the symbols: four, or three of a lady without a suit.

    `clue card` is the card in hand, as `card`: a verb that begins like another one could not be shortened.
    """
    if words.try_take(CARD_WORD):
        return _read_card(words, table)
    source = words.try_take(SOURCE_WORDS)
    event: dict[str, Any] = {"type": "clue"} if source is None else {"type": "clue", "from": source}
    side = words.try_take(SIDE_WORDS)
    symbols = [words.take(SYMBOL) for _ in range(4 if side == FOUR else 3)]
    if side is None:
        fourth = words.try_take(SYMBOL)
        symbols += [] if fourth is None else [fourth]
        side = FOUR if fourth is not None else THREE if has_no_suits(table) else None
    if side is None:
        return {**event, "symbols": symbols, "numbers": list(words.take(NUMBER_WORDS))}
    count = words.take_number("what the hole of the card shows")
    return {**event, "side": side, "symbols": symbols, "count": count}


def _speak(event: ClueEvent) -> str | None:
    """None for numbers in an unusual order, which words do not keep."""
    source = "" if event.source is None else f"from {event.source} "
    match event:
        case ClueFour() | ClueThree():
            return f"clue {source}{event.side} {' '.join(event.symbols)} {event.count}"
        case Clue():
            numbers = "/".join(str(number) for number in event.numbers)
            is_kept = NUMBERS.get(numbers) == tuple(event.numbers)
            return f"clue {source}{' '.join(event.symbols)} {numbers}" if is_kept else None
        case _:
            return None


def _read_card(words: Words, table: Table) -> dict[str, Any]:
    """The four symbols of one side, then the three of the other; the sides may be named."""
    words.try_take(Vocabulary(FOUR, {FOUR: FOUR}))
    four = [words.take(SYMBOL) for _ in range(4)]
    words.try_take(Vocabulary(THREE, {THREE: THREE}))
    return {"type": "clue-card", "four": four, "three": [words.take(SYMBOL) for _ in range(3)]}


def _speak_card(event: ClueCard) -> str:
    return f"card four {' '.join(event.four)} three {' '.join(event.three)}"


PART = Part(
    name=CLUES,
    events={**dict.fromkeys((Clue, ClueFour, ClueThree), _clue), ClueCard: lambda table, event: table},
    phrases=(
        Phrase(
            "clue",
            "clue [from keys] SYMBOLS 0/2  or  clue [from keys] four|three SYMBOLS COUNT",
            ClueEvent,
            _read,
            _speak,
            lambda table: FOLLOW,
        ),
        Phrase("card", "card four SYMBOLS three SYMBOLS", ClueCard, _read_card, _speak_card, lambda table: SIDE_WORDS),
    ),
)
