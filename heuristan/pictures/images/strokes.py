"""Line drawings: regions that the strokes enclose.

The strokes part the picture into faces. Where only the outline is drawn, every stroke has the figure on one side and
the background on the other, so that the faces take turns: across a stroke from the outside is the figure, across a
stroke from that is a hole. Where pieces are drawn in, two of them share a stroke and both border on the outside, and
no such turns are possible; then only a face that one other face surrounds is a hole.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.pictures.images.curves import Contour, area_of, evenly, perimeter_of, turning_of

THINNEST = 0.06
"""Maximum width of a line drawing's stroke, as a share of the size (square root of the area) of what it encloses."""
SURROUNDED = 0.9
"""Minimum share of the view beyond a face's strokes that one other face has if the first is a hole."""
BEYOND = 2.0
"""Distance beyond a stroke at which labels are read, in pixels."""
SHARED = 0.06
"""Minimum share of the view beyond a face's strokes for a neighbour; less is seen past a vertex."""


def stroke_of(found: Sequence[Contour]) -> float:
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
        around = [other for other in kept if not other.is_hole and _is_within(contour, other)]
        kept.append(Contour(contour.points, bool(around), around[-1].part if around else contour.part, stroke))
    holes = _holes([contour for contour in found if contour.is_hole], share, origin, stroke)
    return [*kept, *holes]


def _is_within(contour: Contour, other: Contour) -> bool:
    start = tuple(map(float, contour.points[0]))
    return bool(cv2.pointPolygonTest(other.points.astype(np.float32), start, False) > 0)


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
