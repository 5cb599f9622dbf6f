"""What becomes of each element of a document: it is read, or it is left out and said so, or it may be a figure.

The account compares what is painted with the figures that were read, and knows nothing of how they were found. So
nothing can be lost on the way: what is painted and lies in no figure is left over, and is sorted here.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from heuristan.common.overlay import difference, union
from heuristan.common.words import places, plural
from heuristan.pictures.svg.canvas import Sheet, rings_of
from heuristan.pictures.svg.cells import LETTER_SIZED, Cell, Cutter
from heuristan.pictures.svg.document import Element
from heuristan.pictures.svg.drawn_figure import ANOTHER, SPECK, TINY, SheetFigure
from heuristan.pictures.svg.filling import Region, filled, is_rectangle, polygons_in
from heuristan.pictures.svg.islands import FIGURE_SIZED, ink_of, parts_of
from heuristan.pictures.svg.painting import SHAPES, Group, Shape
from heuristan.tangram.outlines.tolerant.silhouette import is_hairy
from heuristan.tangram.puzzle.drawing import Drawing

NEAR = 0.2
"""Maximum distance from a figure of what belongs to it, in legs: a silhouette may be larger than the pieces on it."""

MOST = 0.9
"""Minimum share of a line that lies on a figure where it belongs to that."""

DEFINITIONS = ("defs", "symbol", "clipPath", "mask", "marker", "pattern")
"""Elements that are painted only where others refer to them."""


class Fate(Enum):
    """What became of an element: the noun for one and for several, where it is said."""

    READ = ("shape of a figure", "shapes of figures")
    UNREAD = ("shape that may be a figure", "shapes that may be figures")
    PICTURE = ("picture of pixels", "pictures of pixels")
    PAPER = ("rectangle taken for paper", "rectangles taken for paper")
    GRID = ("line of squared paper", "lines of squared paper")
    FRAME = ("frame", "frames")
    LINE = ("line that encloses nothing", "lines that enclose nothing")
    SMALL = ("small shape", "small shapes")
    CURVED = ("small curved shape", "small curved shapes")
    UNSEEN = ("shape that cannot be seen", "shapes that cannot be seen")
    DEFINED = ("shape that is defined and not used", "shapes that are defined and not used")
    TEXT = ("text", "texts")
    OTHER = ("part of another format", "parts of another format")


IN_RESULTS = (Fate.READ, Fate.UNREAD, Fate.PICTURE)
"""Fates that have results of their own."""


class Entry(NamedTuple):
    """An element as often as it is painted, or once if it is not."""

    element: Element
    fate: Fate


class DrawingAccount(NamedTuple):
    """The fate of each element that is painted or could be, and the figures that are left over."""

    entries: tuple[Entry, ...]
    left_over: tuple[Cell, ...]
    """Shapes that may be a figure and are in none."""

    @property
    def left_out(self) -> tuple[str, ...]:
        """What no result says, a clause for each fate, with the lines of its elements."""
        return tuple(
            f"{plural(len(lines), *fate.value)} (line{'s' if len(set(lines)) > 1 else ''} {places(sorted(set(lines)))})"
            for fate in Fate
            if fate not in IN_RESULTS
            and (lines := [entry.element.line for entry in self.entries if entry.fate is fate])
        )


def account_of(
    root: Element, page: Group, cutter: Cutter, read: Sequence[tuple[Cell, Drawing | None]]
) -> DrawingAccount:
    """Return the account of a document.

    Args:
        root: of the document.
        page: all that it paints.
        cutter: that cut it into cells.
        read: the cells, each with its drawing; None where it is refused, so that all of it is spoken for.
    """
    fates, left_over = _Sorter(page, cutter, read).sort(page.shapes)
    seen = {id(shape.element) for shape in page.shapes}
    entries = [Entry(shape.element, fates[shape.number]) for shape in page.shapes]
    entries += (Entry(element, fate) for element, fate in _unpainted(root) if id(element) not in seen)
    return DrawingAccount(tuple(entries), tuple(left_over))


def _unpainted(element: Element, around: Fate | None = None) -> Iterator[tuple[Element, Fate]]:
    """Yield the elements in another that show something if they are painted, with what they are if they are not."""
    waiting = [(element, around)]
    while waiting:
        here, outer = waiting.pop()
        if here.name in SHAPES:
            yield here, outer or Fate.UNSEEN
        elif here.name in ("text", "image"):
            yield here, outer or (Fate.TEXT if here.name == "text" else Fate.PICTURE)
        elif here.name == "foreignObject":
            yield here, outer or Fate.OTHER
        inner = Fate.DEFINED if here.name in DEFINITIONS else outer
        waiting += [(child, inner) for child in here.children]


class _Sorter:
    """Sorts the shapes of a page."""

    def __init__(self, page: Group, cutter: Cutter, read: Sequence[tuple[Cell, Drawing | None]]) -> None:
        self.cutter = cutter
        self.page = page
        self.sheet = cutter.sheet(page)
        self.read = read
        self.cells_of: dict[int, list[Cell]] = {}
        for cell, _ in read:
            for shape in cell.group.shapes:
                self.cells_of.setdefault(shape.number, []).append(cell)
        self.refused = {shape.number for cell, drawing in read if drawing is None for shape in cell.group.shapes}
        figures = [(cell.figure, drawing) for cell, drawing in read if drawing and isinstance(cell.figure, SheetFigure)]
        self.grounds = [
            (cell.figure, None if cell.figure.is_lined else cell.sheet.shapes[0].fill)
            for cell, drawing in read
            if drawing and not drawing.laid and isinstance(cell.figure, SheetFigure) and self._is_ground(cell)
        ]
        """Figures that filled shapes may lie on, each with its colour if it is filled."""
        self.regions = [_region_of(figure, drawing) for figure, drawing in figures]
        self.smallest = min((region.area for region in self.regions), default=0.0)
        self.near = union(
            [
                region if is_hairy(region) else region.buffer(NEAR * figure.leg, join_style="mitre")
                for (figure, _), region in zip(figures, self.regions, strict=True)
            ]
        )

    def _is_ground(self, cell: Cell) -> bool:
        """Return whether the figure of a cell is an outline or a rectangle, and no other is read of that cell."""
        figure = cell.figure
        return (
            isinstance(figure, SheetFigure)
            and not (figure.other and len(self.read) == 1)
            and (figure.is_lined or (len(cell.sheet.shapes) > 1 and is_rectangle(figure.region)))
        )

    def sort(self, shapes: Sequence[Shape]) -> tuple[dict[int, Fate], list[Cell]]:
        """Return the fate of each shape by its number, and the cells of what may be figures."""
        fates, left = dict[int, Fate](), list[Shape]()
        for shape in shapes:
            fate = self._fate_at_once(shape)
            rest = [part for part in parts_of(shape) if not self._lies_in_figures(part)] if fate is None else []
            fates[shape.number] = fate or Fate.READ
            left += rest
        found = list[Cell]()
        fates.update((shape.number, Fate.FRAME) for shape in left)  # a frame around several cells is in none
        for cell in self.cutter.islands(Sheet(tuple(left), self.sheet.paper), self.page) if left else ():
            fate = self._fate_of(cell)
            found += [cell] if fate is Fate.UNREAD else []
            fates.update((shape.number, self._fate_within(shape, fate)) for shape in cell.group.shapes)
        return fates, found

    def _fate_at_once(self, shape: Shape) -> Fate | None:
        """Return the fate of a shape that can be told without the places of the figures."""
        if shape.number in self.refused:
            return Fate.READ
        if not (shape.tracks and (shape.fill or shape.stroke)):
            return Fate.UNSEEN
        sheet = self._sheet_of(shape)
        if not any(shape.number == one.number for one in sheet.shapes):
            return Fate.PAPER if sheet.is_filled(shape) or sheet.is_eraser(shape) else self._ruled(shape)
        if sheet.is_eraser(shape) and filled(rings_of(shape), shape.rule).intersects(self.near):
            return Fate.READ
        return None if sheet.is_filled(shape) or sheet.is_lined(shape) else Fate.UNSEEN

    def _sheet_of(self, shape: Shape) -> Sheet:
        own = self.cells_of.get(shape.number)
        return own[0].sheet if own else self.sheet

    def _ruled(self, shape: Shape) -> Fate:
        """Return the fate of lines that are no part of a figure."""
        return Fate.FRAME if self._surrounds(filled(rings_of(shape), shape.rule)) else Fate.GRID

    def _surrounds(self, room: Region) -> bool:
        from shapely import Polygon

        whole = union([Polygon(part.exterior) for part in polygons_in(room)])
        return any(whole.contains_properly(region) for region in self.regions)

    def _lies_in_figures(self, part: Shape) -> bool:
        """Return whether what a part of a shape shows belongs to the figures."""
        sheet = self._sheet_of(part)
        ink = ink_of(part, sheet)
        if sheet.is_filled(part) and self._is_large_mark(part, ink):
            return False
        if self.near.covers(ink):
            return True
        rest = difference(ink, self.near)
        if sheet.is_lined(part):
            return bool(rest.length <= (1 - MOST) * ink.length)
        over = [shape for shape in sheet.shapes if shape.number > part.number and sheet.is_eraser(shape)]
        rest = difference(rest, union([filled(rings_of(shape), shape.rule) for shape in over]))
        return bool(rest.area <= SPECK * min(ink.area, self.smallest))

    def _is_large_mark(self, part: Shape, ink: Region) -> bool:
        """Return whether what is filled is more than a mark on a figure that is an outline or a card."""
        grounds = [figure for figure, _ in self.grounds]
        own = [cell.figure for cell in self.cells_of.get(part.number, ())]
        return all(any(figure is ground for ground in grounds) for figure in own) and any(
            TINY * figure.region.area <= ink.area < (1 - ANOTHER) * figure.region.area
            and figure.region.intersects(ink)
            and (card is None or card not in (part.fill, None))
            for figure, card in self.grounds
        )

    def _fate_within(self, shape: Shape, fate: Fate) -> Fate:
        """Return the fate of one of the shapes that lie together: a shape on a frame is no frame itself."""
        is_on_frame = fate is Fate.FRAME and not self._surrounds(filled(rings_of(shape), shape.rule))
        return Fate.SMALL if is_on_frame else fate

    def _fate_of(self, cell: Cell) -> Fate:
        """Return the fate of shapes that lie together and in no figure."""
        if cell.is_empty:
            return Fate.LINE
        if not isinstance(cell.figure, SheetFigure) or cell.has_pieces:
            return Fate.UNREAD
        if self._surrounds(cell.figure.region):
            return Fate.FRAME
        limit = LETTER_SIZED if cell.figure.curves else FIGURE_SIZED
        if cell.area < limit * self.smallest:
            return Fate.CURVED if cell.figure.curves else Fate.SMALL
        return Fate.UNREAD


def _region_of(figure: SheetFigure, drawing: Drawing) -> Region:
    """Return what a drawing covers: its pieces, if it has them."""
    from shapely import Polygon

    return union([Polygon(piece.vertices) for piece in drawing.laid]) if drawing.laid else figure.region
