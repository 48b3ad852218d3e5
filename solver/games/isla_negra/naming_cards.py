"""Cards as they are typed: a known one in any shortening, else the words as they stand."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from solver.core.words import Vocabulary, Words, plain
from solver.games.isla_negra import grammar as g

if TYPE_CHECKING:
    from collections.abc import Collection

    from solver.core.errors import UnreadableEvent
    from solver.games.isla_negra.table import Table

NEAR = 0.7
"""How alike (0 to 1) a word must be to a known card to be taken for a slip."""


def card(note: g.Note, table: Table, player: str, stops: Collection[str] = ()) -> str:
    """The card that comes next, up to one of the words `stops`. Raises UnreadableEvent for what looks like a slip."""
    note.skip()
    quoted = note.literal()
    if quoted is not None:
        return quoted
    known = g.cards(table, player)
    _past_fillers(note, known)
    whole = _in_full(note, known, stops)
    if whole is not None:
        return whole
    typed = note.until(stops)
    if not typed:
        raise _which(note, "which card?", known)
    return _only(note, typed, known)


def is_known(note: g.Note, table: Table, player: str) -> bool:
    """Whether all that is left is a known card, in full."""
    return " ".join(note.left) in map(plain, g.cards(table, player).meanings)


def _which(note: g.Note, trouble: str, known: Vocabulary) -> UnreadableEvent:
    """Where a card is expected and none comes: its name may be a word that was read as something else."""
    is_said = any(f" {plain(name)} " in f" {plain(note.text)} " for name in known.meanings)
    quotes = " (a card whose name is another word, too, is put in quotes)" if is_said else ""
    return note.trouble(trouble + quotes, list(known.meanings)[:6])


def _past_fillers(words: Words, known: Vocabulary) -> None:
    """Passes over `a` or `the` before a card, unless a known card begins so."""
    begins = {plain(name).split()[0] for name in known.meanings if plain(name)}
    while len(words.left) > 1 and words.left[0] in g.FILLERS - begins and not _is_mark(words.left[1]):
        words.drop(1)


def _in_full(note: g.Note, known: Vocabulary, stops: Collection[str]) -> str | None:
    """A known card, where it ends the note or something else follows; it may hold one of the stops in its name."""
    start = note.mark()
    found = note.try_take(known)
    if found is not None and (not note or note.left[0] in stops or _is_mark(note.left[0])):
        return str(found)
    note.go_back(start)
    return None


def _is_mark(word: str) -> bool:
    return word == g.SEPARATOR or word.startswith(g.MARK)


def _only(note: g.Note, typed: str, known: Vocabulary) -> str:
    """What one name means: a known card, or a card that was not seen before."""
    words = Words(typed)
    found = words.try_take(known)
    if found is not None and not words:
        return str(found)
    names = {plain(name): name for name in known.meanings}
    near = [names[name] for name in get_close_matches(plain(typed), names, 3, NEAR)]
    if near:
        raise note.trouble(f'"{typed}" is not {known.what} (put it in quotes if there is such a card);', near)
    _check_doubtful(note, typed, g.DOUBTFUL)
    return typed


def _check_doubtful(note: g.Note, typed: str, doubtful: Collection[str]) -> None:
    """Raises UnreadableEvent where the name of a card that nobody has seen holds a word that may say something else."""
    found = next((word for word in plain(typed).split() if word in doubtful or word[0].isdecimal()), None)
    if found is not None:
        raise note.trouble(f'is "{typed}" a card? "{found}" may mean something else: put the card in quotes')


def card_list(note: g.Note, table: Table, player: str, stops: Collection[str] = ()) -> list[str]:
    """One or more cards up to one of the words `stops`, with commas or nothing between."""
    found: list[str] = []
    known = g.cards(table, player)
    note.skip()
    while note and note.left[0] not in stops:
        quoted = note.literal()
        found += [quoted] if quoted is not None else _several(note, note.until(stops), known)
        note.skip()
    if not found:
        raise _which(note, "which cards?", known)
    return found


def _several(note: g.Note, typed: str, known: Vocabulary) -> list[str]:
    """The cards between two commas: known ones one after the other, else a single name."""
    words = Words(typed)
    found: list[str] = []
    while words:
        if found and words.left[0] == "and":
            words.drop(1)
            continue
        _past_fillers(words, known)
        name = words.try_take(known)
        if name is None:
            break
        found.append(str(name))
    if words and found:
        raise note.trouble(
            f'"{words.left[0]}" is not {known.what} (put it in quotes if there is such a card);',
            list(known.meanings)[:6],
        )
    return found or [_one_of_several(note, words.rest(), known)]


def _one_of_several(note: g.Note, typed: str, known: Vocabulary) -> str:
    """A single name among others; one with `and` in it may be two."""
    name = _only(note, typed, known)
    if "and" in plain(typed).split():
        raise note.trouble(f'"{typed}" may be one card or two: put a comma between two, or quotes around one')
    return name
