"""The solvers that can be compared, by the names that `--solvers` takes.

The child processes import this module, so it imports none of the solvers itself: each process loads its own alone, and
its memory is that of its own solver.
"""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING

from heuristan.tangram.lattice.points import add, point, value
from heuristan.tangram.pieces.sets import scaled
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle, make_puzzle

if TYPE_CHECKING:
    from heuristan.tangram.boundary import Ring
    from heuristan.tangram.expert.ranking import Ranking
    from heuristan.tangram.expert.ways import Way
    from heuristan.tangram.solving.result import Result

TITLES: Mapping[str, str] = {
    "expert": "expert, with backtracking",
    "retry": "expert, with retry",
    "published": "expert, as published",
    "exact": "exact, compiled",
    "plain": "exact, plain Python",
    "ford": "Ford, with the pre-test",
    "ford-no-pre-test": "Ford, without the pre-test",
}
"""Names and titles, in the order in which they are shown."""

BY_RULES: Mapping[str, "Way"] = {"expert": "backtracking", "retry": "retry", "published": "published"}
"""Solvers that use a ranking, and the way in which they run it.

Their effort is counted in extractions, that of the others in nodes.
"""

WARM_UP_SECONDS = 5.0
"""Time limit for warming up."""


def has_numba() -> bool:
    """Return whether the exact search can be compiled."""
    return find_spec("numba") is not None


def default_solvers() -> tuple[str, ...]:
    """Return all but `retry`, which lies between the other two by rules, and Ford's without the pre-test.

    The latter takes minutes. Without numba, exact and plain are the same.
    """
    left_out = {"retry", "ford-no-pre-test"} | (set() if has_numba() else {"plain"})
    return tuple(name for name in TITLES if name not in left_out)


def title_of(solver: str) -> str:
    """Return a solver in a few words."""
    return TITLES["plain"] if solver == "exact" and not has_numba() else TITLES[solver]


def solve_by(solver: str, puzzle: Puzzle, ranking: "Ranking | None", limit: float) -> "Result":
    """Solve a puzzle by a solver of TITLES; solvers in BY_RULES need a ranking."""
    if solver in BY_RULES:
        from heuristan.tangram.solving.shortcuts import solve

        assert ranking is not None
        return solve(puzzle, ranking, way=BY_RULES[solver], limit=limit)
    from heuristan.tangram.solving.shortcuts import solve_as_ford, solve_exactly

    if solver in ("exact", "plain"):
        return solve_exactly(puzzle, limit=limit, by="plain" if solver == "plain" else "compiled", traced=False)
    return solve_as_ford(puzzle, limit=limit, pre_test=solver == "ford", traced=False)


def warm_up(solver: str, puzzle: Puzzle, ranking: "Ranking | None") -> None:
    """Load everything that a solver needs for a puzzle, with the tables of its set, by solving another of the same set.

    So the seconds are those of one outline among many, as `heuristan solve` counts them, without compiling and loading.
    """
    try:
        other = apart(puzzle)
    except (OutlineError, OverflowError):  # the pieces are too large to lie side by side on the lattice
        return
    # Ford's method without the pre-test loads the same, and would take seconds
    solve_by("ford" if solver == "ford-no-pre-test" else solver, other, ranking, WARM_UP_SECONDS)


def apart(puzzle: Puzzle) -> Puzzle:
    """Return an outline of the same set and unit that every solver solves at once: the pieces apart.

    Raises:
        OutlineError, OverflowError: if the pieces are too large for that.
    """
    rings: list[Ring] = []
    reach = 0
    for name in puzzle.pieces.stock(1).elements():
        ring = [scaled(p, puzzle.denominator) for p in puzzle.pieces.by_name[name].ring]
        xs = [value(p[0]) for p in ring]
        move = point(reach - int(min(xs)) + 2, 0, 0, 0)
        rings.append(tuple(add(p, move) for p in ring))
        reach += int(max(xs)) - int(min(xs)) + 4
    return make_puzzle("apart", rings, denominator=puzzle.denominator, pieces=puzzle.pieces)
