"""Events in a player's words, as `parse` reads them back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from solver.core.words import REMARK, plain
from solver.games.shadow_raiders import events as e
from solver.games.shadow_raiders import grammar as g
from solver.games.shadow_raiders.box import reasoning_cards
from solver.games.shadow_raiders.places import area_named

if TYPE_CHECKING:
    from solver.core.schema import Event


WORD = re.compile(r"[^\W\d_]\w*([-'’]\w+)*")


def say(event: Event) -> str | None:
    """The words; None where they would not be read back as the same event."""
    said = SPEAKERS[type(event)](event)
    names = _players(event)
    is_plain = all(map(_is_plain, names)) and not (_is_list(event) and any(" " in name for name in names))
    return said if said is not None and is_plain else None


def _is_list(event: Event) -> bool:
    """True where several names may stand beside each other: where one ends must be plain to see."""
    return isinstance(event, e.Attack | e.Victory)


def _players(event: Event) -> list[str]:
    """Every player that the event names."""
    named = [getattr(event, field, None) for field in e.PLAYER_FIELDS]
    return [name for value in named if value is not None for name in ([value] if isinstance(value, str) else value)]


def _is_plain(name: str) -> bool:
    """True for a name of a few words, each of letters, that mean nothing else in a note."""
    words = name.split(" ")
    return all(WORD.fullmatch(word) and plain(word) not in _reserved() for word in words)


def _reserved() -> frozenset[str]:
    vocabularies = (g.VERBS, g.COMMANDS, g.OUTCOME, g.SAME, g.CAUSE, g.TO, g.AND, g.BY, g.OF_NUMBER, g.IMMUNE)
    return frozenset({plain(word) for one in vocabularies for word in one.meanings} | {"i", "me"})


def _reasoning(event: e.Reasoning) -> str:
    same = " same" if event.same_card else ""
    role = f" {event.role}" if event.role else ""
    return f"{event.giver} gives {event.to}{same} {event.card or g.UNSEEN} {event.outcome}{role}"


def _drew(event: e.Drew) -> str | None:
    """A name that would be read as another, or as more than a name, is left to JSON."""
    words = event.card.split()
    known = [card for word, card in g.drawn_cards().items() if word.startswith(plain(event.card))]
    is_odd = (
        " ".join(words) != event.card
        or any(sign in event.card for sign in (",", REMARK, "{"))
        or not all(map(plain, words))
        or plain(words[-1]) in g.TURNED_UP.meanings
        or plain(" ".join(words)) in reasoning_cards()
        or (event.card not in g.drawn_cards().values() and bool(known))
    )
    told = "revealed" if event.revealed else "hidden"
    turned = f" {told}" if "revealed" in event.model_fields_set else ""
    return None if is_odd else f"{event.player} drew {event.card}{turned}"


def _out(event: e.Out) -> str:
    by = f" by {event.by}" if event.by else ""
    cause = f" {event.cause}" if event.cause else ""
    return f"{event.player} is out {event.role}{by}{cause}"


def _equipment(event: e.Equipment) -> str:
    return f"{event.player} has {event.holds} equipment{' immune' if event.immune else ''}"


def _at(event: e.At) -> str | None:
    return f"{event.player} at {event.area}" if area_named(event.area) == event.area else None


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)


SPEAKERS: Mapping[type[Event], Callable[[Any], str | None]] = {
    e.Reasoning: _reasoning,
    e.Holding: lambda event: f"holding {event.card}",
    e.Reshuffle: lambda event: "reshuffle",
    e.Damage: lambda event: f"{event.player} has {event.total} damage",
    e.Out: _out,
    e.RevealEvent: lambda event: f"{event.player} reveals {event.role}",
    e.Equipment: _equipment,
    e.Drew: _drew,
    e.At: _at,
    e.Attack: lambda event: f"{event.by} attacks {_list(event.to)} {event.damage}",
    e.Silent: lambda event: "silent",
    e.Victory: lambda event: f"victory {_list(event.players)}".strip(),
}
