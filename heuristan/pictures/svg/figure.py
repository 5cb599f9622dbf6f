"""The figures that a sheet may show, painted regions and what lines enclose, and their drawings: pieces or an outline.

Shapes are laid on each other in the order in which they are painted: what has a colour adds to the figure, and what
has the colour of the paper takes away from it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt

from heuristan.common.faults import nearest
from heuristan.common.overlay import difference, union
from heuristan.common.quoting import shown
from heuristan.pictures.svg.curves import Curve, curves_of
from heuristan.pictures.svg.document import Element, SvgFault
from heuristan.pictures.svg.geometry import Track
from heuristan.pictures.svg.painting import Shape
from heuristan.pictures.svg.paper import Sheet, ring_of, rings_of
from heuristan.pictures.svg.regions import (
    Effort,
    Region,
    Ring,
    faces_of,
    filled,
    lined,
    polygons_in,
)
from heuristan.pictures.svg.tans import area_of, pieces_among
from heuristan.tangram.outlines.piece_sets import piece_set_names, read_piece_set
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet
from heuristan.tangram.puzzle.drawing import Drawing, DrawnPiece, Origin, Polygon
from heuristan.tangram.puzzle.puzzle import MOST_SETS

KIND = "an SVG drawing"

TILED = 0.05
"""Maximum difference of the area of polygons side by side and the area that they cover, as a share of it."""

SPECK = 1 / 200
"""Parts of less than this share of the largest one are specks, like letters of a caption."""
_NEAR = 0.02
"""Maximum distance from the outline of a curve that belongs to it, in legs."""
_CLOSED = 0.02
"""Maximum gap between the ends of a closed line, as a share of its size."""


@dataclass(frozen=True)
class Figure:
    """The figure on a sheet."""

    region: Region
    rings: tuple[tuple[str | None, Ring], ...]
    """Rings that could be pieces, each with the name that the file gives it."""
    curves: tuple[Curve, ...]
    suspicions: tuple[str, ...] = ()
    """What may have been misread, a clause each."""
    other: "Figure | None" = None
    """Another figure that may be meant as well: what lines enclose where this one is filled, or the other way round."""
    is_lined: bool = False
    """Whether lines enclose it, so that what is filled in it is a mark."""

    @property
    def leg(self) -> float:
        """About a small leg, if it is one set."""
        return sqrt(self.region.area / TANGRAM.legs_squared)

    @cached_property
    def tans(self) -> tuple[DrawnPiece, ...]:
        """Its pieces, if it is drawn as those of whole sets of the seven tans; else none."""
        return pieces_among(self.rings, self.region.area, TANGRAM)

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


def figures_on(sheet: Sheet, effort: Effort) -> tuple[Figure, Figure]:
    """Return what is filled on a sheet, and what its lines enclose; either may be empty."""
    drawn = [shape for shape in sheet.shapes if sheet.is_lined(shape)]
    outlined, faces = _outlined(drawn, effort)
    lined = _figure(sheet, outlined, drawn, faces)
    return _figure(sheet, _solid(sheet), sheet.shapes, faces), replace(lined, is_lined=True)


def _figure(sheet: Sheet, region: Region, shapes: Iterable[Shape], faces: Iterable[Ring]) -> Figure:
    """Return the figure of some shapes of a sheet.

    Args:
        sheet: all shapes.
        region: that the figure covers.
        shapes: those that it is drawn with.
        faces: what lines enclose together.
    """
    used = list(shapes)
    rings = [(shape.piece, ring) for shape in used if not sheet.is_eraser(shape) for ring in rings_of(shape)]
    rings += [(None, ring) for ring in faces]
    curves = [curve for shape in used for track in shape.tracks for curve in curves_of(track, shape.line)]
    return Figure(_without_specks(region), tuple(rings), tuple(curves))


def _solid(sheet: Sheet) -> Region:
    """Return the region that is filled and not painted over in the colour of the paper."""
    region, added = union([]), list[Region]()
    for shape in sheet.shapes:
        if sheet.is_filled(shape):
            added.append(filled(rings_of(shape), shape.rule))
        elif sheet.is_eraser(shape) and (added or not region.is_empty):
            region, added = difference(union([region, *added]), filled(rings_of(shape), shape.rule)), []
    return union([region, *added]) if not region.is_empty or len(added) != 1 else added[0]


def _outlined(shapes: Sequence[Shape], effort: Effort) -> tuple[Region, list[Ring]]:
    """Return the region that lines enclose: closed ones each for itself; if none is closed, all of them together.

    Returns:
        The region, and the faces that lines enclose together.
    """
    closed = [ring_of(track) for shape in shapes for track in shape.tracks if _is_closed(track)]
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
    kept = [part for part in parts if part.area >= SPECK * largest]
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
    drawing = Drawing(id, (), y_down=True, sets=sets, pieces=own, origin=Origin(KIND, figure.suspicions))
    for pieces in [own] if own else _sets_meant(figure):
        laid = figure.tans if pieces is TANGRAM else pieces_among(figure.rings, figure.region.area, pieces)
        if laid:
            return replace(drawing, laid=laid, pieces=own or (None if pieces is TANGRAM else pieces))
    figure.check_curves()
    sets = sets or _sets_of_polygons(figure, own or TANGRAM)
    return replace(drawing, polygons=tuple(_polygons(figure.region)), sets=sets)


def _sets_of_polygons(figure: Figure, pieces: PieceSet) -> int | None:
    """Return the number of sets of a figure that is drawn as a polygon a piece, though not with the forms of pieces."""
    sets, others = divmod(len(figure.rings), pieces.size)
    drawn = sum(abs(area_of(ring)) for _, ring in figure.rings)
    return sets if sets and not others and abs(drawn - figure.region.area) < TILED * figure.region.area else None


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
