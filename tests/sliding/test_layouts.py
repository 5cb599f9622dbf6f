"""Sliding tiles: boards as people and programs lay them out, in a file and as an argument."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from shared.commands import Run
from shared.sliding_puzzles import boards

from heuristan.common.faults import InputError
from heuristan.sliding.boards import Board, BoardError, text_of
from heuristan.sliding.files import read_board, read_puzzles

Rows = list[list[str]]


def rows_of(board: Board, blank: str = "0") -> Rows:
    """Return the tiles as texts, with a mark for the blank."""
    return [[str(tile) if tile else blank for tile in line] for line in board.lines()]


def in_columns(rows: Rows) -> str:
    return "\n".join(" ".join(f"{tile:>3}" for tile in row).rstrip() for row in rows)


def nested(rows: Rows, row: str = "[{}]", board: str = "[{}]", between: str = ", ") -> str:
    return board.format(between.join(row.format(", ".join(line)) for line in rows))


WAYS: dict[str, Callable[[Board], str]] = {
    "rows": lambda board: in_columns(rows_of(board)),
    "a size and rows": lambda board: f"{board.rows} {board.columns}\n{in_columns(rows_of(board))}\n",
    "a size and a tile a line": lambda board: "\n".join([f"{board.rows}x{board.columns}", *map(str, board.tiles)]),
    "commas": lambda board: "\n".join(",".join(row) for row in rows_of(board)),
    "semicolons": lambda board: "; ".join(" ".join(row) for row in rows_of(board, "_")),
    "pipes": lambda board: "\n".join("|".join(row) for row in rows_of(board, ".")),
    "Python": lambda board: nested(rows_of(board)),
    "Python on lines": lambda board: "board = " + nested(rows_of(board, "None"), between=",\n  "),
    "tuples": lambda board: nested(rows_of(board), "({})", "({})"),
    "Java": lambda board: f"int[][] tiles = new int[][] {nested(rows_of(board), '{{{}}}', '{{{}}}')};",
    "NumPy": lambda board: nested(rows_of(board), between="\n ").replace(",", ""),
    "texts": lambda board: json.dumps(rows_of(board, "_")),
}


class TestReading:
    @pytest.mark.parametrize("way", WAYS)
    @given(board=boards())
    @settings(max_examples=8)
    def test_what_is_written_in_any_way_is_read_back(self, way: str, board: Board) -> None:
        text = WAYS[way](board)
        assert read_board(text) == board, text

    @pytest.mark.parametrize("way", WAYS)
    @given(several=st.lists(boards(), min_size=2, max_size=3))
    @example(several=[Board(2, 2, (0, 1, 2, 3)), Board(4, 2, (2, 3, 0, 1, 4, 5, 6, 7))])  # "2,3" above six tiles
    @settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_several_in_a_file(self, way: str, several: list[Board], tmp_path: Path) -> None:
        file = tmp_path / "boards.txt"
        texts = [WAYS[way](board).replace("board =", f"board{number} =") for number, board in enumerate(several)]
        texts = [text.replace("tiles =", f"tiles{number} =") for number, text in enumerate(texts)]
        file.write_text("\n\n".join(texts))
        assert [puzzle.start for puzzle in read_puzzles(str(file))] == several

    @pytest.mark.parametrize(
        "text",
        [
            "3\n 1  2  3\n 4  0  5\n 7  8  6\n",
            "# made by a program\n3 # the side\n1 2 3\n4 0 5 # the middle\n7 8 6\n",
            "123\n4_5\n786",
            "1 2 3 4 x 5 7 8 6",
            "[[1. 2. 3.]\n [4. 0. 5.]\n [7. 8. 6.]]",
            "(1 2 3) (4 x 5) (7 8 6)",
            "[1 2 3; 4 0 5; 7 8 6]",
            "np.array([[1,2,3],[4,0,5],[7,8,6]], dtype=int)",
            "int tiles[3][3] = {{1,2,3},{4,0,5},{7,8,6}};",
        ],
    )
    def test_named_cases(self, text: str) -> None:
        assert text_of(read_board(text)) == "123405786"

    def test_rows_that_are_boards_by_themselves(self) -> None:
        """The first row of four is a board of 2 x 2; the whole is one of 4 x 4."""
        text = "0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15"
        assert read_board(text) == Board.goal(4, 4, "first")

    def test_names_and_a_goal(self, tmp_path: Path) -> None:
        file = tmp_path / "boards.txt"
        file.write_text("goal:\n1 2 3\n8 0 4\n7 6 5\neasy:\n1 2 3\n4 0 5\n7 8 6\n\n123450786\n")
        found = [(puzzle.id, text_of(puzzle.start), text_of(puzzle.goal)) for puzzle in read_puzzles(str(file))]
        assert found == [("easy", "123405786", "123804765"), ("board-2", "123450786", "123804765")]


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "line", "words"),
        [
            ("3\n", 1, "'3' is one number"),
            ("3\n1 2 3\n4 0 5\n7 8\n", 1, "8 numbers are given for 3 x 3 = 9 cells"),
            ("123450786\n\n1 2 3\n4 0\n7 8 6\n", 3, "row 2 has 2 tiles, and row 1 has 3"),
            ("1 2\n0\n", 1, "row 2 has 1 tile, and row 1 has 2"),
            ("Homework 3\n\n1 2 3\n4 0 5\n7 8 6\n", 1, "a name ends with a colon, and # begins a comment"),
            ("1 2 3\n4 5 5\n7 8 6", 1, "the blank (0) is missing, and 5 occurs twice"),
            ("1 2 3\n4 5 6\n7 8 9", 1, "no cell is the blank; write 0 for it"),
            ("\n[[1,2,3],[4,0,5],[7,8]]", 2, "row 3 has 2 tiles, and row 1 has 3"),
            ("[[1,2,3],\n[4,0,5],\n[7,8,6]", 1, "the list that begins here does not end"),
            ("[1,2,3],\n[4,0,5]],\n[7,8,6]", 2, "] closes a list that does not begin"),
            ("[[1,2,3],\n7,\n[4,0,5]]", 2, "'7' stands beside a list"),
            ('{"board": [[1,2],[3,0]]}', 1, "this is a JSON object; write the board alone"),
            ("goal: first\n123450786\ngoal: last\n", 3, "no board is below this goal"),
        ],
    )
    def test_the_line_and_the_fault_are_named(self, text: str, line: int, words: str, tmp_path: Path) -> None:
        file = tmp_path / "boards.txt"
        file.write_text(text)
        with pytest.raises(InputError) as fault:
            read_puzzles(str(file))
        assert str(fault.value).startswith(f"{file}:{line}: ")
        assert words in str(fault.value)

    @given(st.text("0123456789 \n,;|/[]{}()_x.:-#>ab'\"=", max_size=60))
    def test_any_text_is_a_board_or_refused_on_one_line(self, text: str) -> None:
        words = ""
        try:
            read_board(text)
        except BoardError as refusal:
            words = str(refusal)
        assert "\n" not in words


class TestCommand:
    @pytest.mark.parametrize("text", ["[[1,2,3],[4,0,5],[7,8,6]]", "1 2 3 4 * 5 7 8 6", "1 2 3\n4 0 5\n7 8 6"])
    def test_a_list_is_an_argument(self, heuristan: Run, text: str) -> None:
        assert heuristan("sliding", "solve", text).out.startswith("board-1: solved in 2 moves, the blank last")

    def test_a_pattern_is_no_list(self, heuristan: Run) -> None:
        assert "no file fits this pattern" in heuristan("sliding", "solve", "board[0-9]*.txt").err

    @pytest.mark.parametrize(("board", "other"), [("123456870", "spiral"), ("123456789abcdfe0", "first")])
    def test_a_proof_says_of_which_goal_it_is_one(self, heuristan: Run, board: str, other: str) -> None:
        status, out, _ = heuristan("sliding", "solve", board)
        assert (status, f"(--goal {other})" in out) == (1, True)
        assert "no moves lead to the goal with the blank last" in out
        assert heuristan("sliding", "solve", board, "--goal", other, "--solver", "plan").status == 0
