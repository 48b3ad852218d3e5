"""What can be learnt of the Dark Lady's symbols."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Overlap:
    """She shares as many symbols with `symbols` (alphabetical) as one of `numbers` says."""

    symbols: tuple[str, ...]
    numbers: frozenset[int]
    printed: None = None

    def sentence(self) -> str:
        shared = "/".join(str(number) for number in sorted(self.numbers))
        return f"she shares {shared} of {', '.join(self.symbols)}"


@dataclass(frozen=True)
class SeenAsClue:
    """The card with these symbols (alphabetical) was seen, so it is not hers."""

    symbols: tuple[str, ...]
    printed: None = None

    def sentence(self) -> str:
        return f"the card with {', '.join(self.symbols)} was a clue, so it is not hers"


@dataclass(frozen=True)
class Confronted:
    """She was confronted with these symbols (alphabetical), and they were right or not."""

    symbols: tuple[str, ...]
    right: bool
    printed: None = None

    def sentence(self) -> str:
        return f"{', '.join(self.symbols)} was {'right' if self.right else 'wrong'}"
