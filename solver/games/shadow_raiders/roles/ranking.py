"""The most probable deals, best first, without listing all: half-made deals are tried by the best they can reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
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
    """A half-made deal: HP is low or high for the first `settled` players asked for it, characters for the first seats.

    `weight` is that of the characters, `taken` are their slots.
    """

    settled: int = 0
    low: int = 0
    high: int = 0
    names: Names = ()
    taken: frozenset[str] = frozenset()
    weight: int = 1


_START = _Node()


class _Choices:
    """The characters that each player may have on each side, with low HP, with high HP, and all."""

    def __init__(self, deal: Deal) -> None:
        every = {(player, side): _list(deal, player, side) for player in range(deal.players) for side in SIDES}
        self._found: dict[tuple[int, int, bool | None], list[_Choice]] = {}
        for (player, side), found in every.items():
            self._found[player, side, None] = found
            for is_weak in (True, False):
                self._found[player, side, is_weak] = [one for one in found if one.character.is_weak is is_weak]
        self._slots = {liar: [_slots(deal, camp, liar) for camp in range(len(CAMPS))] for liar in (False, True)}
        self._best = {key: max((one.weight for one in found), default=0) for key, found in self._found.items()}

    def of(self, player: int, side: int, is_weak: bool | None) -> list[_Choice]:
        return self._found[player, side, is_weak]

    def slots(self, names_liar: bool) -> list[dict[str, set[bool]]]:
        """For each camp what its players can take up, and whether with low HP, with high HP or either."""
        return self._slots[names_liar]

    def best(self, player: int, side: int, is_weak: bool | None) -> int:
        """The highest weight among them."""
        return self._best[player, side, is_weak]


def _slots(deal: Deal, camp: int, names_liar: bool) -> dict[str, set[bool]]:
    found: dict[str, set[bool]] = {}
    for one in deal.rules.of_camp(CAMPS[camp]):
        found.setdefault(deal.rules.slot(one), set()).add(one.is_weak)
    if names_liar and deal.liar is not None:
        found.pop(deal.rules.slot(deal.liar), None)
    return found


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
    """The deals of one pattern. The HP that unknown cards ask for is settled first: from then on, bounds are close."""

    def __init__(self, deal: Deal, one: Weighed, choices: _Choices) -> None:
        self._deal = deal
        self._poly = one.poly
        self._sides = one.pattern.sides(deal.players)
        self._choices = choices
        asked = 0
        for mask in one.poly:
            asked |= mask
        self._asked = [player for player in range(deal.players) if asked >> player & 1]
        self._seats = [[p for p, side in enumerate(self._sides) if side == camp] for camp in range(len(CAMPS))]
        self._slots = choices.slots(one.pattern.liar is not None)

    def _hp(self, node: _Node, player: int) -> bool | None:
        """Whether the player's HP is settled to be low; None where it is not settled."""
        return True if node.low >> player & 1 else False if node.high >> player & 1 else None

    def bound(self, node: _Node) -> int:
        """The most that any deal beginning so weighs; exact once all are dealt."""
        weight = node.weight if node == _START or self._has_room(node) else 0
        for player in range(len(node.names), self._deal.players):
            weight *= self._choices.best(player, self._sides[player], self._hp(node, player))
        if not weight:
            return 0
        chance = 0
        for mask, coefficient in self._poly.items():
            if not mask & node.high if coefficient > 0 else not mask & ~node.low:
                chance += coefficient
        return weight * chance

    def _has_room(self, node: _Node) -> bool:
        """False where fewer characters of a camp are left, of low HP or of high HP, than its players need."""
        for seats, slots in zip(self._seats, self._slots, strict=True):
            asked = [self._hp(node, player) for player in seats if player >= len(node.names)]
            if asked:
                left = [kinds for slot, kinds in slots.items() if slot not in node.taken]
                if len(asked) > len(left) or any(
                    asked.count(is_weak) > sum(is_weak in kinds for kinds in left) for is_weak in (True, False)
                ):
                    return False
        return True

    def further(self, node: _Node) -> list[_Node]:
        """One step on: low or high HP for one player more, then a character for one player more."""
        if node.settled < len(self._asked):
            bit = 1 << self._asked[node.settled]
            after = node.settled + 1
            return [
                replace(node, settled=after, low=node.low | bit),
                replace(node, settled=after, high=node.high | bit),
            ]
        player, found = len(node.names), []
        for choice in self._choices.of(player, self._sides[player], self._hp(node, player)):
            slot = self._deal.rules.slot(choice.character)
            if slot not in node.taken:
                names = (*node.names, choice.character.name)
                taken, weight = node.taken | {slot}, node.weight * choice.weight
                found.append(replace(node, names=names, taken=taken, weight=weight))
        return found


def most_probable(deal: Deal, weighed: Sequence[Weighed], number: int) -> list[tuple[Names, Fraction]]:
    """The `number` most probable deals; equals in a fixed order. Raises OutOfBudget where that takes too long."""
    total = sum(one.weight for one in weighed)
    choices = _Choices(deal)
    searches = [_Search(deal, one, choices) for one in weighed]
    heap: list[tuple[int, int, Names, int, int, _Node]]
    heap = [(-search.bound(_START), 0, (), index, 0, _START) for index, search in enumerate(searches)]
    heapify(heap)
    found: list[tuple[Names, Fraction]] = []
    nodes = 0
    while heap and len(found) < number:
        weight, _, names, index, _, node = heappop(heap)
        if len(names) == deal.players:
            found.append((names, Fraction(-weight, total)))
            continue
        nodes += 1
        if nodes > MOST_NODES:
            raise OutOfBudget(f"ranking would look at more than {MOST_NODES:,} half-made deals")
        for more in searches[index].further(node):
            if (bound := searches[index].bound(more)) > 0:
                depth = more.settled + len(more.names)
                heappush(heap, (-bound, -depth, more.names, index, more.low, more))
    return found
