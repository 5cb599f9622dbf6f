"""GeoJSON files to puzzles: a document, or an outline a line, which is read while it is asked for."""

import json
from collections.abc import Iterator
from pathlib import Path

from heuristan.common.faults import InputError
from heuristan.common.files import RECORD_SEPARATOR, read_text, records_of
from heuristan.common.json_text import JsonTextError, lines_of_items, read_json
from heuristan.tangram.outlines.geojson import Outline, is_collection, outlines_of
from heuristan.tangram.outlines.shape import WAYS
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle

LONGEST_DOCUMENT = 16 * 1024 * 1024
"""Bytes of a GeoJSON document at most; a file with a feature a line may have any size."""

LONGEST_LINE = 1024 * 1024
LINE_SUFFIXES = (".geojsonl", ".geojsons", ".jsonl", ".ndjson")


def is_document(head: bytes) -> bool:
    """Whether a text is meant as JSON: it starts with a bracket and is no shape's YAML table in braces."""
    start = head.lstrip()
    if start.startswith(b"["):
        return True
    is_object = start.startswith(b"{") and start[1:].lstrip().startswith((b'"', b"}"))
    return is_object and (b'"type"' in start or not any(f'"{way}"'.encode() in start for way in WAYS))


def is_lines(head: bytes, path: Path) -> bool:
    """Whether each line, or each record of a sequence, is a value of its own.

    Where the start of the file leaves it open, its name decides.

    Raises:
        InputError: it is a trace, or results.
    """
    if head.startswith(RECORD_SEPARATOR):
        return True
    if not is_document(head):
        return False
    first, _, rest = head.lstrip().partition(b"\n")
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        return path.suffix.lower() in LINE_SUFFIXES and not _is_one_value(head)
    if isinstance(value, dict) and "type" not in value and ("event" in value or "solver" in value):
        what = (
            "a trace; draw it with 'heuristan show'"
            if "event" in value
            else "results; give the outlines that they are of"
        )
        raise InputError(f"{path}: this is no outline but {what}")
    return bool(rest.strip()) or path.suffix.lower() in LINE_SUFFIXES


def _is_one_value(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def read_lines(path: Path, pieces: PieceSet | None) -> Iterator[Puzzle | Refusal]:
    """The puzzles of a file with a GeoJSON value a line, or of a GeoJSON text sequence."""
    with path.open("rb") as file:
        for number, record in records_of(file, LONGEST_LINE):
            if record is None:
                yield Refusal(
                    f"{path.stem}-{number}", f"{path}:{number}: the line is longer than {LONGEST_LINE // 1024} KiB"
                )
            else:
                yield from _read_record(path, number, record.strip(RECORD_SEPARATOR + b" \t\r\n"), pieces)


def _read_record(path: Path, number: int, record: bytes, pieces: PieceSet | None) -> Iterator[Puzzle | Refusal]:
    if not record:
        return
    name = f"{path.stem}-{number}"
    try:
        for outline in outlines_of(read_json(record.decode()), name):
            yield _puzzle_or_refusal(outline, f"{path}:{number}", pieces)
    except UnicodeDecodeError:
        yield Refusal(name, f"{path}:{number}: the line is not UTF-8 text; save the file as UTF-8")
    except JsonTextError as fault:
        yield Refusal(name, f"{path}:{number + fault.line - 1}: {fault.message}")
    except OutlineError as fault:
        yield Refusal(name, f"{path}:{number}: {fault}")


def _puzzle_or_refusal(outline: Outline, where: str, pieces: PieceSet | None) -> Puzzle | Refusal:
    try:
        return outline.puzzle(pieces)
    except OutlineError as fault:
        feature = f"feature {outline.number} ({outline.id}): " if outline.number else ""
        return Refusal(outline.id, f"{where}: {feature}{fault}")


def read_document(path: Path, pieces: PieceSet | None) -> Iterator[Puzzle | Refusal]:
    """The puzzle of a GeoJSON document, or the puzzles of its collection of features.

    Raises:
        InputError: it is no GeoJSON of polygons, or its one outline is no puzzle.
    """
    text = read_text(path, LONGEST_DOCUMENT, "write a feature a line instead (.geojsonl), which may be of any size")
    try:
        value = read_json(text)
        outlines = list(outlines_of(value, path.stem))
        if not is_collection(value):
            return iter([outlines[0].puzzle(pieces)])
    except JsonTextError as fault:
        raise InputError(f"{path}:{fault.line}: {fault.message}") from None
    except OutlineError as fault:
        raise InputError(f"{path}:{_first_line(text)}: {fault}") from None
    return _collected(path, outlines, text, pieces)


def _first_line(text: str) -> int:
    return text[: len(text) - len(text.lstrip())].count("\n") + 1


def _collected(path: Path, outlines: list[Outline], text: str, pieces: PieceSet | None) -> Iterator[Puzzle | Refusal]:
    lines = lines_of_items(text, "features")
    places = lines if len(lines) == len(outlines) else [1] * len(outlines)
    for outline, line in zip(outlines, places, strict=True):
        yield _puzzle_or_refusal(outline, f"{path}:{line}", pieces)
