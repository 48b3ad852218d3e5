"""A card on the table that I may answer: with which response, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from solver.core.values import SURELY, Advice, Outcome, edge_float
from solver.games.isla_negra.advising.attacking import holding
from solver.games.isla_negra.advising.replies import Reply
from solver.games.isla_negra.decks import CardType, Level
from solver.games.isla_negra.table import Played
from solver.games.isla_negra.weights import weight
from solver.games.isla_negra.wording import listed

if TYPE_CHECKING:
    from solver.games.isla_negra.advising.outlook import Outlook
    from solver.games.isla_negra.decks import Listed


@dataclass(frozen=True)
class Threat:
    """The card that is open to an answer of mine."""

    outlook: Outlook
    played: Played

    @cached_property
    def line(self) -> Listed | None:
        """What the list of who played it says of it."""
        return self.outlook.table.fighter(self.played.player).deck.listed.get(self.played.card)

    @property
    def level(self) -> Level:
        """That of the card; Basic where it is not listed."""
        return Level.BASIC if self.line is None else self.line.level

    @property
    def damage(self) -> int | None:
        return None if self.line is None else self.line.damage

    @cached_property
    def victim(self) -> str | None:
        """Whom the card is aimed at: of an answer, who was answered. None where that is not noted."""
        table = self.outlook.table
        if self.played.answers is None:
            return self.played.at
        return next((one.player for one in table.plays if one.event == self.played.answers), None)

    @property
    def is_mine(self) -> bool:
        """Whether it hits my side, or may."""
        return self.victim is None or self.victim in self.outlook.rules.side(self.outlook.name)

    @cached_property
    def worth(self) -> float:
        """What it is worth that the card does nothing; 0 where it hits somebody who is not of my side."""
        if not self.is_mine:
            return 0.0
        if self.damage is None:
            return weight("attack", "unlisted_damage") * weight("answer", "life")
        if self.victim is None:
            return self.damage * weight("answer", "life")
        life = self.outlook.table.people[self.victim].life
        worth = min(self.damage, life) * weight("answer", "life")
        if self.damage < life:
            return worth
        is_last = self.outlook.is_last(self.victim)
        return worth + weight("answer", "out") + (weight("answer", "round") if is_last else 0.0)

    @cached_property
    def others(self) -> Reply:
        """Who else may answer."""
        reply = self.outlook.reply_to_card(self.played, self.level)
        return Reply(reply.level, {one: chance for one, chance in reply.chances.items() if one != self.outlook.name})

    def because(self) -> Iterator[str]:
        """What the card does."""
        if self.line is None:
            yield f"{self.played.card} is not listed: its level and damage are not known"
        elif self.damage is None:
            yield f"the damage of {self.played.card} is not listed"
        elif self.victim is None:
            yield f"{self.played.card} does {self.damage} damage"
        else:
            whom = "you" if self.victim == self.outlook.name else self.victim
            is_out = self.damage >= self.outlook.table.people[self.victim].life
            yield f"{self.played.card} does {self.damage} damage to {whom}{', who is out then' if is_out else ''}"
        if self.victim is None:
            yield "whom it is aimed at is not noted"
        elif not self.is_mine:
            yield f"{self.victim} does not fight on your side"

    def answer(self, line: Listed, held: Fraction) -> Advice:
        """A response of mine: whether it stands is up to those who may answer it in turn."""
        played = Played(self.outlook.table.event + 1, self.outlook.name, line.card, None, self.played.event)
        reply = self.outlook.reply_to_card(played, line.level)
        costs = weight("answer", "response") + weight("answer", "level") * line.level + weight("hand", "card")
        costs += weight("attack", "spent") if line.level is Level.MASTER else 0.0
        gained = (line.damage or 0) * weight("attack", "life")
        worth = reply.figure * (self.worth + gained) + weight("learn", "bits") * (reply.bits or 0.0) - costs
        action = {"type": "play", "player": self.outlook.name, "card": line.card, "answers": self.played.event}
        named = {"held": edge_float(held), **reply.named(), "damage": self.damage, "own_damage": line.damage}
        spent = ["an upgrade is spent"] if line.level is Level.MASTER else []
        because = "; ".join([*holding(held), *self.because(), f"{line.card} is {reply.words}", *spent])
        words, value = f"answer {self.played.card} with {line.card}", float(held) * worth
        return Advice(action, words, because, value, reply.bits, reply.bits_by, reply.outcomes, named)

    def leave(self) -> Advice:
        """No answer of mine: worth 0, as all else is measured by it."""
        action, outcomes = self._unanswered()
        others = self.others
        told = [*self.because()]
        if others.chances and others.unanswered is not None:
            can = others.unanswered.unanswered
            told.append(f"{listed(list(others.chances), 'or')} {can.able('it')}")
        named = {"damage": self.damage, **({"others": others.named()} if others.chances else {})}
        return Advice(action, f"do not answer {self.played.card}", "; ".join(told), 0.0, 0.0, {}, outcomes, named)

    def _unanswered(self) -> tuple[dict[str, Any], tuple[Outcome, ...]]:
        """In my turn it is over then; else the one who is hit has less life, unless somebody else answers."""
        if self.outlook.table.my_turn:
            return {"type": "passes", "player": self.outlook.name}, SURELY
        action = {"type": "life", "player": self.victim or self.outlook.name}
        if self.damage is None or self.victim is None:
            return action, SURELY
        total = self.outlook.table.people[self.victim].life - self.damage
        return {**action, "total": total}, SURELY


def threat_of(outlook: Outlook) -> Threat | None:
    """The card that is open to an answer of mine, if there is one."""
    played = outlook.table.open
    return Threat(outlook, played) if played is not None and outlook.name in outlook.table.may_answer else None


def answer_advice(threat: Threat) -> Iterator[Advice]:
    """Each response that I may use against the open card, and none."""
    for line, held in threat.outlook.in_hand:
        if line.type is CardType.RESPONSE and line.level >= threat.level:
            yield threat.answer(line, held)
    yield threat.leave()
