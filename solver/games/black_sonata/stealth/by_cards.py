"""Knowledge `cards`: as `map`, and the slots hold different printed cards; every such order is equally likely.

Cards of one location and landmark are alike on the table but not in the box, so orders are counted with them apart.
A world is the tuple of the slots' card numbers. An indirection stands for the card that it replaced.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import perm
from typing import TYPE_CHECKING, Any, ClassVar

from solver.core.errors import OutOfBudget
from solver.core.protocol import Factors, Noted, Weight
from solver.core.values import Budget, Distribution, Proof, Question, Statistic
from solver.engines.counting import Counter, Ring, anchored_weights, find_stocked_walk, stocked_weights
from solver.engines.facts import fold
from solver.engines.worlds import normalise
from solver.games.black_sonata.cards import StealthCard, stealth_cards
from solver.games.black_sonata.faces import Landmark
from solver.games.black_sonata.motion import SearchResult, Sighting, StealthFact
from solver.games.black_sonata.stealth.by_map import (
    Grid,
    MapDeck,
    _slot,
    declare_grid,
    impossible,
    post_fact,
    post_roads,
)
from solver.games.black_sonata.stealth.moments import FACE_SOURCE, Moments

if TYPE_CHECKING:
    from maps import Board
    from solver.engines.cpsat import RuleModel

World = tuple[int, ...]
STOCK_SOURCE = "the deck holds each printed card at most once"


@dataclass(frozen=True)
class CardsDeck:
    """The deck of `slots` different cards out of `cards`, each a step from the one before."""

    board: Board
    moments: Moments
    stays: bool = False
    slots: int = 26
    cards: tuple[StealthCard, ...] = field(default_factory=stealth_cards)
    name: str = "lady.location"
    prints_faces: ClassVar[bool] = False
    """True where a world says what each card shows (statistic "card")."""

    @property
    def by_map(self) -> MapDeck:
        """What the map alone says; its candidates are a superset."""
        return MapDeck(self.board, self.moments, self.stays, self.slots)

    def questions(self) -> tuple[Question, ...]:
        return self.moments.questions()

    def size(self) -> int:
        return perm(len(self.cards), self.slots)

    # Reading 1: plain Python

    def worlds(self) -> Iterator[tuple[World, Weight]]:
        for first in range(len(self.cards)):
            yield from ((order, 1) for order in self._orders((first,)))

    def _orders(self, order: World) -> Iterator[World]:
        followers = self.by_map.followers(self.cards[order[-1]].location)
        if len(order) == self.slots:
            if self.cards[order[0]].location in followers:
                yield order
            return
        for number, card in enumerate(self.cards):
            if number not in order and card.location in followers:
                yield from self._orders((*order, number))

    def likelihood(self, world: World, fact: StealthFact) -> Weight:
        here = self.cards[world[fact.slot]]
        if isinstance(fact, SearchResult):
            return int((here.location == fact.place) is fact.found)
        if isinstance(fact.face, Landmark):
            return int(here.landmark == fact.face.name)
        return fact.face.chance(self.board, self.cards[world[fact.slot - 1]].location, here.location)

    def read(self, world: World, statistic: Any) -> str:
        return self.cards[world[_slot(statistic)]].location

    def factors(self, facts: Sequence[StealthFact]) -> Factors:
        names = [f"slot {slot}" for slot in range(self.slots)]
        rules: list[Any] = [
            ((lambda here, there: here != there), (one, other)) for i, one in enumerate(names) for other in names[:i]
        ]
        rules += [(self._can_follow, (names[slot - 1], names[slot])) for slot in range(self.slots)]
        rules += [self._factor(fact, names) for fact in facts]
        domains = {name: range(len(self.cards)) for name in names}
        return Factors(domains, rules, lambda found, stat: self.cards[found[names[_slot(stat)]]].location)

    def _can_follow(self, before: int, here: int) -> bool:
        return self.cards[here].location in self.by_map.followers(self.cards[before].location)

    def _factor(self, fact: Any, names: Sequence[str]) -> Any:
        def fits(before: int, here: int) -> bool:
            world = [here] * self.slots
            world[fact.slot - 1] = before
            return bool(self.likelihood(tuple(world), fact))

        return fits, (names[fact.slot - 1], names[fact.slot])

    # The counting engine: a ring whose positions draw from the stock of cards

    def count(self, facts: Sequence[StealthFact], budget: Budget) -> StockedBelief:
        """Exact orders, as long as the counts of cards used stay few enough; else raises OutOfBudget."""
        belief = self.orders(facts, budget)
        for question in self.questions():
            belief.candidates(question.statistic)
        return belief

    def search(self, facts: Sequence[StealthFact], budget: Budget) -> FoundBelief:
        """Candidates by looking for one order each, among what the map allows (the cards never allow more)."""
        belief = self.orders(facts, budget)
        return FoundBelief({q.statistic: belief.found_values(_slot(q.statistic)) for q in self.questions()})

    def orders(self, facts: Sequence[StealthFact], budget: Budget) -> StockedBelief:
        """The orders that fit, not counted yet."""
        folded = fold(facts)
        if folded is None:
            return StockedBelief(self, impossible(self.slots), {}, self.moments.now, budget)
        landmarks = {
            fact.slot: fact.face.name
            for fact in folded
            if isinstance(fact, Sighting) and isinstance(fact.face, Landmark)
        }
        ring = self.by_map.ring(folded)
        if ring is None:
            raise OutOfBudget("no ring")
        return StockedBelief(self, ring.counted_once(), landmarks, self.moments.now, budget)

    # Reading 2: CP-SAT, over kinds of cards (location and landmark) with a stock each

    def declare(self, model: RuleModel) -> CardsGrid:
        grid = declare_grid(model, self.board, self.slots)
        post_roads(model, grid, self.board, self.stays)
        stock = Tally((card.location, card.landmark) for card in self.cards)
        kinds = [{kind: model.model.new_bool_var(f"{slot} {kind}") for kind in stock} for slot in range(self.slots)]
        for slot, literals in enumerate(kinds):
            for place, literal in grid.at[slot].items():
                model.model.add(sum(lit for kind, lit in literals.items() if kind[0] == place) == literal)
        for kind, copies in stock.items():
            guard = model.rule(f"there are {copies} cards {kind[0]}, {kind[1]}", STOCK_SOURCE)
            model.model.add(sum(literals[kind] for literals in kinds) <= copies).only_enforce_if(guard)
        return CardsGrid(grid, kinds)

    def post(self, model: RuleModel, variables: CardsGrid, noted: Noted) -> None:
        post_fact(model, variables.grid, self.board, noted)
        fact: Any = noted.fact
        if isinstance(fact, Sighting) and isinstance(fact.face, Landmark):
            guard = model.rule(f"{fact.sentence()}: that landmark is printed on its card", FACE_SOURCE, noted.event)
            kinds = variables.kinds[fact.slot]
            model.forbid([literal for kind, literal in kinds.items() if kind[1] != fact.face.name], guard)

    def literals(self, model: RuleModel, variables: CardsGrid, statistic: Any) -> Mapping[Any, Any]:
        return variables.grid.at[_slot(statistic)]


@dataclass(frozen=True)
class CardsGrid:
    """The grid of locations, and for each slot a literal for each kind of card."""

    grid: Grid
    kinds: Sequence[Mapping[tuple[str, str], Any]]


@dataclass(frozen=True)
class StockedBelief:
    """Exact counts of orders. A slot's marginal is counted when asked for, and may raise OutOfBudget."""

    deck: CardsDeck
    ring: Ring[str]
    landmarks: Mapping[int, str]
    now: int
    budget: Budget
    proof: Proof = Proof.COUNTED
    _found: dict[int, dict[str, int]] = field(default_factory=dict)

    @cached_property
    def count(self) -> int:
        return sum(self._weights(self.now).values())

    @property
    def is_possible(self) -> bool:
        return bool(self._weights(self.now))

    def candidates(self, statistic: Statistic) -> frozenset[Any]:
        return frozenset(self._weights(_slot(statistic)))

    def distribution(self, statistic: Statistic) -> Distribution:
        return normalise(dict(self._weights(_slot(statistic))))

    def found_values(self, slot: int) -> frozenset[str]:
        """The locations of which some order was found; raises OutOfBudget if one stays undecided."""
        by_map = anchored_weights(self.ring, slot)
        return frozenset(place for place in by_map if self.find(slot, place, self.budget.states) is not None)

    def find(self, slot: int, place: str, steps: int) -> tuple[str, ...] | None:
        """The locations, from slot 0 on, of an order that has `place` in `slot`; None if there is none.

        Raises OutOfBudget when that is not decided after so many steps.
        """
        walk = find_stocked_walk(self.ring, slot, place, self._stock.draws, steps)
        return None if walk is None else walk[len(walk) - slot :] + walk[: len(walk) - slot]

    @cached_property
    def _stock(self) -> _Stock:
        return _Stock(self.deck, self.landmarks)

    def _weights(self, slot: int) -> dict[str, int]:
        if slot not in self._found:
            states = self.budget.states
            found, _ = stocked_weights(self.ring, slot, self._stock.draws, self._stock.finish, states)
            self._found[slot] = found
        return self._found[slot]


@dataclass(frozen=True)
class FoundBelief:
    """For the statistics of the questions alone: the values of which an order was found, all others being ruled out."""

    found: Mapping[Statistic, frozenset[Any]]
    proof: Proof = Proof.SOLVER
    count: int | None = None

    @property
    def is_possible(self) -> bool:
        return all(self.found.values())

    def candidates(self, statistic: Statistic) -> frozenset[Any]:
        return self.found[statistic]

    def distribution(self, statistic: Statistic) -> Distribution | None:
        return None


class _Stock:
    """How many cards of each kind were drawn, packed into one int of four bits a counter.

    A slot whose landmark was seen draws a card of that kind: the factor is the number of those left. Any other slot
    draws some card of its location: which one is settled at the end, among the cards that no seen slot took.
    """

    def __init__(self, deck: CardsDeck, landmarks: Mapping[int, str]) -> None:
        self.landmarks = landmarks
        self.kinds = Tally((card.location, card.landmark) for card in deck.cards)
        self.places = Tally(card.location for card in deck.cards)
        seen = frozenset(landmarks.values())
        kinds = [kind for kind in self.kinds if kind[1] in seen]
        self.shift: dict[Any, int] = {counter: 4 * i for i, counter in enumerate([*self.places, *kinds])}
        self.slots = deck.slots

    @cached_property
    def draws(self) -> list[dict[str, tuple[Counter, ...]]]:
        """For each slot, what a card of each location draws from; a location without such a card is left out."""
        by_face = {face: self._draws_of(face) for face in {None, *self.landmarks.values()}}
        return [by_face[self.landmarks.get(slot)] for slot in range(self.slots)]

    def _draws_of(self, landmark: str | None) -> dict[str, tuple[Counter, ...]]:
        found: dict[str, tuple[Counter, ...]] = {}
        for place, cards in self.places.items():
            of_place = Counter(self.shift[place], cards, is_choice=False)
            if landmark is None:
                found[place] = (of_place,)
            elif (place, landmark) in self.kinds:
                kind = (place, landmark)
                found[place] = (of_place, Counter(self.shift[kind], self.kinds[kind], is_choice=True))
        return found

    def finish(self, drawn: int) -> int:
        """In how many ways the slots whose landmark was not seen take their cards."""
        ways = 1
        seen: Tally[str] = Tally()
        for kind in self.kinds:
            if kind in self.shift:
                seen[kind[0]] += (drawn >> self.shift[kind]) & 15
        for place, cards in self.places.items():
            unseen = ((drawn >> self.shift[place]) & 15) - seen[place]
            ways *= perm(cards - seen[place], unseen)
        return ways
