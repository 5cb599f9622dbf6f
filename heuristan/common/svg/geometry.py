"""The plane geometry that pictures need, in floats: exactness ends where drawing begins."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import hypot
from typing import NamedTuple, TypeAlias

from heuristan.common.plane import Ring, Spot, Stretch, box_of, sides_of, signed_area, turned

Segment: TypeAlias = tuple[Spot, Spot]

_HAIR = 1e-6
"""In legs or pixels; far below what a picture shows."""


def tidy(number: float) -> float:
    """Return a coordinate as it is written: at most two decimals, and no negative zero."""
    rounded = round(number, 2) + 0.0
    return int(rounded) if rounded == int(rounded) else rounded


class View(NamedTuple):
    """From legs, y up, to the picture, y down: turn as in the reader's outline, scale, move."""

    angle: float
    scale: float
    left: float
    top: float

    @classmethod
    def centred(cls, rings: Iterable[Ring], angle: float, scale: float, middle: Spot) -> "View":
        """Return the view that shows some rings round a point of the picture."""
        x0, y0, x1, y1 = box_of(turned(spot, angle) for ring in rings for spot in ring)
        return cls(angle, scale, middle[0] - scale * (x0 + x1) / 2, middle[1] + scale * (y0 + y1) / 2)

    def spot(self, spot: Spot) -> Spot:
        x, y = turned(spot, self.angle)
        return self.left + self.scale * x, self.top - self.scale * y

    def ring(self, ring: Ring) -> Ring:
        return tuple(self.spot(spot) for spot in ring)

    def rings(self, rings: Iterable[Ring]) -> tuple[Ring, ...]:
        return tuple(self.ring(ring) for ring in rings)


def size_of(rings: Iterable[Ring], angle: float) -> tuple[float, float]:
    """Return width and height of rings that are turned."""
    x0, y0, x1, y1 = box_of(turned(spot, angle) for ring in rings for spot in ring)
    return x1 - x0, y1 - y0


def middle_of(ring: Ring) -> tuple[Spot, float]:
    """Return centre and radius of the largest circle in a convex polygon: the place for a number.

    The circle touches three sides (or more). So of the circles that touch three of the sides those that keep inside all
    of them are tried, and the centres of the largest averaged: between parallel sides there are several.
    """
    lines = _lines(ring)
    circles: list[tuple[float, Spot]] = []
    for three in combinations(lines, 3):
        centre = _touching(*three)
        if centre is not None:
            circles.append((min(a * centre[0] + b * centre[1] - c for a, b, c in lines), centre))
    radius = max(circles)[0]
    best = [centre for r, centre in circles if r > radius - _HAIR]
    return (sum(x for x, _ in best) / len(best), sum(y for _, y in best) / len(best)), radius


def covers(ring: Ring, spot: Spot) -> bool:
    """Return whether a spot lies in a convex polygon or on its sides."""
    return all(a * spot[0] + b * spot[1] - c > -_HAIR for a, b, c in _lines(ring))


def _lines(ring: Ring) -> list[tuple[float, float, float]]:
    orientation = 1 if signed_area(ring) > 0 else -1
    return [_line(p, q, orientation) for p, q in sides_of(ring) if hypot(q[0] - p[0], q[1] - p[1]) > _HAIR]


def _line(p: Spot, q: Spot, orientation: int) -> tuple[float, float, float]:
    """Return (a, b, c) with a x + b y - c the distance from the line, positive inside."""
    length = hypot(q[0] - p[0], q[1] - p[1]) * orientation
    a, b = (p[1] - q[1]) / length, (q[0] - p[0]) / length
    return a, b, a * p[0] + b * p[1]


def _touching(*lines: tuple[float, float, float]) -> Spot | None:
    """Return the point at the same signed distance from three lines; None if there is not exactly one."""
    (a, b, c), (d, e, f), (g, h, i) = lines
    # subtract the first equation a x + b y - r = c from the other two
    a1, b1, c1, a2, b2, c2 = d - a, e - b, f - c, g - a, h - b, i - c
    determinant = a1 * b2 - a2 * b1
    if abs(determinant) < _HAIR:
        return None
    return (c1 * b2 - c2 * b1) / determinant, (a1 * c2 - a2 * c1) / determinant


def uncovered(side: Segment, stretches: Iterable[Stretch]) -> list[Segment]:
    """Return the stretches of a side that others leave free."""
    (x0, y0), (x1, y1) = side
    dx, dy = x1 - x0, y1 - y0
    whole = dx * dx + dy * dy

    def along(spot: Spot) -> float:
        return ((spot[0] - x0) * dx + (spot[1] - y0) * dy) / whole

    found: list[Segment] = []
    reached = 0.0
    ends = sorted(sorted((along(stretch.start), along(stretch.end))) for stretch in stretches)
    for start, end in [*ends, [1.0, 1.0]]:
        if start - reached > _HAIR:
            found.append(((x0 + reached * dx, y0 + reached * dy), (x0 + start * dx, y0 + start * dy)))
        reached = max(reached, end)
    return found


def hatching(rings: Sequence[Ring], spacing: float, angle: float) -> list[Segment]:
    """Return parallel lines at a distance and an angle, cut to the region that rings enclose (even-odd)."""
    level = [tuple(turned(spot, -angle) for spot in ring) for ring in rings]
    _, low, _, high = box_of(spot for ring in level for spot in ring)
    found: list[Segment] = []
    # a fixed raster, offset from the vertices: the lines of neighbours hatched alike meet
    for step in range(int(low // spacing), int(high // spacing) + 1):
        y = (step + 0.5) * spacing
        cuts = sorted(
            p[0] + (y - p[1]) / (q[1] - p[1]) * (q[0] - p[0])
            for ring in level
            for p, q in sides_of(ring)
            if (p[1] <= y) != (q[1] <= y)
        )
        found += [
            (turned((x0, y), angle), turned((x1, y), angle))
            for x0, x1 in zip(cuts[::2], cuts[1::2], strict=True)
            if x1 - x0 > _HAIR
        ]
    return found


def ripples(segment: Segment, length: float, height: float) -> list[tuple[Spot, Spot]]:
    """Return a wavy line along a segment, as control points and ends of quadratic curves, in whole half waves."""
    (x0, y0), (x1, y1) = segment
    distance = hypot(x1 - x0, y1 - y0)
    count = max(2, 2 * round(distance / length))
    ux, uy = (x1 - x0) / distance, (y1 - y0) / distance
    found: list[tuple[Spot, Spot]] = []
    for i in range(count):
        middle, end = (i + 0.5) / count * distance, (i + 1) / count * distance
        aside = 2 * height * (-1) ** i
        found.append(((x0 + ux * middle - uy * aside, y0 + uy * middle + ux * aside), (x0 + ux * end, y0 + uy * end)))
    return found
