"""A game's set-up as options, read off the JSON Schema of its session model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from solver.core.errors import UsageError

if TYPE_CHECKING:
    from solver.core.game import Game

Schema = Mapping[str, Any]


class Kind(Enum):
    """How the value of an option is written."""

    CHOICE = "one of a few words"
    SWITCH = "on or off"
    NUMBER = "a number"
    ON_OR_NUMBER = "on, off or a number"
    LIST = "values with commas between"
    CONTENT = "a file (JSON or TOML), or JSON"
    TEXT = "any text"


@dataclass(frozen=True)
class Leaf:
    """One value of the set-up. `only_with` tells the variants that have it, where not all do.

    `files` are the keys of a list's objects that hold a list, or the name of a file with one. `is_text`: a list of
    texts alone, so that a number typed in it is a text, too.
    """

    path: tuple[str, ...]
    kind: Kind
    choices: tuple[Any, ...] = ()
    default: Any = None
    is_required: bool = False
    only_with: str = ""
    files: tuple[str, ...] = ()
    is_text: bool = False

    @property
    def name(self) -> str:
        return "_".join(self.path)

    @property
    def option(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def accepted(self) -> str:
        """What may be given, in words."""
        listed = ", ".join(str(choice) for choice in self.choices)
        if self.kind is Kind.LIST:
            objects = f"; {Kind.CONTENT.value}" if self.files else ""
            return (f"some of {listed}, with commas between" if listed else self.kind.value) + objects
        return f"one of {listed}" if listed else self.kind.value


@dataclass(frozen=True)
class Part:
    """One key of the set-up with content of its own. `is_plain`: it can be switched on without any leaf."""

    key: str
    about: str
    leaves: tuple[Leaf, ...]
    is_required: bool
    is_plain: bool

    @property
    def option(self) -> str:
        return "--" + self.key.replace("_", "-")


def read_setup(game: Game) -> tuple[Leaf | Part, ...]:
    """The keys of the game's set-up, in the order of its model."""
    whole = game.session_model().model_json_schema()
    setup = _alternatives(whole["properties"]["setup"], whole)[0]
    return tuple(_top(key, schema, setup, whole) for key, schema in setup.get("properties", {}).items())


def _top(key: str, schema: Schema, setup: Schema, whole: Schema) -> Leaf | Part:
    is_required = key in setup.get("required", ())
    options = _alternatives(schema, whole)
    variants = [option for option in options if _is_part(option)]
    if not variants or any(option.get("type") == "array" for option in options):
        return replace(_leaf((key,), schema, whole), is_required=is_required)
    leaves = tuple(_leaves(key, variants, whole))
    is_plain = not any(leaf.is_required for leaf in leaves)
    about = str(variants[0].get("description", "")) if len(variants) == 1 else ""
    return Part(key, about.partition("\n")[0], leaves, is_required, is_plain)


def _is_part(schema: Schema) -> bool:
    """An object with keys of its own; not a mapping from any name to a value."""
    return schema.get("type") == "object" and not isinstance(schema.get("additionalProperties"), Mapping)


def _alternatives(schema: Schema, whole: Schema) -> list[Schema]:
    """The schemas that a value may fit, references followed, null left out."""
    if "$ref" in schema:
        return _alternatives(whole["$defs"][schema["$ref"].rpartition("/")[2]], whole)
    nested = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
    if nested and "properties" not in schema:
        return [found for option in nested for found in _alternatives(option, whole)]
    return [] if schema.get("type") == "null" else [schema]


def _leaves(key: str, variants: Sequence[Schema], whole: Schema) -> Iterator[Leaf]:
    """Every key of any variant once, with the choices of all variants that have it."""
    names = dict.fromkeys(name for variant in variants for name in variant.get("properties", {}))
    for name in names:
        having = [variant for variant in variants if name in variant.get("properties", {})]
        found = [_leaf((key, name), variant["properties"][name], whole) for variant in having]
        choices = tuple(dict.fromkeys(choice for leaf in found for choice in leaf.choices))
        is_required = all(name in variant.get("required", ()) for variant in variants)
        only_with = "" if len(having) == len(variants) else " or ".join(_tags(having))
        yield replace(found[0], choices=choices, is_required=is_required, only_with=only_with)


def _tags(variants: Sequence[Schema]) -> Iterator[str]:
    """What tells each variant from the others: its constant key."""
    for variant in variants:
        for name, schema in variant["properties"].items():
            if "const" in schema:
                yield f"{name} {schema['const']}"


def _leaf(path: tuple[str, ...], schema: Schema, whole: Schema) -> Leaf:
    options = _alternatives(schema, whole)
    kind, choices = _kind(options, whole)
    files = tuple(_files(options, whole))
    return Leaf(path, kind, choices, schema.get("default"), files=files, is_text=_holds_texts(options, whole))


def _files(options: Sequence[Schema], whole: Schema) -> Iterator[str]:
    """The keys of the objects in a list that hold a list of their own, or the name of a file with one."""
    items = [option["items"] for option in options if isinstance(option.get("items"), Mapping)]
    for item in (found for schema in items for found in _alternatives(schema, whole)):
        for key, schema in item.get("properties", {}).items():
            if {"array", "string"} <= {option.get("type") for option in _alternatives(schema, whole)}:
                yield key


def _holds_texts(options: Sequence[Schema], whole: Schema) -> bool:
    """True for a list whose items are texts."""
    items = [item for option in options if option.get("type") == "array" for item in [option.get("items")]]
    found = [one.get("type") for item in items if isinstance(item, Mapping) for one in _alternatives(item, whole)]
    return bool(found) and set(found) == {"string"}


def _kind(options: Sequence[Schema], whole: Schema) -> tuple[Kind, tuple[Any, ...]]:
    types = {str(option.get("type", "string")) for option in options}
    choices = tuple(_choices(options))
    if choices and not types & {"array", "object"}:
        return Kind.CHOICE, choices
    if types == {"boolean"}:
        return Kind.SWITCH, ()
    if types == {"boolean", "integer"}:
        return Kind.ON_OR_NUMBER, ()
    if types == {"integer"}:
        return Kind.NUMBER, ()
    if types == {"array"}:
        return _list_kind(options[0], whole)
    return (Kind.TEXT, ()) if types == {"string"} else (Kind.CONTENT, ())


def _choices(options: Sequence[Schema]) -> Iterator[Any]:
    for option in options:
        yield from option.get("enum", ())
        if "const" in option:
            yield option["const"]


def _list_kind(schema: Schema, whole: Schema) -> tuple[Kind, tuple[Any, ...]]:
    """A list of words or numbers can be typed; any other comes from a file."""
    items = [schema["items"]] if isinstance(schema.get("items"), Mapping) else list(schema.get("prefixItems", ()))
    options = [found for item in items for found in _alternatives(item, whole)]
    if any(option.get("type") not in ("array", "object") and "properties" not in option for option in options):
        return Kind.LIST, tuple(dict.fromkeys(_choices(options)))
    return Kind.CONTENT, ()


def read_value(leaf: Leaf, text: str) -> Any:
    """What `text` stands for, in any case. A text that fits nothing stays: the model refuses it."""
    stripped = text.strip()
    match leaf.kind:
        case Kind.CHOICE:
            return _matching(leaf, stripped)
        case Kind.SWITCH:
            return _on_or_off(stripped)
        case Kind.ON_OR_NUMBER:
            return _number(_on_or_off(stripped))
        case Kind.NUMBER:
            return _number(stripped)
        case Kind.LIST if not _names_content(stripped):
            items = [_matching(leaf, item.strip()) for item in stripped.split(",")]
            return items if leaf.is_text else [_number(item) for item in items]
        case _:
            return stripped


def _names_content(text: str) -> bool:
    return text.startswith(("[", "{")) or text.lower().endswith((".json", ".toml"))


def _matching(leaf: Leaf, text: str) -> Any:
    return next((choice for choice in leaf.choices if str(choice).casefold() == text.casefold()), text)


def _on_or_off(text: str) -> Any:
    return {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}.get(text.lower(), text)


def _number(value: Any) -> Any:
    """The whole number that a text is; bool and anything else as it was."""
    if isinstance(value, str) and value.removeprefix("-").isascii() and value.removeprefix("-").isdigit():
        return int(value) if len(value) < 20 else value
    return value


def default_words(leaf: Leaf) -> str:
    """The default as it would be typed."""
    if isinstance(leaf.default, list):
        return ",".join(map(str, leaf.default))
    return {True: "on", False: "off"}[leaf.default] if isinstance(leaf.default, bool) else str(leaf.default)


def all_leaves(parts: Sequence[Leaf | Part]) -> Iterator[Leaf]:
    """Every leaf, in order."""
    for part in parts:
        yield from part.leaves if isinstance(part, Part) else (part,)


def plant(setup: dict[str, Any], path: Sequence[str], value: Any) -> None:
    """Sets the value at `path`, and switches its part on. Raises UsageError where the part is no object."""
    here = setup
    for key in path[:-1]:
        inner = here.get(key)
        if inner is None or inner is True:
            inner = here[key] = {}
        if not isinstance(inner, dict):
            raise UsageError(f"{'.'.join(path)} cannot be set: {key} is {inner!r} in the set-up file")
        here = inner
    here[path[-1]] = value
