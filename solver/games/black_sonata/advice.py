"""What to do next: all actions of this turn together, ranked by the points that they and the best plan after promise.

Parts offer their actions; moving (and riding) and passing are weighed here, by the plan that they leave open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from solver.core.values import SURELY, Advice, Hint
from solver.games.black_sonata.errands import Plan, Planner
from solver.games.black_sonata.outlook import LOCATION, Outlook
from solver.games.black_sonata.parts.pawn import Pass
from solver.games.black_sonata.weights import weights
from solver.games.black_sonata.wording import chance_words, sentence

if TYPE_CHECKING:
    from solver.core.game import Known
    from solver.games.black_sonata.table import Table
    from solver.games.black_sonata.travel import Stand

OBJECTIVE = (
    "value, in points: what the action brings at once (chance of a find, bits about what is open, weighed by what "
    "each part scores), plus the best plan of one errand within 8 turns that it leaves open, 6 % less for each turn of "
    "waiting. Plans do not yet adapt to what the deck shows on the way"
)


def advise(table: Table, known: Sequence[Known]) -> Hint:
    """The actions open now, best first; ties by the words of the action."""
    outlook = Outlook(table, {entry.evidence.mystery.name: entry for entry in known})
    planner = Planner(outlook)
    offered = list(_free_first(list(_offered(planner))))
    ranked = sorted(offered, key=lambda advice: (-round(advice.value, 9), advice.words))
    return _hint(planner, tuple(_name_stand_in(outlook, advice) for advice in ranked))


def _offered(planner: Planner) -> Iterator[Advice]:
    """What the parts offer; while a flight waits or the action is spent, moving is not offered."""
    table = planner.outlook.table
    if table.is_over:
        return
    barred = table.rules.barred(table)
    for part in table.rules.parts:
        yield from (advice for advice in part.advice(planner) if advice.action["type"] not in barred)
    if is_free_to_act(table):
        yield from _moves(planner)
        yield from _pass(planner)


def _free_first(offered: Sequence[Advice]) -> Iterator[Advice]:
    """What costs no action and is worth something by itself comes before the best action, and adds to its worth."""
    best = max((advice.value for advice in offered if not advice.named.get("free")), default=0.0)
    for advice in offered:
        adds = advice.named.get("free") and advice.value > 0
        yield replace(advice, value=advice.value + max(0.0, best)) if adds else advice


def is_free_to_act(table: Table) -> bool:
    """True while this turn's action is still open: a card came up, nothing was done, no flight waits.

    Where neither a deck nor turns are noted, actions are not counted.
    """
    waits = table.flight_waits and table.clues.held > 0
    is_spent = table.actions > 0 and table.turn > 0
    return not table.is_over and table.pawn is not None and not waits and not is_spent and _is_in_turn(table)


def _is_in_turn(table: Table) -> bool:
    return table.turn > 0 or table.deck is None


def _moves(planner: Planner) -> Iterator[Advice]:
    table = planner.outlook.table
    for step in table.rules.steps(table, table.rules.stand(table)):
        if table.rules.objection(table, step.event) is None:
            gain, why = _gain(planner.outlook, step.stand)
            yield planned(planner, step.event.to_json(), step.words, step.stand, gain, why)


def _pass(planner: Planner) -> Iterator[Advice]:
    table = planner.outlook.table
    if table.rules.objection(table, Pass()) is None:
        stand = table.rules.stand(table)
        yield planned(planner, {"type": "pass"}, "pass", stand, *_gain(planner.outlook, stand))


def planned(planner: Planner, action: Mapping[str, Any], words: str, stand: Any, gain: float, why: str) -> Advice:
    """An action that brings `gain` at once and leaves the pawn standing so."""
    plan = planner.best(stand)
    because = "; ".join(part for part in (why, tell_plan(plan) if plan or not why else "") if part)
    after = plan.value if plan else 0.0
    if gain > 0:  # an errand done now is followed by another, as one done later is
        after = max(after, planner.renewal)
    named = {} if plan is None else {"plan": plan.to_json()}
    return Advice(action, words, because, after + gain, 0.0, {}, SURELY, named)


def tell_plan(plan: Plan | None) -> str:
    """The plan in words."""
    if plan is None:
        return "nothing worth doing is in reach within the next turns"
    when = "at the next turn" if plan.turns == 1 else f"in {plan.turns} turns"
    chance = "" if plan.errand.chance is None else f": she is there with {chance_words(plan.errand.chance)}"
    return f"then {plan.errand.tell} {when}{chance or ': ' + plan.errand.why}"


def _gain(outlook: Outlook, stand: Stand) -> tuple[float, str]:
    """What an action that leaves the pawn standing so brings by itself: points, and the words for them."""
    gains = [_new_key(outlook, stand.place), *(part.step_gain(outlook, stand) for part in outlook.table.rules.parts)]
    return sum(points for points, _ in gains), "; ".join(why for _, why in gains if why)


def _new_key(outlook: Outlook, place: str) -> tuple[float, str]:
    """A new key's share of the clue under the keys, in points, and the words for it."""
    table, missing = outlook.table, outlook.missing
    is_taken = place != table.pawn and place in table.rules.take_key(table, place).keys - table.keys
    if not is_taken or not missing or not outlook.worth.key_clue:
        return 0.0, ""
    count = "the last location" if len(missing) == 1 else f"one of {len(missing)} locations"
    return outlook.symbol_points * outlook.worth.key_clue / len(missing), f"{place} is {count} not visited yet"


def _name_stand_in(outlook: Outlook, advice: Advice) -> Advice:
    if outlook.weighs_by is None:
        return advice
    return replace(advice, named={**advice.named, "weighs_by": outlook.weighs_by})


def _hint(planner: Planner, ranked: tuple[Advice, ...]) -> Hint:
    outlook = planner.outlook
    notes: tuple[str, ...] = ()
    if outlook.weighs_by:
        notes = ("chances are those of the map alone, cut to what CP-SAT proves possible with the printed cards",)
    if outlook.table.is_over:
        return Hint(OBJECTIVE, "The game is over.", sentence(outlook.table.ending_reason), (), notes, weights())
    if not ranked:
        missing = "No pawn and no deck are tracked." if outlook.table.pawn is None else "No deck is tracked."
        return Hint(OBJECTIVE, "Nothing to advise here.", missing, (), notes, weights())
    return Hint(OBJECTIVE, _nudge(ranked[0]), _reason(outlook, ranked[0]), ranked, notes, weights())


NUDGES = {
    "search": "Look at where your pawn stands.",
    "move": "Another location is worth more than this one.",
    "ferry": "Another location is worth more than this one.",
    "summon": "The river has more than one bank.",
    "fog": "The card on top may help you.",
    "pass": "Time is on your side here.",
    "turn": "The deck has the word.",
    "flight": "She is still fleeing.",
    "confront": "You have found her: now who is she?",
    "confront youth": "The Fair Youth cannot be far.",
    "ask": "Somebody here has seen the Fair Youth.",
    "query": "How far is the Rendezvous from here?",
}


def _nudge(best: Advice) -> str:
    kind = best.action["type"]
    usual = NUDGES.get(kind, "There is something to learn here.")
    return NUDGES.get(f"{kind} {best.action.get('who', '')}", usual)


def _reason(outlook: Outlook, best: Advice) -> str:
    if LOCATION not in outlook.known:
        return sentence(best.because)
    places, total = len(outlook.where(0)), len(outlook.table.board.names)
    return f"She can be in {places} of {total} locations now. {sentence(best.because)}"
