"""WKT to drawings: polygons as spatial databases write them, one geometry or many (docs/formats/coordinates.md)."""

import re
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from heuristan.common.faults import InputError, unexpected_as
from heuristan.common.files import opened, records_of
from heuristan.common.json_text import JsonTextError, is_deeper, read_json
from heuristan.tangram.outlines.kept import KEPT, id_from, set_from, sets_from, with_kept
from heuristan.tangram.outlines.plain_wkt import plain_polygons
from heuristan.tangram.outlines.wkt_faults import EXAMPLE, GEOMETRIES, NOT_CLOSED, OTHER_GEOMETRIES, fault_of
from heuristan.tangram.puzzle.drawing import Drawing, Polygon, Refusal, Vector

if TYPE_CHECKING:
    import shapely

LONGEST = 1024 * 1024
"""Maximum size of a geometry, and of a line, in bytes."""

DEEPEST = 12
"""Maximum depth of brackets within brackets: the library that reads them recurses, and must not overflow."""

_KEYWORD = rf"(?:SRID=\d{{1,9}};\s*)?(?:{'|'.join((*GEOMETRIES, *OTHER_GEOMETRIES))})\s*[ZM]{{0,2}}\s*"
_START = re.compile(_KEYWORD + r"(\(|EMPTY|$)", re.IGNORECASE)
_ALONE = re.compile(_KEYWORD, re.IGNORECASE)
"""A keyword whose bracket may stand on the next line."""
_RING = re.compile(r"\(([^(),]+)((?:,[^(),]+)*)\)")
"""The first position of a ring, and the others."""
_SRID = re.compile(r"\A\s*SRID=\d{1,9};", re.IGNORECASE)


class _Text(NamedTuple):
    line: int
    text: str
    """The text, as far as it was kept."""
    fault: str = ""
    kept: str = ""
    """What its file keeps of the geometry besides its polygons: JSON."""


def recognises(head: bytes) -> bool:
    """Return whether the first line that is not a comment starts a geometry."""
    lines = (line.strip() for line in head.split(b"\n"))
    first = next((line for line in lines if line and not line.startswith(b"#")), b"")
    return _START.match(first[:200].decode(errors="replace")) is not None


def read(path: Path) -> Iterator[Drawing | Refusal]:
    """Yield the geometries of a file, one after the other, each on one line or several.

    The only geometry has the name of the file; one of several has that name and the number of its first line.

    Raises:
        InputError: if the file cannot be read.
    """
    texts = _texts(path)
    first = list(islice(texts, 2))
    if not first:
        raise InputError(f"{path}: there is no geometry in the file; write one, like {EXAMPLE}")
    for text in chain(first, texts):
        yield _drawing(path, text, path.stem if len(first) == 1 else f"{path.stem}-{text.line}")


def _drawing(path: Path, text: _Text, id: str) -> Drawing | Refusal:
    try:
        if text.fault:
            raise ValueError(text.fault)
        kept = _kept(text.kept) if text.kept else {}
        id = id_from(kept.pop("id", None)) or id
        sets, pieces = sets_from(kept.pop("sets", None)), set_from(kept.pop("set", None))
        with unexpected_as(ValueError, ValueError):
            drawing = Drawing(id, _polygons_of(text.text), sets=sets, pieces=pieces)
        return with_kept(drawing, kept)
    except ValueError as fault:
        return Refusal(id, f"{path}:{text.line}: {fault}")


def _kept(text: str) -> dict[str, Any]:
    """Parse the comment in front of a geometry.

    Raises:
        ValueError: if it is not an object of JSON.
    """
    try:
        value = read_json(text)
    except JsonTextError as fault:
        raise ValueError(f"the comment before it cannot be read, {fault.message}; correct or remove it") from None
    if not isinstance(value, dict):
        raise ValueError("the comment before it is not an object of JSON; correct or remove it")
    return value


def _texts(path: Path) -> Iterator[_Text]:
    """Yield the geometries of a file: each ends where its brackets are closed."""
    start, kept, open_brackets, comment = 0, "", 0, ""
    for number, line in _lines(path):
        if isinstance(line, _Text):
            yield line
            continue
        if line.startswith("#"):
            comment = line.removeprefix(KEPT)
            continue
        if kept and _starts_another(kept, line):
            yield _Text(start, kept, NOT_CLOSED)
            kept, open_brackets, comment = "", 0, ""
        start = start if kept else number
        kept += line + "\n"
        open_brackets += line.count("(") - line.count(")")
        is_too_long = len(kept) > LONGEST
        if is_too_long or (open_brackets <= 0 and not _ALONE.fullmatch(kept)):
            fault = f"the geometry is longer than {LONGEST // 1024} KiB" if is_too_long else ""
            yield _Text(start, kept, fault, comment)
            kept, open_brackets, comment = "", 0, ""
    if kept:
        yield _Text(start, kept, NOT_CLOSED)


def _starts_another(kept: str, line: str) -> bool:
    """Return whether a line starts the next geometry though brackets are open: only collections hold geometries."""
    return _START.match(line) is not None and "GEOMETRYCOLLECTION" not in kept[:200].upper()


def _lines(path: Path) -> Iterator[tuple[int, str | _Text]]:
    """Yield the lines that are neither empty nor comments of others; those that cannot be read with their fault."""
    with opened(path) as file:
        for number, line in records_of(file, LONGEST):
            if line is None:
                yield number, _Text(number, "", f"the line is longer than {LONGEST // 1024} KiB")
                continue
            try:
                text = line.decode().strip()
            except UnicodeDecodeError:
                yield number, _Text(number, "", "the line is not UTF-8 text; save the file as UTF-8")
                continue
            if text and (text.startswith(KEPT) or not text.startswith("#")):
                yield number, text


def _polygons_of(text: str) -> tuple[Polygon, ...]:
    """Return the polygons of a geometry.

    Raises:
        ValueError: if the text is not WKT, is empty, or has lines or points.
    """
    return plain_polygons(_alone(text)) or tuple(_polygons(geometry_of(text)))


def _alone(text: str) -> str:
    """Return a geometry without the number of its system of coordinates, and without a semicolon behind it."""
    return _SRID.sub("", text, count=1).strip().removesuffix(";")


def geometry_of(text: str) -> "shapely.Geometry":
    """Parse a geometry.

    Raises:
        ValueError: if the text is not WKT.
    """
    import shapely
    from numpy import errstate

    if is_deeper(text, DEEPEST):
        raise ValueError(f"brackets nest deeper than {DEEPEST} levels; an outline needs four")
    try:
        with errstate(all="ignore"):  # of a number beyond the floats, which is refused later
            return shapely.from_wkt(_RING.sub(_closed, _alone(text)))
    except (shapely.errors.ShapelyError, ValueError) as fault:
        raise ValueError(_reason(text, str(fault))) from None


def _closed(ring: re.Match[str]) -> str:
    """Return the text of a ring that ends where it starts."""
    first, others = ring[1].strip(), ring[2]
    is_open = others.count(",") > 1 and _numbers(others.rpartition(",")[2]) != _numbers(first)
    return f"({first}{others}, {first})" if is_open else ring[0]


def _numbers(position: str) -> list[float]:
    try:
        return [*map(float, position.split())]
    except ValueError:
        return []  # what is not a position is refused by the library


def _reason(text: str, reason: str) -> str:
    if "number of points" in reason.lower():
        return "a ring has too few vertices; it needs four or more, the first repeated at the end"
    return fault_of(_SRID.sub("", text, count=1))


def _polygons(geometry: "shapely.Geometry") -> Iterator[Polygon]:
    """Yield the polygons of a geometry and of those in it.

    Raises:
        ValueError: if it is empty, or has lines or points.
    """
    if geometry is None or geometry.is_empty:
        raise ValueError("the geometry is empty; give it a polygon")
    if geometry.geom_type == "Polygon":
        yield [_ring(ring) for ring in (geometry.exterior, *geometry.interiors)]
    elif geometry.geom_type in ("MultiPolygon", "GeometryCollection"):
        for part in geometry.geoms:
            yield from _polygons(part)
    else:
        raise ValueError(f"a {geometry.geom_type} is not an outline; use POLYGON or MULTIPOLYGON")


def _ring(ring: "shapely.LinearRing") -> list[Vector]:
    return [(x, y) for x, y, *_ in ring.coords][:-1]
