"""The names of cards: is there such a card in this deck, and can it be at this place?"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from solver.core.words import plain
from solver.games.isla_negra.decks import UPGRADES, CardType
from solver.games.isla_negra.table import forbid

if TYPE_CHECKING:
    from solver.games.isla_negra.decks import Deck
    from solver.games.isla_negra.table import Person, Table


def named(table: Table, player: str, name: str, is_upgrade: bool | None = None) -> Table:
    """The table, warned where the name may be a slip. `is_upgrade` is what the place tells of the card.

    Raises IllegalEvent where the deck can have no such card there.
    """
    deck, person = table.fighter(player).deck, table.people[player]
    if name in deck.listed:
        _check_listed(deck, name, is_upgrade)
        return table
    if deck.is_complete:
        raise forbid(_not_in_the_list(player, deck, name), "")
    _check_unlisted(player, deck, person, name, is_upgrade)
    near = _near(deck, name)
    if near and name not in person.names:
        table = table.warn(f"{name} is not in {player}'s list, so it is one of the unlisted; did you mean {near[0]}?")
    return table


def is_upgrade(table: Table, player: str, name: str) -> bool:
    """True for a name that is listed as an upgrade, or was seen to be one."""
    line = table.fighter(player).deck.listed.get(name)
    if line is not None:
        return line.type is CardType.UPGRADE
    told = table.people[player].learned(name)
    return told is not None and bool(told.is_upgrade)


def _check_listed(deck: Deck, name: str, is_upgrade: bool | None) -> None:
    line = deck.listed[name]
    if is_upgrade is True and line.type is not CardType.UPGRADE:
        raise forbid(f"{name} is listed as {line.type.value}, so it cannot be laid down as an upgrade", "Upgrading")
    if is_upgrade is False and line.type is CardType.UPGRADE:
        raise forbid(f"{name} is an upgrade, which cannot be the last card of the deck: shuffle again", "Setup")


def _not_in_the_list(player: str, deck: Deck, name: str) -> str:
    near = _near(deck, name)
    meant = f"did you mean {' or '.join(near)}? " if near else ""
    return (
        f"{player}'s list is complete and has no {name}; {meant}"
        f"If the list is not right, list fewer copies in the set-up: then {name} is one of the unlisted cards"
    )


def _near(deck: Deck, name: str) -> list[str]:
    """Listed names that are spelled almost like this one, the nearest first."""
    by_plain = {plain(card): card for card in deck.listed}
    return [by_plain[found] for found in get_close_matches(plain(name), by_plain, 3, 0.6)]


def _check_unlisted(player: str, deck: Deck, person: Person, name: str, is_upgrade: bool | None) -> None:
    told = person.learned(name)
    if told is not None and is_upgrade not in (None, told.is_upgrade):
        what = "an upgrade" if told.is_upgrade else "no upgrade"
        raise forbid(f"{name} was {what} before (event {told.event})", "Upgrading")
    if not deck.kinds_of(name, is_upgrade):
        if is_upgrade:
            rule = f"all {UPGRADES} upgrades of {player} are listed, and {name} is none of them"
        else:
            rule = f"the cards that are not listed of {player} are all upgrades, and {name} is none"
        raise forbid(rule, "Upgrading")
