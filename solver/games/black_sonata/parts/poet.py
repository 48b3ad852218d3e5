"""The Rival Poet: a second pawn that flees from ours and gives clues, or comes after it and hinders it.

How he steps is in `poet_moves`, what is known of him in `rival`, what he is worth in `poet_plans`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal

from solver.core.schema import Event, Setting
from solver.games.black_sonata.faces import Shown
from solver.games.black_sonata.grammar import LOCATION, Phrase, Vocabulary, Words
from solver.games.black_sonata.lazily import later
from solver.games.black_sonata.part import Part, ScoreLine
from solver.games.black_sonata.parts.pawn import Location
from solver.games.black_sonata.poet_moves import AGGRESSIVE, ELUSIVE, Kind
from solver.games.black_sonata.rival import POET, Rival, choices, faces_on_top, rival, same_colour, step
from solver.games.black_sonata.table import Table, forbid

SOURCE = "The Fair Youth, p. 9"
MOVES = frozenset({"move", "ferry", "fog"})
"""What may bring the pawn to another location (in the field `to`)."""
ACTIONS = frozenset({"search", "fog", "pass", "summon"})
"""Actions that are no way out of the Aggressive Poet's company; asking and querying too, unless they are free."""


class PoetSetting(Setting):
    """Which of the two he is, and where he stands at set-up."""

    kind: Kind
    at: Location


class PoetAt(Event):
    """Where he stands now, when he was placed by choice."""

    type: Literal["poet"] = "poet"
    at: Location


def _set_up(table: Table) -> Table:
    setting: PoetSetting = table.rules.settings[POET]
    start = str(table.rules.settings["start"])
    table = table.keep(POET, Rival(setting.kind, frozenset({setting.at}), start))
    usual = same_colour(table, start)
    if setting.at in usual:
        return table
    return table.warn(f"the Poet starts where the start's colour is ({_listed(usual)}), not at {setting.at}")


def _listed(places: frozenset[str]) -> str:
    return " or ".join(sorted(places))


# Placing him


def _place(table: Table, event: PoetAt) -> Table:
    """He was placed after a meeting; or he is seen where he may stand."""
    poet = rival(table)
    if poet.met_at is not None and event.at in choices(table, poet.met_at):
        return table.keep(POET, replace(poet, places=frozenset({event.at}), met_at=None))
    if event.at in poet.places and not poet.waits:
        met_at = event.at if event.at == poet.met_at else None
        return table.keep(POET, replace(poet, places=frozenset({event.at}), met_at=met_at))
    raise forbid(_tell_where(table, poet), SOURCE)


def _tell_where(table: Table, poet: Rival) -> str:
    if poet.met_at is not None:
        where = _listed(choices(table, poet.met_at))
        return f"the Poet was met at {poet.met_at}, and is moved to another location of its colour: {where}"
    when = "only when the pawn has come to him" if poet.kind == ELUSIVE else "never, as he is the Aggressive one"
    return f"the Poet stands at {_listed(poet.places)}; he is placed by choice {when}"


# What he forbids


def _object(table: Table, event: Event) -> str | None:
    poet = rival(table)
    if getattr(event, "source", None) == POET:
        return _object_to_clue(poet)
    if event.type in _bars(table):
        return "the Aggressive Poet stands on the pawn: this turn's action must be to move away"
    if poet.kind == AGGRESSIVE and event.type in MOVES and poet.place == getattr(event, "to", None) is not None:
        return f"the Aggressive Poet stands at {poet.place}: the pawn may not move there"
    return None


def _object_to_clue(poet: Rival) -> str | None:
    if poet.kind == AGGRESSIVE:
        return "the Aggressive Poet gives no clues"
    if poet.owes:
        return None
    return f"the Poet gives one clue each time that the pawn comes to him; he is at {_listed(poet.places)}"


def _bars(table: Table) -> frozenset[str]:
    """Everything but moving away, while the Aggressive Poet certainly stands on the pawn."""
    poet = rival(table)
    return _barred(table) if poet.kind == AGGRESSIVE and poet.place == table.pawn else frozenset()


def _barred(table: Table) -> frozenset[str]:
    rules = table.rules.settings["rules"]
    is_free = {"ask": rules.ask_is_free, "query": rules.query_is_free}
    return ACTIONS | {name for name, free in is_free.items() if not free}


# What he does


def _follow(table: Table, event: Event) -> Table:
    """He steps after the deck's update; the pawn comes to him; he gives a clue."""
    if event.type == "turn":
        return _update(table, getattr(event, "shows", Shown(None)))
    if rival(table).kind == AGGRESSIVE:
        return _narrow(table, event)
    table = _meet(table)
    if getattr(event, "source", None) == POET:
        return table.spend_fog().keep(POET, replace(rival(table), owes=False))
    return table


def _update(table: Table, shown: Shown) -> Table:
    """His step, from wherever he may stand, by whatever the card on top may show."""
    poet = rival(table)
    places = poet.places
    if poet.met_at is not None:
        if poet.waits and len(same_colour(table, poet.met_at)) > 1:
            table = table.warn(f"where he was placed was not noted: {_tell_where(table, poet)}")
        places = (places - {poet.met_at}) | same_colour(table, poet.met_at)
    faces = faces_on_top(table, shown)
    moved = frozenset(step(table, place, face) for place in places for face in faces)
    return table.keep(POET, replace(poet, places=moved, met_at=None))


def _meet(table: Table) -> Table:
    """The pawn has come to where the Elusive Poet stands, or may stand."""
    poet, pawn = rival(table), table.pawn
    if pawn is None or pawn == poet.pawn:
        return table
    if pawn in poet.places and not poet.waits:
        poet = replace(poet, owes=True, met_at=pawn)
    return table.keep(POET, replace(poet, pawn=pawn))


def _narrow(table: Table, event: Event) -> Table:
    """The Aggressive Poet does not stand where the pawn was free to act, nor where it chose to go."""
    poet, pawn = rival(table), table.pawn or ""
    gone = ({poet.pawn} if event.type in _barred(table) else set()) | ({pawn} if pawn != poet.pawn else set())
    return table.keep(POET, replace(poet, places=(poet.places - gone) or poet.places, pawn=pawn))


def _score(table: Table) -> Sequence[ScoreLine]:
    from solver.games.black_sonata.weights import weight

    kind = rival(table).kind
    return (ScoreLine(f"the {kind.capitalize()} Poet", Fraction(weight(POET, kind))),)


AT = Vocabulary("at", {"at": True})


def _read(words: Words, table: Table) -> dict[str, Any]:
    words.try_take(AT)
    return {"type": "poet", "at": words.take(LOCATION)}


PART = Part(
    name=POET,
    switch=POET,
    settings={POET: (PoetSetting | None, None)},
    needs_pawn=True,
    opening=_set_up,
    events={PoetAt: _place},
    objections=(_object,),
    after=(_follow,),
    bars=_bars,
    step_gain=later("poet_plans", "step_gain"),
    errands=later("poet_plans", "poet_errands"),
    score=_score,
    rows=later("poet_plans", "poet_rows"),
    phrases=(
        Phrase("poet", "poet at LOCATION", PoetAt, _read, lambda event: f"poet at {event.at}", lambda table: LOCATION),
    ),
)
