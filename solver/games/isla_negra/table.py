"""The table: everything that is plain to see, and what was seen of the cards. Immutable; `turns` makes the next one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from solver.core.errors import IllegalEvent
from solver.games.isla_negra.decks import RESERVED, Level
from solver.games.isla_negra.rules import LIFE, ROUNDS_TO_WIN
from solver.games.isla_negra.whereabouts.moves import Move, Shuffle, Source

if TYPE_CHECKING:
    from solver.games.isla_negra.rules import Fighter, Rules


@dataclass(frozen=True)
class Sight:
    """Cards that were seen as they moved: `move` is a number in `Person.moves`, `event` one of the session.

    `is_upgrade` tells what the place at which they were seen tells of them; None where it tells nothing. `is_whole`:
    the cards are all of a draw, or a whole hand.
    """

    event: int
    move: int
    cards: tuple[str, ...]
    is_upgrade: bool | None
    is_whole: bool
    words: str


@dataclass(frozen=True)
class Person:
    """What is plain to see of one fighter, and how the cards moved.

    `table` are the upgrades beside the fighter, the oldest first; `pile` the used techniques from the lowest to the
    top, None for a card that was not seen; `bottom` the card known to lie lowest in the deck.
    """

    deck: int
    moves: tuple[Move, ...]
    life: int = LIFE
    level: Level = Level.BASIC
    table: tuple[str, ...] = ()
    hand: int = 0
    bottom: str | None = None
    pile: tuple[str | None, ...] = ()
    is_shuffled: bool = False
    """Whether a shuffle was noted in this round."""
    has_drawn: bool = False
    sights: tuple[Sight, ...] = ()
    wins: int = 0

    @property
    def top(self) -> str | None:
        """The card on top of the pile; None where there is none, or it was not noted."""
        return self.pile[-1] if self.pile else None

    @property
    def can_draw(self) -> bool:
        """Whether there is a card to draw, if need be after a reshuffle."""
        return self.deck > 0 or len(self.pile) > 1

    @property
    def is_out(self) -> bool:
        """Out of this round."""
        return self.life <= 0

    @property
    def most(self) -> Level:
        """The highest level of technique that can be used now: a Master needs an upgrade to spend."""
        return Level.EXPERT if self.level is Level.MASTER and not self.table else self.level

    @property
    def face_up(self) -> Counter[str]:
        """The cards known to lie in the pile or beside the fighter."""
        return Counter([*self.table, *(card for card in self.pile if card is not None)])

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that was seen of this deck, in order of appearance."""
        return tuple(dict.fromkeys(card for sight in self.sights for card in sight.cards))

    def learned(self, name: str) -> Sight | None:
        """Where an unlisted card of this name showed what it is: an upgrade or a technique."""
        if name in RESERVED:
            return None
        told = (one for one in self.sights if name in one.cards and one.is_upgrade is not None)
        return next(told, None)


@dataclass(frozen=True)
class Played:
    """A technique on the table. `answers` is the number of the event that it answers."""

    event: int
    player: str
    card: str
    at: str | None = None
    answers: int | None = None


@dataclass(frozen=True)
class Table:
    """One moment of a game. `event` is the number of the event that led to it, -1 at set-up.

    `plays` are the techniques of this round; `open` is the one that can still be answered now, if there is one.
    """

    rules: Rules
    people: Mapping[str, Person]
    event: int = -1
    plays: tuple[Played, ...] = ()
    open: Played | None = None
    initiative: str | None = None
    """Whose turn it is, as far as that was noted."""
    has_drawn: bool = False
    """Whether who has the initiative has drawn since."""
    has_acted: bool = False
    """Whether who has the initiative has played or upgraded since."""
    round: int = 1
    focus: str | None = None
    """The question that the latest event tells most of."""
    warnings: tuple[str, ...] = ()

    @property
    def is_over(self) -> bool:
        return bool(self.winners)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won the fight."""
        return tuple(player for player, person in self.people.items() if person.wins >= ROUNDS_TO_WIN)

    @property
    def me(self) -> Person:
        return self.people[self.rules.me]

    @property
    def my_turn(self) -> bool | None:
        """Whether I have the initiative; None where that is not noted."""
        return None if self.initiative is None else self.initiative == self.rules.me

    @property
    def attack(self) -> Played | None:
        """The attack at the start of what is open now."""
        chain, found = {played.event: played for played in self.plays}, self.open
        while found is not None and found.answers is not None:
            found = chain.get(found.answers)
        return found

    @property
    def may_answer(self) -> tuple[str, ...]:
        """Who may answer the card that is open now: nobody where none is."""
        return () if self.open is None else tuple(self.answerers(self.open))

    def answerers(self, played: Played) -> tuple[str, ...]:
        """Who may answer this card: an attack's target and who stands by it; the side of the one who was answered."""
        if played.answers is None:
            target = played.at or self.rules.rivals(played.player)[0]
            found = self.rules.may_answer(played.player, target)
        else:
            answered = next((one.player for one in self.plays if one.event == played.answers), played.player)
            found = self.rules.may_answer(played.player, answered)
        return tuple(player for player in found if not self.people[player].is_out)

    def fighter(self, player: str) -> Fighter:
        return self.rules.by_player[player]

    def warn(self, text: str) -> Table:
        return replace(self, warnings=(*self.warnings, text))

    def change(self, player: str, **changes: Any) -> Table:
        """The table with something changed about a player."""
        return replace(self, people={**self.people, player: replace(self.people[player], **changes)})

    def act(self, player: str) -> Table:
        """The table once the player did what a turn is for; who does so first has the initiative."""
        if self.initiative is None and (not self.plays or self.plays[-1].answers is None):
            return replace(self, initiative=player, has_acted=True)
        return replace(self, has_acted=True) if player == self.initiative else self

    def move(self, player: str, *moves: Move) -> Table:
        """The table after cards of a player moved, unseen so far."""
        return self.change(player, moves=(*self.people[player].moves, *moves))

    def see(
        self,
        player: str,
        words: str,
        *cards: str,
        is_upgrade: bool | None = None,
        is_whole: bool = False,
    ) -> Table:
        """The table once cards were seen in the player's latest move."""
        person = self.people[player]
        sight = Sight(self.event, len(person.moves) - 1, cards, is_upgrade, is_whole, words)
        return self.change(player, sights=(*person.sights, sight))


def fresh(person: Person | None, size: int) -> Person:
    """The fighter at the start of a round: every card is in the deck, shuffled, its last one not yet seen."""
    before = Person(size, ()) if person is None else person
    start = Shuffle(Source.ALL)
    return Person(size, (*before.moves, start), sights=before.sights, wins=before.wins)


def open_table(rules: Rules) -> Table:
    """The table as it is set up."""
    return Table(rules, {one.player: fresh(None, one.deck.size) for one in rules.fighters})


def forbid(rule: str, source: str) -> IllegalEvent:
    """The refusal of an event: the rule in a player's words, and where it is printed."""
    return IllegalEvent(rule, f"rulebook, {source}" if source else "")
