"""What `show` draws: the fighters; for each the cards as deck trackers show them; who can answer what; upgrades."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from solver.core.views import Cell, Panel, TablePanel, TextPanel, Tone, View
from solver.games.isla_negra.answering import Beliefs, Chance, alone, anyone, beliefs_of
from solver.games.isla_negra.decks import RESERVED, UNLISTED, Level
from solver.games.isla_negra.rising import Rise, at_least, rises
from solver.games.isla_negra.wording import listed, percent, whose

if TYPE_CHECKING:
    from solver.core.game import Known
    from solver.core.protocol import Belief
    from solver.games.isla_negra.table import Person, Table

NONE = Cell("-", Tone.FAINT)
LATER = 2
"""Turns between the columns of the table of levels."""


def view(table: Table, known: Sequence[Known]) -> View:
    """The headline says how the fight stands; panels follow in the order in which they matter."""
    beliefs = beliefs_of(known)
    panels: list[Panel] = [_fighters(table)]
    if table.open is not None:
        panels.append(_open(table))
    for player in _rivals_first(table):
        if player in beliefs:
            panels.append(_cards(table, player, beliefs[player]))
    if beliefs:
        panels += [_answers(table, beliefs), _levels(table, beliefs)]
    return View(_headline(table), panels)


def _rivals_first(table: Table) -> tuple[str, ...]:
    me = table.rules.me
    return (*(player for player in table.people if player != me), me)


def _headline(table: Table) -> str:
    wins = ", ".join(f"{player} {person.wins}" for player, person in table.people.items())
    if table.is_over:
        return f"the game is over: {listed(table.winners)} won (rounds: {wins})"
    turn = "" if table.initiative is None else f"; it is {whose(table, table.initiative)} turn"
    return f"round {table.round} (rounds won: {wins}){turn}"


# What is plain to see


def _fighters(table: Table) -> TablePanel:
    columns = ("fighter", "life", "level", "upgrades", "hand", "deck", "last card", "pile", "on top")
    rows = tuple(tuple(_state(table, player)) for player in table.people)
    return TablePanel("Fighters", columns, rows, "upgrades: those on the table; last card: known at the deck's bottom")


def _state(table: Table, player: str) -> Iterator[Cell]:
    person, name = table.people[player], table.fighter(player).name
    me = " (you)" if player == table.rules.me else ""
    tone = Tone.FAINT if person.is_out else Tone.PLAIN
    yield Cell(f"{player}{me}{f', {name}' if name else ''}", tone)
    yield Cell("out" if person.is_out else str(person.life), tone)
    yield Cell(person.level.word, tone)
    yield Cell(", ".join(person.table), tone) if person.table else NONE
    yield from (Cell(str(number), tone) for number in (person.hand, person.deck))
    yield NONE if person.bottom is None else Cell(person.bottom, tone)
    yield Cell(str(len(person.pile)), tone)
    yield NONE if not person.pile else Cell(person.top or "not noted", tone)


def _open(table: Table) -> TextPanel:
    """The card that can be answered now."""
    played = table.open
    assert played is not None
    aim = f" at {played.at}" if played.at is not None else ""
    answers = "" if played.answers is None else f", the answer to event {played.answers}"
    lines = (
        Cell(f"event {played.event}: {played.player} played {played.card}{aim}{answers}"),
        Cell(f"may answer: {listed(table.may_answer, 'or')}"),
    )
    return TextPanel("On the table", lines)


# The cards of one fighter


def _cards(table: Table, player: str, belief: Belief) -> TablePanel:
    """Left of all, chance in hand, chance to be drawn next; for every listed card, and for those not listed."""
    deck, person = table.fighter(player).deck, table.people[player]
    rows = []
    for line in deck.cards:
        kind = line.type.value if line.card in deck.upgrades else f"{line.type.value}, {line.level.word}"
        left = line.copies - person.face_up[line.card]
        row = (Cell(line.card), Cell(kind, Tone.FAINT), _left(left, line.copies))
        rows.append((*row, _in_hand(belief, frozenset({line.card})), _drawn(person, belief, line.card)))
    if deck.unlisted > 0:
        left = deck.unlisted - sum(number for card, number in person.face_up.items() if card not in deck.listed)
        kinds = frozenset(kind for kind in RESERVED if kind in deck.copies)
        row = (Cell("not listed"), NONE, _left(left, deck.unlisted))
        rows.append((*row, _in_hand(belief, kinds), _drawn(person, belief, UNLISTED)))
    caption = "left: not face up, of all copies; a bar is a maybe, certain is said; a dash: impossible"
    you = " (you)" if player == table.rules.me else ""
    return TablePanel(f"{player}{you}", ("card", "kind", "left", "in hand", "next draw"), tuple(rows), caption)


def _left(left: int, copies: int) -> Cell:
    return Cell(f"{left}/{copies}", Tone.PLAIN if left > 0 else Tone.FAINT)


def _in_hand(belief: Belief, kinds: frozenset[str]) -> Cell:
    """How likely the hand holds one of these kinds; how many it holds for certain, where that is more than one."""
    numbers = [number for number in belief.candidates(("among", kinds, 0)) if isinstance(number, int)]
    least = min(numbers, default=0)
    if least > 0:
        return Cell("certain" if least == 1 else f"{least} certain", Tone.CERTAIN)
    if not any(numbers):
        return NONE
    return _maybe(at_least(belief, kinds, 0, 1))


def _drawn(person: Person, belief: Belief, card: str) -> Cell:
    """How likely this card is the next one of the deck."""
    nexts = belief.candidates(("next",)) if person.can_draw else frozenset()
    if card not in nexts:
        return NONE
    if len(nexts) == 1:
        return Cell("certain", Tone.CERTAIN)
    shares = belief.distribution(("next",))
    return _maybe(None if shares is None else shares.get(card))


def _maybe(chance: Fraction | None, has_bar: bool = True) -> Cell:
    """A chance for the eye: certain and impossible are said, all between is a figure, maybe with a bar."""
    if chance is None:
        return Cell("maybe", Tone.OPEN)
    if chance == 0:
        return NONE
    if chance == 1:
        return Cell("certain", Tone.CERTAIN)
    return Cell(percent(chance), Tone.OPEN, chance if has_bar else None)


# Who can answer


def _answers(table: Table, beliefs: Beliefs) -> TablePanel:
    """Each fighter alone; with more than two, also anyone who may answer an attack of mine."""
    me = table.rules.me
    rows = [
        (Cell(player), *(_bounded(alone(beliefs[player], level)) for level in Level)) for player in _rivals_first(table)
    ]
    targets = [player for player in table.rules.rivals(me) if not table.people[player].is_out]
    if len(table.people) > 2:
        for target in targets:
            chances = (_bounded(anyone(table, beliefs, me, target, level)) for level in Level)
            rows.append((Cell(f"anyone, if you attack {target}"), *chances))
    columns = ("can answer", *(f"{level.word} attack" for level in Level))
    caption = "a response of that level or higher that may be used now; a range: cards that are not listed may be one"
    return TablePanel("Answers", columns, tuple(rows), caption)


def _bounded(chance: Chance | None) -> Cell:
    """A figure, or the range in which it lies."""
    if chance is None or chance.is_exact:
        return _maybe(None if chance is None else chance.least, has_bar=False)
    return Cell(chance.words, Tone.OPEN)


# Upgrades


def _levels(table: Table, beliefs: Beliefs) -> TablePanel:
    """Upgrades in hand, and the earliest turns at which each higher level can be reached."""
    rows: list[tuple[Cell, ...]] = []
    for player in _rivals_first(table):
        kinds = table.fighter(player).deck.upgrades
        in_hand = [_maybe(at_least(beliefs[player], kinds, 0, number), has_bar=False) for number in (1, 2)]
        found = list(rises(table, player, beliefs[player], 2 * LATER))
        rows.append((Cell(player), *in_hand, *(_rise(found[0]) if found else [NONE] * 5)))
        rows += [(Cell(""), Cell(""), Cell(""), *_rise(rise)) for rise in found[1:]]
    columns = ("fighter", "holds one", "holds two", "level", "in turns", "by then")
    later = tuple(f"{turns} later" for turns in (LATER, 2 * LATER))
    caption = "in turns: at the earliest, with one upgrade and one draw a turn, before a reshuffle; a dash: not so soon"
    return TablePanel("Upgrades", (*columns, *later), tuple(rows), caption)


def _rise(rise: Rise) -> list[Cell]:
    by_turn = [rise.chances[later] if later < len(rise.chances) else Fraction(0) for later in (0, LATER, 2 * LATER)]
    return [Cell(rise.level.word), Cell(str(rise.needs)), *(_maybe(chance, has_bar=False) for chance in by_turn)]
