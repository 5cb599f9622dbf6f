"""Suspicions that a figure on a picture was misread, in words."""

from collections.abc import Iterator, Sequence

import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.common.words import plural
from heuristan.pictures.images.curves import LEGS, area_of
from heuristan.pictures.images.figure import Figure

AT_BORDER = 2.5
"""Maximum distance from the border of the picture of a vertex that touches it, in pixels."""
LARGE = 0.4
"""Minimum area of a four-sided figure that may be the paper, as a share of the picture's."""
SIDES = 0.5
"""Minimum share of each side of the box around a figure that its edges lie on, if it may be the paper."""
SMALL = 0.35
"""Maximum area of a hole that may be print, in squares of a leg."""


def suspicions_of(figure: Figure, shape: tuple[int, int]) -> tuple[str, ...]:
    """Return what may have been misread about a figure on a picture of some rows and columns, a clause each."""
    return tuple(_found(figure, shape))


def _found(figure: Figure, shape: tuple[int, int]) -> Iterator[str]:
    if figure.sketch:
        yield from figure.sketch.suspicions
    far = np.array(shape[::-1]) - 1
    on_page = [figure.view.back(ring.vertices) for ring in figure.rings]
    clear = AT_BORDER + max(abs(ring.contour.stroke) for ring in figure.rings)
    if any((points < clear).any() or (points > far - clear).any() for points in on_page):
        yield "the figure touches the border of the picture, which may cut it"
    outer = [points for points, ring in zip(on_page, figure.rings, strict=True) if not ring.contour.is_hole]
    is_large = sum(map(area_of, outer)) > LARGE * shape[0] * shape[1]
    if is_large and ((len(outer) == 1 and len(outer[0]) == 4) or _is_frame(outer)):
        yield "the figure is a large four-sided frame, perhaps the paper"
    yield from figure.remarks
    holes = [ring for ring in figure.rings if ring.contour.is_hole]
    small = sum(area_of(ring.vertices) < SMALL * figure.area / LEGS for ring in holes)
    if small:
        yield f"{plural(small, 'small hole')} in it may be print"


def _is_frame(outer: Sequence[Image]) -> bool:
    """Return whether parts take most of each side of the box around them: figures that reach its rim cut a page."""
    points = np.vstack(outer)
    low, high = points.min(0), points.max(0)
    edges = np.vstack([np.stack([ring, np.roll(ring, -1, axis=0)], axis=1) for ring in outer])
    shares = [
        abs(np.diff(edges[(abs(edges[:, :, axis] - side) < AT_BORDER).all(axis=1)][:, :, 1 - axis])).sum()
        / (high - low)[1 - axis]
        for axis in (0, 1)
        for side in (low[axis], high[axis])
    ]
    return bool(min(shares) > SIDES)
