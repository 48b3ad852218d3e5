"""Deals a game and plays it out between two policies. Knows the hidden truth; the table knows what everyone sees."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from maps import london
from solver.games.cat_and_mouse import turns
from solver.games.cat_and_mouse.cards import FOG, HAND, Card, location, stealth_cards
from solver.games.cat_and_mouse.hiding import Option, plays_at, refuges
from solver.games.cat_and_mouse.models import Move, PublicTurn, Search, Setup
from solver.games.cat_and_mouse.numbers import NAMES, NEAR, NUMBER
from solver.games.cat_and_mouse.plays import PlayKind
from solver.games.cat_and_mouse.table import Table, opening

if TYPE_CHECKING:
    from solver.core.schema import Event
    from solver.games.cat_and_mouse.chase import Act
    from solver.games.cat_and_mouse.policies import HistorianPolicy, LadyPolicy

MOST_TURNS = 2_000
"""No game that was ever played came near; a policy that plays on for ever is a defect."""


@dataclass
class Referee:
    """One game. `place` is hers; the last card of `pile` and the last place of `deck` lie on top."""

    rng: Random
    fog: int
    place: int
    pile: list[Card]
    deck: list[int]
    table: Table
    start: int
    discards: list[Card] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def play(self, historian: HistorianPolicy, lady: LadyPolicy) -> Table:
        """Plays to the end. Raises RuntimeError where a policy breaks a rule or the table loses her."""
        while not self.table.is_over:
            self._lady(lady.turn(self.table, self.place, self.deck[-1]))
            if not self.table.is_over:
                self._historian(historian.act(self.table), lady)
            _demand(self.table.turn < MOST_TURNS, "the game does not end")
        return self.table

    def _lady(self, option: Option) -> None:
        hand = list(self.table.hand)
        _demand(option.place in NEAR[self.place], "she went further than one road")
        _demand(option.play in plays_at(tuple(hand), option.place, self.deck[-1]), "she may not play that there")
        self.place = option.place
        match option.play.kind:
            case PlayKind.TOP:
                self.discards.append(location(NAMES[self.deck.pop()]))
            case PlayKind.CARD:
                assert option.play.card is not None
                hand.remove(option.play.card)
                self.discards.append(option.play.card)
                hand += self._draw(1)
            case PlayKind.NEW_HAND:
                self.discards += [card for card in hand if not card.is_location]
                kept = [card for card in hand if card.is_location]
                hand = kept + self._draw(len(hand) - len(kept))
        top = self.pile[-1] if self.pile else None
        self._take(PublicTurn(plays=option.play, hand=hand, pile=top))

    def _draw(self, number: int) -> list[Card]:
        drawn: list[Card] = []
        for _ in range(number):
            self._renew()
            if self.pile:
                drawn.append(self.pile.pop())
        self._renew()
        return drawn

    def _renew(self) -> None:
        if not self.pile:
            self.pile, self.discards = self.discards, []
            self.rng.shuffle(self.pile)

    def _historian(self, act: Act, lady: LadyPolicy) -> None:
        if act.to is not None:
            self._take(Move(moves=(act.pawn, NAMES[act.to])))
            return
        found = NUMBER[self.table.pawns[act.pawn]] == self.place
        self._take(Search(searches=act.pawn, found=found))
        steps = self.table.finds
        if not self.table.is_over and steps:
            to = lady.flee(self.table, self.place, self.deck[-1], steps)
            _demand(to in refuges(self.place, steps), "she fled too far")
            self.place = to

    def _take(self, event: Event) -> None:
        self.table = turns.advance(self.table, event, len(self.events))
        self.events.append(event)
        _demand(NAMES[self.place] in self.table.reach, "the table lost her")
        _demand(not self.table.warnings, f"the table warns of a legal game: {self.table.warnings}")
        _demand(Counter(self.table.piles.pile) == Counter(self.pile), "the table lost count of the cards")


def _demand(holds: bool, trouble: str) -> None:
    if not holds:
        raise RuntimeError(trouble)


def deal(rng: Random, fog: int, start: int | None = None) -> Referee:
    """A shuffled game: pawns on any two places of one colour, she anywhere (or at `start`)."""
    pile = list(stealth_cards())
    rng.shuffle(pile)
    pile += [FOG] * fog
    hand = [pile.pop() for _ in range(HAND)]
    deck = list(range(len(NAMES)))
    rng.shuffle(deck)
    deck.pop()
    place = rng.randrange(len(NAMES)) if start is None else start
    setup = Setup(pawns=list(rng.choice(pawn_pairs())), hand=hand, fog=fog)
    return Referee(rng, fog, place, pile, deck, opening(setup), place)


def pawn_pairs() -> list[tuple[str, str]]:
    """Every two locations of one colour, each pair once (Strange Shadows, p. 12)."""
    places = london().places
    return [(a.name, b.name) for i, a in enumerate(places) for b in places[i + 1 :] if a.colour == b.colour]
