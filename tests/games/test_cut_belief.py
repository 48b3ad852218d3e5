"""The stand-in of a hint at `cards`: the map's chances, cut to exactly what CP-SAT proves possible."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solver.answers.candidates import examine
from solver.core.session import parse_session
from solver.core.values import Budget
from solver.engines import cpsat
from solver.games.black_sonata.outlook import Outlook

CASES = sorted((Path(__file__).parents[1] / "cases").glob("stealth-map-*.json"))
LENGTHS = (2, 7, 14, 26)


@pytest.mark.parametrize("path", CASES[::3], ids=lambda path: path.stem)
@pytest.mark.parametrize("length", LENGTHS)
def test_the_cut_keeps_what_cpsat_proves_and_nothing_else(path: Path, length: int) -> None:
    raw = json.loads(path.read_text("utf-8"))["session"]
    stays = raw["setup"]["stealth"].get("stays", False)
    raw["setup"]["stealth"] = {"knowledge": "cards", "stays": stays}
    raw["events"] = raw["events"][:length]
    situation = examine(parse_session(json.dumps(raw), "test", None))
    outlook = Outlook(situation.table, {known.evidence.mystery.name: known for known in situation.known})
    evidence = outlook.known["lady.location"].evidence
    proved = cpsat.prove(evidence, Budget())
    for turns in (0, 1, 2, 5, 8):
        by_map = evidence.mystery.by_map.count(evidence.facts, Budget()).distribution(("at", outlook.slot(turns)))
        kept = set(by_map) & proved.candidates(("at", outlook.slot(turns)))
        total = sum(by_map[place] for place in kept)
        assert outlook.where(turns) == {place: by_map[place] / total for place in kept}
