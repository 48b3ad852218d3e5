"""new: an option for everything in a set-up, whatever the game."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from cli.contents import copy_in, load_setup
from cli.new import command_for
from cli.setup_options import Kind, Leaf, Part, all_leaves, read_setup, read_value
from solver.core.errors import DataError
from solver.core.schema import OneOf, Setting, Strict
from tests.cli.helpers import SETUP, TOP

Run = Callable[..., Any]
Write = Callable[..., Path]


class Card(Strict):
    name: str
    numbers: tuple[int, ...] = ()


class Plain(Setting):
    """A part with nothing that must be said."""

    size: Annotated[int, Field(ge=0)] = 4
    loud: bool = False


class North(Setting):
    kind: Literal["north"]
    suit: Annotated[str, OneOf("a suit", ("rose", "oak"))]
    cards: list[Card] | str | None = None


class South(Setting):
    kind: Literal["south"]
    suit: Annotated[str, OneOf("a suit", ("hearts", "clubs"))]
    again: bool = False


class Setup(Strict):
    """One of everything that a set-up may hold."""

    start: Annotated[str, OneOf("a place", ("St Paul's", "[Market]"))]
    pawns: tuple[int, int] | None = None
    plain: Plain | None = None
    side: Annotated[North | South, Field(discriminator="kind")] | None = None
    extra: bool | int | None = None
    numbers: list[Annotated[int, Field(ge=1)] | Card] = Field(default_factory=lambda: [1])
    tiles: list[list[str]] | None = None
    names: list[str] | None = None
    limits: dict[str, int] | None = None


class Whole(Strict):
    format: Literal[1]
    game: Literal["toy"]
    setup: Setup
    events: list[Any]


TOY: Any = SimpleNamespace(name="toy", title="[Toy]", session_model=lambda: Whole)


@pytest.fixture
def parts() -> dict[str, Leaf | Part]:
    return {part.key if isinstance(part, Part) else part.name: part for part in read_setup(TOY)}


def test_every_kind_of_value_is_recognised(parts: dict[str, Leaf | Part]) -> None:
    kinds = {leaf.name: leaf.kind for leaf in all_leaves(tuple(parts.values()))}
    assert kinds == {
        "start": Kind.CHOICE,
        "pawns": Kind.LIST,
        "plain_size": Kind.NUMBER,
        "plain_loud": Kind.SWITCH,
        "side_kind": Kind.CHOICE,
        "side_suit": Kind.CHOICE,
        "side_cards": Kind.CONTENT,
        "side_again": Kind.SWITCH,
        "extra": Kind.ON_OR_NUMBER,
        "numbers": Kind.LIST,
        "tiles": Kind.CONTENT,
        "names": Kind.LIST,
        "limits": Kind.CONTENT,
    }


def test_variants_are_joined(parts: dict[str, Leaf | Part]) -> None:
    side = parts["side"]
    assert isinstance(side, Part)
    leaves = {leaf.path[-1]: leaf for leaf in side.leaves}
    assert leaves["kind"].choices == ("north", "south")
    assert leaves["suit"].choices == ("rose", "oak", "hearts", "clubs")
    assert (leaves["kind"].is_required, leaves["cards"].is_required) == (True, False)
    assert (leaves["cards"].only_with, leaves["again"].only_with) == ("kind north", "kind south")
    assert not side.is_plain


def test_a_part_without_needs_has_its_own_switch(parts: dict[str, Leaf | Part]) -> None:
    plain = parts["plain"]
    assert isinstance(plain, Part)
    assert plain.is_plain
    options = {option for parameter in command_for(TOY).params for option in parameter.opts}
    assert {"--plain", "--plain-size", "--plain-loud", "--side-kind", "--extra", "--setup", "--json"} <= options
    assert "--side" not in options


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("start", "st paul's", "St Paul's"),
        ("start", "nowhere", "nowhere"),
        ("pawns", "1,2", [1, 2]),
        ("extra", "on", True),
        ("extra", "off", False),
        ("extra", "7", 7),
        ("extra", "many", "many"),
        ("numbers", " 1, 2 ,3", [1, 2, 3]),
        ("numbers", '[1, {"name": "x"}]', '[1, {"name": "x"}]'),
        ("numbers", "own.toml", "own.toml"),
        ("names", "Ann,Bob", ["Ann", "Bob"]),
        ("names", "9" * 30, ["9" * 30]),
    ],
)
def test_values_as_typed(parts: dict[str, Leaf | Part], name: str, text: str, value: object) -> None:
    leaf = parts[name]
    assert isinstance(leaf, Leaf)
    assert read_value(leaf, text) == value


@pytest.mark.parametrize("form", ["list.json", "object.json", "cards.toml"])
def test_card_lists_are_copied_in(parts: dict[str, Leaf | Part], tmp_path: Path, form: str) -> None:
    (tmp_path / "list.json").write_text('[{"name": "x"}]')
    (tmp_path / "object.json").write_text('{"cards": [{"name": "x"}]}')
    (tmp_path / "cards.toml").write_text('[[anything]]\nname = "x"\n')
    (tmp_path / "setup.toml").write_text(
        f'start = "[Market]"\n[side]\nkind = "north"\nsuit = "oak"\ncards = "{form}"\n'
    )
    setup = load_setup(tmp_path / "setup.toml", list(all_leaves(tuple(parts.values()))))
    assert setup["side"]["cards"] == [{"name": "x"}]


def test_an_object_with_several_lists_stays_whole(parts: dict[str, Leaf | Part], tmp_path: Path) -> None:
    (tmp_path / "two.json").write_text('{"ladies": [1], "clues": [2]}')
    setup = {"side": {"cards": "two.json"}}
    copy_in(setup, list(all_leaves(tuple(parts.values()))), tmp_path)
    assert setup == {"side": {"cards": {"ladies": [1], "clues": [2]}}}


@pytest.mark.parametrize("text", ["", "{", "[1", "a = = b"])
def test_a_bad_card_list_is_a_fault(parts: dict[str, Leaf | Part], tmp_path: Path, text: str) -> None:
    for name in ("bad.json", "bad.toml"):
        (tmp_path / name).write_text(text + "{")
        with pytest.raises(DataError):
            copy_in({"side": {"cards": name}}, list(all_leaves(tuple(parts.values()))), tmp_path)


def test_dates_in_toml_become_texts(parts: dict[str, Leaf | Part], tmp_path: Path) -> None:
    (tmp_path / "setup.toml").write_text("start = 2020-01-01\n")
    assert load_setup(tmp_path / "setup.toml", []) == {"start": "2020-01-01"}


def saved(path: Path) -> Any:
    return json.loads(path.read_text())["setup"]


def test_options_make_a_session(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    options = ["--start", "cornhill", "--stealth-knowledge", "map", "--lady-set", "dark", "--lady-suit", "rose"]
    done = run("new", "black-sonata", path, *options)
    assert done.status == 0
    assert saved(path) == SETUP
    assert f"gnomon note {path}" in done.err
    assert run("note", path, "tavern").status == 0


def test_more_options(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    options = "--start Cornhill --stealth-knowledge printed --stealth-sequences 1,2 --stealth-directions reverse"
    more = "--stealth-countdown 3 --rules-fog-cards 12 --no-rules-start-key"
    assert run("new", "black-sonata", path, *f"{options} {more}".split()).status == 0
    assert saved(path) == {
        "start": "Cornhill",
        "stealth": {"knowledge": "printed", "sequences": [1, 2], "directions": ["reverse"], "countdown": 3},
        "rules": {"fog_cards": 12, "start_key": False},
    }


def test_a_set_up_file_and_options_on_top(run: Run, tmp_path: Path) -> None:
    (tmp_path / "setup.json").write_text(json.dumps(SETUP))
    path = tmp_path / "g.json"
    done = run("new", "black-sonata", path, "--setup", tmp_path / "setup.json", "--lady-suit", "oak", "--json")
    assert done.status == 0
    assert done.json["setup"] == SETUP | {"lady": {"set": "dark", "suit": "oak"}}
    assert saved(path) == done.json["setup"]


@pytest.mark.parametrize(
    ("text", "status"), [("[]", 4), ("{", 4), ('{"x": 1}', 4), ('{"stealth": {"knowledge": "maps"}}', 4), ("{}", 0)]
)
def test_set_up_files_that_are_wrong(run: Run, tmp_path: Path, text: str, status: int) -> None:
    (tmp_path / "setup.json").write_text(text)
    path = tmp_path / "g.json"
    assert run("new", "black-sonata", path, "--setup", tmp_path / "setup.json").status == status
    assert path.exists() == (status == 0)


def test_an_option_below_what_is_no_object(run: Run, tmp_path: Path) -> None:
    (tmp_path / "setup.json").write_text('{"lady": 7}')
    options = ("--setup", tmp_path / "setup.json", "--lady-suit", "oak")
    assert run("new", "black-sonata", tmp_path / "g.json", *options).status == 2


def test_faults_come_all_at_once(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    done = run("new", "black-sonata", path, "--start", "Rome", "--lady-set", "dark", "--lady-suit", "pink", "--json")
    assert done.status == 4
    assert {fault["path"] for fault in done.json["error"]["faults"]} == {"$.setup.start", "$.setup.lady.suit"}
    assert not path.exists()


def test_an_existing_file_is_never_touched(run: Run, session: Write, tmp_path: Path) -> None:
    path = session([TOP])
    before = path.read_bytes()
    dangling = tmp_path / "dangling.json"
    dangling.symlink_to(tmp_path / "elsewhere.json")
    for target in (path, dangling, tmp_path):
        done = run("new", "black-sonata", target, "--start", "Cornhill")
        assert done.status == 2
        assert "exists already" in done.err
    assert path.read_bytes() == before


def test_without_a_terminal_nobody_is_asked(run: Run, tmp_path: Path) -> None:
    done = run("new", "black-sonata", tmp_path / "g.json", input="yes\n" * 20)
    assert done.status == 2
    assert "--stealth-knowledge" in done.err
    assert not (tmp_path / "g.json").exists()


def test_help_lists_what_is_accepted(run: Run) -> None:
    text = run("new", "black-sonata", "--help", width=120).out
    for expected in ("--stealth-knowledge", "map, cards, printed", "--lady-suit", "Shoreditch", "default 2"):
        assert expected in text
