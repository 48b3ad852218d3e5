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
        **dict.fromkeys(("plays", "play", "played", "uses", "use", "used"), "play"),
        **dict.fromkeys(("attacks", "attack", "attacked"), "attack"),
        **dict.fromkeys(("answers", "answer", "answered", "responds", "respond"), "answer"),
        **dict.fromkeys(("discards", "discard", "discarded"), "discard"),
        **dict.fromkeys(("new hand", "new-hand"), "new-hand"),
        **dict.fromkeys(("takes", "take", "took"), "takes"),
        **dict.fromkeys(("upgrades", "upgrade", "lays down", "lay down", "laid down"), "upgrade"),
        **dict.fromkeys(("holds", "hold", "hand", "has", "have"), "hand"),
        **dict.fromkeys(("level", "is", "am", "becomes", "become"), "level"),
        "life": "life",
        **dict.fromkeys(("loses", "lose", "lost", "suffers", "suffer"), "loses"),
        **dict.fromkeys(("gains", "gain", "heals", "heal"), "gains"),
        **dict.fromkeys(("wins", "win", "won"), "round"),
        **dict.fromkeys(("initiative", "turn", "begins", "begin", "starts", "start"), "initiative"),
        **dict.fromkeys(("skips", "skip", "misses", "miss"), "skip"),
        **dict.fromkeys(("passes", "pass", "passed"), "passes"),
    },
)
COMMANDS = Vocabulary("initiative or round", {"initiative": "initiative", "round": "round"})
LEVEL = vocabulary("a level", tuple(LEVELS))


def _word(what: str, *others: str) -> Vocabulary:
    """A word that may also be said in other ways."""
    return Vocabulary(what, dict.fromkeys((what, *others), True))


LAST = _word("last", "the last", "bottom", "showing", "shows", "shown")
TOP = _word("top", "on top", "with")
AT = _word("at", "against", "on")
WITH = _word("with", "by")
RESHUFFLED = _word("reshuffled", "reshuffles", "reshuffle")
AFTER = _word("after")
CARDS = _word("cards", "card", "in hand")
DECK = _word("deck", "pile", *(f"{whose} {what}" for whose in ("the", "his", "her", "my") for what in ("deck", "pile")))
LIFE = _word("life", "life points", "lp", "hp")
HARM = _word("damage", *LIFE.meanings)
TURN = _word("turn", "the turn", "a turn", "on", "the initiative", "initiative")
ROUND = _word("the round", "round", "this round")
TO = _word("to", "for", "by")
NOTHING = (["nothing"], ["none"], ["no", "card"], ["no", "cards"])
ONE_CARD: tuple[list[str], ...] = ([], ["one"], ["a", "card"], ["one", "card"])
HAS_INITIATIVE = (["initiative"], ["the", "initiative"])
ON_TOP = ["on", "top"]
WHOLE_HAND = (["hand"], ["all"], ["everything"], ["all", "cards"], ["whole", "hand"])
ARTICLES = frozenset({"a", "an", "the", "his", "her", "their", "my"})
FILLERS = ARTICLES | {"card", "upgrade", "is", "was"}
"""What may be said before the name of a card."""
NUMBERS = {
    **{"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10},
    **{"eleven": 11, "twelve": 12, "thirteen": 13},
}
DOUBTFUL = frozenset(
    {
        *(
            "i",
            "me",
            "my",
            "his",
            "her",
            "their",
            "on",
            "at",
            "to",
            "with",
            "against",
            "by",
            "from",
            "for",
            "is",
            "was",
        ),
        *(
            "all",
            "everything",
            "nothing",
            "none",
            "no",
            "not",
            "hand",
            "deck",
            "pile",
            "card",
            "cards",
            "damage",
            "life",
        ),
        *("lp", "hp", "turn", "initiative", "event", "last", "bottom", "top", "after", "reshuffled", "then"),
        *("draws", "plays", "discards", "answers", "passes", "upgrades"),
        *NUMBERS,
    }
)
"""Words that rather say something of a card than belong to the name of one that nobody has seen."""

SEPARATOR = ";"
"""What a comma becomes: names of cards may have several words."""
QUOTED = re.compile(r'"([^"]*)"')
COLON = re.compile(r"(\w+):(?=\s)")
BEFORE_COLON = frozenset(
    plain(word) for words in (VERBS, COMMANDS, LAST, TOP, CARDS) for name in words.meanings for word in name.split()
)
"""Words after which a colon is no part of a name."""
WHOSE = re.compile(r"['’]s(?=\s+(?:turn|hand|life|level|initiative)\b)", re.I)
"""`Bo's turn` is told of Bo."""
MARK = "\ue000"
"""Stands before the number of a text that was in quotes."""


class Note(Words):
    """The words of a note. What stands in quotes is one word, which means exactly itself."""

    def __init__(self, text: str) -> None:
        self.quoted: list[str] = []
        said = WHOSE.sub("", COLON.sub(_without_colon, QUOTED.sub(self._keep, text)))
        super().__init__(said.replace(",", f" {SEPARATOR} "))

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

    def take_count(self, what: str) -> int:
        """The next word as a whole number, in figures or in words."""
        if self.left and self.left[0] in NUMBERS:
            number = NUMBERS[self.left[0]]
            self.drop(1)
            return number
        return self.take_number(what)

    def drop_if(self, *runs: list[str]) -> bool:
        """Passes over the first of these runs of words that comes next, typed in full; tells whether one does."""
        for run in runs:
            if self.left[: len(run)] == run:
                self.drop(len(run))
                return True
        return False

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


def _without_colon(found: re.Match[str]) -> str:
    is_none_of_a_name = found[1].isdecimal() or plain(found[1]) in BEFORE_COLON
    return f"{found[1]} {SEPARATOR}" if is_none_of_a_name else found[0]


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
