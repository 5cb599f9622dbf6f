"""Puzzles from tangram outlines: the pieces as some solution has them turned, and nothing of where they lie."""

from collections.abc import Iterable
from random import Random

from heuristan.edgematching.polygons.puzzle import (
    PLAIN,
    Piece,
    PolygonPuzzle,
    PolygonPuzzleError,
    Ring,
    Spot,
    signed_area,
)
from heuristan.edgematching.polygons.scattering import laid_out
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.exact import solve_exactly

MOST_SETS = 2
"""Sets of pieces in an outline at most; for two of them a relaxation takes seconds already."""


def puzzle_from(outline: Puzzle, seed: int = 0, limit: float | None = None) -> PolygonPuzzle:
    """The puzzle of an outline's pieces in given orientations, those of the first solution of the exact solver.

    Args:
        outline: an outline on the lattice.
        seed: of the order of the pieces.
        limit: the most seconds that the exact solver may take.

    Raises:
        PolygonPuzzleError: the outline has no solution, none was found in time, or it has too many sets of pieces.
    """
    if outline.sets > MOST_SETS:
        raise PolygonPuzzleError(f"{outline.id} has {outline.sets} sets of pieces; more than {MOST_SETS} are not taken")
    if outline.reading is not None:
        raise PolygonPuzzleError(
            f"{outline.id} is a drawing that is only nearly on the tangram's lattice; write it with exact coordinates "
            "first ('heuristan convert')"
        )
    result = solve_exactly(outline, limit=limit, traced=False)
    if result.status != "solved":
        raise PolygonPuzzleError(f"{outline.id}: the orientations come from a solution, and it is {result.status}")
    laid = [(piece.piece, _upright(outline, piece.vertices)) for piece in result.pieces]
    Random(seed).shuffle(laid)
    rings = [_upright(outline, map(outline.own, ring)) for ring in outline.rings]
    frame = tuple(ring[::-1] for ring in rings) if outline.frame.y_down else tuple(rings)
    pieces = [Piece(name, _left_turning(ring), (PLAIN,) * len(ring)) for name, ring in laid]
    colours = tuple((PLAIN,) * len(ring) for ring in frame)
    return PolygonPuzzle(outline.id, frame, colours, laid_out(pieces, frame), outline.pieces.name)


def _upright(outline: Puzzle, ring: Iterable[Spot]) -> Ring:
    """A ring in the outline's own coordinates, but y up."""
    sign = -1 if outline.frame.y_down else 1
    return tuple((x, sign * y) for x, y in ring)


def _left_turning(ring: Ring) -> Ring:
    return ring if signed_area(ring) > 0 else ring[::-1]
