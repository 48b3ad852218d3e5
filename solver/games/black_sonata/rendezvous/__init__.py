"""The Rendezvous: the mystery of its landmark, the forms that sessions write, and what a hint offers."""
