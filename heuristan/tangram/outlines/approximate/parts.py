"""The parts of a silhouette: regions that hang together by more than a sliver, each with its own turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atan2, hypot, pi
from typing import TypeAlias

import shapely

from heuristan.tangram.outlines.needless import without_needless
from heuristan.tangram.puzzle.drawing import Vector
from heuristan.tangram.puzzle.regions import covered

EIGHTH = pi / 4

MIN_AREA = 0.1
"""Minimum area of a part, in square legs; smaller ones are specks. The smallest tan has five times that."""

LONG = 0.15
"""Minimum length of the sides that decide the turn of a part, in legs."""

AGREEING = 0.06
"""Maximum angle between a side and a turn that it agrees on, in radians."""

MANY = 200
"""Number of vertices from which wearing down takes long if a silhouette is all hairs, so that it must be STRAIGHT."""

STRAIGHT = 0.5
"""Minimum share of the length of edges that agrees on its part's turn, in a silhouette of more than MANY vertices."""

SMOOTH = 0.5
"""Maximum distance of needless vertices from their edges, as a share of the wear."""

FloatRing: TypeAlias = Sequence[Vector]


@dataclass(frozen=True)
class WornPart:
    """A part of a silhouette, worn down."""

    rings: tuple[FloatRing, ...]
    """Its outer ring, counter-clockwise, then the holes, clockwise; in legs."""
    worn: float
    """Distance by which every side has been moved inwards, in legs."""
    turn: float
    """Its turn against the eight directions, between -22.5 and 22.5 degrees, in radians."""
    agreeing: float
    """Share of the length of its sides that agrees on the turn."""


def parts_of(shape: shapely.Geometry, wear: float) -> Iterator[WornPart]:
    """Yield the parts that are left when a shape is worn down.

    Sides are moved inwards, so vertices stay sharp, and a neck narrower than twice the wear is gone.
    """
    if is_hairy(shape):
        return
    # parts that were drawn into each other stay apart
    smooth = [_smoothed(part, SMOOTH * wear) for part in shapely.get_parts(shape)]
    worn = shapely.buffer(smooth, -wear, join_style="mitre", mitre_limit=10)
    for polygon in shapely.get_parts(worn):
        if polygon.area > MIN_AREA:
            rings = rings_of(polygon)
            yield WornPart(rings, wear, *turn_of(rings))


def _smoothed(shape: shapely.Geometry, nearness: float) -> shapely.Geometry:
    """Return a shape without the vertices that its edges do not need: where they zigzag, wear would leave spikes."""
    polygons = (rings_of(part) for part in shapely.get_parts(shape) if part.geom_type == "Polygon")
    return covered([[without_needless(ring, nearness) for ring in rings] for rings in polygons])


def rings_of(polygon: shapely.Polygon) -> tuple[FloatRing, ...]:
    """Return the outer ring of a polygon counter-clockwise, then its holes clockwise."""
    oriented = shapely.geometry.polygon.orient(polygon)
    return tuple(ring.coords[:-1] for ring in (oriented.exterior, *oriented.interiors))


def is_hairy(shape: shapely.Geometry) -> bool:
    """Return whether a shape has MANY vertices and is not STRAIGHT, each part having its own eight directions.

    To move its sides may take minutes and gigabytes, and no pieces have such an outline.
    """
    if shapely.get_num_coordinates(shape) <= MANY:
        return False
    polygons = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon"]
    agreeing = sum(turn_of(rings_of(part))[1] * part.length for part in polygons)
    return bool(agreeing < STRAIGHT * sum(part.length for part in polygons))


def sides_of(ring: FloatRing) -> Iterator[tuple[Vector, Vector]]:
    """Yield the two ends of each side of a ring."""
    yield from zip(ring, (*ring[1:], ring[0]), strict=True)


def turn_of(rings: Sequence[FloatRing]) -> tuple[float, float]:
    """Return the mean turn that most of the length of long sides agrees on, and the share of all sides that agrees."""
    sides = [(atan2(d - b, c - a), hypot(c - a, d - b)) for ring in rings for (a, b), (c, d) in sides_of(ring)]
    sides = [side for side in sides if side[1] > 0 and side[1] ** 2 > 0]
    if not sides:
        return 0.0, 0.0  # too small for floats
    long = sorted((side for side in sides if side[1] > LONG), key=lambda side: -side[1]) or sides
    best, turn = -1.0, 0.0
    for angle, _ in long[:12]:
        near = [(off, length) for other, length in long if abs(off := off_eighths(other - angle)) < AGREEING]
        agreeing = sum(length for _, length in near)
        if agreeing > best + 1e-9:
            best = agreeing
            turn = angle + sum(off * length**2 for off, length in near) / sum(length**2 for _, length in near)
    agreeing = sum(length for angle, length in sides if abs(off_eighths(angle - turn)) < AGREEING)
    return off_eighths(turn), agreeing / sum(length for _, length in sides)


def off_eighths(angle: float) -> float:
    """Return the signed angle from the nearest of the eight directions to this one."""
    return angle - round(angle / EIGHTH) * EIGHTH
