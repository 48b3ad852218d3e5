"""The mystery of the blazon: which four symbols the shield before the Dark Lady shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from typing import TYPE_CHECKING, Any

from solver.core.protocol import Factors, Noted, Weight
from solver.core.values import Question, Value

if TYPE_CHECKING:
    from solver.engines.cpsat import RuleModel

World = tuple[str, ...]
CLUE_SOURCE = "Strange Shadows, p. 9"
TILE_SOURCE = "Strange Shadows, p. 9: the blazon is formed of the tiles, with one left over"


@dataclass(frozen=True)
class Common:
    """A question card: so many of its symbols (alphabetical) are on the blazon."""

    symbols: tuple[str, ...]
    common: int
    printed: None = None

    def sentence(self) -> str:
        return f"{self.common} of {', '.join(self.symbols)} {'is' if self.common == 1 else 'are'} on the blazon"


@dataclass(frozen=True)
class Named:
    """The blazon was named as these symbols (alphabetical), rightly or not."""

    symbols: tuple[str, ...]
    right: bool
    printed: None = None

    def sentence(self) -> str:
        return f"{', '.join(self.symbols)} was {'right' if self.right else 'wrong'} for the blazon"


@dataclass(frozen=True)
class Blazons:
    """All blazons there may be, equally likely. A world is the alphabetical tuple of its symbols.

    `tiles` groups the symbols: at most one of each group is on a blazon (single symbols: groups of one); `pick` of
    them are. `listed` narrows this to the blazons of a card list.
    """

    tiles: tuple[tuple[str, ...], ...]
    pick: int = 4
    listed: tuple[World, ...] | None = None
    name: str = "blazon.symbols"

    @property
    def symbols(self) -> tuple[str, ...]:
        return tuple(sorted(side for tile in self.tiles for side in tile))

    def questions(self) -> tuple[Question, ...]:
        return (Question("blazon.symbols", "Which symbols are on the blazon?", ("symbols",)),)

    def size(self) -> int:
        if self.listed is not None:
            return len(self.listed)
        return int(comb(len(self.tiles), self.pick) * max(len(tile) for tile in self.tiles) ** self.pick)

    # Reading 1: plain Python

    def worlds(self) -> Iterator[tuple[World, Weight]]:
        if self.listed is not None:
            yield from ((blazon, 1) for blazon in self.listed)
            return
        for chosen in combinations(self.tiles, self.pick):
            yield from ((tuple(sorted(sides)), 1) for sides in product(*chosen))

    def likelihood(self, world: World, fact: Common | Named) -> int:
        if isinstance(fact, Named):
            return int(fact.right is (world == fact.symbols))
        return int(len(set(world) & set(fact.symbols)) == fact.common)

    def read(self, world: World, statistic: Any) -> Value:
        return world

    def factors(self, facts: Sequence[Any]) -> Factors:
        names = [f"tile {number}" for number in range(len(self.tiles))]

        def decode(sides: Sequence[str]) -> World:
            return tuple(sorted(side for side in sides if side))

        rules: list[Any] = [(lambda *sides: len(decode(sides)) == self.pick, tuple(names))]
        if self.listed is not None:
            listed = self.listed
            rules.append((lambda *sides: decode(sides) in listed, tuple(names)))
        rules += [
            ((lambda *sides, fact=fact: bool(self.likelihood(decode(sides), fact))), tuple(names)) for fact in facts
        ]
        domains = {name: ("", *tile) for name, tile in zip(names, self.tiles, strict=True)}
        return Factors(domains, rules, lambda found, _: decode([found[name] for name in names]))

    # Reading 2: CP-SAT

    def declare(self, model: RuleModel) -> Mapping[str, Any]:
        shown = {symbol: model.model.new_bool_var(symbol) for symbol in self.symbols}
        guard = model.rule(f"the blazon shows {self.pick} symbols, no two of one tile", TILE_SOURCE)
        model.model.add(sum(shown.values()) == self.pick).only_enforce_if(guard)
        for tile in self.tiles:
            model.model.add(sum(shown[side] for side in tile) <= 1).only_enforce_if(guard)
        if self.listed is not None:
            listed = model.rule("the blazon is one of the card list", "card list")
            model.require_any([_all_of(model, shown, blazon) for blazon in self.listed], listed)
        return shown

    def post(self, model: RuleModel, variables: Mapping[str, Any], noted: Noted) -> None:
        fact: Any = noted.fact
        guard = model.rule(fact.sentence(), CLUE_SOURCE, noted.event)
        total = sum(variables[symbol] for symbol in fact.symbols)
        if isinstance(fact, Common):
            model.model.add(total == fact.common).only_enforce_if(guard)
        elif fact.right:
            model.model.add(total == self.pick).only_enforce_if(guard)
        else:
            model.model.add(total <= self.pick - 1).only_enforce_if(guard)

    def literals(self, model: RuleModel, variables: Mapping[str, Any], statistic: Any) -> Mapping[Value, Any]:
        return {blazon: _all_of(model, variables, blazon) for blazon, _ in self.worlds()}


def _all_of(model: RuleModel, shown: Mapping[str, Any], blazon: World) -> Any:
    literal = model.model.new_bool_var(" ".join(blazon))
    model.model.add_min_equality(literal, [shown[symbol] for symbol in blazon])
    return literal
