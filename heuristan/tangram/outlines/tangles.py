"""Faults that spoil the area of an outline of floats: edges that cross, holes that lie outside.

An outline that is put on the lattice is checked exactly there. These checks are for outlines that cannot be put on it
because a wrong area hides their unit; so they look only for faults that are larger than any rounding.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import TypeAlias

Drawn: TypeAlias = Sequence[complex]
"""A ring of floats, the first vertex not repeated."""

Edge: TypeAlias = tuple[complex, complex]
"""The two ends of an edge."""

PARALLEL = 1e-6
"""Maximum sine of the angle of edges that count as parallel."""


def edges_of(ring: Drawn) -> list[Edge]:
    """Return the edges of a ring."""
    return list(zip(ring, (*ring[1:], ring[0]), strict=True))


def first_crossing(edges: Sequence[Edge], depth: float) -> tuple[int, int] | None:
    """Return the places of two edges that cross, each end of either farther than a depth from the other one."""
    return next(_crossings(edges, depth), None)


def _crossings(edges: Sequence[Edge], depth: float) -> Iterator[tuple[int, int]]:
    for (i, (a, b)), (j, (c, d)) in combinations(enumerate(edges), 2):
        u, v = b - a, d - c
        product = _cross(u, v)
        if abs(product) <= PARALLEL * abs(u) * abs(v):
            continue
        s, t = _cross(c - a, v) / product, _cross(c - a, u) / product
        # the distances of the ends of each edge from the line of the other one
        if min(s, 1 - s) * abs(product) > depth * abs(v) and min(t, 1 - t) * abs(product) > depth * abs(u):
            yield i, j


def _cross(u: complex, v: complex) -> float:
    return u.real * v.imag - u.imag * v.real


def lies_outside(hole: Drawn, outer: Drawn) -> bool:
    """Return whether a hole lies wholly outside a ring: its vertices and the middles of its edges do."""
    middles = [(a + b) / 2 for a, b in edges_of(hole)]
    return not any(_is_inside(z, outer) for z in (*hole, *middles))


def _is_inside(z: complex, ring: Drawn) -> bool:
    """Return whether a ray to the right meets the ring an odd number of times."""
    inside = False
    for a, b in pairwise((*ring, ring[0])):
        if (a.imag <= z.imag) != (b.imag <= z.imag):
            is_left = _cross(b - a, z - a) > 0
            inside ^= is_left == (b.imag > a.imag)
    return inside
