"""The reader of SVG files."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from heuristan.common.faults import InputError
from heuristan.tangram.outlines.svg.document import Element, SvgFault, read_document
from heuristan.tangram.outlines.svg.figure import drawing_of, set_of, sets_of
from heuristan.tangram.outlines.svg.geometry import view_box
from heuristan.tangram.outlines.svg.painting import SHAPES, Group, is_name, painted, size_of, title_of
from heuristan.tangram.outlines.svg.paper import Box
from heuristan.tangram.outlines.svg.sheets import Cell, cells_of
from heuristan.tangram.outlines.svg.written import as_written, with_kept_of
from heuristan.tangram.puzzle.drawing import Drawing, Refusal


def read_figures(path: Path) -> Iterator[Drawing | Refusal]:
    """Return the drawings of an SVG file: see `heuristan.tangram.outlines.svg.read`."""
    try:
        root = read_document(path)
        written = as_written(root)
        if written is not None:
            return iter([_kept(written, root, path.stem)])
        cells = cells_of(painted(root), _canvas(root))
        if len(cells) == 1:
            return iter(_only(cells[0], root, path.stem))
        names = _names(cells, path.stem)
    except SvgFault as fault:
        raise InputError(f"{path}:{fault.line}: {fault.message}") from None
    except MemoryError:
        raise InputError(f"{path}: the drawing is too large to be read; leave only the outline in it") from None
    return iter([_drawing_or_refusal(cell, name, path) for cell, name in zip(cells, names, strict=True)])


def _canvas(root: Element) -> Box:
    box = view_box(root)
    wide, high = size_of(root)
    x, y = (box[0], box[1]) if box else (0.0, 0.0)
    return x, y, x + wide, y + high


def _only(cell: Cell, root: Element, stem: str) -> list[Drawing]:
    """Return the drawing of a document of one figure; two, if another figure may be meant as well."""
    if isinstance(cell.figure, SvgFault):
        raise _explained(cell.figure, cell.group, root)
    drawing = _kept(drawing_of(cell.figure, stem, root), root, stem)
    if cell.figure.other is None:
        return [drawing]
    other = drawing_of(cell.figure.other, f"{drawing.id}-2", root)
    return [replace(drawing, id=f"{drawing.id}-1"), other]


def _kept(drawing: Drawing, root: Element, stem: str) -> Drawing:
    """Return the only drawing of a document with its name, and what the root says of it."""
    title = title_of(root)
    sets = sets_of(root) or drawing.sets
    own = replace(drawing, id=title.strip() if is_name(title) else stem, sets=sets)
    return with_kept_of(root, own if own.pieces else replace(own, pieces=set_of(root)))


def _explained(fault: SvgFault, group: Group, root: Element) -> SvgFault:
    """Say what a document without a figure holds instead."""
    if not fault.is_empty:
        return fault
    names = {element.name for element in root.walk()}
    if group.shapes:
        return SvgFault(
            fault.line,
            "no shape in the drawing shows on the paper; give the outline a fill that is not white, or a stroke",
        )
    if "image" in names:
        return SvgFault(
            fault.line, "the drawing holds a picture of pixels and no shape; save that as PNG, and give it instead"
        )
    if names & {"text", "tspan"}:
        return SvgFault(fault.line, "the drawing holds text and no shape; draw the outline, or turn the text to paths")
    return SvgFault(fault.line, f"the drawing holds no shape; draw the outline with one of {', '.join(SHAPES[:4])}")


def _names(cells: list[Cell], stem: str) -> list[str]:
    """Return a name for each figure; a number makes one if it is missing or not unique."""
    own = [cell.group.name for cell in cells]
    times = Counter(own)
    return [name if name and times[name] == 1 else f"{stem}-{number}" for number, name in enumerate(own, 1)]


def _drawing_or_refusal(cell: Cell, name: str, path: Path) -> Drawing | Refusal:
    try:
        if isinstance(cell.figure, SvgFault):
            raise cell.figure
        return drawing_of(cell.figure, name, cell.group.element)
    except SvgFault as fault:
        return Refusal(name, f"{path}:{fault.line}: {fault.message}")
