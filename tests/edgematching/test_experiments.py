"""The experiments of edge-matching: the polynomial system of section 4."""

import subprocess
import sys
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.edgematching_puzzles import arrangements, made, small
from shared.places import TOP

from heuristan.edgematching.generating import Generated
from heuristan.edgematching.judge import mismatches
from heuristan.edgematching.puzzle import CUBE, SQUARE, Arrangement, Puzzle

pytest.importorskip("scipy")

PLACE = TOP / "docs" / "experiments" / "edgematching"
sys.path.insert(0, str(PLACE))  # the scripts import each other by their bare names

from other_equations import linear_system  # noqa: E402
from polynomial_system import (  # noqa: E402
    OVERLAPPING,
    STRIP,
    EdgeType,
    Powers,
    complete_system,
    edge_types,
    equation,
    equations_of_strip,
    holds,
    in_strip,
    injective,
    number_of_edges,
    powers_of,
    residual,
    signed_indicator,
    system,
)

TWO = Fraction(2)

PUBLISHED = (SQUARE, CUBE)
"""The cells of the paper."""


@given(small(turns=False, cells=PUBLISHED, free=False))
def test_solutions_fulfil_the_linear_equations(one: Generated) -> None:
    rows, right = linear_system(one.puzzle)
    order = {laid.piece: place for place, laid in zip(one.puzzle.board.places, one.solution, strict=True)}
    places = np.array([order[piece] for piece in range(len(order))])
    assert (rows @ (2 * places + 1) == right).all()
    assert np.linalg.matrix_rank(rows) <= len(edge_types(one.puzzle))


def locations(puzzle: Puzzle, arrangement: Arrangement) -> list[Powers]:
    """T of each piece where an arrangement lays it."""
    found = [powers_of(puzzle.board.places[0])] * len(arrangement)
    for place, laid in zip(puzzle.board.places, arrangement, strict=True):
        found[laid.piece] = powers_of(place)
    return found


class TestProposition41:
    @given(small(turns=False, cells=PUBLISHED, free=False), st.data())
    def test_a_solution_fulfils_every_equation(self, one: Generated, data: st.DataObject) -> None:
        puzzle = one.puzzle
        exponents = data.draw(st.tuples(*[st.integers(-4, 4)] * puzzle.board.dimension))
        base = data.draw(st.fractions(Fraction(1, 4), 4).filter(bool))
        where = [
            tuple(base ** (2 * each + 1) for each in place)
            for piece in range(len(puzzle.pieces))
            for place, laid in zip(puzzle.board.places, one.solution, strict=True)
            if laid.piece == piece
        ]
        for type in edge_types(puzzle):
            assert residual(equation(puzzle, type, exponents, base), where) == 0

    @given(st.integers(1, 3), st.integers(0, 3), st.integers(1, 3), st.integers(0, 3))
    def test_the_indicator_changes_its_sign_with_the_side(self, c: int, f: int, colour: int, face: int) -> None:
        opposite = (f + 2) % 4
        assert signed_indicator(EdgeType(c, f), colour, face) == -signed_indicator(EdgeType(c, opposite), colour, face)


class TestProposition42:
    @given(small(turns=False, maximum=4, cells=PUBLISHED, free=False))
    @settings(max_examples=10)
    def test_of_all_arrangements_the_solutions_alone_fulfil_the_system(self, one: Generated) -> None:
        equations = complete_system(one.puzzle)
        for arrangement in arrangements(one.puzzle):
            is_solution = not any(mismatches(one.puzzle, arrangement))
            assert holds(equations, locations(one.puzzle, arrangement)) == is_solution

    @given(st.integers(0, 10**6), st.integers(1, 3))
    @settings(max_examples=10)
    def test_pieces_on_top_of_each_other_do_not_fulfil_it(self, seed: int, colours: int) -> None:
        puzzle = made((2, 2), colours, seed).puzzle
        equations = complete_system(puzzle)
        for places in product(puzzle.board.places, repeat=4):
            if len(set(places)) < 4:
                assert not holds(equations, [powers_of(place) for place in places])

    def test_there_are_as_many_equations_as_edges_of_a_type(self) -> None:
        puzzle = made((2, 3), 2).puzzle
        equations = complete_system(puzzle)
        for type in edge_types(puzzle):
            assert sum(each.type == type for each in equations) == number_of_edges(puzzle, type)
        # each edge location has one edge that looks one way
        assert len(equations) == len(puzzle.board.locations)

    @given(st.lists(st.integers(1, 5), min_size=2, max_size=3))
    def test_no_two_locations_have_the_same_coordinate(self, sizes: list[int]) -> None:
        puzzle = made(tuple(sizes), 1).puzzle
        board = puzzle.board
        digits = injective(puzzle)
        seen = {sum(a * b for a, b in zip(digits, location, strict=True)) for location in board.locations}
        assert len(seen) == len(board.locations)


class TestFewerEquations:
    """T at the places is 2, 8 and 32; in units of 2, so that numbers stay small: 1, 4 and 16."""

    def test_one_equation_is_fulfilled_by_pieces_that_lie_anywhere(self) -> None:
        anywhere = in_strip(6, 7, 8)
        assert holds(equations_of_strip(1), anywhere)
        assert not holds(equations_of_strip(2), anywhere)

    def test_two_are_fulfilled_by_three_pieces_that_overlap(self) -> None:
        # another rational point on the circle x + y + z = 21, x² + y² + z² = 273
        overlapping = in_strip(*OVERLAPPING)
        assert holds(equations_of_strip(2), overlapping)
        assert not holds(equations_of_strip(3), overlapping)

    def test_three_are_enough_though_there_are_four_edges(self) -> None:
        """So not every equation of Proposition 4.2 is needed, as the text before it has it."""
        type = next(each for each in edge_types(STRIP) if each.face == 1)
        assert number_of_edges(STRIP, type) == 4
        assert holds(equations_of_strip(4), in_strip(16, 1, 4))
        # by Newton's identities the first three determine the three values up to their order
        assert holds(equations_of_strip(3), in_strip(4, 16, 1))
        assert not holds(equations_of_strip(3), in_strip(6, 7, 8))
        assert not holds(equations_of_strip(3), in_strip(1, 4, 4))

    @given(small(turns=False, maximum=4, cells=PUBLISHED, free=False))
    @settings(max_examples=8)
    def test_on_the_places_one_equation_a_type_is_enough_in_exact_arithmetic(self, one: Generated) -> None:
        """Sums of different powers of 2 are equal only if the powers are."""
        direction = injective(one.puzzle)
        equations = system(one.puzzle, TWO, lambda _: [direction])
        for arrangement in arrangements(one.puzzle):
            is_solution = not any(mismatches(one.puzzle, arrangement))
            assert holds(equations, locations(one.puzzle, arrangement)) == is_solution


@pytest.mark.slow
def test_the_script_of_the_polynomial_system_runs() -> None:
    script = PLACE / "polynomial_system.py"
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert "hold" in done.stdout
