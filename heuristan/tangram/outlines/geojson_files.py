"""GeoJSON files to puzzles: a document, or an outline a line, which is read while the iterator is used."""

from collections.abc import Iterator
from pathlib import Path

from heuristan.common.faults import InputError
from heuristan.common.files import RECORD_SEPARATOR, opened, read_head, read_text, records_of
from heuristan.common.json_text import JsonTextError, first_line, is_json, lines_of_items, read_json
from heuristan.common.unexpected import unexpected_as
from heuristan.tangram.outlines.geojson import Outline, outlines_of
from heuristan.tangram.outlines.shape import WAYS
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle

LONGEST_DOCUMENT = 16 * 1024 * 1024
"""Maximum size of a GeoJSON document, in bytes; a file with a feature a line may have any size."""

LONGEST_LINE = 1024 * 1024
"""Maximum length of a line or record, in bytes."""

LINE_SUFFIXES = (".geojsonl", ".geojsons", ".jsonl", ".ndjson")
"""The endings of files with an outline a line."""


def recognises(head: bytes) -> bool:
    """Return whether a file that starts with these bytes is GeoJSON: JSON, but not a shape's YAML table in braces."""
    return head.startswith(RECORD_SEPARATOR) or _is_json(head)


def read(path: Path, pieces: PieceSet | None) -> Iterator[Puzzle | Refusal]:
    """Return the puzzles of a GeoJSON file.

    Raises:
        InputError: if the file is a document that cannot be used.
    """
    return _read_lines(path, pieces) if _has_lines(read_head(path), path) else _read_document(path, pieces)


def _is_json(head: bytes) -> bool:
    start = head.lstrip()
    if start.startswith(b"["):
        return True
    is_object = start.startswith(b"{") and start[1:].lstrip().startswith((b'"', b"}"))
    return is_object and (b'"type"' in start or not any(f'"{way}"'.encode() in start for way in WAYS))


def _has_lines(head: bytes, path: Path) -> bool:
    """Return whether each line, or each record of a sequence, is one GeoJSON value.

    Where the start of the file leaves that open, its name decides.
    """
    if head.startswith(RECORD_SEPARATOR):
        return True
    first, _, rest = head.lstrip().partition(b"\n")
    is_named_so = path.suffix.lower() in LINE_SUFFIXES
    if is_json(first):
        return bool(rest.strip()) or is_named_so
    return is_named_so and not is_json(head)


def _read_lines(path: Path, pieces: PieceSet | None) -> Iterator[Puzzle | Refusal]:
    """Yield the puzzles of a file with a GeoJSON value a line, or of a GeoJSON text sequence."""
    with opened(path) as file:
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
        with unexpected_as(OutlineError, OutlineError, UnicodeDecodeError, JsonTextError):
            outlines = [*outlines_of(read_json(record.decode()), name)]
        for outline in outlines:
            yield _puzzle_or_refusal(outline, f"{path}:{number}", pieces)
    except UnicodeDecodeError:
        yield Refusal(name, f"{path}:{number}: the line is not UTF-8 text; save the file as UTF-8")
    except JsonTextError as fault:
        yield Refusal(name, f"{path}:{number + fault.line - 1}: {fault.message}")
    except OutlineError as fault:
        yield Refusal(name, f"{path}:{number}: {fault}")


def _puzzle_or_refusal(outline: Outline, where: str, pieces: PieceSet | None) -> Puzzle | Refusal:
    try:
        with unexpected_as(OutlineError, OutlineError):
            return outline.puzzle(pieces)
    except OutlineError as fault:
        feature = f"feature {outline.number} ({outline.id}): " if outline.number else ""
        return Refusal(outline.id, f"{where}: {feature}{fault}")


def _read_document(path: Path, pieces: PieceSet | None) -> Iterator[Puzzle | Refusal]:
    """Return the puzzle of a GeoJSON document, or the puzzles of its collection of features.

    Raises:
        InputError: if it is not GeoJSON of polygons, or its only outline is not a puzzle.
    """
    advice = "write a feature a line instead (.geojsonl), which may be of any size"
    text = read_text(path, LONGEST_DOCUMENT, advice, "an outline")
    try:
        outlines = list(outlines_of(read_json(text), path.stem))
        if len(outlines) == 1 and not outlines[0].number:
            return iter([outlines[0].puzzle(pieces)])
    except JsonTextError as fault:
        raise InputError(f"{path}:{fault.line}: {fault.message}") from None
    except OutlineError as fault:
        raise InputError(f"{path}:{first_line(text)}: {fault}") from None
    return _of_collection(path, outlines, text, pieces)


def _of_collection(
    path: Path, outlines: list[Outline], text: str, pieces: PieceSet | None
) -> Iterator[Puzzle | Refusal]:
    lines = [first_line(text), *lines_of_items(text, "features")]
    are_known = max(outline.number for outline in outlines) < len(lines)
    for outline in outlines:
        yield _puzzle_or_refusal(outline, f"{path}:{lines[outline.number] if are_known else 1}", pieces)
