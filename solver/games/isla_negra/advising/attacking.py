"""An attack: at whom, with which card, and what it does unless somebody answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from solver.core.values import Advice, edge_float
from solver.games.isla_negra.decks import CardType, Level
from solver.games.isla_negra.weights import weight
from solver.games.isla_negra.wording import percent

if TYPE_CHECKING:
    from solver.games.isla_negra.advising.outlook import Outlook
    from solver.games.isla_negra.advising.replies import Reply
    from solver.games.isla_negra.decks import Listed


@dataclass(frozen=True)
class Attack:
    """One of my attacks, held with a chance of `held`."""

    outlook: Outlook
    line: Listed
    held: Fraction
    target: str

    @cached_property
    def reply(self) -> Reply:
        return self.outlook.reply_to(self.target, self.line.level)

    @property
    def life(self) -> int:
        return self.outlook.table.people[self.target].life

    @property
    def spends(self) -> bool:
        """Whether it costs an upgrade on the table."""
        return self.line.level is Level.MASTER

    @property
    def is_deadly(self) -> bool | None:
        """Whether it takes the target out unless it is answered; None where its damage is not listed."""
        return None if self.line.damage is None else self.line.damage >= self.life

    @property
    def wins(self) -> bool | None:
        """Whether that wins the round."""
        return self.is_deadly if self.outlook.is_last(self.target) else False

    @cached_property
    def value(self) -> float:
        """What it is worth once it is held."""
        damage = self.line.damage
        points = weight("attack", "unlisted_damage") if damage is None else min(damage, self.life)
        worth = points * weight("attack", "life")
        worth += weight("attack", "out") if self.is_deadly else 0.0
        worth += weight("attack", "round") if self.wins else 0.0
        costs = weight("hand", "card") + (weight("attack", "spent") if self.spends else 0.0)
        return self.reply.figure * worth + weight("learn", "bits") * (self.reply.bits or 0.0) - costs

    def named(self) -> dict[str, Any]:
        """The figures; what is expected of it counts only what is sure, whoever wants to answer."""
        unanswered = self.reply.unanswered
        least = None if unanswered is None else unanswered.least
        return {
            "held": edge_float(self.held),
            **self.reply.named(),
            "damage": self.line.damage,
            "expected_damage": None if self.line.damage is None or least is None else float(self.line.damage * least),
            "takes_out": _if(self.is_deadly, least),
            "wins_round": _if(self.wins, least),
        }

    def because(self) -> Iterator[str]:
        yield from holding(self.held)
        yield self.reply.words
        damage = self.line.damage
        if damage is None:
            yield "its damage is not listed"
            return
        unanswered = self.reply.unanswered
        expected = "" if unanswered is None else f", at least {float(damage * unanswered.least):.2f} on average"
        is_open = unanswered is not None and 0 < unanswered.least < 1
        yield f"{damage} damage{expected if is_open else ''}"
        if self.is_deadly:
            yield "this wins the round" if self.wins else f"this takes {self.target} out"
        if self.spends:
            yield "an upgrade is spent"

    @property
    def advice(self) -> Advice:
        action: dict[str, Any] = {"type": "play", "player": self.outlook.name, "card": self.line.card}
        words = f"attack {self.target} with {self.line.card}"
        reply, value = self.reply, float(self.held) * self.value
        action["at"] = self.target
        because = "; ".join(self.because())
        return Advice(action, words, because, value, reply.bits, reply.bits_by, reply.outcomes, self.named())


def _if(what: bool | None, chance: Fraction | None) -> float | None:
    """The chance of something that happens for certain, never, or nobody knows, unless it is answered."""
    if what is None:
        return None
    if not what:
        return 0.0
    return None if chance is None else edge_float(chance)


def holding(chance: Fraction) -> Iterator[str]:
    """That I may not hold it, where that is so."""
    if chance < 1:
        yield f"you hold it with {percent(chance)}"


def attack_advice(outlook: Outlook) -> Iterator[Advice]:
    """Each attack that I may use, at each rival who is still in."""
    for line, held in outlook.in_hand:
        if line.type is CardType.ATTACK:
            yield from (Attack(outlook, line, held, target).advice for target in outlook.targets)
