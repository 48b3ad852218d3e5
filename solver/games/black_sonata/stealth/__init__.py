"""The mystery of where she is, at three levels of knowledge of the deck."""

from solver.games.black_sonata.stealth.by_cards import CardsDeck
from solver.games.black_sonata.stealth.by_map import MapDeck
from solver.games.black_sonata.stealth.moments import Moments
from solver.games.black_sonata.stealth.printed import PrintedDeck, Row

__all__ = ["CardsDeck", "MapDeck", "Moments", "PrintedDeck", "Row"]
