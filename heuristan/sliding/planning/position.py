"""The board while moves are made on it."""

from collections.abc import Iterable, Sequence

from heuristan.sliding.boards import neighbours


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
