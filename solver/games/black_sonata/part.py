"""A part of the game: a file in `parts/` that offers `PART`. An expansion is one more such file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.core.errors import Fault
    from solver.core.protocol import Evidence
    from solver.core.schema import Event
    from solver.core.values import Advice
    from solver.games.black_sonata.deck import Special
    from solver.games.black_sonata.errands import Errand, Planner
    from solver.games.black_sonata.faces import FaceKind, Lies
    from solver.games.black_sonata.grammar import Phrase
    from solver.games.black_sonata.outlook import ClueWorth, Hurdle, Outlook
    from solver.games.black_sonata.rulebook import Rulebook
    from solver.games.black_sonata.table import Table
    from solver.games.black_sonata.travel import Stand, Step


def _unchanged(table: Table) -> Table:
    return table


def _no_evidence(table: Table) -> Sequence[Evidence]:
    return ()


def _no_rows(table: Table) -> Sequence[tuple[str, str]]:
    return ()


def _no_faults(rules: Rulebook, events: Sequence[Event]) -> Iterable[Fault]:
    return ()


def _no_filler(table: Table) -> None:
    return None


def _all_places(places: tuple[str, ...]) -> tuple[str, ...]:
    return places


def _no_score(table: Table) -> Sequence[ScoreLine]:
    return ()


def _same_roads(roads: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    return roads


def _same_stand(table: Table, stand: Stand) -> Stand:
    return stand


def _no_steps(table: Table, stand: Stand) -> Iterable[Step]:
    return ()


def _anywhere(table: Table, place: str) -> bool:
    return True


def _no_gain(outlook: Outlook, stand: Stand) -> tuple[float, str]:
    return 0.0, ""


def _nothing_barred(table: Table) -> frozenset[str]:
    return frozenset()


def _no_doubt(table: Table, place: str) -> bool:
    return False


def _no_hurdle(outlook: Outlook) -> None:
    return None


def _no_advice(planner: Planner) -> Iterable[Advice]:
    return ()


def _no_errands(outlook: Outlook, turns: int, passed: int) -> Iterable[Errand]:
    return ()


@dataclass(frozen=True)
class ScoreLine:
    """A line of the score sheet; `points` is None where the table cannot tell yet."""

    text: str
    points: Fraction | None


@dataclass(frozen=True)
class Part:
    """What a file of `parts/` offers.

    `rank` orders the parts, and with them questions and rows; then their names do.

    The set-up: `settings` maps each key that it reads to its type (with pydantic's metadata) and default; `switch` is
    the key that switches the part on (None: always on), `variant` the `set` that it must name, where several parts
    share a key; `needs_pawn`: the set-up must name a `start`; `complete` reads the card files that a setting names;
    `faults` are events that do not have the form that the set-up asks for.

    The table: `events` maps each kind of event to the function that makes the next table; `objections` are rules that
    forbid an event of any part; `after` sees every event once it was taken; `faces` are the kinds of card that it puts
    into the deck, `fills` what takes a searched slot instead of fog, `comes_up` what happens when such a card comes on
    top, `specials` the same for cards that are no step of hers; `key_places` are the locations whose keys are in the
    game and `takes_key` how one is taken; `roads`, `stand` and `steps` tell how the pawn gets about, `lets_search`
    where it may search, `doubts_key` where the table cannot know if a location's key is held; `bars` are the types of
    action that may not be taken now.

    Answers: `evidence` gives the part's mysteries and all they were told; `rows` are lines for `show`, `score` for the
    score sheet; `advice` offers actions of this turn other than moving and passing, `errands` what is worth doing
    somewhere a number of turns from now (see `errands.py`); `step_gain` is what a step that ends in a stand (or waiting
    there) brings by itself, in points and words; `clue_worth` what a clue is worth to the part that tracks
    her card; `hurdle` what must be right before her card is turned.
    """

    name: str
    rank: int = 90
    switch: str | None = None
    variant: str | None = None
    settings: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)
    needs_pawn: bool = False
    opening: Callable[[Table], Table] = _unchanged
    events: Mapping[type[Event], Callable[[Table, Any], Table]] = field(default_factory=dict)
    faces: tuple[FaceKind, ...] = ()
    faults: Callable[[Rulebook, Sequence[Event]], Iterable[Fault]] = _no_faults
    fills: Callable[[Table], tuple[Table, Lies] | None] = _no_filler
    comes_up: Mapping[Lies, Callable[[Table], Table]] = field(default_factory=dict)
    specials: Mapping[str, Callable[[Table, Special], Table]] = field(default_factory=dict)
    objections: tuple[Callable[[Table, Event], str | None], ...] = ()
    after: tuple[Callable[[Table, Event], Table], ...] = ()
    evidence: Callable[[Table], Sequence[Evidence]] = _no_evidence
    phrases: tuple[Phrase, ...] = ()
    score: Callable[[Table], Sequence[ScoreLine]] = _no_score
    rows: Callable[[Table], Sequence[tuple[str, str]]] = _no_rows
    key_places: Callable[[tuple[str, ...]], tuple[str, ...]] = _all_places
    takes_key: Callable[[Table, str], Table] | None = None
    roads: Callable[[Mapping[str, tuple[str, ...]]], Mapping[str, tuple[str, ...]]] = _same_roads
    stand: Callable[[Table, Stand], Stand] = _same_stand
    steps: Callable[[Table, Stand], Iterable[Step]] = _no_steps
    lets_search: Callable[[Table, str], bool] = _anywhere
    doubts_key: Callable[[Table, str], bool] = _no_doubt
    bars: Callable[[Table], frozenset[str]] = _nothing_barred
    step_gain: Callable[[Outlook, Stand], tuple[float, str]] = _no_gain
    advice: Callable[[Planner], Iterable[Advice]] = _no_advice
    errands: Callable[[Outlook, int, int], Iterable[Errand]] = _no_errands
    clue_worth: Callable[[Outlook], ClueWorth] | None = None
    hurdle: Callable[[Outlook], Hurdle | None] = _no_hurdle
    complete: Callable[[Any, Path | None], Any] | None = None
    """Reads the card files that the setting of `switch` names, inside the session's folder (None: no files)."""
