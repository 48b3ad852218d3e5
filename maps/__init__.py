"""Boards: what they are, how they are read, and (in `maps.paths`, `maps.geometry`) what lies where.

Importing this, and reading a board, never loads networkx.
"""

from maps.board import Board, Place
from maps.load import load_board, london, parse_board

__all__ = ["Board", "Place", "load_board", "london", "parse_board"]
