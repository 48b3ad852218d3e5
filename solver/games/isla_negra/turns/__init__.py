"""What each event does to the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from solver.games.isla_negra import events as e
from solver.games.isla_negra.turns import decks, fights, hands, techniques

if TYPE_CHECKING:
    from solver.core.schema import Event
    from solver.games.isla_negra.table import Table

KEEPS_OPEN = (e.Play, e.Hand, e.LevelEvent)
"""Events after which a card that was open to answers still is, unless they say otherwise."""
ACTS = (e.Play, e.Discard, e.NewHand, e.UpgradeEvent, e.DrawEvent)
"""What nobody does who is out of the round."""


def advance(table: Table, event: Event, index: int) -> Table:
    """The table after event number `index`. Raises IllegalEvent where the rules forbid it.

    Once the fight is won nothing is forbidden, and nothing changes any more.
    """
    before = replace(table, event=index, warnings=(), focus=None)
    if table.is_over:
        return before.warn("the game is over; this is noted, but changes nothing")
    if not isinstance(event, KEEPS_OPEN):
        before = replace(before, open=None)
    player = getattr(event, "player", None)
    if isinstance(event, ACTS) and player is not None and table.people[player].is_out:
        before = before.warn(f"{player} is out of this round")
    return HANDLERS[type(event)](before, event)


HANDLERS: Mapping[type[Event], Callable[[Table, Any], Table]] = {
    e.Shuffle: decks.shuffle,
    e.DrawEvent: decks.draw,
    e.Play: techniques.play,
    e.UpgradeEvent: techniques.upgrade,
    e.Discard: hands.discard,
    e.NewHand: hands.new_hand,
    e.Hand: hands.hand,
    e.LevelEvent: fights.level,
    e.Life: fights.life,
    e.Round: fights.won,
    e.Initiative: fights.initiative,
    e.Skip: fights.passes,
    e.Passes: fights.passes,
}
