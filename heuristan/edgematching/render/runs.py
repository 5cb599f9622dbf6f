"""A plot of runs: the time that each solver takes for each puzzle."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from heuristan.common.plots.comparison import MAX_LINES, Line, Mark, Panel, comparison_svg
from heuristan.common.plots.values import short_seconds, spread
from heuristan.common.words import plural

FORM_OF = {"lp": 0, "backtracking": 2, "cp-sat": 4, "sdp": 5, "auto": 1}
"""Form of each solver, the same in every plot."""


class Run(NamedTuple):
    """A solver on a puzzle."""

    id: str
    solver: str
    status: str
    seconds: float


def runs_svg(runs: Sequence[Run], limit: float) -> str:
    """Return a plot: a line for each puzzle, or, if they are too many to be read, a line for each solver."""
    solvers = list(dict.fromkeys(run.solver for run in runs))
    puzzles = [Line(name, tuple(map(_mark, each))) for name, each in groupby(runs, lambda run: run.id)]
    subtitle = f"Seconds for each puzzle, at most {limit:g}"
    if len(puzzles) > MAX_LINES:
        subtitle = f"Seconds of {plural(len(puzzles), 'puzzle')}, at most {limit:g}: the median, and 98 % of them"
        puzzles = [_line_of_solver(solver, [run for run in runs if run.solver == solver]) for solver in solvers]
    ways = [(FORM_OF[solver], solver) for solver in solvers]
    return comparison_svg("Edge-matching solvers", subtitle, [Panel("Seconds", short_seconds, 1)], ways, puzzles)


def _mark(run: Run) -> Mark:
    return Mark(FORM_OF[run.solver], run.status, (run.seconds,))


def _line_of_solver(solver: str, runs: Sequence[Run]) -> Line:
    found = spread(run.seconds for run in runs)
    assert found is not None, "a solver without runs has no line"
    low, median, high = found
    solved = sum(run.status == "solved" for run in runs)
    mark = Mark(FORM_OF[solver], "solved", (median,), ((low, high),))
    return Line(f"{solver}: {solved} of {len(runs)} solved", (mark,))
