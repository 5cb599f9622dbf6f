"""Rings of exact lengths put on the lattice."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm

from heuristan.tangram.boundary import Ring, direction_of, sign_of_area
from heuristan.tangram.boundary.validity import winding_beside
from heuristan.tangram.lattice.lengths import Length
from heuristan.tangram.lattice.points import Point, doubled_area, point
from heuristan.tangram.outlines.compass import Corner
from heuristan.tangram.pieces.sets import UNITS_A_LEG, PieceSet
from heuristan.tangram.puzzle.puzzle import MOST_VERTICES, Frame, OutlineError, Puzzle, make_puzzle, orient

ZERO = Length(Fraction(0), Fraction(0))

GREATEST_DENOMINATOR = 64


def puzzle_from(name: str, rings: Sequence[Sequence[Corner]], sets: int | None, pieces: PieceSet) -> Puzzle:
    """The puzzle of rings that run either way; holes are told by nesting.

    Raises:
        OutlineError: they are no outline of so many sets of pieces.
    """
    lattice, denominator, frame = as_lattice(rings)
    return make_puzzle(name, nested(lattice), denominator=denominator, sets=sets, frame=frame, pieces=pieces)


def as_lattice(rings: Sequence[Sequence[Corner]]) -> tuple[list[Ring], int, Frame]:
    """The rings on the lattice, its denominator, and the frame that takes them back to small legs.

    The lattice is laid at the first corner. A corner that repeats the one before, or the first, is left out.

    Raises:
        OutlineError: an edge runs in none of the eight directions, a ring has fewer than three corners, or the corners
            need too fine a lattice.
    """
    if sum(map(len, rings)) > MOST_VERTICES:
        raise OutlineError(f"the outline has {sum(map(len, rings))} vertices; more than {MOST_VERTICES} are not read")
    distinct = [_without_repeats(ring) for ring in rings]
    for ring in distinct:
        _check_directions(ring)
    origin = distinct[0][0]
    denominator = denominator_of(corner for ring in distinct for corner in ring)
    lattice = [tuple(lattice_point(corner, origin, denominator) for corner in ring) for ring in distinct]
    return lattice, denominator, frame_at(origin, denominator)


def denominator_of(corners: Iterable[Corner]) -> int:
    """The least denominator of a lattice, laid at the first corner, on which all corners lie.

    Raises:
        OutlineError: it is larger than GREATEST_DENOMINATOR.
    """
    origin: Corner | None = None
    denominator = 1
    for corner in corners:
        origin = origin or corner
        denominator = lcm(denominator, *(c.denominator for c in _coefficients(corner, origin)))
        if denominator > GREATEST_DENOMINATOR:
            raise OutlineError(
                f"the vertex {named(corner)} needs a lattice of more than {GREATEST_DENOMINATOR} points a leg; "
                "use fractions with a small common denominator"
            )
    return denominator


def lattice_point(corner: Corner, origin: Corner, denominator: int) -> Point:
    """The lattice point of a corner, in units.

    Raises:
        OutlineError: it is too far from the origin for exact numbers.
    """
    try:
        return point(*(int(UNITS_A_LEG * denominator * c) for c in _coefficients(corner, origin)))
    except OverflowError:
        raise OutlineError(
            f"{named(corner)} is too far from {named(origin)} for exact numbers; check the lengths"
        ) from None


def frame_at(origin: Corner, denominator: int) -> Frame:
    return Frame(1 / (UNITS_A_LEG * denominator), 0.0, (float(origin[0]), float(origin[1])))


def _coefficients(corner: Corner, origin: Corner) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """The four coefficients of a point in legs: x = c0 + (c1 - c3)/sqrt2, y = c2 + (c1 + c3)/sqrt2."""
    x, y = (u.minus(v) for u, v in zip(corner, origin, strict=True))
    return x.whole, x.root + y.root, y.whole, y.root - x.root


def named(corner: Corner) -> str:
    return f"[{corner[0]}, {corner[1]}]"


def _without_repeats(ring: Sequence[Corner]) -> list[Corner]:
    distinct = [q for p, q in pairwise((ring[-1], *ring)) if p != q]
    if len(distinct) < 3:
        raise OutlineError(f"a ring has {len(distinct)} distinct vertices; an outline needs at least three")
    return distinct


def _check_directions(ring: Sequence[Corner]) -> None:
    for p, q in pairwise((*ring, ring[0])):
        dx, dy = (v.minus(u) for u, v in zip(p, q, strict=True))
        if dx.sign and dy.sign and dx != dy and dx != ZERO.minus(dy):
            raise OutlineError(
                f"the edge from {named(p)} to {named(q)} is off the 45 degree directions; "
                "it must run level, upright or along a diagonal"
            )


def nested(rings: Sequence[Ring]) -> list[Ring]:
    """The rings run as the boundary asks: counter-clockwise those within an even number of others, else clockwise.

    Raises:
        OutlineError: a ring encloses no area.
    """
    if any(sign_of_area(doubled_area(ring)) == 0 for ring in rings):
        raise OutlineError("a ring encloses no area; list its vertices in the order of the outline")
    outer = [orient(ring, 1) for ring in rings]
    return [orient(ring, 1 if _depth(ring, outer) % 2 == 0 else -1) for ring in outer]


def _depth(ring: Ring, rings: Sequence[Ring]) -> int:
    heading = direction_of(ring[0], ring[1])
    return sum(winding_beside(other, ring[0], heading) != 0 for other in rings if other is not ring)
