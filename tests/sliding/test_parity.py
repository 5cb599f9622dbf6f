"""Sliding tiles: which boards can be solved, for any size and with the blank anywhere."""

from collections import Counter
from itertools import islice, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared import printed_algorithms
from shared.sliding_puzzles import boards, flooded, walks

from heuristan.sliding.boards import (
    BLANK,
    Board,
    can_be_solved,
    inversions,
    moved,
    random_board,
    random_boards,
    swapped,
    text_of,
    two_to_swap,
    why_unsolvable,
)
from heuristan.sliding.files import read_board


class TestTheorem:
    @given(boards(), st.data())
    def test_moves_change_nothing(self, board: Board, data: st.DataObject) -> None:
        goal = Board(board.rows, board.columns, tuple(data.draw(st.permutations(board.tiles))))
        after = moved(board, data.draw(walks(board)))
        assert can_be_solved(after, goal) == can_be_solved(board, goal)
        assert can_be_solved(board, after)

    @given(boards(), st.data())
    def test_a_swap_changes_it(self, board: Board, data: st.DataObject) -> None:
        """Theorem 3."""
        goal = Board.goal(board.rows, board.columns)
        one, other = data.draw(st.permutations([tile for tile in board.tiles if tile != BLANK]))[:2]
        assert can_be_solved(swapped(board, one, other), goal) != can_be_solved(board, goal)

    @pytest.mark.parametrize("goal", ["1230", "0123", "2031", "123/450", "12/34/50", "10/32/54", "012/345"])
    def test_half_of_all_states_can_be_solved_and_which(self, goal: str) -> None:
        """Sizes with odd and even columns, the blank in several places of the goal."""
        end = read_board(goal)
        solvable = flooded(end)
        every = [Board(end.rows, end.columns, tiles) for tiles in permutations(range(end.cells))]
        assert 2 * len(solvable) == len(every)
        assert {board for board in every if can_be_solved(board, end)} == solvable

    @pytest.mark.parametrize("rows", [2, 3, 4, 5])
    @pytest.mark.parametrize("columns", [2, 3, 4, 5])
    def test_the_blank_may_stand_anywhere_in_the_goal(self, rows: int, columns: int) -> None:
        """Theorem 1 says that where the blank stands does not matter: only with an odd number of columns."""
        goal = Board.goal(rows, columns)
        found = set()
        for cell in range(goal.cells):
            tiles = [tile for tile in goal.tiles if tile != BLANK]
            found.add(can_be_solved(Board(rows, columns, (*tiles[:cell], BLANK, *tiles[cell:])), goal))
        assert found == ({True} if columns % 2 else {True, False})


class TestCorollary2:
    """Corollary 2 as it is printed, compared with the theorem."""

    @pytest.mark.parametrize("n", [3, 4, 5, 6])
    def test_it_holds_with_rows_counted_from_0(self, n: int) -> None:
        goal, random = Board.goal(n, n), Random(n)
        for _ in range(200):
            tiles = list(range(n * n))
            random.shuffle(tiles)
            board = Board(n, n, tuple(tiles))
            words = printed_algorithms.corollary_2(inversions(tiles), n, board.blank // n)
            assert words == can_be_solved(board, goal)

    def test_it_fails_with_rows_counted_from_1(self) -> None:
        goal = Board.goal(4, 4)
        assert not printed_algorithms.corollary_2(inversions(goal.tiles), 4, goal.blank // 4 + 1)

    def test_the_paper_s_example(self) -> None:
        assert inversions(read_board("358102674").tiles) == 12


class TestMessages:
    @given(boards())
    def test_the_swap_makes_a_board_solvable(self, board: Board) -> None:
        goal = Board.goal(board.rows, board.columns)
        fault = why_unsolvable(board, goal)
        assert (fault is None) == can_be_solved(board, goal)
        if fault is not None:
            one, other = two_to_swap(board, goal)
            assert can_be_solved(swapped(board, one, other), goal)
            assert fault.endswith(f"say {one} and {other}: {text_of(swapped(board, one, other))}")

    def test_odd_columns(self) -> None:
        words = str(why_unsolvable(read_board("123456870"), Board.goal(3, 3)))
        assert "the tiles have 1 inversion, an odd number, and with 3 columns every move keeps it odd" in words
        assert words.endswith("swap two tiles, say 7 and 8: 123456780")

    def test_even_columns(self) -> None:
        words = str(why_unsolvable(read_board("123456789abcdfe0"), Board.goal(4, 4)))
        assert "1 inversion and the blank in row 4 of 4, while the goal has none and the blank in row 4" in words
        assert words.endswith("say 14 and 15: 123456789abcdef0")
        words = str(why_unsolvable(read_board("0123456789abcdef"), Board.goal(4, 4)))
        assert "the blank in row 1 of 4" in words
        assert "the inversions must be odd there" in words


class TestGenerator:
    @given(st.sampled_from(("123456780", "012345678", "123/450", "1032", "123456789abcdef0")), st.integers(0, 10**6))
    def test_all_can_be_solved(self, goal: str, seed: int) -> None:
        end = read_board(goal)
        assert all(can_be_solved(board, end) for board in islice(random_boards(end, seed), 5))

    def test_a_seed_decides_the_boards(self) -> None:
        goal = Board.goal(4, 4)
        made = [list(islice(random_boards(goal, seed), 5)) for seed in (1, 1, 2)]
        assert made[0] == made[1] != made[2]
        assert [text_of(board) for board in islice(random_boards(Board.goal(3, 3), 1), 3)] == PINNED

    @pytest.mark.slow
    def test_each_is_as_likely_as_any_other(self) -> None:
        """Pearson's chi-square over the 360 states of 2 x 3: 359 degrees of freedom, 5 standard deviations allowed."""
        goal, random = Board.goal(2, 3), Random(5)
        draws = 36_000
        counts = Counter(random_board(goal, random) for _ in range(draws))
        assert len(counts) == 360
        each = draws / 360
        assert abs(sum((count - each) ** 2 / each for count in counts.values()) - 359) < 5 * (2 * 359) ** 0.5


PINNED = ["657430812", "572460813", "236081547"]
"""The first boards of seed 1, on every Python."""
