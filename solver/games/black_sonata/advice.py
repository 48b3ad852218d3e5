"""What to do next: every action of this turn with the best search that it leaves open, ranked by one value.

The value is in points: a find counts 1 point and 1 more for every bit that its clue is expected to tell about her
symbols; a missed search costs one fog card of those left; each turn of waiting takes 6 % off. Plans look eight turns
ahead and do not adapt to what the deck will show on the way, so real play does better than promised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from solver.core.game import Known
from solver.core.protocol import Foresight
from solver.core.values import Advice, Hint, Outcome
from solver.engines.information import entropy, look_ahead
from solver.games.black_sonata.clue_value import clue_bits, key_clue_bits
from solver.games.black_sonata.faces import Lies, StealthFace
from solver.games.black_sonata.outlook import HORIZON, LOCATION, SYMBOLS, Outlook
from solver.games.black_sonata.stealth import PrintedDeck
from solver.games.black_sonata.table import Table

PATIENCE = 0.94
"""What a plan keeps of its value for each turn of waiting."""
OBJECTIVE = (
    "value: chance of a find at the best search within 8 turns, times 1 point plus the bits of its clue; less the "
    "fog card that a miss costs; 6 % less for each turn of waiting; plus a share of the clue under the keys for a "
    "new key. Plans do not yet adapt to what the deck shows on the way"
)


@dataclass(frozen=True)
class Plan:
    """Searching at `place`, `turns` turns from now: she is there with `chance`."""

    turns: int
    place: str
    chance: Fraction
    value: float


@dataclass(frozen=True)
class Advisor:
    """The figures behind a hint, each computed when first asked for."""

    outlook: Outlook

    @property
    def table(self) -> Table:
        return self.outlook.table

    @cached_property
    def clue(self) -> float:
        return clue_bits(self.table, self.outlook.symbols)

    @cached_property
    def key_clue(self) -> float:
        return key_clue_bits(self.table, self.outlook.symbols, self.outlook.symbol_bits)

    @cached_property
    def missing(self) -> list[str]:
        return [place for place in self.table.board.names if place not in self.table.keys]

    def search_value(self, chance: Fraction) -> float:
        """Points of one search now."""
        miss = 1 / max(1, self.table.fog_stock)
        return float(chance) * (1 + self.clue) - float(1 - chance) * miss

    def key_value(self, place: str) -> float:
        """A new key's share of the clue under the keys."""
        return self.key_clue / len(self.missing) if place in self.missing else 0.0

    def best_plan(self, start: str) -> Plan | None:
        """The best later search for a pawn that stands at `start` when this turn ends; ties: sooner, then by name."""
        plans = [
            self._plan(turns, place)
            for turns in range(1, HORIZON + 1)
            if self.outlook.can_search(turns)
            for place in self.outlook.reach(start, turns - 1)
        ]
        return max(plans, key=lambda plan: plan.value, default=None)

    def _plan(self, turns: int, place: str) -> Plan:
        chance = self.outlook.chance(turns, place)
        return Plan(turns, place, chance, PATIENCE**turns * self.search_value(chance))


def advise(table: Table, known: Sequence[Known]) -> Hint:
    """The actions open now, best first; ties by the words of the action."""
    outlook = Outlook(table, {entry.evidence.mystery.name: entry for entry in known})
    advisor = Advisor(outlook)
    ranked = sorted(_actions(advisor), key=lambda advice: (-round(advice.value, 12), advice.words))
    return _hint(advisor, tuple(ranked))


def _actions(advisor: Advisor) -> Iterator[Advice]:
    table = advisor.table
    if table.is_over or table.deck is None or table.pawn is None:
        return
    yield from _confront(advisor)
    if table.flight_waits and table.clues.held:
        yield _fly(advisor)
    elif table.turn == 0 or table.actions:
        yield _turn(advisor)
    else:
        yield from _this_turn(advisor, table.pawn)


def _this_turn(advisor: Advisor, here: str) -> Iterator[Advice]:
    table = advisor.table
    if table.deck is not None and table.deck.top_lies is Lies.STEALTH and here in table.keys:
        yield _search(advisor, here)
    if table.deck is not None and table.deck.top_lies is Lies.FOG:
        yield _use_fog(advisor, here)
    for place in table.rules.roads(table)[here]:
        yield _move(advisor, place)
    yield _stay(advisor, here)


def _search(advisor: Advisor, here: str) -> Advice:
    chance = advisor.outlook.chance(0, here)
    held = advisor.table.clues.held
    left = max(0, advisor.table.fog_stock - 1)
    prospect = look_ahead(advisor.outlook.where(0), Foresight(("at",), lambda place: _found(place == here)))
    because = (
        f"she is here with {percent(chance)}. A find brings a clue ({advisor.clue:.2f} bits expected); a miss only "
        f"costs a fog card ({left} left after it); then the deck advances {held + 1} (find) or {held} (miss)"
    )
    return _advice(
        advisor,
        {"type": "search"},
        f"search {here}",
        because,
        advisor.search_value(chance),
        prospect.outcomes,
        {LOCATION: prospect.bits},
        {"chance": float(chance), "exact": str(chance), "clue_bits": advisor.clue},
    )


def _found(is_found: bool) -> Mapping[tuple[tuple[str, Any], ...], Fraction]:
    return {(("found", is_found),): Fraction(1)}


def _move(advisor: Advisor, place: str) -> Advice:
    return _planned(advisor, {"type": "move", "to": place}, f"move to {place}", place, advisor.key_value(place))


def _stay(advisor: Advisor, here: str) -> Advice:
    return _planned(advisor, {"type": "pass"}, "pass", here, 0.0)


def _planned(advisor: Advisor, action: dict[str, Any], words: str, start: str, extra: float) -> Advice:
    plan = advisor.best_plan(start)
    because = _tell_plan(plan) + (_tell_key(advisor, start) if extra or start in advisor.missing else "")
    named = {} if plan is None else {"plan": _plan_json(plan), "chance": float(plan.chance), "exact": str(plan.chance)}
    value = (plan.value if plan else 0.0) + extra
    return _advice(advisor, action, words, because, value, _surely(), {}, named)


def _tell_plan(plan: Plan | None) -> str:
    if plan is None:
        return "no search is possible in the next turns"
    when = "at the next turn" if plan.turns == 1 else f"in {plan.turns} turns"
    return f"from there search {plan.place} {when}: she is there with {percent(plan.chance)}"


def _tell_key(advisor: Advisor, place: str) -> str:
    left = len(advisor.missing)
    return f"; {place} is {'the last location' if left == 1 else f'one of {left} locations'} not visited yet"


def _plan_json(plan: Plan) -> dict[str, Any]:
    return {"search": plan.place, "turns": plan.turns, "chance": float(plan.chance)}


def _use_fog(advisor: Advisor, here: str) -> Advice:
    """The effects that may still be drawn, equally likely; what they bring is weighed by the clue cards among them."""
    effects = _effects_left(advisor.table)
    each = Fraction(1, len(effects))
    clues = sum(effect.startswith("clue") for effect in effects)
    plan = advisor.best_plan(here)
    value = float(each * clues) * (1 + advisor.clue) + (plan.value if plan else 0.0)
    because = (
        f"{clues} of the {len(effects)} effects that may come bring a clue ({advisor.clue:.2f} bits expected of each), "
        f"and replacing her would undo what is known; {_tell_plan(plan)}. Bits count the effect, not what it shows"
    )
    outcomes = [Outcome({"effect": effect}, each) for effect in effects]
    return _advice(
        advisor,
        {"type": "fog"},
        "use the fog card",
        because,
        value,
        outcomes,
        {},
        {"clue_bits": advisor.clue},
    )


BASE_EFFECTS = (
    "clue", "replace-lady", "move-anywhere", "look-five", "clue-and-discard", "swap-clue", "move-neighbour",
    "advance-two", "discard", "discard-fog",
)  # fmt: skip
"""One printed fog card each."""


def _effects_left(table: Table) -> list[str]:
    gone = table.fog_gone
    return [effect for effect in BASE_EFFECTS if effect not in gone] or list(BASE_EFFECTS)


def _turn(advisor: Advisor) -> Advice:
    """Turning the next card, where this turn's action was taken (or no turn was yet)."""
    outlook = advisor.outlook
    here = advisor.table.pawn or ""
    plan = advisor.best_plan(here)
    outcomes, bits = _next_card(outlook)
    because = f"this turn's action is done; the next card comes up. {_tell_plan(plan)[0].upper()}{_tell_plan(plan)[1:]}"
    named = {} if plan is None else {"plan": _plan_json(plan)}
    value = plan.value if plan else 0.0
    return _advice(advisor, {"type": "turn"}, "turn the next card", because, value, outcomes, {LOCATION: bits}, named)


def _next_card(outlook: Outlook) -> tuple[Sequence[Outcome], float]:
    if not outlook.can_search(1):
        return [Outcome({"shows": "fog"}, Fraction(1))], 0.0
    mystery = outlook.known[LOCATION].evidence.mystery
    seen = _face_seen(outlook, outlook.slot(1))
    if seen is not None:
        return [Outcome({"shows": seen.to_json()}, Fraction(1))], 0.0
    if isinstance(mystery, PrintedDeck):
        cards = outlook.known[LOCATION].belief.distribution(("card", outlook.slot(1))) or {}
        printed = look_ahead(cards, Foresight(("card",), lambda card: {(("shows", card[1]),): Fraction(1)}))  # type: ignore[index]
        return printed.outcomes, printed.bits
    by_place: Callable[[Any], Any] = lambda place: _faces_at(outlook, place)  # noqa: E731
    prospect = look_ahead(outlook.where(1), Foresight(("at",), by_place))
    return prospect.outcomes, prospect.bits


def _faces_at(outlook: Outlook, place: str) -> Mapping[tuple[tuple[str, Any], ...], Fraction]:
    shown = outlook.table.board.place(place).landmarks
    return {(("shows", landmark),): Fraction(1, len(shown)) for landmark in shown}


def _face_seen(outlook: Outlook, slot: int) -> StealthFace | None:
    facts: Sequence[Any] = outlook.known[LOCATION].evidence.facts
    return next((fact.face for fact in facts if fact.printed == ("face", slot)), None)


def _fly(advisor: Advisor) -> Advice:
    held = advisor.table.clues.held
    because = f"a search was noted without its flight; the deck advances {held}, one card for each clue held"
    return _advice(advisor, {"type": "flight"}, "note the flight", because, 1.0, _surely(), {}, {})


def _confront(advisor: Advisor) -> Iterator[Advice]:
    """Naming her, where a search of this turn found her: only ranked first when her symbols are certain."""
    if not advisor.table.last_search_found or not advisor.outlook.symbols:
        return
    symbols, chance = max(advisor.outlook.symbols.items(), key=lambda item: (item[1], str(item[0])))
    named = " ".join(symbols) if isinstance(symbols, tuple) else str(symbols)
    because = f"she was found, and has these symbols with {percent(chance)}; a wrong name loses the game"
    value = 100.0 if chance == 1 else float(chance) - 1.0
    outcomes = [Outcome({"right": right}, p) for right, p in ((True, chance), (False, 1 - chance)) if p]
    bits = {SYMBOLS: entropy([chance, 1 - chance])}
    action = {"type": "confront", "symbols": list(symbols) if isinstance(symbols, tuple) else [symbols]}
    yield _advice(advisor, action, f"confront her as {named}", because, value, outcomes, bits, {})


def _surely() -> Sequence[Outcome]:
    return [Outcome({}, Fraction(1))]


def _advice(
    advisor: Advisor,
    action: Mapping[str, Any],
    words: str,
    because: str,
    value: float,
    outcomes: Sequence[Outcome],
    bits_by: Mapping[str, float],
    named: Mapping[str, Any],
) -> Advice:
    stand_in = {"weighs_by": advisor.outlook.weighs_by} if advisor.outlook.weighs_by else {}
    return Advice(action, words, because, value, sum(bits_by.values()), bits_by, outcomes, {**named, **stand_in})


def _hint(advisor: Advisor, ranked: tuple[Advice, ...]) -> Hint:
    notes: tuple[str, ...] = ()
    if advisor.outlook.weighs_by:
        notes = ("chances are those of the map alone, cut to what CP-SAT proves possible with the printed cards",)
    if advisor.table.is_over:
        return Hint(OBJECTIVE, "The game is over.", advisor.table.ending_reason, (), notes)
    if not ranked:
        return Hint(OBJECTIVE, "There is nothing to advise here.", "no deck is tracked in this session", (), notes)
    return Hint(OBJECTIVE, _nudge(ranked[0]), _reason(advisor, ranked[0]), ranked, notes)


NUDGES = {
    "search": "Look at where your pawn stands.",
    "move": "Another location is worth more than this one.",
    "fog": "The card on top may help you.",
    "pass": "Time is on your side here.",
    "turn": "Your action is done: the deck has the word.",
    "flight": "She is still fleeing.",
    "confront": "You have found her: now who is she?",
}


def _nudge(best: Advice) -> str:
    return NUDGES[best.action["type"]]


def _reason(advisor: Advisor, best: Advice) -> str:
    places = len(advisor.outlook.where(0))
    seen = f"She can be in {places} of {len(advisor.table.board.names)} locations now"
    return f"{seen}. {best.because[0].upper()}{best.because[1:]}."


def percent(chance: Fraction) -> str:
    """For the eye, with the exact fraction where it is short; never rounded to 0 or 100 %."""
    if chance in (0, 1):
        return "0 %" if chance == 0 else "certainty"
    rounded = round(100 * chance)
    shown = "<1 %" if rounded == 0 else ">99 %" if rounded == 100 else f"{rounded} %"
    return f"{shown} ({chance})" if chance.denominator < 10_000 else shown
