"""Estimates of the moves that are left from tables of patterns of tiles; none is ever too large.

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
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from heuristan.common import kernels
from heuristan.common.files import made_whole
from heuristan.common.progress import announced
from heuristan.sliding.boards import neighbours
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
        for number, homes in enumerate(self.patterns):
            for home in homes:
                found[home] = number
        return found

    def weight_of(self) -> list[int]:
        """Return for each home what a step of its tile to the next cell adds to an index; 0 for the hole."""
        found = [0] * (self.rows * self.columns)
        for homes in self.patterns:
            for home, weight in zip(homes, _weights(self.rows * self.columns, len(homes)), strict=True):
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
        for homes in self.patterns:
            found.append(offset + sum(where[home] * weights[home] for home in homes))
            offset += (self.rows * self.columns) ** len(homes)
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
