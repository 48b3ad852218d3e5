"""Who can answer a technique: the chances, as outcomes and bits of information."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from solver.core.values import SURELY, Outcome, edge_float
from solver.engines.information import entropy
from solver.games.isla_negra.answering import Chance, together
from solver.games.isla_negra.weights import weight
from solver.games.isla_negra.whereabouts.asking import MAYBE, NO, YES
from solver.games.isla_negra.wording import listed, percent

if TYPE_CHECKING:
    from solver.games.isla_negra.decks import Level

ASSUMES = "they answer whenever they can"
"""What the bits of a technique take for granted; no other figure does."""
NOT_COUNTED = "there is too much to count"
NOT_LISTED = "cards that are not listed may be answers, and how likely is not known"


@dataclass(frozen=True)
class Reply:
    """Whether anyone can answer a technique of `level`: by player, for all who may."""

    level: Level
    chances: Mapping[str, Chance | None]

    @cached_property
    def unanswered(self) -> Chance | None:
        """The chance that nobody can; None where that is not counted."""
        chance = together(self.chances.values())
        return None if chance is None else chance.unanswered

    @cached_property
    def figure(self) -> float:
        """The same as one number to rank by: an unlisted card counts as an answer by its weight."""
        if self.unanswered is None:
            return 1 - weight("attack", "unlisted_answers")
        doubtful = float(self.unanswered.most - self.unanswered.least)
        return float(self.unanswered.least) + doubtful * (1 - weight("attack", "unlisted_answers"))

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Likeliest first; `unlisted`: no listed answer, but cards which may be one."""
        chance = self.unanswered
        if chance is None:
            return SURELY
        shares = {YES: 1 - chance.most, NO: chance.least, MAYBE: chance.most - chance.least}
        found = [Outcome({"answer": word}, share) for word, share in shares.items() if share]
        return tuple(sorted(found, key=lambda outcome: (-outcome.probability, str(outcome.fields))))

    @cached_property
    def bits_by(self) -> Mapping[str, float]:
        """By question, one player after the other: what being answered or not tells of their hands. Empty where that
        is not known."""
        if self.trouble:
            return {}
        found: dict[str, float] = {}
        before, chances = Fraction(1), list(self.chances.items())
        for at, (player, chance) in enumerate(chances):
            assert chance is not None
            rest = together(later for _, later in chances[at + 1 :])
            assert rest is not None
            whole = _entropy(1 - (1 - chance.least) * (1 - rest.least))
            known = float(1 - chance.least) * _entropy(rest.least)
            found[f"answer.{player}.{self.level.word}"] = max(0.0, float(before) * (whole - known))
            before *= 1 - chance.least
        return found

    @property
    def bits(self) -> float | None:
        return None if self.trouble else sum(self.bits_by.values())

    @property
    def trouble(self) -> str:
        """Why there are no bits; "" where there are."""
        if self.unanswered is None:
            return NOT_COUNTED
        return "" if self.unanswered.is_exact else NOT_LISTED

    @property
    def words(self) -> str:
        """Who can answer it, in words."""
        who, chance = listed(list(self.chances), "or"), self.unanswered
        if not self.chances:
            return "nobody is left to answer"
        if chance is None:
            return f"whether {who} can answer was not counted"
        if chance.is_exact:
            return f"unanswered with {certainty(chance.least)}" if chance.least else f"{who} can answer for certain"
        return f"unanswered with {chance.words}, as cards of {who} are not listed"

    def named(self) -> dict[str, Any]:
        """The figures for programs; `unanswered` is what is sure, whoever wants to answer."""
        chance = self.unanswered
        bounds = {"unanswered": None if chance is None else edge_float(chance.least)}
        if chance is not None and not chance.is_exact:
            bounds["unanswered_at_most"] = edge_float(chance.most)
        trouble = {"bits_missing": self.trouble} if self.trouble else {"bits_assume": ASSUMES}
        return {**bounds, **trouble}


def certainty(chance: Fraction) -> str:
    return "certainty" if chance == 1 else percent(chance)


def _entropy(chance: Fraction) -> float:
    return entropy((chance, 1 - chance))
