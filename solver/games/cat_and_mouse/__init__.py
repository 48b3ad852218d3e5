"""Cat and Mouse: the chase for two of Black Sonata's Strange Shadows."""

from solver.games.cat_and_mouse.game import GAME

__all__ = ["GAME"]
