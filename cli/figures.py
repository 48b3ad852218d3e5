"""Figures for the eye: rounded, but never to certainty."""

from __future__ import annotations

from fractions import Fraction

from solver.core.texts import visible
from solver.core.values import Answer, Candidate, Value, Verdict

NONE_OF_THEM = "none"
"""Instead of the statements that may be true, where there are none."""
LONGEST_DENOMINATOR = 4
"""Digits. A longer fraction says nothing to the eye; the JSON has it."""


def percent(share: Fraction) -> str:
    """`share` (0 to 1) as a whole percentage; `0 %` and `100 %` only where it is exactly that."""
    if share in (0, 1):
        return f"{int(share) * 100} %"
    rounded = round(share * 100)
    if rounded < 1:
        return "<1 %"
    return ">99 %" if rounded > 99 else f"{rounded} %"


def about(share: Fraction) -> str:
    """An estimated share: `~ 43 %`."""
    return f"~ {percent(share)}"


def error_words(stderr: float) -> str:
    """One standard error, in percentage points: `give or take 0.4`; never 0."""
    return f"give or take {100 * stderr:.1f}" if stderr >= 0.0005 else "give or take <0.1"


def short_fraction(share: Fraction) -> str:
    """The exact fraction, or nothing where its denominator is too long to read."""
    return str(share) if len(str(share.denominator)) <= LONGEST_DENOMINATOR else ""


def value_words(value: Value) -> str:
    """A value as a person would say it: sets and triples with commas."""
    return visible(", ".join(value) if isinstance(value, tuple) else str(value), keep="")


def candidate_words(candidate: Candidate) -> str:
    """One candidate with the figure that belongs to it: `Eastcheap 60 %`, `Eastcheap (certain)`."""
    name = value_words(candidate.value)
    if candidate.verdict is Verdict.CERTAIN:
        return f"{name} (certain)"
    if candidate.probability is None:
        return name
    return f"{name} {percent(candidate.probability) if candidate.stderr is None else about(candidate.probability)}"


def answer_words(answer: Answer, most: int = 3) -> str:
    """A whole answer in one line: how many values are possible, and the likeliest of them."""
    found = answer.candidates
    if len(found) == 1 and found[0].verdict is Verdict.CERTAIN:
        return f"{answer.question.text} {value_words(found[0].value)}: certain"
    if not found:
        return f"{answer.question.text} {NONE_OF_THEM}"
    head = f"{answer.question.text} {len(found)} possible"
    shares = {candidate.probability for candidate in found}
    if len(found) > most and len(shares) == 1:
        share = shares.pop()
        return head if share is None else f"{head}, each {percent(share)}"
    named = "; ".join(candidate_words(candidate) for candidate in found[:most])
    rest = f"; and {len(found) - most} more" if len(found) > most else ""
    return f"{head}: {named}{rest}"
