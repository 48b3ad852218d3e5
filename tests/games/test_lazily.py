"""Hooks that are imported late: each must name a function that there is, as no type checker looks."""

from __future__ import annotations

from dataclasses import fields

import pytest

from solver.games.black_sonata.lazily import Later, later
from solver.games.black_sonata.rulebook import all_parts

HOOKS = {
    f"{part.name}.{field.name}": value
    for part in all_parts()
    for field in fields(part)
    if isinstance(value := getattr(part, field.name), Later)
}


@pytest.mark.parametrize("hook", HOOKS.values(), ids=HOOKS)
def test_every_late_hook_is_there(hook: Later) -> None:
    assert callable(hook.find())


def test_there_are_late_hooks() -> None:
    assert {"turns.advice", "lady.clue_worth", "poet.rows"} <= set(HOOKS)


def test_a_late_hook_hands_on_its_arguments() -> None:
    assert later("wording", "sentence")("she is near") == "She is near."
