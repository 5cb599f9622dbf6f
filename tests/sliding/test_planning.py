"""Sliding tiles: the planner."""

from collections.abc import Callable
from itertools import islice, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.sliding_puzzles import boards, solvable, undone

from heuristan.sliding import planner
from heuristan.sliding.boards import MOVES, Board, can_be_solved, homes, moved, random_boards
from heuristan.sliding.files import read_board
from heuristan.sliding.planner import (
    LAST_CELLS,
    Barred,
    Part,
    Position,
    UnsolvableError,
    carry,
    groups_of,
    macro_table,
    plan,
    way_to_one_of,
)
from heuristan.sliding.state_space import tree_of


class TestPlan:
    @pytest.mark.slow
    @pytest.mark.part(2)
    @pytest.mark.parametrize(("rows", "columns"), [(2, 30), (30, 2), (3, 20), (12, 12), (2, 9)])
    def test_long_and_large_boards(self, rows: int, columns: int) -> None:
        for seed in range(3):
            start, goal = solvable(rows, columns, seed)
            assert moved(start, "".join(stage.moves for stage in plan(start, goal))) == goal

    @pytest.mark.slow
    def test_nothing_is_left_out_on_7_x_7(self, part: Callable[[int], int]) -> None:
        """Where the last two tiles of a line stand decides what carrying has to do, so many boards are tried."""
        goal = Board.goal(7, 7)
        for board in islice(random_boards(goal, 3), part(480)):
            assert moved(board, "".join(stage.moves for stage in plan(board, goal))) == goal

    @pytest.mark.slow
    @given(st.integers(2, 7), st.integers(2, 7), st.integers(0, 10**6))
    def test_it_leads_to_the_goal_and_what_is_home_stays_home(self, rows: int, columns: int, seed: int) -> None:
        """Any size, the tiles of the goal in any order, the blank anywhere.

        After each stage but bubbling its tiles are home for good, and the plan never undoes a move.
        """
        start, goal = solvable(rows, columns, seed)
        board, placed, stages = start, set[int](), plan(start, goal)
        for stage in stages:
            assert stage.moves
            board = moved(board, stage.moves)
            if not stage.name.startswith("bubbling"):
                placed |= {*stage.tiles}
            assert all(board.tiles[goal.tiles.index(tile)] == tile for tile in placed)
        assert board == goal
        moves = "".join(stage.moves for stage in stages)
        assert all(one + other not in ("LR", "RL", "UD", "DU") for one, other in pairwise(moves))

    def test_a_move_is_not_undone_by_the_next_step(self) -> None:
        """One of the few boards where a step ends with a move that the next step would undo."""
        moves = "".join(stage.moves for stage in plan(*solvable(4, 6, 845842)))
        assert all(one + other not in ("LR", "RL", "UD", "DU") for one, other in pairwise(moves))

    def test_bubbling_ends_where_strategy_3_does(self) -> None:
        """1, 2, 3 and the blank in the upper two rows, or in the first two columns where a column comes first."""
        goal, seen = Board.goal(3, 3), set()
        for board in islice(random_boards(goal, 8), 60):
            first, *_ = plan(board, goal)
            if not first.name.startswith("bubbling"):
                continue
            after = moved(board, first.moves)
            cells = [after.tiles.index(tile) for tile in (*first.tiles, 0)]
            seen.add(first.tiles)
            assert all((cell // 3 if first.tiles == (1, 2, 3) else cell % 3) < 2 for cell in cells)
        assert seen == {(1, 2, 3), (1, 4, 7)}

    def test_the_board_of_the_paper(self) -> None:
        stages = plan(read_board("358102674"), Board.goal(3, 3))
        assert [stage.name for stage in stages] == ["row 1: 1 2 3", "column 1: 4 7", "rotation"]

    def test_3_x_3_is_at_most_1_40_times_the_fewest(self) -> None:
        """On a sample; benchmarks/sliding.py asks all 181,440."""
        goal, tree = Board.goal(3, 3), tree_of(3, 3, 8)
        nodes = range(0, len(tree), 401)
        lengths = [sum(len(stage.moves) for stage in plan(tree.board_of(node, goal), goal)) for node in nodes]
        fewest = [int(tree.levels[node]) for node in nodes]
        assert all(length >= least for length, least in zip(lengths, fewest, strict=True))
        assert sum(lengths) <= 1.4 * sum(fewest)

    @pytest.mark.slow
    def test_4_x_4_is_not_much_longer_than_the_fewest(self) -> None:
        """The mean of the fewest is 52.59 moves (Korf and Felner, 2002)."""
        goal = Board.goal(4, 4)
        lengths = [
            sum(len(stage.moves) for stage in plan(board, goal)) for board in islice(random_boards(goal, 4), 100)
        ]
        assert sum(lengths) / len(lengths) <= 1.75 * 52.59

    @pytest.mark.slow
    @pytest.mark.parametrize(("side", "most"), [(5, 181), (6, 364), (8, 939)])
    def test_large_boards_take_no_more_moves_than_asked(self, side: int, most: int) -> None:
        goal = Board.goal(side, side)
        plans = [plan(board, goal) for board in islice(random_boards(goal, 2017), 30)]
        assert sum(len(stage.moves) for stages in plans for stage in stages) <= 30 * most

    @pytest.mark.slow
    def test_24_puzzles_are_within_1_6_of_the_fewest(self) -> None:
        """The two of Korf and Taylor's ten (1996) that took the most when only one plan went on at a time."""
        goal = Board.goal(5, 5, "first")
        for tiles, fewest in (
            ("18 14 0 9 8 3 7 19 2 15 5 12 1 13 24 23 4 21 10 20 16 22 11 6 17", 98),
            ("2 0 10 19 1 4 16 3 15 20 22 9 6 18 5 13 12 21 8 17 23 11 24 7 14", 101),
        ):
            assert sum(len(stage.moves) for stage in plan(read_board(tiles), goal)) <= 1.6 * fewest

    @pytest.mark.slow
    def test_more_plans_that_go_on_make_a_shorter_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        goal = Board.goal(6, 6)

        def moves() -> int:
            plans = [plan(board, goal) for board in islice(random_boards(goal, 2017), 30)]
            return sum(len(stage.moves) for stages in plans for stage in stages)

        found = moves()
        assert found <= 30 * 300
        monkeypatch.setattr(planner, "KEPT", 1)
        assert found < moves()

    def test_the_goal_itself_needs_nothing(self) -> None:
        assert plan(Board.goal(5, 5), Board.goal(5, 5)) == ()

    def test_unsolvable_boards_are_refused(self) -> None:
        with pytest.raises(UnsolvableError, match="swap two tiles, say 7 and 8: 123456780"):
            plan(read_board("123456870"), Board.goal(3, 3))


class TestMacros:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("height", "width", "fixed", "homes"),
        [(2, 3, (), (0, 1, 2, 3, 4)), (3, 3, (), (0, 1, 2)), (3, 4, (0, 1), (2, 3)), (3, 2, (), (0, 1))],
    )
    def test_each_move_is_one_nearer_home(
        self, height: int, width: int, fixed: tuple[int, ...], homes: tuple[int, ...]
    ) -> None:
        """Following the table from any state ends at home, and no cell that is fixed is touched."""
        table, cells, random = macro_table(height, width, fixed, homes), height * width, Random(1)
        goal = Board.goal(height, width)
        free = [cell for cell in range(cells) if cell not in fixed]
        for _ in range(200):
            board = goal
            for move in random.choices(MOVES, k=80):
                to = board.blank + {"L": -1, "D": width, "R": 1, "U": -width}[move]
                if to in free and (move in "DU" or to // width == board.blank // width):
                    board = moved(board, move)
            for _ in range(60):
                code = 0
                for cell in (*(board.tiles.index(home + 1) for home in homes), board.blank):
                    code = code * cells + cell
                if table[code] == 4:
                    break
                board = moved(board, MOVES[table[code]])
                assert board.blank in free
            assert all(board.tiles[home] == home + 1 for home in homes)

    def test_the_last_2_x_3_is_solved_by_the_fewest_moves(self) -> None:
        goal = Board.goal(2, 3)
        tree = tree_of(2, 3, 5)
        for node in range(len(tree)):
            board = tree.board_of(node, goal)
            assert sum(len(stage.moves) for stage in plan(board, goal)) == tree.levels[node]
        assert goal.cells == LAST_CELLS

    @pytest.mark.parametrize("length", [2, 3, 4, 5])
    def test_groups_are_twos_and_threes_of_the_line(self, length: int) -> None:
        groups = groups_of(range(length))
        assert tuple(cell for group in groups for cell in group) == tuple(range(length))
        assert {len(group) for group in groups} <= {2, 3}


class TestCarrying:
    @given(st.integers(3, 7), st.integers(3, 7), st.integers(0, 10**6))
    def test_a_tile_comes_to_its_target(self, rows: int, columns: int, seed: int) -> None:
        random = Random(seed)
        start, goal = solvable(rows, columns, seed)
        position = Position(rows, columns, homes(start, goal), goal.blank)
        home = random.choice([home for home in range(start.cells) if home != goal.blank])
        target = random.choice(range(start.cells))
        before = position.where[home]
        carry(position, home, target, [False] * start.cells)
        assert position.where[home] == target
        moves = "".join(MOVES[move] for move in position.moves)
        assert homes(moved(start, moves), goal) == tuple(position.at)
        far = abs(before // columns - target // columns) + abs(before % columns - target % columns)
        assert len(moves) <= 5 * far + rows + columns + 4

    def test_a_zigzag_costs_three_moves_a_step_and_straight_on_five(self) -> None:
        for target, most in ((0, 3 * 10), (5 * 6, 5 * 5 + 6)):
            tiles = list(range(36))
            position = Position(6, 6, tiles, 29)  # the tile in the last corner, the blank above it
            carry(position, 35, target, [False] * 36)
            assert len(position.moves) <= most

    def test_a_blank_that_is_closed_in_is_noticed(self) -> None:
        position = Position(3, 3, range(9), 0)
        barred = [False, True, False, True, False, False, False, False, False]
        with pytest.raises(Barred):
            way_to_one_of(position, (8,), barred)


class TestParts:
    @given(st.integers(2, 6), st.integers(2, 6))
    def test_lines_and_what_is_left_are_the_whole(self, rows: int, columns: int) -> None:
        whole = Part(0, 0, rows, columns, columns)
        for line, rest in whole.rows_and_columns():
            assert sorted((*line.cells, *rest.cells())) == list(range(rows * columns))
            assert {cell + line.inwards for cell in line.cells} <= {*rest.cells()}
            assert all(rest.holds(cell) != (cell in line.cells) for cell in whole.cells())


@given(boards(), st.data())
@settings(max_examples=10)
def test_a_plan_backwards_leads_back(board: Board, data: st.DataObject) -> None:
    goal = Board(board.rows, board.columns, tuple(data.draw(st.permutations(board.tiles))))
    if can_be_solved(board, goal):
        moves = "".join(stage.moves for stage in plan(board, goal))
        assert moved(goal, undone(moves)) == board
