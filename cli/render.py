"""Answers, views and hints on a terminal (rich). Colour is never the only sign of anything."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import IO

from rich.box import ASCII, SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cli import mapart
from cli.figures import NONE_OF_THEM, about, error_words, percent, short_fraction, value_words
from cli.glyphs import Glyphs, glyphs_for
from cli.ringart import ring_grid
from solver.core.texts import visible
from solver.core.values import Advice, Answer, Candidate, Hint, Kind, Proof, Verdict
from solver.core.views import Cell, MapPanel, Panel, RingPanel, Seat, TablePanel, TextPanel, Tone, View

MOST_ROWS = 12
MOST_ACTIONS = 3
WIDEST_MAP = 104
SEAT_BAR = 7
NARROW = 80
"""Columns. Below this, tables that do not fit are told line by line."""
BETWEEN = 3
"""Columns that a table takes beside the text of each of its own."""
SHORT_BARS = 60
"""Columns. Below this, bars are half as long."""
TONES = {
    Tone.PLAIN: "",
    Tone.CERTAIN: "bold green",
    Tone.OPEN: "cyan",
    Tone.FAINT: "dim",
    Tone.WARNING: "bold yellow",
}
PROOFS = {
    Proof.ENUMERATED: "exact, every world listed",
    Proof.COUNTED: "exact, counted",
    Proof.SOLVER: "proved possible; how likely is not known",
    Proof.SAMPLED: "what is possible is proved; chances are estimates, with one standard error in percentage points",
}


class Page:
    """A console and the signs it can show."""

    def __init__(self, file: IO[str] | None = None) -> None:
        self.console = Console(file=file or sys.stdout, highlight=False, emoji=False, markup=False)
        self.glyphs: Glyphs = glyphs_for(self.console.encoding)

    @property
    def width(self) -> int:
        return self.console.width

    def print(self, *parts: RenderableType) -> None:
        for part in parts:
            self.console.print(part)

    def table(self, title: str, columns: Sequence[str], show_header: bool = True) -> Table:
        """An empty table with the house's looks; titles and columns are plain text."""
        box = ASCII if self.glyphs.is_ascii else SIMPLE_HEAD
        head = Text(title, "bold") if title else None
        table = Table(title=head, title_justify="left", box=box, pad_edge=False, show_header=show_header)
        for column in columns:
            table.add_column(Text(column), overflow="fold")
        return table


def show_answers(page: Page, answers: Sequence[Answer], is_whole: bool = False) -> None:
    """A table per question; `is_whole` shows every value, however unlikely."""
    for answer in answers:
        page.print(Text(answer.question.text, "bold"), _answer_table(page, answer, is_whole))
        page.print(Text(_answer_caption(answer, is_whole), "dim"), "")


def _answer_table(page: Page, answer: Answer, is_whole: bool) -> Table:
    table = page.table("", ["value", "chance", "", "exact"], show_header=False)
    shown = answer.candidates if is_whole else answer.candidates[:MOST_ROWS]
    for candidate in shown:
        table.add_row(*_candidate_cells(page, candidate))
    if not shown:
        table.add_row(Text(NONE_OF_THEM))
    return table


def _candidate_cells(page: Page, candidate: Candidate) -> Iterator[Text]:
    yield Text(value_words(candidate.value), "bold" if candidate.verdict is Verdict.CERTAIN else "")
    if candidate.verdict is Verdict.CERTAIN:
        yield from (Text(f"{page.glyphs.tick} certain", "bold green"), Text(""), Text(""))
    elif candidate.probability is None:
        yield from (Text("possible"), Text(""), Text(""))
    else:
        yield Text(page.glyphs.bar(candidate.probability, _bar_width(page)), "cyan")
        is_exact = candidate.stderr is None
        yield Text(percent(candidate.probability) if is_exact else about(candidate.probability), justify="right")
        yield Text(short_fraction(candidate.probability) if is_exact else error_words(candidate.stderr or 0.0), "dim")


def _bar_width(page: Page) -> int:
    return 5 if page.width < SHORT_BARS else 10 if page.width < 100 else 20


def _answer_caption(answer: Answer, is_whole: bool) -> str:
    hidden = 0 if is_whole else len(answer.candidates) - MOST_ROWS
    parts = [f"and {hidden} more (--all shows them)"] if hidden > 0 else []
    if answer.question.kind is Kind.EACH:
        parts.append("each line is a statement of its own")
    if answer.question.assumes:
        parts.append(f"if {answer.question.assumes}")
    worlds = "" if answer.worlds is None else f", {answer.worlds:,} world{'' if answer.worlds == 1 else 's'}"
    return "; ".join([*parts, PROOFS[answer.proof] + worlds + _sample_words(answer), *answer.notes])


def _sample_words(answer: Answer) -> str:
    """What estimates rest on."""
    if answer.sample is None:
        return ""
    return f", from {answer.sample.number:,} samples worth {answer.sample.effective:,.0f}"


def show_view(page: Page, view: View, is_brief: bool = False) -> None:
    """The table as it stands: one headline, then the panels in their order; only the picture where `is_brief`."""
    page.print(Text(view.headline, "bold"), "")
    maps = [panel for panel in view.panels if isinstance(panel, MapPanel | RingPanel)]
    for panel in maps if is_brief and maps else view.panels:
        page.print(_panel(page, panel), "")


def _panel(page: Page, panel: Panel) -> RenderableType:
    match panel:
        case MapPanel():
            return _map(page, panel)
        case TablePanel():
            return _with_caption(_grid(page, panel), panel.caption)
        case RingPanel():
            return _ring(page, panel)
        case TextPanel():
            lines = [Padding(_cell(page, line), (0, 0, 0, 2)) for line in panel.lines]
            return Group(Text(panel.title, "bold"), *lines)


def _ring(page: Page, panel: RingPanel) -> RenderableType:
    """The ring as a picture; on narrow terminals one seat below the other."""
    seats = [_seat(page, seat) for seat in panel.seats]
    middle = None if panel.middle is None else _seat(page, panel.middle)
    body = ring_grid(seats, middle, min(page.width, WIDEST_MAP))
    return _with_caption(Group(Text(panel.title, "bold"), Text(""), body), panel.caption)


def _seat(page: Page, seat: Seat) -> RenderableType:
    name = Text(seat.name, "dim" if seat.is_faint else "bold")
    return Group(name, *(_cell(page, line, SEAT_BAR) for line in seat.lines), Text(""))


def _with_caption(body: RenderableType, caption: str) -> RenderableType:
    return Group(body, Text(caption, "dim")) if caption else body


def _grid(page: Page, panel: TablePanel) -> RenderableType:
    table = page.table(panel.title, panel.columns)
    for row in panel.rows:
        table.add_row(*(_cell(page, cell) for cell in row))
    columns = _columns(page, panel)
    room = page.width + 1 - BETWEEN * len(columns)
    least = [max((cell_len(word) for text in column for word in text.split()), default=0) for column in columns]
    if sum(least) <= room:
        for column, width in zip(table.columns, _widths(columns, least, room), strict=True):
            column.width = width
    elif page.width < NARROW:
        return _told_line_by_line(page, panel)
    return table


def _columns(page: Page, panel: TablePanel) -> list[tuple[str, ...]]:
    """The texts of each column, its head first."""
    rows = ([_cell(page, cell).plain for cell in row] for row in panel.rows)
    return list(zip(panel.columns, *rows, strict=False))


def _widths(columns: Sequence[Sequence[str]], least: Sequence[int], room: int) -> list[int]:
    """As wide as the texts where there is room, else the widest column is cut first; no word is broken."""
    widths = [max(map(cell_len, column)) for column in columns]
    while sum(widths) > room:
        cut = max((at for at, width in enumerate(widths) if width > least[at]), key=lambda at: (widths[at], at))
        widths[cut] -= 1
    return widths


def _told_line_by_line(page: Page, panel: TablePanel) -> RenderableType:
    rows = (Text(" · " if not page.glyphs.is_ascii else " | ").join(_cell(page, c) for c in row) for row in panel.rows)
    head = Text(", ".join(panel.columns), "dim")
    return Group(Text(panel.title, "bold"), *(Padding(line, (0, 0, 0, 2)) for line in (head, *rows)))


def _cell(page: Page, cell: Cell, bar_width: int = 0) -> Text:
    bar = "" if cell.share is None else page.glyphs.bar(cell.share, bar_width or _bar_width(page)) + " "
    tick = f"{page.glyphs.tick} " if cell.tone is Tone.CERTAIN else ""
    warning = "! " if cell.tone is Tone.WARNING else ""
    return Text.assemble((bar, "cyan"), (tick + warning + visible(cell.text, keep=""), TONES[cell.tone]))


def _map(page: Page, panel: MapPanel) -> RenderableType:
    if not panel.places:
        return _with_caption(Text(panel.title, "bold"), panel.caption)
    caption = "; ".join(part for part in (panel.caption, mapart.legend(panel.places, page.glyphs)) if part)
    if page.width < mapart.NARROWEST:
        return _with_caption(_map_list(page, panel), caption)
    picture = mapart.draw(panel, min(page.width, WIDEST_MAP), page.glyphs)
    return _with_caption(Group(Text(panel.title, "bold"), Text(""), picture, Text("")), caption)


def _map_list(page: Page, panel: MapPanel) -> Table:
    table = page.table(panel.title, ["place", "chance"], show_header=False)
    for place in panel.places:
        name, chance = mapart.place_lines(place, page.glyphs, place.name)
        table.add_row(Text.assemble(*name), Text.assemble(*chance))
    return table


def show_weights(page: Page, weights: Mapping[str, Mapping[str, float]]) -> None:
    """What the advisor plays for, a line for each weight."""
    for section, entries in weights.items():
        for name, value in entries.items():
            page.print(_stage("weight", f"{section}.{name} = {value:g}"))


def show_hint(page: Page, hint: Hint, stage: str) -> None:
    """The hint as far as `stage`: nudge, reason, answer; each includes those before it."""
    page.print(_stage("hint", hint.nudge))
    if stage in ("reason", "answer"):
        page.print(_stage("reason", hint.reason))
    if stage == "answer":
        for number, advice in enumerate(hint.ranked[:MOST_ACTIONS]):
            page.print(_stage("answer" if number == 0 else "then", advice_words(advice)))
        if not hint.ranked:
            page.print(_stage("answer", "nothing can be done now"))
        page.print(_stage("", "; ".join([f"ranked by {hint.objective}", *hint.notes]), "dim"))


def _stage(label: str, text: str, style: str = "") -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(min_width=6)
    grid.add_column(overflow="fold")
    grid.add_row(Text(label, "bold"), Text(visible(text, keep=""), style))
    return grid


def advice_words(advice: Advice) -> str:
    """The action, why, and what it would tell."""
    bits = "" if advice.bits is None else f", {advice.bits:.2f} bits"
    figures = f"  (value {advice.value:.2f}{bits})"
    return f"{advice.words}: {advice.because}{figures}" if advice.because else advice.words + figures
