"""The polynomial system of section 4: what it says of solutions, and of what is none."""

from fractions import Fraction
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st
from shared.edgematching_puzzles import arrangements, made, small

from heuristan.edgematching.algebra import (
    EdgeType,
    Equation,
    Location,
    complete_system,
    edge_types,
    equation,
    injective,
    location_of,
    number_of_edges,
    residual,
    signed_indicator,
    system,
)
from heuristan.edgematching.board import Board
from heuristan.edgematching.generating import Made
from heuristan.edgematching.judge import mismatches
from heuristan.edgematching.puzzle import Arrangement, Puzzle

TWO = Fraction(2)


def locations(puzzle: Puzzle, arrangement: Arrangement) -> list[Location]:
    """T of each piece where an arrangement lays it."""
    found = [location_of(puzzle.board.places[0])] * len(arrangement)
    for place, laid in zip(puzzle.board.places, arrangement, strict=True):
        found[laid.piece] = location_of(place)
    return found


def holds(equations: tuple[Equation, ...], where: list[Location]) -> bool:
    return all(residual(each, where) == 0 for each in equations)


class TestProposition41:
    @given(small(turns=False), st.data())
    def test_a_solution_fulfils_the_equation_of_every_exponent_and_base(self, one: Made, data: st.DataObject) -> None:
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
    @given(small(turns=False, most=4))
    @settings(max_examples=30)
    def test_of_all_arrangements_the_solutions_alone_fulfil_the_system(self, one: Made) -> None:
        equations = complete_system(one.puzzle)
        for arrangement in arrangements(one.puzzle):
            is_solution = not any(mismatches(one.puzzle, arrangement))
            assert holds(equations, locations(one.puzzle, arrangement)) == is_solution

    @given(st.integers(0, 10**6), st.integers(1, 3))
    @settings(max_examples=15)
    def test_pieces_on_top_of_each_other_do_not_fulfil_it(self, seed: int, colours: int) -> None:
        puzzle = made((2, 2), colours, seed).puzzle
        equations = complete_system(puzzle)
        for places in product(puzzle.board.places, repeat=4):
            if len(set(places)) < 4:
                assert not holds(equations, [location_of(place) for place in places])

    def test_there_are_as_many_equations_as_edges_of_a_type(self) -> None:
        puzzle = made((2, 3), 2).puzzle
        equations = complete_system(puzzle)
        for type in edge_types(puzzle):
            assert sum(each.type == type for each in equations) == number_of_edges(puzzle, type)
        # each edge location has one edge that looks one way
        assert len(equations) == len(puzzle.board.spots)

    @given(st.lists(st.integers(1, 5), min_size=2, max_size=3))
    def test_no_two_locations_have_the_same_coordinate(self, sizes: list[int]) -> None:
        board = Board(tuple(sizes))
        puzzle = made(tuple(sizes), 1).puzzle
        digits = injective(puzzle)
        seen = {sum(a * b for a, b in zip(digits, spot, strict=True)) for spot in board.spots}
        assert len(seen) == len(board.spots)


STRIP = Puzzle("strip", Board((1, 3)), ((1, 1, 1, 1),) * 3, ((1, 1, 1), (1,), (1, 1, 1), (1,)))
"""Three equal pieces in a row: only where they lie is to be found."""


def columns_only(degrees: range) -> tuple[Equation, ...]:
    """The equations of the strip's east and west edges with k = (0, 1), (0, 2), ..."""
    return tuple(each for each in system(STRIP, TWO, lambda _: [(0, k) for k in degrees]) if each.type.face == 1)


class TestFewerEquations:
    """T at the places is 2, 8 and 32; in units of 2, so that numbers stay small: 1, 4 and 16."""

    def where(self, *values: Fraction | int) -> list[Location]:
        return [(Fraction(2), Fraction(2) * value) for value in values]

    def test_one_equation_is_fulfilled_by_pieces_that_lie_anywhere(self) -> None:
        anywhere = self.where(6, 7, 8)
        assert holds(columns_only(range(1, 2)), anywhere)
        assert not holds(columns_only(range(1, 3)), anywhere)

    def test_two_are_fulfilled_by_three_pieces_that_overlap(self) -> None:
        # another rational point on the circle x + y + z = 21, x² + y² + z² = 273
        overlapping = self.where(Fraction(64, 13), Fraction(205, 13), Fraction(4, 13))
        assert holds(columns_only(range(1, 3)), overlapping)
        assert not holds(columns_only(range(1, 4)), overlapping)

    def test_three_are_enough_though_there_are_four_edges(self) -> None:
        """So not every equation of Proposition 4.2 is needed, as the text before it has it."""
        type = next(each for each in edge_types(STRIP) if each.face == 1)
        assert number_of_edges(STRIP, type) == 4
        assert holds(columns_only(range(1, 5)), self.where(16, 1, 4))
        # by Newton's identities the first three determine the three values up to their order
        assert holds(columns_only(range(1, 4)), self.where(4, 16, 1))
        assert not holds(columns_only(range(1, 4)), self.where(6, 7, 8))
        assert not holds(columns_only(range(1, 4)), self.where(1, 4, 4))

    @given(small(turns=False, most=4))
    @settings(max_examples=20)
    def test_on_the_places_one_equation_a_type_is_enough_in_exact_arithmetic(self, one: Made) -> None:
        """Sums of different powers of 2 are equal only if the powers are."""
        direction = injective(one.puzzle)
        equations = system(one.puzzle, TWO, lambda _: [direction])
        for arrangement in arrangements(one.puzzle):
            is_solution = not any(mismatches(one.puzzle, arrangement))
            assert holds(equations, locations(one.puzzle, arrangement)) == is_solution
