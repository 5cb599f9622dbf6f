"""Files of puzzles, of squares, cubes and polygons; the formats are in docs/edge-matching*.md."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from heuristan.common.faults import InputError
from heuristan.common.files import read_head, read_text
from heuristan.common.plain_yaml import shown
from heuristan.common.records import LARGEST, Record, read_records
from heuristan.edgematching import notation
from heuristan.edgematching.faults import PuzzleError
from heuristan.edgematching.polygons import notation as polygon_notation
from heuristan.edgematching.polygons.puzzle import PolygonPuzzle
from heuristan.edgematching.puzzle import Puzzle
from heuristan.edgematching.texts import fields_of, is_text_of_puzzle

AnyPuzzle: TypeAlias = Puzzle | PolygonPuzzle

MARKS = ("kind", "rows")
"""Keys that show that an object is a puzzle of ours: GeoJSON and other outlines have neither."""


TEXTS = (".txt", ".url", ".csv", ".puz", ".tetra", "")
"""Endings of files in other formats than JSON; `texts` has them."""


@dataclass(frozen=True)
class Refused:
    """A puzzle among others that cannot be used."""

    id: str
    message: str


def is_puzzle_file(path: Path) -> bool:
    """Return whether a file seems to hold puzzles of this system, which may still be faulty, and not results.

    Raises:
        InputError: if the file cannot be read.
    """
    head = read_head(path)
    if _is_text(path, head):
        return is_text_of_puzzle(head.decode(errors="replace"))
    if head.lstrip()[:1] not in (b"{", b"["):
        return False
    try:
        first = read_records(path)[0].value
    except InputError:
        # a puzzle that is broken further on should be reported as a broken puzzle
        return re.search(f'"({"|".join(MARKS)})"\\s*:', head.decode(errors="replace")) is not None
    return isinstance(first, dict) and any(mark in first for mark in MARKS) and "status" not in first


def read_puzzles(path: Path) -> Iterator[AnyPuzzle | Refused]:
    """Read the puzzles of a file; a faulty one among several is refused, with its place and the reason.

    Raises:
        InputError: if the file cannot be read, or its only puzzle is faulty.
    """
    records = [_record_of_text(path)] if _is_text(path, read_head(path)) else read_records(path)
    for number, record in enumerate(records, 1):
        name = default_name(path, number)
        try:
            yield puzzle_of(record, name)
        except InputError as fault:
            if len(records) == 1:
                raise
            yield Refused(_id_of(record, name), str(fault))


def _is_text(path: Path, head: bytes) -> bool:
    """Return whether a file is in another format than JSON, or in none."""
    return path.suffix.lower() in TEXTS and head.lstrip()[:1] not in (b"{", b"[")


def _record_of_text(path: Path) -> Record:
    try:
        return Record(str(path), fields_of(read_text(path, LARGEST)))
    except PuzzleError as fault:
        return Record(str(path), None, str(fault))


def puzzle_of(record: Record, name: str) -> AnyPuzzle:
    """Return the puzzle of a record.

    Args:
        record: the record.
        name: the id of the puzzle, if it has none.

    Raises:
        InputError: if it is not a puzzle; the message names the place.
    """
    if record.fault:
        raise InputError(f"{record.place}: {record.fault}")
    fields = record.value
    if not isinstance(fields, dict):
        raise InputError(f"{record.place}: this is not a JSON object but {shown(fields)}; write {{...}}")
    read = polygon_notation.puzzle_of if fields.get("kind") == polygon_notation.KIND else notation.puzzle_of
    try:
        return read(fields, name)
    except PuzzleError as fault:
        raise InputError(f"{record.place}: {fault}") from None


def default_name(path: Path, number: int) -> str:
    """Return the name of a puzzle without an id."""
    return "".join(each for each in f"{path.stem}-{number}" if each.isprintable())


def _id_of(record: Record, name: str) -> str:
    found = record.value.get("id") if isinstance(record.value, dict) else None
    return found if isinstance(found, str) and found.isprintable() and found else name


def as_json(puzzle: AnyPuzzle) -> dict[str, object]:
    """Return a puzzle as a JSON object, which is read back as the same puzzle."""
    return notation.as_json(puzzle) if isinstance(puzzle, Puzzle) else polygon_notation.as_json(puzzle)
