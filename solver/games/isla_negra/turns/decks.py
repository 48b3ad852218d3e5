"""Shuffling and drawing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from solver.games.isla_negra.rules import MOST_IN_HAND
from solver.games.isla_negra.table import forbid
from solver.games.isla_negra.turns.naming import named
from solver.games.isla_negra.whereabouts.moves import Draw, Shuffle, Source
from solver.games.isla_negra.wording import cards_of, having, listed, who, whose

if TYPE_CHECKING:
    from solver.games.isla_negra import events as e
    from solver.games.isla_negra.table import Person, Table


def shuffle(table: Table, event: e.Shuffle) -> Table:
    """The whole deck at the start of a round, what is left of it later, or the pile once the deck is empty."""
    person = table.people[event.player]
    if not person.has_drawn:
        table = _open_round(table, event.player)
    elif person.deck:
        held = f"{whose(table, event.player)} deck still has {cards_of(person.deck)}"
        table = table.warn(f"{held}, which alone are shuffled; the pile is shuffled once the deck is empty")
        table = table.move(event.player, Shuffle(Source.DECK)).change(event.player, bottom=None)
    else:
        table = recycle(table, event.player)
    return replace(show_last(table, event.player, event.last), focus=f"draw.{event.player}")


def _open_round(table: Table, player: str) -> Table:
    """The first shuffle of a round is made already; another one takes its place."""
    person = table.people[player]
    if person.is_shuffled:
        table = table.move(player, Shuffle(Source.ALL))
    return table.change(player, is_shuffled=True, bottom=None)


def recycle(table: Table, player: str) -> Table:
    """The pile without its top becomes the deck. Raises IllegalEvent where nothing lies below the top."""
    person = table.people[player]
    if len(person.pile) < 2:
        held = f"{whose(table, player)} pile has {cards_of(len(person.pile))}"
        raise forbid(f"{held}, so nothing below its top can be shuffled", "Turn sequence")
    changed = {"deck": len(person.pile) - 1, "pile": person.pile[-1:], "bottom": None}
    return table.move(player, Shuffle(Source.PILE)).change(player, **changed)


def show_last(table: Table, player: str, last: str | None) -> Table:
    """The card at the bottom of a deck just shuffled was shown."""
    if last is None:
        return table.warn(f"the last card is shown after a shuffle: note it, too ({player} shuffles, last CARD)")
    table = named(table, player, last, is_upgrade=False)
    words = f"the last card of {whose(table, player)} deck was {last}"
    return table.see(player, words, last, is_upgrade=False).change(player, bottom=last)


def draw(table: Table, event: e.DrawEvent) -> Table:
    """Cards go from the deck to the hand."""
    player, before = event.player, table.people[event.player]
    if event.cards == 1 and before.hand > MOST_IN_HAND:
        held = f"{having(table, player)} {before.hand} cards"
        table = table.warn(f"{held}: with more than {MOST_IN_HAND} none is drawn at the start of a turn")
    table = _their_turn(table, event, before)
    table = take(table, player, event.cards)
    if event.names is not None:
        for name in event.names:
            table = named(table, player, name)
        words = f"{who(table, player)} drew {listed(event.names)}"
        table = table.see(player, words, *event.names, is_whole=True)
    return replace(table, has_drawn=table.has_drawn or table.initiative == player, focus=f"hand.{player}")


def take(table: Table, player: str, number: int) -> Table:
    """The top `number` cards go to the hand. Raises IllegalEvent where the deck has fewer."""
    person = table.people[player]
    if not (person.is_shuffled or person.has_drawn):
        table = table.warn(f"no shuffle was noted before: {player} shuffles, last CARD (--insert it before this one)")
    if number > person.deck:
        raise forbid(_runs_out(table, player, number, person), "Turn sequence")
    left = person.deck - number
    table = table.move(player, Draw(number))
    bottom = person.bottom if left else None
    return table.change(player, deck=left, hand=person.hand + number, bottom=bottom, has_drawn=True)


def _runs_out(table: Table, player: str, number: int, person: Person) -> str:
    deck = f"{whose(table, player)} deck has {cards_of(person.deck)}"
    first = f"note the draw of {person.deck} first, then the reshuffle" if person.deck else "note the reshuffle first"
    return f"{deck}, so {number} cannot be drawn: {first} ({player} shuffles, last CARD), then the rest"


def _their_turn(table: Table, event: e.DrawEvent, before: Person) -> Table:
    """A single card is drawn at the start of a turn, unless the card played just before brought it."""
    last = table.plays[-1] if table.plays else None
    is_effect = last is not None and last.player == event.player and last.event == table.event - 1
    if event.cards != 1 or not before.has_drawn or is_effect or table.initiative == event.player:
        return table
    return replace(table, initiative=event.player, has_drawn=False, has_acted=False)
