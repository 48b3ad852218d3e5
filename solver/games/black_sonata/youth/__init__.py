"""The Fair Youth: the mystery of his hideout, the forms that sessions write, and what a hint offers."""

from solver.games.black_sonata.youth.mystery import HIDEOUT, Caught, Hideout, Pointed, YouthCard

__all__ = ["HIDEOUT", "Caught", "Hideout", "Pointed", "YouthCard"]
