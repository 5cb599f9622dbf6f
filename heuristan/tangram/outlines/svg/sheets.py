"""One figure on a page, or several: which groups hold a figure each.

A document is one drawing, unless its outermost groups (those below groups that hold all the rest) are separate figures.
They are if no shape is outside of them, they lie apart from each other, and either each holds the pieces of whole sets,
or their areas agree: most of them are the same, or half of them are and the others are small multiples of it, as
figures of several sets have. The pieces of one figure, grouped one by one, are neither. If only one group holds the
pieces of whole sets, that group is the drawing, and the others are its legend or the like.
"""

from collections.abc import Sequence
from typing import NamedTuple

from heuristan.tangram.outlines.svg.choosing import figure_on
from heuristan.tangram.outlines.svg.document import SvgFault
from heuristan.tangram.outlines.svg.figure import Figure
from heuristan.tangram.outlines.svg.painting import Group, Shape
from heuristan.tangram.outlines.svg.paper import Box, Sheet
from heuristan.tangram.outlines.svg.regions import Effort
from heuristan.tangram.outlines.svg.style import WHITE, Colour
from heuristan.tangram.outlines.svg.tans import pieces_among
from heuristan.tangram.pieces.sets import TANGRAM

AGREEING = 0.02
"""By what share areas of figures may differ."""

MAX_MULTIPLE = 4
"""Maximum ratio of the areas of two figures of a page."""
MANY, MOST = 5, 0.75
"""Minimum number of figures for which a share with one area is enough; the others may be drawn to fit in."""

_APART = 0.05
"""Minimum distance between figures, in legs."""


class Cell(NamedTuple):
    """A group that should hold one figure."""

    group: Group
    figure: Figure | SvgFault
    """Its figure, or its fault."""


def cells_of(page: Group, canvas: Box) -> list[Cell]:
    """Return the figures of a page, in the order of the document; one where it is a single drawing."""
    groups, paper = _outermost(page, canvas)
    effort = Effort()
    found = [_cell(group, canvas, paper, effort) for group in groups]
    cells = [cell for cell in found if not _is_empty(cell)]
    if len(cells) > 1 and _are_figures(cells):
        return cells
    whole = _cell(page, canvas, WHITE, Effort())
    laid = [cell for cell in cells if _has_pieces(cell)]
    return laid if len(laid) == 1 and not _has_pieces(whole) else [whole]


def _outermost(page: Group, canvas: Box) -> tuple[list[Group], Colour]:
    """Return the outermost groups, if only the background is outside of them, and the colour of their paper."""
    level, paper = page, WHITE
    while True:
        groups = [child for child in level.children if isinstance(child, Group) and child.shapes]
        sheet = Sheet.of(level.shapes, canvas, paper)
        kept = {id(shape) for shape in sheet.shapes}
        loose = [child for child in level.children if isinstance(child, Shape) and id(child) in kept]
        if loose or not groups:
            return [], paper
        if len(groups) > 1:
            return groups, sheet.paper
        level, paper = groups[0], sheet.paper


def _cell(group: Group, canvas: Box, paper: Colour, effort: Effort) -> Cell:
    try:
        return Cell(group, figure_on(Sheet.of(group.shapes, canvas, paper), group.element.line, effort))
    except SvgFault as fault:
        return Cell(group, fault)


def _is_empty(cell: Cell) -> bool:
    """Return whether a group has no possible figure, like a group of words or lines."""
    return isinstance(cell.figure, SvgFault) and cell.figure.is_empty


def _are_figures(cells: Sequence[Cell]) -> bool:
    figures = [cell.figure for cell in cells if isinstance(cell.figure, Figure)]
    if not figures or not _lie_apart(figures):
        return False
    areas = [figure.region.area for figure in figures]
    return all(map(_has_pieces, cells)) or (_agree(areas) and not _is_one_set(figures))


def _has_pieces(cell: Cell) -> bool:
    figure = cell.figure
    return isinstance(figure, Figure) and figure.is_of_pieces


def _is_one_set(figures: Sequence[Figure]) -> bool:
    """Return whether only all groups together make up sets of pieces."""
    rings = [ring for figure in figures for ring in figure.rings]
    return bool(pieces_among(rings, sum(figure.region.area for figure in figures), TANGRAM))


def _agree(areas: Sequence[float]) -> bool:
    middle = sorted(areas)[len(areas) // 2]
    same = sum(abs(area - middle) <= AGREEING * middle for area in areas)
    if len(areas) >= MANY and same >= MOST * len(areas):
        return True
    smallest = min(areas)
    multiples = [round(area / smallest) if area < (MAX_MULTIPLE + 1) * smallest else 0 for area in areas]
    fit = all(
        n and abs(area - n * smallest) <= AGREEING * n * smallest for area, n in zip(areas, multiples, strict=True)
    )
    return fit and 2 * multiples.count(1) >= len(areas)


def _lie_apart(figures: Sequence[Figure]) -> bool:
    from shapely import STRtree

    regions = [figure.region for figure in figures]
    gap = _APART * min(figure.leg for figure in figures)
    near, _ = STRtree(regions).query(regions, predicate="dwithin", distance=gap)
    return len(near) == len(regions)
