"""The Fair Youth: bystanders tell which way he went, and he is confronted where he hides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from solver.core.protocol import Evidence
from solver.core.schema import Event, switchable
from solver.games.black_sonata.asking import answers, use_key
from solver.games.black_sonata.grammar import LANDMARK, LOCATION, Phrase, Words
from solver.games.black_sonata.lazily import later
from solver.games.black_sonata.part import Part, ScoreLine
from solver.games.black_sonata.parts.confront import VERDICT
from solver.games.black_sonata.table import Ending, Table, forbid
from solver.games.black_sonata.youth.forms import ASKING, KEY, MYSTERY, Ask, ConfrontYouth, YouthNotes, YouthSetting
from solver.games.black_sonata.youth.forms import complete as complete_youth

CONFRONT_SOURCE = "The Fair Youth, p. 5"


def _notes(table: Table) -> YouthNotes:
    notes: YouthNotes = table.states[KEY]
    return notes


def _ask(table: Table, event: Ask) -> Table:
    from solver.games.black_sonata.youth.mystery import Pointed

    table = use_key(table, ASKING)
    return table.see(MYSTERY, Pointed(str(table.pawn), event.landmark))


def _confront(table: Table, event: ConfrontYouth) -> Table:
    """The game goes on; his card is turned once."""
    from solver.games.black_sonata.youth.mystery import Caught

    if event.location != table.pawn:
        here = f"he is confronted where the pawn stands: at {table.pawn}, not at {event.location}"
        raise forbid(here, CONFRONT_SOURCE)
    if _notes(table).caught is not None:
        table = table.warn("the Fair Youth's card was turned before; only the first time is scored")
    return table if event.right is None else table.see(MYSTERY, Caught(event.location, event.right))


def _remember(table: Table, event: Event) -> Table:
    """A stay begins with each turn and each place of the pawn; both at once means within one stay."""
    notes, moment = _notes(table), (table.turn, table.pawn)
    if moment != notes.moment:
        notes = replace(notes, stay=notes.stay + 1, moment=moment)
    if isinstance(event, ConfrontYouth) and notes.caught is None:
        notes = replace(notes, caught=event, caught_at=notes.stay)
    elif getattr(event, "who", "") == "lady" and notes.lady_at is None:
        notes = replace(notes, lady_at=notes.stay)
    return table.keep(KEY, notes)


def _evidence(table: Table) -> Sequence[Evidence]:
    from solver.games.black_sonata.youth.mystery import Hideout, YouthCard

    listed = table.rules.settings[KEY].cards
    cards = None if listed is None else tuple(YouthCard(c.hideout, tuple(sorted(c.answers.items()))) for c in listed)
    return (Evidence(Hideout(table.board, cards), table.facts.get(MYSTERY, ())),)


# Show and score


def _rows(table: Table) -> Sequence[tuple[str, str]]:
    asked = ", ".join(f"{place} ({fact.landmark})" for place, fact in answers(table, MYSTERY).items())
    caught = _notes(table).caught
    if caught is None:
        return (("bystanders asked", asked or "none"),)
    verdict = {True: ", rightly", False: ", wrongly", None: ""}[caught.right]
    return (("bystanders asked", asked or "none"), ("Fair Youth confronted", f"at {caught.location}{verdict}"))


def _score(table: Table) -> Sequence[ScoreLine]:
    from solver.games.black_sonata.weights import weight

    caught, points = _notes(table).caught, Fraction(weight(KEY, "points"))
    if caught is None:
        return (ScoreLine("the Fair Youth, not confronted", Fraction(0) if table.is_over else None),)
    alone = {True: points, False: -points, None: None}[caught.right]
    line = ScoreLine(f"the Fair Youth, confronted at {caught.location}", alone)
    return (line, ScoreLine("both confronted in one place at the same time", _both(table, caught)))


def _both(table: Table, caught: ConfrontYouth) -> Fraction | None:
    """Both were met within one stay of the pawn, and both were named rightly; None where that was not noted."""
    from solver.games.black_sonata.weights import weight

    notes = _notes(table)
    if notes.lady_at is None and not table.is_over:
        return None
    if notes.lady_at != notes.caught_at or caught.right is False or table.ending is Ending.LOST:
        return Fraction(0)
    is_known = table.ending is Ending.WON and caught.right is True
    return Fraction(weight(KEY, "both")) if is_known else None


# Talk


def _read_ask(words: Words, table: Table) -> dict[str, Any]:
    return {"type": "ask", "landmark": words.take(LANDMARK)}


def _read_confront(words: Words, table: Table) -> dict[str, Any]:
    """The location may be left out: it is the pawn's."""
    place = words.take(LOCATION) if table.pawn is None else words.try_take(LOCATION) or table.pawn
    event: dict[str, Any] = {"type": "confront", "who": "youth", "location": place}
    right = words.try_take(VERDICT)
    return event if right is None else {**event, "right": right}


def _speak_confront(event: ConfrontYouth) -> str:
    verdict = {True: " right", False: " wrong", None: ""}[event.right]
    return f"confront youth {event.location}{verdict}"


PART = Part(
    name=KEY,
    rank=30,
    switch=KEY,
    settings={KEY: (switchable(YouthSetting), None)},
    needs_pawn=True,
    complete=complete_youth,
    opening=lambda table: table.keep(KEY, YouthNotes(moment=(table.turn, table.pawn))),
    events={Ask: _ask, ConfrontYouth: _confront},
    after=(_remember,),
    evidence=_evidence,
    advice=later("youth.hints", "youth_advice"),
    errands=later("youth.hints", "youth_errands"),
    rows=_rows,
    score=_score,
    phrases=(
        Phrase("ask", "ask LANDMARK", Ask, _read_ask, lambda event: f"ask {event.landmark}", lambda table: LANDMARK),
        Phrase(
            "confront youth",
            "confront youth [LOCATION] [right|wrong]",
            ConfrontYouth,
            _read_confront,
            _speak_confront,
            lambda table: LOCATION,
        ),
    ),
)
