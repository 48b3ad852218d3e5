"""A pawn and a ferry on one board: the graph of both together, and shortest plans on it.

One action changes one node (pawn, ferry) to the next: the pawn walks along a road; it rides, and the ferry with it,
from the ferry's landing to another one; or it calls the ferry to the landing where it stands. Landings are the
board's riverside. Roads are those of the board given: close a river crossing with `Board.without_road` first.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import networkx

    from maps.board import Board

Node = tuple[str, str]
"""Where the pawn is, and where the ferry is."""


@dataclass(frozen=True, order=True)
class Leg:
    """One action of a plan; `to` is where the pawn is after it."""

    do: Literal["walk", "ride", "summon"]
    to: str


def legs(board: Board, pawn: str, ferry: str) -> Iterator[tuple[Leg, Node]]:
    """Every action open there, and what it leads to."""
    for place in board.neighbours[pawn]:
        yield Leg("walk", place), (place, ferry)
    if pawn == ferry:
        for place in sorted(board.riverside - {ferry}):
            yield Leg("ride", place), (place, place)
    elif pawn in board.riverside:
        yield Leg("summon", pawn), (pawn, pawn)


@functools.lru_cache(maxsize=8)
def product_graph(board: Board) -> networkx.DiGraph:
    """The directed graph of all (pawn, ferry), frozen; each edge has its action as `leg`. Imports networkx."""
    import networkx

    graph = networkx.DiGraph(name=f"{board.name}, pawn and ferry")
    for pawn in board.names:
        for ferry in sorted(board.riverside):
            for leg, node in legs(board, pawn, ferry):
                graph.add_edge((pawn, ferry), node, leg=leg)
    return networkx.freeze(graph)


def shortest_plan(board: Board, pawn: str, ferry: str, goal: str) -> tuple[Leg, ...] | None:
    """The fewest actions that bring the pawn to `goal`; of several such plans the first in alphabetical order.

    Empty when the pawn is there; None when no way leads there. KeyError for a name that is not on the board,
    ValueError for a ferry that lies at no landing.
    """
    import networkx

    start = (board.place(pawn).name, board.place(ferry).name)
    if ferry not in board.riverside:
        raise ValueError(f"a ferry lies at the riverside ({', '.join(sorted(board.riverside))}), not at {ferry}")
    graph = product_graph(board)
    away = networkx.single_source_shortest_path_length(graph, start)
    ends = [node for node in away if node[0] == board.place(goal).name]
    nearest = [node for node in ends if away[node] == min(away[end] for end in ends)]
    paths = [path for node in nearest for path in networkx.all_shortest_paths(graph, start, node)]
    return min((_plan(graph, path) for path in paths), default=None)


def _plan(graph: networkx.DiGraph, path: list[Node]) -> tuple[Leg, ...]:
    return tuple(graph.edges[edge]["leg"] for edge in pairwise(path))
