"""How far two places are apart, and the ways between them. Every road counts one step.

`hops` and `next_steps` search breadth first and never load networkx: a hint may call them. `distances`
and `shortest_paths` ask networkx, which costs about 0.1 s to import; the tests hold the two together.
A name that is not on the board raises KeyError everywhere.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maps.board import Board


def hops(board: Board, start: str) -> Mapping[str, int]:
    """Steps from start to every place that the roads reach, start (0) included, nearest first."""
    steps = {board.place(start).name: 0}
    ring = [start]
    while ring:
        ring = [other for name in ring for other in _claim(board.neighbours[name], steps, steps[name] + 1)]
    return steps


def _claim(names: tuple[str, ...], steps: dict[str, int], count: int) -> list[str]:
    """Those of `names` that had no count of steps yet; they have one now."""
    new = [name for name in names if name not in steps]
    steps.update(dict.fromkeys(new, count))
    return new


def next_steps(board: Board, start: str, goal: str) -> tuple[str, ...]:
    """The neighbours of start that are one step nearer to goal, alphabetical.

    Empty when start is the goal, and when no way leads there.
    """
    to_goal = hops(board, goal)
    here = to_goal.get(board.place(start).name, 0)
    return tuple(name for name in board.neighbours[start] if to_goal.get(name, here) == here - 1)


@functools.lru_cache(maxsize=64)
def distances(board: Board) -> Mapping[str, Mapping[str, int]]:
    """Steps between every two places: `distances(board)[a][b]`. A place that is out of reach has no entry.

    Computed once per board.
    """
    import networkx

    return {a: dict(steps) for a, steps in networkx.all_pairs_shortest_path_length(board.graph)}


def shortest_paths(board: Board, a: str, b: str) -> tuple[tuple[str, ...], ...]:
    """Every shortest way from a to b, both ends included, sorted.

    `((a,),)` when a is b; empty when no way leads there.
    """
    import networkx

    start, goal = board.place(a).name, board.place(b).name
    if not networkx.has_path(board.graph, start, goal):
        return ()
    return tuple(sorted(tuple(path) for path in networkx.all_shortest_paths(board.graph, start, goal)))
