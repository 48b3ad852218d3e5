"""The documents are true: what they show is what happens, what they name exists, what they promise to list is listed.

`python -m tests.reading_docs` writes outputs that changed on purpose into them.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from solver.answers.candidates import replay
from solver.core import errors
from solver.core.registry import game_names, load_game
from solver.core.session import parse_session
from tests.reading_docs import (
    CONTRIBUTING,
    PICTURE,
    ROOT,
    SKIP,
    Block,
    blocks,
    desk,
    documents,
    fits,
    follow,
    rewritten,
    run_here,
    steps,
)

DOCS = ROOT / "docs"
FOLLOWED = documents()
ALL = [*FOLLOWED, CONTRIBUTING, ROOT / "CHANGELOG.md"]
PACKAGES = ("solver", "maps", "cli", "companion")


def names(paths: list[Path]) -> Any:
    return [pytest.param(path, id=path.relative_to(ROOT).as_posix()) for path in paths]


def text_of(path: Path) -> str:
    return path.read_text("utf-8")


# What is shown


@pytest.mark.parametrize("path", names(FOLLOWED))
def test_commands_print_what_is_shown(path: Path) -> None:
    with desk():
        for block in blocks(text_of(path), "console"):
            for step in steps(block):
                printed = follow(step, run_here)
                assert fits(step.shown, printed), f"line {step.start}: $ {step.command}\n" + "\n".join(printed)


@pytest.mark.parametrize("path", names(FOLLOWED))
def test_python_runs_and_prints_what_is_shown(path: Path) -> None:
    found = blocks(text_of(path))
    namespace: dict[str, Any] = {}
    with desk():
        for block, after in zip(found, [*found, Block("", (), 0)][1:], strict=True):
            if block.kind != "python":
                continue
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                exec(compile(block.text, f"{path.name}, line {block.start}", "exec"), namespace)
            if after.kind == "output":
                assert fits(after.lines, printed.getvalue().splitlines()), printed.getvalue()


@pytest.mark.parametrize("path", names(ALL))
def test_json_can_be_read_and_sessions_are_sessions(path: Path) -> None:
    for block in blocks(text_of(path), "json"):
        content = json.loads(block.text)
        if isinstance(content, dict) and "format" in content:
            parse_session(block.text, f"{path.name}, line {block.start}", None)


def test_the_demo_is_shown_in_the_readme() -> None:
    commands = [step.command for block in blocks(text_of(ROOT / "README.md"), "console") for step in steps(block)]
    assert commands[0] == "make demo"


def test_the_picture_is_the_one_that_gnomon_draws() -> None:
    picture, session = PICTURE
    assert f"]({picture})" in text_of(ROOT / "README.md")
    with desk() as folder:
        run_here(["show", session, "--svg", picture], "")
        assert text_of(folder / picture) == text_of(ROOT / picture)


def test_the_readme_is_read_in_one_sitting() -> None:
    assert len(text_of(ROOT / "README.md").splitlines()) <= 230


# What is named


@pytest.mark.parametrize("path", names(ALL))
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", _prose(path)):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        there = (path.parent / file).resolve() if file else path
        assert there.exists(), target
        assert not anchor or anchor in _anchors(there), target


def _prose(path: Path) -> str:
    """The text without its fenced blocks."""
    return re.sub(r"^```.*?^```", "", text_of(path), flags=re.MULTILINE | re.DOTALL)


def _anchors(path: Path) -> set[str]:
    heads = re.findall(r"^#+ (.*)$", _prose(path), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("path", names(sorted(DOCS.glob("*.md"))))
def test_every_document_can_be_found_from_the_readme(path: Path) -> None:
    assert f"](docs/{path.name})" in text_of(ROOT / "README.md")


@pytest.mark.parametrize("path", names(ALL))
def test_files_that_are_named_exist(path: Path) -> None:
    """Except the one that CONTRIBUTING.md tells to write."""
    tops = "|".join([*PACKAGES, "tests", "examples", "docs"])
    for named in re.findall(rf"(?<![\w/.-])((?:{tops})/[\w./-]*)", _prose(path)):
        if not named.endswith("/lantern.py"):
            assert (ROOT / named.rstrip(".")).exists(), named


def test_the_architecture_names_every_package_folder() -> None:
    text = text_of(DOCS / "architecture.md")
    folders = {file.parent.relative_to(ROOT) for top in PACKAGES for file in (ROOT / top).rglob("__init__.py")}
    assert folders
    missing = sorted(folder.as_posix() for folder in folders if f"`{folder.as_posix()}/" not in text)
    assert not missing, f"docs/architecture.md does not name {missing}"


def test_the_architecture_names_only_modules_that_exist() -> None:
    """Also where only the name of a file stands, in the row of its folder."""
    there = {file.name for top in PACKAGES for file in (ROOT / top).rglob("*") if file.is_file()}
    for named in re.findall(r"`(\w+\.(?:py|toml))`", text_of(DOCS / "architecture.md")):
        assert named in there, named


def test_the_architecture_draws_every_error() -> None:
    text = text_of(DOCS / "architecture.md")
    kinds = [
        name for name, kind in vars(errors).items() if isinstance(kind, type) and kind.__module__ == errors.__name__
    ]
    assert "GnomonError" in kinds
    assert not [name for name in kinds if not re.search(rf"\b{name}\b", text)]


def test_there_is_a_reason_for_every_package_that_is_needed() -> None:
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))
    needed = [
        *project["project"]["dependencies"],
        *(name for group in project["project"]["optional-dependencies"].values() for name in group),
        *project["build-system"]["requires"],
    ]
    text = text_of(DOCS / "decisions.md")
    missing = [name for need in needed if f"**{(name := re.split('[<>=~! ;[]', need)[0])}" not in text]
    assert not missing, f"docs/decisions.md does not say why {missing}"


def test_every_word_is_explained_once_and_in_order() -> None:
    words = [row[0] for row in _rows(text_of(DOCS / "words.md"))][1:]
    assert len(words) > 50
    assert words == sorted(set(words), key=str.lower)


# What can be noted: each game has a section; the words in a table of it are read where the session above it stands


def sections() -> list[tuple[str, str]]:
    """The games that docs/sessions.md describes, each with the text of its section."""
    parts = re.split(r"^## .*\(`([\w-]+)`\)$", text_of(DOCS / "sessions.md"), flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


every_section = pytest.mark.parametrize(("game", "section"), sections(), ids=[game for game, _ in sections()])


def _rows(text: str) -> list[list[str]]:
    """The rows of the tables, cell by cell; the rules below their heads left out."""
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows if not set("".join(row)) <= set("-: ")]


Event = dict[str, Any]


def scenes(section: str) -> list[tuple[Any, Any, list[tuple[str, Event]]]]:
    """For each session of the section: its game, the table where it ends, and what is said below it, with its event."""
    texts = re.split(r'^(?=```json\n\{"format")', section, flags=re.MULTILINE)
    assert not _said(texts[0]), "words stand above the first session"
    return [(*_table_of(text), _said(text)) for text in texts[1:]]


def _said(text: str) -> list[tuple[str, Event]]:
    """The words of the tables with the event that stands beside them."""
    pairs = [re.fullmatch(r"`(.+)` \| `(\{\"type\".+\})`", " | ".join(row[:2])) for row in _rows(text)]
    return [(pair[1], json.loads(pair[2])) for pair in pairs if pair]


def _table_of(text: str) -> tuple[Any, Any]:
    session = parse_session(blocks(text, "json")[0].text, "docs/sessions.md", None)
    return session.game, replay(session.game, session.setup, session.events)


def forms(game: Any) -> set[str]:
    """The forms of events that the game's schema has, by the names of their models."""
    described = game.session_model().model_json_schema()["$defs"]
    return {name for name, model in described.items() if "const" in model.get("properties", {}).get("type", {})}


def test_every_game_has_a_section() -> None:
    assert [game for game, _ in sections()] == sorted(game_names())


@every_section
def test_words_make_the_event_beside_them(game: str, section: str) -> None:
    for rules, table, said in scenes(section):
        assert rules.name == game
        assert said
        for words, event in said:
            assert rules.read_note(words, table).to_json() == event, words


@every_section
def test_what_is_noted_there_is_allowed_there(game: str, section: str) -> None:
    """Or something has to happen before it; but the set-up switches on what it needs."""
    for rules, table, said in scenes(section):
        for words, _ in said:
            refused = ""
            try:
                rules.advance(table, rules.read_note(words, table), table.event + 1)
            except errors.IllegalEvent as error:
                refused = str(error)
            assert "switch" not in refused, words


@every_section
def test_every_event_of_the_game_has_a_row(game: str, section: str) -> None:
    shown = {
        type(rules.read_note(words, table)).__name__ for rules, table, said in scenes(section) for words, _ in said
    }
    assert forms(load_game(game)) - shown == set(), "docs/sessions.md has no row for these forms of events"


@every_section
def test_every_set_up_key_of_the_game_has_a_row(game: str, section: str) -> None:
    keys = load_game(game).session_model().model_fields["setup"].annotation.model_fields  # type: ignore[union-attr]
    described = {cell.strip("`") for cell, *_ in _rows(section)}
    assert set(keys) <= described


@every_section
def test_every_set_up_that_is_shown_is_one(game: str, section: str) -> None:
    """A cell of a table that holds a key with its content is taken beside the keys that the rest needs."""
    cells = [cell for row in _rows(section) for cell in row]
    shown = [found[1] for cell in cells if (found := re.fullmatch(r'`("\w+": .+)`', cell))]
    assert shown
    needed = json.loads(blocks(section, "json")[0].text)["setup"]
    for key in shown:
        setup = {**needed, **json.loads(f"{{{key}}}")}
        parse_session(json.dumps({"format": 1, "game": game, "setup": setup, "events": []}), key, None)


MANY_SETTINGS = {"black-sonata": 6}
"""At least so many settings of their own its parts have; a game without parts has none."""


@every_section
def test_every_setting_of_a_part_is_named(game: str, section: str) -> None:
    described = load_game(game).session_model().model_json_schema()["$defs"]
    settings = [model for name, model in described.items() if name.endswith("Setting") or name == "Rules"]
    assert len(settings) >= MANY_SETTINGS.get(game, 0)
    missing = {key for model in settings for key in model["properties"] if f"`{key}`" not in section}
    assert not missing


# The reader of these documents


def test_a_line_of_dots_stands_for_any_lines() -> None:
    printed = ["a", "b", "c", "d"]
    for shown in (
        ["a", "b", "c", "d"],
        [SKIP],
        ["a", SKIP],
        [SKIP, "d"],
        ["a", SKIP, "c", SKIP],
        ["a", SKIP, "b", "c", "d"],
    ):
        assert fits([*shown, ""], printed), shown
    for shown in (
        ["a", "b", "c"],
        ["b", SKIP],
        [SKIP, "c"],
        ["a", SKIP, "d", SKIP, "c"],
        [],
        ["a", "b", SKIP, "b", "d"],
    ):
        assert not fits(shown, printed), shown


def test_a_command_may_go_on_and_be_given_lines() -> None:
    block = Block("console", ("$ gnomon note a \\", "> b <<END", "> tavern", "> END", "done", "$ gnomon c"), 7)
    first, second = steps(block)
    assert (first.command.split(), first.given, first.shown) == (["gnomon", "note", "a", "b"], "tavern\n", ("done",))
    assert (second.command, second.given, second.shown, second.start) == ("gnomon c", "", (), 13)


def test_a_document_is_written_anew_with_what_is_left_out_still_left_out() -> None:
    text = "x\n```console\n$ gnomon a\nold\n...\nold\n\n$ gnomon b\nold\n```\ny\n"
    new = rewritten(text, lambda words, given: "1\n2\n3\n4\n" if words == ["a"] else "5\n")
    assert new == "x\n```console\n$ gnomon a\n1\n...\n4\n\n$ gnomon b\n5\n```\ny\n"


def test_only_gnomon_can_be_followed() -> None:
    (step,) = steps(Block("console", ("$ rm -r .",), 1))
    with pytest.raises(AssertionError, match="only gnomon"):
        follow(step, run_here)
