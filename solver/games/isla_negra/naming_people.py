"""People as they are typed, in any shortening or in quotes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.core.words import Vocabulary
    from solver.games.isla_negra import grammar as g


def named(note: g.Note, quoted: str, names: Vocabulary) -> str:
    """Somebody whose name is in quotes."""
    if quoted not in names.meanings.values():
        raise note.trouble(f'"{quoted}" is not {names.what};', list(dict.fromkeys(names.meanings.values())))
    return quoted


def somebody(note: g.Note, names: Vocabulary) -> str:
    quoted = note.literal()
    return str(note.take(names)) if quoted is None else named(note, quoted, names)
