"""Foreground and background: each pixel's share of a piece, by alpha or by the colour of the background.

A photograph shows a table that may have a grain, and on it the shadows of the pieces (`shadows`). The share of a mixed
pixel is found from the colours beside it, inside and outside, so that edges in the shadow and in the light agree.

Three things are mended. A *crack* is a thin strip of a piece in a shade of a shadow that was taken for the table: it
ends inside the piece and shows hardly any sure table. A *blank* whose throat is so narrow that it looks closed is a
large hole that shows the table close to the outside; its throat is where the way out is shortest. *Parts* of a piece
that a band in the colour of the table parts are joined.
"""

from statistics import NormalDist

import cv2
import numpy as np

from heuristan.common.faults import InputError
from heuristan.common.images.pixels import filled
from heuristan.jigsaw.piece import Booleans, Bytes, Indices, Picture, Singles
from heuristan.jigsaw.reading.shadows import Shadow, depth_of, like_table, lit, shadow_in
from heuristan.jigsaw.reading.surroundings import flattened

TRANSPARENT = 128
"""Alpha that marks a cut-out picture: if any pixel is below it, alpha says where the pieces are."""
RIM = 3
"""Width in pixels of the picture's rim, which shows the background."""
PLAIN = 0.75
"""Minimum share of the rim that has the background's colour; pieces that reach the rim are refused later, by name."""
NEARLY_ALL = 0.95
"""Minimum share of the rim that has one colour if a scanner has left nothing on it."""
NOISIEST = 60.0
"""Maximum median difference of the rim from its median colour, in grey levels: beyond it the rim has no one colour."""
FAINTEST = 14.0
"""Minimum difference of a piece from the background, in grey levels: the noise of JPEG is about half of it."""
ABOVE_NOISE = 4.5
"""The same minimum in standard deviations of the background's noise."""
CORE = 1.5
"""Distance from the rim of a piece, in pixels, from which a colour is not mixed."""
QUIET = 3.0
"""Noise in grey levels up to which edges are not blurred more than needed."""
REACH = 1.6
"""Standard deviation in pixels of the blur that carries the colours inside and outside to the rim."""
ALIKE = 10.0
"""Difference between inside and outside, in grey levels, below which the mask says more of a mixed pixel than they."""
CRACK = 7
"""Maximum width of a crack in pixels."""
NOTCH = 4.0
"""Maximum depth in pixels of what may be a notch between a side and its tab."""
SHOWN = 0.1
"""Maximum share of a crack that surely is table."""
LEAST_BLANK = 0.01
"""Minimum area of a blank as a share of the largest piece."""
LONGEST_THROAT = 8
"""Maximum length of a throat in pixels."""
CLOSED = 0.4
"""Maximum share of a piece in a throat."""
DIRT, PART, WHOLE = 0.08, 0.5, 1.3
"""Minimum and maximum area of a part, and maximum area of what it is joined to with it, as shares of the median."""
GAP = 0.15
"""Maximum distance of two parts as a share of the root of the median area; most pieces lie farther apart."""
SLACK = 0.1
"""Maximum detour of a filled pixel: its distances to both parts may add up to so much more than the gap. The unit is
the root of the median area."""
FEWEST_PARTS = 3
"""Minimum number of things of which the median area is taken."""


def share_of(picture: Picture, name: str) -> Singles:
    """Return each pixel's share of a piece, 0 to 1.

    Raises:
        InputError: if the picture is not cut out and its rim has no plain background.
    """
    alpha = picture[..., 3]
    if alpha.min() < TRANSPARENT:
        return np.asarray(alpha.astype(np.float32) / 255)
    return _off_background(_even(picture), name)


def _even(picture: Picture) -> Singles:
    """Return the colours of a picture, without a scanner's fading light if its rim shows that."""
    colours = picture[..., :3].astype(np.float32)
    return colours if has_plain_rim(picture) else flattened(colours)


def has_plain_rim(picture: Picture) -> bool:
    """Return whether nearly all of the picture's rim has one colour, so that nothing of a scanner is on it."""
    plain, _ = _plain(picture[rim_of(picture.shape[:2])][:, :3].astype(np.float32))
    return bool(plain.mean() > NEARLY_ALL)


def _off_background(colours: Singles, name: str) -> Singles:
    background, noise = _background(colours, name)
    # noise is averaged over neighbouring pixels; without noise an edge is blurred no more than needed
    blur = 1.2 if noise > QUIET else 0.6
    smooth: Singles = np.asarray(cv2.GaussianBlur(colours, (0, 0), blur), dtype=np.float32)
    off, shadow, reach = _unlike(smooth, background, blur)
    if not off.any():
        return np.zeros(off.shape, np.float32)
    if shadow is None:
        table = ~off
        whole, _ = _with_blanks(off.astype(np.uint8), table)
        share = _shares(smooth, (depth_of(whole > 0) > reach + 0.5).astype(np.uint8), background)
    else:
        table = _steady(smooth, background, ~off) | like_table(colours, background, off, shadow)
        own, _ = _with_blanks(without_cracks(lit(colours, table, off, shadow), table), table)
        share = _shares(smooth, own)
    # in a narrow gap nearly every pixel is mixed
    _, throats = _with_blanks((share > 0.5).astype(np.uint8), table)
    return np.where(throats, np.minimum(share, np.float32(CLOSED)), share)


def _shares(colours: Singles, own: Bytes, background: Singles | None = None) -> Singles:
    """Return each pixel's share of the pieces of a mask, by the colours on both sides of its rim.

    Args:
        colours: of the picture.
        own: the pieces.
        background: the colours outside; without it those of the picture, carried to the rim.
    """
    depth = depth_of(own > 0) - depth_of(own == 0)
    inside = _carried(colours, (depth > CORE).astype(np.float32))
    outside = _carried(colours, (depth < -CORE).astype(np.float32)) if background is None else background
    contrast = inside - outside
    squares = (contrast**2).sum(2)
    by_colour = ((colours - outside) * contrast).sum(2) / np.maximum(squares, 1e-3)
    by_mask = cv2.GaussianBlur(own.astype(np.float32), (0, 0), 0.8)
    trust = squares / (squares + ALIKE**2)
    mixed = trust * by_colour.clip(0, 1) + (1 - trust) * by_mask
    return np.asarray(np.where(depth > CORE, 1, np.where(depth < -CORE, 0, mixed)), dtype=np.float32)


def _unlike(smooth: Singles, background: Singles, blur: float) -> tuple[Booleans, Shadow | None, float]:
    """Return what differs from the background, what of it may be shadow, and how far the first reaches over edges.

    There is no second if nothing casts shadows.
    """
    light, hue = _apart(smooth, background)
    own, other = _limits(light, hue)
    away = np.sqrt((light / own) ** 2 + (hue / other) ** 2)
    off = away > 1
    # an edge is blurred, and the limit is below half of its contrast
    reach = blur * NormalDist().inv_cdf(1 - 0.5 / max(float(np.median(away[off])), 1)) if off.any() else 0.0
    darkness = -light / np.maximum(np.linalg.norm(background, axis=2), 1.0)
    return off, shadow_in(off, darkness, hue < other), reach


def _limits(light: Singles, hue: Singles) -> tuple[float, float]:
    """Return the minimum differences of a piece from the background, in brightness and hue, by the noise of the rim."""
    rim = rim_of(light.shape)
    own, other = (max(FAINTEST, ABOVE_NOISE * _deviation(values[rim])) for values in (light, hue))
    return own, other


def _steady(smooth: Singles, background: Singles, table: Booleans) -> Booleans:
    """Return what is as even as the table on the rim; what is grey in a picture on a grey table seldom is."""
    light, hue = _apart(_carried(smooth - background, table.astype(np.float32)) + background, background)
    rim = rim_of(table.shape)
    for values in (light, hue):
        table = table & (np.abs(values) < max(FAINTEST / 3, ABOVE_NOISE * _deviation(values[rim])))
    return table


def _apart(colours: Singles, background: Singles) -> tuple[Singles, Singles]:
    """Return how much brighter than the background each pixel is, and how far from all its shades, in grey levels."""
    length = np.maximum(np.linalg.norm(background, axis=2), 1.0)
    along = (colours * background).sum(2) / length
    across = np.linalg.norm(colours - (along / length)[..., None] * background, axis=2)
    return np.asarray(along - length), np.asarray(across)


def _deviation(values: Singles) -> float:
    """Return the standard deviation from zero that most values have; pieces on the rim do not count."""
    return float(1.4826 * np.median(np.abs(values)))


def rim_of(shape: tuple[int, ...]) -> Booleans:
    """Return which pixels of a picture are its rim."""
    rim = np.ones(shape, bool)
    rim[RIM:-RIM, RIM:-RIM] = False
    return rim


def _background(colours: Singles, name: str) -> tuple[Singles, float]:
    """Return the background, which may change evenly across the picture, and its noise."""
    height, width = colours.shape[:2]
    x, y = (np.linspace(-0.5, 0.5, length, dtype=np.float32) for length in (width, height))
    rim = rim_of((height, width))
    rows, columns = np.nonzero(rim)
    seen = colours[rim]
    plain, usual = _plain(seen)
    if usual > NOISIEST or plain.mean() < PLAIN:
        raise InputError(
            f"{name}: the picture's rim shows no plain background, and nothing is transparent; cut the pieces out with "
            "transparency, or lay them on one colour, away from the rim"
        )
    on_rim = np.stack([np.ones_like(x[columns]), x[columns], y[rows]], axis=1)[plain]
    fit, *_ = np.linalg.lstsq(on_rim, seen[plain], rcond=None)
    level, across, down = fit.astype(np.float32)
    background = level + across * x[None, :, None] + down * y[:, None, None]
    return np.asarray(background, dtype=np.float32), float((seen[plain] - on_rim @ fit).std())


def _plain(seen: Singles) -> tuple[Booleans, float]:
    """Return which colours are near the middle one, and the usual difference from it."""
    off = np.linalg.norm(seen - np.median(seen, axis=0), axis=1)
    usual = float(np.median(off))
    return np.asarray(off < max(FAINTEST, 4 * usual)), usual


def _carried(values: Singles, core: Singles) -> Singles:
    """Carry the values of a core outwards: every pixel gets the mean of the core nearby."""
    sums = cv2.GaussianBlur(np.dstack([values * core[..., None], core]), (0, 0), REACH)
    return np.asarray(sums[..., :3] / np.maximum(sums[..., 3:], 1e-6))


def without_cracks(own: Bytes, table: Booleans) -> Bytes:
    """Fill the cracks of a mask.

    Args:
        own: the pieces.
        table: what surely is table.
    """
    outside = (1 - own).astype(np.uint8)
    broad = cv2.morphologyEx(outside, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (CRACK, CRACK)))
    deep = depth_of(broad == 0)
    whole = own.copy()
    _, places = cv2.connectedComponents(broad, connectivity=8)
    count, strips, boxes, _ = cv2.connectedComponentsWithStats(outside - broad, connectivity=8)
    for number in range(1, count):
        left, top, width, height, _ = (int(value) for value in boxes[number])
        part = slice(max(0, top - 1), top + height + 1), slice(max(0, left - 1), left + width + 1)
        strip = np.asarray(strips[part] == number)
        if deep[part][strip].max() < NOTCH or table[part][strip].mean() > SHOWN:
            continue
        ends = np.unique(places[part][cv2.dilate(strip.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0])
        if np.count_nonzero(ends) < 2:
            whole[part][strip] = 1
    return whole


def _with_blanks(own: Bytes, table: Booleans) -> tuple[Bytes, Booleans]:
    """Fill the holes of a mask except those that are blanks; return the throats of these too, which are opened.

    Args:
        own: the pieces.
        table: what surely is table; a blank shows more of it than of anything else.
    """
    whole: Bytes = np.array(filled(own))
    throats = np.zeros(own.shape, bool)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(whole - own, connectivity=4)
    pieces = cv2.connectedComponentsWithStats(whole)[2][1:, cv2.CC_STAT_AREA]
    for hole in range(1, count):
        left, top, width, height, area = (int(value) for value in stats[hole])
        if area < LEAST_BLANK * pieces.max():
            continue
        part = tuple(
            slice(max(0, low - LONGEST_THROAT), low + long + LONGEST_THROAT)
            for low, long in ((top, height), (left, width))
        )
        inside = np.asarray(labels[part] == hole)
        if 2 * np.count_nonzero(table[part] & inside) > area:
            throat = _throat(whole[part], inside)
            whole[part][throat | (inside & throat.any())] = 0
            throats[part] |= throat
    return whole, throats


def _throat(whole: Bytes, inside: Booleans) -> Booleans:
    """Return the shortest way from a hole out of a piece; nothing if it is too long."""
    to_hole, to_table = (depth_of(part) for part in (~inside, whole > 0))
    way = np.where(inside, np.inf, to_hole + to_table)
    return np.asarray((way <= way.min() + 1) & (way.min() <= LONGEST_THROAT))


def joined(share: Singles) -> Singles:
    """Return the shares of pieces, with the gaps between parts of one piece filled."""
    found = cv2.connectedComponentsWithStats((share > 0.5).astype(np.uint8), connectivity=8)
    labels, stats = (np.asarray(each, dtype=np.intp) for each in found[1:3])
    areas = stats[:, cv2.CC_STAT_AREA].copy()
    large = areas[1:][areas[1:] > DIRT * areas[1:].max(initial=0)]
    if len(large) < FEWEST_PARTS:
        return share
    median = float(np.median(large))
    parts = [label for label in range(1, len(areas)) if DIRT * median < areas[label] < PART * median]
    whole = share.copy()
    for label in sorted(parts, key=lambda label: int(areas[label])):
        beside = _window(stats[label, :4], 2 * round(GAP * median**0.5))
        here, own = labels[beside], labels[beside] == label
        away = depth_of(~own)
        able = (areas > DIRT * median) & (areas <= WHOLE * median - areas[label])
        other = _nearest(here, np.where(own, np.inf, away), able, GAP * median**0.5)
        if other:
            # these pixels are hardly farther from both colours than the colours are from each other
            both = away + depth_of(here != other)
            whole[beside][(both < both[here == other].min() + SLACK * median**0.5) & (here == 0)] = 1
            areas[other] += areas[label]
    return whole


def _window(box: Indices, room: int) -> tuple[slice, slice]:
    left, top, width, height = (int(value) for value in box)
    return slice(max(0, top - room), top + height + room), slice(max(0, left - room), left + width + room)


def _nearest(here: Indices, away: Singles, able: Booleans, reach: float) -> int:
    """Return the label of the nearest thing within reach that is able to be the other part, or 0."""
    near = np.unique(here[(away < reach) & (here > 0)])
    return min(near[able[near]].tolist(), key=lambda label: float(away[here == label].min()), default=0)
