"""Background normalisation and segmentation: the difference of each pixel from the paper, and which pixels are ink.

Light falls off by a factor, so colours are compared as parts of the paper's own. The paper is estimated three times,
each time from pixels that the last estimate did not take for ink: a smooth surface through the picture's frame, the
same surface through all of its paper, then the paper's own blurred colour, which follows soft shadows.

Ink, the foreground, is what differs by more than half of the way to its own colour, and what is much paler but large,
broad and sharp. Two things are neither. A *deep shadow* is as dark beside the paper as half of the ink, and would hide
all that is printed in it; its edge gives it away: light fades over many pixels, where print ends within a few. A *grid*
of squares or lines printed all over a page is thin, and figures are not.
"""

from math import sqrt
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image, components, dot

COARSE = 200
"""Longer side of the coarse picture on which the light is estimated, in pixels."""
ENOUGH = 3000
"""Maximum number of pixels that a surface is fitted to."""
OFFSET = 24.0
"""Added to the paper's brightness before dividing by it, so that the noise of black paper does not count as ink."""
BLUR = 0.06
"""Width of the blur of the paper's colour, as a share of the picture's longer side; softer shadows are followed."""
FAINTEST = 0.1
"""Minimum difference of ink from the paper, as a share of the paper's colour."""
ABOVE_NOISE = 5.0
"""Minimum difference of ink from the paper, in widths of its noise."""

PALEST = 0.12
"""Minimum difference of pale ink from the paper, as a share of the paper's colour."""
AROUND = 4
"""Distance from ink within which its soft edge is no pale ink, in pixels."""
LARGE_PALE = 0.002
"""Minimum area of a pale blob, as a share of the picture's: smaller ones are stains, or show through the paper."""
BROAD_PALE = 0.25
"""Minimum share of a pale blob that is inside of it: strokes have hardly any inside."""
INSIDE = 4.0
"""Distance from its edge of what is inside of a blob, in pixels."""
SHARP = 0.12
"""Minimum slope of the edge of ink, as a share of its own darkness a pixel: shadows fade over more pixels."""
BESIDE_INK = 0.2
"""Minimum share of the edge of a blob that is beside ink, if it does not stand alone."""
MOST_PALE = 100
"""Maximum number of pale blobs that are looked at."""
MOSTLY_SHARP = 0.5
"""Minimum share of the edge of a pale blob that is as sharp as that."""
RAGGED = 20.0
"""Maximum number of pixels at the edge of a pale blob, in square roots of its area: grain frays the edge of a shadow,
and seven tans that only touch each other come to 12."""
DEEP = 0.5
"""Minimum darkness of a shadow that matters, as a share of the faintest ink's: print in it grows fat otherwise."""
LARGE_SHADOW = 0.02
"""Minimum area of a shadow that is looked at, as a share of the picture's."""
BROAD_SHADOW = 0.02
"""Minimum radius of the largest circle in a shadow, as a share of the picture's longer side: strokes of a pen that is
pressed now more, now less have soft edges too."""
SOFT = 0.12
"""Maximum change of a shadow's edge from one pixel to the next, as a share of its own darkness: at the edge of a
figure, however pale, it is 0.19 where the grain is blurred."""
MOSTLY = 0.3
"""Minimum share of the edge of dark that is soft if it is a shadow: the figures that it runs into have sharp edges."""
PAPER_END = 4
"""Distance from the end of the paper, in pixels, within which an edge is not the shadow's own."""
STEEPEST = 2
"""Maximum distance from the outline of what is dark to where its edge is steepest, in pixels."""
GRAIN = 2.0
"""Width of the blur that frees an edge of the paper's grain, in pixels."""
ALL_OVER = 0.9
"""Minimum extent of a grid, as a share of the picture's."""
WIDTHS = (3, 5, 7, 9)
"""Widths that printed lines may have, in pixels: the smallest at which they fall apart is taken."""
CROSSINGS = 2
"""Number of pixels by which lines are wider where they cross."""
FREE = 0.5
"""Minimum share of a page that a grid leaves free."""
FEWEST_FACES = 33
"""Minimum number of faces between the lines of a grid: a figure that is drawn with its pieces, and fills the picture,
has fewer."""
SMALLEST_FACE = 25
"""Minimum area of a face, in pixels."""


class Light(NamedTuple):
    """A picture freed of its light."""

    difference: Image
    """Difference of each pixel from the paper there, as shares of the paper's colour; three channels."""
    distance: Image
    """Length of that difference."""
    noise: float
    """The usual distance of a pixel of paper."""
    within: Image
    """Mask of the pixels of the sheet; the difference of others is 0."""


def normalised(image: Image, within: Image | None = None) -> Light:
    """Return the difference of each pixel from the paper under it.

    Args:
        image: the picture.
        within: which of its pixels are of the sheet of paper; all if not given.
    """
    height, width = image.shape[:2]
    small = _coarse(image)
    on_sheet = np.ones((height, width), bool) if within is None else within
    return _against(image, _paper(small, _is_all(on_sheet, small)), on_sheet)


def _coarse(image: Image) -> Image:
    """Return the coarse picture on which the light is estimated."""
    height, width = image.shape[:2]
    scale = min(1.0, COARSE / max(height, width))
    size = max(8, round(width * scale)), max(8, round(height * scale))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32))


def _is_all(mask: Image, small: Image) -> Image:
    """Return the pixels of a coarse picture all of whose own pixels are in a mask."""
    return np.asarray(cv2.resize(mask.astype(np.float32), small.shape[1::-1], interpolation=cv2.INTER_AREA) > 0.99)


def _against(image: Image, paper: Image, within: Image) -> Light:
    """Return the difference of each pixel from a coarse picture of the paper.

    Args:
        image: the picture.
        paper: the colour of its paper, on a coarse picture.
        within: which of its pixels are of the sheet of paper.
    """
    under: Image = cv2.resize(paper, image.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    # in place: new memory costs more than the arithmetic
    difference: Image = cv2.GaussianBlur(image, (0, 0), 0.7).astype(np.float32)
    difference -= under
    under += OFFSET
    difference /= under
    distance = dot(difference, difference)
    np.sqrt(distance, out=distance)
    if not within.all():
        difference[~within] = 0
        distance[~within] = 0
    own = within_sheet(distance, within)
    return Light(difference, distance, median(own[_is_paper(own)]), within)


def within_sheet(values: Image, within: Image) -> Image:
    """Return the values of the pixels of a sheet, one after the other."""
    return values.ravel() if within.all() else values[within]


def median(values: Image) -> float:
    """Return the median, as `numpy.median`, which loads masked arrays first: a tenth of a picture's time.

    Sorting takes less time than parting the values in two places.
    """
    half = values.size // 2
    return float(np.sort(values)[half - 1 + values.size % 2 : half + 1].mean())


def quantile(values: Image, share: float) -> float:
    """Return a quantile, as `numpy.quantile`, without masked arrays."""
    place = (values.size - 1) * share
    first = int(place)
    low, high = np.sort(values)[[first, min(first + 1, values.size - 1)]]
    rest = place - first
    return float(low + (high - low) * rest if rest < 0.5 else high - (high - low) * (1 - rest))


def _paper(small: Image, within: Image) -> Image:
    """Return the paper's colour at each pixel of a coarse picture, estimated from the pixels of the sheet."""
    rim = max(2, min(small.shape[:2]) // 20)
    inner = cv2.erode(np.pad(within, 1).astype(np.uint8), np.ones((3, 3), np.uint8), iterations=rim)[1:-1, 1:-1]
    frame = within & (inner == 0)
    height, width = small.shape[:2]
    # a row and a column: powers of every pixel's place would cost much more
    y, x = (place.astype(np.float32) for place in np.ogrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j])
    terms = {degree: _terms(x, y, degree) for degree in (1, 2, 3)}
    paper = _surface(small, frame & _commonest(small, frame), terms[1])
    for degree in (2, 2, 3):
        paper = _surface(small, _alike(small, paper, within), terms[degree])
    return _blurred(small, paper, _alike(small, paper, within))


def _commonest(small: Image, frame: Image) -> Image:
    """Return the pixels of about the commonest brightness of the frame, so without ink that runs off the picture."""
    grey = small.mean(axis=2)
    counts, edges = np.histogram(grey[frame], bins=32, range=(0, 256))
    wide = np.convolve(counts, np.ones(9), "same")
    middle = edges[int(wide.argmax())] + 4
    return np.asarray(abs(grey - middle) < 40)


def _alike(small: Image, paper: Image, within: Image) -> Image:
    """Return the pixels of the sheet that are about as the paper should be there."""
    difference = (small - paper) / (paper + OFFSET)
    distance = np.sqrt(dot(difference, difference))
    alike = within.copy()
    alike[within] = _is_paper(distance[within])
    return alike


def _is_paper(distance: Image) -> Image:
    """Return the lower of two classes of distances: below half of the ink's, and within the noise of the rest."""
    few = np.sort(distance.ravel()[:: max(1, distance.size // 20_000)])
    ink = few[int(0.995 * (len(few) - 1))]
    limit = max(0.35 * ink, 1e-4)
    paper = few[few < limit]
    limit = min(limit, max(6 * median(paper), 0.15 * ink)) if len(paper) else limit
    return np.asarray(distance <= limit)


def _terms(x: Image, y: Image, degree: int) -> Image:
    """Return the terms of a polynomial at each place."""
    return np.stack([x**i * y**j for i in range(degree + 1) for j in range(degree + 1 - i)], axis=-1)


def _surface(small: Image, known: Image, terms: Image) -> Image:
    """Return a polynomial through the known pixels, a channel each."""
    number = terms.shape[-1]
    few = np.flatnonzero(known)
    few = few[:: max(1, len(few) // ENOUGH)]
    a = terms.reshape(-1, number)[few]
    b = small.reshape(-1, 3)[few]
    if len(a) < 4 * number:
        return np.broadcast_to(np.median(small.reshape(-1, 3), axis=0), small.shape).astype(np.float32)
    weight = np.ones(len(a))
    for _ in range(4):
        square = (a * weight[:, None]).T @ a
        found = np.linalg.solve(square + 1e-9 * np.trace(square) * np.eye(number), (a * weight[:, None]).T @ b)
        off = np.linalg.norm(b - a @ found, axis=1)
        weight = 1 / (1 + (off / (3 * median(off) + 1e-3)) ** 2) ** 2
    return np.asarray(np.clip(terms @ found.astype(np.float32), 0, 255))


def _blurred(small: Image, paper: Image, known: Image) -> Image:
    """Return the surface corrected by what the known pixels near each place differ from it."""
    kernel = np.ones((5, 5), np.uint8)
    sure = cv2.erode(known.astype(np.uint8), kernel).astype(np.float32)
    sigma = BLUR * max(small.shape[:2])
    off = cv2.GaussianBlur((small - paper) * sure[..., None], (0, 0), sigma)
    share = cv2.GaussianBlur(sure, (0, 0), sigma)
    # where hardly any paper is near, the surface is kept
    return np.asarray(np.clip(paper + off / (share + 0.02)[..., None], 0, 255))


def ink_of(light: Light) -> Image:
    """Return which pixels are ink: 255, and 0 for paper.

    The threshold is half way between paper and ink, found by repetition (Ridler and Calvard 1978). Unlike Otsu's it
    does not assume about as much ink as paper, so thin lines count. On a blank picture there is no ink.
    """
    distance = light.distance
    few = within_sheet(distance, light.within)
    few = few[:: max(1, few.size // 200_000)]
    level = quantile(few, 0.9995)
    floor = max(FAINTEST, ABOVE_NOISE * light.noise)
    if level < floor:
        return np.zeros(distance.shape, np.uint8)
    limit = _between(few, 0.5 * level)
    return np.asarray((distance > max(limit, 0.6 * floor)).astype(np.uint8) * 255)


def with_pale(light: Light, ink: Image) -> Image:
    """Return the ink together with pale ink: a yellow figure beside black ones is below their threshold.

    Pale ink touches no other, is large and broad, and has sharp edges: else it is a shadow, a stain, or the soft edge
    of ink.
    """
    near = cv2.dilate(ink, np.ones((2 * AROUND + 1, 2 * AROUND + 1), np.uint8))
    rest = (light.within & (near == 0)).astype(np.uint8)
    limit = 0.5 * max(PALEST, ABOVE_NOISE * light.noise)
    pale = rest * (light.distance > limit)
    if cv2.countNonZero(pale) <= LARGE_PALE * ink.size:
        return ink
    _, labels, stats, _ = cv2.connectedComponentsWithStats(pale, connectivity=8)
    found = ink.copy()
    for label in np.flatnonzero(stats[:, cv2.CC_STAT_AREA] > LARGE_PALE * ink.size)[:MOST_PALE]:
        if label == 0:
            continue
        x, y, width, height = stats[label, :4].tolist()
        window = np.s_[max(0, y - AROUND) : y + height + AROUND, max(0, x - AROUND) : x + width + AROUND]
        own = labels[window] == label
        is_at_rim = min(x, y) == 0 or x + width == ink.shape[1] or y + height == ink.shape[0]
        if is_at_rim and _is_beside(own, light.within[window] & (rest[window] == 0)):
            continue
        solid = _pale_blob(own, light.distance[window])
        if solid is not None:
            found[window][solid & (rest[window] > 0)] = 255
    return found


def _is_beside(own: Image, ink: Image) -> bool:
    """Return whether a blob lies beside ink, or around it, as a shadow does that falls on print from the rim."""
    edge = cv2.dilate(own.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool) & ~own
    return bool((edge & ink).sum() > BESIDE_INK * edge.sum())


def _pale_blob(own: Image, distance: Image) -> Image | None:
    """Return which pixels are ink of a pale blob, by half of its own darkness; None if it is a shadow or strokes."""
    depth = cv2.distanceTransform(np.pad(own, 1).astype(np.uint8), cv2.DIST_L2, 3)[1:-1, 1:-1]
    inside = depth > INSIDE
    if inside.sum() < BROAD_PALE * own.sum():
        return None
    level = float(np.median(distance[inside]))
    if level < PALEST:
        return None
    solid = own & (distance > 0.5 * level)
    edge = solid & (cv2.erode(solid.astype(np.uint8), np.ones((3, 3), np.uint8)) == 0)
    slope = _slope_of(distance)
    is_ragged = edge.sum() > RAGGED * sqrt(solid.sum())
    return solid if not is_ragged and (slope[edge] > SHARP * level).mean() > MOSTLY_SHARP else None


def without_shadow(image: Image, light: Light, ink: Image) -> Light:
    """Return the light of a picture as its shadows leave it, if it has deep ones.

    The lighter part of a shadow is paper. Under the print the paper's colour is continued from around it.
    """
    shadow = _shadows(light, ink)
    if not shadow.any():
        return light
    dark = light.distance[shadow]
    few = dark[:: max(1, dark.size // 100_000)]
    print_ = np.where(shadow, light.distance > _between(few, 0.5 * float(few.min() + few.max())), ink > 0)
    small = _coarse(image)
    bare = cv2.erode(_is_all(light.within & ~print_, small).astype(np.uint8), np.ones((3, 3), np.uint8))
    seen = np.clip(np.round(small), 0, 255).astype(np.uint8)
    paper = cv2.inpaint(seen, 1 - bare, 3, cv2.INPAINT_TELEA).astype(np.float32)
    return _against(image, np.where(bare[..., None] > 0, small, paper).astype(np.float32), light.within)


def _shadows(light: Light, ink: Image) -> Image:
    """Return which pixels are in dark blobs whose edges are mostly soft."""
    if not ink.any():
        return ink > 0
    labels, areas = components(light.distance > DEEP * cv2.minMaxLoc(light.distance, ink)[0], 8)
    found = np.zeros(ink.shape, bool)
    broad = [label for label in np.flatnonzero(areas[1:] > LARGE_SHADOW * ink.size) + 1 if _is_broad(labels == label)]
    if not broad:
        return found
    steepest, inner = _steepest(light.distance), _inner(light.within)
    for label in broad:
        own = labels == label
        if _softness(own, light.distance, steepest, inner) > MOSTLY:
            found |= own
    return found


def _is_broad(own: Image) -> bool:
    return bool(cv2.distanceTransform(own.astype(np.uint8), cv2.DIST_L2, 3).max() > BROAD_SHADOW * max(own.shape))


def _inner(within: Image) -> Image:
    """Return the pixels of a sheet without those at its rim."""
    inner = cv2.erode(np.pad(within, 1).astype(np.uint8), np.ones((3, 3), np.uint8), iterations=PAPER_END)
    return np.asarray(inner[1:-1, 1:-1] > 0)


def _steepest(distance: Image) -> Image:
    """Return the steepest slope near each pixel."""
    slope = _slope_of(cv2.GaussianBlur(distance, (0, 0), GRAIN))
    # of what is hardly dark enough only the inside is its own, and the edge is beside that
    return np.asarray(cv2.dilate(slope, np.ones((2 * STEEPEST + 1, 2 * STEEPEST + 1), np.uint8)))


def _slope_of(distance: Image) -> Image:
    return np.asarray(cv2.magnitude(*(cv2.Sobel(distance, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))))


def _softness(own: Image, distance: Image, steepest: Image, inner: Image) -> float:
    """Return the share of a blob's edge that is soft."""
    contours, _ = cv2.findContours(own.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    x, y = max(contours, key=len).reshape(-1, 2).T
    is_own = inner[y, x]
    if not is_own.any():
        return 0.0
    x, y = x[is_own], y[is_own]
    return float((steepest[y, x] < SOFT * median(distance[own])).mean())


def _between(few: Image, limit: float) -> float:
    """Return the value half way between two classes of values, found from a first one (Ridler and Calvard 1978)."""
    for _ in range(20):
        low, high = few[few <= limit], few[few > limit]
        if not low.size or not high.size:
            break
        before, limit = limit, 0.5 * float(low.mean() + high.mean())
        if limit == before:
            break
    return limit


def without_grid(light: Light, ink: Image) -> tuple[Light, Image]:
    """Return the light and the ink of a picture without lines that are printed all over it."""
    if not _is_grid(ink):
        return light, ink
    for width in WIDTHS:
        if not _is_all_over(cv2.morphologyEx(ink, cv2.MORPH_OPEN, _disc(width))):
            figures = cv2.morphologyEx(ink, cv2.MORPH_OPEN, _disc(width + CROSSINGS))
            near = cv2.dilate(figures, np.ones((3, 3), np.uint8)) > 0
            clean = light._replace(difference=light.difference * near[..., None], distance=light.distance * near)
            return (clean, figures) if figures.any() else (light, ink)
    return light, ink


def _disc(width: int) -> Image:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width)))


def _is_grid(ink: Image) -> bool:
    """Return whether there is a grid all over the picture."""
    _, _, *size = cv2.boundingRect(ink)
    if min(side / whole for side, whole in zip(size, ink.shape[::-1], strict=True)) <= ALL_OVER:
        return False
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    return any(_faces(labels != label) >= FEWEST_FACES for label in _all_over(stats, ink.shape))


def _is_all_over(ink: Image) -> bool:
    return bool(_all_over(cv2.connectedComponentsWithStats(ink, connectivity=8)[2], ink.shape))


def _all_over(stats: Image, shape: tuple[int, ...]) -> list[int]:
    """Return the labels of blobs that reach over the whole picture, and leave half of it or more free."""
    height, width = shape
    is_wide = (stats[:, cv2.CC_STAT_WIDTH] > ALL_OVER * width) & (stats[:, cv2.CC_STAT_HEIGHT] > ALL_OVER * height)
    is_wide[0] = False
    return [int(label) for label in np.flatnonzero(is_wide & (stats[:, cv2.CC_STAT_AREA] < FREE * width * height))]


def _faces(free: Image) -> int:
    """Return the number of faces that lines leave free, without the holes that grain makes in them."""
    stats = cv2.connectedComponentsWithStats(free.astype(np.uint8), connectivity=4)[2]
    return int((stats[1:, cv2.CC_STAT_AREA] >= SMALLEST_FACE).sum())
