"""States and moves of sliding tiles of any size (Liu and Liu, section II, Definition 1, Algorithms 1 and 2)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from heuristan.common.words import plural

MOVES = "LDRU"
"""The moves of the blank in the paper's order: LEFT, DOWN, RIGHT, UP. `MOVES[i ^ 2]` undoes `MOVES[i]`."""

BLANK = 0
"""The number of the blank, as in the paper's strings."""

LARGEST_SIDE = 32
"""Maximum number of rows and of columns: a plan for 32 x 32 has some 80,000 moves."""


class BoardError(ValueError):
    """A board that is not valid; the message says what is wrong, and the smallest fix."""


class IllegalMoveError(ValueError):
    """A move that cannot be made; `number` is its place in the sequence, counted from 1."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(f"move {number}: {message}")
        self.number = number


@dataclass(frozen=True)
class Board:
    """A state: the tiles row by row, the blank as 0.

    Attributes:
        rows: number of rows, from 2 to `LARGEST_SIDE`.
        columns: number of columns, from 2 to `LARGEST_SIDE`.
        tiles: the numbers 0 to rows * columns - 1, each once.

    Raises:
        BoardError: if the sizes or the numbers are others.
    """

    rows: int
    columns: int
    tiles: tuple[int, ...]

    def __post_init__(self) -> None:
        sides = (self.rows, self.columns)
        if not all(2 <= side <= LARGEST_SIDE for side in sides):
            raise BoardError(
                f"a board of {self.rows} x {self.columns} cells cannot be used; its sides are 2 to {LARGEST_SIDE} cells"
            )
        cells = self.rows * self.columns
        if len(self.tiles) != cells:
            raise BoardError(
                f"{plural(len(self.tiles), 'number is', 'numbers are')} given for "
                f"{self.rows} x {self.columns} = {cells} cells"
            )
        missing = sorted({*range(cells)} - {*self.tiles})
        if missing:
            raise BoardError(_numbering_fault(self.tiles, missing[0], cells))

    @classmethod
    def goal(cls, rows: int, columns: int, blank: str = "last") -> "Board":
        """Return the board in order, with the blank in the last cell (the paper's goal) or the first (Korf's)."""
        cells = rows * columns
        return cls(rows, columns, (*range(1, cells), BLANK) if blank == "last" else tuple(range(cells)))

    @cached_property
    def blank(self) -> int:
        """Cell of the blank, counted row by row from 0."""
        return self.tiles.index(BLANK)

    @property
    def cells(self) -> int:
        """Number of cells."""
        return self.rows * self.columns

    def lines(self) -> Iterator[tuple[int, ...]]:
        """Yield the rows."""
        for start in range(0, self.cells, self.columns):
            yield self.tiles[start : start + self.columns]


def _numbering_fault(tiles: Sequence[int], missing: int, cells: int) -> str:
    for tile in tiles:
        if not 0 <= tile < cells:
            return f"the number {tile} does not fit {cells} cells; the numbers are 0 (the blank) to {cells - 1}"
    twice = next(tile for i, tile in enumerate(tiles) if tile in tiles[:i])
    what = "the blank (0)" if missing == BLANK else str(missing)
    return f"{what} is missing, and {twice} occurs twice; write {missing} for one of them"


@lru_cache(maxsize=64)
def neighbours(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """Return for each cell the cells that the blank reaches by each of `MOVES`; -1 beyond the edge of the board."""
    return tuple(
        (
            cell - 1 if cell % columns > 0 else -1,
            cell + columns if cell // columns < rows - 1 else -1,
            cell + 1 if cell % columns < columns - 1 else -1,
            cell - columns if cell // columns > 0 else -1,
        )
        for cell in range(rows * columns)
    )


def moved(board: Board, moves: Iterable[str]) -> Board:
    """Return the board after some moves (Algorithm 2).

    Raises:
        IllegalMoveError: if one of them is not a move, or leads off the board.
    """
    tiles, blank = list(board.tiles), board.blank
    after = neighbours(board.rows, board.columns)
    for number, move in enumerate(moves, 1):
        if len(move) != 1 or move not in MOVES:
            raise IllegalMoveError(number, f"{move[:20]!r} is not a move; the moves are L, D, R and U")
        cell = after[blank][MOVES.index(move)]
        if cell < 0:
            raise IllegalMoveError(number, f"{move} leads off the board from {place_of(blank, board.columns)}")
        tiles[blank], tiles[cell] = tiles[cell], BLANK
        blank = cell
    return Board(board.rows, board.columns, tuple(tiles))


def place_of(cell: int, columns: int) -> str:
    """Describe a cell by its row and column, counted from 1."""
    return f"row {cell // columns + 1}, column {cell % columns + 1}"


def undone(moves: str) -> str:
    """Return the moves that lead back."""
    return "".join(MOVES[MOVES.index(move) ^ 2] for move in reversed(moves))


def homes(start: Board, goal: Board) -> tuple[int, ...]:
    """Return for each cell of the start the home cell of its tile or blank; for the goal itself 0, 1, 2 and so on.

    All solvers work on this form, so that any arrangement can be the goal.
    """
    home = {tile: cell for cell, tile in enumerate(goal.tiles)}
    return tuple(home[tile] for tile in start.tiles)
