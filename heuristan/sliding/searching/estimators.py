"""Estimates of the moves that are left, as functions of a state: for searches that look at any state, in any order.

Each is never too large, and a move changes it by at most one more than it must: searches may trust the first path.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from heuristan.sliding.boards import Board
from heuristan.sliding.searching import kernel
from heuristan.sliding.searching.estimates import conflicts, distances
from heuristan.sliding.searching.patterns import Database, database_for
from heuristan.sliding.solvers import Estimate

Estimator: TypeAlias = Callable[[Sequence[int]], int]
"""The estimate of a state, which is given as the home of the tile or blank in each cell."""


def estimator_for(goal: Board, estimate: Estimate, cache: Path | None = None) -> Estimator:
    """Return an estimate as a function of states.

    Args:
        goal: the goal.
        estimate: its name; for "patterns" numba must be installed, and the board have at most 25 cells.
        cache: the folder of pattern databases.
    """
    if estimate == "patterns":
        return by_patterns(database_for(goal.rows, goal.columns, goal.blank, cache))
    return by_distances(goal.rows, goal.columns, goal.blank, with_conflicts=estimate == "conflicts")


def by_distances(rows: int, columns: int, hole: int, *, with_conflicts: bool) -> Estimator:
    """Return the sum of Manhattan distances, with or without linear conflicts."""
    cells, far = rows * columns, distances(rows, columns)
    in_rows, in_columns = (conflicts(columns), conflicts(rows)) if with_conflicts else ((), ())

    def estimate(state: Sequence[int]) -> int:
        found = sum(far[home * cells + cell] for cell, home in enumerate(state) if home != hole)
        if in_rows:
            found += sum(kernel.conflicts_of_row(state, row, columns, hole, in_rows) for row in range(rows))
        if in_columns:
            found += sum(
                kernel.conflicts_of_column(state, column, rows, columns, hole, in_columns) for column in range(columns)
            )
        return found

    return estimate


def by_patterns(database: Database) -> Estimator:
    """Return the sum of a database's patterns, or that of the mirrored board if it is larger."""
    mirror = database.mirror()

    def estimate(state: Sequence[int]) -> int:
        where = [0] * len(state)
        for cell, home in enumerate(state):
            where[home] = cell
        views = [where]
        if mirror:
            views.append([mirror[where[mirror[home]]] for home in range(len(where))])
        return max(sum(int(database.values[place]) for place in database.places(view)) for view in views)

    return estimate
