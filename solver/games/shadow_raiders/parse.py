"""From what a player types to an event, and back. Somebody does something: `Ann gives Bo nothing`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from solver.core.errors import UnreadableEvent
from solver.core.words import REMARK, Vocabulary, Words, plain
from solver.games.shadow_raiders import grammar as g
from solver.games.shadow_raiders.box import reasoning_cards

if TYPE_CHECKING:
    from solver.core.schema import Event
    from solver.games.shadow_raiders.table import Table

Raw = dict[str, Any]
EXAMPLES = ("Ann gives Bo nothing", "I give Bo raider-1 damage", "Cy has 6 damage", "Di is out Vampire")


def read_note(text: str, table: Table) -> Mapping[str, Any]:
    """The JSON form of the event that `text` means at this table. Raises UnreadableEvent."""
    said, _, remark = text.partition(REMARK)
    if said.lstrip().startswith("{"):
        return _read_json(text)
    words = Words(said)
    if not words:
        raise words.trouble("nothing was typed", EXAMPLES)
    event = _read_words(words, table)
    words.finish()
    return {**event, "note": remark.strip()} if remark.strip() else event


def _read_json(text: str) -> Mapping[str, Any]:
    try:
        raw = json.loads(text)
    except ValueError as error:
        raise UnreadableEvent(text, f"this is no JSON ({error})", example='{"type": "silent"}') from None
    if not isinstance(raw, dict):
        raise UnreadableEvent(text, "an event is a JSON object", example='{"type": "silent"}')
    return raw


def _read_words(words: Words, table: Table) -> Raw:
    names = g.players(table.rules)
    commands = Vocabulary(g.COMMANDS.what, {word: (kind,) for word, kind in g.COMMANDS.meanings.items()})
    meaning = words.take(names, commands)
    if isinstance(meaning, tuple):
        return _command(words, table, meaning[0])
    return READERS[words.take(g.VERBS)](words, table, meaning)


def _command(words: Words, table: Table, kind: str) -> Raw:
    if kind == "holding":
        return {"type": "holding", "card": _seen_card(words)}
    if kind == "victory":
        return {"type": "victory", "players": _names(words, table, is_all=True)}
    return {"type": kind}


def _seen_card(words: Words) -> str:
    card = words.take(g.CARD)
    if card is None:
        raise words.trouble("a card in my hand is one that I see", list(reasoning_cards())[:6])
    return str(card)


def _names(words: Words, table: Table, is_all: bool = False) -> list[str]:
    """Players up to the end of the note, or (unless that is all) to a number; the last number is nobody's name."""
    names = []
    while words and (is_all or not words.left[0].isdecimal() or _is_somebody(words, table)):
        names.append(words.take(g.players(table.rules)))
        _pass_over(words, table, g.AND)
    return names


def _is_somebody(words: Words, table: Table) -> bool:
    """True for a number that somebody is called, with another number behind it."""
    return words.left[0] in g.called(table.rules) and any(word.isdecimal() for word in words.left[1:])


def _pass_over(words: Words, table: Table, joining: Vocabulary) -> bool:
    """Takes a word that only joins others: typed in full, for a letter of it may be somebody's."""
    found = words.left[:1] != [] and words.left[0] in joining.meanings and words.left[0] not in g.called(table.rules)
    if found:
        words.drop(1)
    return found


def _gives(words: Words, table: Table, giver: str) -> Raw:
    _pass_over(words, table, g.TO)
    event: Raw = {"type": "reasoning", "from": giver, "to": words.take(g.players(table.rules)), "card": None}
    while words:
        if event.get("outcome") == "shown" and (role := words.try_take(g.roles(table.rules))):
            event["role"] = role
            continue
        key, value = _detail(words)
        event[key] = value
    if "outcome" not in event:
        raise words.trouble("what came of it?", ["nothing", "damage", "heal", "equipment", "airship", "shown"])
    if event["card"] is None and giver == table.rules.me and len(table.held) == 1 and "same_card" not in event:
        event["card"] = table.held[0].card
    if event["outcome"] == g.DAMAGE:
        event["outcome"] = _damage_of(event["card"])
    return event


def _detail(words: Words) -> tuple[str, Any]:
    """The next thing told of a handing: which card, what came of it, or that it is the same card again."""
    outcome = words.try_take_in_full(g.IN_FULL)
    if outcome is not None:
        return "outcome", outcome
    number = _harm(words)
    if number is not None:
        words.take(Vocabulary("damage", {g.DAMAGE: g.DAMAGE}))
        return "outcome", f"damage-{number}"
    key, value = words.take(_keyed("card", g.CARD), _keyed("outcome", g.OUTCOME), _keyed("same_card", g.SAME))
    if value == g.DAMAGE and (number := _harm(words)) is not None:
        return key, f"damage-{number}"
    return key, True if key == "same_card" else value


def _harm(words: Words) -> str | None:
    """A 1 or a 2 that comes next; takes it."""
    if words.left[:1] not in (["1"], ["2"]):
        return None
    number = words.left[0]
    words.drop(1)
    return number


def _keyed(key: str, words: Vocabulary) -> Vocabulary:
    """The vocabulary with meanings that tell which field they belong to."""
    return Vocabulary(words.what, {word: (key, meaning) for word, meaning in words.meanings.items()})


def _damage_of(card: str | None) -> str:
    """How much "damage" means: what the card says; 1 where it is not seen."""
    return "damage-2" if card is not None and reasoning_cards()[card].effect == "damage-2" else "damage-1"


def _has(words: Words, table: Table, player: str) -> Raw:
    if words and not words.left[0].isdecimal() and player == table.rules.me:
        return {"type": "holding", "card": _seen_card(words)}
    number = words.take_number("how much damage or equipment")
    if words.take(g.OF_NUMBER) == "damage":
        return {"type": "damage", "player": player, "total": number}
    immune = {"immune": True} if words.try_take(g.IMMUNE) else {}
    return {"type": "equipment", "player": player, "holds": number, **immune}


def _is(words: Words, table: Table, player: str) -> Raw:
    meaning = words.take(_keyed("verb", IS_WORDS), _keyed("role", g.roles(table.rules)))
    if meaning == ("verb", "out"):
        return _out(words, table, player)
    if meaning == ("verb", "at"):
        return _at(words, table, player)
    return {"type": "reveal", "player": player, "role": meaning[1]}


IS_WORDS = Vocabulary("out or at", {"out": "out", "dead": "out", "at": "at", "in": "at"})


def _out(words: Words, table: Table, player: str) -> Raw:
    event: Raw = {"type": "out", "player": player, "role": words.take(g.roles(table.rules))}
    if words.try_take(g.BY):
        event["by"] = words.take(g.players(table.rules))
    if words:
        event["cause"] = words.take(g.CAUSE)
    return event


def _reveals(words: Words, table: Table, player: str) -> Raw:
    return {"type": "reveal", "player": player, "role": words.take(g.roles(table.rules))}


def _drew(words: Words, table: Table, player: str) -> Raw:
    """The card's name is free text; at the end may stand `revealed` or `hidden`."""
    typed = words.rest().split()
    event: Raw = {"type": "drew", "player": player}
    told = g.TURNED_UP.meanings.get(plain(typed[-1])) if typed else None
    name = " ".join(typed if told is None else typed[:-1])
    if not name:
        raise words.trouble("which card was drawn?", list(g.drawn_cards()))
    if plain(name) in reasoning_cards():
        return _drew_reasoning(words, table, player, plain(name))
    begun = {card for word, card in g.drawn_cards().items() if len(plain(name)) > 2 and word.startswith(plain(name))}
    event["card"] = begun.pop() if len(begun) == 1 else name
    return event if told is None else {**event, "revealed": told}


def _drew_reasoning(words: Words, table: Table, player: str, card: str) -> Raw:
    """A reasoning card that I drew is in my hand; what others drew shows when they hand it on."""
    if player != table.rules.me:
        example = f"{player} gives {table.rules.me} {card} nothing"
        raise words.trouble(f"{card} is a reasoning card: note whom it was given to", example=example)
    return {"type": "holding", "card": card}


def _at(words: Words, table: Table, player: str) -> Raw:
    while _pass_over(words, table, g.TO):
        pass
    return {"type": "at", "player": player, "area": words.take(g.places())}


def _attacks(words: Words, table: Table, player: str) -> Raw:
    names = _names(words, table)
    if not names:
        raise words.unreadable([g.players(table.rules)])
    damage = words.take_number("the damage")
    words.try_take(Vocabulary("damage", {"damage": True}))
    return {"type": "attack", "by": player, "to": names, "damage": damage}


def _wins(words: Words, table: Table, player: str) -> Raw:
    _pass_over(words, table, g.AND)
    return {"type": "victory", "players": [player, *_names(words, table, is_all=True)]}


READERS: Mapping[str, Callable[[Words, Table, str], Raw]] = {
    "gives": _gives,
    "has": _has,
    "is": _is,
    "out": _out,
    "reveals": _reveals,
    "drew": _drew,
    "at": _at,
    "attacks": _attacks,
    "wins": _wins,
}


def speak(event: Event) -> str:
    """The event in a player's words; where words do not say all of it, its JSON form."""
    from solver.games.shadow_raiders.speaking import say

    said = say(event)
    if said is None or (event.note is not None and event.note.strip() != (event.note or None)):
        return json.dumps(event.to_json(), ensure_ascii=False)
    return said if event.note is None else f"{said} {REMARK} {event.note}"


def complete_note(typed: str, table: Table) -> Sequence[str]:
    """What the last word typed may become: somebody, then what they do, then what belongs to that."""
    *before, last = typed.split(" ")
    begun = plain(last)
    found = _expected([plain(word) for word in before if word], table)
    return [name for name in found if any(part.startswith(begun) for part in plain(name).split())]


def _expected(before: Sequence[str], table: Table) -> list[str]:
    living = [player for player, person in table.people.items() if not person.is_out]
    if not before:
        return [*living, "holding", "silent", "reshuffle", "victory"]
    if len(before) == 1:
        return list(reasoning_cards()) if before[0] == "holding" else [*READERS]
    verb = next((meaning for word, meaning in g.VERBS.meanings.items() if word == before[1]), "")
    names = [one.name for one in table.rules.cast]
    match verb:
        case "gives":
            later = [*table.rules.deck.copies, *g.OUTCOME.meanings, "same"] if len(before) > 2 else living
            return names if before[-1] in ("shown", "shows") else later
        case "has":
            return ["damage", "equipment"] if len(before) > 2 else []
        case "is":
            return [*names, "out", "at"] if len(before) == 2 else [*names, *g.places().meanings, "by", *living]
        case "out" | "reveals":
            return [*names, "by", *living, *g.CAUSE.meanings]
        case "drew":
            return [*g.drawn_cards(), *g.TURNED_UP.meanings]
        case "at":
            return list(g.places().meanings)
        case _:
            return living
