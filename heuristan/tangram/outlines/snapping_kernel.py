"""Floats put on the lattice, over tables of vertices: the arithmetic of `heuristan.tangram.outlines.snapping`.

A kernel (`kernels`). Vertices are complex numbers. The rings follow each other in a table; `ends` holds the number of
vertices up to the end of each ring.
"""

from cmath import rect
from collections.abc import Sequence
from math import atan2, isnan, nan, pi, sqrt
from typing import NamedTuple

from heuristan.tangram.lattice.points import HALF_ROOT, ONE

# these constants are compiled in, so they are defined here: a change of this file makes its functions compile again
NEARNESS = 1e-4
"""Maximum distance of a float from its lattice point, in small legs."""

FARTHEST = 1e100
"""Maximum absolute value of a coordinate."""

REACH = 128
"""Maximum length, denominator included. Two different such lengths differ by A + B sqrt2 with |B| <= 32 and
|A| <= 128 + 32 sqrt2, so by at least 1/(|A| + |B| sqrt2) > 0.004: far more than twice NEARNESS, and the nearest one is
the only one near. (Coordinates, with halves of sqrt2, differ by more than 0.001.) An edge that is not refused is within
2 * NEARNESS of a step, as both its ends are within NEARNESS of lattice points: that step is the nearest to the edge."""

STRAIGHT = 2e-10
"""Maximum sine of the angle between an edge and one of the eight directions for the edge to count as running in it.
Where all do, the common turn of the outline, a mean of these angles, is below MIN_TURN."""

MIN_TURN = 1e-9
"""Minimum turn, in radians; smaller ones are ignored."""

UNITS = 2
"""Units in a small leg, for a puzzle of denominator 1."""

ROOT_HALF = sqrt(0.5)


class Numbers(NamedTuple):
    """The numbers a + m/sqrt2 from 0 to REACH in order, those with an even m and those with an odd one."""

    even: list[float]
    even_terms: list[tuple[int, int]]
    """Rows of a and m."""
    odd: list[float]
    odd_terms: list[tuple[int, int]]


ON_LATTICE = 0
"""Answer of `fit`: every vertex is near a lattice point."""
OFF_FIRST = 1
"""Answer of `fit`: a ring does not start at a lattice point."""
OFF_LATTICE = 2
"""Answer of `fit`: a vertex is not near a lattice point."""
OPEN = 3
"""Answer of `fit`: a ring does not come back to its start."""
TOO_SLIM = 4
"""Answer of `fit`: rings are on the lattice, but some are too slim for floats to decide which way they run. All are
left as drawn."""


def measure(
    numbers: Sequence[float], y_down: bool, ends: Sequence[int], is_outer: Sequence[int], vertices: list[complex]
) -> tuple[float, float, float]:
    """Write the vertices with these coordinates, measured from the first one, y upwards.

    Returns:
        The area of the outer rings less that of the holes; the distance of the farthest vertex from the first one; and
        the maximum absolute value of a coordinate, which is nan if one of them is not a number, or above FARTHEST.
    """
    largest = total = 0.0
    for number in numbers:
        total += number
        largest = max(largest, abs(number))
    if isnan(total) or largest > FARTHEST:
        return 0.0, 0.0, nan
    size = 0.0
    for i in range(len(vertices)):
        x = numbers[2 * i]
        y = numbers[2 * i + 1]
        vertices[i] = complex(x - numbers[0], numbers[1] - y if y_down else y - numbers[1])
        size = max(size, abs(vertices[i]))
    area = 0.0
    first = 0
    for ring in range(len(ends)):
        of_ring = abs(doubled_area(vertices, first, ends[ring]))
        area += of_ring if is_outer[ring] else -of_ring
        first = ends[ring]
    return area / 2, size, nan if isnan(total) else largest


def doubled_area(vertices: Sequence[complex], first: int, end: int) -> float:
    """Return twice the signed area of a ring."""
    area = 0.0
    for i in range(first, end):
        a = vertices[i]
        b = vertices[i + 1 if i + 1 < end else first]
        area += a.real * b.imag - a.imag * b.real
    return area


def draw(vertices: Sequence[complex], ends: Sequence[int], scale: float, drawn: list[complex]) -> float:
    """Write vertices in small legs; return the angle by which their edges are turned against the eight directions."""
    for i in range(len(vertices)):
        drawn[i] = vertices[i] / scale
    return 0.0 if run_straight(drawn, ends) else common_turn(drawn, ends)


def run_straight(vertices: Sequence[complex], ends: Sequence[int]) -> bool:
    """Return whether all edges run in the eight directions as exactly as floats can show."""
    first = 0
    for end in ends:
        for i in range(first, end):
            edge = vertices[i + 1 if i + 1 < end else first] - vertices[i]
            if sway(edge) > STRAIGHT * min(abs(edge), REACH):
                return False
        first = end
    return True


def common_turn(vertices: Sequence[complex], ends: Sequence[int]) -> float:
    """Return the angle, between -22.5 and 22.5 degrees, by which the edges are turned against the eight directions.

    The eighth powers of edges at multiples of 45 degrees all point the same way, so their sum has the turn. If some
    edges go another way, the result is nan.
    """
    total = 0j
    first = 0
    for end in ends:
        for i in range(first, end):
            total += eighth_power(vertices[i + 1 if i + 1 < end else first] - vertices[i])
        first = end
    angle = angle_of(total) / 8
    back = rect(1.0, -angle)
    first = 0
    for end in ends:
        for i in range(first, end):
            if sway((vertices[i + 1 if i + 1 < end else first] - vertices[i]) * back) > NEARNESS:
                return nan
        first = end
    return angle


def turn_back(vertices: list[complex], angle: float) -> None:
    """Turn vertices clockwise."""
    back = rect(1.0, -angle)
    for i in range(len(vertices)):
        vertices[i] = vertices[i] * back


def sway(z: complex) -> float:
    """Return the distance of an edge's end from the nearest line of the eight directions through its start."""
    x = abs(z.real)
    y = abs(z.imag)
    return min(x, y, abs(x - y) * ROOT_HALF)


def angle_of(z: complex) -> float:
    """Return the direction of a number, in radians: `cmath.phase` raises an error where it is below all floats."""
    return atan2(z.imag, z.real)


def off_eighths(z: complex) -> float:
    """Return the angle by which an edge is off the nearest of the eight directions, in radians."""
    angle = angle_of(z)
    return angle - round(angle / (pi / 4)) * pi / 4


def eighth_power(z: complex) -> complex:
    """Return the eighth power of the direction, weighted by the square of the length."""
    square = z * z
    size = abs(square)
    if size == 0:
        return 0j
    second = square / size
    fourth = second * second
    return fourth * fourth * size


def fit(
    vertices: Sequence[complex],
    ends: Sequence[int],
    is_outer: Sequence[int],
    denominator: int,
    numbers: Numbers,
    points: list[list[int]],
    lasts: list[int],
) -> tuple[int, int, int, float, float]:
    """Write rings on the lattice, each vertex the nearest lattice point, outer ones counter-clockwise, holes clockwise.

    Args:
        vertices: in small legs, turned so that their edges run in the eight directions.
        ends: the number of vertices up to the end of each ring.
        is_outer: for each ring whether it is an outer one, not a hole.
        denominator: the number of lattice points on a small leg.
        numbers: the numbers of the lattice.
        points: room for one row more than there are vertices: the projections.
        lasts: room for a number a ring: the number of points up to its end.

    Returns:
        The answer, the ring and the vertex that it is about, the distance from the lattice, and the length of the edge.
    """
    first = count = 0
    answer = ON_LATTICE
    for ring in range(len(ends)):
        here = vertices[first]
        off = put_point(here, denominator, numbers, points[count])
        if off > NEARNESS:
            return OFF_FIRST, ring, 0, off, 0.0
        start = count
        around = 0.0
        for i in range(first, ends[ring]):
            following = i + 1 if i + 1 < ends[ring] else first
            edge = vertices[following] - vertices[i]
            length = abs(edge)
            if length < NEARNESS:
                continue
            around += length
            direction = round(angle_of(edge) / (pi / 4)) & 7
            number = nearest(numbers.even, length * denominator)
            here += numbers.even[number] / denominator * rect(1.0, direction * pi / 4)
            off = abs(here - vertices[following])
            if off > NEARNESS:
                return OFF_LATTICE, ring, following - first, off, length
            if number > 0:
                put_step(points[count], direction, numbers.even_terms[number], points[count + 1])
                count += 1
        if count == start or not is_same(points[start], points[count]):
            return OPEN, ring, 0, 0.0, 0.0
        lasts[ring] = count
        if sense(doubled_area(vertices, first, ends[ring]), around) == 0:
            answer = TOO_SLIM
        first = ends[ring]
    if answer == ON_LATTICE:
        orient(vertices, ends, is_outer, points, lasts)
    return answer, 0, 0, 0.0, 0.0


def orient(
    vertices: Sequence[complex],
    ends: Sequence[int],
    is_outer: Sequence[int],
    points: list[list[int]],
    lasts: Sequence[int],
) -> None:
    """Run outer rings counter-clockwise, the others clockwise."""
    first = start = 0
    for ring in range(len(ends)):
        if (doubled_area(vertices, first, ends[ring]) > 0) != (is_outer[ring] != 0):
            reverse(points, start, lasts[ring])
        first = ends[ring]
        start = lasts[ring]


def reverse(points: list[list[int]], start: int, end: int) -> None:
    """Reverse the order of some points."""
    for i in range((end - start) // 2):
        p = points[start + i]
        q = points[end - 1 - i]
        for axis in range(4):
            here = p[axis]
            p[axis] = q[axis]
            q[axis] = here


def first_across(vertices: Sequence[complex], ends: Sequence[int]) -> tuple[int, int]:
    """Return the ring and the number there of the first edge that lies across the eight directions; -1 if none does."""
    first = 0
    for ring in range(len(ends)):
        for i in range(first, ends[ring]):
            if sway(vertices[i + 1 if i + 1 < ends[ring] else first] - vertices[i]) > NEARNESS:
                return ring, i - first
        first = ends[ring]
    return -1, 0


def put_point(z: complex, denominator: int, numbers: Numbers, point: list[int]) -> float:
    """Write the lattice point nearest to a place; return its distance from there, in legs.

    x = c0 + (c1 - c3)/sqrt2 and y = c2 + (c1 + c3)/sqrt2, so the two roots must be both even or both odd.
    """
    x = abs(z.real) * denominator
    y = abs(z.imag) * denominator
    values, terms = numbers.even, numbers.even_terms
    i = nearest(values, x)
    j = nearest(values, y)
    k = nearest(numbers.odd, x)
    m = nearest(numbers.odd, y)
    if abs(complex(numbers.odd[k] - x, numbers.odd[m] - y)) < abs(complex(values[i] - x, values[j] - y)):
        values, terms, i, j = numbers.odd, numbers.odd_terms, k, m
    across = -1 if z.real < 0 else 1
    up = -1 if z.imag < 0 else 1
    c0, c13 = across * terms[i][0], across * terms[i][1]
    c2, c31 = up * terms[j][0], up * terms[j][1]
    c1 = (c31 + c13) // 2
    c3 = (c31 - c13) // 2
    point[0] = UNITS * (c0 * ONE + c13 * HALF_ROOT)
    point[1] = UNITS * (c1 * ONE + (c0 + c2) * HALF_ROOT)
    point[2] = UNITS * (c2 * ONE + c31 * HALF_ROOT)
    point[3] = UNITS * (c3 * ONE + (c2 - c0) * HALF_ROOT)
    return abs(z - complex(across * values[i], up * values[j]) / denominator)


def put_step(start: Sequence[int], direction: int, terms: Sequence[int], end: list[int]) -> None:
    """Write the end of a step of a + m/sqrt2 over the denominator in a direction, m even."""
    straight = UNITS * (terms[0] * ONE + terms[1] * HALF_ROOT)
    slant = UNITS * (terms[1] // 2 * ONE + terms[0] * HALF_ROOT)
    projections = (straight, slant, 0, -slant, -straight, -slant, 0, slant)
    for axis in range(4):
        end[axis] = start[axis] + projections[(direction - axis) & 7]


def is_same(p: Sequence[int], q: Sequence[int]) -> bool:
    """Return whether two points are the same."""
    return p[0] == q[0] and p[1] == q[1] and p[2] == q[2] and p[3] == q[3]


def sense(doubled_area: float, around: float) -> int:
    """Return which way a ring runs on the lattice, by the area and the length of the floats; 0 if they leave it open.

    Let n vertices be left when those within N = NEARNESS of the one before are dropped, which changes the area by N/2
    times the perimeter P at most. The others move by 2N at most, which changes it by 2N P + 2N^2 n at most; and n N is
    less than P.
    """
    if abs(doubled_area) <= 10 * NEARNESS * around:
        return 0
    return 1 if doubled_area > 0 else -1


def nearest(numbers: Sequence[float], size: float) -> int:
    """Return the row of the number nearest to a size of zero or more."""
    low = 0
    high = len(numbers)
    while low < high:
        middle = (low + high) // 2
        if size < numbers[middle]:
            high = middle
        else:
            low = middle + 1
    above = min(low, len(numbers) - 1)
    below = max(above - 1, 0)
    return below if size - numbers[below] <= numbers[above] - size else above
