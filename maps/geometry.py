"""Directions on a board. Points are (x, y) in pixels: x grows to the east, y to the SOUTH."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maps.board import Board, Point


def heading(board: Board, a: str, b: str) -> frozenset[str]:
    """The compass letters, of N, E, S and W, of the straight line from a to b: none, one or two.

    An axis on which both places have the same coordinate gives no letter; from a place to itself there is
    none at all. The places need not be neighbours. KeyError for a name that is not on the board.
    """
    (ax, ay), (bx, by) = board.place(a).xy, board.place(b).xy
    letters = {"E": bx > ax, "W": bx < ax, "S": by > ay, "N": by < ay}
    return frozenset(letter for letter, holds in letters.items() if holds)


def bearing(a: Point, b: Point) -> float:
    """The direction from a to b in degrees clockwise from north: 0 <= bearing < 360.

    ValueError when a and b are the same point.
    """
    if a == b:
        raise ValueError(f"no direction leads from {a} to itself")
    degrees = math.degrees(math.atan2(b[0] - a[0], a[1] - b[1])) % 360
    return 0.0 if degrees == 360 else degrees  # a tiny negative angle rounds up to the full circle


def opposite(pivot: Point, point: Point) -> Point:
    """The point as far behind `pivot` as `point` lies before it: what one faces by facing away from it."""
    return (2 * pivot[0] - point[0], 2 * pivot[1] - point[1])


def turn_angle(facing_from: Point, facing_to: Point, option: Point) -> float:
    """How far one turns, standing at `facing_from` and facing `facing_to`, to face `option`.

    Degrees, -180 < angle <= 180; positive is clockwise as seen on the board, to the right of who stands
    there; straight back is 180. The distances do not matter. To face away from a point, face `opposite`.
    ValueError when `facing_to` or `option` is the point where one stands.
    """
    if facing_from in (facing_to, option):
        raise ValueError(f"no direction leads from {facing_from} to itself")
    vx, vy = facing_to[0] - facing_from[0], facing_to[1] - facing_from[1]
    wx, wy = option[0] - facing_from[0], option[1] - facing_from[1]
    return math.degrees(math.atan2(vx * wy - vy * wx, vx * wx + vy * wy))
