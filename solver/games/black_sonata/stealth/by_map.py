"""Knowledge `map`: the deck is any closed walk along the roads, all equally likely.

Each card shows one landmark of its location, each equally likely. A world is the tuple of the slots' locations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any, ClassVar

from solver.core.protocol import Factors, Noted, Weight
from solver.core.values import Budget, Distribution, Proof, Question, Statistic
from solver.engines.counting import Ring, anchored_weights
from solver.engines.facts import fold
from solver.engines.worlds import normalise
from solver.games.black_sonata.motion import SearchResult, Sighting, StealthFact
from solver.games.black_sonata.stealth.moments import FACE_SOURCE, SEARCH_SOURCE, STEP_SOURCE, Moments

if TYPE_CHECKING:
    from maps import Board
    from solver.engines.cpsat import RuleModel

World = tuple[str, ...]


@dataclass(frozen=True)
class RingBelief:
    """Exact counts on the ring; a slot's marginal is counted when it is first asked for (about 1 ms)."""

    ring: Ring[str]
    now: int
    proof: Proof = Proof.COUNTED
    _found: dict[int, dict[str, int]] = field(default_factory=dict)

    @cached_property
    def count(self) -> int:
        return sum(anchored_weights(self.ring.counted_once(), self.now).values())

    @property
    def is_possible(self) -> bool:
        return bool(self._weights(self.now))

    def candidates(self, statistic: Statistic) -> frozenset[Any]:
        return frozenset(self._weights(_slot(statistic)))

    def distribution(self, statistic: Statistic) -> Distribution:
        return normalise(dict(self._weights(_slot(statistic))))

    def _weights(self, slot: int) -> dict[str, int]:
        if slot not in self._found:
            self._found[slot] = anchored_weights(self.ring, slot)
        return self._found[slot]


def impossible(slots: int) -> Ring[str]:
    """A ring on which no walk closes: no slot has a state."""
    return Ring([{}] * slots, [{}] * slots)


def _slot(statistic: Any) -> int:
    kind, slot = statistic
    if kind != "at":
        raise KeyError(statistic)
    return int(slot)


@dataclass(frozen=True)
class MapDeck:
    """The deck of `slots` cards on `board`; `stays` allows two slots in a row at one location."""

    board: Board
    moments: Moments
    stays: bool = False
    slots: int = 26
    name: str = "lady.location"
    prints_faces: ClassVar[bool] = False
    """True where a world says what each card shows (statistic "card")."""

    def questions(self) -> tuple[Question, ...]:
        return self.moments.questions()

    def size(self) -> int:
        return int(len(self.board.names) ** self.slots)

    # Reading 1: plain Python

    def followers(self, place: str) -> tuple[str, ...]:
        """Where she can be one card later."""
        near = self.board.neighbours[place]
        return (*near, place) if self.stays else near

    def worlds(self) -> Iterator[tuple[World, Weight]]:
        for start in self.board.names:
            yield from ((walk, 1) for walk in self._walks((start,)))

    def _walks(self, walk: World) -> Iterator[World]:
        if len(walk) == self.slots:
            if walk[0] in self.followers(walk[-1]):
                yield walk
            return
        for place in self.followers(walk[-1]):
            yield from self._walks((*walk, place))

    def likelihood(self, world: World, fact: StealthFact) -> Weight:
        if isinstance(fact, SearchResult):
            return int((world[fact.slot] == fact.place) is fact.found)
        return fact.face.chance(self.board, world[fact.slot - 1], world[fact.slot])

    def read(self, world: World, statistic: Any) -> str:
        return world[_slot(statistic)]

    def factors(self, facts: Sequence[StealthFact]) -> Factors:
        names = [f"slot {slot}" for slot in range(self.slots)]
        domains = dict.fromkeys(names, self.board.names)
        rules: list[Any] = [
            (lambda here, there: there in self.followers(here), (names[slot - 1], names[slot]))
            for slot in range(self.slots)
        ]
        rules += [self._factor(fact, names) for fact in facts]
        return Factors(domains, rules, lambda solution, statistic: solution[names[_slot(statistic)]])

    def _factor(self, fact: Any, names: Sequence[str]) -> Any:
        if isinstance(fact, SearchResult):
            return (lambda here: (here == fact.place) is fact.found), (names[fact.slot],)
        return (
            lambda before, here: fact.face.chance(self.board, before, here) > 0,
            (names[fact.slot - 1], names[fact.slot]),
        )

    # The counting engine

    def count(self, facts: Sequence[StealthFact], budget: Budget) -> RingBelief:
        return RingBelief(self.ring(facts) or impossible(self.slots), self.moments.now)

    def ring(self, facts: Sequence[StealthFact]) -> Ring[str] | None:
        """The ring of all decks that fit, weighted by what they are likely to show; None if facts disagree."""
        folded = fold(facts)
        if folded is None:
            return None
        weights = [dict.fromkeys(self.board.names, 1) for _ in range(self.slots)]
        steps: list[Mapping[str, Sequence[str]]] = [{p: self.followers(p) for p in self.board.names}] * self.slots
        scale = lcm(*(len(place.landmarks) for place in self.board.places))
        for fact in folded:
            if isinstance(fact, SearchResult):
                weights[fact.slot] = _after_search(weights[fact.slot], fact)
            elif fact.face.looks_back:
                steps[fact.slot - 1] = self._steps_seen(steps[fact.slot - 1], fact)
            else:
                weights[fact.slot] = self._weights_seen(weights[fact.slot], fact, scale)
        return Ring(weights, steps)

    def _weights_seen(self, weights: Mapping[str, int], fact: Sighting, scale: int) -> dict[str, int]:
        chances = {place: fact.face.chance(self.board, place, place) for place in weights}
        return {place: weights[place] * int(scale * chance) for place, chance in chances.items() if chance}

    def _steps_seen(self, steps: Mapping[str, Sequence[str]], fact: Sighting) -> dict[str, tuple[str, ...]]:
        return {
            before: tuple(here for here in after if fact.face.chance(self.board, before, here))
            for before, after in steps.items()
        }

    # Reading 2: CP-SAT

    def declare(self, model: RuleModel) -> Grid:
        grid = declare_grid(model, self.board, self.slots)
        post_roads(model, grid, self.board, self.stays)
        return grid

    def post(self, model: RuleModel, variables: Grid, noted: Noted) -> None:
        post_fact(model, variables, self.board, noted)

    def literals(self, model: RuleModel, variables: Grid, statistic: Any) -> Mapping[Any, Any]:
        return variables.at[_slot(statistic)]


def _after_search(weights: Mapping[str, int], fact: SearchResult) -> dict[str, int]:
    return {place: weight for place, weight in weights.items() if (place == fact.place) is fact.found}


@dataclass(frozen=True)
class Grid:
    """CP-SAT's view of a deck: `at[slot][place]` is true where the card in that slot is of that place."""

    at: Sequence[Mapping[str, Any]]
    shown: dict[int, dict[Any, Any]] = field(default_factory=dict)
    """For each slot seen, a literal for every face that was noted of it (at most one is printed there)."""


def declare_grid(model: RuleModel, board: Board, slots: int) -> Grid:
    at = [{place: model.model.new_bool_var(f"{slot} {place}") for place in board.names} for slot in range(slots)]
    for literals in at:
        model.exactly_one(list(literals.values()))
    return Grid(at)


def post_roads(model: RuleModel, grid: Grid, board: Board, stays: bool) -> None:
    """Each card is one step along a road from the card before (or none, where stays are allowed)."""
    adjacent = {frozenset(road) for road in board.roads}
    for slot, here in enumerate(grid.at):
        before = grid.at[slot - 1]
        guard = model.rule(f"from slot {(slot - 1) % len(grid.at)} to slot {slot} she goes along a road", STEP_SOURCE)
        for place, literal in here.items():
            near = [before[other] for other in before if frozenset((other, place)) in adjacent]
            model.require_any([*near, *([before[place]] if stays else []), literal.negated()], guard)


def post_fact(model: RuleModel, grid: Grid, board: Board, noted: Noted) -> None:
    """What a face or a search says of the slots' locations."""
    fact: Any = noted.fact
    if isinstance(fact, SearchResult):
        guard = model.rule(fact.sentence(), SEARCH_SOURCE, noted.event)
        here = grid.at[fact.slot][fact.place]
        model.require_any([here if fact.found else here.negated()], guard)
        return
    guard = model.rule(fact.sentence(), FACE_SOURCE, noted.event)
    model.require_any([_printed(model, grid, fact)], guard)
    sites = fact.face.sites(board)
    model.forbid([literal for place, literal in grid.at[fact.slot].items() if place not in sites], guard)
    if fact.face.looks_back:
        _post_step(model, grid, fact, fact.face.steps(board), guard)


def _printed(model: RuleModel, grid: Grid, fact: Sighting) -> Any:
    """The literal "this is the face printed on the card in this slot"; a card has one face."""
    faces = grid.shown.setdefault(fact.slot, {})
    if fact.face not in faces:
        literal = model.model.new_bool_var(f"slot {fact.slot} shows {fact.face.word}")
        for other in faces.values():
            model.model.add_bool_or([literal.negated(), other.negated()])
        faces[fact.face] = literal
    return faces[fact.face]


def _post_step(model: RuleModel, grid: Grid, fact: Sighting, steps: frozenset[tuple[str, str]], guard: Any) -> None:
    before, here = grid.at[fact.slot - 1], grid.at[fact.slot]
    for place, literal in here.items():
        origins = [before[other] for other in before if (other, place) in steps]
        model.require_any([*origins, literal.negated()], guard)
