"""Polygon puzzles of tangram outlines: the pieces as a solution has them turned, without their places."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from heuristan.common.files import exists, read_head
from heuristan.common.plane import Ring, Spot
from heuristan.edgematching.faults import PuzzleError
from heuristan.edgematching.files import Refused
from heuristan.edgematching.polygons.cutting import scattered
from heuristan.edgematching.polygons.model import PolygonPuzzle
from heuristan.tangram.outlines.formats import PROSE_LIKE, format_of
from heuristan.tangram.outlines.reading import outline_files, read_outlines
from heuristan.tangram.outlines.shape import WAYS
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve_exactly

MAX_SETS = 2
"""Maximum number of sets of pieces in an outline; for two of them a relaxation already takes seconds."""

EXACT_LIMIT = 60.0
"""Time limit of the exact solver, which finds the orientations; an outline of one set needs milliseconds."""


def read_puzzles(source: str, seed: int = 0) -> Iterator[PolygonPuzzle | Refused]:
    """Read the puzzles of a source of outlines; a faulty one among several is refused.

    Args:
        source: the name of a shape, or a file of outlines.
        seed: the seed of the order of the pieces.

    Raises:
        InputError: if the source cannot be used, or is a shape that cannot become a puzzle.
    """
    is_name = not exists(source)
    for outline in read_outlines(source):
        if isinstance(outline, Refusal):
            yield Refused(outline.id, outline.message)
            continue
        try:
            yield puzzle_from(outline, seed, EXACT_LIMIT)
        except PuzzleError as fault:
            if is_name:
                raise
            yield Refused(outline.id, str(fault))


def recognises(path: Path) -> bool:
    """Return whether a file is an outline in some format; what looks like YAML must say how its shape is written."""
    head = read_head(path)
    kind = format_of(head)
    if kind is None:
        return False
    if kind is PROSE_LIKE and path.suffix.lower() not in kind.endings:
        ways = "|".join(WAYS)
        return re.search(rf"^({ways})\s*:", head.decode(errors="replace"), re.MULTILINE) is not None
    return not kind.module.endswith(".geojson") or b'"type"' in head


def files_in(folder: Path) -> list[Path]:
    """Return the files of outlines in a folder."""
    return list(outline_files(folder))


def puzzle_from(outline: Puzzle, seed: int = 0, limit: float | None = None) -> PolygonPuzzle:
    """Return the puzzle of an outline's pieces in the orientations of the exact solver's first solution.

    Args:
        outline: an outline on the lattice.
        seed: the seed of the order of the pieces.
        limit: the time limit of the exact solver in seconds.

    Raises:
        PuzzleError: if no solution is found in time, or the outline has too many sets of pieces.
    """
    if outline.sets > MAX_SETS:
        raise PuzzleError(f"{outline.id} has {outline.sets} sets of pieces; more than {MAX_SETS} are not supported")
    if outline.reading is not None:
        raise PuzzleError(
            f"{outline.id} is a drawing that is only nearly on the tangram's lattice; write it with exact coordinates "
            "first ('heuristan convert')"
        )
    result = solve_exactly(outline, limit=limit, traced=False)
    if result.status != "solved":
        raise PuzzleError(f"{outline.id}: the orientations come from a solution, and the outline is {result.status}")
    pieces = [(piece.piece, _upright(outline, piece.vertices)) for piece in result.pieces]
    rings = [_upright(outline, map(outline.own, ring)) for ring in outline.rings]
    frame = [ring[::-1] for ring in rings] if outline.frame.y_down else rings
    return scattered(outline.id, frame, pieces, seed, outline.pieces.name)


def _upright(outline: Puzzle, ring: Iterable[Spot]) -> Ring:
    """Return a ring in the outline's own coordinates, with y up."""
    sign = -1 if outline.frame.y_down else 1
    return tuple((x, sign * y) for x, y in ring)
