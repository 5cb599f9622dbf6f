"""What the paper names and does not use: the linear representation (4.7), and exact solving (section 5.1).

    python docs/experiments/edgematching/other_equations.py    (pip install sympy)

Linear: for each colour and axis the places of the edges that look one way have the same sum as those of the others.
These equations have one coefficient a piece, so their rank is at most the number of types, whatever the size.

Exact: a Gröbner basis of the polynomial system of strips, squares in a row with edges of two colours.
"""

import signal
import sys
from collections.abc import Iterator
from fractions import Fraction
from importlib.util import find_spec
from itertools import permutations
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray
from polynomial_system import EdgeType, Equation, edge_types, number_of_edges, signed_indicator, solves, system

from heuristan.edgematching.generating import Recipe, puzzles
from heuristan.edgematching.puzzle import CUBE, SQUARE, Puzzle

SECONDS = 60
"""Seconds for a Gröbner basis."""


def linear_system(puzzle: Puzzle) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the coefficients of the places, a row for each type, and the right sides, a column for each coordinate."""
    types = edge_types(puzzle)
    rows = np.array(
        [
            [sum(signed_indicator(type, c, face) for face, c in enumerate(faces)) for faces in puzzle.pieces]
            for type in types
        ]
    )
    right = np.array([_right(puzzle, type) for type in types])
    return rows, right


def _right(puzzle: Puzzle, type: EdgeType) -> list[int]:
    """Return minus the sum of what is known: the frame's edges, and the offsets of the pieces' edges."""
    board = puzzle.board
    centre = np.ones(board.dimension, dtype=np.int64)
    total = np.zeros(board.dimension, dtype=np.int64)
    for faces in puzzle.pieces:
        for face, colour in enumerate(faces):
            offset = np.array(board.location((0,) * board.dimension, face)) - centre
            total += signed_indicator(type, colour, face) * offset
    for (place, face), colour in puzzle.walls.items():
        total += signed_indicator(type, colour, CUBE.opposite[face]) * np.array(
            board.location(board.places[place], face)
        )
    return [-int(each) for each in total]


def linear(sizes: tuple[int, ...], colours: int) -> str:
    """Return how far the linear equations of a puzzle determine the places of its pieces."""
    cell = CUBE if len(sizes) == 3 else SQUARE
    puzzle = next(puzzles(Recipe(sizes, colours, cell=cell), 1)).puzzle
    rows, right = linear_system(puzzle)
    rank, count = int(np.linalg.matrix_rank(rows)), len(puzzle.pieces)
    words = f"{'x'.join(map(str, sizes))}, {colours} colours: {count} unknowns a coordinate, rank {rank}"
    if count > 8:
        return words
    laid = [order for order in permutations(puzzle.board.places) if _holds(rows, right, order)]
    right_ones = sum(solves(puzzle, order) for order in laid)
    return f"{words}; {len(laid)} arrangements fulfil them, {right_ones} of them solutions"


def _holds(rows: NDArray[np.int64], right: NDArray[np.int64], order: tuple[tuple[int, ...], ...]) -> bool:
    return bool((rows @ (2 * np.array(order) + 1) == right).all())


def strips() -> Iterator[str]:
    """Yield the seconds of a Gröbner basis for strips of growing length."""
    for count in (2, 3, 4, 5, 6):
        puzzle = next(puzzles(Recipe((1, count), 2), 1)).puzzle
        yield f"strip of {count}: {_exact(puzzle)}"


def _exact(puzzle: Puzzle) -> str:
    import sympy

    unknowns = sympy.symbols(f"t1:{len(puzzle.pieces) + 1}")
    across = [type for type in edge_types(puzzle) if type.face == 1]
    equations = system(puzzle, Fraction(2), lambda each: [(0, k) for k in range(1, number_of_edges(puzzle, each) + 1)])
    polynomials = [_polynomial(each, unknowns) for each in equations if each.type in across]
    begun = process_time()
    signal.signal(signal.SIGALRM, _over)
    signal.alarm(SECONDS)
    try:
        basis = sympy.groebner([each for each in polynomials if each != 0], *unknowns, order="lex")
    except TimeoutError:
        return f"no basis in {SECONDS} s"
    finally:
        signal.alarm(0)
    return f"{len(polynomials)} equations, {len(basis)} polynomials in the basis, {process_time() - begun:.2f} s"


def _polynomial(equation: Equation, unknowns: tuple[Any, ...]) -> Any:
    import sympy

    constant, *coefficients = (
        sympy.Rational(each.numerator, each.denominator) for each in (equation.constant, *equation.coefficients)
    )
    terms = (a * t ** equation.exponents[1] for a, t in zip(coefficients, unknowns, strict=True))
    return constant + sum(terms)


def _over(*_: object) -> None:
    raise TimeoutError


def main() -> None:
    """Print both."""
    for sizes, colours in (((2, 3), 2), ((2, 4), 3), ((6, 6), 5), ((12, 12), 12)):
        print(linear(sizes, colours))
    if find_spec("sympy") is None:
        sys.exit("the second part needs SymPy: pip install sympy")
    for words in strips():
        print(words, flush=True)


if __name__ == "__main__":
    main()
