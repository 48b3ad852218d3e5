"""Knowledge `printed`: the deck is one of the printed sequences, sorted either way and cut anywhere.

A world is (row, cut): slot i holds card (cut + i) of the row, counted round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from solver.core.protocol import Factors, Noted, Weight
from solver.games.black_sonata.faces import Landmark
from solver.games.black_sonata.motion import SearchResult, Sighting, StealthFact
from solver.games.black_sonata.stealth.by_map import Grid, declare_grid, post_fact
from solver.games.black_sonata.stealth.moments import PASS_SOURCE, Moments

if TYPE_CHECKING:
    from maps import Board
    from solver.core.values import Question
    from solver.engines.cpsat import RuleModel
    from solver.games.black_sonata.cards import StealthCard

World = tuple[int, int]


@dataclass(frozen=True)
class Row:
    """A sequence in one direction: its name, and its cards in the order in which they come up."""

    name: str
    cards: tuple[StealthCard, ...]


@dataclass(frozen=True)
class PrintedDeck:
    """The decks that may have been sorted: every row, cut before any of its cards; equally likely."""

    board: Board
    moments: Moments
    rows: tuple[Row, ...]
    name: str = "lady.location"
    prints_faces: ClassVar[bool] = True
    """True where a world says what each card shows (statistic "card")."""

    def questions(self) -> tuple[Question, ...]:
        return self.moments.questions()

    @property
    def slots(self) -> int:
        return len(self.rows[0].cards)

    def size(self) -> int:
        return len(self.rows) * self.slots

    # Reading 1: plain Python

    def worlds(self) -> Iterator[tuple[World, Weight]]:
        for row in range(len(self.rows)):
            for cut in range(self.slots):
                yield (row, cut), 1

    def card(self, world: World, slot: int) -> StealthCard:
        """The card that was sorted into `slot`."""
        cards = self.rows[world[0]].cards
        return cards[(world[1] + slot) % len(cards)]

    def likelihood(self, world: World, fact: StealthFact) -> Weight:
        here = self.card(world, fact.slot)
        if isinstance(fact, SearchResult):
            return int((here.location == fact.place) is fact.found)
        if isinstance(fact.face, Landmark):
            return int(here.landmark == fact.face.name)
        before = self.card(world, fact.slot - 1)
        return fact.face.chance(self.board, before.location, here.location)

    def read(self, world: World, statistic: Any) -> Any:
        kind, slot = statistic
        card = self.card(world, slot)
        return card.location if kind == "at" else (card.location, card.landmark)

    def factors(self, facts: Sequence[StealthFact]) -> Factors:
        rules: list[Any] = [
            ((lambda row, cut, fact=fact: bool(self.likelihood((row, cut), fact))), ("row", "cut")) for fact in facts
        ]
        domains = {"row": range(len(self.rows)), "cut": range(self.slots)}
        return Factors(domains, rules, lambda found, statistic: self.read((found["row"], found["cut"]), statistic))

    # Reading 2: CP-SAT

    def declare(self, model: RuleModel) -> PrintedGrid:
        decks = [(*row.cards[cut:], *row.cards[:cut]) for row in self.rows for cut in range(len(row.cards))]
        chosen = [model.model.new_bool_var(f"deck {number}") for number in range(len(decks))]
        model.exactly_one(chosen)
        grid = declare_grid(model, self.board, self.slots)
        guard = model.rule("the deck is one of the printed sequences, cut once", PASS_SOURCE)
        for deck, literal in zip(decks, chosen, strict=True):
            for slot, card in enumerate(deck):
                model.require_any([grid.at[slot][card.location], literal.negated()], guard)
        return PrintedGrid(grid, tuple(zip(decks, chosen, strict=True)))

    def post(self, model: RuleModel, variables: PrintedGrid, noted: Noted) -> None:
        post_fact(model, variables.grid, self.board, noted)
        fact: Any = noted.fact
        if isinstance(fact, Sighting) and isinstance(fact.face, Landmark):
            guard = model.rule(f"{fact.sentence()}: that landmark is printed on its card", PASS_SOURCE, noted.event)
            others = [deck for cards, deck in variables.decks if cards[fact.slot].landmark != fact.face.name]
            model.forbid(others, guard)

    def literals(self, model: RuleModel, variables: PrintedGrid, statistic: Any) -> Mapping[Any, Any]:
        kind, slot = statistic
        if kind == "at":
            return dict(variables.grid.at[slot])
        faces: dict[Any, list[Any]] = {}
        for cards, deck in variables.decks:
            faces.setdefault((cards[slot].location, cards[slot].landmark), []).append(deck)
        return {face: model.union(f"{slot} {face}", decks) for face, decks in faces.items()}


@dataclass(frozen=True)
class PrintedGrid:
    """The grid of locations, and a literal for each deck that may have been sorted."""

    grid: Grid
    decks: tuple[tuple[tuple[StealthCard, ...], Any], ...]
