"""Photographs taken at a slant set straight, without any mark of known size on them.

All edges of a figure of tangram pieces have directions that are multiples of 45 degrees from one turn. A photograph
at a slant keeps straight lines straight but not their angles; of all views that such a picture could be straightened
to, the one is sought in which the angles are right again: four numbers, the horizon (two) and the stretch (two), and
a turn for each figure. They are found by least squares over the differences of the angles, in units of each edge's
uncertainty, from several tilts (Liebowitz and Zisserman 1998, section 3, do the same with pairs of right angles). A
camera of the usual kind is assumed to be likely, which decides where the angles alone do not: in figures with edges of
only two directions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.tangram.outlines.images.directions import EIGHTH, residuals, turns_of
from heuristan.tangram.outlines.images.lines import Line

FOCUS = 2.4
"""Usual focal length, in halves of the picture's longer side: between a telephone's and a portrait lens's."""
STRETCH_DOUBT = 0.03
"""Usual error of the stretch that follows from the horizon with the usual focal length."""
HORIZON_DOUBT = 0.2
"""Usual slope of the horizon, in halves of the picture's longer side."""
TILTS = (0.0, 10.0, 20.0)
"""Tilts that the search starts from, in degrees, each in eight directions."""
PLACE = 0.2
"""Uncertainty of the ends of a fitted line, in pixels."""
SURE = 0.002
"""Uncertainty of every direction, in radians."""
ANOTHER_FAMILY = 16.0
"""Cost of a part at another angle, for the picture as it is: as much as one edge that nothing explains."""
ROUNDS = 12
"""Maximum number of rounds of the descent."""
OUTLIER = 4.0
"""Error of an edge, in uncertainties, above which its cost hardly grows."""


@dataclass(frozen=True)
class View:
    """A way to look at a picture: the homography from its pixels to those of the straightened picture."""

    homography: Image

    def of(self, points: Image) -> Image:
        turned = np.column_stack([points, np.ones(len(points))]) @ self.homography.T
        return np.asarray(turned[:, :2] / turned[:, 2:])

    def back(self, points: Image) -> Image:
        return View(np.linalg.inv(self.homography)).of(points)


STRAIGHT = View(np.eye(3))


@dataclass(frozen=True)
class Fit:
    """A view and how well it explains the edges."""

    view: View
    cost: float


class _Edges:
    """The ends of all edges, in halves of the picture's longer side from its centre, and which figure each belongs
    to.
    """

    def __init__(self, figures: Sequence[Sequence[Line]], shape: tuple[int, int]) -> None:
        self.unit = max(shape) / 2
        self.centre = np.array([shape[1], shape[0]]) / 2
        lines = [line for figure in figures for line in figure]
        along = np.array([[np.cos(line.angle), np.sin(line.angle)] for line in lines])
        middle = (np.array([line.middle for line in lines]) - self.centre) / self.unit
        reach = np.array([[max(line.length, 2.0)] for line in lines]) / self.unit / 2
        self.starts, self.stops = middle - reach * along, middle + reach * along
        self.owner = np.repeat(np.arange(len(figures)), [len(figure) for figure in figures])
        lengths = np.array([max(line.length, 1.0) for line in lines])
        self.doubts = np.hypot(SURE, PLACE / lengths)

    def angles(self, numbers: Image) -> Image:
        along = _straightened(numbers, self.stops) - _straightened(numbers, self.starts)
        return np.asarray(np.arctan2(along[:, 1], along[:, 0]))

    def off(self, numbers: Image, turns: Image) -> Image:
        return residuals(self.angles(numbers), turns[self.owner]) / self.doubts

    def best_turns(self, numbers: Image) -> Image:
        angles = self.angles(numbers)
        turns = []
        for figure in range(int(self.owner[-1]) + 1):
            own = self.owner == figure
            tried = np.concatenate([angles[own] % EIGHTH, np.arange(0, EIGHTH, 0.02)])
            off = residuals(angles[own][None, :], tried[:, None])
            weight = 1 / self.doubts[own]
            turns.append(tried[int((weight / (1 + (off / 0.05) ** 2)).sum(axis=1).argmax())])
        return np.array(turns)

    def view(self, numbers: Image) -> View:
        """Return the homography in pixels, of the same scale and place as the picture at the middle of the figures."""
        a, b, c, d = numbers
        inner = np.array([[1 + c, d, 0], [d, 1 - c, 0], [a, b, 1]])
        to_unit = np.array(
            [
                [1 / self.unit, 0, -self.centre[0] / self.unit],
                [0, 1 / self.unit, -self.centre[1] / self.unit],
                [0, 0, 1],
            ]
        )
        raw = np.linalg.inv(to_unit) @ inner @ to_unit
        middle = (0.5 * (self.starts + self.stops)).mean(0) * self.unit + self.centre
        steps = np.array([[0, 0], [1, 0], [0, 1]]) + middle
        here, right, down = View(raw).of(steps)
        scale = 1 / np.sqrt(abs(np.linalg.det(np.array([right - here, down - here]))))
        place = np.array([[scale, 0, middle[0] - scale * here[0]], [0, scale, middle[1] - scale * here[1]], [0, 0, 1]])
        return View(place @ raw)


def _straightened(numbers: Image, points: Image) -> Image:
    a, b, c, d = numbers
    weight = 1 + a * points[:, 0] + b * points[:, 1]
    x = (1 + c) * points[:, 0] + d * points[:, 1]
    y = d * points[:, 0] + (1 - c) * points[:, 1]
    return np.asarray(np.column_stack([x, y]) / weight[:, None])


def _usual_stretch(horizon: Image) -> Image:
    """Return the stretch that a camera with the usual lens needs to have seen this horizon.

    At a tilt t the horizon lies at 1 / slope = f / tan t from the centre, and what lies along the tilt is shortened
    by cos t.
    """
    slope2 = float(horizon @ horizon)
    if slope2 < 1e-12:
        return np.zeros(2)
    half = 0.25 * np.log1p(slope2 * FOCUS**2)
    u, v = horizon
    return np.asarray(np.array([(u * u - v * v), 2 * u * v]) * (half / slope2))


def _prior(numbers: Image) -> Image:
    stretch = (numbers[2:4] - _usual_stretch(numbers[:2])) / STRETCH_DOUBT
    return np.concatenate([numbers[:2] / HORIZON_DOUBT, stretch])


def _robust(off: Image) -> Image:
    return np.asarray(off**2 / (1 + (off / OUTLIER) ** 2))


def straight_cost(figures: Sequence[Sequence[Line]], shape: tuple[int, int]) -> float:
    """Return how badly the picture as it is explains the edges, parts at other angles allowed for."""
    edges = _Edges(figures, shape)
    angles = edges.angles(np.zeros(4))
    cost = 0.0
    for figure, lines in enumerate(figures):
        own = edges.owner == figure
        turns = turns_of(lines)
        off = [residuals(angles[own], turn) / edges.doubts[own] for turn in turns] or [np.full(len(lines), OUTLIER)]
        cost += float(_robust(np.abs(off).min(axis=0)).sum()) + ANOTHER_FAMILY * (len(turns) - 1)
    return cost


def best_view(figures: Sequence[Sequence[Line]], shape: tuple[int, int]) -> Fit:
    """Return the view in which the edges' angles are multiples of 45 degrees, as near as can be.

    Args:
        figures: the lines of each.
        shape: rows and columns of the picture.
    """
    edges = _Edges(figures, shape)
    tilts = [(tilt, turn) for tilt, turn in product(TILTS, np.arange(8) * np.pi / 4) if tilt or not turn]
    return min((_descend(edges, _start(tilt, turn)) for tilt, turn in tilts), key=lambda fit: fit.cost)


def _start(tilt: float, turn: float) -> Image:
    horizon = np.tan(np.radians(tilt)) / FOCUS * np.array([np.cos(turn), np.sin(turn)])
    return np.concatenate([horizon, _usual_stretch(horizon)])


def _descend(edges: _Edges, numbers: Image) -> Fit:
    """Fit the view's numbers and the turns by Levenberg and Marquardt's descent, with outliers weighed down."""
    x = np.concatenate([numbers, edges.best_turns(numbers)])

    def all_off(x: Image) -> Image:
        return np.concatenate([edges.off(x[:4], x[4:]), _prior(x[:4])])

    def cost_of(off: Image) -> float:
        return float(_robust(off[:-4]).sum() + (off[-4:] ** 2).sum())

    off = all_off(x)
    cost, damping = cost_of(off), 1e-2
    for _ in range(ROUNDS):
        weight = np.concatenate([1 / (1 + (off[:-4] / OUTLIER) ** 2), np.ones(4)])
        slope = np.empty((len(off), len(x)))
        for index in range(len(x)):
            step = np.zeros(len(x))
            step[index] = 1e-5
            slope[:, index] = (all_off(x + step) - off) / 1e-5
        square = slope.T @ (weight[:, None] ** 2 * slope)
        move = np.linalg.solve(square + damping * np.diag(np.diag(square) + 1e-9), -slope.T @ (weight**2 * off))
        tried = x + move
        tried_off = all_off(tried)
        if cost_of(tried_off) < cost and _is_sane(tried):
            x, off, damping = tried, tried_off, damping / 5
            is_done = cost - cost_of(off) < 1e-4 * cost
            cost = cost_of(off)
            if is_done:
                break
        else:
            damping *= 8
    return Fit(edges.view(x[:4]), cost)


def _is_sane(numbers: Image) -> bool:
    """Return whether the horizon lies outside the picture, and the stretch does not mirror."""
    return float(np.abs(numbers[:2]).sum()) < 0.7 and float(np.hypot(*numbers[2:4])) < 0.5
