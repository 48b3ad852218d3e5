"""What can be learnt of the roles. Facts of one player weigh each of their characters; draws tie players together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.games.shadow_raiders.box import Character
    from solver.games.shadow_raiders.roles.outcomes import Condition


@dataclass(frozen=True)
class Among:
    """The player's character is one of `names` (alphabetical); `words` tells why."""

    player: str
    names: tuple[str, ...]
    words: str
    printed: None = None

    def weigh(self, character: Character) -> int:
        return int(character.name in self.names)

    def sentence(self) -> str:
        return f"{self.player} {self.words}"


@dataclass(frozen=True)
class NotAmong:
    """The player's character is none of `names` (alphabetical); `words` tells why."""

    player: str
    names: tuple[str, ...]
    words: str
    printed: None = None

    def weigh(self, character: Character) -> int:
        return int(character.name not in self.names)

    def sentence(self) -> str:
        return f"{self.player} {self.words}"


@dataclass(frozen=True)
class Lives:
    """The player lived on with this damage: their HP is higher. `is_last`: nothing was noted after it."""

    player: str
    total: int
    is_last: bool = False
    printed: None = None

    def weigh(self, character: Character) -> int:
        return int(character.hp > self.total)

    def sentence(self) -> str:
        instead = f" (if {self.player} went out, note that instead: {self.player} is out ROLE)" if self.is_last else ""
        return f"{self.player} lives with {self.total} damage{instead}"


@dataclass(frozen=True)
class Falls:
    """The player went out right after this damage: their HP is not higher."""

    player: str
    total: int
    printed: None = None

    def weigh(self, character: Character) -> int:
        return int(character.hp <= self.total)

    def sentence(self) -> str:
        return f"{self.player} went out with {self.total} damage"


@dataclass(frozen=True)
class Handed:
    """A reasoning card was handed to `player`, and everybody saw the outcome.

    `copy` numbers the copies drawn, `shuffle` the times that the deck was made anew: within one shuffle all copies are
    different, and facts with the same `copy` speak of one. `card` is None where this viewer did not see it; `role` is
    what `player` showed, where that was seen. `giver` is told, and proves nothing. `is_again`: the copy was
    handed to somebody before, so this is no draw of its own.
    """

    player: str
    giver: str
    copy: int
    shuffle: int
    card: str | None
    outcome: str
    condition: Condition
    role: str | None = None
    is_again: bool = False
    printed: None = None

    def sentence(self) -> str:
        shown = f" ({self.role})" if self.role else ""
        return f"{self.giver} handed {self.player} {self.card or 'an unknown card'}: {self.outcome}{shown}{self._odd}"

    @property
    def _odd(self) -> str:
        """What must have been noted before, where the outcome cannot be without it."""
        if self.outcome == "equipment" and not self.condition.equipped:
            return f" (but {self.player} holds no equipment; note it first: {self.player} has 1 equipment)"
        if self.outcome == "heal-1" and self.condition.unhurt:
            return f" (but {self.player} has no damage to heal; note it first: {self.player} has 1 damage)"
        return ""


@dataclass(frozen=True)
class Held:
    """A copy of `card` was out of the deck during this shuffle, in my hand."""

    copy: int
    shuffle: int
    card: str
    printed: None = None

    def sentence(self) -> str:
        return f"{self.card} is in my hand"


AboutOne = Among | NotAmong | Lives | Falls
Draw = Handed | Held
RoleFact = AboutOne | Draw


@dataclass(frozen=True)
class Showing:
    """One handing of a copy whose card is not known: who showed what, in which condition."""

    player: str
    outcome: str
    condition: Condition


@dataclass(frozen=True)
class Standing:
    """All facts of one player, joined: the weight of each character by name; those of weight 0 are left out."""

    player: str
    weights: tuple[tuple[str, Fraction], ...]
    printed: None = None

    @cached_property
    def by_name(self) -> Mapping[str, Fraction]:
        return dict(self.weights)

    def sentence(self) -> str:
        return f"what was seen of {self.player}"


@dataclass(frozen=True)
class Shuffled:
    """All draws of one shuffle, joined: how often each known card was drawn, and the showings of each unknown copy.

    `is_torn`: two notes name one copy differently, so that no world fits.
    """

    known: tuple[tuple[str, int], ...]
    unknown: tuple[tuple[Showing, ...], ...]
    is_torn: bool = False
    printed: None = None

    def sentence(self) -> str:
        return "the cards drawn between two shuffles"


def copies_of(draws: Sequence[Draw]) -> dict[int, list[Draw]]:
    """The draws by copy, in order."""
    found: dict[int, list[Draw]] = {}
    for draw in draws:
        found.setdefault(draw.copy, []).append(draw)
    return found
