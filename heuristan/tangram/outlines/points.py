"""Lists of points to drawings: a vertex a line, as tables, spreadsheets and people write them (docs/formats/points.md).

Two numbers a line, with a comma, semicolon, tab or blanks between them; with a decimal comma where that is not what is
between them. The first line may name the columns. An empty line ends a ring, and so does another word in a column
``ring`` or ``part``.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from heuristan.common.files import read_text
from heuristan.common.plain_yaml import shown
from heuristan.tangram.outlines.nesting import nested_polygons
from heuristan.tangram.puzzle.drawing import Drawing, Refusal, Vector

LONGEST = 1024 * 1024
"""Maximum size of a file, in bytes."""

_LOOKED_AT = 64 * 1024

ADVICE = "an outline needs a few hundred bytes"

_NUMBER = r"[-+\u2212]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][-+]?\d{1,3})?"
_CELL = re.compile(rf"\"?({_NUMBER}) ?(?:mm|cm|m|in|pt|px)?\"?")
_WHOLE = re.compile(r"\d{1,6}")
_AXIS = {axis: re.compile(rf"\"?{axis}(?:[\s_(\[-].*)?\"?", re.IGNORECASE) for axis in "xy"}
_RING = re.compile(r"\"?(?:ring|part|polygon)\"?", re.IGNORECASE)


class Columns(NamedTuple):
    """Where a table has what."""

    x: int
    y: int
    ring: int | None = None
    cells: int | None = None
    """Number of cells of each line; any number where the columns are named."""


def recognises(head: bytes) -> bool:
    """Return whether a text starts with two vertices, or with the names of columns and a vertex."""
    lines = (line for line in head[:_LOOKED_AT].decode("utf-8", "replace").splitlines() if _is_used(line))
    first = list(islice(lines, 2))
    if len(first) < 2:
        return False
    rows = [_cells(line) for line in first]
    if _columns(rows[0]) is not None:
        return any(mark in first[0] for mark in ",;\t") or _vertex(rows[1], Columns(0, 1)) is not None
    return all(_vertex(cells, _unnamed(cells, number)) is not None for number, cells in enumerate(rows))


def read(path: Path) -> Iterator[Drawing | Refusal]:
    """Yield the outline of a file; rings within others are holes.

    Raises:
        InputError: if the file cannot be read, or is too large.
    """
    try:
        yield Drawing(path.stem, nested_polygons(list(_rings(read_text(path, LONGEST, ADVICE, "an outline")))))
    except _PointError as fault:
        yield Refusal(path.stem, f"{path}:{fault}")


class _PointError(ValueError):
    """A line that is not a vertex, with its number."""


def _rings(text: str) -> Iterator[list[Vector]]:
    """Yield the rings of a text.

    Raises:
        _PointError: if a line is not a vertex, or names columns of which none are x and y.
    """
    for _, marked in groupby(_vertices(text), key=itemgetter(0)):
        yield [vertex for _, vertex in marked]


def _vertices(text: str) -> Iterator[tuple[tuple[int, str], Vector]]:
    """Yield the vertices of a text, each with the marks of its ring: the number of empty lines before, and a cell."""
    columns: Columns | None = None
    number = empty = 0
    for line, row in enumerate(text.splitlines(), 1):
        if not _is_used(row):
            empty += not row.strip()
            continue
        cells = _cells(row)
        if number == 0 and columns is None:
            columns = _columns(cells)
            if columns is not None:
                continue
        used = columns or _unnamed(cells, number)
        vertex = _vertex(cells, used)
        if vertex is None:
            raise _PointError(f"{line}: {shown(row.strip())} is not a vertex; write two numbers, like 1.5, 2")
        yield (empty, "" if used.ring is None else cells[used.ring]), vertex
        number += 1


def _is_used(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _cells(line: str) -> list[str]:
    """Return the cells of a line, cut at the strongest mark in it: a semicolon, a tab, a comma, or else blanks."""
    plain = line.strip().rstrip(",;").strip("()[]{} \t").rstrip(",;")
    mark = next((mark for mark in (";", "\t", ",") if mark in plain), None)
    if mark == "," and not _is_table(plain.split(",")) and _is_table(plain.split()):
        mark = None  # blanks are between numbers with a decimal comma
    return [cell.strip() for cell in (plain.split(mark) if mark else plain.split())]


def _is_table(cells: Sequence[str]) -> bool:
    """Return whether cells are a vertex, maybe with a number in front."""
    return len(cells) in (2, 3) and all(_CELL.fullmatch(cell.strip()) for cell in cells)


def _columns(cells: Sequence[str]) -> Columns | None:
    """Return where a line of names has x and y; None if it does not name them."""
    found = {
        axis: next((i for i, cell in enumerate(cells) if name.fullmatch(cell)), None) for axis, name in _AXIS.items()
    }
    x, y = found["x"], found["y"]
    ring = next((i for i, cell in enumerate(cells) if _RING.fullmatch(cell)), None)
    return None if x is None or y is None else Columns(x, y, ring)


def _unnamed(cells: Sequence[str], number: int) -> Columns:
    """Return where a line without names has x and y: first, or after the number of the vertex, from 0 or 1."""
    is_numbered = len(cells) == 3 and _WHOLE.fullmatch(cells[0]) is not None and int(cells[0]) in (number, number + 1)
    return Columns(1, 2, cells=3) if is_numbered else Columns(0, 1, cells=2)


def _vertex(cells: Sequence[str], columns: Columns) -> Vector | None:
    if columns.cells not in (None, len(cells)) or len(cells) <= max(columns.x, columns.y, columns.ring or 0):
        return None
    x, y = (_CELL.fullmatch(cells[i]) for i in (columns.x, columns.y))
    return (_float(x[1]), _float(y[1])) if x and y else None


def _float(text: str) -> float:
    return float(text.replace(",", ".").replace("\u2212", "-"))
