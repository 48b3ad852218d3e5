"""What the last word of a note may become: somebody, then what they do, then what belongs to that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from solver.core.words import plain
from solver.games.isla_negra import grammar as g

if TYPE_CHECKING:
    from solver.games.isla_negra.table import Table

VERBS = (
    *("plays", "draws", "answers", "attacks", "new hand", "upgrades", "passes", "discards", "shuffles", "holds"),
    *("life", "loses", "level", "skips", "wins", "initiative"),
)


def complete_note(typed: str, table: Table) -> Sequence[str]:
    """Likeliest first."""
    *before, last = typed.split(" ")
    begun = plain(last)
    found = _expected([plain(word) for word in before if word], table)
    return [name for name in found if any(part.startswith(begun) for part in plain(name).split())]


def _expected(before: Sequence[str], table: Table) -> list[str]:
    standing = [player for player, person in table.people.items() if not person.is_out]
    if not before:
        return [*_by_turn(table, standing), *table.rules.teams, *g.COMMANDS.meanings]
    if before[0] in g.COMMANDS.meanings:
        return standing
    if len(before) == 1:
        return list(VERBS)
    player = g.players(table.rules).meanings.get(before[0]) or _begun(before[0], table)
    verb = next((meaning for word, meaning in g.VERBS.meanings.items() if plain(word).split()[0] == before[1]), "")
    return _after(verb, before[2:], table, player, standing)


def _by_turn(table: Table, standing: list[str]) -> list[str]:
    """Who is likeliest to act next comes first."""
    first = [*table.may_answer, *([] if table.initiative is None else [table.initiative])]
    return list(dict.fromkeys([*(player for player in first if player in standing), *standing]))


def _begun(word: str, table: Table) -> str:
    names = g.players(table.rules).meanings
    return str(next((player for name, player in names.items() if plain(name).startswith(word)), table.rules.me))


def _after(verb: str, told: Sequence[str], table: Table, player: str, standing: list[str]) -> list[str]:
    cards = list(g.cards(table, player).meanings)
    rivals = [one for one in table.rules.rivals(player) if one in standing]
    match verb:
        case "play":
            return rivals if told and told[-1] == "at" else [*cards, "at"]
        case "attack":
            return [*cards, "with"] if told else rivals
        case "answer":
            return [*cards, "with", "at"]
        case "shuffle":
            return ["last", *cards]
        case "discard":
            return [*cards, "top"]
        case "new-hand":
            return ["hand", "top", *cards, "reshuffled", "after", "last"]
        case "draw" | "hand":
            return cards if player == table.rules.me else []
        case "upgrade":
            upgrades = table.fighter(player).deck.upgrades
            return [card for card in cards if card in upgrades] or cards
        case "level":
            return list(g.LEVEL.meanings)
        case "round":
            return ["the round"]
        case _:
            return []
