"""Boards as text: the paper's strings, and numbers for boards of any size.

`358102674` is a board of 3 x 3. Slashes separate the rows of a board that is not square, as in `5 1 2 4 / ...`. Up to
16 cells a tile is one hexadecimal digit, as in the paper's Figure 1, or a number; on larger boards it is a number.
Boards as programs and people write them are read too (`layouts`, `lists`).
"""

from heuristan.sliding.boards import Board, BoardError
from heuristan.sliding.layouts import board_of_line, boards_of
from heuristan.sliding.lists import lines_in
from heuristan.sliding.tiles import DIGITS

GOALS_IN_WORDS = {"last": "the blank last", "first": "the blank first", "spiral": "the tiles in a spiral"}


def read_board(text: str) -> Board:
    """Read a board.

    Raises:
        BoardError: if the text is not one board.
    """
    lines = [line for line in lines_in(text) if not line.text.endswith(":")]  # a list may have a name
    found = boards_of(lines, board_of_line, lambda board: board)
    if len(found) > 1:
        raise BoardError(f"there are {len(found)} boards; give one")
    return found[0].value


def text_of(board: Board) -> str:
    """Write a board as the shortest text that is read back as the same board."""
    if board.cells <= len(DIGITS):
        lines = ["".join(DIGITS[tile] for tile in line) for line in board.lines()]
        return ("" if board.rows == board.columns else "/").join(lines)
    lines = [" ".join(map(str, line)) for line in board.lines()]
    return " ".join(lines) if board.rows == board.columns else " / ".join(lines)


def goal_in_words(goal: Board) -> str:
    """Describe a goal: its name if it has one, else the board."""
    names = (name for name in GOALS_IN_WORDS if Board.goal(goal.rows, goal.columns, name) == goal)
    return next((GOALS_IN_WORDS[name] for name in names), f"the tiles {text_of(goal)}")
