"""The mystery of who she is, by suit: any triple of symbols, or one of the printed ladies."""

from solver.games.black_sonata.lady.by_suit import CardLady, SymbolLady
from solver.games.black_sonata.lady.facts import Confronted, Overlap, SeenAsClue

__all__ = ["CardLady", "Confronted", "Overlap", "SeenAsClue", "SymbolLady"]
