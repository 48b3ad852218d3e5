"""What an advisor plays for: a table of weights beside its code, shown on demand."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def read_weights(package: str) -> Mapping[str, Mapping[str, float]]:
    """Every weight in the package's `weights.toml`, by section and name."""
    text = files(package).joinpath("weights.toml").read_text("utf-8")
    return {section: dict(entries) for section, entries in tomllib.loads(text).items()}
