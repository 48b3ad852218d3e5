"""One file, solved or not, as a value: so a batch goes on after a bad file."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from cli.records import error_json, head_json, unsolved_json
from solver.answers.candidates import Situation, examine
from solver.answers.ranking import Likeliest, likeliest
from solver.core.errors import Contradiction, GnomonError, IllegalEvent, OutOfBudget
from solver.core.session import Session, read_session


@dataclass(frozen=True)
class Solved:
    """`situation` is None where `error` says why; `session` is None for a file that could not be read."""

    source: str
    session: Session | None = None
    situation: Situation | None = None
    error: GnomonError | None = None
    likeliest: tuple[Likeliest, ...] | None = None
    """The most probable worlds, where they were asked for."""

    @property
    def exit_status(self) -> int:
        return self.error.exit_status if self.error else 0

    def to_json(self) -> dict[str, Any]:
        """The contract's record for this file."""
        if self.session is not None and self.situation is not None:
            answers = [answer.to_json() for answer in self.situation.answers()]
            told = {**head_json(self.session), "consistent": True, "questions": answers}
            if self.likeliest is None:
                return told
            return {**told, "likeliest": [found.to_json() for found in self.likeliest]}
        assert self.error is not None
        if self.session is None:
            return error_json(self.source, self.error)
        return unsolved_json(self.session, self.error, questions=[])


def solve_file(source: str, with_worlds: bool = False) -> Solved:
    """Reads and solves one file. Refusals come back as values. `with_worlds`: also ranks complete worlds."""
    try:
        session = read_session(source)
    except GnomonError as error:
        return Solved(source, error=error)
    try:
        situation = examine(session)
        situation.answers()  # what runs out does so here, not when the record of this file is due
        ranked = tuple(likeliest(situation.known)) if with_worlds else None
        return Solved(source, session, situation, likeliest=ranked)
    except (IllegalEvent, Contradiction, OutOfBudget) as error:
        return Solved(source, session, error=error)
    except Exception as error:  # a defect of ours in one file must not cost the answers of the others
        if os.environ.get("GNOMON_TRACEBACK") == "1":
            raise
        return Solved(source, error=Defect(f"this is a defect of gnomon: {type(error).__name__}: {error}"))


class Defect(GnomonError):
    """A failure of gnomon itself on one file of a batch."""
