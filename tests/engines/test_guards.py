"""What the models lean on: a guard switches any kind of constraint that they post, and results repeat.

ortools promises `only_enforce_if` for three kinds of constraint; here it is tried on all kinds that are used or may
be, on random small models, against a brute force over all assignments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from ortools.sat.python import cp_model

from solver.core.protocol import Evidence
from solver.engines.cpsat import build, enumerate_values, new_model, new_solver, prove
from tests.differential.small_games import map_game, printed_game
from tests.differential.witnesses import ROOMY

VARIABLES = 5
Bits = tuple[int, ...]
Post = Callable[[Any, Sequence[Any]], Any]
Holds = Callable[[Bits], bool]

KINDS: Mapping[str, tuple[Post, Holds]] = {
    "bool_or": (lambda m, v: m.add_bool_or([v[0], v[1].negated(), v[2]]), lambda b: bool(b[0] or not b[1] or b[2])),
    "bool_and": (lambda m, v: m.add_bool_and([v[0], v[1].negated()]), lambda b: bool(b[0] and not b[1])),
    "empty bool_or": (lambda m, v: m.add_bool_or([]), lambda b: False),
    "bool_xor": (lambda m, v: m.add_bool_xor([v[0], v[1], v[2]]), lambda b: (b[0] + b[1] + b[2]) % 2 == 1),
    "implication": (lambda m, v: m.add_implication(v[0], v[1]), lambda b: b[0] <= b[1]),
    "exactly one": (lambda m, v: m.add_exactly_one(v), lambda b: sum(b) == 1),
    "at most one": (lambda m, v: m.add_at_most_one(v), lambda b: sum(b) <= 1),
    "at least one": (lambda m, v: m.add_at_least_one(v), lambda b: sum(b) >= 1),
    "sum <=": (lambda m, v: m.add(sum(v) <= 2), lambda b: sum(b) <= 2),
    "sum >=": (lambda m, v: m.add(sum(v) >= 3), lambda b: sum(b) >= 3),
    "sum ==": (lambda m, v: m.add(sum(v) == 3), lambda b: sum(b) == 3),
    "sum !=": (lambda m, v: m.add(sum(v) != 2), lambda b: sum(b) != 2),
    "weighted sum ==": (
        lambda m, v: m.add(2 * v[0] + 3 * v[1] - v[2] == 2 * v[3]),
        lambda b: 2 * b[0] + 3 * b[1] - b[2] == 2 * b[3],
    ),
    "sum in a domain": (
        lambda m, v: m.add_linear_expression_in_domain(sum(v), cp_model.Domain.from_values([0, 2, 5])),
        lambda b: sum(b) in (0, 2, 5),
    ),
    "max ==": (lambda m, v: m.add_max_equality(v[0], [v[1], v[2]]), lambda b: b[0] == max(b[1], b[2])),
    "min ==": (lambda m, v: m.add_min_equality(v[0], [v[1], v[2]]), lambda b: b[0] == min(b[1], b[2])),
}


def all_solutions(model: cp_model.CpModel, variables: Sequence[Any]) -> list[Bits]:
    found: list[Bits] = []

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.append(tuple(int(self.boolean_value(variable)) for variable in variables))

    solver = new_solver(30)
    solver.parameters.enumerate_all_solutions = True
    assert solver.solve(model, Collector()) in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_guard_switches_a_constraint_on_and_off(kind: str) -> None:
    post, holds = KINDS[kind]
    built = new_model()
    bits = [built.model.new_bool_var(f"b{i}") for i in range(VARIABLES)]
    guard = built.rule("a rule", "a test")
    post(built.model, bits).only_enforce_if(guard)
    expected = {(*b, g) for b in product((0, 1), repeat=VARIABLES) for g in (0, 1) if not g or holds(b)}
    found = all_solutions(built.model, [*bits, guard])
    assert set(found) == expected
    assert len(found) == len(expected)


@pytest.mark.parametrize("seed", range(40))
def test_guards_of_several_constraints_do_not_disturb_each_other(seed: int) -> None:
    rng = Random(seed)
    built = new_model()
    bits = [built.model.new_bool_var(f"b{i}") for i in range(VARIABLES)]
    posted: list[tuple[list[int], Holds]] = []
    for kind in rng.sample(sorted(KINDS), 3):
        order = rng.sample(range(VARIABLES), VARIABLES)
        guard = built.rule(kind, "a test")
        KINDS[kind][0](built.model, [bits[i] for i in order]).only_enforce_if(guard)
        posted.append((order, KINDS[kind][1]))
    expected = {
        (*b, *g)
        for b in product((0, 1), repeat=VARIABLES)
        for g in product((0, 1), repeat=3)
        if all(not on or holds(tuple(b[i] for i in order)) for on, (order, holds) in zip(g, posted, strict=True))
    }
    found = all_solutions(built.model, [*bits, *(rule.guard for rule in built.rules)])
    assert set(found) == expected
    assert len(found) == len(expected)


def test_require_any_and_forbid_bind_only_under_their_guard() -> None:
    built = new_model()
    bits = [built.model.new_bool_var(f"b{i}") for i in range(3)]
    some, none = built.rule("one of these", "a test"), built.rule("none of these", "a test")
    built.require_any(bits[:2], some)
    built.forbid(bits[1:], none)
    expected = {
        (*b, s, n)
        for b in product((0, 1), repeat=3)
        for s, n in product((0, 1), repeat=2)
        if (not s or b[0] or b[1]) and (not n or not (b[1] or b[2]))
    }
    assert set(all_solutions(built.model, [*bits, some, none])) == expected


def test_a_rule_that_nothing_can_fulfil_switches_itself_off() -> None:
    built = new_model()
    guard = built.rule("impossible", "a test")
    built.require_any([], guard)
    assert all_solutions(built.model, [guard]) == [(0,)]


def test_a_union_is_true_exactly_when_one_of_its_literals_is() -> None:
    built = new_model()
    bits = [built.model.new_bool_var(f"b{i}") for i in range(3)]
    union = built.union("any", bits)
    assert set(all_solutions(built.model, [*bits, union])) == {(*b, int(any(b))) for b in product((0, 1), repeat=3)}
    assert built.union("one", bits[:1]) is bits[0]


def test_every_rule_of_a_mystery_has_a_sentence_a_source_and_a_guard_of_its_own() -> None:
    for game in (map_game(3), printed_game(3)):
        built, _ = build(Evidence(game.mystery, game.noted))
        assert built.rules
        assert all(rule.sentence and rule.source for rule in built.rules)
        assert len({rule.guard.index for rule in built.rules}) == len(built.rules)
        events = {rule.event for rule in built.rules} - {None}
        assert events == {noted.event for noted in game.noted}


def test_with_all_guards_off_even_a_contradiction_has_a_solution() -> None:
    contradictory = next(game for game in map(map_game, range(200)) if not game.worlds)
    built, _ = build(Evidence(contradictory.mystery, contradictory.noted))
    for rule in built.rules:
        built.model.add(rule.guard == 0)
    assert new_solver(30).solve(built.model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def test_results_repeat_solution_by_solution() -> None:
    game = next(game for game in map(map_game, range(200)) if game.worlds > 50)
    first, second = (prove(Evidence(game.mystery, game.noted), ROOMY) for _ in range(2))
    for statistic in game.expected:
        assert first.candidates(statistic) == second.candidates(statistic)
    assert first._solutions == second._solutions
    assert len(first._solutions) > 1


def test_a_solver_has_one_worker_and_a_fixed_seed() -> None:
    parameters = new_solver(2.5).parameters
    assert (parameters.num_workers, parameters.random_seed, parameters.max_time_in_seconds) == (1, 1, 2.5)


def test_an_enumeration_meets_each_world_once_whatever_is_noted_twice() -> None:
    """Two notes of one thing are two rules; a rule that could be off would bring every world twice."""
    game = next(game for game in map(map_game, range(200)) if game.worlds > 5 and game.noted)
    slots = [("at", slot) for slot in range(game.mystery.slots)]
    once = enumerate_values(Evidence(game.mystery, game.noted), slots, 30)
    twice = enumerate_values(Evidence(game.mystery, (*game.noted, *game.noted)), slots, 30)
    assert once == twice == game.trails
