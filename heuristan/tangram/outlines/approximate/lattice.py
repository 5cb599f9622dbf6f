"""The exact loops behind drawn ones, where sums of sides of pieces explain every length."""

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
from heuristan.tangram.outlines.approximate.edges import UNITS, EdgeLoop, corners_of
from heuristan.tangram.pieces.sets import UNITS_A_LEG
from heuristan.tangram.puzzle.drawing import Vector

MOST = 12
"""The greatest number of legs, and of sqrt2 legs, in a length."""

MOST_TAKEN = 2
"""The greatest number of either that is taken away from the other: where edges overhang, lengths are differences."""

DIFFERENCE = 0.02
"""By how much nearer, in legs, a difference must be than a sum to be preferred."""

MOST_TRIES = 300
"""Choices of lengths that are tried for a loop, the nearest first."""

MOST_LOOPS = 3
"""Ways to close a loop that are tried with those of the others."""

ROOT = sqrt(2)

Length: TypeAlias = tuple[int, int]
"""Legs, and sqrt2 legs."""


class _Meant(NamedTuple):
    """A length that may be meant."""

    cost: float
    length: Length


def lattice_rings(parts: Sequence[Sequence[EdgeLoop]], reach: float) -> Iterator[list[list[Ring]]]:
    """The rings of parts on the lattice, the nearest first; each part begins at the origin of its own.

    Args:
        parts: the loops of each part, the outer one first.
        reach: how far a length may be off, in legs.
    """
    closings = [list(islice(_closings(loop, reach), MOST_LOOPS)) for loops in parts for loop in loops]
    for chosen in product(*closings):
        rings = iter(chosen)
        found = [_placed(loops, [next(rings) for _ in loops], reach) for loops in parts]
        if all(part is not None for part in found):
            yield [part for part in found if part is not None]


def _closings(loop: EdgeLoop, reach: float) -> Iterator[Ring]:
    """The closed rings whose sides have the lengths of edges, the nearest first."""
    meant = [_meant(edge.length, reach) for edge in loop]
    if not all(meant):
        return
    first = (0,) * len(loop)
    waiting = [(sum(choices[0].cost for choices in meant), first)]
    seen = {first}
    for _ in range(MOST_TRIES):
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
    """The corners of a walk from the origin, if it comes back."""
    steps = [_step(direction, length) for direction, length in zip(directions, lengths, strict=True)]
    *corners, end = accumulate(steps, add, initial=ORIGIN)
    return tuple(corners) if end == ORIGIN else None


@lru_cache(maxsize=4096)
def _step(direction: Direction, length: Length) -> Point:
    return step(direction, code(UNITS_A_LEG * length[0], 2 * UNITS_A_LEG * length[1]))


def _meant(length: float, reach: float) -> list[_Meant]:
    """The lengths within reach, the likeliest first."""
    lengths = _lengths()
    near = lengths[
        bisect_left(lengths, length - reach, key=itemgetter(0)) : bisect_right(
            lengths, length + reach, key=itemgetter(0)
        )
    ]
    return sorted(
        _Meant(abs(number - length) + DIFFERENCE * (min(whole, root) < 0), (whole, root))
        for number, whole, root in near
    )


@lru_cache
def _lengths() -> list[tuple[float, int, int]]:
    """Lengths and what they are made of, in order."""
    numbers = range(-MOST_TAKEN, MOST + 1)
    return sorted((a + b * ROOT, a, b) for a in numbers for b in numbers if a + b * ROOT > 0.1)


def _placed(loops: Sequence[EdgeLoop], rings: Sequence[Ring], reach: float) -> list[Ring] | None:
    """The rings of one part, holes moved to the lattice points where they were drawn; None where there are none."""
    corners = [corners_of(loop)[0] for loop in loops]
    found = [rings[0]]
    for corner, ring in zip(corners[1:], rings[1:], strict=True):
        at = _point_near((corner[0] - corners[0][0], corner[1] - corners[0][1]), reach)
        if at is None:
            return None
        found.append(tuple(add(p, at) for p in ring))
    return found


def _point_near(spot: Vector, reach: float) -> Point | None:
    """The lattice point near a place that few steps lead to."""
    for _, place, coefficients in _points():
        if abs(place[0] - spot[0]) <= reach and abs(place[1] - spot[1]) <= reach:
            return point(*(UNITS_A_LEG * c for c in coefficients))
    return None


@lru_cache
def _points() -> list[tuple[int, Vector, tuple[int, ...]]]:
    """The lattice points near the origin, those that few steps lead to first."""
    found = []
    for coefficients in product(range(-6, 7), repeat=4):
        steps = sum(map(abs, coefficients))
        if steps <= 7:
            x, y = (sum(c * UNITS[k][axis] for k, c in enumerate(coefficients)) for axis in (0, 1))
            found.append((steps, (x, y), coefficients))
    return sorted(found, key=itemgetter(0))
