"""Which deck to draw from: what the next reasoning card may be, and what it is worth in the best hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log2
from typing import TYPE_CHECKING, Any

from solver.core.values import Advice, Outcome
from solver.engines.choose import FEW_WORLDS
from solver.games.shadow_raiders.advising.asking import Question
from solver.games.shadow_raiders.box import Character, areas, reasoning_cards
from solver.games.shadow_raiders.roles.facts import Handed, Held
from solver.games.shadow_raiders.roles.outcomes import outcomes
from solver.games.shadow_raiders.roles.polynomial import value_at
from solver.games.shadow_raiders.weights import weight

if TYPE_CHECKING:
    from solver.games.shadow_raiders.advising.outlook import Outlook
    from solver.games.shadow_raiders.roles.spread import Spread

MOST_WORK = 250_000
"""Steps of counting up to which the next card's chances are counted exactly; some 4 microseconds each."""
STAND_IN = "the copies not seen, each equally likely"
LEFT_OUT = "what the card itself tells of those handed to others"


@dataclass(frozen=True)
class NextCard:
    """A card that may come up, how likely, and the best player to hand it to then."""

    card: str
    chance: Fraction
    best: Question


@dataclass(frozen=True)
class Draws:
    """What may come up. `is_exact`: counted, not taken from the copies not seen; `bits`: what the card itself tells."""

    cards: tuple[NextCard, ...]
    is_exact: bool
    bits: float | None


def deck_advice(outlook: Outlook) -> Iterator[Advice]:
    """Each deck that I may draw from where I stand (any, where that is not known)."""
    decks = _open_decks(outlook)
    if "reasoning" in decks and outlook.others:
        yield from _reasoning(outlook)
    for deck in ("white", "black"):
        if deck in decks:
            action = {"type": "drew", "player": outlook.rules.me}
            because = "its cards are open to all and tell nothing of who the others are; its worth is a rough guess"
            words = f"draw a {deck} card"
            yield Advice(action, words, because, weight("deck", deck), 0.0, {}, SURELY, {"deck": deck})


SURELY = (Outcome({}, Fraction(1)),)


def _open_decks(outlook: Outlook) -> tuple[str, ...]:
    """In my turn those of the area where I stand; else all, wherever I may come."""
    if not outlook.table.my_turn:
        return ("reasoning", "white", "black")
    here = next((area.draws for area in areas() if area.name == outlook.table.me.place), ())
    return () if outlook.table.has_acted else here


def _reasoning(outlook: Outlook) -> Iterator[Advice]:
    """A reasoning card: its value is that of the best handing of each card that may come up."""
    draws = next_cards(outlook)
    if not draws.cards:
        return
    parts = [(float(one.chance), one.best) for one in draws.cards]
    bits = sum(chance * best.prospect.bits for chance, best in parts) + (draws.bits or 0.0)
    best = max(draws.cards, key=lambda one: (float(one.chance) * one.best.value, one.card))
    named: dict[str, Any] = {
        "camp_bits": sum(chance * best.camp_bits for chance, best in parts),
        "role_bits": sum(chance * best.role_bits for chance, best in parts),
        **({} if draws.is_exact else {"weighs_by": STAND_IN}),
        **(
            {} if draws.bits is not None else {"bits_leave_out": "what the card itself tells of those handed to others"}
        ),
    }
    value = sum(chance * best.value for chance, best in parts)
    because = (
        f"handed to the best player it tells {bits:.2f} bits on average; for example {best.card} to {best.best.player}"
    )
    action = {"type": "reasoning", "from": outlook.rules.me}
    yield Advice(action, "draw a reasoning card", because, value, bits, {}, tuple(_outcomes(draws)), named)


def _outcomes(draws: Draws) -> Iterator[Outcome]:
    """Each card, whom to hand it to, and what comes of it: likeliest first."""
    found = [
        Outcome({"to": one.best.player, "card": one.card, **outcome.fields}, one.chance * outcome.probability)
        for one in draws.cards
        for outcome in one.best.prospect.outcomes
    ]
    return iter(sorted(found, key=lambda outcome: (-outcome.probability, str(outcome.fields))))


def next_cards(outlook: Outlook) -> Draws:
    """Every card that may come up next, in the order of the box."""
    left = _not_seen(outlook)
    if not outlook.table.unseen:
        return Draws(tuple(_alike(outlook, left, sum(left.values()))), True, 0.0)
    groups = _groups(outlook, left)
    if outlook.counted.work * len(groups) > MOST_WORK:
        return Draws(tuple(_alike(outlook, left, sum(left.values()))), False, None)
    found, told, deals = [], 0.0, _deals_alike(outlook) if _is_small(outlook) else ()
    for group in groups:
        after = _if_next(outlook, group[0])
        chance = after.counted.weight / outlook.counted.weight
        if chance:
            shares = {card: Fraction(left[card], left[group[0]]) for card in group}
            found += [_best(after, card, chance * share) for card, share in shares.items()]
            told += float(sum(shares.values())) * _news(outlook, after, deals)
    order = list(reasoning_cards())
    bits = told if _is_small(outlook) else None
    return Draws(tuple(sorted(found, key=lambda one: order.index(one.card))), True, bits)


def _if_next(outlook: Outlook, card: str) -> Outlook:
    """What is known once this card has come up next."""
    return outlook.after(Held(outlook.table.copies, outlook.table.shuffle, card))


def _is_small(outlook: Outlook) -> bool:
    """Whether deals can be listed, to measure what the card itself tells."""
    return outlook.evidence.mystery.size() <= FEW_WORLDS


@dataclass(frozen=True)
class _Alike:
    """Deals that no card of this shuffle tells apart: each player's side, who has low HP, how likely they are, and how
    likely all draws of this shuffle are in them."""

    sides: tuple[int, ...]
    low: int
    share: float
    seen: Fraction


def _deals_alike(outlook: Outlook) -> list[_Alike]:
    """All deals, in groups of such."""
    found: dict[tuple[tuple[int, ...], int], float] = {}
    spread = _this_shuffle(outlook)
    for names, share in outlook.deals:
        characters = [outlook.character(name) for name in names]
        kinds = spread.kinds(characters)
        found[kinds] = found.get(kinds, 0.0) + share
    polys = {sides: spread.chances(sides) for sides, _ in found}
    return [
        _Alike(sides, low, share, spread.factor * value_at(polys[sides], low)) for (sides, low), share in found.items()
    ]


def _news(outlook: Outlook, after: Outlook, deals: Sequence[_Alike]) -> float:
    """What it tells of the deal that this card came up, in bits, times how likely it does; 0 for too many deals.

    Deal by deal: how likely the card is there, against how likely it is at all.
    """
    at_all, told = float(after.counted.weight / outlook.counted.weight), 0.0
    spread = _this_shuffle(after)
    polys = {sides: spread.chances(sides) for sides in dict.fromkeys(one.sides for one in deals)}
    for one in deals:
        there = float(spread.factor * value_at(polys[one.sides], one.low) / one.seen)
        told += one.share * there * log2(there / at_all) if there else 0.0
    return told


def _this_shuffle(outlook: Outlook) -> Spread:
    """The draws since the last shuffle, some of which were not seen."""
    return outlook.counted.deal.spreads[-1]


def _not_seen(outlook: Outlook) -> dict[str, int]:
    """The copies that I have not seen since the last shuffle; those that others were handed are among them."""
    seen = Counter(card for card in outlook.table.drawn if card is not None)
    left = {card: copies - seen[card] for card, copies in outlook.rules.deck.copies.items()}
    is_left = sum(left.values()) > outlook.table.unseen
    return {card: copies for card, copies in left.items() if copies > 0 and is_left}


def _alike(outlook: Outlook, left: Mapping[str, int], total: int) -> Iterator[NextCard]:
    for card, copies in left.items():
        yield _best(outlook, card, Fraction(copies, total))


def _best(outlook: Outlook, card: str, chance: Fraction) -> NextCard:
    questions = [Question(outlook, card, player) for player in outlook.others]
    return NextCard(card, chance, max(questions, key=lambda question: (question.value, question.player)))


def _groups(outlook: Outlook, left: Mapping[str, int]) -> list[list[str]]:
    """The cards that nothing seen since the last shuffle can tell apart: what holds for one holds for all."""
    handed = [fact for fact in outlook.evidence.facts if isinstance(fact, Handed)]
    seen = {(fact.outcome, fact.condition) for fact in handed if fact.shuffle == outlook.table.shuffle}
    kinds = {(one.camp, one.hp, one.lies): one for one in outlook.rules.cast}
    found: dict[Any, list[str]] = {}
    for card in left:
        found.setdefault(_signature(outlook, card, list(kinds.values()), sorted(seen)), []).append(card)
    return list(found.values())


def _signature(outlook: Outlook, card: str, kinds: Sequence[Character], seen: Sequence[Any]) -> Any:
    switches = outlook.rules.switches
    return tuple(
        outcomes(reasoning_cards()[card], kind, condition, switches).get(outcome)
        for kind in kinds
        for outcome, condition in seen
    )
