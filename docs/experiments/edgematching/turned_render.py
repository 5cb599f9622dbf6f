"""Pictures of attempts with pieces that may be turned."""

from collections.abc import Iterator, Sequence
from math import pi

import svg
from turned_pieces import TurnedStep, about

from heuristan.common.plane import Ring
from heuristan.common.svg.geometry import View, size_of, tidy
from heuristan.common.svg.page import outline_path, page, region
from heuristan.common.svg.palette import LIGHT, LINE, PAPER, RULE, colour_of
from heuristan.common.svg.text import GREY, label
from heuristan.edgematching.polygons.model import PolygonPuzzle
from heuristan.edgematching.polygons.pictures import CELL, FIGURE, GAP, MARGIN

CAPTION = 50.0


def turned_svg(puzzle: PolygonPuzzle, steps: Sequence[tuple[str, TurnedStep]], turns: int, words: str) -> str:
    """Draw iterates of an augmented puzzle side by side, with all copies over each other.

    Args:
        puzzle: the puzzle.
        steps: the iterates, each with its caption.
        turns: the number of copies; 1 for a puzzle that is not augmented.
        words: the description of the picture.
    """
    frames = [_frame(puzzle, 2 * pi * turn / turns) for turn in range(turns)]
    rings = [ring for frame in frames for ring in frame]
    scale = FIGURE / max(size_of(rings, 0))
    high = size_of(rings, 0)[1] * scale
    parts: list[svg.Element] = [label(MARGIN, 40, words, size=13, fill=GREY, kind="status")]
    for number, (caption, step) in enumerate(steps):
        left, top = MARGIN + number * (CELL + GAP), 56.0
        view = View.centred(rings, 0, scale, (left + CELL / 2, top + 14 + high / 2))
        wide, tall = tidy(CELL), tidy(high + CAPTION + 14)
        parts.append(svg.Rect(x=tidy(left), y=top, width=wide, height=tall, rx=7, fill=PAPER, stroke=RULE))
        parts += _copies(puzzle, frames, step, turns, view)
        parts += [
            label(left + 12, top + high + 36, caption, size=12, bold=True, kind="caption"),
            label(left + 12, top + high + 52, f"objective {step.objective:.2g}", size=12, kind="caption"),
        ]
    wide_page = 2 * MARGIN + len(steps) * (CELL + GAP) - GAP
    return page(wide_page, 56 + high + CAPTION + 14 + MARGIN, puzzle.id, words, parts, "turned-iterates")


def _frame(puzzle: PolygonPuzzle, turn: float) -> list[Ring]:
    return [tuple(about(spot, turn, puzzle.middle) for spot in ring) for ring in puzzle.frame]


def _copies(
    puzzle: PolygonPuzzle, frames: Sequence[Sequence[Ring]], step: TurnedStep, turns: int, view: View
) -> Iterator[svg.Element]:
    """Draw the frames, and in them the copies: turned ones translucent."""
    yield from (region(frame, view, "frame", fill=LIGHT, stroke=RULE) for frame in frames[1:])
    yield region(frames[0], view, "frame", fill=LIGHT, stroke=LINE, width=1.6)
    shift = puzzle.middle if turns == 1 else (0.0, 0.0)
    for number, ring in enumerate(step.rings):
        name = puzzle.pieces[number % len(puzzle.pieces)].name
        yield svg.Path(
            class_=["piece"],
            d=outline_path([view.ring(tuple((x - shift[0], y - shift[1]) for x, y in ring))]),
            fill=colour_of(name),
            fill_opacity=0.35 if turns > 1 else 0.75,
            stroke=LINE,
            stroke_width=0.8,
            stroke_linejoin="round",
        )
