"""Asks for a set-up at a terminal: each part on or off, then what it needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from cli.contents import copy_into, read_content
from cli.setup_options import Kind, Leaf, Part, all_leaves, default_words, plant, read_value
from solver.core.errors import DataError, UsageError

if TYPE_CHECKING:
    from solver.core.game import Game

YES = ("y", "yes", "on")
NO = ("", "n", "no", "off")


def ask_setup(game: Game, parts: Sequence[Leaf | Part]) -> dict[str, Any]:
    """The set-up as answered. Empty answers take the default, or leave out what may be left out."""
    console = Console(stderr=True, highlight=False)
    console.print(Text(f"A new session of {game.title}. Enter takes what stands in brackets.", "bold"))
    setup: dict[str, Any] = {}
    for part in parts:
        if isinstance(part, Leaf):
            _ask_into(console, setup, part)
        elif part.is_required or _ask_part(console, part):
            setup[part.key] = {}
            for leaf in part.leaves:
                if _belongs(leaf, setup[part.key]):
                    _ask_into(console, setup, leaf)
    return setup


def ask_again(setup: dict[str, Any], parts: Sequence[Leaf | Part], error: DataError) -> None:
    """Asks for the leaves that `error` finds fault with. Raises `error` where it is about something else."""
    console = Console(stderr=True, highlight=False)
    at_fault = [fault.path.removeprefix("$.setup.") for fault in error.faults]
    leaves = [leaf for leaf in all_leaves(parts) if any(_is_in(path, leaf) for path in at_fault)]
    if not leaves:
        raise error
    for fault in error.faults:
        console.print(Text(f"  {fault}"))
    for leaf in leaves:
        _ask_into(console, setup, replace(leaf, is_required=True))


def _is_in(path: str, leaf: Leaf) -> bool:
    """True for the path of the leaf, and of anything inside it."""
    name = ".".join(leaf.path)
    return path == name or path.startswith((f"{name}.", f"{name}["))


def _ask_part(console: Console, part: Part) -> bool:
    about = f"  ({part.about})" if part.about else ""
    while True:
        answer = _input(console, f"{part.key}?{about} [no]").lower()
        if answer in YES or answer in NO:
            return answer in YES
        console.print(Text("  yes or no, please"))


def _belongs(leaf: Leaf, chosen: dict[str, Any]) -> bool:
    """Whether the variant chosen so far has this leaf."""
    if not leaf.only_with:
        return True
    pairs = [variant.split(" ", 1) for variant in leaf.only_with.split(" or ")]
    return any(str(chosen.get(name)) == value for name, value in pairs)


def _ask_into(console: Console, setup: dict[str, Any], leaf: Leaf) -> None:
    while True:
        text = _input(console, _question(leaf))
        if not text and not leaf.is_required:
            return
        try:
            value = _understood(leaf, text)
        except DataError as error:
            console.print(Text(f"  {error}"))
            continue
        if value is not None:
            plant(setup, leaf.path, value)
            return
        console.print(Text(f"  {text!r} does not fit; expected {leaf.accepted}"))


def _question(leaf: Leaf) -> str:
    default = "" if leaf.default is None else default_words(leaf)
    fallback = "" if leaf.is_required else f" [{default or 'leave out'}]"
    return f"  {leaf.path[-1]}: {leaf.accepted}{fallback}"


def _understood(leaf: Leaf, text: str) -> Any:
    """The value, or None where it does not fit."""
    value = read_value(leaf, text)
    match leaf.kind:
        case Kind.CHOICE:
            return value if value in leaf.choices else None
        case Kind.SWITCH:
            return value if isinstance(value, bool) else None
        case Kind.NUMBER | Kind.ON_OR_NUMBER:
            return value if isinstance(value, int) else None
        case Kind.CONTENT | Kind.LIST if isinstance(value, str):
            content = read_content(value, leaf, Path())
            copy_into(content, leaf, Path())
            return content
        case Kind.LIST:
            return value if not leaf.choices or all(item in leaf.choices for item in value) else None
        case _:
            return value or None


def _input(console: Console, question: str) -> str:
    console.print(Text(question, "bold"), end=" ")
    try:
        return input().strip()
    except EOFError:
        console.print()
        raise UsageError("the input ended before the set-up was complete; no file was made") from None
