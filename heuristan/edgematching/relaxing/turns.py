"""Unknown orientations (section 6.3): the puzzle with its turned copies, solved together without turning a piece.

Turn the box with its frame by 0, 90, 180 and 270 degrees about a point far outside. A piece that is only moved can lie
in any of the four copies; in the copy q it lies as if it were turned back by q in the original. Proposition 6.1 sums
(4.6) over all copies. Its equations at the copies of one edge location are the same equation four times, since a piece
that lies in one copy makes a turned copy of itself in each of the others. So the program is solved folded: a piece has
an entry of P for each place and turn, and the equations are those of the original. `augmented` builds the unfolded one,
for pictures and to show that nothing is lost.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from heuristan.edgematching.board import OPPOSITE, Board
from heuristan.edgematching.puzzle import Arrangement, Laid, Puzzle, turned

if TYPE_CHECKING:
    from numpy.typing import NDArray

TURNS = 4


class Column(NamedTuple):
    """A variable of the augmented program: a piece, moved but not turned, at a place of a copy."""

    piece: int
    copy: int
    place: int
    """Of the original, which the copy turned."""

    @property
    def laid(self) -> Laid:
        """What that is in the original."""
        return Laid(self.piece, -self.copy % TURNS)


class Augmented(NamedTuple):
    """The equations (6.4) for indicators: matrix times variables = right."""

    columns: tuple[Column, ...]
    matrix: "NDArray[np.float64]"
    right: "NDArray[np.float64]"


def rotated_place(board: Board, place: tuple[int, ...], turn: int) -> tuple[int, ...]:
    """Where a place comes to lie when the box is turned clockwise."""
    (rows, columns), (row, column) = board.sizes, place
    for _ in range(turn % TURNS):
        (row, column), (rows, columns) = (column, rows - 1 - row), (columns, rows)
    return row, column


def rotated(puzzle: Puzzle, turn: int) -> Puzzle:
    """The box and its frame turned clockwise; the pieces stay as they are."""
    turn %= TURNS
    board = Board(puzzle.board.sizes[::-1] if turn % 2 else puzzle.board.sizes)
    walls = {
        (rotated_place(puzzle.board, puzzle.board.places[index], turn), (face + turn) % TURNS): colour
        for (index, face), colour in puzzle.walls.items()
    }
    frame = tuple(tuple(walls[place, face] for place in board.wall(face)) for face in board.faces)
    return Puzzle(puzzle.id, board, puzzle.pieces, frame, puzzle.turns)


def rotated_arrangement(puzzle: Puzzle, arrangement: Arrangement, turn: int) -> Arrangement:
    """An arrangement turned with its box."""
    board = rotated(puzzle, turn).board
    found = [Laid(0)] * len(arrangement)
    for place, laid in zip(puzzle.board.places, arrangement, strict=True):
        index = board.index_of[rotated_place(puzzle.board, place, turn)]
        found[index] = Laid(laid.piece, (laid.turn + turn) % TURNS)
    return tuple(found)


def augmented(puzzle: Puzzle) -> Augmented:
    """The equations of Proposition 6.1 for the indicators of the edge locations of all copies."""
    columns = tuple(
        Column(piece, copy, place)
        for piece in range(len(puzzle.pieces))
        for copy in range(TURNS)
        for place in range(len(puzzle.board.places))
    )
    rows, right = [], []
    for copy in range(TURNS):
        box = rotated(puzzle, copy)
        for colour in puzzle.colours:
            for face in (0, 1):
                for spot in sorted({box.board.spot(place, each) for place in box.board.places for each in _axis(face)}):
                    rows.append([_coefficient(puzzle, box, column, copy, colour, face, spot) for column in columns])
                    right.append(_frame(box, colour, face, spot))
    return Augmented(columns, np.array(rows, dtype=float), np.array(right, dtype=float))


def _axis(face: int) -> tuple[int, int]:
    return face, OPPOSITE[face]


def _coefficient(
    puzzle: Puzzle, box: Puzzle, column: Column, copy: int, colour: int, face: int, spot: tuple[int, ...]
) -> int:
    """What the copy of a piece that lies in this copy of the box has at a location."""
    faces = turned(puzzle.pieces[column.piece], copy - column.copy)
    place = rotated_place(puzzle.board, puzzle.board.places[column.place], copy)
    return sum(
        sign
        for each, sign in zip(_axis(face), (1, -1), strict=True)
        if faces[each] == colour and box.board.spot(place, each) == spot
    )


def _frame(box: Puzzle, colour: int, face: int, spot: tuple[int, ...]) -> int:
    """What the frame asks of the pieces there."""
    return sum(
        1 if each == face else -1
        for (index, each), shown in box.walls.items()
        if each in _axis(face) and shown == colour and box.board.spot(box.board.places[index], each) == spot
    )
