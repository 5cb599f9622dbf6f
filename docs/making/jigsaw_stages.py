"""The stages of an assembly as a film strip: a half of the border, the border, the interior, the whole."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from heuristan.common.plane import Ring
from heuristan.common.svg import elements as svg
from heuristan.common.svg.page import box, hatch, label, outline_path, page
from heuristan.common.svg.palette import LIGHT, LINE, PAPER, RULE, Tone, mixed
from heuristan.common.words import plural
from heuristan.jigsaw.piece import Floats, Piece
from heuristan.jigsaw.results import Result

WIDTH = 250.0
"""Width of a frame in SVG units."""
MARGIN, GAP, CAPTION = 18.0, 16.0, 26.0
SIZE = 12.5


class Tile(NamedTuple):
    """A piece of an assembly."""

    ring: Ring
    """The outline in pixels of the whole."""
    colour: str
    """The mean colour of its picture."""
    step: int
    doubtful: bool
    piece: str = ""
    """Its name."""
    row: int = 0
    column: int = 0


def tiles(pieces: Sequence[Piece], result: Result) -> list[Tile]:
    """Return the pieces of an assembly, in the order in which they were laid."""
    from heuristan.jigsaw.assembled import warped

    found = []
    for number, one in enumerate(warped(pieces, result, 1200.0), start=1):
        ring = tuple((round(float(x), 1), round(float(y), 1)) for x, y in one.ring()[::4])
        seen = one.piece.picture[one.piece.picture[..., 3] > 250][:, :3]
        red, green, blue = (round(value) for value in seen.mean(axis=0))
        lies = (one.placed.piece, one.placed.row, one.placed.column)
        found.append(Tile(ring, f"#{red:02x}{green:02x}{blue:02x}", number, one.placed.doubtful, *lies))
    return found


def stages_svg(found: Sequence[Tile], title: str) -> str:
    """Draw the film strip.

    Args:
        found: all pieces of an assembly.
        title: title of the picture.
    """
    if not found:
        return page(2 * MARGIN + WIDTH, 2 * MARGIN + CAPTION, title, "nothing was laid", [], "jigsaw-stages")
    points = np.array([point for tile in found for point in tile.ring])
    low, high = points.min(axis=0), points.max(axis=0)
    scale = WIDTH / float((high - low)[0])
    tall = float((high - low)[1]) * scale
    parts: list[svg.Element] = []
    captions = []
    for place, (caption, last) in enumerate(_frames(found)):
        across, down = place % 2, place // 2
        left, top = MARGIN + across * (WIDTH + GAP), MARGIN + down * (tall + CAPTION + GAP)
        lying = [tile._replace(ring=_moved(tile.ring, low, scale, left, top)) for tile in found]
        parts.append(box(left, top, WIDTH, tall, fill=LIGHT, stroke=RULE))
        for tile in lying:
            if tile.step <= last:
                parts += _drawn(tile, Tone(tile.colour), marked=place == 3)
        parts.append(label(left, top + tall + 17, caption, size=SIZE, kind="caption"))
        captions.append(caption)
    height = 2 * MARGIN + 2 * (tall + CAPTION) + GAP
    return page(2 * MARGIN + 2 * WIDTH + GAP, height, title, ". ".join(captions) + ".", parts, "jigsaw-stages")


def _frames(found: Sequence[Tile]) -> list[tuple[str, int]]:
    """Return the caption of each frame, and the last piece in it; the border is laid first."""
    rows, columns = (0, max(tile.row for tile in found)), (0, max(tile.column for tile in found))
    border = sum(tile.row in rows or tile.column in columns for tile in found)
    half = (border + len(found)) // 2
    doubtful = sum(tile.doubtful for tile in found)
    doubt = f"{plural(doubtful, 'piece')} doubtful" if doubtful else "no piece doubtful"
    return [
        (f"After {border // 2} pieces of the border", border // 2),
        (f"The border, {plural(border, 'piece')}", border),
        (f"After {half} of {len(found)} pieces", half),
        (f"The whole, {doubt}", len(found)),
    ]


def _moved(ring: Ring, low: Floats, scale: float, left: float, top: float) -> Ring:
    return tuple((left + (x - float(low[0])) * scale, top + (y - float(low[1])) * scale) for x, y in ring)


def _drawn(tile: Tile, tone: Tone, *, marked: bool) -> list[svg.Element]:
    """Draw a piece, hatched if it is doubtful and marked."""
    edge = mixed(tone.fill, LINE, 0.6)
    parts: list[svg.Element] = [
        svg.Path(d=outline_path([tile.ring]), fill=tone.fill, stroke=edge, stroke_width=0.6, stroke_linejoin="round")
    ]
    if marked and tile.doubtful:
        parts.append(hatch([tile.ring], PAPER, spacing=5, width=1.6))
        parts.append(hatch([tile.ring], LINE, spacing=5, width=0.8))
        parts.append(svg.Path(d=outline_path([tile.ring]), fill="none", stroke=LINE, stroke_width=1.6))
    return parts
