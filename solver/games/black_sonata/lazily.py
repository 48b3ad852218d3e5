"""Hooks that are imported when they are first called: a cold start must not pay for advice that nobody asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Later:
    """Stands for the function `name` of a module of this package, and calls it."""

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name

    def find(self) -> Any:
        """The function itself; its module is imported, unless it was."""
        return getattr(import_module(f"{__package__}.{self.module}"), self.name)

    def __call__(self, *arguments: Any) -> Any:
        return self.find()(*arguments)


def later(module: str, name: str) -> Later:
    """For a part's hook: `later("advising.search", "deck_advice")` imports that module at the first call."""
    return Later(module, name)
