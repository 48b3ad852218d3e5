"""What a session writes of the Fair Youth: his set-up with its card list, and the events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Discriminator, Field, Tag

from maps import Board, london
from solver.core.errors import DataError, Fault
from solver.core.schema import Event, Setting, Strict, list_or_file
from solver.games.black_sonata.asking import Inquiry, read_list
from solver.games.black_sonata.parts.confront import Confront
from solver.games.black_sonata.parts.pawn import LandmarkName, Location

KEY = "youth"
MYSTERY = "youth.hideout"
WHERE = "$.setup.youth.cards"


class ListedYouth(Strict):
    """A card of the Fair Youth: his hideout, and the landmark in the hole of each location."""

    hideout: Location
    answers: dict[Location, LandmarkName]


YouthCards = Annotated[list[ListedYouth], Field(min_length=1)]
CardSource = Annotated[
    Annotated[YouthCards, Tag("list")] | Annotated[str, Tag("file")],
    Discriminator(list_or_file),
]


class YouthFile(Strict):
    """The content of a card file."""

    cards: YouthCards


class YouthSetting(Setting):
    """Nothing need be set; `cards` lists his cards, where these are known."""

    cards: CardSource | None = None


class Ask(Event):
    """The bystander at the pawn was asked, and showed a landmark of his next location."""

    type: Literal["ask"] = "ask"
    landmark: LandmarkName


class ConfrontYouth(Event):
    """The Fair Youth's card was turned; `right` if it names this location, which is the pawn's."""

    told_by: ClassVar[str] = Confront.told_by

    type: Literal["confront"] = "confront"
    who: Literal["youth"]
    location: Location
    right: bool | None = None


ASKING = Inquiry(
    section=KEY,
    mystery=MYSTERY,
    about="the Fair Youth's hideout",
    event=lambda: Ask(landmark=london().landmarks[0]),
    free="ask_is_free",
    words="ask the bystander at",
    source="The Fair Youth, p. 4",
)


@dataclass(frozen=True)
class YouthNotes:
    """When he and the Dark Lady were confronted: `stay` counts the turns and the places of the pawn."""

    stay: int = 0
    moment: tuple[int, str | None] = (0, None)
    caught: ConfrontYouth | None = None
    caught_at: int = -1
    lady_at: int | None = None


def complete(setting: Any, folder: Path | None) -> YouthSetting:
    """The setting with its card list read from the file that it names, and checked. Raises DataError."""
    chosen = setting if isinstance(setting, YouthSetting) else YouthSetting()
    if chosen.cards is None:
        return chosen
    cards: list[ListedYouth] = read_list(chosen.cards, YouthFile, folder, WHERE)
    faults = list(_faults(london(), cards))
    if faults:
        raise DataError(faults)
    return chosen.model_copy(update={"cards": cards})


def _faults(board: Board, cards: Sequence[ListedYouth]) -> Iterator[Fault]:
    """Two cards of one hideout, and a landmark that does not stand where he may have gone."""
    from solver.games.black_sonata.youth.mystery import legal_answers

    hideouts: set[str] = set()
    for index, card in enumerate(cards):
        if card.hideout in hideouts:
            yield Fault(f"{WHERE}[{index}].hideout", card.hideout, "a hideout that no other card has")
        hideouts.add(card.hideout)
        for place, landmark in card.answers.items():
            legal = legal_answers(board)[place, card.hideout]
            if landmark not in legal:
                accepted = f"a landmark of the next location on a shortest way: one of {', '.join(legal)}"
                yield Fault(f"{WHERE}[{index}].answers.{place}", landmark, accepted)
