"""Where pieces overlap, reach outside or leave gaps, measured by shapely: on a drawing, where this decides.

More is allowed than on the lattice (`places`), and nothing narrower than NARROW is reported.
"""

from collections.abc import Collection, Iterable, Mapping

import shapely
from numpy import errstate

from heuristan.common.overlay import difference, intersection, union
from heuristan.tangram.puzzle.regions import rings_of
from heuristan.tangram.verification.judging.places import NARROW, Pair, Place


def overlaps(
    pieces: Mapping[int, shapely.Polygon], met: Iterable[Pair], allowed: float
) -> Mapping[Pair, list[shapely.Polygon]]:
    """Return the places, wider than allowed, where two pieces of some pairs overlap, by the keys of the two."""
    found = {(a, b): _wide(intersection(pieces[a], pieces[b]), allowed) for a, b in met}
    return {pair: parts for pair, parts in found.items() if parts}


def outside(pieces: Mapping[int, shapely.Polygon], outline: shapely.Geometry, allowed: float) -> dict[int, Place]:
    """Return what reaches outside of each piece, where it is more than allowed."""
    roomy = outline.buffer(allowed) if allowed else outline
    found = {key: _wide(difference(piece, roomy)) for key, piece in pieces.items()}
    return {key: place_of(_around(far, pieces[key], outline), outline) for key, far in found.items() if far}


def _around(
    far: Collection[shapely.Polygon], piece: shapely.Polygon, outline: shapely.Geometry
) -> list[shapely.Polygon]:
    """Return the parts of a piece outside that reach farther out than allowed."""
    return [part for part in _wide(difference(piece, outline)) if any(part.intersects(one) for one in far)]


def gaps(pieces: Iterable[shapely.Polygon], outline: shapely.Geometry, allowed: float) -> list[Place]:
    """Return the places that the pieces leave uncovered, wider than allowed, each connected part by itself."""
    rest = difference(outline, union(list(pieces)))
    return [place_of([part]) for part in _wide(rest, allowed)]


def _wide(shape: shapely.Geometry, allowed: float = NARROW) -> list[shapely.Polygon]:
    """Return the connected parts wider than allowed: shrunk by half of it and grown again, with sharp angles."""
    with errstate(invalid="ignore"):  # where nothing is left, some versions warn of a number that they do not use
        shrunk = shape.buffer(-allowed / 2, join_style="mitre")
        grown = shrunk.buffer(allowed / 2, join_style="mitre")
    return [part for part in shapely.get_parts(grown) if not part.is_empty]


def place_of(parts: list[shapely.Polygon], outline: shapely.Geometry | None = None) -> Place:
    """Return the place that some parts make; with an outline, how far it reaches from it."""
    largest = max(parts, key=lambda part: part.area)
    inside = largest.centroid if largest.contains(largest.centroid) else largest.representative_point()
    rings = tuple(ring for part in parts for ring in rings_of(part))
    # the point within counts where all vertices lie on the outline, as those of a covered hole do
    vertices = shapely.points([(inside.x, inside.y), *(spot for ring in rings for spot in ring)])
    reach = float(shapely.distance(outline, vertices).max()) if outline is not None else 0.0
    return Place(sum(part.area for part in parts), (inside.x, inside.y), rings, reach)
