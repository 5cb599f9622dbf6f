"""Algorithm 1: linear programs over bistochastic matrices."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.edgematching_puzzles import arrangements, made, small, solutions, swapped
from shared.rotated_boxes import TURNS, rotated, rotated_arrangement, rotated_place

from heuristan.edgematching.candidates import Contradiction, Options, candidates, options_of
from heuristan.edgematching.generating import Generated
from heuristan.edgematching.judge import mismatches
from heuristan.edgematching.puzzle import (
    CUBE,
    HEXAGON,
    SQUARE,
    Arrangement,
    Board,
    Deadline,
    Laid,
    LimitReached,
    Puzzle,
)
from heuristan.edgematching.relaxing import (
    Equations,
    Infeasible,
    Iterate,
    Settings,
    Variables,
    equations,
    locations_of,
    maximum,
    program,
    relax,
)
from heuristan.edgematching.solving import solve

NEVER = Deadline()


def everything(puzzle: Puzzle) -> tuple[Options, Variables]:
    options = options_of(puzzle)
    return options, Variables.of(np.ones((len(options.faces), len(puzzle.board.places)), dtype=bool))


def values(puzzle: Puzzle, options: Options, variables: Variables, arrangement: Arrangement) -> np.ndarray:
    """P of an arrangement, as the program's variables."""
    shown = [options.faces.index(puzzle.faces_of(laid)) for laid in arrangement]
    return np.array([shown[p] == o for o, p in zip(variables.option, variables.place, strict=True)], dtype=float)


def fulfils(program: Equations, x: np.ndarray) -> bool:
    return bool(np.abs(program.matrix @ x - program.right).max() < 1e-9)


class TestProgram:
    @given(small(maximum=4, cells=(SQUARE, CUBE, HEXAGON)))
    @settings(max_examples=8)
    def test_of_all_arrangements_the_solutions_alone_are_in_it(self, one: Generated) -> None:
        options, variables = everything(one.puzzle)
        whole = program(one.puzzle, options, variables, NEVER)
        for arrangement in islice(arrangements(one.puzzle), 300):
            inside = fulfils(whole, values(one.puzzle, options, variables, arrangement))
            assert inside == (not any(mismatches(one.puzzle, arrangement)))

    def test_locations_of_an_axis_are_those_of_its_faces(self) -> None:
        assert len(locations_of(Board((2, 3)), 0)) == 9
        assert len(locations_of(Board((2, 3)), 1)) == 8


class TestCandidates:
    @given(small(maximum=4))
    @settings(max_examples=10)
    def test_no_solution_is_struck(self, one: Generated) -> None:
        options = options_of(one.puzzle)
        possible = candidates(one.puzzle, options)
        for solution in solutions(one.puzzle):
            shown = [options.faces.index(one.puzzle.faces_of(laid)) for laid in solution]
            assert possible[shown, range(len(shown))].all()

    @given(st.integers(0, 10**6))
    @settings(max_examples=10)
    def test_what_is_struck_is_0_in_every_p_of_the_program(self, seed: int) -> None:
        puzzle = made((3, 3), 3, seed).puzzle
        options, variables = everything(puzzle)
        possible = candidates(puzzle, options)[variables.option, variables.place]
        most = maximum(program(puzzle, options, variables, NEVER), (~possible).astype(float))
        assert most[~possible].sum() < 1e-6

    def test_a_piece_that_fits_nowhere_is_a_contradiction(self) -> None:
        puzzle = made((2, 2), 2).puzzle
        alien = replace(puzzle, pieces=((7, 7, 7, 7), *puzzle.pieces[1:]))
        with pytest.raises(Contradiction):
            candidates(alien, options_of(alien))

    def test_striking_ends_with_the_time(self) -> None:
        puzzle = made((8, 8), 6).puzzle
        with pytest.raises(LimitReached):
            candidates(puzzle, options_of(puzzle), deadline=Deadline(-1))


class TestAlgorithm1:
    @given(st.integers(0, 10**6), st.sampled_from(("coloured", "plain")))
    @settings(max_examples=8, deadline=None)
    def test_what_it_calls_solved_is_right(self, seed: int, frame: str) -> None:
        puzzle = made((4, 4), 3, seed, frame=frame).puzzle
        result = solve(puzzle, "lp", Settings(restarts=3))
        assert result.status in ("solved", "stuck")
        if result.arrangement is not None:
            assert not any(mismatches(puzzle, result.arrangement))

    @pytest.mark.parametrize(("size", "colours"), [(6, 5), (8, 7), (10, 10), (12, 12)])
    def test_the_sizes_of_the_paper_are_solved(self, size: int, colours: int) -> None:
        assert solve(made((size, size), colours, 1).puzzle, "lp").status == "solved"

    def test_without_striking_the_programs_do_it_alone(self) -> None:
        result = solve(made((6, 6), 5, 2).puzzle, "lp", Settings(strike=False))
        assert result.status == "solved"
        assert result.effort["programs"] >= 1

    def test_it_needs_several_programs_where_striking_decides_little(self) -> None:
        result = solve(made((5, 5), 3, 4).puzzle, "lp")
        assert result.status == "solved"
        assert result.effort["programs"] > 1

    def test_the_objective_does_not_fall(self) -> None:
        seen: list[Iterate] = []
        relax(made((5, 5), 3, 4).puzzle, Settings(restarts=0), NEVER, seen.append)
        squares = [float((each.matrix**2).sum()) for each in seen]
        assert len(squares) > 1
        # the nudge may take a little of it
        assert all(b > a - 0.1 for a, b in pairwise(squares))

    def test_every_p_is_bistochastic(self) -> None:
        seen: list[Iterate] = []
        puzzle = made((4, 4), 2, 3).puzzle
        relax(puzzle, Settings(restarts=20), NEVER, seen.append)
        counts = np.array(options_of(puzzle).counts)
        for each in seen:
            assert np.allclose(each.matrix.sum(axis=0), 1, atol=1e-6)
            assert np.allclose(each.matrix.sum(axis=1), counts, atol=1e-6)

    def test_a_tie_is_decided_by_the_nudge(self) -> None:
        """Without it every start is the same, and P stands still where solutions tie."""
        puzzle = made((3, 3), 2, 6).puzzle
        assert solve(puzzle, "lp", Settings(nudge=0)).status == "stuck"
        assert solve(puzzle, "lp", Settings(restarts=20)).status == "solved"

    def test_where_it_stands_still_it_says_so(self) -> None:
        result = solve(made((6, 6), 2, 1).puzzle, "lp", Settings(restarts=1))
        assert result.status == "stuck"
        assert result.message == "P stood still 2 times without being a permutation"
        assert result.effort["restarts"] == 1

    def test_the_time_is_kept(self) -> None:
        assert solve(made((6, 6), 2, 1).puzzle, "lp", limit=1e-6).status == "limit"

    def test_a_program_without_solution_is_no_proof(self) -> None:
        puzzle = INFEASIBLE
        options, variables = everything(puzzle)
        with pytest.raises(Infeasible):
            maximum(program(puzzle, options, variables, NEVER), np.zeros(len(variables)))
        assert solve(puzzle, "lp", Settings(strike=False)).status == "stuck"

    def test_cubes_are_solved(self) -> None:
        puzzle = made((3, 3, 3), 4, 1).puzzle
        result = solve(puzzle, "lp")
        assert result.arrangement is not None
        assert not any(mismatches(puzzle, result.arrangement))


INFEASIBLE = swapped(made((2, 2), 3).puzzle, 0, 0, 1)


class Column(NamedTuple):
    """A variable of the unfolded program: a piece, moved but not turned, at a place of a copy."""

    piece: int
    copy: int
    place: int
    """The place in the original, which the copy turned."""

    @property
    def laid(self) -> Laid:
        """The piece as it lies in the original."""
        return Laid(self.piece, -self.copy % TURNS)


class Unfolded(NamedTuple):
    """The equations of Proposition 6.1 for the indicators of the edge locations of all copies."""

    columns: tuple[Column, ...]
    matrix: list[list[int]]
    right: list[int]


def unfolded(puzzle: Puzzle) -> Unfolded:
    columns = tuple(
        Column(piece, copy, place)
        for piece in range(len(puzzle.pieces))
        for copy in range(TURNS)
        for place in range(len(puzzle.board.places))
    )
    matrix, right = [], []
    for copy in range(TURNS):
        box = rotated(puzzle, copy)
        for colour in puzzle.colours:
            for face in (0, 1):
                for location in locations_of(box.board, face):
                    matrix.append([_coefficient(puzzle, box, each, copy, colour, face, location) for each in columns])
                    right.append(_frame(box, colour, face, location))
    return Unfolded(columns, matrix, right)


def _coefficient(
    puzzle: Puzzle, box: Puzzle, column: Column, copy: int, colour: int, face: int, location: tuple[int, ...]
) -> int:
    """Return the coefficient of the piece's copy that lies in this copy of the box."""
    faces = SQUARE.turned(puzzle.pieces[column.piece], copy - column.copy)
    place = rotated_place(puzzle.board, puzzle.board.places[column.place], copy)
    return sum(
        sign
        for each, sign in ((face, 1), (SQUARE.opposite[face], -1))
        if faces[each] == colour and box.board.location(place, each) == location
    )


def _frame(box: Puzzle, colour: int, face: int, location: tuple[int, ...]) -> int:
    return sum(
        1 if each == face else -1
        for (index, each), shown in box.walls.items()
        if each in (face, SQUARE.opposite[face])
        and shown == colour
        and box.board.location(box.board.places[index], each) == location
    )


class TestTurns:
    @given(st.integers(0, 10**6), st.integers(0, 3))
    @settings(max_examples=8)
    def test_a_turned_solution_solves_the_turned_box(self, seed: int, turn: int) -> None:
        one = made((2, 3), 2, seed, turns=True)
        laid = rotated_arrangement(one.puzzle, one.solution, turn)
        assert not any(mismatches(rotated(one.puzzle, turn), laid))
        assert rotated(rotated(one.puzzle, turn), -turn) == one.puzzle

    @pytest.mark.parametrize("sizes", [(1, 2), (2, 2), (2, 3)])
    def test_the_augmented_equations_are_the_folded_ones_four_times(self, sizes: tuple[int, int]) -> None:
        puzzle = made(sizes, 2, 4, turns=True).puzzle
        literal = unfolded(puzzle)
        options, variables = everything(puzzle)
        at = {(o, p): i for i, (o, p) in enumerate(zip(variables.option, variables.place, strict=True))}
        # pieces that are equal, or equal to themselves when turned, share the entries of their class
        column = [at[options.faces.index(puzzle.faces_of(each.laid)), each.place] for each in literal.columns]
        folded = set()
        for rows in equations(puzzle, options, variables):
            dense = np.asarray(rows.matrix.todense())
            folded |= {_key(row[column], right) for row, right in zip(dense, rows.right, strict=True)}
        rows_of_copies = [_key(row, right) for row, right in zip(literal.matrix, literal.right, strict=True)]
        assert set(rows_of_copies) == folded
        assert len(rows_of_copies) == 4 * len(puzzle.board.locations) * len(puzzle.colours)

    @given(st.integers(0, 10**6))
    @settings(max_examples=8, deadline=None)
    def test_turned_puzzles_are_solved_or_given_up(self, seed: int) -> None:
        puzzle = made((3, 3), 4, seed, turns=True).puzzle
        result = solve(puzzle, "lp", Settings(restarts=5))
        assert result.status in ("solved", "stuck")
        if result.arrangement is not None:
            assert not any(mismatches(puzzle, result.arrangement))

    def test_some_pieces_are_turned(self) -> None:
        puzzle = made((4, 4), 5, 1, turns=True).puzzle
        result = solve(puzzle, "lp")
        assert result.arrangement is not None
        assert {laid.turn for laid in result.arrangement} == {0, 1, 2, 3}


def _key(row: Iterable[float], right: float) -> tuple[float, ...]:
    """A row, the same whichever side of the edge counts as positive."""
    whole = (*map(float, row), float(right))
    return max(whole, tuple(-value for value in whole))
