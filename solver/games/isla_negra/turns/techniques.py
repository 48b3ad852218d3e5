"""Cards that are played: techniques and upgrades."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from solver.games.isla_negra import events as e
from solver.games.isla_negra.decks import CardType, Level
from solver.games.isla_negra.table import Played, forbid
from solver.games.isla_negra.turns.hands import check_hand
from solver.games.isla_negra.turns.naming import is_upgrade, named
from solver.games.isla_negra.whereabouts.moves import Clear, Leave, Zone
from solver.games.isla_negra.wording import listed, who

if TYPE_CHECKING:
    from solver.games.isla_negra.decks import Listed
    from solver.games.isla_negra.table import Table

PAIR = 2
"""Upgrades that raise the level."""


def play(table: Table, event: e.Play) -> Table:
    """A technique goes from the hand to the top of the pile; a Master's technique spends an upgrade first."""
    player, card = event.player, event.card
    if is_upgrade(table, player, card):
        warned = table.warn(f"{card} is an upgrade: noted as laid down ({player} upgrades {card})")
        return upgrade(warned, e.UpgradeEvent(player=player, card=card))
    check_hand(table, player, 1)
    table = named(table, player, card, is_upgrade=False)
    _check_aim(table, event)
    line = table.fighter(player).deck.listed.get(card)
    table = _spend(_odd(table, event, line), player, line)
    person = table.people[player]
    table = table.move(player, Leave(Zone.PILE)).change(player, hand=person.hand - 1, pile=(*person.pile, card))
    table = table.see(player, f"{who(table, player)} played {card}", card, is_upgrade=False)
    return _lay(table, event, line)


def _check_aim(table: Table, event: e.Play) -> None:
    if event.at == event.player:
        raise forbid("nobody attacks themselves", "Combat")
    if event.answers is None:
        return
    answered = next((one for one in table.plays if one.event == event.answers), None)
    if answered is None:
        latest = f"; the latest card played is event {table.plays[-1].event}" if table.plays else ""
        raise forbid(f"event {event.answers} is no card played in this round, so nothing can answer it{latest}", "")
    if answered.player == event.player:
        raise forbid(f"event {event.answers} was played by {event.player}, who cannot answer it", "Combat")


def _odd(table: Table, event: e.Play, line: Listed | None) -> Table:
    """Warnings: what the rules do not allow, though no note is refused for it."""
    person, rules = table.people[event.player], table.rules
    if line is not None and line.level > person.level:
        table = table.warn(f"{event.card} is {line.level.word}, above {event.player}'s level ({person.level.word})")
    if event.at is not None and event.at in rules.side(event.player):
        table = table.warn(f"{event.at} fights on {event.player}'s side")
    is_attack = line is not None and line.type is CardType.ATTACK
    if is_attack and event.at is None and event.answers is None and len(rules.rivals(event.player)) > 1:
        table = table.warn(f"who is attacked? ({event.player} plays {event.card} at NAME)")
    return _odd_answer(table, event, line)


def _odd_answer(table: Table, event: e.Play, line: Listed | None) -> Table:
    if event.answers is None:
        if line is not None and line.type is CardType.RESPONSE and table.open is not None:
            table = table.warn(f"{event.card} is a response: {event.player} answers with {event.card}")
        return table
    answered = next(one for one in table.plays if one.event == event.answers)
    may = table.answerers(answered)
    if event.player not in may:
        table = table.warn(f"only {listed(may, 'or')} may answer event {event.answers}")
    if line is not None and line.type is not CardType.RESPONSE:
        table = table.warn(f"{event.card} is no response but {line.type.value}")
    against = table.fighter(answered.player).deck.listed.get(answered.card)
    if line is not None and against is not None and line.level < against.level:
        table = table.warn(f"{event.card} is {line.level.word}, below {answered.card} ({against.level.word})")
    return table


def _spend(table: Table, player: str, line: Listed | None) -> Table:
    """A Master who plays a Master technique first lays an upgrade on the pile (rulebook, Upgrading)."""
    person = table.people[player]
    if line is None or line.level is not Level.MASTER or person.level is not Level.MASTER:
        return table
    if not person.table:
        return table.warn(f"{player} has no upgrade on the table to spend for {line.card}")
    return _clear(table, player, 1)


def _clear(table: Table, player: str, number: int) -> Table:
    """The oldest upgrades beside the fighter go on the pile."""
    person = table.people[player]
    gone, kept = person.table[:number], person.table[number:]
    return table.move(player, Clear(number)).change(player, table=kept, pile=(*person.pile, *gone))


def _lay(table: Table, event: e.Play, line: Listed | None) -> Table:
    """What lies on the table now, and whether it can be answered: tactics cannot."""
    at = event.at
    rivals = table.rules.rivals(event.player)
    if at is None and event.answers is None and len(rivals) == 1:
        at = rivals[0]
    played = Played(table.event, event.player, event.card, at, event.answers)
    is_open = line is None or line.type in (CardType.ATTACK, CardType.RESPONSE)
    table = replace(table, plays=(*table.plays, played), open=played if is_open else None)
    return replace(table.act(event.player), focus=f"hand.{event.player}")


def upgrade(table: Table, event: e.UpgradeEvent) -> Table:
    """An upgrade is laid beside the fighter; the second one raises the level."""
    player, card = event.player, event.card
    check_hand(table, player, 1)
    table = named(table, player, card, is_upgrade=True)
    person = table.people[player]
    beside = (*person.table, card)
    table = table.move(player, Leave(Zone.TABLE)).change(player, hand=person.hand - 1, table=beside)
    table = table.see(player, f"{who(table, player)} laid down {card}", card, is_upgrade=True)
    if len(beside) >= PAIR and person.level is not Level.MASTER:
        table = _rise(table, player)
    return replace(table.act(player), open=None, focus=f"hand.{player}")


def _rise(table: Table, player: str) -> Table:
    """One level up; both upgrades go to the pile, but those of a new Master stay."""
    level = Level(table.people[player].level + 1)
    if level is not Level.MASTER:
        table = _clear(table, player, PAIR)
    return table.change(player, level=level)


def to_rise(level: Level, beside: int) -> int:
    """How many more upgrades raise this level; 0 for a Master."""
    return 0 if level is Level.MASTER else max(0, PAIR - beside)
