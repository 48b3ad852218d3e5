"""How each public move, with what was seen of it, carries the states on. Factors that all states share are left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, factorial, lcm, prod
from typing import TypeAlias

from solver.core.errors import OutOfBudget
from solver.games.isla_negra.whereabouts.moves import Zone
from solver.games.isla_negra.whereabouts.states import (
    BITS,
    FIELD,
    MIXED,
    Kinds,
    Packed,
    Shape,
    States,
    Told,
    count,
    join,
    one,
    pack,
    parts,
)

Cards: TypeAlias = Sequence[int]
"""A number of cards for each kind."""
CHOICES = [[comb(n, k) for k in range(n + 1)] for n in range(1 << BITS)]


def draw(states: States, cards: int, rest: int) -> States:
    """The hand takes the next `cards` cards, of which the deck has `rest` mixed ones above its last card."""
    after: States = {}
    mixed = min(cards, rest)
    for shape, weights in states.items():
        drawn = shape._replace(mixed_hand=shape.mixed_hand + mixed)
        if cards > rest and shape.bottom is not None:
            card = one(shape.bottom)
            drawn = drawn._replace(bottom=None)
            weights = {told + card: weight for told, weight in weights.items()}
        join(after, drawn, weights)
    return after


def draw_named(kinds: Kinds, states: States, meanings: Sequence[Cards], rest: int) -> States:
    """The next cards when the drawer names them; `meanings` are the cards that the names can mean."""
    after: States = {}
    for shape, weights in states.items():
        untold = kinds.untold(shape)
        for cards in meanings:
            hidden, drawn, takes_last = list(cards), shape, sum(cards) > rest
            if takes_last and shape.bottom is not None:
                hidden[shape.bottom] -= 1
                drawn = shape._replace(bottom=None)
            if min(hidden) >= 0:
                join(after, drawn, _reveal(kinds, untold, weights, hidden, pack(cards)))
    return after


def look(kinds: Kinds, states: States, meanings: Sequence[Cards]) -> States:
    """The hand is seen; `meanings` are the cards that its names can mean."""
    after: States = {}
    for shape, weights in states.items():
        untold = kinds.untold(shape)
        for told, weight in weights.items():
            for cards in meanings:
                hidden = [number - known for number, known in zip(cards, kinds.counts(told), strict=True)]
                if min(hidden) >= 0:
                    found = _reveal(kinds, untold, {told: weight}, hidden, pack(hidden))
                    join(after, shape._replace(mixed_hand=0), found)
    return after


def _reveal(kinds: Kinds, untold: Packed, weights: dict[Told, int], hidden: Cards, to_hand: Packed) -> dict[Told, int]:
    """The states when mixed cards in given places turn out to be `hidden`, and the hand tells `to_hand` more."""
    found: dict[Told, int] = {}
    for told, weight in weights.items():
        ways = _ways(kinds.counts(kinds.mixed(untold, told)), hidden)
        if ways:
            found[told + to_hand] = found.get(told + to_hand, 0) + weight * ways
    return found


def _ways(mixed: Cards, cards: Cards) -> int:
    """In how many ways mixed cards can lie in given places so that these are there."""
    return factorial(sum(cards)) * prod(comb(of, number) for of, number in zip(mixed, cards, strict=True))


def leave(kinds: Kinds, states: States, to: Zone, seen: Iterable[int], is_seen: bool) -> States:
    """One card of the hand goes to the pile or the table, each as likely; `seen` is what it can be.

    A mixed card that nobody saw go to the pile stays mixed.
    """
    after: States = {}
    stays_mixed = to is Zone.PILE and not is_seen
    for kind in seen:
        for shape, weights in states.items():
            laid, covered = _lay(kinds, shape, kind, to)
            from_told, from_mixed = _take(kinds, shape, weights, kind, covered)
            if from_told:
                join(after, laid, from_told)
            if from_mixed and not stays_mixed:
                join(after, laid._replace(mixed_hand=laid.mixed_hand - 1), from_mixed)
    if stays_mixed:
        for shape, weights in states.items():
            if shape.mixed_hand:
                laid, covered = _lay(kinds, shape._replace(mixed_hand=shape.mixed_hand - 1), MIXED, to)
                join(after, laid, {told + covered: weight * shape.mixed_hand for told, weight in weights.items()})
    return after


def _take(
    kinds: Kinds, shape: Shape, weights: dict[Told, int], kind: int, covered: Told
) -> tuple[dict[Told, int], dict[Told, int]]:
    """The states in which the card that left was told, and those in which it was a mixed one."""
    untold, card, places = count(kinds.untold(shape), kind), one(kind), shape.mixed_hand
    in_hand, in_pile = BITS * kind, BITS * kind + kinds.width
    from_told: dict[Told, int] = {}
    from_mixed: dict[Told, int] = {}
    for told, weight in weights.items():
        held = (told >> in_hand) & FIELD
        if held:
            from_told[told - card + covered] = weight * held
        others = places * (untold - held - ((told >> in_pile) & FIELD))
        if others > 0:
            from_mixed[told + covered] = weight * others
    return from_told, from_mixed


def _lay(kinds: Kinds, shape: Shape, kind: int, to: Zone) -> tuple[Shape, Told]:
    """The shape with one more card on the pile or the table, and what the pile tells more below its top."""
    if to is Zone.TABLE:
        return shape._replace(table=(*shape.table, kind)), 0
    if shape.top == MIXED:
        return shape._replace(top=kind, mixed_pile=shape.mixed_pile + 1), 0
    covered = 0 if shape.top is None else kinds.in_pile(one(shape.top))
    return shape._replace(top=kind), covered


def clear(kinds: Kinds, states: States, cards: int) -> States:
    """The oldest cards beside the fighter go on top of the pile."""
    after: States = {}
    for shape, weights in states.items():
        cleared, covered = shape._replace(table=shape.table[cards:]), 0
        for kind in shape.table[:cards]:
            cleared, more = _lay(kinds, cleared, kind, Zone.PILE)
            covered += more
        join(after, cleared, {told + covered: weight for told, weight in weights.items()})
    return after


def too_many(steps: int) -> OutOfBudget:
    """The error of counting that takes more than so many steps."""
    return OutOfBudget(f"counting would take more than {steps:,} steps")


def scatter(kinds: Kinds, states: States, cards: int, hand_size: int, allowed: int) -> States:
    """`cards` cards of the hand go to the pile below its top, every choice of them as likely. Raises OutOfBudget where
    that takes more than `allowed` steps."""
    after: States = {}
    steps = 0
    for shape, weights in states.items():
        if cards == hand_size:
            emptied = shape._replace(mixed_hand=0, mixed_pile=shape.mixed_pile + shape.mixed_hand)
            moved: dict[Told, int] = {}
            for told, weight in weights.items():
                hand = told & kinds.mask
                gone = told - hand + kinds.in_pile(hand)
                moved[gone] = moved.get(gone, 0) + weight
            join(after, emptied, moved)
            continue
        for told, weight in weights.items():
            steps += _scatter_some(kinds, after, shape, (told, weight), cards)
            if steps > allowed:
                raise too_many(allowed)
    return after


def _scatter_some(kinds: Kinds, after: States, shape: Shape, entry: tuple[Told, int], cards: int) -> int:
    """The number of ways in which one state goes on, all joined to `after`."""
    told, weight = entry
    held = (*kinds.counts(told), shape.mixed_hand)
    number = 0
    for number, gone in enumerate(parts(held, cards), 1):
        moved, mixed = pack(gone[:-1]), gone[-1]
        left = shape._replace(mixed_hand=shape.mixed_hand - mixed, mixed_pile=shape.mixed_pile + mixed)
        ways = prod(comb(of, number) for of, number in zip(held, gone, strict=True))
        join(after, left, {told - moved + kinds.in_pile(moved): weight * ways})
    return number


def shuffle_pile(kinds: Kinds, states: States, bottoms: Sequence[int], allowed: int) -> States:
    """The pile without its top becomes the deck: what stays in the hand has to be told apart from now on. Raises
    OutOfBudget where that takes more than `allowed` steps."""
    return _show_last(kinds, tell_hands(kinds, tell_tops(kinds, states), True, allowed), bottoms)


def shuffle_deck(kinds: Kinds, states: States, bottoms: Sequence[int], allowed: int) -> States:
    """What is left of the deck is shuffled again: all that lies elsewhere has to be told apart from now on. Raises
    OutOfBudget where that takes more than `allowed` steps."""
    decks: States = {}
    steps = 0
    for shape, weights in tell_hands(kinds, tell_tops(kinds, states), False, allowed).items():
        untold = kinds.untold(shape)
        bare = shape._replace(mixed_pile=0, bottom=None)
        for told, weight in weights.items():
            mixed = kinds.counts(kinds.mixed(untold, told))
            for cards in parts(mixed, shape.mixed_pile):
                steps += 1
                if steps > allowed:
                    raise too_many(allowed)
                join(decks, bare, {told + kinds.in_pile(pack(cards)): weight * _ways(mixed, cards)})
    return _show_last(kinds, decks, bottoms)


def tell_tops(kinds: Kinds, states: States) -> States:
    """The same with the top of the pile told, where it was not seen."""
    after: States = {}
    for shape, weights in states.items():
        if shape.top != MIXED:
            join(after, shape, weights)
            continue
        untold = kinds.untold(shape)
        for kind in range(len(kinds.copies)):
            ways = {told: weight * count(kinds.mixed(untold, told), kind) for told, weight in weights.items()}
            join(after, shape._replace(top=kind), {told: weight for told, weight in ways.items() if weight})
    return after


def tell_hands(kinds: Kinds, states: States, forgets_pile: bool, allowed: int) -> States:
    """The same with the mixed cards of the hand told; with `forgets_pile` all others are mixed in the end."""
    after: States = {}
    for shape, weights in states.items():
        places = factorial(shape.mixed_hand) * (factorial(shape.mixed_pile) if forgets_pile else 1)
        bare = shape._replace(mixed_hand=0, mixed_pile=0 if forgets_pile else shape.mixed_pile)
        start = {told + (shape.mixed_hand << 2 * kinds.width): weight * places for told, weight in weights.items()}
        join(after, bare, _tell(kinds, kinds.counts(kinds.untold(shape)), start, forgets_pile, allowed))
        if sum(map(len, after.values())) > allowed:
            raise too_many(allowed)
    return after


def _tell(kinds: Kinds, untold: Cards, weights: dict[int, int], forgets_pile: bool, allowed: int) -> dict[Told, int]:
    """Kind after kind, so that states that become equal are joined as early as can be. Above the hand and the pile
    (forgotten kind by kind if it is to be) a key holds how many cards of the hand are still to be told."""
    one_left = 1 << 2 * kinds.width
    found = weights
    for kind, total in enumerate(untold):
        later = (sum(untold[kind + 1 :]) + 1) * one_left
        in_hand, in_pile = BITS * kind, BITS * kind + kinds.width
        step = (1 << in_hand) - one_left
        carried: dict[int, int] = {}
        for key, weight in found.items():
            pile = (key >> in_pile) & FIELD
            mixed = total - ((key >> in_hand) & FIELD) - pile
            after = key - (pile << in_pile) if forgets_pile else key
            for ways in CHOICES[mixed]:
                if 0 <= after < later:
                    carried[after] = carried.get(after, 0) + weight * ways
                after += step
        if len(carried) > allowed:
            raise too_many(allowed)
        found = carried
    return found


def _show_last(kinds: Kinds, states: States, bottoms: Sequence[int]) -> States:
    """All mixed cards were shuffled, again and again until the last card was no upgrade."""
    after: States = {}
    for shape, weights in states.items():
        untold = kinds.untold(shape)
        shown: dict[int, dict[Told, int]] = {kind: {} for kind in bottoms}
        for told, weight in weights.items():
            counts = kinds.counts(kinds.mixed(untold, told))
            size, upgrades = sum(counts), sum(counts[kind] for kind in kinds.upgrades)
            lasts = size - upgrades
            factor = weight * (lcm(*range(1, size + 1)) // (lasts or size))
            for kind in bottoms:
                if counts[kind] and (kind not in kinds.upgrades or not lasts):
                    shown[kind][told] = factor * counts[kind]
        for kind, found in shown.items():
            if found:
                join(after, shape._replace(bottom=kind), found)
    return after
