"""The Rendezvous: the mystery of its landmark, and the forms that sessions write."""

from solver.games.black_sonata.rendezvous.mystery import LANDMARK, Measured, Rendezvous, RendezvousCard, Turned

__all__ = ["LANDMARK", "Measured", "Rendezvous", "RendezvousCard", "Turned"]
