"""Who is who. A world is a deal: a character's name for each player, in the order round the table.

Reading 1 stands here and in `outcomes`, `draws` and `joining`; reading 2 in `model`; counting in `counting`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, prod
from typing import TYPE_CHECKING, Any, ClassVar

from solver.core.values import Budget, Question, Value
from solver.games.shadow_raiders.box import CAMPS, Character
from solver.games.shadow_raiders.roles import draws
from solver.games.shadow_raiders.roles.facts import RoleFact, Shuffled, Standing
from solver.games.shadow_raiders.roles.joining import join

if TYPE_CHECKING:
    from solver.core.protocol import Belief, Factors, Noted, Weight
    from solver.engines.cpsat import RuleModel
    from solver.games.shadow_raiders.rules import Rules

World = tuple[str, ...]
SIDES = ("camps",)
"""The statistic of all camps together: a tuple, in the order round the table."""


def camp_of(player: str) -> tuple[str, str]:
    """The statistic of one player's camp."""
    return ("camp", player)


def role_of(player: str) -> tuple[str, str]:
    """The statistic of one player's character."""
    return ("role", player)


@dataclass(frozen=True)
class Roles:
    """The deal among the players. Every deal that leaves me my own role is equally likely."""

    rules: Rules
    name: str = "roles"
    counts_first: ClassVar[bool] = True

    def questions(self) -> tuple[Question, ...]:
        players = self.rules.players
        camps = tuple(Question(f"camp.{player}", f"Which camp is {player} of?", camp_of(player)) for player in players)
        return (*camps, *(Question(f"role.{player}", f"Who is {player}?", role_of(player)) for player in players))

    def size(self) -> int:
        """The number of deals: camps round the table times characters within each camp."""
        needs, ways = self._needs(), 1
        for camp, number in needs.items():
            taken = {self.rules.slot(self.rules.by_name[self.rules.role])}
            slots = Counter(self.rules.slot(character) for character in self.rules.of_camp(camp))
            ways *= _choices([size for slot, size in slots.items() if slot not in taken], number)
        return ways * factorial(sum(needs.values()))

    def _needs(self) -> Mapping[str, int]:
        """How many of each camp the others hold."""
        mine = self.rules.my_camp
        return {camp: self.rules.dealt[camp] - (camp == mine) for camp in CAMPS}

    def worlds(self) -> Iterator[tuple[World, Weight]]:
        return ((world, 1) for world in self._deals((), dict(self.rules.dealt), frozenset()))

    def _deals(self, dealt: World, open_places: Mapping[str, int], taken: frozenset[str]) -> Iterator[World]:
        if len(dealt) == len(self.rules.players):
            yield dealt
            return
        is_me = self.rules.players[len(dealt)] == self.rules.me
        for character in self.rules.cast:
            slot = self.rules.slot(character)
            if slot in taken or not open_places[character.camp] or is_me != (character.name == self.rules.role):
                continue
            fewer = {**open_places, character.camp: open_places[character.camp] - 1}
            yield from self._deals((*dealt, character.name), fewer, taken | {slot})

    def join(self, facts: Sequence[RoleFact]) -> tuple[Standing | Shuffled, ...]:
        return join(self.rules, facts)

    def likelihood(self, world: World, fact: Any) -> Weight:
        match fact:
            case Standing():
                return fact.by_name.get(world[self.rules.seat[fact.player]], 0)
            case Shuffled():
                return draws.likelihood(self.rules, fact, self.seated(world))
            case _:
                return prod((self.likelihood(world, joined) for joined in self.join((fact,))), start=Fraction(1))

    def seated(self, world: World) -> Mapping[str, Character]:
        """Each player's character in this world."""
        return {player: self.rules.by_name[name] for player, name in zip(self.rules.players, world, strict=True)}

    def read(self, world: World, statistic: Any) -> Value:
        if statistic == SIDES:
            return tuple(self.rules.by_name[name].camp for name in world)
        what, player = statistic
        name = world[self.rules.seat[player]]
        return name if what == "role" else self.rules.by_name[name].camp

    def tell(self, world: World) -> Mapping[str, Value]:
        """The deal for people: each player's character."""
        return dict(zip(self.rules.players, world, strict=True))

    def count(self, facts: Sequence[Any], budget: Budget) -> Belief:
        from solver.games.shadow_raiders.roles.counting import count

        return count(self.rules, self.join(facts), budget)

    def sample(self, facts: Sequence[Any], seed: int, number: int) -> Iterator[tuple[World, float]]:
        from solver.games.shadow_raiders.roles.sampling import sample

        return sample(self.rules, self.join(facts), seed, number)

    def factors(self, facts: Sequence[Any]) -> Factors | None:
        from solver.games.shadow_raiders.roles.factors import factors

        return factors(self, self.join(facts))

    def declare(self, model: RuleModel) -> Any:
        from solver.games.shadow_raiders.roles.model import declare

        return declare(self.rules, model)

    def post(self, model: RuleModel, variables: Any, noted: Noted) -> None:
        from solver.games.shadow_raiders.roles.model import post

        post(self.rules, model, variables, noted)

    def literals(self, model: RuleModel, variables: Any, statistic: Any) -> Mapping[Value, Any]:
        from solver.games.shadow_raiders.roles.model import literals

        return literals(self.rules, model, variables, statistic)


def _choices(sizes: Sequence[int], number: int) -> int:
    """In how many ways `number` different slots of these sizes give one thing each."""
    ways = [1, *([0] * number)]
    for size in sizes:
        for taken in range(number, 0, -1):
            ways[taken] += size * ways[taken - 1]
    return ways[number]
