"""What a card of the stealth deck shows, and how a note of it is read.

Each kind of face is offered by a part (`Part.faces`); this file knows the two that every deck has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Protocol, runtime_checkable

from pydantic import PlainSerializer, PlainValidator, WithJsonSchema

from maps import Board, london
from solver.core.schema import refuse


class Lies(Enum):
    """What lies in a slot of the deck."""

    STEALTH = "stealth"
    FOG = "fog"
    BLAZON = "blazon"


class Face(Protocol):
    """What a card shows. `lies` says which card it is, `word` how a player calls it."""

    @property
    def lies(self) -> Lies: ...

    @property
    def word(self) -> str: ...

    def to_json(self) -> Any: ...


@runtime_checkable
class StealthFace(Face, Protocol):
    """The face of a stealth card: evidence of where she is, in two readings."""

    looks_back: bool
    """True if it speaks of the step from the slot before, too."""

    def chance(self, board: Board, before: str, here: str) -> Fraction:
        """Reading 1: how likely a card at `here`, after a card at `before`, shows this."""

    def sites(self, board: Board) -> frozenset[str]:
        """Reading 2: the locations where a card may show this."""

    def steps(self, board: Board) -> frozenset[tuple[str, str]]:
        """Reading 2: the steps (from, to) that it allows; only asked where it looks back."""


@dataclass(frozen=True)
class Landmark:
    """A stealth card that shows a landmark of her location."""

    name: str
    looks_back: bool = False

    @property
    def lies(self) -> Lies:
        return Lies.STEALTH

    @property
    def word(self) -> str:
        return self.name

    def to_json(self) -> str:
        return self.name

    def chance(self, board: Board, before: str, here: str) -> Fraction:
        shown = board.place(here).landmarks
        return Fraction(1, len(shown)) if self.name in shown else Fraction(0)

    def sites(self, board: Board) -> frozenset[str]:
        return frozenset(board.with_landmark(self.name))

    def steps(self, board: Board) -> frozenset[tuple[str, str]]:
        return frozenset((before, here) for here in self.sites(board) for before in board.names)


@dataclass(frozen=True)
class FogFace:
    """A fog card: it shows nothing of where she is."""

    @property
    def lies(self) -> Lies:
        return Lies.FOG

    @property
    def word(self) -> str:
        return "fog"

    def to_json(self) -> str:
        return "fog"


@dataclass(frozen=True)
class FaceKind:
    """A kind of face: `read` gives the face that a JSON value means, or None if it means another kind."""

    read: Callable[[Any], Face | None]
    accepted: str
    words: Mapping[str, Any]
    """What a player types for each of these faces, and the JSON value that it means."""


def _read_landmark(raw: Any) -> Face | None:
    return Landmark(raw) if isinstance(raw, str) and raw in london().landmarks else None


def _read_fog(raw: Any) -> Face | None:
    return FogFace() if raw == "fog" else None


LANDMARKS = FaceKind(
    _read_landmark,
    "a landmark (" + ", ".join(london().landmarks) + ")",
    {landmark: landmark for landmark in london().landmarks},
)
FOG = FaceKind(_read_fog, '"fog"', {"fog": "fog"})


@dataclass(frozen=True)
class Shown:
    """What came up: the special cards met first, in order, then the face (None: not noticed)."""

    face: Face | None
    specials: tuple[str, ...] = ()

    @property
    def says_nothing(self) -> bool:
        return self.face is None and not self.specials

    def to_json(self) -> Any:
        face = None if self.face is None else self.face.to_json()
        return [*self.specials, face] if self.specials else face

    def __str__(self) -> str:
        return " ".join([*self.specials, "?" if self.face is None else self.face.word])


NOTHING_SEEN = Shown(None)


def read_shown(raw: Any) -> Shown:
    """The meaning of a JSON face or list. Raises the fault that a validator reports."""
    if isinstance(raw, Shown):
        return raw
    *specials, last = raw if isinstance(raw, list) and raw else [raw]
    known = _known_specials()
    if any(not isinstance(special, str) or special not in known for special in specials):
        raise _not_a_face()
    return Shown(_read_face(last), tuple(specials))


def _read_face(raw: Any) -> Face | None:
    if raw is None:
        return None
    for kind in _known_kinds():
        face = kind.read(raw)
        if face is not None:
            return face
    raise _not_a_face()


def _not_a_face() -> Exception:
    kinds = ", ".join(kind.accepted for kind in _known_kinds())
    specials = ", ".join(sorted(_known_specials()))
    return refuse(f"a face: {kinds}, null (not noticed), or a list of special cards ({specials}) that ends in one")


def _known_kinds() -> tuple[FaceKind, ...]:
    from solver.games.black_sonata.rulebook import all_parts

    return tuple(kind for part in all_parts() for kind in part.faces)


def _known_specials() -> frozenset[str]:
    from solver.games.black_sonata.rulebook import all_parts

    return frozenset(special for part in all_parts() for special in part.specials)


Shows = Annotated[
    Shown,
    PlainValidator(read_shown),
    PlainSerializer(Shown.to_json),
    WithJsonSchema({"description": 'a landmark, "fog", null, or a list of special cards that ends in one of them'}),
]
"""The type of an event's field that tells what a card showed."""
