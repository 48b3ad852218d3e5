"""The events of a session, as the file holds them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from solver.core.schema import Event, Strict, refuse
from solver.games.isla_negra.setup import LevelWord, Name

Number = Annotated[int, Field(ge=1, le=27)]
Names = Annotated[list[Name], Field(min_length=1)]


def _number_or_names(raw: Any) -> str:
    return "names" if isinstance(raw, list) else "number"


NumberOrNames = Annotated[
    Annotated[Number, Tag("number")] | Annotated[Names, Tag("names")], Discriminator(_number_or_names)
]


class Shuffle(Event):
    """The deck was shuffled; `last` is the card that was shown at its bottom."""

    type: Literal["shuffle"] = "shuffle"
    player: Name
    last: Name | None = None


class DrawEvent(Event):
    """Cards were drawn; only my own have names."""

    type: Literal["draw"] = "draw"
    player: Name
    cards: Number
    names: list[Name] | None = None

    @model_validator(mode="after")
    def _one_name_a_card(self) -> DrawEvent:
        if self.names is not None and len(self.names) != self.cards:
            raise refuse(f"as many names as `cards`, {self.cards}", key="names")
        return self


class Play(Event):
    """A technique was played: an attack at somebody, an answer to an earlier event, or tactics."""

    type: Literal["play"] = "play"
    player: Name
    card: Name
    at: Name | None = None
    answers: Annotated[int, Field(ge=0)] | None = None

    def renumbered(self, moved: Callable[[int], int]) -> Play:
        """An answer follows the event that it answers."""
        return self if self.answers is None else self.model_copy(update={"answers": moved(self.answers)})


class Discard(Event):
    """Cards went from the hand to the pile; `top` lies uppermost (of names: the last one, unless told)."""

    type: Literal["discard"] = "discard"
    player: Name
    cards: NumberOrNames
    top: Name | None = None

    @model_validator(mode="after")
    def _top_is_one_of_them(self) -> Discard:
        if isinstance(self.cards, list) and self.top is not None and self.top not in self.cards:
            raise refuse(f"one of the discarded cards: {', '.join(self.cards)}", key="top")
        return self


class Reshuffled(Strict):
    """The deck ran out while five were drawn: after how many, and the card shown at the new bottom."""

    after: Annotated[int, Field(ge=0, le=4)]
    last: Name | None = None


class NewHand(Event):
    """The whole hand was discarded, `top` uppermost, and five cards were drawn."""

    type: Literal["new-hand"] = "new-hand"
    player: Name
    top: Name | None = None
    reshuffled: Reshuffled | None = None


class UpgradeEvent(Event):
    """An upgrade was laid beside the fighter."""

    type: Literal["upgrade"] = "upgrade"
    player: Name
    card: Name


class Hand(Event):
    """How many cards a hand holds; only my own have names."""

    type: Literal["hand"] = "hand"
    player: Name
    cards: Annotated[int, Field(ge=0, le=27)]
    names: list[Name] | None = None

    @model_validator(mode="after")
    def _one_name_a_card(self) -> Hand:
        if self.names is not None and len(self.names) != self.cards:
            raise refuse(f"as many names as `cards`, {self.cards}", key="names")
        return self


class LevelEvent(Event):
    """The level of a fighter, as it stands now."""

    type: Literal["level"] = "level"
    player: Name
    level: LevelWord


class Life(Event):
    """The life points of a fighter, as they stand now; 0 or less is out of the round."""

    type: Literal["life"] = "life"
    player: Name
    total: Annotated[int, Field(ge=-99, le=99)]


class Round(Event):
    """A round was won, by a player (in teams: with the mates) or by a team of that name."""

    type: Literal["round"] = "round"
    winner: Name


class Initiative(Event):
    """Who has the initiative now."""

    type: Literal["initiative"] = "initiative"
    player: Name


class Skip(Event):
    """A player lost this turn."""

    type: Literal["skip"] = "skip"
    player: Name


class Passes(Event):
    """A player passed the initiative on."""

    type: Literal["passes"] = "passes"
    player: Name


EVENTS: tuple[type[Event], ...] = (
    Shuffle,
    DrawEvent,
    Play,
    Discard,
    NewHand,
    UpgradeEvent,
    Hand,
    LevelEvent,
    Life,
    Round,
    Initiative,
    Skip,
    Passes,
)
