"""Exact numbers and points of the tangram lattice.

Tangram vertices lie in Z[zeta], zeta = e^(i pi/4), over one common denominator for each puzzle: a point is
``c0 + c1 zeta + c2 zeta^2 + c3 zeta^3`` with integer coefficients. Everything that a solver asks of a point is
the order or the equality of its four *projections*

    u_k = Re(p zeta^-k),   k = 0, 1, 2, 3,

the coordinates of ``p`` along the directions 0, 45, 90 and 135 degrees (u_0 is x and u_2 is y). Each projection is
a number ``a + b/sqrt2`` with integers a and b:

    u_0 = c0 + (c1 - c3)/sqrt2      u_1 = c1 + (c0 + c2)/sqrt2
    u_2 = c2 + (c1 + c3)/sqrt2      u_3 = c3 + (c2 - c0)/sqrt2

**One integer for each number.** Such a number is kept as the single integer

    code(a, b) = a * ONE + b * HALF_ROOT,   ONE = 2^37,   HALF_ROOT = round(2^37 / sqrt2).

The map is additive, so sums and differences of codes are codes of sums and differences, without rounding. It also
keeps order and equality while |a|, |b| <= LIMIT = 2^15, because two different numbers are never close:

1. For integers A, B not both zero, ``(A + B/sqrt2)(A - B/sqrt2) = (2 A^2 - B^2)/2`` is a nonzero multiple of 1/2,
   so ``|A + B/sqrt2| >= 1 / (2 (|A| + |B|/sqrt2))``.
2. The difference of two numbers has |A|, |B| <= 2^16, so it is at least ``2^-18``.
3. Its code differs from ``2^37`` times its value by ``|B| |HALF_ROOT - 2^37/sqrt2| <= 2^16 / 2 = 2^15``, and
   ``2^37 * 2^-18 = 2^19 > 2^15``: the sign of the code is the sign of the number, and it is zero only for zero.

HALF_ROOT is odd, so the code can be decomposed again (`parts`). Ford (2022, sections 3 and 4)
reaches the same end with ratios of a + b sqrt2; codes need no division and no normal form.

**Half units.** Two lattice lines may cross in half a lattice point, so a puzzle counts in units of half a
denominator: `unit` is ``small leg / (2 * denominator)``, and the crossing of any two lattice lines is a point again.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import isqrt, sqrt
from typing import TypeAlias

Code: TypeAlias = int
"""A number a + b/sqrt2 as one integer: see the docstring of the module."""

Point: TypeAlias = tuple[Code, Code, Code, Code]
"""A lattice point (or a displacement) as the codes of its four projections u_0, u_1, u_2, u_3."""

Direction: TypeAlias = int
"""A direction in steps of 45 degrees, counter-clockwise from the x axis, 0 to 7."""

ONE = 1 << 37
HALF_ROOT = (isqrt(2 * ONE * ONE) + 1) // 2
LIMIT = 1 << 15
_INVERSE = pow(HALF_ROOT, -1, ONE)
ROOT_HALF = sqrt(0.5)

ORIGIN: Point = (0, 0, 0, 0)


def code(a: int, b: int) -> Code:
    """Return the code of ``a + b/sqrt2``.

    Raises:
        OverflowError: if |a| or |b| is above LIMIT, where order is no longer proven.
    """
    if not (-LIMIT <= a <= LIMIT and -LIMIT <= b <= LIMIT):
        raise OverflowError(f"{a} + {b}/sqrt2 is beyond the exact range of {LIMIT}")
    return a * ONE + b * HALF_ROOT


@lru_cache(maxsize=1 << 16)
def parts(number: Code) -> tuple[int, int]:
    """Return the integers (a, b) of a code: the inverse of `code`. (Cached: the same few numbers recur.)"""
    b = number * _INVERSE % ONE
    if b > ONE // 2:
        b -= ONE
    return (number - b * HALF_ROOT) // ONE, b


@lru_cache(maxsize=1 << 16)
def value(number: Code) -> float:
    """Return the number as a float, in units, to within ``2^-52 (|a| + |b|)``."""
    a, b = parts(number)
    return a + b * ROOT_HALF


def times_root(number: Code) -> Code:
    """Return sqrt2 times a number: sqrt2 (a + b/sqrt2) = b + 2a/sqrt2."""
    a, b = parts(number)
    return b * ONE + 2 * a * HALF_ROOT


def over_root(number: Code) -> Code:
    """Return a number divided by sqrt2: (a + b/sqrt2)/sqrt2 = b/2 + a/sqrt2.

    Raises:
        ValueError: if b is odd, so that the quotient is not a lattice number.
    """
    if parts(number)[1] % 2:
        raise ValueError("the quotient does not lie on the lattice")
    return halved(number)


def halved(number: Code) -> Code:
    """Return a number divided by sqrt2, where it is known that this is a lattice number."""
    a, b = parts(number)
    return b // 2 * ONE + a * HALF_ROOT


def point(c0: int, c1: int, c2: int, c3: int) -> Point:
    """Return the point ``c0 + c1 zeta + c2 zeta^2 + c3 zeta^3``, coefficients in units."""
    return (code(c0, c1 - c3), code(c1, c0 + c2), code(c2, c1 + c3), code(c3, c2 - c0))


def coefficients(p: Point) -> tuple[int, int, int, int]:
    """Return the integers (c0, c1, c2, c3) of a point: the inverse of `point`."""
    return (parts(p[0])[0], parts(p[1])[0], parts(p[2])[0], parts(p[3])[0])


def add(p: Point, q: Point) -> Point:
    return (p[0] + q[0], p[1] + q[1], p[2] + q[2], p[3] + q[3])


def subtract(p: Point, q: Point) -> Point:
    return (p[0] - q[0], p[1] - q[1], p[2] - q[2], p[3] - q[3])


def turn(p: Point, eighths: int) -> Point:
    """Return the point turned about the origin by that many times 45 degrees: a shift of the four with one sign."""
    for _ in range(eighths % 8):
        p = (-p[3], p[0], p[1], p[2])
    return p


def mirror(p: Point) -> Point:
    """Return the point mirrored in the x axis: a signed permutation."""
    return (p[0], -p[3], -p[2], -p[1])


def step(direction: Direction, length: Code) -> Point:
    """Return the displacement of a length along a direction.

    Raises:
        ValueError: if the length divided by sqrt2 is not a lattice number (an odd multiple of 1/sqrt2 units).
    """
    slant = over_root(length)
    return turn((length, slant, 0, -slant), direction)


def projection(p: Point, direction: Direction) -> Code:
    """Return the coordinate of a point along any of the eight directions."""
    k = direction % 8
    return p[k] if k < 4 else -p[k - 4]


def crossing(k: int, offset_k: Code, m: int, offset_m: Code) -> Point:
    """Return the point where two lines meet.

    A line of direction k (0 to 3) is the set of points whose projection on direction k + 2 is its offset.

    Raises:
        ValueError: if the lines are parallel, or the point does not lie on the half-unit lattice.
    """
    if k == m:
        raise ValueError("parallel lines do not meet")
    return at(k, offset_k, crossing_position(k, offset_k, m, offset_m))


def crossing_position(k: int, offset_k: Code, m: int, offset_m: Code) -> Code:
    """Return the projection on direction k of the point where two lines meet that are not parallel."""
    # Along direction k the point is at t with u_{m+2}(t, offset_k) = offset_m. With j = m - k the projection of
    # (t, s) on direction m + 2, in the frame of k, is t cos(45 (j + 2)) + s sin(45 (j + 2)).
    j = (m - k) % 8
    if j in (2, 6):
        return -offset_m if j == 2 else offset_m
    sine = offset_k if j in (1, 7) else -offset_k
    t = times_root(offset_m) - sine
    return -t if j in (1, 3) else t


def at(k: int, offset: Code, position: Code) -> Point:
    """Return the point of the line (k, offset) whose projection on direction k is the position.

    Raises:
        ValueError: if the point does not lie on the half-unit lattice.
    """
    framed = (position, over_root(position + offset), offset, over_root(offset - position))
    return turn(framed, k)


def xy(p: Point) -> tuple[float, float]:
    """Return the point as floats, in units."""
    return (value(p[0]), value(p[2]))


def doubled_area(ring: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Return twice the signed area of a ring as (a, b) of a + b/sqrt2 square units, positive counter-clockwise.

    It is the sum over the points of x times the climb of the ring from the point before to the point after.
    """
    whole = irrational = 0
    for i in range(len(ring)):
        a, b = parts(ring[i][0])
        ya, yb = parts(ring[i - 1][2])
        wa, wb = parts(ring[i + 1 - len(ring)][2])
        # (a + b/r)(c + d/r) = (ac + bd/2) + (ad + bc)/r: twice the rational part stays an integer
        climb, root = wa - ya, wb - yb
        whole += 2 * a * climb + b * root
        irrational += a * root + b * climb
    return whole // 2, irrational


def bounds(points: Iterable[Point]) -> tuple[Code, ...]:
    """Return the minimum and maximum projection on each direction: (lo_0, hi_0, ..., lo_3, hi_3).

    A convex polygon whose sides all lie on the eight directions *is* the set of points within its bounds.
    """
    return tuple(f(column) for column in zip(*points, strict=True) for f in (min, max))
