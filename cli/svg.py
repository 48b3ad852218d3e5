"""The map as an SVG picture: our own drawing, on its own paper, so it reads on light and on dark pages."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from xml.sax.saxutils import escape

from cli.figures import percent, short_fraction
from solver.core.errors import UsageError
from solver.core.files import UnwritableFile, replace_file
from solver.core.views import MapPanel, MapPlace, Mark, View

WIDE, HIGH = 176, 74
"""The size of a place's card, in the picture's units."""
MARGIN = 40
HEAD = 44
LINE = 20
INK, FAINT, PAPER, ROAD, BAR, REST = "#1d1a16", "#5f594e", "#fbf7ec", "#9b8f78", "#1f5f8b", "#e2dac7"
TINTS = {
    "red": "#f3aaa0",
    "green": "#add8a6",
    "blue": "#abc9ef",
    "grey": "#d2d2d2",
    "gray": "#d2d2d2",
    "purple": "#d2b8e8",
    "yellow": "#f4e096",
    "orange": "#f6c58f",
    "brown": "#d9bd9c",
    "white": "#ffffff",
}
"""Light enough that the letter on them, in ink, keeps a contrast of at least 7 to 1."""
UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Point = tuple[float, float]


def save_map(out: str, view: View) -> None:
    """Writes the view's first map to `out` (- for standard output), whole or not at all.

    Raises UsageError where there is no map, UnwritableFile where the file cannot be written.
    """
    panel = next((panel for panel in view.panels if isinstance(panel, MapPanel)), None)
    if panel is None:
        raise UsageError("this table has no map to draw; leave --svg out")
    picture = map_svg(panel, view.headline)
    if out == "-":
        print(picture, end="")
        return
    try:
        real = Path(out).resolve()
        if real.is_dir():
            raise UnwritableFile(f"{out}: cannot be written (it is a folder; name a file in it)")
        if real.exists() and not (real.is_file() and real.suffix.lower() == ".svg"):
            raise UsageError(f"{out}: is there already and is no picture; name a new file, or one that ends in .svg")
        replace_file(real, picture)
    except (OSError, ValueError, RuntimeError) as error:
        raise UnwritableFile(f"{out}: cannot be written ({error})") from None


def map_svg(panel: MapPanel, headline: str) -> str:
    """The picture as a text."""
    at = _positions(panel.places)
    caption = textwrap.wrap("; ".join(part for part in (panel.caption, _legend(panel)) if part), 110)
    width = max((x for x, _ in at.values()), default=0) + WIDE / 2 + MARGIN
    height = max((y for _, y in at.values()), default=0) + HIGH / 2 + MARGIN + LINE * len(caption)
    return "\n".join(_document(panel, headline, at, caption, (width, height))) + "\n"


def _legend(panel: MapPanel) -> str:
    """What ring and diamond mean, where there is one; the pawn speaks for itself."""
    here = {mark for place in panel.places for mark in place.marks}
    words = {Mark.VISITED: "ring: been there", Mark.HIDDEN: "diamond: the hidden one, here"}
    return "; ".join(text for mark, text in words.items() if mark in here)


def _positions(places: Sequence[MapPlace]) -> dict[str, Point]:
    """The middle of each card: the board's positions, spread until no two cards touch."""
    left, top = (min((place.xy[axis] for place in places), default=0) for axis in (0, 1))
    scale = 1.0
    while scale < 50 and any(_touch(one, other, scale) for one, other in combinations(places, 2)):
        scale *= 1.05
    start = MARGIN + WIDE / 2, HEAD + MARGIN / 2 + HIGH / 2
    return {
        place.name: (start[0] + (place.xy[0] - left) * scale, start[1] + (place.xy[1] - top) * scale)
        for place in places
    }


def _touch(one: MapPlace, other: MapPlace, scale: float) -> bool:
    across, down = (abs(one.xy[axis] - other.xy[axis]) * scale for axis in (0, 1))
    return across < WIDE + 12 and down < HIGH + 12


def _document(
    panel: MapPanel, headline: str, at: Mapping[str, Point], caption: Sequence[str], size: Point
) -> Iterator[str]:
    width, height = (round(side) for side in size)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-labelledby="map-title map-desc" '
        "font-family=\"Georgia, 'Times New Roman', serif\">"
    )
    yield f'<title id="map-title">{_text(panel.title)}</title>'
    yield f'<desc id="map-desc">{_text(headline)}. {_describe(panel.places)} {_text(panel.caption)}</desc>'
    yield f'<rect width="{width}" height="{height}" rx="14" fill="{PAPER}" stroke="{ROAD}"/>'
    yield _label(panel.title, (MARGIN, 34), 20, INK, 'font-weight="bold"')
    yield _label(headline, (width - MARGIN, 34), 15, FAINT, 'text-anchor="end"')
    yield from (_road(at[one], at[other]) for one, other in panel.roads)
    for place in panel.places:
        yield from _card(place, at[place.name])
    for number, line in enumerate(reversed(caption)):
        yield _label(line, (MARGIN, height - 16 - LINE * number), 14, FAINT)
    yield "</svg>"


def _describe(places: Sequence[MapPlace]) -> str:
    return " ".join(f"{_text(place.name)}: {_text(_chance(place))}." for place in places)


def _chance(place: MapPlace) -> str:
    """The chance in words, exact where that is short."""
    if not place.is_possible:
        return "not here"
    if place.probability is None:
        return "possible"
    if place.probability == 1:
        return "✓ certain"
    exact = short_fraction(place.probability)
    return percent(place.probability) + (f" ({exact})" if exact else "")


def _road(start: Point, end: Point) -> str:
    return (
        f'<line x1="{start[0]:.0f}" y1="{start[1]:.0f}" x2="{end[0]:.0f}" y2="{end[1]:.0f}" '
        f'stroke="{ROAD}" stroke-width="5" stroke-linecap="round"/>'
    )


def _card(place: MapPlace, middle: Point) -> Iterator[str]:
    x, y = middle[0] - WIDE / 2, middle[1] - HIGH / 2
    ink = INK if place.is_possible else FAINT
    look = "" if place.is_possible else ' stroke-dasharray="6 4"'
    fill = "#ffffff" if place.is_possible else "#f1ece0"
    yield f'<g transform="translate({x:.0f} {y:.0f})">'
    told = [place.name, _chance(place), *sorted(mark.value for mark in place.marks)]
    yield f"<title>{_text(', '.join(told))}</title>"
    yield f'<rect width="{WIDE}" height="{HIGH}" rx="8" fill="{fill}" stroke="{ink}"{look}/>'
    if place.letter:
        yield f'<circle cx="18" cy="19" r="11" fill="{TINTS.get(place.colour, "#ffffff")}" stroke="{ink}"/>'
        yield _label(place.letter, (18, 24), 14, INK, 'text-anchor="middle" font-weight="bold"')
    yield _label(place.name, (36, 24), 15, ink, 'font-weight="bold"' + _squeezed(place.name, 15, WIDE - 44))
    labels = " · ".join(place.labels)
    yield _label(labels, (12, 43), 12, FAINT, _squeezed(labels, 12, WIDE - 24))
    yield from _bar(place)
    yield from _marks(place.marks)
    yield "</g>"


def _squeezed(text: str, size: int, room: int) -> str:
    """Fits a long text into its card."""
    is_long = len(text) * size * 0.55 > room
    return f' textLength="{room}" lengthAdjust="spacingAndGlyphs"' if is_long else ""


def _label(text: str, at: Point, size: int, ink: str, more: str = "") -> str:
    return f'<text x="{at[0]:.0f}" y="{at[1]:.0f}" font-size="{size}" fill="{ink}" {more}>{_text(text)}</text>'


def _bar(place: MapPlace) -> Iterator[str]:
    """A bar as long as the chance, and the figure; words where there is no chance to draw."""
    share = place.probability
    if not place.is_possible or share is None or share == 1:
        ink = INK if place.is_possible else FAINT
        yield _label(_chance(place), (12, 63), 13, ink, 'font-weight="bold"' if share == 1 else "")
        return
    room = WIDE - 76
    yield f'<rect x="12" y="53" width="{room}" height="10" rx="2" fill="{REST}"/>'
    yield f'<rect x="12" y="53" width="{max(1.5, float(share) * room):.1f}" height="10" rx="2" fill="{BAR}"/>'
    yield _label(percent(share), (WIDE - 10, 63), 14, INK, 'text-anchor="end" font-weight="bold"')


def _marks(marks: frozenset[Mark]) -> Iterator[str]:
    """A pawn on the card's corner; a small ring where it has been before; a diamond where the hidden one is."""
    if Mark.PAWN in marks:
        yield (
            f'<path transform="translate({WIDE - 16} -14)" fill="{INK}" stroke="{PAPER}" stroke-width="1.5" '
            'd="M-9 24 L-4 10 A7 7 0 1 1 4 10 L9 24 Z"/>'
        )
    if Mark.VISITED in marks:
        yield f'<circle cx="{WIDE - 38}" cy="0" r="6" fill="{PAPER}" stroke="{INK}" stroke-width="2.5"/>'
    if Mark.HIDDEN in marks:
        shape = "M0 -11 L9 0 L0 11 L-9 0 Z"
        yield f'<path transform="translate({WIDE - 60} 0)" fill="{BAR}" stroke="{PAPER}" d="{shape}"/>'


def _text(text: str) -> str:
    """Fit for XML: escaped, without what XML cannot hold."""
    return escape(UNPRINTABLE.sub("?", text), {'"': "&quot;"})
