"""A drawing as one shape in small legs, within limits, and its parts: regions that hang together by more than a sliver.

Each part has its own turn. The limits see to it that a drawing is read or refused in a moment, whatever its numbers.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from math import atan2, hypot, pi, sqrt
from typing import NamedTuple, TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray

from heuristan.common.overlay import MOST_CROSSINGS, crossings
from heuristan.common.plane import MAX_COORDINATE, sides_of
from heuristan.tangram.outlines.snapping import check_each, without_needless
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.drawing import Drawing, Vector
from heuristan.tangram.puzzle.puzzle import MOST_SETS, MOST_VERTICES, OutlineError, Puzzle
from heuristan.tangram.puzzle.regions import covered, enclosed

MAX_LAID = 5 * MOST_VERTICES
"""Maximum number of vertices of an author's pieces; the maximum number of sets has a third of that."""

MAX_CROSSINGS = 500
"""Maximum number of crossings of edges; a drawn figure has a few, where vertices overlap."""


def check(drawing: Drawing) -> None:
    """Check that geometry can be done with a drawing.

    Raises:
        OutlineError: if a ring has too few vertices, there are too many, a number is not finite or too large, or edges
            cross too often.
    """
    rings = drawing.rings
    if not rings:
        raise OutlineError("the outline is empty; give it at least three vertices")
    count, limit = sum(map(len, rings)), MOST_VERTICES if drawing.polygons else MAX_LAID
    if count > limit:
        raise OutlineError(f"the outline has {count} vertices; more than {limit} are not read")
    check_each(rings)
    if drawing.sets is not None and not 1 <= drawing.sets <= MOST_SETS:
        raise OutlineError(f"the outline asks for {drawing.sets} sets; 1 to {MOST_SETS} are read")
    if drawing.leg is not None and not 0 < drawing.leg <= MAX_COORDINATE:
        raise OutlineError(f"the small leg is {drawing.leg:g} long; its length must be a number above zero")
    of, most = ("outline", MAX_CROSSINGS) if drawing.polygons else ("pieces", MOST_CROSSINGS)
    if crossings(_edges_of(rings), most) > most:
        raise OutlineError(
            f"the edges of the {of} cross each other more than {most} times; check the order of the vertices"
        )


def _edges_of(rings: Sequence[Sequence[Vector]]) -> NDArray[np.complex128]:
    """Return the two ends of each edge, in rows."""
    return np.concatenate([np.stack([ring, np.roll(ring, -1)], axis=1) for ring in map(_as_row, rings)])


def _as_row(ring: Sequence[Vector]) -> NDArray[np.complex128]:
    return np.array([complex(*vertex) for vertex in ring])


@contextmanager
def refusing() -> Iterator[None]:
    """Turn the exceptions of shapely into faults of the outline, and silence its warnings about numbers.

    Raises:
        OutlineError: if shapely raises.
    """
    try:
        with np.errstate(all="ignore"):
            yield
    except shapely.errors.ShapelyError:
        raise OutlineError("the outline is too tangled to be read; draw its edges so that they do not cross") from None


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


EIGHTH = pi / 4

MIN_AREA = 0.1
"""Minimum area of a part, in square legs; smaller ones are specks. The smallest tan has five times that."""

LONG = 0.15
"""Minimum length of the sides that decide the turn of a part, in legs."""

AGREEING = 0.06
"""Maximum angle between a side and a turn that it agrees on, in radians."""

MANY = 200
"""Number of vertices from which wearing down takes long if a silhouette is all hairs, so that it must be STRAIGHT."""

STRAIGHT = 0.5
"""Minimum share of the length of edges that agrees on its part's turn, in a silhouette of more than MANY vertices."""

SMOOTH = 0.5
"""Maximum distance of needless vertices from their edges, as a share of the wear."""

FloatRing: TypeAlias = Sequence[Vector]


class WornPart(NamedTuple):
    """A part of a silhouette, worn down."""

    rings: tuple[FloatRing, ...]
    """Its outer ring, counter-clockwise, then the holes, clockwise; in legs."""
    worn: float
    """Distance by which every side has been moved inwards, in legs."""
    turn: float
    """Its turn against the eight directions, between -22.5 and 22.5 degrees, in radians."""
    agreeing: float
    """Share of the length of its sides that agrees on the turn."""


def parts_of(shape: shapely.Geometry, wear: float) -> Iterator[WornPart]:
    """Yield the parts that are left when a shape is worn down.

    Sides are moved inwards, so vertices stay sharp, and a neck narrower than twice the wear is gone.
    """
    if is_hairy(shape):
        return
    # parts that were drawn into each other stay apart
    smooth = [_smoothed(part, SMOOTH * wear) for part in shapely.get_parts(shape)]
    worn = shapely.buffer(smooth, -wear, join_style="mitre", mitre_limit=10)
    for polygon in shapely.get_parts(worn):
        if polygon.area > MIN_AREA:
            rings = rings_of(polygon)
            yield WornPart(rings, wear, *turn_of(rings))


def _smoothed(shape: shapely.Geometry, nearness: float) -> shapely.Geometry:
    """Return a shape without the vertices that its edges do not need: where they zigzag, wear would leave spikes."""
    polygons = (rings_of(part) for part in shapely.get_parts(shape) if part.geom_type == "Polygon")
    return covered([[without_needless(ring, nearness) for ring in rings] for rings in polygons])


def rings_of(polygon: shapely.Polygon) -> tuple[FloatRing, ...]:
    """Return the outer ring of a polygon counter-clockwise, then its holes clockwise."""
    oriented = shapely.geometry.polygon.orient(polygon)
    return tuple(ring.coords[:-1] for ring in (oriented.exterior, *oriented.interiors))


def is_hairy(shape: shapely.Geometry) -> bool:
    """Return whether a shape has MANY vertices and is not STRAIGHT, each part having its own eight directions.

    To move its sides may take minutes and gigabytes, and no pieces have such an outline.
    """
    if shapely.get_num_coordinates(shape) <= MANY:
        return False
    polygons = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon"]
    agreeing = sum(turn_of(rings_of(part))[1] * part.length for part in polygons)
    return bool(agreeing < STRAIGHT * sum(part.length for part in polygons))


def turn_of(rings: Sequence[FloatRing]) -> tuple[float, float]:
    """Return the mean turn that most of the length of long sides agrees on, and the share of all sides that agrees."""
    sides = [(atan2(d - b, c - a), hypot(c - a, d - b)) for ring in rings for (a, b), (c, d) in sides_of(ring)]
    sides = [side for side in sides if side[1] > 0 and side[1] ** 2 > 0]
    if not sides:
        return 0.0, 0.0  # the sides are too short for floats
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
    """Return the signed angle from the nearest of the eight directions to this one."""
    return angle - round(angle / EIGHTH) * EIGHTH
