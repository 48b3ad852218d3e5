"""How the Rival Poet moves: rules of one step, in plain places and faces (The Fair Youth, p. 8 and 9).

He uses every road of the board, whatever the pawn may use.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import TYPE_CHECKING, Literal, TypeAlias

from maps.geometry import opposite, turn_angle
from solver.games.black_sonata.faces import Face, Landmark, Lies

if TYPE_CHECKING:
    from maps import Board
    from maps.board import Point

Kind: TypeAlias = Literal["elusive", "aggressive"]
ELUSIVE: Kind = "elusive"
AGGRESSIVE: Kind = "aggressive"


def next_place(board: Board, kind: Kind, poet: str, pawn: str, face: Face) -> str:
    """Where he stands after the update of a turn whose top card shows `face`."""
    blocked = blocked_by(board, face)
    if blocked is None:
        return poet
    flees = kind == ELUSIVE
    options = ways_out(board, poet, pawn, blocked) if flees else ways_in(board, poet, pawn, blocked)
    if not options:
        return poet
    here, goal = board.place(poet).xy, board.place(pawn).xy
    return right_most(board, here, opposite(here, goal) if flees else goal, options)


def blocked_by(board: Board, face: Face) -> Set[str] | None:
    """The locations that he does not enter while `face` is on top; None where he does not move at all.

    A compass or colour card shows no landmark, so it blocks nothing.
    """
    if face.lies is not Lies.STEALTH:
        return None
    return frozenset(board.with_landmark(face.name)) if isinstance(face, Landmark) else frozenset()


def ways_out(board: Board, poet: str, pawn: str, blocked: Set[str]) -> list[str]:
    """The Elusive Poet's choices: farther from a pawn that is next to him, none if it is not."""
    if pawn not in board.neighbours[poet]:
        return []
    away = hops(board.neighbours, pawn)
    return [place for place in board.neighbours[poet] if place not in blocked and away[place] > away[poet]]


def ways_in(board: Board, poet: str, pawn: str, blocked: Set[str]) -> list[str]:
    """The Aggressive Poet's choices: the first steps of the shortest ways to the pawn that enter nothing blocked.

    None if he stands on the pawn, or if there is no such way (the pawn's own location may be blocked).
    """
    if poet == pawn or pawn in blocked:
        return []
    away = hops(board.neighbours, pawn, blocked)
    steps = {place: away[place] for place in board.neighbours[poet] if place in away}
    return [place for place, count in steps.items() if count == min(steps.values())]


def hops(roads: Mapping[str, tuple[str, ...]], start: str, closed: Set[str] = frozenset()) -> Mapping[str, int]:
    """Steps from `start` to every place in reach along ways that enter no `closed` place, `start` (0) included."""
    steps = {start: 0}
    ring = [start]
    while ring:
        near = [(step, steps[place] + 1) for place in ring for step in roads[place]]
        fresh = {step: count for step, count in near if step not in closed and step not in steps}
        steps.update(fresh)
        ring = list(fresh)
    return steps


def right_most(board: Board, here: Point, facing: Point, options: Iterable[str]) -> str:
    """The option at the largest angle to the right of who stands at `here` and faces `facing`; ties by name."""
    return min(options, key=lambda name: (-turn_angle(here, facing, board.place(name).xy), name))
