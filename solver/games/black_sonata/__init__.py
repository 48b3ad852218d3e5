"""Black Sonata: the Dark Lady walks through London, and one player follows her."""

from solver.games.black_sonata.game import GAME

__all__ = ["GAME"]
