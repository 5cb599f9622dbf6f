"""The front door of all outlines: a shape's name or a file, recognised by what it holds."""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from heuristan.outlines.files import RECORD_SEPARATOR, OutlineFileError, read_head, read_text, records_of, unreadable
from heuristan.outlines.geojson import Outline, is_collection, outlines_of
from heuristan.outlines.json_text import JsonTextError, lines_of_items, read_json
from heuristan.outlines.piece_sets import piece_set_names
from heuristan.outlines.shape import WAYS, ShapeFile, read_shape
from heuristan.pieces import TANGRAM, PieceSet
from heuristan.plain_yaml import nearest, shown
from heuristan.puzzle import OutlineError, Puzzle
from heuristan.resources import folder

LONGEST_DOCUMENT = 16 * 1024 * 1024
"""Bytes of a GeoJSON document at most; a file with a feature a line may have any size."""

LONGEST_LINE = 1024 * 1024
LINE_SUFFIXES = (".geojsonl", ".geojsons", ".jsonl", ".ndjson")

IMPOSSIBLE = "impossible"
"""The folder of shapes that look solvable and are not."""

__all__ = ["OutlineFileError", "Refusal", "ShapeFile", "read_outlines", "read_shape", "shape_files", "shape_names"]


@dataclass(frozen=True)
class Refusal:
    """One bad outline among many."""

    id: str
    message: str
    """File, line, fault and fix."""


def shape_names(pieces: str = TANGRAM.name) -> list[str]:
    """The names of the shapes of a set that ship with heuristan, those of the seven tans if no other set is named."""
    return sorted(shape_files(pieces))


def shape_files(pieces: str | None = None) -> Mapping[str, Path]:
    """Where the shapes lie that ship with heuristan, by name; those of a set, or all, and those without a solution.

    The shapes of a set other than the seven tans lie in a folder of its name, those that nothing fills in IMPOSSIBLE.
    """
    shapes = folder("shapes")
    if pieces is None:
        patterns = ["*.yaml", *(f"{name}/*.yaml" for name in (*piece_set_names(), IMPOSSIBLE))]
    else:
        patterns = ["*.yaml" if pieces == TANGRAM.name else f"{pieces}/*.yaml"]
    return {path.stem: path for pattern in patterns for path in sorted(shapes.glob(pattern))}


def read_outlines(source: str | Path, pieces: PieceSet | None = None) -> Iterator[Puzzle | Refusal]:
    """The puzzles of a source: the name of a shape that ships, a file, or a folder of shapes.

    A file of many outlines is read while the iterator is used, and a bad one among them is a `Refusal`.

    Args:
        source: the name, or the path of the file or folder.
        pieces: the set that all of them are to be laid with. If not given, each outline's own, which is the seven tans
            where it names none.

    Raises:
        OutlineFileError: the source cannot be used as a whole. It is raised by the call itself.
    """
    name = str(source)
    shipped = shape_files().get(name)
    if shipped is not None:
        return iter([read_shape(shipped, pieces).puzzle])
    # not Path.exists, which raises on names that are too long for the system
    if not os.path.exists(name):
        raise OutlineFileError(_not_found(name))
    return _read_folder(Path(source), pieces) if os.path.isdir(name) else _read_file(Path(source), pieces)


def _not_found(name: str) -> str:
    is_path = os.path.basename(name) != name or os.path.splitext(name)[1]
    if is_path:
        return f"there is no file {shown(name)}; check the path"
    return f"there is no shape or file {shown(name)}; {nearest(name, shape_files())}"


def _read_folder(path: Path, pieces: PieceSet | None) -> Iterator[Puzzle | Refusal]:
    try:
        shapes = sorted(file for file in path.glob("*.yaml") if file.is_file())
    except OSError as fault:
        raise unreadable(path, fault) from None
    if not shapes:
        raise OutlineFileError(f"{path}: this is a folder without shapes (.yaml); give a file or a folder of shapes")
    return (_shape_or_refusal(shape, pieces) for shape in shapes)


def _shape_or_refusal(path: Path, pieces: PieceSet | None) -> Puzzle | Refusal:
    try:
        return read_shape(path, pieces).puzzle
    except OutlineFileError as fault:
        return Refusal(path.stem, str(fault))


def _read_file(path: Path, pieces: PieceSet | None) -> Iterator[Puzzle | Refusal]:
    head = read_head(path)
    if head.startswith(RECORD_SEPARATOR) or (_is_json(head) and _is_lines(head, path)):
        return _read_lines(path, pieces)
    if _is_json(head):
        return _read_document(path, pieces)
    if head.lstrip().startswith(b"<"):
        raise OutlineFileError(f"{path}: this looks like XML or SVG; outlines are read from YAML and GeoJSON")
    return iter([read_shape(path, pieces).puzzle])


def _is_json(head: bytes) -> bool:
    """Whether a text is meant as JSON: it starts with a bracket and is no shape's YAML table in braces."""
    start = head.lstrip()
    if start.startswith(b"["):
        return True
    is_object = start.startswith(b"{") and start[1:].lstrip().startswith((b'"', b"}"))
    return is_object and (b'"type"' in start or not any(f'"{way}"'.encode() in start for way in WAYS))


def _is_lines(head: bytes, path: Path) -> bool:
    """Whether each line is a value of its own. Where the start of the file leaves it open, its name decides."""
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
        raise OutlineFileError(f"{path}: this is no outline but {what}")
    return bool(rest.strip()) or path.suffix.lower() in LINE_SUFFIXES


def _is_one_value(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _read_lines(path: Path, pieces: PieceSet | None) -> Iterator[Puzzle | Refusal]:
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


def _read_document(path: Path, pieces: PieceSet | None) -> Iterator[Puzzle | Refusal]:
    text = read_text(path, LONGEST_DOCUMENT, "write a feature a line instead (.geojsonl), which may be of any size")
    try:
        value = read_json(text)
        outlines = list(outlines_of(value, path.stem))
        if not is_collection(value):
            return iter([outlines[0].puzzle(pieces)])
    except JsonTextError as fault:
        raise OutlineFileError(f"{path}:{fault.line}: {fault.message}") from None
    except OutlineError as fault:
        raise OutlineFileError(f"{path}:{_first_line(text)}: {fault}") from None
    return _collected(path, outlines, text, pieces)


def _first_line(text: str) -> int:
    return text[: len(text) - len(text.lstrip())].count("\n") + 1


def _collected(path: Path, outlines: list[Outline], text: str, pieces: PieceSet | None) -> Iterator[Puzzle | Refusal]:
    lines = lines_of_items(text, "features")
    places = lines if len(lines) == len(outlines) else [1] * len(outlines)
    for outline, line in zip(outlines, places, strict=True):
        yield _puzzle_or_refusal(outline, f"{path}:{line}", pieces)
