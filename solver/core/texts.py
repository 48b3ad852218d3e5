"""Text from outside: strict JSON, and text that is safe to show on a terminal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any


def load_json(text: str) -> Any:
    """What `text` holds. Raises ValueError for what is no JSON or cannot be kept: NaN, a key twice, half a letter."""
    raw = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_unique)
    if "\\ud" in text or "\\uD" in text:
        json.dumps(raw, ensure_ascii=False).encode("utf-8")  # raises for half of a surrogate pair
    return raw


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number in JSON")


def _unique(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice!r} stands twice in one object")
    return found


def is_encodable(text: str) -> bool:
    """False for text with half of a surrogate pair, which no file can hold (bytes that were no UTF-8)."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def visible(text: str, keep: str = "\n") -> str:
    """The text with every control and invisible character written as an escape; those of `keep` stay."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in keep else _escape(c) for c in text)


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii") if is_encodable(character) else "\\udc??"
