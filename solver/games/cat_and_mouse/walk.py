"""Her hidden walk, each legal move equally likely: the exact set of where she can be, and how likely each place is.

A world is the tuple of her places, one for each moment. The forward and backward sums cost about 60 additions a step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm
from typing import TYPE_CHECKING, Any, ClassVar

from solver.core.protocol import Factors, Noted, Weight
from solver.core.values import Budget, Distribution, Proof, Question, Statistic
from solver.engines.worlds import normalise
from solver.games.cat_and_mouse.facts import MouseFact, Played, Searched, Step, is_legal

if TYPE_CHECKING:
    from maps import Board
    from solver.engines.cpsat import RuleModel

World = tuple[str, ...]
Layer = dict[str, int]


@dataclass(frozen=True)
class Walk:
    """Her places from the start on: any of the board's first, then one step along a road or none at each step."""

    board: Board
    steps: tuple[Step, ...]
    text: str = "Where is the Dark Lady?"
    name: str = "mouse.location"
    assumes: ClassVar[str] = "each legal move equally likely"

    def questions(self) -> tuple[Question, ...]:
        return (Question(self.name, self.text, ("at", len(self.steps)), assumes=self.assumes),)

    # Reading 1: plain Python

    def followers(self, place: str) -> tuple[str, ...]:
        """Where she can be one step later: she may always stay."""
        return (place, *self.board.neighbours[place])

    def weights(self, step: Step, place: str) -> Mapping[str, int]:
        """How likely each follower of `place` is, as positive whole numbers in proportion."""
        return dict.fromkeys(self.followers(place), 1)

    def share(self, fact: Played, place: str) -> Fraction:
        """How likely she is to play so at `place`, where it is legal."""
        return Fraction(1)

    def size(self) -> int:
        layer = dict.fromkeys(self.board.names, 1)
        for _ in self.steps:
            layer = _onward(layer, {place: dict.fromkeys(self.followers(place), 1) for place in self.board.names})
        return sum(layer.values())

    def worlds(self) -> Iterator[tuple[World, Weight]]:
        started: Iterator[tuple[World, Weight]] = (((place,), Fraction(1)) for place in self.board.names)
        for step in self.steps:
            started = self._grown(started, step)
        return started

    def _grown(self, walks: Iterator[tuple[World, Weight]], step: Step) -> Iterator[tuple[World, Weight]]:
        for walk, weight in walks:
            ways = self.weights(step, walk[-1])
            total = sum(ways.values())
            for place, way in ways.items():
                yield (*walk, place), weight * Fraction(way, total)

    def likelihood(self, world: World, fact: MouseFact) -> Weight:
        return self._chance(world[fact.moment], fact)

    def _chance(self, place: str, fact: MouseFact) -> Fraction:
        if isinstance(fact, Searched):
            return Fraction((place == fact.place) is fact.found)
        return self.share(fact, place) if is_legal(self.board, place, fact.play, fact.hand) else Fraction(0)

    def read(self, world: World, statistic: Any) -> str:
        return world[_moment(statistic)]

    def factors(self, facts: Sequence[MouseFact]) -> Factors:
        names = [f"moment {moment}" for moment in range(len(self.steps) + 1)]
        rules: list[Any] = [(self._is_step, pair) for pair in pairwise(names)]
        rules += [((lambda place, fact=fact: bool(self._chance(place, fact))), (names[fact.moment],)) for fact in facts]
        domains = dict.fromkeys(names, self.board.names)
        return Factors(domains, rules, lambda found, statistic: str(found[names[_moment(statistic)]]))

    def _is_step(self, before: str, after: str) -> bool:
        return after in self.followers(before)

    # Counting

    def count(self, facts: Sequence[MouseFact], budget: Budget) -> WalkBelief:
        """The exact belief. Cost: about 20 microseconds a step and direction."""
        return WalkBelief(tuple(self._layers(facts)), tuple(self._ways(step) for step in self.steps))

    def _layers(self, facts: Sequence[MouseFact]) -> Iterator[Layer]:
        """For each moment the places that fit what was seen then, with that likelihood in proportion."""
        by_moment: dict[int, list[MouseFact]] = {}
        for fact in facts:
            by_moment.setdefault(fact.moment, []).append(fact)
        for moment in range(len(self.steps) + 1):
            yield _whole({place: self._seen(place, by_moment.get(moment, [])) for place in self.board.names})

    def _seen(self, place: str, facts: Sequence[MouseFact]) -> Fraction:
        chance = Fraction(1)
        for fact in facts:
            chance *= self._chance(place, fact)
        return chance

    def _ways(self, step: Step) -> dict[str, dict[str, int]]:
        """The step's weights, every place's adding up to the same total."""
        ways = {place: self.weights(step, place) for place in self.board.names}
        total = lcm(*(sum(onward.values()) for onward in ways.values()))
        return {
            place: {after: weight * total // sum(onward.values()) for after, weight in onward.items()}
            for place, onward in ways.items()
        }

    # Reading 2: CP-SAT (`walk_model`)

    def declare(self, model: RuleModel) -> Any:
        from solver.games.cat_and_mouse.walk_model import declare

        return declare(model, self.board, [step.is_turn for step in self.steps])

    def post(self, model: RuleModel, variables: Any, noted: Noted) -> None:
        from solver.games.cat_and_mouse.walk_model import post

        post(model, variables, self.board, noted)

    def literals(self, model: RuleModel, variables: Any, statistic: Statistic) -> Mapping[Any, Any]:
        literals: Mapping[Any, Any] = variables[_moment(statistic)]
        return literals


def _moment(statistic: Any) -> int:
    kind, moment = statistic
    if kind != "at":
        raise KeyError(statistic)
    return int(moment)


def _whole(chances: Mapping[str, Fraction]) -> Layer:
    """The same proportions in whole numbers, zeros left out."""
    common = lcm(*(chance.denominator for chance in chances.values()))
    return {place: int(chance * common) for place, chance in chances.items() if chance}


def _onward(layer: Mapping[str, int], ways: Mapping[str, Mapping[str, int]]) -> Layer:
    """The weights one step later."""
    reached: Layer = {}
    for place, weight in layer.items():
        for after, way in ways[place].items():
            reached[after] = reached.get(after, 0) + weight * way
    return reached


def _backward(layer: Mapping[str, int], ways: Mapping[str, Mapping[str, int]]) -> Layer:
    """The weight of what follows, seen from one step earlier."""
    sums = {place: sum(layer.get(after, 0) * way for after, way in onward.items()) for place, onward in ways.items()}
    return {place: weight for place, weight in sums.items() if weight}


def _meet(one: Mapping[str, int], other: Mapping[str, int]) -> Layer:
    return {place: weight * other[place] for place, weight in one.items() if place in other}


@dataclass(frozen=True)
class WalkBelief:
    """Exact sums over all walks: `layers[m]` weighs her places at moment m by what was seen there and then,
    `ways[m]` her steps from moment m to m + 1."""

    layers: tuple[Layer, ...]
    ways: tuple[dict[str, dict[str, int]], ...]
    proof: Proof = Proof.COUNTED

    @cached_property
    def before(self) -> tuple[Layer, ...]:
        """For each moment and place, the weight of the walks that lead there."""
        sums = [self.layers[0]]
        for ways, layer in zip(self.ways, self.layers[1:], strict=True):
            sums.append(_meet(_onward(sums[-1], ways), layer))
        return tuple(sums)

    @cached_property
    def after(self) -> tuple[Layer, ...]:
        """For each moment and place, the weight of the walks that lead on from there."""
        sums = [dict.fromkeys(self.layers[-1], 1)]
        for ways, layer in zip(reversed(self.ways), reversed(self.layers[1:]), strict=True):
            sums.append(_backward(_meet(sums[-1], layer), ways))
        return tuple(reversed(sums))

    @cached_property
    def count(self) -> int:
        alike = WalkBelief(
            tuple(dict.fromkeys(layer, 1) for layer in self.layers),
            tuple({place: dict.fromkeys(onward, 1) for place, onward in ways.items()} for ways in self.ways),
        )
        return sum(alike.before[-1].values())

    @property
    def is_possible(self) -> bool:
        return bool(self.before[-1])

    def _at(self, statistic: Statistic) -> Layer:
        moment = _moment(statistic)
        last = moment == len(self.layers) - 1
        return self.before[moment] if last else _meet(self.before[moment], self.after[moment])

    def candidates(self, statistic: Statistic) -> frozenset[Any]:
        return frozenset(self._at(statistic))

    def distribution(self, statistic: Statistic) -> Distribution:
        return normalise(dict(self._at(statistic)))
