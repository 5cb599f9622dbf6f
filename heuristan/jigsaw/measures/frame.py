"""Sides in one common frame, in which a tab and the blank that it fits are the same curve.

The frame of a tab has its first corner on the left, its last on the right, and the outside of the piece above. A blank
is turned by half a turn into it, as if its piece lay above the tab's: its last corner is on the left, and what was a
hollow rises. So measures subtract curves and colours without asking which side is which.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from heuristan.jigsaw.piece import Piece, Side

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Framed:
    """A side in the common frame."""

    curve: Floats
    """Shape (n, 2): along the chord from its middle, and away from it, in pixels."""
    colours: Floats
    """Shape (levels, n, 3), in the order of the curve."""


@dataclass(frozen=True, eq=False)
class Sampled:
    """Some sides, each brought to the same number of samples evenly along its curve."""

    curves: Floats
    """Shape (sides, samples, 2)."""
    colours: Floats
    """Shape (levels, sides, samples, 3)."""

    def halved(self) -> "Sampled":
        """Half as many samples, each the mean of two that follow each other."""
        levels, count, samples, _ = self.colours.shape
        return Sampled(
            self.curves.reshape(count, samples // 2, 2, 2).mean(axis=2),
            self.colours.reshape(levels, count, samples // 2, 2, 3).mean(axis=3),
        )


def framed(side: Side) -> Framed:
    """A tab or blank in the common frame."""
    points = np.asarray(side.contour, dtype=np.float64)
    colours = np.asarray(side.insets, dtype=np.float64)
    if side.kind == "blank":
        points, colours = points[::-1], colours[:, ::-1]
    along = points[-1] - points[0]
    along = along / max(float(np.hypot(*along)), 1e-9)
    # the outside lies to the left of the way clockwise, and a blank is walked the other way
    away = np.array([along[1], -along[0]])
    centred = points - (points[0] + points[-1]) / 2
    return Framed(np.stack([centred @ along, centred @ away], axis=1), colours)


def framed_sides(pieces: Sequence[Piece], places: NDArray[np.intp]) -> list[Framed]:
    """The sides of some places (four times the piece plus the side) in the common frame."""
    return [framed(pieces[place // 4].sides[place % 4]) for place in places.tolist()]


def sampled(sides: Sequence[Framed], samples: int) -> Sampled:
    """Each side at the same number of places, evenly by arc length, from corner to corner.

    A sample is the mean over its stretch of the curve, not the value at a point, which would see the noise of one
    pixel.
    """
    both = [_means(side, samples) for side in sides]
    return Sampled(np.stack([curve for curve, _ in both]), np.stack([colours for _, colours in both], axis=1))


def _means(side: Framed, samples: int) -> tuple[Floats, Floats]:
    """The means of curve and colours over stretches of equal length."""
    steps = np.hypot(*np.diff(side.curve, axis=0).T)
    at = np.concatenate([[0.0], np.cumsum(steps)])
    bounds = np.linspace(0.0, at[-1], samples + 1)
    below = np.clip(np.searchsorted(at, bounds, side="right") - 1, 0, len(steps) - 1)
    share = (bounds - at[below]) / np.maximum(steps[below], 1e-9)
    columns = np.concatenate([side.curve, np.moveaxis(side.colours, 0, 1).reshape(len(at), -1)], axis=1)
    # the integral of the line between neighbouring points, up to each bound
    middles = (columns[1:] + columns[:-1]) / 2 * steps[:, None]
    whole = np.concatenate([np.zeros((1, columns.shape[1])), np.cumsum(middles, axis=0)])
    slope = columns[below + 1] - columns[below]
    part = (columns[below] + slope * share[:, None] / 2) * (share * steps[below])[:, None]
    means = np.diff(whole[below] + part, axis=0) / max(at[-1] / samples, 1e-9)
    colours = means[:, 2:].reshape(samples, -1, 3)
    return means[:, :2], np.moveaxis(colours, 0, 1)


@dataclass(frozen=True, eq=False)
class Pixels:
    """Some sides with their samples as they are, about a pixel apart, the midpoints of all in the middle."""

    colours: Floats
    """Shape (levels, sides, longest, 3); 0 where a side has no sample."""
    there: NDArray[np.bool_]
    """Shape (sides, longest): where it has one."""


def pixels(sides: Sequence[Framed], longest: int) -> Pixels:
    """The colours of sides with their midpoints aligned (Bartle and Lu, section 4.2)."""
    levels = len(sides[0].colours)
    colours = np.zeros((levels, len(sides), longest, 3))
    there = np.zeros((len(sides), longest), dtype=bool)
    for number, side in enumerate(sides):
        first = (longest - len(side.curve)) // 2
        here = slice(first, first + len(side.curve))
        colours[:, number, here] = side.colours
        there[number, here] = True
    return Pixels(colours, there)
