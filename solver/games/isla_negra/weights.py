"""What the advisor plays for: the table of weights, shown on demand."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def weights() -> Mapping[str, Mapping[str, float]]:
    """Every weight, by section and name."""
    text = files(__package__).joinpath("weights.toml").read_text("utf-8")
    return {section: dict(entries) for section, entries in tomllib.loads(text).items()}


def weight(section: str, name: str) -> float:
    """One weight. Raises KeyError for a name that the file does not have."""
    return weights()[section][name]
