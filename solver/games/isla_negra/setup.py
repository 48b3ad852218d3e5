"""The set-up of a session, as the file holds it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from solver.core.schema import Strict, list_or_file, refuse
from solver.games.isla_negra.decks import Level

Name = Annotated[str, Field(min_length=1)]
Mode = Literal["duel", "multiple", "team"]
LevelWord = Literal["basic", "advanced", "expert", "master"]
Copies = Annotated[int, Field(ge=1, le=27)]
Damage = Annotated[int, Field(ge=0, le=99)]
DOES_DAMAGE = ("attack", "response")


class CardLine(Strict):
    """One line of a deck list. Only an upgrade may be without a level; `damage` may be told of what does any."""

    card: Name
    type: Literal["attack", "response", "tactics", "upgrade"]
    level: LevelWord | None = None
    copies: Copies = 1
    damage: Damage | None = None

    @model_validator(mode="after")
    def _techniques_have_a_level(self) -> CardLine:
        if self.level is None and self.type != "upgrade":
            raise refuse(f"a level: one of {', '.join(level.word for level in Level)}", key="level")
        return self

    @model_validator(mode="after")
    def _only_blows_do_damage(self) -> CardLine:
        if self.damage is not None and self.type not in DOES_DAMAGE:
            raise refuse(f"no damage for this type, only for {' or '.join(DOES_DAMAGE)}", key="damage")
        return self


class DeckFile(Strict):
    """What a file of a deck holds: the list alone, or under one key."""

    cards: list[CardLine]


Lines = Annotated[list[CardLine], Tag("list")]
File = Annotated[str, Tag("file")]
DeckSource = Annotated[Lines | File, Discriminator(list_or_file)]
"""A deck list in the session, or the name of a file that holds it."""


class FighterForm(Strict):
    """Who plays which fighter, with which cards; a list that names fewer than `size` cards is partial."""

    player: Name
    fighter: str = ""
    deck: DeckSource = Field(default_factory=list)
    size: Literal[26, 27] = 27
    team: Name | int | None = None


def _name_or_form(raw: Any) -> str:
    return "name" if isinstance(raw, str) else "full"


NamedPlayer = Annotated[Name, Tag("name")]
FullFighter = Annotated[FighterForm, Tag("full")]
AnyFighter = Annotated[NamedPlayer | FullFighter, Discriminator(_name_or_form)]
"""A fighter, or the player's name alone: then no card of the deck is listed."""


class Setup(Strict):
    """Who plays, and who I am. The fighters stand in the order in which the initiative goes round."""

    mode: Mode = "duel"
    me: Name
    fighters: Annotated[list[AnyFighter], Field(min_length=2)]

    @property
    def forms(self) -> tuple[FighterForm, ...]:
        """Every fighter in full."""
        return tuple(FighterForm(player=one) if isinstance(one, str) else one for one in self.fighters)
