"""Pieces as the search knows them: bounds along four directions, and the vertices that lie on them.

A kernel for `heuristan.tangram.exact.kernel`, which compiles it with the search.
"""

from typing import Any

from heuristan.tangram.exact.rows import Fit, Laid, Spot, Watched


def lay(laid: Laid, point: Watched, fit: Fit) -> None:
    """Write the bounds of a piece that has a vertex at a point."""
    fit.lo0 = laid.lo0 + point.u0
    fit.hi0 = laid.hi0 + point.u0
    fit.lo1 = laid.lo1 + point.u1
    fit.hi1 = laid.hi1 + point.u1
    fit.lo2 = laid.lo2 + point.u2
    fit.hi2 = laid.hi2 + point.u2
    fit.lo3 = laid.lo3 + point.u3
    fit.hi3 = laid.hi3 + point.u3


def draw_to_point(point: Spot, spot: Spot, laid: Laid, fit: Fit) -> None:
    """Move the sides that a vertex lies on to a point."""
    if spot.u0 == laid.lo0 != 0:
        fit.lo0 = point.u0
    if spot.u0 == laid.hi0 != 0:
        fit.hi0 = point.u0
    if spot.u1 == laid.lo1 != 0:
        fit.lo1 = point.u1
    if spot.u1 == laid.hi1 != 0:
        fit.hi1 = point.u1
    if spot.u2 == laid.lo2 != 0:
        fit.lo2 = point.u2
    if spot.u2 == laid.hi2 != 0:
        fit.hi2 = point.u2
    if spot.u3 == laid.lo3 != 0:
        fit.lo3 = point.u3
    if spot.u3 == laid.hi3 != 0:
        fit.hi3 = point.u3


def draw_to_sides(point: Spot, spot: Spot, laid: Laid, fit: Fit) -> None:
    """Move a vertex of a piece to where the sides that it lies on have been moved."""
    if spot.u0 == laid.lo0:
        point.u0 = fit.lo0
    if spot.u0 == laid.hi0:
        point.u0 = fit.hi0
    if spot.u1 == laid.lo1:
        point.u1 = fit.lo1
    if spot.u1 == laid.hi1:
        point.u1 = fit.hi1
    if spot.u2 == laid.lo2:
        point.u2 = fit.lo2
    if spot.u2 == laid.hi2:
        point.u2 = fit.hi2
    if spot.u3 == laid.lo3:
        point.u3 = fit.lo3
    if spot.u3 == laid.hi3:
        point.u3 = fit.hi3


def apart(a: Any, b: Any, near: int) -> bool:
    """Return whether two convex polygons, or a segment and one, have no inner point in common: separating axes."""
    return bool(
        a.hi0 <= b.lo0 + near
        or a.lo0 >= b.hi0 - near
        or a.hi2 <= b.lo2 + near
        or a.lo2 >= b.hi2 - near
        or a.hi1 <= b.lo1 + near
        or a.lo1 >= b.hi1 - near
        or a.hi3 <= b.lo3 + near
        or a.lo3 >= b.hi3 - near
    )


def covered(box: Fit, point: Watched, half: list[int], near: int) -> int:
    """Return the sectors round a point that a convex polygon covers."""
    if not is_on(box, point, near):
        return 0
    sectors = 255
    if point.u0 <= box.lo0 + near:
        sectors &= half[6]
    if point.u1 <= box.lo1 + near:
        sectors &= half[7]
    if point.u2 <= box.lo2 + near:
        sectors &= half[0]
    if point.u3 <= box.lo3 + near:
        sectors &= half[1]
    if point.u0 >= box.hi0 - near:
        sectors &= half[2]
    if point.u1 >= box.hi1 - near:
        sectors &= half[3]
    if point.u2 >= box.hi2 - near:
        sectors &= half[4]
    if point.u3 >= box.hi3 - near:
        sectors &= half[5]
    return sectors


def is_on(box: Any, point: Spot, near: int) -> bool:
    """Return whether a point lies in a convex polygon, its sides included, or on an edge."""
    return bool(
        box.lo0 - near <= point.u0 <= box.hi0 + near
        and box.lo2 - near <= point.u2 <= box.hi2 + near
        and box.lo1 - near <= point.u1 <= box.hi1 + near
        and box.lo3 - near <= point.u3 <= box.hi3 + near
    )


def is_at(point: Spot, u0: int, u2: int, near: int) -> bool:
    """Return whether a point lies at a place."""
    return abs(point.u0 - u0) <= near and abs(point.u2 - u2) <= near
