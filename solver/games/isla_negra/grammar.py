"""The words that a player may type: who, what they do, and with which cards."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from solver.core.words import Vocabulary, Words, plain, vocabulary
from solver.games.isla_negra.decks import LEVELS

if TYPE_CHECKING:
    from solver.games.isla_negra.rules import Rules
    from solver.games.isla_negra.table import Table

VERBS = Vocabulary(
    "what they do (shuffles, draws, plays, attacks, answers, discards, new hand, upgrades, holds, level, life, loses, "
    "wins, initiative, skips, passes)",
    {
        **dict.fromkeys(("shuffles", "shuffle", "reshuffles", "reshuffle", "shuffled"), "shuffle"),
        **dict.fromkeys(("draws", "draw", "drew"), "draw"),
        **dict.fromkeys(("plays", "play", "played", "uses", "use"), "play"),
        **dict.fromkeys(("attacks", "attack"), "attack"),
        **dict.fromkeys(("answers", "answer", "responds", "respond"), "answer"),
        **dict.fromkeys(("discards", "discard"), "discard"),
        **dict.fromkeys(("new hand", "new-hand", "takes a new hand", "take a new hand", "takes new hand"), "new-hand"),
        **dict.fromkeys(("upgrades", "upgrade"), "upgrade"),
        **dict.fromkeys(("holds", "hold", "hand", "has", "have"), "hand"),
        **dict.fromkeys(("level", "is", "am", "becomes", "become"), "level"),
        "life": "life",
        **dict.fromkeys(("loses", "lose"), "loses"),
        **dict.fromkeys(("gains", "gain", "heals", "heal"), "gains"),
        **dict.fromkeys(("wins", "win", "won"), "round"),
        "initiative": "initiative",
        **dict.fromkeys(("skips", "skip"), "skip"),
        **dict.fromkeys(("passes", "pass"), "passes"),
    },
)
COMMANDS = Vocabulary("initiative or round", {"initiative": "initiative", "round": "round"})
LEVEL = vocabulary("a level", tuple(LEVELS))


def _word(what: str, *others: str) -> Vocabulary:
    """A word that may also be said in other ways."""
    return Vocabulary(what, dict.fromkeys((what, *others), True))


LAST = _word("last", "the last", "bottom", "showing", "shows", "shown")
TOP = _word("top", "on top", "with")
AT = _word("at", "against")
WITH = _word("with", "by")
RESHUFFLED = _word("reshuffled", "reshuffles", "reshuffle")
AFTER = _word("after")
CARDS = _word("cards", "card", "in hand")
LIFE = _word("life", "life points", "lp")
TURN = _word("turn", "the turn", "a turn", "on", "the initiative", "initiative")
ROUND = _word("the round", "round", "this round")
TO = _word("to", "for", "by")
NOTHING = (["nothing"], ["none"], ["no", "card"], ["no", "cards"])
ONE_CARD: tuple[list[str], ...] = ([], ["one"], ["a", "card"], ["one", "card"])
HAS_INITIATIVE = (["initiative"], ["the", "initiative"])

SEPARATOR = ";"
"""What a comma becomes: names of cards may have several words."""
QUOTED = re.compile(r'"([^"]*)"')
MARK = "\ue000"
"""Stands before the number of a text that was in quotes."""


class Note(Words):
    """The words of a note. What stands in quotes is one word, which means exactly itself."""

    def __init__(self, text: str) -> None:
        self.quoted: list[str] = []
        super().__init__(QUOTED.sub(self._keep, text).replace(",", f" {SEPARATOR} "))

    def _keep(self, found: re.Match[str]) -> str:
        self.quoted.append(found[1])
        return f" {MARK}{len(self.quoted) - 1} "

    def literal(self) -> str | None:
        """The text in quotes that comes next; takes it. None where none comes."""
        if not self or not self.left[0].startswith(MARK):
            return None
        text = self.quoted[int(self.left[0].removeprefix(MARK))]
        self.drop(1)
        return text

    def skip(self, *words: Vocabulary) -> None:
        """Passes over commas, then over one of these words."""
        while self.left[:1] == [SEPARATOR]:
            self.drop(1)
        if words:
            self.try_take(*words)

    def until(self, stops: Collection[str]) -> str:
        """The words before the next stop, comma, quote or end, as typed; takes them."""
        number = 0
        for word in self.left:
            if word in stops or word == SEPARATOR or word.startswith(MARK):
                break
            number += 1
        text = " ".join(self._raw[:number])
        self.drop(number)
        return text

    def shown(self, text: str) -> str:
        """The text with what was in quotes as it was typed."""
        for number, quoted in enumerate(self.quoted):
            text = text.replace(f'"{MARK}{number}"', f'"{quoted}"').replace(f"{MARK}{number}", f'"{quoted}"')
        return text


def players(rules: Rules) -> Vocabulary:
    """The players' names; `I`, `me` and `my` are mine, unless somebody is called so."""
    taken = {plain(player) for player in rules.players}
    mine = {word: rules.me for word in ("I", "me", "my") if plain(word) not in taken}
    return Vocabulary("a player", {**mine, **{player: player for player in rules.players}})


def winners(rules: Rules) -> Vocabulary:
    """Who can win a round: players and teams."""
    teams = {name: team for team in rules.teams for name in (team, f"team {team}")}
    return Vocabulary("a player or a team" if teams else "a player", {**players(rules).meanings, **teams})


def cards(table: Table, player: str) -> Vocabulary:
    """The cards that are known of a player's deck: listed, or seen."""
    names: Mapping[str, Any] = {
        name: name for name in (*table.fighter(player).deck.listed, *table.people[player].names)
    }
    return Vocabulary(f"a card of {player}", names)


def reserved() -> frozenset[str]:
    """What a name at the start of a note must not be, unless it is in quotes."""
    return frozenset({plain(word) for word in (*COMMANDS.meanings, "I", "me", "my")})
