"""Polygons that are the pieces of a set, recognised by their form."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import NamedTuple, TypeAlias

from heuristan.tangram.lattice.points import xy
from heuristan.tangram.outlines.svg.regions import Ring
from heuristan.tangram.pieces.sets import UNITS_A_LEG, PieceSet
from heuristan.tangram.puzzle.drawing import DrawnPiece

LIKE = 0.1
"""Maximum error of a vertex against the form of its piece, in legs."""

ROUGHLY = 0.2
"""The same, and by what share the areas may differ, while the length of a leg is only about known."""

_SAME = 0.03
"""Distance, in legs: vertices nearer to each other, or to the line between their neighbours, are dropped."""

_MAX_POINTS = 64
_MAX_RINGS = 1500
_Form: TypeAlias = tuple[complex, ...]


def pieces_among(rings: Iterable[tuple[str | None, Ring]], area: float, pieces: PieceSet) -> tuple[DrawnPiece, ...]:
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
    for sets in sorted({1, max(1, several)}):
        one = sets * pieces.legs_squared
        roughly = _Forms(pieces, sqrt(area / one), ROUGHLY)
        found = [ring for ring in _convex(listed, roughly.leg) if roughly.name_of(ring)]
        found = [outer for outer in found if not any(_holds(outer, inner) for inner in found)]
        covered = sum(ring.area for ring in found)
        if found and abs(covered - area) <= ROUGHLY * area:
            names = [_Forms(pieces, sqrt(covered / one), LIKE).name_of(ring) for ring in found]
            if Counter(names) == pieces.stock(sets):
                return tuple(
                    DrawnPiece(name, tuple((z.real, z.imag) for z in ring.vertices))
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
    first = ring[0]
    edges = pairwise([z - first for z in (*ring, first)])
    return sum((a.conjugate() * b).imag for a, b in edges) / 2


class _Forms(NamedTuple):
    """The pieces of a set as they are compared with."""

    pieces: PieceSet
    leg: float
    like: float
    """Maximum error of a vertex, in legs."""

    def name_of(self, ring: _Candidate) -> str | None:
        """Return the name of the piece in the file, else of the piece with the nearest form, if that is near."""
        if ring.name in self.pieces.by_name:
            return ring.name
        vertices = ring.vertices if area_of(ring.vertices) > 0 else ring.vertices[::-1]
        form = [z / self.leg for z in vertices]
        near = [
            (min(_difference(form, turned) for turned in _turned(whole)), name)
            for name, whole in _forms(self.pieces)
            if len(whole) == len(form)
        ]
        off, name = min(near, default=(self.like, None))
        return name if off < self.like else None


@lru_cache
def _forms(pieces: PieceSet) -> tuple[tuple[str, _Form], ...]:
    """Return the vertices of each piece, in legs."""
    return tuple((shape.name, tuple(complex(*xy(p)) / UNITS_A_LEG for p in shape.ring)) for shape in pieces.shapes)


def _turned(form: _Form) -> Iterable[_Form]:
    """Yield the vertices of a form in order from each of them, and mirrored."""
    for one in (form, tuple(z.conjugate() for z in reversed(form))):
        for i in range(len(one)):
            yield one[i:] + one[:i]


def _difference(form: Sequence[complex], other: Sequence[complex]) -> float:
    """Return the maximum distance of vertices after the other form is moved and turned to fit best."""
    a, b = _centred(form), _centred(other)
    turn = sum(q.conjugate() * p for p, q in zip(a, b, strict=True))
    if not turn:
        return float("inf")
    turn /= abs(turn)
    return max(abs(p - q * turn) for p, q in zip(a, b, strict=True))


def _centred(form: Sequence[complex]) -> list[complex]:
    middle = sum(form) / len(form)
    return [z - middle for z in form]
