"""Pieces fixed in the order of linear programs, and undone."""

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.edgematching_puzzles import arrangements, made, small, solutions

from heuristan.edgematching.board import CUBE, HEXAGON, SQUARE
from heuristan.edgematching.candidates import Contradiction, Options, candidates, options_of
from heuristan.edgematching.deadline import Deadline, LimitReached
from heuristan.edgematching.generating import Generated, Recipe, puzzles
from heuristan.edgematching.judge import mismatches
from heuristan.edgematching.puzzle import Arrangement, Puzzle
from heuristan.edgematching.relaxing import fixing, iterating
from heuristan.edgematching.relaxing.fixing import Fixing
from heuristan.edgematching.relaxing.iterating import Iterate, Settings, relax
from heuristan.edgematching.relaxing.linear_programs import HighsSolver, Infeasible, LinearProgram, Windows
from heuristan.edgematching.solving import solve

NEVER = Deadline()
ALL_CELLS = (SQUARE, CUBE, HEXAGON)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fix pieces without Algorithm 1 before it, and consult programs all the time."""
    monkeypatch.setattr(iterating, "MAX_WHOLE", 0)
    monkeypatch.setattr(fixing, "PATIENCE", 0.0)
    monkeypatch.setattr(fixing, "LEAST_PATIENCE", 0.0)


def fixing_of(puzzle: Puzzle, deadline: Deadline = NEVER) -> Fixing:
    options = options_of(puzzle)
    return Fixing(puzzle, options, candidates(puzzle, options), deadline)


def fulfils(puzzle: Puzzle, options: Options, program: LinearProgram, arrangement: Arrangement) -> bool:
    """Whether an arrangement, as far as it is in the window, fulfils the program."""
    shown = [options.faces.index(puzzle.faces_of(laid)) for laid in arrangement]
    variables = program.variables
    values = np.array([shown[p] == o for o, p in zip(variables.option, variables.place, strict=True)], dtype=float)
    off, loose = program.rows.matrix @ values - program.rows.right, program.loose
    assert loose is not None
    return bool((np.abs(off[~loose]) < 0.5).all() and (off[loose] < 0.5).all())


class TestWindows:
    @given(small(maximum=4, cells=ALL_CELLS))
    @settings(max_examples=12)
    def test_of_all_arrangements_the_solutions_alone_are_in_the_widest_one(self, one: Generated) -> None:
        options = options_of(one.puzzle)
        possible = candidates(one.puzzle, options)
        program = Windows(one.puzzle, options).program(possible, widest=possible.size)
        for arrangement in islice(arrangements(one.puzzle), 300):
            shown = [options.faces.index(one.puzzle.faces_of(laid)) for laid in arrangement]
            if possible[shown, range(len(shown))].all():
                solved = not any(mismatches(one.puzzle, arrangement))
                assert fulfils(one.puzzle, options, program, arrangement) == solved

    @given(small(maximum=4, cells=ALL_CELLS), st.integers(1, 30))
    @settings(max_examples=12)
    def test_every_solution_is_in_every_window(self, one: Generated, widest: int) -> None:
        options = options_of(one.puzzle)
        program = Windows(one.puzzle, options).program(candidates(one.puzzle, options), widest)
        for solution in islice(solutions(one.puzzle), 30):
            assert fulfils(one.puzzle, options, program, solution)


class TestLevels:
    @given(st.integers(0, 10**6), st.booleans(), st.integers(1, 60))
    @settings(max_examples=12, deadline=None)
    def test_going_back_brings_the_candidates_of_the_level_back(self, seed: int, turns: bool, steps: int) -> None:
        levels = fixing_of(made((4, 4), 3, seed, turns=turns).puzzle).levels
        for _ in range(steps):
            if levels.search.advance(1) != 0:
                return
        level = levels.top // 2
        before = levels.possible(level)
        tried = int(levels.search.tables["tried"][level])
        levels.undo(level)
        if tried:
            # what lay there counts as not yet tried
            before[levels.search.tables["rows"][levels.place(level)][tried - 1], levels.place(level)] = True
        assert (levels.possible(level) == before).all()
        levels.sort(level, np.arange(float(before.shape[0])))
        assert (levels.possible(level) == before).all()


@pytest.mark.usefixtures("at_once")
class TestFixing:
    @given(small(maximum=6, cells=ALL_CELLS), st.booleans())
    @settings(max_examples=15, deadline=None)
    def test_it_agrees_with_backtracking(self, one: Generated, is_spoilt: bool) -> None:
        puzzle = one.puzzle
        if is_spoilt and len(puzzle.pieces) > 1:
            first, second, *others = puzzle.pieces
            puzzle = replace(puzzle, pieces=((second[0], *first[1:]), (first[0], *second[1:]), *others))
        found, exact = solve(puzzle, "lp"), solve(puzzle, "backtracking")
        assert (found.status == "solved") == (exact.status == "solved")
        if found.status != "solved":
            assert found.status in ("unsolvable", "stuck")

    def test_a_program_without_solution_undoes_and_is_no_proof(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def nothing(*_: object) -> None:
            raise Infeasible

        monkeypatch.setattr(HighsSolver, "maximise", nothing)
        result = solve(made((4, 4), 2).puzzle, "lp")
        assert result.status == "stuck"
        assert result.message == "HiGHS finds no P wherever pieces are fixed (1 program), which proves nothing"
        assert result.best is not None

    def test_where_no_program_says_so_the_end_is_a_proof(self) -> None:
        puzzle = made((2, 2), 2, 3, frame="none").puzzle
        odd = replace(puzzle, pieces=((7, 8, 9, 10), *puzzle.pieces[1:]))
        assert solve(odd, "lp").status == solve(odd, "backtracking").status == "unsolvable"

    def test_each_p_that_is_told_has_more_decided(self) -> None:
        seen: list[Iterate] = []
        answer = relax(made((6, 6), 3).puzzle, Settings(), NEVER, seen.append)
        assert answer.faces is not None
        assert [each.number for each in seen] == list(range(1, len(seen) + 1))
        decided = [int((each.matrix > 1 - 1e-6).any(axis=0).sum()) for each in seen]
        assert decided == sorted(decided)
        assert all(np.allclose(each.matrix.sum(axis=0), 1, atol=1e-5) for each in seen)

    def test_the_time_is_kept_and_the_effort_told(self) -> None:
        with pytest.raises(LimitReached) as over:
            relax(made((10, 10), 6, turns=True).puzzle, Settings(), Deadline(1.0))
        assert over.value.effort["programs"] > 0
        assert over.value.best is not None
        with pytest.raises((LimitReached, Contradiction)):
            fixing_of(made((10, 10), 6, turns=True).puzzle, Deadline(0.0)).run()


class TestTheReach:
    @pytest.mark.slow
    @pytest.mark.parametrize(("sizes", "colours", "border"), [((6, 6), 3, 4), ((6, 12), 4, 4), ((6, 12), 4, 5)])
    def test_puzzles_like_the_clue_puzzles_are_solved(self, sizes: tuple[int, int], colours: int, border: int) -> None:
        puzzle = next(puzzles(Recipe(sizes, colours, "plain", turns=True, border=border), 1)).puzzle
        result = solve(puzzle, "lp", limit=60)
        assert result.status == "solved"
        assert result.effort["programs"] > 0
