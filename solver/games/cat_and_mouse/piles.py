"""The draw pile and the discards. Nothing here forbids a note: what does not add up is warned about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver.games.cat_and_mouse.cards import FOG, Card, stealth_cards


@dataclass(frozen=True)
class Piles:
    """`pile` are the cards of the draw pile in no order, empty where the notes do not add up (`adds_up`); `count` is
    how many they are; `top` the one on top where it was noted. `discards` stand in the order in which they came."""

    pile: tuple[Card, ...]
    count: int
    top: Card | None = None
    discards: tuple[Card, ...] = ()
    reshuffles: int = 0
    adds_up: bool = True


def fresh(fog: int, hand: Sequence[Card]) -> Piles:
    """The piles after the first hand was drawn (Strange Shadows, p. 13)."""
    cards = [*stealth_cards(), *[FOG] * fog]
    return Piles(*_left(cards, hand), adds_up=not _missing(cards, hand))


def _left(cards: Sequence[Card], drawn: Sequence[Card]) -> tuple[tuple[Card, ...], int]:
    """What is left of `cards` (nothing where `drawn` were not all among them), and how many cards that should be."""
    left = () if _missing(cards, drawn) else tuple((Counter(cards) - Counter(drawn)).elements())
    return left, max(0, len(cards) - len(drawn))


def _missing(cards: Sequence[Card], drawn: Sequence[Card]) -> list[Card]:
    return list((Counter(drawn) - Counter(cards)).elements())


def discard(piles: Piles, cards: Sequence[Card]) -> Piles:
    return replace(piles, discards=(*piles.discards, *cards))


def draw(piles: Piles, drawn: Sequence[Card]) -> tuple[Piles, str]:
    """The piles after these cards came up, and a warning where they cannot have (or nothing).

    A pile that runs out is renewed at once from the discards, which are shuffled (Strange Shadows, p. 14).
    """
    if not drawn:
        return piles, ""
    runs_out = len(drawn) > piles.count
    pool = (*piles.pile, *piles.discards) if runs_out else piles.pile
    total = piles.count + (len(piles.discards) if runs_out else 0)
    missing = _missing(pool, drawn) or (_missing(drawn, piles.pile) if runs_out else [])
    fits = piles.adds_up and not missing
    after = Piles(
        pile=_left(pool, drawn)[0] if fits else (),
        count=max(0, total - len(drawn)),
        discards=() if runs_out else piles.discards,
        reshuffles=piles.reshuffles + runs_out,
        adds_up=fits,
    )
    return after if after.count else _renewed(after), _oddity(piles, drawn, missing)


def _oddity(piles: Piles, drawn: Sequence[Card], missing: Sequence[Card]) -> str:
    if piles.top is not None and piles.top not in drawn:
        return f"{piles.top} lay on top of the draw pile, and did not come into the hand"
    if piles.adds_up and missing:
        names = ", ".join(sorted({str(card) for card in missing}))
        return f"by what was noted the draw pile and the hand do not fit ({names}): a note may be wrong"
    return ""


def _renewed(piles: Piles) -> Piles:
    if not piles.discards:
        return piles
    return Piles(piles.discards, len(piles.discards), reshuffles=piles.reshuffles + 1)


def turn_up(piles: Piles, top: Card | None) -> tuple[Piles, str]:
    """The piles with the card on top as noted (None: not noted), and a warning where it cannot lie there."""
    if top is None:
        return piles, ""
    odd = piles.adds_up and top not in piles.pile
    warning = f"by what was noted the draw pile holds no {top}: a note may be wrong" if odd else ""
    return replace(piles, top=top), warning
