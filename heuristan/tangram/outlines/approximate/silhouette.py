"""A drawing as one shape in small legs."""

from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np
import shapely
from numpy.typing import NDArray

from heuristan.tangram.outlines.approximate.limits import refusing
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.drawing import Drawing, Vector
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle
from heuristan.tangram.puzzle.regions import covered, enclosed


@dataclass(frozen=True)
class Silhouette:
    """A drawing in small legs, y up, measured from the lower left of its bounds."""

    id: str
    shape: shapely.Geometry
    sets: int
    leg: float
    """Length of a small leg in the drawing's own coordinates."""
    origin: Vector
    """The lower left of its bounds (the upper left where y runs down) in the drawing's own coordinates."""
    y_down: bool
    drawn: shapely.Geometry
    """The shape in the drawing's own coordinates."""

    @cached_property
    def vertices(self) -> NDArray[np.float64]:
        """The vertices in the drawing's own coordinates."""
        return np.asarray(shapely.get_coordinates(self.drawn))

    @classmethod
    @refusing()
    def of(cls, drawing: Drawing, pieces: PieceSet, sets: int, gap: float) -> "Silhouette":
        """Return the silhouette that a drawing shows if this number of sets covers it.

        Args:
            drawing: as a reader found it.
            pieces: the set to lay it with.
            sets: the number of sets.
            gap: the width, in legs, up to which gaps between an author's pieces are closed.

        Raises:
            OutlineError: if it encloses no area.
        """
        drawn = _drawn(drawing)
        if drawn.is_empty or drawn.area <= 0:
            raise OutlineError("the outline encloses no area; list its vertices in the order of the outline")
        leg = drawing.leg or sqrt(drawn.area / (pieces.legs_squared * sets))
        shape = drawn if drawing.polygons else _closed(drawn, gap * leg)
        leg = sqrt(shape.area / (pieces.legs_squared * sets))
        x0, y0, _, y1 = shape.bounds
        origin, up = ((x0, y1), -1.0) if drawing.y_down else ((x0, y0), 1.0)
        in_legs = shapely.transform(shape, lambda spots: (spots - origin) * (1 / leg, up / leg))
        return cls(drawing.id, in_legs, sets, leg, origin, drawing.y_down, shape)

    def own(self, spot: Vector) -> Vector:
        """Return a point in the drawing's own coordinates."""
        x, y = spot
        return self.origin[0] + x * self.leg, self.origin[1] + (-y if self.y_down else y) * self.leg


def region_of(puzzle: Puzzle) -> shapely.Geometry:
    """Return the region of a puzzle in its own coordinates, which are those of its drawing."""
    return enclosed([[[*map(puzzle.own, ring)] for ring in part] for part in puzzle.placed_rings])


def _drawn(drawing: Drawing) -> shapely.Geometry:
    """Return the region that is drawn: the polygons, else what the pieces cover."""
    return covered(drawing.polygons or tuple([piece.vertices] for piece in drawing.laid))


def _closed(shape: shapely.Geometry, gap: float) -> shapely.Geometry:
    """Close the narrow gaps of a shape."""
    wide = shape.buffer(gap / 2, join_style="mitre", mitre_limit=5)
    closed = wide.buffer(-gap / 2, join_style="mitre", mitre_limit=5)
    return closed if closed.area > 0.99 * shape.area else shape
