"""The mystery of the Rendezvous: the landmark where the Dark Lady must be met, from how far away it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from maps.paths import hops
from solver.core.protocol import Factors, Foresight, Noted, Weight
from solver.core.values import Question, Value
from solver.games.black_sonata.asking import answered_at

if TYPE_CHECKING:
    from maps import Board
    from solver.engines.cpsat import RuleModel

World = tuple[str, str]
LANDMARK = ("landmark",)
WORLD = ("world",)
OTHER, NEAREST = "nearest-other", "nearest"
READINGS: Mapping[str, tuple[str, ...]] = {OTHER: (OTHER,), NEAREST: (NEAREST,), "either": (OTHER, NEAREST)}
"""By the set-up's `here`: how the distance may be counted at a location that has the landmark itself."""

QUERY_SOURCE = "The Fair Youth, p. 7: a query tells how far away the special landmark is"
READING_SOURCE = "set-up: what is counted where the landmark itself stands"
CONFRONT_SOURCE = "The Fair Youth, p. 7: its card is turned before the Dark Lady's"
LIST_SOURCE = "the card list"


@dataclass(frozen=True)
class Measured:
    """Asked at `place`, the card gave `distance`; it is printed, so another number there is a contradiction."""

    place: str
    distance: int

    @property
    def printed(self) -> tuple[str, str]:
        return answered_at(self.place)

    def sentence(self) -> str:
        steps = "1 step" if self.distance == 1 else f"{self.distance} steps"
        return f"the Rendezvous is {steps} away from {self.place}"


@dataclass(frozen=True)
class Turned:
    """The Rendezvous card was turned and showed `landmark`."""

    landmark: str

    @property
    def printed(self) -> tuple[str]:
        return ("card",)

    def sentence(self) -> str:
        return f"the Rendezvous card showed {self.landmark}"


@dataclass(frozen=True)
class RendezvousCard:
    """A listed card: (location, distance) pairs; where it lists none, the map says what it may give."""

    landmark: str
    distances: tuple[tuple[str, int], ...] = ()


@lru_cache(maxsize=16)
def map_distances(board: Board) -> Mapping[tuple[str, str, str], int | None]:
    """Reading 1: by (location, landmark, reading), the steps to the nearest location with it; None without one."""
    found: dict[tuple[str, str, str], int | None] = {}
    for place in board.names:
        steps = hops(board, place)
        for landmark in board.landmarks:
            sites = [steps[site] for site in board.with_landmark(landmark) if site in steps]
            found[place, landmark, NEAREST] = min(sites, default=None)
            found[place, landmark, OTHER] = min((count for count in sites if count > 0), default=None)
    return found


def legal_numbers(board: Board, place: str, landmark: str, here: str) -> tuple[int, ...]:
    """The different numbers that a card of `landmark` may give at `place`, by `here`; none where it counts no site."""
    numbers = {map_distances(board)[place, landmark, reading] for reading in READINGS[here]}
    return tuple(sorted(number for number in numbers if number is not None))


@dataclass(frozen=True)
class Rendezvous:
    """Each landmark is as likely, and each reading of `here`; with `cards`, each card of the list.

    A world is a landmark and a reading (none where cards are listed: these say what they give). All 15 roads count.
    Where a listed card leaves a location out and the readings differ there, each number is as likely.
    """

    board: Board
    here: str = OTHER
    cards: tuple[RendezvousCard, ...] | None = None
    name: str = "rendezvous.landmark"

    def questions(self) -> tuple[Question, ...]:
        return (Question("rendezvous.landmark", "Which landmark is the Rendezvous?", LANDMARK),)

    def size(self) -> int:
        return len(self._landmarks()) * len(self._readings())

    def _landmarks(self) -> tuple[str, ...]:
        return self.board.landmarks if self.cards is None else tuple(sorted(card.landmark for card in self.cards))

    def _readings(self) -> tuple[str, ...]:
        return READINGS[self.here] if self.cards is None else ("",)

    def foresee(self, place: str) -> Foresight:
        def outcomes(world: Any) -> Mapping[tuple[tuple[str, Any], ...], Fraction]:
            numbers = self._numbers(place, world)
            shown: list[int | None] = [*numbers] or [None]
            return {(("distance", number),): Fraction(1, len(shown)) for number in shown}

        return Foresight(WORLD, outcomes)

    # Reading 1: plain Python

    def worlds(self) -> Iterator[tuple[World, Weight]]:
        return (((landmark, reading), 1) for landmark in self._landmarks() for reading in self._readings())

    def likelihood(self, world: World, fact: Measured | Turned) -> Weight:
        if isinstance(fact, Turned):
            return int(fact.landmark == world[0])
        numbers = self._numbers(fact.place, world)
        return Fraction(1, len(numbers)) if fact.distance in numbers else 0

    def _numbers(self, place: str, world: World) -> tuple[int, ...]:
        """The different numbers that the card may give there; none where no number can be told."""
        landmark, reading = world
        listed = self._listed(landmark)
        if place in listed:
            return (listed[place],)
        return legal_numbers(self.board, place, landmark, reading or self.here)

    def _listed(self, landmark: str) -> Mapping[str, int]:
        """What the listed card of this landmark gives, by location."""
        cards = (card for card in self.cards or () if card.landmark == landmark)
        return dict(next((card.distances for card in cards), ()))

    def read(self, world: World, statistic: Any) -> Value:
        return world[0] if statistic == LANDMARK else world

    def factors(self, facts: Sequence[Any]) -> Factors:
        names = ("landmark", "reading")
        rules: list[Any] = [((lambda *world, fact=fact: bool(self.likelihood(world, fact))), names) for fact in facts]
        domains = {"landmark": self._landmarks(), "reading": self._readings()}
        return Factors(domains, rules, lambda found, wanted: self.read((found["landmark"], found["reading"]), wanted))

    # Reading 2: CP-SAT

    def declare(self, model: RuleModel) -> Mapping[str, Any]:
        """The landmark; and for each location whether another one is counted where it stands there itself."""
        shows = {landmark: model.model.new_bool_var(landmark) for landmark in self.board.landmarks}
        model.exactly_one(list(shows.values()))
        if self.cards is not None:
            guard = model.rule("the Rendezvous card is one of the list", LIST_SOURCE)
            model.require_any([shows[card.landmark] for card in self.cards], guard)
        one = model.model.new_bool_var("counts to another")
        each = {place: model.model.new_bool_var(f"counts to another from {place}") for place in self.board.names}
        other = each if self.cards is not None else dict.fromkeys(self.board.names, one)
        if self.here != "either":
            guard = model.rule(f"where the landmark itself stands, the {self.here} one is counted", READING_SOURCE)
            for literal in dict.fromkeys(other.values()):
                model.require_any([literal if self.here == OTHER else literal.negated()], guard)
        return {"shows": shows, "other": other}

    def post(self, model: RuleModel, variables: Mapping[str, Any], noted: Noted) -> None:
        fact: Any = noted.fact
        shows = variables["shows"]
        if isinstance(fact, Turned):
            model.require_any([shows[fact.landmark]], model.rule(fact.sentence(), CONFRONT_SOURCE, noted.event))
            return
        guard = model.rule(fact.sentence(), QUERY_SOURCE, noted.event)
        listed = [
            (shows[card.landmark], number)
            for card in self.cards or ()
            for place, number in card.distances
            if place == fact.place
        ]
        model.forbid([literal for literal, number in listed if number != fact.distance], guard)
        by_card = [literal for literal, _ in listed]
        for rule in self._rules(shows, variables["other"][fact.place], fact):
            model.require_any([*rule, *by_card], guard)

    def _rules(self, shows: Mapping[str, Any], other: Any, fact: Measured) -> Iterator[list[Any]]:
        """Of each list, one literal must hold: one site so far away, none nearer; the location itself as `other` says.

        Sites are found ring by ring along the roads.
        """
        stands_here = [shows[landmark] for landmark in self.board.place(fact.place).landmarks]
        if fact.distance == 0:
            yield stands_here
            yield [other.negated()]
            return
        yield from ([literal.negated(), other] for literal in stands_here)
        rings = self._rings(fact.place, fact.distance)
        nearer = {landmark for ring in rings[1:-1] for landmark in ring}
        yield from ([shows[landmark].negated()] for landmark in sorted(nearer))
        yield [shows[landmark] for landmark in sorted(rings[-1])]

    def _rings(self, place: str, radius: int) -> list[set[str]]:
        """The landmarks at exactly 0, 1, ... `radius` steps from `place`."""
        rings, seen = [{place}], {place}
        for _ in range(radius):
            rings.append({near for at in rings[-1] for near in self.board.neighbours[at]} - seen)
            seen |= rings[-1]
        return [{landmark for at in ring for landmark in self.board.place(at).landmarks} for ring in rings]

    def literals(self, model: RuleModel, variables: Mapping[str, Any], statistic: Any) -> Mapping[Value, Any]:
        shows = variables["shows"]
        if statistic == LANDMARK or self.cards is not None:
            return {self.read((landmark, ""), statistic): shows[landmark] for landmark in self._landmarks()}
        other = variables["other"][self.board.names[0]]
        return {world: self._both(model, shows[world[0]], other, world) for world, _ in self.worlds()}

    @staticmethod
    def _both(model: RuleModel, shown: Any, other: Any, world: World) -> Any:
        """A literal that is true exactly in this world."""
        literal = model.model.new_bool_var(" ".join(world))
        model.model.add_min_equality(literal, [shown, other if world[1] == OTHER else other.negated()])
        return literal
