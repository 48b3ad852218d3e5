"""The set-up of a session, as the file holds it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from solver.core.schema import Strict
from solver.games.shadow_raiders.events import AreaName, Player, Role

FEWEST = 4
MOST = {"base": 8, "all": 10, "by-initial": 10}
"""How many can play with these characters."""


class RuleSwitches(Strict):
    """How far Ulrich's lies go."""

    lies_on_hp_cards: bool = True
    lies_on_show_role: bool = False


class Setup(Strict):
    """Who plays, who I am, and what is in the box."""

    players: Annotated[list[Player], Field(min_length=FEWEST, max_length=max(MOST.values()))]
    me: Player
    role: Role
    characters: Literal["base", "all", "by-initial"] = "base"
    reasoning: Literal["base", "expansion"] | None = None
    special_abilities: bool = False
    areas: Annotated[list[AreaName], Field(min_length=6, max_length=6)] | None = None
    hp: dict[Role, Annotated[int, Field(ge=1)]] | None = None
    rules: RuleSwitches = RuleSwitches()
