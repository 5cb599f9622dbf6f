"""Distances of a drawing from exact lengths if its ink has spread: all edges may lie a little outwards, or inwards.

A picture shows edges where its ink ends, and print, scanners and blurred edges move that line by the same distance
everywhere. Lengths then seem wrong by twice that, though they are exact.
"""

from collections.abc import Sequence
from math import dist

import numpy as np

from heuristan.tangram.puzzle.drawing import Drawing, Vector
from heuristan.tangram.puzzle.puzzle import Puzzle

FARTHEST = 0.2
"""Maximum distance, in legs, of a vertex of the drawing from the one that it shows."""

WIDEST = 0.05
"""Maximum distance, in legs, by which ink spreads."""


def off_after_spreading(exact: Puzzle, drawing: Drawing) -> float | None:
    """Return the maximum distance, in legs, of vertices from where exact lengths have them, whatever the ink did.

    The outline is moved, turned, scaled, and its edges are moved outwards by the same distance, to fit best.

    Returns:
        None if vertices of the outline are not in the drawing, or the ink would have spread too far.
    """
    leg = exact.frame.scale / exact.unit
    drawn = [vertex for polygon in drawing.polygons for ring in polygon for vertex in ring]
    if not drawn:
        return None
    rows, wanted = list[tuple[float, ...]](), list[float]()
    for ring in ([exact.own(vertex.point) for vertex in loop] for loop in exact.loops):
        for (x, y), (u, v) in zip(ring, _outwards(ring), strict=True):
            spot = min(drawn, key=lambda place: dist(place, (x, y)))
            if dist(spot, (x, y)) > FARTHEST * leg:
                return None
            rows += [(x, -y, 1, 0, u), (y, x, 0, 1, v)]
            wanted += spot
    fit = np.linalg.lstsq(np.array(rows), np.array(wanted), rcond=None)[0]
    off = (np.array(rows) @ fit - np.array(wanted)).reshape(-1, 2)
    return None if abs(fit[4]) > WIDEST * leg else float(np.hypot(off[:, 0], off[:, 1]).max()) / leg


def _outwards(ring: Sequence[Vector]) -> list[Vector]:
    """Return the move of each vertex of a ring if its edges are moved to their right by 1."""
    z = np.array([complex(x, y) for x, y in ring])
    to = np.roll(z, -1) - z
    after = to / abs(to)
    before = np.roll(after, 1)
    middle = -1j * (before + after)
    # the vertex moves along the middle of both normals, until it is 1 off both edges
    move = 2 * middle / np.maximum(abs(middle) ** 2, 1e-9)
    return [(float(m.real), float(m.imag)) for m in move]
