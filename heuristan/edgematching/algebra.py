"""The polynomial system of a puzzle (section 4), in exact arithmetic.

An edge of colour c that looks towards θ is of type (c, θ). Edges of a type pair with those of (c, θ + π), so that for
every function f of the plane the sum of f over the locations of the first is the sum over those of the second (4.6).
With f(u) = S^(k·u) this is a polynomial equation in the T_i = S^(t_i) (4.9). The paper takes S = e; here S is rational,
and powers of it are exact. The coordinates are the doubled ones of `Board`, so that T of a place is a power too.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from heuristan.edgematching.board import OPPOSITE, Spot
from heuristan.edgematching.puzzle import Puzzle

Exponents: TypeAlias = tuple[int, ...]
"""A multi-index k, one entry for each coordinate."""

Location: TypeAlias = tuple[Fraction, ...]
"""T of a piece: S to the power of each coordinate of its centre. It need not be that of a place."""


class EdgeType(NamedTuple):
    """A colour, and the face that looks towards θ."""

    colour: int
    face: int


class Equation(NamedTuple):
    """One equation (4.9): the sum of coefficients times T_i^k, plus the frame's constant, is 0."""

    type: EdgeType
    exponents: Exponents
    coefficients: tuple[Fraction, ...]
    constant: Fraction


def edge_types(puzzle: Puzzle) -> tuple[EdgeType, ...]:
    """The types of a puzzle; of θ and θ + π, which have the same equations up to the sign, the first alone."""
    faces = [face for face in puzzle.board.faces if face < OPPOSITE[face]]
    return tuple(EdgeType(colour, face) for face in faces for colour in puzzle.colours)


def signed_indicator(type: EdgeType, colour: int, face: int) -> int:
    """1 for an edge of the type, -1 for one that it can pair with, else 0 (4.5)."""
    if colour != type.colour or face not in (type.face, OPPOSITE[type.face]):
        return 0
    return 1 if face == type.face else -1


def number_of_edges(puzzle: Puzzle, type: EdgeType) -> int:
    """K(c, θ): how many edges of a type there are, the frame's included."""
    pieces = sum(faces[type.face] == type.colour for faces in puzzle.pieces)
    return pieces + puzzle.frame[OPPOSITE[type.face]].count(type.colour)


def equation(puzzle: Puzzle, type: EdgeType, exponents: Exponents, base: Fraction) -> Equation:
    """The equation of a type and a multi-index k, with S = base."""
    half = [power(base, exponents, puzzle.board.spot((0,) * len(exponents), face)) for face in puzzle.board.faces]
    centre = power(base, exponents, (1,) * len(exponents))
    steps = [each / centre for each in half]  # S^(k·b), b from the centre of a piece to its edge
    coefficients = tuple(
        sum((signed_indicator(type, faces[face], face) * steps[face] for face in puzzle.board.faces), Fraction(0))
        for faces in puzzle.pieces
    )
    constant = sum(
        (
            signed_indicator(type, colour, OPPOSITE[face])
            * power(base, exponents, puzzle.board.spot(puzzle.board.places[index], face))
            for (index, face), colour in puzzle.walls.items()
        ),
        Fraction(0),
    )
    return Equation(type, exponents, coefficients, constant)


def power(base: Fraction, exponents: Exponents, spot: Spot) -> Fraction:
    """S^(k·u)."""
    return base ** sum(k * u for k, u in zip(exponents, spot, strict=True))


def system(
    puzzle: Puzzle, base: Fraction, exponents: Callable[[EdgeType], Iterable[Exponents]]
) -> tuple[Equation, ...]:
    """The polynomial system with the multi-indices that are chosen for each type."""
    return tuple(equation(puzzle, type, k, base) for type in edge_types(puzzle) for k in exponents(type))


def complete_system(puzzle: Puzzle, base: Fraction = Fraction(2)) -> tuple[Equation, ...]:
    """The system of Proposition 4.2: K(c, θ) equations for each type.

    The paper's proof takes a location as one complex number z and the powers S^(nz), n = 1 to K. All that it needs of
    z is that different edge locations have different S^z. So z = (direction · u) does as well, which is a whole number
    and different for each location; the paper's own S^z with S = e is not, once the box is higher than 2π.
    """
    direction = injective(puzzle)

    def multiples(type: EdgeType) -> Iterable[Exponents]:
        return (tuple(n * each for each in direction) for n in range(1, number_of_edges(puzzle, type) + 1))

    return system(puzzle, base, multiples)


def injective(puzzle: Puzzle) -> Exponents:
    """A direction in which no two edge locations have the same coordinate: the digits of a number system."""
    digits = 2 * max(puzzle.board.sizes) + 1
    return tuple(digits**place for place in reversed(range(puzzle.board.dimension)))


def residual(equation: Equation, locations: Sequence[Location]) -> Fraction:
    """What the left side of an equation comes to; 0 where it holds."""
    total = equation.constant
    for coefficient, location in zip(equation.coefficients, locations, strict=True):
        term = coefficient
        for value, k in zip(location, equation.exponents, strict=True):
            term *= value**k
        total += term
    return total


def location_of(place: tuple[int, ...], base: Fraction = Fraction(2)) -> Location:
    """T of a place."""
    return tuple(base ** (2 * each + 1) for each in place)
