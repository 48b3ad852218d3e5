"""Blows: who is in reach of an attack, whom a hit takes out, who must not be hit; and the town hall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from maps.ring import dice_gaps
from solver.core.values import Advice, Outcome
from solver.engines.information import entropy
from solver.games.shadow_raiders.weights import weight
from solver.games.shadow_raiders.wording import percent

if TYPE_CHECKING:
    from solver.games.shadow_raiders.advising.outlook import Outlook

TOWN_HALL = "Town hall"
STRIKE = 2
"""The damage that the town hall does."""
SURELY = Fraction(1)


@dataclass(frozen=True)
class Blow:
    """Damage to one player, as likely as `damage` says. `by_attack`: dice decide, and the killer is known."""

    outlook: Outlook
    player: str
    damage: Mapping[int, Fraction]
    by_attack: bool

    @property
    def total(self) -> int:
        return self.outlook.table.people[self.player].damage

    @cached_property
    def worth(self) -> float:
        """What it is worth on average: damage and death as they help my camp."""
        return sum(
            float(share * chance)
            * self.outlook.harm(self.outlook.character(name), damage, self.total, by_attack=self.by_attack)
            for name, share in self.outlook.roles(self.player).items()
            for damage, chance in self.damage.items()
        )

    @cached_property
    def kills(self) -> Fraction:
        """How likely the player goes out."""
        return sum(
            (
                share * chance
                for name, share in self.outlook.roles(self.player).items()
                for damage, chance in self.damage.items()
                if damage > 0 and self.total + damage >= self.outlook.character(name).hp
            ),
            Fraction(0),
        )

    @cached_property
    def bits(self) -> float:
        """What it tells of the character that the player lives on, or turns up, once the blow is settled."""
        roles, told = self.outlook.roles(self.player), 0.0
        for damage, chance in self.damage.items():
            most = self.total + damage if damage else -1
            living = {name: share for name, share in roles.items() if most < self.outlook.character(name).hp}
            stays = sum(living.values(), Fraction(0))
            left = float(stays) * entropy(share / stays for share in living.values()) if stays else 0.0
            told += float(chance) * (entropy(roles.values()) - left)
        return max(0.0, told)

    @cached_property
    def warnings(self) -> list[str]:
        """Who would be hit by mistake."""
        return list(_warnings(self.outlook, self.player))

    def named(self) -> dict[str, Any]:
        return {
            "enemy": float(self.outlook.enemy(self.player)),
            "friend": float(self.outlook.friend(self.player)),
            "kills": float(self.kills),
            "bits_once_settled": self.bits,
            "warnings": self.warnings,
        }

    def because(self) -> Iterator[str]:
        if self.outlook.foes is not None:
            enemy = self.outlook.enemy(self.player)
            yield f"an enemy with {'certainty' if enemy == 1 else percent(enemy)}" if enemy else "no enemy for certain"
        if self.kills:
            yield f"this takes {self.player} out with {'certainty' if self.kills == 1 else percent(self.kills)}"
        else:
            yield f"this does not take {self.player} out yet"
        yield from self.warnings

    @property
    def value(self) -> float:
        return self.worth + weight("learn", "role") * self.bits


def attack_advice(outlook: Outlook) -> Iterator[Advice]:
    """An attack on each of the others who may be in reach, with bare hands."""
    for player in outlook.others:
        if outlook.in_reach(player) is not False:
            yield _attack(outlook, Blow(outlook, player, dice_gaps(), by_attack=True))


def _attack(outlook: Outlook, blow: Blow) -> Advice:
    player = blow.player
    reach = outlook.chance_of_reach(player)
    settled = outlook.in_reach(player)
    named = {"in_reach": settled, "chance_of_reach": None if reach is None else float(reach), **blow.named()}
    words = [] if settled else ["if in reach" if reach is None else f"in reach with {percent(reach)} after the dice"]
    outcomes = tuple(Outcome({"damage": damage}, chance) for damage, chance in blow.damage.items())
    action = {"type": "attack", "by": outlook.rules.me, "to": [player]}
    because = "; ".join([*words, *blow.because()])
    return Advice(action, f"attack {player}", because, blow.value, 0.0, {}, outcomes, named)


def town_hall_advice(outlook: Outlook) -> Iterator[Advice]:
    """Two damage to each of the others, while I stand in the town hall and have not acted."""
    is_there = outlook.table.my_turn and outlook.table.me.place == TOWN_HALL
    for player in outlook.others if is_there and not outlook.table.has_acted else ():
        blow = Blow(outlook, player, {STRIKE: SURELY}, by_attack=False)
        action = {"type": "damage", "player": player, "total": blow.total + STRIKE}
        words = f"let {player} take {STRIKE} damage"
        because = "; ".join(blow.because())
        surely = (Outcome({}, SURELY),)
        yield Advice(action, words, because, blow.value, 0.0, {}, surely, blow.named())


def _warnings(outlook: Outlook, player: str) -> Iterator[str]:
    friend = outlook.friend(player)
    if friend:
        yield f"{player} is with you for certain" if friend == 1 else f"{player} is with you with {percent(friend)}"
    nobody_out = not any(person.is_out for person in outlook.table.people.values())
    daniel = outlook.roles(player).get("Daniel", Fraction(0))
    if nobody_out and daniel and outlook.rules.role != "Daniel":
        is_him = "certainly Daniel" if daniel == 1 else f"Daniel with {percent(daniel)}"
        yield f"{player} is {is_him}, who wins if he is out first"
