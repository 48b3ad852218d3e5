"""The Historian's hint: which pawn goes where, or whether to spend a token on a search now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from solver.core.values import SURELY, Advice, Distribution, Hint, Outcome
from solver.engines.information import entropy
from solver.games.cat_and_mouse.cards import FINDS_TO_WIN, MISSES_TO_LOSE
from solver.games.cat_and_mouse.chase import Act, Chase, FindAim, Scene, WinAim, acts, best_reply, scene_of
from solver.games.cat_and_mouse.numbers import EVERYWHERE, NAMES, NUMBER, bits, size, widened
from solver.games.cat_and_mouse.tracking import (
    Follower,
    Guess,
    Manner,
    goal_weight,
    places_of,
    pruned,
    stepped,
    total,
    within,
)
from solver.games.cat_and_mouse.weights import weights
from solver.games.cat_and_mouse.wording import chance_words, listed, percent, sentence, several

if TYPE_CHECKING:
    from solver.core.game import Known
    from solver.games.cat_and_mouse.table import Table

ROUNDS = 2
"""How far the hint looks: two rounds are four plies, and the searches after them."""
OBJECTIVE = (
    "value, about the chance to win: a look ahead of two rounds (his action, her move and play, twice) and the best "
    "search after it, over four ways in which she may play, weighed by how well they fit what she did; of the cards "
    "that she can play she picks the one that leaves him least; a token spent in vain costs what its loss takes from "
    "the chance of three finds before five misses and before her location deck is empty"
)


@dataclass(frozen=True)
class Study:
    """What the Historian knows: the exact chances under both assumptions, and the guess that the plan goes by.

    `guess` is `whole` without what hardly counts any more.
    """

    table: Table
    scene: Scene
    whole: Guess
    guess: Guess
    even: Distribution
    avoiding: Distribution

    @property
    def places(self) -> list[str]:
        """Where she can be, likeliest first."""
        return [str(place) for place, _ in sorted(self.even.items(), key=lambda item: (-item[1], str(item[0])))]


def study(table: Table, known: Sequence[Known]) -> Study:
    """The exact chances stem from `known`, in the order of the game's mysteries."""
    even, avoiding = (_now(entry) for entry in known)
    whole = Follower().at(table)
    return Study(table, scene_of(table), whole, pruned(whole), even, avoiding)


def _now(known: Known) -> Distribution:
    return known.belief.distribution(known.evidence.mystery.questions()[0].statistic) or {}


def advise_historian(table: Table, known: Sequence[Known]) -> Hint:
    """Every action, best first; of equal ones the first by its words."""
    seen = study(table, known)
    offered = [_advice(seen, act) for act in acts(seen.scene)]
    ranked = tuple(sorted(offered, key=lambda advice: (-round(advice.value, 9), advice.words)))
    return Hint(OBJECTIVE, _nudge(ranked[0]), _reason(seen, ranked[0]), ranked, _notes(seen), weights())


def _advice(seen: Study, act: Act) -> Advice:
    value = Chase(WinAim()).worth(act, seen.guess, seen.scene, ROUNDS)
    named: dict[str, Any] = {
        "find_now": _find_now(seen, act),
        "find_within": _find_within(seen, act),
        "expected_places": expected_places(seen, act),
    }
    pawn, here = act.pawn, seen.table.pawns[act.pawn]
    if act.to is not None:
        to = NAMES[act.to]
        action: dict[str, Any] = {"type": "historian", "moves": [pawn, to]}
        because = _why_move(seen, to, named)
        return Advice(action, f"move pawn {pawn} to {to}", because, value, 0.0, {}, SURELY, named)
    chance = seen.even.get(here, Fraction(0))
    outcomes = [(True, chance), (False, 1 - chance)]
    shown = [Outcome({"found": found}, share) for found, share in sorted(outcomes, key=lambda o: -o[1]) if share]
    told = entropy([chance, 1 - chance])
    named["assumes"] = "each legal move equally likely"
    action = {"type": "historian", "searches": pawn}
    bits_by = {"mouse.location": told}
    return Advice(action, f"search at {here}", _why_search(seen, here), value, told, bits_by, shown, named)


def _find_now(seen: Study, act: Act) -> Mapping[str, float]:
    """The chance that this very action finds her, under each assumption and as the plan weighs them."""
    if act.to is not None:
        return {"even": 0.0, "avoiding": 0.0, "weighed": 0.0}
    here = seen.table.pawns[act.pawn]
    return {
        "even": float(seen.even.get(here, 0)),
        "avoiding": float(seen.avoiding.get(here, 0)),
        "weighed": places_of(seen.guess)[NUMBER[here]],
    }


def _find_within(seen: Study, act: Act) -> Mapping[str, float]:
    """The chance of at least one find within 1, 2 and 3 turns of his, this action being the first."""
    chase = Chase(FindAim())
    deeper = {str(rounds + 1): chase.worth(act, seen.guess, seen.scene, rounds) for rounds in (1, 2)}
    return {"1": _find_now(seen, act)["weighed"], **deeper}


def expected_places(seen: Study, act: Act) -> float:
    """How many places must be looked at, on average, once she has answered (her reply leaving him least)."""
    reach = bits(NUMBER[place] for place in seen.table.reach)
    if act.to is not None:
        pawns = (act.to, seen.scene.pawns[1]) if act.pawn == 0 else (seen.scene.pawns[0], act.to)
        return _after_reply(seen.guess, replace(seen.scene, pawns=pawns), reach, 0)
    here = 1 << seen.scene.pawns[act.pawn]
    finds, misses = seen.scene.finds, seen.scene.misses
    hit, miss = within(seen.guess, here), within(seen.guess, EVERYWHERE & ~here)
    found = _after_reply(hit, replace(seen.scene, finds=finds + 1), reach & here, finds + 1)
    return found + _after_reply(miss, replace(seen.scene, misses=misses + 1), reach & ~here, finds)


def _after_reply(guess: Guess, scene: Scene, reach: int, flight: int) -> float:
    """The number of places, times the weight of the guess."""
    if total(guess) <= 0 or not reach:
        return 0.0
    for _ in range(flight + 1):
        guess, reach = stepped(guess, scene.pawns), widened(reach)
    replies = Chase(WinAim()).replies(guess, scene, 1)
    sizes = ((weight, place) for place, weight in enumerate(places_of(guess)) if weight > 0)
    return sum(weight * size(reach & best_reply(replies, place).places) for weight, place in sizes)


def _why_search(seen: Study, here: str) -> str:
    left = MISSES_TO_LOSE - seen.table.misses
    even, avoiding = seen.even.get(here, Fraction(0)), seen.avoiding.get(here, Fraction(0))
    if even in (0, 1):
        return f"she is at {here}, certain" if even else f"she cannot be at {here}"
    said = f"she is at {here} with {chance_words(even)}, with {percent(avoiding)} if she avoids capture"
    return f"{said}; a miss leaves {several(left - 1, 'token')} to lose"


def _why_move(seen: Study, to: str, named: Mapping[str, Any]) -> str:
    goal = goal_weight(seen.guess, NUMBER[to])
    said = f"a find within two turns {percent(named['find_within']['2'])}"
    if to in seen.table.tops or goal < 0.02:
        return said
    return f"{said}; her next location is {to} with {percent(goal)}"


def _nudge(best: Advice) -> str:
    if "moves" in best.action:
        return "Keep your tokens: a pawn can stand better."
    return "This is a moment to search."


def _reason(seen: Study, best: Advice) -> str:
    places = seen.places
    where = f"She is at {places[0]}, certain." if len(places) == 1 else f"She can be at {listed(sorted(places))}."
    finds = several(seen.table.finds, "find") + f" of {FINDS_TO_WIN}"
    tokens = f"{several(seen.table.misses, 'miss', 'misses')} of {MISSES_TO_LOSE}"
    return f"{where} {finds}, {tokens}, {seen.table.locations_left} locations left to her. {sentence(best.because)}"


def _notes(seen: Study) -> tuple[str, ...]:
    return ("as she played so far: " + ", ".join(_manners(seen.whole)),)


MANNERS = {
    Manner.EVEN: "any move alike",
    Manner.AVOIDING: "avoiding you",
    Manner.HURRIED: "straight to her next location",
    Manner.CAREFUL: "there while avoiding you",
}


def _manners(guess: Guess) -> Iterator[str]:
    for manner, layers in zip(Manner, guess, strict=True):
        yield f"{MANNERS[manner]} {percent(total([layers]))}"
