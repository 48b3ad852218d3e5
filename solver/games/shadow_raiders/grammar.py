"""The words that a player may type: whom, what they do, which card, what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from solver.core.words import Vocabulary, plain, vocabulary
from solver.games.shadow_raiders.box import reasoning_cards, reveals
from solver.games.shadow_raiders.places import all_areas

if TYPE_CHECKING:
    from solver.games.shadow_raiders.rules import Rules

VERBS = Vocabulary(
    "what they do (gives, has, is, out, reveals, drew, at, attacks, wins)",
    {
        "gives": "gives",
        "give": "gives",
        "hands": "gives",
        "has": "has",
        "have": "has",
        "holds": "has",
        "hold": "has",
        "is": "is",
        "am": "is",
        "out": "out",
        "dies": "out",
        "reveals": "reveals",
        "reveal": "reveals",
        "drew": "drew",
        "draws": "drew",
        "draw": "drew",
        "at": "at",
        "goes": "at",
        "moves": "at",
        "attacks": "attacks",
        "attack": "attacks",
        "wins": "wins",
        "win": "wins",
    },
)
COMMANDS = Vocabulary(
    "silent, reshuffle, holding or victory",
    {
        "silent": "silent",
        "nobody wins": "silent",
        "reshuffle": "reshuffle",
        "shuffle": "reshuffle",
        "holding": "holding",
        "victory": "victory",
    },
)
DAMAGE = "damage"
"""An outcome that leaves open how much; the card tells."""
OUTCOME = Vocabulary(
    "an outcome (nothing, damage, heal, equipment, airship, shown)",
    {
        "nothing": "nothing",
        "nothing happens": "nothing",
        "damage": DAMAGE,
        "heals": "heal-1",
        "heal": "heal-1",
        "equipment": "equipment",
        "airship": "airship",
        "boards": "airship",
        "shown": "shown",
        "shows": "shown",
    },
)
IN_FULL = vocabulary("an outcome", ("damage-1", "damage-2", "heal-1"))
"""Outcomes as files write them; typed in full, as they begin like others."""
SAME = Vocabulary("same", {"same": "same", "same card": "same"})
UNSEEN = "?"
"""A card that I did not see."""
CARD = Vocabulary("a reasoning card", {**{card: card for card in reasoning_cards()}, UNSEEN: None})
CAUSE = vocabulary("a cause", ("attack", "card", "area"))
TO = vocabulary("to", ("to", "the"))
AND = vocabulary("and", ("and",))
BY = vocabulary("by", ("by",))
OF_NUMBER = Vocabulary(
    "damage or equipment", {"damage": "damage", "hurt": "damage", "equipment": "equipment", "items": "equipment"}
)
IMMUNE = vocabulary("immune", ("immune",))
TURNED_UP = Vocabulary("revealed or hidden", {"revealed": True, "hidden": False})


def players(rules: Rules) -> Vocabulary:
    """The players' names; `I` and `me` are mine, unless somebody is called so."""
    names: dict[str, Any] = {player: player for player in rules.players}
    taken = {plain(player) for player in rules.players}
    return Vocabulary("a player", {**{word: rules.me for word in ("I", "me") if plain(word) not in taken}, **names})


def called(rules: Rules) -> frozenset[str]:
    """What the players are called, in full, as notes are read."""
    return frozenset(map(plain, rules.players))


@cache
def _role_names(names: tuple[str, ...]) -> Vocabulary:
    return vocabulary("a character", names)


def roles(rules: Rules) -> Vocabulary:
    """The characters of this game."""
    return _role_names(tuple(one.name for one in rules.cast))


@cache
def places() -> Vocabulary:
    """Areas by any of their names."""
    return Vocabulary("an area", {word: area.name for area in all_areas() for word in (area.name, *area.also)})


@cache
def drawn_cards() -> Mapping[str, str]:
    """White and black cards that prove something, by what may be typed for them."""
    return {plain(word): card for card in reveals() for word in (card, card.replace("-", " "))}
