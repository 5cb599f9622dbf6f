"""A contour cut into straight edges, all at once.

Of all ways to cut a contour into stretches, the one with the minimum cost is taken: the squared distances of the points
from each stretch's own straight line, and a price for each vertex (dynamic programming over the pairs of points; Perez
and Vidal 1994). Where the directions of the figure's edges are known, lines along them are free and others cost a
surcharge: then two long parallel edges that a short jog joins stay apart, however short it is, and a vertex that the
blur rounded stays one vertex.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from heuristan.common.images.pixels import Image

FREE = -1
"""The direction of an edge that has none of the known directions."""
PRICE = 6.0
"""Price of a vertex, in squared pixels times pixels of contour, on a contour of USUAL pixels."""
USUAL = 1200.0
"""Length of a usual contour, in pixels."""
SURCHARGE = 12.0
"""Surcharge of an edge that has none of the known directions, in prices of a vertex."""


class Stretch(NamedTuple):
    """Consecutive points of a contour that make an edge."""

    start: int
    stop: int
    """The number after the last point; above the number of points if the edge runs past the end."""
    direction: int
    """Number of its known direction; FREE if it has none."""


def stretches_of(points: Image, directions: Sequence[float] = ()) -> list[Stretch]:
    """Return the edges of a closed contour, in order.

    Args:
        points: the points of the contour, evenly spaced.
        directions: the known ones, in radians; without any, all edges are free.
    """
    price = price_of(points)
    first = _cut(np.roll(points, -_sharpest(points), axis=0), directions, price)
    # the start was taken as a vertex; begin again at a vertex that was found
    middle = first[len(first) // 2].start
    shift = (_sharpest(points) + middle) % len(points)
    cut = _cut(np.roll(points, -shift, axis=0), directions, price)
    return [Stretch(start + shift, stop + shift, direction) for start, stop, direction in cut]


def _sharpest(points: Image) -> int:
    """Return the point farthest from the middle: it is a vertex of the convex hull."""
    return int(np.linalg.norm(points - points.mean(0), axis=1).argmax())


def _cut(points: Image, directions: Sequence[float], price: float) -> list[Stretch]:
    costs = _Costs(points, directions, price)
    number, kinds = len(points), len(directions) + 1
    # best[j, k]: the minimum cost of the points before j, the last stretch being of kind k
    best = np.full((number + 1, kinds), np.inf)
    came = np.zeros((number + 1, kinds, 2), np.int32)
    # before[k, j]: the same for stretches that one of kind k may follow, and the kind of the last of them
    before = np.full((kinds, number + 1), np.inf)
    before[:, 0] = 0.0
    who = np.full((kinds, number + 1), -1, np.int32)
    every = np.arange(kinds)
    for first in range(2, number + 1, BLOCK):
        stops = range(first, min(first + BLOCK, number + 1))
        block = costs.of(stops)
        for row, stop in enumerate(stops):
            total = before[:, : stop - 1] + block[:, row, : stop - 1]
            start = total.argmin(axis=1)
            best[stop] = total[every, start] + price
            came[stop, :, 0] = start
            came[stop, :, 1] = who[every, start]
            _allow_turns(best[stop], before[:, stop], who[:, stop])
    return _walked_back(best, came, number, kinds - 1)


BLOCK = 32
"""Number of ends of stretches whose costs are computed together: few enough for the processor's cache."""


class _Costs:
    """The costs of all stretches of a contour: the squared distances of their points from a line, and a surcharge."""

    def __init__(self, points: Image, directions: Sequence[float], price: float) -> None:
        self._spacing = float(np.linalg.norm(np.diff(points, axis=0), axis=1).mean())
        self._surcharge = price * SURCHARGE if directions else 0.0
        self._steps = np.arange(len(points))
        middle = points - points.mean(0)
        offs = [middle @ np.array([-np.sin(direction), np.cos(direction)]) for direction in directions]
        self._along = [(_sums(off * off), _sums(off)) for off in offs]
        x, y = middle.T
        self._freely = _sums(x), _sums(y), _sums(x * x), _sums(y * y), _sums(x * y)

    def of(self, stops: range) -> Image:
        """Return the costs of stretches, by their kind, their end (among some) and their start."""
        starts = slice(0, stops.stop - 2)
        count = np.maximum(self._steps[stops.start - 1 : stops.stop - 1, None] - self._steps[None, starts] + 1, 1)

        def between(sums: Image) -> Image:
            """Return the sum over the points of each stretch."""
            return np.asarray(sums[stops.start : stops.stop, None] - sums[None, starts])

        costs = np.empty((len(self._along) + 1, *count.shape))
        for found, (squares, off) in zip(costs, self._along, strict=False):
            found[:] = (between(squares) - between(off) ** 2 / count) * self._spacing
        # of any direction: the lesser principal moment
        sx, sy, xx, yy, xy = map(between, self._freely)
        xx, yy, xy = xx - sx * sx / count, yy - sy * sy / count, xy - sx * sy / count
        free = np.maximum(0.5 * (xx + yy - np.sqrt((xx - yy) ** 2 + 4 * xy * xy)), 0)
        costs[-1] = free * self._spacing + self._surcharge
        return costs


def _sums(values: Image) -> Image:
    return np.concatenate([[0.0], np.cumsum(values)])


def _allow_turns(best: Image, before: Image, who: Image) -> None:
    """Write what a stretch of each kind that starts here builds on: any other kind, and a free one on a free one."""
    order = best.argsort()
    before[:], who[:] = best[order[0]], order[0]
    if order[0] != len(best) - 1:
        before[order[0]], who[order[0]] = best[order[1]], order[1]


def _walked_back(best: Image, came: Image, number: int, free: int) -> list[Stretch]:
    kind, stop = int(best[number].argmin()), number
    found: list[Stretch] = []
    while stop > 0:
        start, last = map(int, came[stop, kind])
        found.append(Stretch(start, stop, FREE if kind == free else kind))
        kind, stop = last, start
    return found[::-1]


def price_of(points: Image) -> float:
    """Return the price of a vertex: on larger figures noise makes longer detours, and true edges are longer still."""
    around = float(np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1).sum())
    return float(PRICE * max(1.0, around / USUAL) ** 1.5)
