"""How faces are typed and spoken, and how a bare face is read: as the note that must come next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from solver.games.black_sonata.deck import Special
from solver.games.black_sonata.faces import FOG, LANDMARKS, Shown
from solver.games.black_sonata.grammar import Vocabulary, Words
from solver.games.black_sonata.rulebook import all_parts

if TYPE_CHECKING:
    from solver.games.black_sonata.table import Table

WAIT = Vocabulary("wait", {"wait": True, "waits": True})


def face_vocabulary(table: Table) -> Vocabulary:
    """Every face that a card of this game may show, in one word or a few, and `?` for one that was not noticed."""
    faces = {word: raw for part in table.rules.parts for kind in part.faces for word, raw in kind.words.items()}
    always = (
        {} if table.deck is not None else {word: raw for kind in (LANDMARKS, FOG) for word, raw in kind.words.items()}
    )
    return Vocabulary("a face (a landmark, fog or ?)", {**always, **faces, "?": None})


def other_faces(table: Table) -> Vocabulary:
    """The faces that other set-ups put into the deck: read when typed in full, so that the table can say so."""
    on = table.rules.parts
    kinds = [kind for part in all_parts() if part not in on for kind in part.faces]
    faces = {word: raw for kind in kinds for word, raw in kind.words.items()}
    known = face_vocabulary(table).meanings
    return Vocabulary("a face of another set-up", {word: raw for word, raw in faces.items() if word not in known})


def special_vocabulary(table: Table) -> Vocabulary:
    """The special cards of this game, by the names that sessions write; all there are, where no deck is tracked."""
    parts = all_parts() if table.deck is None else table.rules.parts
    return Vocabulary("a special card", {name: name for part in parts for name in part.specials})


def read_face(words: Words, table: Table) -> Any:
    """The JSON form of one face: special cards first, if any."""
    specials = []
    while (special := words.try_take(special_vocabulary(table))) is not None:
        specials.append(special)
    face = words.try_take_in_full(other_faces(table)) or words.take(face_vocabulary(table))
    return [*specials, face] if specials else face


def read_faces(words: Words, table: Table) -> list[Any]:
    """The faces up to the end of the note."""
    faces = []
    while words:
        faces.append(read_face(words, table))
    return faces


def speak_faces(shown: Iterable[Shown]) -> str:
    return " ".join(str(face) for face in shown)


def fill_specials(table: Table, faces: Sequence[Any]) -> list[Any]:
    """The faces of the next cards, with the special cards that the table knows will come up before each."""
    if table.deck is None:
        return list(faces)
    filled = []
    cards = list(table.deck.cards)
    for face in faces:
        cards, met = _next_cards(cards)
        is_plain = not isinstance(face, list) and face is not None
        filled.append([*met, face] if met and is_plain else face)
    return filled


def _next_cards(cards: list[Any]) -> tuple[list[Any], list[str]]:
    """The order after one card, and the names of the special cards met (those that stay go to the bottom)."""
    cards = [*cards[1:], cards[0]]
    met = []
    while isinstance(cards[0], Special):
        met.append(cards[0].name)
        cards = [*cards[1:], cards[0]]
    return cards, met
