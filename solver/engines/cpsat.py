"""CP-SAT models whose every rule has a sentence, a source and a guard. ortools is imported when first used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from solver.core.errors import OutOfBudget
from solver.core.values import Budget, Distribution, Proof, Statistic, Value

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    from solver.core.protocol import Evidence, Mystery

SEED = 1


@dataclass(frozen=True)
class Rule:
    """One posted rule: what it says, where it is printed, the event it stems from (None: a rule of the game)."""

    sentence: str
    source: str
    event: int | None
    guard: Any


@dataclass
class RuleModel:
    """A CP-SAT model under construction. A rule binds only while its guard is true."""

    model: cp_model.CpModel
    rules: list[Rule] = field(default_factory=list)
    is_sums: bool = False
    """True for a model of sums of numbers, in which linear relaxation proves what propagation does not."""

    def rule(self, sentence: str, source: str, event: int | None = None) -> Any:
        """A new guard literal for the rule that this sentence tells; pass it to `only_enforce_if`."""
        guard = self.model.new_bool_var(f"rule {len(self.rules)}")
        self.rules.append(Rule(sentence, source, event, guard))
        return guard

    def exactly_one(self, literals: Sequence[Any]) -> None:
        """Domain of a variable: exactly one of its values. Not a rule of the game, so not guarded."""
        self.model.add_exactly_one(literals)

    def require_any(self, literals: Sequence[Any], guard: Any) -> None:
        """While `guard` is true, one of `literals` is; with no literals the guard itself must be false."""
        self.model.add_bool_or([*literals, guard.negated()])

    def forbid(self, literals: Sequence[Any], guard: Any) -> None:
        """While `guard` is true, none of `literals` is."""
        for literal in literals:
            self.model.add_bool_or([literal.negated(), guard.negated()])

    def union(self, name: str, literals: Sequence[Any]) -> Any:
        """A literal that is true exactly when one of `literals` is."""
        if len(literals) == 1:
            return literals[0]
        union = self.model.new_bool_var(name)
        self.model.add_max_equality(union, literals)
        return union


def new_model() -> RuleModel:
    """An empty model; the first call imports ortools (about half a second)."""
    from ortools.sat.python import cp_model

    return RuleModel(cp_model.CpModel())


def new_solver(seconds: float, is_sums: bool = False) -> cp_model.CpSolver:
    """A solver whose results repeat: one worker, a fixed seed.

    Linear relaxation (but for models of sums), symmetry and probing are off: these models are small, and proving them
    takes half the time so.
    """
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = SEED
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.linearization_level = int(is_sums)
    solver.parameters.symmetry_level = 0
    solver.parameters.cp_model_probing_level = 0
    return solver


@dataclass
class SolverBelief:
    """Candidate sets proved by CP-SAT, one solve per new value and one for "no more"."""

    mystery: Mystery[Any]
    built: RuleModel
    variables: Any
    seconds: float
    proof: Proof = Proof.SOLVER
    count: int | None = None
    _found: dict[Statistic, frozenset[Value]] = field(default_factory=dict)
    _solutions: list[Sequence[int]] = field(default_factory=list)
    """Every solution met, so that a value seen once needs no further solve."""

    @property
    def is_possible(self) -> bool:
        """One solve, unless a solution was met already."""
        if not self._solutions:
            solution = self._one_of({})
            if solution is not None:
                self._solutions.append(solution)
        return bool(self._solutions)

    def candidates(self, statistic: Statistic) -> frozenset[Value]:
        return self.candidates_among(statistic, None)

    def candidates_among(self, statistic: Statistic, allowed: frozenset[Value] | None) -> frozenset[Value]:
        """The candidates, where it is known already that none lies outside `allowed` (None: nothing is known)."""
        if statistic not in self._found:
            literals = self.mystery.literals(self.built, self.variables, statistic)
            asked = {value: literal for value, literal in literals.items() if allowed is None or value in allowed}
            self._found[statistic] = frozenset(self._search(asked))
        return self._found[statistic]

    def candidates_beyond(self, statistic: Statistic, seen: frozenset[Value]) -> frozenset[Value]:
        """The candidates besides `seen`, each of which some world is known to have."""
        literals = self.mystery.literals(self.built, self.variables, statistic)
        return frozenset(self._search({value: one for value, one in literals.items() if value not in seen}))

    def distribution(self, statistic: Statistic) -> Distribution | None:
        return None

    def _search(self, literals: Mapping[Value, Any]) -> Iterator[Value]:
        unseen = dict(literals)
        for solution in self._solutions:
            yield from _take(unseen, solution)
        while unseen:
            solution_or_none = self._one_of(unseen)
            if solution_or_none is None:
                return
            self._solutions.append(solution_or_none)
            yield from _take(unseen, solution_or_none)

    def _one_of(self, unseen: Mapping[Value, Any]) -> Sequence[int] | None:
        """A solution with a value of `unseen` (any, if that is empty); None when it is proved that there is none."""
        from ortools.sat.python import cp_model

        model = self.built.model.clone()
        if unseen:
            model.add_bool_or(list(unseen.values()))
        solver = new_solver(self.seconds, self.built.is_sums)
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return None
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise OutOfBudget(f"CP-SAT did not decide within {self.seconds:g} s")
        return tuple(solver.response_proto.solution)


def _take(unseen: dict[Value, Any], solution: Sequence[int]) -> Iterator[Value]:
    """Takes the value that a solution has out of `unseen`, and yields it (at most one has a true literal)."""
    for value, literal in unseen.items():
        if _is_true(literal, solution):
            del unseen[value]
            yield value
            return


def _is_true(literal: Any, solution: Sequence[int]) -> bool:
    """False, too, for a literal that was made after the solution was found."""
    index = int(literal.index)
    if index < 0:
        return -index - 1 < len(solution) and not solution[-index - 1]
    return index < len(solution) and bool(solution[index])


def build(evidence: Evidence) -> tuple[RuleModel, Any]:
    """The model of a mystery and all its facts, guards still free."""
    built = new_model()
    variables = evidence.mystery.declare(built)
    for noted in evidence.noted:
        evidence.mystery.post(built, variables, noted)
    return built, variables


def prove(evidence: Evidence, budget: Budget) -> SolverBelief:
    """The belief of CP-SAT with every rule in force. Raises OutOfBudget (when asked) if undecided in time."""
    built, variables = build(evidence)
    for rule in built.rules:
        built.model.add_bool_and([rule.guard])
    return SolverBelief(evidence.mystery, built, variables, budget.seconds)


def enumerate_values(evidence: Evidence, statistics: Sequence[Statistic], seconds: float) -> set[tuple[Value, ...]]:
    """All combinations of values of `statistics`, by enumerating the model projected on them.

    Every guard is fixed, so that no solution is met twice because of a rule that is off.
    Raises OutOfBudget when the enumeration does not end in time.
    """
    from ortools.sat.python import cp_model

    built, variables = build(evidence)
    for rule in built.rules:
        built.model.add_bool_and([rule.guard])
    tables = [evidence.mystery.literals(built, variables, statistic) for statistic in statistics]
    found: set[tuple[Value, ...]] = set()

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.add(tuple(next(v for v, lit in t.items() if self.boolean_value(lit)) for t in tables))

    solver = new_solver(seconds)
    solver.parameters.enumerate_all_solutions = True
    status = solver.solve(built.model, Collector())
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise OutOfBudget(f"CP-SAT did not enumerate all solutions within {seconds:g} s")
    return found
