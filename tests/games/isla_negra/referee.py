"""Plays fighters' cards at random from a hidden deck, and notes what everybody sees; knows nothing of the solver."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from solver.games.isla_negra.decks import RESERVED, CardType, Deck, Level, Listed
from solver.games.isla_negra.whereabouts.facts import CardFact, Named, Shown
from solver.games.isla_negra.whereabouts.moves import Clear, Draw, Leave, Look, Move, Scatter, Shuffle, Source, Zone

NAMES = (
    ("Rage", CardType.UPGRADE, Level.BASIC),
    ("Punch", CardType.ATTACK, Level.BASIC),
    ("Dodge", CardType.RESPONSE, Level.BASIC),
    ("Block", CardType.RESPONSE, Level.ADVANCED),
    ("Wait", CardType.TACTICS, Level.BASIC),
)


def small_deck(rng: random.Random, sizes: Sequence[int]) -> Deck:
    """A list for a deck of one of these sizes, complete or partial."""
    size = rng.choice(sizes)
    left, lines = size, []
    for name, kind, level in NAMES:
        copies = rng.randint(0, min(left, 3))
        if copies:
            lines.append(Listed(name, kind, level, copies))
            left -= copies
    if left and rng.random() < 0.5:
        lines.append(Listed("Kick", CardType.ATTACK, Level.ADVANCED, left))
    return Deck(tuple(lines), size)


@dataclass
class Fighter:
    """One fighter's cards, as they truly lie; `moves` and `facts` are what the table saw."""

    cards: Deck
    rng: random.Random
    names_draws: bool = False
    deck: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    table: list[str] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    facts: list[CardFact] = field(default_factory=list)

    @property
    def reshuffles(self) -> int:
        return sum(move == Shuffle(Source.PILE) for move in self.moves)

    def see(self, card: str, chance: float = 0.9) -> None:
        """The card of the latest move is seen, nearly always; an unlisted one may show that it is an upgrade or not."""
        if self.rng.random() < chance:
            self.facts.append(Shown(len(self.moves) - 1, card, self._kinds(card), f"{card} was seen"))

    def _kinds(self, card: str) -> frozenset[str]:
        if card in RESERVED and self.rng.random() < 0.3:
            return frozenset(kind for kind in RESERVED if kind in self.cards.copies)
        return frozenset({card})

    def shuffle(self, source: Source) -> None:
        if source is Source.ALL:
            self.deck = [kind for kind, copies in self.cards.copies.items() for _ in range(copies)]
            self.hand, self.pile, self.table = [], [], []
        elif source is Source.PILE:
            self.deck, self.pile = self.pile[:-1], self.pile[-1:]
        others = any(card not in self.cards.upgrades for card in self.deck)
        self.rng.shuffle(self.deck)
        while others and self.deck[-1] in self.cards.upgrades:
            self.rng.shuffle(self.deck)
        self.moves.append(Shuffle(source))
        self.see(self.deck[-1], 0.85)

    def draw(self, number: int) -> None:
        drawn, self.deck = self.deck[:number], self.deck[number:]
        self.hand += drawn
        self.moves.append(Draw(number))
        if self.names_draws and self.rng.random() < 0.5:
            self.facts.append(Named(len(self.moves) - 1, tuple(drawn), tuple(map(self._kinds, drawn)), "drawn"))

    def play(self) -> None:
        card = self.hand.pop(self.rng.randrange(len(self.hand)))
        if card in self.cards.upgrades and self.rng.random() < 0.8:
            self.table.append(card)
            self.moves.append(Leave(Zone.TABLE))
            self.see(card)
            if len(self.table) == 2:
                self.moves.append(Clear(2))
                self.pile += self.table
                self.table = []
            return
        self.pile.append(card)
        self.moves.append(Leave(Zone.PILE))
        self.see(card)

    def discard(self, is_whole: bool) -> None:
        """One card on top of the pile, the others (or some of them) below it."""
        self.rng.shuffle(self.hand)
        self.pile.append(self.hand.pop())
        self.moves.append(Leave(Zone.PILE))
        self.see(self.pile[-1], 1.0)
        number = len(self.hand) if is_whole else self.rng.randint(1, len(self.hand))
        gone, self.hand = self.hand[:number], self.hand[number:]
        self.pile[-1:-1] = gone
        self.moves.append(Scatter(number))

    def look(self) -> None:
        self.moves.append(Look())
        self.facts.append(Named(len(self.moves) - 1, tuple(self.hand), tuple(map(self._kinds, self.hand)), "the hand"))

    def act(self) -> None:
        """One thing that the cards allow."""
        chance = self.rng.random()
        if not self.deck:
            if len(self.pile) >= 2:
                self.shuffle(Source.PILE)
            elif self.hand:
                self.play()
            else:
                self.shuffle(Source.ALL)
        elif chance < 0.4:
            self.draw(min(len(self.deck), self.rng.choice((1, 1, 2, 3))))
        elif chance < 0.65 and self.hand:
            self.play()
        elif chance < 0.86 and len(self.hand) >= 2:
            self.discard(self.rng.random() < 0.7)
        elif chance < 0.89 and len(self.deck) >= 2:
            self.shuffle(Source.DECK)
        elif chance < 0.92 and self.names_draws:
            self.look()
        elif chance < 0.93:
            self.shuffle(Source.ALL)


def play(
    seed: int, deck: Deck | None = None, moves: int = 14, reshuffles: int = 0, sizes: Sequence[int] = (6, 7, 8)
) -> Fighter:
    """A game of so many moves, and until the pile was shuffled so often."""
    rng = random.Random(seed)
    fighter = Fighter(deck or small_deck(rng, sizes), rng, names_draws=rng.random() < 0.4)
    fighter.shuffle(Source.ALL)
    while len(fighter.moves) < moves or fighter.reshuffles < reshuffles:
        fighter.act()
    return fighter
