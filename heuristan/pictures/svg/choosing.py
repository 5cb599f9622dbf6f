"""The figure on a sheet, where shapes are filled and lines are drawn: which of them are it, and which may be.

Pieces are the figure, whatever is drawn around them. Otherwise it is what is filled, if that is not a small share of
what lines enclose; a frame of lines around it is not a figure. Where the other one may be meant as well, it is kept.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import dist, sqrt

from heuristan.common.overlay import intersection, symmetric_difference
from heuristan.common.plane import sides_of
from heuristan.pictures.svg.document import SvgFault
from heuristan.pictures.svg.figure import Figure, figures_on
from heuristan.pictures.svg.islands import MAX_SHAPES
from heuristan.pictures.svg.paper import Sheet, rings_of
from heuristan.pictures.svg.regions import Effort, Region, is_rectangle, polygons_in
from heuristan.tangram.outlines.tolerant.silhouette import rings_of as rings_of_polygon
from heuristan.tangram.outlines.tolerant.silhouette import turn_of
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.drawing import Vector

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
"""What is said of a figure in a frame that may be one."""


def figure_on(sheet: Sheet, line: int, effort: Effort) -> Figure:
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
    figure = _chosen(*figures_on(sheet, effort))
    if figure.region.is_empty:
        raise SvgFault(
            line, "no figure shows on the paper; give its shapes an area and a fill that is not white", is_empty=True
        )
    if any(track.is_curved for shape in sheet.shapes for track in shape.tracks):
        figure = _chosen(*figures_on(sheet.straightened(figure.leg), effort))
    return figure


def _within_frame(sheet: Sheet, line: int, effort: Effort) -> Figure | None:
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
    filled, lined = figures_on(sheet, effort)
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


def _chosen(filled: Figure, lined: Figure) -> Figure:
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


def _may_be_meant(figure: Figure, besides: Figure) -> bool:
    """Return whether a figure may be a puzzle, and not only marks on another one or around it."""
    region, other = figure.region, besides.region
    if region.area < TINY * other.area or symmetric_difference(region, other).area < ANOTHER * other.area:
        return False
    return _is_straight([ring for polygon in polygons_in(region) for ring in rings_of_polygon(polygon)])
