"""Which slots a player asks about, and the questions that every level of knowledge answers."""

from __future__ import annotations

from dataclasses import dataclass

from solver.core.values import Question


@dataclass(frozen=True)
class Moments:
    """The slot on top now, and the slot that comes up at the next turn."""

    now: int
    following: int

    def questions(self) -> tuple[Question, ...]:
        return (
            Question("lady.location", "Where is the Dark Lady now?", ("at", self.now)),
            Question("lady.location.next", "Where will she be at the next turn?", ("at", self.following)),
        )


PASS_SOURCE = "the stealth deck is a ring: it is cut once and comes round in the same order"
STEP_SOURCE = "each stealth card is one step along a road from the card before"
FACE_SOURCE = "a stealth card shows a landmark that stands at her location"
SEARCH_SOURCE = "her silhouette shows in the keyhole exactly when she is there"
