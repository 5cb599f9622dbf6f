"""Exact loops for drawn ones, where sums of sides of pieces explain every length."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import accumulate, islice, product
from math import sqrt
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from heuristan.tangram.boundary import Ring
from heuristan.tangram.lattice.points import ORIGIN, Direction, Point, add, code, point, step
from heuristan.tangram.outlines.tolerant.edge_loops import UNITS, EdgeLoop, vertices_of
from heuristan.tangram.pieces.sets import UNITS_A_LEG
from heuristan.tangram.puzzle.drawing import Vector

MAX_TERMS = 12
"""Maximum number of legs, and of sqrt2 legs, in a length."""

MAX_TAKEN = 2
"""Maximum number of either that is taken away from the other: where edges overhang, lengths are differences."""

DIFFERENCE = 0.02
"""A difference is preferred to a sum if it is nearer by this, in legs."""

MAX_TRIES = 300
"""Maximum number of choices of lengths that are tried for a loop, the nearest first."""

MAX_LOOPS = 3
"""Maximum number of ways to close a loop that are tried with those of the others."""

ROOT = sqrt(2)

Length: TypeAlias = tuple[int, int]
"""A number of legs, and of sqrt2 legs."""


class MeantLength(NamedTuple):
    """A length that may be meant."""

    cost: float
    length: Length


def lattice_rings(parts: Sequence[Sequence[EdgeLoop]], reach: float) -> Iterator[list[list[Ring]]]:
    """Yield the rings of parts on the lattice, the nearest first; each part begins at the origin.

    Args:
        parts: the loops of each part, the outer one first.
        reach: the maximum error of a length, in legs.
    """
    rings_of_loops = [list(islice(_closed_rings(loop, reach), MAX_LOOPS)) for loops in parts for loop in loops]
    for chosen in product(*rings_of_loops):
        rings = iter(chosen)
        found = [_placed(loops, [next(rings) for _ in loops], reach) for loops in parts]
        if all(part is not None for part in found):
            yield [part for part in found if part is not None]


def _closed_rings(loop: EdgeLoop, reach: float) -> Iterator[Ring]:
    """Yield the closed rings whose sides have the lengths of edges, the nearest first."""
    meant = [meant_lengths(edge.length, reach) for edge in loop]
    if not all(meant):
        return
    first = (0,) * len(loop)
    waiting = [(sum(choices[0].cost for choices in meant), first)]
    seen = {first}
    for _ in range(MAX_TRIES):
        if not waiting:
            return
        cost, chosen = heappop(waiting)
        lengths = [choices[i].length for choices, i in zip(meant, chosen, strict=True)]
        ring = _ring([edge.direction for edge in loop], lengths)
        if ring is not None:
            yield ring
        for n, i in enumerate(chosen):
            if i + 1 < len(meant[n]):
                following = (*chosen[:n], i + 1, *chosen[n + 1 :])
                if following not in seen:
                    seen.add(following)
                    heappush(waiting, (cost + meant[n][i + 1].cost - meant[n][i].cost, following))


def _ring(directions: Sequence[Direction], lengths: Sequence[Length]) -> Ring | None:
    """Return the vertices of a walk from the origin; None if it does not come back."""
    steps = [stretch(direction, length) for direction, length in zip(directions, lengths, strict=True)]
    *vertices, end = accumulate(steps, add, initial=ORIGIN)
    return tuple(vertices) if end == ORIGIN else None


@lru_cache(maxsize=4096)
def stretch(direction: Direction, length: Length) -> Point:
    """Return the move along a direction by a length."""
    return step(direction, code(UNITS_A_LEG * length[0], 2 * UNITS_A_LEG * length[1]))


def meant_lengths(length: float, reach: float) -> list[MeantLength]:
    """Return the lengths within reach, the likeliest first."""
    lengths = _lengths()
    near = lengths[
        bisect_left(lengths, length - reach, key=itemgetter(0)) : bisect_right(
            lengths, length + reach, key=itemgetter(0)
        )
    ]
    return sorted(
        MeantLength(abs(number - length) + DIFFERENCE * (min(whole, root) < 0), (whole, root))
        for number, whole, root in near
    )


@lru_cache
def _lengths() -> list[tuple[float, int, int]]:
    """Return lengths and their terms, in order."""
    numbers = range(-MAX_TAKEN, MAX_TERMS + 1)
    return sorted((a + b * ROOT, a, b) for a in numbers for b in numbers if a + b * ROOT > 0.1)


def _placed(loops: Sequence[EdgeLoop], rings: Sequence[Ring], reach: float) -> list[Ring] | None:
    """Return the rings of one part, holes moved to the lattice points near them; None if one has no such point."""
    starts = [vertices_of(loop)[0] for loop in loops]
    found = [rings[0]]
    for start, ring in zip(starts[1:], rings[1:], strict=True):
        at = _point_near((start[0] - starts[0][0], start[1] - starts[0][1]), reach)
        if at is None:
            return None
        found.append(tuple(add(p, at) for p in ring))
    return found


def _point_near(spot: Vector, reach: float) -> Point | None:
    """Return the lattice point near a place, the one with the fewest steps to it."""
    for _, place, coefficients in _points():
        if abs(place[0] - spot[0]) <= reach and abs(place[1] - spot[1]) <= reach:
            return point(*(UNITS_A_LEG * c for c in coefficients))
    return None


@lru_cache
def _points() -> list[tuple[int, Vector, tuple[int, ...]]]:
    """Return the lattice points near the origin, those with the fewest steps first."""
    found = []
    for coefficients in product(range(-6, 7), repeat=4):
        steps = sum(map(abs, coefficients))
        if steps <= 7:
            x, y = (sum(c * UNITS[k][axis] for k, c in enumerate(coefficients)) for axis in (0, 1))
            found.append((steps, (x, y), coefficients))
    return sorted(found, key=itemgetter(0))
