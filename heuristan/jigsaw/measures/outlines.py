"""Misfit of two sides by whole outlines, for pieces that are read wrongly in part.

The other measures compare sides from corner to corner: a corner that is read a few pixels off, a notch or a shadow in
the outline spoils all of a side. Here the outline of one piece is moved and turned until it lies along the side of the
other (iterative closest points, Besl and McKay 1992), and what stays far away counts no more than a little.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from heuristan.common.faults import require
from heuristan.jigsaw.piece import Booleans, Floats, Indices, Piece, Singles

SPACING = 0.5
"""Distance of the points of an outline in pixels."""
STEP = 4
"""Every fourth point is compared with all points of the other outline."""
DEPTH = 1
"""Index of the inset that gives the colours: the second one, which is hardly mixed with the table."""
COARSE = 12
"""Every twelfth point is compared to find where to begin; more of a short side."""
SHIFTS = (0.0, -0.12, 0.12, -0.25, 0.25)
"""Offsets along the outline at which a side is tried, as a share of its points: both
corners may be read that far off, the same way."""
AT_FIRST = (0.2, 0.12)
"""Maximum distance of points that are brought together at the beginning, as a share of the side's chord."""
LITTLE = 1e-3
"""Weight of points farther away at the beginning: if all are, the motion still has to be some motion."""
NEARER = (0.1, 0.07, 0.05)
"""Maximum distance of points that are brought together after that, step by step, as a share of the chord."""
FAR = 0.06
"""Distance, as a share of the chord, beyond which a point is not farther."""
UNLIKE = 60.0
"""Difference of colours in grey levels beyond which they are not more unlike."""
CORNERS = 0.12
"""Share of a side's points at each end that may lie beyond a corner that is read wrongly."""
FEWEST = 10
"""Minimum number of points that are brought together."""


class Misfit(NamedTuple):
    """Misfit of two sides."""

    shape: float
    """Mean distance of the outlines in pixels."""
    colour: float
    """Mean difference of the colours beside them, in grey levels."""


@dataclass(frozen=True, eq=False)
class Outline:
    """The outline of a piece, side by side."""

    sides: Sequence[Floats]
    """Points of each side, clockwise, shape (points, 2)."""
    colours: Sequence[Floats]
    """The colour inside each point, shape (points, 3)."""

    @classmethod
    def of(cls, piece: Piece) -> "Outline":
        """Return the outline of a piece."""
        along = [_along(side.contour) for side in piece.sides]
        sides = [_at(side.contour, where) for side, where in zip(piece.sides, along, strict=True)]
        colours = [_at(side.insets[DEPTH], where) for side, where in zip(piece.sides, along, strict=True)]
        return cls(sides, colours)

    @cached_property
    def whole(self) -> Floats:
        """The points of all sides."""
        return np.concatenate(self.sides)

    @cached_property
    def all_colours(self) -> Floats:
        """The colours of all sides."""
        return np.concatenate(self.colours)

    @cached_property
    def tree(self) -> Any:
        """All points, to find the nearest one."""
        return _tree(self.whole)


def _along(contour: Floats) -> Floats:
    """Return the numbers of points, with fractions, at which a contour is sampled."""
    length = float(np.linalg.norm(np.diff(contour, axis=0), axis=1).sum())
    return np.linspace(0, len(contour) - 1, max(2, round(length / SPACING)))


def _at(values: Floats | Singles, where: Floats) -> Floats:
    """Return values between the points of a contour."""
    return np.stack([np.interp(where, np.arange(len(values)), column) for column in values.T], axis=1)


def misfit(one: Outline, side: int, other: Outline, beside: int) -> Misfit:
    """Return how badly a side of a piece fits a side of another piece.

    The corners of the other side may be read wrongly; those of the first one are believed.
    """
    motion = _motion(one.sides[side][::-1], other, beside)
    far = FAR * _chord(other.sides[beside])
    away, nearest = other.tree.query(motion.of(one.sides[side][::-STEP]))
    back, _ = one.tree.query(motion.undone(_middle(other.sides[beside])))
    colour = np.linalg.norm(one.colours[side][::-STEP] - other.all_colours[nearest], axis=1)
    close = away < far / 2
    unlike = float(np.minimum(colour[close], UNLIKE).mean()) if close.sum() >= FEWEST else UNLIKE
    return Misfit(_mean(away, back, far), unlike)


def _middle(side: Floats) -> Floats:
    """Return some points of a side that are not close to its corners."""
    ends = round(CORNERS * len(side))
    return side[ends : len(side) - ends : STEP]


def _mean(away: Floats, back: Floats, far: float) -> float:
    """Return the mean distance of two curves, there and back."""
    return float((np.minimum(away, far).mean() + np.minimum(back, far).mean()) / 2)


class _Motion(NamedTuple):
    """A turn around a point, and a move of that point; or several motions, along the first axis."""

    turn: Floats
    middle: Floats
    goal: Floats

    def at(self, number: int) -> "_Motion":
        """Return one of several motions."""
        return _Motion(*(part[number] for part in self))

    def of(self, points: Floats) -> Floats:
        return np.asarray((points - self.middle) @ self.turn + self.goal)

    def undone(self, points: Floats) -> Floats:
        """Undo a single motion."""
        return np.asarray((points - self.goal) @ self.turn.T + self.middle)


def _motion(curve: Floats, other: Outline, beside: int) -> _Motion:
    """Find how to bring a curve to the outline of a piece."""
    motion, some = _beginning(curve, other, beside), curve[::STEP]
    for share in NEARER:
        away, nearest = other.tree.query(motion.of(some))
        close = away < share * _chord(other.sides[beside])
        if close.sum() < FEWEST:
            break
        motion = _closest(some, other.whole[nearest], close)
    return motion


def _beginning(curve: Floats, other: Outline, beside: int) -> _Motion:
    """Bring a curve end on end to a side, and to where the side would be if its corners were read wrongly.

    Returns:
        The motion that brings most of the curve near to the outline, roughly.
    """
    some, chord = curve[:: min(COARSE, max(1, len(curve) // FEWEST))], _chord(other.sides[beside])
    motion = _closest(curve[[0, -1]], other.whole[_ends(other, beside)], np.ones((len(SHIFTS), 2)))
    for share in AT_FIRST:
        away, nearest = other.tree.query(motion.of(some))
        motion = _closest(some, other.whole[nearest], (away < share * chord) + LITTLE)
    away, _ = other.tree.query(motion.of(some))
    return motion.at(int(np.minimum(away, AT_FIRST[-1] * chord).mean(axis=-1).argmin()))


def _ends(outline: Outline, beside: int) -> Indices:
    """Return where a side begins and ends among all points of an outline, moved by each of the shifts."""
    start, length = sum(len(side) for side in outline.sides[:beside]), len(outline.sides[beside])
    shifts = np.round(np.array(SHIFTS) * length).astype(int)[:, None]
    return np.asarray((start + shifts + [0, length - 1]) % len(outline.whole))


def _closest(points: Floats, there: Floats, weights: Floats | Booleans) -> _Motion:
    """Return the motion that brings points as close as it can to others (least squares).

    Args:
        points: shape (points, 2).
        there: shape (..., points, 2); there is a motion for each set of points.
        weights: how much each point counts, shape (..., points).
    """
    share = (weights / weights.sum(axis=-1, keepdims=True))[..., None]
    middle, goal = (share * points).sum(axis=-2, keepdims=True), (share * there).sum(axis=-2, keepdims=True)
    own, other = points - middle, share * (there - goal)
    angle = np.arctan2(
        (own[..., 0] * other[..., 1] - own[..., 1] * other[..., 0]).sum(axis=-1), (own * other).sum(axis=(-2, -1))
    )
    c, s = np.cos(angle), np.sin(angle)
    turn = np.stack([np.stack([c, s], axis=-1), np.stack([-s, c], axis=-1)], axis=-2)
    return _Motion(turn, middle, goal)


def _chord(side: Floats) -> float:
    return max(float(np.linalg.norm(side[-1] - side[0])), 1.0)


def _tree(points: Floats) -> Any:
    return require("scipy.spatial", "SciPy", "jigsaw").cKDTree(points)
