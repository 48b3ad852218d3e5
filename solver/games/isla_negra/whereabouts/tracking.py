"""Carries what can be through the moves of one fighter: the first half of exact counting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import factorial
from typing import TYPE_CHECKING

from solver.core.errors import OutOfBudget
from solver.games.isla_negra.whereabouts import moving
from solver.games.isla_negra.whereabouts.facts import CardFact, Named, Shown
from solver.games.isla_negra.whereabouts.moves import Clear, Draw, Leave, Look, Move, Scatter, Shuffle, Source
from solver.games.isla_negra.whereabouts.states import Kinds, State, States

if TYPE_CHECKING:
    from solver.games.isla_negra.whereabouts.sizes import Sizes


@dataclass
class Tracker:
    """The states of one fighter after the moves made so far; none once nothing fits. `steps` counts the work."""

    kinds: Kinds
    allowed: int
    """How many steps may be taken; a step is one state carried through one move."""
    sizes: Sizes
    states: States = field(default_factory=lambda: {State(): 1})
    steps: int = 0

    @property
    def rest(self) -> int:
        """The mixed cards of the deck: all but its last card, which is told from the shuffle on."""
        return max(0, self.sizes.deck - 1)

    def make(self, move: Move, fact: CardFact | None) -> None:
        """One more move, with what was seen of it. Raises OutOfBudget."""
        self.states = self._after(move, fact)
        self.sizes = self.sizes.after(move)
        self.steps += len(self.states)
        if self.steps > self.allowed:
            raise OutOfBudget(f"counting would take more than {self.allowed:,} steps")

    def _after(self, move: Move, fact: CardFact | None) -> States:
        kinds, states = self.kinds, self.states
        match move:
            case Shuffle(Source.ALL):
                afresh: States = {State(): 1} if states else {}
                return moving.shuffle_deck(kinds, afresh, self._shown(fact))
            case Shuffle(Source.PILE):
                return moving.shuffle_pile(kinds, states, self._shown(fact))
            case Shuffle():
                return moving.shuffle_deck(kinds, states, self._shown(fact))
            case _:
                return moving.carry(states, lambda state: self._step(state, move, fact))

    def _step(self, state: State, move: Move, fact: CardFact | None) -> moving.Split:
        match move:
            case Draw(cards):
                if isinstance(fact, Named):
                    return moving.draw_named(self.kinds, state, self._meanings(fact), self.rest)
                return [(moving.draw(state, cards, self.rest), 1)]
            case Leave(to):
                return moving.leave(self.kinds, state, to, self._shown(fact))
            case Scatter(cards):
                return moving.scatter(self.kinds, state, cards, self.sizes.hand)
            case Clear(cards):
                return [(moving.clear(state, cards), 1)]
            case Look():
                if isinstance(fact, Named):
                    return moving.look(self.kinds, state, self._meanings(fact))
        return [(state, 1)]

    def _shown(self, fact: CardFact | None) -> Sequence[int]:
        """What the card of a move can be."""
        return sorted(self.kinds.numbered(fact.kinds)) if isinstance(fact, Shown) else range(len(self.kinds.copies))

    def _meanings(self, fact: Named) -> Sequence[moving.Cards]:
        """The cards that the names can mean, as numbers for each kind."""
        choices: Iterable[tuple[int, ...]] = product(*(sorted(self.kinds.numbered(kinds)) for kinds in fact.kinds))
        return sorted({tuple(map(chosen.count, range(len(self.kinds.copies)))) for chosen in choices})

    def weighed(self) -> States:
        """The states with their whole weight."""
        return {state: weight * factorial(self.kinds.number_mixed(state)) for state, weight in self.states.items()}
