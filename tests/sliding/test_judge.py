"""Sliding tiles: the judge, and the results that it judges."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.sliding_puzzles import boards, solvable, undone, walks

from heuristan.common.results import STATUSES, Verdict
from heuristan.sliding import judge
from heuristan.sliding.boards import MOVES, Board, can_be_solved, moved, random_boards
from heuristan.sliding.files import Puzzle, read_board
from heuristan.sliding.judge import fewest_moves, verify
from heuristan.sliding.results import AUTO_LIMIT
from heuristan.sliding.searching.ida_star import Found
from heuristan.sliding.solving import Options, solve
from heuristan.sliding.state_space import tree_of

GOAL = Board.goal(3, 3)
PUZZLE = Puzzle("fig-1a", read_board("358102674"), GOAL)
PLAN = solve(PUZZLE, "plan").as_json()
FIELDS = ("moves", "length", "stages", "optimal", "bound", "start", "goal")
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.just({"moves": PLAN["moves"], "tiles": [7]}),
    st.lists,
    max_leaves=4,
)


def messages(verdict: Verdict) -> list[str]:
    return [fault.message for fault in verdict.faults]


def verify_changed(**changes: Any) -> Verdict:
    return verify(PUZZLE, {**PLAN, **changes})


class TestRight:
    @given(boards(), st.data())
    def test_moves_that_lead_to_the_goal(self, goal: Board, data: st.DataObject) -> None:
        moves = data.draw(walks(goal))
        puzzle = Puzzle("x", moved(goal, moves), goal)
        verdict = verify(puzzle, {"status": "solved", "moves": undone(moves)})
        assert verdict.verdict == "right"

    @given(st.integers(2, 3), st.integers(2, 3), st.integers(0, 10**6), st.sampled_from(("plan", "optimal")))
    def test_what_is_solved_here(self, rows: int, columns: int, seed: int, method: Any) -> None:
        puzzle = Puzzle("x", *solvable(rows, columns, seed))
        result = solve(puzzle, method)
        assert verify(puzzle, json.loads(json.dumps(result.as_json()))).verdict == "right"

    @given(boards(), st.data())
    def test_unsolvable_is_right_exactly_if_it_is(self, board: Board, data: st.DataObject) -> None:
        goal = Board(board.rows, board.columns, tuple(data.draw(st.permutations(board.tiles))))
        verdict = verify(Puzzle("x", board, goal), {"status": "unsolvable"})
        assert (verdict.verdict == "right") != can_be_solved(board, goal)

    @pytest.mark.parametrize("status", ["limit", "stuck", "refused"])
    def test_what_claims_nothing_is_not_checked(self, status: str) -> None:
        for nothing in (
            {"moves": None, "length": None},
            {"moves": None, "length": None, "optimal": False, "bound": 22},
        ):
            verdict = verify_changed(status=status, **nothing)
            assert (verdict.verdict, verdict.status, verdict.faults) == ("unchecked", status, ())


class TestWrong:
    @given(st.integers(0, 25), st.sampled_from(MOVES))
    def test_a_changed_move(self, place: int, move: str) -> None:
        moves = PLAN["moves"]
        place %= len(moves)
        changed = moves[:place] + move + moves[place + 1 :]
        assert (verify_changed(moves=changed, stages=None).verdict == "right") == (changed == moves)

    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({"moves": "LLL"}, "move 2: L leads off the board from row 2, column 1"),
            ({"moves": "LXD"}, "move 2: 'X' is not a move"),
            (
                {"moves": "L"},
                "after 1 move 9 cells differ from the goal, first row 1, column 1: it has 3 and not 1",
            ),
            ({"moves": ["L"]}, "they must be a text of L, D, R and U"),
            ({"moves": None}, "the moves are 'None'"),
            ({"length": 3}, "the length in the result is '3', but there are 22 moves"),
            ({"stages": [{"moves": "L"}]}, "the moves of the stages, one after another, are not the moves"),
            ({"stages": 7}, "the moves of the stages"),
            ({"start": "123456780"}, "the start in the result is '123456780', but it is 358102674"),
            ({"goal": "garbage"}, "the goal in the result is 'garbage'"),
            ({"goal": ["x"]}, "the goal in the result is"),
            ({"status": "unsolvable"}, "the board can be solved"),
            ({"optimal": "yes"}, "optimal is 'yes'; it must be true or false, or absent"),
            ({"optimal": 1}, "optimal is '1'; it must be true or false"),
            ({"optimal": None}, "optimal is 'None'; it must be true or false"),
            ({"bound": 23}, "every solution is claimed to have at least '23' moves, but 22 are enough"),
            ({"bound": "22"}, "the bound is '22'; it must be a number of moves"),
            ({"bound": -1}, "the bound is '-1'; it must be a number of moves"),
            ({"bound": True}, "the bound is 'True'; it must be a number of moves"),
            ({"length": -22}, "the length in the result is '-22'"),
            ({"length": 22.0}, "the length in the result is '22.0'"),
            ({"length": None}, "the length in the result is 'None'"),
            ({"stages": [{"moves": PLAN["moves"], "tiles": [1, 9]}]}, "stage 1: the board has no tile '9'"),
            ({"stages": [{"moves": PLAN["moves"], "tiles": [0]}]}, "stage 1: the board has no tile '0'"),
            ({"stages": [{"moves": PLAN["moves"], "tiles": ["1"]}]}, "stage 1: the board has no tile '1'"),
            ({"stages": [{"moves": PLAN["moves"], "tiles": 1}]}, "stage 1: the tiles are '1'; they must be a list"),
            ({"status": "limit"}, "the status is limit, and moves is 'ULDRRULDD"),
            ({"status": "limit", "moves": None}, "the status is limit, and length is '22'; it must be null or absent"),
            (
                {"status": "stuck", "moves": None, "length": None, "optimal": True},
                "the status is stuck, and optimal is true, without a solution",
            ),
            (
                {"status": "limit", "moves": None, "length": None, "bound": 24},
                "every solution is claimed to have at least '24' moves, but 22 are enough",
            ),
        ],
    )
    def test_what_is_wrong_and_where(self, changes: dict[str, Any], words: str) -> None:
        verdict = verify_changed(**changes)
        assert verdict.verdict == "wrong"
        assert any(words in message for message in messages(verdict)), verdict.faults

    @pytest.mark.parametrize(
        ("changes", "kind"),
        [
            ({"moves": "LLL"}, "moves"),
            ({"length": 3}, "length"),
            ({"stages": 7}, "stages"),
            ({"start": "123456780"}, "start"),
            ({"goal": "garbage"}, "goal"),
            ({"status": "unsolvable", "moves": None, "length": None}, "status"),
            ({"optimal": "yes"}, "optimal"),
            ({"bound": 23}, "bound"),
        ],
    )
    def test_a_fault_has_the_field_that_is_wrong_as_its_kind(self, changes: dict[str, Any], kind: str) -> None:
        assert kind in [fault.kind for fault in verify_changed(**changes).faults]

    def test_a_solution_that_is_not_a_shortest_one(self) -> None:
        far = Puzzle("x", read_board("867254301"), GOAL)
        plan = solve(far, "plan").as_json()
        assert verify(far, plan).notes == ("the minimum is 31 moves",)
        assert messages(verify(far, {**plan, "optimal": True})) == [
            "this is claimed to be a shortest solution, but 31 moves are enough",
        ]

    def test_the_file_may_be_wrong_too(self) -> None:
        puzzle = Puzzle("x", PUZZLE.start, GOAL, 20)
        verdict = verify(puzzle, {**PLAN, "optimal": True})
        assert (verdict.verdict, verdict.faults) == ("right", ())
        assert verdict.notes == ("the file is wrong: its minimum is 20 moves, but 22 are enough and needed",)

    def test_what_is_right_says_no_more_than_is_so(self) -> None:
        """An unsolvable board with a solution, or said to be a shortest one."""
        never = Puzzle("x", read_board("123456870"), GOAL)
        assert verify(never, {"status": "unsolvable", "moves": None, "length": None}).verdict == "right"
        assert verify(never, {"status": "unsolvable", "moves": "L"}).verdict == "wrong"
        assert verify(never, {"status": "unsolvable", "optimal": True}).verdict == "wrong"

    def test_bounds_beyond_nine_cells(self) -> None:
        goal = Board.goal(4, 4)
        puzzle = Puzzle("x", moved(goal, "LLL"), goal, 3)
        assert verify(puzzle, {"status": "limit", "bound": 3}).verdict == "unchecked"
        assert verify(puzzle, {"status": "limit", "bound": 5}).verdict == "wrong"
        unknown = Puzzle("x", puzzle.start, goal)
        assert verify(unknown, {"status": "limit", "bound": 5}).verdict == "unchecked"
        assert verify(unknown, {"status": "solved", "moves": "RRR", "bound": 5}).verdict == "wrong"

    def test_beyond_nine_cells_the_file_is_asked(self) -> None:
        goal = Board.goal(4, 4)
        start = moved(goal, "LLL")
        claim = {"status": "solved", "moves": "RRR", "optimal": True}
        assert verify(Puzzle("x", start, goal), claim).notes == (
            "beyond 9 cells it is not checked that no solution is shorter",
        )
        assert verify(Puzzle("x", start, goal, 3), claim).notes == ()
        assert verify(Puzzle("x", start, goal, 1), claim).verdict == "wrong"
        verdict = verify(Puzzle("x", start, goal, 5), claim)
        assert (verdict.verdict, verdict.faults) == ("right", ())
        assert verdict.notes[0] == "the file is wrong: its minimum is 5 moves, but these are 3"


class TestAnything:
    @pytest.mark.parametrize("status", ["finished", ["solved"], None, 3])
    def test_results_without_a_status_are_unreadable(self, status: Any) -> None:
        verdict = verify_changed(status=status)
        assert (verdict.verdict, verdict.status, verdict.faults) == ("unreadable", None, ())
        assert "is not a status" in verdict.notes[0]

    @given(st.sampled_from(STATUSES), st.dictionaries(st.sampled_from(FIELDS), ANYTHING))
    def test_anything_is_verify(self, status: str, claim: dict[str, Any]) -> None:
        """Text makes no solution; moves that lead to the goal are right only with nothing wrong beside them."""
        verdict = verify(PUZZLE, {"status": status, **claim})
        assert verdict.verdict == (
            "unchecked" if status not in ("solved", "unsolvable") and not verdict.faults else "wrong"
        )
        assert bool(verdict.faults) == (verdict.verdict == "wrong")
        beside = verify(PUZZLE, {**claim, "status": "solved", "moves": PLAN["moves"]})
        assert (beside.verdict == "right") == (not beside.faults)
        if beside.verdict == "right":
            assert claim.get("length", 22) == 22
            assert isinstance(claim.get("optimal", False), bool)
            assert 0 <= claim.get("bound", 0) <= 22


class TestJudge:
    def test_it_uses_no_solver(self) -> None:
        tree = ast.parse(Path(judge.__file__).read_text(encoding="utf-8"))
        found = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert {module for module in found if module and module.startswith("heuristan.sliding")} == {
            "heuristan.sliding.boards",
            "heuristan.sliding.files",
        }

    @pytest.mark.slow
    def test_its_own_search_agrees_with_the_tree(self) -> None:
        tree = tree_of(3, 3, 8)
        for node in range(0, len(tree), 6007):
            assert fewest_moves(Puzzle("x", tree.board_of(node, GOAL), GOAL)) == tree.levels[node]
        assert fewest_moves(Puzzle("x", read_board("2130"), Board.goal(2, 2))) is None


class TestSolving:
    @pytest.mark.slow
    def test_auto_is_a_shortest_solution_of_small_boards_and_a_plan_of_large_ones(self) -> None:
        assert solve(PUZZLE).is_optimal
        goal = Board.goal(7, 7)
        assert solve(Puzzle("x", next(random_boards(goal, 1)), goal)).solver == "plan"

    @pytest.mark.parametrize("numba", [True, False])
    def test_a_large_board_near_its_goal_is_solved_in_the_minimum(
        self, monkeypatch: pytest.MonkeyPatch, numba: bool
    ) -> None:
        monkeypatch.setattr("heuristan.sliding.solving.has_numba", lambda: numba)
        goal = Board.goal(6, 6)
        moves = "LLUURDLULDDRUR"
        result = solve(Puzzle("x", moved(goal, moves), goal))
        assert (result.solver, result.is_optimal, result.estimate) == ("optimal", True, "conflicts")
        assert len(result.moves or "") <= len(moves)

    def test_a_plan_as_short_as_the_bound_is_a_shortest_solution(self, monkeypatch: pytest.MonkeyPatch) -> None:
        goal = Board.goal(6, 6)
        puzzle = Puzzle("x", moved(goal, "LU"), goal)
        monkeypatch.setattr("heuristan.sliding.solving.shortest", lambda *_, **__: Found(None, 1, 2, "conflicts"))
        result = solve(puzzle)
        assert (result.solver, result.is_optimal, result.message) == ("plan", True, "")

    def test_the_plan_takes_over_at_the_limit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        goal = Board.goal(3, 4)
        start = read_board("b a 9 8 / 7 6 5 4 / 3 2 1 0")
        puzzle = Puzzle("x", start if can_be_solved(start, goal) else read_board("a b 9 8 / 7 6 5 4 / 3 2 1 0"), goal)
        monkeypatch.setattr("heuristan.sliding.solving.has_numba", lambda: True)
        result = solve(puzzle, "auto", Options(1e-9, "distances"))
        assert (result.status, result.solver) == ("solved", "plan")
        assert "no solution of fewer than" in result.message
        assert "take the plan" not in result.message
        assert result.bound > 0
        limited = solve(puzzle, "optimal", Options(1e-9, "distances"))
        assert (limited.status, limited.moves) == ("limit", None)
        assert limited.message.endswith("raise --limit, or take the plan")

    def test_auto_limits_its_search_itself(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """By 60 seconds, or by the limit that is given; the optimal search has no limit of its own."""
        goal = Board.goal(3, 4)
        puzzle = Puzzle("x", moved(goal, "LLUU"), goal)
        monkeypatch.setattr("heuristan.sliding.solving.has_numba", lambda: True)
        limits = []

        def searched(_start: Board, _goal: Board, limit: float | None, *_: Any, **__: Any) -> Found:
            limits.append(limit)
            return Found(None, 1, 2, "conflicts")

        monkeypatch.setattr("heuristan.sliding.solving.shortest", searched)
        solve(puzzle, "auto")
        solve(puzzle, "auto", Options(5))
        solve(puzzle, "optimal")
        assert limits == [AUTO_LIMIT, 5, None]
        assert AUTO_LIMIT == 60

    @pytest.mark.parametrize("numba", [True, False])
    def test_auto_goes_by_the_estimate(self, monkeypatch: pytest.MonkeyPatch, numba: bool) -> None:
        monkeypatch.setattr("heuristan.sliding.solving.has_numba", lambda: numba)
        result = solve(PUZZLE, "auto", Options(estimate="conflicts"))
        assert (result.solver, result.estimate, len(result.moves or "")) == ("optimal", "conflicts", 22)

    @pytest.mark.parametrize("method", ["plan", "optimal", "auto"])
    def test_unsolvable_boards(self, method: Any) -> None:
        result = solve(Puzzle("x", read_board("123456870"), GOAL), method)
        assert (result.status, result.moves) == ("unsolvable", None)
        assert "swap two tiles, say 7 and 8: 123456780" in result.message
