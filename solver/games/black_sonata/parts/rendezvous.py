"""The Rendezvous: a landmark, told by its distance, where the Dark Lady must be met."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from solver.core.protocol import Evidence
from solver.core.schema import Event, switchable
from solver.games.black_sonata.asking import answers, use_key
from solver.games.black_sonata.grammar import Phrase, Words
from solver.games.black_sonata.lazily import later
from solver.games.black_sonata.part import Part, ScoreLine
from solver.games.black_sonata.rendezvous.forms import KEY, MYSTERY, QUERYING, Query, RendezvousSetting
from solver.games.black_sonata.rendezvous.forms import complete as complete_rendezvous
from solver.games.black_sonata.table import Ending, Table

if TYPE_CHECKING:
    from solver.games.black_sonata.rendezvous.mystery import RendezvousCard


def _query(table: Table, event: Query) -> Table:
    from solver.games.black_sonata.rendezvous.mystery import Measured

    table = use_key(table, QUERYING)
    return table.see(MYSTERY, Measured(str(table.pawn), event.distance))


def _see_card(table: Table, event: Event) -> Table:
    """The Rendezvous card is turned before hers. (`confront` ends the game where its landmark does not stand.)"""
    from solver.games.black_sonata.rendezvous.mystery import Turned

    landmark = getattr(event, "landmark", None) if event.type == "confront" else None
    return table if landmark is None else table.see(MYSTERY, Turned(landmark))


def _evidence(table: Table) -> Sequence[Evidence]:
    from solver.games.black_sonata.rendezvous.mystery import Rendezvous

    setting: RendezvousSetting = table.rules.settings[KEY]
    return (Evidence(Rendezvous(table.board, setting.here, _cards(setting)), table.facts.get(MYSTERY, ())),)


def _cards(setting: RendezvousSetting) -> tuple[RendezvousCard, ...] | None:
    from solver.games.black_sonata.rendezvous.mystery import RendezvousCard

    listed: Any = setting.cards
    if listed is None:
        return None
    return tuple(RendezvousCard(card.landmark, tuple(sorted(card.distances.items()))) for card in listed)


# Show, score, words


def _rows(table: Table) -> Sequence[tuple[str, str]]:
    told = ", ".join(f"{fact.distance} from {place}" for place, fact in answers(table, MYSTERY).items())
    return (("Rendezvous queried", told or "nowhere"),)


def _score(table: Table) -> Sequence[ScoreLine]:
    from solver.games.black_sonata.weights import weight

    points = {Ending.WON: Fraction(weight(KEY, "points")), Ending.LOST: Fraction(0)}
    return (
        ScoreLine("the Rendezvous, if the game is won", None if table.ending is None else points.get(table.ending)),
    )


def _read(words: Words, table: Table) -> dict[str, Any]:
    return {"type": "query", "distance": words.take_number("how far away the landmark is")}


PART = Part(
    name=KEY,
    rank=40,
    switch=KEY,
    settings={KEY: (switchable(RendezvousSetting), None)},
    needs_pawn=True,
    complete=complete_rendezvous,
    events={Query: _query},
    after=(_see_card,),
    evidence=_evidence,
    hurdle=later("rendezvous.hints", "hurdle"),
    advice=later("rendezvous.hints", "rendezvous_advice"),
    errands=later("rendezvous.hints", "rendezvous_errands"),
    rows=_rows,
    score=_score,
    phrases=(
        Phrase("query", "query NUMBER", Query, _read, lambda event: f"query {event.distance}"),
        Phrase("distance", "distance NUMBER", Query, _read, lambda event: f"distance {event.distance}"),
    ),
)
