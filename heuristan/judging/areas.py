"""Where pieces overlap, reach outside or leave gaps: measured in floats, to tell people.

The verdict does not hang on any of this: it falls in integers. So what is narrower than twice NEARNESS, and may come
from the last digits of a file, is not told.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import shapely
from numpy import errstate

from heuristan.judging.verdict import Ring
from heuristan.outlines.snapping import NEARNESS
from heuristan.puzzle import Puzzle
from heuristan.results.claims import Spot


class Region(NamedTuple):
    """A place where something is wrong, in legs."""

    area: float
    point: Spot
    """Inside it."""
    rings: tuple[Ring, ...]
    reach: float
    """How far it reaches from the outline; 0 inside."""


def outline_of(puzzle: Puzzle) -> shapely.Geometry:
    """The outline as a shape of floats, in legs."""
    parts = [
        shapely.make_valid(shapely.Polygon(outer, holes))
        for part in puzzle.boundary.parts
        for outer, *holes in [[[puzzle.in_legs(vertex.point) for vertex in loop] for loop in part.loops]]
    ]
    return shapely.union_all(parts)


def overlaps(pieces: Mapping[int, shapely.Polygon]) -> dict[tuple[int, int], Region]:
    """The places where two pieces overlap, by the keys of the two."""
    if not pieces:
        return {}
    keys, shapes = list(pieces), list(pieces.values())
    tree = shapely.STRtree(shapes)
    pairs = sorted((int(a), int(b)) for a, b in tree.query(shapes, predicate="intersects").T if a < b)
    found = {(keys[a], keys[b]): _wide(shapes[a].intersection(shapes[b])) for a, b in pairs}
    return {pair: _region(parts) for pair, parts in found.items() if parts}


def outside(pieces: Mapping[int, shapely.Polygon], outline: shapely.Geometry) -> dict[int, Region]:
    """What of each piece reaches outside."""
    found = {key: _wide(piece.difference(outline)) for key, piece in pieces.items()}
    return {key: _region(parts, outline) for key, parts in found.items() if parts}


def gaps(pieces: Iterable[shapely.Polygon], outline: shapely.Geometry) -> list[Region]:
    """What the pieces leave uncovered, each connected part by itself."""
    rest = outline.difference(shapely.union_all(list(pieces)))
    return [_region([part]) for part in _wide(rest)]


def _wide(shape: shapely.Geometry) -> list[shapely.Polygon]:
    """The connected parts of what is wider than twice NEARNESS: shrunk and grown again, with sharp corners."""
    with errstate(invalid="ignore"):  # where nothing is left, some versions warn of a number that they do not use
        shrunk = shape.buffer(-NEARNESS, join_style="mitre")
        grown = shrunk.buffer(NEARNESS, join_style="mitre")
    return [part for part in shapely.get_parts(grown) if not part.is_empty]


def _region(parts: list[shapely.Polygon], outline: shapely.Geometry | None = None) -> Region:
    largest = max(parts, key=lambda part: part.area)
    inside = largest.centroid if largest.contains(largest.centroid) else largest.representative_point()
    rings = tuple(
        tuple((float(x), float(y)) for x, y in ring.coords[:-1])
        for part in parts
        for ring in (part.exterior, *part.interiors)
    )
    corners = shapely.points([spot for ring in rings for spot in ring])
    reach = float(shapely.distance(outline, corners).max()) if outline is not None else 0.0
    return Region(sum(part.area for part in parts), (inside.x, inside.y), rings, reach)
