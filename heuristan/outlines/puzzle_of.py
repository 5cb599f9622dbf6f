"""From a drawing to the puzzle behind it."""

from dataclasses import replace

from heuristan.drawing import Drawing
from heuristan.outlines.snapping import snap
from heuristan.pieces import TANGRAM, PieceSet
from heuristan.puzzle import Puzzle


def puzzle_of(drawing: Drawing, pieces: PieceSet | None = None) -> Puzzle:
    """The puzzle that a drawing shows.

    Args:
        drawing: as a reader found it.
        pieces: the set that it is to be laid with; the one that the drawing names, else the seven tans, if not given.

    Raises:
        OutlineError: what is wrong and the smallest fix.
    """
    chosen = pieces or drawing.pieces or TANGRAM
    puzzle = snap(drawing.id, drawing.polygons, drawing.sets, drawing.y_down, chosen)
    return replace(puzzle, drawing=drawing)
