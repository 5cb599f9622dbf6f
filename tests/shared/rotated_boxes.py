"""The box in its four turns (section 6.3): how Proposition 6.1 finds unknown orientations without turning a piece.

Turn the box with its frame by 0, 90, 180 and 270 degrees about a point far outside. A piece that is only moved can lie
in any of the four copies; in copy q it lies as if it were turned back by q in the original. Proposition 6.1 sums (4.6)
over all copies. At the four copies of an edge location this gives the same equation four times, because a piece that
lies in one copy has a turned copy of itself in each of the others. So the program is solved folded: P has an entry for
each piece, place and turn, and the equations are those of the original. `test_relaxing` builds the unfolded program and
compares them.
"""

from dataclasses import replace

from heuristan.edgematching.puzzle import Arrangement, Board, Laid, Puzzle

TURNS = 4


def rotated_place(board: Board, place: tuple[int, ...], turn: int) -> tuple[int, ...]:
    """Return where a place lies after the box is turned clockwise."""
    (rows, columns), (row, column) = board.sizes, place
    for _ in range(turn % TURNS):
        (row, column), (rows, columns) = (column, rows - 1 - row), (columns, rows)
    return row, column


def rotated(puzzle: Puzzle, turn: int) -> Puzzle:
    """Turn the box and its frame clockwise; the pieces stay as they are."""
    turn %= TURNS
    missing = tuple(sorted(rotated_place(puzzle.board, place, turn) for place in puzzle.board.missing))
    board = Board(puzzle.board.sizes[::-1] if turn % 2 else puzzle.board.sizes, missing=missing)
    walls = {
        (rotated_place(puzzle.board, puzzle.board.places[index], turn), (face + turn) % TURNS): colour
        for (index, face), colour in puzzle.walls.items()
    }
    faces = board.faces if puzzle.frame else ()
    frame = tuple(tuple(walls[place, face] for place in board.wall(face)) for face in faces)
    return replace(puzzle, board=board, frame=frame, given=())


def rotated_arrangement(puzzle: Puzzle, arrangement: Arrangement, turn: int) -> Arrangement:
    """Turn an arrangement together with its box."""
    board = rotated(puzzle, turn).board
    found = [Laid(0)] * len(arrangement)
    for place, laid in zip(puzzle.board.places, arrangement, strict=True):
        index = board.index_of[rotated_place(puzzle.board, place, turn)]
        found[index] = Laid(laid.piece, (laid.turn + turn) % TURNS)
    return tuple(found)
