"""Where pieces overlap, reach outside or leave gaps: measured in floats.

On an outline on the lattice the verdict does not depend on any of this: integers decide it, and this shows where
faults are. So places narrower than twice NEARNESS, which may come from the last digits of a file, are not reported. On
a drawing this decides, and more is allowed.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, TypeAlias

import shapely
from numpy import errstate

from heuristan.common.overlay import difference, intersection, union
from heuristan.tangram.outlines.snapping import NEARNESS
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.puzzle.regions import covered, rings_of
from heuristan.tangram.verification.claims.claims import Spot
from heuristan.tangram.verification.judging.verdict import Ring

NARROW = 2 * NEARNESS
"""Places narrower than this, in legs, are never reported."""


Pair: TypeAlias = tuple[int, int]
"""The keys of two pieces."""


class Region(NamedTuple):
    """A place where something is wrong, in legs."""

    area: float
    point: Spot
    """Inside it."""
    rings: tuple[Ring, ...]
    reach: float
    """The distance that it reaches from the outline; 0 inside."""


def outline_of(puzzle: Puzzle) -> shapely.Geometry:
    """Return the outline as a shape of floats, in legs."""
    parts = [
        [[puzzle.in_legs(vertex.point) for vertex in loop] for loop in part.loops] for part in puzzle.boundary.parts
    ]
    return covered(parts)


def overlaps(pieces: Mapping[int, shapely.Polygon], allowed: float = NARROW) -> Mapping[Pair, list[shapely.Polygon]]:
    """Return the places, wider than allowed, where two pieces overlap, by the keys of the two."""
    found = {(a, b): _wide(intersection(pieces[a], pieces[b]), allowed) for a, b in meetings(pieces)}
    return {pair: parts for pair, parts in found.items() if parts}


def meetings(pieces: Mapping[int, shapely.Polygon]) -> list[Pair]:
    """Return the pairs of pieces that touch or overlap, by their keys, in order."""
    keys, shapes = list(pieces), list(pieces.values())
    met = shapely.STRtree(shapes).query(shapes, predicate="intersects").T.tolist() if shapes else []
    return sorted((keys[a], keys[b]) for a, b in met if a < b)


def outside(
    pieces: Mapping[int, shapely.Polygon], outline: shapely.Geometry, allowed: float = 0.0
) -> dict[int, Region]:
    """Return what reaches outside of each piece, where it is more than allowed."""
    roomy = outline.buffer(allowed) if allowed else outline
    found = {key: _wide(difference(piece, roomy)) for key, piece in pieces.items()}
    return {key: place_of(_around(far, pieces[key], outline), outline) for key, far in found.items() if far}


def _around(
    far: Collection[shapely.Polygon], piece: shapely.Polygon, outline: shapely.Geometry
) -> list[shapely.Polygon]:
    """Return the parts of a piece outside that reach farther out than allowed."""
    return [part for part in _wide(difference(piece, outline)) if any(part.intersects(one) for one in far)]


def gaps(pieces: Iterable[shapely.Polygon], outline: shapely.Geometry, allowed: float = NARROW) -> list[Region]:
    """Return the places that the pieces leave uncovered, wider than allowed, each connected part by itself."""
    rest = difference(outline, union(list(pieces)))
    return [place_of([part]) for part in _wide(rest, allowed)]


def _wide(shape: shapely.Geometry, allowed: float = NARROW) -> list[shapely.Polygon]:
    """Return the connected parts wider than allowed: shrunk by half of it and grown again, with sharp angles."""
    with errstate(invalid="ignore"):  # where nothing is left, some versions warn of a number that they do not use
        shrunk = shape.buffer(-allowed / 2, join_style="mitre")
        grown = shrunk.buffer(allowed / 2, join_style="mitre")
    return [part for part in shapely.get_parts(grown) if not part.is_empty]


def place_of(parts: list[shapely.Polygon], outline: shapely.Geometry | None = None) -> Region:
    """Return the place that some parts make; with an outline, how far it reaches from it."""
    largest = max(parts, key=lambda part: part.area)
    inside = largest.centroid if largest.contains(largest.centroid) else largest.representative_point()
    rings = tuple(ring for part in parts for ring in rings_of(part))
    # the point within counts where all vertices lie on the outline, as those of a covered hole do
    vertices = shapely.points([(inside.x, inside.y), *(spot for ring in rings for spot in ring)])
    reach = float(shapely.distance(outline, vertices).max()) if outline is not None else 0.0
    return Region(sum(part.area for part in parts), (inside.x, inside.y), rings, reach)
