"""What a cold start imports: an answer must not wait for packages that it does not need."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.helpers import CHURCH, TOP, command, environment

Write = Callable[..., Path]
GAME = "solver.games.black_sonata"
ADVICE = ("advice", "advising", "errands", "outlook", "weights", "wording", "poet_plans", "view", "parse")
"""What only hints, pictures and notes need."""
OTHERS = ("blazon", "lady.ordered", "lady.worth", "rendezvous.mystery", "stealth.by_cards", "youth.mystery")
"""Of parts, and of levels of knowledge, that the set-up of these tests does not switch on."""
SLOW = ("rich", "networkx", "ortools", "prompt_toolkit", "filelock", "constraint", "numpy", "pandas")


def modules(*words: object) -> set[str]:
    """What a command imports, by Python's own account."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *command(*words)[1:]], capture_output=True, env=environment(), timeout=60
    )
    assert done.returncode == 0, done.stderr.decode()[-500:]
    lines = done.stderr.decode().splitlines()
    return {line.rpartition("|")[2].strip() for line in lines if line.startswith("import time:")}


def imported(*words: object) -> set[str]:
    """The packages that a command imports."""
    return {name.partition(".")[0] for name in modules(*words)}


def test_solve_for_programs_imports_nothing_slow(session: Write) -> None:
    assert imported("solve", "--json", session([TOP, CHURCH])).isdisjoint(SLOW)


def test_solve_imports_no_advice_and_no_part_that_is_off(session: Write) -> None:
    found = modules("solve", "--json", session([TOP, CHURCH]))
    unwanted = {f"{GAME}.{name}" for name in (*ADVICE, *OTHERS)}
    assert f"{GAME}.stealth.by_map" in found
    assert (
        sorted(found & {*unwanted, "maps.ferry", "maps.paths", "solver.core.views", "solver.engines.information"}) == []
    )


def test_hint_imports_the_advice(session: Write) -> None:
    found = modules("hint", "--json", session([TOP, CHURCH]))
    assert f"{GAME}.errands" in found
    assert f"{GAME}.poet_plans" not in found


def test_solve_for_people_imports_rich_alone(session: Write) -> None:
    assert imported("solve", session([TOP, CHURCH])) & set(SLOW) == {"rich"}


def test_note_imports_the_lock_alone(session: Write) -> None:
    assert imported("note", session([TOP]), "church") & set(SLOW) == {"filelock"}


def test_the_commands_themselves_import_no_solver() -> None:
    code = (
        "import sys, cli.app; print([name for name in sys.modules if name.startswith(('solver', 'pydantic', 'rich'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(), timeout=60)
    assert done.stdout.decode().strip() == "[]"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("gnomon new bl", "black-sonata"), ("gnomon sch", "schema"), ("gnomon schema black", "black-sonata")],
)
def test_completion_in_the_shell(typed: str, expected: str) -> None:
    asked = {"_GNOMON_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    code = "from cli.app import app; app(prog_name='gnomon')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(**asked), timeout=60)
    assert expected in done.stdout.decode().split()


def test_completion_of_files(session: Write, tmp_path: Path) -> None:
    from cli.wires import complete_file

    session(name="a.json")
    (tmp_path / "b").mkdir()
    (tmp_path / "c.txt").touch()
    assert list(complete_file(f"{tmp_path}/")) == [f"{tmp_path}/a.json", f"{tmp_path}/b/"]
    assert list(complete_file(f"{tmp_path}/a")) == [f"{tmp_path}/a.json"]
    assert list(complete_file(f"{tmp_path}/nowhere/x")) == []
