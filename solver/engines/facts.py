"""What is printed is printed once: folding repeated facts, finding those that disagree."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeVar

from solver.core.protocol import Fact

FactT = TypeVar("FactT", bound=Fact)


def fold(facts: Sequence[FactT]) -> tuple[FactT, ...] | None:
    """The facts without repetitions of the same printed thing; None if two of them disagree about one."""
    printed: dict[Hashable, FactT] = {}
    kept: list[FactT] = []
    for fact in facts:
        if fact.printed is None:
            kept.append(fact)
            continue
        if fact.printed not in printed:
            printed[fact.printed] = fact
            kept.append(fact)
        elif printed[fact.printed] != fact:
            return None
    return tuple(kept)
