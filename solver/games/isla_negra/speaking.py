"""Events in a player's words, as `parse` reads them back at any table: cards stand in quotes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from solver.core.words import REMARK, plain
from solver.games.isla_negra import events as e
from solver.games.isla_negra import grammar as g

if TYPE_CHECKING:
    from solver.core.schema import Event


class _Unspeakable(Exception):
    """A name that words cannot hold."""


def speak(event: Event) -> str:
    """The event in a player's words; where words do not say all of it, its JSON form."""
    try:
        if event.note is not None and event.note.strip() != (event.note or None):
            raise _Unspeakable
        said = SPEAKERS[type(event)](event)
    except _Unspeakable:
        return json.dumps(event.to_json(), ensure_ascii=False)
    return said if event.note is None else f"{said} {REMARK} {event.note}"


def _quoted(name: str) -> str:
    """A name that means exactly itself."""
    if '"' in name or REMARK in name or g.MARK in name or not name.isprintable():
        raise _Unspeakable
    return f'"{name}"'


def _who(player: str) -> str:
    """A player's name, in quotes unless it is one plain word that means nothing else."""
    is_plain = re.fullmatch(r"[^\W\d_]\w*", player) is not None and plain(player) not in g.reserved()
    return player if is_plain else _quoted(player)


def _list(cards: Iterable[str]) -> str:
    return ", ".join(map(_quoted, cards))


def _last(card: str | None) -> str:
    return "" if card is None else f", last {_quoted(card)}"


def _top(card: str | None) -> str:
    return "" if card is None else f" top {_quoted(card)}"


def _shuffle(event: e.Shuffle) -> str:
    return f"{_who(event.player)} shuffles{_last(event.last)}"


def _draw(event: e.DrawEvent) -> str:
    return f"{_who(event.player)} draws {event.cards if event.names is None else _list(event.names)}"


def _play(event: e.Play) -> str:
    at = "" if event.at is None else f" at {_who(event.at)}"
    does = "plays" if event.answers is None else f"answers {event.answers} with"
    return f"{_who(event.player)} {does} {_quoted(event.card)}{at}"


def _discard(event: e.Discard) -> str:
    cards = event.cards if isinstance(event.cards, int) else _list(event.cards)
    return f"{_who(event.player)} discards {cards}{_top(event.top)}"


def _new_hand(event: e.NewHand) -> str:
    told = event.reshuffled
    reshuffled = "" if told is None else f" reshuffled after {told.after}{_last(told.last).replace(',', '', 1)}"
    return f"{_who(event.player)} new hand{_top(event.top)}{reshuffled}"


def _hand(event: e.Hand) -> str:
    if event.names is not None and not event.names:
        raise _Unspeakable
    return f"{_who(event.player)} holds {event.cards if event.names is None else _list(event.names)}"


SPEAKERS: Mapping[type[Event], Callable[[Any], str]] = {
    e.Shuffle: _shuffle,
    e.DrawEvent: _draw,
    e.Play: _play,
    e.Discard: _discard,
    e.NewHand: _new_hand,
    e.UpgradeEvent: lambda event: f"{_who(event.player)} upgrades {_quoted(event.card)}",
    e.Hand: _hand,
    e.LevelEvent: lambda event: f"{_who(event.player)} level {event.level}",
    e.Life: lambda event: f"{_who(event.player)} life {event.total}",
    e.Round: lambda event: f"{_who(event.winner)} wins the round",
    e.Initiative: lambda event: f"initiative {_who(event.player)}",
    e.Skip: lambda event: f"{_who(event.player)} skips",
    e.Passes: lambda event: f"{_who(event.player)} passes",
}
