"""What to do next: all that I may do now, ranked by what it is likely to bring, weighed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from solver.core.values import Advice, Hint
from solver.games.isla_negra.advising.answering import answer_advice, threat_of
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
from solver.games.isla_negra.rules import OPENING
from solver.games.isla_negra.weights import weights
from solver.games.isla_negra.wording import a_level, listed, percent, sentence

if TYPE_CHECKING:
    from solver.core.game import Known
    from solver.games.isla_negra.table import Table

OBJECTIVE = (
    "value: life points taken and kept, rivals out, rounds won, each times the chance that nobody can answer, "
    "upgrades, and what a hand can do, each with its weight. One action is looked at, not what may follow"
)


def advise(table: Table, known: Sequence[Known]) -> Hint:
    """The actions that may be open now, best first; ties by the words of the action."""
    trouble = _nothing_to_do(table)
    if trouble is not None:
        return Hint(OBJECTIVE, *trouble, (), (), weights())
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
    return Hint(OBJECTIVE, _nudge(outlook, ranked[0]), _reason(outlook, ranked[0]), ranked, notes, weights())


NOTHING_LEFT, NOT_NOTED = "Nothing is left to do.", "Something is to be noted first."


def _nothing_to_do(table: Table) -> tuple[str, str] | None:
    """A nudge and a reason where there is nothing; None where there is."""
    if table.is_over:
        return NOTHING_LEFT, "The game is over."
    if table.me.is_out:
        return NOTHING_LEFT, "You are out of this round."
    me, standing = table.rules.me, [player for player, person in table.people.items() if not person.is_out]
    if set(standing) <= set(table.rules.side(me)):
        return NOT_NOTED, f"The round is won: note it ({me} wins the round)."
    if not table.me.has_drawn:
        return NOT_NOTED, f"Your first cards are not noted yet ({me} draws CARD, CARD ...)."
    if late := [player for player in standing if not table.people[player].has_drawn]:
        return NOT_NOTED, f"The first cards of {listed(late)} are not noted yet ({late[0]} draws {OPENING})."
    return None


def _offered(outlook: Outlook) -> Iterator[Advice]:
    """What is open to an answer comes first; then what a turn allows."""
    table = outlook.table
    threat = threat_of(outlook)
    if threat is not None:
        yield from answer_advice(threat)
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
    "life": "Not everything must be answered.",
}


def _nudge(outlook: Outlook, best: Advice) -> str:
    if best.action["type"] == "passes":
        return "This turn has had its card." if outlook.table.has_acted else "Not every turn needs a card."
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
    """The levels of those who matter now, and who of them can answer what: the open card where I may answer it."""
    threat = threat_of(outlook)
    asked = outlook.targets if threat is None else [outlook.name]
    level, what = (Level.BASIC, "attack") if threat is None else (threat.level, "card")
    told = []
    for player in asked:
        chance = alone(outlook.beliefs[player], level) if with_answers else None
        who = "You are" if player == outlook.name else f"{player} is"
        can = "" if chance is None else f" and {chance.able(f'{a_level(level)} {what}')}"
        told.append(f"{who} {outlook.table.people[player].level.word}{can}")
    return ". ".join(told) + "."


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
