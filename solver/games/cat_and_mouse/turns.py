"""The rules of the table: what each event changes, what it proves, and when it is forbidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from solver.games.cat_and_mouse.cards import FINDS_TO_WIN, MISSES_TO_LOSE, Card, location, without
from solver.games.cat_and_mouse.facts import Played, Searched, Step, is_legal
from solver.games.cat_and_mouse.models import Flight, Move, OwnTurn, PublicTurn, Search
from solver.games.cat_and_mouse.piles import discard, draw, turn_up
from solver.games.cat_and_mouse.plays import Play, PlayKind
from solver.games.cat_and_mouse.secrets import note_flight, note_own_turn, widen
from solver.games.cat_and_mouse.table import Ending, Side, Table, forbid

if TYPE_CHECKING:
    from solver.core.schema import Event


def advance(table: Table, event: Event, index: int) -> Table:
    """The table after event number `index`. Raises IllegalEvent where the rules forbid it."""
    before = replace(table, event=index, warnings=())
    if table.is_over:
        before = before.warn("the game is over; this is noted all the same")
    match event:
        case PublicTurn():
            return take_turn(before, event)
        case Move():
            return move_pawn(before, event)
        case Search():
            return search(before, event)
        case Flight():
            return flee(before, event)
    raise TypeError(event)


def take_turn(table: Table, event: PublicTurn) -> Table:
    """The Lady's turn: an unseen move, then a play (Strange Shadows, p. 14)."""
    drawn = _check_hand(table, event.plays, event.hand)
    table = _begin(table, Side.LADY)
    waited = 0 if event.plays.kind is PlayKind.TOP else table.waited + 1
    moved = replace(_step(table, is_turn=True), turn=table.turn + 1, waited=waited)
    told = _played(moved, event.plays)
    if told.secret is not None:
        own = (event.at, event.next) if isinstance(event, OwnTurn) else (None, None)
        told = note_own_turn(told, moved.hand, event.plays, *own)
    return _settle(_refill(told, event, drawn), event.plays)


def _begin(table: Table, side: Side) -> Table:
    """The table as `side` acts; out of turn is odd, never forbidden."""
    if table.to_act is not side and not table.is_over:
        who = {Side.LADY: "the Lady", Side.HISTORIAN: "the Historian"}
        table = table.warn(f"it was the turn of {who[table.to_act]}: was a note left out?")
    other = Side.HISTORIAN if side is Side.LADY else Side.LADY
    return replace(table, to_act=other, after_search=False)


def _step(table: Table, is_turn: bool) -> Table:
    """The table once she may have gone one step."""
    near = {after for place in table.reach for after in (place, *table.board.neighbours[place])}
    step = Step(is_turn, table.pawns, table.hand, frozenset(near))
    return widen(replace(table, steps=(*table.steps, step), reach=step.reach))


def _played(table: Table, play: Play) -> Table:
    legal = {place for place in table.reach if is_legal(table.board, place, play, table.hand)}
    return replace(table, reach=frozenset(legal)).see(Played(len(table.steps), play, table.hand))


def _check_hand(table: Table, play: Play, hand: Sequence[Card]) -> Sequence[Card]:
    """The cards that came into the hand. Forbids a play that it did not allow, and a hand that does not follow."""
    match play.kind:
        case PlayKind.TOP:
            if play.place in table.tops:
                raise forbid(f"{play.place} was played from the location deck already, and is on it once", 13)
            return _drawn(table.hand, hand, 0, "a play from the location deck leaves the hand as it is")
        case PlayKind.CARD:
            assert play.card is not None
            if play.card not in table.hand:
                raise forbid(f"{play} is not in her hand", 14)
            return _drawn(without(table.hand, play.card), hand, 1, "after a play she draws one card, or none")
        case PlayKind.NEW_HAND:
            return _check_new_hand(table.hand, hand)
    if any(not card.is_location for card in table.hand):
        raise forbid("she holds a card that she can discard for a new one, so she is not trapped", 14)
    return _drawn(table.hand, hand, 0, "who plays nothing keeps the hand as it is")


def _check_new_hand(before: Sequence[Card], after: Sequence[Card]) -> Sequence[Card]:
    kept = [card for card in before if card.is_location]
    if len(kept) == len(before):
        raise forbid("she holds no card that a new hand could replace", 14)
    return _drawn(kept, after, len(before) - len(kept), "a new hand keeps the location cards and replaces the others")


def _drawn(kept: Sequence[Card], after: Sequence[Card], most: int, rule: str) -> Sequence[Card]:
    """What `after` holds beside `kept`: at most so many cards."""
    gone = Counter(kept) - Counter(after)
    new = list((Counter(after) - Counter(kept)).elements())
    if gone or len(new) > most:
        raise forbid(f"that hand does not follow from the one before: {rule}", 14)
    return new


def _refill(table: Table, event: PublicTurn, drawn: Sequence[Card]) -> Table:
    """The piles and the hand after her play."""
    play, piles, wanted = event.plays, table.piles, 0
    if play.kind is PlayKind.NEW_HAND:
        gone = [card for card in table.hand if not card.is_location]
        piles, wanted = discard(piles, gone), len(gone)
    elif play.kind is PlayKind.CARD and play.card is not None:
        piles, wanted = discard(piles, [play.card]), 1
    elif play.kind is PlayKind.TOP and play.place is not None:
        piles = discard(piles, [location(play.place)])
        table = replace(table, tops=(*table.tops, play.place))
    if len(drawn) < wanted and piles.count:
        table = table.warn(f"she drew {len(drawn)} of {wanted}, but the draw pile should hold {piles.count}")
    piles, odd = draw(piles, drawn)
    piles, odd_top = turn_up(piles, event.pile)
    for warning in filter(None, (odd, odd_top)):
        table = table.warn(warning)
    return replace(table, hand=tuple(event.hand), piles=piles)


def _settle(table: Table, play: Play) -> Table:
    if play.kind is PlayKind.NOTHING:
        return table.end(Ending.TRAPPED)
    return table if table.locations_left else table.end(Ending.ALL_VISITED)


def move_pawn(table: Table, event: Move) -> Table:
    """The Historian moves one pawn along a road (Strange Shadows, p. 15)."""
    pawn, to = event.moves
    here = table.pawns[pawn]
    if to not in table.board.neighbours[here]:
        near = ", ".join(table.board.neighbours[here])
        raise forbid(f"pawn {pawn} stands at {here}: no road leads to {to}, only to {near}", 15)
    pawns = (to, table.pawns[1]) if pawn == 0 else (table.pawns[0], to)
    return replace(_begin(table, Side.HISTORIAN), pawns=pawns)


def search(table: Table, event: Search) -> Table:
    """The Historian searches where a pawn stands; then she may flee a step for each find (Strange Shadows, p. 15)."""
    place = table.pawns[event.searches]
    table = _begin(table, Side.HISTORIAN).see(Searched(len(table.steps), place, event.found))
    left = table.reach & {place} if event.found else table.reach - {place}
    found = int(event.found)
    table = replace(table, reach=left, finds=table.finds + found, misses=table.misses + 1 - found, after_search=True)
    table = _search_told(table, place, event.found)
    for _ in range(table.finds):
        table = _step(table, is_turn=False)
    if table.finds >= FINDS_TO_WIN:
        return table.end(Ending.FOUND)
    return table.end(Ending.TOKENS_LOST) if table.misses >= MISSES_TO_LOSE else table


def _search_told(table: Table, place: str, found: bool) -> Table:
    """In the Lady's view a search must fit where she knows that she is."""
    if table.secret is None:
        return table
    at = table.secret.at & {place} if found else table.secret.at - {place}
    if not at:
        where = "elsewhere" if found else f"at {place}"
        raise forbid(f"by your own notes you stood {where}, so that search had the other result", 15)
    return replace(table, secret=replace(table.secret, at=at))


def flee(table: Table, event: Flight) -> Table:
    """Where she fled to, noted by the Lady alone."""
    if not table.after_search:
        raise forbid("a flight follows a search at once", 15)
    return replace(note_flight(table, event.at), after_search=False)
