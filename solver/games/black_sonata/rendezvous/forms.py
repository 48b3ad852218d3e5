"""What a session writes of the Rendezvous: its set-up with the card list, and the event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from maps import Board, london
from solver.core.errors import DataError, Fault
from solver.core.schema import Event, Setting, Strict, list_or_file
from solver.games.black_sonata.asking import Inquiry, read_list
from solver.games.black_sonata.parts.pawn import LandmarkName, Location

KEY = "rendezvous"
MYSTERY = "rendezvous.landmark"
WHERE = "$.setup.rendezvous.cards"

Distance = Annotated[int, Field(ge=0, le=len(london().names) - 1)]
"""Steps; no two locations can be farther apart."""


class ListedRendezvous(Strict):
    """A card of the Rendezvous: its landmark, and the number in the hole of each location."""

    landmark: LandmarkName
    distances: dict[Location, Distance]


RendezvousCards = Annotated[list[ListedRendezvous], Field(min_length=1)]
CardSource = Annotated[
    Annotated[RendezvousCards, Tag("list")] | Annotated[str, Tag("file")],
    Discriminator(list_or_file),
]


class RendezvousFile(Strict):
    """The content of a card file."""

    cards: RendezvousCards


class RendezvousSetting(Setting):
    """`here`: what the number counts at a location that has the landmark itself; `cards`: what is printed."""

    here: Literal["nearest-other", "nearest", "either"] = "nearest-other"
    cards: CardSource | None = None

    @property
    def printed_by(self) -> str:
        """The reading that a card list is checked against: any, unless one was set beside it."""
        return self.here if "here" in self.model_fields_set else "either"


class Query(Event):
    """The Rendezvous card was asked at the pawn, and gave the distance to its landmark."""

    type: Literal["query"] = "query"
    distance: Distance


QUERYING = Inquiry(
    section=KEY,
    mystery=MYSTERY,
    about="the Rendezvous landmark",
    event=lambda: Query(distance=1),
    free="query_is_free",
    words="query the Rendezvous at",
    source="The Fair Youth, p. 7",
)


def complete(setting: Any, folder: Path | None) -> RendezvousSetting:
    """The setting with its card list read from the file that it names, and checked. Raises DataError."""
    chosen = setting if isinstance(setting, RendezvousSetting) else RendezvousSetting()
    if chosen.cards is None:
        return chosen
    cards: list[ListedRendezvous] = read_list(chosen.cards, RendezvousFile, folder, WHERE)
    faults = list(_faults(london(), cards, chosen.printed_by))
    if faults:
        raise DataError(faults)
    return chosen.model_copy(update={"cards": cards})


def _faults(board: Board, cards: Sequence[ListedRendezvous], here: str) -> Iterator[Fault]:
    """Two cards of one landmark, and a number that is not the distance on the map."""
    from solver.games.black_sonata.rendezvous.mystery import legal_numbers

    landmarks: set[str] = set()
    for index, card in enumerate(cards):
        if card.landmark in landmarks:
            yield Fault(f"{WHERE}[{index}].landmark", card.landmark, "a landmark that no other card has")
        landmarks.add(card.landmark)
        for place, number in card.distances.items():
            legal = legal_numbers(board, place, card.landmark, here)
            if number not in legal:
                accepted = f"the distance to {card.landmark} from there: {' or '.join(map(str, legal))}"
                yield Fault(f"{WHERE}[{index}].distances.{place}", number, accepted)
