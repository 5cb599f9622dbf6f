"""Faults that spoil the area of an outline of floats: edges that cross, holes that lie outside.

An outline that is put on the lattice is checked exactly there. These checks are for outlines that cannot be put on it
because a wrong area hides their unit; so they look only for faults that are larger than any rounding.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeAlias

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
    import numpy as np  # of use for outlines that are refused, and slow to import

    start, end = np.array(edges).T
    along = end - start
    with np.errstate(all="ignore"):  # parallel edges never cross
        for i, (a, u) in enumerate(zip(start, along, strict=True)):
            c, v = start[i + 1 :], along[i + 1 :]
            product = _cross(u, v)
            s, t = _cross(c - a, v) / product, _cross(c - a, u) / product
            # the distances of the ends of each edge from the line of the other one
            crosses = np.abs(product) > PARALLEL * np.abs(u) * np.abs(v)
            crosses &= np.minimum(s, 1 - s) * np.abs(product) > depth * np.abs(v)
            crosses &= np.minimum(t, 1 - t) * np.abs(product) > depth * np.abs(u)
            if crosses.any():
                return i, i + 1 + int(crosses.argmax())
    return None


def _cross(u: Any, v: Any) -> Any:
    """Return the cross product of complex numbers, or of arrays of them."""
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
            inside ^= bool(is_left == (b.imag > a.imag))
    return inside
