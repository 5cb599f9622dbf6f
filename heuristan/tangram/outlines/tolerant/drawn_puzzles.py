"""The parts of a drawing as a puzzle: exactly on the lattice, if sums of sides explain its lengths, or with nearness.

With nearness, lines stay where they were drawn. Parts lie side by side on the lattice, each turned back.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from statistics import fmean
from typing import NamedTuple

from heuristan.common.plane import turned
from heuristan.tangram.boundary import Ring
from heuristan.tangram.lattice.points import LIMIT, Code, Direction, add, code, point
from heuristan.tangram.outlines.tolerant.edge_loops import UNITS, EdgeLoop, lattice_rings, vertices_of
from heuristan.tangram.outlines.tolerant.silhouette import Silhouette
from heuristan.tangram.pieces.sets import UNITS_A_LEG, PieceSet, in_legs, items_of
from heuristan.tangram.pieces.tiling import infeasible_edges
from heuristan.tangram.puzzle.drawing import Vector
from heuristan.tangram.puzzle.puzzle import Frame, OutlineError, PartPlace, Puzzle, make_puzzle

APART = 1
"""Distance between parts on the lattice, in legs."""


class TidiedPart(NamedTuple):
    """A part of a drawing put in order."""

    turn: float
    """Its turn against the eight directions, in radians."""
    loops: list[EdgeLoop]
    """The loops of its edges, turned back; the outer one first."""


class Arrangement(NamedTuple):
    """The map from points on the lattice to points of the drawing."""

    frame: Frame
    places: tuple[PartPlace, ...]

    @classmethod
    def of(cls, silhouette: Silhouette, places: list[PartPlace], denominator: int) -> "Arrangement":
        """Return the arrangement of parts at these places; the place of a single part becomes part of the frame."""
        scale = silhouette.leg / (UNITS_A_LEG * denominator)
        if len(places) == 1:
            return cls(Frame(scale, places[0].turn, silhouette.own(places[0].shift), silhouette.y_down), ())
        return cls(Frame(scale, 0.0, silhouette.origin, silhouette.y_down), tuple(places))


MIN_REACH = 0.03
"""Minimum of the allowed error of a length, in legs; it is else twice the nearness, one at either end."""


def exact_puzzle(
    silhouette: Silhouette, parts: Sequence[TidiedPart], nearness: float, pieces: PieceSet
) -> Puzzle | None:
    """Return the lattice puzzle with the lengths that are meant; None if sums of sides do not explain all of them."""
    reach = max(2 * nearness, MIN_REACH)
    for rings in lattice_rings([part.loops for part in parts], reach):
        laid, places = _side_by_side(parts, rings)
        frame, placed = Arrangement.of(silhouette, places, 1)
        try:
            puzzle = make_puzzle(silhouette.id, laid, sets=silhouette.sets, frame=frame, pieces=pieces)
        except OutlineError:
            continue
        if not any(infeasible_edges(puzzle.boundary, pieces, items_of(pieces, puzzle.stock), 1)):
            return replace(puzzle, places=placed)
    return None


def _side_by_side(parts: Sequence[TidiedPart], rings: Sequence[Sequence[Ring]]) -> tuple[list[Ring], list[PartPlace]]:
    """Return the rings of all parts on one lattice, and the places of the parts in the drawing."""
    laid: list[Ring] = []
    places: list[PartPlace] = []
    begin = 0
    for part, loops in zip(parts, rings, strict=True):
        spots = [in_legs(p) for ring in loops for p in ring]
        shift = begin + ceil(-min(x for x, _ in spots))
        laid += [tuple(add(p, point(UNITS_A_LEG * shift, 0, 0, 0)) for p in ring) for ring in loops]
        drawn = [vertex for loop in part.loops for vertex in vertices_of(loop)]
        off = (
            fmean(x - u for (x, _), (u, _) in zip(drawn, spots, strict=True)) - shift,
            fmean(y - v for (_, y), (_, v) in zip(drawn, spots, strict=True)),
        )
        places.append(PartPlace(begin - APART / 2, part.turn, turned(off, part.turn)))
        begin = shift + ceil(max(x for x, _ in spots)) + APART
    return laid, places


FINENESS = 128
"""Number of lattice points on a small leg: drawn lines are put on the nearest, at most 0.002 legs away."""

UNIT = UNITS_A_LEG * FINENESS
"""Number of lattice units in a leg."""

WIDEST = LIMIT // 2 // UNIT
"""Maximum width, in legs, with parts side by side: half of the exact range, so that pieces laid there stay in range."""


def near_puzzle(silhouette: Silhouette, parts: Sequence[TidiedPart], nearness: float, pieces: PieceSet) -> Puzzle:
    """Return the puzzle of these parts in which lines and points that are near each other may be the same.

    Raises:
        OutlineError: if it is wider or higher than WIDEST.
    """
    rings: list[Ring] = []
    places: list[PartPlace] = []
    begin = 0.0
    for part in parts:
        vertices = [vertex for loop in part.loops for vertex in vertices_of(loop)]
        left, low, right = min(x for x, _ in vertices), min(y for _, y in vertices), max(x for x, _ in vertices)
        if max(begin + right - left, max(y for _, y in vertices) - low) > WIDEST:
            raise OutlineError(
                f"the outline is more than {WIDEST} small legs across, which is too far for exact numbers; split it"
            )
        rings += [_lattice_ring(loop, (begin - left, -low)) for loop in part.loops]
        places.append(PartPlace(begin - APART / 2, part.turn, turned((left - begin, low), part.turn)))
        begin += right - left + APART
    frame, placed = Arrangement.of(silhouette, places, FINENESS)
    near = code(round(nearness * UNIT), 0)
    return Puzzle(silhouette.id, tuple(rings), FINENESS, silhouette.sets, frame, pieces, near, placed)


def _lattice_ring(loop: EdgeLoop, shift: Vector) -> Ring:
    """Return a moved loop on the lattice: lines on the nearest lattice line, vertices where lines meet.

    Only the projections across its two lines are exact at a vertex; the others are the nearest numbers. So they need
    not agree with each other to the last unit, which is far below the nearness.
    """
    moved = [(x + shift[0], y + shift[1]) for x, y in vertices_of(loop)]
    offsets = [_number(edge.offset + _along((edge.direction + 2) % 8, shift)) for edge in loop]
    found = []
    for i, vertex in enumerate(moved):
        numbers = [_number(_along(k, vertex)) for k in range(4)]
        for line in (i - 1, i):
            k = (loop[line].direction + 2) % 8
            numbers[k % 4] = offsets[line] if k < 4 else -offsets[line]
        found.append((numbers[0], numbers[1], numbers[2], numbers[3]))
    return tuple(found)


def _along(direction: Direction, spot: Vector) -> float:
    x, y = UNITS[direction]
    return spot[0] * x + spot[1] * y


def _number(legs: float) -> Code:
    return code(round(legs * UNIT), 0)
