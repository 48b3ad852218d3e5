"""The values that answers are made of. All are frozen, exact inside, and free of terminal code."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any, TypeAlias

Value: TypeAlias = str | int | tuple[str, ...]
"""What a question is answered with: a name, a number, a set (alphabetical tuple) or an ordered tuple."""

Statistic: TypeAlias = Hashable
"""A mystery's own name for one thing that can be read off each of its worlds, e.g. ("at", 7)."""

Distribution: TypeAlias = Mapping[Value, Fraction]
"""Exact probabilities that add up to 1; values of probability 0 are left out."""


class Verdict(Enum):
    """What is known of one possible answer."""

    CERTAIN = "certain"
    OPEN = "open"


class Proof(Enum):
    """How an answer was found; the first two are exact."""

    ENUMERATED = "enumerated"
    COUNTED = "counted"
    SOLVER = "solver"
    SAMPLED = "sampled"


class Kind(Enum):
    """ONE_OF: exactly one value holds. EACH: every value is a statement of its own."""

    ONE_OF = "one-of"
    EACH = "each"


@dataclass(frozen=True)
class Upper:
    """Worlds in which a statistic is `doubtful` may turn out either way: nobody at the table can know. They are
    counted as `counted_as` rather than `otherwise`, so its figure is an upper bound; `note` tells why."""

    doubtful: Value
    counted_as: Value
    otherwise: Value
    note: str


@dataclass(frozen=True)
class Question:
    """What a player wants to know, and the statistic of a mystery's worlds that answers it."""

    id: str
    text: str
    statistic: Statistic
    kind: Kind = Kind.ONE_OF
    assumes: str = ""
    """What its probabilities take for granted beyond the rules; the possible values never depend on it."""
    parts: tuple[tuple[Value, Statistic], ...] = ()
    """EACH only: every statement, with the statistic that is 1 where it holds and 0 where it does not."""
    upper: Upper | None = None

    @property
    def statistics(self) -> tuple[Statistic, ...]:
        """Every statistic that the answer is read from."""
        return tuple(part for _, part in self.parts) if self.kind is Kind.EACH else (self.statistic,)


@dataclass(frozen=True)
class Estimate:
    """A probability that was not counted, strictly between 0 and 1 unless proved, and its standard error."""

    probability: float
    stderr: float


@dataclass(frozen=True)
class Sample:
    """What estimates rest on: `number` draws, worth as much as `effective` draws of equal weight."""

    number: int
    effective: float


@dataclass(frozen=True)
class Candidate:
    """One value that some world still has. `probability` is None where only possibility is proved.

    With a `stderr` it is an estimate, and not exact.
    """

    value: Value
    verdict: Verdict
    probability: Fraction | None
    stderr: float | None = None

    def to_json(self) -> dict[str, Any]:
        shown: dict[str, Any] = {"value": json_value(self.value), "verdict": self.verdict.value}
        if self.probability is not None:
            shown["probability"] = edge_float(self.probability)
            shown |= {"exact": str(self.probability)} if self.stderr is None else {"stderr": self.stderr}
        return shown


@dataclass(frozen=True)
class Answer:
    """Every possible value of one question, most probable first, then by value."""

    question: Question
    proof: Proof
    worlds: int | None
    candidates: tuple[Candidate, ...]
    notes: tuple[str, ...] = ()
    at_least: Fraction | None = None
    """Given where a figure is an upper bound: how likely that value is for sure."""
    sample: Sample | None = None
    """Where chances are estimates: what they rest on."""

    def to_json(self) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "id": self.question.id,
            "kind": self.question.kind.value,
            "text": self.question.text,
            "proof": self.proof.value,
        }
        if self.sample is not None:
            shown |= {"samples": self.sample.number, "effective_samples": round(self.sample.effective)}
        if self.question.assumes:
            shown["assumes"] = self.question.assumes
        if self.worlds is not None:
            shown["worlds"] = str(self.worlds)
        if self.at_least is not None:
            shown["at_most"] = True
            shown["at_least"] = edge_float(self.at_least)
        shown["answers"] = [candidate.to_json() for candidate in self.candidates]
        if self.notes:
            shown["notes"] = list(self.notes)
        return shown


@dataclass(frozen=True)
class Budget:
    """How much work an answer may cost. States are counted, not timed, so that results repeat."""

    worlds: int = 200_000
    states: int = 400_000
    seconds: float = 10.0
    samples: int = 40_000


@dataclass(frozen=True)
class Outcome:
    """What an action could show: the fields its event would add, and how likely that is."""

    fields: Mapping[str, Any]
    probability: Fraction

    def to_json(self) -> dict[str, Any]:
        return {"outcome": dict(self.fields), "probability": edge_float(self.probability)}


@dataclass(frozen=True)
class Advice:
    """One ranked action: `value` is what the advisor maximises, `named` holds the figures behind it."""

    action: Mapping[str, Any]
    words: str
    because: str
    value: float
    bits: float | None
    bits_by: Mapping[str, float] = field(default_factory=dict)
    outcomes: Sequence[Outcome] = ()
    named: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "action": dict(self.action),
            "words": self.words,
            "bits": self.bits,
            "bits_by": dict(self.bits_by),
            "value": self.value,
            **self.named,
            "because": self.because,
            "outcomes": [outcome.to_json() for outcome in self.outcomes],
        }


@dataclass(frozen=True)
class Hint:
    """A turn's advice in three stages, from a nudge to the ranked actions with their figures."""

    objective: str
    nudge: str
    reason: str
    ranked: tuple[Advice, ...]
    notes: tuple[str, ...] = ()
    weights: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """What the advisor plays for, by section and name; shown on demand."""


SURELY = (Outcome({}, Fraction(1)),)
"""The outcomes of an action that shows nothing."""


def json_value(value: Value) -> Any:
    """The JSON form of a value: a tuple becomes a list."""
    return list(value) if isinstance(value, tuple) else value


def edge_float(exact: Fraction) -> float:
    """The nearest float, never rounded to certainty: strictly inside (0, 1) for a fraction inside it."""
    shown = exact.numerator / exact.denominator
    if 0 < exact < 1:
        return min(max(shown, 5e-324), 1 - 2**-53)
    return shown
