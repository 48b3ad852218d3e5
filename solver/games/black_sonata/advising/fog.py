"""Using the fog card on top."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from solver.core.values import Advice, Outcome
from solver.games.black_sonata.faces import Lies
from solver.games.black_sonata.weights import weight

if TYPE_CHECKING:
    from solver.games.black_sonata.errands import Planner
    from solver.games.black_sonata.table import Table

BASE_EFFECTS = (
    "clue", "replace-lady", "move-anywhere", "look-five", "clue-and-discard", "swap-clue", "move-neighbour",
    "advance-two", "discard", "discard-fog",
)  # fmt: skip
"""One printed fog card each."""


def fog_advice(planner: Planner) -> Iterator[Advice]:
    """The effects that may still be drawn, taken as equally likely; weighed by the clue cards among them alone."""
    table = planner.outlook.table
    if not _can_use(table):
        return
    effects = _effects_left(table)
    each = Fraction(1, len(effects))
    clues = sum(effect.startswith("clue") for effect in effects)
    worth = planner.outlook.worth.clue
    clue_points = weight("play", "find") + planner.outlook.symbol_points * worth
    lost = weight("play", "replaced") * planner.outlook.symbol_points * planner.outlook.known_symbol_bits
    value = float(each) * (clues * clue_points - ("replace-lady" in effects) * lost)
    because = (
        f"{clues} of the {len(effects)} effects that may come bring a clue ({worth:.2f} bits expected of it); another "
        "Dark Lady would make void what is known of this one; bits count the effect alone, not what it shows"
    )
    outcomes = [Outcome(_fields(effect), each * effects.count(effect)) for effect in dict.fromkeys(effects)]
    stand = table.rules.stand(table)
    named = {"clue_bits": worth}
    yield Advice({"type": "fog"}, "use the fog card", because, value + planner.value(stand), 0.0, {}, outcomes, named)


def _fields(effect: str) -> dict[str, str]:
    """What the event would add, as far as it can be told before: an owner's own card has its text."""
    return {"effect": effect, "text": "what the card says"} if effect == "other" else {"effect": effect}


def _effects_left(table: Table) -> list[str]:
    """One for each fog card that may come: the ten printed ones less those discarded, and cards of other effects."""
    printed = [effect for effect in BASE_EFFECTS if effect not in table.fog_gone]
    others = max(0, table.fog_cards - len(BASE_EFFECTS))
    return [*printed, *["other"] * others] or list(BASE_EFFECTS)


def _can_use(table: Table) -> bool:
    is_my_turn = table.turn > 0 and table.actions == 0 and not table.flight_waits and table.pawn is not None
    return is_my_turn and table.deck is not None and table.deck.shows_top and table.deck.top_lies is Lies.FOG
