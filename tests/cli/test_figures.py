"""Figures: rounded for the eye, never to certainty."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.figures import answer_words, percent, short_fraction
from cli.glyphs import FINE, PLAIN, glyphs_for
from solver.core.values import Answer, Candidate, Proof, Question, Verdict

SHARES = st.fractions(min_value=0, max_value=1)
INSIDE = SHARES.filter(lambda share: 0 < share < 1)


@given(INSIDE)
def test_never_rounded_to_certainty(share: Fraction) -> None:
    assert percent(share) not in ("0 %", "100 %")


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 3), "33 %"),
        (Fraction(1, 10**30), "<1 %"),
        (Fraction(10**30 - 1, 10**30), ">99 %"),
        (Fraction(996, 1000), ">99 %"),
        (Fraction(994, 1000), "99 %"),
    ],
)
def test_percent(share: Fraction, text: str) -> None:
    assert percent(share) == text


@given(INSIDE, st.integers(min_value=2, max_value=40))
def test_bars_are_never_empty_and_never_full(share: Fraction, width: int) -> None:
    bar = FINE.bar(share, width)
    assert len(bar) == width
    assert 0 < bar.count(FINE.full) < width


@given(SHARES)
def test_fractions_are_exact_or_left_out(share: Fraction) -> None:
    text = short_fraction(share)
    assert text == "" if share.denominator > 9999 else Fraction(text) == share


def test_plain_signs_for_plain_terminals() -> None:
    assert glyphs_for("ascii") is PLAIN
    assert glyphs_for("no such encoding") is PLAIN
    assert glyphs_for("utf-8") is FINE


def answer(*shares: tuple[str | tuple[str, ...], Fraction | None]) -> str:
    found = tuple(Candidate(value, Verdict.CERTAIN if share == 1 else Verdict.OPEN, share) for value, share in shares)
    return answer_words(Answer(Question("q", "Where?", "s"), Proof.COUNTED, 7, found))


def test_an_answer_in_a_line() -> None:
    assert answer(("A", Fraction(1))) == "Where? A: certain"
    assert answer(("A", Fraction(2, 3)), ("B", Fraction(1, 3))) == "Where? 2 possible: A 67 %; B 33 %"
    many = [(letter, Fraction(1, 5)) for letter in "ABCDE"]
    assert answer(*many) == "Where? 5 possible, each 20 %"
    unequal = [("A", Fraction(3, 5)), *((letter, Fraction(1, 10)) for letter in "BCDE")]
    assert answer(*unequal) == "Where? 5 possible: A 60 %; B 10 %; C 10 %; and 2 more"
    assert answer((("a", "b"), None), (("a", "c"), None)) == "Where? 2 possible: a, b; a, c"
