"""The play table: hints for pieces that a person has laid, and the judge's verdict on them. Pieces are in legs."""

from collections.abc import Mapping
from typing import Any

from heuristan.tangram.api import Puzzle
from heuristan.tangram.verification.judging.verdict import Fault
from heuristan.teaching.web.messages import HintRequest, JudgeRequest
from heuristan.teaching.web.requested import in_own_coordinates, puzzle_given, ring_in_legs, rounded


def hint(request: HintRequest, limit: float) -> dict[str, Any]:
    """Say where a piece goes, as much of it as is asked for, within a time limit in seconds."""
    puzzle = puzzle_given(request.puzzle)
    placed = in_own_coordinates(puzzle, request.laid)
    found = puzzle.hint(placed, reveal=request.reveal, limit=limit)
    fields: Mapping[str, Any] = found.fields
    points = {key: ring_in_legs(puzzle, [fields[key]])[0] for key in ("vertex", "edge_to") if fields.get(key)}
    ring = {"vertices": ring_in_legs(puzzle, fields["vertices"])} if "vertices" in fields else {}
    return {**fields, **points, **ring, "words": found.words}


def judge(request: JudgeRequest) -> dict[str, Any]:
    """Say whether pieces are a solution, whoever laid them."""
    puzzle = puzzle_given(request.puzzle)
    verdict = puzzle.verify(in_own_coordinates(puzzle, request.laid))
    return verdict.as_json() | {"faults": [_in_legs(puzzle, fault) for fault in verdict.faults]}


def _in_legs(puzzle: Puzzle, fault: Fault) -> dict[str, Any]:
    """Return a fault with its place in legs, so that a board can show it."""
    told = fault.as_json()
    if "point" in told:
        told["point"] = ring_in_legs(puzzle, [told["point"]])[0]
    return told | ({"region": [[rounded(spot) for spot in ring] for ring in fault.region]} if fault.region else {})
