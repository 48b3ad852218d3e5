"""From what a player types to an event. Somebody does something: `Bo plays Punch at Ann`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from solver.core.errors import UnreadableEvent
from solver.core.words import REMARK, Vocabulary
from solver.games.isla_negra import grammar as g
from solver.games.isla_negra.naming_cards import card, card_list

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
        return _does(note, table, _named(note, quoted, g.winners(table.rules)))
    commands = Vocabulary(g.COMMANDS.what, {word: (kind,) for word, kind in g.COMMANDS.meanings.items()})
    meaning = note.take(g.winners(table.rules), commands)
    if not isinstance(meaning, tuple):
        return _does(note, table, meaning)
    note.skip(g.TO)
    if meaning == ("round",):
        return {"type": "round", "winner": _somebody(note, g.winners(table.rules))}
    return {"type": "initiative", "player": _somebody(note, g.players(table.rules))}


def _named(note: g.Note, quoted: str, names: Vocabulary) -> str:
    """Somebody whose name is in quotes."""
    if quoted not in names.meanings.values():
        raise note.trouble(f'"{quoted}" is not {names.what};', list(dict.fromkeys(names.meanings.values())))
    return quoted


def _somebody(note: g.Note, names: Vocabulary) -> str:
    quoted = note.literal()
    return str(note.take(names)) if quoted is None else _named(note, quoted, names)


def _does(note: g.Note, table: Table, name: str) -> Raw:
    note.skip()
    verb = note.take(g.VERBS)
    if verb != "round" and name not in table.people:
        raise note.trouble(f"{name} is a team, which can only win a round", list(table.people))
    return READERS[verb](note, table, name)


def _shuffle(note: g.Note, table: Table, player: str) -> Raw:
    note.skip(g.LAST)
    last = {"last": card(note, table, player)} if note else {}
    return {"type": "shuffle", "player": player, **last}


def _draw(note: g.Note, table: Table, player: str) -> Raw:
    event: Raw = {"type": "draw", "player": player, "cards": 1}
    if note.left in g.ONE_CARD:
        note.drop(len(note.left))
        return event
    number = _number_of_cards(note)
    note.skip()
    if note:
        names = card_list(note, table, player)
        if number not in (None, len(names)):
            raise note.trouble(f"{number} cards were drawn, and {len(names)} are named")
        return {**event, "cards": len(names), "names": names}
    return {**event, "cards": number}


def _number_of_cards(note: g.Note) -> int | None:
    """A number of cards that comes next, if one does."""
    if not note or not note.left[0].isdecimal():
        return None
    number = note.take_number("how many cards")
    note.try_take(g.CARDS)
    return number


def _play(note: g.Note, table: Table, player: str) -> Raw:
    event: Raw = {"type": "play", "player": player, "card": card(note, table, player, g.AT.meanings)}
    return {**event, **_at(note, table)}


def _at(note: g.Note, table: Table) -> Raw:
    """Whom a technique is aimed at, if that is told."""
    note.skip()
    if note.try_take(g.AT) is None:
        return {}
    return {"at": _somebody(note, g.players(table.rules))}


def _attack(note: g.Note, table: Table, player: str) -> Raw:
    target = _somebody(note, g.players(table.rules))
    note.skip(g.WITH)
    return {"type": "play", "player": player, "card": card(note, table, player), "at": target}


def _answer(note: g.Note, table: Table, player: str) -> Raw:
    if note and note.left[0].isdecimal():
        number = note.take_number("the event that is answered")
    else:
        latest = table.open or (table.plays[-1] if table.plays else None)
        if latest is None:
            raise note.trouble("nothing was played that could be answered", example=f"{player} plays CARD")
        number = latest.event
    note.skip(g.WITH)
    name = card(note, table, player, g.AT.meanings)
    return {"type": "play", "player": player, "card": name, **_at(note, table), "answers": number}


def _discard(note: g.Note, table: Table, player: str) -> Raw:
    number = _number_of_cards(note)
    cards = number if number is not None else card_list(note, table, player, g.TOP.meanings)
    note.skip()
    top = {"top": card(note, table, player)} if note.try_take(g.TOP) is not None else {}
    return {"type": "discard", "player": player, "cards": cards, **top}


def _new_hand(note: g.Note, table: Table, player: str) -> Raw:
    event: Raw = {"type": "new-hand", "player": player}
    note.skip(g.TOP)
    if note and note.left[0] not in g.RESHUFFLED.meanings:
        event["top"] = card(note, table, player, g.RESHUFFLED.meanings)
    note.skip()
    if note.try_take(g.RESHUFFLED) is None:
        return event
    note.try_take(g.AFTER)
    event["reshuffled"] = {"after": note.take_number("how many cards the deck still had")}
    note.skip()
    if note.try_take(g.LAST) is not None:
        event["reshuffled"]["last"] = card(note, table, player)
    return event


def _upgrade(note: g.Note, table: Table, player: str) -> Raw:
    note.skip(g.WITH)
    return {"type": "upgrade", "player": player, "card": card(note, table, player)}


def _hand(note: g.Note, table: Table, player: str) -> Raw:
    event: Raw = {"type": "hand", "player": player}
    note.skip()
    if note.left in (*g.NOTHING, *g.HAS_INITIATIVE):
        has_initiative = note.left in g.HAS_INITIATIVE
        note.drop(len(note.left))
        return {"type": "initiative", "player": player} if has_initiative else {**event, "cards": 0}
    number = _number_of_cards(note)
    if number is None:
        names = card_list(note, table, player)
        return {**event, "cards": len(names), "names": names}
    if note.try_take(g.LIFE) is not None:
        return {"type": "life", "player": player, "total": number}
    return {**event, "cards": number}


def _level(note: g.Note, table: Table, player: str) -> Raw:
    return {"type": "level", "player": player, "level": note.take(g.LEVEL)}


def _life(note: g.Note, table: Table, player: str) -> Raw:
    is_below = bool(note) and note.left[0].startswith("-") and note.left[0][1:].isdecimal()
    if is_below:
        total = int(note.left[0])
        note.drop(1)
    else:
        total = note.take_number("life points")
    return {"type": "life", "player": player, "total": total}


def _loses(note: g.Note, table: Table, player: str) -> Raw:
    if note.try_take(g.TURN) is not None:
        return {"type": "skip", "player": player}
    return _changed(note, table, player, -1)


def _gains(note: g.Note, table: Table, player: str) -> Raw:
    return _changed(note, table, player, 1)


def _changed(note: g.Note, table: Table, player: str, sign: int) -> Raw:
    number = note.take_number("life points")
    note.try_take(g.LIFE)
    return {"type": "life", "player": player, "total": table.people[player].life + sign * number}


def _round(note: g.Note, table: Table, player: str) -> Raw:
    note.try_take(g.ROUND)
    return {"type": "round", "winner": player}


def _turn(kind: str) -> Callable[[g.Note, Table, str], Raw]:
    """The reader of an event that is told by its verb alone."""

    def read(note: g.Note, table: Table, player: str) -> Raw:
        note.try_take(g.TURN)
        return {"type": kind, "player": player}

    return read


READERS: Mapping[str, Callable[[g.Note, Table, str], Raw]] = {
    "shuffle": _shuffle,
    "draw": _draw,
    "play": _play,
    "attack": _attack,
    "answer": _answer,
    "discard": _discard,
    "new-hand": _new_hand,
    "upgrade": _upgrade,
    "hand": _hand,
    "level": _level,
    "life": _life,
    "loses": _loses,
    "gains": _gains,
    "round": _round,
    "initiative": _turn("initiative"),
    "skip": _turn("skip"),
    "passes": _turn("passes"),
}
