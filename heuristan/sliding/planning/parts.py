"""The rest of a board while the dimension is reduced: a rectangle of cells, and the lines at its rim."""

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

Side: TypeAlias = Literal["row", "column"]


class Line(NamedTuple):
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

    def rows_and_columns(self) -> Iterator[tuple[Line, "Part"]]:
        """Yield the lines at the rim that can be removed, each with the rest: at least two rows and two columns."""
        top, left, height, width, columns = self
        if height > 2:
            yield self._row(top, columns), Part(top + 1, left, height - 1, width, columns)
            yield self._row(top + height - 1, -columns), Part(top, left, height - 1, width, columns)
        if width > 2:
            yield self._column(left, 1), Part(top, left + 1, height, width - 1, columns)
            yield self._column(left + width - 1, -1), Part(top, left, height, width - 1, columns)

    def _row(self, row: int, inwards: int) -> Line:
        cells = (row * self.columns + column for column in range(self.left, self.left + self.width))
        return Line("row", row + 1, tuple(cells), inwards)

    def _column(self, column: int, inwards: int) -> Line:
        cells = (row * self.columns + column for row in range(self.top, self.top + self.height))
        return Line("column", column + 1, tuple(cells), inwards)
