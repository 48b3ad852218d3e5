"""The events of a session, as the file holds them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from solver.core.schema import Event, OneOf, refuse
from solver.games.shadow_raiders.box import characters, reasoning_cards
from solver.games.shadow_raiders.places import all_areas, area_named
from solver.games.shadow_raiders.roles.outcomes import OUTCOMES

Player = Annotated[str, Field(min_length=1)]
Role = Annotated[str, OneOf("a character", tuple(characters()))]
CardId = Annotated[str, OneOf("a reasoning card", tuple(reasoning_cards()))]
Outcome = Annotated[str, OneOf("an outcome", OUTCOMES)]
Count = Annotated[int, Field(ge=0)]


def _known_area(text: str) -> str:
    if area_named(text) is None:
        raise refuse(f"an area: one of {', '.join(area.name for area in all_areas())}")
    return text


AreaName = Annotated[str, AfterValidator(_known_area)]


class Reasoning(Event):
    """A reasoning card was handed to a player, and everybody saw what came of it."""

    type: Literal["reasoning"] = "reasoning"
    giver: Player = Field(alias="from")
    to: Player
    card: CardId | None = None
    outcome: Outcome
    role: Role | None = None
    same_card: bool = False

    @model_validator(mode="after")
    def _role_only_where_shown(self) -> Reasoning:
        if self.role is not None and self.outcome != "shown":
            raise refuse("no `role` unless the outcome is shown", key="role")
        return self


class Holding(Event):
    """A reasoning card in my hand, not yet given."""

    type: Literal["holding"] = "holding"
    card: CardId


class Reshuffle(Event):
    """The discarded reasoning cards became the new deck."""

    type: Literal["reshuffle"] = "reshuffle"


class Damage(Event):
    """The damage of a player, as it stands now."""

    type: Literal["damage"] = "damage"
    player: Player
    total: Count


class Out(Event):
    """A player went out and turned up the character."""

    type: Literal["out"] = "out"
    player: Player
    role: Role
    by: Player | None = None
    cause: Literal["attack", "card", "area"] | None = None


class RevealEvent(Event):
    """A player turned up the character, and plays on."""

    type: Literal["reveal"] = "reveal"
    player: Player
    role: Role


class Equipment(Event):
    """How much equipment a player holds now; `immune`: some of it may turn reasoning cards away."""

    type: Literal["equipment"] = "equipment"
    player: Player
    holds: Count
    immune: bool = False


class Drew(Event):
    """A white or black card was drawn; `revealed`: the character was turned up because of it."""

    type: Literal["drew"] = "drew"
    player: Player
    card: Annotated[str, Field(min_length=1)]
    revealed: bool = False


class At(Event):
    """Where a player stands now."""

    type: Literal["at"] = "at"
    player: Player
    area: AreaName


class Attack(Event):
    """An attack, and the damage that it did to each of those attacked."""

    type: Literal["attack"] = "attack"
    by: Player
    to: Annotated[list[Player], Field(min_length=1)]
    damage: Count


class Silent(Event):
    """Nobody declared victory here."""

    type: Literal["silent"] = "silent"


class Victory(Event):
    """Victory was declared; the game is over."""

    type: Literal["victory"] = "victory"
    players: list[Player]


EVENTS: tuple[type[Event], ...] = (
    Reasoning,
    Holding,
    Reshuffle,
    Damage,
    Out,
    RevealEvent,
    Equipment,
    Drew,
    At,
    Attack,
    Silent,
    Victory,
)
PLAYER_FIELDS = ("giver", "to", "player", "by", "players")
"""The fields that hold the name of a player, or a list of them."""
