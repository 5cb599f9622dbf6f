"""Squared paper behind a figure: lines that cross at right angles at even distances, or squares side by side."""

from cmath import phase, rect
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import pi
from typing import NamedTuple, TypeVar

from heuristan.pictures.svg.geometry import Track
from heuristan.pictures.svg.painting import Shape

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


class _Line(NamedTuple):
    """A straight track, or the first side of a square one."""

    track: int
    """The identity of the track."""
    angle: float
    """From 0 to pi for a track, to a quarter turn for a square."""
    length: float
    middle: complex


def without_grids(shapes: Sequence[Shape], lined: Iterable[Shape]) -> tuple[Shape, ...]:
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
