"""The models of this game's session files, and what a set-up must be to be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any

from pydantic import Field

from solver.core.errors import Fault
from solver.core.schema import Strict, model_of_file
from solver.games.shadow_raiders.box import Character, allocation, characters, deck
from solver.games.shadow_raiders.events import EVENTS
from solver.games.shadow_raiders.fitting import faults_between
from solver.games.shadow_raiders.places import area_named
from solver.games.shadow_raiders.rules import Rules, Switches
from solver.games.shadow_raiders.setup import Setup

NAME = "shadow-raiders"


class SessionBase(Strict):
    """A session whose parts must fit together."""

    @classmethod
    def faults_between(cls, raw: object, root: str) -> Sequence[Fault]:
        return [Fault(root + fault.path, fault.value, fault.accepted) for fault in faults_between(raw)]


@cache
def session_model() -> type[Strict]:
    """The model of a whole file."""
    kinds: Any = reduce(or_, EVENTS)
    return model_of_file(NAME, Setup, Annotated[kinds, Field(discriminator="type")], SessionBase)


def rules_of(setup: Setup) -> Rules:
    """The rules of a set-up without faults."""
    has_expansion = setup.characters != "base"
    cards = setup.reasoning or ("expansion" if has_expansion else "base")
    return Rules(
        tuple(setup.players),
        setup.me,
        setup.role,
        cast_of(setup.characters, setup.hp or {}),
        setup.characters == "by-initial",
        tuple(allocation(len(setup.players)).items()),
        deck(cards),
        setup.special_abilities,
        Switches(setup.rules.lies_on_hp_cards, setup.rules.lies_on_show_role),
        tuple(area_named(area) or area for area in setup.areas or ()),
        has_expansion or cards == "expansion",
    )


def cast_of(which: str, hp: Mapping[str, int]) -> tuple[Character, ...]:
    """The characters of a box in alphabetical order, with the HP that a set-up gives them."""
    chosen = (one for one in characters().values() if which != "base" or one.set == "base")
    return tuple(sorted((one.with_hp(hp.get(one.name, one.hp)) for one in chosen), key=lambda one: one.name))
