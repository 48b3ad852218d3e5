"""What every law needs: games played by a referee, their tables, and the weight of all worlds that fit."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import lcm
from typing import TYPE_CHECKING, Any

from hypothesis import settings
from hypothesis import strategies as st

from solver.answers.candidates import advance, answer, replay
from solver.core.errors import GnomonError
from solver.core.session import Session, parse_session
from solver.core.values import Answer, Budget
from solver.engines.choose import FEW_WORLDS, believe
from solver.engines.counting import anchored_weights
from solver.engines.facts import fold
from solver.engines.worlds import weigh
from tests import referee
from tests.games.cat_and_mouse.referee import Game
from tests.games.isla_negra.sparring import Duel
from tests.games.shadow_raiders import referee as raiders

if TYPE_CHECKING:
    from solver.core.protocol import Evidence
    from tests.referee import Played

REFEREES: Mapping[str, Callable[..., Any]] = {
    "black-sonata": referee.play,
    "cat-and-mouse": Game,
    "isla-negra": Duel,
    "shadow-raiders": raiders.play,
}
"""Who plays each game. A game without a referee breaks no law, and that is why it is missed."""

KNOWLEDGE = ("map", "printed")
"""Levels of knowledge at which a solve takes milliseconds; `cards` has laws of its own, on fewer games."""


def law(examples: int) -> settings:
    """The same examples at every run, however long they take."""
    return settings(max_examples=examples, deadline=None, derandomize=True, database=None)


@cache
def play(seed: int, knowledge: str = "map", lady: str | None = "symbols", turns: int = 40) -> Played:
    played: Played = REFEREES["black-sonata"](seed, knowledge, lady, turns)
    return played


def games(*knowledge: str, ladies: Sequence[str | None] = ("symbols", "cards"), turns: int = 40) -> Any:
    """Random games of the base game, at the levels of knowledge named (all quick ones, if none is)."""
    seeds = st.integers(0, 100_000)
    return st.builds(play, seeds, st.sampled_from(knowledge or KNOWLEDGE), st.sampled_from(ladies), st.just(turns))


def session_of(raw: Mapping[str, Any], events: Sequence[Any] | None = None) -> Session:
    """The session of a file with these events (default: its own)."""
    kept = raw["events"] if events is None else list(events)
    return parse_session(json.dumps({**raw, "events": kept}), "a game", None)


def tables_of(session: Session) -> list[Any]:
    """The table at set-up and after each event."""
    tables = [session.game.open(session.setup)]
    for index, event in enumerate(session.events):
        tables.append(advance(session.game, tables[-1], event, index))
    return tables


def answers_at(session: Session, table: Any) -> list[Answer]:
    """The answers to every question at this table."""
    return [
        answer(question, belief)
        for evidence in session.game.evidence(table)
        for belief in [believe(evidence)]
        for question in evidence.mystery.questions()
    ]


def table_of(raw: Mapping[str, Any], events: Sequence[Any] | None = None) -> Any:
    session = session_of(raw, events)
    return replay(session.game, session.setup, session.events)


def answers_of(raw: Mapping[str, Any], events: Sequence[Any] | None = None) -> list[Answer]:
    session = session_of(raw, events)
    return answers_at(session, replay(session.game, session.setup, session.events))


def is_legal(raw: Mapping[str, Any], events: Sequence[Any]) -> bool:
    try:
        table_of(raw, events)
    except GnomonError:
        return False
    return True


def total_weight(evidence: Evidence) -> Fraction:
    """The weight of all worlds that fit: prior (1 a world) times likelihood."""
    if evidence.mystery.size() <= FEW_WORLDS:
        return Fraction(sum(weight for _, weight in weigh(evidence.mystery, evidence.facts, Budget()).weighted))
    deck: Any = evidence.mystery
    ring = deck.ring(evidence.facts)
    if ring is None:
        return Fraction(0)
    faces = sum(fact.printed is not None for fact in fold(evidence.facts) or ())
    scale = lcm(*(len(place.landmarks) for place in deck.board.places))
    return Fraction(sum(anchored_weights(ring, 0).values()), scale**faces)
