"""The board while moves are made on it, and the part of it that is left while lines at the rim go home."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from heuristan.sliding.boards import neighbours

Side: TypeAlias = Literal["row", "column"]


class RimLine(NamedTuple):
    """A row or column at the rim of a part."""

    side: Side
    number: int
    """Number of the row or column on the whole board, counted from 1."""
    cells: tuple[int, ...]
    """The cells, from left to right or from top to bottom."""
    inwards: int
    """The step from a cell of the line to the cell beside it that is farther from the rim."""


class Part(NamedTuple):
    """A rectangle of a board; `columns` is the number of columns of the whole board."""

    top: int
    left: int
    height: int
    width: int
    columns: int

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.height * self.width

    def cells(self) -> tuple[int, ...]:
        """Return the cells, as numbers of cells of the board, row by row."""
        rows, columns = range(self.top, self.top + self.height), range(self.left, self.left + self.width)
        return tuple(row * self.columns + column for row in rows for column in columns)

    def holds(self, cell: int) -> bool:
        """Return whether a cell of the board is in the part."""
        row, column = cell // self.columns - self.top, cell % self.columns - self.left
        return 0 <= row < self.height and 0 <= column < self.width

    def rows_and_columns(self) -> Iterator[tuple[RimLine, "Part"]]:
        """Yield the lines at the rim that can be removed, each with the rest: at least two rows and two columns."""
        top, left, height, width, columns = self
        if height > 2:
            yield self._row(top, columns), Part(top + 1, left, height - 1, width, columns)
            yield self._row(top + height - 1, -columns), Part(top, left, height - 1, width, columns)
        if width > 2:
            yield self._column(left, 1), Part(top, left + 1, height, width - 1, columns)
            yield self._column(left + width - 1, -1), Part(top, left, height, width - 1, columns)

    def _row(self, row: int, inwards: int) -> RimLine:
        cells = (row * self.columns + column for column in range(self.left, self.left + self.width))
        return RimLine("row", row + 1, tuple(cells), inwards)

    def _column(self, column: int, inwards: int) -> RimLine:
        cells = (row * self.columns + column for row in range(self.top, self.top + self.height))
        return RimLine("column", column + 1, tuple(cells), inwards)


class Position:
    """A board in the form of `heuristan.sliding.boards.homes`: a tile is known by its home cell.

    Attributes:
        at: for each cell the home of the tile or blank in it.
        where: for each home the cell of its tile or blank: the inverse of `at`.
        hole: the home of the blank.
        moves: the moves that were made, as indices into `MOVES`.
    """

    __slots__ = ("after", "at", "columns", "hole", "moves", "rows", "where")

    def __init__(self, rows: int, columns: int, at: Sequence[int], hole: int) -> None:
        self.rows, self.columns, self.hole = rows, columns, hole
        self.after = neighbours(rows, columns)
        self.at = list(at)
        self.where = [0] * len(self.at)
        for cell, home in enumerate(self.at):
            self.where[home] = cell
        self.moves: list[int] = []

    @property
    def blank(self) -> int:
        """Cell of the blank."""
        return self.where[self.hole]

    def distance(self, cells: Iterable[int]) -> int:
        """Return the number of rows and columns that the tiles in some cells are from home, in all."""
        at, columns, hole = self.at, self.columns, self.hole
        return sum(
            abs(at[cell] // columns - cell // columns) + abs(at[cell] % columns - cell % columns)
            for cell in cells
            if at[cell] != hole
        )

    def copy(self) -> "Position":
        """Return a copy of the board without the moves made so far."""
        return Position(self.rows, self.columns, self.at, self.hole)

    def make(self, move: int) -> None:
        """Make a move that does not lead off the board."""
        self.make_all((move,))

    def make_all(self, moves: Sequence[int]) -> None:
        """Make some moves, one after another."""
        at, where, hole, after = self.at, self.where, self.hole, self.after
        blank = where[hole]
        for move in moves:
            cell = after[blank][move]
            tile = at[cell]
            at[blank], where[tile] = tile, blank
            blank = cell
        at[blank], where[hole] = hole, blank
        self.moves.extend(moves)
