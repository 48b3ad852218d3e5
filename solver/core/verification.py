"""Files of an owner's own that a game can look through: what such a game offers, and what it found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from solver.core.choices import Choice
    from solver.core.views import View


@dataclass(frozen=True)
class Verified:
    """What a file without faults holds: drawn, and as keys for programs."""

    view: View
    data: Mapping[str, Any]


class Verification(Protocol):
    """One kind of file, by a name that no other game uses."""

    @property
    def name(self) -> str: ...

    @property
    def about(self) -> str:
        """What is looked through, in a few words."""

    @property
    def options(self) -> tuple[Choice, ...]:
        """What else can be chosen."""

    def verify(self, content: Any, where: str, chosen: Mapping[str, str]) -> Verified:
        """`content` is what the JSON or TOML file `where` holds; `chosen` has a value for every option.

        Raises DataError with every fault at once.
        """


@runtime_checkable
class Verifying(Protocol):
    """A game that looks through files."""

    def verifications(self) -> Sequence[Verification]: ...
