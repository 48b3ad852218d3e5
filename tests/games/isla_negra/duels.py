"""Plays duels from hidden decks and notes them as a session, as somebody at the table would. Knows no solver."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

Raw = dict[str, Any]
LIST = (
    ("Rage", "upgrade", "basic", 4),
    ("Punch", "attack", "basic", 4),
    ("Kick", "attack", "advanced", 3),
    ("Elbow", "attack", "expert", 2),
    ("Fury", "attack", "master", 1),
    ("Dodge", "response", "basic", 4),
    ("Block", "response", "advanced", 3),
    ("Counter", "response", "expert", 2),
    ("Wait", "tactics", "basic", 4),
)
LEVELS = ("basic", "advanced", "expert", "master")


@dataclass
class Side:
    """One player's cards, as they truly lie; the pile's top is its last."""

    player: str
    is_me: bool
    deck: list[str]
    hand: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    table: list[str] = field(default_factory=list)
    level: int = 0


@dataclass
class Duel:
    """A duel of Ann, who notes it, and Bo. `events` is what she notes."""

    rng: random.Random
    new_hands: float
    is_partial: bool
    sides: dict[str, Side] = field(default_factory=dict)
    events: list[Raw] = field(default_factory=list)
    reshuffles: int = 0

    def __post_init__(self) -> None:
        for player in ("Ann", "Bo"):
            deck = [name for name, _, _, copies in LIST for _ in range(copies)]
            self.sides[player] = Side(player, player == "Ann", self._order(deck))
            self.note(player, "shuffle", last=self.sides[player].deck[-1])
            self.draw(self.sides[player], 5)

    @property
    def setup(self) -> Raw:
        listed = LIST[1:6] if self.is_partial else LIST
        lines = [{"card": c, "type": t, "level": level, "copies": n} for c, t, level, n in listed]
        return {"mode": "duel", "me": "Ann", "fighters": [{"player": p, "deck": lines} for p in self.sides]}

    @property
    def session(self) -> Raw:
        return {"format": 1, "game": "isla-negra", "setup": self.setup, "events": self.events}

    def note(self, player: str, kind: str, **fields: Any) -> None:
        self.events.append({"type": kind, "player": player, **fields})

    def _order(self, cards: list[str]) -> list[str]:
        order = list(cards)
        while True:
            self.rng.shuffle(order)
            if order[-1] != "Rage":
                return order

    def draw(self, side: Side, number: int) -> None:
        """Draws, with a reshuffle on the way where the deck runs out."""
        while number:
            if not side.deck:
                if len(side.pile) < 2 or set(side.pile[:-1]) == {"Rage"}:
                    return
                self._recycle(side)
                self.note(side.player, "shuffle", last=side.deck[-1])
            drawn = self._take(side, number)
            names = {"names": drawn} if side.is_me else {}
            self.note(side.player, "draw", cards=len(drawn), **names)
            number -= len(drawn)

    def _recycle(self, side: Side) -> None:
        side.deck, side.pile = self._order(side.pile[:-1]), side.pile[-1:]
        self.reshuffles += 1

    def _take(self, side: Side, number: int) -> list[str]:
        drawn, side.deck = side.deck[:number], side.deck[number:]
        side.hand += drawn
        return drawn

    def turn(self, side: Side) -> None:
        """Draws, then plays, upgrades, takes a new hand, or passes."""
        if len(side.hand) <= 13:
            self.draw(side, 1)
        if side.hand and self.rng.random() < self.new_hands and self._new_hand(side):
            return
        usable = [card for card in side.hand if self._may_use(side, card)]
        if not usable:
            self.note(side.player, "passes")
            return
        card = self.rng.choice(usable)
        side.hand.remove(card)
        if card == "Rage":
            self._upgrade(side)
        else:
            self._play(side, card)

    def _may_use(self, side: Side, card: str) -> bool:
        level = next(LEVELS.index(level) for name, _, level, _ in LIST if name == card)
        return level <= side.level and (level < 3 or bool(side.table))

    def _play(self, side: Side, card: str) -> None:
        if card == "Fury":
            side.pile.append(side.table.pop(0))
        side.pile.append(card)
        kind = next(kind for name, kind, _, _ in LIST if name == card)
        if kind == "attack":
            other = "Bo" if side.player == "Ann" else "Ann"
            self.note(side.player, "play", card=card, at=other)
        else:
            self.note(side.player, "play", card=card)

    def _upgrade(self, side: Side) -> None:
        side.table.append("Rage")
        if len(side.table) == 2 and side.level < 3:
            side.level += 1
            if side.level < 3:
                side.pile += side.table
                side.table = []
        self.note(side.player, "upgrade", card="Rage")

    def _new_hand(self, side: Side) -> bool:
        """False where the cards do not allow it."""
        whole = len(side.deck) + len(side.pile) + len(side.hand) - 1
        if whole < 5 or len(side.pile) + len(side.hand) < 6:
            return False
        self.rng.shuffle(side.hand)
        side.pile += side.hand
        side.hand = []
        fields: Raw = {"top": side.pile[-1]}
        left = len(side.deck)
        drawn = self._take(side, min(5, left))
        if left < 5:
            self._recycle(side)
            fields["reshuffled"] = {"after": left, "last": side.deck[-1]}
            drawn += self._take(side, 5 - left)
        self.note(side.player, "new-hand", **fields)
        if side.is_me:
            self.note(side.player, "hand", cards=5, names=drawn)
        return True


def duel(seed: int, events: int = 30, reshuffles: int = 0, new_hands: float = 0.3, is_partial: bool = False) -> Duel:
    """A duel of at least so many events, and reshuffles of both decks together."""
    played = Duel(random.Random(seed), new_hands, is_partial)
    while len(played.events) < events or played.reshuffles < reshuffles:
        for side in played.sides.values():
            played.turn(side)
    return played
