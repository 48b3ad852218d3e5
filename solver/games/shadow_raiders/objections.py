"""What the table forbids, whatever the roles are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.games.shadow_raiders import events as e

if TYPE_CHECKING:
    from solver.core.schema import Event
    from solver.games.shadow_raiders.table import Table


def objection(table: Table, event: Event) -> str | None:
    """The rule that this event breaks now, in a player's words; None if it breaks none."""
    return not_in_the_box(table, event) or _dead_hand(table, event) or _odd(table, event)


def not_in_the_box(table: Table, event: Event) -> str | None:
    """Likewise, where it names a card or a character that this game does not have."""
    return _unknown_card(table, event) or _unknown_role(table, event)


def _unknown_card(table: Table, event: Event) -> str | None:
    card = getattr(event, "card", None)
    if isinstance(event, e.Reasoning | e.Holding) and card is not None and card not in table.rules.deck.copies:
        return f"there is no {card} in this deck of {table.rules.deck.size} reasoning cards"
    return None


def _unknown_role(table: Table, event: Event) -> str | None:
    role = getattr(event, "role", None)
    if role is not None and role not in table.rules.by_name:
        return f"{role} is not among the characters of this set-up"
    return None


def _dead_hand(table: Table, event: Event) -> str | None:
    """Who is out does nothing, and nothing is done to them."""
    match event:
        case e.Reasoning():
            names = [event.giver, event.to]
        case e.Attack():
            names = [event.by, *event.to]
        case e.Drew() | e.Out():
            names = [event.player]
        case _:
            names = []
    gone = next((name for name in names if table.people[name].is_out), None)
    return None if gone is None else f"{gone} is out already"


def _odd(table: Table, event: Event) -> str | None:
    if isinstance(event, e.Reasoning):
        if event.giver == event.to:
            return "a reasoning card goes to another player"
        if event.same_card and table.last is None:
            return "no reasoning card was handed before, so this cannot be the same one"
        if event.same_card and table.last is not None and None not in (event.card, table.last.card):
            return None if event.card == table.last.card else f"the card before was {table.last.card}"
    if isinstance(event, e.Attack) and event.by in event.to:
        return "nobody can attack themselves"
    if isinstance(event, e.Holding) and table.me.is_out:
        return f"{table.rules.me} is out already"
    return None
