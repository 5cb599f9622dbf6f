"""Points whose coordinates are (a + b sqrt2) / 4, as four whole numbers."""

from functools import lru_cache
from math import sqrt
from typing import TypeAlias

Number: TypeAlias = tuple[int, int]
"""The number (a + b sqrt2) / 4."""

Point: TypeAlias = tuple[int, int, int, int]
"""The two numbers of x, then the two of y."""

Box: TypeAlias = tuple[tuple[Number, Number], ...]
"""The least and the greatest projection on x, y, x + y and y - x."""

STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The eight directions; the slanting ones are sqrt2 long."""


def sign(number: Number) -> int:
    a, b = number
    if a * b >= 0:
        return (a + b > 0) - (a + b < 0)
    larger = a if a * a > 2 * b * b else b
    return 1 if larger > 0 else -1


def is_less(p: Number, q: Number) -> bool:
    return sign((q[0] - p[0], q[1] - p[1])) > 0


def step(direction: int, whole: int, root: int) -> Point:
    """Return the step of (whole + root sqrt2) / 2 legs in one of the eight directions."""
    x, y = STEPS[direction]
    a, b = (2 * root, whole) if direction % 2 else (2 * whole, 2 * root)
    return x * a, x * b, y * a, y * b


def plus(p: Point, q: Point) -> Point:
    return p[0] + q[0], p[1] + q[1], p[2] + q[2], p[3] + q[3]


def minus(p: Point, q: Point) -> Point:
    return p[0] - q[0], p[1] - q[1], p[2] - q[2], p[3] - q[3]


def projections(p: Point) -> tuple[Number, Number, Number, Number]:
    a, b, c, d = p
    return (a, b), (c, d), (a + c, b + d), (c - a, d - b)


@lru_cache(1 << 16)
def direction_of(p: Point, q: Point) -> int | None:
    """Return the one of the eight directions from a point to another; None if it runs between them."""
    x, y, together, apart = map(sign, projections(minus(q, p)))
    if (x, y) == (0, 0) or (x and y and together and apart):
        return None
    return STEPS.index((x, y))


def heading_of(p: Point, q: Point) -> int:
    """Return the one of the eight directions from a point to another; there must be one."""
    heading = direction_of(p, q)
    assert heading is not None
    return heading


def is_within(p: Point, a: Point, b: Point) -> bool:
    """Return whether a point lies on a side, and at neither end."""
    one, other = direction_of(a, p), direction_of(p, b)
    return one is not None and one == other


@lru_cache(1 << 16)
def box_of(ring: tuple[Point, ...]) -> Box:
    columns = zip(*map(projections, ring), strict=True)
    return tuple((_extreme(column, -1), _extreme(column, 1)) for column in columns)


def _extreme(numbers: tuple[Number, ...], sense: int) -> Number:
    best = numbers[0]
    for a, b in numbers[1:]:
        if sign((a - best[0], b - best[1])) == sense:
            best = a, b
    return best


def overlap(a: Box, b: Box) -> bool:
    """Return whether two convex figures with sides in the eight directions share inner points."""
    return all(is_less(low, top) and is_less(bottom, high) for (low, high), (bottom, top) in zip(a, b, strict=True))


def touch(a: Box, b: Box) -> bool:
    """Return whether two such figures share points."""
    return not any(is_less(top, low) or is_less(high, bottom) for (low, high), (bottom, top) in zip(a, b, strict=True))


def xy(p: Point) -> tuple[float, float]:
    return (p[0] + p[1] * sqrt(2)) / 4, (p[2] + p[3] * sqrt(2)) / 4
