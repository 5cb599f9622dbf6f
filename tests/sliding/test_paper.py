"""Sliding tiles: what the paper prints, and what is wrong with it. Each fault is shown over all states."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations
from random import Random

import pytest
from printed_strategies import Reading, Stuck, bubbled, solve
from shared import printed_algorithms
from shared.printed_algorithms import chances, rev_nbr

from heuristan.sliding.boards import Board, can_be_solved, inversions, moved, text_of
from heuristan.sliding.files import read_board

GOAL = Board.goal(3, 3)


def arrangements() -> Iterator[tuple[int, ...]]:
    """One board for each way in which small, middle and large digits and the blank can stand.

    Strategy 3 sees nothing else of a board. Each stands for 3! * 3! * 2! boards, half of which can be solved.
    """
    for order in sorted({*permutations((0, 1, 1, 1, 2, 2, 2, 3, 3))}):
        digits = {0: iter((0,)), 1: iter((1, 2, 3)), 2: iter((4, 5, 6)), 3: iter((7, 8))}
        yield tuple(next(digits[kind]) for kind in order)


STANDS_FOR = 6 * 6 * 2 // 2


class TestInversions:
    def test_rev_nbr_counts_the_blank(self) -> None:
        """So the goal itself would have 8 inversions, and the parity depends on where the blank is."""
        assert rev_nbr("123456780") == 8
        assert inversions(GOAL.tiles) == 0
        assert rev_nbr("358102674") == 12 + 4

    def test_it_is_wrong_for_every_other_cell_of_the_blank(self) -> None:
        """By as much as there are tiles before the blank: 4 of 9 cells, 80,640 of the 181,440 solvable states."""
        for order in islice(permutations(range(1, 9)), 0, None, 97):
            x = "".join(map(str, order))
            for cell in range(9):
                assert rev_nbr(f"{x[:cell]}0{x[cell:]}") == inversions(order) + cell
        assert 181_440 // 9 * sum(cell % 2 for cell in range(9)) == 80_640


class TestTheorem1:
    def test_the_actions_of_its_proof_do_what_it_says(self) -> None:
        """The blank comes one row up, and the digits stand in the same sequence."""
        assert text_of(moved(GOAL, "ULLDR" + "RULD" + "LURRDLLURR")) == "123450678"

    def test_with_an_even_number_of_columns_it_does_not_hold(self) -> None:
        goal = Board.goal(4, 4)
        assert not can_be_solved(read_board("123456789ab0cdef"), goal)
        assert can_be_solved(read_board("1234567089abcdef"), goal)


class TestInitialization:
    def test_it_never_makes_a_fifth_of_the_boards_and_favours_others(self) -> None:
        found = chances(8)
        assert found.odd == 0  # all can be solved: eight swaps
        assert found.boards == 141_120 < 181_440
        assert (found.rarest, found.commonest) == (1, 473)
        assert found.choices == 7**8
        assert found.blank[-2:] == (0, 0)

    def test_the_counting_is_right(self) -> None:
        """Four tiles, by trying all choices."""
        found: Counter[str] = Counter()

        class Chosen(Random):
            def __init__(self, choices: tuple[int, ...]) -> None:
                self.choices = iter(choices)

            def randint(self, a: int, b: int) -> int:  # noqa: ARG002
                return next(self.choices)

        for choices in ((a, b, c, d) for a in (2, 3, 4) for b in (1, 3, 4) for c in (1, 2, 4) for d in (1, 2, 3)):
            found[printed_algorithms.initialize("1234", Chosen(choices))] += 1
        counted = chances(4)
        assert (counted.boards, counted.rarest, counted.commonest) == (
            len(found),
            min(found.values()),
            max(found.values()),
        )
        assert counted.blank == tuple(sum(n for x, n in found.items() if x[cell] == "0") for cell in range(5))

    def test_for_15_tiles_it_fails(self) -> None:
        """An odd number of swaps, and a blank wherever the last one was."""
        random, goal = Random(15), Board.goal(4, 4)
        made = [read_board(printed_algorithms.initialize("123456789abcdef", random)) for _ in range(400)]
        solvable = sum(can_be_solved(board, goal) for board in made)
        assert 150 < solvable < 300
        assert all(inversions(board.tiles) % 2 for board in made)


class TestStrategy3:
    @pytest.mark.slow
    @pytest.mark.parametrize(("reading", "endless"), [(Reading.PRINTED, 2_160), (Reading.DIRECT, 114_480)])
    def test_it_never_ends_on_some_of_the_181440_states(self, reading: Reading, endless: int) -> None:
        found = [tiles for tiles in arrangements() if not bubbled(tiles, reading).ends]
        assert STANDS_FOR * len(found) == endless
        if reading is Reading.PRINTED:
            low = [tiles for tiles in arrangements() if {*tiles[6:]} == {1, 2, 3}]
            assert found == low  # the blank is above them then

    def test_why(self) -> None:
        """(2) sinks an upper digit, (1) raises a middle one, and the lower row is never entered."""
        with pytest.raises(Stuck, match="two-dimensional bubbling: strategy 3 returns to an earlier state"):
            solve(read_board("458706123").tiles)


class TestStrategies:
    @pytest.mark.slow
    def test_where_the_whole_comes_to_an_end_it_solves(self) -> None:
        every = [tiles for tiles in arrangements() if can_be_solved(Board(3, 3, tiles), GOAL)]
        solved: Counter[Reading] = Counter()
        for tiles in every[::6]:
            for reading in (Reading.PRINTED, Reading.REPAIRED):
                try:
                    stages = solve(tiles, reading)
                except Stuck:
                    continue
                solved[reading] += 1
                board = Board(3, 3, tiles)
                for stage in stages:
                    board = moved(board, stage.moves)
                    if stage.name == "first row":
                        assert board.tiles[:3] == (1, 2, 3)
                    if stage.name == "first column":
                        assert (board.tiles[3], board.tiles[6]) == (4, 7)
                assert board == GOAL
        endless = sum(not bubbled(tiles).ends for tiles in every[::6])
        assert solved[Reading.REPAIRED] == len(every[::6]) - endless > solved[Reading.PRINTED] > 0

    def test_strategy_4_has_no_choice_where_neither_pair_is_in_order(self) -> None:
        """1, 3, 2 one after another in the circle: the corner beside the place of 1 or 3 is of no use."""
        tiles = read_board("132450876").tiles
        with pytest.raises(Stuck, match="first row: none of the choices does what it is for"):
            solve(tiles)
        moves = "".join(stage.moves for stage in solve(tiles, Reading.REPAIRED))
        assert moved(Board(3, 3, tiles), moves) == GOAL

    def test_step_3_of_strategy_1_is_as_printed(self) -> None:
        """(DOWN, RIGHT, UP, LEFT, DOWN, RIGHT) turns the last three digits of some board into place."""
        before = moved(GOAL, "LURDLU")
        assert before.tiles[:4] == (1, 2, 3, 4)
        assert before.blank == 4
        assert moved(before, "DRULDR") == GOAL
