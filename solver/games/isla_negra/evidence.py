"""One mystery for each fighter, and what was seen of the cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from solver.core.protocol import Evidence, Noted
from solver.games.isla_negra.whereabouts.facts import CardFact, Named, Shown

if TYPE_CHECKING:
    from solver.games.isla_negra.decks import Deck
    from solver.games.isla_negra.table import Person, Sight, Table


def evidence(table: Table) -> tuple[Evidence, ...]:
    """In the order of the fighters."""
    return tuple(evidence_of(table, player) for player in table.people)


def evidence_of(table: Table, player: str) -> Evidence:
    """The cards of one fighter."""
    from solver.games.isla_negra.whereabouts.mystery import Whereabouts

    person, deck = table.people[player], table.fighter(player).deck
    mystery = Whereabouts(player, deck, person.moves, person.most, player == table.rules.me)
    return Evidence(mystery, tuple(facts(person, deck)))


def facts(person: Person, deck: Deck) -> Iterator[Noted]:
    """What was seen, by itself; and once more where other events tell more of an unlisted name."""
    for sight in person.sights:
        alone = tuple(deck.kinds_of(card, sight.is_upgrade) for card in sight.cards)
        yield Noted(sight.event, _fact(deck, sight, alone))
        kinds = tuple(_kinds(person, deck, card, sight.is_upgrade) for card in sight.cards)
        if kinds != alone:
            told = [person.learned(card) for card in sight.cards if card not in deck.listed]
            also = frozenset(one.event for one in told if one is not None)
            yield Noted(sight.event, _fact(deck, sight, kinds), also - {sight.event})


def _fact(deck: Deck, sight: Sight, kinds: tuple[frozenset[str], ...]) -> CardFact:
    words = f"{sight.words}{_copies(deck, sight)}"
    if sight.is_whole:
        return Named(sight.move, sight.cards, kinds, words)
    return Shown(sight.move, sight.cards[0], kinds[0], words)


def _copies(deck: Deck, sight: Sight) -> str:
    """How many copies the list has of what was seen: a list with too few is a slip, too."""
    known = [deck.listed[card] for card in dict.fromkeys(sight.cards) if card in deck.listed]
    if not known:
        return ""
    if len(sight.cards) == 1:
        return f" ({known[0].copies} in the list)"
    return f" (in the list: {', '.join(f'{line.card} {line.copies}' for line in known)})"


def _kinds(person: Person, deck: Deck, card: str, is_upgrade: bool | None) -> frozenset[str]:
    """An unlisted name that showed somewhere whether it is an upgrade is so everywhere."""
    if card not in deck.listed and is_upgrade is None and (told := person.learned(card)) is not None:
        is_upgrade = told.is_upgrade
    return deck.kinds_of(card, is_upgrade)
