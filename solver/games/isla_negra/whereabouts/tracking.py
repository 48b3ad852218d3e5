"""Carries what can be through the moves of one fighter: the first half of exact counting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations_with_replacement, product
from math import factorial
from typing import TYPE_CHECKING

from solver.games.isla_negra.whereabouts import moving
from solver.games.isla_negra.whereabouts.facts import CardFact, Named, Shown
from solver.games.isla_negra.whereabouts.moves import Clear, Draw, Leave, Look, Move, Scatter, Shuffle, Source
from solver.games.isla_negra.whereabouts.states import Kinds, Shape, States, Told

if TYPE_CHECKING:
    from solver.games.isla_negra.whereabouts.sizes import Sizes


MOVES = 5
"""A state carried through one move takes less than half a microsecond: five are counted as one of the budget's."""


@dataclass
class Tracker:
    """The states of one fighter after the moves made so far; none once nothing fits. `steps` counts the work."""

    kinds: Kinds
    allowed: int
    """How many states there may be at once, and on average over so many moves as `MOVES` says."""
    sizes: Sizes
    states: States = field(default_factory=lambda: {Shape(): {0: 1}})
    steps: int = 0

    @property
    def rest(self) -> int:
        """The mixed cards of the deck: all but its last card, which is told from the shuffle on."""
        return max(0, self.sizes.deck - 1)

    def make(self, move: Move, fact: CardFact | None) -> None:
        """One more move, with what was seen of it. Raises OutOfBudget."""
        self.states = self._after(move, fact)
        self.sizes = self.sizes.after(move)
        self.steps += sum(map(len, self.states.values()))
        if self.steps > MOVES * self.allowed:
            raise moving.too_many(self.allowed)

    def _after(self, move: Move, fact: CardFact | None) -> States:
        kinds, states = self.kinds, self.states
        match move:
            case Shuffle(Source.ALL):
                afresh: States = {Shape(): {0: 1}} if states else {}
                return moving.shuffle_deck(kinds, afresh, self._shown(fact), self.allowed)
            case Shuffle(Source.PILE):
                return moving.shuffle_pile(kinds, states, self._shown(fact), self.allowed)
            case Shuffle():
                return moving.shuffle_deck(kinds, states, self._shown(fact), self.allowed)
            case Draw(cards):
                if isinstance(fact, Named):
                    return moving.draw_named(kinds, states, self._meanings(fact), self.rest)
                return moving.draw(states, cards, self.rest)
            case Leave(to):
                return moving.leave(kinds, states, to, self._shown(fact), is_seen=fact is not None)
            case Scatter(cards):
                return moving.scatter(kinds, states, cards, self.sizes.hand, self.allowed)
            case Clear(cards):
                return moving.clear(kinds, states, cards)
            case Look():
                return moving.look(kinds, states, self._meanings(fact)) if isinstance(fact, Named) else states

    def _shown(self, fact: CardFact | None) -> Sequence[int]:
        """What the card of a move can be."""
        return sorted(self.kinds.numbered(fact.kinds)) if isinstance(fact, Shown) else range(len(self.kinds.copies))

    def _meanings(self, fact: Named) -> Sequence[moving.Cards]:
        """The cards that the names can mean, as numbers for each kind. Names that can mean the same are alike."""
        groups = (
            combinations_with_replacement(sorted(self.kinds.numbered(kinds)), names)
            for kinds, names in Counter(fact.kinds).items()
        )
        choices = (list(chain(*chosen)) for chosen in product(*groups))
        return sorted({tuple(map(chosen.count, range(len(self.kinds.copies)))) for chosen in choices})

    def weighed(self) -> Iterator[tuple[Shape, Told, Sequence[int], int]]:
        """Every state with the numbers of its mixed cards and its whole weight."""
        for shape, weights in self.states.items():
            untold = self.kinds.untold(shape)
            for told, weight in weights.items():
                mixed = self.kinds.counts(self.kinds.mixed(untold, told))
                yield shape, told, mixed, weight * factorial(sum(mixed))
