"""From a session to its answers: replay the table, ask the engines, sort what is still possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from solver.core.errors import Contradiction, IllegalEvent, OutOfBudget
from solver.core.game import Game, Known
from solver.core.protocol import Estimated, Simplified
from solver.core.values import Answer, Budget, Candidate, Kind, Proof, Question, Statistic, Upper, Value, Verdict
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
    """A set of events whose facts no world fits, of which none can be spared; the earliest where there is a choice.

    Facts keep the meaning that the whole table gave them (which slot a card lies in). Events of which a budget does not
    allow to tell stay in the set. Cost: one solve for each event of the set and each halving on the way to it.
    """
    needed = sorted({event for noted in evidence.noted for event in noted.events})

    def is_impossible(events: list[int]) -> bool:
        told = evidence.only(events)
        if isinstance(told.mystery, Simplified):
            told = told.mystery.simplify(told.noted)
        try:
            return not believe(told, budget).is_possible
        except OutOfBudget:
            return False

    untried = _halves(list(reversed(needed)))  # that all can be spared is hardly ever so, and costly to find out
    while untried:
        group = untried.pop()
        fewer = [event for event in needed if event not in group]
        if is_impossible(fewer):
            needed = fewer
        elif len(group) > 1:
            untried += _halves(group)
    return tuple(needed)


def _halves(events: list[int]) -> list[list[int]]:
    """The later half first; one half where there is a single event, none where there is none."""
    middle = len(events) // 2
    return [half for half in (events[middle:], events[:middle]) if half]


def _tell(evidence: Evidence) -> str:
    said = "; ".join(dict.fromkeys(f"event {noted.event}: {noted.fact.sentence()}" for noted in evidence.noted))
    is_one = len(frozenset().union(*(noted.events for noted in evidence.noted))) == 1
    return f"{'this note cannot be' if is_one else 'these notes cannot all be'} true: {said}"


def answers_of(known: Known) -> Iterator[Answer]:
    """The answers to a mystery's questions."""
    for question in known.evidence.mystery.questions():
        yield answer(question, known.belief)


def answer(question: Question, belief: Belief) -> Answer:
    """Every possible value of `question`, most probable first (compared exactly), then by value.

    Of an `each` question every statement that some world makes true; statements of one probability by name.
    """
    notes: tuple[str, ...] = ()
    at_least: Fraction | None = None
    if question.kind is Kind.EACH:
        found = [part for value, statistic in question.parts for part in _statement(value, statistic, belief)]
    elif question.upper is not None and question.upper.doubtful in belief.candidates(question.statistic):
        found, at_least = _bounded(question.statistic, question.upper, belief)
        notes = (question.upper.note,)
    else:
        found = _values(question.statistic, belief)
    proof = belief.proof if all(candidate.probability is not None for candidate in found) else Proof.SOLVER
    sample = belief.sample if isinstance(belief, Estimated) and proof is Proof.SAMPLED else None
    return Answer(question, proof, belief.count, tuple(sorted(found, key=_best_first)), notes, at_least, sample)


def _values(statistic: Statistic, belief: Belief) -> list[Candidate]:
    """The values of a statistic of which exactly one holds. One that is certain was proved: it has no error."""
    if isinstance(belief, Estimated) and (told := belief.estimates(statistic)) is not None:
        return [_candidate(value, Fraction(one.probability), len(told) == 1, one.stderr) for value, one in told.items()]
    distribution = belief.distribution(statistic)
    if distribution is None:
        possible = belief.candidates(statistic)
        return [_candidate(value, None, len(possible) == 1) for value in possible]
    return [_candidate(value, probability, probability == 1) for value, probability in distribution.items()]


def _statement(value: Value, statistic: Statistic, belief: Belief) -> list[Candidate]:
    """The statement as a candidate, unless it is true in no world."""
    possible = belief.candidates(statistic)
    if 1 not in possible:
        return []
    if isinstance(belief, Estimated) and (told := belief.estimates(statistic)) is not None:
        return [_candidate(value, Fraction(told[1].probability), possible == {1}, told[1].stderr)]
    distribution = belief.distribution(statistic)
    return [_candidate(value, None if distribution is None else distribution[1], possible == {1})]


def _bounded(statistic: Statistic, upper: Upper, belief: Belief) -> tuple[list[Candidate], Fraction]:
    """The values when the doubtful worlds count as one of them, and how likely that one is without them.

    Where that leaves no world for another value, both stay open without a figure: a bound of 1 proves nothing.
    """
    distribution = belief.distribution(statistic)
    values = (upper.counted_as, upper.otherwise)
    if distribution is None:
        return [_candidate(value, None, False) for value in values], Fraction(0)
    sure, against = (distribution.get(value, Fraction(0)) for value in values)
    figures = (1 - against, against) if against else (None, None)
    return [_candidate(value, figure, False) for value, figure in zip(values, figures, strict=True)], sure


def _best_first(candidate: Candidate) -> tuple[Any, ...]:
    return (-(candidate.probability or 0), _by_value(candidate.value))


def _candidate(value: Value, probability: Fraction | None, is_certain: bool, stderr: float | None = None) -> Candidate:
    return Candidate(value, Verdict.CERTAIN if is_certain else Verdict.OPEN, probability, stderr)


def _by_value(value: Value) -> tuple[Any, ...]:
    """Numbers by size before texts and tuples in alphabetical order."""
    if isinstance(value, int):
        return (0, value, ())
    return (1, 0, value if isinstance(value, tuple) else (value,))
