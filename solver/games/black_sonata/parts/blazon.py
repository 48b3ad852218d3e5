"""Blazonry: question cards take the searched slots, and tell of the shield that must be named before her."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from solver.core.cardlists import load_list
from solver.core.errors import DataError, Fault
from solver.core.protocol import Evidence
from solver.core.schema import Event, Setting, list_or_file, refuse, switchable
from solver.games.black_sonata.faces import Face, FaceKind, Lies
from solver.games.black_sonata.grammar import Phrase, Vocabulary, Words
from solver.games.black_sonata.lazily import later
from solver.games.black_sonata.part import Part, ScoreLine
from solver.games.black_sonata.parts.confront import VERDICT, Confront
from solver.games.black_sonata.table import Ending, Table, forbid

if TYPE_CHECKING:
    from solver.games.black_sonata.rulebook import Rulebook

KEY = "blazon"
MYSTERY = "blazon.symbols"
QUESTION_CARDS = 9
"""Ten blazon cards, of which one is hers (Strange Shadows, p. 8)."""
SOURCE = "Strange Shadows, p. 8"

Name = Annotated[str, Field(min_length=1)]
Symbols = Annotated[list[Name], Field(min_length=4, max_length=4)]
Tile = Annotated[list[Name], Field(min_length=2, max_length=2)]
CardSource = Annotated[
    Annotated[list[list[str]], Tag("list")] | Annotated[str, Tag("file")], Discriminator(list_or_file)
]


class BlazonSetting(Setting):
    """Five two-sided tiles, or another reading: `pick` of `symbols`."""

    tiles: Annotated[list[Tile], Field(min_length=5, max_length=5)] | None = None
    symbols: Annotated[list[Name], Field(min_length=4)] | None = None
    pick: Literal[4] | None = None
    cards: CardSource | None = None

    @model_validator(mode="after")
    def _one_reading(self) -> BlazonSetting:
        if self.tiles is not None and (self.symbols is not None or self.pick is not None):
            raise refuse("either `tiles`, or `symbols` with `pick`, not both")
        if (self.pick is None) != (self.symbols is None):
            raise refuse("`symbols` and `pick` together")
        names = [side for tile in self.groups for side in tile]
        if len(set(names)) != len(names):
            raise refuse("symbols that are all different")
        return self

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The symbols in groups of which at most one is on a blazon."""
        if self.symbols is not None:
            return tuple((symbol,) for symbol in self.symbols)
        tiles = self.tiles or [[f"{number}a", f"{number}b"] for number in range(1, 6)]
        return tuple(tuple(tile) for tile in tiles)


class BlazonClue(Event):
    """A question card: how many of its four symbols are on the blazon."""

    type: Literal["blazon"] = "blazon"
    symbols: Symbols
    common: Annotated[int, Field(ge=0, le=4)]


class ConfrontBlazon(Event):
    """The blazon was named and turned; a wrong name loses the game."""

    type: Literal["confront"] = "confront"
    told_by = Confront.told_by
    who: Literal["blazon"]
    symbols: Symbols
    right: bool | None = None


@dataclass(frozen=True)
class Cards:
    """Question cards still to be put into the deck, and those that came up without being noted yet."""

    left: int = QUESTION_CARDS
    owed: int = 0
    named_right: bool = False


@dataclass(frozen=True)
class BlazonFace:
    """A question card in a searched slot: it shows nothing of where she is."""

    @property
    def lies(self) -> Lies:
        return Lies.BLAZON

    @property
    def word(self) -> str:
        return "blazon"

    def to_json(self) -> str:
        return "blazon"


def _read_face(raw: Any) -> Face | None:
    return BlazonFace() if raw == "blazon" else None


FACE = FaceKind(_read_face, '"blazon"', {"blazon": "blazon"})


def _setting(rules: Rulebook) -> BlazonSetting:
    found = rules.settings[KEY]
    return found if isinstance(found, BlazonSetting) else BlazonSetting()


def _fill(table: Table) -> tuple[Table, Lies] | None:
    """A question card takes the searched slot while one is left."""
    cards: Cards = table.states[KEY]
    if not cards.left:
        return None
    return table.keep(KEY, replace(cards, left=cards.left - 1)), Lies.BLAZON


def _comes_up(table: Table) -> Table:
    """It turns to fog in its slot, and becomes a clue."""
    assert table.deck is not None
    cards: Cards = table.states[KEY]
    table = replace(table, deck=table.deck.put(table.deck.slot, Lies.FOG)).spend_fog()
    return table.keep(KEY, replace(cards, owed=cards.owed + 1))


def _clue(table: Table, event: BlazonClue) -> Table:
    from solver.games.black_sonata.blazon import Common

    cards: Cards = table.states[KEY]
    if table.deck is not None:
        if not cards.owed:
            raise forbid("no question card has come up that was not noted yet", SOURCE)
        table = table.keep(KEY, replace(cards, owed=cards.owed - 1))
    return table.see(MYSTERY, Common(tuple(sorted(event.symbols)), event.common))


def _confront(table: Table, event: ConfrontBlazon) -> Table:
    from solver.games.black_sonata.blazon import Named

    if event.right is None:
        return table
    table = table.see(MYSTERY, Named(tuple(sorted(event.symbols)), event.right))
    table = table.keep(KEY, replace(table.states[KEY], named_right=event.right))
    return table if event.right else table.end(Ending.LOST, "the blazon was named wrongly")


def _faults(rules: Rulebook, events: Sequence[Event]) -> Iterable[Fault]:
    """Symbols that are on no tile, and two of one tile."""
    groups = _setting(rules).groups
    for index, event in enumerate(events):
        if isinstance(event, BlazonClue | ConfrontBlazon):
            yield from _wrong_symbols(groups, event.symbols, f"$.events[{index}].symbols")


def _wrong_symbols(groups: Sequence[Sequence[str]], symbols: Sequence[str], path: str) -> Iterator[Fault]:
    known = [side for tile in groups for side in tile]
    for number, symbol in enumerate(symbols):
        if symbol not in known:
            yield Fault(f"{path}[{number}]", symbol, f"a symbol of the tiles: {', '.join(known)}")
    if any(len(set(tile) & set(symbols)) > 1 for tile in groups) or len(set(symbols)) < len(symbols):
        yield Fault(path, list(symbols), "four different symbols, no two of one tile")


def _complete(setting: Any, folder: Path | None) -> Any:
    if not isinstance(setting, BlazonSetting) or setting.cards is None:
        return setting
    raw: Any = setting.cards
    if isinstance(raw, str):
        raw = load_list(raw, folder, "$.setup.blazon.cards")
    listed: Any = raw.get("blazons") if isinstance(raw, dict) else raw
    is_list = isinstance(listed, list) and bool(listed)
    if not is_list or not all(isinstance(entry, list) and len(entry) == 4 for entry in listed):
        raise DataError([Fault("$.setup.blazon.cards", raw, "a list of blazons of four symbols each")])
    groups = setting.groups
    faults = [f for n, entry in enumerate(listed) for f in _wrong_symbols(groups, entry, f"$.setup.blazon.cards[{n}]")]
    if faults:
        raise DataError(faults)
    return setting.model_copy(update={"cards": listed})


def _evidence(table: Table) -> Sequence[Evidence]:
    from solver.games.black_sonata.blazon import Blazons

    setting = _setting(table.rules)
    cards = setting.cards if isinstance(setting.cards, list) else None
    listed = None if cards is None else tuple(dict.fromkeys(tuple(sorted(entry)) for entry in cards))
    return (Evidence(Blazons(setting.groups, 4, listed), table.facts.get(MYSTERY, ())),)


def _symbol_words(words: Words, table: Table) -> list[Any]:
    known = Vocabulary("a symbol of the blazon", {side: side for tile in _setting(table.rules).groups for side in tile})
    return [words.take(known) for _ in range(4)]


def _read(words: Words, table: Table) -> dict[str, Any]:
    """With symbols a question card; alone, the face of the next card."""
    if not words:
        return {"type": "turn", "shows": "blazon"}
    symbols = _symbol_words(words, table)
    return {"type": "blazon", "symbols": symbols, "common": words.take_number("how many are on the blazon")}


def _speak(event: BlazonClue) -> str:
    return f"blazon {' '.join(event.symbols)} {event.common}"


def _read_confront(words: Words, table: Table) -> dict[str, Any]:
    event: dict[str, Any] = {"type": "confront", "who": "blazon", "symbols": _symbol_words(words, table)}
    right = words.try_take(VERDICT)
    return event if right is None else {**event, "right": right}


def _speak_confront(event: ConfrontBlazon) -> str:
    verdict = {True: " right", False: " wrong", None: ""}[event.right]
    return f"confront blazon {' '.join(event.symbols)}{verdict}"


def _rows(table: Table) -> Sequence[tuple[str, str]]:
    cards: Cards = table.states[KEY]
    lie = () if table.deck is None else table.deck.slots_of(Lies.BLAZON)
    owed = f", {cards.owed} came up and wait to be noted" if cards.owed else ""
    where = f"{cards.left} not yet in the deck, in slots {', '.join(map(str, lie)) or 'none'}{owed}"
    return (("question cards", where),)


def _score(table: Table) -> Sequence[ScoreLine]:
    from solver.games.black_sonata.weights import weight

    won = table.ending is Ending.WON
    return (ScoreLine("Blazonry, if the game is won", Fraction(weight(KEY, "win")) if won else Fraction(0)),)


PART = Part(
    name=KEY,
    rank=50,
    switch=KEY,
    settings={KEY: (switchable(BlazonSetting), None)},
    opening=lambda table: table.keep(KEY, Cards()),
    events={BlazonClue: _clue, ConfrontBlazon: _confront},
    faces=(FACE,),
    fills=_fill,
    comes_up={Lies.BLAZON: _comes_up},
    faults=_faults,
    complete=_complete,
    evidence=_evidence,
    phrases=(
        Phrase(
            KEY,
            "blazon SYMBOL SYMBOL SYMBOL SYMBOL NUMBER",
            BlazonClue,
            _read,
            lambda e: f"blazon {' '.join(e.symbols)} {e.common}",
        ),
        Phrase(
            "confront blazon", "confront blazon SYMBOLS [right|wrong]", ConfrontBlazon, _read_confront, _speak_confront
        ),
    ),
    rows=_rows,
    advice=later("advising.blazon", "blazon_advice"),
    score=_score,
)
