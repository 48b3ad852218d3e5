"""The models of this game's session files, put together from its parts."""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, create_model

from solver.core.schema import Event, Strict
from solver.games.black_sonata.rulebook import all_parts

NAME = "black-sonata"


@cache
def setup_model() -> type[Strict]:
    """One field for each set-up key of each part."""
    keys: dict[str, Any] = {}
    for part in all_parts():
        keys |= part.settings
    model: type[Strict] = create_model("Setup", __base__=Strict, **keys)
    return model


@cache
def event_type() -> Any:
    """The union of all events, told apart by `type`; a type of several forms by its second literal field."""
    kinds = [kind for part in all_parts() for kind in part.events]
    by_type: dict[str, list[type[Event]]] = {}
    for kind in kinds:
        by_type.setdefault(kind.model_fields["type"].default, []).append(kind)
    options = [_one_type(forms) for forms in by_type.values()]
    return Annotated[reduce(or_, options), Field(discriminator="type")]


def _one_type(forms: list[type[Event]]) -> Any:
    if len(forms) == 1:
        return forms[0]
    return Annotated[reduce(or_, forms), Field(discriminator=_telling_field(forms[0]))]


def _telling_field(form: type[Event]) -> str:
    return next(n for n, f in form.model_fields.items() if n != "type" and get_args(f.annotation) and f.is_required())


@cache
def session_model() -> type[Strict]:
    """The model of a whole file."""
    events: Any = list[event_type()]  # type: ignore[misc]
    game: Any = Literal["black-sonata"]
    model: type[Strict] = create_model(
        "BlackSonataSession",
        __base__=Strict,
        format=(Literal[1], ...),
        game=(game, ...),
        setup=(setup_model(), ...),
        events=(events, ...),
        **COMMON_KEYS,
    )
    return model


COMMON_KEYS: dict[str, Any] = {
    "settings": (dict[str, Any] | None, None),
    "used": (dict[str, Any] | None, None),
    "history": (list[Any] | None, None),
}
