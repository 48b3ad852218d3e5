"""The most probable worlds of a mystery, told for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from solver.core.protocol import Ranked, Told
from solver.core.values import Kind, Question, Value, edge_float, json_value

if TYPE_CHECKING:
    from solver.core.game import Known

HOW_MANY = 10
"""So many worlds are listed."""


@dataclass(frozen=True)
class Likeliest:
    """The most probable worlds of one mystery, best first. `left`: how many worlds there are, None if not counted."""

    mystery: str
    left: int | None
    worlds: tuple[tuple[Mapping[str, Value], Fraction], ...]

    def to_json(self) -> dict[str, Any]:
        counted = {} if self.left is None else {"worlds": str(self.left)}
        return {"mystery": self.mystery, **counted, "ranked": [_world_json(*world) for world in self.worlds]}


def _world_json(told: Mapping[str, Value], probability: Fraction) -> dict[str, Any]:
    shown = {name: json_value(value) for name, value in told.items()}
    return {"world": shown, "probability": edge_float(probability), "exact": str(probability)}


def likeliest(known: Sequence[Known], number: int = HOW_MANY) -> Iterator[Likeliest]:
    """For each mystery whose engine can rank worlds; others are left out. May raise OutOfBudget."""
    for one in known:
        if isinstance(one.belief, Ranked):
            mystery = one.evidence.mystery
            found = tuple((_tell(mystery, world), share) for world, share in one.belief.most_probable(number))
            yield Likeliest(mystery.name, one.belief.count, found)


def _tell(mystery: Any, world: Any) -> Mapping[str, Value]:
    if isinstance(mystery, Told):
        return mystery.tell(world)
    return {question.id: _read(mystery, world, question) for question in mystery.questions()}


def _read(mystery: Any, world: Any, question: Question) -> Value:
    """What answers a question in one world; of an `each` question every statement that holds."""
    if question.kind is Kind.EACH:
        return tuple(str(value) for value, statistic in question.parts if mystery.read(world, statistic) == 1)
    answer: Value = mystery.read(world, question.statistic)
    return answer
