"""The stealth deck: turns, searches and flights, the countdown, and the mystery of where she is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from solver.core.protocol import Evidence
from solver.core.schema import Setting, Strict, refuse
from solver.games.black_sonata.cards import printed_sequence, stealth_cards
from solver.games.black_sonata.deck import Special, new_deck
from solver.games.black_sonata.faces import FOG, LANDMARKS, Lies
from solver.games.black_sonata.motion import STEALTH
from solver.games.black_sonata.part import Part
from solver.games.black_sonata.table import Ending, Table

if TYPE_CHECKING:
    from solver.games.black_sonata.stealth.printed import Row

SLOTS = 26
COUNTDOWN = "countdown"


class OwnSequence(Strict):
    """A sequence that a designer made: 26 different stealth cards by number, from 0."""

    name: Annotated[str, Field(min_length=1)]
    cards: Annotated[list[Annotated[int, Field(ge=0, le=31)]], Field(min_length=SLOTS, max_length=SLOTS)]

    @model_validator(mode="after")
    def _all_different(self) -> OwnSequence:
        if len(set(self.cards)) != len(self.cards):
            raise refuse("26 different card numbers: each printed card exists once")
        return self


def _own_or_printed(raw: Any) -> str:
    return "own" if isinstance(raw, dict | OwnSequence) else "printed"


SequenceName = Annotated[
    Annotated[int, Field(ge=1, le=8), Tag("printed")] | Annotated[OwnSequence, Tag("own")],
    Discriminator(_own_or_printed),
]


Direction = Literal["forward", "reverse"]


class StealthSetting(Setting):
    """What is known of the deck, and how long the countdown is."""

    knowledge: Literal["map", "cards", "printed"]
    stays: bool = False
    sequences: Annotated[list[SequenceName], Field(default_factory=lambda: list(range(1, 9)), min_length=1)]
    directions: Annotated[list[Direction], Field(default_factory=lambda: ["forward"], min_length=1, max_length=2)]
    countdown: Annotated[int, Field(ge=0, le=3)] = 2


def _set_up(table: Table) -> Table:
    countdown = Special(COUNTDOWN, table.rules.settings["stealth"].countdown)
    return replace(table, deck=new_deck(SLOTS, (countdown,)))


def _countdown(table: Table, special: Special) -> Table:
    """Turned down by one; at 0 the game is lost; then it goes to the bottom."""
    assert table.deck is not None
    left = max(0, int(special.mark or 0) - 1)
    cards = (*table.deck.cards[1:], Special(COUNTDOWN, left))
    table = replace(table, deck=replace(table.deck, cards=cards), passes=table.passes + 1)
    return table if left else table.end(Ending.LOST, "the countdown reached 0")


def _evidence(table: Table) -> Sequence[Evidence]:
    from solver.games.black_sonata.stealth.moments import Moments

    assert table.deck is not None
    setting: StealthSetting = table.rules.settings["stealth"]
    moments = Moments(table.deck.slot, _following(table))
    noted = table.facts.get(STEALTH, ())
    match setting.knowledge:
        case "map":
            from solver.games.black_sonata.stealth.by_map import MapDeck

            return (Evidence(MapDeck(table.board, moments, setting.stays), noted),)
        case "cards":
            from solver.games.black_sonata.stealth.by_cards import CardsDeck

            return (Evidence(CardsDeck(table.board, moments, setting.stays), noted),)
        case "printed":
            from solver.games.black_sonata.stealth.printed import PrintedDeck

            return (Evidence(PrintedDeck(table.board, moments, printed_rows(setting)), noted),)


def _following(table: Table) -> int:
    """The slot that comes up at the next turn, after a flight that waits."""
    assert table.deck is not None
    ahead = (table.deck.slot, *table.deck.slots_below())
    steps = 1 + (table.clues.held if table.flight_waits else 0)
    if isinstance(table.deck.top, Special):  # a card laid on top goes to the bottom first, and shows the same slot
        steps -= 1
    return ahead[steps % len(ahead)]


def printed_rows(setting: StealthSetting) -> tuple[Row, ...]:
    """Every sequence of the set-up in every direction, as cards in the order in which they come up."""
    from solver.games.black_sonata.stealth.printed import Row

    rows = []
    for name, numbers in dict.fromkeys(_numbers(entry) for entry in setting.sequences):
        for direction in dict.fromkeys(setting.directions):
            cards = tuple(stealth_cards()[number] for number in numbers)
            rows.append(Row(f"{name} {direction}", cards if direction == "forward" else cards[::-1]))
    return tuple(rows)


def _numbers(entry: Any) -> tuple[str, tuple[int, ...]]:
    if isinstance(entry, OwnSequence):
        return entry.name, tuple(entry.cards)
    return f"sequence {entry}", printed_sequence(entry)


def _rows(table: Table) -> Sequence[tuple[str, str]]:
    assert table.deck is not None
    countdown = next(card for card in table.deck.cards if isinstance(card, Special) and card.name == COUNTDOWN)
    fog = table.deck.slots_of(Lies.FOG)
    return (
        ("turn", f"{table.turn}, pass {table.passes + 1}"),
        ("top card", f"slot {table.deck.slot}, {table.deck.top_lies.value}"),
        ("countdown", f"{countdown.mark} (the game is lost at 0)"),
        ("fog in slots", ", ".join(map(str, fog)) or "none"),
        ("searches", f"{table.searches} made, {table.fog_stock} fog cards left"),
        ("clues held", f"{table.clues.held}" + (" (a flight waits)" if table.flight_waits else "")),
    )


PART = Part(
    name="stealth",
    rank=10,
    switch="stealth",
    settings={"stealth": (StealthSetting | None, None)},
    needs_pawn=True,
    opening=_set_up,
    faces=(LANDMARKS, FOG),
    specials={COUNTDOWN: _countdown},
    evidence=_evidence,
    rows=_rows,
)
