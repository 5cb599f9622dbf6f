"""Contours of ink, to a fraction of a pixel; of line drawings the regions that the strokes enclose.

Where an edge crosses a pixel the pixel's colour is mixed of ink and paper, so the edge lies where half of the ink's
colour is reached: a threshold finds the pixel, a step along the slope of the colour the place in it. Both colours are
taken from nearby: paper in a shadow is not as light as the rest of it, and half of the ink's colour would lie outwards.

Strokes part the picture into faces. Where only the outline is drawn, every stroke has the figure on one side and the
background on the other, so that the faces take turns: across a stroke from the outside is the figure, across a stroke
from that is a hole. Where pieces are drawn in, two of them share a stroke and both border on the outside, and no such
turns are possible; then only a face that one other face surrounds is a hole.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image, are_labelled, dot, filled, values_at
from heuristan.pictures.images.background import Light
from heuristan.pictures.images.blobs import Blob
from heuristan.pictures.images.curves import Contour, area_of, evenly, perimeter_of, turning_of

SMALLEST_HOLE = 0.003
"""Minimum area of a hole, as a share of the figure's."""
FEWEST_POINTS = 12
"""Minimum number of points of a contour."""
MAX_CONTOURS = 40
"""Maximum number of contours of a figure; the smallest are left out."""
COARSE_BLUR = 3.0
"""Width of the blur of the ink's colour, in pixels of the coarse picture."""
MARGIN = 12
"""Width of the margin around a figure that is used, in pixels."""
CLEAR = 4.0
"""Distance from all ink at which paper has its own colour, in pixels."""
THINNEST = 0.06
"""Maximum width of a line drawing's stroke, as a share of the size (square root of the area) of what it encloses."""
SURROUNDED = 0.9
"""Minimum share of the view beyond a face's strokes that one other face has if the first is a hole."""
BEYOND = 2.0
"""Distance beyond a stroke at which labels are read, in pixels."""
SHARED = 0.06
"""Minimum share of the view beyond a face's strokes for a neighbour; less is seen past a vertex."""


def contours_of(figure: Sequence[Blob], labels: Image, light: Light) -> list[Contour]:
    """Return the contours of the parts of a figure and of their holes, larger parts first."""
    share, left, top = _shares(figure, labels, light)
    found = traced(share, left, top)
    found = sorted(found, key=lambda contour: -len(contour.points))[:MAX_CONTOURS]
    stroke = _stroke_of(found)
    if stroke:
        found = enclosing(found, share, np.array([left, top]), stroke)
    parts = {contour.part for contour in found if not contour.is_hole}
    return sorted(
        (contour for contour in found if contour.part in parts), key=lambda contour: (contour.part, contour.is_hole)
    )


def _shares(figure: Sequence[Blob], labels: Image, light: Light) -> tuple[Image, int, int]:
    """Return the share of ink in each pixel near a figure, 0 to 1, and the place of the first of these pixels."""
    points = np.vstack([blob.outline for blob in figure])
    low, high = points.min(0), points.max(0) + 1
    height, width = labels.shape
    x0, y0 = (max(0, int(value) - MARGIN) for value in low)
    x1, y1 = min(width, int(high[0]) + MARGIN), min(height, int(high[1]) + MARGIN)
    own = are_labelled(labels[y0:y1, x0:x1], [blob.label for blob in figure]).astype(np.uint8)
    near = cv2.dilate(own, np.ones((5, 5), np.uint8))
    difference = light.difference[y0:y1, x0:x1]
    paper = _paper_colour(difference, (labels[y0:y1, x0:x1] == 0) & light.within[y0:y1, x0:x1])
    ink = _ink_colour(difference, own) - paper
    paper, ink = (cv2.resize(coarse, own.shape[::-1], interpolation=cv2.INTER_LINEAR) for coarse in (paper, ink))
    share = dot(difference - paper, ink) / np.maximum(dot(ink, ink), 1e-9)
    inside = filled(own)
    share = np.where((near > 0) | (inside > 0), share, 0).astype(np.float32)
    # a figure that reaches the picture's edge ends there
    return cv2.copyMakeBorder(share, 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=0.0), x0 - 2, y0 - 2


def _ink_colour(difference: Image, own: Image) -> Image:
    """Return the full colour of the ink near each place, as a coarse picture: by pixels away from its edges."""
    depth = _depth(own)
    return _colour_near(difference, (depth >= min(3.0, 0.6 * float(depth.max()))) & (own > 0))


def _paper_colour(difference: Image, bare: Image) -> Image:
    """Return how the paper near each place differs from the estimate, as a coarse picture: by pixels away from ink."""
    return _colour_near(difference, _depth(bare.astype(np.uint8)) >= CLEAR)


def _depth(own: Image) -> Image:
    """Return the distance of each pixel from those that do not belong, the border of the picture being one."""
    return np.asarray(cv2.distanceTransform(np.pad(own, 1), cv2.DIST_L2, 3)[1:-1, 1:-1])


def _colour_near(difference: Image, among: Image) -> Image:
    """Return the average colour of the chosen pixels near each place, as a coarse picture; 0 if none is chosen."""
    mask = among.astype(np.uint8)
    sigma = max(3.0, 0.03 * max(mask.shape))
    size = tuple(max(4, round(side * COARSE_BLUR / sigma)) for side in mask.shape[::-1])
    sums, number = (
        cv2.resize(each, size, interpolation=cv2.INTER_AREA)
        for each in (cv2.copyTo(difference, mask), mask.astype(np.float32))
    )
    usual = sums.sum((0, 1)) / max(number.sum(), 1e-9)
    away, near = (cv2.GaussianBlur(each, (0, 0), COARSE_BLUR) for each in (sums - usual * number[..., None], number))
    return np.asarray(usual + away / (near + 0.05)[..., None])


def traced(share: Image, left: int, top: int) -> list[Contour]:
    """Return the contours of what is more ink than paper, larger parts first.

    Args:
        share: the share of ink in each pixel.
        left: the column of its first pixel.
        top: the row of its first pixel.
    """
    mask = (share > 0.5).astype(np.uint8)
    rings, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    if not rings:
        return []
    areas = [cv2.contourArea(ring) for ring in rings]
    soft = cv2.GaussianBlur(share, (0, 0), 0.8)
    slope = np.dstack([cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)]) / 8
    smallest = max(9.0, SMALLEST_HOLE * sum(area for area, node in zip(areas, tree[0], strict=True) if node[3] < 0))
    found = []
    outer = [index for index in np.argsort(areas)[::-1] if tree[0][index][3] < 0]
    for part, index in enumerate(outer):
        if areas[index] < smallest or len(rings[index]) < FEWEST_POINTS:
            break
        holes = [other for other in range(len(rings)) if tree[0][other][3] == index]
        for ring, is_hole in ((index, False), *((hole, True) for hole in holes)):
            if areas[ring] >= smallest and len(rings[ring]) >= FEWEST_POINTS:
                points = _refined(soft, slope, rings[ring].reshape(-1, 2).astype(np.float32)) + np.array([left, top])
                found.append(Contour(points, is_hole, part, 0.0))
    return found


def _refined(soft: Image, slope: Image, points: Image) -> Image:
    """Move the points of a contour along the slope of the colour to where it is half."""
    across = values_at(slope, points)
    length = np.linalg.norm(across, axis=1, keepdims=True)
    across = across / np.maximum(length, 1e-6)
    offset = np.zeros((len(points), 1), np.float32)
    for _ in range(3):
        here = points + offset * across
        rise = (values_at(soft, here + 0.5 * across) - values_at(soft, here - 0.5 * across)).reshape(-1, 1)
        step = (0.5 - values_at(soft, here).reshape(-1, 1)) / np.maximum(rise, 0.05)
        offset = np.clip(offset + np.clip(step, -1, 1), -1.5, 1.5)
    return np.asarray((points + offset * across).astype(float))


def _stroke_of(found: Sequence[Contour]) -> float:
    """Return the width of the strokes that a figure is drawn with; 0 if it is filled."""
    outer = sum(area_of(contour.points) for contour in found if not contour.is_hole)
    inner = sum(area_of(contour.points) for contour in found if contour.is_hole)
    if inner < 0.5 * outer:
        return 0.0
    width = (outer - inner) / (0.5 * sum(perimeter_of(contour.points) for contour in found))
    return width if width < THINNEST * np.sqrt(outer) else 0.0


def enclosing(found: Sequence[Contour], share: Image, origin: Image, stroke: float) -> list[Contour]:
    """Return the contours of what the strokes enclose: outer ones, and those within another as its holes."""
    outer = sorted((contour for contour in found if not contour.is_hole), key=lambda contour: -area_of(contour.points))
    kept: list[Contour] = []
    for contour in outer:
        around = [other for other in kept if not other.is_hole and contour.is_within(other)]
        kept.append(Contour(contour.points, bool(around), around[-1].part if around else contour.part, stroke))
    holes = _holes([contour for contour in found if contour.is_hole], share, origin, stroke)
    return [*kept, *holes]


class _Face(NamedTuple):
    """A face between strokes."""

    contour: Contour
    own: int
    """Its label."""
    seen: Counter[int]
    """The labels of the faces beyond its strokes, each with the number of the contour's points that see it; empty if
    most points see only strokes."""

    @property
    def neighbours(self) -> list[int]:
        """The labels of the faces that it shares strokes with."""
        threshold = max(2 * BEYOND, SHARED * self.seen.total())
        return [label for label, times in self.seen.items() if times > threshold and label != self.own]


def _holes(faces: Sequence[Contour], share: Image, origin: Image, stroke: float) -> list[Contour]:
    """Return the faces between strokes that are holes of the figure."""
    _, labels = cv2.connectedComponents((share <= 0.5).astype(np.uint8), connectivity=4)
    found = [_face(face, labels, origin, stroke) for face in faces]
    outside = int(labels[0, 0])
    turns = _turns(found, outside)
    return [
        Contour(face.contour.points, True, face.contour.part, -stroke)
        for face in found
        if (turns[face.own] % 2 == 0 if turns else _is_surrounded(face, outside))
    ]


def _face(contour: Contour, labels: Image, origin: Image, stroke: float) -> _Face:
    points = evenly(contour.points)
    along = np.roll(points, -3, axis=0) - np.roll(points, 3, axis=0)
    normal = along[:, ::-1] * [1, -1] / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    outwards = normal * (1 if turning_of(points) > 0 else -1)

    def labels_at(distance: float) -> Counter[int]:
        place = np.round(points + distance * outwards - origin).astype(int)
        x, y = np.clip(place, 0, np.array(labels.shape[::-1]) - 1).T
        counts = Counter(labels[y, x].tolist())
        del counts[0]  # the strokes
        return counts

    own, seen = labels_at(-1.5).most_common(1), labels_at(stroke + BEYOND)
    is_thin = seen.total() < 0.5 * len(points)
    return _Face(contour, own[0][0] if own else 0, Counter() if is_thin else seen)


def _turns(faces: Sequence[_Face], outside: int) -> dict[int, int]:
    """Return the number of strokes between the outside and each face; empty if the faces do not take turns."""
    edges = {(face.own, other) for face in faces for other in face.neighbours}
    edges |= {(other, one) for one, other in edges}
    turns, queue = {outside: 0}, [outside]
    for face in queue:
        for one, other in edges:
            if one == face and other not in turns:
                turns[other] = turns[face] + 1
                queue.append(other)
    is_clear = all(turns.get(one, 0) % 2 != turns.get(other, 0) % 2 for one, other in edges)
    return turns if is_clear and all(face.own in turns for face in faces) else {}


def _is_surrounded(face: _Face, outside: int) -> bool:
    """Return whether one other face is all around a face.

    A face that is a piece, drawn with its lines, borders on the outside or on several others, because pieces are
    convex.
    """
    if not face.seen:
        return False
    other, times = face.seen.most_common(1)[0]
    total = face.seen.total()
    return other not in (face.own, outside) and times >= SURROUNDED * total
