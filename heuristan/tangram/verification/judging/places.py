"""Where pieces of an exact outline overlap, reach outside or leave gaps, measured in plain floats.

The verdict does not depend on any of this: integers decide it, and this shows where faults are. So places narrower than
NARROW, which may come from the last digits of a file, are not reported: all is shrunk by half of it, and what is still
there grown again.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from heuristan.common.plane import Ring, Spot, mean_of, off_side, sides_of, signed_area
from heuristan.common.trapezoids import Part, overlaid, shrunk
from heuristan.tangram.outlines.snapping import NEARNESS

NARROW = 2 * NEARNESS
"""Places narrower than this, in legs, are never reported."""

Pair: TypeAlias = tuple[int, int]
"""The keys of two pieces."""


class FaultPlace(NamedTuple):
    """A place where something is wrong, in legs."""

    area: float
    point: Spot
    """Inside it."""
    rings: tuple[Ring, ...]
    reach: float
    """The distance that it reaches from the outline; 0 inside."""


def meetings(pieces: Mapping[int, Ring]) -> list[Pair]:
    """Return the pairs of pieces that no line in one of the eight directions parts, by their keys, in order."""
    bounds = sorted((_bounds(ring), key) for key, ring in pieces.items())
    found = []
    for i, (one, a) in enumerate(bounds):
        for other, b in bounds[i + 1 :]:
            if other[0] > one[1]:
                break
            if all(other[k] <= one[k + 1] and one[k] <= other[k + 1] for k in (2, 4, 6)):
                found.append((min(a, b), max(a, b)))
    return sorted(found)


def _bounds(ring: Ring) -> tuple[float, ...]:
    """Return the least and the greatest of x, y, their sum and their difference."""
    xs, ys, sums, differences = zip(*((x, y, x + y, x - y) for x, y in ring), strict=True)
    return tuple(end for along in (xs, ys, sums, differences) for end in (min(along), max(along)))


def overlaps(pieces: Mapping[int, Ring]) -> Mapping[Pair, FaultPlace]:
    """Return the places where two pieces overlap, by the keys of the two."""
    small = {key: _shrunk([ring]) for key, ring in pieces.items()}
    found = {(a, b): overlaid([small[a], small[b]], []) for a, b in meetings(pieces)}
    return {pair: _place(parts) for pair, parts in found.items() if parts}


def outside(pieces: Mapping[int, Ring], outline: Sequence[Ring]) -> Mapping[int, FaultPlace]:
    """Return what reaches outside of each piece, by its key."""
    large = _shrunk(outline, -NARROW / 2)
    found = {key: overlaid([_shrunk([ring])], [large]) for key, ring in pieces.items()}
    return {key: _place(parts, outline) for key, parts in found.items() if parts}


def gaps(pieces: Iterable[Ring], outline: Sequence[Ring]) -> list[FaultPlace]:
    """Return the places that the pieces leave uncovered, each connected part by itself."""
    large = [_shrunk([ring], -NARROW / 2) for ring in pieces]
    return [_place([part]) for part in overlaid([_shrunk(outline)], large)]


def _shrunk(rings: Iterable[Ring], by: float = NARROW / 2) -> list[Ring]:
    return [shrunk(ring, by) for ring in rings]


def _place(parts: Sequence[Part], outline: Sequence[Ring] = ()) -> FaultPlace:
    """Return the place that some parts make when they are grown; with an outline, how far it reaches from it."""
    regions = [_shrunk(part.rings, -NARROW / 2) for part in parts]
    areas = [sum(map(signed_area, region)) for region in regions]
    largest = areas.index(max(areas))
    point = _centre(regions[largest])
    if not parts[largest].has(point):
        point = mean_of(max(parts[largest].trapezoids, key=lambda one: signed_area(one.ring)).ring)
    rings = tuple(ring for region in regions for ring in region)
    # the point within counts where all vertices lie on the outline, as those of a covered hole do
    sides = [side for ring in outline for side in sides_of(ring)]
    spots = [point, *(spot for ring in rings for spot in ring)] if outline else []
    reach = max((min(off_side(spot, *side) for side in sides) for spot in spots), default=0.0)
    return FaultPlace(sum(areas), point, rings, reach)


def _centre(rings: Sequence[Ring]) -> Spot:
    """Return the centre of gravity: that of the triangles between the sides and a point."""
    triangles = [(rings[0][0], p, q) for ring in rings for p, q in sides_of(ring)]
    areas = [signed_area(triangle) for triangle in triangles]
    middles = [mean_of(triangle) for triangle in triangles]
    x, y = (sum(area * one[k] for area, one in zip(areas, middles, strict=True)) / sum(areas) for k in (0, 1))
    return x, y
