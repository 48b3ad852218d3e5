"""Confronting the Dark Lady: her card is turned, and the game is over."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from solver.core.schema import Event
from solver.games.black_sonata.advising.confront import confront_advice
from solver.games.black_sonata.grammar import SYMBOL, Phrase, Vocabulary, Words
from solver.games.black_sonata.part import Part
from solver.games.black_sonata.parts.fog import Triple
from solver.games.black_sonata.table import Ending, Table


class Confront(Event):
    """Three symbols were placed and the Dark Lady's card was turned; `right` if they are hers."""

    told_by: ClassVar[str] = "who"

    type: Literal["confront"] = "confront"
    who: Literal["lady"] = "lady"
    symbols: Triple
    right: bool | None = None


def _confront(table: Table, event: Confront) -> Table:
    if table.deck is not None and not (table.last_search_found or table.is_over):
        table = table.warn("she is confronted only where a search of the same turn has found her")
    match event.right:
        case True:
            return table.end(Ending.WON, "the Dark Lady was named rightly")
        case False:
            return table.end(Ending.LOST, "the Dark Lady was named wrongly")
        case None:
            return table.end(Ending.OVER, "the Dark Lady was confronted")


VERDICT = Vocabulary("right or wrong", {"right": True, "wrong": False})


def _read(words: Words, table: Table) -> dict[str, Any]:
    event: dict[str, Any] = {"type": "confront", "symbols": [words.take(SYMBOL) for _ in range(3)]}
    right = words.try_take(VERDICT)
    return event if right is None else {**event, "right": right}


def _speak(event: Confront) -> str:
    verdict = {True: " right", False: " wrong", None: ""}[event.right]
    return f"confront {' '.join(event.symbols)}{verdict}"


PART = Part(
    name="confront",
    events={Confront: _confront},
    advice=confront_advice,
    phrases=(
        Phrase("confront", "confront SYMBOL SYMBOL SYMBOL [right|wrong]", Confront, _read, _speak, lambda: SYMBOL),
    ),
)
