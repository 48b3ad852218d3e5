"""The drawn tree of errors. Each carries the value at fault and the next step, and knows its exit status.

GnomonError
├ DataError            a map, card or session file is wrong                     exit 4
├ EventError           also a ValueError
│ ├ UnreadableEvent    a note that has no known form                            exit 4
│ └ IllegalEvent       a note that the table does not allow now                 exit 3
├ Contradiction        notes that cannot all be true                            exit 3
├ OutOfBudget          a budget ran out; says nothing about the game            exit 5
└ UsageError           the command was given what it cannot take                exit 2
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solver.core.texts import is_encodable, visible


@dataclass(frozen=True)
class Fault:
    """One thing wrong in a file: the JSON path, the value found there, what would be accepted."""

    path: str
    value: object
    accepted: str

    def __str__(self) -> str:
        path = visible(self.path, keep="")
        if self.value is None:
            return f"{path}: expected {self.accepted}"
        return f"{path}: {_shorten(self.value)} is not accepted; expected {self.accepted}"

    def to_json(self) -> dict[str, Any]:
        return {"path": self.path, "value": _plain(self.value), "accepted": self.accepted}


def _shorten(value: object, limit: int = 80) -> str:
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, a nest of thousands of lists
        text = f"a very large {type(value).__name__}"
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _plain(value: object) -> Any:
    """A JSON value that stands for `value`; containers and long texts are shown shortened."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float) and abs(value) < 1e18:  # not so: NaN, infinity, hundreds of digits
        return value
    if isinstance(value, str) and len(value) <= 200 and is_encodable(value):
        return value
    if isinstance(value, list | dict):
        return _small(value)
    return _shorten(value, 200)


def _small(value: Any) -> Any:
    """The list or object itself where it is short JSON, else a text that begins like it."""
    try:
        text = json.dumps(value, allow_nan=False, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return _shorten(value, 200)
    return value if len(text) <= 200 and is_encodable(text) else _shorten(value, 200)


class GnomonError(Exception):
    """Any refusal that gnomon makes on purpose; `exit_status` is what the command line returns."""

    exit_status = 1


class UsageError(GnomonError):
    """The command was given something that it cannot take (a file that exists already, no terminal)."""

    exit_status = 2


class DataError(GnomonError):
    """A file is wrong; `faults` holds every fault found in it, in file order."""

    exit_status = 4

    def __init__(self, faults: Sequence[Fault], where: str = "") -> None:
        self.faults = tuple(faults)
        self.where = where
        head = f"{where}: " if where else ""
        super().__init__(head + "; ".join(str(fault) for fault in self.faults))


class EventError(GnomonError, ValueError):
    """A note that cannot be taken."""


class UnreadableEvent(EventError):
    """What was typed has no known form: where it stopped making sense, and what would."""

    exit_status = 4

    def __init__(self, text: str, trouble: str, suggestions: Sequence[str] = (), example: str = "") -> None:
        self.text = text
        self.trouble = trouble
        self.suggestions = tuple(suggestions)
        self.example = example
        said = [trouble]
        if self.suggestions:
            said.append(f"did you mean {', '.join(self.suggestions)}?")
        if example:
            said.append(f"for example {example}")
        super().__init__(visible("; ".join(part.rstrip(";.") for part in said)))


class IllegalEvent(EventError):
    """The note has a form, but the table does not allow it now; `rule` is the rule it breaks.

    `index` is the event's number in the session (from 0), once known.
    """

    exit_status = 3

    def __init__(self, rule: str, source: str = "", index: int | None = None) -> None:
        self.rule = rule
        self.source = source
        self.index = index
        super().__init__(rule + (f" ({source})" if source else ""))

    def at(self, index: int) -> IllegalEvent:
        """The same refusal, knowing which event of the session it concerns."""
        return IllegalEvent(self.rule, self.source, index)


class Contradiction(GnomonError):
    """Notes that cannot all be true; `events` is one irreducible set of their numbers (from 0)."""

    exit_status = 3

    def __init__(self, trouble: str, events: Sequence[int] = ()) -> None:
        self.trouble = trouble
        self.events = tuple(events)
        super().__init__(trouble)


class OutOfBudget(GnomonError):
    """A budget of time or of states ran out before an answer; not a fact about the game."""

    exit_status = 5
