"""A table and what is known of all cards, as the advisor looks at them: what I hold, whom I may hit, who can answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from solver.games.isla_negra.advising.replies import Reply
from solver.games.isla_negra.answering import Beliefs, Chance, alone, answerers
from solver.games.isla_negra.decks import UNLISTED, UNLISTED_UPGRADE, CardType, Level
from solver.games.isla_negra.rising import at_least
from solver.games.isla_negra.rules import MOST_IN_HAND
from solver.games.isla_negra.whereabouts.moves import Shuffle, Source

if TYPE_CHECKING:
    from solver.core.protocol import Belief
    from solver.games.isla_negra.decks import Deck, Listed
    from solver.games.isla_negra.rules import Rules
    from solver.games.isla_negra.table import Person, Played, Table


@dataclass(frozen=True)
class Outlook:
    """`beliefs` are those of all fighters, mine counted."""

    table: Table
    beliefs: Beliefs

    @property
    def rules(self) -> Rules:
        return self.table.rules

    @property
    def name(self) -> str:
        return self.rules.me

    @property
    def me(self) -> Person:
        return self.table.me

    @property
    def deck(self) -> Deck:
        """My list."""
        return self.table.fighter(self.name).deck

    @property
    def mine(self) -> Belief:
        return self.beliefs[self.name]

    # What I hold

    def held(self, kind: str) -> Fraction:
        """The chance that I hold this card; 1 once my hand was noted."""
        return (self.mine.distribution(("holds", kind)) or {}).get(1, Fraction(0))

    def holds(self, kinds: frozenset[str], draws: int = 0) -> Fraction:
        """The chance that I hold any of them after so many draws."""
        return at_least(self.mine, kinds, draws, 1) or Fraction(0)

    @cached_property
    def in_hand(self) -> tuple[tuple[Listed, Fraction], ...]:
        """The techniques that I may use and may hold, in the order of my list, with their chances."""
        usable = (line for line in self.deck.cards if line.type is not CardType.UPGRADE and line.level <= self.me.most)
        found = ((line, self.held(line.card)) for line in usable)
        return tuple((line, chance) for line, chance in found if chance)

    @cached_property
    def upgrades(self) -> tuple[tuple[str, Fraction], ...]:
        """Likewise the upgrades; one that is not listed only where I may not know better than the list."""
        found = ((kind, self.held(kind)) for kind in self.deck.kinds if kind in self.deck.upgrades)
        offered = ((kind, chance) for kind, chance in found if kind != UNLISTED_UPGRADE or not self.is_known)
        return tuple((kind, chance) for kind, chance in offered if chance)

    @cached_property
    def unlisted(self) -> Fraction:
        """The chance that I hold a card which is not listed."""
        return self.holds(frozenset({UNLISTED, UNLISTED_UPGRADE} & self.deck.copies.keys()))

    @cached_property
    def is_known(self) -> bool:
        """Whether my hand is known for certain, card by card; unlisted cards by their number alone."""
        groups = [frozenset({card}) for card in self.deck.listed]
        return all(len(self.mine.candidates(("among", kinds, 0))) <= 1 for kinds in groups)

    def usable(self, kind: CardType) -> frozenset[str]:
        """My listed cards of a type that I may use now."""
        lines = (line for line in self.deck.cards if line.type is kind)
        if kind is CardType.UPGRADE:
            return self.deck.upgrades
        return frozenset(line.card for line in lines if line.level <= self.me.most)

    # Whom I may hit, and who can answer

    @cached_property
    def targets(self) -> tuple[str, ...]:
        return tuple(one for one in self.rules.rivals(self.name) if not self.table.people[one].is_out)

    def reply_to(self, target: str, level: Level) -> Reply:
        """Who can answer an attack of mine."""
        return self._reply(answerers(self.table, self.name, target), level)

    def reply_to_card(self, played: Played, level: Level) -> Reply:
        """Who can answer a card on the table."""
        return self._reply(self.table.answerers(played), level)

    def _reply(self, players: tuple[str, ...], level: Level) -> Reply:
        return Reply(level, {player: self._alone(player, level) for player in players})

    def _alone(self, player: str, level: Level) -> Chance | None:
        return alone(self.beliefs[player], level)

    def is_last(self, player: str) -> bool:
        """Whether nobody else stands on the side of this player, so that the round is over once they are out."""
        standing = [one for one, person in self.table.people.items() if not person.is_out and one != player]
        return bool(standing) and set(standing) <= set(self.rules.side(standing[0]))

    # The turn

    @cached_property
    def draws_first(self) -> bool:
        """Whether my turn begins with a card that was not drawn yet."""
        table, me = self.table, self.me
        is_new = table.my_turn is True and not (table.has_drawn or table.has_acted)
        return is_new and me.can_draw and me.hand <= MOST_IN_HAND

    @cached_property
    def may_begin(self) -> bool:
        """Whether this may be the first turn of the round, in which no card is drawn."""
        return not self.table.plays and all(len(list(_since_dealt(one))) <= 1 for one in self.table.people.values())


def _since_dealt(person: Person) -> Iterator[object]:
    """The moves of this round after the shuffle."""
    moves = list(person.moves)
    start = max((at for at, move in enumerate(moves) if move == Shuffle(Source.ALL)), default=-1)
    yield from moves[start + 1 :]
