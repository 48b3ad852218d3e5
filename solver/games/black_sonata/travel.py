"""How a pawn gets about: stands, single steps, and what is in reach within some turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.core.schema import Event


@dataclass(frozen=True)
class Stand:
    """Where the pawn is, and the ferry where there is one."""

    place: str
    ferry: str | None = None


@dataclass(frozen=True)
class Step:
    """One action that changes the stand: the event that tells it, a player's words for it, the stand after it."""

    event: Event
    words: str
    stand: Stand


def turns_to(start: Stand, steps: Callable[[Stand], Iterable[Step]]) -> Mapping[str, int]:
    """The fewest actions to each place that can be reached, `start.place` (0) included; breadth first."""
    found = {start.place: 0}
    seen = {start}
    ring = [start]
    turns = 0
    while ring:
        turns += 1
        ring = list(dict.fromkeys(step.stand for stand in ring for step in steps(stand) if step.stand not in seen))
        seen.update(ring)
        for stand in ring:
            found.setdefault(stand.place, turns)
    return found
