"""Finds the parts, and puts those that a set-up switches on together into the rules of one game."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, reduce
from typing import TYPE_CHECKING, Any

import solver.games.black_sonata.parts as folder
from solver.games.black_sonata.faces import Lies
from solver.games.black_sonata.travel import Stand, Step, turns_to

if TYPE_CHECKING:
    from maps import Board
    from solver.core.schema import Event
    from solver.games.black_sonata.deck import Special
    from solver.games.black_sonata.part import Part
    from solver.games.black_sonata.table import Table


@cache
def all_parts() -> tuple[Part, ...]:
    """Every part there is, by rank, then by name."""
    names = [module.name for module in pkgutil.iter_modules(folder.__path__)]
    parts = [importlib.import_module(f"{folder.__name__}.{name}").PART for name in names]
    return tuple(sorted(parts, key=lambda part: (part.rank, part.name)))


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game: the board, the settings by key, the parts that are on."""

    board: Board
    settings: Mapping[str, Any]
    parts: tuple[Part, ...]

    def has(self, key: str) -> bool:
        """True if the set-up switches that part on."""
        return self.settings.get(key) not in (None, False, 0)

    @cached_property
    def specials(self) -> Mapping[str, Callable[[Table, Special], Table]]:
        return {name: meet for part in self.parts for name, meet in part.specials.items()}

    @cached_property
    def handlers(self) -> Mapping[type[Event], Callable[[Table, Any], Table]]:
        return {kind: handle for part in self.parts for kind, handle in part.events.items()}

    @cached_property
    def comes_up(self) -> Mapping[Lies, Callable[[Table], Table]]:
        return {lies: meet for part in self.parts for lies, meet in part.comes_up.items()}

    @cached_property
    def key_places(self) -> tuple[str, ...]:
        """The locations whose keys are in the game, in alphabetical order."""
        return reduce(lambda places, part: part.key_places(places), self.parts, self.board.names)

    def take_key(self, table: Table, place: str) -> Table:
        """The table once the pawn has come to `place`: its key is taken, unless a part has its own rules."""
        own = next((part.takes_key for part in self.parts if part.takes_key is not None), None)
        return replace(table, keys=table.keys | {place}) if own is None else own(table, place)

    def fill(self, table: Table) -> tuple[Table, Lies]:
        """What takes the slot of a searched card, and the table once it was spent: fog, unless a part says else."""
        fillings = (part.fills(table) for part in self.parts)
        found = next((filling for filling in fillings if filling is not None), None)
        return (table.spend_fog(), Lies.FOG) if found is None else found

    @cached_property
    def roads(self) -> Mapping[str, tuple[str, ...]]:
        """Where the pawn comes on foot from each location, in alphabetical order."""
        roads: Mapping[str, tuple[str, ...]] = self.board.neighbours
        for part in self.parts:
            roads = part.roads(roads)
        return roads

    def stand(self, table: Table) -> Stand:
        """Where the pawn (and what carries it) stands. Only asked where there is a pawn."""
        stand = Stand(table.pawn or "")
        for part in self.parts:
            stand = part.stand(table, stand)
        return stand

    def steps(self, table: Table, stand: Stand) -> list[Step]:
        """Every action that moves the pawn or its ferry from `stand`, in the order of the parts."""
        return [step for part in self.parts for step in part.steps(table, stand)]

    def reach(self, table: Table, stand: Stand) -> Mapping[str, int]:
        """The fewest actions from `stand` to each place in reach."""
        return turns_to(stand, lambda here: self.steps(table, here))

    def may_search(self, table: Table, place: str, now: bool) -> bool:
        """True if a search at `place` is allowed there; `now` asks for its key in hand, not on arrival."""
        has_key = place in table.keys or not now or self.doubts_key(table, place)
        return has_key and all(part.lets_search(table, place) for part in self.parts)

    def doubts_key(self, table: Table, place: str) -> bool:
        """True where the table cannot know whether the key of `place` is held."""
        return any(part.doubts_key(table, place) for part in self.parts)

    def barred(self, table: Table) -> frozenset[str]:
        """The types of action that no part allows now."""
        return frozenset().union(*(part.bars(table) for part in self.parts))

    def objection(self, table: Table, event: Event) -> str | None:
        """The first rule of any part that forbids this event now, whatever it would do; None if none does."""
        rules = (objection(table, event) for part in self.parts for objection in part.objections)
        return next((rule for rule in rules if rule is not None), None)

    def knows(self, face: Any) -> bool:
        """True if a part that is on puts such faces into the deck."""
        return any(kind.read(face.to_json()) is not None for part in self.parts for kind in part.faces)


def rulebook(board: Board, settings: Mapping[str, Any]) -> Rulebook:
    """The rules for these settings (None or False: that part is off)."""
    return Rulebook(board, settings, tuple(part for part in all_parts() if _is_on(part, settings)))


def _is_on(part: Part, settings: Mapping[str, Any]) -> bool:
    if part.switch is None:
        return True
    setting = settings.get(part.switch)
    return setting not in (None, False, 0) and part.variant in (None, getattr(setting, "set", None))
