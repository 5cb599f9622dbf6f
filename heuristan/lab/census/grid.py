"""Pieces on a square grid whose cells have the length of the small leg, as halves of cells.

A cell has four *quarters*, cut by both diagonals: 0 to the east, then counter-clockwise. A *half* is two quarters that
follow each other, the right triangle with legs of one small leg that snug pieces are made of: half t is the quarters t
and t + 1. So halves may be cut along either diagonal, and what two pieces share is seen from their quarters.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from heuristan.tangram.boundary import Ring
from heuristan.tangram.lattice.points import parts
from heuristan.tangram.pieces.sets import UNITS_A_LEG, Shape, orientations


class Half(NamedTuple):
    """Half of a cell."""

    x: int
    y: int
    """The cell, by its corner of least coordinates."""
    quarter: int
    """The first of its two quarters."""


Halves: TypeAlias = tuple[Half, ...]

SYMMETRIES = 8
"""The turns by quarters, then the same after mirroring."""


def image(half: Half, symmetry: int) -> Half:
    """Return where a symmetry of the grid takes a half."""
    x, y, quarter = half
    if symmetry >= 4:
        x, quarter = -1 - x, (1, 0, 3, 2)[quarter]
    for _ in range(symmetry % 4):
        x, y, quarter = -1 - y, x, (quarter + 1) % 4
    return Half(x, y, quarter)


def turns(halves: Iterable[Half]) -> list[Halves]:
    """Return a figure in all its different turns and mirror images, each in the corner at the origin."""
    figure = list(halves)
    return sorted({in_corner(image(half, symmetry) for half in figure) for symmetry in range(SYMMETRIES)})


def in_corner(halves: Iterable[Half]) -> Halves:
    """Return a figure moved to the corner at the origin; a full cell is always cut along the same diagonal."""
    figure = list(halves)
    x, y = (min(half[axis] for half in figure) for axis in (0, 1))
    quarters = {(half.x - x, half.y - y, each) for half in figure for each in (half.quarter, (half.quarter + 1) % 4)}
    return tuple(sorted(_halves_of(quarters)))


def _halves_of(quarters: set[tuple[int, int, int]]) -> Iterator[Half]:
    for x, y in {(x, y) for x, y, _ in quarters}:
        there = {quarter for quarter in range(4) if (x, y, quarter) in quarters}
        if len(there) == 4:
            yield from (Half(x, y, 0), Half(x, y, 2))
        else:
            yield from (Half(x, y, quarter) for quarter in there if (quarter + 1) % 4 in there)


def halves_of(shape: Shape) -> Halves | None:
    """Return a convex piece as halves of cells, in a corner; None if it is not made of them, however it is turned."""
    return next((_inside(corners) for ring in orientations(shape) if (corners := _on_grid(ring))), None)


def _on_grid(ring: Ring) -> list[tuple[int, int]] | None:
    """Return the vertices of a ring in legs; None if one of them is not a corner of a cell."""
    corners = []
    for point in ring:
        (x, x_root), (y, y_root) = parts(point[0]), parts(point[2])
        if x_root or y_root or x % UNITS_A_LEG or y % UNITS_A_LEG:
            return None
        corners.append((x // UNITS_A_LEG, y // UNITS_A_LEG))
    return corners


def _inside(corners: Sequence[tuple[int, int]]) -> Halves:
    """Return the halves inside a convex ring of corners of cells, whose sides are multiples of 45 degrees apart."""
    columns, rows = (range(min(axis), max(axis)) for axis in zip(*corners, strict=True))
    quarters = {(x, y, q) for x in columns for y in rows for q in range(4) if _is_inside(corners, x, y, q)}
    return in_corner(_halves_of(quarters))


def _is_inside(corners: Sequence[tuple[int, int]], x: int, y: int, quarter: int) -> bool:
    """Return whether the middle of a quarter is to the left of all sides; whole numbers in quarters of a leg."""
    along_x, along_y = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter]
    middle_x, middle_y = 4 * x + 2 + along_x, 4 * y + 2 + along_y
    sides = zip(corners, [*corners[1:], corners[0]], strict=True)
    return all((bx - ax) * (middle_y - 4 * ay) > (by - ay) * (middle_x - 4 * ax) for (ax, ay), (bx, by) in sides)
