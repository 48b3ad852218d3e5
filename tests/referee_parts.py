"""A referee who plays with every expansion of Black Sonata, alone or in any combination.

It extends the referee of the base game: the deck is a list of cards with special cards between them, and the hidden
cards (hideout, Rendezvous, blazon, lady) lie on the referee's side. Nothing here comes from the program but the board
and the base game's printed cards: the Poet's steps, distances and overlaps are worked out anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product
from math import atan2
from random import Random
from typing import Any

from maps import london
from tests.referee import (
    EFFECTS,
    ClueCard,
    Countdown,
    Moment,
    Played,
    Referee,
    SlotCard,
    lady_cards,
    prepare,
)

SYMBOLS = tuple(sorted({symbol for lady in lady_cards() for symbol in lady.symbols}))
DARKER_SUITS = ("hearts", "clubs", "diamonds", "spades")
LADIES = ("dark-symbols", "dark-cards", "darker", "darkest")
LEVELS = ("deck-map", "deck-printed", "deck-cards")
POETS = ("elusive", "aggressive")
SWITCHES = ("youth", "rendezvous", "blazon", "ferryman", "extra_fog", "tarry", "waypoints", "indirections")
PARTS = (*LEVELS, *LADIES, *POETS, *SWITCHES)
"""Names of all parts; of the first three groups a game has one each at most."""
OTHER = ("other-plain", "other-move", "other-look", "other-gives", "other-passed", "other-suit")
CROSSING = {"Blackfriars", "Liberty of the Clink"}
RIVERSIDE = ("Blackfriars", "Liberty of the Clink", "London Bridge")
TEXTS = ("the cards are dealt anew", "nothing happens", "look at Übermut's own page 3")


@dataclass
class RingCard(SlotCard):
    """A card of the ring; `landmark` is what a stealth card shows, whatever kind of face. `effect` may be a blazon."""

    @property
    def face(self) -> Any:
        return "blazon" if self.effect == "blazon" else super().face


@dataclass(frozen=True)
class Mark:
    """A Tarry, waypoint or tracer card in the deck."""

    name: str


@dataclass(frozen=True)
class TwoSides:
    """A clue card of the Darkest Ladies."""

    four: tuple[str, ...]
    three: tuple[str, ...]

    @property
    def symbols(self) -> tuple[str, ...]:
        return self.three


@dataclass(frozen=True)
class PartsMoment(Moment):
    """What was true after an event, with the expansions."""

    hidden: dict[str, Any] = field(default_factory=dict)
    ferry: str = ""
    poet: str = ""
    left: dict[str, int] = field(default_factory=dict)

    def answers(self) -> dict[str, Any]:
        return self.hidden


# The board, worked out anew


@cache
def steps_from(start: str) -> dict[str, int]:
    return dict(_steps(start, frozenset()))


def _steps(start: str, closed: frozenset[str]) -> dict[str, int]:
    """Roads to every location in reach from `start`, entering no closed one."""
    found, queue = {start: 0}, [start]
    for here in queue:
        for there in london().neighbours[here]:
            if there not in found and there not in closed:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def angle(here: tuple[int, int], facing: tuple[int, int], there: tuple[int, int]) -> float:
    """How far to the right of who faces that way `there` lies (y points down)."""
    x, y = there[0] - here[0], there[1] - here[1]
    return atan2(facing[0] * y - facing[1] * x, facing[0] * x + facing[1] * y)


def poet_step(kind: str, poet: str, pawn: str, face: Any) -> str:
    """Where the Poet stands after an update that shows `face` ("fog" for a blazon)."""
    if face == "fog" or poet == pawn:
        return poet
    places = {place.name: place for place in london().places}
    closed = frozenset(name for name, place in places.items() if face in place.landmarks)
    near, (px, py), (x, y) = london().neighbours[poet], places[pawn].xy, places[poet].xy
    if kind == "elusive":
        options = [p for p in near if p not in closed and steps_from(pawn)[p] > 1] if pawn in near else []
        facing = (x - px, y - py)
    else:
        away = {p: _steps(p, closed).get(pawn, 99) for p in near if p not in closed}
        least = min(away.values(), default=99)
        options, facing = [p for p in away if away[p] == least < 99], (px - x, py - y)
    return min(options, key=lambda p: (-round(angle((x, y), facing, places[p].xy), 9), p), default=poet)


def youth_answers(hideout: str, place: str) -> list[str]:
    """Every landmark that his card for this hideout may show at a location."""
    near = london().neighbours[place]
    goals = near if place == hideout else [p for p in near if steps_from(p)[hideout] < steps_from(place)[hideout]]
    return sorted({landmark for goal in goals for landmark in london().place(goal).landmarks})


def distance(landmark: str, reading: str, place: str) -> int:
    """The number that the Rendezvous card for this landmark shows at a location."""
    sites = [p.name for p in london().places if landmark in p.landmarks]
    if reading == "nearest-other":
        sites = [site for site in sites if site != place]
    return min(steps_from(site)[place] for site in sites)


# The game


@dataclass(frozen=True)
class Combination:
    """Which parts are on, by the names in PARTS."""

    parts: frozenset[str]

    def __contains__(self, part: str) -> bool:
        return part in self.parts

    def one_of(self, group: Sequence[str]) -> str | None:
        return next((part for part in group if part in self.parts), None)

    def __str__(self) -> str:
        return "+".join(part for part in PARTS if part in self.parts)


class PartsReferee(Referee):
    """Plays a combination. Parts that are off are off in the session; the base game's cards are always there."""

    def __init__(self, seed: int, parts: Combination) -> None:
        self.parts = parts
        self.rng = Random(f"{seed} {parts}")
        self.turn, self.is_over, self.flight_waits = 0, False, False
        self.events: list[dict[str, Any]] = []
        self.setup: dict[str, Any] = {}
        self.haste = self.rng.choice([0.0, 0.0, 0.6])
        """How often a turn goes by without an action, so that the deck comes round."""
        self.pawn = self.rng.choice(london().names)
        self.setup["start"] = self.pawn
        self._set_rules()
        self._deal_deck()
        self._deal_ladies()
        self.hand: list[Any] = []
        self.unwritten: list[Any] = []
        self._deal_hidden()
        self._set_keys()
        self._set_poet()
        self.moments = [self._moment()]

    def _set_rules(self) -> None:
        self.free = {"ask": self.rng.random() < 0.3, "query": self.rng.random() < 0.3}
        self.start_key = "ferryman" in self.parts or self.rng.random() < 0.8
        rules = {f"{kind}_is_free": True for kind, is_free in self.free.items() if is_free}
        if not self.start_key:
            rules["start_key"] = False
        if rules:
            self.setup["rules"] = rules

    def _count(self, part: str, usual: int, most: int) -> int:
        """So many cards of a part, written as `true` where it is the usual number."""
        if part not in self.parts:
            return 0
        number = self.rng.choice([usual, self.rng.randint(1, most)])
        self.setup[part] = True if number == usual and self.rng.random() < 0.7 else number
        return number

    def _deal_deck(self) -> None:
        level = self.parts.one_of(LEVELS) or "deck-map"
        stealth, ring = prepare(self.rng, level.removeprefix("deck-"))
        self.countdown = Countdown(self.rng.randint(1, 3))
        if self.parts.one_of(LEVELS):
            self.setup["stealth"] = {**stealth, "countdown": self.countdown.left}
        faces = self._faces(ring)
        self.trail, self.landmarks = tuple(place for place, _ in ring), tuple(faces)
        cards = zip(self.trail, faces, strict=True)
        self.deck: list[Any] = [RingCard(slot, place, face) for slot, (place, face) in enumerate(cards)]
        self.deck.append(self.countdown)
        self.fog_deck = self.rng.sample(EFFECTS, 10)
        self.fog_deck += self.rng.choices(OTHER, k=self._count("extra_fog", 4, 7))
        self.rng.shuffle(self.fog_deck)
        self.left = {"tarry": self._count("tarry", 3, 3)}
        self.left |= dict.fromkeys(("waypoint", "tracer"), self._count("waypoints", 2, 3))

    def _faces(self, ring: Sequence[tuple[str, str]]) -> list[Any]:
        """What the stealth cards show: landmarks, and some indirections in their place."""
        faces: list[Any] = [landmark for _, landmark in ring]
        if "indirections" not in self.parts:
            return faces
        slots = self.rng.sample(range(26), self.rng.randint(1, 12))
        self.setup["indirections"] = self.rng.choice([True, len(slots)])
        for slot in slots:
            faces[slot] = self._indirection(ring[slot - 1][0], ring[slot][0])
        return faces

    def _indirection(self, before: str, here: str) -> Any:
        (x0, y0), (x1, y1) = (london().place(name).xy for name in (before, here))
        went = [*(["N"] if y1 < y0 else ["S"] if y1 > y0 else []), *(["E"] if x1 > x0 else ["W"] if x1 < x0 else [])]
        if went and self.rng.random() < 0.5:
            return {"compass": self.rng.sample(went, self.rng.randint(1, len(went)))}
        colour = london().place(here).colour
        other = self.rng.choice([name for name in london().colours if name != colour])
        return {"colours": self.rng.sample([colour, other], 2)}

    def _deal_ladies(self) -> None:
        kind = self.parts.one_of(LADIES)
        if kind == "darkest":
            self._deal_darkest()
            return
        pool = self._darker_cards() if kind == "darker" else list(lady_cards())
        self.pool: Sequence[Any] = pool
        cards = self.rng.sample(pool, 12)
        self.lady: Any = cards.pop()
        key = next(card for card in cards if card.suit == self.lady.suit)
        self.bonus: list[Any] = [key]
        self.clue_deck: list[Any] = [card for card in cards if card != key]
        if kind == "darker":
            self.setup["lady"] = {"set": "darker", "suit": self.lady.suit, **self._darker_list()}
        elif kind is not None:
            self.setup["lady"] = {"set": "dark", "suit": self.lady.suit, "knowledge": kind[5:]}

    def _darker_cards(self) -> list[ClueCard]:
        triples = self.rng.sample(list(combinations(SYMBOLS, 3)), 12)
        return [ClueCard(f"Lady {n}", DARKER_SUITS[n % 4], triple) for n, triple in enumerate(triples)]

    def _darker_list(self) -> dict[str, Any]:
        if self.rng.random() < 0.5:
            return {}
        listed = [
            {"name": card.name, "suit": card.suit, "symbols": list(card.symbols),
             "numbers": {suit: self.number_for(card, suit) for suit in DARKER_SUITS}}
            for card in self.pool
        ]  # fmt: skip
        return {"cards": listed}

    def number_for(self, card: ClueCard, suit: str) -> list[int]:
        others = [lady for lady in self.pool if lady.suit == suit and lady != card]
        return sorted({len(set(card.symbols) & set(lady.symbols)) for lady in others})

    def _deal_darkest(self) -> None:
        repeats = self.rng.random() < 0.3
        triples = [t for t in product(SYMBOLS, repeat=3) if repeats or len(set(t)) == 3]
        pool = [ClueCard(f"Lady {n}", "", triple) for n, triple in enumerate(self.rng.sample(triples, 7))]
        self.pool, self.lady = pool, self.rng.choice(pool)
        cards = [TwoSides(tuple(self.rng.sample(SYMBOLS, 4)), tuple(self.rng.sample(SYMBOLS, 3))) for _ in range(12)]
        self.bonus, self.clue_deck = cards[:2], cards[2:]
        self.setup["lady"] = {"set": "darkest", **({"repeats": True} if repeats else {})}
        if self.rng.random() < 0.4:
            ladies = [{"name": lady.name, "symbols": list(lady.symbols)} for lady in pool]
            clues = [{"four": list(card.four), "three": list(card.three)} for card in cards]
            self.setup["lady"]["cards"] = self.rng.choice([{"ladies": ladies, "clues": clues}, ladies])

    def _deal_hidden(self) -> None:
        """The Fair Youth's card, the Rendezvous card and the blazon."""
        youths = {h: {p: self.rng.choice(youth_answers(h, p)) for p in london().names} for h in london().names}
        self.hideout = self.rng.choice(london().names)
        self.youth, self.is_caught = youths[self.hideout], False
        if "youth" in self.parts:
            cards = [{"hideout": hideout, "answers": answers} for hideout, answers in youths.items()]
            self.setup["youth"] = self._listed(cards)
        self.here = self.rng.choice(["nearest-other", "nearest", "either"])
        self.reading = self.rng.choice(["nearest-other", "nearest"]) if self.here == "either" else self.here
        self.landmark = self.rng.choice(london().landmarks)
        if "rendezvous" in self.parts:
            cards = [
                {
                    "landmark": mark,
                    "distances": {place: distance(mark, self.reading, place) for place in london().names},
                }
                for mark in london().landmarks
            ]
            self.setup["rendezvous"] = {**self._listed(cards), **self._named_reading()}
        self._deal_blazon()

    def _listed(self, cards: list[Any]) -> dict[str, Any]:
        return {"cards": cards} if self.rng.random() < 0.25 else {}

    def _named_reading(self) -> dict[str, Any]:
        is_usual = self.here == "nearest-other"
        return {} if is_usual and self.rng.random() < 0.5 else {"here": self.here}

    def _deal_blazon(self) -> None:
        style = self.rng.choice(["plain", "plain", "tiles", "symbols"])
        names = ["lion", "rose", "tower", "star", "crown", "key", "boar", "sun", "moon", "oak leaf"]
        self.tiles = [[f"{n}a", f"{n}b"] for n in range(1, 6)]
        setting: dict[str, Any] = {}
        if style == "tiles":
            self.tiles = [names[n : n + 2] for n in range(0, 10, 2)]
            setting = {"tiles": self.tiles}
        elif style == "symbols":
            self.tiles = [[name] for name in names[:8]]
            setting = {"symbols": names[:8], "pick": 4}
        self.blazon = self.draw_shield()
        if self.rng.random() < 0.25:
            setting["cards"] = [self.blazon, *(self.draw_shield() for _ in range(9))]
        self.questions = 9 if "blazon" in self.parts else 0
        self.due = 0
        if "blazon" in self.parts:
            self.setup["blazon"] = setting

    def draw_shield(self) -> list[str]:
        return [self.rng.choice(tile) for tile in self.rng.sample(self.tiles, 4)]

    def _set_keys(self) -> None:
        self.keys = {self.pawn} if self.start_key else set()
        self.ferry = self.rng.choice(RIVERSIDE)
        self.pile = self.rng.sample([name for name in london().names if name not in RIVERSIDE], 8)
        self.tells_keys = self.rng.random() < 0.85
        if "ferryman" in self.parts:
            self.keys = set()
            shown = self.pile[:1]
            if self.pile[0] == self.pawn:
                self.keys.add(self.pile.pop(0))
                shown = [self.pawn, self.pile[0]]
            self.setup["ferryman"] = {"ferry": self.ferry, **({"keys": shown} if self.tells_keys else {})}

    def _set_poet(self) -> None:
        self.kind = self.parts.one_of(POETS)
        self.poet = self.rng.choice(self.same_colour(self.pawn))
        if self.kind:
            self.setup["poet"] = {"kind": self.kind, "at": self.poet}

    def same_colour(self, place: str) -> list[str]:
        colour = london().place(place).colour
        return [p.name for p in london().places if p.colour == colour and p.name != place]

    # What was true

    def _moment(self) -> PartsMoment:
        ring = [card for card in self.deck if isinstance(card, SlotCard)]
        ahead = 1 + (len(self.hand) if self.flight_waits else 0) - (not isinstance(self.deck[0], SlotCard))
        is_ordered = self.parts.one_of(LADIES) == "darkest"
        hidden = {
            "lady.location": ring[0].place,
            "lady.location.next": ring[ahead % 26].place,
            "lady.symbols": self.lady.symbols if is_ordered else tuple(sorted(self.lady.symbols)),
            "lady.identity": self.lady.name,
            "youth.hideout": self.hideout,
            "rendezvous.landmark": self.landmark,
            "blazon.symbols": tuple(sorted(self.blazon)),
        }
        return PartsMoment(
            ring[0].place, ring[ahead % 26].place, self.lady, self.pawn, frozenset(self.keys), len(self.fog_deck),
            len(self.hand), self.countdown.left, self.turn, self.is_over, hidden, self.ferry, self.poet,
            {**self.left, "blazon": self.questions},
        )  # fmt: skip

    # The deck

    def advance(self) -> Any:
        met = []
        self.deck.append(self.deck.pop(0))
        while not isinstance(self.deck[0], SlotCard):
            met.append(self.meet(self.deck.pop(0)))
        shown = self.glimpse(met)
        if self.top.effect == "blazon":
            self.top.effect = self.fog_deck.pop(0)
            self.due += 1
        return shown

    def meet(self, card: Any) -> str:
        """A special card that comes up: the countdown goes to the bottom, others leave the deck."""
        if isinstance(card, Mark):
            self.texts += [self.rng.choice(TEXTS)] if card.name == "tarry" else []
            return card.name
        self.countdown.left = max(0, self.countdown.left - 1)
        self.is_over |= self.countdown.left == 0
        self.deck.append(card)
        return "countdown"

    def lay_fog(self) -> None:
        if self.top.effect is None and self.questions:
            self.questions -= 1
            self.top.effect = "blazon"
        else:
            super().lay_fog()

    def fog_to_spare(self) -> int:
        """Fog cards in stock beside those that blazon cards will need."""
        return len(self.fog_deck) - sum(isinstance(c, SlotCard) and c.effect == "blazon" for c in self.deck)

    # A turn

    def play_events(self, number: int) -> None:
        """Plays until so many events are noted, the game is over, or the stock of fog runs low."""
        self.texts: list[str] = []
        if self.rng.random() < 0.9:
            self.note("top", shows=self.glimpse([]))
        while len(self.events) < number and not self.is_over and self.fog_to_spare() > 3:
            self.turn += 1
            shows = self.advance()
            if self.kind:
                self.poet = poet_step(self.kind, self.poet, self.pawn, "fog" if self.top.effect else self.top.landmark)
            self.note("turn", shows=shows)
            self.chores()
            if not self.is_over and self.rng.random() >= self.haste:
                self.act()
                self.chores()
            if not self.is_over:
                self.lay_tarry()

    def chores(self) -> None:
        """What costs no action and waits to be done; nothing of it while a flight waits, or once the game is over."""
        if self.is_over:
            return
        while self.texts:
            self.note("tarry-text", text=self.texts.pop(0))
        while self.due:
            self.due -= 1
            shield = self.draw_shield()
            self.note("blazon", symbols=shield, common=len(set(shield) & set(self.blazon)))
        self.write_clues(0.4)
        self.lay_marks()

    def lay_marks(self) -> None:
        for name in ("waypoint", "tracer"):
            if self.left[name] and Mark(name) not in self.deck and self.rng.random() < 0.08:
                self.left[name] -= 1
                if name == "waypoint":
                    self.deck.append(Mark(name))
                    self.note(name, at=self.rng.choice([self.top_slot.place, self.rng.choice(london().names)]))
                else:
                    self.trace(self.rng.choice([3, 5]))

    def trace(self, moves: int) -> None:
        """The tracer goes above the last three or five cards of hers."""
        slots = [n for n, card in enumerate(self.deck) if isinstance(card, SlotCard)]
        self.deck.insert(slots[-moves], Mark("tracer"))
        self.note("tracer", moves=moves)

    @property
    def top_slot(self) -> Any:
        return next(card for card in self.deck if isinstance(card, SlotCard))

    def lay_tarry(self) -> None:
        if self.left["tarry"] and self.rng.random() < 0.12:
            self.left["tarry"] -= 1
            self.deck.insert(0, Mark("tarry"))
            self.note("tarry")

    @property
    def is_held(self) -> bool:
        """The Aggressive Poet stands on the pawn: this turn's action must be to move away."""
        return self.kind == "aggressive" and self.poet == self.pawn

    def act(self) -> None:
        self.ask_around(True)
        if self.is_held:
            self.move()
        elif self.top.effect and self.can_use(self.top.effect) and self.rng.random() < 0.7:
            self.use_fog()
        elif not self.top.effect and self.pawn in self.keys and self.wants_search():
            self.search()
        elif self.rng.random() < 0.35 and self.ask_around(False):
            return
        elif self.rng.random() < 0.9:
            self.move()
        elif self.rng.random() < 0.5:
            self.note("pass")
        self.meet_youth()

    def ask_around(self, free: bool) -> bool:
        """Asks or queries at the pawn, if its key is held: as this turn's action, or where the rules make it free."""
        for kind, part in self.rng.sample([("ask", "youth"), ("query", "rendezvous")], 2):
            is_wanted = not free or self.rng.random() < 0.3
            if part in self.parts and self.free[kind] is free and self.pawn in self.keys and is_wanted:
                told = {"landmark": self.youth[self.pawn]}
                if kind == "query":
                    told = {"distance": distance(self.landmark, self.reading, self.pawn)}
                self.note(kind, **told)
                if not free:
                    return True
        return False

    def meet_youth(self) -> None:
        if "youth" in self.parts and not self.is_over and not self.is_caught and self.rng.random() < 0.04:
            self.is_caught = True
            verdict = {"right": self.hideout == self.pawn} if self.rng.random() < 0.9 else {}
            self.note("confront", who="youth", location=self.pawn, **verdict)

    # Ways

    def roads(self) -> list[str]:
        near = london().neighbours[self.pawn]
        if "ferryman" in self.parts:
            near = [place for place in near if {place, self.pawn} != CROSSING]
        return [place for place in near if self.may_enter(place)]

    def may_enter(self, place: str) -> bool:
        return self.kind != "aggressive" or place != self.poet

    def move(self) -> None:
        rides = [p for p in RIVERSIDE if p != self.pawn and self.may_enter(p)] if self.pawn == self.ferry else []
        if "ferryman" in self.parts and rides and self.rng.random() < 0.4:
            self.ferry = self.rng.choice(rides)
            self.go("ferry", self.ferry)
        elif "ferryman" in self.parts and self.may_summon() and self.rng.random() < 0.4:
            self.ferry = self.pawn
            self.note("summon")
        elif self.roads():
            self.go("move", self.rng.choice(self.wanted() or self.roads()))

    def may_summon(self) -> bool:
        return self.pawn in RIVERSIDE and self.pawn != self.ferry and not self.is_held

    def wanted(self) -> list[str]:
        """Where to go on foot: to her, to the Poet, to a key; nowhere special every third time."""
        goals = {self.top_slot.place, *([self.poet] if self.kind == "elusive" else []), *self.pile[:1]}
        return [place for place in self.roads() if place in goals and self.rng.random() < 0.66]

    def go(self, kind: str, place: str, **fields: Any) -> None:
        """The pawn comes to `place`; what that brings is noted after the event."""
        before, had = self.pawn, len(self.keys)
        self.arrive(place)
        self.note(kind, to=place, **fields)
        if "ferryman" in self.parts and len(self.keys) > had and self.pile and self.tells_keys:
            self.note("key", next=self.pile[0])
        if self.kind == "elusive" and place == self.poet != before:
            self.meet_poet()
        is_full = len(self.keys) == (8 if "ferryman" in self.parts else 11)
        while is_full and self.bonus and self.rng.random() < 0.8:
            self.write_clue(self.bonus.pop(), {"from": "keys"})

    def arrive(self, place: str) -> None:
        self.pawn = place
        if "ferryman" not in self.parts:
            self.keys.add(place)
        elif self.pile[:1] == [place]:
            self.keys.add(self.pile.pop(0))

    def meet_poet(self) -> None:
        """He gives a clue, a fog card is discarded, and he is moved to another location of that colour."""
        if self.clue_deck and self.rng.random() < 0.85:
            self.write_clue(self.clue_deck.pop(0), {"from": "poet"})
        self.poet = self.rng.choice(self.same_colour(self.pawn))
        if self.rng.random() < 0.85:
            self.note("poet", at=self.poet)

    # Clues

    def write_clues(self, eagerness: float) -> None:
        for card in list(self.unwritten):
            if self.rng.random() < eagerness:
                self.unwritten.remove(card)
                self.write_clue(card, {})

    def write_clue(self, card: Any, source: dict[str, str]) -> None:
        if isinstance(card, TwoSides) and self.rng.random() < 0.4:
            self.note("clue-card", four=list(card.four), three=list(card.three))
        if source:
            self.hand.append(card)
        if source.get("from") == "poet":
            self.fog_deck.pop()
        if not isinstance(card, TwoSides):
            numbers = self.number_for(card, self.lady.suit)
            self.note("clue", symbols=list(card.symbols), numbers=numbers, **source)
            return
        hers = self.lady.symbols
        if self.rng.random() < 0.5:
            count = len(set(card.four) & set(hers))
            self.note("clue", side="four", symbols=list(card.four), count=count, **source)
            return
        in_place = sum(mine == other for mine, other in zip(card.three, hers, strict=True))
        count = len(set(card.three) & set(hers)) + in_place
        self.note("clue", side="three", symbols=list(card.three), count=count, **source)

    # Fog

    def can_use(self, effect: str) -> bool:
        if effect == "other-suit" and self.parts.one_of(LADIES) == "darkest":
            return False
        if effect in ("swap-clue", "other-gives") and not self.hand:
            return False
        if effect == "move-neighbour" and not self.roads():
            return False
        return self.fog_to_spare() > 3 and len(self.clue_deck) > 1

    def use_fog(self) -> None:
        effect = self.top.effect
        assert effect is not None
        self.lay_fog()
        if effect not in ("clue-and-discard", "discard"):
            self.fog_deck.append(effect)
        fields = getattr(self, "do_" + effect.replace("-", "_"))()
        if effect in OTHER:
            effect, fields = "other", {"text": self.rng.choice(TEXTS), **fields}
        place = fields.pop("to", None)
        if place is None:
            self.note("fog", effect=effect, **fields)
        else:
            self.go("fog", place, effect=effect, **fields)

    def do_replace_lady(self) -> dict[str, Any]:
        if self.parts.one_of(LADIES) == "darkest":
            self.lady = self.rng.choice([lady for lady in self.pool if lady != self.lady])
            return {"suit": None}
        return super().do_replace_lady()

    def do_move_anywhere(self) -> dict[str, Any]:
        return {"to": self.rng.choice([place for place in london().names if self.may_enter(place)])}

    def do_move_neighbour(self) -> dict[str, Any]:
        return {"to": self.rng.choice(self.roads())}

    def do_other_plain(self) -> dict[str, Any]:
        return {}

    do_other_move = do_move_anywhere

    def do_other_suit(self) -> dict[str, Any]:
        return self.do_replace_lady()

    def do_other_look(self) -> dict[str, Any]:
        return {"shows": self.do_look_five()["shows"][: self.rng.randint(1, 5)]}

    def do_other_gives(self) -> dict[str, Any]:
        return self.do_swap_clue()

    def do_other_passed(self) -> dict[str, Any]:
        return {"passed": [self.advance() for _ in range(self.rng.randint(1, 3))]}

    # The end

    def confront(self) -> None:
        """The Rendezvous card is turned first, and the blazon is named first; a wrong one ends the game."""
        if "blazon" in self.parts and self.rng.random() < 0.8:
            shield = self.blazon if self.rng.random() < 0.7 else self.draw_shield()
            is_right = set(shield) == set(self.blazon)
            self.is_over = not is_right
            self.note("confront", who="blazon", symbols=shield, right=is_right)
            if self.is_over:
                return
        named = self.lady if self.rng.random() < 0.5 else self.rng.choice(self.pool)
        fields: dict[str, Any] = {"symbols": list(named.symbols)}
        is_met = True
        if "rendezvous" in self.parts:
            fields["landmark"] = self.landmark
            is_met = self.landmark in london().place(self.pawn).landmarks
        self.is_over = True
        is_ordered = self.parts.one_of(LADIES) == "darkest"
        is_right = named.symbols == self.lady.symbols if is_ordered else named == self.lady
        self.note("confront", **fields, **({"right": is_right} if is_met else {}))


def play_parts(seed: int, parts: Combination | Sequence[str], events: int = 35) -> Played:
    """A random legal game of a combination, of at most so many events. The same seed plays the same game."""
    chosen = parts if isinstance(parts, Combination) else Combination(frozenset(parts))
    referee = PartsReferee(seed, chosen)
    referee.play_events(events)
    played = referee.played()
    session = {**played.session, "events": referee.events[:events]}
    return Played(session, tuple(referee.moments[: events + 1]), played.trail, played.landmarks)
