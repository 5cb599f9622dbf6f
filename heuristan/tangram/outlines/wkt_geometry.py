"""One geometry in WKT to polygons; of one that cannot be read, the wrong word, its ring and position, and the mend."""

import re
from collections.abc import Iterator, Sequence

from heuristan.common.faults import nearest
from heuristan.common.json_text import is_deeper
from heuristan.common.quoting import shown
from heuristan.common.words import plural
from heuristan.tangram.puzzle.drawing import Polygon, Vector

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
