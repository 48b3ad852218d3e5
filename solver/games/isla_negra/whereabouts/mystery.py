"""The mystery: where every card of one fighter is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from solver.core.protocol import Evidence
from solver.games.isla_negra.whereabouts import asking
from solver.games.isla_negra.whereabouts.alike import first_of_alike, merged_deck, merged_fact, moves_told_of
from solver.games.isla_negra.whereabouts.moves import Move, Shuffle, Source
from solver.games.isla_negra.whereabouts.sizes import Sizes, sizes_after

if TYPE_CHECKING:
    from solver.core.protocol import Belief, Noted, Weight
    from solver.core.values import Budget, Question, Statistic, Value
    from solver.games.isla_negra.decks import Deck, Level
    from solver.games.isla_negra.whereabouts.facts import CardFact
    from solver.games.isla_negra.whereabouts.histories import History


@dataclass(frozen=True)
class Whereabouts:
    """The cards of `player`, whose moves everyone saw. `most` is the highest level of response that may be used now.

    Statistics: ("holds", kind) 1 or 0; ("among", kinds, draws) how many of `kinds` the hand has after that many draws
    from the deck as it lies; ("deck", kinds) how many the deck has; ("next",) the next card, ("last",) the deck's last
    one; ("answer", level).
    """

    counts_first: ClassVar[bool] = True

    player: str
    deck: Deck
    moves: tuple[Move, ...]
    most: Level
    is_me: bool = False

    @property
    def name(self) -> str:
        return f"cards of {self.player}"

    @cached_property
    def sizes(self) -> Sizes:
        """After all moves."""
        return sizes_after(self.deck.size, self.moves)

    @cached_property
    def schedule(self) -> tuple[Move, ...]:
        """The moves, and where the deck is empty the reshuffle that the next draw needs. The first is a shuffle."""
        moves = self.moves or (Shuffle(Source.ALL),)
        if self.sizes.deck or self.sizes.pile < FEWEST_TO_SHUFFLE:
            return moves
        return (*moves, Shuffle(Source.PILE))

    @property
    def can_draw(self) -> bool:
        return self.sizes.deck > 0 or self.sizes.pile >= FEWEST_TO_SHUFFLE

    def questions(self) -> tuple[Question, ...]:
        return tuple(asking.questions(self.player, self.deck, self.is_me, self.can_draw))

    def size(self) -> int:
        from solver.games.isla_negra.whereabouts.histories import most_histories

        return most_histories(self.deck, self.schedule)

    def worlds(self) -> Iterator[tuple[History, Weight]]:
        from solver.games.isla_negra.whereabouts.histories import histories

        return histories(self.deck, self.schedule)

    def likelihood(self, world: History, fact: CardFact) -> Weight:
        from solver.games.isla_negra.whereabouts.histories import likelihood

        return likelihood(world, fact)

    def read(self, world: History, statistic: Statistic) -> Value:
        from solver.games.isla_negra.whereabouts.histories import read

        return read(world, statistic, self.deck, self.most)

    def declare(self, model: Any) -> Any:
        from solver.games.isla_negra.whereabouts.model import declare

        return declare(model, self.player, self.deck, self.schedule)

    def post(self, model: Any, variables: Any, noted: Noted) -> None:
        from solver.games.isla_negra.whereabouts.model import post

        post(model, variables, noted)

    def literals(self, model: Any, variables: Any, statistic: Statistic) -> Mapping[Value, Any]:
        from solver.games.isla_negra.whereabouts.model import literals

        return literals(model, variables, statistic, self.most)

    def factors(self, facts: Sequence[Any]) -> None:
        """Too many moves to be cut into a few variables."""
        return

    def simplify(self, noted: Sequence[Noted]) -> Evidence:
        """Cards that nothing noted tells apart are made one, and moves that it tells nothing of are left out."""
        facts: list[Any] = [one.fact for one in noted]
        firsts = first_of_alike(self.deck, facts)
        kept = moves_told_of(self.moves, [fact.move for fact in facts])
        cut = replace(self, deck=merged_deck(self.deck, firsts), moves=tuple(self.moves[number] for number in kept))
        told = (merged_fact(fact, firsts, kept.index(fact.move)) for fact in facts)
        return Evidence(cut, tuple(replace(one, fact=fact) for one, fact in zip(noted, told, strict=True)))

    def count(self, facts: Sequence[CardFact], budget: Budget) -> Belief:
        from solver.games.isla_negra.whereabouts.counting import count_cards

        return count_cards(self.deck, self.most, self.schedule, facts, budget)


FEWEST_TO_SHUFFLE = 2
"""The top of the pile stays; at least one other card is needed for a deck."""
