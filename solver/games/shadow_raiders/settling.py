"""What follows when the table moves on: damage was survived, who had to turn up kept silent, nobody declared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from solver.core.protocol import Noted
from solver.games.shadow_raiders.roles.facts import Falls, Lives, NotAmong
from solver.games.shadow_raiders.table import Blow, Duty, Person, Table

ENOUGH = 5
"""Pieces of equipment with which Bylon (or, held by another, Benjamin) wins."""
WEARY = 3
"""Citizens out, with which the shadows win."""


def settle(table: Table, kind: str) -> Table:
    """The table just before an event of this kind: what it closes is settled.

    Damage waits for an `out` while only `damage`, `out` and `reveal` follow; a duty to turn up while only `out` and
    `reveal` do.
    """
    moved = {table.event}  # by this event, so what is settled rests on it, too
    if kind not in ("damage", "out", "reveal") and table.blows:
        facts = pending(table) if kind == "victory" else survived(table)  # nobody tells who fell in the last attack
        table = replace(table, facts=(*table.facts, *facts), blows=())
    if kind not in ("out", "reveal") and table.duties:
        silent = tuple(
            Noted(duty.event, _kept_silent(duty), (duty.also | moved) - {duty.event}) for duty in table.duties
        )
        table = replace(table, facts=(*table.facts, *silent), duties=())
    return table


def survived(table: Table, is_last: bool = False) -> Iterator[Noted]:
    """What damage says of those who did not go out by it."""
    for blow in table.blows:
        total = table.people[blow.player].damage if blow.total is None else blow.total
        if total > 0:
            moved = {table.event} if blow.total is None else frozenset()
            yield Noted(blow.event, Lives(blow.player, total, is_last), (blow.also | moved) - {blow.event})


def pending(table: Table, is_last: bool = False) -> Iterator[Noted]:
    """What holds if nothing more is noted: noted damage is survived; an attack's damage still waits."""
    noted = tuple(blow for blow in table.blows if blow.total is not None)
    return survived(replace(table, blows=noted), is_last)


def fall(table: Table, player: str) -> Table:
    """The table as the player goes out: damage noted right before was enough, and no duty is left."""
    noted = [blow for blow in table.blows if blow.player == player and blow.total is not None]
    if noted and (latest := noted[-1]).total is not None:
        fact = Falls(player, latest.total)
        table = table.see(fact, latest.event, latest.also | {table.event})
    return excuse(replace(table, blows=tuple(blow for blow in table.blows if blow.player != player)), player)


def excuse(table: Table, player: str) -> Table:
    """The table once the player has turned up: no duty is left."""
    return replace(table, duties=tuple(duty for duty in table.duties if duty.player != player))


def blow(table: Table, player: str, total: int | None) -> Table:
    """The table with damage of this event that waits to be settled. Nobody survives damage noted after their death."""
    if table.people[player].is_out:
        return table
    also = table.people[player].hurt_by
    return replace(table, blows=(*table.blows, Blow(table.event, player, total, also)))


def mended(table: Table, player: str) -> Table:
    """The table once a total is noted: what an attack added to it is no evidence of its own."""
    kept = tuple(blow for blow in table.blows if blow.player != player or blow.total is not None)
    return replace(table, blows=kept)


def duty(table: Table, player: str, names: tuple[str, ...], words: str) -> Table:
    """The table with a duty of this event, if the player is hidden and may be one of `names`."""
    if not names or not table.people[player].is_hidden:
        return table
    return replace(table, duties=(*table.duties, Duty(table.event, player, names, words)))


def _kept_silent(duty: Duty) -> NotAmong:
    return NotAmong(duty.player, duty.names, duty.words)


def undeclared(table: Table) -> Table:
    """The table once nobody declared victory: no hidden player has won by what was noted."""
    for player, person in table.people.items():
        if person.is_hidden:
            for names, words, events in _wins(table, player, person):
                if names:
                    table = table.see(NotAmong(player, names, f"did not declare victory: {words}"), also=events)
    return table


Win = tuple[tuple[str, ...], str, frozenset[int]]
"""Characters that would have won, why, and the events that this rests on."""


def _wins(table: Table, player: str, person: Person) -> Iterator[Win]:
    if person.holds >= ENOUGH:
        yield _who(table, declares="holds-five"), f"holds {person.holds} equipment", person.armed_by
    rich = [one for name, one in table.people.items() if name != player and one.holds >= ENOUGH]
    if rich:
        yield _who(table, declares="another-holds-five"), f"another holds {rich[0].holds} equipment", rich[0].armed_by
    shadows = _outs(table, "shadow")
    if table.is_out("shadow"):
        yield _who(table, camp="raider", declares="no-shadow-left"), "all shadows are out", shadows
    if table.is_out("raider"):
        yield _who(table, camp="shadow"), "all raiders are out", _outs(table, "raider")
    elif len(table.gone("citizen")) >= WEARY:
        yield _who(table, camp="shadow"), f"{WEARY} citizens are out", _outs(table, "citizen")


def _outs(table: Table, camp: str) -> frozenset[int]:
    """The events in which players of this camp went out."""
    return frozenset().union(*(table.people[player].fell_by for player in table.gone(camp)))


def _who(table: Table, declares: str = "", camp: str = "") -> tuple[str, ...]:
    return tuple(
        one.name for one in table.rules.cast if (declares and one.declares == declares) or (camp and one.camp == camp)
    )
