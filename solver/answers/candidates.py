"""From a session to its answers: replay the table, ask the engines, sort what is still possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from solver.core.errors import Contradiction, IllegalEvent
from solver.core.game import Game, Known
from solver.core.protocol import Estimated
from solver.core.values import Answer, Budget, Candidate, Estimate, Question, Value, Verdict
from solver.engines.choose import believe, worked_out

if TYPE_CHECKING:
    from solver.core.protocol import Belief, Evidence
    from solver.core.schema import Event
    from solver.core.session import Session


@dataclass(frozen=True)
class Situation:
    """A session replayed: the table, and what is known of each mystery (all of them possible)."""

    session: Session
    table: Any
    known: tuple[Known, ...]

    def answers(self) -> tuple[Answer, ...]:
        """Every question of every mystery, in the order of the set-up."""
        return tuple(answer for known in self.known for answer in answers_of(known))


def replay(game: Game, setup: Any, events: Sequence[Event]) -> Any:
    """The table after all events. Raises IllegalEvent, with its number, at the first that is forbidden."""
    table = game.open(setup)
    for index, event in enumerate(events):
        table = advance(game, table, event, index)
    return table


def advance(game: Game, table: Any, event: Event, index: int) -> Any:
    """The table after one more event. Raises IllegalEvent with its number."""
    try:
        return game.advance(table, event, index)
    except IllegalEvent as refusal:
        raise refusal.at(index) from None


def examine(session: Session, budget: Budget | None = None) -> Situation:
    """Replays and solves. Raises IllegalEvent, Contradiction (with its events) or OutOfBudget."""
    table = replay(session.game, session.setup, session.events)
    return Situation(session, table, judge(session.game, table, budget))


def judge(game: Game, table: Any, budget: Budget | None = None) -> tuple[Known, ...]:
    """What is known of each mystery at this table. Raises Contradiction when one has no world left."""
    return tuple(_judge_one(evidence, budget) for evidence in game.evidence(table))


def _judge_one(evidence: Evidence, budget: Budget | None) -> Known:
    belief = believe(evidence, budget)
    if not belief.is_possible:
        events = irreducible(evidence, budget)
        raise Contradiction(_tell(evidence.only(events)), events)
    return Known(evidence, worked_out(evidence, belief, budget))


def irreducible(evidence: Evidence, budget: Budget | None = None) -> tuple[int, ...]:
    """A set of events whose facts no world fits, of which none can be spared.

    Facts keep the meaning that the whole table gave them (which slot a card lies in). Cost: one solve per event.
    """
    needed = sorted({event for noted in evidence.noted for event in noted.events})
    for event in list(reversed(needed)):
        fewer = [other for other in needed if other != event]
        if not believe(evidence.only(fewer), budget).is_possible:
            needed = fewer
    return tuple(needed)


def _tell(evidence: Evidence) -> str:
    said = "; ".join(f"event {noted.event}: {noted.fact.sentence()}" for noted in evidence.noted)
    is_one = len(frozenset().union(*(noted.events for noted in evidence.noted))) == 1
    return f"{'this note cannot be' if is_one else 'these notes cannot all be'} true: {said}"


def answers_of(known: Known) -> Iterator[Answer]:
    """The answers to a mystery's questions."""
    for question in known.evidence.mystery.questions():
        yield answer(question, known.belief)


def answer(question: Question, belief: Belief) -> Answer:
    """Every possible value of `question`, most probable first (compared exactly), then by value."""
    if isinstance(belief, Estimated) and (estimates := belief.estimates(question.statistic)) is not None:
        return _estimated(question, belief, estimates)
    distribution = belief.distribution(question.statistic)
    if distribution is None:
        found = sorted(belief.candidates(question.statistic), key=_by_value)
        candidates = [_candidate(value, None, len(found) == 1) for value in found]
    else:
        ranked = sorted(distribution.items(), key=lambda item: (-item[1], _by_value(item[0])))
        candidates = [_candidate(value, probability, probability == 1) for value, probability in ranked]
    return Answer(question, belief.proof, belief.count, tuple(candidates))


def _estimated(question: Question, belief: Any, estimates: Mapping[Value, Estimate]) -> Answer:
    """The most probable first, as far as estimates tell. What is certain was proved, and has no error."""
    ranked = sorted(estimates.items(), key=lambda item: (-item[1].probability, _by_value(item[0])))
    verdict = Verdict.CERTAIN if len(ranked) == 1 else Verdict.OPEN
    candidates = (Candidate(value, verdict, Fraction(one.probability), one.stderr) for value, one in ranked)
    return Answer(question, belief.proof, belief.count, tuple(candidates), sample=belief.sample)


def _candidate(value: Value, probability: Fraction | None, is_certain: bool) -> Candidate:
    return Candidate(value, Verdict.CERTAIN if is_certain else Verdict.OPEN, probability)


def _by_value(value: Value) -> tuple[Any, ...]:
    """Numbers by size before texts and tuples in alphabetical order."""
    if isinstance(value, int):
        return (0, value, ())
    return (1, 0, value if isinstance(value, tuple) else (value,))
