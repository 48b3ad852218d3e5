"""Notes about cards that are shuffled, drawn, played, discarded, laid down or counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from solver.core.words import Vocabulary
from solver.games.isla_negra import grammar as g
from solver.games.isla_negra.naming_cards import card, card_list, is_known
from solver.games.isla_negra.naming_people import somebody
from solver.games.isla_negra.reading_turns import life_changed
from solver.games.isla_negra.wording import cards_of

if TYPE_CHECKING:
    from solver.games.isla_negra.table import Table

Raw = dict[str, Any]


def shuffle(note: g.Note, table: Table, player: str) -> Raw:
    note.skip(g.DECK)
    note.skip(g.LAST)
    last = {"last": card(note, table, player)} if note else {}
    return {"type": "shuffle", "player": player, **last}


def draw(note: g.Note, table: Table, player: str) -> Raw:
    event: Raw = {"type": "draw", "player": player, "cards": 1}
    if note.left in g.ONE_CARD:
        note.drop(len(note.left))
        return event
    number = _number_of_cards(note)
    note.skip()
    if note:
        names = _mine(note, table, player, f"{player} draws 2")
        _check_number(note, number, len(names))
        return {**event, "cards": len(names), "names": names}
    return {**event, "cards": number}


def _number_of_cards(note: g.Note) -> int | None:
    """A number of cards that comes next, if one does; in words only where nothing else is meant."""
    start = note.mark()
    if not note or not (note.left[0].isdecimal() or note.left[0] in g.NUMBERS):
        return None
    is_in_words = not note.left[0].isdecimal()
    number = note.take_count("how many cards")
    has_word = note.try_take(g.CARDS) is not None
    if is_in_words and note and not has_word and note.left[0] not in (g.SEPARATOR, *g.TOP.meanings):
        note.go_back(start)
        return None
    return number


def _check_number(note: g.Note, told: int | None, named: int) -> None:
    if told not in (None, named):
        said = f"{cards_of(told)}, but {named} {'is' if named == 1 else 'are'} named"
        raise note.trouble(f"that is {said}: name each card, also those alike")


def _mine(note: g.Note, table: Table, player: str, example: str) -> list[str]:
    """The names of cards of mine; those of others are not seen in a hand."""
    if player != table.rules.me:
        raise note.trouble(f"no names: only my own cards ({table.rules.me}) are seen in a hand", example=example)
    return card_list(note, table, player)


def play(note: g.Note, table: Table, player: str) -> Raw:
    event: Raw = {"type": "play", "player": player, "card": card(note, table, player, g.AT.meanings)}
    return {**event, **_at(note, table)}


def _at(note: g.Note, table: Table) -> Raw:
    """Whom a technique is aimed at, if that is told."""
    note.skip()
    if note.try_take(g.AT) is None:
        return {}
    return {"at": somebody(note, g.players(table.rules))}


def attack(note: g.Note, table: Table, player: str) -> Raw:
    target = somebody(note, g.players(table.rules))
    note.skip(g.WITH)
    return {"type": "play", "player": player, "card": card(note, table, player), "at": target}


def answer(note: g.Note, table: Table, player: str) -> Raw:
    note.drop_if(["event"])
    if note and note.left[0].isdecimal():
        number = note.take_number("the event that is answered")
    else:
        number = _answered(note, table, player)
    note.skip(g.WITH)
    name = card(note, table, player, g.AT.meanings)
    return {"type": "play", "player": player, "card": name, **_at(note, table), "answers": number}


def _answered(note: g.Note, table: Table, player: str) -> int:
    """The event that is answered: of the card or the player told before `with`, else the latest one."""
    latest = table.open or (table.plays[-1] if table.plays else None)
    if latest is None:
        raise note.trouble("nothing was played that could be answered", example=f"{player} plays CARD")
    at = next((at for at, word in enumerate(note.left) if word in g.WITH.meanings), 0)
    if at == 0 or is_known(note, table, player):
        return latest.event
    plays = list(reversed(table.plays))
    told = Vocabulary("a card on the table", {name: name for one in plays for name in (one.card, one.player)})
    meant = note.take(told)
    return next(one.event for one in plays if meant in (one.card, one.player))


def discard(note: g.Note, table: Table, player: str) -> Raw:
    event: Raw = {"type": "discard", "player": player}
    number = _whole_hand(note, table, player) or _number_of_cards(note)
    note.skip()
    if number is not None and (not note or note.try_take(g.TOP) is not None):
        top = {"top": card(note, table, player, g.ON_TOP)} if note else {}
        note.drop_if(g.ON_TOP)
        return {**event, "cards": number, **top}
    names = card_list(note, table, player, (*g.TOP.meanings, *g.ON_TOP))
    if note.drop_if(g.ON_TOP):
        return {**event, "cards": names if number in (None, len(names)) else number, "top": names[-1]}
    _check_number(note, number, len(names))
    note.skip()
    top = {"top": card(note, table, player)} if note.try_take(g.TOP) is not None else {}
    return {**event, "cards": names, **top}


def _whole_hand(note: g.Note, table: Table, player: str) -> int | None:
    """How many cards a hand has that goes as a whole, if that is told."""
    start = note.mark()
    if is_known(note, table, player):
        return None
    note.drop_if(*([word] for word in g.ARTICLES))
    is_whole = note.drop_if(*sorted(g.WHOLE_HAND, key=len, reverse=True))
    if not is_whole or (note and note.left[0] not in (g.SEPARATOR, *g.TOP.meanings)):
        note.go_back(start)
        return None
    if not table.people[player].hand:
        raise note.trouble(f"{player} holds no card by the notes")
    return table.people[player].hand


def takes(note: g.Note, table: Table, player: str) -> Raw:
    """A new hand, cards, or damage."""
    start = note.mark()
    note.drop_if(*([word] for word in g.ARTICLES))
    if note.drop_if(["new", "hand"], ["new", "cards"], ["new"]):
        return new_hand(note, table, player)
    note.go_back(start)
    if note.left in g.ONE_CARD[1:]:
        return draw(note, table, player)
    said = [f"{player} draws 2", f"{player} loses 2", f"{player} new hand top CARD"]
    if not note or not (note.left[0].isdecimal() or note.left[0] in g.NUMBERS):
        raise note.trouble(f"what does {player} take?", said)
    number = note.take_count("how many")
    if note.try_take(g.HARM) is not None:
        return life_changed(table, player, -number)
    if note.try_take(g.CARDS) is None:
        raise note.trouble(f"what does {player} take? Cards, or damage?", said)
    note.go_back(start)
    return draw(note, table, player)


def new_hand(note: g.Note, table: Table, player: str) -> Raw:
    event: Raw = {"type": "new-hand", "player": player}
    note.skip()
    has_top = note.try_take(g.TOP) is not None
    if has_top or (note and note.left[0] not in g.RESHUFFLED.meanings):
        event["top"] = card(note, table, player, (*g.RESHUFFLED.meanings, *g.ON_TOP))
        note.drop_if(g.ON_TOP)
    note.skip()
    if note.try_take(g.RESHUFFLED) is None:
        return event
    note.try_take(g.AFTER)
    event["reshuffled"] = {"after": note.take_count("how many cards the deck still had")}
    note.try_take(g.CARDS)
    note.skip()
    if note.try_take(g.LAST) is not None:
        event["reshuffled"]["last"] = card(note, table, player)
    return event


def upgrade(note: g.Note, table: Table, player: str) -> Raw:
    note.skip(g.WITH)
    note.drop_if(["an", "upgrade"], ["upgrade"])
    return {"type": "upgrade", "player": player, "card": card(note, table, player)}


def hand(note: g.Note, table: Table, player: str) -> Raw:
    event: Raw = {"type": "hand", "player": player}
    note.skip()
    if note.left in (*g.NOTHING, *g.HAS_INITIATIVE):
        has_initiative = note.left in g.HAS_INITIATIVE
        note.drop(len(note.left))
        return {"type": "initiative", "player": player} if has_initiative else {**event, "cards": 0}
    note.drop_if(["is"])
    number = _number_of_cards(note)
    if number is not None and note.try_take(g.LIFE) is not None:
        return {"type": "life", "player": player, "total": number}
    note.skip()
    if number is None or note:
        names = _mine(note, table, player, f"{player} holds 5")
        _check_number(note, number, len(names))
        return {**event, "cards": len(names), "names": names}
    return {**event, "cards": number}
