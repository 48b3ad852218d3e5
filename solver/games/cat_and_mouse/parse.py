"""From what a player types to an event, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from solver.core.errors import DataError, UnreadableEvent
from solver.core.schema import Event, validate
from solver.core.words import REMARK, Words, plain
from solver.games.cat_and_mouse.cards import Card, without
from solver.games.cat_and_mouse.grammar import (
    CARD,
    DECK,
    LOCATION,
    NOTHING,
    RESULT,
    STEALTH_CARD,
    TAIL,
    USAGES,
    VERB,
    card_words,
    json_cards,
    pawns_of,
    take_cards,
)
from solver.games.cat_and_mouse.models import Flight, Move, OwnTurn, PublicTurn, Search
from solver.games.cat_and_mouse.plays import PlayKind
from solver.games.cat_and_mouse.table import Side, Table


def read_note(text: str, table: Table) -> Event:
    """The event that `text` means at this table. Raises UnreadableEvent."""
    said, _, remark = text.partition(REMARK)
    if said.lstrip().startswith("{"):
        return _event(_read_json(text), table, text)
    words = Words(said)
    if not words:
        raise words.trouble("nothing was typed", USAGES)
    raw = dict(_read_words(words, table))
    words.finish()
    if remark.strip():
        raw["note"] = remark.strip()
    return _event(raw, table, text)


def _read_json(text: str) -> Mapping[str, Any]:
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableEvent(text, f"this is no JSON ({error})", example='{"type": "none"}') from None
    if not isinstance(raw, dict):
        raise UnreadableEvent(text, "an event is a JSON object")
    return raw


def _event(raw: Mapping[str, Any], table: Table, text: str) -> Event:
    """The event of this form, in the table's view. What only the Lady knows has no place in a Historian's session."""
    turn = PublicTurn if table.secret is None else OwnTurn
    forms: dict[str, type[Event]] = {"lady": turn, "historian": Search if "searches" in raw else Move}
    if table.secret is not None:
        forms["flight"] = Flight
    form = forms.get(str(raw.get("type")))
    if form is None:
        raise UnreadableEvent(text, f"a note here is of type {', '.join(forms)}")
    try:
        return validate(form, dict(raw))
    except DataError as error:
        said = "; ".join(f"{fault.path.lstrip('$.')}: expected {fault.accepted}" for fault in error.faults)
        raise UnreadableEvent(text, said) from None


def _read_words(words: Words, table: Table) -> Mapping[str, Any]:
    begin = words.mark()
    bare = LOCATION if table.to_act is Side.HISTORIAN else CARD
    meaning = words.take(VERB, STEALTH_CARD, bare)
    if meaning == "move" or meaning in LOCATION.meanings.values():
        if meaning != "move":
            words.go_back(begin)
        return _read_move(words, table)
    if meaning == "search":
        return _read_search(words, table)
    if meaning == "flight":
        return {"type": "flight", "at": words.take(LOCATION)}
    if isinstance(meaning, Card) or meaning != "lady":
        words.go_back(begin)
    return _read_turn(words, table)


def _read_turn(words: Words, table: Table) -> Mapping[str, Any]:
    """Her play; then what is said of her hand, the draw pile and (in her own view) her place."""
    said = words.take(CARD, DECK)
    plays: Any = {"top": words.take(LOCATION)} if said == "top" else said
    card = said if isinstance(said, Card) else None
    tail = _read_tail(words)
    hand = tail.pop("hand", None)
    drawn = tail.pop("draws", None)
    if hand is None:
        hand = _hand_after(words, table, plays, drawn)
    raw = {"type": "lady", "plays": card.to_json() if card else plays, "hand": json_cards(hand)}
    return {**raw, **tail}


def _read_tail(words: Words) -> dict[str, Any]:
    """`hand` and `draws` as cards, the rest in JSON; cards without a word before them were drawn."""
    tail: dict[str, Any] = {}
    while words:
        begin = words.mark()
        what = words.take(TAIL, CARD)
        if isinstance(what, Card):
            words.go_back(begin)
            what = "draws"
        if what in tail:
            raise words.trouble(f"{what} is said twice")
        tail[what] = _read_what(words, what)
    return tail


def _read_what(words: Words, what: str) -> Any:
    if what == "hand":
        return take_cards(words)
    if what == "draws":
        return [] if words.try_take(NOTHING) else take_cards(words)
    return words.take(CARD).to_json() if what == "pile" else words.take(LOCATION)


def _hand_after(words: Words, table: Table, plays: Any, drawn: list[Card] | None) -> Sequence[Card]:
    """Her hand after that play, where it was not said: what it was, without the card played, with those drawn."""
    if plays == "none" or isinstance(plays, dict):
        return [*table.hand, *(drawn or [])]
    if plays == "new-hand":
        kept = [card for card in table.hand if card.is_location]
        if not drawn:
            raise words.trouble("the new hand is missing", example="new-hand church fog tavern rural church")
        return [*kept, *drawn]
    if drawn is None and table.piles.top is not None:
        drawn = [table.piles.top]
    if drawn is None:
        example = f"{card_words(plays)} draws tavern"
        raise words.trouble(f"which card did she draw after {plays}? (or: draws nothing)", example=example)
    left = without(table.hand, plays) if plays in table.hand else table.hand
    return [*left, *drawn]


def _read_move(words: Words, table: Table) -> Mapping[str, Any]:
    pawn = words.try_take(pawns_of(table)) if words.left[:1] in (["0"], ["1"]) else None
    to = words.take(LOCATION)
    if pawn is None and words:
        pawn = {place: number for number, place in enumerate(table.pawns)}.get(to)
        if pawn is None:
            raise words.trouble(f"no pawn stands at {to}")
        to = words.take(LOCATION)
    return {"type": "historian", "moves": [_mover(words, table, to) if pawn is None else pawn, to]}


def _mover(words: Words, table: Table, to: str) -> int:
    """The pawn that can go there. Where none can, the first: the table then says why not."""
    able = [pawn for pawn, place in enumerate(table.pawns) if to in table.board.neighbours[place]]
    if len(able) == 2 and table.pawns[0] != table.pawns[1]:
        choices = [f"move {pawn} {to}" for pawn in able]
        raise words.trouble(f"both pawns can go to {to};", choices)
    return able[0] if able else 0


def _read_search(words: Words, table: Table) -> Mapping[str, Any]:
    begin = words.mark()
    pawn = words.take(pawns_of(table), RESULT) if words else None
    if isinstance(pawn, bool) or pawn is None:
        words.go_back(begin)
        if table.pawns[0] != table.pawns[1]:
            choices = [f"search {number} (at {place})" for number, place in enumerate(table.pawns)]
            raise words.trouble("which pawn searched?", choices)
        pawn = 0
    return {"type": "historian", "searches": pawn, "found": words.take(RESULT)}


def speak(event: Event) -> str:
    """The event in a player's words; where words do not say all of it, its JSON form."""
    if event.note is not None and event.note.strip() != (event.note or None):
        return json.dumps(event.to_json(), ensure_ascii=False)
    said = _words(event)
    return said if event.note is None else f"{said} {REMARK} {event.note}"


def _words(event: Event) -> str:
    match event:
        case Move():
            return f"move {event.moves[0]} {event.moves[1]}"
        case Search():
            return f"search {event.searches} {'hit' if event.found else 'miss'}"
        case Flight():
            return f"flight {event.at}"
        case PublicTurn():
            return _turn_words(event)
    raise TypeError(event)


def _turn_words(event: PublicTurn) -> str:
    play = event.plays
    shown = card_words(play.card) if play.card else play.kind.value
    parts = [f"lady {shown}{f' {play.place}' if play.kind is PlayKind.TOP else ''}"]
    parts.append(" ".join(["hand", *map(card_words, event.hand)]))
    if event.pile is not None:
        parts.append(f"pile {card_words(event.pile)}")
    for key in ("at", "next"):
        place = getattr(event, key, None)
        if place is not None:
            parts.append(f"{key} {place}")
    return ", ".join(parts)


def complete_note(typed: str, table: Table) -> Sequence[str]:
    """What the last word typed may become: whose turn it is says what is likeliest."""
    *before, last = typed.split(" ")
    names = _following(plain(before[0]), table) if before else _beginnings(table)
    begun = plain(last)
    return [name for name in names if any(part.startswith(begun) for part in plain(name).split())]


def _beginnings(table: Table) -> list[str]:
    hers = [*dict.fromkeys(map(card_words, table.hand)), "top", "new-hand", "none"]
    near = [to for place in table.pawns for to in table.board.neighbours[place]]
    his = [*dict.fromkeys(near), "search", "move"]
    flight = ["flight"] if table.secret is not None and table.after_search else []
    return [*flight, *([*hers, *his] if table.to_act is Side.LADY else [*his, *hers])]


def _following(verb: str, table: Table) -> list[str]:
    if verb in ("top", "flight", "flees", "card"):
        return list(table.board.names)
    if verb == "move":
        return [*dict.fromkeys(to for place in table.pawns for to in table.board.neighbours[place])]
    if verb == "search":
        return ["0", "1", *dict.fromkeys(table.pawns), "hit", "miss"]
    return [*STEALTH_CARD.meanings, "draws", "hand", "pile", *(["at", "next"] if table.secret is not None else [])]
