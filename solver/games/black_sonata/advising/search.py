"""Searching, now and later; turning the next card; noting a flight that waits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from solver.core.protocol import Foresight
from solver.core.values import SURELY, Advice, Outcome
from solver.engines.information import look_ahead
from solver.games.black_sonata.errands import Errand, Planner
from solver.games.black_sonata.faces import LANDMARKS, Lies, StealthFace
from solver.games.black_sonata.outlook import LOCATION, Outlook
from solver.games.black_sonata.reading import fill_specials
from solver.games.black_sonata.weights import weight
from solver.games.black_sonata.wording import chance_words

Outcomes = Mapping[tuple[tuple[str, Any], ...], Fraction]


def search_value(outlook: Outlook, chance: Fraction) -> float:
    """Points of one search: a find and its clue, less a fog card of those left for a miss."""
    find = weight("play", "find") + outlook.symbol_points * outlook.worth.clue
    miss = weight("play", "find") / max(1, outlook.table.fog_stock)
    return float(chance) * find - float(1 - chance) * miss


def search_errands(outlook: Outlook, turns: int, passed: int) -> Iterator[Errand]:
    """Searching at each location where she can be then, if a stealth card lies on top."""
    if outlook.table.deck is None or not outlook.can_search(turns, passed):
        return
    for place, chance in outlook.where(turns, passed).items():
        if isinstance(place, str) and outlook.may_search(place):
            action = {"type": "search"}
            yield Errand(place, search_value(outlook, chance), f"search {place}", "", action, chance)


def deck_advice(planner: Planner) -> Iterator[Advice]:
    """The search, the next card or the flight, whichever this moment asks for."""
    outlook = planner.outlook
    table = outlook.table
    if table.deck is None or table.pawn is None:
        return
    if table.flight_waits and table.clues.held:
        yield _fly(planner)
    elif table.turn == 0 or table.actions or not table.deck.shows_top:
        yield _turn(planner)
    elif outlook.can_search(0) and outlook.may_search(table.pawn, now=True):
        yield _search(planner, table.pawn)


def _search(planner: Planner, here: str) -> Advice:
    outlook = planner.outlook
    chance = outlook.chance(0, here)
    prospect = look_ahead(outlook.where(0), Foresight(("at",), lambda place: _found(place == here)))
    value = search_value(outlook, chance) + _after(planner, chance)
    named = {"chance": float(chance), "exact": str(chance), "clue_bits": outlook.worth.clue}
    because = _tell_search(outlook, chance)
    bits = {LOCATION: prospect.bits}
    return Advice({"type": "search"}, f"search {here}", because, value, prospect.bits, bits, prospect.outcomes, named)


def _after(planner: Planner, chance: Fraction) -> float:
    """The best plan after the flight, by what is known now: a find makes her pass one card more."""
    table = planner.outlook.table
    stand, held = table.rules.stand(table), table.clues.held
    return float(chance) * planner.bare_value(stand, held + 1) + float(1 - chance) * planner.bare_value(stand, held)


def _tell_search(outlook: Outlook, chance: Fraction) -> str:
    held = outlook.table.clues.held
    left = max(0, outlook.table.fog_stock - 1)
    clue = f" ({outlook.worth.clue:.2f} bits expected)" if outlook.symbols else ""
    return (
        f"she is here with {chance_words(chance)}; a find brings a clue{clue} and the deck advances {held + 1}, "
        f"a miss advances it {held}; either costs a fog card ({left} left after it)"
    )


def _found(is_found: bool) -> Outcomes:
    return {(("found", is_found),): Fraction(1)}


def _fly(planner: Planner) -> Advice:
    held = planner.outlook.table.clues.held
    because = f"a search was noted without its flight; the deck advances {held}, one card for each clue held"
    stand = planner.outlook.table.rules.stand(planner.outlook.table)
    return Advice({"type": "flight"}, "note the flight", because, planner.value(stand), 0.0, {}, SURELY)


def _turn(planner: Planner) -> Advice:
    """The next card, where this turn's action was taken or no turn was yet."""
    outlook = planner.outlook
    plan = planner.best(outlook.table.rules.stand(outlook.table))
    outcomes, bits = next_card(outlook)
    begins = "a Tarry card holds her" if outlook.table.turn else "the game begins"
    because = "this turn's action is done" if outlook.table.turn and outlook.table.actions else begins
    named: dict[str, Any] = {}
    if plan is not None:
        named = {"plan": plan.to_json()}
        when = "at that turn" if plan.turns == 1 else f"in {plan.turns} turns"
        because += f"; the best plan by now: {plan.errand.tell} {when}"
    if len(outcomes) > 1 and may_show_more(outlook):
        named["assumes"] = "the card shows a landmark"
        because += "; the chances of what comes up hold if that card shows a landmark"
    value = plan.value if plan else 0.0
    return Advice({"type": "turn"}, "turn the next card", because, value, bits, {LOCATION: bits}, outcomes, named)


def next_card(outlook: Outlook) -> tuple[Sequence[Outcome], float]:
    """What can be noted of the next card, and the bits that it tells about where she is."""
    outcomes, bits = next_faces(outlook)
    noted = [fill_specials(outlook.table, [outcome.fields["shows"]])[0] for outcome in outcomes]
    return [Outcome({"shows": shows}, o.probability) for shows, o in zip(noted, outcomes, strict=True)], bits


def next_faces(outlook: Outlook, turns: int = 1) -> tuple[Sequence[Outcome], float]:
    """The faces of the slot that comes up in so many turns, without the special cards before it, and their bits."""
    slot = outlook.slot(turns)
    lies = outlook.deck.lies[slot]
    if lies is not Lies.STEALTH:
        return [Outcome({"shows": lies.value}, Fraction(1))], 0.0
    seen = _face_seen(outlook, slot)
    if seen is not None:
        return [Outcome({"shows": seen.to_json()}, Fraction(1))], 0.0
    known = outlook.known[LOCATION]
    deck: Any = known.evidence.mystery
    cards = known.belief.distribution(("card", slot)) if deck.prints_faces else None
    if cards is not None:
        prospect = look_ahead(cards, Foresight(("card",), lambda card: {(("shows", _second(card)),): Fraction(1)}))
    else:
        prospect = look_ahead(outlook.where(turns), Foresight(("at",), lambda place: _faces_at(outlook, place)))
    return prospect.outcomes, prospect.bits


def may_show_more(outlook: Outlook) -> bool:
    """True where the deck may hold stealth cards that show no landmark: how many, no rule tells."""
    kinds = [kind for part in outlook.table.rules.parts for kind in part.faces if kind is not LANDMARKS]
    faces = (kind.read(raw) for kind in kinds for raw in kind.words.values())
    return any(isinstance(face, StealthFace) for face in faces)


def _second(card: Any) -> str:
    return str(card[1])


def _faces_at(outlook: Outlook, place: Any) -> Outcomes:
    shown = outlook.table.board.place(place).landmarks
    return {(("shows", landmark),): Fraction(1, len(shown)) for landmark in shown}


def _face_seen(outlook: Outlook, slot: int) -> StealthFace | None:
    facts: Sequence[Any] = outlook.known[LOCATION].evidence.facts
    return next((fact.face for fact in facts if fact.printed == ("face", slot)), None)
