"""Shadow Raiders: every player is somebody else in secret, and one of them asks gnomon who is who."""

from solver.games.shadow_raiders.game import GAME

__all__ = ["GAME"]
