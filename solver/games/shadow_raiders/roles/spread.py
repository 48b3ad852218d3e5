"""How likely the unknown cards of one shuffle are, given every player's side: a polynomial in "has low HP".

Almost every card asks for a camp only. The two that ask for HP are at most one copy each: they are given to a row (or
to none) first, and what then depends on HP is kept as a polynomial, by sets of players with low HP. All weights are
whole numbers, scaled by `SCALE` for each showing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from solver.core.errors import OutOfBudget
from solver.engines.stock import Stock, number_of, one
from solver.games.shadow_raiders.box import CAMPS, WEAK, Character, ReasoningCard, reasoning_cards
from solver.games.shadow_raiders.roles.draws import SCALE, left_over, order_weight
from solver.games.shadow_raiders.roles.facts import Showing, Shuffled
from solver.games.shadow_raiders.roles.outcomes import outcomes
from solver.games.shadow_raiders.roles.polynomial import Poly, add, times

if TYPE_CHECKING:
    from solver.games.shadow_raiders.rules import Rules

LIAR = len(CAMPS)
"""The side of the liar; the others are the camps' numbers."""

Term = tuple[int, int]
"""A condition: these players have low HP, and those do not."""
Needs = tuple[Term | None, ...]
"""What a copy needs to be each of the cards that ask for HP; None where it cannot be that one."""
Sides = Sequence[int]
"""Each player's side, by their number."""
Seen = tuple[tuple[int, Showing], ...]
"""What one copy showed, each player by their number."""


class Spread:
    """The unknown cards of one shuffle. `factor` turns its whole numbers into the probability of all its draws.

    `is_possible` is false where more cards were drawn than there are; then nothing else may be asked.
    """

    def __init__(self, rules: Rules, shuffled: Shuffled, liar: Character | None) -> None:
        left = left_over(rules, shuffled)
        self.is_possible = left is not None
        self._rules = rules
        self._people = _sample(liar)
        self._copies: list[Seen] = [tuple((rules.seat[o.player], o) for o in seen) for seen in shuffled.unknown]
        self.touched = _mask(player for copy in self._copies for player, _ in copy)
        self.factor = order_weight(rules, shuffled) / SCALE ** sum(map(len, self._copies)) if left else Fraction(0)
        cards = [(reasoning_cards()[card], copies) for card, copies in (left or {}).items() if copies]
        self._hp_cards = [card for card, copies in cards if card.tests_hp for _ in range(copies)]
        if len(self._hp_cards) > 2:
            raise OutOfBudget("counting knows decks with at most two cards that ask for HP")
        kinds = _alike([(card, copies) for card, copies in cards if not card.tests_hp], self._signature)
        self._kinds = [card for card, _ in kinds]
        self.stock = Stock([copies for _, copies in kinds])
        self._known: dict[tuple[int, int], _Looks] = {}

    @property
    def asks_hp(self) -> int:
        """How many players' HP the polynomial may ask for at once."""
        return len(self._hp_cards) * max((len(copy) for copy in self._copies), default=0)

    def _signature(self, card: ReasoningCard) -> tuple[int, ...]:
        """All that this card can tell here; cards that tell the same are one kind."""
        seen = dict.fromkeys((showing.outcome, showing.condition) for copy in self._copies for _, showing in copy)
        return tuple(self._chance(card, side, what) for side in self._people for what in seen)

    def _chance(self, card: ReasoningCard, side: int, what: Any, is_weak: bool = False) -> int:
        """The chance of an outcome for somebody of that side, times `SCALE`."""
        outcome, condition = what
        somebody = self._people[side][is_weak]
        return int(SCALE * outcomes(card, somebody, condition, self._rules.switches).get(outcome, 0))

    def _look(self, number: int, sides: Sides) -> _Looks:
        """One copy, for these sides: what it weighs as each card."""
        copy = self._copies[number]
        key = (number, _packed(sides[player] for player, _ in copy))
        if key not in self._known:
            self._known[key] = self._work_out(copy, sides)
        return self._known[key]

    def _work_out(self, copy: Seen, sides: Sides) -> _Looks:
        row = self.stock.row([self._weigh(card, copy, sides) for card in self._kinds])
        chances = [self._of_hp(card, copy, sides) for card in self._hp_cards]
        needs = tuple(self._needs(card, copy, sides) for card in self._hp_cards)
        return _Looks(row, chances, needs, times(*chances) if len(chances) == 2 else {})

    def _weigh(self, card: ReasoningCard, copy: Seen, sides: Sides) -> int:
        weight = 1
        for player, showing in copy:
            weight *= self._chance(card, sides[player], (showing.outcome, showing.condition))
        return weight

    def _of_hp(self, card: ReasoningCard, copy: Seen, sides: Sides) -> Poly:
        """The chance of what this copy showed if it was a card that asks for HP."""
        poly: Poly = {0: 1}
        for player, strong, weak in self._by_hp(card, copy, sides):
            poly = times(poly, {0: strong, 1 << player: weak - strong})
        return poly

    def _by_hp(self, card: ReasoningCard, copy: Seen, sides: Sides) -> Iterator[tuple[int, int, int]]:
        """For each showing of a copy: the player, and the chance with high and with low HP."""
        for player, showing in copy:
            what = (showing.outcome, showing.condition)
            yield player, self._chance(card, sides[player], what), self._chance(card, sides[player], what, True)

    def kinds(self, deal: Sequence[Character]) -> tuple[tuple[int, ...], int]:
        """All that these cards can tell of a deal: each player's side, and who has low HP; players not asked alike."""
        asked = [bool(self.touched >> player & 1) for player in range(len(deal))]
        sides = (LIAR if one.lies else CAMPS.index(one.camp) for one in deal)
        low = sum(1 << player for player, one in enumerate(deal) if asked[player] and one.is_weak)
        return tuple(side if is_asked else 0 for side, is_asked in zip(sides, asked, strict=True)), low

    def chances(self, sides: Sides) -> Poly:
        """How likely all of it is, for these sides; empty where it cannot be."""
        looks = [self._look(number, sides) for number in range(len(self._copies))]
        counts = sum(one(look.row) for look in looks)
        total: Poly = {0: self.stock.ways(counts)}
        tables = [_by_row(looks, card) for card in range(len(self._hp_cards))]
        for table in tables:
            for row, poly in table.items():
                add(total, poly, self.stock.ways(counts - one(row)))
        if len(tables) == 2:
            self._add_both(total, counts, looks, tables)
        return {low: weight for low, weight in total.items() if weight}

    def _add_both(
        self, total: Poly, counts: int, looks: Sequence[_Looks], tables: Sequence[Mapping[int, Poly]]
    ) -> None:
        """Adds what follows if both cards that ask for HP were handed out, as two different copies."""
        for row, poly in tables[0].items():
            rest: Poly = {}
            for other, second in tables[1].items():
                add(rest, second, self._ways_without(counts, row, other))
            add(total, times(poly, rest))
        for look in looks:
            if look.both:
                add(total, look.both, -self._ways_without(counts, look.row, look.row))

    def _ways_without(self, counts: int, row: int, other: int) -> int:
        """The ways of the other rows; a row that is counted once cannot be left out twice."""
        less = counts - one(row)
        return self.stock.ways(less - one(other)) if number_of(less, other) else 0

    def terms(self, sides: Sides) -> Iterator[Term]:
        """What must hold of HP for it to be possible at all: one of these conditions."""
        looks = [self._look(number, sides) for number in range(len(self._copies))]
        counts = sum(one(look.row) for look in looks)
        if self.stock.ways(counts):
            yield (0, 0)
            return
        alike = Counter((look.row, look.needs) for look in looks)
        for card in range(len(self._hp_cards)):
            for row, needs in alike:
                term = needs[card]
                if term is not None and self.stock.ways(counts - one(row)):
                    yield term
        if len(self._hp_cards) == 2:
            yield from self._of_both(alike, counts)

    def _of_both(self, alike: Mapping[tuple[int, Needs], int], counts: int) -> Iterator[Term]:
        """Likewise, where both cards that ask for HP were handed out; `alike` tells how many copies look so."""
        for (row, needs), number in alike.items():
            for other, further in alike:
                term = _together(needs[0], further[1]) if (other, further) != (row, needs) or number > 1 else None
                if term is not None and self.stock.ways(counts - one(row) - one(other)):
                    yield term

    def _needs(self, card: ReasoningCard, copy: Seen, sides: Sides) -> Term | None:
        """The condition under which this copy can be this card that asks for HP; None where it cannot."""
        found: Term | None = (0, 0)
        for player, strong, weak in self._by_hp(card, copy, sides):
            if not strong and not weak:
                return None
            found = _together(found, (0 if strong else 1 << player, 0 if weak else 1 << player))
        return found


class _Looks(NamedTuple):
    """A copy, for the sides of its players: its row in the stock; as each card that asks for HP, its chance and what
    that needs; its chance as one of them times that as the other."""

    row: int
    chances: Sequence[Poly]
    needs: Needs
    both: Poly


def _together(one_term: Term | None, other: Term | None) -> Term | None:
    """Both conditions; None where they cannot both hold."""
    if one_term is None or other is None:
        return None
    low, high = one_term[0] | other[0], one_term[1] | other[1]
    return None if low & high else (low, high)


def _by_row(looks: Sequence[_Looks], card: int) -> dict[int, Poly]:
    """For each row: the sum, over its copies, of their chance if they were this card."""
    found: dict[int, Poly] = {}
    for look in looks:
        if poly := look.chances[card]:
            add(found.setdefault(look.row, {}), poly)
    return found


def _sample(liar: Character | None) -> dict[int, tuple[Character, Character]]:
    """For each side somebody with high HP and somebody with low HP; the liar has the HP that he has."""
    both = (WEAK + 1, WEAK)
    found = {side: tuple(Character("", "", camp, hp, "") for hp in both) for side, camp in enumerate(CAMPS)}
    return {**found, **({} if liar is None else {LIAR: (liar, liar)})}  # type: ignore[dict-item]


def _alike(cards: Sequence[tuple[ReasoningCard, int]], sign: Any) -> list[tuple[ReasoningCard, int]]:
    """The cards, those that nothing seen can tell apart taken together; cards that were never handed are left out."""
    merged: dict[tuple[int, ...], tuple[ReasoningCard, int]] = {}
    for card, copies in cards:
        signature = sign(card)
        kept, before = merged.get(signature, (card, 0))
        merged[signature] = (kept, before + copies)
    return [merged[signature] for signature in sorted(merged) if any(signature)]


def _packed(numbers: Iterable[int]) -> int:
    packed = 1
    for number in numbers:
        packed = packed * (LIAR + 1) + number
    return packed


def _mask(players: Iterable[int]) -> int:
    found = 0
    for player in players:
        found |= 1 << player
    return found
