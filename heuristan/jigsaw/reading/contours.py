"""Contours, corners and sides of pieces, measured together: what most have in common helps with those in doubt.

What cannot be read is left out, and named with its reason; the others are a puzzle with a piece missing.

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

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from heuristan.common.faults import InputError
from heuristan.common.images.pixels import values_at
from heuristan.jigsaw.piece import Bytes, Floats, Indices, Kind, Piece, Side, Singles
from heuristan.jigsaw.reading.finding import Found, odd_sizes

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


REACH = 2.0
"""Distance to each side of the base over which shares are summed, in pixels: an edge blurred by a pixel ends within."""
STEP = 0.25
"""Distance between two samples, in pixels."""
SMOOTHING = 1.0
"""Standard deviation of the smoothing of the base, in points."""
LONGEST = 32_000
"""Maximum number of points of an outline, and of pixels of a piece's picture each way: OpenCV samples at most 32,767 at
once."""
Sides: TypeAlias = tuple[Side, Side, Side, Side]

LEVELS = 6
"""Number of insets; they are 1, 2, ... pixels inside the contour."""
ROUNDED = 1.5
"""Distance from a corner, in pixels, within which the contour rounds it off: there the side goes straight to the
corner."""
FLAT = 0.09
"""Maximum distance of a flat side from its chord, as a share of the chord. A wavy side line strays half as far, a tab
twice as far."""
HEAD = 0.22
"""Maximum distance of a head from the middle of a side, as a share of the side."""
WHOLE = 0.98
"""Minimum share of the piece at which the colour of a pixel is the piece's own."""
ALONG = 2
"""Number of points to each side over which the direction of the contour is taken."""


class FrayedError(ValueError):
    """An outline that has more points than can be sampled."""


def contour_of(share: Singles) -> Floats:
    """Trace the outer contour clockwise as the picture shows it, a point about every pixel. Shape (n, 2): x, y.

    Raises:
        FrayedError: if it has more than LONGEST points.
    """
    chains, _ = cv2.findContours((share > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    chain = max(chains, key=cv2.contourArea).reshape(-1, 2).astype(float)
    if len(chain) > LONGEST:
        raise FrayedError
    if signed_area(chain) < 0:
        chain = chain[::-1]
    base = _smoothed(chain, SMOOTHING)
    outward = _outward(base)
    offsets = np.arange(-REACH, REACH + STEP / 2, STEP)
    spots = base[:, None, :] + offsets[None, :, None] * outward[:, None, :]
    profiles = sampled(share, spots)
    # the trapezoidal rule, from the innermost sample outwards
    sums = (profiles.sum(1) - (profiles[:, 0] + profiles[:, -1]) / 2) * STEP
    return np.asarray(base + (sums - REACH)[:, None] * outward)


def signed_area(ring: Floats) -> float:
    """Return the area inside a ring, positive if the ring runs clockwise as the picture shows it."""
    x, y = ring.T
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


def _smoothed(ring: Floats, sigma: float) -> Floats:
    """Smooth a closed curve along itself."""
    reach = int(3 * sigma) + 1
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    weights /= weights.sum()
    longer = np.concatenate([ring[-reach:], ring, ring[:reach]])
    return np.stack([np.convolve(longer[:, axis], weights, mode="valid") for axis in (0, 1)], axis=1)


def _outward(ring: Floats) -> Floats:
    """Return the unit normals that point out of a clockwise ring."""
    along = np.roll(ring, -1, axis=0) - np.roll(ring, 1, axis=0)
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    return np.stack([along[:, 1], -along[:, 0]], axis=1)


def sampled(image: Singles, spots: Floats) -> Singles:
    """Interpolate an image at spots of shape (..., 2); beyond its rim it continues with the values of the rim.

    Raises:
        FrayedError: if there are more than LONGEST spots in a row, or pixels in a row or column of the image.
    """
    if max(*image.shape[:2], *spots.shape[:-1]) > LONGEST:
        raise FrayedError
    return values_at(image, spots)


def sides_of(contour: Floats, corners: Corners, colours: Bytes, share: Singles) -> Sides:
    """Return the sides from corner to corner, clockwise, beginning with the one nearest to the picture's top.

    Args:
        contour: clockwise, a point about every pixel.
        corners: the four corners of the contour.
        colours: shape (height, width, 3).
        share: each pixel's share of the piece.

    Raises:
        FrayedError: if the sides have more points than can be sampled.
    """
    lines = [_between(contour, corners, number) for number in range(4)]
    chords = [line[-1] - line[0] for line in lines]
    top = int(np.argmax([chord[0] / max(float(np.hypot(*chord)), 1e-9) for chord in chords]))
    lines = lines[top:] + lines[:top]
    insets = _insets(lines, _own_colours(colours, share))
    first, second, third, fourth = (Side(kind_of(line), line, inset) for line, inset in zip(lines, insets, strict=True))
    return first, second, third, fourth


def _between(contour: Floats, corners: Corners, number: int) -> Floats:
    """Return the points of a side, a pixel apart, from one corner to the next."""
    start, end = int(corners.at[number]), int(corners.at[(number + 1) % 4])
    first, last = corners.spots[number], corners.spots[(number + 1) % 4]
    middle = contour[start : end + 1] if start < end else np.concatenate([contour[start:], contour[: end + 1]])
    away = np.minimum(np.linalg.norm(middle - first, axis=1), np.linalg.norm(middle - last, axis=1))
    return resampled(np.concatenate([first[None], middle[away > ROUNDED], last[None]]))


def resampled(line: Floats) -> Floats:
    """Return a line with evenly spaced points, as near to a pixel apart as its length allows."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    steps = np.linspace(0, along[-1], max(1, round(along[-1])) + 1)
    return np.stack([np.interp(steps, along, line[:, axis]) for axis in (0, 1)], axis=1)


def kind_of(line: Floats) -> Kind:
    """Return whether a side is flat, or bulges out or in.

    A tab is what stands out from the side line, which may be a wave: it is drawn through what lies near the corners.
    """
    along = line[-1] - line[0]
    chord = max(float(np.hypot(*along)), 1e-9)
    t = (line - line[0]) @ along / chord**2
    off = (line - line[0]) @ np.array([along[1], -along[0]]) / chord**2
    waves = np.stack([t * (1 - t) ** 2, t**2 * (1 - t)], axis=1)
    outer = (np.abs(t - 0.5) > HEAD) & (np.abs(t - 0.5) <= 0.5)
    if outer.sum() > 2:
        fit, *_ = np.linalg.lstsq(waves[outer], off[outer], rcond=None)
        off = off - waves.clip(0, 1) @ fit
    if np.abs(off).max() < FLAT:
        return "flat"
    return "tab" if off.max() > -off.min() else "blank"


def _own_colours(colours: Bytes, share: Singles) -> Singles:
    """Replace the colours on the rim, which are mixed with the surroundings, by those of the nearest whole pixels."""
    values = colours.astype(np.float32)
    whole = (share >= WHOLE).astype(np.float32)
    sums = cv2.GaussianBlur(values * whole[..., None], (5, 5), 1.0)
    weights = cv2.GaussianBlur(whole, (5, 5), 1.0)
    rim = (whole == 0) & (weights > 0)
    values[rim] = sums[rim] / weights[rim, None]
    return values


def _insets(lines: list[Floats], colours: Singles) -> list[Singles]:
    """Return the colours at each level inside each line, shape (LEVELS, points, 3)."""
    spots = [inset_spots(line, range(1, LEVELS + 1)) for line in lines]
    values = sampled(colours, np.concatenate(spots, axis=1))
    return np.split(values, np.cumsum([len(line) for line in lines])[:-1], axis=1)


def inset_spots(line: Floats, levels: Iterable[int]) -> Floats:
    """Return the points of a line moved inside by each of the levels, in pixels. Shape (levels, points, 2)."""
    deep = np.array([*levels], dtype=np.float64)[:, None, None]
    return np.asarray(line[None] + deep * _inward(line)[None])


def _inward(line: Floats) -> Floats:
    """Return the unit normals to the right of a line, where the inside is."""
    places = np.arange(len(line))
    along = line[np.minimum(places + ALONG, len(line) - 1)] - line[np.maximum(places - ALONG, 0)]
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    return np.stack([-along[:, 1], along[:, 0]], axis=1)


class LeftOut(NamedTuple):
    """A piece that cannot be read."""

    name: str
    message: str
    """The file, the spot, what is wrong, and the smallest fix."""


def measured(found: Sequence[Found]) -> tuple[list[Piece], list[LeftOut]]:
    """Measure all pieces; return those that can be read, and those that cannot.

    Raises:
        InputError: if half of them or more cannot; the message is the first one's.
    """
    faults = {each.name: each.fault for each in found if each.fault}
    faults |= odd_sizes([each for each in found if not each.fault])
    contours: dict[str, Floats] = {}
    for each in found:
        if each.name not in faults:
            try:
                contours[each.name] = contour_of(each.share)
            except FrayedError:
                faults[each.name] = _frayed(each)
    corners = _corners(contours)
    pieces = []
    for each in found:
        if each.name in faults:
            continue
        try:
            pieces.append(_piece(each, contours[each.name], corners.get(each.name)))
        except InputError as fault:
            faults[each.name] = str(fault)
    left_out = [LeftOut(each.name, faults[each.name]) for each in found if each.name in faults]
    if 2 * len(left_out) >= len(found):
        raise InputError(left_out[0].message)
    return pieces, left_out


def _corners(contours: Mapping[str, Floats]) -> dict[str, Corners]:
    """Return the corners of each contour that has four."""
    # a thing one pixel thin has no inside: its contour runs there and back
    areas = {name: signed_area(line) for name, line in contours.items()}
    first = {name: robust_corners(line, areas[name]) for name, line in contours.items() if areas[name] > 0}
    seen = {name: corners for name, corners in first.items() if corners is not None}
    usual = usual_among([*seen.values()])
    doubtful = [name for name in first if name not in seen or seen[name].cost > DOUBTFUL]
    again = {name: robust_corners(contours[name], areas[name], usual) for name in doubtful}
    seen |= {name: corners for name, corners in again.items() if corners is not None}
    for name in doubtful:
        if name not in seen or seen[name].cost > WORST:
            leaning = leaning_corners(contours[name], usual)
            if leaning is None:
                seen.pop(name, None)
            else:
                seen[name] = leaning
    return seen


def _piece(found: Found, contour: Floats, corners: Corners | None) -> Piece:
    if corners is None:
        raise InputError(
            f"{found.source}: what lies at {found.spot} does not have four corners square to each other; only single "
            "pieces with four sides are read"
        )
    try:
        sides = sides_of(contour, corners, found.picture[..., :3], found.share)
    except FrayedError:
        raise InputError(_frayed(found)) from None
    return Piece(found.name, found.picture, sides, (found.left, found.top))


def _frayed(found: Found) -> str:
    return (
        f"{found.source}: what lies at {found.spot} has an outline of more than {LONGEST} pixels, frayed or very "
        "long; cut it out cleanly, or save the picture smaller"
    )
