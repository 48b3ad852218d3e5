"""A table and what is known of the roles, as the advisor looks at them: friends, enemies, and what harm is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from solver.core.game import Known
from solver.core.protocol import Belief, Evidence, Noted
from solver.core.values import Budget
from solver.engines.choose import believe
from solver.engines.worlds import weigh
from solver.games.shadow_raiders.places import ring_of
from solver.games.shadow_raiders.roles.counting import CountedDeals
from solver.games.shadow_raiders.roles.mystery import SIDES, role_of
from solver.games.shadow_raiders.weights import weight

if TYPE_CHECKING:
    from solver.core.values import Distribution
    from solver.games.shadow_raiders.box import Character
    from solver.games.shadow_raiders.roles.facts import RoleFact
    from solver.games.shadow_raiders.rules import Rules
    from solver.games.shadow_raiders.table import Table

FOES = {"raider": "shadow", "shadow": "raider"}
"""Whom each camp must see out; a citizen has no such camp."""
FEW_PATTERNS = 60
"""Up to so many ways to share out the camps, it is worked out whether an answer would tell all enemies."""


def _tuples(chances: Distribution | None) -> Mapping[tuple[str, ...], Fraction]:
    found: Any = chances or {}
    return dict(found)


@dataclass(frozen=True)
class Outlook:
    """`known` is the belief before anything more is done."""

    table: Table
    known: Known

    @property
    def rules(self) -> Rules:
        return self.table.rules

    @property
    def belief(self) -> Belief:
        return self.known.belief

    @cached_property
    def others(self) -> tuple[str, ...]:
        """Everybody else who is in."""
        people = self.table.people.items()
        return tuple(player for player, person in people if not person.is_out and player != self.rules.me)

    def roles(self, player: str) -> Distribution:
        return self.belief.distribution(role_of(player)) or {}

    def character(self, name: Any) -> Character:
        return self.rules.by_name[str(name)]

    def chance_of_camp(self, player: str, camp: str | None) -> Fraction:
        roles = self.roles(player).items()
        return sum((share for name, share in roles if self.character(name).camp == camp), Fraction(0))

    @property
    def foes(self) -> str | None:
        """The camp that I must see out."""
        return FOES.get(self.rules.my_camp)

    def friend(self, player: str) -> Fraction:
        """How likely the player wins when I do; citizens win alone."""
        return self.chance_of_camp(player, self.rules.my_camp) if self.foes else Fraction(0)

    def enemy(self, player: str) -> Fraction:
        return self.chance_of_camp(player, self.foes) if self.foes else Fraction(0)

    def harm(self, character: Character, damage: int, total: int, by_attack: bool) -> float:
        """What this damage to this character is worth, death included. `total`: the damage before."""
        mine = self.rules.my_camp
        worth = damage * weight(f"damage_by_{mine}", character.camp)
        if damage <= 0 or total + damage < character.hp:
            return worth
        worth += weight(f"kill_by_{mine}", character.camp)
        gone = sum(person.is_out for person in self.table.people.values())
        if character.name == "Daniel" and not gone:
            worth += weight("special", "daniel_first")
        if by_attack and self.rules.role == "Craig" and gone >= 2:
            worth += weight("special", "craig_kills")
        return worth

    @cached_property
    def patterns(self) -> Mapping[tuple[str, ...], Fraction]:
        """Every way in which the camps may be shared out; {} where the engine does not tell."""
        return _tuples(self.belief.distribution(SIDES))

    def foes_in(self, sides: tuple[str, ...]) -> frozenset[str]:
        """The players of the camp that I must see out."""
        return frozenset(player for player, camp in zip(self.rules.players, sides, strict=True) if camp == self.foes)

    @property
    def knows_foes(self) -> bool:
        """True if every enemy is known for certain."""
        return self.foes is not None and len({self.foes_in(sides) for sides in self.patterns}) == 1

    def would_know_foes(self, player: str, names: frozenset[str]) -> bool | None:
        """Whether all enemies would be certain if the player's character were one of `names`; None: not worked out."""
        seat = self.rules.seat[player]
        camps = {self.character(name).camp for name in names}
        open_sets = {self.foes_in(sides) for sides in self.patterns if sides[seat] in camps}
        if len(open_sets) <= 1:
            return True
        possible = [name for name in self.roles(player) if self.character(name).camp in camps]
        if set(possible) == names:
            return False
        if len(self.patterns) > FEW_PATTERNS:
            return None
        return len({self.foes_in(sides) for sides in self._sides_if(player, names)}) == 1

    def _sides_if(self, player: str, names: frozenset[str]) -> frozenset[tuple[str, ...]]:
        """Every way to share out the camps if the player's character is one of `names`."""
        if (player, names) not in self._sides:
            self._sides[player, names] = self.counted.camps_if(player, names)
        return self._sides[player, names]

    @cached_property
    def _sides(self) -> dict[tuple[str, frozenset[str]], frozenset[tuple[str, ...]]]:
        return {}

    @property
    def counted(self) -> CountedDeals:
        """The belief, which is always counted: without chances there is no advice."""
        assert isinstance(self.belief, CountedDeals)
        return self.belief

    @cached_property
    def deals(self) -> list[tuple[Any, float]]:
        """Every possible deal with its probability; for tables where they can be listed."""
        weighted = weigh(self.evidence.mystery, self.evidence.facts, Budget()).weighted
        total = sum(weight for _, weight in weighted)
        return [(world, float(Fraction(weight) / total)) for world, weight in weighted]

    @property
    def evidence(self) -> Evidence:
        return self.known.evidence

    def after(self, fact: RoleFact) -> Outlook:
        """The outlook if this were known, too."""
        noted = (*self.evidence.noted, Noted(self.table.event + 1, fact))
        evidence = Evidence(self.evidence.mystery, noted)
        return Outlook(self.table, Known(evidence, believe(evidence)))

    def in_reach(self, player: str) -> bool | None:
        """Whether I can attack the player from where I stand; None before I move, or where places are not known."""
        mine, theirs = self.table.me.place, self.table.people[player].place
        if not mine or not theirs or not self.table.my_turn:
            return None
        if mine == theirs:
            return True
        ring = ring_of(self.rules.areas, self.rules.has_airship)
        if ring.middle and ring.middle in (mine, theirs):
            return True
        return ring.reaches(mine, theirs) if self.rules.areas else None

    def chance_of_reach(self, player: str) -> Fraction | None:
        """How likely the dice lead me to where I can attack the player; None where that is settled, or not known.

        Where a sum lets me choose, I go there; but I may not choose to stay.
        """
        theirs = self.table.people[player].place
        if self.table.my_turn or not theirs or not self.rules.areas:
            return None
        ring = ring_of(self.rules.areas, self.rules.has_airship)
        rolled = sum((share for area, share in ring.chances().items() if ring.reaches(area, theirs)), Fraction(0))
        is_near = any(ring.reaches(area, theirs) for area in ring.areas if area != self.table.me.place)
        return rolled + (1 - sum(ring.chances().values(), Fraction(0)) if is_near else 0)
