"""The four sides of a piece: their points, their kinds, and the colours beside them."""

from collections.abc import Iterable
from typing import TypeAlias

import cv2
import numpy as np

from heuristan.jigsaw.arrays import Bytes, Floats, Singles
from heuristan.jigsaw.piece import Kind, Side
from heuristan.jigsaw.reading.contours import sampled
from heuristan.jigsaw.reading.corners import Corners

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
SMOOTHING = 2
"""Number of points to each side over which the direction of the contour is taken."""


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
    insets = _insets(lines, own_colours(colours, share))
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


def own_colours(colours: Bytes, share: Singles) -> Singles:
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
    along = line[np.minimum(places + SMOOTHING, len(line) - 1)] - line[np.maximum(places - SMOOTHING, 0)]
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    return np.stack([-along[:, 1], along[:, 0]], axis=1)
