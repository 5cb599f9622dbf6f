"""The lines along which a picture is cut, and the outline of each piece.

Coordinates are pixels of the picture, x to the right and y downwards; the centre of the first pixel is (0, 0), so the
picture reaches from -0.5 to its width less 0.5.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from heuristan.jigsaw.piece import Floats, Kind

POINTS = 40
"""Number of points of each Bezier curve: on a side of 100 pixels about half a pixel apart."""

# Minimum and maximum, as shares of the length of the side if nothing else is said.
MIDDLE = (0.42, 0.58)
"""Position of the head along the side."""
NECK = (0.065, 0.105)
"""Half of the width of the neck."""
HEIGHT = (0.2, 0.28)
"""Height of the head above the side line."""
NECK_HEIGHT = (0.26, 0.42)
"""Height of the neck above the side line, as a share of the height of the head."""
FLARE = (0.45, 0.9)
"""Outward lean of a side of the head, as a share of its rise."""
SHOULDER = (0.6, 1.1)
"""Length of the rise to the neck as a share of the neck's height: a short one makes a sharp shoulder."""
SAG = (-0.05, 0.05)
"""Distance of the side line from the straight line on its way to the neck."""
LEAN = (-0.03, 0.03)
"""Lean of the head to one side."""
FIRST = 0.22
"""Position of the first control point along the side."""


def tab(random: np.random.Generator) -> Floats:
    """Draw a side line with a tab from (0, 0) to (1, 0), the tab at y > 0. Shape (points, 2), both ends included."""
    middle, height, lean = (within(random, limits) for limits in (MIDDLE, HEIGHT, LEAN))
    left = _half(random, (middle, height, lean))
    right = _half(random, (1 - middle, height, -lean)) * [-1, 1] + [1, 0]
    points = np.concatenate([left, right[::-1]])
    return np.concatenate([bezier(points[:4]), bezier(points[3:7])[1:], bezier(points[6:])[1:]])


def within(random: np.random.Generator, limits: tuple[float, float]) -> float:
    """Draw a number between limits."""
    low, high = limits
    return (low + high) / 2 + (high - low) * float(random.uniform(-0.5, 0.5))


def _half(random: np.random.Generator, whole: tuple[float, float, float]) -> Floats:
    """Return the control points of a tab's left half: corner, on the side line, before the neck, neck, on the head."""
    middle, height, lean = whole
    half_neck, share, flare, shoulder, sag = (
        within(random, limits) for limits in (NECK, NECK_HEIGHT, FLARE, SHOULDER, SAG)
    )
    neck = np.array([middle - half_neck, share * height])
    # a cubic curve reaches three quarters of the height of its two middle points
    up = (1 - share) * height / 0.75
    step = np.array([lean - flare * up, up])
    before = neck - step * (shoulder * share * height / up)
    return np.array([[0.0, 0.0], [FIRST, sag], before, neck, neck + step])


def bezier(control: Floats) -> Floats:
    """Return the points of a cubic Bezier curve: four control points in, shape (POINTS, 2) out."""
    t = np.linspace(0, 1, POINTS)[:, None]
    s = 1 - t
    weights = np.hstack([s**3, 3 * s * s * t, 3 * s * t * t, t**3])
    return np.asarray(weights @ control)


JITTER = 0.03
"""Maximum distance by which an inner vertex of the grid is moved, as a share of a piece's size; a vertex on the rim
moves along the rim."""

Vertex: TypeAlias = tuple[int, int]
"""The row and column of a vertex of the grid."""
Side: TypeAlias = tuple[Floats, int]
"""A side line from (0, 0) to (1, 0), and 1 if its head is to be on the left, else -1."""
Draw: TypeAlias = Callable[[np.random.Generator, Vertex, Vertex], Side]
"""A function that draws the line between two vertices."""


def by_chance(random: np.random.Generator, start: Vertex, end: Vertex) -> Side:  # noqa: ARG001
    """Draw a line with a tab, whose side chance decides."""
    bulge = int(random.choice((-1, 1)))
    return tab(random), bulge


@dataclass(frozen=True, eq=False)
class CutOutline:
    """The outline of a piece in the picture."""

    row: int
    column: int
    sides: tuple[Floats, Floats, Floats, Floats]
    """Top, right, bottom, left, clockwise as the picture shows them; each begins where the one before it ends."""
    kinds: tuple[Kind, Kind, Kind, Kind]

    @property
    def ring(self) -> Floats:
        """The whole outline, without double points."""
        return np.concatenate([side[:-1] for side in self.sides])

    @property
    def corners(self) -> Floats:
        """Top left, top right, bottom right and bottom left corner, shape (4, 2)."""
        return np.array([side[0] for side in self.sides])


@dataclass(frozen=True, eq=False)
class _Line:
    """A line of the grid from vertex to vertex; `bulge` is 1 where its tab lies to the left of its direction."""

    points: Floats
    bulge: int


def outlines(
    rows: int, columns: int, size: int, random: np.random.Generator, draw: Draw = by_chance, jitter: float = JITTER
) -> list[CutOutline]:
    """Draw the outlines of all pieces, row by row. Pieces that share a side share its points exactly.

    Args:
        rows: number of rows of pieces.
        columns: number of columns of pieces.
        size: side of a piece in pixels.
        random: source of all shapes.
        draw: draws the lines within the picture.
        jitter: how far the lines' crossings are moved, as a share of a piece's size.
    """
    vertices = _vertices(rows, columns, size, random, jitter)

    def line(start: Vertex, end: Vertex, *, is_rim: bool) -> _Line:
        ends = np.array([vertices[start], vertices[end]])
        if is_rim:
            return _Line(ends, 0)
        shape, bulge = draw(random, start, end)
        return _Line(_laid(shape, bulge, ends), bulge)

    across = [[line((r, c), (r, c + 1), is_rim=r in (0, rows)) for c in range(columns)] for r in range(rows + 1)]
    down = [[line((r, c), (r + 1, c), is_rim=c in (0, columns)) for c in range(columns + 1)] for r in range(rows)]
    return [_outline(r, c, across, down) for r in range(rows) for c in range(columns)]


def _vertices(rows: int, columns: int, size: int, random: np.random.Generator, jitter: float) -> Floats:
    """Return where the lines cross, shape (rows + 1, columns + 1, 2)."""
    y, x = np.mgrid[: rows + 1, : columns + 1]
    moved = random.uniform(-jitter, jitter, (rows + 1, columns + 1, 2))
    moved[:, [0, -1], 0] = 0
    moved[[0, -1], :, 1] = 0
    return np.asarray((np.dstack([x, y]) + moved) * size - 0.5)


def _laid(shape: Floats, bulge: int, ends: Floats) -> Floats:
    """Lay a side's shape between two points; its head is on the left if the bulge is 1, else on the right."""
    along = ends[1] - ends[0]
    # to the left of a direction, where y goes down
    outward = np.array([along[1], -along[0]])
    return np.asarray(ends[0] + shape[:, :1] * along + bulge * shape[:, 1:] * outward)


def _outline(r: int, c: int, across: Sequence[Sequence[_Line]], down: Sequence[Sequence[_Line]]) -> CutOutline:
    """Put the outline of a piece together, its lines turned so that they run clockwise."""
    top, right, bottom, left = across[r][c], down[r][c + 1], across[r + 1][c], down[r][c]
    return CutOutline(
        r,
        c,
        (top.points, right.points, bottom.points[::-1], left.points[::-1]),
        (_kind(top.bulge), _kind(right.bulge), _kind(-bottom.bulge), _kind(-left.bulge)),
    )


def _kind(bulge: int) -> Kind:
    return "tab" if bulge > 0 else "blank" if bulge < 0 else "flat"
