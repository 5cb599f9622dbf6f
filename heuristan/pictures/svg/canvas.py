"""The canvas of a drawing: its shapes without the paper, the cards and the squared paper behind the figure.

Squared paper is lines that cross at right angles at even distances, or squares side by side.
"""

from cmath import phase, rect
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import pi
from typing import Any, NamedTuple, TypeVar

import numpy as np

from heuristan.pictures.svg.filling import RECTANGULAR, Ring
from heuristan.pictures.svg.geometry import Track, straightened
from heuristan.pictures.svg.painting import Shape
from heuristan.pictures.svg.style import WHITE, Colour

_SAME_COLOUR = 12.0
_LEAST_CARD = 0.05
"""Minimum share of a rectangle around a figure that the figure's box has."""
_MAX_BACKGROUNDS = 8
_SPECK = 1 / 200
"""Shapes of less than this share of a rectangle, by their boxes, may reach beyond it where it lies behind the rest."""

Box = tuple[float, float, float, float]
"""Minimum x and y, maximum x and y."""
FEWEST_LINES = 4
"""Minimum number of parallel lines of a grid; the lines that cut a tangram into pieces are fewer, or uneven."""

FEWEST_CELLS = 9
"""Minimum number of squares that are a grid; no set of pieces has that many alike."""

EVEN = 0.05
"""Maximum error of distances in a grid, as a share of the distance of its lines."""

_ALIKE = 0.02
"""Maximum difference of the lengths of lines of a grid, as a share of them."""
_PARALLEL = 0.01
"""Maximum angle between lines of a grid, in radians."""

_T = TypeVar("_T")


class Sheet(NamedTuple):
    """Shapes on their paper."""

    shapes: tuple[Shape, ...]
    paper: Colour

    @classmethod
    def of(cls, shapes: Sequence[Shape], canvas: Box, paper: Colour = WHITE) -> "Sheet":
        """Return the shapes without the paper behind them.

        That is rectangles which cover the canvas or surround all the rest, and squares that are ruled on it.
        """
        sheet = cls(tuple(shape for shape in shapes if shape.tracks and (shape.fill or shape.stroke)), paper)
        for _ in range(_MAX_BACKGROUNDS):
            above = sheet.without_first()
            if above is None or not sheet.is_background(canvas):
                break
            sheet = above
        return sheet.without_grid()

    def without_grid(self) -> "Sheet":
        """Return the sheet without squared paper, if there is a figure besides."""
        shapes = _without_grids(self.shapes, filter(self.is_lined, self.shapes))
        rest = self._replace(shapes=shapes)
        return rest if any(rest.is_filled(shape) or rest.is_lined(shape) for shape in shapes) else self

    def without_frame(self) -> "Sheet | None":
        """Return the sheet without the rectangle around all the rest, which may be filled; None if there is none."""
        if len(self.shapes) < 2:
            return None
        boxes = self._boxes
        largest = int(_sizes(boxes).argmax())
        shape, others = self.shapes[largest], (*self.shapes[:largest], *self.shapes[largest + 1 :])
        rest = np.delete(boxes, largest, axis=0)
        rings, box = rings_of(shape), boxes[largest]
        if len(rings) != 1 or self.is_eraser(shape) or not _is_rectangle(rings[0], tuple(box)):
            return None
        large = rest[_sizes(rest) >= _SPECK * _size(tuple(box))]
        large = large if len(large) else rest
        is_around = (large[:, :2] > box[:2]).all() and (large[:, 2:] < box[2:]).all()
        return Sheet(others, shape.fill.over(self.paper) if shape.fill else self.paper) if is_around else None

    @property
    def _boxes(self) -> Any:
        return np.array([_box([track.points for track in shape.tracks]) for shape in self.shapes])

    def without_frames(self) -> "Sheet":
        """Return the sheet without the rectangles of lines around other shapes."""
        boxes = self._boxes
        frames = {
            shape.number
            for shape, box in zip(self.shapes, boxes, strict=True)
            if self.is_lined(shape) and _is_rectangle(ring_of(shape.tracks[0]), tuple(box)) and _are_within(boxes, box)
        }
        return self._replace(shapes=tuple(shape for shape in self.shapes if shape.number not in frames))

    def bare(self) -> "Sheet":
        """Return the sheet without all rectangles around the rest."""
        sheet = self
        for _ in range(_MAX_BACKGROUNDS):
            sheet = sheet.without_frame() or sheet
        return sheet

    def without_first(self) -> "Sheet | None":
        """Return the sheet without the shape painted first, which becomes the paper; None if no figure is left."""
        if len(self.shapes) < 2:
            return None
        fill = self.shapes[0].fill
        rest = Sheet(self.shapes[1:], fill.over(self.paper) if fill else self.paper)
        return rest if any(rest.is_filled(shape) or rest.is_lined(shape) for shape in rest.shapes) else None

    def is_background(self, canvas: Box) -> bool:
        """Return whether the shape that is painted first is a rectangle behind the rest."""
        rings = rings_of(self.shapes[0])
        box = _box(rings)
        if len(rings) != 1 or not _is_rectangle(rings[0], box):
            return False
        wide, high = canvas[2] - canvas[0], canvas[3] - canvas[1]
        slack = 0.01 * max(wide, high)
        if (
            box[0] <= canvas[0] + slack
            and box[1] <= canvas[1] + slack
            and min(box[2] - canvas[2], box[3] - canvas[3]) >= -slack
        ):
            return True
        under = Sheet(self.shapes[1:], self.paper)
        inner = _box([ring for shape in under.shapes if under.is_filled(shape) for ring in rings_of(shape)])
        return _is_within(inner, box) and self.is_filled(self.shapes[0]) and _size(inner) > _LEAST_CARD * _size(box)

    def is_filled(self, shape: Shape) -> bool:
        """Return whether it is filled with another colour than the paper's."""
        encloses = any(len(track.segments) > 1 or track.is_curved for track in shape.tracks)
        return encloses and shape.fill is not None and not _is_same(shape.fill.over(self.paper), self.paper)

    def is_lined(self, shape: Shape) -> bool:
        """Return whether only its line is seen."""
        return shape.stroke is not None and not (
            self.is_filled(shape) or _is_same(shape.stroke.over(self.paper), self.paper)
        )

    def is_eraser(self, shape: Shape) -> bool:
        """Return whether it hides what is below it under the colour of the paper."""
        hides = shape.fill is not None and shape.fill.opacity > 0.5
        return hides and not (self.is_filled(shape) or self.is_lined(shape))

    def straightened(self, leg: float) -> "Sheet":
        shapes = (
            shape._replace(tracks=tuple(straightened(track, leg) for track in shape.tracks))
            if any(track.is_curved for track in shape.tracks)
            else shape
            for shape in self.shapes
        )
        return self._replace(shapes=tuple(shapes))


def _is_same(colour: Colour, other: Colour) -> bool:
    return all(abs(a - b) <= _SAME_COLOUR for a, b in zip(colour[:3], other[:3], strict=True))


def _box(rings: Sequence[Ring]) -> Box:
    points = [z for ring in rings for z in ring]
    if not points:
        return (0.0, 0.0, 0.0, 0.0)
    xs, ys = [z.real for z in points], [z.imag for z in points]
    return min(xs), min(ys), max(xs), max(ys)


def _is_within(inner: Box, box: Box) -> bool:
    return box[0] < inner[0] and box[1] < inner[1] and inner[2] < box[2] and inner[3] < box[3]


def _are_within(boxes: Any, box: Any) -> bool:
    """Return whether one of some boxes lies within another."""
    return bool(((boxes[:, :2] > box[:2]) & (boxes[:, 2:] < box[2:])).all(axis=1).any())


def _sizes(boxes: Any) -> Any:
    return np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)


def _size(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _is_rectangle(ring: Ring, box: Box) -> bool:
    from shapely import Polygon

    polygon = Polygon([(z.real, z.imag) for z in ring]) if len(ring) > 2 else None
    return polygon is not None and polygon.area >= RECTANGULAR * _size(box) > 0


def rings_of(shape: Shape) -> list[Ring]:
    """Return the rings that a shape fills, each once around."""
    return [ring for track in shape.tracks if len(ring := ring_of(track)) > 2]


def ring_of(track: Track) -> Ring:
    """Return the points of a track, each once around."""
    points = track.points
    ring = [point for point, before in zip(points, [None, *points], strict=False) if point != before]
    return ring[:-1] if ring[0] == ring[-1] else ring


class _Line(NamedTuple):
    """A straight track, or the first side of a square one."""

    track: int
    """The identity of the track."""
    angle: float
    """From 0 to pi for a track, to a quarter turn for a square."""
    length: float
    middle: complex


def _without_grids(shapes: Sequence[Shape], lined: Iterable[Shape]) -> tuple[Shape, ...]:
    """Return shapes without those that are squared paper.

    Args:
        shapes: all of them, in the order in which they are painted.
        lined: those of which only the line is seen.
    """
    grid = {id(shape) for shape in _grid_among(list(lined))}
    return tuple(shape for shape in shapes if id(shape) not in grid) if grid else tuple(shapes)


def _grid_among(shapes: Sequence[Shape]) -> Iterator[Shape]:
    """Yield the shapes all of whose tracks are lines or squares of a grid."""
    ruled = _lines_of(shapes, _line)
    even = [family for family in _alike(ruled) if _is_even(family)]
    grid = {line.track for family in even if any(_cross(family[0], other[0]) for other in even) for line in family}
    squared = _lines_of(shapes, _square)
    grid |= {line.track for family in _alike(squared) if len(family) >= FEWEST_CELLS for line in family}
    for shape in shapes:
        if all(id(track) in grid for track in shape.tracks):
            yield shape


def _lines_of(shapes: Sequence[Shape], line_of: Callable[[Track], _Line | None]) -> list[_Line]:
    found = (line_of(track) for shape in shapes for track in shape.tracks)
    return [line for line in found if line is not None]


def _line(track: Track) -> _Line | None:
    """Return a track as a line; None if it is not one straight stretch."""
    along = track.segments[-1][-1] - track.start
    if len(track.segments) != 1 or track.is_curved or not along:
        return None
    return _Line(id(track), _within(phase(along), pi), abs(along), track.start + along / 2)


def _square(track: Track) -> _Line | None:
    """Return the first side of a square; None of other tracks."""
    points = track.points
    points = points[:-1] if track.closed and points[0] == points[-1] else points
    if len(points) != 4 or not track.closed or points[0] == points[1]:
        return None
    sides = [b - a for a, b in pairwise((*points, points[0]))]
    near = EVEN * abs(sides[0])
    if any(min(abs(b - a * 1j), abs(b + a * 1j)) > near for a, b in pairwise(sides)):
        return None
    return _Line(id(track), _within(phase(sides[0]), pi / 2), abs(sides[0]), sum(points) / 4)


def _within(angle: float, turn: float) -> float:
    """Return an angle from 0 to a turn; what is just below the turn is just below 0."""
    return (angle + _PARALLEL) % turn - _PARALLEL


def _alike(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """Yield the families of lines of one direction and one length."""
    for parallel in _runs(lines, lambda line: line.angle, lambda _: _PARALLEL):
        yield from _runs(parallel, lambda line: line.length, lambda length: _ALIKE * length)


def _runs(items: Iterable[_T], number: Callable[[_T], float], gap: Callable[[float], float]) -> Iterator[list[_T]]:
    """Yield items in order, cut where the number of one is above that of the one before by more than a gap."""
    run: list[_T] = []
    for item in sorted(items, key=number):
        if run and number(item) - number(run[-1]) > gap(number(item)):
            yield run
            run = []
        run.append(item)
    if run:
        yield run


def _cross(one: _Line, other: _Line) -> bool:
    return abs(abs(one.angle - other.angle) - pi / 2) < 2 * _PARALLEL


def _is_even(family: Sequence[_Line]) -> bool:
    """Return whether lines lie at multiples of one distance across; some may be drawn twice, or missing."""
    places = sorted((line.middle * rect(1, -family[0].angle)).imag for line in family)
    reach = places[-1] - places[0]
    gaps = [b - a for a, b in pairwise(places) if b - a > reach * 1e-3]
    if len(gaps) + 1 < FEWEST_LINES:
        return False
    gap = min(gaps)
    return all(abs(each - round(each / gap) * gap) < EVEN * gap for each in gaps)
