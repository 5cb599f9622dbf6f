"""The figure that a sheet shows, and its drawing: pieces or an outline.

Shapes are laid on each other in the order in which they are painted: what has a colour adds to the figure, and what
has the colour of the paper takes away from it. Lines enclose another figure.

Pieces are the figure, whatever is drawn around them. Otherwise it is what is filled, if that is not a small share of
what lines enclose; a frame of lines around it is not a figure. Where the other one may be meant as well, it is kept.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import dist, sqrt

from heuristan.common.overlay import difference, intersection, symmetric_difference, union
from heuristan.common.plane import sides_of
from heuristan.pictures.svg.canvas import Sheet, ring_of, rings_of
from heuristan.pictures.svg.document import SvgFault
from heuristan.pictures.svg.filling import Effort, Region, Ring, faces_of, filled, is_rectangle, lined, polygons_in
from heuristan.pictures.svg.geometry import Curve, Track, curves_of
from heuristan.pictures.svg.islands import MAX_SHAPES
from heuristan.pictures.svg.painting import Shape
from heuristan.pictures.svg.tans import area_of, pieces_among
from heuristan.tangram.outlines.piece_sets import piece_set_names, read_piece_set
from heuristan.tangram.outlines.tolerant.silhouette import rings_of as rings_of_polygon
from heuristan.tangram.outlines.tolerant.silhouette import turn_of
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece, Origin, Polygon, Vector

KIND = "an SVG drawing"

TILED = 0.05
"""Maximum difference of the area of polygons side by side and the area that they cover, as a share of it."""

SPECK = 1 / 200
"""Parts of less than this share of the largest one are specks, like letters of a caption."""
_NEAR = 0.02
"""Maximum distance from the outline of a curve that belongs to it, in legs."""
_CLOSED = 0.02
"""Maximum gap between the ends of a closed line, as a share of its size."""
SMALL = 0.25
"""Minimum share of what lines enclose that is filled where that is the figure."""

TINY = 0.005
"""Minimum share of one figure that the other has, if it may be meant: smaller ones are marks."""

ANOTHER = 0.05
"""Minimum difference of two figures, as a share of the first."""

WITHIN = 0.9
"""Minimum share of what is filled that lies within lines, if both may be meant: what lies beside is a legend."""

STRAIGHT = 0.9
"""Minimum share of the outline of a figure that runs along eight directions."""

MAX_VERTICES = 100
"""Maximum number of vertices of a figure that may be meant besides another."""

FOUR_SIDED = 5
"""Number of positions of a ring with four sides."""

LENGTHS = tuple({abs(n + m * sqrt(2)) for n in range(-4, 9) for m in range(-3, 6)} - {0.0})
"""Lengths of the edges of outlines of one set, in legs: sums and differences of few sides of pieces."""

NEAR = 0.01
"""Maximum error of such a length, in legs: a sixth of all lengths are so near to one of them."""

CONVEX_SIDES = (1.0, 2.0)
"""Ratios of the sides of the rectangles that a set of tans makes."""

LINES = "the lines {} it may be the figure"
FILLED = "the filled shapes {} it may be the figure"
AROUND = LINES.format("around")
"""Suspicion of a figure in a frame: the frame may be the figure."""


@dataclass(frozen=True)
class SheetFigure:
    """The figure on a sheet."""

    region: Region
    rings: tuple[tuple[str | None, Ring], ...]
    """Rings that could be pieces, each with the name that the file gives it."""
    curves: tuple[Curve, ...]
    suspicions: tuple[str, ...] = ()
    """Suspicions of a misreading, a clause each."""
    other: "SheetFigure | None" = None
    """Another figure that may be meant as well: what lines enclose where this one is filled, or the other way round."""
    is_lined: bool = False
    """Whether lines enclose it, so that what is filled in it is a mark."""

    @property
    def leg(self) -> float:
        """About a small leg, if it is one set."""
        return sqrt(self.region.area / TANGRAM.legs_squared)

    @cached_property
    def tans(self) -> tuple[LaidPiece, ...]:
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


def _figures_on(sheet: Sheet, effort: Effort) -> tuple[SheetFigure, SheetFigure]:
    """Return what is filled on a sheet, and what its lines enclose; either may be empty."""
    drawn = [shape for shape in sheet.shapes if sheet.is_lined(shape)]
    outlined, faces = _outlined(drawn, effort)
    lined = _figure(sheet, outlined, drawn, faces)
    return _figure(sheet, _solid(sheet), sheet.shapes, faces), replace(lined, is_lined=True)


def _figure(sheet: Sheet, region: Region, shapes: Iterable[Shape], faces: Iterable[Ring]) -> SheetFigure:
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
    return SheetFigure(_without_specks(region), tuple(rings), tuple(curves))


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


def drawing_of(figure: SheetFigure) -> Drawing:
    """Return the drawing of a figure, not yet named: its pieces where it is drawn of them, else its outline.

    Raises:
        SvgFault: if the outline is curved.
    """
    drawing = Drawing("", (), y_down=True, origin=Origin(KIND, figure.suspicions))
    for pieces in _sets_meant(figure):
        laid = figure.tans if pieces is TANGRAM else pieces_among(figure.rings, figure.region.area, pieces)
        if laid:
            return replace(drawing, laid=laid, pieces=None if pieces is TANGRAM else pieces)
    figure.check_curves()
    return replace(drawing, polygons=tuple(_polygons(figure.region)), sets=_sets_of_polygons(figure))


def _sets_of_polygons(figure: SheetFigure) -> int | None:
    """Return the number of sets of a figure that is drawn as a polygon a piece, though not with the forms of pieces."""
    sets, others = divmod(len(figure.rings), TANGRAM.size)
    drawn = sum(abs(area_of(ring)) for _, ring in figure.rings)
    return sets if sets and not others and abs(drawn - figure.region.area) < TILED * figure.region.area else None


def _sets_meant(figure: SheetFigure) -> Iterator[PieceSet]:
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


def figure_on(sheet: Sheet, line: int, effort: Effort) -> SheetFigure:
    """Return the figure on a sheet, with its flat curves straight and its rounded vertices sharp.

    Raises:
        SvgFault: if there is no figure, or it is too large.
    """
    if len(sheet.shapes) > MAX_SHAPES:
        raise SvgFault(line, f"the figure has {len(sheet.shapes)} shapes; more than {MAX_SHAPES} are not read")
    effort.check([ring for shape in sheet.shapes for ring in rings_of(shape)], line)
    inner = _within_frame(sheet, line, effort)
    if inner is not None:
        return inner
    figure = _chosen(*_figures_on(sheet, effort))
    if figure.region.is_empty:
        raise SvgFault(
            line, "no figure shows on the paper; give its shapes an area and a fill that is not white", is_empty=True
        )
    if any(track.is_curved for shape in sheet.shapes for track in shape.tracks):
        figure = _chosen(*_figures_on(sheet.straightened(figure.leg), effort))
    return figure


def _within_frame(sheet: Sheet, line: int, effort: Effort) -> SheetFigure | None:
    """Return the figure that lines enclose within a rectangle, with the rectangle if that may be meant.

    None if there is no such rectangle, something in it is filled, or it has a hole with four sides.
    """
    within = sheet.without_frame()
    if within is None or any(map(within.is_filled, within.shapes)):
        return None
    try:
        inner = figure_on(within, line, effort)
    except SvgFault:
        return None
    filled, lined = _figures_on(sheet, effort)
    whole = lined if filled.region.is_empty else filled
    if not _may_be_meant(inner, whole):
        return None
    is_hole = whole is lined and inner.region.area <= SMALL * whole.region.convex_hull.area
    if is_hole and sum(len(part.exterior.coords) for part in polygons_in(inner.region)) <= FOUR_SIDED:
        return None
    if inner.tans or not ((is_hole or _is_convex_tangram(whole.region)) and _may_be_meant(whole, inner)):
        return inner
    whole = replace(whole, suspicions=(LINES.format("within"),), other=None)
    return replace(inner, suspicions=(AROUND,), other=whole)


def _chosen(filled: SheetFigure, lined: SheetFigure) -> SheetFigure:
    """Return the figure that is meant, with the other one if that may be meant as well."""
    if filled.region.is_empty or lined.region.is_empty:
        return lined if filled.region.is_empty else filled
    share = filled.region.area / lined.region.area
    is_framed = _is_frame(lined.region, filled.region) and _may_be_meant(filled, lined)
    first, second = (filled, lined) if share >= SMALL or is_framed else (lined, filled)
    of_pieces = next((one for one in (first, second) if one.tans), None)
    if of_pieces is not None:
        return of_pieces
    if is_framed and (share >= SMALL or not _is_convex_tangram(lined.region)):
        return first
    small, large = (filled.region, lined.region) if share < 1 else (lined.region, filled.region)
    is_within = intersection(small, large).area > WITHIN * small.area and (share < 1 or small.area > SMALL * large.area)
    if not (is_within and _may_be_meant(second, first) and _may_be_meant(first, second)):
        return first
    around, within = ("around", "within") if share < 1 else ("within", "around")
    of_lines, of_filled = LINES.format(around), FILLED.format(within)
    one, other = (of_lines, of_filled) if first is filled else (of_filled, of_lines)
    return replace(first, suspicions=(one,), other=replace(second, suspicions=(other,)))


def _is_frame(lines: Region, filled: Region) -> bool:
    """Return whether lines enclose a rectangle around all that is filled."""
    return is_rectangle(lines) and bool(lines.contains(filled))


def _is_convex_tangram(frame: Region) -> bool:
    """Return whether a rectangle has the sides of one that a set of tans makes."""
    xs, ys = zip(*frame.minimum_rotated_rectangle.exterior.coords, strict=True)
    one, other = (((xs[i + 1] - xs[i]) ** 2 + (ys[i + 1] - ys[i]) ** 2) ** 0.5 for i in (0, 1))
    ratio = max(one, other) / min(one, other)
    return any(abs(ratio - wanted) < 0.01 * wanted for wanted in CONVEX_SIDES)


def is_like_one_set(region: Region) -> bool:
    """Return whether a region has the directions and lengths of an outline of one set, in the unit of its area.

    A part of a set has not, unless its area is that of the set divided by a power of two. Nor can be told of a
    triangle or of a figure with four sides: pieces have those too.
    """
    rings = [ring for polygon in polygons_in(region) for ring in rings_of_polygon(polygon)]
    if sum(map(len, rings)) <= 4 or not _is_straight(rings):
        return False
    leg = sqrt(region.area / TANGRAM.legs_squared)
    lengths = [dist(p, q) / leg for ring in rings for p, q in sides_of(ring)]
    return all(min(abs(length - one) for one in LENGTHS) <= NEAR for length in lengths)


def _is_straight(rings: Sequence[Sequence[Vector]]) -> bool:
    return sum(map(len, rings)) <= MAX_VERTICES and turn_of(rings)[1] >= STRAIGHT


def _may_be_meant(figure: SheetFigure, besides: SheetFigure) -> bool:
    """Return whether a figure may be a puzzle, and not only marks on another one or around it."""
    region, other = figure.region, besides.region
    if region.area < TINY * other.area or symmetric_difference(region, other).area < ANOTHER * other.area:
        return False
    return _is_straight([ring for polygon in polygons_in(region) for ring in rings_of_polygon(polygon)])
