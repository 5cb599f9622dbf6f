"""One figure on a page, or several: which groups, or which places of it, hold a figure each.

A group is one figure, unless the groups in it, with the shapes beside them, are separate figures, or its islands are:
shapes with empty paper between them. They are if they lie apart from each other, and each holds the pieces of whole
sets, or their areas agree, or are not those of parts of one set; islands also if each has a frame. The pieces of one
figure, grouped one by one, are none of that. If only some parts hold the pieces of whole sets, those are the figures,
and the rest is accounted for (`account`).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from heuristan.pictures.svg.canvas import Box, Sheet, rings_of
from heuristan.pictures.svg.document import SvgFault
from heuristan.pictures.svg.drawn_figure import SheetFigure, figure_on, is_like_one_set
from heuristan.pictures.svg.filling import Effort, filled, polygons_in
from heuristan.pictures.svg.islands import APART, FIGURE_SIZED, islands_of
from heuristan.pictures.svg.painting import Group, Shape
from heuristan.pictures.svg.style import WHITE, Colour
from heuristan.pictures.svg.tans import pieces_among
from heuristan.tangram.pieces.sets import TANGRAM

AGREEING = 0.02
"""By what share areas of figures may differ."""

SAME_AREA = 0.1
"""Maximum error of areas of parts of one set, in small triangles."""

MAX_MULTIPLE = 4
"""Maximum ratio of the areas of two figures of a page."""
MANY, MOST = 5, 0.75
"""Minimum number of figures for which a share with one area is enough; the others may be drawn to fit in."""

SEVERAL = 3
"""Minimum number of islands with many sides that are figures whatever their areas: no set has so many such parts."""

FOUR = 4
"""Maximum number of sides of pieces: figures of one set have more, but for a few."""

LETTER_SIZED = 0.25
"""Maximum area of a shape with curves that is lettering or decoration, as a share of the largest figure."""

DEEPEST = 8
"""Maximum depth of groups within groups that are looked into, not counting groups that hold all the rest."""


class Cell(NamedTuple):
    """A group or an island that should hold one figure."""

    group: Group
    sheet: Sheet
    """Its shapes without what is behind the figure."""
    figure: SheetFigure | SvgFault
    """Its figure, or its fault."""

    @property
    def number(self) -> int:
        """Its place on the page: when it is begun to be painted."""
        return min((shape.number for shape in self.group.shapes), default=0)

    @property
    def is_empty(self) -> bool:
        """Whether it has no possible figure, like a group of words or lines."""
        return isinstance(self.figure, SvgFault) and self.figure.is_empty

    @property
    def has_pieces(self) -> bool:
        return isinstance(self.figure, SheetFigure) and bool(self.figure.tans)

    @property
    def is_like_one_set(self) -> bool:
        return isinstance(self.figure, SheetFigure) and is_like_one_set(self.figure.region)

    @property
    def sides(self) -> int:
        """The number of sides of its figure."""
        parts = polygons_in(self.figure.region) if isinstance(self.figure, SheetFigure) else ()
        return sum(len(ring.coords) - 1 for part in parts for ring in (part.exterior, *part.interiors))

    @property
    def area(self) -> float:
        return float(self.figure.region.area) if isinstance(self.figure, SheetFigure) else 0.0

    @property
    def is_filled(self) -> bool:
        """Whether something in it is filled."""
        return any(map(self.sheet.is_filled, self.sheet.shapes))

    @property
    def is_framed(self) -> bool:
        """Whether one of its shapes surrounds the figure."""
        return isinstance(self.figure, SheetFigure) and any(
            filled(rings_of(shape), shape.rule).contains_properly(self.figure.region) for shape in self.group.shapes
        )


Rule: TypeAlias = Callable[[Sequence[Cell]], bool]


class Cutter:
    """Cuts a page into cells."""

    def __init__(self, canvas: Box) -> None:
        self._canvas = canvas
        self._efforts: dict[int, Effort] = defaultdict(Effort)
        """The work on each depth of the page."""

    def cells_of(self, page: Group) -> list[Cell]:
        """Return the figures of a page, in the order of the document; one where it is a single drawing."""
        return sorted(self._cells_in(page, WHITE, 0), key=lambda cell: cell.number)

    def sheet(self, group: Group, paper: Colour = WHITE) -> Sheet:
        return Sheet.of(group.shapes, self._canvas, paper)

    def cell(self, group: Group, paper: Colour, depth: int = 0) -> Cell:
        """Return a group as one figure."""
        sheet = self.sheet(group, paper)
        try:
            return Cell(group, sheet, figure_on(sheet, group.element.line, self._efforts[depth]))
        except SvgFault as fault:
            return Cell(group, sheet, fault)

    def islands(self, sheet: Sheet, group: Group) -> list[Cell]:
        """Return the shapes of a sheet that lie together, each as one figure; a single shape has its own name."""
        return self._cells_of(islands_of(sheet), group, sheet.paper, 0)

    def _cut(self, sheet: Sheet, group: Group, depth: int) -> list[Cell]:
        """Return the islands of a sheet; none if all of it is one, which is cheaper to see than to read twice."""
        islands = islands_of(sheet)
        is_whole = len(islands) == 1 and len(islands[0]) == len(sheet.shapes)
        return [] if is_whole else self._cells_of(islands, group, sheet.paper, depth)

    def _cells_of(self, islands: Iterable[Sequence[Shape]], group: Group, paper: Colour, depth: int) -> list[Cell]:
        return [
            self.cell(Group(shapes[0].element if len(shapes) == 1 else group.element, list(shapes)), paper, depth)
            for shapes in islands
        ]

    def _cells_in(self, group: Group, paper: Colour, depth: int) -> list[Cell]:
        level, sheet, items = self._items_of(group, paper)
        of_groups = (
            [cell for item in items for cell in self._cells_in(item, sheet.paper, depth + 1)]
            if len(items) > 1 and depth < DEEPEST
            else []
        )
        figures = _figures_among(of_groups, _are_separate_groups)
        if figures:
            return figures
        islands = self._cut(sheet, level, depth)
        return _figures_among(islands, _are_separate_islands) or self._one_of(group, paper, depth, (of_groups, islands))

    def _one_of(self, group: Group, paper: Colour, depth: int, cuts: Sequence[Sequence[Cell]]) -> list[Cell]:
        """Return the group as one figure, or what of it is one where the rest cannot be."""
        whole = self.cell(group, paper, depth)
        if whole.has_pieces:
            return [whole]
        laid = max(([cell for cell in cells if cell.has_pieces] for cells in cuts), key=len)
        if laid:
            return laid
        islands = cuts[-1]
        large = _large(islands)
        if all(cell.is_empty or any(cell is one for one in large) for cell in islands):
            return [_with_doubt(whole, large)]
        # the rest is lettering, or too small for a part of one set
        together = sorted((shape for cell in large for shape in cell.group.shapes), key=lambda shape: shape.number)
        rest = self.cell(Group(large[0].group.element, list(together)), whole.sheet.paper, depth)
        return [_with_doubt(rest, large)]

    def _items_of(self, group: Group, paper: Colour) -> tuple[Group, Sheet, list[Group]]:
        """Return the outermost group that does not hold all the rest, its sheet, and what is in it.

        That is its groups, and the shapes outside of them together; the background is none of them.
        """
        level = group
        while True:
            sheet = self.sheet(level, paper).bare()
            level, paper = level.only({shape.number for shape in sheet.shapes}), sheet.paper
            inside = level.only({shape.number for shape in sheet.without_frames().shapes})
            groups = [child for child in inside.children if isinstance(child, Group)]
            loose = [child for child in inside.children if isinstance(child, Shape)]
            if loose or len(groups) != 1:
                return level, sheet, [*groups, *([Group(level.element, list(loose))] if loose else [])]
            level = groups[0]


def _with_doubt(cell: Cell, islands: Sequence[Cell]) -> Cell:
    """Return a cell that says so if several of its islands are as large as figures of one page may be."""
    areas = [island.area for island in islands]
    is_plain = len(areas) < 2 or max(areas) > (MAX_MULTIPLE + 1) * min(areas) or _are_like_pieces(islands)
    if is_plain or isinstance(cell.figure, SvgFault):
        return cell
    doubt = f"{len(areas)} shapes that lie apart are read as one figure; if each is a figure, save each in its own file"
    return cell._replace(figure=replace(cell.figure, suspicions=(*cell.figure.suspicions, doubt)))


def _figures_among(cells: Sequence[Cell], are_separate: Rule) -> list[Cell]:
    """Return those of some cells that are separate figures; none if they are not."""
    large = _large(cells)
    return large if len(large) > 1 and _are_figures(large, are_separate) else []


def _large(cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells that may be figures, by their size: neither lettering nor specks nor swatches of a legend."""
    most = max((cell.area for cell in cells), default=0.0)
    return [
        cell
        for cell in cells
        if not cell.is_empty
        and (
            cell.has_pieces
            or isinstance(cell.figure, SvgFault)
            or not (cell.area < FIGURE_SIZED * most or _is_lettering(cell, most))
        )
    ]


def _is_lettering(cell: Cell, most: float) -> bool:
    """Return whether a cell is small and curved."""
    return isinstance(cell.figure, SheetFigure) and bool(cell.figure.curves) and cell.area < LETTER_SIZED * most


def _are_figures(cells: Sequence[Cell], are_separate: Rule) -> bool:
    figures = [cell.figure for cell in cells if isinstance(cell.figure, SheetFigure)]
    if not figures or not _lie_apart(figures):
        return False
    return all(cell.has_pieces for cell in cells) or (are_separate(cells) and not _is_one_set(figures))


def _is_one_set(figures: Sequence[SheetFigure]) -> bool:
    """Return whether only all groups together make up sets of pieces."""
    rings = [ring for figure in figures for ring in figure.rings]
    return bool(pieces_among(rings, sum(figure.region.area for figure in figures), TANGRAM))


def _may_be_one_set(cells: Sequence[Cell]) -> bool:
    """Return whether the areas of cells are those of parts of one set: multiples of a small triangle."""
    whole = sum(cell.area for cell in cells)
    triangles = [2 * TANGRAM.legs_squared * cell.area / whole for cell in cells]
    are_whole = all(abs(number - round(number)) < SAME_AREA for number in triangles)
    # the lengths of a part are those of a set too if its area is a half of a half of ... the set's
    sets = [
        cell.is_like_one_set and round(number).bit_count() > 1 for cell, number in zip(cells, triangles, strict=True)
    ]
    return are_whole and not any(sets)


def _areas(cells: Sequence[Cell]) -> list[float]:
    return [cell.area for cell in cells if isinstance(cell.figure, SheetFigure)]


def _are_separate_groups(cells: Sequence[Cell]) -> bool:
    """Return whether groups have areas that agree, or cannot be parts of one set."""
    return _agree(_areas(cells)) or (not _may_be_one_set(cells) and all(cell.sides > FOUR for cell in cells))


def _are_separate_islands(cells: Sequence[Cell]) -> bool:
    """Return whether islands have one area or are whole sets each, and cannot be parts of one set, or have frames."""
    areas = _areas(cells)
    if all(cell.is_framed for cell in cells):
        return True
    may_be_one_set = _may_be_one_set(cells)
    if not may_be_one_set and len(cells) >= SEVERAL and all(cell.sides > FOUR for cell in cells):
        return True
    if not may_be_one_set and all(cell.has_pieces or cell.is_like_one_set for cell in cells):
        return True
    if max(areas) - min(areas) > AGREEING * max(areas) or _are_like_pieces(cells):
        return False
    return not may_be_one_set


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


def _are_like_pieces(cells: Sequence[Cell]) -> bool:
    """Return whether islands are as many as the pieces of whole sets, and convex as those are."""
    return len(cells) % TANGRAM.size == 0 and all(
        cell.figure.region.area > 0.999 * cell.figure.region.convex_hull.area
        for cell in cells
        if isinstance(cell.figure, SheetFigure)
    )


def _lie_apart(figures: Sequence[SheetFigure]) -> bool:
    from shapely import STRtree

    regions = [figure.region for figure in figures]
    gap = APART * min(figure.leg for figure in figures)
    near, _ = STRtree(regions).query(regions, predicate="dwithin", distance=gap)
    return len(near) == len(regions)
