"""How much of a hint may be said, and its JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cli.records import head_json
from cli.wires import say

if TYPE_CHECKING:
    from solver.core.session import Session
    from solver.core.values import Hint

STAGES = ("nudge", "reason", "answer")


def allowed_stage(session: Session, asked: str) -> str:
    """The stage asked for, or the deepest one that the session's settings allow."""
    settings = session.raw.get("settings") or {}
    deepest = settings.get("deepest_stage") or STAGES[-1]
    if deepest not in STAGES or STAGES.index(asked) <= STAGES.index(deepest):
        return asked
    say(f"This session's settings stop at the {deepest}.")
    return str(deepest)


def hint_json(session: Session, hint: Hint, stage: str) -> dict[str, Any]:
    """The hint for programs: ranked actions at the last stage, one text before it."""
    if stage != "answer":
        return {**head_json(session), "stage": stage, "text": hint.nudge if stage == "nudge" else hint.reason}
    ranked = [advice.to_json() for advice in hint.ranked]
    best = ranked[0] if ranked else None
    told = {"objective": hint.objective, "best": best, "ranked": ranked}
    return {**head_json(session), **told, **({"notes": list(hint.notes)} if hint.notes else {})}
