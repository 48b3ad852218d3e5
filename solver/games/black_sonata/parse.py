"""From what a player types to an event, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from solver.core.errors import UnreadableEvent
from solver.core.texts import load_json
from solver.games.black_sonata.grammar import LOCATION, REMARK, Phrase, Vocabulary, Words, plain
from solver.games.black_sonata.reading import (
    face_vocabulary,
    fill_specials,
    other_faces,
    read_faces,
    special_vocabulary,
)
from solver.games.black_sonata.rulebook import all_parts

if TYPE_CHECKING:
    from solver.core.schema import Event
    from solver.games.black_sonata.table import Table


def phrases(table: Table) -> tuple[Phrase, ...]:
    """Every way to say an event in this game, in the order of its parts."""
    return tuple(phrase for part in table.rules.parts for phrase in part.phrases)


def all_phrases() -> tuple[Phrase, ...]:
    """Every way to say an event, whether its part is on or off."""
    return tuple(phrase for part in all_parts() for phrase in part.phrases)


def read_note(text: str, table: Table) -> Mapping[str, Any]:
    """The JSON form of the event that `text` means at this table. Raises UnreadableEvent.

    A verb and its words; or bare faces (the next card, or the cards of a waiting flight); or a bare location (a move).
    """
    said, _, remark = text.partition(REMARK)
    if said.lstrip().startswith("{"):
        return _read_json(text)
    words = Words(said)
    if not words:
        raise words.trouble("nothing was typed", [phrase.usage for phrase in phrases(table)])
    event = _read_words(words, table)
    words.finish()
    return {**event, "note": remark.strip()} if remark.strip() else event


def _read_json(text: str) -> Mapping[str, Any]:
    try:
        raw = load_json(text)
    except ValueError as error:
        raise UnreadableEvent(text, f"this is no JSON ({error})", example='{"type": "pass"}') from None
    if not isinstance(raw, dict):
        raise UnreadableEvent(text, "an event is a JSON object", example='{"type": "pass"}')
    return raw


def _read_words(words: Words, table: Table) -> Mapping[str, Any]:
    verbs = Vocabulary("a verb", {phrase.verb: phrase for phrase in phrases(table)})
    bare = [word for word in _bare_words(table) if word not in verbs.meanings]  # a verb that is a card too wins
    faces = Vocabulary("a face", {word: word for word in bare})
    places = Vocabulary("a location", {name: name for name in LOCATION.meanings})
    begin = words.mark()
    meaning = words.try_take_in_full(_others(table)) or words.take(verbs, faces, places)
    if isinstance(meaning, Phrase):
        return meaning.read(words, table)
    if meaning in places.meanings:
        return {"type": "move", "to": meaning}
    words.go_back(begin)
    return _bare_faces(words, table)


def _others(table: Table) -> Vocabulary:
    """Verbs and faces of parts that are off, read when typed in full: the table then says what is not switched on."""
    on = phrases(table)
    verbs = {phrase.verb: phrase for phrase in all_phrases() if phrase.verb not in {known.verb for known in on}}
    faces = {word: word for word in other_faces(table).meanings}
    return Vocabulary("a word of another set-up", {**faces, **verbs})


def _bare_words(table: Table) -> list[str]:
    return [*face_vocabulary(table).meanings, *special_vocabulary(table).meanings]


def _bare_faces(words: Words, table: Table) -> Mapping[str, Any]:
    """Faces without a verb: the cards of a flight that waits, the first card of all, or the next one."""
    faces = read_faces(words, table)
    if table.flight_waits and table.clues.held:
        return {"type": "flight", "passed": fill_specials(table, faces)}
    if len(faces) > 1:
        raise words.trouble("one card comes up at a turn; cards passed belong behind `search` or `flight`")
    if table.event < 0:
        return {"type": "top", "shows": faces[0]}
    return {"type": "turn", "shows": fill_specials(table, faces)[0]}


def speak(event: Event) -> str:
    """The event in a player's words; where words do not say all of it, its JSON form."""
    phrase = next((phrase for phrase in all_phrases() if isinstance(event, phrase.event)), None)
    said = None if phrase is None else phrase.speak(event)
    if said is None or (event.note is not None and event.note.strip() != (event.note or None)):
        return json.dumps(event.to_json())
    spoken = said if event.note is None else f"{said} {REMARK} {event.note}"
    return spoken if spoken.isprintable() else json.dumps(event.to_json())


def complete_note(typed: str, table: Table) -> Sequence[str]:
    """What the last word typed may become: after a verb what follows it, else faces, verbs and places."""
    *before, last = typed.split(" ")
    names = _following(plain(before[0]), table) if before else _beginnings(table)
    begun = plain(last)
    return [name for name in names if any(part.startswith(begun) for part in plain(name).split())]


def _beginnings(table: Table) -> list[str]:
    near = table.rules.roads[table.pawn] if table.pawn else ()
    faces = [word for word in face_vocabulary(table).meanings if word != "?"]
    verbs = [phrase.verb for phrase in phrases(table)]
    return [*dict.fromkeys([*near, *verbs, *faces] if table.actions == 0 and table.turn else [*faces, *verbs, *near])]


def _following(verb: str, table: Table) -> list[str]:
    if verb == "move" and table.pawn:
        return list(table.rules.roads[table.pawn])
    phrase = next((phrase for phrase in phrases(table) if phrase.verb.startswith(verb)), None)
    return [] if phrase is None or phrase.follow is None else list(phrase.follow(table).meanings)
