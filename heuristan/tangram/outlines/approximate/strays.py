"""The edge of a refused drawing that strays from the directions of the others."""

from math import atan2, degrees, dist

import numpy as np
import shapely

from heuristan.tangram.outlines.approximate.parts import AGREEING, off_eighths, rings_of, sides_of, turn_of
from heuristan.tangram.outlines.approximate.silhouette import Silhouette
from heuristan.tangram.puzzle.drawing import Drawing, Vector


def stray_edge(silhouette: Silhouette, drawing: Drawing) -> str | None:
    """Describe the longest edge that does not run along the directions of most others of its part, if there is one.

    Args:
        silhouette: the region that a drawing shows.
        drawing: the drawing: the edges of its region may be parts of those that its file has.
    """
    found = None
    for part in shapely.get_parts(silhouette.shape):
        if part.geom_type != "Polygon":
            continue
        rings = rings_of(part)
        turn, _ = turn_of(rings)
        for p, q in (side for ring in rings for side in sides_of(ring)):
            off = abs(off_eighths(atan2(q[1] - p[1], q[0] - p[0]) - turn))
            if off >= AGREEING and (found is None or dist(p, q) > found[0]):
                found = dist(p, q), p, q, off
    if found is None:
        return None
    _, p, q, off = found
    (x, y), (u, v) = _edge_in_file(drawing, silhouette.own(p), silhouette.own(q))
    return (
        f"the edge from ({x:.6g}, {y:.6g}) to ({u:.6g}, {v:.6g}) runs {degrees(off):.2g} degrees off the directions of "
        "the others; edges run at multiples of 45 degrees to each other, part by part: straighten it"
    )


def _edge_in_file(drawing: Drawing, p: Vector, q: Vector) -> tuple[Vector, Vector]:
    """Return the edge of a drawing that is nearest to two points."""
    edges = [side for ring in drawing.rings for side in sides_of(ring)]
    lines = shapely.linestrings(edges)
    off = np.maximum(shapely.distance(lines, shapely.Point(p)), shapely.distance(lines, shapely.Point(q)))
    return edges[int(off.argmin())]
