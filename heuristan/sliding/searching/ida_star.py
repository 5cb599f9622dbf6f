"""Shortest solutions by iterative deepening A*, within a time limit, and its estimates from distances alone.

- The *Manhattan distance* of a tile is its number of rows and columns from home.
- Two tiles in their home row in the wrong order are a *linear conflict* (Hansson, Mayer and Yung, 1992): one of them
  must leave the row and come back, two moves that its distance does not count. For a whole line the moves to add are
  twice the minimum number of tiles that must leave so that the others are in order: the number of tiles minus the
  length of the longest rising sequence of them.

No estimate is ever too large; `pattern_databases` has larger ones.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from heuristan.common import kernels
from heuristan.common.clock import Clock
from heuristan.common.faults import installing
from heuristan.common.progress import announced
from heuristan.common.words import plural
from heuristan.sliding.boards import MOVES, Board, distance, homes, neighbours
from heuristan.sliding.results import Estimate
from heuristan.sliding.searching import kernel

if TYPE_CHECKING:
    from heuristan.sliding.searching.pattern_databases import Database

MAX_CELLS = 25
"""Maximum number of cells of a board that a pattern database is made for."""

LONGEST_LINE = 5
"""Maximum length of a line with a table of conflicts: (5 + 1) ** 5 entries. Longer lines count only distances."""


@lru_cache(maxsize=32)
def distances(rows: int, columns: int) -> tuple[int, ...]:
    """Return the Manhattan distances between all cells, indexed by home * cells + cell."""
    return tuple(distance(home, cell, columns) for home, cell in product(range(rows * columns), repeat=2))


@lru_cache(maxsize=8)
def conflicts(length: int) -> tuple[int, ...]:
    """Return the linear conflicts of every line of this length; empty if lines are too long.

    A line is a number with a digit for each cell: 0 for the blank or a tile of another line, else 1 + its home place.
    """
    if length > LONGEST_LINE:
        return ()
    return tuple(map(conflict, product(range(length + 1), repeat=length)))


def conflict(line: tuple[int, ...]) -> int:
    """Return the number of moves that the tiles of a line need beyond their distances."""
    ends: list[int] = []  # for each length the smallest last place of a rising sequence
    for place in filter(None, line):
        at = bisect_left(ends, place)
        ends[at : at + 1] = [place]
    return 2 * (sum(place > 0 for place in line) - len(ends))


def by_distances(rows: int, columns: int, hole: int, *, with_conflicts: bool) -> Callable[[Sequence[int]], int]:
    """Return the sum of Manhattan distances, with or without linear conflicts, as a function of states.

    A state is the home of the tile or blank in each cell.
    """
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


_AT_ONCE = {"compiled": 200_000, "plain": 20_000}
"""Nodes between two looks at the clock: compiled about a twentieth of a second."""
_DEEPEST = 1 << 17
"""Maximum number of moves of a solution, the size of the tables: far more than any search reaches in practice."""


class NoDatabaseError(ValueError):
    """A pattern database was asked for that cannot be made."""


@dataclass(frozen=True)
class Found:
    """The answer of a search.

    Attributes:
        moves: a shortest solution; None if the time limit came first.
        nodes: number of states visited.
        bound: no solution has fewer moves.
        estimate: the estimate that the search used.
    """

    moves: str | None
    nodes: int
    bound: int
    estimate: Estimate


def best_estimate(rows: int, columns: int) -> Estimate:
    """Return the fastest estimate: a database if numba is installed and the board has at most 25 cells."""
    return "patterns" if rows * columns <= MAX_CELLS and kernels.has_numba() else "conflicts"


def shortest(
    start: Board,
    goal: Board,
    limit: float | None = None,
    estimate: Estimate | None = None,
    *,
    cache: Path | None = None,
    compiled: bool | None = None,
) -> Found:
    """Search for a shortest solution of a solvable board.

    Args:
        start: the board to solve.
        goal: the goal; of the same parity (`heuristan.sliding.boards`), or the search does not end.
        limit: time limit in seconds.
        estimate: the estimate to use; the fastest if None.
        cache: the folder of pattern databases.
        compiled: whether to use the compiled kernel; None for "if numba is installed".

    Raises:
        NoDatabaseError: if patterns are asked for, and numba is missing or the board is too large.
    """
    is_compiled = kernels.has_numba() if compiled is None else compiled
    backend = (kernels.compiled_backend() if is_compiled else None) or kernels.PLAIN
    estimate = estimate or best_estimate(start.rows, start.columns)
    if estimate == "patterns":
        _check_patterns(start, compiled=is_compiled)
        # a page in a browser has no numpy, and asks for distances alone
        from heuristan.sliding.searching.pattern_databases import database_for

        run: _Run = _Patterns(start, goal, backend, database_for(start.rows, start.columns, goal.blank, cache))
    else:
        run = _Distances(start, goal, backend, with_conflicts=estimate == "conflicts")
    return _deepened(run, limit, estimate, backend.name)


def _check_patterns(start: Board, *, compiled: bool) -> None:
    if start.cells > MAX_CELLS:
        raise NoDatabaseError(
            f"pattern databases are for boards of up to {MAX_CELLS} cells, and this one has {start.cells}; take "
            "--estimate conflicts"
        )
    if not compiled:
        raise NoDatabaseError(f"a pattern database needs numba; install it with: {installing('sliding')}")


class _Run:
    """The tables of a search, and the kernel that continues it."""

    def __init__(self, start: Board, goal: Board, backend: kernels.Backend) -> None:
        self.table = backend.integers
        self.board = self.table(homes(start, goal))
        self.hole = goal.blank
        self.registers = self.table([0] * kernel.REGISTERS)
        self.registers[kernel.BLANK] = start.blank
        self.moves = self.table([kernel.NO_MOVE] + [0] * _DEEPEST)
        self.tried = self.table([0] * (_DEEPEST + 1))
        self.after = self.table([cell for cells in neighbours(start.rows, start.columns) for cell in cells])

    def first_estimate(self) -> int:
        """Return the estimate of the start."""
        raise NotImplementedError

    def go_on(self, max_nodes: int) -> int:
        """Visit more nodes; return the answer of the kernel."""
        raise NotImplementedError


class _Distances(_Run):
    """A search by Manhattan distances, with or without linear conflicts."""

    def __init__(self, start: Board, goal: Board, backend: kernels.Backend, *, with_conflicts: bool) -> None:
        super().__init__(start, goal, backend)
        self.rows, self.columns, self.with_conflicts = start.rows, start.columns, with_conflicts
        self.distances = self.table(distances(start.rows, start.columns))
        self.in_rows = self.table(conflicts(start.columns) if with_conflicts else ())
        self.in_columns = self.table(conflicts(start.rows) if with_conflicts else ())
        self.estimates = self.table([0] * (_DEEPEST + 1))
        self.estimates[0] = self.first_estimate()
        self._go_on: Callable[..., int] = backend.of(kernel.search_by_distances)

    def first_estimate(self) -> int:
        estimate = by_distances(self.rows, self.columns, self.hole, with_conflicts=self.with_conflicts)
        return estimate([int(home) for home in self.board])

    def go_on(self, max_nodes: int) -> int:
        return self._go_on(
            self.board, self.registers, self.moves, self.tried, self.estimates, self.after, self.distances,
            self.in_rows, self.in_columns, self.rows, self.columns, self.hole, max_nodes,
        )  # fmt: skip


class _Patterns(_Run):
    """A search by a pattern database."""

    def __init__(self, start: Board, goal: Board, backend: kernels.Backend, database: "Database") -> None:
        super().__init__(start, goal, backend)
        self.database = database
        mirror = database.mirror()
        self.pattern_of, self.weight_of = self.table(database.pattern_of()), self.table(database.weight_of())
        self.mirror = self.table(mirror)
        where = [0] * len(self.board)
        for cell, home in enumerate(self.board):
            where[home] = cell
        straight = database.places(where)
        images = database.places([mirror[where[mirror[home]]] for home in range(len(where))]) if mirror else straight
        self.places = self.table([*straight, *images])
        self.sums, self.mirrored_sums = self.table([0] * (_DEEPEST + 1)), self.table([0] * (_DEEPEST + 1))
        self.sums[0], self.mirrored_sums[0] = (
            sum(int(database.values[place]) for place in places) for places in (straight, images)
        )
        self._go_on: Callable[..., int] = backend.of(kernel.search_by_patterns)

    def first_estimate(self) -> int:
        return max(int(self.sums[0]), int(self.mirrored_sums[0]))

    def go_on(self, max_nodes: int) -> int:
        return self._go_on(
            self.board, self.registers, self.moves, self.tried, self.sums, self.mirrored_sums, self.places, self.after,
            self.database.values, self.pattern_of, self.weight_of, self.mirror, len(self.database.patterns), self.hole,
            max_nodes,
        )  # fmt: skip


def _deepened(run: _Run, limit: float | None, estimate: Estimate, backend: str) -> Found:
    """Search with larger and larger bounds."""
    clock = Clock(limit)
    bound = run.first_estimate()
    if bound == 0:
        return Found("", 0, 0, estimate)
    registers = run.registers

    def how_far() -> str:
        if backend == "compiled" and not registers[kernel.NODES]:
            return "compiling the search, once"
        return f"{int(registers[kernel.NODES]):,} states; every solution has at least {plural(bound, 'move')}"

    with announced(how_far):
        while bound <= _DEEPEST:
            registers[kernel.BOUND], registers[kernel.NEXT_BOUND], run.tried[0] = bound, kernel.FAR, 0
            answer = kernel.PAUSED
            while answer == kernel.PAUSED and not clock.is_over():
                answer = run.go_on(_AT_ONCE[backend])
            if answer == kernel.FOUND:
                moves = run.moves[1 : int(registers[kernel.DEPTH]) + 1]
                return Found("".join(MOVES[move] for move in moves), int(registers[kernel.NODES]), bound, estimate)
            if answer == kernel.PAUSED:
                break
            bound = int(registers[kernel.NEXT_BOUND])
    return Found(None, int(registers[kernel.NODES]), bound, estimate)
