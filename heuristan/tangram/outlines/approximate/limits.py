"""Limits for drawings, so that each is read or refused in a moment, whatever its numbers are."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import isfinite

import numpy as np
import shapely
from numpy.typing import NDArray

from heuristan.common.overlay import crossings
from heuristan.tangram.puzzle.drawing import Drawing, Vector
from heuristan.tangram.puzzle.puzzle import MOST_SETS, MOST_VERTICES, OutlineError

LARGEST = 1e100
"""Maximum absolute value of a coordinate: the square of a greater one has no digits left."""

MAX_LAID = 5 * MOST_VERTICES
"""Maximum number of vertices of an author's pieces; the maximum number of sets has a third of that."""

MAX_CROSSINGS = 500
"""Maximum number of crossings of edges; a drawn figure has a few, where vertices overlap."""


def check(drawing: Drawing) -> None:
    """Check that geometry can be done with a drawing.

    Raises:
        OutlineError: if a ring has too few vertices, there are too many, a number is not finite or too large, or edges
            cross too often.
    """
    rings = drawing.rings
    if not rings:
        raise OutlineError("the outline is empty; give it at least three vertices")
    count, limit = sum(map(len, rings)), MOST_VERTICES if drawing.polygons else MAX_LAID
    if count > limit:
        raise OutlineError(f"the outline has {count} vertices; more than {limit} are not read")
    for ring in rings:
        _check_ring(ring)
    if drawing.sets is not None and not 1 <= drawing.sets <= MOST_SETS:
        raise OutlineError(f"the outline asks for {drawing.sets} sets; 1 to {MOST_SETS} are read")
    if drawing.leg is not None and not 0 < drawing.leg <= LARGEST:
        raise OutlineError(f"the small leg is {drawing.leg:g} long; its length must be a number above zero")
    if drawing.polygons and crossings(_edges_of(rings), MAX_CROSSINGS) > MAX_CROSSINGS:
        raise OutlineError(
            f"the edges of the outline cross each other more than {MAX_CROSSINGS} times; check the order of its "
            "vertices"
        )


def _check_ring(ring: Sequence[Vector]) -> None:
    if len(ring) < 3:
        raise OutlineError(f"a ring has {len(ring)} vertices; an outline needs at least three")
    for x, y in ring:
        if not (isfinite(x) and isfinite(y) and max(abs(x), abs(y)) <= LARGEST):
            raise OutlineError(f"a vertex is ({x:g}, {y:g}); coordinates must be finite numbers below {LARGEST:g}")


def _edges_of(rings: Sequence[Sequence[Vector]]) -> NDArray[np.complex128]:
    """Return the two ends of each edge, in rows."""
    return np.concatenate([np.stack([ring, np.roll(ring, -1)], axis=1) for ring in map(_as_row, rings)])


def _as_row(ring: Sequence[Vector]) -> NDArray[np.complex128]:
    return np.array([complex(*vertex) for vertex in ring])


@contextmanager
def refusing() -> Iterator[None]:
    """Turn the exceptions of shapely into faults of the outline, and silence its warnings about numbers.

    Raises:
        OutlineError: if shapely raises.
    """
    try:
        with np.errstate(all="ignore"):
            yield
    except shapely.errors.ShapelyError:
        raise OutlineError("the outline is too tangled to be read; draw its edges so that they do not cross") from None
