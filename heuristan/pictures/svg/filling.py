"""Regions that closed tracks fill, by either fill rule, with shapely."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np

from heuristan.common.overlay import MOST_CROSSINGS, crossings, faces_between, joined, odd_region, union
from heuristan.common.plane import connected
from heuristan.pictures.svg.document import SvgFault
from heuristan.tangram.puzzle.regions import rings_of

Region: TypeAlias = Any
"""A polygon or several of shapely's, which has no types."""

Ring: TypeAlias = Sequence[complex]

MAX_EDGES = 4000
"""Maximum number of edges of a figure, with those painted twice or hidden."""

RECTANGULAR = 0.98
"""Minimum share of a rectangle around a region that it has if it is a rectangle."""

_MAX_LINED = 100
"""Maximum number of rings for which nesting is examined."""


class Effort:
    """A limit on the work to find what the figures of a drawing fill."""

    def __init__(self) -> None:
        self.crossings = 0

    def check(self, rings: Sequence[Ring], line: int) -> None:
        """Count the rings of one more figure.

        Raises:
            SvgFault: if they have too many edges, or cross too often.
        """
        count = sum(map(len, rings))
        if count > MAX_EDGES:
            raise SvgFault(
                line, f"the figure has {count} edges; more than {MAX_EDGES} are not read: simplify its paths"
            )
        edges = [np.stack([ring, np.roll(ring, -1)], axis=1) for ring in map(np.asarray, rings)]
        self.crossings += crossings(np.concatenate(edges), MOST_CROSSINGS) if edges else 0
        if self.crossings > MOST_CROSSINGS:
            raise SvgFault(line, f"lines of the drawing cross more than {MOST_CROSSINGS} times; leave only the outline")


def filled(rings: Sequence[Ring], rule: str) -> Region:
    """Return the region that rings fill together.

    Args:
        rings: the closed rings, each once around.
        rule: "evenodd" or "nonzero".
    """
    from shapely import LineString, Polygon

    kept = [ring for ring in rings if len(ring) > 2]
    if len(kept) == 1:
        polygon = Polygon(pairs(kept[0]))
        if polygon.is_valid:
            return polygon
    faces = faces_between([LineString(pairs([*ring, ring[0]])) for ring in kept])
    vertices = np.concatenate([np.array(ring, complex) for ring in kept]) if kept else np.array([], complex)
    after = np.concatenate([np.roll(np.array(ring, complex), -1) for ring in kept]) if kept else vertices
    windings = [_winding(face.representative_point(), vertices, after) for face in faces]
    return joined([face for face, n in zip(faces, windings, strict=True) if (n % 2 if rule == "evenodd" else n)])


def _winding(point: Any, vertices: Any, after: Any) -> int:
    """Return the number of times that rings run around a point, counter-clockwise.

    Args:
        point: the point.
        vertices: those of all rings.
        after: for each the next one of its ring.
    """
    here, there = vertices - complex(point.x, point.y), after - complex(point.x, point.y)
    is_left = here.real * there.imag - here.imag * there.real
    climbs = (here.imag <= 0) & (there.imag > 0) & (is_left > 0)
    falls = (here.imag > 0) & (there.imag <= 0) & (is_left < 0)
    return int(climbs.sum()) - int(falls.sum())


def lined(regions: Sequence[Region]) -> Region:
    """Return the region that drawn rings enclose: a ring within another is a hole, unless they share boundary."""
    kept = [region for region in regions if not region.is_empty]
    if len(kept) < 2 or len(kept) > _MAX_LINED:
        return union(kept)
    return union([_lined([kept[i] for i in group]) for group in groups_near(kept, 0.0)])


def _lined(regions: Sequence[Region]) -> Region:
    """Return the region that drawn rings enclose which lie together: one pair that shares boundary fills all of it."""
    if all(a.contains_properly(b) or b.contains_properly(a) or a.touches(b) for a, b in _meeting(regions)):
        return odd_region([ring for region in regions for polygon in polygons_in(region) for ring in rings_of(polygon)])
    return union(regions)


def _meeting(regions: Sequence[Region]) -> Iterator[tuple[Region, Region]]:
    """Yield each two regions that have a point in common."""
    from shapely import STRtree

    inner, outer = STRtree(regions).query(regions, predicate="intersects")
    return ((regions[i], regions[j]) for i, j in zip(inner.tolist(), outer.tolist(), strict=True) if i < j)


def groups_near(regions: Sequence[Region], gap: float) -> list[list[int]]:
    """Return the indices of regions that lie together, nearer than a gap, in order."""
    from shapely import STRtree

    if not regions:
        return []
    near = STRtree(regions).query(regions, predicate="dwithin", distance=gap).T.tolist()
    return connected(len(regions), near)


def faces_of(tracks: Sequence[Ring]) -> list[Region]:
    """Return the faces that lines enclose together; the tracks are open."""
    from shapely import LineString

    lines = [LineString(pairs(track)) for track in tracks if len(set(track)) > 1]
    return list(faces_between(lines))


def is_rectangle(region: Region) -> bool:
    return bool(region.area >= RECTANGULAR * region.minimum_rotated_rectangle.area > 0)


def polygons_in(region: Region) -> list[Region]:
    """Return the polygons that a region is made of."""
    parts = getattr(region, "geoms", [region])
    return [part for part in parts if part.geom_type == "Polygon" and not part.is_empty]


def pairs(ring: Iterable[complex]) -> list[tuple[float, float]]:
    """Return points as shapely takes them."""
    return [(z.real, z.imag) for z in ring]
