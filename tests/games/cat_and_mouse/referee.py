"""A plain referee: deals and plays random legal games from a hidden truth, and follows the set by brute force.

It shares nothing with the solver but the map: the rules are written down here once more, from the rulebook.
"""

from __future__ import annotations

import random
from typing import Any

from maps import london

BOARD = london()
PLACES = list(BOARD.names)
STEALTH = (
    ["church"] * 4 + ["commercial"] * 3 + ["playhouse"] * 2 + ["residence"] * 4 + ["riverside"] * 3 + ["rural"] * 2
) + ["tavern"] * 2


def near(place: str) -> list[str]:
    return [place, *BOARD.neighbours[place]]


def fits(card: Any, place: str) -> bool:
    if isinstance(card, dict):
        return bool(card["location"] == place)
    return card == "fog" or card in BOARD.place(place).landmarks


class Game:
    """One random legal game. `events` is what everyone sees, `own` what the Lady notes of it."""

    def __init__(self, seed: int, fog: int = 1) -> None:
        self.rng = random.Random(seed)
        self.pile = STEALTH[:]
        self.rng.shuffle(self.pile)
        self.pile += ["fog"] * fog
        self.hand: list[Any] = [self.pile.pop() for _ in range(5)]
        self.discards: list[Any] = []
        self.deck = PLACES[:]
        self.rng.shuffle(self.deck)
        self.deck.pop()
        self.place = self.rng.choice(PLACES)
        colour = self.rng.choice(list(BOARD.colours))
        self.pawns = self.rng.sample([p.name for p in BOARD.places if p.colour == colour], 2)
        self.setup = {"pawns": list(self.pawns), "fog": fog, "hand": list(self.hand), "view": "historian"}
        self.secret = {"view": "lady", "at": self.place, "next": self.deck[-1]}
        self.events: list[dict[str, Any]] = []
        self.own: list[dict[str, Any]] = []
        self.truth: list[str] = []
        """Her place after each event."""
        self.finds = self.misses = 0
        self.over = ""

    def play(self, turns: int, caution: float = 0.5) -> Game:
        """Plays so many turns of hers, or to the end. With `caution` she tries not to end a turn on a pawn."""
        for _ in range(turns):
            if not self.over:
                self._lady(caution)
            if not self.over:
                self._historian()
        return self

    def session(self, view: str = "historian") -> dict[str, Any]:
        is_hers = view == "lady"
        setup = {**self.setup, **self.secret} if is_hers else self.setup
        events = self.own if is_hers else self.events
        return {"format": 1, "game": "cat-and-mouse", "setup": setup, "events": events}

    def _note(self, event: dict[str, Any], own: dict[str, Any] | None = None) -> None:
        self.events.append(event)
        self.own.append({**event, **(own or {})})
        self.truth.append(self.place)

    def _lady(self, caution: float) -> None:
        ways = near(self.place)
        if self.rng.random() < caution:
            ways = [place for place in ways if place not in self.pawns] or ways
        self.place = self.rng.choice(ways)
        fitting = [card for card in self.hand if fits(card, self.place)]
        if self.deck[-1] == self.place and self.rng.random() < 0.8:
            plays: Any = {"top": self.deck.pop()}
            self.discards.append({"location": self.place})
        elif fitting:
            plays = self.rng.choice(fitting)
            self.hand.remove(plays)
            self.discards.append(plays)
            self._draw(1)
        elif any(not isinstance(card, dict) for card in self.hand):
            plays = "new-hand"
            kept = [card for card in self.hand if isinstance(card, dict)]
            self.discards += [card for card in self.hand if not isinstance(card, dict)]
            missing, self.hand = 5 - len(kept), kept
            self._draw(missing)
        else:
            plays = "none"
            self.over = "historian"
        event = {"type": "lady", "plays": plays, "hand": list(self.hand)}
        if self.rng.random() < 0.5:
            event["pile"] = self.pile[-1]
        self._note(event, {"at": self.place, **({"next": self.deck[-1]} if self.deck else {})})
        if not self.deck:
            self.over = "lady"

    def _draw(self, number: int) -> None:
        for _ in range(number):
            self.hand.append(self.pile.pop())
            if not self.pile:
                self.pile, self.discards = self.discards, []
                self.rng.shuffle(self.pile)

    def _historian(self) -> None:
        if self.rng.random() < 0.7:
            pawn = self.rng.randrange(2)
            self.pawns[pawn] = self.rng.choice(BOARD.neighbours[self.pawns[pawn]])
            self._note({"type": "historian", "moves": [pawn, self.pawns[pawn]]})
            return
        pawn = self.rng.randrange(2)
        found = self.pawns[pawn] == self.place
        self.finds += found
        self.misses += not found
        self._note({"type": "historian", "searches": pawn, "found": found})
        self.over = "historian" if self.finds == 3 else "lady" if self.misses == 5 else ""
        for _ in range(self.finds):
            self.place = self.rng.choice(near(self.place))
        self.own.append({"type": "flight", "at": self.place})
        self.truth[-1] = self.place


def possible(session: dict[str, Any]) -> set[str]:
    """Where she can be after all events, by brute force over sets."""
    places, hand = set(PLACES), session["setup"]["hand"]
    pawns, finds = list(session["setup"]["pawns"]), 0
    for event in session["events"]:
        if event["type"] == "lady":
            places = {after for place in places for after in near(place)}
            places = {place for place in places if _legal(event["plays"], place, hand)}
            hand = event["hand"]
        elif "moves" in event:
            pawns[event["moves"][0]] = event["moves"][1]
        elif event["type"] == "historian":
            here = pawns[event["searches"]]
            places = {place for place in places if (place == here) is event["found"]}
            finds += event["found"]
            for _ in range(finds):
                places = {after for place in places for after in near(place)}
    return places


def _legal(plays: Any, place: str, hand: list[Any]) -> bool:
    if isinstance(plays, dict) and "top" in plays:
        return bool(plays["top"] == place)
    if plays in ("new-hand", "none"):
        return not any(fits(card, place) for card in hand)
    return fits(plays, place)
