"""The tangram's own judge asked about a puzzle of polygons: exactly, where the frame lies on the lattice."""

from collections.abc import Sequence
from functools import cache

import shapely

from heuristan.edgematching.polygons.judge import Judge
from heuristan.edgematching.polygons.puzzle import PolygonPuzzle, Spot
from heuristan.tangram.outlines.piece_sets import PieceSetError, piece_set_names, read_piece_set
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle
from heuristan.tangram.verification.claims.claims import Claim, LaidPiece
from heuristan.tangram.verification.judging.judge import judge


@cache
def outline_of(puzzle: PolygonPuzzle) -> Puzzle | None:
    """The outline that is the puzzle's frame; None if its pieces are no set, or it does not lie on the lattice."""
    if puzzle.set not in piece_set_names():
        return None
    try:
        pieces = read_piece_set(puzzle.set)
        found = puzzle_of(Drawing(puzzle.id, tuple(_polygons(puzzle))), pieces)
    except (PieceSetError, OutlineError):
        return None
    return found if found.reading is None else None


def _polygons(puzzle: PolygonPuzzle) -> list[list[list[Spot]]]:
    parts = shapely.get_parts(Judge(puzzle).frame)
    return [[[*ring.coords][:-1] for ring in (part.exterior, *part.interiors)] for part in parts]


def exact_fault(puzzle: PolygonPuzzle, places: Sequence[Spot]) -> str | None:
    """What the exact judge has against a solution; None if it is right, or the judge has no say."""
    outline = outline_of(puzzle)
    if outline is None:
        return None
    pairs = zip(puzzle.pieces, places, strict=True)
    laid = tuple(LaidPiece(piece.name, piece.moved(place)) for piece, place in pairs)
    verdict = judge(outline, Claim(puzzle.id, "solved", laid, 1))
    return verdict.faults[0].message if verdict.faults else None
