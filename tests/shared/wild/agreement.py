"""What the package says of an outline whose tiling is known, compared with that tiling by other means."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import dist
from typing import NamedTuple

import shapely

from heuristan.common.overlay import intersection, symmetric_difference, union
from heuristan.tangram.outlines.geojson import outlines_of
from heuristan.tangram.puzzle.drawing import LaidPiece
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle
from heuristan.tangram.solving.result import Result
from heuristan.tangram.solving.shortcuts import solve, solve_exactly
from heuristan.tangram.verification.claims import Claim
from heuristan.tangram.verification.judging.judge import judge
from heuristan.teaching.hinting import Hint, Unknown, advise_on
from shared.wild.changes import Written
from shared.wild.laying import ONE_SET
from shared.wild.outlines import Ring

LIMIT = 20.0
"""Time limit of a solver, in seconds."""

EXACTLY = 1e-3
"""Maximum error of pieces of an outline that was read exactly, in legs."""

LOST = 0.2
"""Error of vertices, in legs, from which on the outline is another one, so that its tiling says nothing of it."""

NEARLY = 0.1
"""Maximum error of pieces of an outline that was read as a drawing, in legs."""

GRID = 1e-8
"""Part of a leg to which places are rounded: otherwise some shapes that touch are said to overlap."""

SIDES = {
    "large-triangle": (2, 2, 8**0.5),
    "medium-triangle": (2**0.5, 2**0.5, 2),
    "small-triangle": (1, 1, 2**0.5),
    "square": (1, 1, 1, 1),
    "parallelogram": (1, 1, 2**0.5, 2**0.5),
}
AREAS = {"large-triangle": 2.0, "medium-triangle": 1.0, "small-triangle": 0.5, "square": 1.0, "parallelogram": 1.0}


class Finding(NamedTuple):
    """One thing that does not agree with what is known."""

    kind: str
    """ "wrong" for a false answer, "refused by the judge", "said" for an honest one, "limit" for none in time."""
    what: str


def read(written: Written) -> Puzzle:
    """Return the puzzle, read as a line of GeoJSON.

    Raises:
        OutlineError: if it is refused.
    """
    rings = [[[[*spot] for spot in (*ring, ring[0])] for ring in part] for part in written.polygons]
    sets = {"sets": written.wild.sets} if written.wild.sets > 1 else {}
    feature = {
        "type": "Feature",
        "properties": sets,
        "geometry": {"type": "MultiPolygon", "coordinates": rings},
    }
    return next(outlines_of(feature, f"wild-{written.wild.seed}")).puzzle()


def findings(written: Written, by_expert: bool = False, with_counts: bool = False) -> Iterator[Finding]:
    """Yield everything that does not agree.

    Args:
        written: the outline.
        by_expert: whether the expert system solves it too.
        with_counts: whether all solutions are counted and compared with those of the outline as it is.
    """
    try:
        puzzle = read(written)
    except OutlineError as fault:
        yield Finding("said", f"refused: {fault}")
        return
    yield from _of_result(written, puzzle, solve_exactly(puzzle, limit=LIMIT, traced=False))
    if by_expert:
        yield from _of_result(written, puzzle, solve(puzzle, limit=LIMIT))
    if written.off > LOST:
        return
    truth = judge(puzzle, Claim(None, "solved", tuple(LaidPiece(*piece) for piece in written.tiling), 1))
    if truth.verdict != "right":
        yield Finding("refused by the judge", f"the truth: {truth.faults[0].message}")
    yield from _of_hint(written, puzzle)
    if with_counts and not puzzle.nearness:
        yield from _of_counts(written, puzzle)


def _of_result(written: Written, puzzle: Puzzle, result: Result) -> Iterator[Finding]:
    if result.status == "limit":
        yield Finding("limit", f"{result.solver}: limit")
    elif result.status == "unsolvable" and written.off <= LOST:
        yield Finding("wrong", f"{result.solver}: unsolvable, {result.message}")
    elif result.status != "solved":
        yield Finding("said", f"{result.solver}: {result.status}, {result.message}")
    else:
        off = 3 * written.off + (NEARLY if puzzle.nearness else EXACTLY)
        pieces = [(piece.piece, [*piece.vertices]) for piece in result.pieces]
        fault = fault_of(pieces, written, off) if written.off <= LOST else None
        if fault:
            yield Finding("wrong", f"{result.solver}: {fault}")
        verdict = judge(puzzle, Claim(None, "solved", tuple(LaidPiece(*piece) for piece in pieces), 1))
        if verdict.verdict != "right" and not fault:
            yield Finding("refused by the judge", f"{result.solver}'s result: {verdict.faults[0].message}")


def _of_hint(written: Written, puzzle: Puzzle) -> Iterator[Finding]:
    advised = advise_on(puzzle, (), limit=LIMIT)
    hint = advised.advice
    if isinstance(hint, Unknown):
        return
    if not isinstance(hint, Hint):
        yield Finding("wrong", f"hint: {hint}")
        return
    leg, polygon = written.similarity.leg, shapely.Polygon(hint.piece.vertices)
    error = EXACTLY if advised.reading is None else NEARLY
    if not region_of(written.tiling, leg).buffer((error + 2 * written.off) * leg).covers(polygon):
        yield Finding("wrong", "hint: its piece lies outside")


def _of_counts(written: Written, puzzle: Puzzle) -> Iterator[Finding]:
    def count(one: Puzzle) -> int | None:
        searched = solve_exactly(one, want="count", limit=LIMIT, traced=False).searched
        return searched.count.unique if searched and searched.count and searched.count.complete else None

    there, plain = count(puzzle), count(read(Written(written.wild, written.wild.polygons, written.similarity, 0.0)))
    if None not in (there, plain) and there != plain:
        yield Finding("wrong", f"count: {there} instead of {plain}")


def fault_of(pieces: Sequence[tuple[str, Ring]], written: Written, off: float) -> str | None:
    """Return what is wrong with pieces that should tile an outline to within a number of legs; None if nothing is."""
    leg = written.similarity.leg
    if Counter(name for name, _ in pieces) != Counter(ONE_SET * written.wild.sets):
        return "not the pieces of its sets"
    for name, ring in pieces:
        sides = sorted(dist(p, q) / leg for p, q in zip(ring, (*ring[1:], ring[0]), strict=True))
        polygon = shapely.Polygon(ring)
        longer = max(abs(a - b) for a, b in zip(sides, SIDES[name], strict=True))
        if longer > off or abs(polygon.area / leg**2 - AREAS[name]) > 3 * off:
            return f"a {name} has another shape"
    shapes = [shapely.Polygon(ring) for _, ring in pieces]
    most = (off / 2 + 1e-6) * leg
    both = [intersection(a, b) for a, b in combinations(shapes, 2)]
    if any(not place.buffer(-most / 2).is_empty for place in both):
        return "pieces overlap"
    there, wanted = region_of(pieces, leg), region_of(written.tiling, leg)
    missing = symmetric_difference(there, wanted).buffer(-off / 2 * leg)
    return None if missing.is_empty else f"{missing.area / leg**2:.2g} legs squared are not covered, or lie outside"


def region_of(tiling: Sequence[tuple[str, Ring]], leg: float) -> shapely.Geometry:
    """Return what the pieces of a tiling cover."""
    return union([shapely.Polygon(ring).buffer(1e-7 * leg, join_style="mitre") for _, ring in tiling])
