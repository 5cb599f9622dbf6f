"""The lines along which a picture is cut, and the outline of each piece.

Coordinates are pixels of the picture, x to the right and y downwards; the centre of the first pixel is (0, 0), so the
picture reaches from -0.5 to its width less 0.5.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from heuristan.jigsaw.arrays import Floats
from heuristan.jigsaw.cutting.tabs import tab
from heuristan.jigsaw.piece import Kind

JITTER = 0.03
"""Maximum distance by which an inner vertex of the grid is moved, as a share of a piece's size; a vertex on the rim
moves along the rim."""


@dataclass(frozen=True, eq=False)
class Outline:
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


def outlines(rows: int, columns: int, size: int, random: np.random.Generator, variety: float = 1.0) -> list[Outline]:
    """Draw the outlines of all pieces, row by row. Pieces that share a side share its points exactly.

    Args:
        rows: number of rows of pieces.
        columns: number of columns of pieces.
        size: side of a piece in pixels.
        random: source of all shapes.
        variety: how much tabs and vertices differ, 0 to 1; see `tab`.
    """
    vertices = _vertices(rows, columns, size, random, variety)

    def line(start: Floats, end: Floats, *, is_rim: bool) -> _Line:
        return _Line(np.array([start, end]), 0) if is_rim else _inner(start, end, random, variety)

    across = [
        [line(vertices[r, c], vertices[r, c + 1], is_rim=r in (0, rows)) for c in range(columns)]
        for r in range(rows + 1)
    ]
    down = [
        [line(vertices[r, c], vertices[r + 1, c], is_rim=c in (0, columns)) for c in range(columns + 1)]
        for r in range(rows)
    ]
    return [_outline(r, c, across, down) for r in range(rows) for c in range(columns)]


def _vertices(rows: int, columns: int, size: int, random: np.random.Generator, variety: float) -> Floats:
    """Return where the lines cross, shape (rows + 1, columns + 1, 2)."""
    y, x = np.mgrid[: rows + 1, : columns + 1]
    jitter = variety * random.uniform(-JITTER, JITTER, (rows + 1, columns + 1, 2))
    jitter[:, [0, -1], 0] = 0
    jitter[[0, -1], :, 1] = 0
    return np.asarray((np.dstack([x, y]) + jitter) * size - 0.5)


def _inner(start: Floats, end: Floats, random: np.random.Generator, variety: float) -> _Line:
    bulge = int(random.choice((-1, 1)))
    along = end - start
    # to the left of a direction, where y goes down
    outward = np.array([along[1], -along[0]])
    shape = tab(random, variety)
    return _Line(start + shape[:, :1] * along + bulge * shape[:, 1:] * outward, bulge)


def _outline(r: int, c: int, across: Sequence[Sequence[_Line]], down: Sequence[Sequence[_Line]]) -> Outline:
    """Put the outline of a piece together, its lines turned so that they run clockwise."""
    top, right, bottom, left = across[r][c], down[r][c + 1], across[r + 1][c], down[r][c]
    return Outline(
        r,
        c,
        (top.points, right.points, bottom.points[::-1], left.points[::-1]),
        (_kind(top.bulge), _kind(right.bulge), _kind(-bottom.bulge), _kind(-left.bulge)),
    )


def _kind(bulge: int) -> Kind:
    return "tab" if bulge > 0 else "blank" if bulge < 0 else "flat"
