"""What only the Lady knows: her place and the top of her location deck. A Historian's table holds none of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from solver.games.cat_and_mouse.facts import is_legal
from solver.games.cat_and_mouse.plays import Play, PlayKind
from solver.games.cat_and_mouse.table import Secret, Table, forbid

if TYPE_CHECKING:
    from solver.games.cat_and_mouse.cards import Card


def widen(table: Table) -> Table:
    """Her own place after one step that she did not note yet."""
    if table.secret is None:
        return table
    near = {after for place in table.secret.at for after in (place, *table.board.neighbours[place])}
    return replace(table, secret=replace(table.secret, at=frozenset(near)))


def note_own_turn(table: Table, hand: Sequence[Card], play: Play, at: str | None, top: str | None) -> Table:
    """Her place and her next location card after a turn; `hand` is the one that she played from.

    Where she did not note her place, all places that she can have reached with that play stay open.
    """
    secret = table.secret
    assert secret is not None
    if at is not None and at not in secret.at:
        raise forbid(f"by your own notes you cannot have come to {at} in one move", 14)
    places = secret.at if at is None else frozenset({at})
    legal = frozenset(place for place in places if is_legal(table.board, place, play, tuple(hand)))
    if not legal:
        raise forbid(f"at {at or 'your place'} that play is not allowed", 14)
    table = _warn_of_top(table, play, legal)
    return replace(table, secret=Secret(legal, _next(table, secret.next, play, top)))


def _warn_of_top(table: Table, play: Play, at: frozenset[str]) -> Table:
    """A new hand is for her who can play nothing, the top of her location deck included; odd, never forbidden."""
    secret = table.secret
    if play.kind in (PlayKind.NEW_HAND, PlayKind.NOTHING) and secret is not None and at == {secret.next}:
        return table.warn("you could have played the top of your location deck there")
    return table


def _next(table: Table, before: str | None, play: Play, noted: str | None) -> str | None:
    """The top of her location deck after this turn, None where it is not known."""
    was_played = play.kind is PlayKind.TOP
    if was_played and before is not None and play.place != before:
        raise forbid(f"{before} was the top of your location deck", 14)
    if noted is None:
        return None if was_played else before
    if not was_played and before is not None and noted != before:
        raise forbid(f"the top of your location deck is {before} until it is played", 14)
    if noted in (*table.tops, play.place):
        raise forbid(f"{noted} was played from your location deck already", 13)
    return noted


def note_flight(table: Table, at: str) -> Table:
    """Her place after a flight. Forbidden where it is too far."""
    secret = table.secret
    assert secret is not None
    if at not in secret.at:
        raise forbid(f"{at} is further than the {table.finds} steps of this flight", 15)
    return replace(table, secret=replace(secret, at=frozenset({at})))
