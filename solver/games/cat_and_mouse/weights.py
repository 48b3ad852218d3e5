"""What the advisors play for."""

from __future__ import annotations

from collections.abc import Mapping

from solver.core.weights import read_weights


def weights() -> Mapping[str, Mapping[str, float]]:
    """Every weight, by section and name; shares of a won game unless the file says otherwise."""
    return read_weights(str(__package__))
