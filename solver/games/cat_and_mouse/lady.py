"""The Lady's hint: where to go and what to play, by what the Historian can know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from solver.core.values import SURELY, Advice, Hint
from solver.games.cat_and_mouse.draws import outcomes_of
from solver.games.cat_and_mouse.hiding import Hiding, Weighed, best_options, best_refuges
from solver.games.cat_and_mouse.numbers import NAMES, NUMBER
from solver.games.cat_and_mouse.plays import Play, PlayKind
from solver.games.cat_and_mouse.policies import hiding_at
from solver.games.cat_and_mouse.tracking import Follower
from solver.games.cat_and_mouse.weights import weights
from solver.games.cat_and_mouse.wording import percent, sentence, several

if TYPE_CHECKING:
    from solver.games.cat_and_mouse.table import Table

OBJECTIVE = (
    "value, about her chance to win: visits still to make, each at the risk of a find; less what brings the Historian "
    "nearer: a pawn on her place, a way that is long or blocked, a goal that he can guess, few places to look at, a "
    "hand full of locations. What he can know is worked out as for his own hint, from what everyone saw"
)


def advise_lady(table: Table) -> Hint:
    """Every turn that she may take from where she noted herself, best first; after a search her flight first."""
    assert table.secret is not None
    place = table.secret.place
    goal = None if table.secret.next is None else NUMBER[table.secret.next]
    if place is None and not table.after_search:
        text = "Note where you are: `at LOCATION` behind your play, or `flight LOCATION`."
        return Hint(OBJECTIVE, "Where are you?", text, (), (), weights())
    hiding = hiding_at(table, goal, Follower())
    if table.after_search and table.finds:
        return _hint(table, _refuges(table, hiding))
    return _hint(table, [_advice(table, weighed) for weighed in best_options(hiding, NUMBER[str(place)])])


def _hint(table: Table, ranked: Sequence[Advice]) -> Hint:
    best = ranked[0]
    reach = several(len(table.reach), "place")
    reason = f"He must look at {reach} before you move. {sentence(best.because)}"
    return Hint(OBJECTIVE, _nudge(best), reason, tuple(ranked), (), weights())


def _nudge(best: Advice) -> str:
    if best.action["type"] == "flight":
        return "Do not stay where he searched." if best.named["found_next"] == 0 else "He is close, whatever you do."
    plays = best.action["plays"]
    if isinstance(plays, dict) and "top" in plays:
        return "Your next location is worth showing yourself."
    return "Let him look elsewhere." if best.named["found_next"] == 0 else "It takes some daring now."


def _advice(table: Table, weighed: Weighed) -> Advice:
    assert table.secret is not None
    option = weighed.option
    to = NAMES[option.place]
    action = {"type": "lady", "plays": option.play.to_json(), "at": to}
    going = f"stay at {to}" if to == table.secret.place else f"go to {to}"
    outcomes = outcomes_of(table, option.play)
    words, named = f"{going}, {_play_words(option.play)}", _named(weighed)
    return Advice(action, words, _why(weighed), weighed.value, 0.0, {}, outcomes, named)


def _play_words(play: Play) -> str:
    match play.kind:
        case PlayKind.NEW_HAND:
            return "take a new hand"
        case PlayKind.NOTHING:
            return "with nothing to play"
    return f"play {play}"


def _named(weighed: Weighed) -> dict[str, Any]:
    return {
        "found_next": weighed.found,
        "places_after": weighed.open,
        "gives_away": weighed.bits,
        "goal_known": weighed.goal_known,
    }


def _why(weighed: Weighed) -> str:
    seen = f"it leaves him {several(weighed.open, 'place')} and tells him {weighed.bits:.1f} bits"
    parts = [seen]
    if weighed.found:
        parts.append(f"a pawn stands there: found at once with {percent(weighed.found)}")
    if weighed.option.play.kind is PlayKind.TOP:
        parts.append("one location fewer to visit")
    elif weighed.goal_known:
        parts.append(f"he can guess your next location with {percent(weighed.goal_known)}")
    return "; ".join(parts)


def _refuges(table: Table, hiding: Hiding) -> list[Advice]:
    """Where to flee, each with the turn that is best after it."""
    assert table.secret is not None
    found = []
    for place, weighed in best_refuges(hiding, [NUMBER[place] for place in sorted(table.secret.at)]):
        then = f"then {_play_words(weighed.option.play)} at {NAMES[weighed.option.place]}: {_why(weighed)}"
        action = {"type": "flight", "at": NAMES[place]}
        found.append(Advice(action, f"flee to {NAMES[place]}", then, weighed.value, 0.0, {}, SURELY, _named(weighed)))
    return found
