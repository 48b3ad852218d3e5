"""What to do next: all that this turn may offer, ranked by what it tells and what harm it does, weighed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from solver.core.game import Known
from solver.core.protocol import Evidence
from solver.core.values import Advice, Hint
from solver.engines.choose import believe, worked_out
from solver.games.shadow_raiders.advising.asking import ask_advice
from solver.games.shadow_raiders.advising.attacking import attack_advice, town_hall_advice
from solver.games.shadow_raiders.advising.drawing import deck_advice
from solver.games.shadow_raiders.advising.outlook import Outlook
from solver.games.shadow_raiders.roles.counting import CountedDeals
from solver.games.shadow_raiders.settling import settle
from solver.games.shadow_raiders.weights import weights
from solver.games.shadow_raiders.wording import listed, percent, sentence

if TYPE_CHECKING:
    from solver.games.shadow_raiders.table import Table

OBJECTIVE = (
    "value: bits about camps and characters, damage and deaths as they help my camp, knowing all enemies, each with "
    "its weight. One action is looked at, not what may follow; attacks are those of bare hands"
)


def advise(table: Table, known: Known) -> Hint:
    """The actions that may be open now, best first; ties by the words of the action.

    Whoever had to turn up before my next move and did not, did not have to.
    """
    outlook = Outlook(table, known) if not table.duties else _once_settled(table, known)
    if table.is_over or table.me.is_out:
        reason = "The game is over." if table.is_over else "You are out; your camp may still win."
        return Hint(OBJECTIVE, "Nothing is left to do.", reason, (), (), weights())
    if not isinstance(outlook.belief, CountedDeals):
        reason = "There is too much to count, so that no chances are known exactly; advice is given on exact ones only."
        return Hint(OBJECTIVE, "Nothing to advise here.", reason, (), (), weights())
    ranked = tuple(sorted(_offered(outlook), key=lambda advice: (-round(advice.value, 9), advice.words)))
    notes = tuple(_notes(outlook))
    if not ranked:
        return Hint(OBJECTIVE, "Nothing to advise here.", "Nobody is left to look at.", (), notes, weights())
    return Hint(OBJECTIVE, _nudge(ranked[0]), _reason(outlook, ranked[0]), ranked, notes, weights())


def _once_settled(table: Table, known: Known) -> Outlook:
    settled = settle(table, "reasoning")
    evidence = Evidence(known.evidence.mystery, settled.facts)
    belief = worked_out(evidence, believe(evidence))
    return Outlook(settled, Known(evidence, belief)) if belief.is_possible else Outlook(table, known)


def _offered(outlook: Outlook) -> Iterator[Advice]:
    """A card in hand must be given before anything else; then come decks and attacks."""
    held = dict.fromkeys(str(copy.card) for copy in outlook.table.held)
    if held:
        for card in held:
            yield from ask_advice(outlook, card)
        return
    yield from deck_advice(outlook)
    yield from town_hall_advice(outlook)
    yield from attack_advice(outlook)


NUDGES = {
    "reasoning": "There is more to learn than to win by force.",
    "drew": "The others have little to tell you just now.",
    "attack": "Somebody is worth a blow.",
    "damage": "Somebody is worth a blow.",
}


def _nudge(best: Advice) -> str:
    if best.action["type"] == "reasoning" and "card" in best.action:
        return "Look at whose answer to this card would tell you most."
    return NUDGES[best.action["type"]]


def _reason(outlook: Outlook, best: Advice) -> str:
    return f"{_friends(outlook)} {sentence(best.because)}"


def _friends(outlook: Outlook) -> str:
    if outlook.foes is None:
        return "Citizens win alone."
    sure = [player for player in outlook.others if outlook.friend(player) == 1]
    enemies = [player for player in outlook.others if outlook.enemy(player) == 1]
    return f"With you for certain: {listed(sure)}; against you: {listed(enemies)}."


def _notes(outlook: Outlook) -> Iterator[str]:
    """Who can be told to be an ally, and who may be."""
    if outlook.foes is None:
        return
    likely = [(outlook.friend(player), player) for player in outlook.others]
    told = [
        f"{player} {'for certain' if share == 1 else percent(share)}"
        for share, player in sorted(likely, key=lambda one: (-one[0], one[1]))
        if share
    ]
    yield f"allies: {', '.join(told) if told else 'nobody who is in'}"
