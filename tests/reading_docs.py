"""Documents as a reader follows them: their blocks, the commands in these, and what the commands print.

In a ```console block a line `$ gnomon ...` is run, lines `> ...` below it go on with it (a here-document, or after a
backslash), and what follows must be what is printed, in 80 columns without colour; a line `...` stands for any number
of lines. The commands of one document share one folder, in their order.

    python -m tests.reading_docs        writes into the documents what their commands print now
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).resolve().parent.parent
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
SOURCES = ("solver", "maps", "cli")
PICTURE = ("docs/london.svg", "examples/easy-sequence.json")
"""The picture that README.md shows, and the session that it is drawn from."""
SKIP = "..."

Run = Callable[[Sequence[str], str], str]
"""Runs gnomon with these words and this input; what it prints, talk and data as they come."""


def documents() -> list[Path]:
    """README.md and everything in docs/ that is to be read."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@dataclass(frozen=True)
class Block:
    """A fenced block: what stands behind its fence, its lines, and the number of its first line in the file."""

    kind: str
    lines: tuple[str, ...]
    start: int

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


@dataclass(frozen=True)
class Step:
    """A command, what it is given to read, and what the document says that it prints (`start`: its first line)."""

    command: str
    given: str
    shown: tuple[str, ...]
    start: int


def blocks(text: str, kind: str = "") -> list[Block]:
    """The fenced blocks of a document, those of one kind or all."""
    found: list[Block] = []
    opened: tuple[str, int] | None = None
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if opened is None and (match := re.match(r"```(\S*)", line)):
            opened = (match[1], number + 1)
        elif opened is not None and line.startswith("```"):
            found.append(Block(opened[0], tuple(lines[opened[1] : number]), opened[1]))
            opened = None
    assert opened is None, f"the block that begins in line {opened} is not closed"
    return [block for block in found if kind in ("", block.kind)]


def steps(block: Block) -> Iterator[Step]:
    """The commands of a console block."""
    starts = [number for number, line in enumerate(block.lines) if line.startswith("$ ")]
    for number, end in zip(starts, [*starts[1:], len(block.lines)], strict=True):
        below = number + 1
        while below < end and block.lines[below].startswith("> "):
            below += 1
        more = [line[2:] for line in block.lines[number + 1 : below]]
        command, given = _join(block.lines[number][2:], more)
        yield Step(command, given, block.lines[below:end], block.start + below)


def _join(command: str, more: list[str]) -> tuple[str, str]:
    """The command with the lines that go on with it; and its here-document."""
    while command.endswith("\\"):
        command = command[:-1] + more.pop(0)
    here = re.search(r"<<\s*'?(\w+)'?\s*$", command)
    if here is None:
        assert not more, f"more lines than {command!r} asks for"
        return command, ""
    assert more.pop() == here[1], f"{command!r} does not end with {here[1]}"
    return command[: here.start()], "\n".join(more) + "\n"


def commands_of_demo() -> str:
    """What `make demo` says that it runs."""
    text = (ROOT / "Makefile").read_text("utf-8")
    values = dict(re.findall(r"^(\w+)\s*[:?]?=\s*(.*)$", text, re.MULTILINE))
    recipe = re.search(r"^demo:.*\n\t(.*)$", text, re.MULTILINE)
    assert recipe is not None
    told = recipe[1]
    while "$(" in told:
        told = re.sub(r"\$\((\w+)\)", lambda match: values[match[1]], told)
    return told


def follow(step: Step, run: Run) -> list[str]:
    """What the command prints, line by line."""
    if step.command == "make demo":
        told = commands_of_demo()
        return _lines(told + "\n" + "".join(run(shlex.split(part)[1:], "") for part in told.split(" && ")))
    words = shlex.split(step.command)
    assert words[:1] == ["gnomon"], f"only gnomon and make demo can be followed, not {step.command!r}"
    given = step.given
    if "<" in words:
        given = Path(words[words.index("<") + 1]).read_text("utf-8")
        words = words[: words.index("<")]
    return _lines(run(words[1:], given))


def _lines(text: str) -> list[str]:
    """Lines without the blanks at their ends, and without empty lines at the end of all."""
    assert "Traceback" not in text, text
    assert "defect of gnomon" not in text, text
    return [line.rstrip() for line in text.rstrip().splitlines()]


def fits(shown: Sequence[str], printed: Sequence[str]) -> bool:
    """True where `printed` is what is shown, a line `...` standing for any number of lines."""
    first, *others = _parts_between_skips(shown)
    rest = list(printed)
    if not others:
        return first == rest
    for part in (first, *others[:-1]):
        at = _find(part, rest)
        if at is None or (part is first and at):
            return False
        rest = rest[at + len(part) :]
    last = others[-1]
    return len(last) <= len(rest) and rest[len(rest) - len(last) :] == last


def _parts_between_skips(shown: Sequence[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for line in _lines("\n".join(shown)):
        if line == SKIP:
            parts.append([])
        else:
            parts[-1].append(line)
    return parts


def _find(part: list[str], lines: list[str]) -> int | None:
    """Where `part` first stands among `lines`."""
    return next((at for at in range(len(lines) - len(part) + 1) if lines[at : at + len(part)] == part), None)


@contextlib.contextmanager
def desk() -> Iterator[Path]:
    """A folder of one's own, with the examples, as the current one; a plain terminal of 80 columns."""
    with tempfile.TemporaryDirectory() as name, plain_terminal(), contextlib.chdir(name):
        folder = Path(name)
        shutil.copytree(ROOT / "examples", folder / "examples", ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "docs").mkdir()
        yield folder


@contextlib.contextmanager
def plain_terminal() -> Iterator[None]:
    """Eighty columns, no colour, and no waiting for output."""
    with patch.dict(os.environ, {"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb", "PYTHONUNBUFFERED": "1"}):
        os.environ.pop("FORCE_COLOR", None)
        yield


def run_here(words: Sequence[str], given: str) -> str:
    """Runs gnomon in this process."""
    from cli.app import main

    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    typed = io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8")
    with (
        patch.object(sys, "argv", ["gnomon", *words]),
        patch.object(sys, "stdin", typed),
        contextlib.redirect_stdout(stream),
        contextlib.redirect_stderr(stream),
        contextlib.suppress(SystemExit),
    ):
        main()
    return stream.buffer.getvalue().decode()


def run_from(folder: Path) -> Run:
    """Runs the gnomon whose source lies in `folder`, as a process of its own."""

    def run(words: Sequence[str], given: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "cli.app", *words],
            input=given.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONPATH": str(folder)},
            timeout=60,
        )
        return done.stdout.decode()

    return run


def taught_part() -> tuple[str, str]:
    """The path and the text of the file that CONTRIBUTING.md tells to write."""
    text = CONTRIBUTING.read_text("utf-8")
    saved = re.search(r"^Save this as `(\S+)`:$", text, re.MULTILINE)
    assert saved is not None, "CONTRIBUTING.md no longer says where the part is to be saved"
    line = text.count("\n", 0, saved.start())
    return saved[1], next(block.text for block in blocks(text, "python") if block.start > line)


def workshop(folder: Path) -> Run:
    """A copy of the source in `folder` with the part of CONTRIBUTING.md added; runs that gnomon."""
    for name in SOURCES:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    path, text = taught_part()
    (folder / path).write_text(text, "utf-8")
    return run_from(folder)


def rewritten(text: str, run: Run) -> str:
    """The document with what its commands print now; where lines were left out, as many stand before and after."""
    lines = text.splitlines()
    changes: list[tuple[int, int, list[str]]] = []
    for block in blocks(text, "console"):
        for step in steps(block):
            printed = follow(step, run)
            if not fits(step.shown, printed):
                changes.append((step.start, step.start + len(step.shown), _shortened(step.shown, printed)))
    for start, end, new in reversed(changes):
        lines[start:end] = new
    return "\n".join(lines) + "\n"


def _shortened(shown: Sequence[str], printed: list[str]) -> list[str]:
    """`printed`, with its middle left out where something was left out of `shown`; an empty line at its end stays."""
    gap = [""] if shown and not shown[-1].strip() else []
    marks = [number for number, line in enumerate(shown) if line == SKIP]
    if not marks:
        return [*printed, *gap]
    head, tail = marks[0], len(shown) - len(gap) - marks[-1] - 1
    return [*printed[:head], SKIP, *(printed[-tail:] if tail else []), *gap]


def rewrite_all() -> None:
    """Writes every document, and the picture, anew."""
    for path in documents():
        with desk():
            _rewrite(path, run_here)
    with desk() as folder:
        _rewrite(CONTRIBUTING, workshop(folder / "source"))
    picture, session = PICTURE
    run_here(["show", str(ROOT / session), "--svg", str(ROOT / picture)], "")


def _rewrite(path: Path, run: Run) -> None:
    text = path.read_text("utf-8")
    new = rewritten(text, run)
    if new != text:
        path.write_text(new, "utf-8")
        print(f"written anew: {path.relative_to(ROOT)}")


if __name__ == "__main__":
    rewrite_all()
