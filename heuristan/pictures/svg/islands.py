"""Shapes that lie together: parts of a page with empty paper between them, whatever groups its author made."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import sqrt

from heuristan.common.overlay import TangleFault, union
from heuristan.pictures.svg.canvas import Sheet, ring_of, rings_of
from heuristan.pictures.svg.filling import Region, filled, groups_near, is_rectangle, pairs
from heuristan.pictures.svg.geometry import Track
from heuristan.pictures.svg.painting import Shape
from heuristan.tangram.pieces.sets import TANGRAM

MAX_SHAPES = 2000
"""Maximum number of shapes among which islands are looked for: as many as one figure may have."""

APART = 0.05
"""Minimum distance between figures, in legs."""

FIGURE_SIZED = 0.05
"""Minimum area of a figure, as a share of the largest on its page; a small tan apart has 1/15 of the other six."""


def islands_of(sheet: Sheet) -> list[list[Shape]]:
    """Return the shapes of a sheet that lie together, in the order in which the first of each is painted.

    A path with several rings belongs to each place where one of them lies. A line around one figure alone lies together
    with it; a rectangle of lines around several is in no island.
    """
    if len(sheet.shapes) > MAX_SHAPES:
        return [list(sheet.shapes)]
    parts = [part for shape in sheet.shapes for part in parts_of(shape)]
    places = [_Place([part], [ink_of(part, sheet)], _room_of(part, sheet)) for part in parts]
    frames = [one for one in places if one.is_rectangle and any(one.holds(other) for other in places)]
    others = [one for one in places if not any(one is frame for frame in frames)]
    joined = groups_near([one.ink[0] for one in others], _gap(parts))
    islands = _framed([_together([others[i] for i in group]) for group in joined], frames)
    return [island.shapes for island in sorted(islands, key=lambda island: island.shapes[0].number)]


@dataclass(eq=False)
class _Place:
    """Shapes that lie together."""

    shapes: list[Shape]
    ink: list[Region]
    room: Region | None
    """What lines of it enclose, if nothing of it is filled."""

    @property
    def is_rectangle(self) -> bool:
        return self.room is not None and is_rectangle(self.room)

    @property
    def area(self) -> float:
        return sum(ink.area for ink in self.ink) if self.room is None else float(self.room.area)

    def holds(self, other: "_Place") -> bool:
        room = self.room
        return room is not None and self is not other and all(room.contains_properly(ink) for ink in other.ink)


def _together(places: Sequence[_Place]) -> _Place:
    rooms = [place.room for place in places if place.room is not None]
    room = union(rooms) if len(rooms) == len(places) else None
    shapes = [shape for place in places for shape in place.shapes]
    return _Place(sorted(shapes, key=lambda shape: shape.number), [ink for place in places for ink in place.ink], room)


def _framed(islands: list[_Place], frames: Sequence[_Place]) -> list[_Place]:
    """Return islands together with the lines around them; rectangles around several are in none."""
    lines = [*frames, *(one for one in islands if any(one.holds(other) for other in islands))]
    found = list(islands)
    for frame in sorted(lines, key=lambda one: one.area):
        held = [other for other in found if frame.holds(other)]
        most = max((other.area for other in held), default=0.0)
        large = [other for other in held if other.area >= FIGURE_SIZED * most]
        if held and (len(large) == 1 or not frame.is_rectangle):
            inner = large if frame.is_rectangle else held
            found = [one for one in found if one is not frame and not any(one is other for other in inner)]
            found.append(_together([frame, *inner]))
    return found


def _room_of(shape: Shape, sheet: Sheet) -> Region | None:
    rings = [ring_of(track) for track in shape.tracks if track.closed]
    if not rings or not sheet.is_lined(shape):
        return None
    room = union([filled([ring], "nonzero") for ring in rings if len(ring) > 2])
    return None if room.is_empty else room


def parts_of(shape: Shape) -> Iterator[Shape]:
    """Yield the parts of a shape that lie apart; holes lie in one part with what is around them."""
    tracks = [track for track in shape.tracks if len(set(track.points)) > 1]
    if len(tracks) < 2:
        yield shape
        return
    for group in groups_near([_room(track) for track in tracks], 0.0):
        yield shape._replace(tracks=tuple(tracks[i] for i in group))


def _room(track: Track) -> Region:
    from shapely import LineString

    ring = ring_of(track)
    try:
        region = filled([ring], "nonzero") if len(ring) > 2 else None
    except TangleFault:  # the figure that it belongs to is refused in words
        region = None
    return region if region is not None and not region.is_empty else LineString(pairs(track.points))


def ink_of(shape: Shape, sheet: Sheet) -> Region:
    """Return what a shape covers: a region if it is filled, else lines."""
    from shapely import MultiLineString, Point

    with suppress(TangleFault):
        if not sheet.is_lined(shape):
            return filled(rings_of(shape), shape.rule)
    lines = [
        pairs([*track.points, track.start] if track.closed else track.points)
        for track in shape.tracks
        if len(set(track.points)) > 1
    ]
    return MultiLineString(lines) if lines else Point(shape.tracks[0].start.real, shape.tracks[0].start.imag)


def _gap(shapes: Sequence[Shape]) -> float:
    """Return the distance of figures, in the unit of the drawing: the largest ring is at most one of a set or so."""
    areas = [_room(track).area for shape in shapes for track in shape.tracks if len(set(track.points)) > 1]
    return APART * sqrt(max(areas, default=0.0) / TANGRAM.legs_squared)
