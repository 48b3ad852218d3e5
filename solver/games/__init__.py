"""One folder a game; `solver.core.registry` finds them."""
