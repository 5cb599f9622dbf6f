"""Lists of points to drawings: a vertex a line, as spreadsheets and people write them (docs/formats/coordinates.md).

Two numbers a line, with a comma, semicolon, tab or blanks between them; with a decimal comma where that is not what is
between them. The first line may name the columns. An empty line ends a ring, and so does another word in a column
``ring`` or ``part``, or ``name`` where at least three vertices in a row have one name.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby, islice
from pathlib import Path
from typing import NamedTuple

from heuristan.common.files import read_text
from heuristan.common.quoting import shown
from heuristan.common.words import listed, plural
from heuristan.tangram.outlines.ring_lists import CrossingError, nested_polygons, rings_in
from heuristan.tangram.puzzle.drawing import COORDINATES, Drawing, Refusal, Vector

LONGEST = 1024 * 1024
"""Maximum size of a file, in bytes."""

_LOOKED_AT = 64 * 1024

FEWEST = 3
"""Minimum number of vertices of a ring."""

ADVICE = "an outline needs a few hundred bytes"

_NUMBER = r"[-+\u2212]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][-+]?\d{1,3})?"
_CELL = re.compile(rf"\"?({_NUMBER}) ?(?:mm|cm|m|in|pt|px)?\"?")
_POINTED = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?")
_BETWEEN = re.compile(r"[\s,;()\[\]]+")
_WHOLE = re.compile(r"\d{1,6}")
_AXIS = {axis: re.compile(rf"\"?{axis}(?:[\s_(\[-].*)?\"?", re.IGNORECASE) for axis in "xy"}
_NAME = re.compile(r"\"?(?:name|id|label|piece|figure|shape)\"?", re.IGNORECASE)
_RING = re.compile(r"\"?(?:ring|part|polygon)\"?", re.IGNORECASE)


class Columns(NamedTuple):
    """Columns of a table by their meaning."""

    x: int
    y: int
    ring: int | None = None
    name: int | None = None
    """Names, of rings or of vertices, where no column is of rings."""
    cells: int | None = None
    """Number of cells of each line; at most as many as there are names where the columns are named."""
    names: tuple[str, ...] = ()
    """The names of all columns, where they have some."""

    @property
    def left_out(self) -> tuple[str, ...]:
        """Other columns, which are not read."""
        read = (self.x, self.y, self.ring, self.name)
        others = [shown(name.strip('"')) for i, name in enumerate(self.names) if i not in read and name]
        return (f"the column{'s' if len(others) > 1 else ''} {listed(others)}",) if others else ()

    def mark_of(self, cells: Sequence[str]) -> str:
        """Return the word in the column of rings or of names, if there is one; a short line may lack a name."""
        place = self.ring if self.ring is not None else self.name
        return cells[place].strip('"') if place is not None and place < len(cells) else ""


def recognises(head: bytes) -> bool:
    """Return whether a text starts with two vertices, or with the names of columns and a vertex."""
    lines = (line for line in head[:_LOOKED_AT].decode("utf-8", "replace").splitlines() if _is_used(line))
    first = list(islice(lines, 2))
    if len(first) < 2:
        return False
    if all(map(_ring_on, first)):
        return True
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
        text = read_text(path, LONGEST, ADVICE, "an outline")
        on_lines = [*_on_lines(text)]
        if on_lines:
            yield Drawing(path.stem, nested_polygons(on_lines))
            return
        columns, rows = _read(text)
        origin = COORDINATES._replace(left_out=columns.left_out if columns else ())
        yield Drawing(path.stem, nested_polygons(list(_rings(columns, rows))), origin=origin)
    except _PointError as fault:
        yield Refusal(path.stem, f"{path}:{fault}")


class _PointError(ValueError):
    """A line that is not a vertex, with its number."""


class _Row(NamedTuple):
    """A vertex with its line, and with what tells its ring from others."""

    line: int
    block: int
    """Number of empty lines before it."""
    mark: str
    """Word in the column of rings or of names."""
    vertex: Vector


def _rings(columns: Columns | None, rows: list[_Row]) -> Iterator[Sequence[Vector]]:
    """Yield the rings of vertices.

    Raises:
        _PointError: if names could be those of rings or of vertices, or edges cross.
    """
    if columns is not None and columns.name is not None:
        rows = _by_name(rows)
    for _, group in groupby(rows, key=_ring_of):
        ring = [*group]
        try:
            yield from rings_in([row.vertex for row in ring])
        except CrossingError as fault:
            i, j = fault.vertices
            raise _PointError(
                f"{ring[i].line}: the outline crosses itself: its edge {_edge(ring, i)} crosses the edge "
                f"{_edge(ring, j)}; if these are several rings, put an empty line between them, else check their order"
            ) from None


def _on_lines(text: str) -> Iterator[Sequence[Vector]]:
    """Yield the rings of a text with a ring a line; none if its first line is not a ring.

    Raises:
        _PointError: if a later line is not a ring.
    """
    is_first = True
    for number, line in enumerate(text.splitlines(), 1):
        if _is_used(line):
            ring = _ring_on(line)
            if not ring and is_first:
                return
            if not ring:
                raise _PointError(f"{number}: {shown(line.strip())} is not a ring; write it like 0 0, 2 0, 0 2")
            yield ring
            is_first = False


def _ring_on(line: str) -> Sequence[Vector]:
    """Return the vertices of a ring on one line, maybe after a name and a colon; none if it has none."""
    numbers = [cell for cell in _BETWEEN.split(line.rpartition(":")[2]) if cell]
    if len(numbers) < 2 * FEWEST or len(numbers) % 2 or not all(map(_POINTED.fullmatch, numbers)):
        return []
    return [(float(x), float(y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def _edge(ring: Sequence[_Row], place: int) -> str:
    """Return in words the edge that leaves a vertex."""
    start, end = ring[place], ring[(place + 1) % len(ring)]
    names = (f"({row.vertex[0]:.10g}, {row.vertex[1]:.10g})" for row in (start, end))
    return f"from {next(names)} on line {start.line} to {next(names)} on line {end.line}"


def _ring_of(row: _Row) -> tuple[int, str]:
    return row.block, row.mark


def _read(text: str) -> tuple[Columns | None, list[_Row]]:
    """Return the columns, if the first line names them, and the vertices.

    Raises:
        _PointError: if a line is not a vertex.
    """
    columns: Columns | None = None
    rows, block = list[_Row](), 0
    for line, row in enumerate(text.splitlines(), 1):
        if not _is_used(row):
            block += not row.strip()
            continue
        cells = _cells(row)
        if not rows and columns is None:
            columns = _columns(cells)
            if columns is not None:
                continue
        used = columns or _unnamed(cells, len(rows))
        vertex = _vertex(cells, used)
        if vertex is None:
            raise _PointError(f"{line}: {shown(row.strip())} is not a vertex; write two numbers, like 1.5, 2")
        rows.append(_Row(line, block, used.mark_of(cells), vertex))
    return columns, rows


def _by_name(rows: Sequence[_Row]) -> list[_Row]:
    """Return vertices with the marks of their rings, if they have names; names of vertices mark no rings.

    Raises:
        _PointError: if some names could be those of rings and others not.
    """
    filled = list(accumulate(rows, lambda before, row: row if row.mark else row._replace(mark=before.mark)))
    runs = [list(run) for _, run in groupby(filled, key=_ring_of)]
    if max(map(len, runs), default=0) < FEWEST:
        return [row._replace(mark="") for row in rows]
    for run in runs:
        if len(run) < FEWEST:
            count = f"{plural(len(run), 'vertex', 'vertices')} in a row, and a ring has at least {FEWEST}"
            fix = "call the column 'ring' and give each ring one name, or remove it"
            raise _PointError(f"{run[0].line}: the name {shown(run[0].mark)} has {count}; {fix}")
    return filled


def _is_used(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _cells(line: str) -> list[str]:
    """Return the cells of a line, cut at the strongest mark in it: a semicolon, a tab, a comma, or else blanks."""
    plain = line.strip().rstrip(",;").strip("()[]{} \t").rstrip(",;")
    mark = next((mark for mark in (";", "\t", ",") if mark in plain), None)
    if mark == "," and not _is_table(plain.split(",")) and _is_table(plain.split()):
        mark = None  # blanks separate numbers that have a decimal comma
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
    ring, name = (next((i for i, cell in enumerate(cells) if word.fullmatch(cell)), None) for word in (_RING, _NAME))
    if x is None or y is None:
        return None
    return Columns(x, y, ring, name if ring is None else None, names=tuple(cells))


def _unnamed(cells: Sequence[str], number: int) -> Columns:
    """Return where a line without names has x and y: first, or after the number of the vertex, from 0 or 1."""
    is_numbered = len(cells) == 3 and _WHOLE.fullmatch(cells[0]) is not None and int(cells[0]) in (number, number + 1)
    return Columns(1, 2, cells=3) if is_numbered else Columns(0, 1, cells=2)


def _vertex(cells: Sequence[str], columns: Columns) -> Vector | None:
    is_too_long = columns.names and any(cells[len(columns.names) :])
    if (
        is_too_long
        or columns.cells not in (None, len(cells))
        or len(cells) <= max(columns.x, columns.y, columns.ring or 0)
    ):
        return None
    x, y = (_CELL.fullmatch(cells[i]) for i in (columns.x, columns.y))
    return (_float(x[1]), _float(y[1])) if x and y else None


def _float(text: str) -> float:
    return float(text.replace(",", ".").replace("\u2212", "-"))
