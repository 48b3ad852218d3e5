"""Reads what a player types: words in any unambiguous shortening, case and accents aside."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from solver.core.errors import UnreadableEvent

REMARK = "//"
"""What stands behind this in a note is kept as its free text."""
MOST_DIGITS = 18
"""Of a number; a longer one is no slip that could be told more kindly."""


@dataclass(frozen=True)
class Vocabulary:
    """Words that may be typed in one place: `what` they are, and what each means."""

    what: str
    meanings: Mapping[str, Any]


def vocabulary(what: str, names: Iterable[str]) -> Vocabulary:
    """Names that mean themselves."""
    return Vocabulary(what, {name: name for name in names})


def plain(text: str) -> str:
    """Lower case, without accents, apostrophes, brackets and doubled spaces."""
    stripped = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(c for c in stripped if not unicodedata.combining(c) and c not in "'’`.()")
    return " ".join(letters.split())


class Words:
    """The words of a note, read from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        typed = [(plain(word), word) for word in text.replace(",", " ").split()]
        self.left = [word for word, _ in typed if word]
        self._raw = [raw for word, raw in typed if word]
        self._all, self._all_raw = list(self.left), list(self._raw)

    def __bool__(self) -> bool:
        return bool(self.left)

    def take(self, *vocabularies: Vocabulary) -> Any:
        """The meaning of the next words in one of the vocabularies, the longest run that has one.

        Raises UnreadableEvent with the nearest names where they mean nothing, or more than one thing.
        """
        found = self._match(vocabularies)
        if found is None:
            raise self.unreadable(vocabularies)
        length, meaning = found
        self.drop(length)
        return meaning

    def mark(self) -> int:
        """How many words are left; for `go_back`."""
        return len(self.left)

    def go_back(self, mark: int) -> None:
        """Puts words back until `mark` of them are left."""
        start = len(self._all) - mark
        self.left, self._raw = self._all[start:], self._all_raw[start:]

    def drop(self, length: int) -> None:
        """Passes over the next `length` words."""
        del self.left[:length], self._raw[:length]

    def rest(self) -> str:
        """All words that are left, as they were typed; takes them."""
        text = " ".join(self._raw)
        self.drop(len(self.left))
        return text

    def try_take(self, *vocabularies: Vocabulary) -> Any | None:
        """As `take`, but None, and nothing taken, where the next words mean nothing here."""
        return None if self._match(vocabularies) is None else self.take(*vocabularies)

    def try_take_in_full(self, *vocabularies: Vocabulary) -> Any | None:
        """The meaning of the next word, typed in full (three letters at least); else None, and nothing is taken."""
        for entry in vocabularies:
            for name, meaning in entry.meanings.items():
                if len(name) > 2 and self.left[:1] == [plain(name)]:
                    self.drop(1)
                    return meaning
        return None

    def take_number(self, what: str) -> int:
        """The next word as a whole number."""
        if not self.left or not self.left[0].isdecimal():
            raise self.trouble(f"{self._here()} is no number ({what})")
        if len(self.left[0]) > MOST_DIGITS:
            raise self.trouble(f"{self.left[0][:MOST_DIGITS]}... is too large a number ({what})")
        number = int(self.left[0])
        self.drop(1)
        return number

    def finish(self) -> None:
        """Raises UnreadableEvent if words are left over."""
        if self.left:
            raise self.trouble(f"nothing more is expected at {self._here()}")

    def trouble(self, text: str, suggestions: Sequence[str] = (), example: str = "") -> UnreadableEvent:
        return UnreadableEvent(self.text, text, suggestions, example)

    def unreadable(self, vocabularies: Sequence[Vocabulary]) -> UnreadableEvent:
        """The error that tells what was expected here, and the nearest names."""
        expected = " or ".join(entry.what for entry in vocabularies)
        names = {plain(name): name for entry in vocabularies for name in entry.meanings}
        runs = (" ".join(self.left[:length]) for length in (1, 2))
        near = list(dict.fromkeys(name for run in runs for name in get_close_matches(run, names, 3, 0.5)))[:3]
        if not self.left:
            return self.trouble(f"the note ends where {expected} is expected", sorted(names.values())[:12])
        return self.trouble(
            f"{self._here()} is not {expected};", [names[name] for name in near] or list(names.values())[:12]
        )

    def _here(self) -> str:
        return f'"{self.left[0]}"' if self.left else "the end"

    def _match(self, vocabularies: Sequence[Vocabulary]) -> tuple[int, Any] | None:
        names = [(plain(name), name, value) for entry in vocabularies for name, value in entry.meanings.items()]
        longest = max((len(name.split()) for name, _, _ in names), default=0)
        for length in range(min(longest, len(self.left)), 0, -1):
            typed = self.left[:length]
            fits = {rank: [hit for hit in names if _rank(typed, hit[0].split()) == rank] for rank in (0, 1, 2)}
            best = next((hits for hits in fits.values() if hits), [])
            if best:
                return length, self._only(typed, best)
        return None

    def _only(self, typed: Sequence[str], hits: Sequence[tuple[str, str, Any]]) -> Any:
        meanings = [value for _, _, value in hits]
        if any(meaning != meanings[0] for meaning in meanings):
            raise self.trouble(f'"{" ".join(typed)}" could be more than one thing;', [name for _, name, _ in hits])
        return meanings[0]


def _rank(typed: Sequence[str], name: Sequence[str]) -> int | None:
    """0: typed in full. 1: each word begins the name's words, from its first. 2: from an inner word."""
    if list(typed) == list(name):
        return 0
    for start in range(len(name) - len(typed) + 1):
        if all(word.startswith(part) for part, word in zip(typed, name[start:], strict=False)):
            return 1 if start == 0 else 2
    return None
