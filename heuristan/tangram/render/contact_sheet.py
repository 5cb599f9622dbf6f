"""A contact sheet: many outlines as silhouettes with their names."""

from collections.abc import Sequence
from math import ceil

from heuristan.common.plane import Ring
from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import View, size_of
from heuristan.common.svg.page import label, page, region, wrapped
from heuristan.common.svg.palette import LINE

MARGIN = 24.0
_CELL = 150.0
_GAP = 16.0
_SIZE = 12.0
_LINE = 15.0
_LARGEST_LEG = 30.0


def contact_sheet_svg(
    items: Sequence[tuple[str, Sequence[Ring]]], *, columns: int = 6, title: str = "Tangram outlines"
) -> str:
    """Return silhouettes with names under them, all on one scale.

    Args:
        items: names, and outlines in legs, y up; holes by the even-odd rule.
        columns: outlines in a row.
        title: for readers who do not see the picture.

    Raises:
        ValueError: if columns is less than 1, or there is no outline.
    """
    if columns < 1 or not items or not all(any(rings) for _, rings in items):
        raise ValueError("a contact sheet needs at least one column and one outline, and no outline may be empty")
    sizes = [size_of(rings, 0) for _, rings in items]
    # one scale, so that pieces are of one size; a figure of many sets is shrunk to its cell
    scale = min(_LARGEST_LEG, _CELL / sorted(max(size) for size in sizes)[len(sizes) * 9 // 10])
    parts: list[svg.Element] = []
    top = MARGIN
    for row in range(ceil(len(items) / columns)):
        chosen = range(row * columns, min(len(items), (row + 1) * columns))
        scales = {i: min(scale, _CELL / max(sizes[i])) for i in chosen}
        height = max(sizes[i][1] * scales[i] for i in chosen)
        captions = {i: wrapped(items[i][0], _CELL, _SIZE) for i in chosen}
        for place, i in enumerate(chosen):
            middle = MARGIN + _CELL / 2 + place * (_CELL + _GAP)
            parts.append(_silhouette(items[i][1], captions[i], scales[i], (middle, top), height))
        top += height + _LINE * max(map(len, captions.values())) + 34
    wide = min(columns, len(items)) * (_CELL + _GAP) - _GAP + 2 * MARGIN
    words = ", ".join(name for name, _ in items)
    return page(wide, top - 20 + MARGIN / 2, title, words, parts, "contact-sheet")


def _silhouette(
    rings: Sequence[Ring], caption: Sequence[str], scale: float, place: tuple[float, float], height: float
) -> svg.G:
    """Return one outline, at the bottom of its row, and its name."""
    x, top = place
    high = size_of(rings, 0)[1] * scale
    view = View.centred(rings, 0, scale, (x, top + height - high / 2))
    words = [
        label(x, top + height + 20 + i * _LINE, line, size=_SIZE, anchor="middle", kind="caption")
        for i, line in enumerate(caption)
    ]
    return svg.G(class_=["outline"], elements=[region(rings, view, "silhouette", fill=LINE), *words])
