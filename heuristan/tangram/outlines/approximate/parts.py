"""The parts of a figure: what hangs together by more than a sliver, each with its own turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atan2, hypot, pi
from typing import TypeAlias

import shapely

from heuristan.tangram.puzzle.drawing import Vector

EIGHTH = pi / 4

LEAST_AREA = 0.1
"""Parts of less, in square legs, are specks: the smallest tan has five times that."""

LONG = 0.15
"""Sides shorter than this, in legs, have no say in the turn of a part."""

AGREEING = 0.06
"""Sides agree on a turn that are within this many radians of it."""

MANY = 200
"""A figure of more vertices takes long to wear down where it is all hairs, ..."""

STRAIGHT = 0.5
"""... so the edges that agree on their part's turn must have this share of the length even before."""

Loop: TypeAlias = Sequence[Vector]


@dataclass(frozen=True)
class DrawnPart:
    """A part of a figure, worn down."""

    rings: tuple[Loop, ...]
    """Counter-clockwise, then the holes clockwise, in legs."""
    worn: float
    """By how much every side has been moved inwards."""
    turn: float
    """By how much it is turned against the eight directions, between -22.5 and 22.5 degrees, in radians."""
    agreeing: float
    """The share of the length of its sides that agrees on that."""


def parts_of(shape: shapely.Geometry, wear: float) -> Iterator[DrawnPart]:
    """The parts that are left when a shape is worn down.

    Sides are moved inwards, so corners stay corners, and a neck narrower than twice the wear is gone.
    """
    if shapely.get_num_coordinates(shape) > MANY and not _is_straight(shape):
        return
    worn = shape.buffer(-wear, join_style="mitre", mitre_limit=10)
    for polygon in shapely.get_parts(worn):
        if polygon.area > LEAST_AREA:
            rings = rings_of(polygon)
            yield DrawnPart(rings, wear, *turn_of(rings))


def rings_of(polygon: shapely.Polygon) -> tuple[Loop, ...]:
    oriented = shapely.geometry.polygon.orient(polygon)
    return tuple(ring.coords[:-1] for ring in (oriented.exterior, *oriented.interiors))


def _is_straight(shape: shapely.Geometry) -> bool:
    """Whether enough of the length of the edges of a shape runs along eight directions, those of each part its own."""
    polygons = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon"]
    agreeing = sum(turn_of(rings_of(part))[1] * part.length for part in polygons)
    return bool(agreeing >= STRAIGHT * sum(part.length for part in polygons))


def sides_of(ring: Loop) -> Iterator[tuple[Vector, Vector]]:
    yield from zip(ring, (*ring[1:], ring[0]), strict=True)


def turn_of(rings: Sequence[Loop]) -> tuple[float, float]:
    """The turn that most of the length of long sides agrees on, as their mean; and the share of all sides that does."""
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
    """How far an angle is from the nearest of the eight directions."""
    return angle - round(angle / EIGHTH) * EIGHTH
