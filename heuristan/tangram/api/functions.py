"""The functions of `heuristan`: they read and solve whatever a user holds."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from heuristan.tangram.api.facade import Puzzle, Solution
from heuristan.tangram.api.making import Pieces, Source
from heuristan.tangram.api.solving import Rankings, Solver
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle as Core

if TYPE_CHECKING:
    import shapely

    from heuristan.tangram.expert.ways import Engine, Way
    from heuristan.tangram.solving.options import Want

Given: TypeAlias = "Core | Source | shapely.Geometry"
"""A puzzle, the name of a shape, the path of a file with one outline, or a polygon of shapely."""


def read_outlines(source: Source, pieces: Pieces = None) -> Iterator[Puzzle | Refusal]:
    """Read all outlines of a source, one after the other as they are asked for.

    Args:
        source: the name of a shape, a file in any format, or a folder of such files.
        pieces: the set of pieces, or its name or file; the one that each outline names if not given.

    Yields:
        A puzzle, or for a bad outline among many a `Refusal` whose `message` says what is wrong.

    Raises:
        InputError: if the source cannot be used as a whole.
        PieceSetError: if there is no such set of pieces.
    """
    return Puzzle.all_from_file(source, pieces=pieces)


def solve(
    puzzle: Given,
    solver: Solver = "auto",
    *,
    ranking: "Rankings | None" = None,
    backtracking: bool = True,
    way: "Way | None" = None,
    engine: "Engine | None" = None,
    want: "Want" = "first",
    limit: float | None = None,
) -> Solution:
    """Solve a puzzle.

    Args:
        puzzle: a puzzle, the name of a shape, the path of a file with one outline, or a polygon of shapely.
        solver: "expert" for ranked rules, "exact" for exhaustive search, "ford" for Ford's search (2022); "auto"
            for ranked rules, and exhaustive search where these find no solution (with backtracking).
        ranking: the rules in order, or the name or file of a ranking (expert); the one of 1972 if not given. A
            list of several takes turns at restarts, with backtracking=False or way="retry".
        backtracking: whether steps are undone; else the ranking runs as published (expert).
        way: instead of `backtracking`: "backtracking", "published", or "retry" for the way between them (expert).
        engine: "production" or "compiled", the default, which is faster; the results are the same (expert).
        want: the "first" solution, the "count" of all, or "all" solutions (exact, ford).
        limit: time limit in seconds.

    Raises:
        InputError: if the file cannot be read, or there is no such shape.
        OutlineError: if the polygon is not the outline of a puzzle.
        RankingError: if the ranking does not exist or cannot be used.
        ValueError: if there is no such solver, or an argument means nothing to it.
    """
    return puzzle_from(puzzle).solve(
        solver, ranking=ranking, backtracking=backtracking, way=way, engine=engine, want=want, limit=limit
    )


def solve_exactly(puzzle: Given, *, want: "Want" = "first", limit: float | None = None) -> Solution:
    """Solve a puzzle by exhaustive search: `solve` with the solver "exact"."""
    return solve(puzzle, "exact", want=want, limit=limit)


def puzzle_from(given: Given) -> Puzzle:
    """Return the puzzle of whatever a user holds.

    Raises:
        InputError: if the file cannot be read, or there is no such shape.
        OutlineError: if the polygon is not the outline of a puzzle.
        TypeError: if the value is of another kind.
    """
    if isinstance(given, Puzzle):
        return given
    if isinstance(given, Core):
        return Puzzle.of(given)
    if isinstance(given, str | os.PathLike):
        return Puzzle.from_file(given)
    if hasattr(given, "geom_type"):
        return Puzzle.from_shapely(given)
    kind: Any = type(given).__name__
    raise TypeError(
        f"a value of the type {kind} is not a puzzle; give a Puzzle, the name of a shape, a file, or a polygon of "
        "shapely (Puzzle.from_vertices takes pairs of numbers)"
    )
