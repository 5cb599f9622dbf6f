"""What is drawn, as one shape in small legs."""

from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np
import shapely
from numpy.typing import NDArray

from heuristan.tangram.outlines.approximate.limits import refusing
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.drawing import Drawing, Vector
from heuristan.tangram.puzzle.puzzle import MOST_SETS, OutlineError
from heuristan.tangram.puzzle.regions import covered


@dataclass(frozen=True)
class Figure:
    """A drawing in small legs, y up, measured from the lower left corner of its bounds."""

    id: str
    shape: shapely.Geometry
    sets: int
    leg: float
    """The length of a small leg in the drawing's own coordinates."""
    origin: Vector
    """The lower left corner of its bounds (the upper left where y runs down) in the drawing's own coordinates."""
    y_down: bool
    drawn: shapely.Geometry
    """The same in the drawing's own coordinates."""

    @cached_property
    def vertices(self) -> NDArray[np.float64]:
        """In the drawing's own coordinates."""
        return np.asarray(shapely.get_coordinates(self.drawn))

    @classmethod
    @refusing()
    def of(cls, drawing: Drawing, pieces: PieceSet, sets: int, gap: float) -> "Figure":
        """The figure that a drawing shows if so many sets cover it.

        Args:
            drawing: as a reader found it.
            pieces: the set that it is laid with.
            sets: how many of it.
            gap: the widest gap between an author's pieces, in legs, that is none.

        Raises:
            OutlineError: it encloses no area.
        """
        drawn = _drawn(drawing)
        if drawn.is_empty or drawn.area <= 0:
            raise OutlineError("the outline encloses no area; list its vertices in the order of the outline")
        leg = drawing.leg or sqrt(drawn.area / (pieces.legs_squared * sets))
        shape = drawn if drawing.polygons else _mended(drawn, gap * leg)
        leg = sqrt(shape.area / (pieces.legs_squared * sets))
        x0, y0, _, y1 = shape.bounds
        origin, up = ((x0, y1), -1.0) if drawing.y_down else ((x0, y0), 1.0)
        in_legs = shapely.transform(shape, lambda spots: (spots - origin) * (1 / leg, up / leg))
        return cls(drawing.id, in_legs, sets, leg, origin, drawing.y_down, shape)

    def own(self, spot: Vector) -> Vector:
        """A point in the drawing's own coordinates."""
        x, y = spot
        return self.origin[0] + x * self.leg, self.origin[1] + (-y if self.y_down else y) * self.leg


@refusing()
def sets_of(drawing: Drawing, pieces: PieceSet) -> tuple[int, ...]:
    """How many sets may be meant, the likeliest first."""
    if drawing.sets is not None:
        return (drawing.sets,)
    if drawing.laid and len(drawing.laid) % pieces.size == 0:
        return (len(drawing.laid) // pieces.size,)
    if drawing.leg is not None:
        sets = round(_drawn(drawing).area / drawing.leg**2 / pieces.legs_squared)
        return (min(max(1, sets), MOST_SETS),)
    return (1, 2)


def _drawn(drawing: Drawing) -> shapely.Geometry:
    """The area that is drawn: the polygons, or else what the pieces cover."""
    return covered(drawing.polygons or tuple([piece.vertices] for piece in drawing.laid))


def _mended(shape: shapely.Geometry, gap: float) -> shapely.Geometry:
    """A shape with narrow gaps closed."""
    wide = shape.buffer(gap / 2, join_style="mitre", mitre_limit=5)
    mended = wide.buffer(-gap / 2, join_style="mitre", mitre_limit=5)
    return mended if mended.area > 0.99 * shape.area else shape
