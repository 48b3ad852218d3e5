"""Clues: what they say is written down, and how many are held. Counted whether her card is tracked or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from solver.core.schema import Event
from solver.games.black_sonata.grammar import SYMBOL, Phrase, Vocabulary, Words
from solver.games.black_sonata.part import Part
from solver.games.black_sonata.parts.fog import Triple
from solver.games.black_sonata.table import Table, forbid

Number = Annotated[int, Field(ge=0, le=3)]
KEYS = "keys"


class Clue(Event):
    """A clue card: with how many of `symbols` hers agree, as one of `numbers`."""

    told_by: ClassVar[str] = "side"

    type: Literal["clue"] = "clue"
    symbols: Triple
    numbers: Annotated[list[Number], Field(min_length=1, max_length=4)]
    source: Literal["keys", "poet"] | None = Field(default=None, alias="from")


def _clue(table: Table, event: Clue) -> Table:
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


def _from_elsewhere(table: Table, event: Clue) -> Table:
    missing = [name for name in table.rules.key_places if name not in table.keys]
    if event.source == KEYS and table.deck is not None and missing:
        rule = "the clue under the keys is taken once every location was visited"
        table = table.warn(f"{rule}; not visited yet: {', '.join(missing)}")
    return replace(table, clues=replace(table.clues, elsewhere=table.clues.elsewhere + 1))


NUMBERS: Mapping[str, tuple[int, ...]] = {
    "0": (0,), "1": (1,), "2": (2,), "3": (3,), "0/2": (0, 2), "2/0": (0, 2), "0or2": (0, 2),
    "0/1": (0, 1), "1/2": (1, 2), "0/3": (0, 3), "1/3": (1, 3), "2/3": (2, 3),
    "0/1/2": (0, 1, 2), "0/1/3": (0, 1, 3), "0/2/3": (0, 2, 3), "1/2/3": (1, 2, 3), "0/1/2/3": (0, 1, 2, 3),
}  # fmt: skip
NUMBER_WORDS = Vocabulary("a number of symbols (0, 1, 2, 3, or several as in 0/2)", NUMBERS)
SOURCE_WORDS = Vocabulary("where the clue came from", {"from keys": "keys", "from poet": "poet"})


def _read(words: Words, table: Table) -> dict[str, Any]:
    event: dict[str, Any] = {"type": "clue"}
    source = words.try_take(SOURCE_WORDS)
    event["symbols"] = [words.take(SYMBOL) for _ in range(3)]
    event["numbers"] = list(words.take(NUMBER_WORDS))
    return event if source is None else {**event, "from": source}


def _speak(event: Clue) -> str | None:
    """None for numbers in an unusual order, which words do not keep."""
    numbers = "/".join(str(number) for number in event.numbers)
    if NUMBERS.get(numbers) != tuple(event.numbers):
        return None
    source = "" if event.source is None else f"from {event.source} "
    return f"clue {source}{' '.join(event.symbols)} {numbers}"


PART = Part(
    name="clues",
    events={Clue: _clue},
    phrases=(Phrase("clue", "clue [from keys] SYMBOL SYMBOL SYMBOL 0/2", Clue, _read, _speak, lambda: SYMBOL),),
)
