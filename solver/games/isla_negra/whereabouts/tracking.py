"""Carries what can be through the moves of one fighter: the first half of exact counting."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from solver.core.errors import OutOfBudget
from solver.games.isla_negra.whereabouts import moving
from solver.games.isla_negra.whereabouts.branches import Branch, Epoch, Vector, minus, one_more, opening
from solver.games.isla_negra.whereabouts.facts import CardFact, Named, Shown
from solver.games.isla_negra.whereabouts.moves import Clear, Draw, Leave, Look, Move, Scatter, Shuffle, Source
from solver.games.isla_negra.whereabouts.sharing import Frame
from solver.games.isla_negra.whereabouts.spread import Spread, last_card_factor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from solver.games.isla_negra.decks import Deck

BRANCH_COST = 20
"""What one branch costs beside one step of a sum, in states of the budget."""


@dataclass
class Meter:
    """Counts the work, and ends it when it is more than was allowed."""

    allowed: int
    spent: int = 0

    def spend(self, steps: int) -> None:
        self.spent += steps
        if self.spent > self.allowed:
            raise OutOfBudget(f"counting would take more than {self.allowed:,} steps")


@dataclass
class Tracker:
    """The branches of one fighter after the moves made so far; none once nothing fits."""

    deck: Deck
    meter: Meter
    branches: moving.Branches = field(default_factory=dict)
    _has_begun: bool = False
    _spreads: dict[tuple[Epoch, ...], Spread] = field(default_factory=dict)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each kind."""
        return {kind: number for number, kind in enumerate(self.deck.kinds)}

    @cached_property
    def copies(self) -> Vector:
        return tuple(self.deck.copies.values())

    @cached_property
    def upgrades(self) -> frozenset[int]:
        return self.numbered(self.deck.upgrades)

    def numbered(self, kinds: Iterable[str]) -> frozenset[int]:
        return frozenset(self.numbers[kind] for kind in kinds)

    def spread(self, branch: Branch) -> Spread:
        """The hidden cards of a branch; branches with one history share it."""
        if branch.epochs not in self._spreads:
            self._spreads[branch.epochs] = Spread(branch.epochs, self.upgrades, self.meter.spend)
        return self._spreads[branch.epochs]

    @property
    def total(self) -> int:
        """The weight of everything that can be, relative to other facts about the same moves."""
        return sum(weight * total_of(self.spread(branch)) for branch, weight in self.branches.items())

    def make(self, move: Move, fact: CardFact | None) -> None:
        """One more move, with what was seen of it."""
        if isinstance(move, Shuffle) and move.source is Source.ALL:
            self._open(fact)
        else:
            self.branches = moving.carry(self.branches, lambda branch: self._step(branch, move, fact))
        self.meter.spend(BRANCH_COST * len(self.branches))

    def _open(self, fact: CardFact | None) -> None:
        """A round begins: nothing of the one before matters, but that it could be."""
        if self._has_begun and not self.total:
            self.branches = {}
            return
        self._has_begun = True
        lasts = frozenset(self.numbers.values()) - self.upgrades or self.upgrades
        shown = self._shown(fact)
        bottoms = lasts if shown is None else lasts & shown
        self.branches = {opening(self.copies, bottom): 1 for bottom in sorted(bottoms)}

    def _shown(self, fact: CardFact | None) -> frozenset[int] | None:
        return self.numbered(fact.kinds) if isinstance(fact, Shown) else None

    def _step(self, branch: Branch, move: Move, fact: CardFact | None) -> moving.Split:
        match move:
            case Draw(cards):
                if isinstance(fact, Named):
                    return moving.draw_named(branch, self._meanings(fact))
                return [(moving.draw(branch, cards), 1)]
            case Leave(to):
                return moving.leave(branch, to, self._shown(fact))
            case Scatter(cards):
                return moving.scatter(branch, cards)
            case Clear(cards):
                return [(moving.clear(branch, cards), 1)]
            case Look():
                return moving.look(branch, self._meanings(fact)) if isinstance(fact, Named) else [(branch, 1)]
            case Shuffle(source):
                shown = self._shown(fact)
                return self._shuffle(branch, source, sorted(self.numbers.values() if shown is None else shown))

    def _meanings(self, fact: Named) -> Sequence[Vector]:
        """The vectors of cards that the names can mean."""
        choices = product(*(sorted(self.numbered(kinds)) for kinds in fact.kinds))
        return sorted({tuple(chosen.count(kind) for kind in range(len(self.copies))) for chosen in choices})

    def _shuffle(self, branch: Branch, source: Source, bottoms: Sequence[int]) -> Iterator[tuple[Branch, int]]:
        """Where every hidden card lies in the new deck, what it holds is known, and its history ends here."""
        for after, ways in moving.shuffle(branch, source, bottoms):
            if _hides_elsewhere(after):
                yield after, ways
                continue
            fresh = self._settled(after)
            weight = total_of(self.spread(branch)) if min(fresh.epochs[0].known) >= 0 else 0
            if weight:
                yield fresh, ways * weight * self._last_card(fresh.epochs[0])

    def _last_card(self, epoch: Epoch) -> int:
        upgrades = sum(epoch.known[kind] for kind in self.upgrades)
        return last_card_factor(epoch.size, upgrades, epoch.bottom in self.upgrades)

    def _settled(self, branch: Branch) -> Branch:
        """The same branch with no history: its deck holds every card that is nowhere else."""
        deck = minus(minus(self.copies, branch.hand), branch.pile)
        for item in (*branch.table, *_top(branch)):
            deck = one_more(deck, item, -1)
        last = replace(branch.epochs[-1], known=deck, flows=())
        return replace(branch, epochs=(last,), hidden_hand=(0,), hidden_pile=(0,))


def total_of(spread: Spread) -> int:
    """The weight of all ways of one history; 0 where what was seen cannot be."""
    frame = Frame(spread.layout, spread.totals, (0,) * len(spread.epochs), spread.hidden)
    stays, steps = frame.share(spread.told(frozenset()), ())
    spread.spend(steps)
    return spread.scale * sum(stays.values())


def _top(branch: Branch) -> tuple[int, ...]:
    return () if branch.top is None else (branch.top,)


def _hides_elsewhere(branch: Branch) -> bool:
    """True when a card whose kind was not seen lies outside the deck."""
    if any(branch.hidden_hand) or any(branch.hidden_pile):
        return True
    return any(item < 0 for item in (*branch.table, *_top(branch)))
