"""The four corners of a piece, found robustly.

1. *Candidates.* At a corner the contour turns right by about 90 degrees within a few pixels, and runs nearly straight
   before and after: a line is fitted to an arm on each side, and the corner is where the two lines meet. On the round
   head of a tab or the shoulder of a blank the turn is spread out, so the lines fit badly or meet at a flat angle.
2. *Choice.* Every four candidates have a cost, and the cheapest four are taken. The cost counts corners that are not
   square, angles between the corners that are not right angles, opposite sides that differ, arms that do not lead to
   the next corner, and an area unlike the piece's, each in units of the deviation that is usual.
3. *The others.* What is usual depends on the cut: with wavy lines no corner is square. So where corners are in doubt,
   the deviations and the lengths of the sides that most pieces of the puzzle have are learned, and the choice is made
   again. The last resort is the paper's rule, at whatever angle the piece lies.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from heuristan.jigsaw.piece import Floats, Indices

MOST_CANDIDATES = 16
"""Maximum number of candidates, which make 1,820 fours: besides four corners a piece has eight shoulders of blanks or
sides of heads, which usually, but not always, fit worse."""
ARM_FROM, ARM_TO = 2, 0.085
"""Start of an arm in points from the corner, because every picture rounds corners, and its end as a share of the size
of the piece."""
ROUNDS = 2
"""Number of times that the arms are fitted; a third time moves nothing."""
SHORTEST_ARM = 4.0
"""Minimum length of an arm in pixels: to a shorter one no line can be fitted."""
LEAST_TURN = 35.0
"""Minimum turn of the contour at a candidate, in degrees."""

# The usual size of each deviation: a deviation of that size costs 1.
SQUARE = 12.0
"""Degrees between the angle of a corner's arms and a right angle: side lines are wavy."""
STRAIGHT = 0.35
"""Root mean square distance of an arm's points from its line, in pixels."""
STRAY = 2.0
"""Distance in pixels from the contour to where the lines of the arms meet."""
QUADRILATERAL = 5.0
"""Degrees between an angle of the quadrilateral of the four corners and a right angle."""
OPPOSITE = 0.06
"""Difference of opposite sides as a share of their mean."""
ASTRAY = 14.0
"""Degrees between an arm and the straight line to the next corner."""
AREA = 0.15
"""Difference between the area of the quadrilateral and that of the piece, as a share: a tab or blank has about 0.05."""
SHAPE = 0.25
"""Logarithm of the ratio of two adjacent sides."""

LENGTH = 0.1
"""Logarithm of the ratio of a side and what is usual in the puzzle."""

WORST = 40.0
"""Maximum cost of four corners. True ones cost about 5; the best fours of a disc, a triangle or a hexagon cost more
than 50."""
DOUBTFUL = 12.0
"""Cost above which four corners are chosen again by what is usual in the puzzle."""
ENOUGH = 6
"""Minimum number of pieces from which one learns what is usual."""
ANGLES = range(-45, 45, 3)
"""Angles in degrees at which a piece may lie, for the paper's rule."""
ASKEW, UNLIKE = 40.0, 0.4
"""Maximum deviation of four corners by the paper's rule: degrees from a right angle, and difference of each side from
what is usual, as a share."""


class Usual(NamedTuple):
    """Usual properties of corners."""

    square: float = SQUARE
    astray: float = ASTRAY
    quadrilateral: float = QUADRILATERAL
    opposite: float = OPPOSITE
    length: float = LENGTH
    lengths: tuple[float, float] | None = None
    """Shorter and longer side of a piece in pixels, if they are known."""


USUAL = Usual()


class Corners(NamedTuple):
    """Four corners of a contour, clockwise."""

    at: Indices
    """Indices of the contour's points next to the corners, ascending."""
    spots: Floats
    """The corners themselves, shape (4, 2)."""
    cost: float
    """Cost of the four corners; above a maximum they are refused."""
    turns: Floats
    """Degrees by which the contour turns at each, shape (4,)."""
    astray: Floats
    """Degrees between each arm and the straight line to the next corner, shape (8,)."""

    @property
    def lengths(self) -> tuple[float, float]:
        """Mean lengths of the two shorter and of the two longer opposite sides, in pixels."""
        sides = np.linalg.norm(self._ways, axis=1)
        one, other = (sides[:2] + sides[2:]) / 2
        return float(min(one, other)), float(max(one, other))

    @property
    def askew(self) -> Floats:
        """Degrees between each angle of the quadrilateral and a right angle, shape (4,)."""
        return np.abs(_degrees(np.roll(self._ways, 1, axis=0), self._ways) - 90)

    @property
    def differ(self) -> Floats:
        """Difference of each two opposite sides as a share of their mean, shape (2,)."""
        sides = np.linalg.norm(self._ways, axis=1)
        return np.asarray(np.abs(sides[:2] - sides[2:]) / (sides[:2] + sides[2:]) * 2)

    @property
    def _ways(self) -> Floats:
        return np.asarray(np.roll(self.spots, -1, axis=0) - self.spots)


class _Candidates(NamedTuple):
    at: Indices
    spots: Floats
    before: Floats
    """Unit directions in which the contour comes in."""
    after: Floats
    """Unit directions in which the contour goes on."""
    cost: Floats

    def of(self, chosen: Indices) -> "_Candidates":
        """Return the chosen ones."""
        return _Candidates(
            self.at[chosen], self.spots[chosen], self.before[chosen], self.after[chosen], self.cost[chosen]
        )


def usual_among(found: Sequence[Corners]) -> Usual:
    """Learn what is usual from the corners of many pieces, of which some may be wrong."""
    if len(found) < ENOUGH:
        return USUAL
    lengths = np.array([each.lengths for each in found])
    short, long = np.median(lengths, axis=0)
    return Usual(
        max(SQUARE, _deviation([each.turns - 90 for each in found])),
        max(ASTRAY, _deviation([each.astray for each in found])),
        max(QUADRILATERAL, _deviation([each.askew for each in found])),
        max(OPPOSITE, _deviation([each.differ for each in found])),
        max(LENGTH, _deviation(np.log(lengths / (short, long)))),
        (float(short), float(long)),
    )


def _deviation(values: Sequence[Floats] | Floats) -> float:
    """Return the standard deviation from zero that most values have."""
    # the median of a normal deviation is two thirds of its standard deviation
    return 1.5 * float(np.median(np.abs(np.concatenate([*values]))))


def robust_corners(contour: Floats, area: float, usual: Usual = USUAL) -> Corners | None:
    """Find the four corners of a contour; return None if there are fewer than four candidates.

    Args:
        contour: clockwise, a point about every pixel.
        area: area of the inside in pixels.
        usual: what corners usually are like.
    """
    found = _candidates(contour, area**0.5, usual)
    if len(found.at) < 4:
        return None
    fours = np.array(list(combinations(range(len(found.at)), 4)))
    form, astray = _cost_of_fours(found, fours, area, usual)
    costs = found.cost[fours].sum(1) + form
    best = int(np.argmin(costs))
    chosen = found.of(fours[best])
    return Corners(chosen.at, chosen.spots, float(costs[best]), _degrees(chosen.before, chosen.after), astray[best])


def _candidates(contour: Floats, size: float, usual: Usual) -> _Candidates:
    """Find the points where the contour turns right most sharply, with their arms and costs."""
    arm = max(SHORTEST_ARM, ARM_TO * size)
    near = round(arm)
    at = _peaks(_turns(contour, near), near)
    # a peak is a few points wide, so the arms are fitted again from the point nearest to where the first ones meet
    for _ in range(ROUNDS):
        found = _fitted(contour, at, near, usual.square)
        at = _nearest(contour, at, found.spots, near)
    best = np.argsort(found.cost, kind="stable")[:MOST_CANDIDATES]
    best = best[np.argsort(found.at[best], kind="stable")]
    return found.of(best)


def _fitted(contour: Floats, at: Indices, near: int, square: float) -> _Candidates:
    """Fit lines to the arms before and after some points, and find where they meet."""
    steps = np.arange(ARM_FROM, near + 1)
    before, off_before = _lines(contour[(at[:, None] - steps) % len(contour)])
    after, off_after = _lines(contour[(at[:, None] + steps) % len(contour)])
    spots = _meetings(before, after)
    coming, going = -before[1], after[1]
    turn = _degrees(coming, going)
    # if the lines meet far from the contour, this is not a corner
    stray = np.linalg.norm(spots - contour[at], axis=1)
    cost = ((turn - 90) / square) ** 2 + (off_before**2 + off_after**2) / STRAIGHT**2 + (stray / STRAY) ** 2
    spots = np.where((stray < near)[:, None], spots, contour[at])
    return _Candidates(at, spots, coming, going, cost)


def _nearest(contour: Floats, at: Indices, spots: Floats, near: int) -> Indices:
    """Return the contour's points nearest to some spots, among those near some points."""
    close = (at[:, None] + np.arange(-near // 2, near // 2 + 1)) % len(contour)
    away = ((contour[close] - spots[:, None]) ** 2).sum(2)
    return np.asarray(close[np.arange(len(at)), away.argmin(1)])


def _turns(contour: Floats, near: int) -> Floats:
    """Return the degrees by which the contour turns right at each point, seen from `near` points away."""
    coming = contour - np.roll(contour, near, axis=0)
    going = np.roll(contour, -near, axis=0) - contour
    return _degrees(coming, going)


def _degrees(coming: Floats, going: Floats) -> Floats:
    """Return the angles from one direction to another, right turns positive (y goes down)."""
    cross = coming[:, 0] * going[:, 1] - coming[:, 1] * going[:, 0]
    return np.asarray(np.degrees(np.arctan2(cross, (coming * going).sum(1))))


def _peaks(turns: Floats, apart: int) -> Indices:
    """Return the right turns that have no stronger one near them, in the contour's order."""
    around = np.concatenate([turns[-apart:], turns, turns[:apart]])
    highest = sliding_window_view(around, 2 * apart + 1).max(1)
    peaks = np.flatnonzero((turns >= highest) & (turns > LEAST_TURN))
    # of equal neighbours take the first
    return np.asarray(peaks[np.diff(peaks, prepend=-apart - 1) > 1])


def _lines(arms: Floats) -> tuple[tuple[Floats, Floats], Floats]:
    """Fit a line to each arm, shape (arms, points, 2): a point, the direction away from the corner, and the error."""
    middle = arms.mean(1)
    off = arms - middle[:, None]
    xx, yy, xy = (off[..., 0] ** 2).sum(1), (off[..., 1] ** 2).sum(1), (off[..., 0] * off[..., 1]).sum(1)
    angle = 0.5 * np.arctan2(2 * xy, xx - yy)
    along = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    outward = arms[:, -1] - arms[:, 0]
    along *= np.where((along * outward).sum(1) < 0, -1, 1)[:, None]
    across = off[..., 0] * along[:, None, 1] - off[..., 1] * along[:, None, 0]
    return (middle, along), np.sqrt((across**2).mean(1))


def _meetings(one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> Floats:
    """Return where pairs of lines meet; parallel lines meet far away."""
    (p, d), (q, e) = one, other
    cross = d[:, 0] * e[:, 1] - d[:, 1] * e[:, 0]
    cross = np.where(np.abs(cross) < 1e-9, 1e-9, cross)
    way = ((q - p)[:, 0] * e[:, 1] - (q - p)[:, 1] * e[:, 0]) / cross
    return np.asarray(p + way[:, None] * d)


def _cost_of_fours(found: _Candidates, fours: Indices, area: float, usual: Usual) -> tuple[Floats, Floats]:
    """Return the cost of each four as a quadrilateral, shape (fours,), and how far its arms go astray, (fours, 8)."""
    spots = found.spots[fours]
    ways = np.roll(spots, -1, axis=1) - spots
    lengths = np.maximum(np.linalg.norm(ways, axis=2), 1e-6)
    flat, back = ways.reshape(-1, 2), np.roll(ways, 1, axis=1).reshape(-1, 2)
    angles = _degrees(back, flat).reshape(-1, 4)
    leaving = _degrees(found.after[fours].reshape(-1, 2), flat).reshape(-1, 4)
    home = _degrees(back, found.before[fours].reshape(-1, 2)).reshape(-1, 4)
    astray = np.concatenate([leaving, home], axis=1)
    inside = _areas(spots)
    pairs = (lengths[:, :2] + lengths[:, 2:]) / 2
    differ = np.abs(lengths[:, :2] - lengths[:, 2:]) / pairs
    cost = (
        (((angles - 90) / usual.quadrilateral) ** 2).sum(1)
        + ((astray / usual.astray) ** 2).sum(1)
        + ((differ / usual.opposite) ** 2).sum(1)
        + ((inside / area - 1) / AREA) ** 2
        + (np.log(lengths[:, 0] / lengths[:, 1]) / SHAPE) ** 2
    )
    if usual.lengths is not None:
        cost += ((np.log(np.sort(pairs, axis=1) / usual.lengths) / usual.length) ** 2).sum(1)
    return np.asarray(cost), astray


def _areas(spots: Floats) -> Floats:
    x, y = spots[..., 0], spots[..., 1]
    return np.asarray((x * np.roll(y, -1, axis=1) - np.roll(x, -1, axis=1) * y).sum(1) / 2)


def leaning_corners(contour: Floats, usual: Usual) -> Corners | None:
    """Find corners in the paper's way at the angle at which they are most like the puzzle's; None if they are not."""
    if usual.lengths is None:
        return None
    found = min((_at_angle(contour, angle, usual.lengths) for angle in ANGLES), key=lambda corners: corners.cost)
    return found if found.cost <= 1 else None


def _at_angle(contour: Floats, degrees: float, lengths: tuple[float, float]) -> Corners:
    """Take the contour's points closest to the corners of its box at an angle; a cost of 1 is just acceptable."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    turning = np.array([[c, -s], [s, c]])
    low, high = (contour @ turning).min(0), (contour @ turning).max(0)
    box = np.array([[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]])
    found = _closest(contour, box @ turning.T)
    unlike = np.abs(np.array(found.lengths) / lengths - 1).max()
    return found._replace(cost=float(max(found.askew.max() / ASKEW, unlike / UNLIKE)))


def _closest(contour: Floats, corners: Floats) -> Corners:
    away = ((contour[None] - corners[:, None]) ** 2).sum(2)
    at = np.sort(away.argmin(1))
    return Corners(at, contour[at], 0.0, np.full(4, 90.0), np.zeros(8))
