"""The models of this game's session files, and the rules that a set-up makes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from operator import or_
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from solver.core.errors import DataError, Fault
from solver.core.schema import Strict, model_of_file
from solver.games.isla_negra.decklists import read_deck
from solver.games.isla_negra.events import EVENTS
from solver.games.isla_negra.fitting import faults_between
from solver.games.isla_negra.rules import Fighter, Rules
from solver.games.isla_negra.setup import Setup

if TYPE_CHECKING:
    from solver.games.isla_negra.decks import Deck

NAME = "isla-negra"


class SessionBase(Strict):
    """A session whose parts must fit together."""

    @classmethod
    def faults_between(cls, raw: object, root: str) -> Sequence[Fault]:
        return [Fault(root + fault.path, fault.value, fault.accepted) for fault in faults_between(raw)]


@cache
def session_model() -> type[Strict]:
    """The model of a whole file."""
    kinds: Any = reduce(or_, EVENTS)
    return model_of_file(NAME, Setup, Annotated[kinds, Field(discriminator="type")], SessionBase)


def rules_of(setup: Setup, folder: Path | None) -> Rules:
    """The rules of a set-up without faults, decks read from files in `folder`. Raises DataError with every fault."""
    decks: list[Deck] = []
    refused: list[DataError] = []
    for number, form in enumerate(setup.forms):
        try:
            decks.append(read_deck(form.deck, form.size, folder, f"$.setup.fighters[{number}].deck"))
        except DataError as error:
            refused.append(error)
    if refused:
        where = refused[0].where if len({error.where for error in refused}) == 1 else ""
        raise DataError([fault for error in refused for fault in error.faults], where)
    fighters = (
        Fighter(form.player, form.fighter, deck, "" if form.team is None else str(form.team))
        for form, deck in zip(setup.forms, decks, strict=True)
    )
    return Rules(setup.mode, setup.me, tuple(fighters))
