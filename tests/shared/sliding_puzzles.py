"""Boards of sliding tiles: any, solvable ones, all that moves reach, and walks on them."""

from random import Random

from hypothesis import strategies as st

from heuristan.sliding.boards import MOVES, Board, moved, neighbours, random_board

SIDES = st.integers(2, 6)


def legal_moves(board: Board) -> str:
    """Return the moves that can be made (Algorithm 1), in the paper's order."""
    after = neighbours(board.rows, board.columns)[board.blank]
    return "".join(move for move, cell in zip(MOVES, after, strict=True) if cell >= 0)


@st.composite
def boards(draw: st.DrawFn, sides: st.SearchStrategy[int] = SIDES) -> Board:
    """Draw a board of any size, solvable or not."""
    rows, columns = draw(sides), draw(sides)
    return Board(rows, columns, tuple(draw(st.permutations(range(rows * columns)))))


@st.composite
def walks(draw: st.DrawFn, board: Board, longest: int = 40) -> str:
    """Draw moves that can be made on a board."""
    moves = ""
    for _ in range(draw(st.integers(0, longest))):
        moves += draw(st.sampled_from(legal_moves(board)))
        board = moved(board, moves[-1])
    return moves


def solvable(rows: int, columns: int, seed: int) -> tuple[Board, Board]:
    """Return a solvable board and its goal, in which the tiles and the blank may be anywhere."""
    random = Random(seed)
    tiles = list(range(rows * columns))
    random.shuffle(tiles)
    goal = Board(rows, columns, tuple(tiles))
    return random_board(goal, random), goal


def flooded(goal: Board) -> set[Board]:
    """Find all boards from which moves lead to the goal, by trying all moves."""
    found, fresh = {goal}, [goal]
    while fresh:
        board = fresh.pop()
        for move in legal_moves(board):
            after = moved(board, move)
            if after not in found:
                found.add(after)
                fresh.append(after)
    return found


def undone(moves: str) -> str:
    """Return the moves that lead back."""
    return "".join(MOVES[MOVES.index(move) ^ 2] for move in reversed(moves))
