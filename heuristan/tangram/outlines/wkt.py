"""WKT to drawings: polygons as spatial databases write them, one geometry or many (docs/formats/coordinates.md)."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from heuristan.common.faults import InputError, unexpected_as
from heuristan.common.files import opened, records_of
from heuristan.common.json_text import JsonTextError, read_json
from heuristan.tangram.outlines.kept import KEPT, id_from, set_from, sets_from, with_kept
from heuristan.tangram.outlines.wkt_geometry import EXAMPLE, GEOMETRIES, NOT_CLOSED, OTHER_GEOMETRIES, polygons_in
from heuristan.tangram.puzzle.drawing import Drawing, Refusal

LONGEST = 1024 * 1024
"""Maximum size of a geometry, and of a line, in bytes."""

_KEYWORD = rf"(?:SRID=\d{{1,9}};\s*)?(?:{'|'.join((*GEOMETRIES, *OTHER_GEOMETRIES))})\s*[ZM]{{0,2}}\s*"
_START = re.compile(_KEYWORD + r"(\(|EMPTY|$)", re.IGNORECASE)
_ALONE = re.compile(_KEYWORD, re.IGNORECASE)
"""A keyword whose bracket may stand on the next line."""


class GeometryText(NamedTuple):
    """A geometry as it stands in a file."""

    line: int
    """The line where it begins."""
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
    texts = geometries_on(_lines(path))
    first = list(islice(texts, 2))
    if not first:
        raise InputError(f"{path}: there is no geometry in the file; write one, like {EXAMPLE}")
    for text in chain(first, texts):
        yield _drawing(path, text, path.stem if len(first) == 1 else f"{path.stem}-{text.line}")


def _drawing(path: Path, text: GeometryText, id: str) -> Drawing | Refusal:
    try:
        if text.fault:
            raise ValueError(text.fault)
        kept = _kept(text.kept) if text.kept else {}
        id = id_from(kept.pop("id", None)) or id
        sets, pieces = sets_from(kept.pop("sets", None)), set_from(kept.pop("set", None))
        with unexpected_as(ValueError, ValueError):
            drawing = Drawing(id, polygons_in(text.text), sets=sets, pieces=pieces)
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


def geometries_on(lines: Iterable[tuple[int, str | GeometryText]]) -> Iterator[GeometryText]:
    """Yield the geometries on numbered lines: each ends where its brackets are closed."""
    start, kept, open_brackets, comment = 0, "", 0, ""
    for number, line in lines:
        if isinstance(line, GeometryText):
            yield line
            continue
        if line.startswith("#"):
            comment = line.removeprefix(KEPT)
            continue
        if kept and _starts_another(kept, line):
            yield GeometryText(start, kept, NOT_CLOSED)
            kept, open_brackets, comment = "", 0, ""
        start = start if kept else number
        kept += line + "\n"
        open_brackets += line.count("(") - line.count(")")
        is_too_long = len(kept) > LONGEST
        if is_too_long or (open_brackets <= 0 and not _ALONE.fullmatch(kept)):
            fault = f"the geometry is longer than {LONGEST // 1024} KiB" if is_too_long else ""
            yield GeometryText(start, kept, fault, comment)
            kept, open_brackets, comment = "", 0, ""
    if kept:
        yield GeometryText(start, kept, NOT_CLOSED)


def _starts_another(kept: str, line: str) -> bool:
    """Return whether a line starts the next geometry though brackets are open: only collections hold geometries."""
    return _START.match(line) is not None and "GEOMETRYCOLLECTION" not in kept[:200].upper()


def _lines(path: Path) -> Iterator[tuple[int, str | GeometryText]]:
    """Yield the lines that are neither empty nor comments of others; those that cannot be read with their fault."""
    with opened(path) as file:
        for number, line in records_of(file, LONGEST):
            if line is None:
                yield number, GeometryText(number, "", f"the line is longer than {LONGEST // 1024} KiB")
                continue
            try:
                text = line.decode().strip()
            except UnicodeDecodeError:
                yield number, GeometryText(number, "", "the line is not UTF-8 text; save the file as UTF-8")
                continue
            if text and (text.startswith(KEPT) or not text.startswith("#")):
                yield number, text
