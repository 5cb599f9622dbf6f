"""The front door of results: a file or standard input, recognised by what it holds, also a trace."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import TypeAlias

from heuristan.common.faults import nearest
from heuristan.common.files import name_of, read_any_text
from heuristan.common.json_text import LARGEST, JsonTextError, first_line, is_json, lines_of_items, read_json
from heuristan.common.quoting import shown
from heuristan.common.results import STATUSES, Status, status_of
from heuristan.tangram.puzzle.drawing import LaidPiece
from heuristan.tangram.trace import events
from heuristan.tangram.trace.lines import TraceError, runs_in
from heuristan.tangram.verification.claims.claims import (
    GEOJSON,
    Claim,
    Json,
    ResultError,
    ResultFileError,
    Unreadable,
    as_list,
    check_size,
    pieces_of,
    pieces_of_wkt,
)


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
