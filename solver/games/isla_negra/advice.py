"""What to do next: all that I may do now, ranked by what it is likely to bring, weighed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from solver.core.values import Advice, Hint
from solver.games.isla_negra.advising.answering import answer_advice
from solver.games.isla_negra.advising.attacking import attack_advice
from solver.games.isla_negra.advising.outlook import Outlook
from solver.games.isla_negra.advising.own_cards import (
    draw_advice,
    new_hand_advice,
    pass_advice,
    tactics_advice,
    upgrade_advice,
)
from solver.games.isla_negra.advising.replies import ASSUMES
from solver.games.isla_negra.answering import alone, beliefs_of
from solver.games.isla_negra.decks import CardType, Level
from solver.games.isla_negra.weights import weights
from solver.games.isla_negra.wording import listed, percent, sentence

if TYPE_CHECKING:
    from solver.core.game import Known
    from solver.games.isla_negra.answering import Chance
    from solver.games.isla_negra.table import Table

OBJECTIVE = (
    "value: life points taken and kept, rivals out, rounds won, each times the chance that nobody can answer, "
    "upgrades, and what a hand can do, each with its weight. One action is looked at, not what may follow"
)


def advise(table: Table, known: Sequence[Known]) -> Hint:
    """The actions that may be open now, best first; ties by the words of the action."""
    trouble = _nothing_to_do(table)
    if trouble:
        return Hint(OBJECTIVE, "Nothing is left to do.", trouble, (), (), weights())
    beliefs = beliefs_of(known)
    outlook = Outlook(table, beliefs)
    if outlook.mine.distribution(("answer", Level.BASIC.word)) is None:
        reason = "There is too much to count, so that no chances of your own cards are known."
        return Hint(OBJECTIVE, "Nothing to advise here.", reason, (), (), weights())
    found = list(_offered(outlook))
    found += draw_advice(outlook, max((advice.value for advice in found), default=0.0))
    ranked = tuple(sorted(found, key=lambda advice: (-round(advice.value, 9), advice.words)))
    notes = tuple(_notes(outlook, ranked))
    if not ranked:
        return Hint(OBJECTIVE, "Nothing to do just now.", _waiting(outlook), (), notes, weights())
    return Hint(OBJECTIVE, _nudge(ranked[0]), _reason(outlook, ranked[0]), ranked, notes, weights())


def _nothing_to_do(table: Table) -> str:
    """Why there is nothing; "" where there is."""
    if table.is_over:
        return "The game is over."
    if table.me.is_out:
        return "You are out of this round."
    standing = [player for player, person in table.people.items() if not person.is_out]
    if set(standing) <= set(table.rules.side(table.rules.me)):
        return f"The round is won: note it ({table.rules.me} wins the round)."
    return "" if table.me.has_drawn else f"Your first cards are not noted yet ({table.rules.me} draws CARD, CARD ...)."


def _offered(outlook: Outlook) -> Iterator[Advice]:
    """What is open to an answer comes first; then what a turn allows."""
    table = outlook.table
    if outlook.name in table.may_answer:
        yield from answer_advice(outlook)
    elif _just_answered(outlook):
        yield from _plays(outlook)
    elif table.my_turn is False:
        return
    elif table.has_acted:
        yield from pass_advice(outlook)
    else:
        yield from _plays(outlook)
        yield from new_hand_advice(outlook)
        yield from pass_advice(outlook)


def _plays(outlook: Outlook) -> Iterator[Advice]:
    """Every card that may be played of one's own accord."""
    yield from attack_advice(outlook)
    yield from upgrade_advice(outlook)
    yield from tactics_advice(outlook)


def _just_answered(outlook: Outlook) -> bool:
    """Whether my response is the latest card, so that its text may let me play another one."""
    played = outlook.table.open
    return played is not None and played.player == outlook.name and played.answers is not None


NUDGES = {
    "draw": "A turn begins with a card.",
    "shuffle": "A turn begins with a card.",
    "upgrade": "Think of what you may become.",
    "new-hand": "Look at what this hand is still good for.",
    "passes": "Not every turn needs a card.",
    "life": "Not everything must be answered.",
}


def _nudge(best: Advice) -> str:
    if best.action["type"] != "play":
        return NUDGES[best.action["type"]]
    if "answers" in best.action:
        return "This need not be taken as it comes."
    return "A blow may get through." if "at" in best.action else "There is a card for this moment."


def _reason(outlook: Outlook, best: Advice) -> str:
    """The levels; with what can be answered, unless that is what the best action is about."""
    return f"{_standing(outlook, 'unanswered' not in best.named)} {sentence(best.because)}"


def _waiting(outlook: Outlook) -> str:
    turn = outlook.table.initiative
    return f"It is {turn}'s turn. {_standing(outlook)}"


def _standing(outlook: Outlook, with_answers: bool = True) -> str:
    """The levels of those who matter now, and who of them can answer what."""
    asked = [outlook.name] if outlook.name in outlook.table.may_answer else outlook.targets
    told = []
    for player in asked:
        level = outlook.table.people[player].level
        chance = alone(outlook.beliefs[player], Level.BASIC) if with_answers else None
        who = "You are" if player == outlook.name else f"{player} is"
        can = "" if chance is None else f" and can answer a basic attack {_with(chance)}"
        told.append(f"{who} {level.word}{can}")
    return ". ".join(told) + "."


def _with(chance: Chance) -> str:
    return "for certain" if chance.least == 1 else f"with {chance.words}"


def _notes(outlook: Outlook, ranked: Sequence[Advice]) -> Iterator[str]:
    """What the figures rest on, and what of my own cards is worth knowing."""
    if _just_answered(outlook):
        yield "only if the text of your response lets you play another card"
    if outlook.table.initiative is None:
        yield "whose turn it is was not noted"
    if any("unanswered" in advice.named for advice in ranked):
        yield f"unanswered: nobody who may answer has an answer; that {ASSUMES} is assumed by bits alone"
    if any(advice.named.get("damage", 0) is None for advice in ranked):
        yield "damage that is not listed counts by its weight alone (`damage` of a card in the deck list)"
    yield from _own_cards(outlook)


def _own_cards(outlook: Outlook) -> Iterator[str]:
    name = outlook.name
    if not outlook.is_known:
        yield f"your hand is not known card by card ({name} holds CARD, CARD ...), so cards are offered by their chance"
    if outlook.unlisted:
        sure = "are" if outlook.unlisted == 1 else f"may be ({percent(outlook.unlisted)})"
        yield f"among your cards {sure} some that are not listed: what they can do is not known"
    responses = outlook.usable(CardType.RESPONSE)
    if outlook.me.deck and responses:
        nexts = outlook.mine.distribution(("next",)) or {}
        share = sum((nexts.get(card, Fraction(0)) for card in responses), Fraction(0))
        levels = [level.word for level in Level if level <= outlook.me.most]
        yield f"your next card is a listed response that you may use ({listed(levels, 'or')}) with {percent(share)}"
