"""A referee plays Shadow Raiders with cards in hand: true roles, true decks, true dice.

Nothing here comes from the program but the lists of characters and cards (data). What one player at the table could
see is written down as a session; the roles dealt are kept beside it. So a session is legal by play, not by the
program's rules. Players act at random, so that every rule comes up; nobody plays to win.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

BOX = Path(__file__).resolve().parents[3] / "solver" / "games" / "shadow_raiders" / "box"
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo")
RING = ("Town hall", "Detective agency", "Grand cathedral", "Blackmist area", "Oliver's hideout", "Underground passage")
AIRSHIP = "Her Majesty's airship"
AREA_OF = {2: "Detective agency", 3: "Detective agency", 4: "Blackmist area", 5: "Blackmist area", 6: "Grand cathedral",
           7: "Town hall", 8: "Underground passage", 9: "Oliver's hideout"}  # fmt: skip
DEALT = {4: (2, 2, 0), 5: (2, 2, 1), 6: (2, 2, 2), 7: (2, 2, 3), 8: (3, 3, 2), 9: (3, 3, 3), 10: (3, 3, 4)}
"""Raiders, shadows, citizens."""


@cache
def _raw(name: str) -> dict[str, Any]:
    return tomllib.loads((BOX / name).read_text("utf-8"))


@cache
def characters(which: str) -> tuple[Mapping[str, Any], ...]:
    found = _raw("characters.toml")["characters"]
    return tuple(one for one in found if which != "base" or one["set"] == "base")


@cache
def deck(which: str) -> tuple[Mapping[str, Any], ...]:
    """Every copy of every card."""
    raw = _raw("reasoning.toml")
    copies = [card for card in raw["base"] for _ in range(card["copies"])]
    if which == "expansion":
        for gone in raw["removed"]:
            copies.remove(next(card for card in copies if card["id"] == gone))
        copies += [card for card in raw["added"] for _ in range(card["copies"])]
    return tuple(copies)


def deal(rng: Random, players: int, which: str) -> list[Mapping[str, Any]]:
    """The characters round the table, dealt as the rulebook says."""
    cast = list(characters(which))
    if which == "by-initial":
        initials = sorted({one["initial"] for one in cast})
        cast = [rng.choice([one for one in cast if one["initial"] == initial]) for initial in initials]
    chosen: list[Mapping[str, Any]] = []
    for camp, number in zip(("raider", "shadow", "citizen"), DEALT[players], strict=True):
        chosen += rng.sample([one for one in cast if one["camp"] == camp], number)
    rng.shuffle(chosen)
    return chosen


@dataclass
class Player:
    name: str
    role: Mapping[str, Any]
    damage: int = 0
    holds: int = 0
    immune: bool = False
    place: str | None = None
    is_noted_there: bool = False
    is_out: bool = False
    is_open: bool = False


@dataclass(frozen=True)
class Played:
    """A game: what was written down, and who was who."""

    session: dict[str, Any]
    truth: tuple[str, ...]

    @property
    def events(self) -> list[dict[str, Any]]:
        return self.session["events"]


@dataclass
class Game:
    rng: Random
    players: list[Player]
    me: Player
    pile: list[Mapping[str, Any]]
    has_airship: bool
    abilities: bool
    lies_on_hp: bool
    lies_on_show: bool
    notes_places: bool
    events: list[dict[str, Any]] = field(default_factory=list)
    discarded: list[Mapping[str, Any]] = field(default_factory=list)
    is_over: bool = False
    duties: list[str] = field(default_factory=list)

    @property
    def living(self) -> list[Player]:
        return [player for player in self.players if not player.is_out]

    def note(self, kind: str, **fields: Any) -> None:
        shown = {key.rstrip("_"): value for key, value in fields.items()}
        self.events.append({"type": kind, **shown})

    def others(self, player: Player) -> list[Player]:
        return [other for other in self.living if other is not player]

    # A turn

    def turn(self, player: Player) -> None:
        self.move(player)
        area = player.place
        deck = self.rng.choice(("reasoning", "white", "black"))
        if area == "Detective agency" or (area == "Blackmist area" and deck == "reasoning"):
            self.ask(player)
        elif area in ("Grand cathedral", "Underground passage", "Blackmist area"):
            self.draw(player)
        elif area == "Town hall":
            self.town_hall()
        elif area == "Oliver's hideout" and self.rng.random() < 0.5:
            self.arm(player, player.holds + 1)
        if not self.is_over and not player.is_out and self.rng.random() < 0.35:
            self.attack(player)
        if not self.is_over and self.rng.random() < 0.3 and not any(map(self.has_won, self.hidden())):
            self.note("silent")

    def move(self, player: Player) -> None:
        total = self.rng.randint(1, 4) + self.rng.randint(1, 6)
        area = AREA_OF.get(total) or (AIRSHIP if self.has_airship else self.rng.choice(RING))
        player.place = area
        if self.notes_places or player.is_noted_there:
            self.note("at", player=player.name, area="airship" if area == AIRSHIP and self.rng.random() < 0.5 else area)
            player.is_noted_there = True

    def ask(self, giver: Player) -> None:
        """Draws a reasoning card and hands it to somebody; sometimes, by the parasol, to two."""
        if not self.others(giver):
            return
        card = self.take()
        if giver is self.me and self.rng.random() < 0.3:
            self.note("holding", card=card["id"])
        targets = self.rng.sample(self.others(giver), min(2 if self.rng.random() < 0.1 else 1, len(self.others(giver))))
        for number, target in enumerate(targets):
            if not self.is_over and not target.is_out and not giver.is_out:
                self.hand(giver, target, card, number > 0)
        self.discarded.append(card)

    def take(self) -> Mapping[str, Any]:
        if not self.pile or (self.discarded and self.rng.random() < 0.02):
            self.pile += self.discarded
            self.discarded = []
            self.rng.shuffle(self.pile)
            self.note("reshuffle")
        return self.pile.pop()

    def hand(self, giver: Player, target: Player, card: Mapping[str, Any], is_same: bool) -> None:
        outcome = self.outcome(target, card)
        is_seen = self.me in (giver, target)
        fields: dict[str, Any] = {"from_": giver.name, "to": target.name, "card": card["id"] if is_seen else None}
        if outcome == "shown" and giver is self.me:
            fields["role"] = target.role["name"]
        if is_same:
            fields["same_card"] = True
        self.note("reasoning", **fields, outcome=outcome)
        if outcome == "equipment":
            target.holds -= 1
            target.immune = target.immune and target.holds > 0
            giver.holds += 1
        elif outcome == "airship":
            target.place, target.is_noted_there = AIRSHIP, True
        elif outcome == "heal-1":
            target.damage -= 1
        elif outcome.startswith("damage"):
            self.hurt(target, int(outcome[-1]), "card", giver, is_noted=True)

    def outcome(self, player: Player, card: Mapping[str, Any]) -> str:
        """What the player does: as the card says, or nothing."""
        role = player.role
        is_for = (
            ("camps" not in card or role["camp"] in card["camps"])
            and role["hp"] <= card.get("most_hp", 99)
            and role["hp"] >= card.get("least_hp", 0)
        )
        asks_hp = "most_hp" in card or "least_hp" in card
        may_lie = self.lies_on_hp if asks_hp else self.lies_on_show if card["effect"] == "show" else True
        if role.get("lies") and may_lie:
            is_for = self.rng.random() < 0.5
        if not is_for or (player.immune and self.rng.random() < 0.5):
            return "nothing"
        match card["effect"]:
            case "equipment":
                return "equipment" if player.holds and self.rng.random() < 0.5 else "damage-1"
            case "heal":
                return "heal-1" if player.damage else "damage-1"
            case "airship":
                is_there = player.place == AIRSHIP if player.is_noted_there else self.rng.random() < 0.5
                return "damage-1" if is_there else "airship"
            case "show":
                return "shown"
        return str(card["effect"])

    def draw(self, player: Player) -> None:
        """A white or black card."""
        tests = {"mirror": "VW", "cookies": "AU"}
        camps = {"advent": "raider", "dark-ritual": "shadow"}
        card = self.rng.choice((*tests, *camps, "a crossbow", "holy water"))
        passes = player.role["initial"] in tests.get(card, "") or player.role["camp"] == camps.get(card)
        turns_up = passes and not player.is_open and (card == "mirror" or self.rng.random() < 0.3)
        if card == "mirror" and player.is_open:
            card = "holy water"
        self.note("drew", player=player.name, card=card, **({"revealed": turns_up} if turns_up or passes else {}))
        if turns_up and (card == "mirror" or self.rng.random() < 0.7):
            self.open(player)
        if card == "a crossbow":
            self.arm(player, player.holds + self.rng.choice((1, 1, 5)))

    def arm(self, player: Player, holds: int) -> None:
        player.holds = holds
        player.immune = self.rng.random() < 0.15
        self.note("equipment", player=player.name, holds=holds, **({"immune": True} if player.immune else {}))
        self.declare()

    def open(self, player: Player) -> None:
        player.is_open = True
        self.note("reveal", player=player.name, role=player.role["name"])

    def town_hall(self) -> None:
        target = self.rng.choice(self.living)
        if self.rng.random() < 0.6:
            self.hurt(target, 2, "area", None, is_noted=False)
        elif target.damage:
            target.damage -= 1
            self.note("damage", player=target.name, total=target.damage)

    def attack(self, player: Player) -> None:
        targets = self.rng.sample(self.others(player), min(self.rng.choice((1, 1, 1, 2)), len(self.others(player))))
        harm = abs(self.rng.randint(1, 4) - self.rng.randint(1, 6)) + self.rng.choice((0, 0, 2, 4))
        if self.rng.random() < 0.5:
            self.note("attack", by=player.name, to=[target.name for target in targets], damage=harm)
        for target in targets:
            self.hurt(target, harm, "attack", player, is_noted=False)
        self.declare()

    # Damage and death

    def hurt(self, player: Player, harm: int, cause: str, by: Player | None, is_noted: bool) -> None:
        player.damage += harm
        if not is_noted:
            self.note("damage", player=player.name, total=player.damage)
        if player.damage >= player.role["hp"]:
            self.die(player, cause, by)

    def die(self, player: Player, cause: str, by: Player | None) -> None:
        player.is_out, player.is_open, player.holds, player.immune = True, True, 0, False
        player.is_noted_there = False
        killer = {"by": by.name} if by is not None else {}
        self.note("out", player=player.name, role=player.role["name"], **killer, cause=cause)
        if self.abilities:
            for other in self.living:
                mourns = other.role.get("must_reveal") == "another-is-out"
                kills = (
                    other is by
                    and cause == "attack"
                    and other.role.get("must_reveal") == "takes-out-the-weak"
                    and player.role["hp"] <= 11
                )
                if (mourns or kills) and not other.is_open:
                    self.open(other)
        if cause != "attack":
            self.declare()

    def hidden(self) -> list[Player]:
        return [player for player in self.living if not player.is_open]

    def count_out(self, camp: str) -> int:
        return sum(player.is_out and player.role["camp"] == camp for player in self.players)

    def has_won(self, player: Player) -> bool:
        """By a condition that everybody can see."""
        raiders, shadows, _ = DEALT[len(self.players)]
        no_shadow, no_raider = self.count_out("shadow") == shadows, self.count_out("raider") == raiders
        name, camp = player.role["name"], player.role["camp"]
        return (
            (name == "Bylon" and player.holds >= 5)
            or (name == "Benjamin" and any(other.holds >= 5 for other in self.players if other is not player))
            or (no_shadow and (camp == "raider" or name == "Daniel"))
            or (camp == "shadow" and (no_raider or self.count_out("citizen") >= 3))
        )

    def declare(self) -> None:
        winners = [player.name for player in self.living if self.has_won(player)]
        if winners:
            self.note("victory", players=winners)
            self.is_over = True


def play(seed: int, players: int = 6, which: str = "base", turns: int = 25, reasoning: str | None = None) -> Played:
    """A game of so many turns at most, noted by a player chosen at random."""
    rng = Random(f"{seed} {players} {which}")
    roles = deal(rng, players, which)
    cards = reasoning or ("base" if which == "base" else "expansion")
    people = [Player(name, role) for name, role in zip(NAMES, roles, strict=False)]
    pile = list(deck(cards))
    rng.shuffle(pile)
    game = Game(
        rng, people, rng.choice(people), pile, cards == "expansion", rng.random() < 0.5, rng.random() < 0.7,
        rng.random() < 0.4, rng.random() < 0.5,
    )  # fmt: skip
    if rng.random() < 0.3:
        for giver, target in _first_hints(game):
            card = game.take()
            game.hand(giver, target, card, False)
            game.discarded.append(card)
    for _ in range(turns):
        for player in people:
            if not game.is_over and not player.is_out and len(game.living) > 1:
                game.turn(player)
        if game.is_over or len(game.living) < 2:
            break
    return Played(_session(game, which, reasoning), tuple(role["name"] for role in roles))


def _first_hints(game: Game) -> Iterator[tuple[Player, Player]]:
    """Rule 1: everybody hands one card to the left."""
    ring = game.players
    return zip(ring, [*ring[1:], ring[0]], strict=True)


def _session(game: Game, which: str, reasoning: str | None) -> dict[str, Any]:
    setup: dict[str, Any] = {
        "players": [player.name for player in game.players],
        "me": game.me.name,
        "role": game.me.role["name"],
        "characters": which,
        "special_abilities": game.abilities,
        "rules": {"lies_on_hp_cards": game.lies_on_hp, "lies_on_show_role": game.lies_on_show},
    }
    if reasoning is not None:
        setup["reasoning"] = reasoning
    if game.notes_places:
        setup["areas"] = list(RING)
    return {"format": 1, "game": "shadow-raiders", "setup": setup, "events": game.events}


def unknown_cards(played: Played) -> int:
    """How many copies this viewer did not see, those handed twice counted once."""
    return sum(
        event["type"] == "reasoning" and event["card"] is None and not event.get("same_card") for event in played.events
    )


def settled(played: Played, number: int) -> int:
    """At least so many events, and on until no damage waits to be followed by a death."""
    while number < len(played.events) and played.events[number]["type"] in ("damage", "out", "reveal"):
        number += 1
    return number
