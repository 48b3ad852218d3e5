"""What `check` says: each engine on each mystery, and one verdict over all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cli.progress import progress
from cli.records import head_json, trouble_json, unsolved_json
from cli.wires import emit
from solver.answers.candidates import judge, replay
from solver.answers.check import MysteryReport, check_mystery
from solver.core.errors import Contradiction, IllegalEvent, OutOfBudget

if TYPE_CHECKING:
    from solver.core.session import Session


@dataclass(frozen=True)
class Checked:
    """The reports, and the contradiction among the notes if there is one (engines can agree on that, too)."""

    reports: tuple[MysteryReport, ...]
    trouble: Contradiction | None


def compare(session: Session, as_json: bool) -> Checked:
    """Asks all engines. Raises IllegalEvent for a session that cannot be replayed."""
    try:
        table = replay(session.game, session.setup, session.events)
    except IllegalEvent as error:
        if as_json:
            emit(unsolved_json(session, error, sound=False, mysteries=[]))
        raise
    with progress("asking every engine"):
        reports = tuple(check_mystery(evidence) for evidence in session.game.evidence(table))
        return Checked(reports, _trouble(session, table))


def _trouble(session: Session, table: Any) -> Contradiction | None:
    try:
        judge(session.game, table)
    except Contradiction as trouble:
        return trouble
    except OutOfBudget:
        pass
    return None


def check_status(checked: Checked) -> int:
    """0: sound. 1: two engines differ. 3: the notes contradict. 5: somewhere fewer than two answered."""
    answered = [[engine for engine in report.engines if engine.is_answer] for report in checked.reports]
    if any(engine.verdict != "agrees" for engines in answered for engine in engines):
        return 1
    if any(len(engines) < 2 for engines in answered):
        return 5
    return 3 if checked.trouble is not None else 0


def check_json(session: Session, checked: Checked) -> dict[str, Any]:
    """The verdicts for programs."""
    sound = all(report.is_sound for report in checked.reports)
    told = {"sound": sound, "mysteries": [report.to_json() for report in checked.reports]}
    if checked.trouble is None:
        return {**head_json(session), "consistent": True, **told}
    return {**head_json(session), "consistent": False, **told, **trouble_json(checked.trouble)}


def check_lines(checked: Checked) -> Iterator[str]:
    """The verdicts for people: the sum of it first."""
    yield _summary(checked.reports)
    if checked.trouble is not None:
        yield f"The notes contradict: {checked.trouble}"
    for report in checked.reports:
        yield f"{report.mystery}: {'sound' if report.is_sound else 'not sound'}"
        yield from (f"  {engine.engine:<10} {engine.verdict}" for engine in report.engines)


def _summary(reports: Sequence[MysteryReport]) -> str:
    if not reports:
        return "Nothing is hidden in this set-up: there is nothing to check."
    unsound = [report.mystery for report in reports if not report.is_sound]
    return "All engines that answered agree." if not unsound else "Look at: " + ", ".join(unsound) + "."
