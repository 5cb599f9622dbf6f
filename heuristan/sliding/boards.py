"""States and moves of sliding tiles of any size (Liu and Liu, section II, Definition 1, Algorithms 1 and 2).

Which can be solved (section IV, here for any size and with the blank anywhere): a horizontal move of the blank does not
change the sequence of the tiles, read row by row. A vertical move takes a tile past the columns - 1 tiles between,
which changes the number of inversions by an even number if the number of columns is odd, and by an odd number if it is
even. So no move changes the parity of

- the inversions, if the number of columns is odd,
- the inversions plus the row of the blank, counted from 0 at the top, if it is even.

Moves lead from one board to another of the same size if and only if this parity is the same (Johnson and Story, 1879).
The number of rows does not matter.

Random boards: all cells are shuffled, including the blank, and if the board cannot be solved its first two tiles are
swapped. The swap maps the unsolvable states one to one onto the solvable ones (Theorem 3), so every solvable board is
equally likely. The paper's own initialization does not achieve that.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from random import Random

from heuristan.common.words import plural

MOVES = "LDRU"
"""The moves of the blank in the paper's order: LEFT, DOWN, RIGHT, UP. `MOVES[i ^ 2]` undoes `MOVES[i]`."""

BLANK = 0
"""The number of the blank, as in the paper's strings."""

GOALS = {"last": "the blank last", "first": "the blank first", "spiral": "the tiles in a spiral"}
"""The goals with a name, in words; the spiral begins at the rim and ends with the blank."""

DIGITS = "0123456789abcdef"
"""Hexadecimal digits, the tiles of boards of up to 16 cells."""

LARGEST_SIDE = 32
"""Maximum number of rows and of columns: a plan for 32 x 32 has some 80,000 moves."""


class BoardError(ValueError):
    """A board that is not valid; the message says what is wrong, and the smallest fix."""

    line: int | None = None
    """The line of the text, counted from 1, if the board has several."""

    def at(self, line: int) -> "BoardError":
        """Return the fault with a line number, unless it has one already."""
        self.line = self.line or line
        return self


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
    def goal(cls, rows: int, columns: int, name: str = "last") -> "Board":
        """Return a goal of `GOALS`: the tiles in order, the blank last (the paper's) or first (Korf's), or a spiral."""
        cells = rows * columns
        if name == "first":
            return cls(rows, columns, tuple(range(cells)))
        tile_of = dict(
            zip(_spiral(rows, columns) if name == "spiral" else range(cells), (*range(1, cells), BLANK), strict=True)
        )
        return cls(rows, columns, tuple(tile_of[cell] for cell in range(cells)))

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


def _spiral(rows: int, columns: int) -> Iterator[int]:
    """Yield the cells clockwise along the rim from the upper left one, and inwards."""
    lines = [list(range(row * columns, (row + 1) * columns)) for row in range(rows)]
    while lines:
        yield from lines.pop(0)
        # a quarter turn back: the last column becomes the first row
        lines = [list(line) for line in zip(*lines, strict=True)][::-1]


def _numbering_fault(tiles: Sequence[int], missing: int, cells: int) -> str:
    wrong = next((tile for tile in tiles if not 0 <= tile < cells), None)
    if wrong is not None:
        if missing == BLANK:
            return f"no cell is the blank; write 0 for it (the tiles of {cells} cells are 1 to {cells - 1})"
        return f"the number {wrong} does not fit {cells} cells; the tiles are 1 to {cells - 1}, and the blank is 0"
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
        ValueError: if one of them is not a move, or leads off the board.
    """
    tiles, blank = list(board.tiles), board.blank
    after = neighbours(board.rows, board.columns)
    for number, move in enumerate(moves, 1):
        if len(move) != 1 or move not in MOVES:
            raise ValueError(f"move {number}: {move[:20]!r} is not a move; the moves are L, D, R and U")
        cell = after[blank][MOVES.index(move)]
        if cell < 0:
            raise ValueError(f"move {number}: {move} leads off the board from {place_of(blank, board.columns)}")
        tiles[blank], tiles[cell] = tiles[cell], BLANK
        blank = cell
    return Board(board.rows, board.columns, tuple(tiles))


def text_of(board: Board) -> str:
    """Write a board as the shortest text that is read back as the same board."""
    if board.cells <= len(DIGITS):
        lines = ["".join(DIGITS[tile] for tile in line) for line in board.lines()]
        return ("" if board.rows == board.columns else "/").join(lines)
    lines = [" ".join(map(str, line)) for line in board.lines()]
    return " ".join(lines) if board.rows == board.columns else " / ".join(lines)


def goal_in_words(goal: Board) -> str:
    """Describe a goal: its name if it has one, else the board."""
    names = (name for name in GOALS if Board.goal(goal.rows, goal.columns, name) == goal)
    return next((GOALS[name] for name in names), f"the tiles {text_of(goal)}")


def distance(cell: int, other: int, columns: int) -> int:
    """Return the number of rows and columns between two cells."""
    return abs(cell // columns - other // columns) + abs(cell % columns - other % columns)


@lru_cache(maxsize=32)
def distances(rows: int, columns: int) -> tuple[int, ...]:
    """Return the Manhattan distances between all cells, indexed by home * cells + cell."""
    return tuple(distance(home, cell, columns) for home, cell in product(range(rows * columns), repeat=2))


def place_of(cell: int, columns: int) -> str:
    """Describe a cell by its row and column, counted from 1."""
    return f"row {cell // columns + 1}, column {cell % columns + 1}"


def homes(start: Board, goal: Board) -> tuple[int, ...]:
    """Return for each cell of the start the home cell of its tile or blank; for the goal itself 0, 1, 2 and so on.

    All solvers work on this form, so that any arrangement can be the goal.
    """
    home = {tile: cell for cell, tile in enumerate(goal.tiles)}
    return tuple(home[tile] for tile in start.tiles)


def inversions(tiles: Sequence[int]) -> int:
    """Count the pairs of tiles in the wrong order, without the blank (Definitions 3 and 4)."""
    found = [tile for tile in tiles if tile != BLANK]
    return sum(before > tile for i, tile in enumerate(found) for before in found[:i])


def parity_of(tiles: Sequence[int], columns: int) -> int:
    """Return the parity that no move changes: 0 or 1."""
    return (inversions(tiles) + _row_that_counts(tiles, columns)) % 2


def _row_that_counts(tiles: Sequence[int], columns: int) -> int:
    return 0 if columns % 2 else tiles.index(BLANK) // columns


def can_be_solved(start: Board, goal: Board) -> bool:
    """Return whether moves lead from one board to the other. Both must have the same size."""
    wanted = _row_that_counts(goal.tiles, goal.columns) % 2  # numbered like this, the goal has no inversions
    return parity_of(relabelled(start, goal), start.columns) == wanted


def relabelled(board: Board, goal: Board) -> tuple[int, ...]:
    """Return the board with its tiles numbered in the order of the goal."""
    number = {tile: i for i, tile in enumerate((tile for tile in goal.tiles if tile != BLANK), 1)}
    return tuple(number.get(tile, BLANK) for tile in board.tiles)


def why_unsolvable(start: Board, goal: Board) -> str | None:
    """Return why no moves lead from one board to the other, goals to which they do, and two tiles to swap.

    None if some moves do lead there.
    """
    if can_be_solved(start, goal):
        return None
    count = inversions(relabelled(start, goal))
    to = f"the goal with {goal_in_words(goal)}"
    noun = "inversion" if count == 1 else "inversions"
    if start.columns % 2:
        reason = (
            f"no moves lead to {to}: the tiles have {count} {noun}, an odd number, and with {start.columns} "
            "columns every move keeps it odd, while the goal has none"
        )
    else:
        rows = [board.blank // board.columns for board in (start, goal)]
        reason = (
            f"no moves lead to {to}: {count} {noun} and the blank in row {rows[0] + 1} of {start.rows}, while the "
            f"goal has none and the blank in row {rows[1] + 1}; with {start.columns} columns the inversions must be "
            f"{'odd' if (rows[0] - rows[1]) % 2 else 'even'} there"
        )
    reached = (name for name in GOALS if can_be_solved(start, Board.goal(start.rows, start.columns, name)))
    goals = " and ".join(f"{GOALS[name]} (--goal {name})" for name in reached)
    also = f"moves lead to the goal with {goals}; or " * bool(goals)
    one, other = two_to_swap(start, goal)
    return f"{reason}; {also}swap two tiles, say {one} and {other}: {text_of(swapped(start, one, other))}"


def two_to_swap(start: Board, goal: Board) -> tuple[int, int]:
    """Return two tiles that are in each other's places, or else the last two."""
    at_goal = dict(zip(start.tiles, goal.tiles, strict=True))
    for tile, other in at_goal.items():
        if BLANK not in (tile, other) and tile != other and at_goal[other] == tile:
            return min(tile, other), max(tile, other)
    one, other = [tile for tile in start.tiles if tile != BLANK][-2:]
    return one, other


def swapped(board: Board, one: int, other: int) -> Board:
    """Return the board with two tiles swapped, which changes whether it can be solved (Theorem 3)."""
    change = {one: other, other: one}
    return Board(board.rows, board.columns, tuple(change.get(tile, tile) for tile in board.tiles))


def random_boards(goal: Board, seed: int) -> Iterator[Board]:
    """Yield solvable boards without end. The same seed makes the same boards."""
    random = Random(seed)
    while True:
        yield random_board(goal, random)


def random_board(goal: Board, random: Random) -> Board:
    """Draw one of the boards from which moves lead to the goal, all equally likely."""
    tiles = list(range(goal.cells))
    random.shuffle(tiles)
    board = Board(goal.rows, goal.columns, tuple(tiles))
    if can_be_solved(board, goal):
        return board
    one, other = [tile for tile in tiles if tile != BLANK][:2]
    return swapped(board, one, other)
