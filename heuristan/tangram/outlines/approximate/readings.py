"""The puzzles that may be meant by a drawing, the nearest first."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import inf
from typing import NamedTuple

import shapely

from heuristan.tangram.outlines.approximate.arranging import Part
from heuristan.tangram.outlines.approximate.edges import edges_of
from heuristan.tangram.outlines.approximate.exactly import exact_puzzle
from heuristan.tangram.outlines.approximate.figure import Figure, sets_of
from heuristan.tangram.outlines.approximate.limits import check, refusing
from heuristan.tangram.outlines.approximate.nearly import near_puzzle
from heuristan.tangram.outlines.approximate.parts import parts_of
from heuristan.tangram.outlines.approximate.strays import stray_edge
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle, Reading
from heuristan.tangram.puzzle.regions import enclosed

TOLERANCE = 0.2
"""No vertex of a drawing may lie farther from the outline as it is read, in legs."""

WIDTHS = (0.05, 0.1, 0.15, TOLERANCE)

AGREEING = 0.7
"""The share of the length of a part that must run along its eight directions: what is curved does not."""

EXACT = 0.6
"""... nor so many times the nearness from an outline on the lattice: else pieces may well have been slid a little."""


class Nearness(NamedTuple):
    """How freely a drawing is read, in legs."""

    wear: float
    """Necks narrower than twice this are point contacts."""
    same: float
    """Lines and points less far apart than this are the same."""


NEARNESSES = (
    Nearness(0.015, 0.02),
    Nearness(0.015, 0.04),
    Nearness(0.03, 0.06),
    Nearness(0.05, 0.1),
    Nearness(0.03, 0.13),
)
"""The readings that are tried, the nearest first."""

NEAREST = Nearness(0.015, 0.008)
"""What is tried before where there are several sets: with many pieces, many more fit if little need fit exactly."""


GAPS = (0.02, 0.06)
"""Gaps between an author's pieces that are narrower than this, in legs, are none: where a drawing has pieces alone, all
readings are tried with the first, then with the second."""


def readings_of(drawing: Drawing, pieces: PieceSet) -> Iterator[Puzzle]:
    """The puzzles that may be meant by a drawing, the nearest first; they are made while the iterator is used.

    Raises:
        OutlineError: the drawing encloses no area or crosses itself too often, is too large for exact numbers, or
            cannot be read to within the TOLERANCE.
    """
    check(drawing)
    worst: Reading | None = None
    number = 0
    for sets, gap in product(sets_of(drawing, pieces), GAPS[:1] if drawing.polygons else GAPS):
        figure = Figure.of(drawing, pieces, sets, gap)
        for nearness in NEARNESSES if sets == 1 else (NEAREST, *NEARNESSES):
            for puzzle in _puzzles(figure, nearness, pieces):
                reading = _reading(figure, puzzle, nearness, number)
                if puzzle.nearness == 0 and reading.moved > EXACT * nearness.same:
                    continue
                if reading.moved > TOLERANCE:
                    worst = worst or reading
                    continue
                yield replace(puzzle, reading=reading, drawing=drawing)
                number += 1
    if number == 0:
        raise OutlineError(_refusal(worst, figure))


def _refusal(worst: Reading | None, figure: Figure) -> str:
    if worst is None:
        return stray_edge(figure) or (
            "the outline is thinner or smaller in parts than any piece, or has more corners than the pieces have; "
            "check the drawing"
        )
    x, y = worst.spot
    return (
        f"the vertex at ({x:.6g}, {y:.6g}) lies {worst.moved:.2g} legs from the nearest outline that pieces could "
        f"have, and {TOLERANCE:g} is allowed; straighten the outline there"
    )


def _puzzles(figure: Figure, nearness: Nearness, pieces: PieceSet) -> Iterator[Puzzle]:
    """The exact puzzle, if there is one, and the one where pieces may slide."""
    parts = _parts(figure, nearness)
    if parts is not None and _corners(parts) <= _corners_of(pieces, figure.sets):
        exact = exact_puzzle(figure, parts, nearness.same, pieces)
        if exact is not None:
            yield exact
        yield near_puzzle(figure, parts, nearness.same, pieces)


@refusing()
def _reading(figure: Figure, puzzle: Puzzle, nearness: Nearness, number: int) -> Reading:
    """How far the vertices of a drawing lie from the outline of a puzzle."""
    outline = shapely.MultiLineString([[puzzle.own(p) for p in (*ring, ring[0])] for ring in puzzle.rings])
    spots = figure.vertices
    distances = shapely.distance(outline, shapely.points(spots)) / figure.leg
    farthest = int(distances.argmax())
    x, y = spots[farthest]
    moved = float(distances[farthest])
    if moved > TOLERANCE:
        moved = min(moved, _width(figure, puzzle))
    return Reading(number, nearness.same, moved, (float(x), float(y)))


@refusing()
def _width(figure: Figure, puzzle: Puzzle) -> float:
    """How wide, in legs, what the drawing has and the outline has not is, and the other way round.

    A slit or a thin hole that is closed is as wide as that, however far its vertices lie from what is left.
    """
    outline = enclosed([[[*map(puzzle.own, ring)] for ring in part] for part in puzzle.placed_rings])
    off = outline.symmetric_difference(figure.drawn)
    return next((width for width in WIDTHS if off.buffer(-width / 2 * figure.leg).is_empty), inf)


@refusing()
def _corners(parts: Sequence[Part]) -> int:
    return sum(len(loop) for part in parts for loop in part.loops)


def _corners_of(pieces: PieceSet, sets: int) -> int:
    """How many corners the pieces have together: an outline has no more, as there is one of a piece at each of its."""
    return sum(count * len(pieces.by_name[name].ring) for name, count in pieces.stock(sets).items())


def _parts(figure: Figure, nearness: Nearness) -> list[Part] | None:
    """The parts put in order; None where one has too little left, or there is none."""
    found = []
    for drawn in parts_of(figure.shape, nearness.wear):
        loops = edges_of(drawn, nearness.same) if drawn.agreeing >= AGREEING else None
        if loops is None:
            return None
        found.append(Part(drawn.turn, loops))
    return found or None
