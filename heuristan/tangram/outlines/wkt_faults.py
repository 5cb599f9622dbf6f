"""What is wrong with WKT that the library does not read: the word, its ring and position, and what to write."""

import re
from collections.abc import Iterator, Sequence

from heuristan.common.faults import nearest
from heuristan.common.quoting import shown
from heuristan.common.words import plural

GEOMETRIES = ("POLYGON", "MULTIPOLYGON", "GEOMETRYCOLLECTION")
OTHER_GEOMETRIES = (
    *("POINT", "MULTIPOINT", "LINESTRING", "LINEARRING", "MULTILINESTRING", "TRIANGLE", "TIN", "POLYHEDRALSURFACE"),
    *("CIRCULARSTRING", "COMPOUNDCURVE", "CURVEPOLYGON", "MULTICURVE", "MULTISURFACE"),
)
EXAMPLE = "POLYGON ((0 0, 4 0, 4 2, 0 2, 0 0))"
NOT_CLOSED = "a bracket is not closed; add the ')' that is missing at the end"

_KNOWN = {*GEOMETRIES, *OTHER_GEOMETRIES, "EMPTY", "Z", "M", "ZM"}
_RING = re.compile(r"\(([^()]*+)(?:\)|\Z)")
"""Brackets with none in them: the positions of a ring."""
_WORD = re.compile(r"[^\s(),]+")
_MORE = re.compile(r"\A\s*[A-Za-z]+\s*(ZM|Z|M)\b", re.IGNORECASE)
"""The letters for more numbers than two in a position."""


def fault_of(text: str) -> str:
    """Return what is wrong with a geometry, beginning with what comes first.

    Args:
        text: a geometry that is not WKT, without an SRID.
    """
    first = _WORD.match(text.strip())
    word = first[0] if first else text.strip()[:1]
    if word.upper() not in _KNOWN:
        return f"this is not WKT at {shown(word)}: {nearest(word.upper(), GEOMETRIES)}"
    other = f"this is not WKT at {shown(word)}: check its brackets and commas; write it like {EXAMPLE}"
    return next(_faults(text), other)


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
    if bad is not None and bad.upper() != "EMPTY":
        return shown(bad), "write a number"
    if not words:
        return "','", f"{plural(wanted, 'number')} stand between two commas; write them, or remove a comma"
    if bad is None and len(words) != wanted:
        comma = "; is a comma missing?" if len(words) > wanted else ""
        return shown(" ".join(words)), f"{plural(wanted, 'number')} make a position, not {len(words)}{comma}"
    return None


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return word.isascii() and "_" not in word
