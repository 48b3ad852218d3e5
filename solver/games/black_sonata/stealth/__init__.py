"""The mystery of where she is, at three levels of knowledge of the deck."""
