"""Fog cards that lie on top and are used: the ten effects, and any other that an owner writes down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import AfterValidator, Field

from solver.core.schema import Event, OneOf, refuse
from solver.games.black_sonata.cards import DARKER_SUITS, SUITS, SYMBOLS
from solver.games.black_sonata.faces import Lies, Shown, Shows
from solver.games.black_sonata.grammar import LOCATION, REMARK, SUIT, SYMBOL, Phrase, Vocabulary, Words
from solver.games.black_sonata.lazily import later
from solver.games.black_sonata.motion import arrive, fly, see_face, walk
from solver.games.black_sonata.part import Part
from solver.games.black_sonata.parts.pawn import Location
from solver.games.black_sonata.reading import fill_specials, read_faces, speak_faces
from solver.games.black_sonata.table import Table, forbid

LOOK = 5
"""How many stealth cards the look ahead shows."""


def _all_different(symbols: list[str]) -> list[str]:
    if len(set(symbols)) != len(symbols):
        raise refuse(f"{'three' if len(symbols) == 3 else 'four'} different symbols")
    return symbols


Symbol: TypeAlias = Annotated[str, OneOf("a symbol", SYMBOLS)]
Triple: TypeAlias = Annotated[list[Symbol], Field(min_length=3, max_length=3), AfterValidator(_all_different)]
Four: TypeAlias = Annotated[list[Symbol], Field(min_length=4, max_length=4), AfterValidator(_all_different)]
AnyThree: TypeAlias = Annotated[list[Symbol], Field(min_length=3, max_length=3)]
"""Three symbols of which some may be the same, as the Darkest Ladies may have them."""
Suit: TypeAlias = Annotated[str, OneOf("a suit", (*SUITS, *DARKER_SUITS))]


class FogEvent(Event):
    """The fog card on top was used."""

    told_by: ClassVar[str] = "effect"

    type: Literal["fog"] = "fog"


class FogPlain(FogEvent):
    """Effects without a choice."""

    effect: Literal["clue", "clue-and-discard", "discard", "discard-fog"]


class FogReplaceLady(FogEvent):
    """Another Dark Lady was drawn; her suit is `suit` (left out for the Darkest Ladies, who have none)."""

    effect: Literal["replace-lady"]
    suit: Suit | None = None


class FogMove(FogEvent):
    """The pawn was moved."""

    effect: Literal["move-anywhere", "move-neighbour"]
    to: Location


class FogLook(FogEvent):
    """The backs of the next five stealth cards were seen, in order."""

    effect: Literal["look-five"]
    shows: Annotated[list[Shows], Field(min_length=LOOK, max_length=LOOK)]


class FogSwap(FogEvent):
    """A clue was given away for another."""

    effect: Literal["swap-clue"]
    gives: Triple


class FogAdvance(FogEvent):
    """The deck advanced by two cards."""

    effect: Literal["advance-two"]
    passed: list[Shows] | None = None


class FogOther(FogEvent):
    """Any other effect, told in `text`; the fields say what it did."""

    effect: Literal["other"]
    text: Annotated[str, Field(min_length=1)]
    suit: Suit | None = None
    to: Location | None = None
    shows: list[Shows] | None = None
    gives: Triple | None = None
    passed: list[Shows] | None = None


def _use(table: Table, event: Any) -> Table:
    deck = table.deck
    if deck is not None and not (deck.shows_top and deck.top_lies is Lies.FOG):
        where = (
            f"slot {deck.slot} holds a {deck.top_lies.value} card" if deck.shows_top else "a special card lies there"
        )
        raise forbid(f"a fog card can be used only while it lies on top; {where}", "fog")
    return EFFECTS[event.effect](table.act(), event)


def _take_clue(table: Table, event: Any) -> Table:
    return replace(table, clues=replace(table.clues, from_fog=table.clues.from_fog + 1))


def _discard(table: Table, event: Any) -> Table:
    return replace(table.spend_fog(), fog_gone=table.fog_gone | {event.effect})


def _discard_top(table: Table, event: Any) -> Table:
    """The card in use is not in the fog deck while it is obeyed: with one card in stock, none is left to discard."""
    return table if table.fog_stock == 1 else table.spend_fog()


def _advance(table: Table, event: FogAdvance) -> Table:
    return fly(table, event.passed, 2, "two, by the fog card")


def _look(table: Table, event: Any) -> Table:
    """Faces of the next stealth cards below the top, fog and special cards skipped; no more than there are."""
    if table.deck is None or event.shows is None:
        return table
    ahead = [slot for slot in table.deck.slots_below() if table.deck.lies[slot] is Lies.STEALTH]
    for number, shown in enumerate(event.shows):
        if number < len(ahead):
            table = _look_at(table, ahead[number], shown)
        elif not shown.says_nothing:
            raise forbid(f"only {len(ahead)} stealth cards are left below the top", "fog: look at the next five")
    return table


def _look_at(table: Table, slot: int, shown: Shown) -> Table:
    if shown.specials:
        raise forbid("special cards are skipped when one looks at the next stealth cards", "fog: look at the next five")
    return see_face(table, slot, shown)


def _swap(table: Table, event: FogSwap) -> Table:
    return replace(table, clues=replace(table.clues, swapped=table.clues.swapped + 1))


def _move_near(table: Table, event: FogMove) -> Table:
    return walk(table, event.to)


def _move_anywhere(table: Table, event: FogMove) -> Table:
    return arrive(table, event.to)


def _other(table: Table, event: FogOther) -> Table:
    if event.to is not None:
        table = arrive(table, event.to)
    if event.shows is not None:
        table = _look(table, event)
    if event.gives is not None:
        table = replace(table, clues=replace(table.clues, swapped=table.clues.swapped + 1))
    if event.passed is not None:
        table = fly(table, event.passed, len(event.passed), "as many as were noted")
    return table


EFFECTS: Mapping[str, Callable[[Table, Any], Table]] = {
    "clue": _take_clue,
    "clue-and-discard": lambda table, event: _discard(_take_clue(table, event), event),
    "discard": _discard,
    "discard-fog": _discard_top,
    "replace-lady": lambda table, event: table,
    "move-anywhere": _move_anywhere,
    "move-neighbour": _move_near,
    "look-five": _look,
    "swap-clue": _swap,
    "advance-two": _advance,
    "other": _other,
}
"""What each effect does to the table. Replacing her concerns the lady's part alone."""

EFFECT_WORDS = Vocabulary(
    "what the fog card did",
    {
        **{name: name for name in EFFECTS},
        "replace": "replace-lady",
        "anywhere": "move-anywhere",
        "neighbour": "move-neighbour",
        "look": "look-five",
        "swap": "swap-clue",
        "advance": "advance-two",
    },
)


def _read(words: Words, table: Table) -> dict[str, Any]:
    if not words:
        return {"type": "turn", "shows": fill_specials(table, ["fog"])[0]}
    effect = words.take(EFFECT_WORDS)
    return {"type": "fog", "effect": effect, **_read_fields(effect, words, table)}


def has_no_suits(table: Table) -> bool:
    """True where the set-up names a set of ladies without suits."""
    lady = table.rules.settings.get("lady")
    return lady is not None and getattr(lady, "suit", None) is None


def _read_fields(effect: str, words: Words, table: Table) -> dict[str, Any]:
    match effect:
        case "replace-lady":
            return {"suit": None if not words and has_no_suits(table) else words.take(SUIT)}
        case "move-anywhere" | "move-neighbour":
            return {"to": words.take(LOCATION)}
        case "look-five":
            return {"shows": read_faces(words, table)}
        case "swap-clue":
            return {"gives": [words.take(SYMBOL) for _ in range(3)]}
        case "advance-two" if words:
            return {"passed": fill_specials(table, read_faces(words, table))}
        case "other":
            return {"text": words.rest() or "an effect of its own"}
        case _:
            return {}


def _speak(event: Any) -> str | None:
    match event:
        case FogReplaceLady():
            detail = event.suit or ""
        case FogMove():
            detail = event.to
        case FogLook():
            detail = speak_faces(event.shows)
        case FogSwap():
            detail = " ".join(event.gives)
        case FogAdvance() if event.passed is not None:
            detail = speak_faces(event.passed)
        case FogOther():
            return _speak_other(event)
        case _:
            detail = ""
    return f"fog {event.effect} {detail}".rstrip()


def _speak_other(event: FogOther) -> str | None:
    """None where words would lose something: another field, or a text that is not read back as it stands."""
    is_bare = event.model_fields_set <= {"type", "note", "effect", "text"}
    is_kept = Words(event.text).rest() == event.text and REMARK not in event.text
    return f"fog {event.effect} {event.text}" if is_bare and is_kept else None


PART = Part(
    name="fog",
    events=dict.fromkeys((FogPlain, FogReplaceLady, FogMove, FogLook, FogSwap, FogAdvance, FogOther), _use),
    advice=later("advising.fog", "fog_advice"),
    phrases=(
        Phrase(
            "fog",
            "fog EFFECT [...]  (fog alone: the next card is fog)",
            FogEvent,
            _read,
            _speak,
            lambda table: EFFECT_WORDS,
        ),
    ),
)
