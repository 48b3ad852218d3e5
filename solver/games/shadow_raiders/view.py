"""What `show` draws: the players in a ring, each with their camps; the areas; the role matrix; the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from solver.core.protocol import Estimated
from solver.core.values import Statistic, Value
from solver.core.views import Cell, Panel, RingPanel, Seat, TablePanel, TextPanel, Tone, View
from solver.games.shadow_raiders.box import CAMPS, Character
from solver.games.shadow_raiders.places import ring_of
from solver.games.shadow_raiders.roles.mystery import camp_of, role_of
from solver.games.shadow_raiders.wording import listed, percent, ranked

if TYPE_CHECKING:
    from solver.core.game import Known
    from solver.core.protocol import Belief
    from solver.games.shadow_raiders.table import Person, Table

Chances = Mapping[str, Mapping[Value, Fraction | None]]
"""By player, then by character; None where it is possible and nobody counted how likely."""


def view(table: Table, known: Sequence[Known]) -> View:
    """The headline says how much is known; panels follow in the order in which they matter."""
    belief = known[0].belief if known else None
    panels: list[Panel] = [_players(table, belief)]
    if any(person.place for person in table.people.values()) or table.rules.areas:
        panels.append(_areas(table))
    if belief is not None and (matrix := _matrix(table, belief)) is not None:
        panels.append(matrix)
    return View(_headline(table, belief), [*panels, _cards(table)])


def _headline(table: Table, belief: Belief | None) -> str:
    if table.winners is not None:
        return f"the game is over: {listed(table.winners)} won"
    if belief is None:
        return f"{len(table.people)} players"
    sure = [player for player in table.people if len(belief.candidates(camp_of(player))) == 1]
    deals = "" if belief.count is None else f"; {belief.count:,} {'deal is' if belief.count == 1 else 'deals are'} left"
    are = "is" if len(sure) == 1 else "are"
    return f"you are {table.rules.role}: {len(sure)} of {len(table.people)} camps {are} certain{deals}"


def _players(table: Table, belief: Belief | None) -> RingPanel:
    seats = tuple(_seat(table, belief, player, person) for player, person in table.people.items())
    return RingPanel("Round the table", seats, "clockwise from the upper left; bars: how likely each camp is")


def _seat(table: Table, belief: Belief | None, player: str, person: Person) -> Seat:
    me = " (you)" if player == table.rules.me else ""
    lines = [_state(table, person), *_camps(table, belief, player)]
    return Seat(player + me, tuple(line for line in lines if line.text), person.is_out)


def _state(table: Table, person: Person) -> Cell:
    if person.is_out:
        return Cell("out", Tone.FAINT)
    hp = "" if person.role is None else f" of {table.rules.by_name[person.role].hp}"
    words = [f"{person.damage}{hp} damage"] if person.damage or hp else []
    words += [f"{person.holds} equipment"] if person.holds else []
    return Cell(", ".join([*words, *([person.place] if person.place else [])]), Tone.FAINT)


def _camps(table: Table, belief: Belief | None, player: str) -> Iterator[Cell]:
    if belief is None:
        return
    camps, roles = belief.candidates(camp_of(player)), belief.candidates(role_of(player))
    chances, about = _shares(belief, camp_of(player))
    if len(camps) == 1:
        (camp,) = camps
        yield Cell(f"{next(iter(roles))}, a {camp}" if len(roles) == 1 else str(camp), Tone.CERTAIN)
    elif chances is None:
        yield Cell(" or ".join(sorted(map(str, camps))), Tone.PLAIN)
    else:
        yield from (Cell(f"{camp} {about}{percent(chance)}", Tone.PLAIN, chance) for camp, chance in ranked(chances))


def _shares(belief: Belief, statistic: Statistic) -> tuple[Mapping[Value, Fraction] | None, str]:
    """How likely each value is, where that is known, and the sign to set before it: of an estimate."""
    if isinstance(belief, Estimated) and (found := belief.estimates(statistic)) is not None:
        return {value: Fraction(one.probability) for value, one in found.items()}, "~"
    return belief.distribution(statistic), ""


def _areas(table: Table) -> Panel:
    """Who stands where, and whom I can attack."""
    mine, rules = table.me.place, table.rules
    if not rules.areas:
        rows = [(Cell(player), Cell(person.place)) for player, person in table.people.items() if person.place]
        return TablePanel("Where they stand", ("player", "area"), tuple(rows), "the order of the areas was not told")
    ring = ring_of(rules.areas, rules.has_airship)
    reached = ring.reached_from(mine) if mine else ()
    seats = tuple(_area(table, area, area in reached) for area in rules.areas)
    middle = _area(table, ring.middle, ring.middle in reached) if ring.middle else None
    return RingPanel("Areas", seats, f"clockwise; in reach from {mine}: marked" if mine else "clockwise", middle)


def _area(table: Table, area: str, is_reached: bool) -> Seat:
    here = [player for player, person in table.people.items() if person.place == area]
    lines = (Cell(", ".join(here), Tone.PLAIN), Cell("in reach" if is_reached else ""))
    return Seat(area, tuple(line for line in lines if line.text))


def _matrix(table: Table, belief: Belief) -> TablePanel | None:
    """Players whose character is open by characters that somebody may be; None where all is known."""
    found = {player: _chances(belief, player) for player in table.people}
    unsure = {player: chances for player, chances in found.items() if len(chances) > 1}
    if not unsure:
        return None
    cast = sorted(table.rules.cast, key=lambda one: (CAMPS.index(one.camp), one.initial, one.name))
    rows = tuple(_row(one, unsure) for one in cast if any(one.name in chances for chances in unsure.values()))
    counted = all(chance is not None for chances in unsure.values() for chance in chances.values())
    estimated = " (estimated from samples)" if isinstance(belief, Estimated) else ""
    shown = f"chances in per cent{estimated}" if counted else "a question mark: possible"
    caption = f"{shown}, a dot: impossible; who is certain is left out; behind the name: initial and HP"
    return TablePanel("Who is who", ("character", "", *unsure), rows, caption)


def _chances(belief: Belief, player: str) -> Mapping[Value, Fraction | None]:
    distribution, _ = _shares(belief, role_of(player))
    return dict.fromkeys(belief.candidates(role_of(player))) if distribution is None else dict(distribution)


def _row(character: Character, unsure: Chances) -> tuple[Cell, ...]:
    cells = (_chance(chances.get(character.name, Fraction(0))) for chances in unsure.values())
    name = character.name.replace(f" {character.initial} (", " (")
    return (Cell(name), Cell(f"{character.initial}{character.hp}"), *cells)


def _chance(chance: Fraction | None) -> Cell:
    """Two digits at most; never 0 or 100."""
    if chance is None:
        return Cell("?", Tone.OPEN)
    return Cell(percent(chance).removesuffix(" %"), Tone.OPEN) if chance else Cell("·", Tone.FAINT)


def _cards(table: Table) -> TextPanel:
    """The reasoning cards: my hand, and what may still be in the deck."""
    seen = Counter(card for card in table.drawn if card is not None)
    left = {card: copies - seen[card] for card, copies in table.rules.deck.copies.items()}
    deck = max(0, table.rules.deck.size - len(table.drawn))
    lines = [f"in my hand: {listed([str(copy.card) for copy in table.held])}"] if table.held else []
    lines.append(f"{deck} reasoning cards are in the deck; {table.unseen} drawn since the last shuffle were not seen")
    if seen:
        lines.append("not seen: " + ", ".join(f"{card} {copies}" for card, copies in left.items() if copies > 0))
    return TextPanel("Cards", tuple(Cell(line) for line in lines))
