"""The most probable deals, best first, without listing all: half-made deals are tried by the best they can reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from solver.core.errors import OutOfBudget
from solver.games.shadow_raiders.box import CAMPS, Character
from solver.games.shadow_raiders.roles.spread import LIAR

if TYPE_CHECKING:
    from solver.games.shadow_raiders.roles.counting import Weighed
    from solver.games.shadow_raiders.roles.deal import Deal

MOST_NODES = 200_000
"""Half-made deals that are looked at before giving up; some 10 microseconds each."""

SIDES = range(LIAR + 1)
Names = tuple[str, ...]


@dataclass(frozen=True)
class _Choice:
    """A character that a player may have, and its weight."""

    character: Character
    weight: int


@dataclass(frozen=True)
class _Node:
    """A half-made deal: characters for the first players asked. `low` are those of them with low HP; `taken` slots."""

    chosen: Names
    taken: frozenset[str]
    weight: int
    low: int
    high: int


class _Choices:
    """The characters that each player may have on each side, and the highest weight among them."""

    def __init__(self, deal: Deal) -> None:
        self._found = {(player, side): _list(deal, player, side) for player in range(deal.players) for side in SIDES}

    def of(self, player: int, side: int) -> list[_Choice]:
        return self._found[player, side]

    def best(self, player: int, side: int) -> int:
        return max((choice.weight for choice in self._found[player, side]), default=0)


def _list(deal: Deal, player: int, side: int) -> list[_Choice]:
    found = []
    for one in deal.rules.cast:
        if side == LIAR:
            fits = one == deal.liar
        else:
            is_named = one == deal.liar and deal.touched >> player & 1
            fits = CAMPS.index(one.camp) == side and not is_named
        if fits and (weight := deal.weights[player].get(one.name, 0)):
            found.append(_Choice(one, weight))
    return found


class _Search:
    """The deals of one pattern. Players whose HP the unknown cards ask for come first: after them, bounds are exact."""

    def __init__(self, deal: Deal, one: Weighed, choices: _Choices) -> None:
        sides = one.pattern.sides(deal.players)
        self._deal = deal
        self._poly = one.poly
        asked = 0
        for mask in one.poly:
            asked |= mask
        self.order = sorted(range(deal.players), key=lambda player: (not asked >> player & 1, player))
        self._choices = [choices.of(player, sides[player]) for player in self.order]
        self._best_after = [1]
        for player in reversed(self.order):
            self._best_after.insert(0, choices.best(player, sides[player]) * self._best_after[0])

    def bound(self, node: _Node) -> int:
        """The most that any deal beginning so weighs; exact once all are chosen."""
        chance = 0
        for mask, coefficient in self._poly.items():
            if not mask & node.high if coefficient > 0 else not mask & ~node.low:
                chance += coefficient
        return node.weight * self._best_after[len(node.chosen)] * chance

    def further(self, node: _Node) -> list[_Node]:
        """The deals with one player more."""
        found, depth = [], len(node.chosen)
        bit = 1 << self.order[depth]
        for choice in self._choices[depth]:
            slot = self._deal.rules.slot(choice.character)
            if slot not in node.taken:
                low, high = (bit, 0) if choice.character.is_weak else (0, bit)
                names = (*node.chosen, choice.character.name)
                weight = node.weight * choice.weight
                found.append(_Node(names, node.taken | {slot}, weight, node.low | low, node.high | high))
        return found

    def deal(self, node: _Node) -> Names:
        """The names of a whole deal in the order round the table."""
        names = dict(zip(self.order, node.chosen, strict=True))
        return tuple(names[player] for player in range(len(names)))


def most_probable(deal: Deal, weighed: Sequence[Weighed], number: int) -> list[tuple[Names, Fraction]]:
    """The `number` most probable deals; equals in a fixed order. Raises OutOfBudget where that takes too long."""
    total = sum(one.weight for one in weighed)
    choices = _Choices(deal)
    searches = [_Search(deal, one, choices) for one in weighed]
    start = _Node((), frozenset(), 1, 0, 0)
    heap: list[tuple[int, int, Names, int, _Node]]
    heap = [(-search.bound(start), 0, (), index, start) for index, search in enumerate(searches)]
    heapify(heap)
    found: list[tuple[Names, Fraction]] = []
    nodes = 0
    while heap and len(found) < number:
        weight, _, _, index, node = heappop(heap)
        search = searches[index]
        if len(node.chosen) == deal.players:
            found.append((search.deal(node), Fraction(-weight, total)))
            continue
        nodes += 1
        if nodes > MOST_NODES:
            raise OutOfBudget(f"ranking would look at more than {MOST_NODES:,} half-made deals")
        for more in search.further(node):
            if (bound := search.bound(more)) > 0:
                heappush(heap, (-bound, -len(more.chosen), more.chosen, index, more))
    return found
