"""What a command of a game leaves to choose: one of some values, and what was chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solver.core.errors import UsageError


@dataclass(frozen=True)
class Choice:
    """Something to choose: one of `values`."""

    name: str
    values: tuple[str, ...]
    default: str
    about: str


def choose(choices: Sequence[Choice], given: Mapping[str, str | None]) -> dict[str, str]:
    """What was chosen, with the defaults where nothing was. Raises UsageError for what cannot be chosen."""
    chosen = {}
    for choice in choices:
        value = given.get(choice.name) or choice.default
        if value not in choice.values:
            raise UsageError(f"--{choice.name} {value}: one of {', '.join(choice.values)}")
        chosen[choice.name] = value
    return chosen
