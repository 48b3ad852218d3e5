"""The Rival Poet as the table knows him: where he may stand, and where the card on top sends him.

Where a card was not noticed, all places where he may stand by now are kept; only what is certain forbids anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solver.games.black_sonata.faces import Face, FogFace, Landmark, Lies, Shown
from solver.games.black_sonata.motion import STEALTH, Sighting
from solver.games.black_sonata.poet_moves import Kind, next_place

if TYPE_CHECKING:
    from solver.games.black_sonata.table import Table

POET = "poet"
"""The set-up key of his part, and the name under which the table keeps his state."""


@dataclass(frozen=True)
class Rival:
    """`places`: where he may stand. `pawn`: where ours stood last.

    Of the Elusive alone: `owes`: the pawn came to him (or may have), and that clue was not noted yet; `met_at`: where
    that was, until he is placed.
    """

    kind: Kind
    places: frozenset[str]
    pawn: str
    owes: bool = False
    met_at: str | None = None

    @property
    def place(self) -> str | None:
        """Where he certainly stands; None where that is open."""
        return next(iter(self.places)) if len(self.places) == 1 else None

    @property
    def waits(self) -> bool:
        """True from a certain meeting until he is placed."""
        return self.met_at is not None and self.met_at == self.place


def rival(table: Table) -> Rival:
    """What is known of him at this table."""
    state: Rival = table.states[POET]
    return state


def same_colour(table: Table, place: str) -> frozenset[str]:
    """The other locations of that one's colour."""
    colour = table.board.place(place).colour
    return frozenset(other.name for other in table.board.places if other.colour == colour) - {place}


def choices(table: Table, met_at: str) -> frozenset[str]:
    """Where he may be placed after a meeting there."""
    return same_colour(table, met_at) - {table.pawn}


def step(table: Table, place: str, face: Face, pawn: str | None = None) -> str:
    """Where he goes from `place` when `face` shows, the pawn standing as it does, or at `pawn`."""
    poet = rival(table)
    return next_place(table.board, poet.kind, place, pawn or table.pawn or poet.pawn, face)


def faces_on_top(table: Table, shown: Shown) -> Sequence[Face]:
    """What the top card may show, of which `shown` was noted: one face where it is known, now or from before."""
    if table.deck is not None:
        return faces_of(table, table.deck.slot)
    return [*unseen(table), FogFace()] if shown.face is None else [shown.face]


def faces_of(table: Table, slot: int) -> Sequence[Face]:
    """What the card in that slot of the deck may show. Only asked where a deck is tracked."""
    assert table.deck is not None
    if table.deck.lies[slot] is not Lies.STEALTH:
        return [FogFace()]
    facts: list[Any] = [noted.fact for noted in table.facts.get(STEALTH, ())]
    seen = [fact.face for fact in facts if isinstance(fact, Sighting) and fact.slot == slot]
    return seen[-1:] or unseen(table)


@dataclass(frozen=True)
class Blank:
    """A stealth card that shows no landmark."""

    word: str = "no landmark"
    lies: Lies = Lies.STEALTH

    def to_json(self) -> None:
        return None


def unseen(table: Table) -> Sequence[Face]:
    """Every face that a stealth card may have, as far as he minds it."""
    landmarks: list[Face] = [Landmark(name) for name in table.board.landmarks]
    return [*landmarks, Blank()] if table.rules.has("indirections") else landmarks
