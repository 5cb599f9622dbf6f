"""The figures of an SVG document, and an account of everything else in it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from heuristan.common.faults import InputError
from heuristan.common.overlay import OverlayFault, TangleFault
from heuristan.pictures.svg.account import DrawingAccount, Fate, account_of
from heuristan.pictures.svg.as_written import kept
from heuristan.pictures.svg.canvas import Box
from heuristan.pictures.svg.cells import Cell, Cutter
from heuristan.pictures.svg.document import Element, SvgFault
from heuristan.pictures.svg.drawn_figure import AROUND, SheetFigure, drawing_of
from heuristan.pictures.svg.geometry import view_box
from heuristan.pictures.svg.painting import SHAPES, Group, inked, is_name, painted, size_of, title_of
from heuristan.tangram.puzzle.drawing import Drawing, Refusal

Found: TypeAlias = Drawing | SvgFault
"""Fate of a cell."""

ROUNDS = 4
"""Maximum number of times that what is left over is read as further figures; it is then refused."""

UNSEEN = "nothing in the file has paint that shows: the outlines are read as if they were drawn with a line"
LEFT_OVER = (
    "what is drawn here with lines is not read, because the other figures are filled; fill it if it is a figure, or "
    "remove it"
)
PICTURE = "this picture of pixels is not read; save it as PNG and give it by itself, or remove it"


def figures_in(path: Path, root: Element) -> list[Drawing | Refusal]:
    """Return the drawings of a document.

    Raises:
        SvgFault: if it holds no figure, or only a bad one.
        InputError: if its geometry cannot be computed.
    """
    try:
        found = _read(root, path.stem)
    except TangleFault as fault:
        raise InputError(f"{path}: in the drawing {fault}; leave only the outline in it") from None
    except OverlayFault:
        raise InputError(f"{path}: its shapes cross each other too closely to be computed; simplify them") from None
    return [_refusal(id, one, path) if isinstance(one, SvgFault) else one for id, one in found]


def _read(root: Element, stem: str) -> list[tuple[str, Found]]:
    """Return what a document holds, each with its name: figures, and what is refused.

    Raises:
        SvgFault: if it holds no figure, or only a bad one.
    """
    page, cutter = painted(root), Cutter(_canvas(root))
    cells = cutter.cells_of(page)
    doubts: tuple[str, ...] = ()
    if cells[0].is_empty:
        page, doubts = inked(page), (UNSEEN,)
        cells, empty = cutter.cells_of(page), cells[0]
        if cells[0].is_empty:
            raise _explained(empty, root)
    found = [(cell, _found(cell)) for cell in cells]
    account = _accounted(root, page, cutter, found)
    found = sorted(found, key=lambda one: one[0].number)
    pictures = [entry.element for entry in account.entries if entry.fate is Fate.PICTURE]
    if len(found) == 1 and not pictures:
        named = _only(*found[0], root, stem)
    else:
        named = list(zip(_names([cell for cell, _ in found], root, stem), (one for _, one in found), strict=True))
        named += ((f"{stem}-line-{element.line}", element.fault(PICTURE)) for element in pictures)
    return _remarked(named, doubts, account.left_out)


def _accounted(root: Element, page: Group, cutter: Cutter, found: list[tuple[Cell, Found]]) -> DrawingAccount:
    """Return the account of a document; what may be a figure besides those found is added to them."""
    has_filled = any(cell.is_filled for cell, _ in found)
    for rounds in range(ROUNDS):
        read = [(cell, one if isinstance(one, Drawing) else None) for cell, one in found]
        account = account_of(root, page, cutter, read)
        for cell in account.left_over:
            is_read = rounds < ROUNDS - 1 and (cell.is_filled or not has_filled)
            found.append((cell, _found(cell) if is_read else cell.group.element.fault(LEFT_OVER)))
        if not account.left_over:
            break
    return account


def _found(cell: Cell) -> Found:
    """Return the drawing of a cell, not yet named, or its fault; lines around one of several figures are its frame."""
    if isinstance(cell.figure, SvgFault):
        return cell.figure
    try:
        drawing = drawing_of(cell.figure)
        return _doubted(drawing, [doubt for doubt in drawing.origin.suspicions if doubt != AROUND])
    except SvgFault as fault:
        return fault


def _remarked(
    named: list[tuple[str, Found]], doubts: tuple[str, ...], left_out: tuple[str, ...]
) -> list[tuple[str, Found]]:
    """Return figures with what is to be said: what was left out is said with the first of them."""
    remarked = list[tuple[str, Found]]()
    for id, one in named:
        if isinstance(one, Drawing):
            origin = one.origin._replace(suspicions=(*one.origin.suspicions, *doubts), left_out=left_out)
            remarked.append((id, replace(one, id=id, origin=origin)))
            left_out = ()
        else:
            remarked.append((id, one))
    return remarked


def _canvas(root: Element) -> Box:
    box = view_box(root)
    wide, high = size_of(root)
    x, y = (box[0], box[1]) if box else (0.0, 0.0)
    return x, y, x + wide, y + high


def _only(cell: Cell, found: Found, root: Element, stem: str) -> list[tuple[str, Found]]:
    """Return the drawing of a document of one figure; two, if another figure may be meant as well."""
    if isinstance(found, SvgFault):
        raise found
    drawing = kept(found, root, stem)
    if not isinstance(cell.figure, SheetFigure) or cell.figure.other is None:
        return [(drawing.id, drawing)]
    both = (drawing, cell.figure), (drawing_of(cell.figure.other), cell.figure.other)
    return [
        (
            f"{drawing.id}-{number}",
            _doubted(one, [f"{doubt}: they are read as another one" for doubt in figure.suspicions]),
        )
        for number, (one, figure) in enumerate(both, 1)
    ]


def _doubted(drawing: Drawing, doubts: Sequence[str]) -> Drawing:
    return replace(drawing, origin=drawing.origin._replace(suspicions=tuple(doubts)))


def _explained(cell: Cell, root: Element) -> SvgFault:
    """Say what a document without a figure holds instead."""
    line = cell.group.element.line
    names = {element.name for element in root.walk()}
    if cell.group.shapes:
        return SvgFault(
            line, "no shape in the drawing shows on the paper; give the outline a fill that is not white, or a stroke"
        )
    if "image" in names:
        return SvgFault(
            line, "the drawing holds a picture of pixels and no shape; save that as PNG, and give it instead"
        )
    if names & {"text", "tspan"}:
        return SvgFault(line, "the drawing holds text and no shape; draw the outline, or turn the text to paths")
    return SvgFault(line, f"the drawing holds no shape; draw the outline with one of {', '.join(SHAPES[:4])}")


def _names(cells: Sequence[Cell], root: Element, stem: str) -> list[str]:
    """Return a name for each figure; a number makes one if it is missing or not unique."""
    own = [title_of(root) if cell.group.element is root else cell.group.name for cell in cells]
    times = Counter(own)
    return [name if is_name(name) and times[name] == 1 else f"{stem}-{number}" for number, name in enumerate(own, 1)]


def _refusal(id: str, fault: SvgFault, path: Path) -> Refusal:
    return Refusal(id, f"{path}:{fault.line}: {fault.message}")
