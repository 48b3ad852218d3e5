"""The Rendezvous: a landmark, told by its distance, where the Dark Lady must be met."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from solver.core.protocol import Evidence
from solver.core.schema import Event, switchable
from solver.core.values import Advice, Outcome
from solver.games.black_sonata.asking import answers, asking_advice, asking_errands, use_key
from solver.games.black_sonata.grammar import Phrase, Words
from solver.games.black_sonata.outlook import Hurdle, Outlook
from solver.games.black_sonata.part import Part, ScoreLine
from solver.games.black_sonata.rendezvous import LANDMARK, Measured, Rendezvous, RendezvousCard, Turned
from solver.games.black_sonata.rendezvous.forms import KEY, MYSTERY, QUERYING, Query, RendezvousSetting
from solver.games.black_sonata.rendezvous.forms import complete as complete_rendezvous
from solver.games.black_sonata.table import Ending, Table
from solver.games.black_sonata.weights import weight
from solver.games.black_sonata.wording import chance_words

if TYPE_CHECKING:
    from solver.games.black_sonata.errands import Errand, Planner


def _query(table: Table, event: Query) -> Table:
    table = use_key(table, QUERYING)
    return table.see(MYSTERY, Measured(str(table.pawn), event.distance))


def _see_card(table: Table, event: Event) -> Table:
    """The Rendezvous card is turned before hers. (`confront` ends the game where its landmark does not stand.)"""
    landmark = getattr(event, "landmark", None) if event.type == "confront" else None
    return table if landmark is None else table.see(MYSTERY, Turned(landmark))


def _evidence(table: Table) -> Sequence[Evidence]:
    setting: RendezvousSetting = table.rules.settings[KEY]
    return (Evidence(Rendezvous(table.board, setting.reading, _cards(setting)), table.facts.get(MYSTERY, ())),)


def _cards(setting: RendezvousSetting) -> tuple[RendezvousCard, ...] | None:
    listed: Any = setting.cards
    if listed is None:
        return None
    return tuple(RendezvousCard(card.landmark, tuple(sorted(card.distances.items()))) for card in listed)


# Hints


def _advice(planner: Planner) -> Iterator[Advice]:
    return asking_advice(QUERYING, planner)


def _errands(outlook: Outlook, turns: int, passed: int) -> Iterator[Errand]:
    return asking_errands(QUERYING, outlook)


def _hurdle(outlook: Outlook) -> Hurdle | None:
    """Its card is turned before hers: a landmark that does not stand at the pawn loses the game."""
    table = outlook.table
    if table.pawn is None:
        return None
    standing = table.board.place(table.pawn).landmarks
    chances = outlook.known[MYSTERY].belief.distribution(LANDMARK) or {}
    ranked = sorted(chances.items(), key=lambda item: (-item[1], str(item[0])))
    ways = tuple((Outcome({"landmark": landmark}, chance), landmark in standing) for landmark, chance in ranked)
    here = sum((chance for landmark, chance in chances.items() if landmark in standing), Fraction(0))
    return Hurdle(MYSTERY, ways, f"the Rendezvous landmark stands here with {chance_words(here)}")


# Show, score, words


def _rows(table: Table) -> Sequence[tuple[str, str]]:
    told = ", ".join(f"{fact.distance} from {place}" for place, fact in answers(table, MYSTERY).items())
    return (("Rendezvous queried", told or "nowhere"),)


def _score(table: Table) -> Sequence[ScoreLine]:
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
    hurdle=_hurdle,
    advice=_advice,
    errands=_errands,
    rows=_rows,
    score=_score,
    phrases=(
        Phrase("query", "query NUMBER", Query, _read, lambda event: f"query {event.distance}"),
        Phrase("distance", "distance NUMBER", Query, _read, lambda event: f"distance {event.distance}"),
    ),
)
