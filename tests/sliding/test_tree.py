"""Sliding tiles: the breadth-first tree."""

import pytest
from shared import printed_algorithms
from shared.sliding_puzzles import flooded
from sliding import summary_of

from heuristan.sliding.boards import Board, moved, text_of
from heuristan.sliding.files import read_board
from heuristan.sliding.state_space import MAX_CELLS, Tree, tree_of

GOAL = Board.goal(3, 3)
MOVES = {"LEFT": "L", "DOWN": "D", "RIGHT": "R", "UP": "U"}


@pytest.fixture(scope="module")
def tree() -> Tree:
    return tree_of(3, 3, 8)


class TestTree:
    def test_the_figures_of_the_paper_and_the_one_that_is_wrong(self, tree: Tree) -> None:
        """It says that the median was 24; that is the mode."""
        states, deepest, mean, median, mode = summary_of(tree.layers)
        assert (states, deepest, round(mean, 2)) == (181_440, 31, 21.97)
        assert (median, mode) == (22, 24)
        assert sum(tree.layers[:22]) < states / 2 < sum(tree.layers[:23])

    @pytest.mark.slow
    def test_it_is_the_tree_of_algorithm_3_node_by_node(self, tree: Tree) -> None:
        nodes = printed_algorithms.breadth_first_tree("123456780")
        assert len(nodes) == len(tree)
        assert [node.level for node in nodes] == tree.levels.tolist()
        assert [node.p for node in nodes] == tree.parents.tolist()
        for node in nodes[::500]:
            assert text_of(tree.board_of(node.n, GOAL)) == node.x
            assert tree.node_of(read_board(node.x), GOAL) == node.n

    def test_parents_are_one_move_nearer(self, tree: Tree) -> None:
        assert (tree.levels[1:] == tree.levels[tree.parents[1:]] + 1).all()
        assert (tree.parents[1:] < range(1, len(tree))).all()

    def test_paths_lead_to_the_root(self, tree: Tree) -> None:
        for node in (*range(0, len(tree), 997), len(tree) - 1):
            path = tree.path(node)
            assert len(path) == tree.levels[node]
            assert moved(tree.board_of(node, GOAL), path) == GOAL

    @pytest.mark.slow
    @pytest.mark.parametrize("goal", ["1230", "0123", "123/450", "123/405", "12/34/50", "12/03/45", "1234/5670"])
    def test_every_size_and_goal(self, goal: str) -> None:
        """All states that moves lead to, each in its layer."""
        end = read_board(goal)
        tree = tree_of(end.rows, end.columns, end.blank)
        boards = [tree.board_of(node, end) for node in range(len(tree))]
        assert set(boards) == flooded(end)
        assert all(tree.node_of(board, end) == node for node, board in enumerate(boards))
        assert all(moved(board, tree.path(node)) == end for node, board in enumerate(boards[:500]))

    def test_goals_may_have_their_tiles_in_any_order(self, tree: Tree) -> None:
        goal = read_board("876543210")
        board = moved(goal, "ULLDRU")
        assert moved(board, tree.path(tree.node_of(board, goal))) == goal

    def test_boards_of_the_other_half_have_no_node(self, tree: Tree) -> None:
        assert tree.node_of(read_board("123456870"), GOAL) == -1
        assert tree_of(2, 2, 3).node_of(read_board("2130"), Board.goal(2, 2)) == -1

    def test_larger_boards_are_refused(self) -> None:
        with pytest.raises(ValueError, match=f"up to {MAX_CELLS} cells, and this one has 12; search instead"):
            tree_of(3, 4, 11)

    def test_a_median_between_two_distances_is_the_lower(self) -> None:
        assert summary_of((1, 1)) == (2, 1, 0.5, 0, 0)
