"""A contour cut into straight edges, all at once.

Of all ways to cut a contour into stretches, the one is taken that makes the sum of the squared distances from each
stretch's own straight line, and a price for each vertex, least (dynamic programming over the pairs of points; Perez
and Vidal 1994). Where the directions of the figure's edges are known, lines along them are free and others cost a
surcharge: then two long parallel edges that a short jog joins stay apart, however short it is, and a corner that the
blur rounded stays one corner.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from heuristan.common.images.pixels import Image

FREE = -1
PRICE = 6.0
"""Of a vertex, in squared pixels times pixels of contour, on a contour of USUAL pixels."""
USUAL = 1200.0
SURCHARGE = 12.0
"""Of an edge that has none of the known directions, in prices of a vertex."""


class Stretch(NamedTuple):
    """Some of a contour's points, one after another, that make an edge."""

    start: int
    stop: int
    """Beyond the last; above the number of points where it runs past the end."""
    direction: int
    """Which of the known directions it has; FREE for none."""


def stretches_of(points: Image, directions: Sequence[float] = ()) -> list[Stretch]:
    """The edges of a closed contour, in order.

    Args:
        points: of the contour, evenly spaced.
        directions: known ones, in radians; none: all edges are free.
    """
    price = price_of(points)
    first = _cut(np.roll(points, -_sharpest(points), axis=0), directions, price)
    # the start was taken for a vertex: take one now that is found
    middle = first[len(first) // 2].start
    shift = (_sharpest(points) + middle) % len(points)
    cut = _cut(np.roll(points, -shift, axis=0), directions, price)
    return [Stretch(start + shift, stop + shift, direction) for start, stop, direction in cut]


def _sharpest(points: Image) -> int:
    """The point farthest from the middle: it is a vertex of the convex hull."""
    return int(np.linalg.norm(points - points.mean(0), axis=1).argmax())


def _cut(points: Image, directions: Sequence[float], price: float) -> list[Stretch]:
    number = len(points)
    spacing = float(np.linalg.norm(np.diff(points, axis=0), axis=1).mean())
    costs = [_along(points, direction) * spacing for direction in directions]
    surcharge = price * SURCHARGE if directions else 0.0
    costs.append(_freely(points) * spacing + surcharge)
    kinds = len(costs)
    # best[k, j]: the least cost of the points before j, the last stretch being of kind k
    best = np.full((kinds, number + 1), np.inf)
    came = np.zeros((kinds, number + 1, 2), np.int32)
    before = np.zeros((kinds, number + 1))
    who = np.full((kinds, number + 1), -1, np.int32)
    before[:, 1:] = np.inf
    for stop in range(2, number + 1):
        for kind in range(kinds):
            total = before[kind, : stop - 1] + costs[kind][: stop - 1, stop - 1]
            start = int(total.argmin())
            best[kind, stop] = total[start] + price
            came[kind, stop] = start, who[kind, start]
        _allow_turns(best, before, who, stop)
    return _walked_back(best, came, number, kinds - 1)


def _allow_turns(best: Image, before: Image, who: Image, stop: int) -> None:
    """What a stretch of each kind that starts here builds on: any other kind, and a free one on a free one."""
    kinds = len(best)
    order = best[:, stop].argsort()
    for kind in range(kinds):
        last = order[0] if order[0] != kind or kind == kinds - 1 or kinds == 1 else order[1]
        before[kind, stop], who[kind, stop] = best[last, stop], last


def _walked_back(best: Image, came: Image, number: int, free: int) -> list[Stretch]:
    kind, stop = int(best[:, number].argmin()), number
    found: list[Stretch] = []
    while stop > 0:
        start, last = map(int, came[kind, stop])
        found.append(Stretch(start, stop, FREE if kind == free else kind))
        kind, stop = last, start
    return found[::-1]


def _sums(values: Image) -> Image:
    return np.concatenate([[0.0], np.cumsum(values)])


def _between(sums: Image) -> Image:
    """The sum over the points i to j, both included, for all i and j."""
    return np.asarray(sums[None, 1:] - sums[:-1, None])


@lru_cache(maxsize=4)
def _counts(number: int) -> Image:
    steps = np.arange(number)
    return np.asarray(np.maximum(steps[None, :] - steps[:, None] + 1, 1).astype(float))


def _along(points: Image, direction: float) -> Image:
    """The squared distances of the points i to j from their best line of a direction, summed."""
    off = (points - points.mean(0)) @ np.array([-np.sin(direction), np.cos(direction)])
    return np.asarray(_between(_sums(off * off)) - _between(_sums(off)) ** 2 / _counts(len(points)))


def _freely(points: Image) -> Image:
    """The same from their best line of any direction: the lesser principal moment."""
    x, y = (points - points.mean(0)).T
    count = _counts(len(points))
    sx, sy = _between(_sums(x)), _between(_sums(y))
    xx = _between(_sums(x * x)) - sx * sx / count
    yy = _between(_sums(y * y)) - sy * sy / count
    xy = _between(_sums(x * y)) - sx * sy / count
    return np.asarray(np.maximum(0.5 * (xx + yy - np.sqrt((xx - yy) ** 2 + 4 * xy * xy)), 0))


def price_of(points: Image) -> float:
    """The price of a vertex: on larger figures noise makes longer detours, and true edges are longer still."""
    around = float(np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1).sum())
    return float(PRICE * max(1.0, around / USUAL) ** 1.5)
