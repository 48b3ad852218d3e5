"""The models of this game's session files, put together from its parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, get_args

from pydantic import Discriminator, Field, Tag, WrapValidator, create_model

from solver.core.schema import Event, Strict, model_of_file, refuse
from solver.games.black_sonata.rulebook import all_parts

NAME = "black-sonata"


@cache
def setup_model() -> type[Strict]:
    """One field for each set-up key, in the order of the parts; a key that several share is told apart by `set`."""
    keys: dict[str, list[tuple[Any, Any]]] = {}
    for part in all_parts():
        for key, setting in part.settings.items():
            keys.setdefault(key, []).append(setting)
    fields: dict[str, Any] = {key: _one_setting(settings) for key, settings in keys.items()}
    model: type[Strict] = create_model("Setup", __base__=Strict, **fields)
    return model


def _one_setting(settings: list[tuple[Any, Any]]) -> tuple[Any, Any]:
    if len(settings) == 1:
        return settings[0]
    union = reduce(or_, [kind for kind, _ in settings])
    return Annotated[union, Field(discriminator="set")] | None, settings[0][1]


@dataclass(frozen=True)
class Forms:
    """The forms of one type of event, by the value of the field that tells them apart (None: the field is absent)."""

    told_by: str
    by_value: Mapping[Any, type[Event]]

    def pick(self, raw: Mapping[str, Any]) -> type[Event]:
        """The form that `raw` has. Raises the fault of a value that no form has."""
        value = raw.get(self.told_by)
        form = self.by_value.get(value) if isinstance(value, str | None) else None
        if form is None:
            named = ", ".join(str(known) for known in self.by_value if known is not None)
            raise refuse(f"{self.told_by}: one of {named}", key=self.told_by)
        return form


@cache
def event_forms() -> Mapping[str, Forms]:
    """Every type of event of every part, on or off, with its forms."""
    by_type: dict[str, list[type[Event]]] = {}
    for part in all_parts():
        for kind in part.events:
            by_type.setdefault(kind.model_fields["type"].default, []).append(kind)
    return {name: _forms(kinds) for name, kinds in sorted(by_type.items())}


def _forms(kinds: list[type[Event]]) -> Forms:
    told_by = next((kind.told_by for kind in kinds if kind.told_by), "")
    return Forms(told_by, {value: kind for kind in kinds for value in _values(kind, told_by)})


def _values(kind: type[Event], told_by: str) -> list[str | None]:
    """The values of the telling field that mean this form; None too where it may be left out."""
    field = kind.model_fields.get(told_by)
    if field is None:
        return [None]
    return [*get_args(field.annotation), *([] if field.is_required() else [None])]


def _check_type(raw: Any, handler: Any) -> Any:
    """Before the union is tried: an event of no known type or form is one fault, and says what would be."""
    if not isinstance(raw, Mapping):
        raise refuse("an event: an object with a type")
    kind = raw.get("type")
    if not isinstance(kind, str) or kind not in event_forms():
        raise refuse(f"type: one of {', '.join(event_forms())}", key="type")
    event_forms()[kind].pick(raw)
    return handler(raw)


def _tag(raw: Any) -> str:
    return event_forms()[raw["type"]].pick(raw).__name__


@cache
def event_type() -> Any:
    """The union of all events, told apart by `type`, and by form where a type has several."""
    kinds = dict.fromkeys(kind for forms in event_forms().values() for kind in forms.by_value.values())
    tagged = [Annotated[kind, Tag(kind.__name__)] for kind in kinds]
    return Annotated[reduce(or_, tagged), Discriminator(_tag), WrapValidator(_check_type)]


@cache
def session_model() -> type[Strict]:
    """The model of a whole file."""
    return model_of_file("black-sonata", setup_model(), event_type())
