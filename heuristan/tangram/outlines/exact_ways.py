"""The ways to put a drawing exactly on the lattice: with the number of sets that the file says, or that people mean.

Where the file says none, one set is the case to assume. But whole numbers lie on the lattice in any unit, so what is
drawn for one set may fit as many small sets as well. Which of them is meant is decided by how likely it is
(`tolerant.readings`).
"""

from dataclasses import replace

from heuristan.common.plane import signed_area
from heuristan.tangram.outlines.snapping import snap
from heuristan.tangram.pieces.sets import PieceSet, items_of
from heuristan.tangram.pieces.tiling import infeasible_edges
from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import MOST_SETS, OffLatticeError, Puzzle, Reading

FEW = 12
"""Maximum number of sets in whole legs that is likelier than one set drawn less exactly.

A vertex that is rounded to whole numbers is up to 0.7 units off, and a drawing may be 0.2 legs off. So one set in such
a drawing has a leg of 3.5 units or more, and the area of more than 12 sets whose leg is a unit.
"""

ROUNDED = 1e-3
"""Maximum error of an area, in square legs, whose number of sets is whole."""


def exact_ways(drawing: Drawing, pieces: PieceSet) -> list[Puzzle]:
    """Return the exact puzzles that an outline may be, the fewest sets first; none if it does not lie on the lattice.

    Where the file says no number of sets, that is one set, and as many as the area in whole legs has; but many sets are
    not looked for where one fits. Ways with an edge that no pieces have are left out, unless there is no other. If
    there is a choice, each way is a reading; else it is certain.

    Raises:
        OutlineError: if the outline cannot be a puzzle, however its lengths are read.
    """
    said = sets_said(drawing, pieces)
    one = snapped(drawing, said, pieces)
    several = sets_of_legs(drawing, pieces) if said is None else None
    if several is None or (one is not None and several > FEW):
        return [one] if one is not None else []
    found = [way for way in (one, snapped(drawing, several, pieces)) if way is not None]
    likely = [way for way in found if has_feasible_edges(way)] or found
    if [way.sets for way in found] == [1]:
        return found
    return [replace(way, reading=Reading(i, 0.0, 0.0, way.own(way.rings[0][0]))) for i, way in enumerate(likely)]


def snapped(drawing: Drawing, sets: int | None, pieces: PieceSet) -> Puzzle | None:
    """Return the exact puzzle that an outline is with a number of sets, which is one if not given; None if it is none.

    Raises:
        OutlineError: if the outline cannot be a puzzle, however its lengths are read.
    """
    try:
        puzzle = snap(drawing.id, drawing.polygons, sets, drawing.y_down, pieces)
    except OffLatticeError:
        return None
    return replace(puzzle, drawing=drawing, properties=drawing.properties)


def sets_said(drawing: Drawing, pieces: PieceSet) -> int | None:
    """Return the number of sets that a file says, by itself, by its author's pieces or by its leg."""
    if drawing.sets is not None:
        return drawing.sets
    if drawing.laid and len(drawing.laid) % pieces.size == 0:
        return len(drawing.laid) // pieces.size
    if drawing.leg is not None and drawing.leg > 0:
        return round(min(max(1.0, _area(drawing) / drawing.leg / drawing.leg / pieces.legs_squared), MOST_SETS))
    return None


def sets_of_legs(drawing: Drawing, pieces: PieceSet) -> int | None:
    """Return the number of sets, 2 or more, that has the area of an outline if its unit is the small leg."""
    area, one = _area(drawing), pieces.legs_squared
    sets = round(area / one) if area < one * (MOST_SETS + 1) else 0
    return sets if 1 < sets <= MOST_SETS and abs(area - one * sets) < ROUNDED else None


def has_feasible_edges(puzzle: Puzzle) -> bool:
    """Return whether sides of pieces add up to every edge of a puzzle whose length they decide."""
    try:
        boundary = puzzle.boundary
    except ValueError:
        return False
    items = items_of(puzzle.pieces, puzzle.stock)
    return not any(infeasible_edges(boundary, puzzle.pieces, items, puzzle.denominator))


def _area(drawing: Drawing) -> float:
    """Return the area of the outer rings less that of the holes; of pieces alone, that of all of them."""
    polygons = drawing.polygons or [[piece.vertices] for piece in drawing.laid]
    sizes = ([abs(signed_area(ring)) for ring in polygon] for polygon in polygons)
    return sum(2 * outer - sum((outer, *holes)) for outer, *holes in sizes)
