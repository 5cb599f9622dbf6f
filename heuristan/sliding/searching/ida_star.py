"""Shortest solutions by iterative deepening A*, within a time limit, and its estimates: distances, pattern databases.

- The *Manhattan distance* of a tile is its number of rows and columns from home.
- Two tiles in their home row in the wrong order are a *linear conflict* (Hansson, Mayer and Yung, 1992): one of them
  must leave the row and come back, two moves that its distance does not count. For a whole line the moves to add are
  twice the minimum number of tiles that must leave so that the others are in order: the number of tiles minus the
  length of the longest rising sequence of them.

No estimate is ever too large.

*Additive pattern databases* (Korf and Felner, "Disjoint pattern database heuristics", 2002) divide the tiles into
patterns. For each arrangement of a pattern's tiles the database holds the minimum number of moves *of these tiles*
that bring them home, and the blank too, whatever the others do; every move belongs to one pattern only, so the sum
over the patterns is never more than the minimum number of all moves. For 4 x 4 with the blank's home in a corner the
patterns are the 6, 6 and 3 tiles of Felner, Korf and Hanan (2004): 2 * 5,765,760 + 3,360 entries; for 5 x 5 four of 5
tiles and one of 4, with 4 * 6,375,600 + 303,600 entries. If mirroring the board at its diagonal does not move the
blank's home, the mirrored board is looked up as well, and the larger sum is used.

The index of a database has a digit for the cell of each tile; its base is the number of cells. So a move changes it by
one addition. Of the 34 MB for 4 x 4 a third is used, of the 39 MB for 5 x 5 two thirds.
"""

import os
import zipfile
import zlib
from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from heuristan.common import kernels
from heuristan.common.clock import Clock
from heuristan.common.faults import installing
from heuristan.common.files import made_whole
from heuristan.common.progress import announced
from heuristan.common.words import plural
from heuristan.sliding.boards import MOVES, Board, distances, homes, neighbours
from heuristan.sliding.results import Estimate
from heuristan.sliding.searching import kernel

_LARGEST_TABLE = 1 << 24
"""Maximum number of bytes of a pattern's table: six tiles on 16 cells, five on up to 25."""
CACHE_VARIABLE = "HEURISTAN_CACHE"
"""Environment variable that names the folder where databases are kept."""
_CORNER_PATTERNS = {
    4: ((0, 4, 5, 8, 9, 12), (6, 7, 10, 11, 13, 14), (1, 2, 3)),
    5: ((0, 1, 2, 5, 6), (3, 4, 7, 8, 9), (10, 11, 15, 16, 20), (12, 13, 14, 18, 19), (17, 21, 22, 23)),
}
"""Homes of the patterns of squares of 4 x 4 and 5 x 5 with the blank's home in the last cell."""
_VERSION = 3
"""Version of the file, which is part of its name."""
_DAMAGED = (OSError, ValueError, KeyError, EOFError, TypeError, RuntimeError, zipfile.BadZipFile, zlib.error)
"""Exceptions that numpy and zipfile raise on damaged files: TypeError for an array without an archive, RuntimeError
(with its NotImplementedError) where a byte of the archive's directory is wrong, and zlib.error within the compressed
data."""

Integers: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Database:
    """A database, with what the search needs to look entries up.

    Attributes:
        rows: number of rows of the board.
        columns: number of its columns.
        hole: cell of the blank in the goal.
        patterns: the homes of the tiles of each pattern.
        values: the tables of all patterns, one after another.
    """

    rows: int
    columns: int
    hole: int
    patterns: tuple[tuple[int, ...], ...]
    values: npt.NDArray[np.uint8]

    def pattern_of(self) -> list[int]:
        """Return for each home the number of its pattern; 0 for the hole, which is never looked up."""
        found = [0] * (self.rows * self.columns)
        for number, pattern in enumerate(self.patterns):
            for home in pattern:
                found[home] = number
        return found

    def weight_of(self) -> list[int]:
        """Return for each home what a step of its tile to the next cell adds to an index; 0 for the hole."""
        found = [0] * (self.rows * self.columns)
        for pattern in self.patterns:
            weights = _weights(self.rows * self.columns, len(pattern))
            for home, weight in zip(pattern, weights, strict=True):
                found[home] = weight
        return found

    def mirror(self) -> list[int]:
        """Return for each cell its image at the main diagonal; empty if that is not a symmetry, or moves the hole."""
        side = self.rows
        images = [cell % side * side + cell // side for cell in range(side * side)]
        return images if self.rows == self.columns and images[self.hole] == self.hole else []

    def places(self, where: list[int]) -> list[int]:
        """Return for each pattern its index into `values`; `where` has for each home the cell of its tile."""
        found, offset, weights = [], 0, self.weight_of()
        for pattern in self.patterns:
            found.append(offset + sum(where[home] * weights[home] for home in pattern))
            offset += (self.rows * self.columns) ** len(pattern)
        return found


def _weights(cells: int, tiles: int) -> list[int]:
    """Return for each tile of a pattern the weight of its digit in an index."""
    return [cells**number for number in range(tiles)]


def patterns_for(rows: int, columns: int, hole: int) -> tuple[tuple[int, ...], ...]:
    """Return the patterns of a board: compact ones for 4 x 4 and 5 x 5, else groups of neighbours along a snake."""
    row, column = divmod(hole, columns)
    last = columns - 1
    if rows == columns and rows in _CORNER_PATTERNS and row in (0, last) and column in (0, last):
        # the patterns are mirrored so that the blank's home is in its corner
        return tuple(
            tuple(
                (home // rows if row else last - home // rows) * rows + (home % rows if column else last - home % rows)
                for home in homes
            )
            for homes in _CORNER_PATTERNS[rows]
        )
    snake = [r * columns + (c if r % 2 == 0 else columns - 1 - c) for r in range(rows) for c in range(columns)]
    homes = [home for home in snake if home != hole]
    size = max(tiles for tiles in range(1, 7) if (rows * columns) ** tiles <= _LARGEST_TABLE)
    return tuple(tuple(homes[i : i + size]) for i in range(0, len(homes), size))


@lru_cache(maxsize=2)
def database_for(rows: int, columns: int, hole: int, cache: Path | None = None) -> Database:
    """Read the database of a board from the disk, or build it, and keep it if that is possible.

    Building takes some seconds; numba must be installed.

    Args:
        rows: number of rows of the board, which has at most 25 cells.
        columns: number of its columns.
        hole: cell of the blank in the goal.
        cache: the folder; by default that of the environment variable HEURISTAN_CACHE, or the user's cache.
    """
    patterns = patterns_for(rows, columns, hole)
    path = kept_in(rows, columns, hole, cache)
    values = _read(path, sum((rows * columns) ** len(homes) for homes in patterns))
    if values is None:
        with announced(lambda: "building a pattern database, once"):
            values = np.concatenate([_built(rows, columns, hole, homes) for homes in patterns])
        _keep(path, values)
    return Database(rows, columns, hole, patterns, values)


def kept_in(rows: int, columns: int, hole: int, cache: Path | None = None) -> Path:
    """Return the file in which a database is kept."""
    users = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "heuristan"
    base = cache or Path(os.environ.get(CACHE_VARIABLE) or users)
    return base / f"sliding-{rows}x{columns}-blank-{hole}-v{_VERSION}.npz"


def _read(path: Path, size: int) -> npt.NDArray[np.uint8] | None:
    """Read the tables of a file; None if it is missing or damaged."""
    try:
        with np.load(path, allow_pickle=False) as file:
            values: npt.NDArray[np.uint8] = file["values"]
    except _DAMAGED:
        return None
    return values if values.dtype == np.uint8 and values.shape == (size,) else None


def _keep(path: Path, values: npt.NDArray[np.uint8]) -> None:
    """Write a file, whole or not at all. If that is not possible the database is built again the next time."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with made_whole(path) as part, part.open("wb") as stream:
            np.savez_compressed(stream, values=values)


def _built(rows: int, columns: int, hole: int, homes: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    """Build the table of one pattern, layer by layer from home.

    The blank begins at its own home: in the goal it is not enclosed by tiles of the pattern.
    """
    cells, tiles = rows * columns, len(homes)
    size = cells**tiles
    grow = kernels.compiled_function(kernel.grow_layer)
    values = np.full(size, kernel.UNREACHED, dtype=np.uint8)
    reached, fresh, next_fresh = (np.zeros(size, dtype=np.uint16 if cells <= 16 else np.uint32) for _ in range(3))
    arrangements = 1
    for tile in range(tiles):
        arrangements *= cells - tile
    queue, next_queue = (np.zeros(arrangements, dtype=np.int32) for _ in range(2))
    after = np.array(neighbours(rows, columns), dtype=np.int64).ravel()
    not_first = sum(1 << cell for cell in range(cells) if cell % columns)
    not_last = sum(1 << cell for cell in range(cells) if cell % columns < columns - 1)
    weights = np.array(_weights(cells, tiles), dtype=np.int64)
    queue[0] = weights @ np.array(homes)
    fresh[queue[0]] = 1 << hole
    count, value = 1, 0
    while count:
        count = grow(
            queue, count, next_queue, fresh, next_fresh, reached, values, value, weights, after, cells, columns,
            not_first, not_last,
        )  # fmt: skip
        queue, next_queue, fresh, next_fresh = next_queue, queue, next_fresh, fresh
        value += 1
    return values


MAX_CELLS = 25
"""Maximum number of cells of a board that a pattern database is made for."""

LONGEST_LINE = 5
"""Maximum length of a line with a table of conflicts: (5 + 1) ** 5 entries. Longer lines count only distances."""


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


class Found(NamedTuple):
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

    def __init__(self, start: Board, goal: Board, backend: kernels.Backend, database: Database) -> None:
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
