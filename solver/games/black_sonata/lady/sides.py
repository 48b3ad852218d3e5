"""Which side of a Darkest Ladies' clue card to test, and what a further card is worth before it is seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import log2
from random import Random
from typing import TYPE_CHECKING, Any

from solver.core.protocol import Foresight
from solver.core.values import Advice
from solver.engines.information import Prospect, look_ahead
from solver.games.black_sonata.cards import SYMBOLS as ALL_SYMBOLS
from solver.games.black_sonata.lady.notes import BONUS, LADY, DarkestNotes
from solver.games.black_sonata.lady.ordered_facts import Sides, four_hole, three_hole
from solver.games.black_sonata.outlook import SYMBOLS, ClueWorth, Outlook
from solver.games.black_sonata.parts.clues import FOUR, KEYS, THREE, ClueFour, ClueThree, key_clues, missing_keys

if TYPE_CHECKING:
    from solver.core.schema import Event
    from solver.games.black_sonata.errands import Planner
    from solver.games.black_sonata.table import Table

Hole = Callable[[Sequence[str], Sequence[str]], int]
HOLES: Mapping[str, Hole] = {FOUR: four_hole, THREE: three_hole}
FORMS: Mapping[str, type[Event]] = {FOUR: ClueFour, THREE: ClueThree}
SAMPLE = 12
SEED = 1


def side_advice(planner: Planner) -> Iterator[Advice]:
    """Both sides of every clue card in hand. To test one costs no action, so what may be done besides stays open."""
    outlook = planner.outlook
    notes: DarkestNotes = outlook.table.states[LADY]
    for card in notes.hand:
        prospects = {side: prospect(outlook, side, symbols) for side, symbols in _sides(card)}
        for side, symbols in _sides(card):
            action = _allowed(outlook.table, {"type": "clue", "side": side, "symbols": list(symbols)})
            if action is not None:
                other = prospects[THREE if side == FOUR else FOUR]
                yield _advice(outlook, action, prospects[side], other)


def _sides(card: Sides) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return ((FOUR, card.four), (THREE, card.three))


def prospect(outlook: Outlook, side: str, symbols: Sequence[str]) -> Prospect:
    """What the hole of this side would show, and the bits that it tells about her symbols."""
    hole = HOLES[side]
    foresight = Foresight(("symbols",), lambda hers: {(("count", hole(symbols, _triple(hers))),): Fraction(1)})
    return look_ahead(outlook.symbols, foresight)


def _triple(value: Any) -> tuple[str, ...]:
    return tuple(value)


def _allowed(table: Table, raw: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The action in the first form that fits: of a clue counted already, or with where the card came from."""
    for form, fits in ((raw, _is_owed), ({**raw, "from": KEYS}, _has_bonus), ({**raw, "from": "poet"}, _has_poet)):
        event = FORMS[raw["side"]].model_validate({**form, "count": 0})
        if fits(table) and table.rules.objection(table, event) is None:
            return form
    return None


def _is_owed(table: Table) -> bool:
    return table.deck is None or table.clues.unwritten > 0


def _has_bonus(table: Table) -> bool:
    return key_clues(table) < BONUS and not missing_keys(table)


def _has_poet(table: Table) -> bool:
    return table.rules.has("poet")


def _advice(outlook: Outlook, action: Mapping[str, Any], mine: Prospect, other: Prospect) -> Advice:
    side, symbols = action["side"], " ".join(action["symbols"])
    because = (
        f"it tells {mine.bits:.2f} of the {outlook.symbol_bits:.2f} bits that are open, the other side of this card "
        f"{other.bits:.2f}; testing a clue is no action"
    )
    gain = mine.bits * outlook.symbol_points
    named = {"free": True, "other_side_bits": other.bits, "open_bits": outlook.symbol_bits}
    words = f"test the side with {side} symbols: {symbols}"
    return Advice(action, words, because, gain, mine.bits, {SYMBOLS: mine.bits}, mine.outcomes, named)


def ordered_clue_worth(outlook: Outlook) -> ClueWorth:
    """Bits of a further clue by the better of its sides, and of the two under the keys.

    The mean over the cards of the list that were not seen; without a list, over a fixed sample of twelve cards as they
    might be (any four symbols, any other three in order). The two under the keys are taken as twice one clue, which is
    the most that they tell on average, and no more than is open.
    """
    notes: DarkestNotes = outlook.table.states[LADY]
    listed = listed_sides(outlook.table.rules.settings[LADY])
    cards = [card for card in listed or sample() if not notes.has_seen(card)]
    if not cards or len(outlook.symbols) <= 1:
        return ClueWorth(0.0, 0.0)
    weighed = [(_triple(hers), float(chance)) for hers, chance in outlook.symbols.items()]
    mean = sum(max(_bits(weighed, *side) for side in _sides(card)) for card in cards) / len(cards)
    return ClueWorth(mean, min(2 * mean, outlook.symbol_bits))


def listed_sides(setting: Any) -> tuple[Sides, ...]:
    """The clue cards of the set-up's list; none where there is no list."""
    listed = getattr(setting.cards, "clues", None) or ()
    return tuple(Sides(tuple(sorted(card.four)), tuple(card.three)) for card in listed)


@cache
def sample() -> tuple[Sides, ...]:
    """Clue cards as they might be, drawn once with a fixed seed."""
    draw = Random(SEED)
    fours, threes = list(combinations(ALL_SYMBOLS, 4)), list(permutations(ALL_SYMBOLS, 3))
    return tuple(Sides(draw.choice(fours), draw.choice(threes)) for _ in range(SAMPLE))


def _bits(weighed: Sequence[tuple[tuple[str, ...], float]], side: str, symbols: tuple[str, ...]) -> float:
    """As `prospect`, in floats and without outcomes: many cards are weighed for one hint."""
    hole = HOLES[side]
    chances: dict[int, float] = {}
    for hers, chance in weighed:
        shown = hole(symbols, hers)
        chances[shown] = chances.get(shown, 0.0) + chance
    return max(0.0, -sum(chance * log2(chance) for chance in chances.values()))
