"""How the cards that were never seen are shared out, when the seen ones have taken their paths.

What is left is exchangeable: of the cards of one deck that were not seen, those that flow on to a later deck, and
those that lie in given places, are a random choice. So the cards asked about follow one choice after another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, TypeAlias

from solver.games.isla_negra.whereabouts.series import FIELD, WIDTH, Layout

if TYPE_CHECKING:
    from solver.games.isla_negra.whereabouts.branches import Vector

Stays: TypeAlias = dict[tuple[int, ...], int]
"""The weight of the ways by how many of the cards asked about stay hidden in each deck."""
MOST = 64
CHOICES = [[comb(n, k) for k in range(MOST)] for n in range(MOST)]


@dataclass(frozen=True)
class Frame:
    """What branches must have in common to be summed up before their hidden cards are shared out: the flows, and for
    each epoch the cards known at first (`totals`; `pools`: those asked about) and its hidden places."""

    layout: Layout
    totals: Vector
    pools: Vector
    hidden: Vector

    @cached_property
    def _start(self) -> int:
        """The state in which no card was seen: flows to fill, cards to fill them with, those of them asked about."""
        layout = self.layout
        state = layout.target
        for epoch, (total, pool) in enumerate(zip(self.totals, self.pools, strict=True)):
            state += (total << layout.used_at(epoch)) + (pool << layout.own_at(epoch))
        return state

    def share(self, told: Mapping[int, int], watched: Sequence[int]) -> tuple[Stays, int]:
        """The weight of all ways of a series by how many of the cards asked about stay in each `watched` deck (0 in
        the others), and the number of steps taken."""
        layout = self.layout
        low = (1 << layout.asked_at(0)) - 1
        states = {self._start - (key & low) + (key & ~low): weight for key, weight in told.items()}
        steps = len(states)
        for at, (source, target, _) in enumerate(layout.flows):
            states = self._let_flow(states, at, source, target)
            if all(later != source for later, _, _ in layout.flows[at + 1 :]):
                states = self._leave(states, source, source in watched)
            steps += len(states)
        return self._stays(states, watched), steps

    def _let_flow(self, states: Mapping[int, int], at: int, source: int, target: int) -> dict[int, int]:
        """The cards of one flow are chosen, of any that its deck still has."""
        layout = self.layout
        flow, cards, mine = WIDTH * at, layout.used_at(source), layout.own_at(source)
        one_card = (1 << layout.used_at(target)) - (1 << cards) - (1 << flow)
        one_mine = (1 << layout.own_at(target)) - (1 << mine)
        moved: dict[int, int] = {}
        for state, weight in states.items():
            number, has, own = (state >> flow) & FIELD, (state >> cards) & FIELD, (state >> mine) & FIELD
            after = state + number * one_card
            of_mine, of_others = CHOICES[own], CHOICES[has - own]
            for gone in range(max(0, number + own - has), min(own, number) + 1):
                ways = of_mine[gone] * of_others[number - gone]
                if ways:
                    key = after + gone * one_mine
                    moved[key] = moved.get(key, 0) + weight * ways
        return moved

    def _leave(self, states: Mapping[int, int], epoch: int, is_watched: bool) -> dict[int, int]:
        """Nothing flows out of a deck any more: forget what of it does not matter."""
        layout = self.layout
        gone = FIELD << layout.used_at(epoch)
        if not is_watched:
            gone |= (FIELD << layout.own_at(epoch)) | (FIELD << layout.asked_at(epoch))
        kept: dict[int, int] = {}
        for state, weight in states.items():
            key = state & ~gone
            kept[key] = kept.get(key, 0) + weight
        return kept

    def _stays(self, states: Mapping[int, int], watched: Sequence[int]) -> Stays:
        layout = self.layout
        found: Stays = {}
        for state, weight in states.items():
            mine, upgrades = layout.numbers(state, layout.own_at(0)), layout.numbers(state, layout.asked_at(0))
            both = tuple(a + b if e in watched else 0 for e, (a, b) in enumerate(zip(mine, upgrades, strict=True)))
            found[both] = found.get(both, 0) + weight
        return found

    def lie(self, stays: Stays, places: Vector) -> Iterator[tuple[int, int]]:
        """The weight by how many of the cards asked about lie in places[e] given hidden places of each deck, for all
        choices of such places (there are `choices` of them)."""
        sums: dict[int, int] = {}
        for held, weight in stays.items():
            for number, ways in _lies(held, self.hidden, places).items():
                sums[number] = sums.get(number, 0) + weight * ways
        yield from ((number, weight) for number, weight in sums.items() if weight)

    def choices(self, places: Vector) -> int:
        """The number of choices of the places looked into."""
        found = 1
        for hidden, number in zip(self.hidden, places, strict=True):
            found *= comb(hidden, number)
        return found


def _lies(held: Sequence[int], hidden: Vector, places: Vector) -> dict[int, int]:
    sums = {0: 1}
    for cards, of, number in zip(held, hidden, places, strict=True):
        if number:
            grown: dict[int, int] = {}
            for lying in range(max(0, number + cards - of), min(cards, number) + 1):
                ways = comb(cards, lying) * comb(of - cards, number - lying)
                for before, weight in sums.items():
                    grown[before + lying] = grown.get(before + lying, 0) + weight * ways
            sums = grown
    return sums
