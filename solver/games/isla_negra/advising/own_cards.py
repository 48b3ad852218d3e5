"""What I may do with my own cards: draw, lay down an upgrade, play tactics, take a new hand, or pass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from solver.core.errors import IllegalEvent, OutOfBudget
from solver.core.values import SURELY, Advice, Budget, Outcome, edge_float
from solver.engines.information import entropy
from solver.games.isla_negra import events as e
from solver.games.isla_negra.advising.attacking import holding
from solver.games.isla_negra.decks import UNLISTED, UNLISTED_UPGRADE, CardType, Level
from solver.games.isla_negra.evidence import evidence_of
from solver.games.isla_negra.rising import at_least
from solver.games.isla_negra.rules import OPENING
from solver.games.isla_negra.turns import advance
from solver.games.isla_negra.turns.techniques import PAIR
from solver.games.isla_negra.weights import weight
from solver.games.isla_negra.wording import cards_of, listed, percent, ranked

if TYPE_CHECKING:
    from solver.core.protocol import Belief
    from solver.games.isla_negra.advising.outlook import Outlook

RESHUFFLED = "a reshuffle is still to come: what it shows is not weighed"
KINDS = (CardType.RESPONSE, CardType.ATTACK, CardType.UPGRADE, CardType.TACTICS)


def tactics_advice(outlook: Outlook) -> Iterator[Advice]:
    """Each tactics card that I may use."""
    for line, held in outlook.in_hand:
        if line.type is CardType.TACTICS:
            action = {"type": "play", "player": outlook.name, "card": line.card}
            spent = ["an upgrade is spent"] if line.level is Level.MASTER else []
            text = "nobody can answer tactics; what its text does is not weighed"
            because = "; ".join([*holding(held), text, *spent])
            costs = weight("hand", "card") + (weight("attack", "spent") if spent else 0.0)
            value = float(held) * (weight("tactics", "any") - costs)
            yield _own(action, f"play {line.card}", because, value, {"held": edge_float(held)})


def upgrade_advice(outlook: Outlook) -> Iterator[Advice]:
    """Each upgrade; all of them do the same."""
    for kind, held in outlook.upgrades:
        what = "an upgrade that is not listed" if kind == UNLISTED_UPGRADE else kind
        action = {"type": "upgrade", "player": outlook.name, "card": kind}
        value, because, named = _raise(outlook)
        told = "; ".join([*holding(held), because])
        yield _own(action, f"lay down {what}", told, float(held) * value, {"held": edge_float(held), **named})


def _raise(outlook: Outlook) -> tuple[float, str, dict[str, Any]]:
    """What one more upgrade is worth, why, and the level that it leads to."""
    level, beside = outlook.me.level, len(outlook.me.table)
    cost = weight("hand", "card")
    if level is Level.MASTER:
        return weight("upgrade", "spare") - cost, "one more to spend for a Master's technique", {"level": level.word}
    if beside + 1 < PAIR:
        more = at_least(outlook.mine, outlook.deck.upgrades, 0, PAIR) or Fraction(0)
        second = f"; you hold the second{'' if more == 1 else f' with {percent(more)}'}" if more else ""
        named = {"level": level.word, "holds_second": edge_float(more)}
        return weight("upgrade", "first") - cost, f"the first of two{second}", named
    after = Level(level + 1)
    opened = frozenset(line.card for line in outlook.deck.cards if line.level is after) - outlook.deck.upgrades
    opens = outlook.holds(opened)
    because = f"you are {after.word} then"
    if opens:
        because += (
            f"; with {percent(opens)} you hold a technique of that level" if opens < 1 else ", as a card you hold"
        )
    value = weight("upgrade", "level") + weight("upgrade", "opens") * float(opens) - cost
    return value, because, {"level": after.word, "opens": edge_float(opens)}


def draw_advice(outlook: Outlook, best: float) -> Iterator[Advice]:
    """The card at the start of the turn: by rule it comes first, so it is worth what comes after it, and one card."""
    if not outlook.draws_first:
        return
    value = weight("hand", "card") + (0.0 if outlook.may_begin else max(0.0, best))
    unless = "unless you begin the round: then none is drawn" if outlook.may_begin else "a turn begins with a card"
    nexts = outlook.mine.distribution(("next",)) or {}
    told = ", ".join(f"{_named_card(card)} {_share(share)}" for card, share in ranked(nexts)[:3])
    because = f"{unless}; next: {told}{' and others' if len(nexts) > 3 else ''}"
    named = {"next": {card: edge_float(share) for card, share in ranked(nexts)}}
    if not outlook.me.deck:
        yield _reshuffle_advice(outlook, because, value, named)
        return
    action: dict[str, Any] = {"type": "draw", "player": outlook.name, "cards": 1}
    outcomes = tuple(Outcome({"names": [card]}, share) for card, share in ranked(nexts))
    bits = entropy(nexts.values())
    yield Advice(action, "draw a card", because, value, bits, {f"draw.{outlook.name}": bits}, outcomes or SURELY, named)


def _reshuffle_advice(outlook: Outlook, because: str, value: float, named: Mapping[str, Any]) -> Advice:
    """The pile becomes the deck, and its last card is shown."""
    action = {"type": "shuffle", "player": outlook.name}
    lasts = outlook.mine.distribution(("last",)) or {}
    outcomes = tuple(Outcome({"last": card}, share) for card, share in ranked(lasts))
    named = {**named, "bits_missing": RESHUFFLED}
    return Advice(action, "reshuffle your pile, then draw", because, value, None, {}, outcomes or SURELY, named)


def _named_card(card: str) -> str:
    return "one that is not listed" if card == UNLISTED else card


def _share(share: Fraction) -> str:
    return "for certain" if share == 1 else percent(share)


def pass_advice(outlook: Outlook) -> Iterator[Advice]:
    """Nothing, which costs nothing."""
    action = {"type": "passes", "player": outlook.name}
    because = "no card is spent"
    if outlook.table.has_acted:
        others = outlook.table.may_answer
        because = "a turn has one card" + (f"; {listed(others, 'or')} may answer it first" if others else "")
    yield _own(action, "pass the initiative", because, 0.0, {})


def _own(action: Mapping[str, Any], words: str, because: str, value: float, named: Mapping[str, Any]) -> Advice:
    """An action that shows nothing and that nobody can answer."""
    return Advice(action, words, because, value, 0.0, {}, SURELY, named)


# A new hand


@dataclass(frozen=True)
class Fresh:
    """The five cards of a new hand: `belief` is what would be known of my cards then."""

    outlook: Outlook
    belief: Belief

    def chance(self, kind: CardType) -> Fraction:
        """The chance of at least one card of the kind that I may use among the five."""
        return at_least(self.belief, self.outlook.usable(kind), 0, 1) or Fraction(0)

    @cached_property
    def chances(self) -> Mapping[CardType, Fraction]:
        return {kind: self.chance(kind) for kind in KINDS}

    @cached_property
    def numbers(self) -> tuple[tuple[int, Fraction], ...]:
        """How many of the five can be used, likeliest first."""
        kinds = frozenset(kind for each in KINDS for kind in self.outlook.usable(each))
        shares = self.belief.distribution(("among", kinds, 0)) if kinds else {0: Fraction(1)}
        return tuple(ranked(shares or {}))

    @property
    def is_reshuffled(self) -> bool:
        return self.outlook.me.deck < OPENING

    @cached_property
    def value(self) -> float:
        """What the five are worth, less what is given away."""
        gained = sum(
            weight("hand", kind.value) * float(chance - self.outlook.holds(self.outlook.usable(kind)))
            for kind, chance in self.chances.items()
        )
        return gained + weight("hand", "card") * (OPENING - self.outlook.me.hand)

    def because(self) -> Iterator[str]:
        if self.is_reshuffled:
            yield f"your deck has {cards_of(self.outlook.me.deck)}, so the pile is reshuffled for the five"
        parts = [f"{kind.value} {percent(chance)}" for kind, chance in self.chances.items() if chance]
        yield f"among the five at least one that you may use: {listed(parts)}" if parts else "nothing listed can come"
        if self.outlook.deck.unlisted:
            yield "what is not listed may be more"
        yield f"{cards_of(self.outlook.me.hand)} given away"

    @property
    def advice(self) -> Advice:
        outlook = self.outlook
        action: dict[str, Any] = {"type": "new-hand", "player": outlook.name}
        if self.is_reshuffled:
            action["reshuffled"] = {"after": outlook.me.deck}
        outcomes = tuple(Outcome({"usable": number}, share) for number, share in self.numbers)
        told = {kind.value: edge_float(chance) for kind, chance in self.chances.items()}
        named: dict[str, Any] = {"fresh": told, "given_away": outlook.me.hand}
        bits = None if self.is_reshuffled else entropy(share for _, share in self.numbers)
        if bits is None:
            named["bits_missing"] = RESHUFFLED
        bits_by = {} if bits is None else {f"draw.{outlook.name}": bits}
        because = "; ".join(self.because())
        return Advice(action, "take a new hand", because, self.value, bits, bits_by, outcomes or SURELY, named)


def new_hand_advice(outlook: Outlook) -> Iterator[Advice]:
    """Five new cards for the whole hand, where the deck and the pile have as many."""
    fresh = fresh_hand(outlook)
    if fresh is not None:
        yield fresh.advice


def fresh_hand(outlook: Outlook) -> Fresh | None:
    """What would be known once the hand was discarded and five were drawn; None where that cannot be."""
    table, me = outlook.table, outlook.me
    told = e.Reshuffled(after=me.deck) if me.deck < OPENING else None
    event = e.NewHand(player=outlook.name, reshuffled=told)
    try:
        evidence = evidence_of(advance(table, event, table.event + 1), outlook.name)
        mystery: Any = evidence.mystery
        return Fresh(outlook, mystery.count(evidence.facts, Budget()))
    except (IllegalEvent, OutOfBudget):
        return None
