"""From what a player types to an event. Somebody does something: `Bo plays Punch at Ann`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from solver.core.errors import UnreadableEvent
from solver.core.words import REMARK, Vocabulary, plain
from solver.games.isla_negra import grammar as g
from solver.games.isla_negra import reading_cards as c
from solver.games.isla_negra import reading_turns as t
from solver.games.isla_negra.naming_people import named, somebody

if TYPE_CHECKING:
    from solver.games.isla_negra.table import Table

Raw = dict[str, Any]
EXAMPLES = (
    "Bo shuffles, last Punch",
    "Bo draws 5",
    "I draw Punch, Dodge",
    "Bo plays Kick at Ann",
    "Bo new hand top Kick",
)


def read_note(text: str, table: Table) -> Mapping[str, Any]:
    """The JSON form of the event that `text` means at this table. Raises UnreadableEvent."""
    said, _, remark = text.partition(REMARK)
    if said.lstrip().startswith("{"):
        return _read_json(text)
    note = g.Note(said)
    try:
        event = _read_words(note, table)
        note.skip()
        note.finish()
    except UnreadableEvent as error:
        trouble, near = note.shown(error.trouble), error.suggestions
        raise UnreadableEvent(text, trouble, near, error.example) from None
    return {**event, "note": remark.strip()} if remark.strip() else event


def _read_json(text: str) -> Mapping[str, Any]:
    example = '{"type": "draw", "player": "Bo", "cards": 1}'
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableEvent(text, f"this is no JSON ({error})", example=example) from None
    if not isinstance(raw, dict):
        raise UnreadableEvent(text, "an event is a JSON object", example=example)
    return raw


def _read_words(note: g.Note, table: Table) -> Raw:
    if not note:
        raise note.trouble("nothing was typed", EXAMPLES)
    if '"' in note.text:
        raise note.trouble("a quote is opened and not closed")
    quoted = note.literal()
    if quoted is not None:
        return _does(note, table, named(note, quoted, g.winners(table.rules)))
    _check_start(note, table)
    commands = Vocabulary(g.COMMANDS.what, {word: (kind,) for word, kind in g.COMMANDS.meanings.items()})
    meaning = note.take(g.winners(table.rules), commands)
    if not isinstance(meaning, tuple):
        return _does(note, table, meaning)
    note.skip(g.TO)
    if meaning == ("round",):
        return {"type": "round", "winner": somebody(note, g.winners(table.rules))}
    return {"type": "initiative", "player": somebody(note, g.players(table.rules))}


def _check_start(note: g.Note, table: Table) -> None:
    """Raises UnreadableEvent where nobody is told of, or a name could be a word of the notes."""
    word, names = note.left[0], {plain(name): name for name in g.winners(table.rules).meanings}
    if word in names and word in map(plain, g.COMMANDS.meanings):
        raise note.trouble(f'"{word}" is a name and a word of notes; put the name in quotes', [f'"{names[word]}"'])
    begun = next((name for name in names if name.startswith(word) or f" {word}" in name), None)
    if begun is None and word in map(plain, g.VERBS.meanings) and word not in map(plain, g.COMMANDS.meanings):
        raise note.trouble(f'who? A note begins with a name: "{table.rules.me} {word} ..."', list(table.people))


def _does(note: g.Note, table: Table, name: str) -> Raw:
    note.skip()
    if name in table.people:
        _check_verb(note, table, name)
    verb = note.take(g.VERBS)
    if verb != "round" and name not in table.people:
        raise note.trouble(f"{name} is a team, which can only win a round", list(table.people))
    note.skip()
    return READERS[verb](note, table, name)


def _check_verb(note: g.Note, table: Table, player: str) -> None:
    """Raises UnreadableEvent where a card follows the name, and not what is done with it."""
    known = {plain(card): card for card in g.cards(table, player).meanings}
    card, word = known.get(" ".join(note.left)), note.left[0] if note else ""
    if card is not None and not any(plain(verb).startswith(word) for verb in g.VERBS.meanings):
        said = [f"{player} plays {card}", f"{player} answers with {card}"]
        raise note.trouble(f"{card} is a card: say what {player} does with it", said)


READERS: Mapping[str, Callable[[g.Note, Table, str], Raw]] = {
    "shuffle": c.shuffle,
    "draw": c.draw,
    "play": c.play,
    "attack": c.attack,
    "answer": c.answer,
    "discard": c.discard,
    "new-hand": c.new_hand,
    "takes": c.takes,
    "upgrade": c.upgrade,
    "hand": c.hand,
    "level": t.level,
    "life": t.life,
    "loses": t.loses,
    "gains": t.gains,
    "round": t.round_won,
    "initiative": t.turn("initiative"),
    "skip": t.turn("skip"),
    "passes": t.turn("passes"),
}
