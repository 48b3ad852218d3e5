"""One protocol, two readings of the rules.

A *mystery* is one hidden thing and the rules about it. It is built by a game for one set-up, and told *facts*
(what the table saw). Reading 1 (`worlds`, `likelihood`) says in plain Python what the rules say of one concrete
world. Reading 2 (`declare`, `post`, `literals`) says the same over all worlds at once, to CP-SAT. The two are
written from the rulebook, never from each other, and tests hold them together.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias, TypeVar, runtime_checkable

if TYPE_CHECKING:
    from solver.core.values import Budget, Distribution, Estimate, Proof, Question, Sample, Statistic, Value

World = TypeVar("World", bound=Hashable)
Weight: TypeAlias = int | Fraction


class Fact(Protocol):
    """Something seen, addressed to one mystery. Facts are frozen values and compare by content.

    `printed` names the printed thing that the fact shows, or is None. What is printed does not change: the same
    fact seen again is no new evidence, another one about the same printed thing is a contradiction.
    """

    @property
    def printed(self) -> Hashable | None: ...

    def sentence(self) -> str:
        """The fact in a player's words, without a full stop."""


@dataclass(frozen=True)
class Noted:
    """A fact and the number (from 0) of the event that it was read from.

    `also` are earlier events without which it would not follow (the damage that a total adds up from).
    """

    event: int
    fact: Fact
    also: frozenset[int] = frozenset()

    @property
    def events(self) -> frozenset[int]:
        """Every event that the fact rests on."""
        return self.also | {self.event}


class Belief(Protocol):
    """What an engine knows of a mystery after some facts."""

    @property
    def proof(self) -> Proof:
        """How its answers are found."""

    @property
    def count(self) -> int | None:
        """How many worlds are still possible; None where that was not counted."""

    @property
    def is_possible(self) -> bool:
        """True when at least one world fits all facts."""

    def candidates(self, statistic: Statistic) -> frozenset[Value]:
        """Every value that some possible world has, and no other."""

    def distribution(self, statistic: Statistic) -> Distribution | None:
        """Exact probabilities of the same values; None where this engine does not count."""


@runtime_checkable
class Deferred(Protocol):
    """A belief that counts when it is first asked."""

    def work_out(self) -> None:
        """Counts all that its questions may ask; may raise OutOfBudget, which they cannot after it."""


@runtime_checkable
class Estimated(Protocol):
    """A belief whose chances are estimates (`distribution` is None: that is for what is exact)."""

    @property
    def sample(self) -> Sample:
        """What they were estimated from."""

    def estimates(self, statistic: Statistic) -> Mapping[Value, Estimate] | None:
        """Of the candidates, and no other; None where nothing can be said of how likely they are."""


@runtime_checkable
class Ranked(Protocol):
    """A belief that can name its most probable worlds."""

    def most_probable(self, number: int) -> Sequence[tuple[Any, Fraction]]:
        """At most `number` worlds with their probability, best first; may raise OutOfBudget."""


@runtime_checkable
class Told(Protocol):
    """A mystery that can tell a world for people; others are told by the answers to their questions."""

    def tell(self, world: Any) -> Mapping[str, Value]: ...


@dataclass(frozen=True)
class Factors:
    """Reading 1 cut into variables: `rules` are predicates over a few of them (for python-constraint)."""

    domains: Mapping[str, Sequence[Any]]
    rules: Sequence[tuple[Callable[..., bool], tuple[str, ...]]]
    read: Callable[[Mapping[str, Any], Statistic], Value]


@runtime_checkable
class Mystery(Protocol[World]):
    """One hidden thing. Every method is pure; nothing is remembered between calls."""

    @property
    def name(self) -> str:
        """Its name within the game, the same for every set-up."""

    def questions(self) -> tuple[Question, ...]:
        """What a player wants to know of it, in the order in which answers are shown."""

    def size(self) -> int:
        """An upper bound on the number of worlds of the prior."""

    def worlds(self) -> Iterator[tuple[World, Weight]]:
        """Reading 1: the prior. Lazy, and possibly far too many to list (see `size`)."""

    def likelihood(self, world: World, fact: Any) -> Weight:
        """Reading 1: how likely `fact` is in `world`, between 0 and 1."""

    def read(self, world: World, statistic: Statistic) -> Value:
        """What `statistic` is in `world`."""

    def declare(self, model: Any) -> Any:
        """Reading 2: the variables of one world, and the rules that hold before anything is seen.

        `model` is a `solver.engines.cpsat.RuleModel`.
        """

    def post(self, model: Any, variables: Any, noted: Noted) -> None:
        """Reading 2: what one fact says, as a rule with a sentence and a guard of its own."""

    def literals(self, model: Any, variables: Any, statistic: Statistic) -> Mapping[Value, Any]:
        """Reading 2: for each value that `statistic` may have, a literal that is true exactly when it has it."""

    def factors(self, facts: Sequence[Any]) -> Factors | None:
        """Reading 1 for python-constraint; None where the mystery is too large to be cut so."""


@runtime_checkable
class Countable(Protocol):
    """A mystery with a counting engine of its own shape; `count` may raise OutOfBudget."""

    def count(self, facts: Sequence[Any], budget: Budget) -> Belief: ...


@runtime_checkable
class CountedFirst(Countable, Protocol):
    """A mystery whose counting is faster than listing even where worlds are few."""

    counts_first: ClassVar[bool]


@runtime_checkable
class Sampled(Protocol):
    """A mystery whose worlds can be drawn at random where they are too many to count.

    `sample` draws `number` worlds, the same ones for the same seed, each with a weight of 0 or more. A world's share of
    the weight of all tends to its probability given the facts; what does not fit has weight 0, and what has more fits.
    """

    def sample(self, facts: Sequence[Any], seed: int, number: int) -> Iterator[tuple[Any, float]]: ...

    def read(self, world: Any, statistic: Statistic) -> Value: ...


@runtime_checkable
class Simplified(Protocol):
    """A mystery that is simpler where little was noted: what it makes of that fits exactly where that fits."""

    def simplify(self, noted: Sequence[Noted]) -> Evidence: ...


@runtime_checkable
class Joined(Protocol):
    """A mystery some of whose facts are not independent of each other in a world (draws from one deck).

    Reading 1 weighs what `join` makes of all facts together; each of those is independent of the others.
    """

    def join(self, facts: Sequence[Any]) -> Sequence[Any]: ...


@runtime_checkable
class Searchable(Protocol):
    """A mystery that can look for one world with a given value; a witness for `check` where counting is too much.

    `search` may raise OutOfBudget; its belief answers for the statistics of the mystery's questions.
    """

    def search(self, facts: Sequence[Any], budget: Budget) -> Belief: ...


@dataclass(frozen=True)
class Evidence:
    """A mystery together with all that the table has told it."""

    mystery: Mystery[Any]
    noted: tuple[Noted, ...]

    @property
    def facts(self) -> tuple[Any, ...]:
        return tuple(noted.fact for noted in self.noted)

    def only(self, events: Iterable[int]) -> Evidence:
        """The same mystery told only what rests on these events alone."""
        kept = frozenset(events)
        return Evidence(self.mystery, tuple(noted for noted in self.noted if noted.events <= kept))


@dataclass(frozen=True)
class Foresight:
    """What an action would show, given the value of one statistic.

    `outcomes(value)` maps each outcome (a tuple of (field, value) pairs) to its probability; each sums to 1.
    The statistic must be sufficient: given it, the outcome does not depend on anything else in the world.
    """

    statistic: Statistic
    outcomes: Callable[[Value], Mapping[tuple[tuple[str, Any], ...], Fraction]]
