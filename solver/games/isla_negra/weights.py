"""What the advisor plays for."""

from __future__ import annotations

from collections.abc import Mapping

from solver.core.weights import read_weights


def weights() -> Mapping[str, Mapping[str, float]]:
    """Every weight, by section and name."""
    return read_weights(str(__package__))


def weight(section: str, name: str) -> float:
    """One weight. Raises KeyError for a name that the file does not have."""
    return weights()[section][name]
