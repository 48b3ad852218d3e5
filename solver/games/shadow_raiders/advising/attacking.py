"""Attacks: who is in reach, whom a hit would kill, and who must not be hit."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from maps.ring import dice_gaps
from solver.core.values import Advice, Outcome
from solver.engines.information import entropy
from solver.games.shadow_raiders.weights import weight
from solver.games.shadow_raiders.wording import percent

if TYPE_CHECKING:
    from solver.games.shadow_raiders.advising.outlook import Outlook


def attack_advice(outlook: Outlook) -> Iterator[Advice]:
    """An attack on each of the others who may be in reach, with bare hands."""
    for player in outlook.others:
        if outlook.in_reach(player) is not False:
            yield _attack(outlook, player)


def _attack(outlook: Outlook, player: str) -> Advice:
    total, roles = outlook.table.people[player].damage, outlook.roles(player)
    worth, kills = 0.0, Fraction(0)
    for name, share in roles.items():
        character = outlook.character(name)
        for damage, chance in dice_gaps().items():
            worth += float(share * chance) * outlook.harm(character, damage, total, by_attack=True)
            kills += share * chance * (damage > 0 and total + damage >= character.hp)
    bits = _bits_after(outlook, player)
    warnings = list(_warnings(outlook, player))
    named: dict[str, Any] = {
        "enemy": float(outlook.enemy(player)),
        "friend": float(outlook.friend(player)),
        "kills": float(kills),
        "in_reach": outlook.in_reach(player),
        "chance_of_reach": None if (reach := outlook.chance_of_reach(player)) is None else float(reach),
        "bits_once_settled": bits,
        "warnings": warnings,
    }
    outcomes = tuple(Outcome({"damage": damage}, chance) for damage, chance in dice_gaps().items())
    value = worth + weight("learn", "role") * bits
    action = {"type": "attack", "by": outlook.rules.me, "to": [player]}
    because = "; ".join([*_because(outlook, player, kills), *warnings])
    return Advice(action, f"attack {player}", because, value, 0.0, {}, outcomes, named)


def _because(outlook: Outlook, player: str, kills: Fraction) -> Iterator[str]:
    if outlook.in_reach(player) is None:
        reach = outlook.chance_of_reach(player)
        yield "if in reach" if reach is None else f"if in reach, which the dice bring with {percent(reach)}"
    if outlook.foes is not None:
        yield f"an enemy with {_chance(outlook.enemy(player))}"
    yield f"this hit takes {player} out with {percent(kills)}" if kills else f"no hit takes {player} out yet"


def _chance(share: Fraction) -> str:
    return "certainty" if share == 1 else percent(share)


def _warnings(outlook: Outlook, player: str) -> Iterator[str]:
    """Who would be hit by mistake."""
    friend = outlook.friend(player)
    if friend:
        yield f"{player} is with you for certain" if friend == 1 else f"{player} is with you with {percent(friend)}"
    nobody_out = not any(person.is_out for person in outlook.table.people.values())
    daniel = outlook.roles(player).get("Daniel", Fraction(0))
    if nobody_out and daniel and outlook.rules.role != "Daniel":
        is_him = "certainly Daniel" if daniel == 1 else f"Daniel with {percent(daniel)}"
        yield f"{player} is {is_him}, who wins if he is out first"


def _bits_after(outlook: Outlook, player: str) -> float:
    """What it tells of the character that the player lives on, or turns up, once the attack is settled."""
    total, roles = outlook.table.people[player].damage, outlook.roles(player)
    told = 0.0
    for damage, chance in dice_gaps().items():
        living = {
            name: share for name, share in roles.items() if not damage or total + damage < outlook.character(name).hp
        }
        stays = sum(living.values(), Fraction(0))
        left = float(stays) * entropy(share / stays for share in living.values()) if stays else 0.0
        told += float(chance) * (entropy(roles.values()) - left)
    return max(0.0, told)
