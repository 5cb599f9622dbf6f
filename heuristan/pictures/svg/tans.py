"""Polygons that are the pieces of a set, recognised by their form."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise, product
from math import sqrt
from typing import NamedTuple

from heuristan.common.plane import signed_area
from heuristan.pictures.svg.filling import Ring
from heuristan.tangram.pieces.forms import PolygonFit, assigned, fits
from heuristan.tangram.pieces.sets import PieceSet, Stock
from heuristan.tangram.puzzle.drawing import LaidPiece

LIKE = 0.1
"""Maximum error of a vertex against the form of its piece, in legs."""

ROUGHLY = 0.2
"""The same, and by what share the areas may differ, while the length of a leg is only about known."""

DISTORTED = 0.35
"""The same for polygons that are pieces only all together: drawn by hand, or with vertices that were dragged."""

_SAME = 0.03
"""Distance, in legs: vertices nearer to each other, or to the line between their neighbours, are dropped."""

_MAX_POINTS = 64
_MAX_RINGS = 1500


def pieces_among(rings: Iterable[tuple[str | None, Ring]], area: float, pieces: PieceSet) -> tuple[LaidPiece, ...]:
    """Return the pieces of whole sets, if the rings are that; else none.

    Args:
        rings: each with the name of its piece, if the file has it. Those of other forms are passed
            over.
        area: that the figure covers; pieces that overlap a little cover a little less than they have.
        pieces: the set that they would belong to.
    """
    listed = list(rings)
    if len(listed) > _MAX_RINGS:
        return ()
    several = len(_convex(listed, sqrt(area / pieces.legs_squared))) // pieces.size
    for sets, like in product(sorted({1, max(1, several)}), (ROUGHLY, DISTORTED)):
        one = sets * pieces.legs_squared
        leg = sqrt(area / one)
        found = [ring for ring in _convex(listed, leg) if _fits(ring, leg, like, pieces)]
        found = [outer for outer in found if not any(_holds(outer, inner) for inner in found)]
        covered = sum(ring.area for ring in found)
        if found and abs(covered - area) <= ROUGHLY * area:
            names = _names(found, sqrt(covered / one), like, pieces.stock(sets), pieces)
            if Counter(names) == pieces.stock(sets):
                return tuple(
                    LaidPiece(name, tuple((z.real, z.imag) for z in ring.vertices))
                    for name, ring in zip(names, found, strict=True)
                )
    return ()


class _Candidate(NamedTuple):
    """A convex ring that may be a piece."""

    name: str | None
    vertices: Ring
    middle: complex
    area: float

    def is_like(self, other: "_Candidate", leg: float) -> bool:
        """Return whether both have the same vertices."""
        if abs(self.middle - other.middle) > _SAME * leg or len(self.vertices) != len(other.vertices):
            return False
        return all(min(abs(p - q) for q in other.vertices) < _SAME * leg for p in self.vertices)


def _convex(rings: Iterable[tuple[str | None, Ring]], leg: float) -> list[_Candidate]:
    """Return the convex rings among them as their vertices, each once, even if it is painted several times."""
    found: list[_Candidate] = []
    for name, ring in rings:
        vertices = _vertices_of(ring, leg) if len(ring) <= _MAX_POINTS else ()
        if _is_convex(vertices):
            candidate = _Candidate(name, vertices, sum(vertices) / len(vertices), abs(area_of(vertices)))
            twin = next((i for i, other in enumerate(found) if candidate.is_like(other, leg)), None)
            if twin is None:
                found.append(candidate)
            elif name:
                found[twin] = found[twin]._replace(name=name)
    return found


def _vertices_of(ring: Ring, leg: float) -> Ring:
    vertices = list(ring)
    i = 0
    while len(vertices) > 2 and i < len(vertices):
        before, here, after = vertices[i - 1], vertices[i], vertices[(i + 1) % len(vertices)]
        along = after - before
        off = abs((along.conjugate() * (here - before)).imag) / abs(along) if along else 0.0
        if abs(here - before) < _SAME * leg or off < _SAME * leg:
            del vertices[i]
            i = max(i - 1, 0)
        else:
            i += 1
    return tuple(vertices)


def _is_convex(vertices: Ring) -> bool:
    if len(vertices) < 3:
        return False
    steps = [b - a for a, b in pairwise((*vertices, vertices[0]))]
    turns = [(a.conjugate() * b).imag for a, b in pairwise((*steps, steps[0]))]
    return all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)


def _holds(outer: _Candidate, inner: _Candidate) -> bool:
    """Return whether a ring surrounds others and so is not a piece: the middle of a smaller one lies in it."""
    if outer.area < 1.5 * inner.area:
        return False
    sides = [((b - a).conjugate() * (inner.middle - a)).imag for a, b in pairwise((*outer.vertices, outer.vertices[0]))]
    return all(side > 0 for side in sides) or all(side < 0 for side in sides)


def area_of(ring: Ring) -> float:
    """Return the signed area of a ring."""
    return signed_area([(z.real, z.imag) for z in ring])


def _fits(ring: _Candidate, leg: float, like: float, pieces: PieceSet) -> list[PolygonFit]:
    """Return the pieces that a ring may be: the one that the file names, else those that it is like."""
    vertices = ring.vertices if area_of(ring.vertices) > 0 else ring.vertices[::-1]
    near = fits([z / leg for z in vertices], pieces)
    named = [fit for fit in near if fit.name == ring.name]
    return named or [fit for fit in near if fit.off < like]


def _names(rings: Sequence[_Candidate], leg: float, like: float, stock: Stock, pieces: PieceSet) -> list[str]:
    """Return the names of pieces; where rings are only roughly like them, the stock decides."""
    found = [_fits(ring, leg, LIKE if like == ROUGHLY else like, pieces) for ring in rings]
    if like == ROUGHLY:
        return [near[0].name for near in found if near]
    return [fit.name for fit in assigned(found, stock) or ()]
