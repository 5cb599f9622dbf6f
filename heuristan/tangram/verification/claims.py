"""Results of any program as claims: pieces in places, and a status. Nothing in it is trusted.

Begin with `read_results`, which takes a file or standard input, recognised by what it holds, also a trace.

A person types a placed piece in one line: ``square 0,0 1,0 1,1 0,1``. Plain JSON values, GeoJSON (RFC 7946) and WKT are
read leniently, except where a guess would be needed: a ring may run either way, begin anywhere, and repeat its first
vertex at the end or not.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from math import isfinite
from typing import NamedTuple, TypeAlias

from heuristan.common.faults import InputError, nearest
from heuristan.common.files import name_of, read_any_text
from heuristan.common.json_text import (
    LARGEST,
    Json,
    JsonTextError,
    first_line,
    in_words,
    is_json,
    lines_of_items,
    position_of,
    read_json,
)
from heuristan.common.plane import MAX_COORDINATE, Spot
from heuristan.common.quoting import shown
from heuristan.common.results import STATUSES, Status, status_of
from heuristan.common.words import plural
from heuristan.tangram.outlines.wkt import LONGEST, geometries_on, polygons_in
from heuristan.tangram.puzzle.drawing import LaidPiece
from heuristan.tangram.trace import events
from heuristan.tangram.trace.lines import TraceError, runs_in


class ResultFileError(InputError):
    """Results that cannot be used as a whole; names file, line, fault and the smallest fix."""


class Claim(NamedTuple):
    """A result that could be read."""

    id: str | None
    """Id of its outline; None if the result does not say."""
    status: Status
    """The status that it claims; "solved" if the result is pieces alone."""
    pieces: tuple[LaidPiece, ...]
    line: int
    """The line in its file where it begins, from 1."""
    all: tuple[tuple[LaidPiece, ...], ...] = ()
    """Every solution, if the result lists them."""


class Unreadable(NamedTuple):
    """One bad result among many."""

    id: str | None
    message: str
    """File, line, fault and fix."""
    line: int


EXAMPLE = "square 0,0 1,0 1,1 0,1"
_MIN_VERTICES = 3
_SPOT = re.compile(r"[-+.\d]\S*")


class NotationError(ValueError):
    """A text that is not a placed piece; the message says what is wrong and how to write it."""


def is_notation(text: str) -> bool:
    """Return whether a text is meant as a placed piece: one of its words is two numbers with a comma between them."""
    return any(_SPOT.fullmatch(word) and "," in word for word in text.split())


def laid_piece(text: str) -> LaidPiece:
    """Read a piece: its name, which may be left out, and its vertices in order.

    Raises:
        NotationError: if the text is not written like this.
    """
    words = text.split()
    first = next((i for i, word in enumerate(words) if "," in word or _SPOT.fullmatch(word)), len(words))
    vertices = tuple(_spot(word) for word in words[first:])
    if len(vertices) < _MIN_VERTICES:
        count = plural(len(vertices), "vertex", "vertices")
        raise NotationError(f"it has {count}, and a piece has at least {_MIN_VERTICES}; write '{EXAMPLE}'")
    return LaidPiece(" ".join(words[:first]) or None, vertices)


def _spot(word: str) -> Spot:
    try:
        x, y = map(float, word.split(","))
    except ValueError:
        raise NotationError(f"'{word[:40]}' is not a vertex; write x,y without spaces, as in '{EXAMPLE}'") from None
    if not (isfinite(x) and isfinite(y)) or max(abs(x), abs(y)) > MAX_COORDINATE:
        raise NotationError(f"'{word[:40]}' is too far away; write numbers below {MAX_COORDINATE:g}")
    return x, y


MAX_PIECES = 2000
MAX_VERTICES = 500
"""Maximum number of vertices of one piece."""

MAX_VERTICES_OF_ALL = 20_000
"""Maximum number of vertices of all pieces; those of a hundred sets of the tans have 2,300."""

MAX_DEPTH = 8
"""Maximum depth of collections within collections."""

GEOJSON = ("FeatureCollection", "Feature", "GeometryCollection", "MultiPolygon", "Polygon")
NAME_KEYS = ("piece", "name")


class ResultError(ValueError):
    """A fault in the text of a result."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        """The line with the fault, from 1; None if it is not known."""


def pieces_of(value: Json) -> tuple[LaidPiece, ...]:
    """Return the pieces of a list of polygons, a list of objects with vertices, or a GeoJSON object.

    Raises:
        ResultError: if it is not one of these; the message says where and what is wrong.
    """
    found = tuple(_pieces(value))
    check_size(found)
    return found


def check_size(pieces: Sequence[LaidPiece]) -> None:
    """Check that there are no more pieces than are read.

    Raises:
        ResultError: if there are, or if they have too many vertices.
    """
    if len(pieces) > MAX_PIECES:
        raise ResultError(f"there are {len(pieces)} pieces; more than {MAX_PIECES} are not read")
    count = sum(len(piece.vertices) for piece in pieces)
    if count > MAX_VERTICES_OF_ALL:
        raise ResultError(f"the pieces have {count} vertices; more than {MAX_VERTICES_OF_ALL} are not read")


def _pieces(value: Json) -> Iterator[LaidPiece]:
    if isinstance(value, dict):
        yield from _geojson(value, None, "the result", 0)
        return
    for number, item in enumerate(as_list(value, "'pieces'"), 1):
        yield from _item(item, f"piece {number}")


def _item(item: Json, where: str) -> Iterator[LaidPiece]:
    if isinstance(item, list):
        yield LaidPiece(None, _ring(item, where))
    elif isinstance(item, dict) and "vertices" in item:
        yield LaidPiece(_name(item, where), _ring(item["vertices"], where))
    elif isinstance(item, dict) and "type" in item:
        yield from _geojson(item, None, where, 0)
    else:
        raise ResultError(f"{where} is {in_words(item)} without 'vertices'; write {_EXAMPLE}")


_EXAMPLE = '{"piece": "square", "vertices": [[0, 0], [1, 0], [1, 1], [0, 1]]}'


def _geojson(value: Json, name: str | None, where: str, depth: int) -> Iterator[LaidPiece]:
    kind = value.get("type") if isinstance(value, dict) else None
    if kind not in GEOJSON:
        word = f"the type {in_words(kind)}" if isinstance(value, dict) else in_words(value)
        raise ResultError(f"{where} has {word}; pieces are {', '.join(GEOJSON[:-1])} or {GEOJSON[-1]}")
    if depth > MAX_DEPTH:
        raise ResultError(f"{where}: collections nest deeper than {MAX_DEPTH} levels")
    if kind == "Feature":
        properties = value.get("properties")
        named = _name(properties, where) if isinstance(properties, dict) else None
        yield from _geojson(value.get("geometry"), named or name, where, depth + 1)
    elif kind == "FeatureCollection":
        for number, feature in enumerate(as_list(value.get("features"), "'features'"), 1):
            yield from _geojson(feature, name, f"feature {number}", depth + 1)
    elif kind == "GeometryCollection":
        for number, part in enumerate(as_list(value.get("geometries"), "'geometries'"), 1):
            yield from _geojson(part, name, f"{where}, geometry {number}", depth + 1)
    elif kind == "MultiPolygon":
        for number, rings in enumerate(as_list(value.get("coordinates"), f"{where}: 'coordinates'"), 1):
            yield LaidPiece(name, _polygon(rings, f"{where}, polygon {number}"))
    else:
        yield LaidPiece(name, _polygon(value.get("coordinates"), where))


def _polygon(rings: Json, where: str) -> tuple[Spot, ...]:
    if len(as_list(rings, f"{where}: 'coordinates'")) > 1:
        raise ResultError(f"{where} has a hole; no piece has one: remove the second ring")
    return _ring(rings[0], where)


def _name(fields: dict[str, Json], where: str) -> str | None:
    name = next((fields[key] for key in NAME_KEYS if fields.get(key) is not None), None)
    if name is not None and not isinstance(name, str):
        raise ResultError(f"{where} has {in_words(name)} for its name; write a text, or leave it out")
    return name


def _ring(positions: Json, where: str) -> tuple[Spot, ...]:
    listed = as_list(positions, where)
    if len(listed) > MAX_VERTICES:
        raise ResultError(f"{where} has {len(listed)} vertices; more than {MAX_VERTICES} are not read")
    ring = [position_of(one, f"{where}, vertex {n}", ResultError) for n, one in enumerate(listed, 1)]
    return tuple(ring[:-1] if len(ring) > 1 and ring[0] == ring[-1] else ring)


def as_list(value: Json, what: str) -> list[Json]:
    """Return a list with something in it.

    Raises:
        ResultError: if it is something else.
    """
    if not isinstance(value, list) or not value:
        found = "an empty list" if value == [] else "missing" if value is None else in_words(value)
        raise ResultError(f"{what} is {found}; a list with something in it is wanted")
    return value


def pieces_of_wkt(text: str) -> tuple[LaidPiece, ...]:
    """Return the pieces of a WKT text: one POLYGON, MULTIPOLYGON or GEOMETRYCOLLECTION, or one a line.

    Raises:
        ResultError: if it is not WKT of polygons; it has the line.
    """
    if len(text) > LONGEST:
        raise ResultError(f"the WKT is longer than {LONGEST // 1024} KiB; {MAX_PIECES} pieces need a tenth of that")
    found = list[Json]()
    for geometry in geometries_on((number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()):
        try:
            if geometry.fault:
                raise ValueError(geometry.fault)
            polygons = polygons_in(geometry.text)
        except ValueError as fault:
            raise ResultError(str(fault), geometry.line) from None
        rings = ([[list(vertex) for vertex in ring] for ring in polygon] for polygon in polygons)
        found += ({"type": "Polygon", "coordinates": each} for each in rings)
    return pieces_of(found)


def claim_of(trace: events.Trace) -> Claim | None:
    """Return the result of one run; None if these are not the events of one run from its beginning to its end."""
    if not events.is_one_run(trace) or not isinstance(trace[-1], events.Ended):
        return None
    puzzle, ended = trace[0], trace[-1]
    assert isinstance(puzzle, events.PuzzleRead)
    pieces = [_own(piece, puzzle.frame) for event in events.kept_events(trace) for piece in _laid(event)]
    found = [event.pieces for event in trace if isinstance(event, events.SolutionFound)]
    every = tuple(tuple(_own(piece, puzzle.frame) for piece in solution) for solution in found)
    return Claim(puzzle.id, ended.status, tuple(pieces) if ended.status == "solved" else (), 1, every)


def _laid(event: object) -> tuple[events.PlacedPiece, ...]:
    if isinstance(event, events.CompositeReleased):
        return event.pieces
    if isinstance(event, events.MatchTaken | events.PiecePlaced) and event.kind == "piece":
        return (events.PlacedPiece(event.name, event.vertices),)
    return ()


def _own(piece: events.PlacedPiece, frame: events.Frame) -> LaidPiece:
    return LaidPiece(piece.piece, tuple(frame.own(spot) for spot in piece.vertices))


Read: TypeAlias = list[Claim | Unreadable]


def read_results(source: str) -> Read:
    """Return the results of a file, or of standard input where the source is "-".

    Our JSON (an object, an array, an object a line), traces, GeoJSON, plain lists of polygons, and WKT. A bad line
    among many is `Unreadable`.

    Raises:
        InputError: if the source cannot be read.
        ResultFileError: if it cannot be used as a whole.
    """
    text, name = read_any_text(source, LARGEST), name_of(source)
    first, _, rest = text.lstrip().partition("\n")
    if not first:
        raise ResultFileError(
            f"{name}: it is empty; it should hold a result, for instance from 'heuristan solve --format json'"
        )
    try:
        if first[0] not in "[{":
            return [_of_wkt(text)]
        if rest.strip() and is_json(first):
            return _lines(text, name)
        return _document(text, name)
    except JsonTextError as fault:
        raise ResultFileError(f"{name}:{fault.line}: {fault.message}") from None
    except (ResultError, TraceError) as fault:
        line = fault.line if isinstance(fault, ResultError) else None
        raise ResultFileError(f"{name}:{line or first_line(text)}: {fault}") from None


def _of_wkt(text: str) -> Claim:
    if not text.lstrip()[0].isalpha():
        raise ResultError("this is not a result; give JSON, GeoJSON, WKT or a trace")
    return Claim(None, "solved", pieces_of_wkt(text), first_line(text))


def _lines(text: str, name: str) -> Read:
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    first = read_json(lines[0][1])
    if isinstance(first, dict) and "event" in first:
        return [_of_trace(text)]
    if isinstance(first, dict) and _is_single_polygon(first):
        return [_of_features(lines)]
    return [_of_line(line, number, name) for number, line in lines]


def _of_trace(text: str) -> Claim:
    runs = islice(runs_in(text), 2)
    claim = claim_of(next(runs, ()))
    if claim is None or next(runs, None) is not None:
        raise ResultError("these are not the events of one run to its end; record one with 'solve OUTLINE --trace'")
    return claim


def _is_single_polygon(value: Json) -> bool:
    """Return whether a line is one piece and not a whole result."""
    geometry = value.get("geometry") if value.get("type") == "Feature" else value
    return isinstance(geometry, dict) and geometry.get("type") == "Polygon"


def _of_features(lines: list[tuple[int, str]]) -> Claim:
    """Return one result from lines with a GeoJSON polygon each."""
    pieces: list[LaidPiece] = []
    for number, line in lines:
        try:
            pieces += pieces_of(read_json(line))
            check_size(pieces)
        except JsonTextError as fault:
            raise JsonTextError(number, fault.message) from None
        except ResultError as fault:
            raise JsonTextError(number, str(fault)) from None
    return Claim(None, "solved", tuple(pieces), lines[0][0])


def _of_line(line: str, number: int, name: str) -> Claim | Unreadable:
    try:
        value = read_json(line)
    except JsonTextError as fault:
        return Unreadable(None, f"{name}:{number}: {fault.message}", number)
    return _of_value(value, number, name)


def _of_value(value: Json, line: int, name: str) -> Claim | Unreadable:
    try:
        return claim_from(value, line)
    except ResultError as fault:
        known = value.get("id") if isinstance(value, dict) else None
        id = known if isinstance(known, str) else None
        return Unreadable(id, f"{name}:{line}: {fault}", line)


def _document(text: str, name: str) -> Read:
    value, line = read_json(text), first_line(text)
    if isinstance(value, dict) and "event" in value:
        return [_of_trace(text)]
    if isinstance(value, list) and value and all(isinstance(item, dict) and "pieces" in item for item in value):
        return [_of_value(item, line, name) for item in value]
    try:
        return [claim_from(value, line)]
    except ResultError as fault:
        raise JsonTextError(_line_of(str(fault), text) or line, str(fault)) from None


def _line_of(message: str, text: str) -> int | None:
    """Return the line of the piece or feature that a message begins with."""
    begin = re.match(r"(piece|feature) (\d{1,9})\b", message)
    if begin is None:
        return None
    lines = lines_of_items(text, f"{begin[1]}s")
    number = int(begin[2])
    return lines[number - 1] if number <= len(lines) else None


def claim_from(value: Json, line: int = 1) -> Claim:
    """Return the result that a JSON value is: one of ours, or pieces alone.

    Raises:
        ResultError: it is neither.
    """
    if isinstance(value, list):
        as_list(value, "the result")
        is_ring = isinstance(value[0], list) and value[0] and not isinstance(value[0][0], list)
        return Claim(None, "solved", pieces_of([value] if is_ring else value), line)
    if not isinstance(value, dict):
        raise ResultError("this is not a result; give an object with 'pieces', GeoJSON, or a list of polygons")
    if value.get("type") in GEOJSON:
        properties = value.get("properties")
        named = value.get("id", properties.get("id") if isinstance(properties, dict) else None)
        return Claim(_id(named), "solved", pieces_of(value), line)
    if "pieces" not in value and "status" not in value:
        keys = ", ".join(map(shown, list(value)[:5])) or "nothing"
        raise ResultError(f"this is not a result: it has {keys}; a result has 'id', 'status' and 'pieces'")
    status = _status(value.get("status", "solved"))
    pieces = value.get("pieces")
    return Claim(_id(value.get("id")), status, pieces_of(pieces) if pieces else (), line, tuple(_solutions(value)))


def _solutions(value: Json) -> Iterator[tuple[LaidPiece, ...]]:
    """Return the solutions of a result that lists all of them."""
    for number, pieces in enumerate(as_list(value["all"], "'all'") if "all" in value else (), 1):
        try:
            yield pieces_of(pieces)
        except ResultError as fault:
            raise ResultError(f"solution {number}: {fault}") from None


def _status(value: Json) -> Status:
    status = status_of(value)
    if status is None:
        raise ResultError(f"the status is {shown(value)}; {nearest(str(value), STATUSES)}")
    return status


def _id(value: Json) -> str | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ResultError("the id is not text; write the outline's id, or leave it out")
    return str(value)
