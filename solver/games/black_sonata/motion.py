"""How the table moves: the deck by one card, a flight, a pawn's arrival. Parts are made of these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver.games.black_sonata.deck import Deck, Special
from solver.games.black_sonata.faces import NOTHING_SEEN, Lies, Shown, StealthFace
from solver.games.black_sonata.table import Table, forbid

STEALTH = "stealth"
"""The name of the mystery that faces and searches are evidence for."""


@dataclass(frozen=True)
class Sighting:
    """The card in `slot` (numbered as at set-up) showed `face`; printed once, so seen again it is nothing new."""

    slot: int
    face: StealthFace

    @property
    def printed(self) -> tuple[str, int]:
        return ("face", self.slot)

    def sentence(self) -> str:
        return f"slot {self.slot} showed {self.face.word}"


@dataclass(frozen=True)
class SearchResult:
    """A search at `place` while the card in `slot` was on top; `found` if she was there."""

    slot: int
    place: str
    found: bool
    printed: None = None

    def sentence(self) -> str:
        return f"she was {'' if self.found else 'not '}at {self.place} (slot {self.slot})"


StealthFact = Sighting | SearchResult
"""What is told to the mystery of where she is."""


def turn_card(table: Table, shown: Shown) -> Table:
    """The top card goes to the bottom; special cards that come up are dealt with; the new top is looked at.

    Raises IllegalEvent where `shown` is not what must lie there.
    """
    if table.deck is None:
        return table
    table, met = _resolve_specials(replace(table, deck=table.deck.top_to_bottom()))
    table = look_at_top(table, shown, met)
    comes_up = table.rules.comes_up.get(table.deck.top_lies) if table.deck is not None else None
    return table if comes_up is None else comes_up(table)


def _resolve_specials(table: Table) -> tuple[Table, tuple[str, ...]]:
    met: list[str] = []
    while table.deck is not None and isinstance(table.deck.top, Special):
        special = table.deck.top
        met.append(special.name)
        table = table.rules.specials[special.name](table, special)
    return table, tuple(met)


def look_at_top(table: Table, shown: Shown, met: tuple[str, ...] = ()) -> Table:
    """The top card is seen to show `shown`, after the special cards `met`. A bare null says nothing at all."""
    if shown.says_nothing or table.deck is None:
        return table
    if shown.specials != met:
        raise _wrong_specials(shown.specials, met)
    return see_face(table, table.deck.slot, shown)


def _wrong_specials(noted: tuple[str, ...], met: tuple[str, ...]) -> Exception:
    source = "special cards are no step of hers; each is noted, in the order met"
    if not met:
        return forbid(f"no special card comes up here, but {' and '.join(noted)} was noted", source)
    listed = ", ".join(f'"{name}"' for name in met)
    return forbid(f"first {' and then '.join(met)} comes up here: write it as [{listed}, FACE]", source)


def see_face(table: Table, slot: int, shown: Shown) -> Table:
    """The card in `slot` is seen; refused when another card must lie there."""
    deck, face = table.deck, shown.face
    if deck is None or face is None:
        return table
    if not table.rules.knows(face):
        raise forbid(f"no card of this game shows {face.word}: the set-up does not switch such cards on", "set-up")
    if face.lies is not deck.lies[slot]:
        raise forbid(_where_it_lies(deck, slot, face.lies), "a search leaves fog in the slot of the searched card")
    return table.see(STEALTH, Sighting(slot, face)) if isinstance(face, StealthFace) else table


def _where_it_lies(deck: Deck, slot: int, noted: Lies) -> str:
    here = f"here lies a {deck.lies[slot].value} card (slot {slot})"
    slots = deck.slots_of(noted)
    if noted is Lies.STEALTH:
        return f"{here}, and no stealth card any more"
    if not slots:
        return f"{here}, and no {noted.value} lies anywhere in the deck"
    return f"{here}; {noted.value} lies only in slot{'s' if len(slots) > 1 else ''} {_listed(slots)}"


def _listed(slots: Sequence[int]) -> str:
    words = [str(slot) for slot in slots]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def fly(table: Table, passed: Sequence[Shown] | None, cards: int, why: str) -> Table:
    """The deck advances `cards` cards; `passed` shows each of them (None: not noticed)."""
    if table.deck is None:
        return table
    if passed is not None and len(passed) != cards:
        raise forbid(f"the deck advances {_cards(cards)} here ({why}), but {len(passed)} were noted", "flight")
    for shown in passed if passed is not None else [NOTHING_SEEN] * cards:
        table = turn_card(table, shown)
    return table


def _cards(number: int) -> str:
    return f"{number} card" if number == 1 else f"{number} cards"


def flee(table: Table, passed: Sequence[Shown] | None) -> Table:
    """Her flight after a search: one card for each clue held."""
    held = table.clues.held
    table = fly(table, passed, held, f"one for each clue held: {held}")
    return replace(table, flight_waits=False)


def arrive(table: Table, place: str) -> Table:
    """The pawn comes to `place` and takes its key."""
    return table.rules.take_key(replace(table, pawn=place), place)


def walk(table: Table, place: str) -> Table:
    """The pawn goes along a road to `place`; refused where no road leads there."""
    here = table.pawn
    if here is None or place in table.rules.roads[here]:
        return arrive(table, place)
    near = ", ".join(table.rules.roads[here])
    raise forbid(f"no road leads from {here} to {place}; from there one comes to {near}", "a pawn moves along one road")
