"""Deals drawn at random, where the unknown cards are too many to count.

A deal is drawn in proportion to its chance if every unknown card were put back before the next is drawn; that weighs
each player alone, so that it can be drawn exactly. The weight of the draw makes good for it: the chance of the unknown
cards without putting back, estimated without bias by dealing out the copies that are left, over that with it.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from operator import mul
from random import Random
from typing import TYPE_CHECKING

from solver.games.shadow_raiders.box import CAMPS, Character, reasoning_cards
from solver.games.shadow_raiders.roles.draws import left_over
from solver.games.shadow_raiders.roles.facts import Showing, Shuffled, Standing
from solver.games.shadow_raiders.roles.outcomes import outcomes

if TYPE_CHECKING:
    from solver.games.shadow_raiders.roles.deal import Joint
    from solver.games.shadow_raiders.rules import Rules

Names = tuple[str, ...]
Numbers = tuple[float, ...]
_Way = tuple[int, int, str]
"""Whom a slot is dealt to: the players still to be dealt to after it, the player, the name; no name for nobody."""


class Stack:
    """The unknown cards of one shuffle, and the copies that they may be; cards that tell the same are one kind."""

    def __init__(self, rules: Rules, shuffled: Shuffled, left: Mapping[str, int]) -> None:
        self._rules = rules
        self._copies = [tuple((rules.seat[one.player], one) for one in seen) for seen in shuffled.unknown]
        asked = list(dict.fromkeys((one.outcome, one.condition) for seen in shuffled.unknown for one in seen))
        kinds: dict[tuple[Numbers, ...], int] = {}
        for card, copies in left.items():
            tells = tuple(
                tuple(self._chance(card, character, Showing("", *what)) for what in asked) for character in rules.cast
            )
            kinds[tells] = kinds.get(tells, 0) + copies
        self._left = [copies for copies in kinds.values() if copies]
        self._size = sum(self._left)
        self._tells = [
            {
                (character.name, what): tells[row][column]
                for row, character in enumerate(rules.cast)
                for column, what in enumerate(asked)
            }
            for tells, copies in kinds.items()
            if copies
        ]
        self._ratios: dict[tuple[int, tuple[int, ...]], float] = {}
        self._rows: dict[tuple[int, Names], tuple[int, Numbers]] = {}

    def _chance(self, card: str, character: Character, seen: Showing) -> float:
        chances = outcomes(reasoning_cards()[card], character, seen.condition, self._rules.switches)
        return float(chances.get(seen.outcome, 0))

    def alone(self, player: int, name: str) -> float:
        """The chance of all that this player showed, each card put back before the next."""
        chance = 1.0
        for copy in self._copies:
            for shown_by, seen in copy:
                if shown_by == player:
                    what = (name, (seen.outcome, seen.condition))
                    chance *= sum(n * tells[what] for n, tells in zip(self._left, self._tells, strict=True))
                    chance /= self._size
        return chance

    def together(self, sides: Sequence[int]) -> float:
        """How much likelier the copies handed to several players are than if each of these had got a copy of its own.

        An average over the characters of each side.
        """
        factor = 1.0
        for number, copy in enumerate(self._copies):
            if len(copy) > 1:
                key = (number, tuple(sides[player] for player, _ in copy))
                if key not in self._ratios:
                    self._ratios[key] = self._ratio(copy, key[1])
                factor *= self._ratios[key]
        return factor

    def _ratio(self, copy: Sequence[tuple[int, Showing]], sides: Sequence[int]) -> float:
        both, apart = [float(n) for n in self._left], 1.0
        for (_, seen), side in zip(copy, sides, strict=True):
            names = [one.name for one in self._rules.of_camp(CAMPS[side])]
            what = (seen.outcome, seen.condition)
            means = [sum(tells[name, what] for name in names) / len(names) for tells in self._tells]
            both = [n * mean for n, mean in zip(both, means, strict=True)]
            apart *= sum(n * mean for n, mean in zip(self._left, means, strict=True)) / self._size
        return sum(both) / self._size / apart if apart else 0.0

    def _row(self, number: int, world: Names) -> tuple[int, Numbers]:
        """How many copies one card may be in this world, and how likely each kind shows what it showed."""
        copy = self._copies[number]
        key = (number, tuple(world[player] for player, _ in copy))
        if key not in self._rows:
            weights = [1.0] * len(self._left)
            for player, seen in copy:
                what = (world[player], (seen.outcome, seen.condition))
                weights = [weight * tells[what] for weight, tells in zip(weights, self._tells, strict=True)]
            able = sum(n for n, weight in zip(self._left, weights, strict=True) if weight)
            self._rows[key] = (able, tuple(weights))
        return self._rows[key]

    def chance(self, world: Names, random: Random) -> float:
        """An estimate without bias of how likely all cards showed what they showed; 0 if they cannot have.

        Cards are dealt out one by one, those that may be fewest copies first, in proportion to how likely each copy
        shows the like; what all copies would have shown together is the factor of each.
        """
        left, chance, size = list(self._left), 1.0, self._size
        for _, weights in sorted(self._row(number, world) for number in range(len(self._copies))):
            sums = list(accumulate(map(mul, left, weights)))
            if not sums[-1]:
                return 0.0
            chance *= sums[-1] / size
            left[bisect(sums, random.random() * sums[-1], 0, len(sums) - 1)] -= 1
            size -= 1
        return chance


class Camp:
    """The characters of one camp, dealt to any set of as many players as hold it."""

    def __init__(self, rules: Rules, camp: str, weights: Sequence[Mapping[str, float]]) -> None:
        slots: dict[str, list[str]] = {}
        for character in rules.of_camp(camp):
            slots.setdefault(rules.slot(character), []).append(character.name)
        self._slots = [
            [(p, name, own[name]) for p, own in enumerate(weights) for name in names if own.get(name)]
            for names in slots.values()
        ]
        self._ways: list[dict[int, float]] = [{0: 1.0}]
        """From each slot on, last one first: by set of players, the weight of dealing them what is left."""
        need = rules.dealt[camp]
        for slot in reversed(self._slots):
            before, grown = self._ways[-1], dict(self._ways[-1])
            for players, weight in before.items():
                if players.bit_count() < need:
                    for player, _, own in slot:
                        if not players >> player & 1:
                            more = players | 1 << player
                            grown[more] = grown.get(more, 0.0) + weight * own
            self._ways.append(grown)
        self._ways.reverse()
        self._choices: dict[tuple[int, int], tuple[list[_Way], list[float]]] = {}
        self.sets = {players: weight for players, weight in self._ways[0].items() if players.bit_count() == need}

    def deal(self, players: int, world: list[str], random: Random) -> None:
        """Deals characters to these players, in proportion to the weight of all of them together."""
        number = 0
        while players:
            key = (number, players)
            if key not in self._choices:
                self._choices[key] = self._choices_of(number, players)
            ways, sums = self._choices[key]
            players, player, name = ways[bisect(sums, random.random() * sums[-1], 0, len(sums) - 1)]
            if name:
                world[player] = name
            number += 1

    def _choices_of(self, number: int, players: int) -> tuple[list[_Way], list[float]]:
        """Whom of these players a slot can be dealt to, nobody included, and the running sums of the weights."""
        after = self._ways[number + 1]
        weighed = [((players, 0, ""), after.get(players, 0.0))]
        for player, name, own in self._slots[number]:
            if players >> player & 1:
                rest = players ^ 1 << player
                weighed.append(((rest, player, name), own * after.get(rest, 0.0)))
        possible = [(way, weight) for way, weight in weighed if weight]
        return [way for way, _ in possible], list(accumulate(weight for _, weight in possible))


def sample(rules: Rules, joined: Joint, seed: int, number: int) -> Iterator[tuple[Names, float]]:
    """Draws deals, each with its weight; nothing where no deal fits."""
    stacks = []
    for fact in joined:
        if isinstance(fact, Shuffled):
            if (left := left_over(rules, fact)) is None:
                return
            stacks.append(Stack(rules, fact, left))
    alone = [
        {one.name: _product(stack.alone(player, one.name) for stack in stacks) for one in rules.cast}
        for player in range(len(rules.players))
    ]
    camps = [Camp(rules, camp, _weights(rules, joined, alone)) for camp in CAMPS]
    sets = list(_shared_out(camps, (1 << len(rules.players)) - 1))
    if not sets:
        return
    together = {masks: _product(stack.together(_sides(masks, len(alone))) for stack in stacks) for masks, _ in sets}
    random, sums = Random(seed), list(accumulate(weight * together[masks] for masks, weight in sets))
    if not sums[-1]:
        return
    for masks, _ in random.choices(sets, cum_weights=sums, k=number):
        names = [""] * len(rules.players)
        for camp, players in zip(camps, masks, strict=True):
            camp.deal(players, names, random)
        world = tuple(names)
        with_it = together[masks] * _product(own[name] for own, name in zip(alone, world, strict=True))
        yield world, _product(stack.chance(world, random) for stack in stacks) / with_it


def _sides(masks: Sequence[int], players: int) -> tuple[int, ...]:
    """Each player's camp, by number."""
    return tuple(next(side for side, mask in enumerate(masks) if mask >> player & 1) for player in range(players))


def _shared_out(camps: Sequence[Camp], full: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every way to share out the camps, with the weight of all deals that have it."""
    first, second, third = camps
    for one, weight in first.sets.items():
        for two, more in second.sets.items():
            rest = full ^ one ^ two
            if not one & two and rest in third.sets:
                yield (one, two, rest), weight * more * third.sets[rest]


def _weights(rules: Rules, joined: Joint, alone: Sequence[Mapping[str, float]]) -> list[dict[str, float]]:
    """For each player how much each character weighs: what was seen of them alone, and of unknown cards, put back."""
    standing = {fact.player: fact.by_name for fact in joined if isinstance(fact, Standing)}
    found = []
    for player, chances in zip(rules.players, alone, strict=True):
        seen = standing.get(player)
        own = {name: chance * (1.0 if seen is None else float(seen.get(name, 0))) for name, chance in chances.items()}
        found.append({name: w for name, w in own.items() if w and (name == rules.role) == (player == rules.me)})
    return found


def _product(factors: Iterator[float]) -> float:
    found = 1.0
    for factor in factors:
        found *= factor
    return found
