"""A contour cut into straight edges, all at once; the lines through them, and their crossings: the vertices.

Of all ways to cut a contour into stretches, the one with the minimum cost is taken: the squared distances of the points
from each stretch's own straight line, and a price for each vertex (dynamic programming over the pairs of points; Perez
and Vidal 1994). Where the directions of the figure's edges are known, lines along them are free and others cost a
surcharge: then two long parallel edges that a short jog joins stay apart, however short it is, and a vertex that the
blur rounded stays one vertex.
"""

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.pictures.images.background import quantile
from heuristan.pictures.images.curves import STRAIGHT, Contour, View, evenly, turning_of

FREE = -1
"""The direction of an edge that has none of the known directions."""
PRICE = 6.0
"""Price of a vertex, in squared pixels times pixels of contour, on a contour of USUAL pixels."""
USUAL = 1200.0
"""Length of a usual contour, in pixels."""
SURCHARGE = 12.0
"""Surcharge of an edge that has none of the known directions, in prices of a vertex."""
TRIMMED = 2.5
"""Number of pixels next to a vertex that are left out, because blur rounds it."""
TRIMMED_SHARE = 0.25
"""Maximum share of a short edge that is left out at either end."""
ROUNDED = 2.4
"""Number of pixels that blur takes away from a vertex, times the sine of half its angle: sharp ones lose more."""
LONGEST_ROUNDED = 6.0
"""Maximum length of an edge that only rounds a vertex, in pixels."""
MAX_SHARPENED = 150
"""Maximum number of edges of a contour that is sharpened; with more it is not the outline of a puzzle."""
FARTHEST = 16.0
"""Maximum distance between the turn of the contour and the crossing of the lines, in pixels."""
FLATTEST = 0.12
"""Minimum angle between two lines for their crossing to count, in radians."""
GENTLE = 0.6
"""Angle, in radians: an outline is a curve if half of its vertices turn by less."""


class Stretch(NamedTuple):
    """Consecutive points of a contour that make an edge."""

    start: int
    stop: int
    """The number after the last point; above the number of points if the edge runs past the end."""
    direction: int
    """Number of its known direction; FREE if it has none."""


def _stretches_of(points: Image, directions: Sequence[float]) -> list[Stretch]:
    """Return the edges of a closed contour, in order.

    Args:
        points: its points, evenly spaced.
        directions: the known ones, in radians; without any, all edges are free.
    """
    price, start = _price_of(points), _sharpest(points)
    first = _cut(np.roll(points, -start, axis=0), directions, price)
    # the start was taken as a vertex; begin again at a vertex that was found
    shift = (start + first[len(first) // 2].start) % len(points)
    cut = _cut(np.roll(points, -shift, axis=0), directions, price)
    return [Stretch(start + shift, stop + shift, direction) for start, stop, direction in cut]


def _sharpest(points: Image) -> int:
    """Return the point farthest from the middle: it is a vertex of the convex hull."""
    return int(np.linalg.norm(points - points.mean(0), axis=1).argmax())


def _cut(points: Image, directions: Sequence[float], price: float) -> list[Stretch]:
    """Return the cheapest stretches of a contour that begins at a vertex.

    Args:
        points: its points.
        directions: the known ones.
        price: of a vertex.
    """
    costs, number, kinds = _Costs(points, np.array(directions), price), len(points), len(directions) + 1
    # best[k, j]: the minimum cost of the points before j, the last stretch being of kind k, and where that starts
    best, starts = np.full((kinds, number + 1), np.inf), np.zeros((kinds, number + 1), np.int32)
    # before[k, j]: the same for stretches that one of kind k may follow: of any other kind, and a free one a free one
    before = best.copy()
    before[:, 0] = 0.0
    turn = np.diag([*[np.inf] * (kinds - 1), 0.0])
    kept = np.arange(2)
    for first in range(2, number + 1, BLOCK):
        stops = np.arange(first, min(first + BLOCK, number + 1))
        block, own = costs.of(stops, np.concatenate([kept, stops])), np.s_[:, first : stops[-1] + 1]
        block, inner = block[..., : len(kept)], block[..., len(kept) :]
        total = before[:, None, kept] + block
        least, starts[own] = total.min(axis=2), kept[total.argmin(axis=2)]
        # stretches within the block build on others there, so until nothing changes
        while True:
            total = before[own][:, None] + inner
            within = total.min(axis=2)
            best[own] = np.minimum(least, within) + price
            followed = (best[own] + turn[..., None]).min(axis=1)
            if (followed == before[own]).all():
                break
            before[own] = followed
        starts[own] = np.where(within < least, stops[total.argmin(axis=2)], starts[own])
        # a stretch that costs more than to start anew here is not gone on with (Killick, Fearnhead and Eckley 2012)
        may_go_on = before[:, kept] + block[:, -2:][:, 0] - costs.surcharges <= before[:, stops[-2:][0], None] + SLIGHT
        kept = np.concatenate([kept[may_go_on.any(axis=0)], stops])
    return _walked_back(best, starts, number, turn)


BLOCK = 32
"""Number of ends of stretches whose costs are computed together: few enough for the processor's cache."""
SLIGHT = 1e-6
"""Difference of costs that is none."""


class _Costs:
    """The costs of all stretches of a contour: the squared distances of its points from a line, and a surcharge."""

    def __init__(self, points: Image, directions: Image, price: float) -> None:
        self._spacing = float(np.linalg.norm(np.diff(points, axis=0), axis=1).mean())
        # the squared distances along a direction are a form of the moments: sin^2 xx + cos^2 yy - 2 sin cos xy
        sine, cosine = np.sin(directions), np.cos(directions)
        self._forms = np.stack([sine * sine, cosine * cosine, -2 * sine * cosine], axis=-1)
        self.surcharges = np.zeros((len(directions) + 1, 1))
        self.surcharges[-1] = SURCHARGE * price * bool(len(directions))
        x, y = (points - points.mean(0)).T
        sums = np.cumsum([x, y, x * x, y * y, x * y], axis=1)
        self._sums = np.pad(sums, [(0, 0), (1, 0)])

    def of(self, stops: Image, starts: Image) -> Image:
        """Return the costs of stretches, by kind, end and start."""
        length = stops[:, None] - starts
        count = np.maximum(length, 1)
        # the sums over the points of each stretch
        sx, sy, xx, yy, xy = self._sums[:, stops, None] - self._sums[:, None, starts]
        xx, yy, xy = moments = np.stack([xx - sx * sx / count, yy - sy * sy / count, xy - sx * sy / count])
        costs = np.empty((len(self.surcharges), *count.shape))
        costs[:-1] = np.tensordot(self._forms, moments, 1)
        # an edge of any direction costs the lesser principal moment
        costs[-1] = np.maximum(0.5 * (xx + yy - np.sqrt((xx - yy) ** 2 + 4 * xy * xy)), 0)
        costs *= self._spacing
        costs += self.surcharges[..., None]
        costs[:, length < 2] = np.inf
        return costs


def _walked_back(best: Image, starts: Image, stop: int, turn: Image) -> list[Stretch]:
    kind, free = int(best[:, stop].argmin()), len(turn) - 1
    found: list[Stretch] = []
    while stop > 0:
        start = int(starts[kind, stop])
        found.append(Stretch(start, stop, FREE if kind == free else kind))
        kind, stop = int((best[:, start] + turn[kind]).argmin()), start
    return found[::-1]


def _price_of(points: Image) -> float:
    """Return the price of a vertex: on larger figures noise makes longer detours, and true edges are longer still."""
    around = float(np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1).sum())
    return float(PRICE * max(1.0, around / USUAL) ** 1.5)


class Line(NamedTuple):
    """A straight line through the points of one edge."""

    middle: Image
    angle: float
    """Angle of the direction that the contour runs in, in radians."""
    length: float
    """Length of the points that it was fitted to, in pixels."""
    direction: int
    """Number of its known direction; FREE if it has none."""

    @property
    def normal(self) -> Image:
        """The unit normal: to the left of the direction with y up, to the right with y down."""
        return np.array([-np.sin(self.angle), np.cos(self.angle)])

    def off(self, points: Image) -> Image:
        """Return the distances of points from the line."""
        return np.asarray(abs((points - self.middle) @ self.normal))

    def moved(self, by: float) -> "Line":
        return Line(self.middle + by * self.normal, self.angle, self.length, self.direction)


def points_of(points: Image, stretch: Stretch) -> Image:
    """Return the points of an edge."""
    return np.asarray(points[np.arange(stretch.start, stretch.stop) % len(points)])


def line_through(points: Image, stretch: Stretch, directions: Sequence[float] = ()) -> Line:
    """Return the line through the inner points of an edge: in its known direction, else the best line."""
    own = points_of(points, stretch)
    inner = _inner(own)
    middle = inner.mean(0)
    along = own[-1] - own[0]
    if stretch.direction != FREE:
        angle = directions[stretch.direction]
    else:
        spread = (inner - middle).T @ (inner - middle)
        angle = 0.5 * float(np.arctan2(2 * spread[0, 1], spread[0, 0] - spread[1, 1]))
    if np.cos(angle) * along[0] + np.sin(angle) * along[1] < 0:
        angle += np.pi
    length = float(np.linalg.norm(inner[-1] - inner[0]))
    return Line(middle, angle, length, stretch.direction)


def _inner(own: Image) -> Image:
    steps = np.linalg.norm(np.diff(own, axis=0), axis=1)
    at = np.concatenate([[0.0], np.cumsum(steps)])
    trimmed = min(TRIMMED, TRIMMED_SHARE * at[-1])
    inner = own[(at >= trimmed) & (at <= at[-1] - trimmed)]
    return inner if len(inner) >= 2 else own


def _sharpened(
    points: Image, stretches: Sequence[Stretch], directions: Sequence[float]
) -> tuple[list[Stretch], list[Line]]:
    """Drop edges that are only vertices rounded by the blur: the edges on either side meet near them.

    Returns:
        The other edges, and their lines.
    """
    left = list(stretches)
    lines = [line_through(points, stretch, directions) for stretch in left]
    while 3 < len(left) < MAX_SHARPENED:
        number = len(left)
        rounded = [i for i in range(number) if _is_rounding(points, left[i], lines[i - 1], lines[(i + 1) % number])]
        if not rounded:
            break
        i = min(rounded, key=lambda i: left[i].stop - left[i].start)
        before, after = (i - 1) % number, (i + 1) % number
        middle = (left[i].start + left[i].stop) // 2
        # the last edge runs on past the end of the points, to where the first begins
        left[before] = left[before]._replace(stop=middle + (len(points) if i == 0 else 0))
        left[after] = left[after]._replace(start=middle - (len(points) if after == 0 else 0))
        for other in (before, after):
            lines[other] = line_through(points, left[other], directions)
        del left[i], lines[i]
    return left, lines


def _is_rounding(points: Image, stretch: Stretch, before: Line, after: Line) -> bool:
    own = points_of(points, stretch)
    # half the angle of the vertex that the lines on either side make
    half = abs((after.angle - before.angle + np.pi) % (2 * np.pi) - np.pi)
    half = (np.pi - half) / 2
    if np.linalg.norm(own[-1] - own[0]) > LONGEST_ROUNDED or not FLATTEST < half < np.pi / 2 - FLATTEST:
        return False
    middle = own.mean(0)
    return bool(np.linalg.norm(_crossing(before, after, middle) - middle) < ROUNDED / np.sin(half))


def vertices_of(lines: Sequence[Line], points: Image, stretches: Sequence[Stretch]) -> Image:
    """Return where each line crosses the next; the contour's point if they are almost parallel or cross far from it."""
    return np.array(
        [
            _crossing(one, other, points[stretch.stop % len(points)])
            for one, other, stretch in zip(lines, [*lines[1:], *lines[:1]], stretches, strict=True)
        ]
    )


def _crossing(one: Line, other: Line, near: Image) -> Image:
    sine = np.sin(other.angle - one.angle)
    if abs(sine) < FLATTEST:
        return near
    d = np.array([np.cos(one.angle), np.sin(one.angle)])
    t = (other.middle - one.middle) @ other.normal / (d @ other.normal)
    point = np.asarray(one.middle + t * d)
    return point if np.linalg.norm(point - near) < FARTHEST else near


class Ring(NamedTuple):
    """A contour made straight."""

    contour: Contour
    lines: tuple[Line, ...]
    """The lines of its edges; empty if it belongs to a pattern and was not cut."""
    vertices: Image
    off: float
    """Maximum distance of nine tenths of the contour from the lines, in pixels."""

    @property
    def turns(self) -> Image:
        """The angle by which the contour turns at each vertex, in radians."""
        angles = np.array([line.angle for line in self.lines])
        return np.asarray(abs((np.roll(angles, -1) - angles + np.pi) % (2 * np.pi) - np.pi))


def rings_of(
    figures: Sequence[Sequence[Contour]], view: View, directions: Sequence[Sequence[float]] = ()
) -> list[tuple[Ring, ...]]:
    """Make the contours of figures straight, as seen in a view.

    Args:
        figures: the contours of each, on the picture.
        view: the view in which their edges are straight.
        directions: the known directions of the edges of each figure, in radians; without any, they have any.
    """
    contours = [contour for figure in figures for contour in figure]
    known = [own for figure, own in zip(figures, directions or [()] * len(figures), strict=True) for _ in figure]
    curves = [evenly(view.of(contour.points) if view is not STRAIGHT else contour.points) for contour in contours]
    rings = map(_ring, contours, curves, map(_stretches_of, curves, known), known)
    return [tuple(islice(rings, len(figure))) for figure in figures]


def _ring(contour: Contour, points: Image, cut: Sequence[Stretch], directions: Sequence[float]) -> Ring:
    stretches, lines = _sharpened(points, cut, directions)
    off = np.concatenate([line.off(points_of(points, stretch)) for line, stretch in zip(lines, stretches, strict=True)])
    # the ink lies on the left of a contour that runs from x to y; the middle of the stroke half its width in
    inwards = 1.0 if turning_of(points) > 0 else -1.0
    lines = [line.moved(inwards * contour.stroke / 2) for line in lines]
    return Ring(contour, tuple(lines), vertices_of(lines, points, stretches), quantile(off, 0.9))
