"""Two levels of knowledge: `symbols` (the 35 triples, equally likely) and `cards` (the ladies of her suit).

A world is the alphabetical triple of her symbols; at `cards`, no two ladies of a list have the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from solver.core.protocol import Factors, Noted, Weight
from solver.core.values import Question, Value
from solver.games.black_sonata.cards import SYMBOLS, Lady
from solver.games.black_sonata.lady.facts import Confronted, Overlap

if TYPE_CHECKING:
    from solver.engines.cpsat import RuleModel

World = tuple[str, ...]
CLUE_SOURCE = "a clue card tells for each suit how many symbols agree"
SEEN_SOURCE = "the Dark Lady's card is not in the clue deck"
CONFRONT_SOURCE = "confronting: her card is turned and compared"
IDENTITY = ("identity",)
SYMBOL_SET = ("symbols",)


@dataclass(frozen=True)
class SymbolLady:
    """Any three different symbols."""

    symbols: tuple[str, ...] = SYMBOLS
    name: str = "lady.symbols"

    def questions(self) -> tuple[Question, ...]:
        return (Question("lady.symbols", "Which symbols does the Dark Lady have?", SYMBOL_SET),)

    def size(self) -> int:
        return sum(1 for _ in combinations(self.symbols, 3))

    def worlds(self) -> Iterator[tuple[World, Weight]]:
        return ((triple, 1) for triple in combinations(self.symbols, 3))

    def likelihood(self, world: World, fact: Any) -> Weight:
        return _likelihood(world, fact)

    def read(self, world: World, statistic: Any) -> Value:
        return world

    def factors(self, facts: Sequence[Any]) -> Factors:
        rules: list[Any] = [(lambda *has: sum(has) == 3, self.symbols)]
        rules += [(self._factor(fact), self.symbols) for fact in facts]
        return Factors(dict.fromkeys(self.symbols, (0, 1)), rules, lambda found, _: self._decode(found))

    def _factor(self, fact: Any) -> Any:
        def fits(*has: int) -> bool:
            return bool(_likelihood(self._decode(dict(zip(self.symbols, has, strict=True))), fact))

        return fits

    def _decode(self, has: Mapping[str, int]) -> World:
        return tuple(symbol for symbol in self.symbols if has[symbol])

    def declare(self, model: RuleModel) -> Mapping[str, Any]:
        has = {symbol: model.model.new_bool_var(symbol) for symbol in self.symbols}
        guard = model.rule("she has three different symbols", "each lady card shows three symbols")
        model.model.add(sum(has.values()) == 3).only_enforce_if(guard)
        return has

    def post(self, model: RuleModel, variables: Mapping[str, Any], noted: Noted) -> None:
        _post(model, variables, noted)

    def literals(self, model: RuleModel, variables: Mapping[str, Any], statistic: Any) -> Mapping[Value, Any]:
        return {triple: _all_of(model, variables, triple) for triple, _ in self.worlds()}


@dataclass(frozen=True)
class CardLady:
    """One of the listed ladies of her suit."""

    suit: str
    ladies: tuple[Lady, ...]
    name: str = "lady.symbols"

    def questions(self) -> tuple[Question, ...]:
        return (
            Question("lady.symbols", "Which symbols does the Dark Lady have?", SYMBOL_SET),
            Question("lady.identity", "Who is the Dark Lady?", IDENTITY),
        )

    def size(self) -> int:
        return len(self._of_suit())

    def _of_suit(self) -> tuple[Lady, ...]:
        return tuple(lady for lady in self.ladies if lady.suit == self.suit)

    def worlds(self) -> Iterator[tuple[World, Weight]]:
        return ((lady.as_set, 1) for lady in self._of_suit())

    def likelihood(self, world: World, fact: Any) -> Weight:
        return _likelihood(world, fact)

    def read(self, world: World, statistic: Any) -> Value:
        if statistic == SYMBOL_SET:
            return world
        return next(lady.name for lady in self._of_suit() if lady.as_set == world)

    def factors(self, facts: Sequence[Any]) -> Factors:
        by_name = {lady.name: lady.as_set for lady in self._of_suit()}
        rules: list[Any] = [
            ((lambda name, fact=fact: bool(_likelihood(by_name[name], fact))), ("she",)) for fact in facts
        ]
        return Factors({"she": tuple(by_name)}, rules, lambda found, stat: self.read(by_name[found["she"]], stat))

    def declare(self, model: RuleModel) -> Mapping[str, Any]:
        """A literal for each symbol, and one for each lady of the suit under her name."""
        has = {symbol: model.model.new_bool_var(symbol) for symbol in SYMBOLS}
        she = {lady.name: model.model.new_bool_var(lady.name) for lady in self._of_suit()}
        if she:
            model.exactly_one(list(she.values()))
        guard = model.rule(f"she is one of the ladies of {self.suit}", "her suit is printed on the back")
        model.require_any(list(she.values()), guard)
        for lady in self._of_suit():
            for symbol, literal in has.items():
                agrees = literal if symbol in lady.symbols else literal.negated()
                model.require_any([agrees, she[lady.name].negated()], guard)
        return {**has, **she}

    def post(self, model: RuleModel, variables: Mapping[str, Any], noted: Noted) -> None:
        _post(model, variables, noted)

    def literals(self, model: RuleModel, variables: Mapping[str, Any], statistic: Any) -> Mapping[Value, Any]:
        return {self.read(lady.as_set, statistic): variables[lady.name] for lady in self._of_suit()}


def _likelihood(world: World, fact: Any) -> int:
    match fact:
        case Overlap():
            return int(len(set(world) & set(fact.symbols)) in fact.numbers)
        case Confronted():
            return int((world == fact.symbols) is fact.right)
        case _:
            return int(world != fact.symbols)


def _post(model: RuleModel, has: Mapping[str, Any], noted: Noted) -> None:
    fact: Any = noted.fact
    shared = sum(has[symbol] for symbol in fact.symbols)
    match fact:
        case Overlap():
            guard = model.rule(fact.sentence(), CLUE_SOURCE, noted.event)
            for number in range(4):
                if number not in fact.numbers:
                    model.model.add(shared != number).only_enforce_if(guard)
        case Confronted():
            guard = model.rule(fact.sentence(), CONFRONT_SOURCE, noted.event)
            all_three = shared == 3 if fact.right else shared != 3
            model.model.add(all_three).only_enforce_if(guard)
        case _:
            guard = model.rule(fact.sentence(), SEEN_SOURCE, noted.event)
            model.model.add(shared <= 2).only_enforce_if(guard)


def _all_of(model: RuleModel, has: Mapping[str, Any], triple: World) -> Any:
    """A literal that is true exactly when she has these three symbols."""
    literal = model.model.new_bool_var(" ".join(triple))
    model.model.add_min_equality(literal, [has[symbol] for symbol in triple])
    return literal
