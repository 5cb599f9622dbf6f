"""The figure in a drawing: painted regions, drawn outlines, pieces.

Shapes are laid on each other in the order in which they are painted: what has a colour adds to the figure, what has
the colour of the paper takes away from it, and a rectangle behind all that covers the canvas is the paper. Where
nothing is filled, closed lines are the outline.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from heuristan.common.faults import nearest
from heuristan.common.plain_yaml import shown
from heuristan.tangram.outlines.piece_sets import piece_set_names, read_piece_set
from heuristan.tangram.outlines.svg.curves import Curve, curves_of, straightened
from heuristan.tangram.outlines.svg.document import Element, SvgFault
from heuristan.tangram.outlines.svg.geometry import Track
from heuristan.tangram.outlines.svg.painting import Shape
from heuristan.tangram.outlines.svg.regions import (
    Effort,
    Region,
    Ring,
    faces_of,
    filled,
    lined,
    polygons_in,
    union,
)
from heuristan.tangram.outlines.svg.style import WHITE, Colour
from heuristan.tangram.outlines.svg.tans import pieces_among
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet
from heuristan.tangram.puzzle.drawing import Drawing, Polygon
from heuristan.tangram.puzzle.puzzle import MOST_SETS

MAX_SHAPES = 2000
"""Maximum number of shapes of one figure."""

_SAME_COLOUR = 12.0
_SPECK = 1 / 200
"""Parts of less than this share of the largest one are specks, like letters of a caption."""
_LEAST_CARD = 0.05
"""Minimum share of a rectangle around a figure that the figure's box has."""
_MAX_BACKGROUNDS = 8
_NEAR = 0.02
"""Maximum distance from the outline of a curve that belongs to it, in legs."""
_CLOSED = 0.02
"""Maximum gap between the ends of a closed line, as a share of its size."""

Box = tuple[float, float, float, float]
"""Minimum x and y, maximum x and y."""


@dataclass(frozen=True)
class Sheet:
    """Shapes on their paper."""

    shapes: tuple[Shape, ...]
    paper: Colour

    @classmethod
    def of(cls, shapes: Sequence[Shape], canvas: Box, paper: Colour = WHITE) -> "Sheet":
        """Return the shapes without the rectangles behind them, which cover the canvas or surround all the rest."""
        sheet = cls(tuple(shape for shape in shapes if shape.tracks and (shape.fill or shape.stroke)), paper)
        for _ in range(_MAX_BACKGROUNDS):
            above = sheet.without_first()
            if above is None or not sheet.is_background(canvas):
                break
            sheet = above
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
        is_around = box[0] < inner[0] and box[1] < inner[1] and inner[2] < box[2] and inner[3] < box[3]
        return is_around and self.is_filled(self.shapes[0]) and _size(inner) > _LEAST_CARD * _size(box)

    def is_filled(self, shape: Shape) -> bool:
        """Return whether it is filled with another colour than the paper's."""
        return shape.fill is not None and not _is_same(shape.fill.over(self.paper), self.paper)

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
            replace(shape, tracks=tuple(straightened(track, leg) for track in shape.tracks))
            if any(track.is_curved for track in shape.tracks)
            else shape
            for shape in self.shapes
        )
        return replace(self, shapes=tuple(shapes))


def _is_same(colour: Colour, other: Colour) -> bool:
    return all(abs(a - b) <= _SAME_COLOUR for a, b in zip(colour[:3], other[:3], strict=True))


def _box(rings: Sequence[Ring]) -> Box:
    points = [z for ring in rings for z in ring]
    if not points:
        return (0.0, 0.0, 0.0, 0.0)
    xs, ys = [z.real for z in points], [z.imag for z in points]
    return min(xs), min(ys), max(xs), max(ys)


def _size(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _is_rectangle(ring: Ring, box: Box) -> bool:
    from shapely import Polygon

    polygon = Polygon([(z.real, z.imag) for z in ring]) if len(ring) > 2 else None
    return polygon is not None and polygon.area >= 0.98 * _size(box) > 0


def rings_of(shape: Shape) -> list[Ring]:
    """Return the rings that a shape fills, each once around."""
    return [ring for track in shape.tracks if len(ring := _ring(track)) > 2]


def _ring(track: Track) -> Ring:
    points = track.points
    ring = [point for point, before in zip(points, [None, *points], strict=False) if point != before]
    return ring[:-1] if ring[0] == ring[-1] else ring


@dataclass(frozen=True)
class Figure:
    """The figure on a sheet."""

    region: Region
    rings: tuple[tuple[str | None, Ring], ...]
    """Rings that could be pieces, each with the name that the file gives it."""
    curves: tuple[Curve, ...]

    @property
    def leg(self) -> float:
        """About a small leg, if it is one set."""
        return sqrt(self.region.area / TANGRAM.legs_squared)

    def check_curves(self) -> None:
        """Check that the outline is straight.

        Raises:
            SvgFault: if it is not.
        """
        from shapely import Point

        edge = self.region.boundary
        for spot, line in self.curves:
            if edge.distance(Point(spot.real, spot.imag)) <= _NEAR * self.leg:
                raise SvgFault(
                    line,
                    f"the outline is curved at ({spot.real:.6g}, {spot.imag:.6g}); the edges of a tangram are "
                    "straight: draw it with lines",
                )


def figure_on(sheet: Sheet, line: int, effort: Effort) -> Figure:
    """Return the figure on a sheet, with its flat curves straight and its rounded vertices sharp.

    Raises:
        SvgFault: if there is no figure, or it is too large.
    """
    if len(sheet.shapes) > MAX_SHAPES:
        raise SvgFault(line, f"the figure has {len(sheet.shapes)} shapes; more than {MAX_SHAPES} are not read")
    effort.check([ring for shape in sheet.shapes for ring in rings_of(shape)], line)
    figure = _figure(sheet, effort)
    if figure.region.is_empty:
        raise SvgFault(
            line, "no figure shows on the paper; give its shapes an area and a fill that is not white", is_empty=True
        )
    if any(track.is_curved for shape in sheet.shapes for track in shape.tracks):
        figure = _figure(sheet.straightened(figure.leg), effort)
    return figure


def _figure(sheet: Sheet, effort: Effort) -> Figure:
    drawn = [shape for shape in sheet.shapes if sheet.is_lined(shape)]
    solid = _solid(sheet)
    outlined, faces = _outlined(drawn, effort)
    region, shapes = solid, list(sheet.shapes)
    if solid.area < 0.25 * outlined.area:
        region, shapes = outlined, drawn
    rings = [(shape.piece, ring) for shape in shapes if not sheet.is_eraser(shape) for ring in rings_of(shape)]
    rings += [(None, ring) for ring in faces]
    curves = [curve for shape in shapes for track in shape.tracks for curve in curves_of(track, shape.line)]
    return Figure(_without_specks(region), tuple(rings), tuple(curves))


def _solid(sheet: Sheet) -> Region:
    """Return the region that is filled and not painted over in the colour of the paper."""
    region, added = union([]), list[Region]()
    for shape in sheet.shapes:
        if sheet.is_filled(shape):
            added.append(filled(rings_of(shape), shape.rule))
        elif sheet.is_eraser(shape) and (added or not region.is_empty):
            region, added = union([region, *added]).difference(filled(rings_of(shape), shape.rule)), []
    return union([region, *added]) if not region.is_empty or len(added) != 1 else added[0]


def _outlined(shapes: Sequence[Shape], effort: Effort) -> tuple[Region, list[Ring]]:
    """Return the region that lines enclose: closed ones each for itself; if none is closed, all of them together.

    Returns:
        The region, and the faces that lines enclose together.
    """
    closed = [_ring(track) for shape in shapes for track in shape.tracks if _is_closed(track)]
    if closed:
        return lined([filled([ring], "nonzero") for ring in closed]), []
    if not shapes:
        return union([]), []
    tracks = [track.points for shape in shapes for track in shape.tracks]
    effort.check(tracks, shapes[0].line)
    faces = faces_of(tracks)
    return union(faces), [[complex(x, y) for x, y in face.exterior.coords[:-1]] for face in faces]


def _is_closed(track: Track) -> bool:
    points = track.points
    size = max(abs(point - track.start) for point in points)
    return len(points) > 2 and (track.closed or abs(points[-1] - track.start) <= _CLOSED * size)


def _without_specks(region: Region) -> Region:
    parts = polygons_in(region)
    largest = max((part.area for part in parts), default=0.0)
    kept = [part for part in parts if part.area >= _SPECK * largest]
    return union(kept) if len(kept) < len(parts) else region


def drawing_of(figure: Figure, id: str, element: Element) -> Drawing:
    """Return the drawing of a figure: its pieces where it is drawn of them, else its outline.

    Args:
        figure: as found.
        id: its name.
        element: the element that holds it; its ``data-set`` and ``data-sets`` say which pieces to lay it with.

    Raises:
        SvgFault: if the outline is curved, or an attribute has an impossible value.
    """
    own, sets = set_of(element), sets_of(element)
    for pieces in [own] if own else _sets_meant(figure):
        laid = pieces_among(figure.rings, figure.region.area, pieces)
        if laid:
            return Drawing(id, (), laid, y_down=True, sets=sets, pieces=own or (None if pieces is TANGRAM else pieces))
    figure.check_curves()
    return Drawing(id, tuple(_polygons(figure.region)), y_down=True, sets=sets, pieces=own)


def _sets_meant(figure: Figure) -> Iterator[PieceSet]:
    """Yield the sets that the pieces may belong to: the seven tans, and sets with the pieces that the file names."""
    yield TANGRAM
    names = {name for name, _ in figure.rings if name}
    for name in piece_set_names() if names else ():
        pieces = read_piece_set(name)
        if names <= pieces.by_name.keys():
            yield pieces


def _polygons(region: Region) -> Iterator[Polygon]:
    for part in polygons_in(region):
        yield tuple(tuple((x, y) for x, y in ring.coords[:-1]) for ring in (part.exterior, *part.interiors))


def set_of(element: Element) -> PieceSet | None:
    """Return the set of pieces that an element names.

    Raises:
        SvgFault: if there is no such set.
    """
    name = element.get("data-set")
    if not name:
        return None
    names = piece_set_names()
    if name not in names:
        raise element.fault(f"'data-set' is {shown(name)}; {nearest(name, names)}")
    return read_piece_set(name)


def sets_of(element: Element) -> int | None:
    """Return the number of sets that an element names.

    Raises:
        SvgFault: if it is not one.
    """
    text = element.get("data-sets")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 3 and 0 < int(text) <= MOST_SETS):
        raise element.fault(
            f"'data-sets' is {shown(text)}; write a whole number from 1 to {MOST_SETS}, or leave it out"
        )
    return int(text)
