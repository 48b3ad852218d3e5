"""Duels dealt from real decks and played at random: what the table saw of them, and what everybody held in the end.

Nothing here comes from the program: cards are names in lists, the deck's top first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.games.isla_negra.helpers import FULL, Raw, raw

LEVELS = ("basic", "advanced", "expert", "master")
BLOW = 2
"""Life points of an attack whose damage is not listed."""
DRAWS = {"Catch Your Breath": (3, 0), "Wait and See": (3, 1)}
"""Tactics that bring cards: how many are drawn, and how many of the hand discarded then."""


@dataclass
class Side:
    """One fighter's cards; the pile's top last."""

    name: str
    deck: list[str]
    hand: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    table: list[str] = field(default_factory=list)
    level: int = 0
    life: int = 22
    reshuffles: int = 0


class Duel:
    """`new_hand` is how often a turn is spent on a new hand. My own cards are noted by name if `tells`."""

    def __init__(self, seed: int, deck: Any = FULL, new_hand: float = 0.5, tells: bool = True) -> None:
        self.rng = Random(seed)
        self.lines = {line["card"]: line for line in deck}
        self.deck, self.new_hand, self.tells = deck, new_hand, tells
        cards = [line["card"] for line in deck for _ in range(line["copies"])]
        self.sides = [Side(name, list(cards)) for name in ("Ann", "Bo")]
        self.events: list[Raw] = []

    def play(self, events: int) -> Raw:
        """The session of at least so many events; a turn is played to its end."""
        for side in self.sides:
            self.shuffle(side)
            self.draw(side, 5)
        at = 0
        while len(self.events) < events and all(side.life > 0 for side in self.sides):
            self.turn(self.sides[at], self.sides[1 - at])
            at = 1 - at
        return raw(self.events, self.deck)

    def note(self, kind: str, side: Side, **fields: Any) -> int:
        self.events.append({"type": kind, "player": side.name, **fields})
        return len(self.events) - 1

    def kind(self, card: str) -> str:
        return str(self.lines[card]["type"])

    def level(self, card: str) -> int:
        return LEVELS.index(self.lines[card]["level"])

    def may_use(self, side: Side, card: str) -> bool:
        level = self.level(card)
        return level <= side.level and (level < LEVELS.index("master") or bool(side.table))

    # Cards

    def shuffled(self, side: Side, cards: list[str]) -> str:
        """The cards become the deck, shuffled until no upgrade lies last; that card."""
        side.deck = list(cards)
        self.rng.shuffle(side.deck)
        while self.kind(side.deck[-1]) == "upgrade":
            self.rng.shuffle(side.deck)
        return side.deck[-1]

    def shuffle(self, side: Side) -> None:
        self.note("shuffle", side, last=self.shuffled(side, side.deck))

    def recycle(self, side: Side) -> str:
        """The pile without its top becomes the deck."""
        side.reshuffles += 1
        top = side.pile.pop()
        last = self.shuffled(side, side.pile)
        side.pile = [top]
        return last

    def take(self, side: Side, number: int) -> list[str]:
        drawn, side.deck = side.deck[:number], side.deck[number:]
        side.hand += drawn
        return drawn

    def draw(self, side: Side, number: int) -> None:
        drawn = self.take(side, number)
        names = {"names": drawn} if self.tells and side.name == "Ann" else {}
        self.note("draw", side, cards=number, **names)

    # A turn

    def turn(self, side: Side, rival: Side) -> None:
        if not side.deck and len(side.pile) > 1:
            self.note("shuffle", side, last=self.recycle(side))
        is_first = self.events[-1]["type"] == "draw"
        if side.deck and len(side.hand) <= 13 and not is_first:
            self.draw(side, 1)
        if side.hand and self.rng.random() < self.new_hand and len(side.deck) + len(side.pile) + len(side.hand) > 5:
            self.renew(side)
            return
        usable = [card for card in side.hand if self.kind(card) != "response" and self.is_playable(side, card)]
        if usable and self.rng.random() < 0.9:
            self.act(side, rival, self.rng.choice(usable))
        self.note("passes", side)

    def is_playable(self, side: Side, card: str) -> bool:
        return self.kind(card) == "upgrade" or self.may_use(side, card)

    def act(self, side: Side, rival: Side, card: str) -> None:
        if self.kind(card) == "upgrade":
            self.upgrade(side, card)
        elif self.kind(card) == "attack":
            self.attack(side, rival, card)
        else:
            self.lay(side, card)
            self.follow(side, *DRAWS.get(card, (0, 0)))

    def follow(self, side: Side, drawn: int, discarded: int) -> None:
        """What the text of tactics brings, where the deck has as many cards."""
        if drawn and len(side.deck) >= drawn:
            self.draw(side, drawn)
            gone = self.rng.sample(side.hand, discarded)
            for card in gone:
                side.hand.remove(card)
                side.pile.append(card)
                self.note("discard", side, cards=[card])

    def upgrade(self, side: Side, card: str) -> None:
        side.hand.remove(card)
        side.table.append(card)
        self.note("upgrade", side, card=card)
        if len(side.table) >= 2 and side.level < 3:
            side.level += 1
            if side.level < 3:
                side.pile += side.table
                side.table = []

    def lay(self, side: Side, card: str, **fields: Any) -> int:
        if self.level(card) == LEVELS.index("master"):
            side.pile.append(side.table.pop(0))
        side.hand.remove(card)
        side.pile.append(card)
        return self.note("play", side, card=card, **fields)

    def attack(self, side: Side, rival: Side, card: str) -> None:
        event, struck, other = self.lay(side, card, at=rival.name), rival, side
        damage = self.lines[card].get("damage", BLOW)
        while True:
            answers = [one for one in struck.hand if self.kind(one) == "response" and self.may_use(struck, one)]
            fitting = [one for one in answers if self.level(one) >= self.level(card)]
            if not fitting or self.rng.random() < 0.3:
                break
            card = self.rng.choice(fitting)
            event = self.lay(struck, card, answers=event)
            struck, other = other, struck
        if struck is rival:
            rival.life -= damage
            self.note("life", rival, total=rival.life)

    def renew(self, side: Side) -> None:
        """A new hand, with a reshuffle where the deck runs out."""
        top = self.rng.choice(side.hand)
        side.hand.remove(top)
        side.pile += [*side.hand, top]
        side.hand = []
        had = len(side.deck)
        reshuffled: dict[str, Any] = {}
        if had < 5:
            self.take(side, had)
            reshuffled = {"reshuffled": {"after": had, "last": self.recycle(side)}}
            self.take(side, 5 - had)
        else:
            self.take(side, 5)
        self.note("new-hand", side, top=top, **reshuffled)
        if self.tells and side.name == "Ann":
            self.note("hand", side, cards=5, names=list(side.hand))


def duel(seed: int, events: int, **how: Any) -> Raw:
    """The session of one duel."""
    return Duel(seed, **how).play(events)
