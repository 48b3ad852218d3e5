"""A referee plays Black Sonata's base game with cards in hand: a true deck, a true lady, a true clue deck.

Nothing here comes from the program but the board and the list of printed cards (both are data). The deck is a list of
cards, top first; what the player could see is written down as a session, what was true after each event is kept
beside it. So a session is legal by play, not by the program's rules, and the program's table can be held against it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from maps import london

CARDS = Path(__file__).resolve().parent.parent / "solver" / "games" / "black_sonata" / "cards"
EFFECTS = (
    "clue", "replace-lady", "move-anywhere", "look-five", "clue-and-discard", "swap-clue", "move-neighbour",
    "advance-two", "discard", "discard-fog",
)  # fmt: skip
REMARKS = ("a late guess", "she laughed // twice", "Überfall, 3 o'clock")


@dataclass
class SlotCard:
    """A card of the ring. `effect` is None for a stealth card, else that of the fog card which took the slot."""

    slot: int
    place: str
    landmark: str
    effect: str | None = None

    @property
    def face(self) -> str:
        return "fog" if self.effect else self.landmark


@dataclass
class Countdown:
    left: int


@dataclass(frozen=True)
class ClueCard:
    """A lady's card, whoever it is used for."""

    name: str
    suit: str
    symbols: tuple[str, ...]

    def number_for(self, suit: str) -> list[int]:
        """With how many of these symbols a lady of that suit may agree: what is printed on the card."""
        others = [lady for lady in lady_cards() if lady.suit == suit and lady != self]
        return sorted({len(set(self.symbols) & set(lady.symbols)) for lady in others})


@dataclass(frozen=True)
class Moment:
    """What was true after an event."""

    place: str
    following: str
    lady: ClueCard
    pawn: str
    keys: frozenset[str]
    fog_left: int
    held: int
    countdown: int
    turn: int
    is_over: bool

    def answers(self) -> dict[str, Any]:
        """The true answer to each question."""
        return {
            "lady.location": self.place,
            "lady.location.next": self.following,
            "lady.symbols": tuple(sorted(self.lady.symbols)),
            "lady.identity": self.lady.name,
        }


@dataclass(frozen=True)
class Played:
    """A game: what was written down, and what was true (`moments[0]` at set-up, then one for each event)."""

    session: dict[str, Any]
    moments: tuple[Moment, ...]
    trail: tuple[str, ...]
    """Where she is in each slot."""
    landmarks: tuple[str, ...]

    @property
    def events(self) -> list[dict[str, Any]]:
        return self.session["events"]


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((CARDS / name).read_text("utf-8"))


@cache
def lady_cards() -> tuple[ClueCard, ...]:
    return tuple(
        ClueCard(lady["name"], lady["suit"], tuple(lady["symbols"])) for lady in _read("ladies.toml")["ladies"]
    )


@cache
def stealth_cards() -> tuple[tuple[str, str, str], ...]:
    """Location, landmark and letters of the 32 printed cards."""
    return tuple((card["location"], card["landmark"], card["letters"]) for card in _read("stealth.toml")["cards"])


# The true deck


def walk_of_the_map(rng: Random, stays: bool) -> list[tuple[str, str]]:
    """A closed walk of 26 slots, each equally likely, each card with any landmark of its location."""
    near = {place: [*london().neighbours[place], *([place] if stays else [])] for place in london().names}
    start = rng.choices(london().names, [_ways(near, place, 26)[0][place] for place in london().names])[0]
    ways, walk = _ways(near, start, 26), [start]
    for slot in range(1, 26):
        options = near[walk[-1]]
        walk.append(rng.choices(options, [ways[slot][place] for place in options])[0])
    return [(place, rng.choice(london().place(place).landmarks)) for place in walk]


def _ways(near: dict[str, list[str]], start: str, slots: int) -> list[dict[str, int]]:
    """`ways[slot][place]`: in how many ways the walk goes on from `place` in that slot and closes at `start`."""
    ways = [{place: int(start in near[place]) for place in near}]
    for _ in range(slots - 1):
        ways.insert(0, {place: sum(ways[0][other] for other in near[place]) for place in near})
    return ways


def sorted_row(number: int) -> list[tuple[str, str]]:
    """Printed sequence `number` from A to Z."""
    letters = sorted((letter[number - 1], place, landmark) for place, landmark, letter in stealth_cards())
    return [(place, landmark) for letter, place, landmark in letters if letter != "-"]


def cut(rng: Random, row: list[tuple[str, str]]) -> list[tuple[str, str]]:
    at = rng.randrange(len(row))
    return row[at:] + row[:at]


def prepare(rng: Random, knowledge: str) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """The set-up key `stealth`, and the deck that lies there."""
    if knowledge == "map":
        stays = rng.random() < 0.4
        return {"knowledge": "map", "stays": stays}, walk_of_the_map(rng, stays)
    number, direction = rng.randint(1, 8), rng.choice(["forward", "reverse"])
    row = cut(rng, sorted_row(number)[:: 1 if direction == "forward" else -1])
    if knowledge == "cards":
        return {"knowledge": "cards", "stays": number > 4 or rng.random() < 0.3}, row
    sequences = sorted({number, *rng.sample(range(1, 9), rng.randint(0, 7))})
    directions = [direction] if rng.random() < 0.5 else ["forward", "reverse"]
    return {"knowledge": "printed", "sequences": sequences, "directions": directions}, row


# The game


class Referee:
    """Holds the cards, moves them as the rulebook says, and writes down what the player sees."""

    def __init__(self, seed: int, knowledge: str, lady: str | None) -> None:
        self.rng = Random(f"{seed} {knowledge} {lady}")
        stealth, ring = prepare(self.rng, knowledge)
        self.countdown = Countdown(self.rng.randint(1, 3))
        self.deck: list[SlotCard | Countdown] = [SlotCard(slot, *card) for slot, card in enumerate(ring)]
        self.deck.append(self.countdown)
        self.trail, self.landmarks = zip(*ring, strict=True)
        self.fog_deck = self.rng.sample(EFFECTS, 10)
        self._deal_ladies()
        self.hand: list[ClueCard] = []
        self.unwritten: list[ClueCard] = []
        self.pawn = self.rng.choice(london().names)
        self.keys = {self.pawn}
        self.turn, self.is_over, self.flight_waits = 0, False, False
        self.events: list[dict[str, Any]] = []
        self.setup = {"start": self.pawn, "stealth": {**stealth, "countdown": self.countdown.left}}
        if lady is not None:
            self.setup["lady"] = {"set": "dark", "suit": self.lady.suit, "knowledge": lady}
        self.moments = [self._moment()]

    def _deal_ladies(self) -> None:
        cards = self.rng.sample(lady_cards(), 12)
        self.lady = cards.pop()
        self.under_keys: ClueCard | None = next(card for card in cards if card.suit == self.lady.suit)
        self.clue_deck = [card for card in cards if card != self.under_keys]

    def played(self) -> Played:
        session = {"format": 1, "game": "black-sonata", "setup": self.setup, "events": self.events}
        return Played(session, tuple(self.moments), self.trail, self.landmarks)

    # What is written down

    def note(self, kind: str, **fields: Any) -> None:
        event = {"type": kind, **fields}
        if self.rng.random() < 0.05:
            event["note"] = self.rng.choice(REMARKS)
        self.events.append(event)
        self.moments.append(self._moment())

    def _moment(self) -> Moment:
        ring = [card for card in self.deck if isinstance(card, SlotCard)]
        ahead = 1 + (len(self.hand) if self.flight_waits else 0)
        return Moment(
            ring[0].place, ring[ahead % 26].place, self.lady, self.pawn, frozenset(self.keys), len(self.fog_deck),
            len(self.hand), self.countdown.left, self.turn, self.is_over,
        )  # fmt: skip

    def glimpse(self, met: Sequence[str]) -> Any:
        """What the player notes of the card on top, after the special cards met before it."""
        face = None if self.rng.random() < 0.12 else self.top.face
        if face is None and (not met or self.rng.random() < 0.5):
            return None
        return [*met, face] if met else face

    # The deck

    @property
    def top(self) -> SlotCard:
        card = self.deck[0]
        assert isinstance(card, SlotCard)
        return card

    def advance(self) -> Any:
        """The top card goes to the bottom; what the player notes of the one that comes up."""
        met = []
        self.deck.append(self.deck.pop(0))
        while isinstance(self.deck[0], Countdown):
            met.append("countdown")
            self.countdown.left = max(0, self.countdown.left - 1)
            self.is_over |= self.countdown.left == 0
            self.deck.append(self.deck.pop(0))
        return self.glimpse(met)

    def fly(self, cards: int) -> dict[str, Any]:
        """The cards that pass by, as a field of the event; sometimes nobody looked."""
        passed = [self.advance() for _ in range(cards)]
        return {} if self.rng.random() < 0.25 else {"passed": passed}

    def lay_fog(self) -> None:
        """A new fog card takes the slot on top."""
        self.top.effect = self.fog_deck.pop(0)

    # A turn

    def play(self, turns: int) -> None:
        if self.rng.random() < 0.9:
            self.note("top", shows=self.glimpse([]))
        for _ in range(turns):
            if self.is_over:
                return
            self.turn += 1
            self.note("turn", shows=self.advance())
            if not self.is_over:
                self.act()

    def act(self) -> None:
        self.write_clues(0.4)
        if self.top.effect and self.can_use(self.top.effect) and self.rng.random() < 0.7:
            self.use_fog()
        elif not self.top.effect and self.pawn in self.keys and self.fog_deck and self.wants_search():
            self.search()
        elif self.rng.random() < 0.85:
            self.move()
        elif self.rng.random() < 0.5:
            self.note("pass")

    def wants_search(self) -> bool:
        return len(self.clue_deck) > 0 and self.rng.random() < (0.9 if self.top.place == self.pawn else 0.15)

    def move(self) -> None:
        near = london().neighbours[self.pawn]
        self.arrive(self.rng.choice([place for place in near if place not in self.keys] or near))
        self.note("move", to=self.pawn)
        if len(self.keys) == 11 and self.under_keys and self.rng.random() < 0.8:
            self.take_clue_under_keys()

    def arrive(self, place: str) -> None:
        self.pawn = place
        self.keys.add(place)

    # Searches

    def search(self) -> None:
        found = self.top.place == self.pawn
        self.lay_fog()
        if found:
            self.draw_clue()
        if self.rng.random() < 0.6:
            self.note("search", found=found, **self.fly(len(self.hand)))
        else:
            self.search_and_wait(found)
        if found and not self.flight_waits and not self.is_over and self.rng.random() < 0.06:
            self.confront()

    def search_and_wait(self, found: bool) -> None:
        """The deck waits; the player reads the new clue, or names her, before it flies."""
        self.flight_waits = True
        self.note("search", found=found, flight=False)
        self.write_clues(0.7)
        if found and self.rng.random() < 0.06:
            self.confront()
            return
        passed = self.fly(len(self.hand))
        self.flight_waits = False
        self.note("flight", **passed)

    def confront(self) -> None:
        named = self.lady if self.rng.random() < 0.5 else self.rng.choice(lady_cards())
        self.is_over = True
        self.note("confront", symbols=list(named.symbols), right=named == self.lady)

    # Clues

    def draw_clue(self) -> None:
        self.hand.append(self.clue_deck.pop(0))
        self.unwritten.append(self.hand[-1])

    def write_clues(self, eagerness: float) -> None:
        for card in list(self.unwritten):
            if self.rng.random() < eagerness:
                self.unwritten.remove(card)
                self.note("clue", symbols=list(card.symbols), numbers=card.number_for(self.lady.suit))

    def take_clue_under_keys(self) -> None:
        card, self.under_keys = self.under_keys, None
        assert card is not None
        self.hand.append(card)
        self.note("clue", symbols=list(card.symbols), numbers=card.number_for(self.lady.suit), **{"from": "keys"})

    # Fog

    def can_use(self, effect: str) -> bool:
        """The rules say nothing of a swap without a clue, or of discarding from an empty fog deck: not played."""
        needed = 2 if effect == "discard-fog" else 1
        return len(self.fog_deck) >= needed and len(self.clue_deck) > 0 and (bool(self.hand) or effect != "swap-clue")

    def use_fog(self) -> None:
        effect = self.top.effect
        assert effect is not None
        self.lay_fog()
        fields = getattr(self, "do_" + effect.replace("-", "_"))()
        if effect not in ("clue-and-discard", "discard"):
            self.fog_deck.append(effect)
        self.note("fog", effect=effect, **fields)

    def do_clue(self) -> dict[str, Any]:
        self.draw_clue()
        return {}

    do_clue_and_discard = do_clue

    def do_discard(self) -> dict[str, Any]:
        return {}

    def do_discard_fog(self) -> dict[str, Any]:
        del self.fog_deck[:1]
        return {}

    def do_replace_lady(self) -> dict[str, Any]:
        cards = [*self.clue_deck, self.lady]
        self.rng.shuffle(cards)
        self.lady, *self.clue_deck = cards
        return {"suit": self.lady.suit}

    def do_move_anywhere(self) -> dict[str, Any]:
        self.arrive(self.rng.choice(london().names))
        return {"to": self.pawn}

    def do_move_neighbour(self) -> dict[str, Any]:
        self.arrive(self.rng.choice(london().neighbours[self.pawn]))
        return {"to": self.pawn}

    def do_look_five(self) -> dict[str, Any]:
        below = [card for card in self.deck[1:] if isinstance(card, SlotCard) and not card.effect]
        seen = [None if self.rng.random() < 0.1 else card.landmark for card in below[:5]]
        return {"shows": [*seen, *[None] * (5 - len(seen))]}

    def do_swap_clue(self) -> dict[str, Any]:
        given = self.hand.pop(self.rng.randrange(len(self.hand)))
        if given in self.unwritten:
            self.unwritten.remove(given)
        self.draw_clue()
        return {"gives": list(given.symbols)}

    def do_advance_two(self) -> dict[str, Any]:
        return self.fly(2)


def play(seed: int, knowledge: str = "map", lady: str | None = "symbols", turns: int = 40) -> Played:
    """A random legal game of at most so many turns. The same seed plays the same game."""
    referee = Referee(seed, knowledge, lady)
    referee.play(turns)
    return referee.played()


def some_of(number: int, every: int) -> list[int]:
    """Every so many of the numbers up to `number`, that one always among them."""
    return sorted({*range(0, number + 1, every), number})
