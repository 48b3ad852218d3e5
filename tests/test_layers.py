"""The house rules that no reviewer has to remember: who may import whom, when, and who may name a game.

Every rule is a function from one source file to its breaches; every rule is tried on every file of
solver, maps and cli (and companion), and on planted breaches, so that a rule gone blind is noticed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOPS = ("solver", "maps", "cli", "companion")

# Who may import what of this project; the longest name that fits a module is its room.
ROOMS: dict[str, tuple[str, ...]] = {
    "solver": ("solver.core",),
    "solver.core": ("solver.core",),
    "solver.core.registry": ("solver.core", "solver.games"),
    "solver.engines": ("solver.core", "solver.engines"),
    "solver.answers": ("solver.core", "solver.engines", "solver.answers"),
    "solver.games": ("solver.core", "solver.engines", "solver.games", "maps"),
    "solver.design": ("solver.core", "solver.engines", "solver.answers", "solver.design", "maps"),
    "maps": ("maps", "solver.core.errors"),
    "cli": ("solver.core", "solver.engines", "solver.answers", "solver.design", "maps", "cli"),
    "companion": ("solver.core", "solver.engines", "solver.answers", "solver.design", "maps", "companion"),
}
# The one place where a package may be imported, so that it can be replaced, and is paid for there alone.
HOMES = {
    "rich": "cli",
    "typer": "cli",
    "prompt_toolkit": "cli",
    "ortools": "solver.engines.cpsat",
    "constraint": "solver.engines.csp",
    "networkx": "maps",
}
# Slow to import: only inside the function that needs it, or for types alone.
LATE = ("ortools", "constraint", "networkx", "prompt_toolkit")

LONGEST = 300
# Modules that may be longer, each with the reason why splitting it would make it worse.
LONG_WITH_REASON: dict[str, str] = {}


@dataclass(frozen=True)
class Source:
    """One file of the project: its path from the root, with slashes, and its text."""

    path: str
    text: str

    @property
    def module(self) -> str:
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def package(self) -> str:
        return self.module if self.path.endswith("/__init__.py") else self.module.rpartition(".")[0]

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        return tuple(_imports(ast.parse(self.text), self.package, eager=True))


@dataclass(frozen=True)
class Import:
    """A dotted name that is imported; `eager` when that happens as soon as the module is."""

    target: str
    line: int
    eager: bool


Rule = Callable[[Source], Iterator[str]]


def _imports(node: ast.AST, package: str, eager: bool) -> Iterator[Import]:
    """Every import below `node`, in order, also those that only a type checker sees."""
    if isinstance(node, ast.Import | ast.ImportFrom | ast.Call):
        for target in _targets(node, package):
            yield Import(target, node.lineno, eager)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        eager = False
    for field, value in ast.iter_fields(node):
        late = field == "body" and isinstance(node, ast.If) and _is_type_checking(node.test)
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _imports(child, package, eager and not late)


def _is_type_checking(test: ast.expr) -> bool:
    return ast.unparse(test).rpartition(".")[2] == "TYPE_CHECKING"


def _targets(node: ast.Import | ast.ImportFrom | ast.Call, package: str) -> list[str]:
    """What one statement, or one call of `import_module` with a plain text, imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        base = _base(node, package)
        return [base if alias.name == "*" else f"{base}.{alias.name}" for alias in node.names]
    name = ast.unparse(node.func).rpartition(".")[2]
    if name not in ("import_module", "__import__") or not node.args:
        return []
    first = node.args[0]
    return [first.value] if isinstance(first, ast.Constant) and isinstance(first.value, str) else []


def _base(node: ast.ImportFrom, package: str) -> str:
    """The absolute name of what an import is from, dots at its start resolved."""
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    return ".".join([*parts[: len(parts) + 1 - node.level], *([node.module] if node.module else [])])


def within(name: str, *rooms: str) -> bool:
    """Whether a dotted name is one of `rooms` or lies in one."""
    return any(name == room or name.startswith(room + ".") for room in rooms)


def stays_in_its_layer(source: Source) -> Iterator[str]:
    """Imports point one way: cli -> answers -> engines -> core, and games -> engines, core, maps."""
    room = max((room for room in ROOMS if within(source.module, room)), key=len)
    for found in source.imports:
        if within(found.target, *TOPS, "tests") and not within(found.target, *ROOMS[room]):
            yield f"line {found.line}: {room} may not import {found.target}, only {', '.join(ROOMS[room])}"


def imports_packages_at_home(source: Source) -> Iterator[str]:
    """Each of the packages in HOMES is imported in one place."""
    for found in source.imports:
        package = found.target.partition(".")[0]
        if package in HOMES and not within(source.module, HOMES[package]):
            yield f"line {found.line}: {package} is imported in {HOMES[package]} alone"


def imports_slow_packages_late(source: Source) -> Iterator[str]:
    """A command that needs no such package does not wait for it."""
    for found in source.imports:
        package = found.target.partition(".")[0]
        if found.eager and package in LATE:
            yield f"line {found.line}: {package} is slow to import; import it in the function that needs it"


def is_short_enough(source: Source) -> Iterator[str]:
    """A module is read in one sitting."""
    lines = len(source.text.splitlines())
    if lines > LONGEST and source.path not in LONG_WITH_REASON:
        yield f"{lines} lines, over {LONGEST}: split it, or give the reason in LONG_WITH_REASON"


def games() -> tuple[str, ...]:
    """The folder names of the games that there are."""
    folders = (path.parent.name for path in (ROOT / "solver" / "games").glob("*/*.py"))
    return tuple(sorted({name for name in folders if not name.startswith(("_", "."))}))


def names_no_game(source: Source, names: tuple[str, ...] = games()) -> Iterator[str]:
    """A generic file names no game, in path, code, text or comment: a new game touches its folder alone."""
    if re.match(r"solver/games/[^/]+/", source.path):
        return
    words = [re.split(r"[_\W]+", name) for name in (*names, "dark lady")]
    pattern = re.compile("|".join(rf"(?<![a-z]){_spelled(parts)}(?![a-z])" for parts in words), re.IGNORECASE)
    text = _spaced(f"{source.path}\n{source.text}")
    for match in pattern.finditer(text):
        line = text.count("\n", 0, match.start())
        yield f"{f'line {line}' if line else 'the path'}: names a game: {match[0]!r}"


def _spelled(parts: list[str]) -> str:
    """A pattern for words written old-maid, old_maid, oldmaid or on two lines, also in the plural."""
    return r"[-_\s#]*".join(map(re.escape, parts)) + "s?"


def _spaced(text: str) -> str:
    """The text with the words in a name like OldMaidTable set apart."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)


PYTHON_RULES: tuple[Rule, ...] = (
    stays_in_its_layer,
    imports_packages_at_home,
    imports_slow_packages_late,
    is_short_enough,
)


def sources(*endings: str) -> list[Source]:
    """The project's files with these endings, tests left out, by path."""
    paths = (path for top in TOPS for path in (ROOT / top).rglob("*") if path.suffix in endings)
    kept = (path for path in paths if not {"__pycache__", "node_modules"} & set(path.parts))
    return [Source(path.relative_to(ROOT).as_posix(), path.read_text("utf-8")) for path in sorted(kept)]


def no_breach(rule: Rule, source: Source) -> None:
    breaches = list(rule(source))
    assert not breaches, "\n".join([f"{source.path} breaks {rule.__name__}:", *breaches])


@pytest.mark.parametrize("rule", PYTHON_RULES, ids=lambda rule: rule.__name__)
@pytest.mark.parametrize("source", sources(".py"), ids=lambda source: source.path)
def test_every_module_keeps_the_rules(source: Source, rule: Rule) -> None:
    no_breach(rule, source)


@pytest.mark.parametrize("source", sources(".py", ".toml"), ids=lambda source: source.path)
def test_no_generic_file_names_a_game(source: Source) -> None:
    no_breach(names_no_game, source)


@pytest.mark.parametrize("top", ["solver", "maps", "cli"])
def test_the_rules_are_tried_on_something(top: str) -> None:
    assert any(source.path.startswith(f"{top}/") for source in sources(".py"))


def test_reasons_are_given_only_for_modules_that_are_long() -> None:
    long = {source.path for source in sources(".py") if len(source.text.splitlines()) > LONGEST}
    assert set(LONG_WITH_REASON) <= long


# A file, what stands in it, the rule that it breaks, and a part of what it is told.
PLANTED = [
    ("solver/core/x.py", "import solver.engines.worlds", stays_in_its_layer, "solver.engines.worlds"),
    ("solver/core/x.py", "from solver import games", stays_in_its_layer, "solver.games"),
    ("solver/core/x.py", "from ..answers import advise", stays_in_its_layer, "solver.answers.advise"),
    ("solver/core/__init__.py", "from .. import engines", stays_in_its_layer, "solver.engines"),
    ("solver/core/x.py", "def f():\n    import maps.load", stays_in_its_layer, "line 2"),
    ("solver/core/x.py", "import_module('solver.games.whist')", stays_in_its_layer, "whist"),
    ("solver/core/registry.py", "import cli.app", stays_in_its_layer, "cli.app"),
    ("solver/engines/x.py", "from maps import london", stays_in_its_layer, "maps.london"),
    ("solver/engines/x.py", "import solver", stays_in_its_layer, "solver"),
    ("solver/answers/x.py", "from solver.games.whist import deal", stays_in_its_layer, "whist"),
    ("solver/games/whist/x.py", "from solver.answers import *", stays_in_its_layer, "solver.answers"),
    ("solver/games/whist/x.py", "import tests.cases", stays_in_its_layer, "tests.cases"),
    ("maps/x.py", "from solver.core import values", stays_in_its_layer, "solver.core.values"),
    ("cli/x.py", "import solver.games.whist", stays_in_its_layer, "whist"),
    ("solver/answers/x.py", "import rich.table", imports_packages_at_home, "rich"),
    ("solver/games/whist/x.py", "def f():\n    import networkx", imports_packages_at_home, "maps alone"),
    ("solver/engines/csp.py", "def f():\n    import ortools", imports_packages_at_home, "cpsat alone"),
    ("cli/x.py", "if TYPE_CHECKING:\n    import constraint", imports_packages_at_home, "csp alone"),
    ("maps/x.py", "import networkx as nx", imports_slow_packages_late, "line 1"),
    ("maps/x.py", "try:\n    import networkx\nexcept ImportError: ...", imports_slow_packages_late, "line 2"),
    ("maps/x.py", "class A:\n    from networkx import Graph", imports_slow_packages_late, "line 2"),
    ("maps/x.py", "if TYPE_CHECKING: ...\nelse:\n    import networkx", imports_slow_packages_late, "line 3"),
    ("solver/core/x.py", "pass\n" * (LONGEST + 1), is_short_enough, "301 lines"),
    ("solver/core/x.py", "# as in Old-Maid", names_no_game, "Old-Maid"),
    ("solver/games/x.py", "\nOLD_MAIDS = 1", names_no_game, "line 2"),
    ("cli/x.py", "text = 'the old maid wins'", names_no_game, "old maid"),
    ("maps/x.toml", "class OldMaidTable: ...", names_no_game, "Old Maid"),
    ("cli/x.py", "# rules of an old\n# maid", names_no_game, "line 1"),
    ("maps/oldmaid.py", "", names_no_game, "the path"),
    ("cli/x.py", "GoTable = 1", names_no_game, "'Go'"),
    ("cli/x.py", "dark_lady = 1", names_no_game, "dark_lady"),
]
CLEAN = [
    ("solver/core/registry.py", "import solver.games", stays_in_its_layer),
    ("solver/core/x.py", "from .errors import Fault\nimport corelib, json", stays_in_its_layer),
    ("solver/games/whist/x.py", "from ..whist import deal\nfrom maps import london", stays_in_its_layer),
    ("maps/x.py", "from solver.core.errors import Fault", stays_in_its_layer),
    ("cli/x.py", "import richer, rich.table, typer", imports_packages_at_home),
    ("maps/x.py", "def f():\n    import networkx", imports_slow_packages_late),
    ("maps/x.py", "if TYPE_CHECKING:\n    import networkx", imports_slow_packages_late),
    ("maps/x.py", "if typing.TYPE_CHECKING:\n    import networkx", imports_slow_packages_late),
    ("solver/core/x.py", "pass\n" * LONGEST, is_short_enough),
    ("solver/games/old_maid/x.py", "the old maid", names_no_game),
    ("cli/x.py", "ago = going = 'cargo'; Lady = 'dark'", names_no_game),
]


def planted(path: str, text: str, rule: Callable[..., Iterator[str]]) -> list[str]:
    source = Source(path, text)
    return list(rule(source, ("old_maid", "go")) if rule is names_no_game else rule(source))


@pytest.mark.parametrize(("path", "text", "rule", "told"), PLANTED)
def test_a_planted_breach_is_told(path: str, text: str, rule: Rule, told: str) -> None:
    breaches = planted(path, text, rule)
    assert len(breaches) == 1
    assert told in breaches[0]


@pytest.mark.parametrize(("path", "text", "rule"), CLEAN)
def test_what_is_allowed_is_let_pass(path: str, text: str, rule: Rule) -> None:
    assert planted(path, text, rule) == []
