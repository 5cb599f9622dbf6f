"""Contours and sides of pieces, measured together: what most have in common helps with those that are in doubt.

What cannot be read is left out, and named with its reason; the others are a puzzle with a piece missing.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import cv2
import numpy as np

from heuristan.common.faults import InputError
from heuristan.common.images.pixels import values_at
from heuristan.jigsaw.piece import Bytes, Floats, Kind, Piece, Side, Singles
from heuristan.jigsaw.reading.corners import (
    DOUBTFUL,
    WORST,
    Corners,
    leaning_corners,
    robust_corners,
    usual_among,
)
from heuristan.jigsaw.reading.finding import Found, odd_sizes

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
