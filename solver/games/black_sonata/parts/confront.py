"""Confronting the Dark Lady: her card is turned, and the game is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from solver.core.errors import Fault
from solver.core.schema import Event
from solver.games.black_sonata.grammar import LANDMARK, SYMBOL, Phrase, Vocabulary, Words
from solver.games.black_sonata.lazily import later
from solver.games.black_sonata.part import Part
from solver.games.black_sonata.parts.fog import AnyThree
from solver.games.black_sonata.parts.pawn import LandmarkName
from solver.games.black_sonata.table import Ending, Table, forbid

if TYPE_CHECKING:
    from solver.games.black_sonata.rulebook import Rulebook


class Confront(Event):
    """Three symbols were placed (in order for the Darkest Ladies) and her card was turned; `right` if they are hers."""

    told_by: ClassVar[str] = "who"

    type: Literal["confront"] = "confront"
    who: Literal["lady"] = "lady"
    symbols: AnyThree
    landmark: LandmarkName | None = None
    right: bool | None = None


def _confront(table: Table, event: Confront) -> Table:
    if table.deck is not None and not (table.last_search_found or table.is_over):
        table = table.warn("she is confronted only where a search of the same turn has found her")
    if event.landmark is not None:
        table = _meet(table, event.landmark)
    match event.right:
        case True:
            return table.end(Ending.WON, "the Dark Lady was named rightly")
        case False:
            return table.end(Ending.LOST, "the Dark Lady was named wrongly")
        case None:
            return table.end(Ending.OVER, "the Dark Lady was confronted")


def _meet(table: Table, landmark: str) -> Table:
    """Its card is turned first: the game is lost where the landmark does not stand (The Fair Youth, p. 7)."""
    if not table.rules.has("rendezvous"):
        raise forbid("no Rendezvous card is turned here: the set-up does not switch it on", "set-up")
    if table.pawn is None or landmark in table.board.place(table.pawn).landmarks:
        return table
    return table.end(Ending.LOST, f"the Rendezvous was at a {landmark}, and none stands at {table.pawn}")


def _faults(rules: Rulebook, events: Sequence[Event]) -> Iterator[Fault]:
    """No lady has a symbol twice, unless the set-up says that the Darkest may."""
    if getattr(rules.settings.get("lady"), "repeats", False):
        return
    for index, event in enumerate(events):
        if isinstance(event, Confront) and len(set(event.symbols)) < len(event.symbols):
            yield Fault(f"$.events[{index}].symbols", list(event.symbols), "three different symbols")


VERDICT = Vocabulary("right or wrong", {"right": True, "wrong": False})
LADY = Vocabulary("the lady", {"lady": True})
AT = Vocabulary("at", {"at": True})


def _read(words: Words, table: Table) -> dict[str, Any]:
    words.try_take(LADY)
    event: dict[str, Any] = {"type": "confront", "symbols": [words.take(SYMBOL) for _ in range(3)]}
    if words.try_take(AT):
        event["landmark"] = words.take(LANDMARK)
    right = words.try_take(VERDICT)
    return event if right is None else {**event, "right": right}


def _speak(event: Confront) -> str:
    verdict = {True: " right", False: " wrong", None: ""}[event.right]
    at = "" if event.landmark is None else f" at {event.landmark}"
    return f"confront {' '.join(event.symbols)}{at}{verdict}"


PART = Part(
    name="confront",
    events={Confront: _confront},
    faults=_faults,
    advice=later("advising.confront", "confront_advice"),
    phrases=(
        Phrase(
            "confront",
            "confront [lady] SYMBOL SYMBOL SYMBOL [at LANDMARK] [right|wrong]",
            Confront,
            _read,
            _speak,
            lambda table: SYMBOL,
        ),
    ),
)
