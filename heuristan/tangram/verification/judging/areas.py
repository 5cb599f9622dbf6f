"""Where pieces overlap, reach outside or leave gaps, measured by shapely: on a drawing, where this decides.

At the necks of a drawing, parts that touch in a point may have been drawn into each other.

More is allowed than on the lattice (`places`), and nothing narrower than NARROW is reported.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

import shapely
from numpy import errstate

from heuristan.common.overlay import difference, intersection, union
from heuristan.tangram.puzzle.regions import rings_of
from heuristan.tangram.verification.judging.places import NARROW, FaultPlace, Pair

LARGEST = 0.8
"""Maximum diameter of an overlap at a neck, in legs. A neck is narrower than any piece, which is 0.7 legs wide; a sharp
vertex reaches farther in than it is wide there."""


def sunken_in(
    overlapping: Mapping[Pair, Sequence[shapely.Polygon]],
    pieces: Mapping[int, shapely.Polygon],
    outline: shapely.Geometry,
    off: float,
) -> Mapping[Pair, list[shapely.Polygon]]:
    """Return the overlaps at necks of an outline, by the numbers of the two pieces.

    They are small, and without them the outline falls into parts; the two pieces are in different ones.

    Args:
        overlapping: all places where two pieces overlap, in legs.
        pieces: in legs.
        outline: as it was drawn, in legs.
        off: the maximum distance of pieces from the outline, in legs.
    """
    if not overlapping:
        return {}
    places = union([place for places in overlapping.values() for place in places])
    small = union([place for place in shapely.get_parts(places) if _is_small(place)])
    parts, roomy = shapely.get_parts(difference(outline, small.buffer(off))), small.buffer(NARROW)
    return {
        (i, j): [*overlaps]
        for (i, j), overlaps in overlapping.items()
        if all(map(roomy.covers, overlaps)) and _part_of(pieces[i], parts) != _part_of(pieces[j], parts)
    }


def _is_small(place: shapely.Geometry) -> bool:
    return bool(2 * shapely.minimum_bounding_radius(place) <= LARGEST)


def _part_of(piece: shapely.Polygon, parts: Sequence[shapely.Geometry]) -> int:
    """Return the number of the part that has most of a piece."""
    shared = [intersection(piece, part).area for part in parts]
    return shared.index(max(shared, default=0.0)) if shared else 0


def overlaps(
    pieces: Mapping[int, shapely.Polygon], met: Iterable[Pair], allowed: float
) -> Mapping[Pair, list[shapely.Polygon]]:
    """Return the places, wider than allowed, where two pieces of some pairs overlap, by the keys of the two."""
    found = {(a, b): _wide(intersection(pieces[a], pieces[b]), allowed) for a, b in met}
    return {pair: parts for pair, parts in found.items() if parts}


def outside(pieces: Mapping[int, shapely.Polygon], outline: shapely.Geometry, allowed: float) -> dict[int, FaultPlace]:
    """Return what reaches outside of each piece, where it is more than allowed."""
    roomy = outline.buffer(allowed) if allowed else outline
    found = {key: _wide(difference(piece, roomy)) for key, piece in pieces.items()}
    return {key: place_of(_around(far, pieces[key], outline), outline) for key, far in found.items() if far}


def _around(
    far: Collection[shapely.Polygon], piece: shapely.Polygon, outline: shapely.Geometry
) -> list[shapely.Polygon]:
    """Return the parts of a piece outside that reach farther out than allowed."""
    return [part for part in _wide(difference(piece, outline)) if any(part.intersects(one) for one in far)]


def gaps(pieces: Iterable[shapely.Polygon], outline: shapely.Geometry, allowed: float) -> list[FaultPlace]:
    """Return the places that the pieces leave uncovered, wider than allowed, each connected part by itself."""
    rest = difference(outline, union(list(pieces)))
    return [place_of([part]) for part in _wide(rest, allowed)]


def _wide(shape: shapely.Geometry, allowed: float = NARROW) -> list[shapely.Polygon]:
    """Return the connected parts wider than allowed: shrunk by half of it and grown again, with sharp angles."""
    with errstate(invalid="ignore"):  # where nothing is left, some versions warn of a number that they do not use
        shrunk = shape.buffer(-allowed / 2, join_style="mitre")
        grown = shrunk.buffer(allowed / 2, join_style="mitre")
    return [part for part in shapely.get_parts(grown) if not part.is_empty]


def place_of(parts: list[shapely.Polygon], outline: shapely.Geometry | None = None) -> FaultPlace:
    """Return the place that some parts make; with an outline, how far it reaches from it."""
    largest = max(parts, key=lambda part: part.area)
    inside = largest.centroid if largest.contains(largest.centroid) else largest.representative_point()
    rings = tuple(ring for part in parts for ring in rings_of(part))
    # the point within counts where all vertices lie on the outline, as those of a covered hole do
    vertices = shapely.points([(inside.x, inside.y), *(spot for ring in rings for spot in ring)])
    reach = float(shapely.distance(outline, vertices).max()) if outline is not None else 0.0
    return FaultPlace(sum(part.area for part in parts), (inside.x, inside.y), rings, reach)
