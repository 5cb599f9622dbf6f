"""What lies in the plane, in floats: spots, rings and stretches."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, sin
from typing import TypeAlias

Spot: TypeAlias = tuple[float, float]
"""A point: x and y."""

Ring: TypeAlias = tuple[Spot, ...]
"""A closed polygon: its vertices in order, the first one not repeated."""


@dataclass(frozen=True)
class Stretch:
    """A straight stretch of a line."""

    start: Spot
    end: Spot


def turned(spot: Spot, angle: float) -> Spot:
    """Return a point turned about the origin, by an angle in radians."""
    (x, y), c, s = spot, cos(angle), sin(angle)
    return c * x - s * y, s * x + c * y


def signed_area(ring: Sequence[Spot]) -> float:
    """Return the area, positive counter-clockwise, from the first vertex: products of far points lose digits."""
    x0, y0 = ring[0]
    moved = [(x - x0, y - y0) for x, y in ring]
    return sum(x * v - u * y for (x, y), (u, v) in zip(moved, (*moved[1:], moved[0]), strict=True)) / 2
