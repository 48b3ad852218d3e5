"""How the weight of all deals is shared out among the characters of each player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.games.shadow_raiders.roles.casting import Casting
    from solver.games.shadow_raiders.roles.counting import Weighed
    from solver.games.shadow_raiders.roles.deal import Deal

Gradient = dict[int, dict[int, int]]
"""By set of players and marked players: what the other camps, and the unknown cards, multiply their weight by."""


def role_weights(deal: Deal, castings: Mapping[int, Casting], weighed: Iterable[Weighed]) -> list[dict[str, int]]:
    """For each player the weight of all deals with each character."""
    found: list[dict[str, int]] = [{} for _ in range(deal.players)]
    gradients: dict[int, Gradient] = {table: {} for table in castings}
    for one in weighed:
        _collect(deal, castings, one, gradients)
        if one.pattern.liar is not None and deal.liar is not None:
            own = found[one.pattern.liar]
            own[deal.liar.name] = own.get(deal.liar.name, 0) + one.weight
    for table, gradient in gradients.items():
        if gradient:
            _share_out(deal, table, castings[table], gradient, found)
    return found


def _collect(deal: Deal, castings: Mapping[int, Casting], one: Weighed, gradients: Mapping[int, Gradient]) -> None:
    """Adds one pattern to the gradient of each camp's table."""
    tables = one.pattern.tables
    rows = [castings[table].table[mask] for table, mask in tables]
    liar = deal.liar_weight(one.pattern)
    for low, coefficient in one.poly.items():
        marks = [low & mask for _, mask in tables]
        first, second, third = (row.get(mark, 0) for row, mark in zip(rows, marks, strict=True))
        weight = coefficient * liar
        for (table, mask), mark, others in zip(
            tables, marks, (second * third, first * third, first * second), strict=True
        ):
            if others:
                sums = gradients[table].setdefault(mask, {})
                sums[mark] = sums.get(mark, 0) + weight * others


def _share_out(deal: Deal, table: int, casting: Casting, gradient: Gradient, found: list[dict[str, int]]) -> None:
    """Cells' shares, divided among their slots and the characters of each slot as these weigh."""
    shares = casting.shares(gradient)
    alike: dict[tuple[object, ...], int] = {}
    slots = [(slot, deal.entries(table, slot)) for slot in deal.slots(table)]
    numbers = {entries: alike.setdefault(entries, len(alike)) for _, entries in slots if entries}
    sizes = {entries: sum(other == entries for _, other in slots) for entries in numbers}
    for slot, entries in slots:
        for index, entry in enumerate(entries):
            share = shares.get((numbers[entries], index), 0)
            for character in slot if share else ():
                if character.is_weak == entry.is_weak:
                    weight = deal.weight(table, entry.player, character)
                    own = found[entry.player]
                    part = share * weight // (entry.weight * sizes[entries])
                    own[character.name] = own.get(character.name, 0) + part
