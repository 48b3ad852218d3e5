"""What the Rival Poet is worth to a plan: catching the Elusive one, keeping clear of the Aggressive one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from solver.games.black_sonata.advising.search import next_faces
from solver.games.black_sonata.errands import Errand
from solver.games.black_sonata.faces import Face, read_shown
from solver.games.black_sonata.outlook import LOCATION, Outlook
from solver.games.black_sonata.poet_moves import AGGRESSIVE, ELUSIVE, hops
from solver.games.black_sonata.rival import POET, choices, faces_of, rival, same_colour, step, unseen
from solver.games.black_sonata.weights import weight
from solver.games.black_sonata.wording import chance_words

if TYPE_CHECKING:
    from solver.games.black_sonata.table import Table
    from solver.games.black_sonata.travel import Stand


def clue_points(outlook: Outlook) -> float:
    """Points of the Elusive Poet's clue, less the fog card that it costs."""
    find = weight("play", "find")
    return find + outlook.symbol_points * outlook.worth.clue - find / max(1, outlook.table.fog_stock)


@dataclass(frozen=True)
class Ahead:
    """What the card of a later turn may show, each face with its chance; `proviso` tells what that rests on."""

    table: Table
    here: str
    faces: tuple[tuple[Face, Fraction], ...]
    proviso: str

    def chance(self, place: str, pawn: str) -> Fraction:
        """How likely he, standing where he does now until then, goes to `place` (or stays); the pawn is at `pawn`."""
        fitting = (chance for face, chance in self.faces if step(self.table, self.here, face, pawn) == place)
        return sum(fitting, Fraction(0))

    def words(self, chance: Fraction) -> str:
        return chance_words(chance) + self.proviso


def look(outlook: Outlook, turns: int) -> Ahead | None:
    """None where he is not known to stand anywhere, or no deck with chances is tracked."""
    table, here = outlook.table, rival(outlook.table).place
    if here is None or table.deck is None or LOCATION not in outlook.known:
        return None
    outcomes, _ = next_faces(outlook, turns)
    shown = [(read_shown(outcome.fields["shows"]).face, outcome.probability) for outcome in outcomes]
    is_open = table.rules.has("indirections") and len(faces_of(table, outlook.slot(turns))) > 1
    proviso = " if that card shows a landmark" if is_open else ""
    return Ahead(table, here, tuple((face, chance) for face, chance in shown if face is not None), proviso)


def step_gain(outlook: Outlook, stand: Stand) -> tuple[float, str]:
    """A clue for coming to the Elusive Poet; the risk that the Aggressive one comes to the pawn."""
    if rival(outlook.table).kind == ELUSIVE:
        return _meeting(outlook, stand)
    ahead = look(outlook, 1)
    chance = Fraction(0) if ahead is None else ahead.chance(stand.place, stand.place)
    if ahead is None or not chance:
        return 0.0, ""
    why = f"the Poet comes there at the next turn with {ahead.words(chance)}, and then the pawn must move away"
    return -weight(POET, "held") * float(chance), why


def _meeting(outlook: Outlook, stand: Stand) -> tuple[float, str]:
    poet = rival(outlook.table)
    if poet.waits or poet.place is None or stand.place == outlook.table.pawn:
        return 0.0, ""
    if stand.place == poet.place:
        where = " or ".join(sorted(same_colour(outlook.table, poet.place)))
        clue = f" ({outlook.worth.clue:.2f} bits expected)" if outlook.symbols else ""
        return clue_points(outlook), f"the Poet is there: a clue{clue} for a fog card, and he is moved to {where}"
    is_next_to_him = stand.place in outlook.table.board.neighbours[poet.place]
    ahead = look(outlook, 1) if is_next_to_him else None
    if ahead is None:
        return 0.0, ""
    fled = 1 - ahead.chance(poet.place, stand.place)
    if not fled:
        return 0.0, f"the Poet, next to it, cannot get away{ahead.proviso}"
    return 0.0, f"the Poet, next to it, moves away with {ahead.words(fled)}"


def poet_errands(outlook: Outlook, turns: int, passed: int) -> Iterator[Errand]:
    """Stepping onto the Elusive Poet, where the card of that turn may keep him in his place."""
    poet = rival(outlook.table)
    if poet.kind == AGGRESSIVE or poet.place is None or poet.waits or passed:
        return
    ahead = look(outlook, turns)
    if ahead is None:
        return
    for beside in outlook.table.board.neighbours[poet.place]:
        chance = ahead.chance(poet.place, beside)
        if chance and poet.place in outlook.table.rules.roads[beside]:
            yield _step_onto(outlook, poet.place, beside, turns, float(chance), ahead.words(chance))


def _step_onto(outlook: Outlook, place: str, beside: str, turns: int, chance: float, words: str) -> Errand:
    """From `beside`, which the pawn must come to only just before, as he may flee from it at every turn."""
    near = {place, *outlook.table.board.neighbours[place]}
    way = hops(outlook.table.rules.roads, beside, near - {beside})

    def can(stand: Stand, reach: object) -> bool:
        if stand.place in near:
            return turns == 1 and stand.place == beside
        return way.get(stand.place, turns) < turns

    tell, why = f"step onto the Poet at {place} from {beside}", f"he is still there with {words}, and gives a clue"
    return Errand(beside, chance * clue_points(outlook), tell, why, {"type": "move", "to": place}, can=can)


# For `show`


def poet_rows(table: Table) -> Sequence[tuple[str, str]]:
    """Where he stands, and where the next card will send him if the pawn stays."""
    poet = rival(table)
    if poet.waits and poet.place is not None:
        placed = " or ".join(sorted(choices(table, poet.place)))
        clue = "note his clue (clue from poet ...) and " if poet.owes else "note "
        return ((f"{poet.kind} Poet", f"met at {poet.place}: {clue}where he is placed (poet at {placed})"),)
    if poet.place is None:
        return ((f"{poet.kind} Poet", f"at {' or '.join(sorted(poet.places))}"),)
    return ((f"{poet.kind} Poet", f"at {poet.place}"), ("Poet's next step", _tell_next(table, poet.place)))


def _tell_next(table: Table, place: str) -> str:
    """The usual destination first, then the landmarks that change it; he always stays under fog."""
    faces = unseen(table) if table.deck is None else faces_of(table, Outlook(table, {}).slot(1))
    by_goal: dict[str, list[str]] = {}
    for face in faces:
        by_goal.setdefault(step(table, place, face), []).append(face.word)
    usual, *rest = sorted(by_goal, key=lambda goal: (-len(by_goal[goal]), goal))
    words = [f"{_to(goal, place)} after {' or '.join(by_goal[goal])}" for goal in rest]
    return "; ".join([_to(usual, place), *words])


def _to(goal: str, place: str) -> str:
    return "stays" if goal == place else f"to {goal}"
