"""The mystery of the Fair Youth: where he hides, from the ways that bystanders point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from maps.paths import next_steps
from solver.core.protocol import Factors, Foresight, Noted, Weight
from solver.core.values import Question, Value
from solver.games.black_sonata.asking import answered_at

if TYPE_CHECKING:
    from maps import Board
    from solver.engines.cpsat import RuleModel

HIDEOUT = ("hideout",)
WAY_SOURCE = "The Fair Youth, p. 4: he always travels the shortest path to his hideout"
ASK_SOURCE = "The Fair Youth, p. 4: in the keyhole stands a landmark of the next location on his way"
CONFRONT_SOURCE = "The Fair Youth, p. 5: his card is turned over"
LIST_SOURCE = "the card list"


@dataclass(frozen=True)
class Pointed:
    """The bystander at `place` showed `landmark`; it is printed, so another answer there is a contradiction."""

    place: str
    landmark: str

    @property
    def printed(self) -> tuple[str, str]:
        return answered_at(self.place)

    def sentence(self) -> str:
        return f"the bystander at {self.place} showed {self.landmark}"


@dataclass(frozen=True)
class Caught:
    """The Fair Youth was confronted at `place`; `right` if it is his hideout."""

    place: str
    right: bool
    printed: None = None

    def sentence(self) -> str:
        return f"the Fair Youth was {'' if self.right else 'not '}at {self.place}"


@dataclass(frozen=True)
class YouthCard:
    """A listed card: (location, landmark) pairs; where it lists none, the rules say what it may show."""

    hideout: str
    answers: tuple[tuple[str, str], ...] = ()


@lru_cache(maxsize=16)
def legal_answers(board: Board) -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Reading 1: by (location, hideout), the different landmarks that a card may show there, alphabetical.

    At his hideout the way that he took when he last left it is shown, which may be any.
    """
    pairs = ((place, hideout) for place in board.names for hideout in board.names)
    return {pair: _landmarks_on(board, *pair) for pair in pairs}


def _landmarks_on(board: Board, place: str, hideout: str) -> tuple[str, ...]:
    ways = board.neighbours[place] if place == hideout else next_steps(board, place, hideout)
    return tuple(sorted({landmark for way in ways for landmark in board.place(way).landmarks}))


@dataclass(frozen=True)
class Hideout:
    """Every location is as likely; with `cards`, every listed one. A world is the name of his hideout.

    Each different landmark that may be shown at a location is as likely. All 15 roads count, whatever the pawn's are.
    """

    board: Board
    cards: tuple[YouthCard, ...] | None = None
    name: str = "youth.hideout"

    def questions(self) -> tuple[Question, ...]:
        return (Question("youth.hideout", "Where does the Fair Youth hide?", HIDEOUT),)

    def size(self) -> int:
        return len(self._hideouts())

    def _hideouts(self) -> tuple[str, ...]:
        return self.board.names if self.cards is None else tuple(sorted(card.hideout for card in self.cards))

    def _listed(self, hideout: str) -> Mapping[str, str]:
        """What the listed card of this hideout shows, by location."""
        cards = (card for card in self.cards or () if card.hideout == hideout)
        return dict(next((card.answers for card in cards), ()))

    def foresee(self, place: str) -> Foresight:
        def outcomes(hideout: Any) -> Mapping[tuple[tuple[str, Any], ...], Fraction]:
            shown = self._may_show(place, hideout)
            return {(("landmark", landmark),): Fraction(1, len(shown)) for landmark in shown}

        return Foresight(HIDEOUT, outcomes)

    # Reading 1: plain Python

    def worlds(self) -> Iterator[tuple[str, Weight]]:
        return ((hideout, 1) for hideout in self._hideouts())

    def likelihood(self, world: str, fact: Pointed | Caught) -> Weight:
        if isinstance(fact, Caught):
            return int(fact.right is (fact.place == world))
        shown = self._may_show(fact.place, world)
        return Fraction(fact.landmark in shown, len(shown))

    def _may_show(self, place: str, hideout: str) -> tuple[str, ...]:
        listed = self._listed(hideout)
        return (listed[place],) if place in listed else legal_answers(self.board)[place, hideout]

    def read(self, world: str, statistic: Any) -> Value:
        return world

    def factors(self, facts: Sequence[Any]) -> Factors:
        rules: list[Any] = [((lambda he, fact=fact: bool(self.likelihood(he, fact))), ("he",)) for fact in facts]
        return Factors({"he": self._hideouts()}, rules, lambda found, _: str(found["he"]))

    # Reading 2: CP-SAT

    def declare(self, model: RuleModel) -> Mapping[str, Any]:
        """His hideout, each location's distance from it, the way that he took there, and a landmark on that way."""
        names = self.board.names
        hides = {place: model.model.new_bool_var(f"hides {place}") for place in names}
        model.exactly_one(list(hides.values()))
        steps = {place: model.model.new_int_var(0, len(names) - 1, f"steps {place}") for place in names}
        goes = {place: self._literals(model, f"{place} to", self.board.neighbours[place]) for place in names}
        shows = {place: self._literals(model, f"{place} shows", self.board.landmarks) for place in names}
        self._list(model, hides)
        self._measure(model, hides, steps)
        for place in names:
            self._lead(model, hides[place], steps, place, goes[place])
            self._show(model, goes[place], shows[place])
        return {"hides": hides, "shows": shows}

    @staticmethod
    def _literals(model: RuleModel, what: str, values: Sequence[str]) -> Mapping[str, Any]:
        found = {value: model.model.new_bool_var(f"{what} {value}") for value in values}
        model.exactly_one(list(found.values()))
        return found

    def _list(self, model: RuleModel, hides: Mapping[str, Any]) -> None:
        if self.cards is not None:
            guard = model.rule("his card is one of the list", LIST_SOURCE)
            model.require_any([hides[card.hideout] for card in self.cards], guard)

    def _measure(self, model: RuleModel, hides: Mapping[str, Any], steps: Mapping[str, Any]) -> None:
        """Distances: 0 at his hideout alone, and a road changes them by at most 1."""
        guard = model.rule("the way to his hideout is counted along the roads", WAY_SOURCE)
        for place, hidden in hides.items():
            model.model.add(steps[place] == 0).only_enforce_if([guard, hidden])
            model.model.add(steps[place] >= 1).only_enforce_if([guard, hidden.negated()])
        for a, b in self.board.roads:
            model.model.add(steps[a] <= steps[b] + 1).only_enforce_if(guard)
            model.model.add(steps[b] <= steps[a] + 1).only_enforce_if(guard)

    @staticmethod
    def _lead(model: RuleModel, hidden: Any, steps: Mapping[str, Any], place: str, goes: Mapping[str, Any]) -> None:
        guard = model.rule(f"from {place} he went one step nearer to his hideout", WAY_SOURCE)
        for way, taken in goes.items():
            model.model.add(steps[way] == steps[place] - 1).only_enforce_if([guard, taken, hidden.negated()])

    def _show(self, model: RuleModel, goes: Mapping[str, Any], shows: Mapping[str, Any]) -> None:
        """What is shown stands where he went: a fact of the map, so not guarded."""
        for way, taken in goes.items():
            standing = [shows[landmark] for landmark in self.board.place(way).landmarks]
            model.model.add_bool_or([*standing, taken.negated()])

    def post(self, model: RuleModel, variables: Mapping[str, Any], noted: Noted) -> None:
        fact: Any = noted.fact
        hides = variables["hides"]
        if isinstance(fact, Caught):
            guard = model.rule(fact.sentence(), CONFRONT_SOURCE, noted.event)
            here = hides[fact.place]
            model.require_any([here if fact.right else here.negated()], guard)
            return
        guard = model.rule(fact.sentence(), ASK_SOURCE, noted.event)
        agreeing = []
        for card in self.cards or ():
            for place, landmark in card.answers:
                if place == fact.place and landmark == fact.landmark:
                    agreeing.append(hides[card.hideout])
                elif place == fact.place:
                    model.forbid([hides[card.hideout]], guard)
        model.require_any([variables["shows"][fact.place][fact.landmark], *agreeing], guard)

    def literals(self, model: RuleModel, variables: Mapping[str, Any], statistic: Any) -> Mapping[Value, Any]:
        return {hideout: variables["hides"][hideout] for hideout in self._hideouts()}
