"""Life, levels, rounds, and whose turn it is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from solver.games.isla_negra.decks import LEVELS
from solver.games.isla_negra.rules import ROUNDS_TO_WIN
from solver.games.isla_negra.table import fresh

if TYPE_CHECKING:
    from solver.games.isla_negra import events as e
    from solver.games.isla_negra.table import Table


def level(table: Table, event: e.LevelEvent) -> Table:
    """The level as the players see it; they are believed."""
    person, told = table.people[event.player], LEVELS[event.level]
    if told is not person.level:
        table = table.warn(f"{event.player} was {person.level.word} by the upgrades that were noted")
    return replace(table.change(event.player, level=told), focus=f"answer.{event.player}.{told.word}")


def life(table: Table, event: e.Life) -> Table:
    table = table.change(event.player, life=event.total)
    if event.total > 0:
        return table
    standing = [player for player, person in table.people.items() if not person.is_out]
    last = next((player for player in standing if set(standing) <= set(table.rules.side(player))), None)
    if last is None:
        return table.warn(f"{event.player} is out of this round")
    return table.warn(f"the round is decided: note it ({last} wins the round)")


def won(table: Table, event: e.Round) -> Table:
    """A round counts for the winner, and for the mates; then every card is gathered for the next."""
    winners = table.rules.winners(event.winner)
    for player, person in table.people.items():
        wins = person.wins + (player in winners)
        again = replace(fresh(person, table.fighter(player).deck.size), wins=wins)
        table = replace(table, people={**table.people, player: again})
    number = table.round if table.is_over else table.round + 1
    table = replace(table, plays=(), initiative=None, has_drawn=False, has_acted=False, round=number)
    return table.warn(f"{event.winner} has won {ROUNDS_TO_WIN} rounds: the game is over") if table.is_over else table


def initiative(table: Table, event: e.Initiative) -> Table:
    return replace(table, initiative=event.player, has_drawn=False, has_acted=False)


def passes(table: Table, event: e.Passes | e.Skip) -> Table:
    """The initiative goes on, to the next player who is still in the round."""
    return hand_on(table, event.player)


def hand_on(table: Table, player: str) -> Table:
    """The table once the player's turn is over."""
    following = table.rules.next_after(player)
    while table.people[following].is_out and following != player:
        following = table.rules.next_after(following)
    return replace(table, initiative=following, has_drawn=False, has_acted=False)
