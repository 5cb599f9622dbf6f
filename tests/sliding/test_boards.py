"""Sliding tiles: states, moves, and how boards are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared import printed_algorithms
from shared.sliding_puzzles import boards, legal_moves, undone, walks

from heuristan.sliding.boards import (
    MOVES,
    Board,
    BoardError,
    homes,
    moved,
    neighbours,
    text_of,
)
from heuristan.sliding.files import read_board

WORDS = {"L": "LEFT", "D": "DOWN", "R": "RIGHT", "U": "UP"}


class TestMoves:
    @given(boards(), st.data())
    def test_what_is_undone_was_never_done(self, board: Board, data: st.DataObject) -> None:
        moves = data.draw(walks(board))
        assert moved(moved(board, moves), undone(moves)) == board

    @given(boards())
    def test_a_move_swaps_the_blank_and_the_tile_beside_it(self, board: Board) -> None:
        for move in legal_moves(board):
            after = moved(board, move)
            differ = [cell for cell in range(board.cells) if board.tiles[cell] != after.tiles[cell]]
            assert sorted(differ) == sorted((board.blank, after.blank))
            rows, columns = (
                abs(f(board.blank) - f(after.blank))
                for f in (lambda c: c // board.columns, lambda c: c % board.columns)
            )
            assert rows + columns == 1

    @given(boards())
    def test_what_is_not_legal_leads_off_the_board(self, board: Board) -> None:
        for move in set(MOVES) - set(legal_moves(board)):
            with pytest.raises(ValueError, match=r"move 1: . leads off the board from row"):
                moved(board, move)

    @given(boards(st.just(3)), st.data())
    def test_they_are_those_of_the_paper(self, board: Board, data: st.DataObject) -> None:
        """Algorithms 1 and 2."""
        x = text_of(board)
        assert [WORDS[move] for move in legal_moves(board)] == printed_algorithms.generate_action(x)
        move = data.draw(st.sampled_from(legal_moves(board)))
        assert text_of(moved(board, move)) == printed_algorithms.f(x, WORDS[move])

    def test_the_wrong_move_is_numbered(self) -> None:
        with pytest.raises(ValueError, match="move 3: R leads off the board from row 3, column 3"):
            moved(Board.goal(3, 3), "LRR")
        with pytest.raises(ValueError, match="move 2: 'x' is not a move"):
            moved(Board.goal(3, 3), "Lx")

    def test_neighbours_go_both_ways(self) -> None:
        for cell, cells in enumerate(neighbours(3, 5)):
            assert all(neighbours(3, 5)[to][i ^ 2] == cell for i, to in enumerate(cells) if to >= 0)

    @given(boards())
    def test_every_tile_has_its_home(self, board: Board) -> None:
        goal = Board.goal(board.rows, board.columns)
        assert homes(goal, goal) == tuple(range(board.cells))
        at = homes(board, goal)
        assert all(goal.tiles[home] == tile for home, tile in zip(at, board.tiles, strict=True))


class TestBoards:
    @pytest.mark.parametrize(
        ("rows", "columns", "tiles", "words"),
        [
            (2, 2, (1, 2, 3), "3 numbers are given for 2 x 2 = 4 cells"),
            (2, 2, (1, 2, 2, 0), "3 is missing, and 2 occurs twice; write 3"),
            (2, 2, (1, 2, 3, 3), r"the blank \(0\) is missing, and 3 occurs twice"),
            (2, 2, (1, 2, 7, 0), "the number 7 does not fit 4 cells"),
            (1, 4, (1, 2, 3, 0), "its sides are 2 to 32 cells"),
            (33, 33, (), "its sides are 2 to 32 cells"),
        ],
    )
    def test_refusals(self, rows: int, columns: int, tiles: tuple[int, ...], words: str) -> None:
        with pytest.raises(BoardError, match=words):
            Board(rows, columns, tiles)

    def test_goals(self) -> None:
        assert text_of(Board.goal(3, 3)) == "123456780"
        assert text_of(Board.goal(2, 3, "first")) == "012/345"
        assert text_of(Board.goal(3, 3, "spiral")) == "123804765"
        assert text_of(Board.goal(3, 4, "spiral")) == "1234/ab05/9876"


class TestNotation:
    @given(boards())
    def test_what_is_written_is_read_back(self, board: Board) -> None:
        assert read_board(text_of(board)) == board

    @given(boards(), st.sampled_from((" ", ",", "  ", ", ")))
    def test_numbers_are_read_at_any_size(self, board: Board, gap: str) -> None:
        assert read_board(" / ".join(gap.join(map(str, line)) for line in board.lines())) == board

    @pytest.mark.parametrize(
        ("text", "board"),
        [
            ("358102674", Board(3, 3, (3, 5, 8, 1, 0, 2, 6, 7, 4))),
            ("123/450", Board(2, 3, (1, 2, 3, 4, 5, 0))),
            ("123456789ABCDEF0", Board.goal(4, 4)),
            ("1 2 3 4 5 6 7 8 9 a b c d e f 0", Board.goal(4, 4)),
            (" ".join(map(str, (*range(1, 25), 0))), Board.goal(5, 5)),
        ],
    )
    def test_ways_of_writing(self, text: str, board: Board) -> None:
        assert read_board(text) == board

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("12345", "has 5 tiles, which do not make a square; separate the rows"),
            ("", "has 0 tiles"),
            ("123/45", "row 2 has 2 tiles, and row 1 has 3"),
            ("12345678z", "'12345678z' is not the number of a tile"),
            ("1 2 3 hello", "'hello' is not the number of a tile"),
            ("1 2 3 99999999999999999999", "is not the number of a tile"),
            ("1 2 3 -2", "'-2' is not the number"),
            ("112345678", "0. is missing, and 1 occurs twice"),
            ("1" * 20_000, "20000 characters are too many for a board"),
            ("/", "its sides are 2 to 32"),
        ],
    )
    def test_refusals(self, text: str, words: str) -> None:
        with pytest.raises(BoardError, match=words):
            read_board(text)

    @given(st.text(max_size=40))
    def test_any_text_is_a_board_or_refused(self, text: str) -> None:
        try:
            board = read_board(text)
        except BoardError as refusal:
            found = str(refusal)
        else:
            found = text_of(board)
            assert read_board(found) == board
        assert found
        assert "\n" not in found
