"""The Darkest Ladies: three symbols in order, no suits, and clue cards with two sides (Strange Shadows, p. 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag

from solver.core.cardlists import load_list
from solver.core.errors import DataError, Fault
from solver.core.protocol import Evidence, Mystery, Noted
from solver.core.schema import Event, Setting, Strict, list_or_file, validate
from solver.games.black_sonata.card_files import Name
from solver.games.black_sonata.lady.notes import BONUS, LADY, DarkestNotes
from solver.games.black_sonata.lazily import later
from solver.games.black_sonata.part import Part, ScoreLine
from solver.games.black_sonata.parts.clues import Clue, ClueCard, ClueFour, ClueThree, warn_of_keys
from solver.games.black_sonata.parts.confront import Confront
from solver.games.black_sonata.parts.fog import AnyThree, FogOther, FogReplaceLady, Four, Triple
from solver.games.black_sonata.table import Ending, Table

if TYPE_CHECKING:
    from solver.games.black_sonata.lady.ordered_facts import FourSide, Sides, ThreeSide

DARKEST = "darkest"
WHERE = "$.setup.lady.cards"


class DarkestCard(Strict):
    """A lady: her name, and her symbols in order."""

    name: Name
    symbols: AnyThree


class TwoSided(Strict):
    """A clue card: four symbols on one side, three in order on the other."""

    four: Four
    three: Triple


class DarkestCards(Strict):
    """A card list: the ladies, and the clue cards where they are known too."""

    ladies: Annotated[list[DarkestCard], Field(min_length=1)]
    clues: list[TwoSided] = Field(default_factory=list)


def _ladies_alone(raw: Any) -> Any:
    """A bare list is one of ladies."""
    return {"ladies": raw} if isinstance(raw, list) else raw


DarkestSource = Annotated[
    Annotated[DarkestCards, BeforeValidator(_ladies_alone), Tag("list")] | Annotated[str, Tag("file")],
    Discriminator(list_or_file),
]


class DarkestSetting(Setting):
    """Whether a lady may have a symbol more than once; with `cards`, she is one of the ladies listed."""

    set: Literal["darkest"]
    repeats: bool = False
    cards: DarkestSource | None = None


def _complete(setting: Any, folder: Path | None) -> Any:
    """The setting with its card list read from the file it names, and checked."""
    cards, root = setting.cards, WHERE
    if isinstance(cards, str):
        raw, root = _ladies_alone(load_list(cards, folder, WHERE)), "$"
        cards = validate(DarkestCards, raw, cards)
    if cards is None:
        return setting
    faults = list(_faults(cards, setting.repeats, f"{root}.ladies"))
    if faults:
        raise DataError(faults, setting.cards if isinstance(setting.cards, str) else "")
    return setting.model_copy(update={"cards": cards})


def _faults(cards: DarkestCards, repeats: bool, where: str) -> Iterator[Fault]:
    """Two ladies alike, or a symbol twice on a card where that is not allowed."""
    for index, lady in enumerate(cards.ladies):
        before = cards.ladies[:index]
        if any(other.name == lady.name for other in before):
            yield Fault(f"{where}[{index}].name", lady.name, "a name that no other card has")
        if any(other.symbols == lady.symbols for other in before):
            yield Fault(f"{where}[{index}].symbols", lady.symbols, "symbols in an order that no other card has")
        if not repeats and len(set(lady.symbols)) < len(lady.symbols):
            yield Fault(f"{where}[{index}].symbols", lady.symbols, "three different symbols (or `repeats`: true)")


def _object_to(table: Table, event: Event) -> str | None:
    """What does not fit ladies without suits, or can be true of none of them."""
    match event:
        case Clue():
            return (
                'the Darkest Ladies have no suits: note the `side` of the clue card ("four" or "three") and the '
                "`count` that its hole shows"
            )
        case ClueFour() if event.count > 3:
            return f"she has three symbols, so no more than three of four can be hers ({event.count} was noted)"
        case ClueThree() if event.count == 5:
            return "5 cannot be shown: with three symbols hers and two in place, the third is in place too"
        case _:
            return None


def _remember(table: Table, event: Event) -> Table:
    """What an event of another part tells of her card."""
    from solver.games.black_sonata.lady.ordered_facts import FourSide, InOrder, Sides, ThreeSide

    notes: DarkestNotes = table.states[LADY]
    match event:
        case ClueCard():
            return table.keep(LADY, _take(notes, Sides(tuple(sorted(event.four)), tuple(event.three))))
        case ClueFour():
            table = warn_of_keys(table, event, BONUS)
            return _test(table, FourSide(tuple(sorted(event.symbols)), event.count))
        case ClueThree():
            table = warn_of_keys(table, event, BONUS)
            return _test(table, ThreeSide(tuple(event.symbols), event.count))
        case Confront() if event.right is not None:
            told = Noted(table.event, InOrder(tuple(event.symbols), event.right))
            return table.keep(LADY, replace(notes, told=(*notes.told, told)))
        case FogReplaceLady():
            return _replaced(table)
        case FogOther() if event.suit is not None:
            return _replaced(table)
        case _:
            return table


def _take(notes: DarkestNotes, card: Sides) -> DarkestNotes:
    hand = notes.hand if card in notes.hand else (*notes.hand, card)
    return replace(notes, hand=hand, seen=notes.seen | {card.four, card.three})


def _test(table: Table, fact: FourSide | ThreeSide) -> Table:
    """The card in hand with that side, if there is one, is tested now."""
    notes: DarkestNotes = table.states[LADY]
    tested = next((card for card in notes.hand if fact.symbols in (card.four, card.three)), None)
    if notes.hand and tested is None:
        table = table.warn("no clue card in hand has these symbols on that side")
    hand = tuple(card for card in notes.hand if card is not tested)
    told = (*notes.told, Noted(table.event, fact))
    return table.keep(LADY, replace(notes, told=told, hand=hand, seen=notes.seen | {fact.symbols}))


def _replaced(table: Table) -> Table:
    notes: DarkestNotes = table.states[LADY]
    table = table.warn(
        "another Darkest Lady lies under the board now: all that was noted of the one before is void "
        "(they have no suits, so a suit says nothing)"
    )
    return table.keep(LADY, replace(notes, told=()))


def _evidence(table: Table) -> Sequence[Evidence]:
    from solver.games.black_sonata.lady.ordered import ListedLady, OrderedLady

    setting: DarkestSetting = table.rules.settings[LADY]
    notes: DarkestNotes = table.states[LADY]
    mystery: Mystery[Any] = OrderedLady(setting.repeats)
    if isinstance(setting.cards, DarkestCards):
        mystery = ListedLady(tuple((lady.name, tuple(lady.symbols)) for lady in setting.cards.ladies))
    return (Evidence(mystery, notes.told),)


def _rows(table: Table) -> Sequence[tuple[str, str]]:
    notes: DarkestNotes = table.states[LADY]
    told = [noted.fact.sentence() for noted in notes.told]
    hand = [f"{'-'.join(card.four)} / {'-'.join(card.three)}" for card in notes.hand]
    in_hand = (("clue cards in hand", ", ".join(hand)),) if hand else ()
    return (("clues noted", "; ".join(told) or "none"), *in_hand)


def _score(table: Table) -> Sequence[ScoreLine]:
    """Five points for a win (Strange Shadows, p. 5)."""
    from solver.games.black_sonata.weights import weight

    points = {Ending.WON: Fraction(weight(DARKEST, "win")), Ending.LOST: Fraction(0)}
    return (ScoreLine("the Darkest Ladies, if the game is won", points.get(table.ending) if table.ending else None),)


PART = Part(
    name=DARKEST,
    rank=22,
    switch=LADY,
    variant=DARKEST,
    settings={LADY: (DarkestSetting | None, None)},
    opening=lambda table: table.keep(LADY, DarkestNotes()),
    objections=(_object_to,),
    after=(_remember,),
    evidence=_evidence,
    rows=_rows,
    score=_score,
    advice=later("lady.sides", "side_advice"),
    clue_worth=later("lady.sides", "ordered_clue_worth"),
    complete=_complete,
)
