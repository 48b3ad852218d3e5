"""The edge where files become values: strict models, and faults that a person can act on (pydantic)."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Annotated, Any, ClassVar, Literal, TypeVar, Union, get_args, get_origin

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    GetCoreSchemaHandler,
    PlainValidator,
    Tag,
    ValidationError,
    WithJsonSchema,
    create_model,
)
from pydantic_core import ErrorDetails, PydanticCustomError, core_schema

from solver.core.errors import DataError, Fault


class Strict(BaseModel):
    """A frozen model that refuses unknown keys and does not turn one type into another."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    @classmethod
    def faults_between(cls, raw: object, root: str) -> Sequence[Fault]:
        """What is wrong between the parts of a file: names in one that another does not have, with their paths.

        `raw` may have faults of any other kind, which are told beside these.
        """
        return ()


class Event(Strict):
    """What was done and what was seen. Each kind fixes `type`; `note` is a free remark that proves nothing."""

    told_by: ClassVar[str] = ""
    """The field that tells the forms of this type apart, where there are several."""

    type: str
    note: str | None = None

    def renumbered(self, moved: Callable[[int], int]) -> Event:
        """The event once others have new numbers, `moved(old)`: most name no other event, and stay as they are."""
        return self

    def to_json(self) -> dict[str, Any]:
        """The event as it stands in a file: its type, then the fields that were given."""
        shown = self.model_dump(mode="json", exclude_unset=True, by_alias=True)
        return {"type": self.type, **{key: value for key, value in shown.items() if key != "type"}}


class Settings(Strict):
    """What a session remembers of how its player wants to be helped."""

    deepest_stage: Literal["nudge", "reason", "answer"] | None = None
    language: str | None = None


COMMON_KEYS: dict[str, Any] = {
    "settings": (Settings | None, None),
    "used": (dict[Literal["nudge", "reason", "answer"], Annotated[int, Field(ge=0)]] | None, None),
    "history": (list[Any] | None, None),
}
"""The optional keys that a session of any game may have beside its set-up and events."""


def model_of_file(game: str, setup: Any, event: Any, base: type[Strict] = Strict, **more: Any) -> type[Strict]:
    """The model of a game's whole session file: its set-up, a list of events of type `event`, and the optional keys
    (those in `more` as told there). `base` says what must fit together between the parts."""
    name: Any = Literal[game]
    events: Any = list[event]
    title = "".join(word.capitalize() for word in game.split("-")) + "Session"
    model: type[Strict] = create_model(
        title,
        __base__=base,
        format=(Literal[1], ...),
        game=(name, ...),
        setup=(setup, ...),
        events=(events, ...),
        **{**COMMON_KEYS, **more},
    )
    return model


class Setting(Strict):
    """The content of one set-up key that switches a part of a game on."""


def list_or_file(raw: Any) -> str:
    """For a union of a list (tag "list") and the name of a file (tag "file"): which of the two `raw` is meant to be."""
    return "file" if isinstance(raw, str) else "list"


def _switch_or_setting(raw: Any) -> str:
    return "switch" if isinstance(raw, bool) else "setting"


def switchable(setting: type[Setting]) -> Any:
    """The type of a set-up key that is `true` (the defaults), `false`, or a setting of its own."""
    kind: Any = setting
    forms: Any = Annotated[bool, Tag("switch")] | Annotated[kind, Tag("setting")]
    return Annotated[forms, Discriminator(_switch_or_setting)] | None


def _check_count(raw: Any) -> bool | int | None:
    if raw is None or isinstance(raw, bool) or (isinstance(raw, int) and 0 <= raw <= 99):
        return raw
    raise refuse("true, false or a number from 0 to 99")


COUNT: Any = Annotated[
    bool | int,
    PlainValidator(_check_count),
    WithJsonSchema({"anyOf": [{"type": "boolean"}, {"type": "integer", "minimum": 0, "maximum": 99}]}),
]
"""The type of a set-up key that is `true` (the usual number of cards) or a number of cards."""


ModelT = TypeVar("ModelT", bound=BaseModel)


def refuse(accepted: str, key: str = "") -> PydanticCustomError:
    """The error to raise in a validator: it tells what would have been accepted, there or under its `key`."""
    return PydanticCustomError("not_accepted", "expected {accepted}", {"accepted": accepted, "key": key})


@dataclass(frozen=True)
class OneOf:
    """For `Annotated[str, OneOf(...)]`: a text that is one of `names`; faults and the JSON Schema list them."""

    what: str
    names: tuple[str, ...]

    def _check(self, value: str) -> str:
        if value not in self.names:
            raise refuse(f"{self.what}: one of {', '.join(self.names)}")
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_after_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, schema: core_schema.CoreSchema, handler: Any) -> dict[str, Any]:
        return {"enum": list(self.names)}


def validate(model: type[ModelT], raw: object, where: str = "", root: str = "$") -> ModelT:
    """`raw` (parsed JSON or TOML) as a value of `model`. Raises DataError with every fault at once."""
    faults: list[Fault] = []
    try:
        found = model.model_validate(raw)
    except ValidationError as failure:
        faults = list(_faults(model, raw, failure, root))
    faults += model.faults_between(raw, root) if issubclass(model, Strict) else ()
    if faults:
        raise DataError(faults, where)
    return found


def _faults(model: type[BaseModel], raw: object, failure: ValidationError, root: str) -> Iterator[Fault]:
    for error in failure.errors(include_url=False):
        keys = list(_keys(raw, error))
        value = None if error["type"] == "missing" else error["input"]
        below = _key_below(error)
        if below and isinstance(value, Mapping):
            keys, value = [*keys, below], value.get(below)
        yield Fault(root + "".join(_step(key) for key in keys), value, _accepted(model, error))


def _key_below(error: ErrorDetails) -> str:
    """The key, inside the value at fault, that an error is about; "" where it is about the whole of it."""
    context = error.get("ctx", {})
    if error["type"] == "union_tag_invalid":
        return str(context["discriminator"]).strip("'")
    return str(context.get("key") or "")


def _step(key: int | str) -> str:
    return f"[{key}]" if isinstance(key, int) else f".{key}"


def _keys(raw: object, error: ErrorDetails) -> Iterator[int | str]:
    """The keys of the path in the file: pydantic adds the tags of unions and the names of validators."""
    here: Any = raw
    for key in error["loc"]:
        if _is_in(here, key):
            here = here[key]
        elif not (error["type"] == "missing" and key is error["loc"][-1]):
            continue
        yield key


def _is_in(here: Any, key: int | str) -> bool:
    if isinstance(here, list | tuple):
        return isinstance(key, int) and key < len(here)
    return isinstance(here, Mapping) and key in here


def _accepted(model: type[BaseModel], error: ErrorDetails) -> str:
    context = error.get("ctx", {})
    match error["type"]:
        case "not_accepted":
            return str(context["accepted"])
        case "missing":
            return "this key, which is required"
        case "extra_forbidden":
            return "one of the keys " + ", ".join(_known_keys(model, error["loc"][:-1]))
        case "model_type" | "dict_type":
            return "an object"
        case "union_tag_invalid":
            return f"{str(context['discriminator']).strip(chr(39))}: one of {context['expected_tags']}"
        case "too_short" | "too_long":
            bound = "at least" if error["type"] == "too_short" else "at most"
            number = context["min_length" if error["type"] == "too_short" else "max_length"]
            return f"a list of {bound} {number} {'entry' if number == 1 else 'entries'}"
        case "string_too_short":
            return f"a text of at least {context['min_length']} character"
        case "model_type" | "model_attributes_type" | "dict_type":
            return "an object"
        case "union_tag_not_found":
            return f"an object with the key {context['discriminator']}"
        case _:
            return _lower_first(error["msg"].removeprefix("Input should be ").removeprefix("Value error, "))


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def _known_keys(model: Any, location: Sequence[int | str]) -> list[str]:
    """The keys that the model at `location` (pydantic's path, with union tags) has."""
    here: Any = model
    for key in location:
        here = _descend(here, key)
    found = {name for option in _models_in(here) for name in _names(option)}
    return sorted(found) or ["(none)"]


def _names(model: type[BaseModel]) -> Iterator[str]:
    return (field.alias or name for name, field in model.model_fields.items())


def _descend(annotation: Any, key: int | str) -> Any:
    options = _models_in(annotation)
    if isinstance(key, int):
        return _elements(annotation)
    for option in options:
        for name, field in option.model_fields.items():
            if (field.alias or name) == key:
                return field.annotation if not field.metadata else Annotated[field.annotation, *field.metadata]
    tagged = [option for option in options if key in _tags(option)]
    return reduce(or_, tagged) if tagged else annotation


def _tags(model: type[BaseModel]) -> set[str]:
    """The values of the literal fields of a model, by which unions are told apart."""
    annotations = [field.annotation for field in model.model_fields.values()]
    literals = {str(tag) for a in annotations if get_origin(a) is Literal for tag in get_args(a)}
    return literals | {model.__name__}


def _elements(annotation: Any) -> Any:
    if get_origin(annotation) in (list, tuple, Sequence):
        return get_args(annotation)[0]
    inner = [_elements(argument) for argument in get_args(annotation)]
    return next((element for element in inner if element is not None), None)


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    if get_origin(annotation) in (Union, types.UnionType, Annotated):
        return [model for argument in get_args(annotation) for model in _models_in(argument)]
    return []
