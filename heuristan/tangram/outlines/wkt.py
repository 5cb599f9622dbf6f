"""WKT to drawings: polygons as spatial databases write them, one geometry or many (docs/formats/coordinates.md)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from heuristan.common.faults import InputError, nearest, unexpected_as
from heuristan.common.files import opened, records_of
from heuristan.common.json_text import JsonTextError, is_deeper, read_json
from heuristan.common.quoting import shown
from heuristan.common.words import plural
from heuristan.tangram.outlines.kept import KEPT, id_from, set_from, sets_from, with_kept
from heuristan.tangram.puzzle.drawing import Drawing, Polygon, Refusal, Vector

GEOMETRIES = ("POLYGON", "MULTIPOLYGON", "GEOMETRYCOLLECTION")
OTHER_GEOMETRIES = (
    *("POINT", "MULTIPOINT", "LINESTRING", "LINEARRING", "MULTILINESTRING", "TRIANGLE", "TIN", "POLYHEDRALSURFACE"),
    *("CIRCULARSTRING", "COMPOUNDCURVE", "CURVEPOLYGON", "MULTICURVE", "MULTISURFACE"),
)
EXAMPLE = "POLYGON ((0 0, 4 0, 4 2, 0 2, 0 0))"
NOT_CLOSED = "a bracket is not closed; add the ')' that is missing at the end"

DEEPEST = 12
"""Maximum depth of brackets within brackets; polygons in a collection have four."""

FEWEST = 3
"""Minimum number of vertices."""

_SRID = re.compile(r"\A\s*SRID=\d{1,9};", re.IGNORECASE)
_KNOWN = {*GEOMETRIES, *OTHER_GEOMETRIES, "EMPTY", "Z", "M", "ZM"}
_RING = re.compile(r"\(([^()]*+)(?:\)|\Z)")
"""Brackets with none in them: the positions of a ring."""
_POLYGON = re.compile(r"\(\s*(?:\([^()]*\)[\s,]*)+\)")
_WORD = re.compile(r"[^\s(),]+")
_MORE = re.compile(r"\A\s*[A-Za-z]+\s*(ZM|Z|M)\b", re.IGNORECASE)
"""The letters for more numbers than two in a position."""
_OF_RINGS = r"(?:\(\*(?:,\*)*\)|EMPTY)"
_SIMPLE = re.compile(
    rf"MULTIPOLYGON(?:ZM|Z|M)?(?:\({_OF_RINGS}(?:,{_OF_RINGS})*\)|EMPTY)|POLYGON(?:ZM|Z|M)?{_OF_RINGS}"
)
_COLLECTION = re.compile(r"GEOMETRYCOLLECTION(?:ZM|Z|M)?(?:\(\+(?:,\+)*\)|EMPTY)")
"""Of geometries that are read already, each a plus."""


def polygons_in(text: str) -> tuple[Polygon, ...]:
    """Return the polygons of a geometry. Its rings may be open: the first position need not be repeated at the end.

    Raises:
        ValueError: if the text is not WKT, is empty, or has lines or points.
    """
    text = _SRID.sub("", text, count=1).strip().removesuffix(";")
    if is_deeper(text, DEEPEST):
        raise ValueError(f"brackets nest deeper than {DEEPEST} levels; an outline needs four")
    fault = fault_of(text)
    if fault is not None:
        raise ValueError(fault)
    found = tuple([_vertices(ring) for ring in _RING.findall(polygon)] for polygon in _POLYGON.findall(text))
    if not found:
        raise ValueError("the geometry is empty; give it a polygon")
    if any(len(ring) < FEWEST for polygon in found for ring in polygon):
        raise ValueError("a ring has too few vertices; it needs four or more, the first repeated at the end")
    return found


def _vertices(ring: str) -> list[Vector]:
    """Return the positions of a ring, without the last if that is the first again."""
    spots = [(float(x), float(y)) for x, y, *_ in (position.split() for position in ring.split(","))]
    return spots[:-1] if spots[0] == spots[-1] else spots


def fault_of(text: str) -> str | None:
    """Return what is wrong with a geometry, beginning with what comes first; None if it is one of polygons.

    Args:
        text: the geometry, without an SRID.
    """
    first = _WORD.match(text.strip())
    word = first[0] if first else text.strip()[:1]
    if word.upper() not in _KNOWN:
        return f"this is not WKT at {shown(word)}: {nearest(word.upper(), GEOMETRIES)}"
    return next(_faults(text), None) or _fault_of_brackets(text, word)


def _fault_of_brackets(text: str, word: str) -> str | None:
    """Return what is wrong with the order of words and brackets; rings are stars, and what is read becomes a plus."""
    form = "".join(_RING.sub("*", text).split()).upper()
    other = next((kind for kind in re.findall("[A-Z]+", form) if kind in OTHER_GEOMETRIES), None)
    if other is not None:
        return f"a {other} is no polygon; use POLYGON or MULTIPOLYGON"
    before, form = form, _SIMPLE.sub("+", form)
    while form != before:
        before, form = form, _COLLECTION.sub("+", form)
    if form == "+":
        return None
    return f"this is not WKT at {shown(word)}: check its brackets and commas; write it like {EXAMPLE}"


def _faults(text: str) -> Iterator[str]:
    more = _MORE.match(text)
    wanted = 2 + len(more[1]) if more else 0
    for number, ring in enumerate(_RING.finditer(text), 1):
        positions = [position.split() for position in ring[1].split(",")]
        wanted = wanted or len(positions[0])
        for place, words in enumerate(positions, 1):
            fault = _fault_of_position(words, max(wanted, 2))
            if fault:
                yield f"this is not WKT at {fault[0]} (ring {number}, position {place}): {fault[1]}"
    for word in _WORD.findall(_RING.sub("", text)):
        if _is_number(word):
            yield f"this is not WKT at {shown(word)}: a number stands outside of a ring; check the brackets before it"
        elif word.upper() not in _KNOWN:
            yield f"this is not WKT at {shown(word)}: {nearest(word.upper(), GEOMETRIES)}"
    if text.count("(") > text.count(")"):
        yield NOT_CLOSED
    if text.count("(") < text.count(")"):
        yield "a ')' closes no bracket; remove it"


def _fault_of_position(words: Sequence[str], wanted: int) -> tuple[str, str] | None:
    """Return what is wrong in a position, quoted, and the mend; none if nothing is."""
    bad = next((word for word in words if not _is_number(word)), None)
    if bad is not None:
        return shown(bad), "write a number"
    if not words:
        return "','", f"{plural(wanted, 'number')} stand between two commas; write them, or remove a comma"
    if len(words) != wanted:
        comma = "; is a comma missing?" if len(words) > wanted else ""
        return shown(" ".join(words)), f"{plural(wanted, 'number')} make a position, not {len(words)}{comma}"
    return None


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return word.isascii() and "_" not in word


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
