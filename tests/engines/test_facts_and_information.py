"""Folding what was seen twice; and how much an action would tell."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log2
from random import Random
from typing import Any

import pytest

from solver.core.protocol import Foresight
from solver.engines.facts import fold
from solver.engines.information import entropy, look_ahead
from solver.engines.worlds import normalise


@dataclass(frozen=True)
class Print:
    """A printed thing and what it shows; `printed` None for something that is not printed."""

    printed: str | None
    shows: int = 0

    def sentence(self) -> str:
        return f"{self.printed} shows {self.shows}"


def test_the_same_printed_thing_seen_again_is_dropped() -> None:
    assert fold([Print("a", 1), Print("b", 2), Print("a", 1)]) == (Print("a", 1), Print("b", 2))


def test_two_facts_about_one_printed_thing_that_differ_are_a_contradiction() -> None:
    assert fold([Print("a", 1), Print("b", 2), Print("a", 2)]) is None


def test_what_is_not_printed_is_kept_as_often_as_it_was_seen() -> None:
    facts = [Print(None, 1), Print(None, 1), Print(None, 2)]
    assert fold(facts) == tuple(facts)


def test_folding_keeps_the_order_of_first_sight_and_is_idempotent() -> None:
    facts = [Print("b"), Print(None), Print("a"), Print("b"), Print(None)]
    folded = fold(facts)
    assert folded == (Print("b"), Print(None), Print("a"), Print(None))
    assert fold(folded) == folded
    assert fold([]) == ()


def test_normalised_weights_are_fractions_of_their_total() -> None:
    assert normalise({"a": 1, "b": 0, "c": 3}) == {"a": Fraction(1, 4), "c": Fraction(3, 4)}
    assert normalise({"a": Fraction(1, 2), "b": 1}) == {"a": Fraction(1, 3), "b": Fraction(2, 3)}
    assert normalise({}) == {}
    assert normalise({"a": 0}) == {}


@pytest.mark.parametrize(
    ("shares", "bits"),
    [([1], 0.0), ([], 0.0), ([0, 1], 0.0), (["1/2", "1/2"], 1.0), (["1/4"] * 4, 2.0), (["1/2", "1/4", "1/4"], 1.5)],
)
def test_entropy_in_bits(shares: list[Any], bits: float) -> None:
    assert entropy(map(Fraction, shares)) == bits
    assert str(entropy(map(Fraction, shares)))[0] != "-"


def random_shares(rng: Random, names: str) -> dict[str, Fraction]:
    return normalise({name: rng.randint(0, 5) for name in names} | {names[0]: 1})  # type: ignore[return-value]


@pytest.mark.parametrize("seed", range(40))
def test_bits_of_an_action_are_the_mutual_information_of_outcome_and_world(seed: int) -> None:
    """By the definition: the sum of p(v, o) log p(v, o) / p(v) p(o)."""
    rng = Random(seed)
    prior = random_shares(rng, "vwxyz")
    likely = {value: {(("shows", o),): p for o, p in random_shares(rng, "abc").items()} for value in prior}
    prospect = look_ahead(prior, Foresight("statistic", lambda value: likely[value]))
    joint = {(v, o): prior[v] * p for v in prior for o, p in likely[v].items()}
    seen: dict[Any, Fraction] = {}
    for (_, outcome), share in joint.items():
        seen[outcome] = seen.get(outcome, Fraction(0)) + share
    direct = sum(float(p) * log2(p / (prior[v] * seen[o])) for (v, o), p in joint.items())
    assert prospect.bits == pytest.approx(direct, abs=1e-9)
    assert {tuple(o.fields.items()): o.probability for o in prospect.outcomes} == seen
    assert sum(outcome.probability for outcome in prospect.outcomes) == 1


def test_outcomes_come_likeliest_first() -> None:
    prior = {"a": Fraction(1, 6), "b": Fraction(1, 3), "c": Fraction(1, 2)}
    prospect = look_ahead(prior, Foresight("s", lambda value: {(("is", value),): Fraction(1)}))
    assert [outcome.fields["is"] for outcome in prospect.outcomes] == ["c", "b", "a"]


def test_an_outcome_that_does_not_depend_on_the_world_tells_nothing() -> None:
    coin = {(("shows", side),): Fraction(1, 2) for side in "ht"}
    assert look_ahead({"a": Fraction(1, 3), "b": Fraction(2, 3)}, Foresight("s", lambda value: coin)).bits == 0.0


def test_an_outcome_that_names_the_world_tells_all() -> None:
    prior = {"a": Fraction(1, 4), "b": Fraction(3, 4)}
    names = look_ahead(prior, Foresight("s", lambda value: {(("is", value),): Fraction(1)}))
    assert names.bits == entropy(prior.values())
