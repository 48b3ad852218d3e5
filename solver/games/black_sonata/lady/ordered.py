"""The Darkest Ladies: three symbols in order, without a suit. A world is the triple in the order of her card.

Two levels of knowledge: any triple (`OrderedLady`), or the ladies of a card list (`ListedLady`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

from solver.core.protocol import Factors, Noted, Weight
from solver.core.values import Question, Value
from solver.games.black_sonata.cards import SYMBOLS
from solver.games.black_sonata.lady.ordered_facts import FourSide, InOrder, ThreeSide

if TYPE_CHECKING:
    from solver.engines.cpsat import RuleModel

World = tuple[str, ...]
IN_ORDER = ("symbols",)
IDENTITY = ("identity",)
SYMBOLS_QUESTION = Question("lady.symbols", "Which symbols does the Dark Lady have, in order?", IN_ORDER)
PLACES = ("first", "second", "third")
CARD_SOURCE = "Strange Shadows, p. 4: the Darkest Ladies"
CLUE_SOURCE = "Strange Shadows, p. 5: the two sides of a clue card"
END_SOURCE = "Strange Shadows, p. 5: all three in the correct order"


@dataclass(frozen=True)
class OrderedLady:
    """Any three symbols in order: different ones, or with `repeats` any, each triple equally likely."""

    repeats: bool = False
    name: str = "lady.symbols"
    is_ordered: bool = True

    def questions(self) -> tuple[Question, ...]:
        return (SYMBOLS_QUESTION,)

    def size(self) -> int:
        return 343 if self.repeats else 210

    def _triples(self) -> Iterator[World]:
        return product(SYMBOLS, repeat=3) if self.repeats else permutations(SYMBOLS, 3)

    def worlds(self) -> Iterator[tuple[World, Weight]]:
        return ((triple, 1) for triple in self._triples())

    def likelihood(self, world: World, fact: Any) -> Weight:
        return _likelihood(world, fact)

    def read(self, world: World, statistic: Any) -> Value:
        return world

    def factors(self, facts: Sequence[Any]) -> Factors:
        rules: list[Any] = [] if self.repeats else [(lambda *placed: len(set(placed)) == 3, PLACES)]
        rules += [((lambda *placed, fact=fact: bool(_likelihood(placed, fact))), PLACES) for fact in facts]
        return Factors(dict.fromkeys(PLACES, SYMBOLS), rules, lambda found, _: tuple(found[place] for place in PLACES))

    def declare(self, model: RuleModel) -> Placed:
        placed = _placed(model)
        if not self.repeats:
            guard = model.rule("her three symbols are different", CARD_SOURCE)
            for symbol in SYMBOLS:
                model.model.add(sum(at[symbol] for at in placed.at) <= 1).only_enforce_if(guard)
        return placed

    def post(self, model: RuleModel, variables: Placed, noted: Noted) -> None:
        _post(model, variables, noted)

    def literals(self, model: RuleModel, variables: Placed, statistic: Any) -> Mapping[Value, Any]:
        return {triple: _all_of(model, variables, triple) for triple in self._triples()}


@dataclass(frozen=True)
class ListedLady:
    """One of the ladies of a card list: her name, and her symbols in order (no two ladies have the same)."""

    ladies: tuple[tuple[str, World], ...]
    name: str = "lady.symbols"
    is_ordered: bool = True

    def questions(self) -> tuple[Question, ...]:
        return (SYMBOLS_QUESTION, Question("lady.identity", "Who is the Dark Lady?", IDENTITY))

    def size(self) -> int:
        return len(self.ladies)

    def worlds(self) -> Iterator[tuple[World, Weight]]:
        return ((symbols, 1) for _, symbols in self.ladies)

    def likelihood(self, world: World, fact: Any) -> Weight:
        return _likelihood(world, fact)

    def read(self, world: World, statistic: Any) -> Value:
        if statistic == IN_ORDER:
            return world
        return next(name for name, symbols in self.ladies if symbols == world)

    def factors(self, facts: Sequence[Any]) -> Factors:
        by_name = dict(self.ladies)
        rules: list[Any] = [
            ((lambda name, fact=fact: bool(_likelihood(by_name[name], fact))), ("she",)) for fact in facts
        ]
        return Factors({"she": tuple(by_name)}, rules, lambda found, stat: self.read(by_name[found["she"]], stat))

    def declare(self, model: RuleModel) -> Placed:
        """Where each symbol is, and a literal for each lady, which puts hers in their places."""
        placed = _placed(model)
        she = {name: model.model.new_bool_var(name) for name, _ in self.ladies}
        model.exactly_one(list(she.values()))
        guard = model.rule("she is one of the listed ladies", CARD_SOURCE)
        for name, symbols in self.ladies:
            for at, symbol in zip(placed.at, symbols, strict=True):
                model.require_any([at[symbol], she[name].negated()], guard)
        return Placed(placed.at, placed.has, she)

    def post(self, model: RuleModel, variables: Placed, noted: Noted) -> None:
        _post(model, variables, noted)

    def literals(self, model: RuleModel, variables: Placed, statistic: Any) -> Mapping[Value, Any]:
        return {self.read(symbols, statistic): variables.she[name] for name, symbols in self.ladies}


# Reading 1: plain Python


def _likelihood(world: World, fact: Any) -> int:
    match fact:
        case FourSide() | ThreeSide():
            return int(fact.hole(world) == fact.count)
        case _:
            return int((world == fact.symbols) is fact.right)


# Reading 2: CP-SAT


@dataclass(frozen=True)
class Placed:
    """Literals: `at[place][symbol]`, `has[symbol]` (in any place), and `she[name]` where ladies are listed."""

    at: tuple[Mapping[str, Any], ...]
    has: Mapping[str, Any]
    she: Mapping[str, Any]


def _placed(model: RuleModel) -> Placed:
    at = tuple({symbol: model.model.new_bool_var(f"{place} {symbol}") for symbol in SYMBOLS} for place in PLACES)
    for place in at:
        model.exactly_one(list(place.values()))
    has = {symbol: model.union(f"has {symbol}", [place[symbol] for place in at]) for symbol in SYMBOLS}
    return Placed(at, has, {})


def _post(model: RuleModel, variables: Placed, noted: Noted) -> None:
    fact: Any = noted.fact
    hers = sum(variables.has[symbol] for symbol in fact.symbols)
    match fact:
        case FourSide():
            guard = model.rule(fact.sentence(), CLUE_SOURCE, noted.event)
            model.model.add(hers == fact.count).only_enforce_if(guard)
        case ThreeSide():
            guard = model.rule(fact.sentence(), CLUE_SOURCE, noted.event)
            model.model.add(hers + sum(_in_place(variables, fact.symbols)) == fact.count).only_enforce_if(guard)
        case InOrder():
            guard = model.rule(fact.sentence(), END_SOURCE, noted.event)
            in_place = sum(_in_place(variables, fact.symbols))
            model.model.add(in_place == 3 if fact.right else in_place <= 2).only_enforce_if(guard)


def _in_place(variables: Placed, symbols: Sequence[str]) -> list[Any]:
    return [at[symbol] for at, symbol in zip(variables.at, symbols, strict=True)]


def _all_of(model: RuleModel, variables: Placed, triple: World) -> Any:
    """A literal that is true exactly when these are her symbols, in this order."""
    literal = model.model.new_bool_var(" ".join(triple))
    model.model.add_min_equality(literal, _in_place(variables, triple))
    return literal
