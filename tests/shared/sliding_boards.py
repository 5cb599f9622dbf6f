"""Boards of sliding tiles, and walks on them."""

from hypothesis import strategies as st

from heuristan.sliding.boards import (
    Board,
    legal_moves,
    moved,
)

SIDES = st.integers(2, 6)


@st.composite
def boards(draw: st.DrawFn, sides: st.SearchStrategy[int] = SIDES) -> Board:
    """Boards of any size, solvable or not."""
    rows, columns = draw(sides), draw(sides)
    return Board(rows, columns, tuple(draw(st.permutations(range(rows * columns)))))


@st.composite
def walks(draw: st.DrawFn, board: Board, longest: int = 40) -> str:
    """Moves that can be made on a board."""
    moves = ""
    for _ in range(draw(st.integers(0, longest))):
        moves += draw(st.sampled_from(legal_moves(board)))
        board = moved(board, moves[-1])
    return moves
