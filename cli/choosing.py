"""Options of commands that are made from what a game offers."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from solver.core.choices import Choice


def choice_option(choice: Choice) -> inspect.Parameter:
    """The option of one choice."""
    words = f"{choice.about}: {', '.join(choice.values)}; default {choice.default}"
    option = typer.Option(f"--{choice.name}", metavar="CHOICE", help=words, autocompletion=_completion(choice))
    return parameter(choice.name, Annotated[str | None, option], None)


def parameter(name: str, annotation: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _completion(choice: Choice) -> Any:
    def complete(incomplete: str) -> list[str]:
        return [value for value in choice.values if value.startswith(incomplete)]

    return complete
