"""The models of this game's session files: the set-up, the events of both views, the whole file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    Discriminator,
    Field,
    PlainSerializer,
    PlainValidator,
    Tag,
    ValidationError,
    WithJsonSchema,
    WrapValidator,
    model_validator,
)
from pydantic.json_schema import SkipJsonSchema
from pydantic_core import InitErrorDetails

from maps import london
from solver.core.schema import Event, OneOf, Strict, model_of_file, refuse
from solver.games.cat_and_mouse.cards import FOG, HAND, MOST_FOG, Card, landmark, location
from solver.games.cat_and_mouse.plays import NEW_HAND, NOTHING, Play, plays_card, plays_top

NAME = "cat-and-mouse"
PLACES = london().names
LANDMARKS = london().landmarks

Location: TypeAlias = Annotated[str, OneOf("a location", PLACES)]


def _read_pawn(raw: Any) -> int:
    if isinstance(raw, bool) or raw not in (0, 1):
        raise refuse("a pawn: 0 or 1, in the order of the set-up")
    return int(raw)


PawnNumber = Annotated[int, PlainValidator(_read_pawn), WithJsonSchema({"enum": [0, 1]})]


A_CARD = f'a landmark ({", ".join(LANDMARKS)}), "fog", or {{"location": L}} with a location'
A_PLAY = f'{A_CARD}; {{"top": L}}, "new-hand" or "none"'


def read_card(raw: Any) -> Card:
    """The card that a JSON value means. Raises the fault that a validator reports."""
    card = raw if isinstance(raw, Card) else _card(raw)
    if card is None:
        raise refuse(A_CARD)
    return card


def _card(raw: Any) -> Card | None:
    if isinstance(raw, str):
        return FOG if raw == "fog" else landmark(raw) if raw in LANDMARKS else None
    place = _place_under(raw, "location")
    return None if place is None else location(place)


def _place_under(raw: Any, key: str) -> str | None:
    """The location in an object with this one key."""
    if not isinstance(raw, Mapping) or set(raw) != {key}:
        return None
    return raw[key] if isinstance(raw[key], str) and raw[key] in PLACES else None


def read_play(raw: Any) -> Play:
    """What a JSON value says of her play. Raises the fault that a validator reports."""
    if isinstance(raw, Play):
        return raw
    if raw in ("new-hand", "none"):
        return NEW_HAND if raw == "new-hand" else NOTHING
    place = _place_under(raw, "top")
    if place is not None:
        return plays_top(place)
    card = _card(raw)
    if card is None:
        raise refuse(A_PLAY)
    return plays_card(card)


_ONE_LOCATION = {"type": "object", "additionalProperties": False}
_LOCATION_SCHEMA: dict[str, Any] = {"enum": list(PLACES)}
_CARD_SCHEMA: dict[str, Any] = {
    "anyOf": [
        {"enum": [*LANDMARKS, "fog"]},
        {**_ONE_LOCATION, "properties": {"location": _LOCATION_SCHEMA}, "required": ["location"]},
    ]
}
_PLAY_SCHEMA: dict[str, Any] = {
    "anyOf": [
        *_CARD_SCHEMA["anyOf"],
        {**_ONE_LOCATION, "properties": {"top": _LOCATION_SCHEMA}, "required": ["top"]},
        {"enum": ["new-hand", "none"]},
    ]
}
ACard = Annotated[
    Card, PlainValidator(read_card), PlainSerializer(lambda card: card.to_json()), WithJsonSchema(_CARD_SCHEMA)
]
APlay = Annotated[
    Play, PlainValidator(read_play), PlainSerializer(lambda play: play.to_json()), WithJsonSchema(_PLAY_SCHEMA)
]


class Setup(Strict):
    """How the game starts. With `view` `lady` also where she stands and the top of her location deck."""

    pawns: Annotated[list[Location], Field(min_length=2, max_length=2)]
    hand: Annotated[list[ACard], Field(min_length=HAND, max_length=HAND)]
    fog: Annotated[int, Field(ge=0, le=MOST_FOG)] = 1
    view: Literal["historian", "lady"] = "historian"
    at: Location | None = None
    next: Location | None = None

    @property
    def is_lady(self) -> bool:
        return self.view == "lady"

    @model_validator(mode="after")
    def _secrets_are_hers(self) -> Setup:
        held = {key: getattr(self, key) for key in ("at", "next")}
        if self.is_lady:
            accepted = f"with view lady a location: one of {', '.join(PLACES)}"
            wrong = [_fault(key, None, accepted) for key in held if held[key] is None]
        else:
            known = "with view historian only the keys fog, hand, pawns, view"
            wrong = [_fault(key, held[key], known) for key in held if key in self.model_fields_set]
        if wrong:
            raise ValidationError.from_exception_data("Setup", wrong)
        return self


def _fault(key: str, value: Any, accepted: str) -> InitErrorDetails:
    return InitErrorDetails(type=refuse(accepted, key), loc=(), input={key: value})


class PublicTurn(Event):
    """A turn of hers, as everyone saw it."""

    type: Literal["lady"] = "lady"
    plays: APlay
    hand: list[ACard]
    pile: ACard | None = None


class OwnTurn(PublicTurn):
    """A turn of hers, as she herself notes it: with where she is then, and her next location card."""

    at: Location | None = None
    next: Location | None = None


def _check_pair(raw: Any, handler: Any) -> Any:
    if not isinstance(raw, list | tuple) or len(raw) != 2:
        raise refuse("[pawn, location]: 0 or 1, and where it went")
    return handler(raw)


class Move(Event):
    """The Historian moved a pawn along a road."""

    type: Literal["historian"] = "historian"
    moves: Annotated[tuple[PawnNumber, Location], Field(strict=False), WrapValidator(_check_pair)]


class Search(Event):
    """The Historian searched where a pawn stands."""

    type: Literal["historian"] = "historian"
    searches: PawnNumber
    found: bool


class Flight(Event):
    """Where she is after the flight that followed a search; only she knows."""

    type: Literal["flight"] = "flight"
    at: Location


def _check(types: tuple[str, ...]) -> WrapValidator:
    """Before the union is tried: an event of no known type or form is one fault, and says what would be."""

    def check(raw: Any, handler: Any) -> Any:
        if isinstance(raw, Event):
            return handler(raw)
        if not isinstance(raw, Mapping):
            raise refuse("an event: an object with a type")
        if raw.get("type") not in types:
            raise refuse(f"type: one of {', '.join(types)}", key="type")
        if raw["type"] == "historian" and not {"moves", "searches"} & set(raw):
            raise refuse("moves: [pawn, location], or searches: pawn with found", key="moves")
        return handler(raw)

    return WrapValidator(check)


def _tag(turn: str) -> Discriminator:
    """Tells the forms apart; `turn` is the form of her turns in this view."""

    def tag(raw: Any) -> str:
        if isinstance(raw, Event):
            return type(raw).__name__
        if raw["type"] == "historian":
            return "Search" if "searches" in raw else "Move"
        return turn if raw["type"] == "lady" else "Flight"

    return Discriminator(tag)


_Public = Annotated[PublicTurn, Tag("PublicTurn")]
_HISTORIANS: Any = Annotated[Move, Tag("Move")] | Annotated[Search, Tag("Search")]
_HERS: Any = Annotated[OwnTurn, Tag("OwnTurn")] | Annotated[Flight, Tag("Flight")]
_PublicEvent: Any = Annotated[_Public | _HISTORIANS, _tag("PublicTurn"), _check(("lady", "historian"))]
_AnyEvent: Any = Annotated[
    _HERS | _HISTORIANS | SkipJsonSchema[_Public], _tag("OwnTurn"), _check(("lady", "historian", "flight"))
]
"""Never a `PublicTurn`; it is named here because faults are told by the whole model."""


def _is_hers(raw: Any) -> bool:
    """Whether the set-up of a raw session says that it is the Lady's."""
    setup = raw.get("setup") if isinstance(raw, Mapping) else None
    return isinstance(setup, Mapping) and setup.get("view") == "lady"


class _Views(Strict):
    """A session of the Lady's; what the set-up calls the Historian's is checked as such."""

    @model_validator(mode="wrap")
    @classmethod
    def _by_view(cls, raw: Any, handler: Any) -> Any:
        if cls is session_model() and not _is_hers(raw):
            return historian_model().model_validate(raw)
        return handler(raw)


@cache
def session_model() -> type[Strict]:
    """The model of a whole file, of either view."""
    return model_of_file(NAME, Setup, _AnyEvent, _Views)


@cache
def historian_model() -> type[Strict]:
    """The model of a Historian's file: nothing that only the Lady knows has a place in it, its history included."""
    history: Any = Annotated[list[Any] | None, AfterValidator(_tell_no_secret)]
    return model_of_file(NAME, Setup, _PublicEvent, history=(history, None))


def _tell_no_secret(history: list[Any] | None) -> list[Any] | None:
    for entry in history or ():
        changed = [entry.get(key) for key in ("was", "now")] if isinstance(entry, Mapping) else []
        for event in changed:
            if isinstance(event, Mapping) and ({"at", "next"} & set(event) or event.get("type") == "flight"):
                raise refuse("a history without what only the Lady knows (at, next, flight)")
    return history
