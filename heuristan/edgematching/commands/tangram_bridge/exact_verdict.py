"""The tangram's exact judge, asked about puzzles of polygons whose frame lies on the lattice."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from heuristan.common.plane import Spot
from heuristan.common.results import Fault, Verdict
from heuristan.edgematching.polygons.area_judge import frame_polygons, verdict_on
from heuristan.edgematching.polygons.model import PolygonPuzzle
from heuristan.edgematching.polygons.outcome import claim_of
from heuristan.tangram.outlines.piece_sets import PieceSetError, piece_set_names, read_piece_set
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle
from heuristan.tangram.verification.claims.claims import Claim, LaidPiece
from heuristan.tangram.verification.judging.judge import judge


def exact_verdict_on(puzzle: PolygonPuzzle, result: Mapping[str, Any]) -> Verdict:
    """Judge a result as for any polygons; the exact judge checks what is right, if the frame is an outline."""
    verdict = verdict_on(puzzle, result)
    if (verdict.verdict, verdict.status) != ("right", "solved") or outline_of(puzzle) is None:
        return verdict
    if fault := exact_fault(puzzle, claim_of(result).places):
        fault = Fault("exact", f"on the tangram's lattice: {fault.message}")
        return replace(verdict, verdict="wrong", faults=(fault,), merit="")
    return replace(verdict, merit=f"{verdict.merit}, and exactly on the tangram's lattice")


@cache
def outline_of(puzzle: PolygonPuzzle) -> Puzzle | None:
    """Return the outline that is the puzzle's frame; None if the pieces are not a set, or it is not on the lattice."""
    if puzzle.set not in piece_set_names():
        return None
    try:
        pieces = read_piece_set(puzzle.set)
        found = puzzle_of(Drawing(puzzle.id, tuple(frame_polygons(puzzle))), pieces)
    except (PieceSetError, OutlineError):
        return None
    return found if found.reading is None else None


def exact_fault(puzzle: PolygonPuzzle, places: Sequence[Spot]) -> Fault | None:
    """Return the first fault that the exact judge finds; None if there is none, or the frame is not an outline."""
    outline = outline_of(puzzle)
    if outline is None:
        return None
    pairs = zip(puzzle.pieces, places, strict=True)
    laid = tuple(LaidPiece(piece.name, piece.moved(place)) for piece, place in pairs)
    return next(iter(judge(outline, Claim(puzzle.id, "solved", laid, 1)).faults), None)
