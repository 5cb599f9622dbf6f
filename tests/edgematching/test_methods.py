"""The other solvers on the same puzzles, and `auto`."""

from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.edgematching_puzzles import made, small, solutions, swapped

from heuristan.common.kernels import PLAIN, compiled_backend
from heuristan.edgematching import solving
from heuristan.edgematching.candidates import arranged, candidates, options_of
from heuristan.edgematching.generating import Recipe, puzzles
from heuristan.edgematching.judge import mismatches, verdict_on
from heuristan.edgematching.puzzle import Deadline, Laid, LimitReached, Puzzle
from heuristan.edgematching.relaxing import Settings
from heuristan.edgematching.results import SOLVERS, Best, Result, SolverName
from heuristan.edgematching.searching.backtracking import search
from heuristan.edgematching.solving import completed, solve


@st.composite
def maybe_solvable(draw: st.DrawFn) -> Puzzle:
    """A small puzzle with a face of two pieces exchanged."""
    one = draw(small(maximum=4))
    numbers = st.integers(0, len(one.puzzle.pieces) - 1)
    return swapped(one.puzzle, draw(st.sampled_from(one.puzzle.board.faces)), draw(numbers), draw(numbers))


class TestBacktracking:
    @given(maybe_solvable())
    @settings(max_examples=10)
    def test_it_agrees_with_trying_everything(self, puzzle: Puzzle) -> None:
        result = solve(puzzle, "backtracking")
        assert result.status == ("solved" if solutions(puzzle) else "unsolvable")
        if result.arrangement is not None:
            assert verdict_on(puzzle, result.as_json()).verdict == "right"

    @given(st.integers(0, 10**6))
    @settings(max_examples=10)
    def test_hidden_solutions_are_found(self, seed: int) -> None:
        one = made((5, 5), 4, seed)
        assert solve(one.puzzle, "backtracking").status == "solved"

    def test_it_proves_by_search_where_counting_and_striking_do_not(self) -> None:
        searched = search(HARD_TO_REFUTE, Deadline())
        assert searched.faces is None
        assert searched.effort["nodes"] > 10

    @pytest.mark.slow
    def test_striking_spreads_beyond_the_places_beside_a_piece(self) -> None:
        puzzle = list(islice(puzzles(Recipe((12, 12), 9), 1), 2))[1].puzzle
        assert search(puzzle, Deadline()).effort["nodes"] < 1000

    @pytest.mark.slow
    def test_a_thousand_places_are_no_deeper_than_it_can_go(self) -> None:
        puzzle = made((1, 1000), 40).puzzle
        assert search(puzzle, Deadline()).faces is not None

    def test_the_time_is_kept(self) -> None:
        with pytest.raises(LimitReached):
            search(made((8, 8), 3, 1).puzzle, Deadline(0.01))

    @pytest.mark.slow
    @pytest.mark.parametrize("turns", [False, True])
    def test_it_lays_the_same_compiled_and_in_plain_python(self, turns: bool) -> None:
        backend = compiled_backend()
        if backend is None:
            pytest.skip("numba is not installed")
        for seed in range(1, 4):
            puzzle = made((5, 5), 3, seed, turns=turns).puzzle
            assert search(puzzle, Deadline(), PLAIN) == search(puzzle, Deadline(), backend)


class TestTheBestBoard:
    @pytest.mark.slow
    @pytest.mark.parametrize("solver", ["backtracking", "lp"])
    def test_it_is_there_at_the_limit_and_its_score_is_right(self, solver: SolverName) -> None:
        puzzle = made((12, 12), 6, frame="plain", turns=True).puzzle
        result = solve(puzzle, solver, Settings(), limit=0.3)
        assert result.status in ("limit", "stuck")
        assert result.best is not None
        assert result.best.edges == 2 * 12 * 13
        assert sorted(laid.piece for laid in result.best.arrangement) == list(range(144))
        wrong = sum(1 for _ in mismatches(puzzle, result.best.arrangement))
        assert result.best.edges - result.best.matching == wrong

    @given(st.integers(0, 10**6), st.booleans(), st.data())
    @settings(max_examples=8)
    def test_given_pieces_lie_where_they_are_given(self, seed: int, turns: bool, data: st.DataObject) -> None:
        one = made((3, 3), 3, seed, turns=turns)
        places = sorted(data.draw(st.sets(st.integers(0, 8), min_size=1, max_size=3)))
        puzzle = replace(one.puzzle, given=tuple((place, one.solution[place]) for place in places))
        laid = data.draw(st.permutations(range(9)))
        shown = [data.draw(st.sampled_from((None, puzzle.faces_of(Laid(piece))))) for piece in laid]
        board = arranged(puzzle, completed(puzzle, shown))
        assert sorted(each.piece for each in board) == list(range(9))
        assert all(board[place] == each for place, each in puzzle.given)

    def test_the_judge_names_a_given_piece_that_lies_elsewhere(self) -> None:
        one = made((3, 3), 3)
        puzzle = replace(one.puzzle, given=((0, one.solution[0]),))
        laid = (one.solution[1], one.solution[0], *one.solution[2:])
        best = Best(laid, 0, 24)
        result = Result(puzzle.id, puzzle, "limit", "lp", 1.0, best=best).as_json()
        assert [fault.kind for fault in verdict_on(puzzle, result).faults] == ["given"]

    def test_the_judge_counts_its_edges_again(self) -> None:
        one = made((3, 3), 3)
        laid = (one.solution[1], one.solution[0], *one.solution[2:])
        wrong = sum(1 for _ in mismatches(one.puzzle, laid))
        best = Best(laid, 24 - wrong, 24)
        result = Result(one.puzzle.id, one.puzzle, "limit", "lp", 1.0, best=best).as_json()
        found = verdict_on(one.puzzle, result)
        assert found.verdict == "unchecked"
        assert f"best board: {24 - wrong} of 24 edges match" in found.notes
        result["best"]["matching"] = 24
        assert [fault.kind for fault in verdict_on(one.puzzle, result).faults] == ["score"]
        result["best"]["places"][0][0] = result["best"]["places"][0][1]
        assert [fault.kind for fault in verdict_on(one.puzzle, result).faults] == ["piece-twice"]
        assert verdict_on(one.puzzle, result | {"best": 3}).verdict == "wrong"


HARD_TO_REFUTE = swapped(made((5, 5), 3, 7).puzzle, 1, 0, 4)


class TestCandidates:
    @given(st.integers(0, 10**6), st.booleans())
    @settings(max_examples=10)
    def test_corners_lie_in_corners_and_the_border_on_the_border(self, seed: int, turns: bool) -> None:
        puzzle = made((4, 4), 4, seed, frame="plain", turns=turns).puzzle
        options = options_of(puzzle)
        possible = candidates(puzzle, options)
        for option, place in zip(*possible.nonzero(), strict=True):
            walls = sum(each is None for each in puzzle.board.neighbours[place])
            assert options.faces[option].count(0) == walls

    def test_the_time_is_kept(self) -> None:
        puzzle = made((12, 12), 6, turns=True).puzzle
        with pytest.raises(LimitReached):
            candidates(puzzle, options_of(puzzle), Deadline(0.0))


class TestEverySolver:
    @pytest.mark.parametrize("solver", SOLVERS)
    def test_colours_that_cannot_pair_are_refuted_by_counting(self, solver: SolverName) -> None:
        puzzle = made((2, 2), 2).puzzle
        odd = Puzzle("odd", puzzle.board, ((9, 9, 9, 8), *puzzle.pieces[1:]), puzzle.frame)
        result = solve(odd, solver)
        assert result.status == "unsolvable"
        assert "which cannot pair" in result.message
        assert verdict_on(odd, result.as_json()).verdict == "right"

    def test_auto_ends_with_a_solution_or_a_proof(self) -> None:
        assert solve(made((6, 6), 4, 1).puzzle).status == "solved"
        assert solve(HARD_TO_REFUTE).status == "unsolvable"

    @pytest.mark.slow
    def test_auto_goes_on_where_a_solver_gives_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def over(*_: object) -> None:
            raise LimitReached

        monkeypatch.setattr(solving, "search", over)
        assert solve(made((6, 6), 5, 1).puzzle).solver == "lp"

    def test_a_wrong_arrangement_is_never_called_solved(self, monkeypatch: pytest.MonkeyPatch) -> None:
        puzzle = made((2, 2), 4).puzzle

        def wrong(*_: object) -> solving.Answer:
            return solving.Answer("lp", puzzle.pieces[::-1], {})

        monkeypatch.setitem(solving._SOLVERS, "lp", wrong)
        result = solve(puzzle, "lp")
        assert result.status == "stuck"
        assert result.message.startswith("P is a permutation, but not a solution: row 1, column 1")
        monkeypatch.setitem(solving._SOLVERS, "lp", lambda *_: solving.Answer("lp", (puzzle.pieces[0],) * 4, {}))
        assert solve(puzzle, "lp").message == "P is a permutation only by rounding: a piece lies twice"
