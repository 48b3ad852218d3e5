"""Hands that are discarded, drawn anew, or counted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from solver.games.isla_negra.rules import OPENING
from solver.games.isla_negra.table import forbid
from solver.games.isla_negra.turns.decks import recycle, show_last, take
from solver.games.isla_negra.turns.fights import hand_on
from solver.games.isla_negra.turns.naming import named
from solver.games.isla_negra.whereabouts.moves import Leave, Look, Scatter, Zone
from solver.games.isla_negra.wording import cards_of, having, listed, who

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.games.isla_negra import events as e
    from solver.games.isla_negra.table import Table


def discard(table: Table, event: e.Discard) -> Table:
    """Cards go from the hand to the pile, the named ones in order, the top one last."""
    player = event.player
    number = event.cards if isinstance(event.cards, int) else len(event.cards)
    check_hand(table, player, number)
    if isinstance(event.cards, int):
        table = _drop(table, player, number, event.top)
    else:
        for card in in_order(event.cards, event.top):
            table = _leave(table, player, card)
    return replace(table, focus=f"hand.{player}")


def in_order(cards: Sequence[str], top: str | None) -> list[str]:
    """The cards as they go to the pile: `top` comes last, the others keep their order."""
    ordered = list(cards)
    if top is not None:
        ordered.remove(top)
        ordered.append(top)
    return ordered


def _leave(table: Table, player: str, card: str) -> Table:
    table = named(table, player, card)
    person = table.people[player]
    table = table.move(player, Leave(Zone.PILE)).change(player, hand=person.hand - 1, pile=(*person.pile, card))
    return table.see(player, f"{who(table, player)} discarded {card}", card)


def _drop(table: Table, player: str, number: int, top: str | None) -> Table:
    """So many cards go to the pile, of which at most the top one is seen."""
    person = table.people[player]
    if top is None:
        table = table.move(player, Leave(Zone.PILE))
        table = table.warn("everybody sees the card on top of the pile: note it, too (top CARD)")
    else:
        table = named(table, player, top).move(player, Leave(Zone.PILE))
        words = f"{who(table, player)} discarded {cards_of(number)}, {top} on top"
        table = table.see(player, words, top)
    if number > 1:
        table = table.move(player, Scatter(number - 1))
    pile = (*person.pile, *([None] * (number - 1)), top)
    return table.change(player, hand=person.hand - number, pile=pile)


def check_hand(table: Table, player: str, number: int) -> None:
    """Raises IllegalEvent where the hand has fewer cards."""
    held = table.people[player].hand
    if number > held:
        missing = "a draw was not noted" if held else f"the first cards were not noted ({player} draws {OPENING})"
        raise forbid(f"{having(table, player)} {cards_of(held)} by the notes, not {number}: most likely {missing}", "")


def new_hand(table: Table, event: e.NewHand) -> Table:
    """The whole hand goes to the pile, and five cards are drawn, with a reshuffle between where the deck runs out."""
    player, held = event.player, table.people[event.player].hand
    if held:
        table = _drop(table, player, held, event.top)
    elif event.top is not None:
        raise forbid(f"{having(table, player)} no card by the notes, so none can lie on top of the pile", "")
    deck = table.people[player].deck
    if event.reshuffled is None:
        if deck < OPENING:
            raise forbid(_how_to_note(player, deck), "Turn sequence")
        table = take(table, player, OPENING)
    else:
        table = _draw_through(table, player, event.reshuffled, deck)
    return replace(hand_on(table, player), focus=f"hand.{player}")


def _how_to_note(player: str, deck: int) -> str:
    return (
        f"{player}'s deck has {cards_of(deck)}, so it was reshuffled for the {OPENING}: "
        f"note that, too ({player} new hand top CARD reshuffled after {deck} last CARD)"
    )


def _draw_through(table: Table, player: str, told: e.Reshuffled, deck: int) -> Table:
    """Draws what the deck has, reshuffles the pile, draws the rest."""
    if told.after != deck:
        least = f"{player}'s deck had {cards_of(deck)}"
        what = "no reshuffle was needed" if deck >= OPENING else f"the reshuffle came after {deck}, not {told.after}"
        raise forbid(f"{least}, so {what}", "Turn sequence")
    if deck:
        table = take(table, player, deck)
    table = show_last(recycle(table, player), player, told.last)
    return take(table, player, OPENING - deck)


def hand(table: Table, event: e.Hand) -> Table:
    """A hand is counted, or mine looked at."""
    player, held = event.player, table.people[event.player].hand
    if event.cards != held:
        raise forbid(_miscounted(table, player, event.cards, held), "")
    if event.names:
        for name in event.names:
            table = named(table, player, name)
        words = f"{having(table, player)} {listed(event.names)}"
        table = table.move(player, Look()).see(player, words, *event.names, is_whole=True)
    return replace(table, focus=f"hand.{player}")


def _miscounted(table: Table, player: str, told: int, held: int) -> str:
    """Which note is likely to be missing."""
    differ = abs(told - held)
    if told > held:
        slip = f"a draw was not noted ({player} draws {differ})"
    else:
        slip = f"cards that left the hand were not noted ({player} plays CARD, or {player} discards {differ} top CARD)"
    return f"{having(table, player)} {cards_of(held)} by the notes, not {told}: most likely {slip}"
