"""The polynomial system of a puzzle (section 4), in exact arithmetic: which of its claims hold.

    python docs/experiments/edgematching/polynomial_system.py

An edge of colour c that looks towards θ is of type (c, θ). Edges of a type pair with those of (c, θ + π), so that for
every function f of the plane the sum of f over the locations of the first is the sum over those of the second (4.6).
With f(u) = S^(k·u) this is a polynomial equation in the T_i = S^(t_i) (4.9). The paper takes S = e; here S is rational,
and powers of it are exact. The coordinates are the doubled ones of `Board`, so that T of a place is a power too.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, permutations
from typing import NamedTuple, TypeAlias

from heuristan.edgematching.generating import Recipe, puzzles
from heuristan.edgematching.judge import mismatches
from heuristan.edgematching.puzzle import CUBE, Board, Laid, Location, Puzzle

Exponents: TypeAlias = tuple[int, ...]
"""A multi-index k with an entry for each coordinate."""

Powers: TypeAlias = tuple[Fraction, ...]
"""T of a piece: S to the power of each coordinate of its centre, which need not be that of a place."""


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
    """Return the types of a puzzle; of θ and θ + π, whose equations differ in the sign, only the first."""
    faces = [face for face in puzzle.board.faces if face < CUBE.opposite[face]]
    return tuple(EdgeType(colour, face) for face in faces for colour in puzzle.colours)


def signed_indicator(type: EdgeType, colour: int, face: int) -> int:
    """Return 1 for an edge of the type, -1 for one that it can pair with, else 0 (4.5)."""
    if colour != type.colour or face not in (type.face, CUBE.opposite[type.face]):
        return 0
    return 1 if face == type.face else -1


def number_of_edges(puzzle: Puzzle, type: EdgeType) -> int:
    """Return K(c, θ): the number of edges of a type, including the frame's."""
    pieces = sum(faces[type.face] == type.colour for faces in puzzle.pieces)
    return pieces + puzzle.frame[CUBE.opposite[type.face]].count(type.colour)


def equation(puzzle: Puzzle, type: EdgeType, exponents: Exponents, base: Fraction) -> Equation:
    """Return the equation of a type and a multi-index k, with S = base."""
    half = [power(base, exponents, puzzle.board.location((0,) * len(exponents), face)) for face in puzzle.board.faces]
    centre = power(base, exponents, (1,) * len(exponents))
    steps = [each / centre for each in half]  # S^(k·b), b from the centre of a piece to its edge
    coefficients = tuple(
        sum((signed_indicator(type, faces[face], face) * steps[face] for face in puzzle.board.faces), Fraction(0))
        for faces in puzzle.pieces
    )
    constant = sum(
        (
            signed_indicator(type, colour, CUBE.opposite[face])
            * power(base, exponents, puzzle.board.location(puzzle.board.places[index], face))
            for (index, face), colour in puzzle.walls.items()
        ),
        Fraction(0),
    )
    return Equation(type, exponents, coefficients, constant)


def power(base: Fraction, exponents: Exponents, location: Location) -> Fraction:
    """Return S^(k·u)."""
    return base ** sum(k * u for k, u in zip(exponents, location, strict=True))


def system(
    puzzle: Puzzle, base: Fraction, exponents: Callable[[EdgeType], Iterable[Exponents]]
) -> tuple[Equation, ...]:
    """Return the polynomial system with the given multi-indices of each type."""
    return tuple(equation(puzzle, type, k, base) for type in edge_types(puzzle) for k in exponents(type))


def complete_system(puzzle: Puzzle, base: Fraction = Fraction(2)) -> tuple[Equation, ...]:
    """Return the system of Proposition 4.2: K(c, θ) equations for each type.

    The paper's proof takes a location as one complex number z and the powers S^(nz), n = 1 to K. It needs only that
    different edge locations have different S^z. So z = (direction · u) is as good: an integer, different for each
    location. The paper's own S^z with S = e is not different for all, if the box is higher than 2π.
    """
    direction = injective(puzzle)

    def multiples(type: EdgeType) -> Iterable[Exponents]:
        return (tuple(n * each for each in direction) for n in range(1, number_of_edges(puzzle, type) + 1))

    return system(puzzle, base, multiples)


def injective(puzzle: Puzzle) -> Exponents:
    """Return a direction in which no two edge locations have the same coordinate: the digits of a number system."""
    digits = 2 * max(puzzle.board.sizes) + 1
    return tuple(digits**place for place in reversed(range(puzzle.board.dimension)))


def residual(equation: Equation, pieces: Sequence[Powers]) -> Fraction:
    """Return the value of the left side of an equation; 0 if it holds."""
    total = equation.constant
    for coefficient, powers in zip(equation.coefficients, pieces, strict=True):
        term = coefficient
        for value, k in zip(powers, equation.exponents, strict=True):
            term *= value**k
        total += term
    return total


def powers_of(place: tuple[int, ...], base: Fraction = Fraction(2)) -> Powers:
    """Return T of a place."""
    return tuple(base ** (2 * each + 1) for each in place)


STRIP = Puzzle("strip", Board((1, 3)), ((1, 1, 1, 1),) * 3, ((1, 1, 1), (1,), (1, 1, 1), (1,)))
"""Three equal pieces in a row with edges of one colour: four edges look east."""

OVERLAPPING = (Fraction(64, 13), Fraction(205, 13), Fraction(4, 13))
"""Another rational point on the circle x + y + z = 21, x² + y² + z² = 273 through T = 1, 4, 16, the places of the strip
in units of 2."""


def equations_of_strip(number: int) -> tuple[Equation, ...]:
    """Return the first equations of the strip's east and west edges: k = (0, 1), (0, 2) ..."""
    exponents = [(0, k) for k in range(1, number + 1)]
    return tuple(each for each in system(STRIP, Fraction(2), lambda _: exponents) if each.type.face == 1)


def in_strip(*values: Fraction | int) -> list[Powers]:
    """Return T of pieces in the strip, of values in units of 2."""
    return [(Fraction(2), Fraction(2) * value) for value in values]


def holds(equations: Sequence[Equation], pieces: Sequence[Powers]) -> bool:
    """Return whether all equations hold."""
    return all(residual(each, pieces) == 0 for each in equations)


def arrangements(puzzle: Puzzle) -> Iterator[list[tuple[int, ...]]]:
    """Yield the place of each piece, for all ways to lay the pieces of a puzzle, right or wrong."""
    return map(list, permutations(puzzle.board.places))


def solves(puzzle: Puzzle, places: Sequence[tuple[int, ...]]) -> bool:
    """Return whether the pieces match at these places."""
    piece_at = {place: piece for piece, place in enumerate(places)}
    return not any(mismatches(puzzle, tuple(Laid(piece_at[place]) for place in puzzle.board.places)))


def main() -> None:
    """Print which claims hold on small puzzles."""
    made = [next(islice(puzzles(Recipe((2, 3), colours), 1), 1)).puzzle for colours in (1, 2, 3)]
    for puzzle in made:
        equations, direction = complete_system(puzzle), injective(puzzle)
        single = system(puzzle, Fraction(2), lambda _, k=direction: [k])  # type: ignore[misc]
        counts = [0, 0, 0]
        for places in arrangements(puzzle):
            pieces = [powers_of(place) for place in places]
            found = (solves(puzzle, places), holds(equations, pieces), holds(single, pieces))
            counts = [count + each for count, each in zip(counts, found, strict=True)]
        print(
            f"{puzzle.id}: of 720 arrangements {counts[0]} are solutions; {len(equations)} equations (Proposition 4.2)"
        )
        print(f"  hold for {counts[1]}, one equation for each type for {counts[2]}")
    print("a strip of three equal pieces, four edges look east:")
    for number in (1, 2, 3):
        equations = equations_of_strip(number)
        words = [
            f"{name} {'yes' if holds(equations, in_strip(*values)) else 'no'}"
            for name, values in (("solution", (1, 4, 16)), ("overlapping", OVERLAPPING), ("anywhere", (6, 7, 8)))
        ]
        print(f"  {number} equation{'s' * (number > 1)} hold: {', '.join(words)}")


if __name__ == "__main__":
    main()
