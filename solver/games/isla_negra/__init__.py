"""Sombras sobre Isla Negra: two fighters or more, each with a hand that the others cannot see."""

from solver.games.isla_negra.game import GAME

__all__ = ["GAME"]
