"""WKT of polygons in the plane, as most programs write it, without a library: see `wkt` for all else."""

import re

from heuristan.tangram.puzzle.drawing import Polygon, Vector

_NUMBER = r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"
_POSITION = f"{_NUMBER} {_NUMBER}"
_RING = rf"\({_POSITION}(?:,{_POSITION})++\)"
_POLYGON = rf"\({_RING}(?:,{_RING})*+\)"
_GEOMETRY = re.compile(rf"POLYGON{_POLYGON}|MULTIPOLYGON\({_POLYGON}(?:,{_POLYGON})*+\)", re.IGNORECASE | re.ASCII)
_EACH_POLYGON, _EACH_RING = re.compile(_POLYGON, re.ASCII), re.compile(r"[^()]{2,}")
_AROUND = re.compile(r"\s*([(),])\s*")
FEWEST = 3
"""Minimum number of vertices."""


def plain_polygons(text: str) -> tuple[Polygon, ...] | None:
    """Return the polygons of a geometry; None if it is none of polygons whose positions have two coordinates."""
    text = _AROUND.sub(r"\1", " ".join(text.split()))
    if not _GEOMETRY.fullmatch(text):
        return None
    found = tuple([_vertices(ring) for ring in _EACH_RING.findall(one)] for one in _EACH_POLYGON.findall(text))
    return found if all(len(ring) >= FEWEST for polygon in found for ring in polygon) else None


def _vertices(ring: str) -> list[Vector]:
    """Return the positions of a ring, without the last if that is the first again."""
    spots = [(float(x), float(y)) for x, y in (position.split() for position in ring.split(","))]
    return spots[:-1] if spots[0] == spots[-1] else spots
