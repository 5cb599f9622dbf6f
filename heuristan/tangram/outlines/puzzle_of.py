"""From a drawing to the puzzle behind it."""

from dataclasses import replace

from heuristan.common.unexpected import unexpected_as
from heuristan.tangram.outlines.exact_ways import exact_ways
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet
from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle


@unexpected_as(OutlineError, OutlineError)
def puzzle_of(drawing: Drawing, pieces: PieceSet | None = None) -> Puzzle:
    """Return the puzzle that a drawing shows: exact if it lies on the lattice in one way, else its likeliest reading.

    Args:
        drawing: as a reader found it.
        pieces: the set to lay it with; if not given, the set that the drawing names, else the seven tans.

    Raises:
        OutlineError: if it cannot be a puzzle; the message says what is wrong and the smallest fix.
    """
    chosen = pieces or drawing.pieces or TANGRAM
    ways = exact_ways(drawing, chosen) if drawing.polygons else []
    if len(ways) != 1 or ways[0].reading is not None:
        return _nearest(drawing, chosen)
    return ways[0]


def _nearest(drawing: Drawing, pieces: PieceSet) -> Puzzle:
    # drawings are rarer than exact outlines, and their geometry takes long to import
    from heuristan.tangram.outlines.approximate import readings_of

    puzzle = next(readings_of(drawing, pieces))
    return replace(puzzle, properties=drawing.properties) if drawing.properties else puzzle
