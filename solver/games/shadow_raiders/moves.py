"""What each event does to the table, and what it tells of the roles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from solver.games.shadow_raiders import events as e
from solver.games.shadow_raiders.box import Character, airship, reasoning_cards, reveals
from solver.games.shadow_raiders.objections import not_in_the_box, objection
from solver.games.shadow_raiders.places import area_named
from solver.games.shadow_raiders.roles.facts import Among, Handed, Held
from solver.games.shadow_raiders.settling import blow, duty, excuse, fall, mended, settle, undeclared
from solver.games.shadow_raiders.table import NOTHING, Copy, Person, Table, forbid

if TYPE_CHECKING:
    from solver.core.schema import Event

HARM = {"damage-1": 1, "damage-2": 2, "heal-1": -1}
"""By how much an outcome changes the damage."""


def advance(table: Table, event: Event, index: int) -> Table:
    """The table after event number `index`. Raises IllegalEvent where the rules forbid it."""
    before = replace(table, event=index, warnings=(), focus=None)
    if table.is_over:
        before = before.warn("the game is over; this is noted all the same")
    rule = not_in_the_box(before, event) if table.is_over else objection(before, event)
    if rule is not None:
        raise forbid(rule, event.type)
    after = HANDLERS[type(event)](settle(before, event.type), event)
    return after if after.focus is not None else replace(after, focus=_somebody(after))


def _somebody(table: Table) -> str | None:
    """The camp of the first player who is still hidden; for an event that tells of nobody."""
    hidden = (player for player, person in table.people.items() if person.is_hidden and player != table.rules.me)
    return next((f"camp.{player}" for player in hidden), None)


def _reasoning(table: Table, event: e.Reasoning) -> Table:
    table, copy = _copy_of(table, event)
    person = table.people[event.to]
    fact = Handed(
        event.to,
        event.giver,
        copy.number,
        copy.shuffle,
        event.card,
        event.outcome,
        person.condition,
        event.role,
        event.same_card,
    )
    table = table.see(fact, also=_rests_on(person, event, copy))
    table = _obey(_acts(table, event.giver), event)
    return replace(table, focus=f"role.{event.to}" if _is_open(table, event.to) else None)


def _copy_of(table: Table, event: e.Reasoning) -> tuple[Table, Copy]:
    """Which copy was handed: the one before, the one in my hand, or a new one from the deck."""
    if event.same_card and table.last is not None:
        copy = table.last
        if copy.card is None and event.card is not None:
            table, copy = _name(table, copy, event.card)
    elif (kept := _from_hand(table, event)) is not None:
        table = replace(table, held=tuple(copy for copy in table.held if copy.number != kept.number))
        copy = kept
    else:
        table, copy = _draw(table, event.card)
    return replace(table, last=copy), copy


def _from_hand(table: Table, event: e.Reasoning) -> Copy | None:
    if event.giver != table.rules.me:
        return None
    held = next((copy for copy in table.held if event.card in (None, copy.card)), None)
    return None if held is None else replace(held, shuffle=table.shuffle)


def _name(table: Table, copy: Copy, card: str) -> tuple[Table, Copy]:
    """The copy handed before turns out to be this card."""
    drawn = list(table.drawn)
    if copy.shuffle == table.shuffle and None in drawn:
        drawn[len(drawn) - 1 - drawn[::-1].index(None)] = card
    return replace(table, drawn=tuple(drawn)), replace(copy, card=card)


def _draw(table: Table, card: str | None) -> tuple[Table, Copy]:
    """A new copy leaves the deck."""
    copy = Copy(table.copies, table.shuffle, table.event, card)
    after = replace(table, copies=table.copies + 1, drawn=(*table.drawn, card))
    if len(after.drawn) > table.rules.deck.size:
        after = after.warn("more cards were drawn than the deck has: was it shuffled anew?")
    return after, copy


def _rests_on(person: Person, event: e.Reasoning, copy: Copy) -> frozenset[int]:
    """The earlier events without which this outcome would rule out other characters."""
    effect = reasoning_cards()[copy.card].effect if copy.card is not None else _effect_seen(event.outcome)
    if event.outcome == "nothing":
        return person.armed_by if person.immune else NOTHING
    match effect, event.outcome:
        case "equipment", "equipment":
            return person.armed_by if person.holds else NOTHING
        case "heal", "heal-1" | "damage-1":
            return person.hurt_by if person.damage else NOTHING
        case "airship", "airship" | "damage-1":
            return person.placed_by
        case _:
            return NOTHING


def _effect_seen(outcome: str) -> str:
    """The effect that an outcome shows of an unknown card; "" where several have it."""
    return {"heal-1": "heal", "equipment": "equipment", "airship": "airship"}.get(outcome, "")


def _obey(table: Table, event: e.Reasoning) -> Table:
    """Damage, equipment and place as the outcome leaves them."""
    person = table.people[event.to]
    if event.outcome == "equipment":
        giver = table.people[event.giver]
        table = table.change(event.to, holds=max(0, person.holds - 1), armed_by=person.armed_by | {table.event})
        if person.holds <= 1:
            table = table.change(event.to, immune=False)
        return table.change(event.giver, holds=giver.holds + 1, armed_by=giver.armed_by | {table.event})
    if event.outcome == "airship":
        return table.change(event.to, place=airship().name, placed_by=frozenset({table.event}))
    if event.outcome in HARM:
        return _hurt(table, event.to, HARM[event.outcome], is_noted=True)
    return table


def _hurt(table: Table, player: str, harm: int, is_noted: bool) -> Table:
    """Damage added (or healed); it waits to be settled. `is_noted`: whoever goes out now had no more HP than that."""
    person = table.people[player]
    total = max(0, person.damage + harm)
    table = table.change(player, damage=total, hurt_by=person.hurt_by | {table.event})
    return blow(table, player, total if is_noted else None) if harm > 0 else table


def _is_open(table: Table, player: str) -> bool:
    return table.people[player].role is None and player != table.rules.me


def _holding(table: Table, event: e.Holding) -> Table:
    if any(copy.card == event.card for copy in table.held):
        return table
    if table.held:
        table = table.warn(f"{table.held[0].card} is still in your hand: note whom you gave it")
    table, copy = _draw(table, event.card)
    return replace(table.see(Held(copy.number, copy.shuffle, event.card)), held=(*table.held, copy))


def _reshuffle(table: Table, event: e.Reshuffle) -> Table:
    """The discarded cards are the deck again; what is in my hand is not among them."""
    shuffle = table.shuffle + 1
    table = replace(table, shuffle=shuffle, drawn=tuple(copy.card for copy in table.held))
    for copy in table.held:
        table = table.see(Held(copy.number, shuffle, copy.card or ""), also=frozenset({copy.event}))
    return table


def _damage(table: Table, event: e.Damage) -> Table:
    table = _note_late(table, event.player)
    table = mended(table, event.player).change(event.player, damage=event.total, hurt_by=frozenset({table.event}))
    table = blow(table, event.player, event.total)
    return replace(table, focus=f"role.{event.player}" if _is_open(table, event.player) else None)


def _note_late(table: Table, player: str) -> Table:
    return table.warn(f"{player} is out already") if table.people[player].is_out else table


def _out(table: Table, event: e.Out) -> Table:
    table = _turn_up(fall(table, event.player), event.player, event.role, "went out as")
    here = frozenset({table.event})
    table = table.change(event.player, is_out=True, holds=0, immune=False, place="", armed_by=here, fell_by=here)
    return _duties_of_a_death(table, event)


def _turn_up(table: Table, player: str, role: str, words: str) -> Table:
    table = excuse(table, player).see(Among(player, (role,), f"{words} {role}"))
    return table.change(player, role=role, is_turned_up=True)


def _duties_of_a_death(table: Table, event: e.Out) -> Table:
    """With special abilities: who must turn up because of somebody else's death."""
    if not table.rules.special_abilities:
        return table
    mourners = _who_must(table, "another-is-out")
    for player in table.people:
        table = duty(table, player, mourners, f"stayed hidden when {event.player} went out")
    if event.by is not None and event.cause == "attack" and table.rules.by_name[event.role].is_weak:
        words = f"stayed hidden after an attack that took out {event.role}"
        table = duty(table, event.by, _who_must(table, "takes-out-the-weak"), words)
    return table


def _who_must(table: Table, when: str) -> tuple[str, ...]:
    return tuple(one.name for one in table.rules.cast if one.must_reveal == when)


def _reveal(table: Table, event: e.RevealEvent) -> Table:
    return _turn_up(table, event.player, event.role, "turned up as")


def _equipment(table: Table, event: e.Equipment) -> Table:
    table = _note_late(table, event.player)
    if event.immune and not event.holds:
        table = table.warn(f"{event.player} holds no equipment, yet is immune")
    return table.change(event.player, holds=event.holds, immune=event.immune, armed_by=frozenset({table.event}))


def _drew(table: Table, event: e.Drew) -> Table:
    """A card with a test: who turned up passes it, and who must and did not does not."""
    table = _acts(table, event.player)
    if event.revealed:
        table = table.change(event.player, is_turned_up=True)
    printed = reveals().get(event.card)
    if printed is None:
        return table

    def passing(character: Character) -> bool:
        return printed.passes(character)

    names = tuple(one.name for one in table.rules.cast if passing(one))
    if event.revealed:
        return table.see(Among(event.player, names, f"turned up because of {event.card}"))
    if printed.must:
        return duty(table, event.player, names, f"drew {event.card} and stayed hidden")
    return table


def _at(table: Table, event: e.At) -> Table:
    place = area_named(event.area) or event.area
    table = replace(_note_late(table, event.player), mover=event.player, has_acted=False)
    if place == airship().name and not table.rules.has_airship:
        table = table.warn(f"{place} belongs to the expansion, which is not in this game")
    return table.change(event.player, place=place, placed_by=frozenset({table.event}))


def _acts(table: Table, player: str) -> Table:
    """The table once the player has taken the action of an area. Where somebody else does, my turn is over."""
    if player == table.mover:
        return replace(table, has_acted=True)
    return replace(table, mover=player, has_acted=True) if table.my_turn else table


def _attack(table: Table, event: e.Attack) -> Table:
    if event.by != table.mover:
        table = _acts(table, event.by)
    for player in dict.fromkeys(event.to):
        table = _hurt(table, player, event.damage, is_noted=False)
    return table


def _silent(table: Table, event: e.Silent) -> Table:
    return undeclared(table)


def _victory(table: Table, event: e.Victory) -> Table:
    return replace(table, winners=tuple(event.players))


HANDLERS: Mapping[type[Event], Callable[[Table, Any], Table]] = {
    e.Reasoning: _reasoning,
    e.Holding: _holding,
    e.Reshuffle: _reshuffle,
    e.Damage: _damage,
    e.Out: _out,
    e.RevealEvent: _reveal,
    e.Equipment: _equipment,
    e.Drew: _drew,
    e.At: _at,
    e.Attack: _attack,
    e.Silent: _silent,
    e.Victory: _victory,
}
