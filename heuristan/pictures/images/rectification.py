"""Rectification: photographs taken at a slant set straight, without any mark of known size on them.

All edges of a figure of tangram pieces have directions that are multiples of 45 degrees from one turn or a few, its
families. A photograph at a slant keeps straight lines straight but not their angles; of all views that such a picture
could be straightened to, the one is sought in which the angles are right again: four numbers, the horizon (two) and the
stretch (two), and a turn for each figure. They are found by least squares over the differences of the angles, in units
of each edge's uncertainty, from several tilts (Liebowitz and Zisserman 1998, section 3, do the same with pairs of right
angles). A camera of the usual kind is assumed to be likely, which decides where the angles alone do not: in figures
with edges of only two directions.
"""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.pictures.images.curves import View
from heuristan.pictures.images.polygonal import Line

EIGHTH = np.pi / 4
PLACE = 0.35
"""Uncertainty of the ends of a fitted line, in pixels."""
SURE = 0.004
"""Uncertainty of every direction, in radians."""
CLOSE = 4.0
"""Maximum error of a line of a family, in uncertainties."""
MAX_FAMILIES = 4
"""Maximum number of families of directions in a figure."""
APART = 0.08
"""Minimum angle between the turns of two families, in radians; nearer ones are one family, badly seen."""
MIN_SHARE = 0.06
"""Minimum share of the length of all lines in another family."""
FOCUS = 2.4
"""Usual focal length, in halves of the picture's longer side: between a telephone's and a portrait lens's."""
STRETCH_DOUBT = 0.03
"""Usual error of the stretch that follows from the horizon with the usual focal length."""
HORIZON_DOUBT = 0.2
"""Usual slope of the horizon, in halves of the picture's longer side."""
TILTS = (0.0, 10.0, 20.0)
"""Tilts that the search starts from, in degrees, each in eight directions."""
END_DOUBT = 0.2
"""Uncertainty of the ends of a fitted line, in pixels."""
ANGLE_DOUBT = 0.002
"""Uncertainty of every direction, in radians."""
ANOTHER_FAMILY = 16.0
"""Cost of a part at another angle, for the picture as it is: as much as one edge that nothing explains."""
ROUNDS = 12
"""Maximum number of rounds of the descent."""
FLAT = 1e-12
"""Square of the slope of a horizon below which there is no stretch."""
STEP = 1e-5
"""Step of the numerical derivatives."""
OUTLIER = 4.0
"""Error of an edge, in uncertainties, above which its cost hardly grows."""


def _doubts_of(lines: Sequence[Line]) -> Image:
    """Return the uncertainty of each line's direction, in radians."""
    return np.hypot(SURE, PLACE / np.array([max(line.length, 1.0) for line in lines]))


def _residuals(angles: Image, turn: Image | float) -> Image:
    """Return the differences of angles from the nearest multiples of 45 degrees, counted from a turn."""
    return np.asarray((angles - turn + EIGHTH / 2) % EIGHTH - EIGHTH / 2)


def _turn_of(lines: Sequence[Line]) -> float:
    """Return the turn of the family that most of the lines belong to, by weight of their certainty."""
    angles = np.array([line.angle for line in lines])
    weight = np.array([line.length for line in lines])
    doubts = _doubts_of(lines)
    off = _residuals(angles[None, :], angles[:, None])
    support = (weight / (1 + (off / (2 * doubts + 0.01)) ** 2)).sum(axis=1)
    turn = float(angles[int(support.argmax())])
    for _ in range(5):
        off = _residuals(angles, turn)
        share = doubts**-2.0 / (1 + (off / (2 * doubts + 0.005)) ** 2) ** 2
        turn += float((share * off).sum() / share.sum())
    return turn % EIGHTH


def turns_of(lines: Sequence[Line]) -> list[float]:
    """Return the turns of all families, those with the longest lines first."""
    left = list(lines)
    turns: list[float] = []
    shortest = MIN_SHARE * sum(line.length for line in lines)
    while len(turns) < MAX_FAMILIES and len(left) >= 2:
        turn = _turn_of(left)
        off = abs(_residuals(np.array([line.angle for line in left]), turn)) / _doubts_of(left)
        own = [line for line, far in zip(left, off, strict=True) if far <= CLOSE]
        if len(own) < 2 or (turns and sum(line.length for line in own) < shortest):
            break
        if all(abs(_residuals(np.array(turn), other)) > APART for other in turns):
            turns.append(turn)
        left = [line for line, far in zip(left, off, strict=True) if far > CLOSE]
    return turns


def directions_of(turns: Sequence[float]) -> list[float]:
    """Return the four directions of each family."""
    return [turn + k * EIGHTH for turn in turns for k in range(4)]


class Fit(NamedTuple):
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
        self._ends = np.concatenate([self.starts, self.stops]).T.copy()
        self.owner = np.repeat(np.arange(len(figures)), [len(figure) for figure in figures])
        lengths = np.array([max(line.length, 1.0) for line in lines])
        self.doubts = np.hypot(ANGLE_DOUBT, END_DOUBT / lengths)

    def angles(self, numbers: Image) -> Image:
        """Return the angles of all edges in some views, whose numbers are on the last axis."""
        a, b, c, d = np.moveaxis(numbers, -1, 0)[..., None]
        x, y = self._ends
        weight = 1 + a * x + b * y
        u, v = ((1 + c) * x + d * y) / weight, (d * x + (1 - c) * y) / weight
        number = len(self.owner)
        along = u[..., number:] - u[..., :number]
        return np.asarray(np.arctan2(v[..., number:] - v[..., :number], along))

    def off(self, angles: Image, turns: Image) -> Image:
        return _residuals(angles, turns[..., self.owner]) / self.doubts

    def best_turns(self, numbers: Image) -> Image:
        angles = self.angles(numbers)
        turns = []
        for figure in range(int(self.owner[-1]) + 1):
            own = self.owner == figure
            tried = np.concatenate([angles[own] % EIGHTH, np.arange(0, EIGHTH, 0.02)])
            off = _residuals(angles[own][None, :], tried[:, None])
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


def _usual_stretch(horizon: Image) -> Image:
    """Return the stretch that a camera with the usual lens needs to have seen this horizon, or each of several.

    At a tilt t the horizon lies at 1 / slope = f / tan t from the centre, and what lies along the tilt is shortened
    by cos t.
    """
    u, v = np.moveaxis(horizon, -1, 0)
    slope2 = (horizon[..., None, :] @ horizon[..., :, None])[..., 0, 0]
    share = np.where(slope2 < FLAT, 0.0, 0.25 * np.log1p(slope2 * FOCUS**2) / np.maximum(slope2, FLAT))
    return np.stack([(u * u - v * v) * share, 2 * u * v * share], axis=-1)


def _prior(numbers: Image) -> Image:
    """Return how far the numbers of views are from the usual ones, in their usual errors."""
    stretch = (numbers[..., 2:] - _usual_stretch(numbers[..., :2])) / STRETCH_DOUBT
    return np.concatenate([numbers[..., :2] / HORIZON_DOUBT, stretch], axis=-1)


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
        off = [_residuals(angles[own], turn) / edges.doubts[own] for turn in turns] or [np.full(len(lines), OUTLIER)]
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
    starts = [_start(tilt, turn) for tilt, turn in tilts]
    found, costs = _descended(edges, np.array([[*numbers, *edges.best_turns(numbers)] for numbers in starts]))
    best = int(costs.argmin())
    return Fit(edges.view(found[best, :4]), float(costs[best]))


def _start(tilt: float, turn: float) -> Image:
    horizon = np.tan(np.radians(tilt)) / FOCUS * np.array([np.cos(turn), np.sin(turn)])
    return np.concatenate([horizon, _usual_stretch(horizon)])


def _descended(edges: _Edges, x: Image) -> tuple[Image, Image]:
    """Fit the views' numbers and the turns by Levenberg and Marquardt's descent, with outliers weighed down.

    Args:
        edges: what is to be explained.
        x: the numbers and turns that the descents start from, a row each. All go down at the same time, so that each
            step of the computation is one for all of them.

    Returns:
        Where they come to, and the costs there.
    """
    angles, off = _off(edges, x)
    cost, damping = _costs_of(off), np.full(len(x), 1e-2)
    going = np.arange(len(x))
    diagonal = np.arange(x.shape[1])
    for _ in range(ROUNDS):
        now = off[going]
        weight = np.ones_like(now)
        weight[:, :-4] = 1 / (1 + (now[:, :-4] / OUTLIER) ** 2)
        slope = _slopes(edges, x[going], angles[going], now)
        across = slope.transpose(0, 2, 1)
        square = across @ (weight[..., None] ** 2 * slope)
        square[:, diagonal, diagonal] += damping[going, None] * (square[:, diagonal, diagonal] + 1e-9)
        tried = x[going] + np.linalg.solve(square, -across @ (weight**2 * now)[..., None])[..., 0]
        tried_angles, tried_off = _off(edges, tried)
        tried_cost = _costs_of(tried_off)
        is_better = (tried_cost < cost[going]) & _are_sane(tried)
        is_done = is_better & (cost[going] - tried_cost < 1e-4 * cost[going])
        damping[going] = np.where(is_better, damping[going] / 5, damping[going] * 8)
        better = going[is_better]
        x[better], cost[better] = tried[is_better], tried_cost[is_better]
        angles[better], off[better] = tried_angles[is_better], tried_off[is_better]
        going = going[~is_done]
        if not len(going):
            break
    return x, cost


def _off(edges: _Edges, x: Image) -> tuple[Image, Image]:
    """Return the angles of the edges in views, and what is minimized: their errors, and those of the views."""
    angles = edges.angles(x[:, :4])
    return angles, np.concatenate([edges.off(angles, x[:, 4:]), _prior(x[:, :4])], axis=1)


def _slopes(edges: _Edges, x: Image, angles: Image, off: Image) -> Image:
    """Return the derivatives of all errors by all numbers; a turn changes those of its own figure's edges alone."""
    views = x[:, None, :4] + STEP * np.eye(4)
    slope = np.zeros((*off.shape, x.shape[1]))
    slope[:, :-4, :4] = edges.off(edges.angles(views), x[:, None, 4:]).transpose(0, 2, 1)
    slope[:, -4:, :4] = _prior(views).transpose(0, 2, 1)
    slope[..., :4] = (slope[..., :4] - off[..., None]) / STEP
    turned = (edges.off(angles, x[:, 4:] + STEP) - off[:, :-4]) / STEP
    slope[:, np.arange(len(edges.owner)), 4 + edges.owner] = turned
    return slope


def _costs_of(off: Image) -> Image:
    return np.asarray(_robust(off[:, :-4]).sum(axis=1) + (off[:, -4:] ** 2).sum(axis=1))


def _are_sane(numbers: Image) -> Image:
    """Return for each view whether the horizon lies outside the picture, and the stretch does not mirror."""
    return (abs(numbers[:, 0]) + abs(numbers[:, 1]) < 0.7) & (np.hypot(numbers[:, 2], numbers[:, 3]) < 0.5)
