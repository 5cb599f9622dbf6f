"""Shapes that lie together: parts of a page with empty paper between them, whatever groups its author made."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import sqrt

from heuristan.tangram.outlines.svg.geometry import Track
from heuristan.tangram.outlines.svg.painting import Shape
from heuristan.tangram.outlines.svg.paper import Sheet, ring_of, rings_of
from heuristan.tangram.outlines.svg.regions import Region, Ring, filled
from heuristan.tangram.pieces.sets import TANGRAM

APART = 0.05
"""Minimum distance between figures, in legs."""

RECTANGULAR = 0.98
"""Minimum share of a rectangle around a frame that the frame encloses."""


def islands_of(sheet: Sheet) -> list[list[Shape]]:
    """Return the shapes of a sheet that lie together, in the order in which the first of each is painted.

    A path with several rings belongs to each place where one of them lies. A line around one of the islands alone is
    part of it; a rectangle of lines around several is none.
    """
    parts = [part for shape in sheet.shapes for part in parts_of(shape)]
    inked = [ink_of(part, sheet) for part in parts]
    joined = _joined(inked, _gap(parts))
    found = [_Island([parts[i] for i in group], [inked[i] for i in group], sheet) for group in joined]
    return [island.shapes for island in sorted(_with_frames(found), key=lambda island: island.shapes[0].number)]


class _Island:
    """Shapes that lie together."""

    def __init__(self, shapes: list[Shape], ink: list[Region], sheet: Sheet) -> None:
        from shapely import union_all

        self.shapes = shapes
        self.ink = ink
        self.room: Region | None = None
        """What a line around others encloses; None where something is filled, or nothing is enclosed."""
        rings = [ring_of(track) for shape in shapes for track in shape.tracks if track.closed]
        if rings and not any(map(sheet.is_filled, shapes)):
            room = union_all([filled([ring], "nonzero") for ring in rings])
            self.room = None if room.is_empty else room

    @property
    def is_rectangle(self) -> bool:
        room = self.room
        return room is not None and bool(room.area >= RECTANGULAR * room.minimum_rotated_rectangle.area)

    def holds(self, other: "_Island") -> bool:
        room = self.room
        return room is not None and self is not other and all(room.contains(ink) for ink in other.ink)


def _with_frames(islands: list[_Island]) -> Iterator[_Island]:
    """Yield islands, each with the lines around it; rectangles around several are left out."""
    around = sorted((one for one in islands if one.room is not None), key=lambda one: one.room.area)  # type: ignore[union-attr]
    left = list(islands)
    for one in around:
        held = [other for other in left if one.holds(other)]
        if not held:
            continue
        left.remove(one)
        if len(held) > 1 and one.is_rectangle:
            continue
        for other in held:
            left.remove(other)
            one.shapes = sorted((*one.shapes, *other.shapes), key=lambda shape: shape.number)
            one.ink = [*one.ink, *other.ink]
        left.append(one)
    yield from left


def parts_of(shape: Shape) -> Iterator[Shape]:
    """Yield the parts of a shape that lie apart; holes lie in one part with what is around them."""
    tracks = [track for track in shape.tracks if len(set(track.points)) > 1]
    if len(tracks) < 2:
        yield shape
        return
    for group in _joined([_room(track) for track in tracks], 0.0):
        yield replace(shape, tracks=tuple(tracks[i] for i in group))


def _room(track: Track) -> Region:
    from shapely import LineString

    ring = ring_of(track)
    region = filled([ring], "nonzero") if len(ring) > 2 else None
    return region if region is not None and not region.is_empty else LineString(_pairs(track.points))


def ink_of(shape: Shape, sheet: Sheet) -> Region:
    """Return what a shape covers: a region if it is filled, else lines."""
    from shapely import MultiLineString, Point

    if not sheet.is_lined(shape):
        return filled(rings_of(shape), shape.rule)
    lines = [
        _pairs([*track.points, track.start] if track.closed else track.points)
        for track in shape.tracks
        if len(set(track.points)) > 1
    ]
    return MultiLineString(lines) if lines else Point(shape.tracks[0].start.real, shape.tracks[0].start.imag)


def _joined(regions: Sequence[Region], gap: float) -> list[list[int]]:
    """Return the indices of regions that lie together, nearer than a gap, in order."""
    from shapely import STRtree

    if not regions:
        return []
    near: list[list[int]] = [[] for _ in regions]
    for one, other in STRtree(regions).query(regions, predicate="dwithin", distance=gap).T.tolist():
        near[one].append(other)
    groups, seen = list[list[int]](), set[int]()
    for first in range(len(regions)):
        group, waiting = list[int](), [first]
        while waiting:
            here = waiting.pop()
            if here not in seen:
                seen.add(here)
                group.append(here)
                waiting += near[here]
        if group:
            groups.append(sorted(group))
    return groups


def _gap(shapes: Sequence[Shape]) -> float:
    """Return the distance of figures, in the unit of the drawing: the largest ring is at most one of a set or so."""
    areas = [_room(track).area for shape in shapes for track in shape.tracks if len(set(track.points)) > 1]
    return APART * sqrt(max(areas, default=0.0) / TANGRAM.legs_squared)


def _pairs(points: Sequence[complex] | Ring) -> list[tuple[float, float]]:
    return [(point.real, point.imag) for point in points]
