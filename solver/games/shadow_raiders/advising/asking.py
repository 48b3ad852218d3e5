"""Handing a reasoning card that I see: what each player's outcome would tell, and the damage it may do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from solver.core.protocol import Foresight
from solver.core.values import Advice
from solver.engines.information import Prospect, entropy, look_ahead
from solver.games.shadow_raiders.box import reasoning_cards
from solver.games.shadow_raiders.roles.mystery import role_of
from solver.games.shadow_raiders.roles.outcomes import outcomes
from solver.games.shadow_raiders.weights import weight
from solver.games.shadow_raiders.wording import percent

if TYPE_CHECKING:
    from solver.games.shadow_raiders.advising.outlook import Outlook

HARM = {"damage-1": 1, "damage-2": 2, "heal-1": -1}
Fields = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Question:
    """A card handed to a player: every outcome, by the player's character."""

    outlook: Outlook
    card: str
    player: str

    @cached_property
    def by_role(self) -> Mapping[Any, Mapping[Fields, Fraction]]:
        """For each character that the player may have: what they would show, and how likely."""
        rules, condition = self.outlook.rules, self.outlook.table.people[self.player].condition
        card = reasoning_cards()[self.card]
        found: dict[Any, Mapping[Fields, Fraction]] = {}
        for name in self.outlook.roles(self.player):
            chances = outcomes(card, self.outlook.character(name), condition, rules.switches)
            found[name] = {_fields(outcome, str(name)): chance for outcome, chance in chances.items() if chance}
        return found

    @cached_property
    def prospect(self) -> Prospect:
        foresight = Foresight(role_of(self.player), lambda name: self.by_role[name])
        return look_ahead(self.outlook.roles(self.player), foresight)

    @cached_property
    def joint(self) -> Mapping[Fields, Mapping[Any, Fraction]]:
        """For each outcome, the probability of it together with each character."""
        found: dict[Fields, dict[Any, Fraction]] = {}
        for name, share in self.outlook.roles(self.player).items():
            for fields, chance in self.by_role[name].items():
                found.setdefault(fields, {})[name] = share * chance
        return found

    @cached_property
    def camp_bits(self) -> float:
        """What the outcome is expected to tell of the player's camp."""
        before = entropy(self._camps(self.outlook.roles(self.player)).values())
        return max(
            0.0, before - sum(float(sum(found.values())) * self.camp_entropy(found) for found in self.joint.values())
        )

    def camp_entropy(self, found: Mapping[Any, Fraction]) -> float:
        """How open the camp is, given these weights of characters."""
        total = sum(found.values())
        return entropy(share / total for share in self._camps(found).values())

    def _camps(self, found: Mapping[Any, Fraction]) -> dict[str, Fraction]:
        sums: dict[str, Fraction] = {}
        for name, share in found.items():
            camp = self.outlook.character(name).camp
            sums[camp] = sums.get(camp, Fraction(0)) + share
        return sums

    @cached_property
    def role_bits(self) -> float:
        """What it is expected to tell of the character once the camp is known."""
        return max(0.0, self.prospect.bits - self.camp_bits)

    def damage_to(self, camp: str | None) -> Fraction:
        """The damage that is to be expected to somebody of this camp (healing is negative)."""
        pairs = ((fields, name, share) for fields, found in self.joint.items() for name, share in found.items())
        return sum(
            (
                share * HARM.get(dict(fields)["outcome"], 0)
                for fields, name, share in pairs
                if camp is not None and self.outlook.character(name).camp == camp
            ),
            Fraction(0),
        )

    @cached_property
    def kills(self) -> Fraction:
        """How likely the player goes out by it."""
        total = self.outlook.table.people[self.player].damage
        return sum(
            (
                share
                for fields, found in self.joint.items()
                for name, share in found.items()
                if (harm := HARM.get(dict(fields)["outcome"], 0)) > 0
                and total + harm >= self.outlook.character(name).hp
            ),
            Fraction(0),
        )

    @cached_property
    def tells_all(self) -> Fraction | None:
        """How likely all enemies are certain after it; None where that was not worked out, or I have no such camp."""
        if self.outlook.foes is None:
            return None
        found = Fraction(0)
        for shares in self.joint.values():
            would = self.outlook.would_know_foes(self.player, frozenset(map(str, shares)))
            if would is None:
                return None
            found += sum(shares.values()) if would else 0
        return found

    @cached_property
    def value(self) -> float:
        """What the advisor maximises: bits and harm, weighed."""
        total = self.outlook.table.people[self.player].damage
        harm = sum(
            float(share) * self.outlook.harm(self.outlook.character(name), HARM[outcome], total, by_attack=False)
            for fields, found in self.joint.items()
            if (outcome := dict(fields)["outcome"]) in HARM
            for name, share in found.items()
        )
        armed = sum(
            sum(found.values()) for fields, found in self.joint.items() if dict(fields)["outcome"] == "equipment"
        )
        known = 0.0 if self.outlook.knows_foes else float(self.tells_all or 0)
        return (
            weight("learn", "camp") * self.camp_bits
            + weight("learn", "role") * self.role_bits
            + weight("learn", "all_known") * known
            + weight("learn", "armed") * float(armed)
            + harm
        )

    def per_outcome(self) -> Iterator[dict[str, Any]]:
        """For each outcome: how likely it is, what it would leave of the camps, the damage."""
        before = entropy(self._camps(self.outlook.roles(self.player)).values())
        for outcome in self.prospect.outcomes:
            found = self.joint[tuple(outcome.fields.items())]
            camps = self._camps(found)
            yield {
                **outcome.to_json(),
                "camps": {camp: float(share / outcome.probability) for camp, share in sorted(camps.items())},
                "camp_bits": before - self.camp_entropy(found),
                "damage": HARM.get(outcome.fields["outcome"], 0),
            }


def _fields(outcome: str, name: str) -> Fields:
    """The fields that the event would add."""
    shown = (("role", name),) if outcome == "shown" else ()
    return (("outcome", outcome), *shown)


def ask_advice(outlook: Outlook, card: str) -> Iterator[Advice]:
    """The card handed to each of the others."""
    for player in outlook.others:
        yield advice(Question(outlook, card, player))


def advice(question: Question) -> Advice:
    """One handing, with its figures."""
    player, card = question.player, question.card
    action = {"type": "reasoning", "from": question.outlook.rules.me, "to": player, "card": card}
    bits_by = {f"camp.{player}": question.camp_bits, f"role.{player}": question.role_bits}
    outcomes_ = question.prospect.outcomes
    words = f"give {card} to {player}"
    return Advice(
        action, words, because(question), question.value, question.prospect.bits, bits_by, outcomes_, named(question)
    )


def named(question: Question) -> dict[str, Any]:
    """The figures beside bits and value."""
    outlook = question.outlook
    known = question.tells_all
    return {
        "camp_bits": question.camp_bits,
        "role_bits": question.role_bits,
        "per_outcome": list(question.per_outcome()),
        "damage_to_friends": float(question.damage_to(outlook.rules.my_camp if outlook.foes else None)),
        "damage_to_enemies": float(question.damage_to(outlook.foes)),
        "kills": float(question.kills),
        "all_enemies_known": None if known is None else float(known),
    }


def because(question: Question) -> str:
    """The reason in words: what the outcomes would mean, and the harm."""
    outlook, player = question.outlook, question.player
    parts = [f"{question.camp_bits:.2f} bits on the camp of {player}, {question.role_bits:.2f} more on the character"]
    if question.tells_all and not outlook.knows_foes:
        parts.append(f"all enemies are known after it with {percent(question.tells_all)}")
    friends = question.damage_to(outlook.rules.my_camp) if outlook.foes else Fraction(0)
    if friends > 0:
        parts.append(f"a friend takes {float(friends):.2f} damage on average")
    if question.kills:
        parts.append(f"{player} goes out by it with {percent(question.kills)}")
    return "; ".join(parts)
