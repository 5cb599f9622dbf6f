"""Runs of sliding tiles in words, and hints: what they say holds."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.commands import Run

from heuristan.sliding.boards import Board, can_be_solved, moved, random_boards, text_of
from heuristan.sliding.files import Puzzle, read_board
from heuristan.sliding.solving import solve
from heuristan.sliding.state_space import tree_of
from heuristan.sliding.telling import advise, each_move

GOAL = Board.goal(3, 3)


def left(board: Board) -> int:
    tree = tree_of(3, 3, GOAL.blank)
    return len(tree.path(tree.node_of(board, GOAL)))


@given(st.permutations(range(9)))
def test_the_move_of_a_hint_leads_nearer_and_its_numbers_hold(tiles: list[int]) -> None:
    board = Board(3, 3, tuple(tiles))
    found = advise(solve(Puzzle("board", board, GOAL))).as_json()
    if not can_be_solved(board, GOAL):
        assert found["advice"] == "unsolvable"
    elif board == GOAL:
        assert found["advice"] == "solved"
    else:
        after = moved(board, found["move"])
        assert after.tiles[board.blank] == found["tile"]
        assert (left(after), found["length"], found["optimal"]) == (left(board) - 1, left(board), True)


@pytest.mark.slow
def test_the_hint_for_a_large_board_is_of_the_plan_if_it_is_far_from_its_goal() -> None:
    goal = Board.goal(6, 6)
    near = moved(goal, "U")
    hints = [advise(solve(Puzzle("board", board, goal))) for board in (near, next(random_boards(goal, 7)))]
    assert [hint.facts["optimal"] for hint in hints] == [True, False]
    assert moved(near, str(hints[0].facts["move"])) == goal
    assert "This is the plan" in hints[1].more


@pytest.mark.parametrize("solver", ["plan", "optimal"])
def test_every_move_has_a_reason_and_comes_home_is_true(solver: str) -> None:
    result = solve(Puzzle("board", read_board("867254301"), GOAL), solver)  # type: ignore[arg-type]
    told = list(each_move(result))
    assert "".join(each.move for each in told) == result.moves
    for each in told:
        at_home = each.board.tiles.index(each.tile) == GOAL.tiles.index(each.tile)
        assert ("comes home" in each.why) == at_home


class TestCommands:
    def test_a_run_is_explained(self, heuristan: Run) -> None:
        solved = heuristan("sliding", "solve", "358102674", "--solver", "plan", "--explain")
        assert (solved.status, solved.err) == (0, "")
        assert "Move 1: tile 5 goes down\n  Tile 5 comes home. It is for the stage 'row 1: 1 2 3'" in solved.out

    def test_words_of_an_unsolvable_board_are_its_reason(self, heuristan: Run) -> None:
        status, out, _ = heuristan("sliding", "solve", "123456870", "--explain")
        assert status == 1
        assert "swap two tiles, say 7 and 8" in " ".join(out.split())

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            (("korf", "--explain"), "--explain is for one board, and there are several"),
            (("358102674", "--explain", "--format", "json"), "--explain writes words"),
        ],
    )
    def test_what_cannot_be_told_is_refused(self, heuristan: Run, options: tuple[str, ...], words: str) -> None:
        status, out, err = heuristan("sliding", "solve", *options)
        assert (status, out) == (2, "")
        assert words in err

    def test_hint(self, heuristan: Run) -> None:
        told = heuristan("sliding", "hint", "123456708")
        assert told == (0, "board-1: tile 8 goes left.\n" + told.out.partition("\n")[2], "")
        found = json.loads(heuristan("sliding", "hint", "123456708", "--format", "json").out)
        assert found["advice"] == "hint"
        assert (found["move"], found["certainty"], found["checked"]) == ("R", "a-solution", True)
        assert heuristan("sliding", "hint", text_of(GOAL)).out == "board-1: solved: every tile has its place.\n"
        assert heuristan("sliding", "hint", "123456870").status == 1
        assert heuristan("sliding", "hint", "korf").status == 2
